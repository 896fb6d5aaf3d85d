//! Puzzles: the page of one, at a real table, and the page of all.

use std::collections::BTreeSet;

use ::table::{Prose, Viewer};
use bots::said_to_you;
use games::{GameName, Level};
use lessons::{Puzzle, Solution};
use maud::{Markup, PreEscaped, Render, html};
use room::{LiveGame, Plays, Sitter, bot_name, name_or_guest};

use crate::coach::pull;
use crate::ink::BREAKS;
use crate::shell::{first_window, window};
use crate::table::Named;
use crate::{art, live};

/// The sitters at the table of a puzzle: the solver, and bots.
#[must_use]
pub fn sitters(puzzle: &Puzzle, table: &LiveGame) -> Vec<Sitter> {
    let level = Level::Operator;
    let sitter = |seat| match seat == puzzle.seat {
        true => (name_or_guest(""), Plays::Person),
        false => (bot_name(seat, level), Plays::Bot(level)),
    };
    let seats = table.seats().iter();
    seats
        .map(|seat| {
            let (name, plays) = sitter(seat);
            Sitter::here(seat, name, plays)
        })
        .collect()
}

/// Its address on the site.
#[must_use]
pub fn path(puzzle: &Puzzle) -> String {
    format!("/puzzles/{}/{}", puzzle.game.name(), puzzle.number)
}

/// Where somebody is with a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress<'a> {
    /// It is to be solved.
    Asked,
    /// This was chosen, in notation.
    Answered(&'a str),
}

/// The panel beside the table of a puzzle: the question, or its answer. `day` is the day whose puzzle it is.
#[must_use]
pub fn panel(puzzle: &Puzzle, table: &LiveGame, day: Option<u64>, at: Progress<'_>) -> Markup {
    let sitters = sitters(puzzle, table);
    let words = table.choices(Viewer::Seat(puzzle.seat));
    let says = |action: &str| {
        let found = words.iter().find(|(notation, _)| notation == action);
        let says = found.map_or_else(|| html! { (action) }, |(_, says)| Named(says, &sitters).render());
        // A line may break after the signs within a name.
        PreEscaped(brief(&says.0).split_inclusive(BREAKS).collect::<Vec<_>>().join("<wbr>"))
    };
    let (title, solved) = match at {
        Progress::Asked => (format!("What would you do? {}", stars(puzzle.difficulty)), None),
        Progress::Answered(action) if action == puzzle.best().action => {
            ("Right. That is the one.".to_owned(), Some(true))
        }
        Progress::Answered(_) => ("Not this time.".to_owned(), Some(false)),
    };
    let best = solved.map(|_| puzzle.best().action.as_str());
    html! {
        aside #coach.coach.puzzle aria-label="Puzzle" data-day=[day] data-puzzle={ (puzzle.game.name()) "-" (puzzle.number) }
            data-solved=[solved.map(|solved| if solved { "yes" } else { "no" })] data-best=[best] {
            (pull())
            details open {
                summary { (art::carrier()) h2 { (title) } }
                div.bubble {
                    @match at {
                        Progress::Asked => {
                            p.tells { "One of these " (puzzle.options.len()) " is far better than all others" span.long { ", and a hasty player would miss it. Choose here or at the table" } ":" }
                            form.offered method="post" action={ (path(puzzle)) "/act" } data-live {
                                @for option in puzzle.shuffled() {
                                    button name="action" value=(option.action) { (numbered(puzzle, &option.action, &says)) }
                                }
                            }
                        }
                        Progress::Answered(chosen) => (Answer { puzzle, table, sitters: &sitters, chosen }.panel(&says)),
                    }
                }
            }
            div.ways {
                p.streak data-streak {}
                div.row.on {
                    @if solved.is_some() {
                        a.button.primary href=(next(puzzle)) { "Another puzzle" }
                        form method="post" action={ (path(puzzle)) "/play" } { button { "Play it out" } }
                    }
                }
                div.row.out { a href="/puzzles" { "All puzzles" } a href="/" { "Leave" } }
            }
        }
    }
}

/// The choice in words, without its consequences.
fn brief(words: &str) -> &str {
    words.split_once(". ").map_or(words, |(first, _)| first).trim_end_matches('.')
}

/// A choice in a few letters, for a small screen, where the pieces it is about show the rest.
fn short(game: GameName, action: &str) -> Option<String> {
    match game {
        GameName::SpamORama => {
            let (from, to) = action.strip_prefix("relay ")?.split_once(' ')?;
            Some(format!("{from} onto {to}"))
        }
        GameName::Spammers => None,
    }
}

/// A choice behind the number that it has at the table and wherever it is named.
fn numbered(puzzle: &Puzzle, action: &str, says: &impl Fn(&str) -> Markup) -> Markup {
    let place = puzzle.shuffled().iter().position(|option| option.action == action);
    html! {
        @if let Some(place) = place { i.number { (place + 1) } " " }
        @if let Some(short) = short(puzzle.game, action) { span.short aria-hidden="true" { (short) } }
        span { (says(action)) }
    }
}

/// How somebody answered a puzzle.
struct Answer<'a> {
    puzzle: &'a Puzzle,
    table: &'a LiveGame,
    sitters: &'a [Sitter],
    chosen: &'a str,
}

impl Answer<'_> {
    /// The worth of each choice, and the reason for the best.
    fn panel(&self, says: &impl Fn(&str) -> Markup) -> Markup {
        let &Self { puzzle, chosen, .. } = self;
        let verdict = |option: &Solution| match option.action == chosen {
            true if option.action == puzzle.best().action => "best, yours",
            true => "yours",
            false if option.action == puzzle.best().action => "best",
            false if option.action == puzzle.options[puzzle.obvious].action => "looks best",
            false => "",
        };
        let offered = puzzle.options.iter().any(|option| option.action == chosen);
        html! {
            @if !offered {
                p.remark { b { "You: " } (says(chosen)) ". It is not among those that are offered"
                    @if let Some(remark) = self.table.remark(puzzle.seat, chosen) { ": " (self.to_you(&remark)) } "." }
            }
            p.because { (self.because(says)) }
            ol.options {
                @for option in &puzzle.options {
                    @let best = option.action == puzzle.best().action;
                    li.best[best].taken[option.action == chosen] {
                        span.chance title={ "give or take " (whole(2.0 * option.error)) } { (whole(option.chance)) " %" }
                        span.what { (numbered(puzzle, &option.action, says)) }
                        // The reason for the best stands above.
                        @if let Some(remark) = option.remark.as_ref().filter(|_| !best) { span.note { (self.to_you(remark)) } }
                        @if !verdict(option).is_empty() { span.verdict { (verdict(option)) } }
                    }
                }
            }
            p.small-print {
                @if let Some(theme) = &puzzle.theme { "Theme: " b { (theme) } ". " }
                "Chances to win after each, as deep searches have them that know only what you see."
            }
        }
    }

    /// The reasons for the best choice, and against the obvious one.
    fn because(&self, says: &impl Fn(&str) -> Markup) -> Markup {
        let puzzle = self.puzzle;
        let (best, obvious) = (puzzle.best(), &puzzle.options[puzzle.obvious]);
        let next = puzzle.options.iter().skip(1).map(|option| option.chance).fold(0.0, f64::max);
        html! {
            b { (numbered(puzzle, &best.action, says)) ": " }
            @if let Some(remark) = &best.remark { (self.to_you(remark)) "; " }
            "it wins " (whole(best.chance - next)) " games of 100 more than the next best."
            span.long {
                " A hasty player's choice, " b { (numbered(puzzle, &obvious.action, says)) } ", wins " (whole(obvious.chance))
                @if let Some(remark) = obvious.remark.as_ref().filter(|remark| best.remark.as_ref() != Some(remark)) { ": " (self.to_you(remark)) }
                "."
            }
        }
    }

    /// A bot's remark on a choice, turned to the solver.
    fn to_you(&self, remark: &str) -> Markup {
        self.named(&said_to_you(remark))
    }

    fn named(&self, words: &str) -> Markup {
        Named(&Prose::from(words.to_owned()), self.sitters).render()
    }
}

/// A share in whole percent.
const fn whole(percent: f64) -> u32 {
    (percent + 0.5) as u32
}

fn stars(difficulty: u8) -> String {
    let full = usize::from(difficulty.min(5));
    format!("{}{}", "★".repeat(full), "☆".repeat(5 - full))
}

/// The puzzle after this one, round and round.
fn next(puzzle: &Puzzle) -> String {
    let all = Puzzle::all(puzzle.game);
    let later = all.iter().find(|other| other.number > puzzle.number);
    path(later.or(all.first()).unwrap_or(puzzle))
}

/// The body of the page of a puzzle.
#[must_use]
pub fn page(puzzle: &Puzzle, table: &LiveGame, day: Option<u64>, at: Progress<'_>) -> Markup {
    let sitters = sitters(puzzle, table);
    let code = format!("puzzles/{}/{}", puzzle.game.name(), puzzle.number);
    let context = live::RenderContext { code: &code, version: 0, sitters: &sitters, statuses: &[] };
    live::lesson(table, &context, Viewer::Seat(puzzle.seat), panel(puzzle, table, day, at))
}

/// The page of all puzzles, today's first.
#[must_use]
pub fn all(today: Option<&Puzzle>) -> Markup {
    html! {
        div #puzzles.puzzles {
            (first_window("The puzzle of the day", html! {
                @if let Some(puzzle) = today {
                    div.today {
                        (art::carrier())
                        div {
                            p { b { (puzzle.game.title()) } " " span.stars { (stars(puzzle.difficulty)) } }
                            p { "A real position. One choice is far better than all others, and it is not the obvious one." }
                            p.streak data-streak {}
                        }
                        a.button.primary.big href=(path(puzzle)) { "Solve it" }
                    }
                }
            }))
            @for game in GameName::ALL { (puzzles_of(game)) }
        }
    }
}

/// All puzzles of a game, the easiest first.
fn puzzles_of(game: GameName) -> Markup {
    let title = format!("{}: {} puzzles", game.title(), Puzzle::all(game).len());
    window(
        &title,
        html! {
            @for difficulty in 1..=5 {
                @let some: Vec<&Puzzle> = Puzzle::all(game).iter().filter(|puzzle| puzzle.difficulty == difficulty).collect();
                @if !some.is_empty() {
                    h3 { span.stars { (stars(difficulty)) } " " (hardness(difficulty)) }
                    (numbers(&some))
                }
            }
            (by_theme(game))
        },
    )
}

/// Puzzles by their numbers.
fn numbers(some: &[&Puzzle]) -> Markup {
    html! {
        ul.numbers {
            @for puzzle in some {
                li { a href=(path(puzzle)) data-puzzle={ (puzzle.game.name()) "-" (puzzle.number) } { (puzzle.number) } }
            }
        }
    }
}

/// The same by theme, for practising one thing.
fn by_theme(game: GameName) -> Markup {
    let all = Puzzle::all(game);
    let themes: BTreeSet<&str> = all.iter().filter_map(|puzzle| puzzle.theme.as_deref()).collect();
    html! {
        @if !themes.is_empty() {
            details.themes {
                summary { "By theme: that is a hint" }
                @for theme in themes {
                    @let some: Vec<&Puzzle> = all.iter().filter(|puzzle| puzzle.theme.as_deref() == Some(theme)).collect();
                    h3 { (theme) }
                    (numbers(&some))
                }
            }
        }
    }
}

/// The name of a difficulty.
const fn hardness(difficulty: u8) -> &'static str {
    match difficulty {
        1 => "A second look",
        2 => "A coffee",
        3 => "A lunch break",
        4 => "An afternoon",
        _ => "A career",
    }
}
