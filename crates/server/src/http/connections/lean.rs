//! Connections, served lean: between requests nothing is kept but the connection itself. A usual request is answered
//! through the same routes as all others; everything unusual is left, byte for byte, to a full HTTP connection.

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

use super::head::{self, Sent};
use super::reply::{self, Answered, Then};
use super::{HEAD_WITHIN, Line};
use crate::host::Socket;

/// How long a connection may be idle between requests.
const IDLE: Duration = Duration::from_secs(60);
/// How long the rest of a request is waited for here; who is slower is unusual.
const REST_WITHIN: Duration = Duration::from_secs(1);
/// In how many pieces a request comes at most; who sends more is unusual.
const PIECES: usize = 4;
/// Room for a request as browsers send it.
const ROOM: usize = 4 * 1024;

/// What is left to do on a connection.
pub(super) enum Left {
    /// Nothing.
    Over,
    /// To serve it in full: this was read of it and not answered.
    Unusual(Bytes),
    /// To send what goes on.
    Endless(Body, Option<Socket>),
}

/// What came of being readable.
enum Came {
    /// Nothing yet.
    Nothing,
    /// A request, which has been answered.
    Request,
    /// A request for something that goes on, perhaps over a wire of its own.
    Endless(Body, Option<Socket>),
    /// The end.
    End,
    /// Something unusual.
    Unusual(Bytes),
}

/// Answers one request after the other, until the connection ends or gets unusual.
pub(super) async fn serve(line: &mut Line) -> Left {
    let mut patience = HEAD_WITHIN;
    while is_readable(line, patience).await {
        // In a box, so that nothing of it stays while the connection is idle.
        match Box::pin(answer(line)).await {
            Came::Nothing => {}
            Came::Request => patience = IDLE,
            Came::Endless(body, socket) => return Left::Endless(body, socket),
            Came::End => break,
            Came::Unusual(read) => return Left::Unusual(read),
        }
    }
    Left::Over
}

/// Waits until something comes; not when the server stops, and not for ever.
async fn is_readable(line: &mut Line, patience: Duration) -> bool {
    let Line { to, closed, .. } = line;
    let mut closing = pin!(closed.changed());
    let readable = poll_fn(|context| match closing.as_mut().poll(context) {
        Poll::Ready(_) => Poll::Ready(false),
        Poll::Pending => to.poll_read_ready(context).map(|ready| ready.is_ok()),
    });
    timeout(patience, readable).await.unwrap_or(false)
}

/// Reads what has come and answers it.
async fn answer(line: &mut Line) -> Came {
    let mut request = match receive(&mut line.to).await {
        Ok(request) => request,
        Err(came) => return came,
    };
    request.extensions_mut().insert(line.from);
    let Ok(mut answer) = line.router.call(*request).await;
    let socket = answer.extensions_mut().remove::<Socket>();
    // Whoever asks while the server stops is answered, and asked to come again elsewhere.
    let then = if line.closed.has_changed().is_ok() { Then::Kept } else { Then::Closed };
    match reply::send(&mut line.to, answer, then).await {
        Answered::Whole(Then::Kept) => Came::Request,
        Answered::Whole(Then::Closed) => {
            let _ = line.to.shutdown().await;
            Came::End
        }
        Answered::Opened(body) => Came::Endless(body, socket),
        Answered::Not => Came::End,
    }
}

/// The request that has come, or what came instead.
async fn receive(to: &mut TcpStream) -> Result<Box<Request<Body>>, Came> {
    let mut bytes = BytesMut::with_capacity(ROOM);
    match at_once(to.read_buf(&mut bytes)).await {
        Poll::Pending => return Err(Came::Nothing),
        Poll::Ready(Ok(0) | Err(_)) => return Err(Came::End),
        Poll::Ready(Ok(_)) => {}
    }
    let until = Instant::now() + REST_WITHIN;
    let mut read = bytes.freeze();
    for _ in 0..PIECES {
        let more = match head::read(&read) {
            Sent::Whole(request) => return Ok(request),
            Sent::Unusual => break,
            Sent::Part(more) => more,
        };
        let mut bytes = BytesMut::from(std::mem::take(&mut read));
        bytes.reserve(more);
        let came = timeout_at(until, to.read_buf(&mut bytes)).await;
        read = bytes.freeze();
        if !matches!(came, Ok(Ok(1..))) {
            break;
        }
    }
    Err(Came::Unusual(read))
}

/// What a future comes to without being waited for.
async fn at_once<T>(future: impl Future<Output = T>) -> Poll<T> {
    let mut future = pin!(future);
    poll_fn(|context| Poll::Ready(future.as_mut().poll(context))).await
}

/// Sends what comes, until nothing comes any more or the client goes. Nothing that was sent is kept.
pub(super) async fn tell(mut line: Line, mut body: Body) {
    while let Some(bytes) = next(&mut line, &mut body).await {
        if !reply::write(&mut line.to, bytes).await {
            return;
        }
    }
    let _ = line.to.shutdown().await;
}

/// Lets events go over the connection as over a wire. Only what it does not take at once is sent from here.
pub(super) async fn listen(line: Line, body: Body, socket: Socket) {
    let Line { to, mut closed, _place, .. } = line;
    let wire = Arc::new(to);
    socket.lay(wire.clone());
    while events_wait(&wire, &mut closed, &socket).await {
        let sent = timeout(reply::READ_WITHIN, poll_fn(|context| socket.poll_send(context)));
        if !Box::pin(sent).await.unwrap_or(false) {
            break;
        }
    }
    // With it the listener goes.
    drop(body);
}

/// Waits until events wait; not when the listener is let go, and not when the client goes or the server stops.
async fn events_wait(wire: &TcpStream, closed: &mut watch::Receiver<()>, socket: &Socket) -> bool {
    let mut closing = pin!(closed.changed());
    poll_fn(|context| {
        // He has nothing to say: either he is gone or he is not what he seemed.
        while wire.poll_read_ready(context).is_ready() {
            match wire.try_read(&mut [0; 16]) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Ok(_) | Err(_) => return Poll::Ready(false),
            }
        }
        match closing.as_mut().poll(context) {
            Poll::Ready(_) => Poll::Ready(false),
            Poll::Pending => socket.poll_waits(context).map(|waits| waits.is_some()),
        }
    })
    .await
}

/// The next piece of what goes on, while the client is there and the server does not stop.
async fn next(line: &mut Line, body: &mut Body) -> Option<Bytes> {
    let Line { to, closed, .. } = line;
    let mut closing = pin!(closed.changed());
    poll_fn(|context| {
        let mut nothing = [0; 16];
        // He has nothing to say: either he is gone or he is not what he seemed.
        let spoke = Pin::new(&mut *to).poll_read(context, &mut ReadBuf::new(&mut nothing));
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
