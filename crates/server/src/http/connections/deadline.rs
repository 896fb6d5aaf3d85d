//! Write deadline of a connection: a write without progress for long fails.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// Time-out of a client's reading of an answer or an event.
pub(super) const READ_WITHIN: Duration = Duration::from_secs(60);

/// The connection, and the deadline of a pending write.
pub(super) struct WriteDeadline<T> {
    to: T,
    fails: Option<Pin<Box<Sleep>>>,
}

impl<T> WriteDeadline<T> {
    pub(super) const fn new(to: T) -> Self {
        Self { to, fails: None }
    }

    /// The result of a write, unless it has waited too long.
    fn in_time<U>(&mut self, written: Poll<Result<U>>, context: &mut Context<'_>) -> Poll<Result<U>> {
        if written.is_ready() {
            self.fails = None;
            return written;
        }
        let fails = self.fails.get_or_insert_with(|| Box::pin(sleep(READ_WITHIN)));
        ready!(fails.as_mut().poll(context));
        Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the client does not read")))
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for WriteDeadline<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.to).poll_read(context, into)
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for WriteDeadline<T> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.to).poll_write(context, bytes);
        self.in_time(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.to).poll_write_vectored(context, pieces);
        self.in_time(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.to.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let flushed = Pin::new(&mut self.to).poll_flush(context);
        self.in_time(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let shut = Pin::new(&mut self.to).poll_shutdown(context);
        self.in_time(shut, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::time::Instant;

    #[tokio::test(start_paused = true)]
    async fn who_does_not_read_is_let_go_and_who_reads_slowly_is_not() {
        let (near, mut far) = tokio::io::duplex(4);
        let mut near = WriteDeadline::new(near);
        let begun = Instant::now();
        let reads = async {
            let mut byte = [0; 4];
            for _ in 0..5 {
                tokio::time::sleep(READ_WITHIN / 2).await;
                far.read_exact(&mut byte).await.unwrap();
            }
        };
        let (written, ()) = tokio::join!(near.write_all(&[7; 24]), reads);
        written.unwrap();
        let slowly = begun.elapsed();
        assert!(slowly > READ_WITHIN * 2);
        assert_eq!(near.write_all(&[7; 4]).await.unwrap_err().kind(), ErrorKind::TimedOut);
        assert_eq!(begun.elapsed() - slowly, READ_WITHIN);
    }
}
