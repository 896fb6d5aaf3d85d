//! S7.3: reaction windows. Everybody is asked at the same time and has as long as everybody else, whatever he holds;
//! answers are kept until the window closes, then the game hears them in the order of the seats.

use std::collections::BTreeMap;
use std::time::Duration;

use pages::Reacting;
use table::Seat;
use tokio::time::Instant;

use super::Host;
use crate::entry::Entry;
use crate::problem::Problem;
use crate::store::SideWrite;

/// How much longer the table waits for those who hold.
const HOLD: Duration = Duration::from_secs(30);

/// A reaction window.
pub(super) struct OpenWindow {
    /// The change that opened it.
    pub(super) since: u64,
    /// What the seats have answered.
    pub(super) answers: BTreeMap<Seat, String>,
    pub(super) whole: Duration,
    closes: Instant,
}

impl OpenWindow {
    pub(super) fn closes(&self) -> Instant {
        self.closes
    }

    pub(super) fn is_due(&self, now: Instant) -> bool {
        now >= self.closes
    }
}

impl Host {
    /// Opens the window that the game asks for, if the table has windows; what was open is over.
    pub(super) fn open_window(&mut self) {
        self.window = None;
        let asks = self.sitting.board().is_some_and(|board| board.pass().is_some());
        if let (true, Some(whole)) = (asks, self.sitting.options.window()) {
            // Not the last line: people may come and go while the window is open, and it must be found again.
            let since = self.sitting.moved;
            // Where everybody passes whatever he holds, nobody has to be waited for.
            let wait = if self.everybody_passes() { self.pace() } else { whole };
            self.window =
                Some(OpenWindow { since, answers: BTreeMap::new(), whole, closes: Instant::now() + wait });
        }
    }

    /// After a restart: the window opens again, with the answers that were given in it.
    pub(super) fn reopen(&mut self, answers: Vec<(Seat, u64, String)>) {
        self.open_window();
        if let Some(window) = &mut self.window {
            let here = answers.into_iter().filter(|(_, since, _)| *since == window.since);
            window.answers = here.map(|(seat, _, action)| (seat, action)).collect();
        }
    }

    /// The seats for which people decide now.
    fn people(&self) -> impl Iterator<Item = Seat> {
        self.sitting.chairs.iter().filter(|chair| chair.is_manned()).map(|chair| chair.sitter.seat)
    }

    /// Whether there are only bots, and people who have said that they always pass.
    fn everybody_passes(&self) -> bool {
        self.people().all(|seat| self.reacting[seat.index()] == Reacting::Pass)
    }

    fn pace(&self) -> Duration {
        Duration::from_millis(self.sitting.options.pace)
    }

    /// A seat answers in the window; it may answer otherwise until the window closes.
    pub(super) async fn answer(&mut self, seat: Seat, version: u64, action: &str) -> Result<(), Problem> {
        let Some(window) = &self.window else { return Err(Problem::not_now("the window has closed")) };
        if version < window.since || version > self.sitting.version {
            return Err(Problem::stale("the table has moved on; look again"));
        }
        let since = window.since;
        self.board_mut()?.may_answer(seat, action)?;
        let side_write = SideWrite::Answer(seat, since, action.to_owned());
        self.commit(Vec::new(), vec![side_write]).await?;
        if let Some(window) = &mut self.window {
            window.answers.insert(seat, action.to_owned());
        }
        self.tell_again(seat);
        self.close_if_all_answered().await;
        Ok(())
    }

    /// The window closes early only when every person at the table has said so himself.
    pub(super) async fn close_if_all_answered(&mut self) {
        if self.all_have_answered() {
            self.close_window().await;
        }
    }

    fn all_have_answered(&self) -> bool {
        let Some(window) = &self.window else { return false };
        let answered =
            |seat: Seat| window.answers.contains_key(&seat) || self.reacting[seat.index()] == Reacting::Pass;
        self.people().next().is_some() && self.people().all(answered)
    }

    /// Whether somebody holds and has not answered.
    fn somebody_holds(&self, window: &OpenWindow) -> bool {
        self.people()
            .any(|seat| self.reacting[seat.index()] == Reacting::Hold && !window.answers.contains_key(&seat))
    }

    /// The time is up, or everybody has answered. Those who hold and have not answered are waited for, for a while.
    pub(super) async fn close_window(&mut self) {
        let Some(mut window) = self.window.take() else { return };
        if window.whole < HOLD && self.somebody_holds(&window) {
            window.closes += HOLD;
            window.whole += HOLD;
            self.window = Some(window);
            return;
        }
        let answers = window.answers;
        let mut entries = Vec::new();
        let sitters = self.sitting.sitters();
        while let Some(pass) = self.sitting.board().and_then(|board| board.pass()) {
            let Some(seat) = self.sitting.awaited().iter().next() else { break };
            let said = match self.bot_at(seat) {
                Some(level) => {
                    let secret = self.secret;
                    let thought = self.sitting.board().map(|board| board.thought(seat, level, secret));
                    match thought {
                        Some(thought) => self.house.pool().think(thought).await,
                        None => None,
                    }
                }
                None => answers.get(&seat).cloned(),
            };
            let said = said.unwrap_or_else(|| pass.clone());
            let Ok(board) = self.board_mut() else { break };
            // What was possible when it was said is possible now: all before have passed. Else it is a pass.
            let taken = board.act(seat, &said, &sitters).map(|line| (line, said != pass));
            let taken = taken.or_else(|_| board.act(seat, &pass, &sitters).map(|line| (line, false)));
            let Ok((line, reacted)) = taken else { break };
            entries.push(Entry::Played(line));
            if reacted {
                break;
            }
        }
        entries.extend(self.fall());
        if !entries.is_empty() {
            let _ = self.write_inputs(entries, false).await;
        }
    }
}
