//! A live game behind one face, whichever game it is: inputs in, pages and events out.

use std::fmt::Write as _;

use bots::Bot as _;
use bytes::Bytes;
use games::{AnyGame, GameName, Level};
use maud::Markup;
use pages::table::{self as draw, Menu};
use pages::{Frame, Regions, Sitter, Staged, Status};
use serde_json::{Value, json};
use table::{Awaits, Ending, Event as _, MOST_SEATS, Match, Prompt, Purpose, Refusal as _, has_byte};
use table::{Seat, Seed, Viewer};

use crate::problem::Problem;

/// In which words a client wants to hear of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Regions of the page.
    Html,
    /// Data for programs.
    Json,
}

/// What goes around the game when it is drawn.
pub struct Scene<'a> {
    /// The code of the match.
    pub code: &'a str,
    /// The number of the last change.
    pub version: u64,
    /// Who sits where.
    pub sitters: &'a [Sitter],
    /// Windows, clock and settings for those who are to see it.
    pub statuses: &'a [(Viewer, Status)],
}

impl<'a> Scene<'a> {
    /// Windows, clock and settings for a viewer; none for whom they were not looked up.
    fn status(&self, viewer: Viewer) -> &'a Status {
        static NOTHING: Status = Status::NONE;
        self.statuses.iter().find(|(of, _)| *of == viewer).map_or(&NOTHING, |(_, status)| status)
    }
}

/// How much of the log goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// Only what happened after so many inputs.
    Inputs(usize),
    /// All of it, in place of what the client has.
    Ever,
}

/// What a bot is to decide, to be done on another thread: gives the action in notation.
pub type Thought = Box<dyn FnOnce() -> String + Send>;

/// About so long is a region of a page.
const REGION: usize = 768;

/// The most lines of the log that a page shows.
const LOG: usize = 120;

/// A live game.
pub trait Board: Send {
    /// Which game.
    fn game(&self) -> GameName;
    /// Its rules version and set-up.
    fn start(&self) -> (u32, Vec<(String, String)>);
    /// How many inputs it has taken.
    fn inputs(&self) -> usize;
    /// Who made which input; `None` for luck.
    fn author(&self, input: usize) -> Option<Seat>;
    /// All inputs as records write them.
    fn lines(&self) -> Vec<String>;
    /// Whom it waits for.
    fn awaits(&self) -> Awaits;
    /// How it came out.
    fn ending(&self) -> Option<Ending>;
    /// Turns begun.
    fn turns(&self) -> u32;
    /// Takes a line of the journal.
    fn feed(&mut self, line: &str) -> Result<(), String>;
    /// A seat acts; gives the line for the journal.
    fn act(&mut self, seat: Seat, action: &str, sitters: &[Sitter]) -> Result<String, Problem>;
    /// Luck falls, if it is awaited; gives the line for the journal.
    fn fall(&mut self, secret: u64) -> Option<String>;
    /// Whether a reaction window is open, and what passes it.
    fn pass(&self) -> Option<String>;
    /// Whether the seat could answer so in the window, if everybody before it passes.
    fn may_answer(&self, seat: Seat, action: &str) -> Result<(), Problem>;
    /// The number of inputs after which nothing was revealed.
    fn settled(&self) -> usize;
    /// Goes back to so many inputs.
    fn take_back(&mut self, to: usize) -> Result<(), Problem>;
    /// What a bot at this seat has to think about.
    fn thought(&self, seat: Seat, level: Level, secret: u64) -> Thought;
    /// What each of these clients is sent of the change; the board remembers what each viewer has seen.
    fn changes(&mut self, scene: &Scene<'_>, to: &[(Viewer, Format)], since: Since) -> Vec<Bytes>;
    /// Everything this viewer sees now, as a change to somebody who has nothing or not all.
    fn whole(&mut self, scene: &Scene<'_>, viewer: Viewer, format: Format) -> Bytes;
    /// The viewer is shown the table as it is now: changes are told from here on.
    fn shown(&mut self, viewer: Viewer);
    /// Nobody looks from here any more.
    fn forget(&mut self, viewer: Viewer);
    /// The body of the table page.
    fn page(&self, scene: &Scene<'_>, viewer: Viewer) -> Markup;
    /// The table as data.
    fn data(&self, scene: &Scene<'_>, viewer: Viewer) -> Value;
    /// The desktop and the log without anything to press, for replays.
    fn still(&self, scene: &Scene<'_>, viewer: Viewer) -> (Markup, Markup);
    /// The record, once it is over.
    fn record(&self, names: &[String]) -> Option<String>;
    /// How a seat stands in the race, what that counts, and the goal.
    fn standing(&self, seat: Seat) -> u32;
    /// What the standing counts, and the goal.
    fn measure(&self) -> (&'static str, Option<u32>);
    /// The same game at its beginning.
    fn afresh(&self) -> Box<dyn Board>;
}

/// The game behind the face.
struct Staging<G: Staged> {
    live: Match<G>,
    regions: usize,
    /// All of the table.
    whole: Regions,
    seen: [Option<Seen<G::View>>; MOST_SEATS + 1],
}

/// What a viewer has on his page.
struct Seen<V> {
    view: V,
    menu: Option<Menu>,
}

/// What several viewers of one change are shown alike, drawn once.
struct Alike<'a, E> {
    regions: Vec<Option<String>>,
    heard: Vec<(usize, &'a E)>,
    lines: String,
}

impl<'a, E> Alike<'a, E> {
    fn new(regions: usize) -> Self {
        Self { regions: vec![None; regions], heard: Vec::new(), lines: String::new() }
    }

    /// Whether these are the very events whose lines were drawn last.
    fn has(&self, heard: &[(usize, &'a E)]) -> bool {
        let same = |((_, one), (_, other)): (&(usize, &E), &(usize, &E))| std::ptr::eq(*one, *other);
        self.heard.len() == heard.len() && self.heard.iter().zip(heard).all(same)
    }
}

/// Puts a game on the board.
#[must_use]
pub fn board(game: AnyGame) -> Box<dyn Board> {
    match game {
        AnyGame::Spammers(game) => Box::new(Staging::new(game)),
        AnyGame::SpamORama(game) => Box::new(Staging::new(game)),
    }
}

const fn place(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index(),
        Viewer::Bystander => MOST_SEATS,
    }
}

/// A change of a page as an event: a line of data, then a line for every region, then the new lines of the log.
pub struct PageEvent(String);

impl PageEvent {
    /// The change of this number, with so many regions, about so long; `fresh` says that its log takes the place of
    /// what was there.
    pub fn new(version: u64, regions: usize, fresh: bool, room: usize) -> Self {
        let mut text = String::with_capacity(room);
        // Writing a string into a string cannot fail.
        let _ = write!(
            text,
            "id: {version}\nevent: change\ndata: {{\"version\":{version},\"fresh\":{fresh},\"regions\":{regions}}}"
        );
        Self(text)
    }

    /// A piece of the page, which becomes one line.
    pub fn line(&mut self, html: &str) {
        self.0.push_str("\ndata: ");
        if has_byte(html, |byte| (byte == b'\n') | (byte == b'\r')) {
            self.0.extend(html.chars().map(|c| if matches!(c, '\n' | '\r') { ' ' } else { c }));
        } else {
            self.0.push_str(html);
        }
    }

    /// The event, whole.
    pub fn done(mut self) -> Bytes {
        self.0.push_str("\n\n");
        Bytes::from(self.0)
    }
}

/// An event that tells of a change in one line of data.
pub fn event(kind: &str, version: u64, data: &str) -> Bytes {
    Bytes::from(format!("id: {version}\nevent: {kind}\ndata: {data}\n\n"))
}

impl<G: Staged> Staging<G> {
    fn new(game: G) -> Self {
        let (regions, whole) = (game.regions().len(), game.whole());
        Self { live: Match::new(game), regions, whole, seen: Default::default() }
    }

    /// What a viewer is asked; in a reaction window everybody is asked at the same time, where the table has it so.
    fn prompt(&self, viewer: Viewer, status: &Status) -> Prompt<G::Action> {
        let in_window = match (&status.window, viewer.seat()) {
            (Some(_), Some(seat)) => self.live.asked_in_window(seat),
            _ => None,
        };
        in_window.unwrap_or_else(|| self.live.prompt(viewer))
    }

    /// What the viewer has on his page when he has been shown this moment.
    fn see(&self, scene: &Scene<'_>, viewer: Viewer) -> Seen<G::View> {
        let menu = Menu::of(&self.frame(scene, viewer));
        Seen { view: self.live.view(viewer), menu: Some(menu) }
    }

    fn frame<'a>(&self, scene: &Scene<'a>, viewer: Viewer) -> Frame<'a> {
        Frame {
            code: scene.code,
            game: self.game(),
            viewer,
            version: scene.version,
            sitters: scene.sitters,
            status: scene.status(viewer),
        }
    }

    /// What this viewer heard, of all of it only as much as a page shows.
    fn heard(&self, viewer: Viewer, since: Since) -> Vec<(usize, &G::Event)> {
        match since {
            Since::Inputs(inputs) => self.live.heard(viewer, inputs).collect(),
            Since::Ever => {
                let unseen = self.live.heard(viewer, 0).count().saturating_sub(LOG);
                self.live.heard(viewer, 0).skip(unseen).collect()
            }
        }
    }

    /// The same as lines of the log.
    fn lines(&self, scene: &Scene<'_>, heard: &[(usize, &G::Event)]) -> String {
        let mut lines = String::new();
        let game = self.live.game();
        for (version, event) in heard {
            let line = draw::log_line(*version as u64, event.clause(), &game.tell(event), scene.sitters);
            lines.push_str(&line.0);
        }
        lines
    }

    fn log(&self, scene: &Scene<'_>, viewer: Viewer) -> Markup {
        draw::log(maud::PreEscaped(self.lines(scene, &self.heard(viewer, Since::Ever))))
    }

    fn html<'a>(
        &'a self,
        scene: &Scene<'_>,
        (viewer, seen): (Viewer, &Seen<G::View>),
        (regions, has): (Regions, Option<Menu>),
        since: Since,
        alike: &mut Alike<'a, G::Event>,
    ) -> Bytes {
        let frame = self.frame(scene, viewer);
        let prompt = self.prompt(viewer, frame.status);
        let (game, view) = (self.live.game(), &seen.view);
        let prompt = draw::prompt(&frame, &prompt, game.turn(view), has).into_string();
        let count = regions.iter().count() + 1;
        let room = prompt.len() + count * REGION;
        let mut event = PageEvent::new(scene.version, count, since == Since::Ever, room);
        event.line(&prompt);
        for region in regions.iter() {
            let draw = || game.draw(region, view, scene.sitters).into_string();
            if game.is_shared(region) {
                event.line(alike.regions[region].get_or_insert_with(draw));
            } else {
                event.line(&draw());
            }
        }
        let heard = self.heard(viewer, since);
        if !alike.has(&heard) {
            alike.lines = self.lines(scene, &heard);
            alike.heard = heard;
        }
        event.line(&alike.lines);
        event.done()
    }

    fn as_data(&self, scene: &Scene<'_>, viewer: Viewer, since: usize) -> Value {
        let name = |seat| draw::name_of(scene.sitters, seat);
        let game = self.live.game();
        let status = scene.status(viewer);
        let prompt = self.prompt(viewer, status);
        let choices: Vec<Value> = prompt
            .choices
            .iter()
            .map(|choice| json!({ "action": choice.notation, "says": choice.says.named(name) }))
            .collect();
        let barred: Vec<Value> = prompt
            .unavailable
            .iter()
            .map(|bar| {
                json!({ "what": bar.what.named(name), "clause": bar.clause.0, "why": bar.why.named(name) })
            })
            .collect();
        let heard: Vec<Value> = self
            .live
            .heard(viewer, since)
            .map(|(input, event)| {
                json!({ "input": input, "clause": event.clause().0, "text": game.tell(event).named(name) })
            })
            .collect();
        let seats: Vec<Value> = scene
            .sitters
            .iter()
            .map(|sitter| json!({ "seat": sitter.seat.to_string(), "name": sitter.name }))
            .collect();
        json!({
            "code": scene.code,
            "game": G::NAME,
            "version": scene.version,
            "viewer": viewer.seat().map(|seat| seat.to_string()),
            "seats": seats,
            "awaited": prompt.awaited.iter().map(|seat| seat.to_string()).collect::<Vec<_>>(),
            "asks": prompt.asks.named(name),
            "clause": prompt.clause.0,
            "choices": choices,
            "barred": barred,
            "window": status.window.as_ref().map(|window| json!({ "left": window.left, "whole": window.whole, "answered": window.answered })),
            "view": game.show(&self.live.view(viewer)),
            "heard": heard,
            "over": self.live.ending().map(|ending| json!({
                "winners": ending.winners.iter().map(|seat| seat.to_string()).collect::<Vec<_>>(),
                "clause": ending.clause.0,
                "how": ending.how,
            })),
        })
    }
}

impl<G: Staged> Board for Staging<G> {
    fn game(&self) -> GameName {
        GameName::ALL.into_iter().find(|game| game.name() == G::NAME).unwrap_or(GameName::Spammers)
    }

    fn start(&self) -> (u32, Vec<(String, String)>) {
        let setting = self.live.game().setting();
        (G::RULES_VERSION, setting.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    fn inputs(&self) -> usize {
        self.live.version()
    }

    fn author(&self, input: usize) -> Option<Seat> {
        self.live.author(input + 1)
    }

    fn lines(&self) -> Vec<String> {
        self.live.inputs().map(|(_, line)| line).collect()
    }

    fn awaits(&self) -> Awaits {
        self.live.awaits()
    }

    fn ending(&self) -> Option<Ending> {
        self.live.ending()
    }

    fn turns(&self) -> u32 {
        self.live.turns()
    }

    fn feed(&mut self, line: &str) -> Result<(), String> {
        let input = self.live.read_input(line).map_err(|wrong| wrong.to_string())?;
        self.live.take(input).map_err(|refused| refused.to_string())
    }

    fn act(&mut self, seat: Seat, action: &str, sitters: &[Sitter]) -> Result<String, Problem> {
        let game = self.live.game();
        let action = game.read_action(action).map_err(|wrong| Problem::wrong(wrong.to_string()))?;
        let line = format!("{seat} {}", game.write_action(action));
        self.live.act(seat, action).map_err(|refused| {
            Problem::refused(refused.clause(), refused.says().named(|seat| draw::name_of(sitters, seat)))
        })?;
        Ok(line)
    }

    fn fall(&mut self, secret: u64) -> Option<String> {
        let mut luck = Seed::new(secret, self.live.version() as u64).luck(Purpose::Table);
        let outcome = self.live.draw(&mut luck)?;
        Some(format!("* {}", self.live.game().write_outcome(outcome)))
    }

    fn pass(&self) -> Option<String> {
        self.live.pass().map(|action| self.live.game().write_action(action))
    }

    fn may_answer(&self, seat: Seat, action: &str) -> Result<(), Problem> {
        let game = self.live.game();
        let read = game.read_action(action).map_err(|wrong| Problem::wrong(wrong.to_string()))?;
        let notation = game.write_action(read);
        let Some(prompt) = self.live.asked_in_window(seat) else {
            return Err(Problem::not_now("you have answered in this round of the window already"));
        };
        if prompt.choices.iter().any(|choice| choice.notation == notation) {
            return Ok(());
        }
        Err(Problem::refused(
            prompt.clause,
            "that is no answer in this window; play one of your reactions or pass",
        ))
    }

    fn settled(&self) -> usize {
        self.live.settled()
    }

    fn take_back(&mut self, to: usize) -> Result<(), Problem> {
        self.live.take_back(to).map_err(|late| Problem::not_now(late.to_string()))
    }

    fn thought(&self, seat: Seat, level: Level, secret: u64) -> Thought {
        let owned_observer = self.live.owned_observer(Viewer::Seat(seat));
        let seed = Seed::new(secret, u64::MAX - self.live.version() as u64);
        Box::new(move || {
            let observer = owned_observer.observer();
            let choices = owned_observer.choices();
            let mut bot = level.bot().seated::<G>(seed, seat);
            let action = bot.choose(&observer, &choices);
            observer.game().write_action(action)
        })
    }

    fn changes(&mut self, scene: &Scene<'_>, to: &[(Viewer, Format)], since: Since) -> Vec<Bytes> {
        let mut now: [Option<Seen<G::View>>; MOST_SEATS + 1] = Default::default();
        let mut alike = Alike::new(self.regions);
        let mut out = Vec::with_capacity(to.len());
        for &(viewer, format) in to {
            out.push(match format {
                Format::Json => {
                    let inputs = match since {
                        Since::Inputs(inputs) => inputs,
                        Since::Ever => 0,
                    };
                    event("change", scene.version, &self.as_data(scene, viewer, inputs).to_string())
                }
                Format::Html => {
                    let seen = self.see(scene, viewer);
                    let before = self.seen[place(viewer)].as_ref();
                    let changed = before
                        .map_or(self.whole, |before| self.live.game().changed(&before.view, &seen.view));
                    let has = before.and_then(|before| before.menu);
                    let bytes = self.html(scene, (viewer, &seen), (changed, has), since, &mut alike);
                    now[place(viewer)] = Some(seen);
                    bytes
                }
            });
        }
        for (seen, now) in self.seen.iter_mut().zip(now) {
            if now.is_some() {
                *seen = now;
            }
        }
        out
    }

    fn whole(&mut self, scene: &Scene<'_>, viewer: Viewer, format: Format) -> Bytes {
        match format {
            Format::Json => event("change", scene.version, &self.as_data(scene, viewer, 0).to_string()),
            Format::Html => {
                let all = (self.whole, None);
                let seen = self.see(scene, viewer);
                self.html(scene, (viewer, &seen), all, Since::Ever, &mut Alike::new(self.regions))
            }
        }
    }

    fn shown(&mut self, viewer: Viewer) {
        let at = place(viewer);
        if self.seen[at].is_none() {
            // A page may have been drawn before a setting changed, which is no change of the game.
            self.seen[at] = Some(Seen { view: self.live.view(viewer), menu: None });
        }
    }

    fn forget(&mut self, viewer: Viewer) {
        self.seen[place(viewer)] = None;
    }

    fn page(&self, scene: &Scene<'_>, viewer: Viewer) -> Markup {
        let frame = self.frame(scene, viewer);
        let view = self.live.view(viewer);
        let desktop = self.live.game().desktop(&view, scene.sitters);
        let prompt =
            draw::prompt(&frame, &self.prompt(viewer, frame.status), self.live.game().turn(&view), None);
        draw::table_page(&frame, desktop, prompt, self.log(scene, viewer))
    }

    fn data(&self, scene: &Scene<'_>, viewer: Viewer) -> Value {
        self.as_data(scene, viewer, 0)
    }

    fn still(&self, scene: &Scene<'_>, viewer: Viewer) -> (Markup, Markup) {
        let desktop = self.live.game().desktop(&self.live.view(viewer), scene.sitters);
        (desktop, self.log(scene, viewer))
    }

    fn record(&self, names: &[String]) -> Option<String> {
        self.live.record(names, None).map(|record| record.to_string())
    }

    fn standing(&self, seat: Seat) -> u32 {
        Staged::standing(self.live.game(), &self.live.view(Viewer::Seat(seat)), seat)
    }

    fn measure(&self) -> (&'static str, Option<u32>) {
        (G::MEASURE, self.live.game().goal())
    }

    fn afresh(&self) -> Box<dyn Board> {
        Box::new(Self::new(self.live.game().clone()))
    }
}
