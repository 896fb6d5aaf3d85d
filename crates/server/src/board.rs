//! A live game behind one face, whichever game it is: inputs in, pages and events out.

use std::fmt::Write as _;

use bots::Bot as _;
use bytes::Bytes;
use games::{AnyGame, GameName, Level};
use maud::Markup;
use pages::table as draw;
use pages::{Frame, Regions, Sitter, Staged, Status};
use serde_json::{Value, json};
use table::{Awaits, Ending, Event as _, MOST_SEATS, Match, Prompt, Purpose, Refusal as _};
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
    /// Windows, clock and settings for a viewer.
    pub status: &'a dyn Fn(Viewer) -> Status,
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
    regions: Vec<String>,
    seen: [Option<G::View>; MOST_SEATS + 1],
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

/// Writes a piece of a page as one line of an event.
fn line(html: &str, into: &mut String) {
    into.push_str("\ndata: ");
    // Byte by byte, because that is quick and almost never finds any.
    if html.as_bytes().contains(&b'\n') || html.as_bytes().contains(&b'\r') {
        into.extend(html.chars().map(|c| if matches!(c, '\n' | '\r') { ' ' } else { c }));
    } else {
        into.push_str(html);
    }
}

/// A change of a page: a line of data, then a line for every region, then the new lines of the log.
pub fn page_event(version: u64, regions: &[&str]) -> Bytes {
    let mut text = format!(
        "id: {version}\nevent: change\ndata: {{\"version\":{version},\"regions\":{}}}",
        regions.len()
    );
    regions.iter().for_each(|region| line(region, &mut text));
    text.push_str("\n\n");
    Bytes::from(text)
}

/// An event that tells of a change in one line of data.
pub fn event(kind: &str, version: u64, data: &str) -> Bytes {
    Bytes::from(format!("id: {version}\nevent: {kind}\ndata: {data}\n\n"))
}

impl<G: Staged> Staging<G> {
    fn new(game: G) -> Self {
        let regions = game.regions();
        Self { live: Match::new(game), regions, seen: Default::default() }
    }

    /// What a viewer is asked; in a reaction window everybody is asked at the same time, where the table has it so.
    fn prompt(&self, viewer: Viewer, status: &Status) -> Prompt<G::Action> {
        let in_window = match (&status.window, viewer.seat()) {
            (Some(_), Some(seat)) => self.live.asked_in_window(seat),
            _ => None,
        };
        in_window.unwrap_or_else(|| self.live.prompt(viewer))
    }

    fn frame<'a>(&self, scene: &Scene<'a>, viewer: Viewer, status: &'a Status) -> Frame<'a> {
        Frame {
            code: scene.code,
            game: self.game(),
            viewer,
            version: scene.version,
            sitters: scene.sitters,
            status,
        }
    }

    /// What this viewer heard, as lines of the log: all of it only as far as a page shows it.
    fn log(&self, scene: &Scene<'_>, viewer: Viewer, since: Since) -> String {
        let (after, unseen) = match since {
            Since::Inputs(inputs) => (inputs, 0),
            Since::Ever => (0, self.live.heard(viewer, 0).count().saturating_sub(LOG)),
        };
        let mut lines = String::new();
        let game = self.live.game();
        for (version, event) in self.live.heard(viewer, after).skip(unseen) {
            let line = draw::log_line(version as u64, event.clause(), &game.tell(event), scene.sitters);
            lines.push_str(&line.into_string());
        }
        lines
    }

    fn html(
        &self,
        scene: &Scene<'_>,
        (viewer, view, regions): (Viewer, &G::View, Regions),
        since: Since,
        shared: &mut [Option<String>],
    ) -> Bytes {
        let status = (scene.status)(viewer);
        let frame = self.frame(scene, viewer, &status);
        let prompt = self.prompt(viewer, &status);
        let game = self.live.game();
        let fresh = since == Since::Ever;
        let version = scene.version;
        let count = regions.iter().count() + 1;
        let mut text = String::with_capacity(8 * 1024);
        // Writing a string into a string cannot fail.
        let _ = write!(
            text,
            "id: {version}\nevent: change\ndata: {{\"version\":{version},\"fresh\":{fresh},\"regions\":{count}}}"
        );
        line(&draw::prompt(&frame, &prompt, game.turn(view)).into_string(), &mut text);
        for region in regions.iter() {
            let draw = || game.draw(region, view, scene.sitters).into_string();
            if game.is_shared(region) {
                line(shared[region].get_or_insert_with(draw), &mut text);
            } else {
                line(&draw(), &mut text);
            }
        }
        line(&self.log(scene, viewer, since), &mut text);
        text.push_str("\n\n");
        Bytes::from(text)
    }

    fn as_data(&self, scene: &Scene<'_>, viewer: Viewer, since: usize) -> Value {
        let name = |seat| draw::name_of(scene.sitters, seat);
        let game = self.live.game();
        let status = (scene.status)(viewer);
        let prompt = self.prompt(viewer, &status);
        let choices: Vec<Value> = prompt
            .choices
            .iter()
            .map(|choice| json!({ "action": choice.notation, "says": choice.says.named(name) }))
            .collect();
        let barred: Vec<Value> = prompt
            .barred
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
        let standpoint = self.live.standpoint(Viewer::Seat(seat));
        let seed = Seed::new(secret, u64::MAX - self.live.version() as u64);
        Box::new(move || {
            let vantage = standpoint.vantage();
            let choices = standpoint.choices();
            let mut bot = level.bot().seated::<G>(seed, seat);
            let action = bot.choose(&vantage, &choices);
            vantage.game().write_action(action)
        })
    }

    fn changes(&mut self, scene: &Scene<'_>, to: &[(Viewer, Format)], since: Since) -> Vec<Bytes> {
        let mut shared = vec![None; self.regions.len()];
        let mut views: [Option<(G::View, Regions)>; MOST_SEATS + 1] = Default::default();
        let mut out = Vec::with_capacity(to.len());
        for &(viewer, format) in to {
            let bytes = match format {
                Format::Json => {
                    let inputs = match since {
                        Since::Inputs(inputs) => inputs,
                        Since::Ever => 0,
                    };
                    event("change", scene.version, &self.as_data(scene, viewer, inputs).to_string())
                }
                Format::Html => {
                    let at = place(viewer);
                    if views[at].is_none() {
                        let now = self.live.view(viewer);
                        let regions = match &self.seen[at] {
                            Some(before) => self.live.game().changed(before, &now),
                            None => Regions::first(self.regions.len()),
                        };
                        views[at] = Some((now, regions));
                    }
                    match &views[at] {
                        Some((view, regions)) => {
                            self.html(scene, (viewer, view, *regions), since, &mut shared)
                        }
                        None => Bytes::new(),
                    }
                }
            };
            out.push(bytes);
        }
        for (at, view) in views.into_iter().enumerate() {
            if let Some((view, _)) = view {
                self.seen[at] = Some(view);
            }
        }
        out
    }

    fn whole(&mut self, scene: &Scene<'_>, viewer: Viewer, format: Format) -> Bytes {
        match format {
            Format::Json => event("change", scene.version, &self.as_data(scene, viewer, 0).to_string()),
            Format::Html => {
                let all = Regions::first(self.regions.len());
                let mut shared = vec![None; self.regions.len()];
                self.html(scene, (viewer, &self.live.view(viewer), all), Since::Ever, &mut shared)
            }
        }
    }

    fn shown(&mut self, viewer: Viewer) {
        let at = place(viewer);
        if self.seen[at].is_none() {
            self.seen[at] = Some(self.live.view(viewer));
        }
    }

    fn forget(&mut self, viewer: Viewer) {
        self.seen[place(viewer)] = None;
    }

    fn page(&self, scene: &Scene<'_>, viewer: Viewer) -> Markup {
        let status = (scene.status)(viewer);
        let frame = self.frame(scene, viewer, &status);
        let view = self.live.view(viewer);
        let desktop = self.live.game().desktop(&view, scene.sitters);
        let prompt = draw::prompt(&frame, &self.prompt(viewer, &status), self.live.game().turn(&view));
        let log = draw::log(maud::PreEscaped(self.log(scene, viewer, Since::Ever)));
        draw::table_page(&frame, desktop, prompt, log)
    }

    fn data(&self, scene: &Scene<'_>, viewer: Viewer) -> Value {
        self.as_data(scene, viewer, 0)
    }

    fn still(&self, scene: &Scene<'_>, viewer: Viewer) -> (Markup, Markup) {
        let desktop = self.live.game().desktop(&self.live.view(viewer), scene.sitters);
        (desktop, draw::log(maud::PreEscaped(self.log(scene, viewer, Since::Ever))))
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
