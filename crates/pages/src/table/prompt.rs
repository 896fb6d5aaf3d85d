//! The task bar: the question, the choices, why not the rest; whose turn it is, clocks, settings. One form holds every
//! answer, so it works without any script; with one, the table itself is used to choose.

use ::table::{Choice, PieceId, Prompt, Prose, Seat, Steps, Viewer, has_byte};
use maud::{Markup, Render, html};

use super::{ClauseLink, Named, Turn, badge, clause_link, letter, missed, name_of, sitter};
use crate::glyph::glyph;
use crate::ink::{Ink, Letter, ink, special};
use crate::model::Frame;
use crate::render::RenderGame;
use room::{Absence, Pace, PaceControl, Presence, Reacting, Sitter, Window};

/// All that the menu of the task bar depends on. It is long and hardly ever changes: a page that has it keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Menu {
    seat: Option<Seat>,
    presence: Option<Presence>,
    reacting: Reacting,
    pace: Option<PaceControl>,
    coach: bool,
    over: bool,
    deal: bool,
}

impl Menu {
    /// The menu of this frame.
    #[must_use]
    pub fn of(frame: &Frame) -> Self {
        let own = frame.viewer.seat().and_then(|seat| sitter(frame.sitters, seat));
        Self {
            seat: frame.viewer.seat().filter(|_| !frame.is_lesson()),
            presence: own.map(|sitter| sitter.presence),
            reacting: frame.status.reacting,
            pace: frame.status.pace,
            coach: frame.status.may_be_coached,
            over: frame.status.over.is_some(),
            deal: frame.status.deal.is_some(),
        }
    }
}

/// The task bar of a table, made from the viewer's prompt. Its height is always the same: consequences of a choice
/// stand on its pieces. A page that has this menu already gets a mark in its place, for which the browser puts its own.
#[must_use]
pub fn prompt<G: RenderGame>(
    frame: &Frame,
    (game, view): (&G, &G::View),
    prompt: &Prompt<G::Action>,
    has: Option<Menu>,
) -> Markup {
    let menu = Menu::of(frame);
    let away = menu.seat.filter(|_| matches!(menu.presence, Some(Presence::Away(_))));
    let asked = frame.viewer.seat().is_some_and(|seat| prompt.awaited.contains(seat));
    // Who could change nothing in a window is not stopped by it.
    let no_say = frame.status.window.as_ref().is_some_and(|window| window.no_say);
    let you = asked && away.is_none() && !prompt.choices.is_empty() && !no_say;
    html! {
        section #prompt.taskbar.your-move[you].ended[frame.status.over.is_some()] aria-label="Task bar" tabindex="-1" data-bar data-yours[you] data-awaited=(prompt.awaited.iter().map(letter).collect::<String>()) {
            (window(frame.status.window.as_ref()))
            @if has == Some(menu) { details #menu data-kept {} } @else { (draw_menu(frame, menu)) }
            (missed(frame.sitters, &frame.status.whereabouts, frame.status.over.is_none().then_some(frame.code)))
            form #act method="post" action={ (frame.path()) "/act" } {
                input type="hidden" name="version" value=(frame.version);
                @if let Some(seat) = frame.viewer.seat() { input type="hidden" name="seat" value=(Letter(letter(seat))); }
                @if away.is_none() { div.ask {
                    (question(frame, prompt))
                    @if !no_say { div.more {
                        @if !prompt.choices.is_empty() { (Choices { frame, game, view, prompt, write_name: writer(prompt) }) }
                        @if !prompt.unavailable.is_empty() { (unavailable(frame, prompt)) }
                    } }
                } }
                div #steps role="group" aria-label="Answers" {}
                @if away.is_none() && !prompt.choices.is_empty() && !no_say { (labels(frame, game, prompt)) }
            }
            @if let Some(seat) = away { (come_back(frame, seat)) }
            @if you { (pass_this_turn(frame)) }
            @if no_say && away.is_none() { (go_on(frame, prompt)) }
            (hand_over(frame, prompt))
            @if you && prompt.choices.len() > 1 { (coach(frame)) }
            (take_back(frame))
            (whose(frame, game.turn(view)))
        }
    }
}

/// The countdown of a reaction window, the same for everybody.
fn window(window: Option<&Window>) -> Markup {
    html! {
        @if let Some(Window { left: Some(left), whole: Some(whole), .. }) = window {
            div.countdown data-left=(left) data-whole=(whole) aria-hidden="true" { span {} }
        }
    }
}

fn question<A>(frame: &Frame, prompt: &Prompt<A>) -> Markup {
    html! {
        p #asks { span { (named(frame, &prompt.asks)) } " " (ClauseLink(prompt.clause, "Why?")) (out_of_time(frame, prompt)) }
        @if let Some(answered) = frame.status.window.as_ref().and_then(|window| window.answered.as_ref()) {
            p.answered { "Your answer: " b { (answer(frame, prompt, answered)) } @if !frame.status.window.as_ref().is_some_and(|window| window.no_say) { " You can still give another." } }
        }
        p #hint {}
    }
}

/// Whose time ran out, for viewers without a choice.
fn out_of_time<A>(frame: &Frame, prompt: &Prompt<A>) -> Markup {
    let late = |sitter: &&Sitter| sitter.presence == Presence::Away(Absence::TimedOut);
    html! {
        @if prompt.choices.is_empty() && frame.status.over.is_none() {
            @for sitter in frame.sitters.iter().filter(late) { " Time ran out for " (sitter.name) ": a stand-in plays." }
        }
    }
}

/// For whom a bot stands in: nothing is asked of them before they are back.
fn come_back(frame: &Frame, seat: Seat) -> Markup {
    let why = match sitter(frame.sitters, seat).map(|sitter| sitter.presence) {
        Some(Presence::Away(Absence::TimedOut)) => {
            "Time ran out: a stand-in moved. It plays for you until you are back."
        }
        Some(Presence::Away(Absence::Replaced)) => {
            "The others waited for you, and a bot plays until you are back."
        }
        Some(Presence::Away(Absence::Left) | Presence::Here | Presence::Resigned) | None => {
            "You are away, and a bot plays for you."
        }
    };
    html! {
        div.ask { p #asks { (why) } p #hint {} }
        form.come-back method="post" action={ "/t/" (frame.code) "/return" } data-live {
            input type="hidden" name="seat" value=(Letter(letter(seat)));
            button.primary { "I am back" }
        }
    }
}

/// In a reaction window, beside the answers: to be asked no more in this turn.
fn pass_this_turn(frame: &Frame) -> Markup {
    html! {
        @if let (Some(_), Viewer::Seat(seat), false) = (&frame.status.window, frame.viewer, frame.status.reacting.passes()) {
            form.rest-of-turn method="post" action={ "/t/" (frame.code) "/react" } data-live {
                input type="hidden" name="seat" value=(Letter(letter(seat)));
                button name="react" value=(Reacting::Turn.word()) { "Pass for the rest of this turn" }
            }
        }
    }
}

/// In a window in which one could change nothing: not to wait for its end. Others cannot tell that from any other pass.
fn go_on<A>(frame: &Frame, prompt: &Prompt<A>) -> Markup {
    let has_answered = frame.status.window.as_ref().is_some_and(|window| window.answered.is_some());
    html! {
        @if let (Some(pass), Viewer::Seat(seat), false) = (prompt.choices.first(), frame.viewer, has_answered) {
            form.rest-of-turn method="post" action={ (frame.path()) "/act" } data-live {
                input type="hidden" name="version" value=(frame.version);
                input type="hidden" name="seat" value=(Letter(letter(seat)));
                button name="action" value=(pass.notation) { "Go on" }
            }
        }
    }
}

/// An answer already given, in words.
fn answer<A>(frame: &Frame, prompt: &Prompt<A>, notation: &str) -> Markup {
    let given = prompt.choices.iter().find(|choice| choice.notation == notation);
    html! { @match given { Some(choice) => (named(frame, &choice.says)), None => (notation) } }
}

/// On one device the next player is asked to take over; after the game everybody may see how it went.
fn hand_over<A>(frame: &Frame, prompt: &Prompt<A>) -> Markup {
    let own = frame.status.own;
    let asked = prompt.awaited.iter().find(|&seat| own.contains(seat));
    html! {
        @if let Some(seat) = asked.filter(|&seat| !frame.viewer.is(seat)) {
            a.button.primary.onward href={ "/t/" (frame.code) } { "Hand over to " (name_of(frame.sitters, seat)) }
        } @else if frame.status.over.is_some() {
            a.button.primary.onward href={ "/t/" (frame.code) } { "See how it went" }
        }
    }
}

/// The sentence with names in it.
fn named<'a>(frame: &'a Frame, prose: &'a Prose) -> Named<'a> {
    Named(prose, frame.sitters)
}

/// Every answer as a button, grouped by what one would point at first.
struct Choices<'a, G: RenderGame> {
    frame: &'a Frame<'a>,
    game: &'a G,
    view: &'a G::View,
    prompt: &'a Prompt<G::Action>,
    write_name: fn(&str, &mut String),
}

/// How the names of pieces are written: hardly ever one of them has a letter that means something else on a page.
fn writer<A>(prompt: &Prompt<A>) -> fn(&str, &mut String) {
    let is_plain = !prompt.pieces.iter().any(|piece| has_byte(&piece.name, special));
    if is_plain { |name, page| page.push_str(name) } else { ink }
}

/// Answers that begin with the same piece: the first and the last of them, each of which knows the next.
struct Group {
    piece: PieceId,
    first: usize,
    last: usize,
    count: usize,
}

/// About so long is an answer on the page.
const ANSWER: usize = 256;

impl<G: RenderGame> Render for Choices<'_, G> {
    fn render_to(&self, page: &mut String) {
        let Self { frame, game, view, prompt, .. } = self;
        let chips = game.chips(view);
        page.reserve(prompt.choices.len() * ANSWER);
        // Answers come in canonical order, which need not keep those together that begin alike.
        let mut place = vec![None; prompt.pieces.len()];
        let mut groups: Vec<Group> = Vec::with_capacity(prompt.pieces.len());
        let mut next: Vec<Option<usize>> = vec![None; prompt.choices.len()];
        for (choice, Choice { steps, .. }) in prompt.choices.iter().enumerate() {
            let Some(&piece) = steps.first() else { continue };
            match place[piece.index()].map(|group: usize| &mut groups[group]) {
                Some(group) => {
                    next[group.last] = Some(choice);
                    group.last = choice;
                    group.count += 1;
                }
                None => {
                    place[piece.index()] = Some(groups.len());
                    groups.push(Group { piece, first: choice, last: choice, count: 1 });
                }
            }
        }
        let count = prompt.choices.len();
        page.push_str("<details class=\"all\" open><summary>");
        if count == 1 {
            page.push_str("The only choice");
        } else {
            page.push_str("All<span> choices</span> (");
            count.render_to(page);
            page.push(')');
        }
        page.push_str("</summary><div class=\"choices\">");
        for group in &groups {
            if group.count == 1 {
                self.button(&prompt.choices[group.first], &chips, page);
                continue;
            }
            page.push_str("<details class=\"group\"><summary>");
            named(frame, &prompt.pieces[group.piece.index()].label).render_to(page);
            page.push_str(" (");
            group.count.render_to(page);
            page.push_str(")</summary>");
            let choices = std::iter::successors(Some(group.first), |&choice| next[choice]);
            choices.for_each(|choice| self.button(&prompt.choices[choice], &chips, page));
            page.push_str("</details>");
        }
        page.push_str("</div></details>");
    }
}

impl<G: RenderGame> Choices<'_, G> {
    /// An answer as a button, with what it would do in short. There may be hundreds of them, so it is written without
    /// detours.
    fn button(
        &self,
        choice: &Choice<G::Action>,
        chips: &impl Fn(&G::Action, &mut String),
        page: &mut String,
    ) {
        let Self { frame, prompt, write_name, .. } = self;
        page.push_str("<button name=\"action\" value=\"");
        ink(&choice.notation, page);
        page.push_str("\" data-steps=\"");
        for (place, piece) in prompt.path(&choice.steps).enumerate() {
            if place > 0 {
                page.push(' ');
            }
            write_name(&piece.name, page);
        }
        page.push_str("\"><span>");
        named(frame, &choice.says).render_to(page);
        page.push_str("</span>");
        chips(&choice.action, page);
        page.push_str("</button>");
    }
}

/// Steps as an attribute has them.
struct Path<'a, A>(&'a Prompt<A>, &'a [PieceId]);

impl<A> Render for Path<'_, A> {
    fn render_to(&self, page: &mut String) {
        for (place, piece) in self.0.path(self.1).enumerate() {
            if place > 0 {
                page.push(' ');
            }
            ink(&piece.name, page);
        }
    }
}

/// Ways as an attribute has them.
struct Ways<'a, A>(&'a Prompt<A>, &'a [Steps]);

impl<A> Render for Ways<'_, A> {
    fn render_to(&self, page: &mut String) {
        for (place, steps) in self.1.iter().enumerate() {
            if place > 0 {
                page.push(',');
            }
            Path(self.0, steps).render_to(page);
        }
    }
}

/// Illegal actions, each with its reason.
fn unavailable<A>(frame: &Frame, prompt: &Prompt<A>) -> Markup {
    html! {
        details.why {
            summary { "Why not? (" (prompt.unavailable.len()) ")" }
            ul { @for bar in &prompt.unavailable {
                li data-ways=(Ways(prompt, &bar.ways)) {
                    b { (named(frame, &bar.what)) } ": " span { (named(frame, &bar.why)) } " " (clause_link(bar.clause))
                }
            } }
        }
    }
}

/// Labels of pieces that do not show their names, for scripts that light them.
fn labels<G: RenderGame>(frame: &Frame, game: &G, prompt: &Prompt<G::Action>) -> Markup {
    html! {
        div #labels hidden {
            @for piece in prompt.pieces.iter().filter(|piece| !game.names_itself(&piece.name)) { data value=(Ink(&piece.name)) { (named(frame, &piece.label)) } }
        }
    }
}

/// Whose turn it is, how much of it is left, and the clock.
fn whose(frame: &Frame, turn: Turn) -> Markup {
    html! {
        p.whose {
            @if let Some(left) = turn.actions_left {
                span.actions { @for _ in 0..left.min(6) { span.pip aria-hidden="true" {} } span.unseen { (left) @if left == 1 { " Action left" } @else { " Actions left" } } }
            }
            @if let Some(seat) = turn.seat {
                span.turn { (badge(seat)) span { @if frame.viewer.is(seat) { "Your turn" } @else { (name_of(frame.sitters, seat)) } } }
            }
            @if let Some(left) = frame.status.clock {
                span.clock data-left=(left) { (glyph("clock")) span { (left / 60_000) ":" (format!("{:02}", left / 1000 % 60)) } }
            }
        }
    }
}

/// The way back, while there is one.
fn take_back(frame: &Frame) -> Markup {
    html! {
        @if let (Some(chance), Viewer::Seat(seat)) = (&frame.status.may_take_back, frame.viewer) {
            form.take-back method="post" action={ "/t/" (frame.code) "/back" } data-live {
                input type="hidden" name="seat" value=(Letter(letter(seat)));
                input type="hidden" name="version" value=(frame.version);
                input type="hidden" name="to" value=(chance.to);
                // It also undoes others' later moves: nobody is to do that by chance.
                button.square data-key="u" data-sure=[(chance.inputs > 1).then(|| format!("Undo {} steps?", chance.inputs))] { (glyph("undo")) span { "Take back" } }
            }
        }
    }
}

/// The coach's button, where a coach may be asked.
fn coach(frame: &Frame) -> Markup {
    html! {
        @if let (true, Viewer::Seat(seat)) = (frame.status.may_be_coached, frame.viewer) {
            form.ask-coach method="post" action={ "/t/" (frame.code) "/coach" } data-coach {
                input type="hidden" name="seat" value=(Letter(letter(seat)));
                button.square title="What would you do?" { (glyph("coach")) span { "Coach" } span.unseen { ": what would you do?" } }
            }
        }
    }
}

/// Settings, leaving, help.
fn draw_menu(frame: &Frame, menu: Menu) -> Markup {
    html! {
        details #menu.menu {
            summary { (glyph("envelope")) span { "Menu" } }
            div.pop {
                a href="/" { "Home" }
                a href={ "/rules/" (frame.game.name()) } { "The rules" }
                @if let Some(seat) = menu.seat { (seat_tools(frame, menu, letter(seat))) }
                button type="button" hidden data-sound aria-pressed="false" { (glyph("sound")) "Sound" }
                button type="button" hidden data-theme-switch { (glyph("theme")) "Light or dark" }
                button type="button" hidden data-keys aria-pressed="true" { "Single-key shortcuts" }
                button type="button" hidden data-help { "Keys and help" }
                @if let Some(seat) = menu.seat { (settings(frame, menu, letter(seat))) }
                @if menu.pace.is_none() { (speeds()) }
            }
        }
    }
}

/// The speed of showing moves, which the browser remembers; a bystander may pause it.
fn speeds() -> Markup {
    html! {
        fieldset hidden data-speeds {
            legend { "Show moves" }
            @for speed in ["slow", "normal", "fast", "instant"] {
                button type="button" data-speed=(speed) aria-pressed="false" { (speed) }
            }
            button type="button" hidden data-pause aria-pressed="false" { "Pause" }
        }
    }
}

/// Commands of leaving and coming back: address, words, and the question before it is done.
fn seat_commands(menu: Menu) -> &'static [(&'static str, &'static str, Option<&'static str>)] {
    const LEAVE: (&str, &str, Option<&str>) = ("leave", "Leave; a bot stands in", None);
    const RETURN: (&str, &str, Option<&str>) = ("return", "I am back", None);
    const RESIGN: (&str, &str, Option<&str>) = ("resign", "Resign for good", Some("Press again to resign"));
    const HANDOVER: (&str, &str, Option<&str>) = ("handover", "Go on at another device", None);
    const GO: (&str, &str, Option<&str>) = ("leave", "Leave; the table waits", None);
    match menu.presence {
        Some(Presence::Here) if !menu.over && menu.deal => &[GO, RESIGN],
        Some(Presence::Here) if !menu.over => &[LEAVE, RESIGN, HANDOVER],
        Some(Presence::Away(_)) => &[RETURN, RESIGN],
        Some(Presence::Here | Presence::Resigned) | None => &[],
    }
}

/// The pace of bots, for the seat that may set it; moves are shown at the same pace.
fn paces(action: &str, PaceControl { now }: PaceControl, seat: char) -> Markup {
    let says = |pace: Pace| match pace {
        Pace::Slow => "Slow",
        Pace::Normal => "Normal",
        Pace::Fast => "Fast",
        Pace::AtOnce => "Instant",
    };
    html! {
        form method="post" action=(action) data-live {
            input type="hidden" name="seat" value=(seat);
            fieldset {
                legend { "Pace" }
                @for pace in Pace::ALL {
                    button data-speed=(pace.word()) name="pace" value=(pace.word()) aria-pressed=(if now == Some(pace) { "true" } else { "false" }) { (says(pace)) }
                }
            }
        }
    }
}

/// A seat's settings: when it is asked in reaction windows, and the pace.
fn settings(frame: &Frame, menu: Menu, seat: char) -> Markup {
    let at = |what: &str| format!("/t/{}/{what}", frame.code);
    let now = menu.reacting;
    let says = |how: Reacting| match how {
        Reacting::Ask => "Ask me where I can change something",
        Reacting::Always => "Ask me always",
        Reacting::Turn => "Pass for the rest of this turn",
        Reacting::Pass => "Pass them all for me",
        Reacting::Hold => "Ask me, and wait longer",
    };
    html! {
        @if frame.game == games::GameName::Spammers {
            form method="post" action=(at("react")) data-live {
                input type="hidden" name="seat" value=(seat);
                fieldset {
                    legend { "Reactions" }
                    @for how in Reacting::ALL {
                        button name="react" value=(how.word()) aria-pressed=(if how == now { "true" } else { "false" }) { (says(how)) }
                    }
                }
            }
        }
        @if let Some(pace) = menu.pace { (paces(&at("pace"), pace, seat)) }
    }
}

/// The coach, and how a seat leaves.
fn seat_tools(frame: &Frame, menu: Menu, seat: char) -> Markup {
    let at = |what: &str| format!("/t/{}/{what}", frame.code);
    html! {
        @if menu.coach {
            form method="post" action=(at("coach")) data-coach {
                input type="hidden" name="seat" value=(seat);
                button { "What would you do? Ask the coach" }
            }
        }
        @for (command, says, sure) in seat_commands(menu) {
            form method="post" action=(at(command)) data-live[!matches!(*command, "leave" | "handover")] {
                input type="hidden" name="seat" value=(seat);
                button data-sure=[*sure] { (says) }
            }
        }
    }
}
