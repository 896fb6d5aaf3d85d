//! A small proxy between a node and a service: it can cut the node off, hold messages back for a while, or be slow.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::runtime::Runtime;
use tokio::sync::watch;

/// The fate of bytes on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// It goes through.
    Open,
    /// Connections are closed, and none can be made.
    Cut,
    /// Connections stay, and nothing goes through.
    Silent,
    /// Everything takes so long.
    Slow(Duration),
}

/// Where it leads.
#[derive(Debug, Clone)]
pub enum Target {
    /// To a port.
    Port(SocketAddr),
    /// To a socket.
    Socket(PathBuf),
}

/// A proxy; it ends with its runtime.
pub struct Proxy {
    pub at: SocketAddr,
    mode: Arc<watch::Sender<Mode>>,
}

impl Proxy {
    pub fn start(runtime: &Runtime, to: Target) -> Self {
        let mode = Arc::new(watch::channel(Mode::Open).0);
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let at = listener.local_addr().unwrap();
        let modes = mode.clone();
        runtime.spawn(async move {
            while let Ok((inner, _)) = listener.accept().await {
                let (to, mode) = (to.clone(), modes.subscribe());
                tokio::spawn(async move {
                    let _ = inner.set_nodelay(true);
                    match to {
                        Target::Port(at) => {
                            if let Ok(outer) = TcpStream::connect(at).await {
                                let _ = outer.set_nodelay(true);
                                carry(inner, outer, mode).await;
                            }
                        }
                        Target::Socket(path) => {
                            if let Ok(outer) = UnixStream::connect(path).await {
                                carry(inner, outer, mode).await;
                            }
                        }
                    }
                });
            }
        });
        Self { at, mode }
    }

    pub fn set(&self, mode: Mode) {
        self.mode.send_replace(mode);
    }
}

/// Copies bytes both ways until either side closes, or they are cut off.
async fn carry<I, O>(inner: I, outer: O, mut mode: watch::Receiver<Mode>)
where
    I: AsyncRead + AsyncWrite,
    O: AsyncRead + AsyncWrite,
{
    let ((inner_says, inner_hears), (outer_says, outer_hears)) =
        (tokio::io::split(inner), tokio::io::split(outer));
    let (there, back) = (mode.clone(), mode.clone());
    tokio::select! {
        () = one_way(inner_says, outer_hears, there) => {}
        () = one_way(outer_says, inner_hears, back) => {}
        _ = mode.wait_for(|mode| *mode == Mode::Cut) => {}
    }
}

async fn one_way(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut mode: watch::Receiver<Mode>,
) {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let Ok(count @ 1..) = from.read(&mut bytes).await else { return };
        let now = *mode.borrow_and_update();
        match now {
            Mode::Open | Mode::Cut => {}
            Mode::Slow(time) => tokio::time::sleep(time).await,
            Mode::Silent => {
                if mode.wait_for(|mode| *mode != Mode::Silent).await.is_err() {
                    return;
                }
            }
        }
        if to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
