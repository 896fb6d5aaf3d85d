//! The one door of a room: an input comes in, and either it is refused and nothing has changed, or effects come out.

use table::{Seat, SeatSet, Viewer};

use crate::command::{Command, Input, Requester};
use crate::effects::{Effects, Outcome, Step};
use crate::job::JobId;
use crate::opening::Opening;
use crate::refusal::Refusal;
use crate::room::Room;
use crate::time::Time;
use crate::waiting::Waiting;

/// So much a seat may have done beside playing, in entries; with every input of the game there may be some more.
const ALLOWANCE: u64 = 300;
/// For every input of the game.
const ALLOWANCE_AN_INPUT: u64 = 2;
/// The most entries of a lobby.
const LONGEST_LOBBY: u64 = 5_000;

impl Room {
    /// The one door: takes the input, or refuses it and changes nothing.
    pub fn apply(&mut self, now: Time, input: Input) -> Result<Effects, Refusal> {
        let mut step = Step { now, effects: Effects::default() };
        let is_undecided = self.is_undecided();
        match input {
            Input::Command(from, command) => {
                self.may_be_asked_more(from, &command)?;
                let outcome = self.command(&mut step, from, command)?;
                step.effects.outcome = outcome;
                self.attended(&mut step, self.viewer(from));
            }
            Input::Looked(from) => self.attended(&mut step, self.viewer(from)),
            Input::Connected(viewer) => {
                self.attendance.connect(viewer, now)?;
                self.attended(&mut step, viewer);
            }
            Input::Disconnected(viewer) => self.attendance.disconnect(viewer, now),
            Input::Moved { from, to } => {
                self.attendance.change_place(from, to, now);
                self.attended(&mut step, to);
            }
            Input::Decided(decision) => self.bot_decided(&mut step, decision),
            Input::Time => self.on_time(&mut step),
        }
        step.effects.play.decided = is_undecided && !self.is_undecided();
        step.effects.wake = self.wake();
        step.effects.wanted_jobs = self.wanted_jobs();
        Ok(step.effects)
    }

    fn command(&mut self, step: &mut Step, from: Requester, command: Command) -> Result<Outcome, Refusal> {
        match command {
            Command::Act { version, action } => {
                let seat = self.acting_seat(from)?;
                self.act(step, seat, version, &action)
            }
            Command::TakeBack { version } => {
                let seat = self.own_seat(from)?;
                self.take_back(step, seat, version)
            }
            Command::Chat(line) => {
                let seat = self.own_seat(from)?;
                self.say(step, seat, line)
            }
            Command::React(how) => {
                let seat = self.own_seat(from)?;
                self.set_reacting(step, seat, how)
            }
            Command::Pace(pace) => {
                let seat = self.own_seat(from)?;
                self.set_pace(step, seat, pace)
            }
            Command::Coach => {
                let seat = self.acting_seat(from)?;
                self.coach(step, seat)
            }
            Command::Leave => self.leave(step, from),
            Command::Return => self.come_back(step, from),
            Command::Resign => self.resign(step, from),
            Command::Replace(seat) => self.replace(step, from, seat),
            Command::Handover { link } => {
                let seat = self.own_seat(from)?;
                self.hand_over(step, seat, link)
            }
            Command::TakeSeat { link } => self.take_seat(step, from, link),
            Command::Revoke(what) => self.revoke(step, from, what),
            Command::Rematch { code, secret } => self.rematch(step, from, code, secret),
            Command::Sit { seat, name } => self.sit(step, from, seat, &name),
            Command::Stand => self.stand(step, from),
            Command::Ready => self.ready(step, from),
            Command::Unready => self.unready(step, from),
            Command::Count(spam) => self.count_spam(step, from, spam),
            Command::Kick(seat) => self.kick(step, from, seat),
            Command::Open(seat) => self.open_seat(step, from, seat),
            Command::Fill(seat, level) => self.fill(step, from, seat, level),
            Command::Start => self.start_game(step, from),
        }
    }

    /// Quota of entries: each seat has an allowance of its own, so visitors who come and go, sit and stand, say and
    /// unsay cannot make a journal long, nor spend another's allowance. In the lobby the opener is exempt; a lobby that
    /// is full can only be started. Commands a game needs to come to its end are always allowed: acting, coming back,
    /// giving up.
    fn may_be_asked_more(&self, from: Requester, command: &Command) -> Result<(), Refusal> {
        let seat = match command {
            Command::Act { .. } | Command::Start | Command::Rematch { .. } | Command::TakeSeat { .. } => None,
            Command::Kick(_) | Command::Fill(..) | Command::Open(_) => None,
            // Each of them can be done once, or once for each time that somebody has left.
            Command::Return | Command::Resign | Command::Coach | Command::Revoke(_) => None,
            Command::Sit { seat, .. } => self.seat_to_take(from, *seat),
            Command::Stand
            | Command::Ready
            | Command::Unready
            | Command::Count(_)
            | Command::TakeBack { .. }
            | Command::Chat(_)
            | Command::Leave
            | Command::Replace(_)
            | Command::React(_)
            | Command::Pace(_)
            | Command::Handover { .. } => self.own_seat(from).ok(),
        };
        let has_spent = seat.is_some_and(|seat| self.has_spent(seat));
        let is_lobby = self.game().is_none();
        let is_long = is_lobby && self.entries >= LONGEST_LOBBY;
        let is_exempt = is_lobby && self.is_opener(from);
        if has_spent && !is_exempt || is_long && !matches!(command, Command::Start) {
            return Err(Refusal::full(
                "enough has been done at this seat beside playing; open another table",
            ));
        }
        Ok(())
    }

    /// Whether this seat has had as much done beside playing as it may.
    pub(crate) fn has_spent(&self, seat: Seat) -> bool {
        let inputs = self.game().map_or(0, |live| live.inputs() as u64);
        self.spent[seat.index()] >= ALLOWANCE + ALLOWANCE_AN_INPUT * inputs
    }

    /// When the room is to be told that time has come.
    fn wake(&self) -> Option<Time> {
        match &self.waiting {
            Waiting::Nobody | Waiting::Dormant => None,
            Waiting::Window(_) => self.window_wake(),
            Waiting::Bot(thinking) => Some(thinking.wake()),
            Waiting::Person { until } => *until,
        }
    }

    /// The jobs whose decisions are still waited for.
    fn wanted_jobs(&self) -> Vec<JobId> {
        match &self.waiting {
            Waiting::Bot(thinking) => vec![thinking.job],
            Waiting::Window(window) => window.bots.iter().map(|thinking| thinking.job).collect(),
            Waiting::Nobody | Waiting::Dormant | Waiting::Person { .. } => Vec::new(),
        }
    }

    /// Carries out due timers.
    pub(crate) fn on_time(&mut self, step: &mut Step) {
        match &self.waiting {
            Waiting::Nobody => {}
            // After loading: asks the next seat.
            Waiting::Dormant => self.go_on(step),
            Waiting::Window(_) => self.window_time(step),
            Waiting::Bot(thinking) => {
                let thinking = thinking.clone();
                if thinking.is_too_late(step.now) {
                    self.swap_bot(step, &thinking);
                } else if thinking.decision().is_some() && step.now >= thinking.wake() {
                    self.take_decision(step, &thinking);
                }
            }
            Waiting::Person { until: Some(until) } if step.now >= *until => self.clock_ran_out(step),
            Waiting::Person { .. } => {}
        }
    }

    /// Somebody is there: bots that stopped because nobody was go on, and a window that waited for one person alone
    /// counts down.
    fn attended(&mut self, step: &mut Step, viewer: Viewer) {
        self.attendance.see(viewer, step.now);
        match self.waiting {
            Waiting::Dormant => self.go_on(step),
            Waiting::Window(_) => self.count_down(step),
            // A clock that stood still because nobody was there runs from now on.
            Waiting::Person { until: None } => self.waiting = Waiting::Person { until: self.deadline(step) },
            Waiting::Nobody | Waiting::Bot(_) | Waiting::Person { .. } => {}
        }
    }

    /// The seats that this requester's key opens.
    #[must_use]
    pub fn held_by(&self, from: Requester) -> SeatSet {
        self.seats.held_by(from.key)
    }

    /// The requester's seat that this is about.
    pub(crate) fn own_seat(&self, from: Requester) -> Result<Seat, Refusal> {
        let own = self.held_by(from);
        match from.seat {
            Some(seat) if own.contains(seat) => Ok(seat),
            Some(_) => Err(Refusal::forbidden("that seat is not yours; you may watch")),
            None => {
                let first = own.iter().next();
                first.ok_or_else(|| Refusal::forbidden("you have no seat at this table; you may watch"))
            }
        }
    }

    /// The same; where the requester has several seats and names none, the one that is asked.
    pub(crate) fn acting_seat(&self, from: Requester) -> Result<Seat, Refusal> {
        let (own, awaited) = (self.held_by(from), self.awaited());
        let asked = own.iter().find(|seat| awaited.contains(*seat));
        match (from.seat, asked) {
            (None, Some(seat)) if own.len() > 1 => Ok(seat),
            (Some(_) | None, _) => self.own_seat(from),
        }
    }

    /// From which point of view the requester looks.
    #[must_use]
    pub fn viewer(&self, from: Requester) -> Viewer {
        let own = self.held_by(from);
        match from.seat {
            Some(seat) if own.contains(seat) => Viewer::Seat(seat),
            Some(_) => Viewer::Bystander,
            // Several people share the device: nobody's hand is shown unasked.
            None if own.len() > 1 => Viewer::Bystander,
            None => own.iter().next().map_or(Viewer::Bystander, Viewer::Seat),
        }
    }

    /// The requester's place among listeners: the seat of its holder, from every page. So strangers do not keep a
    /// device out that several people share.
    #[must_use]
    pub fn place(&self, from: Requester) -> Viewer {
        match self.viewer(from) {
            Viewer::Seat(seat) => Viewer::Seat(seat),
            Viewer::Bystander => self.held_by(from).iter().next().map_or(Viewer::Bystander, Viewer::Seat),
        }
    }
}

impl Opening {
    /// The same table with the game begun.
    pub fn begun(mut self, now: Time) -> Result<Self, Refusal> {
        let mut room = Room::fold(self.header.clone(), &self.entries).map_err(Refusal::wrong)?;
        let mut step = Step { now, effects: Effects::default() };
        room.begin(&mut step)?;
        self.entries.extend(step.effects.write);
        Ok(self)
    }
}
