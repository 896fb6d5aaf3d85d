//! Listeners: streams of server-sent events, each with the number of the change as its id.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::Frame;
use pages::live::{PageEvent, RenderContext, Renderer, Since, whole_event};
use room::{Room, Stage, Status, Tell, Time};
use serde_json::json;
use table::{Seat, SeatSet, Viewer};
use tokio::sync::Notify;

use super::look::{Format, Visit, context, lobby_html};
use super::queue::{EventReceiver, EventSender, queue};
use crate::data;
use crate::direct::Direct;
use crate::telemetry::LISTENERS;

/// A stream of events as the body of an answer; it ends when the server disconnects the listener.
pub(crate) struct Stream(EventReceiver);

impl Stream {
    /// The same body, for the holder of the listener's socket.
    pub(crate) fn direct(&self) -> Direct {
        self.0.direct()
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

/// A listener.
struct Listener {
    viewer: Viewer,
    /// Whose place they take.
    place: Viewer,
    visit: Visit,
    to: EventSender,
}

/// A server-sent event of a change.
fn data_event(version: u64, data: &str) -> Bytes {
    Bytes::from(format!("id: {version}\nevent: change\ndata: {data}\n\n"))
}

/// The listeners of one room, and the state of their pages.
#[derive(Default)]
pub(super) struct Listeners {
    all: Vec<Listener>,
    renderer: Option<Renderer>,
    /// Arrivals and departures that the room does not know yet, in order.
    changes: Vec<PlaceChange>,
    /// The signal that a listener has gone.
    gone: Arc<Notify>,
}

/// A listener has left a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaceChange {
    /// They have left.
    Left(Viewer),
    /// A seat has changed hands, and they listen from elsewhere.
    Moved {
        /// From where.
        from: Viewer,
        /// To where.
        to: Viewer,
    },
}

impl Listeners {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The signal that a listener has gone.
    pub(super) fn gone(&self) -> Arc<Notify> {
        self.gone.clone()
    }

    pub(super) fn clear(&mut self) {
        LISTENERS.take(self.all.len());
        self.all.clear();
    }

    /// Adds a listener. The first event is the whole state, unless the listener knows it: the last change, and the end
    /// of a countdown, which a restart moves.
    pub(super) fn add(&mut self, room: &Room, visit: Visit, since: Option<u64>, now: Time) -> Stream {
        let (to, from) = queue(self.gone.clone());
        let viewer = room.viewer(visit.from);
        let statuses = [(viewer, room.status(viewer, room.held_by(visit.from), now))];
        let knows = since == Some(room.version()) && !statuses[0].1.counts_down();
        let first = match room.stage() {
            // A page that was drawn before its reader listened does not know yet that they are here.
            Stage::Game(_) if knows && visit.format == Format::Html => Bytes::from(company_event(room, now)),
            _ if knows => Bytes::from_static(b": here\n\n"),
            Stage::Game(live) => {
                let sitters = room.seats().sitters();
                let context = context(room, &sitters, &statuses);
                match visit.format {
                    Format::Html => {
                        Bytes::from(whole_event(live, &context, viewer) + &company_event(room, now))
                    }
                    Format::Json => {
                        data_event(room.version(), &as_json(&data::table(live, &context, viewer, 0)))
                    }
                }
            }
            Stage::Lobby | Stage::Closed(_) => lobby_change(room, &visit, now),
        };
        // An empty queue takes the first.
        let _ = to.send(first);
        if let Stage::Game(live) = room.stage() {
            self.renderer.get_or_insert_with(|| Renderer::new(live)).shown(live, viewer);
        }
        let place = room.place(visit.from);
        self.all.push(Listener { viewer, place, visit, to });
        LISTENERS.add(1);
        Stream(from)
    }

    /// The places that all of them take.
    pub(super) fn places(&self) -> impl Iterator<Item = Viewer> {
        self.all.iter().map(|listener| listener.place)
    }

    /// Drops listeners who have left; gives all changes of places since the last call.
    pub(super) fn let_go(&mut self) -> Vec<PlaceChange> {
        self.retain(|listener| !listener.to.is_over());
        std::mem::take(&mut self.changes)
    }

    fn retain(&mut self, mut stays: impl FnMut(&Listener) -> bool) {
        let mut gone = Vec::new();
        self.all.retain(|listener| {
            let stays = stays(listener);
            if !stays {
                gone.push((listener.viewer, listener.place));
            }
            stays
        });
        // Hot path: hardly ever has a listener gone.
        if gone.is_empty() {
            return;
        }
        LISTENERS.take(gone.len());
        for (viewer, place) in gone {
            if let Some(renderer) = &mut self.renderer
                && !self.all.iter().any(|listener| listener.viewer == viewer)
            {
                renderer.forget(viewer);
            }
            self.changes.push(PlaceChange::Left(place));
        }
    }

    fn send(&mut self, mut event: impl FnMut(&Listener) -> Option<Bytes>) {
        self.retain(|listener| event(listener).is_none_or(|event| listener.to.send(event).is_ok()));
    }

    /// Sends a heartbeat to every listener.
    pub(super) fn beat(&mut self) {
        self.send(|_| Some(Bytes::from_static(b": still here\n\n")));
    }

    /// Sends the events of these effects.
    pub(super) fn tell(&mut self, room: &Room, what: &[Tell], now: Time) {
        if self.all.is_empty() {
            return;
        }
        for tell in what {
            match *tell {
                Tell::Inputs { after } => self.tell_changes(room, now, Since::Inputs(after), |_| true),
                Tell::Afresh => self.tell_afresh(room, now),
                Tell::Own(seat) => {
                    let inputs = room.game().map_or(0, room::LiveGame::inputs);
                    self.tell_changes(room, now, Since::Inputs(inputs), |viewer| viewer.is(seat));
                }
                Tell::Revoked => self.tell_revoked(room),
                Tell::Said(seat, line) => self.tell_chat(room, seat, line),
                Tell::Reload => {
                    let event = reload_event(room);
                    self.send(|_| Some(event.clone()));
                }
            }
        }
    }

    /// Disconnects those whose key opens another view than the one they listen from; they load the page again.
    fn tell_revoked(&mut self, room: &Room) {
        let event = reload_event(room);
        self.retain(|listener| {
            let from = listener.visit.from;
            let stays = (room.viewer(from), room.place(from)) == (listener.viewer, listener.place);
            if !stays {
                let _ = listener.to.send(event.clone());
            }
            stays
        });
    }

    fn tell_chat(&mut self, room: &Room, seat: Seat, line: &str) {
        let name = room.seats().get(seat).map(|chair| chair.sitter.name.as_str());
        let data = json!({ "seat": seat.to_string(), "name": name, "line": line });
        let event = Bytes::from(format!("event: chat\ndata: {data}\n\n"));
        self.send(|_| Some(event.clone()));
    }

    /// Sends pages the presence of others; programs ask for it.
    pub(super) fn tell_company(&mut self, room: &Room, now: Time) {
        let company = match room.stage() {
            Stage::Game(_) => Some(Bytes::from(company_event(room, now))),
            Stage::Lobby | Stage::Closed(_) => None,
        };
        self.send(|listener| match listener.visit.format {
            Format::Json => None,
            Format::Html => Some(company.clone().unwrap_or_else(|| lobby_change(room, &listener.visit, now))),
        });
    }

    /// Sends everything anew: the lobby, or a game that went back or whose seats changed hands.
    fn tell_afresh(&mut self, room: &Room, now: Time) {
        // A listener that has lost the seat does not hear its events any more.
        for listener in &mut self.all {
            listener.viewer = room.viewer(listener.visit.from);
            let to = room.place(listener.visit.from);
            if listener.place != to {
                let from = std::mem::replace(&mut listener.place, to);
                self.changes.push(PlaceChange::Moved { from, to });
            }
        }
        match room.stage() {
            Stage::Game(live) => {
                self.renderer = Some(Renderer::new(live));
                self.tell_changes(room, now, Since::Ever, |_| true);
            }
            Stage::Lobby | Stage::Closed(_) => {
                self.send(|listener| Some(lobby_change(room, &listener.visit, now)))
            }
        }
    }

    /// Sends listeners at these places their changes. Listeners with the same place and format share one event.
    fn tell_changes(&mut self, room: &Room, now: Time, since: Since, to: impl Fn(Viewer) -> bool) {
        let Some(live) = room.game() else { return };
        let mut kinds: Vec<(Format, Viewer)> =
            self.all.iter().map(|listener| (listener.visit.format, listener.viewer)).collect();
        kinds.retain(|(_, viewer)| to(*viewer));
        kinds.sort_unstable();
        kinds.dedup();
        let statuses: Vec<(Viewer, Status)> =
            kinds.iter().map(|(_, viewer)| (*viewer, room.status(*viewer, SeatSet::EMPTY, now))).collect();
        let sitters = room.seats().sitters();
        let context: RenderContext<'_> = context(room, &sitters, &statuses);
        let pages: Vec<Viewer> =
            kinds.iter().filter(|(format, _)| *format == Format::Html).map(|(_, viewer)| *viewer).collect();
        let renderer = self.renderer.get_or_insert_with(|| Renderer::new(live));
        let mut events: Vec<Bytes> =
            renderer.changes(live, &context, &pages, since).into_iter().map(Bytes::from).collect();
        let inputs = match since {
            Since::Inputs(inputs) => inputs,
            Since::Ever => 0,
        };
        // Pages come before data in the order of formats.
        for (_, viewer) in kinds.iter().filter(|(format, _)| *format == Format::Json) {
            let table = data::table(live, &context, *viewer, inputs);
            events.push(data_event(room.version(), &as_json(&table)));
        }
        self.send(|listener| {
            let kind = (listener.visit.format, listener.viewer);
            kinds.iter().position(|one| *one == kind).map(|at| events[at].clone())
        });
    }
}

/// The event that reloads the page.
fn reload_event(room: &Room) -> Bytes {
    Bytes::from(format!("id: {}\nevent: reload\ndata: {{}}\n\n", room.version()))
}

/// Data as text.
fn as_json(data: &impl serde::Serialize) -> String {
    serde_json::to_string(data).unwrap_or_default()
}

/// Who is there, as an event.
fn company_event(room: &Room, now: Time) -> String {
    let played_at = room.is_playing().then_some(room.header().code.as_str());
    let (sitters, whereabouts) = (room.seats().sitters(), room.whereabouts(now));
    let company = pages::table::company(&sitters, &whereabouts, played_at);
    let missed = pages::table::missed(&sitters, &whereabouts, played_at);
    format!("event: here\ndata: {}{}\n\n", company.0, missed.0)
}

/// The lobby as a change.
fn lobby_change(room: &Room, visit: &Visit, now: Time) -> Bytes {
    match visit.format {
        Format::Json => data_event(room.version(), &as_json(&data::lobby(room, visit.from.key))),
        Format::Html => {
            let html = lobby_html(room, visit, now);
            let mut event = PageEvent::new(room.version(), 1, Since::Inputs(0), html.len() + 128);
            event.line(&html);
            Bytes::from(event.done())
        }
    }
}
