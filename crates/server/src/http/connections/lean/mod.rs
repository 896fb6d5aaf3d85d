//! Fast path for connections: between requests only the connection itself is kept. A usual request is answered through
//! the same routes as all others; everything else goes on, byte for byte, to a full HTTP connection.
//!
//! It saves memory and does nothing else. To remove it, delete this folder and the line `mod lean;`: then hyper serves
//! every connection. It knows sockets and routes alone.

mod head;
mod reply;

use std::future::poll_fn;
use std::io::ErrorKind;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Poll, ready};
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use bytes::{Bytes, BytesMut};
use http_body::{Body as _, Frame};
use tokio::io::{AsyncRead as _, AsyncReadExt as _, AsyncWriteExt as _, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, timeout, timeout_at};
use tower_service::Service as _;

use super::deadline::READ_WITHIN;
use super::{Connection, HEAD_WITHIN, Run};
use crate::direct::{Direct, DirectBody};
use head::Parsed;
use reply::{Answered, Then};

/// Idle time-out between requests.
const IDLE: Duration = Duration::from_secs(60);
/// Time-out of the rest of a request; a slower client is handed on.
const REST_WITHIN: Duration = Duration::from_secs(1);
/// The most pieces of a request; a client that sends more is handed on.
const PIECES: usize = 4;
/// Room for a request as browsers send it.
const ROOM: usize = 4 * 1024;

/// The next owner of a connection.
enum Handoff {
    /// Nothing.
    Over,
    /// To serve it in full: this was read of it and not answered.
    Full(Bytes),
    /// To send a body of unknown length, which may write to the socket itself.
    Stream(Body, Option<Direct>),
}

/// The result of reading from a connection.
enum ReadOutcome {
    /// Nothing has come yet.
    Nothing,
    /// A request, which has been answered.
    Answered,
    /// A request, answered so far by the head of a body of unknown length.
    Stream(Body, Option<Direct>),
    /// The end.
    End,
    /// An unusual request.
    Unusual(Bytes),
}

impl Connection {
    /// Serves a connection to its end, in full from an unusual request on.
    pub(super) async fn run(self: Box<Self>) {
        let Some(connection) = serve(self).await else { return };
        // In a box, because it is several times as large as all that a lean connection needs.
        Box::pin(Run::run(connection)).await;
    }
}

/// Answers one request after the other; gives the connection back at an unusual one.
async fn serve(mut connection: Box<Connection>) -> Option<Box<Connection>> {
    let stream = match requests(&mut connection).await {
        Handoff::Over => return None,
        Handoff::Full(read) => {
            connection.read = Some(Box::new(read));
            return Some(connection);
        }
        Handoff::Stream(body, direct) => Box::pin(stream(connection, body, direct)),
    };
    stream.await;
    None
}

/// Answers one request after the other, as long as they are usual ones.
async fn requests(connection: &mut Connection) -> Handoff {
    let mut patience = HEAD_WITHIN;
    while is_readable(connection, patience).await {
        // In a box, so that nothing of it stays while the connection is idle.
        match Box::pin(answer(connection)).await {
            ReadOutcome::Nothing => {}
            ReadOutcome::Answered => patience = IDLE,
            ReadOutcome::Stream(body, direct) => return Handoff::Stream(body, direct),
            ReadOutcome::End => break,
            ReadOutcome::Unusual(read) => return Handoff::Full(read),
        }
    }
    Handoff::Over
}

/// Waits for bytes, until a time-out or the end of the server.
async fn is_readable(connection: &mut Connection, patience: Duration) -> bool {
    let Connection { socket, closed, .. } = connection;
    let mut closing = pin!(closed.changed());
    let readable = poll_fn(|context| match closing.as_mut().poll(context) {
        Poll::Ready(_) => Poll::Ready(false),
        Poll::Pending => socket.poll_read_ready(context).map(|ready| ready.is_ok()),
    });
    timeout(patience, readable).await.unwrap_or(false)
}

/// Reads and answers a request.
async fn answer(connection: &mut Connection) -> ReadOutcome {
    let mut request = match receive(&mut connection.socket).await {
        Ok(request) => request,
        Err(outcome) => return outcome,
    };
    request.extensions_mut().insert(connection.peer);
    let Ok(mut answer) = connection.router.call(*request).await;
    let direct = answer.extensions_mut().remove::<Direct>();
    // While the server stops it answers, and closes: the client reconnects elsewhere.
    let then = if connection.closed.has_changed().is_ok() { Then::Kept } else { Then::Closed };
    match reply::send(&mut connection.socket, answer, then).await {
        Answered::Whole(Then::Kept) => ReadOutcome::Answered,
        Answered::Whole(Then::Closed) => {
            let _ = connection.socket.shutdown().await;
            ReadOutcome::End
        }
        Answered::Opened(body) => ReadOutcome::Stream(body, direct),
        Answered::Not => ReadOutcome::End,
    }
}

/// The next request, or another outcome.
async fn receive(socket: &mut TcpStream) -> Result<Box<Request<Body>>, ReadOutcome> {
    let mut bytes = BytesMut::with_capacity(ROOM);
    match at_once(socket.read_buf(&mut bytes)).await {
        Poll::Pending => return Err(ReadOutcome::Nothing),
        Poll::Ready(Ok(0) | Err(_)) => return Err(ReadOutcome::End),
        Poll::Ready(Ok(_)) => {}
    }
    let until = Instant::now() + REST_WITHIN;
    let mut read = bytes.freeze();
    for _ in 0..PIECES {
        let more = match head::read(&read) {
            Parsed::Whole(request) => return Ok(request),
            Parsed::Unusual => break,
            Parsed::Part(more) => more,
        };
        let mut bytes = BytesMut::from(std::mem::take(&mut read));
        bytes.reserve(more);
        let came = timeout_at(until, socket.read_buf(&mut bytes)).await;
        read = bytes.freeze();
        if !matches!(came, Ok(Ok(1..))) {
            break;
        }
    }
    Err(ReadOutcome::Unusual(read))
}

/// Polls a future once.
async fn at_once<T>(future: impl Future<Output = T>) -> Poll<T> {
    let mut future = pin!(future);
    poll_fn(|context| Poll::Ready(future.as_mut().poll(context))).await
}

/// Sends a body of unknown length until it ends or the client goes.
async fn stream(connection: Box<Connection>, body: Body, direct: Option<Direct>) {
    match direct {
        Some(Direct(direct)) => attach(connection, body, &*direct).await,
        None => send_frames(connection, body).await,
    }
}

/// Sends frames until the body ends or the client goes, and frees each when it is sent.
async fn send_frames(mut connection: Box<Connection>, mut body: Body) {
    while let Some(bytes) = next_frame(&mut connection, &mut body).await {
        if !reply::write(&mut connection.socket, bytes).await {
            return;
        }
    }
    let _ = connection.socket.shutdown().await;
}

/// Lets the body write to the socket itself. Only what the socket does not take at once is sent from here.
async fn attach(connection: Box<Connection>, body: Body, direct: &dyn DirectBody) {
    let Connection { socket, mut closed, _permit, .. } = *connection;
    let socket = Arc::new(socket);
    direct.attach(socket.clone());
    while has_waiting(&socket, &mut closed, direct).await {
        let sent = timeout(READ_WITHIN, poll_fn(|context| direct.poll_send(context)));
        if !Box::pin(sent).await.unwrap_or(false) {
            break;
        }
    }
    // The sender of events sees by this that the listener has left.
    drop(body);
}

/// Waits until bytes are queued for the socket; false when the body ends, the client goes or the server stops.
async fn has_waiting(socket: &TcpStream, closed: &mut watch::Receiver<()>, direct: &dyn DirectBody) -> bool {
    let mut closing = pin!(closed.changed());
    poll_fn(|context| {
        // A listener sends nothing: one that does has disconnected, or is no listener.
        while socket.poll_read_ready(context).is_ready() {
            match socket.try_read(&mut [0; 16]) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Ok(_) | Err(_) => return Poll::Ready(false),
            }
        }
        match closing.as_mut().poll(context) {
            Poll::Ready(_) => Poll::Ready(false),
            Poll::Pending => direct.poll_waits(context).map(|waits| waits.is_some()),
        }
    })
    .await
}

/// The next piece of a body, while the client is there and the server does not stop.
async fn next_frame(connection: &mut Connection, body: &mut Body) -> Option<Bytes> {
    let Connection { socket, closed, .. } = connection;
    let mut closing = pin!(closed.changed());
    poll_fn(|context| {
        let mut nothing = [0; 16];
        // A listener sends nothing: one that does has disconnected, or is no listener.
        let spoke = Pin::new(&mut *socket).poll_read(context, &mut ReadBuf::new(&mut nothing));
        if spoke.is_ready() || closing.as_mut().poll(context).is_ready() {
            return Poll::Ready(None);
        }
        loop {
            match ready!(Pin::new(&mut *body).poll_frame(context)).and_then(Result::ok).map(Frame::into_data)
            {
                Some(Ok(bytes)) => return Poll::Ready(Some(bytes)),
                Some(Err(_)) => {}
                None => return Poll::Ready(None),
            }
        }
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Memory of an idle connection: these sizes bound it, and a look at them is cheaper than a measurement.
    #[test]
    fn an_idle_connection_is_small() {
        fn size<F: Future>(_: impl FnOnce(Box<Connection>) -> F) -> usize {
            size_of::<F>() + size_of::<Connection>()
        }
        let served = size(Connection::run);
        assert!(served <= 512, "{served}");
    }
}
