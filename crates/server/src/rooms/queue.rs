//! The queue of events to one listener. An empty one takes next to no memory: the sender writes to the listener's
//! socket, and only what the socket does not take at once is queued.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::{Buf as _, Bytes};
use tokio::net::TcpStream;
use tokio::sync::Notify;

use crate::direct::{Direct, DirectBody};

/// Size of the queue of a slow listener, in bytes, beside one event of any length; then it is disconnected. Browsers
/// reconnect with the number of their last event.
const PATIENCE: usize = 64 * 1024;

#[derive(Default)]
struct Waiting {
    events: VecDeque<Bytes>,
    reader: Option<Waker>,
    socket: Option<Arc<TcpStream>>,
    /// Whether one of the two ends is gone.
    over: bool,
}

/// The outcome of sending.
enum SendOutcome {
    /// All of it.
    All,
    /// As much as the socket takes now.
    Part,
    /// The socket is broken.
    Broken,
}

impl Waiting {
    /// Sends queued events, as long as the socket takes them at once.
    fn send(&mut self) -> SendOutcome {
        let Some(socket) = &self.socket else { return SendOutcome::Part };
        while let Some(event) = self.events.front_mut() {
            match socket.try_write(event) {
                Ok(sent) => event.advance(sent),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return SendOutcome::Part,
                Err(_) => return SendOutcome::Broken,
            }
            if event.is_empty() {
                self.events.pop_front();
            }
        }
        // Frees the space of a long queue, which is rare.
        self.events.shrink_to(4);
        SendOutcome::All
    }

    fn wake_for(&mut self, context: &Context<'_>) {
        match &mut self.reader {
            Some(reader) => reader.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
    }
}

type Shared = Arc<Mutex<Waiting>>;

fn look(shared: &Mutex<Waiting>) -> MutexGuard<'_, Waiting> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wake(mut waiting: MutexGuard<'_, Waiting>) {
    let reader = waiting.reader.take();
    drop(waiting);
    if let Some(reader) = reader {
        reader.wake();
    }
}

/// The sender's end.
pub(super) struct EventSender(Shared);

/// The reader's end, with the signal that it was dropped.
pub(super) struct EventReceiver(Shared, Arc<Notify>);

/// An empty queue, which signals when its listener goes.
pub(super) fn queue(gone: Arc<Notify>) -> (EventSender, EventReceiver) {
    let shared = Shared::default();
    (EventSender(shared.clone()), EventReceiver(shared, gone))
}

/// The listener is gone, or too slow.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lost;

impl EventSender {
    /// Sends an event, or queues it for the reader if the socket does not take it at once.
    pub(super) fn send(&self, event: Bytes) -> Result<(), Lost> {
        let mut waiting = look(&self.0);
        let is_next = waiting.events.is_empty();
        let bytes: usize = waiting.events.iter().map(Bytes::len).sum();
        if waiting.over || !is_next && bytes + event.len() > PATIENCE {
            return Err(Lost);
        }
        waiting.events.push_back(event);
        match if is_next { waiting.send() } else { SendOutcome::Part } {
            SendOutcome::All => return Ok(()),
            SendOutcome::Part => {}
            SendOutcome::Broken => waiting.over = true,
        }
        let over = waiting.over;
        wake(waiting);
        if over { Err(Lost) } else { Ok(()) }
    }

    /// Whether the listener has gone.
    pub(super) fn is_over(&self) -> bool {
        look(&self.0).over
    }
}

impl Drop for EventSender {
    fn drop(&mut self) {
        let mut waiting = look(&self.0);
        waiting.over = true;
        wake(waiting);
    }
}

impl EventReceiver {
    /// The next event; `None` when the listener is let go and has heard all.
    pub(super) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let mut waiting = look(&self.0);
        if let Some(event) = waiting.events.pop_front() {
            return Poll::Ready(Some(event));
        }
        if waiting.over {
            return Poll::Ready(None);
        }
        waiting.wake_for(context);
        Poll::Pending
    }

    /// The queue, for the holder of the listener's socket.
    pub(super) fn direct(&self) -> Direct {
        Direct(self.0.clone())
    }
}

impl DirectBody for Mutex<Waiting> {
    fn attach(&self, socket: Arc<TcpStream>) {
        look(self).socket = Some(socket);
    }

    fn poll_waits(&self, context: &mut Context<'_>) -> Poll<Option<()>> {
        let mut waiting = look(self);
        match (waiting.events.is_empty(), waiting.over) {
            (false, _) => Poll::Ready(Some(())),
            (true, true) => Poll::Ready(None),
            (true, false) => {
                waiting.wake_for(context);
                Poll::Pending
            }
        }
    }

    fn poll_send(&self, context: &mut Context<'_>) -> Poll<bool> {
        loop {
            let mut waiting = look(self);
            match waiting.send() {
                SendOutcome::All => return Poll::Ready(true),
                SendOutcome::Broken => return Poll::Ready(false),
                SendOutcome::Part => {}
            }
            let Some(socket) = waiting.socket.clone() else { return Poll::Ready(false) };
            drop(waiting);
            match socket.poll_write_ready(context) {
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(_)) => return Poll::Ready(false),
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}

impl Drop for EventReceiver {
    fn drop(&mut self) {
        let mut waiting = look(&self.0);
        waiting.over = true;
        let unheard = (std::mem::take(&mut waiting.events), waiting.socket.take());
        drop(waiting);
        drop(unheard);
        self.1.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;

    async fn next(receiver: &mut EventReceiver) -> Option<Bytes> {
        poll_fn(|context| receiver.poll_next(context)).await
    }

    #[tokio::test]
    async fn events_come_out_in_order_and_then_the_end() {
        let (sender, mut receiver) = queue(Arc::default());
        let listener = tokio::spawn(async move {
            let mut heard = Vec::new();
            while let Some(event) = next(&mut receiver).await {
                heard.extend_from_slice(&event);
            }
            heard
        });
        for letter in ["a", "b", "c"] {
            sender.send(Bytes::from_static(letter.as_bytes())).unwrap();
            tokio::task::yield_now().await;
        }
        drop(sender);
        assert_eq!(listener.await.unwrap(), b"abc");
    }

    #[tokio::test]
    async fn what_a_socket_does_not_take_at_once_waits_and_nothing_overtakes_it() {
        use tokio::io::AsyncReadExt as _;
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut far = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let near = Arc::new(listener.accept().await.unwrap().0);
        let (sender, receiver) = queue(Arc::default());
        sender.send(Bytes::from_static(b"first ")).unwrap();
        receiver.direct().0.attach(near);
        let Direct(socket) = receiver.direct();
        assert!(poll_fn(|context| socket.poll_send(context)).await);
        // As much as the socket takes at once, and somewhat more.
        let piece = Bytes::from(vec![b'x'; 16 * 1024]);
        let mut length = 0;
        while look(&sender.0).events.is_empty() {
            sender.send(piece.clone()).unwrap();
            length += piece.len();
        }
        sender.send(Bytes::from_static(b" last")).unwrap();
        poll_fn(|context| socket.poll_waits(context)).await.unwrap();
        let sending = tokio::spawn(async move { poll_fn(|context| socket.poll_send(context)).await });
        let mut heard = vec![0; 6 + length + 5];
        far.read_exact(&mut heard).await.unwrap();
        assert!(sending.await.unwrap());
        assert!(heard.starts_with(b"first xx") && heard.ends_with(b"xx last"));
        // Now nothing waits: it goes out without anybody being woken.
        sender.send(Bytes::from_static(b"at once")).unwrap();
        let mut heard = [0; 7];
        far.read_exact(&mut heard).await.unwrap();
        assert_eq!(&heard, b"at once");
        drop(receiver);
        assert_eq!(far.read(&mut heard).await.unwrap(), 0);
        assert_eq!(sender.send(Bytes::new()), Err(Lost));
    }

    #[test]
    fn who_is_too_slow_is_lost_and_who_goes_is_noticed() {
        let (sender, _receiver) = queue(Arc::default());
        // One event of any length, where nothing else waits; then nothing more.
        sender.send(Bytes::from(vec![b'x'; 2 * PATIENCE])).unwrap();
        assert_eq!(sender.send(Bytes::from_static(b"x")), Err(Lost));
        let (sender, receiver) = queue(Arc::default());
        for _ in 0..PATIENCE / 1_024 {
            sender.send(Bytes::from(vec![b'x'; 1_024])).unwrap();
        }
        assert_eq!(sender.send(Bytes::from_static(b"x")), Err(Lost));
        assert!(!sender.is_over());
        drop(receiver);
        assert!(sender.is_over());
        assert_eq!(sender.send(Bytes::new()), Err(Lost));
    }
}
