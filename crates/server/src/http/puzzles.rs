//! Puzzles: a position at a real table, and one choice. The server is stateless: the browser keeps the results.

use axum::extract::{Path, State};
use axum::response::Response;
use games::GameName;
use lessons::Puzzle;
use pages::live::RenderContext;
use pages::preview::Preview;
use pages::puzzle::{Progress, panel, sitters};
use pages::shell::Place;
use room::LiveGame;
use table::Viewer;

use super::after::{GoesOn, OPPONENTS, open_from};
use super::form::Form;
use super::requests::PuzzleAct;
use super::views::{Answered, Offered, PuzzleShown, Puzzles, PuzzlesOfGame};
use super::visitor::Visitor;
use super::{Site, answer};
use crate::data;
use crate::deal::Day;
use crate::problem::Problem;
use crate::rooms::Format;
use crate::task::beside;

/// A puzzle by the name of its game and its number.
fn found(game: &str, number: usize) -> Result<&'static Puzzle, Problem> {
    let game = GameName::named(game).map_err(|wrong| Problem::missing(wrong.to_string()))?;
    Puzzle::numbered(game, number).ok_or_else(|| {
        let (title, all) = (game.title(), Puzzle::all(game));
        let last = all.last().map_or(0, |puzzle| puzzle.number);
        match (1..last).contains(&number) {
            true => Problem::gone(format!(
                "puzzle {number} of {title} was much like others and is not offered any more; {} others are on the page of puzzles",
                all.len()
            )),
            false => Problem::missing(format!("there is no puzzle {number} of {title}; the last is {last}")),
        }
    })
}

/// The day whose puzzle this is, if that is today.
fn day_of(puzzle: &Puzzle, today: Day) -> Option<u64> {
    Some(today.number()).filter(|&day| Puzzle::of_day(day) == Some(puzzle))
}

#[cfg_attr(test, utoipa::path(get, path = "/puzzles", tag = "puzzles",
    summary = "All puzzles, and which is today's.",
    responses((status = 200, body = Puzzles))))]
pub(super) async fn puzzles(State(site): State<Site>, visitor: Visitor) -> Response {
    let of_today = Puzzle::of_day(site.rooms.today().number());
    match visitor.format {
        Format::Html => {
            let (page, preview) = (pages::puzzle::all(of_today), Preview::of_site("Puzzles of both games"));
            answer::linked("Puzzles", page, Place::Puzzles, &visitor.link("/puzzles", &preview))
        }
        Format::Json => {
            let of_game = |game: GameName| PuzzlesOfGame {
                game: game.name(),
                numbers: Puzzle::all(game).iter().map(|puzzle| puzzle.number as u64).collect(),
                difficulties: Puzzle::all(game).iter().map(|puzzle| puzzle.difficulty).collect(),
            };
            answer::data(&Puzzles {
                today: of_today.map(pages::puzzle::path),
                shelves: GameName::ALL.into_iter().map(of_game).collect(),
            })
        }
    }
}

#[cfg_attr(test, utoipa::path(get, path = "/puzzles/{game}/{number}", tag = "puzzles",
    summary = "A puzzle: the table as the seat sees it that is to choose.",
    responses((status = 200, body = PuzzleShown))))]
pub(super) async fn puzzle(
    State(site): State<Site>,
    Path((game, number)): Path<(String, usize)>,
    visitor: Visitor,
) -> Response {
    let (format, today) = (visitor.format, site.rooms.today());
    let shown = found(&game, number).map(|puzzle| {
        move || {
            let live = puzzle.table();
            Ok(match format {
                Format::Html => page(puzzle, &live, today, Progress::Asked, &visitor),
                Format::Json => {
                    let sitters = sitters(puzzle, &live);
                    let path = pages::puzzle::path(puzzle);
                    let context =
                        RenderContext { code: &path[1..], version: 0, sitters: &sitters, statuses: &[] };
                    answer::data(&PuzzleShown {
                        game: puzzle.game.name(),
                        number: puzzle.number as u64,
                        difficulty: puzzle.difficulty,
                        seat: puzzle.seat.to_string(),
                        offered: puzzle.shuffled().into_iter().map(|option| option.action.as_str()).collect(),
                        table: data::table(&live, &context, Viewer::Seat(puzzle.seat), 0),
                    })
                }
            })
        }
    });
    answer::or_problem(format, drawn_beside(shown).await)
}

/// Draws a puzzle, not on a thread that answers visitors: the game is played up to it each time.
async fn drawn_beside(
    draw: Result<impl FnOnce() -> Result<Response, Problem> + Send + 'static, Problem>,
) -> Result<Response, Problem> {
    beside(draw?).await?
}

fn page(puzzle: &Puzzle, live: &LiveGame, today: Day, at: Progress<'_>, visitor: &Visitor) -> Response {
    let title = format!("Puzzle {} of {}", puzzle.number, puzzle.game.title());
    let page = pages::puzzle::page(puzzle, live, day_of(puzzle, today), at);
    let (path, preview) = (pages::puzzle::path(puzzle), Preview::of_game(puzzle.game, &title));
    answer::linked(&title, page, Place::Table, &visitor.link(&path, &preview))
}

#[cfg_attr(test, utoipa::path(post, path = "/puzzles/{game}/{number}/act", tag = "puzzles",
    summary = "Answers a puzzle with a choice in notation; says what each choice that was offered is worth.",
    request_body = PuzzleAct, responses((status = 200, body = Answered))))]
pub(super) async fn act(
    State(site): State<Site>,
    Path((game, number)): Path<(String, usize)>,
    visitor: Visitor,
    Form(asked): Form<PuzzleAct>,
) -> Response {
    let (format, today) = (visitor.format, site.rooms.today());
    let answered = found(&game, number).map(|puzzle| {
        move || {
            let live = puzzle.table();
            let action = asked.action.trim();
            if !live.choices(Viewer::Seat(puzzle.seat)).iter().any(|(choice, _)| choice == action) {
                return Err(Problem::wrong("that cannot be done here; the table lists what can"));
            }
            let at = Progress::Answered(action);
            Ok(match format {
                Format::Html => page(puzzle, &live, today, at, &visitor),
                Format::Json => {
                    let option = |option: &'static lessons::Solution| Offered {
                        action: &option.action,
                        chance: option.chance,
                        error: option.error,
                    };
                    answer::data(&Answered {
                        solved: action == puzzle.best().action,
                        best: &puzzle.best().action,
                        theme: puzzle.theme.as_deref(),
                        options: puzzle.options.iter().map(option).collect(),
                        coach: panel(puzzle, &live, day_of(puzzle, today), at).into_string(),
                    })
                }
            })
        }
    });
    answer::or_problem(format, drawn_beside(answered).await)
}

#[cfg_attr(test, utoipa::path(post, path = "/puzzles/{game}/{number}/play", tag = "puzzles",
    summary = "A new game from the position of a puzzle, against bots.",
    responses((status = 200, body = super::views::Opened))))]
pub(super) async fn play(
    State(site): State<Site>,
    Path((game, number)): Path<(String, usize)>,
    visitor: Visitor,
) -> Response {
    let format = visitor.format;
    let played = async {
        let puzzle = found(&game, number)?;
        let live = beside(|| puzzle.table()).await?;
        let goes_on = GoesOn::from_here(&live, puzzle.seat, OPPONENTS);
        open_from(&site, visitor, puzzle.seat, goes_on).await
    };
    answer::or_problem(format, played.await)
}
