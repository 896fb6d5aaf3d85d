//! Putting bytes back in front of a connection.

use std::io::{IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A connection with bytes put back in front of it.
pub(super) struct Rewind<T> {
    first: Bytes,
    to: T,
}

impl<T> Rewind<T> {
    pub(super) const fn new(first: Bytes, to: T) -> Self {
        Self { first, to }
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Rewind<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        if self.first.is_empty() {
            return Pin::new(&mut self.to).poll_read(context, into);
        }
        let fits = self.first.len().min(into.remaining());
        into.put_slice(&self.first.split_to(fits));
        Poll::Ready(Ok(()))
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Rewind<T> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        Pin::new(&mut self.to).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        Pin::new(&mut self.to).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.to.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.to).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.to).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt as _;

    #[tokio::test]
    async fn what_was_read_comes_first_however_little_is_asked_for() {
        let mut rewind = Rewind::new(Bytes::from_static(b"abcde"), &b"fgh"[..]);
        let mut two = [0; 2];
        rewind.read_exact(&mut two).await.unwrap();
        assert_eq!(&two, b"ab");
        let mut rest = Vec::new();
        rewind.read_to_end(&mut rest).await.unwrap();
        assert_eq!(rest, b"cdefgh");
    }
}
