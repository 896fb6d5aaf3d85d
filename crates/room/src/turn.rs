//! The game loop of a room: a seat acts, luck is drawn, the next seat is asked.

use table::Seat;

use crate::effects::{Outcome, Progress, Step, Tell};
use crate::entry::Entry;
use crate::game::LiveGame;
use crate::refusal::Refusal;
use crate::room::Room;
use crate::waiting::Waiting;

impl Room {
    /// A person acts: at once, or as an answer that is kept until the window closes.
    pub(crate) fn act(
        &mut self,
        step: &mut Step,
        seat: Seat,
        version: u64,
        action: &str,
    ) -> Result<Outcome, Refusal> {
        self.game_mut()?;
        if self.seats.bot_at(seat).is_some() {
            return Err(Refusal::not_now("a bot plays for you; come back to the table first"));
        }
        if let Waiting::Window(_) = self.waiting {
            return self.answer(step, seat, version, action);
        }
        if self.waiting == Waiting::Dormant && self.asks_for_reactions() {
            // Everybody was gone when the window should have opened: it opens at the next look.
            return Err(Refusal::stale("the table has just been taken up again; look again"));
        }
        if version > self.version {
            return Err(Refusal::wrong("that is an answer to what has not happened yet"));
        }
        if version < self.asked[seat.index()] {
            return Err(Refusal::stale("the table has moved on since; look again"));
        }
        self.play(step, seat, action)?;
        Ok(Outcome::Changed(self.version))
    }

    /// A seat acts in the game, or is refused and nothing has changed.
    pub(crate) fn play(&mut self, step: &mut Step, seat: Seat, action: &str) -> Result<(), Refusal> {
        let after = self.game().map_or(0, LiveGame::inputs);
        self.play_input(step, seat, action)?;
        self.go_on_after(step, after);
        Ok(())
    }

    /// The input alone.
    pub(crate) fn play_input(&mut self, step: &mut Step, seat: Seat, action: &str) -> Result<(), Refusal> {
        let before = self.before();
        let names = self.seats.names();
        let name_of = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string());
        let line = self.game_mut()?.act(seat, action, name_of)?;
        self.played(before);
        self.record(step, Entry::Played(line));
        Ok(())
    }

    /// Passes for a seat that need not be asked for a reaction; whether it did. No window opens where everybody can see
    /// that all lack a say. At a table without windows it passes for a seat that can be seen to have no say or that has
    /// chosen to pass, and for a person alone among bots who could change nothing.
    pub(crate) fn pass_unasked(&mut self, step: &mut Step) -> bool {
        let Some(live) = self.game() else { return false };
        let (Some(pass), Some(asked)) = (live.pass(), self.awaited().iter().next()) else { return false };
        let without_a_say = live.without_a_say();
        let need_not = match self.options.window() {
            Some(_) => live.still_asked().is_subset(without_a_say),
            None => {
                let is_alone = self.alone(step.now) == Some(asked);
                self.passes_anyway(asked, without_a_say) || is_alone && !self.asks(asked)
            }
        };
        need_not && self.play_input(step, asked, &pass).is_ok()
    }

    /// Draws luck as long as it is awaited, then asks the next seat.
    pub(crate) fn go_on(&mut self, step: &mut Step) {
        self.go_on_after(step, self.game().map_or(0, LiveGame::inputs));
    }

    /// The same after inputs that are not published yet.
    pub(crate) fn go_on_after(&mut self, step: &mut Step, after: usize) {
        let secret = self.header.secret;
        loop {
            let before = self.before();
            let drawn = match before.occasion() {
                Some(occasion) => {
                    let times = self.drawn.times(&occasion);
                    self.game_mut().ok().and_then(|live| live.draw_of_deal(secret, &occasion, times))
                }
                None => self.game_mut().ok().and_then(|live| live.draw_luck(secret)),
            };
            match drawn {
                Some(line) => {
                    self.played(before);
                    self.record(step, Entry::Played(line));
                }
                None if self.pass_unasked(step) => {}
                None => break,
            }
        }
        if self.game().is_some_and(|live| live.inputs() > after) {
            step.effects.tell.push(Tell::Inputs { after });
            if !self.is_playing() {
                step.effects.progress = Some(Progress::Over);
                step.effects.play.score = self.score();
                step.effects.tell.push(Tell::Reload);
            }
        }
        self.ask(step);
    }

    /// Asks the seat to decide: a bot thinks, a person is waited for, in a window all are.
    pub(crate) fn ask(&mut self, step: &mut Step) {
        let awaited = self.awaited();
        let bot = awaited.iter().find_map(|seat| Some((seat, self.seats.bot_at(seat)?)));
        let keeps = match &self.waiting {
            // Others have chosen under seal meanwhile: this bot is still asked the same.
            Waiting::Bot(thinking) => {
                awaited.contains(thinking.seat)
                    && self.asked[thinking.seat.index()] == thinking.asked
                    && self.seats.bot_at(thinking.seat).is_some()
            }
            Waiting::Nobody | Waiting::Dormant | Waiting::Window(_) | Waiting::Person { .. } => false,
        };
        if keeps {
            return;
        }
        self.waiting = if awaited.is_empty() || !self.is_playing() {
            Waiting::Nobody
        } else if self.asks_for_reactions() {
            self.open_window(step)
        } else if let Some((seat, level)) = bot {
            self.ask_for(step, seat, level)
        } else {
            Waiting::Person { until: self.deadline(step) }
        };
    }

    /// Whether the game asks for reactions, and this table opens windows for them.
    fn asks_for_reactions(&self) -> bool {
        self.options.window().is_some() && self.game().is_some_and(|live| live.pass().is_some())
    }

    /// This bot decides for a seat, if somebody is there to see it.
    pub(crate) fn ask_for(&mut self, step: &mut Step, seat: Seat, level: games::Level) -> Waiting {
        if !self.attendance.is_anybody_there(step.now) {
            self.clock = None;
            return Waiting::Dormant;
        }
        let due = step.now + self.pace().max(self.deliberation(level));
        self.ask_bot(step, seat, level, due).map_or(Waiting::Nobody, Waiting::Bot)
    }
}
