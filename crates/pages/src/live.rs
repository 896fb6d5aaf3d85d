//! A live game on pages: drawn whole for a request, and region by region for listeners.

use games::GameName;
use maud::{Markup, PreEscaped, Render as _};
use room::{LiveGame, Sitter, Status};
use spammers::Spammers;
use spamorama::SpamORama;
use table::{MOST_SEATS, Match, Viewer, has_byte};

use crate::model::Frame;
use crate::render::{Regions, RenderGame};
use crate::table::{Menu, Tabs, late_line, lesson_page, log, log_line, prompt, table_page};

/// The surroundings of the game when it is drawn.
pub struct RenderContext<'a> {
    /// The code of the match.
    pub code: &'a str,
    /// The number of the last change.
    pub version: u64,
    /// Who sits where.
    pub sitters: &'a [Sitter],
    /// Windows, clock and settings, by viewer.
    pub statuses: &'a [(Viewer, Status)],
}

impl<'a> RenderContext<'a> {
    /// Windows, clock and settings for a viewer; none for whom they were not looked up.
    #[must_use]
    pub fn status(&self, viewer: Viewer) -> &'a Status {
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

/// So long is the beginning of an event at most, and so much comes before each of its lines.
const HEAD: usize = 160;
const BEFORE_LINE: usize = "\ndata: ".len();

/// The most lines of the log that a page shows.
const LOG: usize = 120;

const fn place(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index(),
        Viewer::Bystander => MOST_SEATS,
    }
}

/// A change of a page as an event: a line of data, then a line for every region, then the new lines of the log.
pub struct PageEvent(String);

impl PageEvent {
    /// The change of this number, with so many regions, about so long; `since` says whether its log takes the place of
    /// what was there.
    #[must_use]
    pub fn new(version: u64, regions: usize, since: Since, capacity: usize) -> Self {
        let mut text = String::with_capacity(capacity);
        text.push_str("id: ");
        version.render_to(&mut text);
        text.push_str("\nevent: change\ndata: {\"version\":");
        version.render_to(&mut text);
        text.push_str(match since {
            Since::Ever => ",\"fresh\":true,\"regions\":",
            Since::Inputs(_) => ",\"fresh\":false,\"regions\":",
        });
        regions.render_to(&mut text);
        text.push('}');
        Self(text)
    }

    /// Nothing that the page has of the log can be read any more.
    #[must_use]
    fn forgetting(mut self) -> Self {
        self.0.pop();
        self.0.push_str(",\"forgets\":true}");
        self
    }

    /// A piece of the page, which becomes one line.
    pub fn line(&mut self, html: &str) {
        match one_line(html) {
            None => self.push(html),
            Some(line) => self.push(&line),
        }
    }

    /// A piece of the page that is one line already.
    fn push(&mut self, line: &str) {
        self.0.push_str("\ndata: ");
        self.0.push_str(line);
    }

    /// The event, whole.
    #[must_use]
    pub fn done(mut self) -> String {
        self.0.push_str("\n\n");
        self.0
    }
}

/// A piece of a page without the ends of its lines, if there are any.
fn one_line(html: &str) -> Option<String> {
    // All that comes before a space in the alphabet has no other bits.
    has_byte(html, |byte| byte & !0b1_1111).then(|| html.replace(['\n', '\r'], " "))
}

/// The same, of a piece that nobody needs as it was.
fn as_one_line(html: String) -> String {
    one_line(&html).unwrap_or(html)
}

/// Viewers' last states, so that each gets only changes.
pub enum Renderer {
    /// The card game.
    Spammers(Box<GameRenderer<Spammers>>),
    /// The piecepack game.
    SpamORama(Box<GameRenderer<SpamORama>>),
}

impl Renderer {
    /// Nobody has anything yet.
    #[must_use]
    pub fn new(live: &LiveGame) -> Self {
        match live {
            LiveGame::Spammers(live) => Self::Spammers(Box::new(GameRenderer::new(live.game()))),
            LiveGame::SpamORama(live) => Self::SpamORama(Box::new(GameRenderer::new(live.game()))),
        }
    }

    /// The event of a change for each of these viewers.
    pub fn changes(
        &mut self,
        live: &LiveGame,
        context: &RenderContext<'_>,
        to: &[Viewer],
        since: Since,
    ) -> Vec<String> {
        match (self, live) {
            (Self::Spammers(renderer), LiveGame::Spammers(live)) => {
                renderer.changes(live, context, to, since)
            }
            (Self::SpamORama(renderer), LiveGame::SpamORama(live)) => {
                renderer.changes(live, context, to, since)
            }
            (Self::Spammers(_) | Self::SpamORama(_), _) => Vec::new(),
        }
    }

    /// The viewer has the table as it is now: later changes are relative to it.
    pub fn shown(&mut self, live: &LiveGame, viewer: Viewer) {
        match (self, live) {
            (Self::Spammers(renderer), LiveGame::Spammers(live)) => renderer.shown(live, viewer),
            (Self::SpamORama(renderer), LiveGame::SpamORama(live)) => renderer.shown(live, viewer),
            (Self::Spammers(_) | Self::SpamORama(_), _) => {}
        }
    }

    /// Nobody looks from here any more.
    pub fn forget(&mut self, viewer: Viewer) {
        match self {
            Self::Spammers(renderer) => renderer.seen[place(viewer)] = None,
            Self::SpamORama(renderer) => renderer.seen[place(viewer)] = None,
        }
    }
}

/// This viewer's whole view, as a change to a listener without the latest state.
#[must_use]
pub fn whole_event(live: &LiveGame, context: &RenderContext<'_>, viewer: Viewer) -> String {
    fn whole<G: RenderGame>(live: &Match<G>, context: &RenderContext<'_>, viewer: Viewer) -> String {
        let renderer = GameRenderer::new(live.game());
        let seen = see(live, context, viewer);
        let mut alike = Alike::new(renderer.regions);
        event(live, context, (viewer, &seen), (renderer.whole, None), Since::Ever, &mut alike)
    }
    match live {
        LiveGame::Spammers(live) => whole(live, context, viewer),
        LiveGame::SpamORama(live) => whole(live, context, viewer),
    }
}

/// The body of the table page.
#[must_use]
pub fn page(live: &LiveGame, context: &RenderContext<'_>, viewer: Viewer) -> Markup {
    fn page<G: RenderGame>(live: &Match<G>, context: &RenderContext<'_>, viewer: Viewer) -> Markup {
        let frame = frame(live, context, viewer);
        let (game, view) = (live.game(), live.view(viewer));
        let asked = frame.status.asked(live, viewer);
        let task_bar = prompt(&frame, (game, &view), &asked, None);
        table_page(
            &frame,
            G::TABS,
            game.desktop(&view, context.sitters),
            task_bar,
            whole_log(live, context, viewer),
        )
    }
    match live {
        LiveGame::Spammers(live) => page(live, context, viewer),
        LiveGame::SpamORama(live) => page(live, context, viewer),
    }
}

/// The body of the page of a lesson, with what the coach says.
#[must_use]
pub fn lesson(live: &LiveGame, context: &RenderContext<'_>, viewer: Viewer, coach: Markup) -> Markup {
    fn lesson<G: RenderGame>(
        live: &Match<G>,
        context: &RenderContext<'_>,
        viewer: Viewer,
        coach: Markup,
    ) -> Markup {
        let frame = frame(live, context, viewer);
        let (game, view) = (live.game(), live.view(viewer));
        let task_bar = prompt(&frame, (game, &view), &frame.status.asked(live, viewer), None);
        let desktop = game.desktop(&view, context.sitters);
        lesson_page(&frame, G::TABS, coach, desktop, (task_bar, whole_log(live, context, viewer)))
    }
    match live {
        LiveGame::Spammers(live) => lesson(live, context, viewer, coach),
        LiveGame::SpamORama(live) => lesson(live, context, viewer, coach),
    }
}

/// The desktop and the log without anything to press, for replays.
#[must_use]
pub fn still(live: &LiveGame, context: &RenderContext<'_>, viewer: Viewer) -> (Markup, Markup) {
    fn still<G: RenderGame>(
        live: &Match<G>,
        context: &RenderContext<'_>,
        viewer: Viewer,
    ) -> (Markup, Markup) {
        let desktop = live.game().desktop(&live.view(viewer), context.sitters);
        (desktop, whole_log(live, context, viewer))
    }
    match live {
        LiveGame::Spammers(live) => still(live, context, viewer),
        LiveGame::SpamORama(live) => still(live, context, viewer),
    }
}

/// The pages of a small screen that a game has.
#[must_use]
pub const fn tabs(game: GameName) -> &'static Tabs {
    match game {
        GameName::Spammers => Spammers::TABS,
        GameName::SpamORama => SpamORama::TABS,
    }
}

/// Last states of the viewers of one game.
pub struct GameRenderer<G: RenderGame> {
    regions: usize,
    /// All of the table.
    whole: Regions,
    seen: [Option<Seen<G::View>>; MOST_SEATS + 1],
}

/// A viewer's last state.
struct Seen<V> {
    view: V,
    /// How many inputs the game had taken.
    inputs: usize,
    menu: Option<Menu>,
}

/// Cache of regions that several viewers of one change share, drawn once.
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

impl<G: RenderGame> GameRenderer<G> {
    fn new(game: &G) -> Self {
        Self { regions: game.regions().len(), whole: game.whole(), seen: Default::default() }
    }

    fn changes(
        &mut self,
        live: &Match<G>,
        context: &RenderContext<'_>,
        to: &[Viewer],
        since: Since,
    ) -> Vec<String> {
        let mut alike = Alike::new(self.regions);
        let mut events = Vec::with_capacity(to.len());
        // Viewers with the same last state share one comparison.
        let mut known: Option<(usize, Regions)> = None;
        for &viewer in to {
            let now = see(live, context, viewer);
            let before = self.seen[place(viewer)].as_ref();
            let changed = before.map_or(self.whole, |before| {
                let (game, was, is) = (live.game(), &before.view, &now.view);
                let changed = match known {
                    Some((inputs, other)) if inputs == before.inputs => game.changed_beside(other, was, is),
                    Some(_) | None => game.changed(was, is),
                };
                known = Some((before.inputs, changed));
                changed
            });
            let has = before.and_then(|before| before.menu);
            events.push(event(live, context, (viewer, &now), (changed, has), since, &mut alike));
            self.seen[place(viewer)] = Some(now);
        }
        events
    }

    fn shown(&mut self, live: &Match<G>, viewer: Viewer) {
        // A page may have been drawn before a setting changed, which is no change of the game.
        self.seen[place(viewer)].get_or_insert_with(|| Seen {
            view: live.view(viewer),
            inputs: live.version(),
            menu: None,
        });
    }
}

/// The viewer's state at this moment.
fn see<G: RenderGame>(live: &Match<G>, context: &RenderContext<'_>, viewer: Viewer) -> Seen<G::View> {
    let menu = Menu::of(&frame(live, context, viewer));
    Seen { view: live.view(viewer), inputs: live.version(), menu: Some(menu) }
}

fn frame<'a, G: RenderGame>(_live: &Match<G>, context: &RenderContext<'a>, viewer: Viewer) -> Frame<'a> {
    Frame {
        code: context.code,
        game: G::CATALOGUED,
        viewer,
        version: context.version,
        sitters: context.sitters,
        status: context.status(viewer),
    }
}

/// This viewer's events, the latest as far as a page shows them.
pub(crate) fn heard<G: RenderGame>(live: &Match<G>, viewer: Viewer, since: Since) -> Vec<(usize, &G::Event)> {
    match since {
        Since::Inputs(inputs) => live.heard(viewer, inputs).collect(),
        Since::Ever => {
            let unseen = live.heard(viewer, 0).count().saturating_sub(LOG);
            live.heard(viewer, 0).skip(unseen).collect()
        }
    }
}

/// The same as lines of the log.
pub(crate) fn lines<G: RenderGame>(
    game: &G,
    context: &RenderContext<'_>,
    heard: &[(usize, &G::Event)],
) -> String {
    let mut lines = String::new();
    let mut last = heard.first().map_or(0, |(version, _)| version.saturating_sub(1));
    for (version, event) in heard {
        // Whose time ran out between the event before and this one.
        for late in context.sitters.iter().filter(|_| last < *version) {
            for _ in late.ran_out.iter().filter(|at| (last..*version).contains(at)) {
                lines.push_str(&late_line(*version as u64, late).0);
            }
        }
        last = *version;
        let line = log_line(game, *version as u64, event, context.sitters);
        lines.push_str(&line.0);
    }
    lines
}

fn whole_log<G: RenderGame>(live: &Match<G>, context: &RenderContext<'_>, viewer: Viewer) -> Markup {
    log(PreEscaped(lines(live.game(), context, &heard(live, viewer, Since::Ever))))
}

fn event<'a, G: RenderGame>(
    live: &'a Match<G>,
    context: &RenderContext<'_>,
    (viewer, seen): (Viewer, &Seen<G::View>),
    (regions, has): (Regions, Option<Menu>),
    since: Since,
    alike: &mut Alike<'a, G::Event>,
) -> String {
    let frame = frame(live, context, viewer);
    let asked = frame.status.asked(live, viewer);
    let (game, view) = (live.game(), &seen.view);
    let task_bar = as_one_line(prompt(&frame, (game, view), &asked, has).into_string());
    let heard = heard(live, viewer, since);
    let forgets = heard.iter().any(|(_, event)| game.forgets_at(event));
    if !alike.has(&heard) {
        alike.lines = as_one_line(lines(game, context, &heard));
        alike.heard = heard;
    }
    let mut own = Vec::new();
    for region in regions.iter() {
        let draw = || as_one_line(game.draw(region, view, context.sitters).into_string());
        if game.is_shared(region) {
            alike.regions[region].get_or_insert_with(draw);
        } else {
            own.push(draw());
        }
    }
    let mut own = own.iter();
    let drawn = regions.iter().filter_map(|region| {
        if game.is_shared(region) { alike.regions[region].as_ref() } else { own.next() }
    });
    let drawn: Vec<&String> = [&task_bar].into_iter().chain(drawn).collect();
    // All of it is known: space for it is taken once.
    let long = |line: &String| BEFORE_LINE + line.len();
    let whole = HEAD + drawn.iter().copied().map(long).sum::<usize>() + long(&alike.lines);
    let mut event = PageEvent::new(context.version, drawn.len(), since, whole);
    if forgets {
        event = event.forgetting();
    }
    drawn.into_iter().for_each(|line| event.push(line));
    event.push(&alike.lines);
    event.done()
}
