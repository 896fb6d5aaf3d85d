//! Telling everybody: server-sent events, each with the number of the change as its id.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::Frame;
use pages::Status;
use serde_json::json;
use table::{Seat, SeatSet, Viewer};

use super::page::Asked;
use super::queue::{Exit, Socket, queue};
use super::{Host, Listener};
use crate::board::{Format, PageEvent, Scene, Since, event};
use crate::problem::Problem;
use crate::sitting::Stage;

/// The most listeners of one match.
const MOST_LISTENERS: usize = 500;

/// Events as the body of an answer that ends when the listener is let go.
pub struct Stream(Exit);

impl Stream {
    /// Where whoever has the listener's connection may lay a wire for events.
    pub(crate) fn socket(&self) -> Socket {
        self.0.socket()
    }
}

impl http_body::Body for Stream {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        self.0.poll_next(context).map(|event| event.map(|event| Ok(Frame::data(event))))
    }
}

impl Host {
    /// Somebody wants to hear of changes after this one.
    pub(super) fn listen(&mut self, asked: &Asked, since: Option<u64>) -> Result<Stream, Problem> {
        self.let_go();
        if self.listeners.len() >= MOST_LISTENERS {
            return Err(Problem::too_much(
                axum::http::StatusCode::SERVICE_UNAVAILABLE,
                "so many listen already that there is no room for another",
            ));
        }
        let (to, from) = queue();
        let viewer = self.viewer(asked);
        let is_new = since != Some(self.sitting.version);
        let listener = Listener { viewer, format: asked.format, asked: asked.clone(), to };
        // First in line is how things stand, unless he knows.
        let first = match &self.sitting.stage {
            _ if !is_new => Some(Bytes::from_static(b": here\n\n")),
            Stage::Board(_) => {
                let own = self.sitting.held_by(asked.key);
                self.with_scene(own, [viewer].into_iter(), |board, scene| {
                    board.whole(scene, viewer, asked.format)
                })
            }
            Stage::Lobby | Stage::Closed(_) => Some(self.lobby_event(&listener)),
        };
        // It has room for the first.
        let _ = first.map(|first| listener.to.send(first));
        if let Stage::Board(board) = &mut self.sitting.stage {
            board.shown(viewer);
        }
        self.listeners.push(listener);
        metrics::gauge!("gruntle_listeners").increment(1.0);
        if self.thinking.is_none() && self.window.is_none() && self.patience.is_none() {
            self.ask();
        }
        Ok(Stream(from))
    }

    /// Seats have changed hands: nobody goes on hearing what a seat hears that is no longer his.
    pub(super) fn look_who_listens(&mut self) {
        let mut listeners = std::mem::take(&mut self.listeners);
        for listener in &mut listeners {
            listener.viewer = self.viewer(&listener.asked);
        }
        self.listeners = listeners;
    }

    /// Lets those go who have left.
    fn let_go(&mut self) {
        let before = self.listeners.len();
        self.listeners.retain(|listener| !listener.to.is_over());
        self.after_leaving(before);
    }

    fn after_leaving(&mut self, before: usize) {
        let gone = before - self.listeners.len();
        if gone == 0 {
            return;
        }
        metrics::gauge!("gruntle_listeners").decrement(gone as f64);
        if let Stage::Board(board) = &mut self.sitting.stage {
            let viewers = self.sitting.chairs.iter().map(|chair| Viewer::Seat(chair.sitter.seat));
            for viewer in viewers.chain([Viewer::Bystander]) {
                if !self.listeners.iter().any(|listener| listener.viewer == viewer) {
                    board.forget(viewer);
                }
            }
        }
    }

    fn send(&mut self, mut event: impl FnMut(&Listener) -> Option<Bytes>) {
        let before = self.listeners.len();
        self.listeners.retain(|listener| match event(listener) {
            Some(event) => listener.to.send(event).is_ok(),
            None => true,
        });
        self.after_leaving(before);
    }

    pub(super) fn beat(&mut self) {
        self.send(|_| Some(Bytes::from_static(b": still here\n\n")));
    }

    /// Shows the board with its surroundings to somebody who draws it for these viewers.
    fn with_scene<T>(
        &mut self,
        own: SeatSet,
        viewers: impl Iterator<Item = Viewer>,
        see: impl FnOnce(&mut dyn crate::board::Board, &Scene<'_>) -> T,
    ) -> Option<T> {
        // Whoever draws may change what the board remembers, so the surroundings are looked at beforehand.
        let statuses: Vec<(Viewer, Status)> =
            viewers.map(|viewer| (viewer, self.status(viewer, own))).collect();
        let sitters = self.sitting.sitters();
        let version = self.sitting.version;
        let scene = Scene { code: &self.code, version, sitters: &sitters, statuses: &statuses };
        match &mut self.sitting.stage {
            Stage::Board(board) => Some(see(&mut **board, &scene)),
            Stage::Lobby | Stage::Closed(_) => None,
        }
    }

    /// Tells those listeners who look from one of these places what has changed for them.
    fn tell_changes(&mut self, since: Since, to: impl Fn(Viewer) -> bool) {
        let mut kinds: Vec<(Viewer, Format)> = self
            .listeners
            .iter()
            .map(|listener| (listener.viewer, listener.format))
            .filter(|(viewer, _)| to(*viewer))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        let viewers = kinds.iter().map(|(viewer, _)| *viewer);
        let events =
            self.with_scene(SeatSet::EMPTY, viewers, |board, scene| board.changes(scene, &kinds, since));
        let Some(events) = events else { return };
        self.send(|listener| {
            let kind = (listener.viewer, listener.format);
            kinds.iter().position(|one| *one == kind).map(|at| events[at].clone())
        });
    }

    /// Tells what the inputs after so many brought.
    pub(super) fn tell_inputs(&mut self, after: usize) {
        self.tell_changes(Since::Inputs(after), |_| true);
    }

    /// Tells everything anew: the lobby, or a board that went back or whose sitters changed.
    pub(super) fn tell_afresh(&mut self) {
        match &mut self.sitting.stage {
            Stage::Board(board) => {
                for chair in &self.sitting.chairs {
                    board.forget(Viewer::Seat(chair.sitter.seat));
                }
                board.forget(Viewer::Bystander);
                self.tell_changes(Since::Ever, |_| true);
            }
            Stage::Lobby | Stage::Closed(_) => {
                let events: Vec<Bytes> =
                    self.listeners.iter().map(|listener| self.lobby_event(listener)).collect();
                let mut events = events.into_iter();
                self.send(|_| events.next());
            }
        }
    }

    /// Tells a seat alone how it stands now: what it answered, what it set.
    pub(super) fn tell_again(&mut self, seat: Seat) {
        let inputs = self.sitting.board().map_or(0, |board| board.inputs());
        self.tell_changes(Since::Inputs(inputs), |viewer| viewer.is(seat));
    }

    /// The page is another one now.
    pub(super) fn tell_reload(&mut self) {
        let event = event("reload", self.sitting.version, "{}");
        self.send(|_| Some(event.clone()));
    }

    pub(super) fn tell_chat(&mut self, seat: Seat, line: &str) {
        let name = self.sitting.chairs.get(seat.index()).map(|chair| chair.sitter.name.as_str());
        let data = json!({ "seat": seat.to_string(), "name": name, "line": line });
        let event = Bytes::from(format!("event: chat\ndata: {data}\n\n"));
        self.send(|_| Some(event.clone()));
    }

    fn lobby_event(&self, to: &Listener) -> Bytes {
        let version = self.sitting.version;
        match to.format {
            Format::Json => event("change", version, &self.lobby_data(to.asked.key).to_string()),
            Format::Html => {
                let lobby = self.lobby(to.asked.key, &to.asked.site, &to.asked.name);
                let html = lobby.map(|lobby| pages::lobby::lobby(&lobby).into_string()).unwrap_or_default();
                let mut event = PageEvent::new(version, 1, false, html.len() + 128);
                event.line(&html);
                event.done()
            }
        }
    }
}
