//! What visitors do: each deed is checked, taken, written down and told, or refused and nothing has changed.

use std::time::Duration;

use games::{GameName, Level};
use pages::{Plays, Presence, Reacting};
use table::{Awaits, Seat, SeatSet, Viewer};
use tokio::time::Instant;

use super::page::Asked;
use super::{Host, MOST_SEATS};
use crate::board::Board;
use crate::clock::unix_time;
use crate::entry::{Entry, Start};
use crate::key;
use crate::problem::Problem;
use crate::sitting::Stage;
use crate::store::{SeatLink, SideWrite};

/// What a visitor does.
#[derive(Debug, Clone)]
pub enum Deed {
    /// Sits down, here or where there is room.
    Sit {
        /// Where.
        seat: Option<Seat>,
        /// Under which name.
        name: String,
    },
    /// Gives the seat up before the game.
    Stand,
    /// Is ready.
    Ready,
    /// Is not ready after all.
    Unready,
    /// R2.7: tells how much spam he got today.
    Count(u32),
    /// Sends somebody away before the game.
    Kick(Seat),
    /// Puts a bot on a free seat.
    Fill(Seat, Level),
    /// Takes the bot off again.
    Open(Seat),
    /// Starts the game.
    Start,
    /// Acts in the game.
    Act {
        /// The change this answers.
        version: u64,
        /// The action in notation.
        action: String,
    },
    /// Takes his last action back.
    TakeBack {
        /// The change this answers.
        version: u64,
    },
    /// Says one of the quick lines.
    Chat(usize),
    /// Leaves; a bot stands in.
    Leave,
    /// Comes back.
    Return,
    /// Gives up for good.
    Resign,
    /// Says what is to happen in reaction windows.
    React(Reacting),
    /// Wants a link that gives the seat to another device, once.
    Handover,
    /// Takes a seat by such a link.
    TakeSeat(String),
    /// A rematch was opened under this code.
    Follow(String),
}

/// What came of a deed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    /// It is done; this was the change.
    Changed(u64),
    /// It is kept until the window closes.
    Noted(u64),
    /// The link.
    Link(String),
}

/// How much spam anybody can have got today.
const MOST_SPAM: u32 = 1_000_000;

impl Host {
    /// Does it, or says why not.
    pub(super) async fn act(&mut self, asked: &Asked, deed: Deed) -> Result<Done, Problem> {
        let own = self.sitting.held_by(asked.key);
        match deed {
            Deed::Act { version, action } => {
                let seat = self.acting_seat(asked, own)?;
                self.act_in_game(seat, version, &action).await
            }
            Deed::TakeBack { version } => {
                let seat = self.own_seat(asked, own)?;
                self.take_back(seat, version).await
            }
            Deed::Chat(line) => {
                let seat = self.own_seat(asked, own)?;
                self.chat(seat, line)
            }
            Deed::React(how) => {
                let seat = self.own_seat(asked, own)?;
                self.commit(Vec::new(), vec![SideWrite::React(seat, how)]).await?;
                self.reacting[seat.index()] = how;
                self.tell_again(seat);
                self.close_if_all_answered().await;
                Ok(Done::Noted(self.sitting.version))
            }
            Deed::Leave | Deed::Return | Deed::Resign => {
                let seat = self.own_seat(asked, own)?;
                self.come_or_go(seat, &deed).await
            }
            Deed::Handover => {
                let seat = self.own_seat(asked, own)?;
                let link = key::link().map_err(|_| Problem::broken())?;
                let hash = key::hash(&link).ok_or_else(Problem::broken)?;
                self.commit(Vec::new(), vec![SideWrite::Link(hash, seat)]).await?;
                Ok(Done::Link(link))
            }
            Deed::TakeSeat(link) => self.take_seat(asked, &link).await,
            Deed::Follow(_) if self.sitting.followed.is_some() => {
                Err(Problem::not_now("a rematch is open already"))
            }
            Deed::Follow(code) => self.change(vec![Entry::Followed(code)], Vec::new()).await,
            Deed::Sit { .. }
            | Deed::Stand
            | Deed::Ready
            | Deed::Unready
            | Deed::Count(_)
            | Deed::Kick(_)
            | Deed::Fill(..)
            | Deed::Open(_)
            | Deed::Start => self.in_lobby(asked, own, deed).await,
        }
    }

    /// The visitor's seat that this is about.
    fn own_seat(&self, asked: &Asked, own: SeatSet) -> Result<Seat, Problem> {
        match asked.seat {
            Some(seat) if own.contains(seat) => Ok(seat),
            Some(_) => Err(Problem::forbidden("that seat is not yours; you may watch")),
            None => own
                .iter()
                .next()
                .ok_or_else(|| Problem::forbidden("you have no seat at this table; you may watch")),
        }
    }

    /// The same, of several the one that is asked.
    fn acting_seat(&self, asked: &Asked, own: SeatSet) -> Result<Seat, Problem> {
        let awaited = self.sitting.awaited();
        match asked.seat {
            None if own.len() > 1 => Ok(own
                .iter()
                .find(|seat| awaited.contains(*seat))
                .map_or_else(|| self.own_seat(asked, own), Ok)?),
            Some(_) | None => self.own_seat(asked, own),
        }
    }

    pub(super) fn board_mut(&mut self) -> Result<&mut dyn Board, Problem> {
        match &mut self.sitting.stage {
            Stage::Board(board) => Ok(&mut **board),
            Stage::Lobby => Err(Problem::not_now("the game has not begun")),
            Stage::Closed(why) => Err(Problem::gone(why.clone())),
        }
    }

    async fn act_in_game(&mut self, seat: Seat, version: u64, action: &str) -> Result<Done, Problem> {
        self.board_mut()?;
        if self.bot_at(seat).is_some() {
            return Err(Problem::not_now("a bot plays for you; come back to the table first"));
        }
        if self.window.is_some() {
            let before = self.sitting.version;
            self.answer(seat, version, action).await?;
            let now = self.sitting.version;
            return Ok(if now == before { Done::Noted(now) } else { Done::Changed(now) });
        }
        if version > self.sitting.version {
            return Err(Problem::wrong("that is an answer to what has not happened yet"));
        }
        if version < self.asked[seat.index()] {
            return Err(Problem::stale("the table has moved on since; look again"));
        }
        self.play(seat, action).await?;
        Ok(Done::Changed(self.sitting.version))
    }

    /// Whether seats choose secretly at the same time, and some have not yet.
    pub(super) fn is_sealing(&self) -> bool {
        self.sitting.board().is_some_and(|board| matches!(board.awaits(), Awaits::Sealed(_)))
    }

    /// Luck falls as long as it is awaited.
    pub(super) fn fall(&mut self) -> Vec<Entry> {
        let secret = self.secret;
        let mut entries = Vec::new();
        if let Ok(board) = self.board_mut() {
            while let Some(line) = board.fall(secret) {
                entries.push(Entry::Played(line));
            }
        }
        entries
    }

    /// Writes inputs that are on the board already, tells them, and asks whoever is next.
    pub(super) async fn write_inputs(&mut self, entries: Vec<Entry>, sealing: bool) -> Result<(), Problem> {
        let inputs = self.sitting.board().map_or(0, |board| board.inputs()) - entries.len();
        for entry in &entries {
            self.sitting.note(entry).map_err(Problem::wrong)?;
        }
        let over = self.sitting.board().is_some_and(|board| board.ending().is_some());
        let side_writes = if over { vec![SideWrite::Stage("over")] } else { Vec::new() };
        self.commit(entries, side_writes).await?;
        self.now_asked(sealing);
        self.open_window();
        self.ask();
        self.tell_inputs(inputs);
        if over {
            self.tell_reload();
        }
        Ok(())
    }

    /// From this change on everybody is asked anew, but for those whose secret choice is still open.
    fn now_asked(&mut self, sealing: bool) {
        let awaited = self.sitting.awaited();
        for index in 0..MOST_SEATS {
            let still = sealing && Seat::new(index).is_some_and(|seat| awaited.contains(seat));
            if !still {
                self.asked[index] = self.sitting.version;
            }
        }
    }

    /// After a start: luck falls, and whoever is asked is asked.
    pub(super) async fn go_on(&mut self) {
        let entries = self.fall();
        if entries.is_empty() {
            self.ask();
        } else {
            let _ = self.write_inputs(entries, false).await;
        }
    }

    /// To how many inputs this seat may take back: to before its own last action, if since then nothing was revealed
    /// and no other person has acted.
    pub(super) fn may_take_back(&self, seat: Seat) -> Option<usize> {
        let board = self.sitting.board()?;
        if board.ending().is_some() || self.bot_at(seat).is_some() {
            return None;
        }
        let settled = board.settled();
        for input in (settled..board.inputs()).rev() {
            match board.author(input) {
                Some(author) if author == seat => return Some(input),
                Some(author) if self.bot_at(author).is_some() => {}
                Some(_) | None => return None,
            }
        }
        None
    }

    async fn take_back(&mut self, seat: Seat, version: u64) -> Result<Done, Problem> {
        if version != self.sitting.version {
            return Err(Problem::stale("the table has moved on since; look again"));
        }
        let Some(to) = self.may_take_back(seat) else {
            return Err(Problem::not_now(
                "nothing can be taken back: luck fell, something secret was shown, or another person has acted since",
            ));
        };
        self.board_mut()?.take_back(to)?;
        let entry = Entry::TookBack(to);
        self.sitting.note(&entry).map_err(Problem::wrong)?;
        self.commit(vec![entry], Vec::new()).await?;
        self.now_asked(false);
        self.open_window();
        self.ask();
        self.tell_afresh();
        Ok(Done::Changed(self.sitting.version))
    }

    async fn come_or_go(&mut self, seat: Seat, deed: &Deed) -> Result<Done, Problem> {
        if !self.sitting.is_playing() {
            return Err(Problem::not_now("that is for a game that is being played"));
        }
        let presence = self.sitting.chairs[seat.index()].sitter.presence;
        let entry = match (deed, presence) {
            (_, Presence::Resigned) => {
                return Err(Problem::not_now("you have given this game up; a bot plays it to its end"));
            }
            (Deed::Resign, _) => Entry::Resigned(seat),
            (Deed::Return, Presence::Away) => Entry::Returned(seat),
            (Deed::Return, Presence::Here) => return Ok(Done::Changed(self.sitting.version)),
            (_, Presence::Away) => return Ok(Done::Changed(self.sitting.version)),
            (_, Presence::Here) => Entry::Left(seat),
        };
        self.sitting.note(&entry).map_err(Problem::wrong)?;
        self.commit(vec![entry], Vec::new()).await?;
        self.asked[seat.index()] = self.sitting.version;
        self.ask();
        self.tell_afresh();
        self.close_if_all_answered().await;
        Ok(Done::Changed(self.sitting.version))
    }

    async fn take_seat(&mut self, asked: &Asked, link: &str) -> Result<Done, Problem> {
        let used = || {
            Problem::gone("this link has been used, is older than a day, or never was one; ask for another")
        };
        let key =
            asked.key.ok_or_else(|| Problem::forbidden("your browser keeps no cookie for this site"))?;
        let hash = key::hash(link).ok_or_else(used)?;
        let found = self.house.store().link(hash).await.map_err(|_| Problem::broken())?;
        let fits = |link: &SeatLink| link.code == self.code && !link.has_expired(unix_time());
        let SeatLink { seat, .. } = found.filter(fits).ok_or_else(used)?;
        self.commit(Vec::new(), vec![SideWrite::NoLink(hash), SideWrite::Key(key, seat)]).await?;
        let chair = &mut self.sitting.chairs[seat.index()];
        if !chair.keys.contains(&key) {
            chair.keys.push(key);
        }
        self.keep_summary();
        Ok(Done::Changed(self.sitting.version))
    }

    fn chat(&mut self, seat: Seat, line: usize) -> Result<Done, Problem> {
        let Some(words) = pages::table::QUICK_CHAT.get(line) else {
            return Err(Problem::wrong("there is no such line to say"));
        };
        let now = Instant::now();
        let before = self.chatted[seat.index()].replace(now);
        if before.is_some_and(|before| now - before < Duration::from_secs(1)) {
            return Err(Problem::too_much(
                axum::http::StatusCode::TOO_MANY_REQUESTS,
                "one line a second is enough for anybody",
            ));
        }
        self.tell_chat(seat, words);
        Ok(Done::Noted(self.sitting.version))
    }

    /// Entries that change no board: taken, written, told as a whole.
    async fn change(&mut self, entries: Vec<Entry>, side_writes: Vec<SideWrite>) -> Result<Done, Problem> {
        for entry in &entries {
            self.sitting.note(entry).map_err(Problem::wrong)?;
        }
        self.commit(entries, side_writes).await?;
        self.tell_afresh();
        Ok(Done::Changed(self.sitting.version))
    }

    async fn in_lobby(&mut self, asked: &Asked, own: SeatSet, deed: Deed) -> Result<Done, Problem> {
        if !matches!(self.sitting.stage, Stage::Lobby) {
            return Err(Problem::not_now("the game has begun"));
        }
        let opener = asked.key.is_some() && asked.key == self.opener;
        match deed {
            Deed::Sit { seat, name } => self.sit(asked, own, seat, name).await,
            Deed::Stand => {
                let seat = self.own_seat(asked, own)?;
                self.free(seat).await
            }
            Deed::Ready | Deed::Unready => {
                let seat = self.own_seat(asked, own)?;
                let entry =
                    if matches!(deed, Deed::Ready) { Entry::Readied(seat) } else { Entry::Unreadied(seat) };
                self.change(vec![entry], Vec::new()).await
            }
            Deed::Count(spam) => {
                let seat = self.own_seat(asked, own)?;
                if self.sitting.options.game()? != GameName::SpamORama {
                    return Err(Problem::wrong("R2.7 is a rule of Spam-O-Rama; here nobody asks"));
                }
                self.change(vec![Entry::Counted(seat, spam.min(MOST_SPAM))], Vec::new()).await
            }
            Deed::Kick(seat) => {
                only_for_openers(opener)?;
                match self.plays_at(seat)? {
                    Plays::Nobody => Err(Problem::not_now("nobody sits there")),
                    Plays::Person | Plays::Bot(_) => self.free(seat).await,
                }
            }
            Deed::Open(seat) => {
                only_for_openers(opener)?;
                match self.plays_at(seat)? {
                    Plays::Bot(_) => self.free(seat).await,
                    Plays::Nobody | Plays::Person => Err(Problem::not_now("no bot sits there")),
                }
            }
            Deed::Fill(seat, level) => {
                only_for_openers(opener)?;
                match self.plays_at(seat)? {
                    Plays::Nobody => {
                        let name = bot_name(seat, level);
                        self.change(vec![Entry::Sat { seat, plays: Plays::Bot(level), name }], Vec::new())
                            .await
                    }
                    Plays::Person | Plays::Bot(_) => Err(Problem::not_now("somebody sits there")),
                }
            }
            Deed::Start => {
                if !opener && own.is_empty() {
                    return Err(Problem::forbidden("only those who sit here may start"));
                }
                self.start_game().await
            }
            Deed::Act { .. }
            | Deed::TakeBack { .. }
            | Deed::Chat(_)
            | Deed::Leave
            | Deed::Return
            | Deed::Resign
            | Deed::React(_)
            | Deed::Handover
            | Deed::TakeSeat(_)
            | Deed::Follow(_) => Err(Problem::not_now("the game has not begun")),
        }
    }

    fn plays_at(&self, seat: Seat) -> Result<Plays, Problem> {
        let chair = self.sitting.chairs.get(seat.index());
        chair.map(|chair| chair.sitter.plays).ok_or_else(|| Problem::wrong("there is no such seat here"))
    }

    fn is_free(&self, seat: Seat) -> bool {
        self.plays_at(seat) == Ok(Plays::Nobody)
    }

    async fn sit(
        &mut self,
        asked: &Asked,
        own: SeatSet,
        seat: Option<Seat>,
        name: String,
    ) -> Result<Done, Problem> {
        let key =
            asked.key.ok_or_else(|| Problem::forbidden("your browser keeps no cookie for this site"))?;
        // Who sits may change his name by sitting down on his own seat again.
        let seat = match seat {
            Some(seat) if own.contains(seat) => Some(seat),
            Some(seat) => Some(seat).filter(|seat| self.is_free(*seat)),
            None => {
                self.sitting.chairs.iter().map(|chair| chair.sitter.seat).find(|seat| self.is_free(*seat))
            }
        };
        let seat = seat.ok_or_else(|| Problem::not_now("that seat is taken; choose another, or watch"))?;
        let name = proper_name(&name).unwrap_or_else(|| format!("Player {seat}"));
        let entries = vec![Entry::Sat { seat, plays: Plays::Person, name }];
        let chair = &mut self.sitting.chairs[seat.index()];
        if !chair.keys.contains(&key) {
            chair.keys.push(key);
        }
        self.change(entries, vec![SideWrite::Key(key, seat)]).await
    }

    async fn free(&mut self, seat: Seat) -> Result<Done, Problem> {
        let freed = self.change(vec![Entry::Stood(seat)], vec![SideWrite::NoKeys(seat)]).await;
        self.look_who_listens();
        freed
    }

    async fn start_game(&mut self) -> Result<Done, Problem> {
        if let Some(why) = self.sitting.not_yet() {
            return Err(Problem::not_now(why));
        }
        let game = self.sitting.options.build(self.sitting.least_spam(), self.secret)?;
        let (rules, setting) = crate::board::board(game).start();
        let entry = Entry::Started(Start { rules, setting });
        self.sitting.take(&entry).map_err(Problem::wrong)?;
        self.commit(vec![entry], vec![SideWrite::Stage("playing")]).await?;
        self.go_on().await;
        self.tell_reload();
        Ok(Done::Changed(self.sitting.version))
    }

    /// As whom the visitor looks.
    pub(super) fn viewer(&self, asked: &Asked) -> Viewer {
        let own = self.sitting.held_by(asked.key);
        match asked.seat {
            Some(seat) if own.contains(seat) => Viewer::Seat(seat),
            Some(_) => Viewer::Bystander,
            // Several people share the device: nobody's hand is shown unasked.
            None if own.len() > 1 => Viewer::Bystander,
            None => own.iter().next().map_or(Viewer::Bystander, Viewer::Seat),
        }
    }
}

fn only_for_openers(opener: bool) -> Result<(), Problem> {
    match opener {
        true => Ok(()),
        false => Err(Problem::forbidden("only whoever opened the table may do that")),
    }
}

/// A name as it may stand at a table: one line, no control characters, at most 24 letters; `None` if nothing is left.
#[must_use]
pub fn proper_name(name: &str) -> Option<String> {
    let clean: String = name.chars().filter(|c| !c.is_control() && !is_invisible(*c)).take(24).collect();
    let clean = clean.split_whitespace().collect::<Vec<_>>().join(" ");
    (!clean.is_empty()).then_some(clean)
}

/// The name somebody gave, or what he is called who gave none.
#[must_use]
pub fn name_or_guest(name: &str) -> String {
    proper_name(name).unwrap_or_else(|| "Guest".to_owned())
}

/// Letters that turn text around or hide in it, and the marks that sentences use for seats.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}' | '\u{feff}')
}

/// What a bot is called.
#[must_use]
pub fn bot_name(seat: Seat, level: Level) -> String {
    const NAMES: [&str; 6] = ["Baud", "Bounce", "Daemon", "Finger", "Gopher", "Usenet"];
    format!("{} the {}", NAMES[seat.index() % NAMES.len()], level.title())
}
