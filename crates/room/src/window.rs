//! S7.3: reaction windows. Everybody is asked at the same time and has as long as everybody else, with every hand.
//! Answers are kept until the window closes, then the game hears them in the order of the seats. Bots are asked when it
//! opens and heard when it closes, so that nothing about it depends on a bot's hand. A seat that could change nothing
//! is not stopped, and others cannot tell: the window is open as long, and may be passed as early.

use std::time::Duration;

use table::{Seat, SeatSet};

use crate::effects::{Outcome, Step, Tell};
use crate::entry::Entry;
use crate::game::LiveGame;
use crate::job::Thinking;
use crate::reaction::Reacting;
use crate::refusal::Refusal;
use crate::room::Room;
use crate::seats::{Plays, Presence};
use crate::time::Time;
use crate::waiting::{OpenWindow, Waiting};

/// Extra time for holding seats.
const HOLD: Duration = Duration::from_secs(30);
/// How often a seat may answer in one window.
const MOST_ANSWERS: u32 = 8;

impl Room {
    /// Opens the window that the game asks for.
    pub(crate) fn open_window(&mut self, step: &mut Step) -> Waiting {
        let now = step.now;
        if !self.attendance.is_anybody_there(now) {
            return Waiting::Dormant;
        }
        let seats: Vec<Seat> = self.seats.iter().map(|chair| chair.sitter.seat).collect();
        let levels: Vec<(Seat, games::Level)> =
            seats.iter().filter_map(|seat| Some((*seat, self.seats.bot_at(*seat)?))).collect();
        // The same for all bots at the table, whether the window asks them or not; they may think one after the other.
        let think: Duration = levels.iter().map(|(_, level)| self.deliberation(*level)).sum();
        let mut earliest = now + think;
        let mut bots = Vec::new();
        for (seat, level) in levels {
            bots.extend(self.ask_bot(step, seat, level, earliest));
        }
        let whole = self.options.window().unwrap_or_default();
        let without_a_say = self.game().map_or(SeatSet::EMPTY, LiveGame::without_a_say);
        // Where every seat passes with any hand, or can be seen to have no say, there is nobody to wait for.
        let (whole, closes) = if self.everybody_passes(without_a_say) {
            earliest = now + self.pace().max(think);
            (Some(whole), Some(earliest))
        } else if let Some(alone) = self.alone(now) {
            let can_answer = self.game().is_some_and(|live| live.answers(alone) > 1) && self.asks(alone);
            (None, (!can_answer).then_some(earliest))
        } else {
            (Some(whole), Some(now + whole.max(think)))
        };
        // People may come and go while the window is open, and it must be found again: so not the last change.
        Waiting::Window(OpenWindow {
            since: self.moved,
            bots,
            without_a_say,
            whole,
            closes,
            earliest,
            held: false,
        })
    }

    /// The one person at a table of bots, if nobody else is there who could read the clock, nor anybody away who could
    /// come back to it.
    pub(crate) fn alone(&self, now: Time) -> Option<Seat> {
        let mut people = self
            .seats
            .iter()
            .map(|chair| &chair.sitter)
            .filter(|sitter| sitter.plays == Plays::Person && sitter.presence != Presence::Resigned);
        let alone = people.next().filter(|sitter| sitter.presence == Presence::Here)?.seat;
        (people.next().is_none() && !self.attendance.is_anybody_but(alone, now)).then_some(alone)
    }

    /// The clock of the window has changed, and everybody's page is to show it.
    fn tell_clock(&self, step: &mut Step) {
        step.effects.tell.push(Tell::Inputs { after: self.game().map_or(0, LiveGame::inputs) });
    }

    /// Somebody else has come while the window waits for one person: from now on it counts down, from a time in which
    /// that person can notice it.
    pub(crate) fn count_down(&mut self, step: &mut Step) {
        let (now, alone) = (step.now, self.alone(step.now));
        if let (Waiting::Window(window), None) = (&mut self.waiting, alone)
            && window.whole.is_none()
        {
            window.whole = Some(HOLD);
            window.closes = Some(now + HOLD);
            self.tell_clock(step);
        }
    }

    /// Whether a window stops the person of this seat: some answer of theirs could change something, or they want to be
    /// asked always. Nobody else may know.
    pub(crate) fn asks(&self, seat: Seat) -> bool {
        self.reacting(seat).asks_always() || self.game().is_some_and(|live| live.has_a_say(seat))
    }

    /// Whether this seat has no say, as everybody can see of these, or its person has said that they pass: it need not
    /// be asked.
    pub(crate) fn passes_anyway(&self, seat: Seat, without_a_say: SeatSet) -> bool {
        without_a_say.contains(seat) || self.seats.manned().contains(seat) && self.reacting(seat).passes()
    }

    /// Whether there are only bots, people who have said that they pass, and people who can be seen to have no say.
    fn everybody_passes(&self, without_a_say: SeatSet) -> bool {
        self.seats.manned().iter().all(|seat| self.passes_anyway(seat, without_a_say))
    }

    /// A person answers in the window, and may answer otherwise until it closes.
    pub(crate) fn answer(
        &mut self,
        step: &mut Step,
        seat: Seat,
        version: u64,
        action: &str,
    ) -> Result<Outcome, Refusal> {
        let Waiting::Window(OpenWindow { since, .. }) = self.waiting else {
            return Err(Refusal::not_now("the window has closed"));
        };
        if version < since || version > self.version {
            return Err(Refusal::stale("the table has moved on; look again"));
        }
        let before = self.answers.get(&seat).filter(|answer| answer.since == since);
        if before.is_some_and(|answer| answer.times >= MOST_ANSWERS) {
            return Err(Refusal::full("you have changed your mind often enough in this window"));
        }
        self.game_mut()?.may_answer(seat, action)?;
        self.record(step, Entry::Answered { seat, since, action: action.to_owned() });
        step.effects.tell.push(Tell::Own(seat));
        let inputs = self.game().map_or(0, LiveGame::inputs);
        let is_pass = self.game().and_then(LiveGame::pass).is_some_and(|pass| pass == action);
        self.window_time(step);
        let Some(live) = self.game().filter(|live| live.inputs() > inputs) else {
            return Ok(Outcome::Noted(self.version));
        };
        // The game took the answer if it is among its inputs; a lost pass loses nothing.
        let heard = (inputs..live.inputs()).any(|input| live.author(input) == Some(seat));
        Ok(if heard || is_pass { Outcome::Changed(self.version) } else { Outcome::Prevented(self.version) })
    }

    /// Sets a seat's wish for windows.
    pub(crate) fn set_reacting(
        &mut self,
        step: &mut Step,
        seat: Seat,
        how: Reacting,
    ) -> Result<Outcome, Refusal> {
        if how == Reacting::Turn && !self.is_playing() {
            return Err(Refusal::not_now("nobody's turn is being played"));
        }
        let set = self.reacting[seat.index()];
        if set.with(how, self.turn()) != set {
            self.record(step, Entry::Reacting(seat, how));
        }
        step.effects.tell.push(Tell::Own(seat));
        self.window_time(step);
        let after = self.game().map_or(0, LiveGame::inputs);
        if self.pass_unasked(step) {
            self.go_on_after(step, after);
        }
        Ok(Outcome::Noted(self.version))
    }

    /// This seat's answer in the open window.
    #[must_use]
    pub fn answered(&self, seat: Seat) -> Option<&str> {
        let Waiting::Window(window) = &self.waiting else { return None };
        let answer = self.answers.get(&seat).filter(|answer| answer.since == window.since)?;
        Some(&answer.action)
    }

    /// The people who have not answered, nor said that they pass, and of whom nobody can see that they have no say.
    fn unanswered(&self) -> impl Iterator<Item = Seat> {
        let without_a_say = match &self.waiting {
            Waiting::Window(window) => window.without_a_say,
            Waiting::Nobody | Waiting::Dormant | Waiting::Bot(_) | Waiting::Person { .. } => SeatSet::EMPTY,
        };
        let silent =
            move |seat: &Seat| self.answered(*seat).is_none() && !self.passes_anyway(*seat, without_a_say);
        self.seats.manned().iter().filter(silent)
    }

    /// When the window is to be looked at again.
    pub(crate) fn window_wake(&self) -> Option<Time> {
        let Waiting::Window(window) = &self.waiting else { return None };
        let late = window.bots.iter().filter(|bot| bot.decision().is_none()).map(Thinking::wake).min();
        late.or_else(|| {
            let decided = window.bots.iter().map(Thinking::wake).max();
            self.window_closes().map(|closes| decided.map_or(closes, |decided| decided.max(closes)))
        })
    }

    /// When it closes as things are: early when every person has answered.
    fn window_closes(&self) -> Option<Time> {
        let Waiting::Window(window) = &self.waiting else { return None };
        let all_answered = !self.seats.manned().is_empty() && self.unanswered().next().is_none();
        if all_answered { Some(window.earliest) } else { window.closes }
    }

    /// Closes the window if its time has come and every bot has decided.
    pub(crate) fn window_time(&mut self, step: &mut Step) {
        let Waiting::Window(window) = &self.waiting else { return };
        let late: Vec<Thinking> =
            window.bots.iter().filter(|bot| bot.is_too_late(step.now)).cloned().collect();
        for late in late {
            self.swap_bot(step, &late);
        }
        let Waiting::Window(window) = &self.waiting else { return };
        let undecided = window.bots.iter().any(|bot| bot.decision().is_none());
        if undecided || self.window_wake().is_none_or(|wake| step.now < wake) {
            return;
        }
        let holds = self.unanswered().any(|seat| self.reacting(seat) == Reacting::Hold);
        if let Waiting::Window(window) = &mut self.waiting
            && holds
            && !window.held
        {
            window.held = true;
            window.closes = window.closes.map(|closes| closes + HOLD);
            window.whole = window.whole.map(|whole| whole + HOLD);
            self.tell_clock(step);
        } else {
            self.close_window(step);
        }
    }

    /// Somebody has come or gone while a window is open: it stays open, and the seat's present decider is asked.
    pub(crate) fn window_seat_changed(&mut self, step: &mut Step, seat: Seat) {
        let bot = self.seats.bot_at(seat).map(|level| (level, self.deliberation(level)));
        let Waiting::Window(window) = &mut self.waiting else { return };
        window.bots.retain(|thinking| thinking.seat != seat);
        let earliest = window.earliest;
        if let Some((level, time)) = bot {
            let due = earliest.max(step.now + time);
            let asked = self.ask_bot(step, seat, level, due);
            if let Waiting::Window(window) = &mut self.waiting {
                window.bots.extend(asked);
            }
        }
        self.window_time(step);
    }

    /// The game hears the answers in the order of the seats, until somebody reacts.
    fn close_window(&mut self, step: &mut Step) {
        let Waiting::Window(window) = &self.waiting else { return };
        let mut said: Vec<(Seat, String)> = Vec::new();
        for bot in &window.bots {
            said.extend(bot.decision().map(|action| (bot.seat, action.to_owned())));
        }
        for seat in self.seats.manned().iter() {
            said.extend(self.answered(seat).map(|action| (seat, action.to_owned())));
        }
        let after = self.game().map_or(0, LiveGame::inputs);
        // Only those of this round: if all pass, another window may open at once, and nobody was asked in that yet.
        let mut unheard = self.game().map_or(SeatSet::EMPTY, LiveGame::still_asked);
        while let Some(pass) = self.game().and_then(LiveGame::pass) {
            let Some(seat) = self.awaited().iter().next().filter(|seat| unheard.contains(*seat)) else {
                break;
            };
            unheard = unheard.without(seat);
            let own = said.iter().find(|(by, _)| *by == seat).map_or(&pass, |(_, action)| action);
            // A legal answer is still legal if all before it have passed. Else it is a pass.
            let reacted = *own != pass && self.play_input(step, seat, own).is_ok();
            if reacted || self.play_input(step, seat, &pass).is_err() {
                break;
            }
        }
        self.go_on_after(step, after);
    }
}
