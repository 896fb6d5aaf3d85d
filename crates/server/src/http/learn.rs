//! Lessons: a guided first game on a real table. Nothing is kept of them: where somebody is stands in the address, and
//! every page of a lesson is drawn once for all.

use std::sync::{LazyLock, OnceLock};

use axum::extract::{Path, State};
use axum::response::Response;
use games::{GameName, Level};
use lessons::{Answer, LEARNER, Lesson};
use maud::PreEscaped;
use pages::coach::{coach, sitters};
use pages::live::{RenderContext, Renderer, Since};
use pages::preview::Preview;
use pages::shell::Place;
use room::LiveGame;
use table::Viewer;

use super::after::{GoesOn, open_from};
use super::form::{Form, Params};
use super::requests::{LessonAct, LessonBeat, LessonMoment};
use super::views::{Coached, Taught};
use super::visitor::Visitor;
use super::{Site, answer};
use crate::data;
use crate::problem::Problem;
use crate::rooms::Format;

/// The viewer of lessons.
const VIEWER: Viewer = Viewer::Seat(LEARNER);

/// Cache of a beat's page and changes.
#[derive(Default)]
struct Drawn {
    page: OnceLock<String>,
    changes: OnceLock<Vec<String>>,
}

/// Cache of a lesson, beat by beat.
fn drawn(game: GameName) -> &'static [Drawn] {
    static DRAWN: LazyLock<[Vec<Drawn>; 2]> = LazyLock::new(|| {
        GameName::ALL.map(|game| Lesson::of(game).beats().iter().map(|_| Drawn::default()).collect())
    });
    match game {
        GameName::Spammers => &DRAWN[0],
        GameName::SpamORama => &DRAWN[1],
    }
}

/// A lesson by the name of its game, and a beat of it.
fn found(game: &str, at: Option<u64>) -> Result<(&'static Lesson, usize), Problem> {
    let game = GameName::named(game).map_err(|wrong| Problem::missing(wrong.to_string()))?;
    let lesson = Lesson::of(game);
    let last = lesson.beats().len() - 1;
    let beat = usize::try_from(at.unwrap_or(0)).ok().filter(|&beat| beat <= last);
    let missing = || Problem::missing(format!("this lesson goes from 0 to {last}"));
    beat.map(|beat| (lesson, beat)).ok_or_else(missing)
}

/// Runs `then` with the table at a beat and its surroundings.
fn at_table<T>(lesson: &Lesson, beat: usize, then: impl FnOnce(LiveGame, &RenderContext<'_>) -> T) -> T {
    let sitters = sitters(lesson);
    let code = lesson.game().name();
    let context = RenderContext { code, version: beat as u64, sitters: &sitters, statuses: &[] };
    then(lesson.table(beat), &context)
}

/// The page of a beat; `remark` is what the coach makes of something else that was tried.
fn page(lesson: &Lesson, beat: usize, remark: Option<&str>, visitor: &Visitor) -> Response {
    let draw = || {
        at_table(lesson, beat, |live, context| {
            pages::live::lesson(&live, context, VIEWER, coach(lesson, beat, remark)).into_string()
        })
    };
    let page = match remark {
        Some(_) => draw(),
        None => drawn(lesson.game())[beat].page.get_or_init(draw).clone(),
    };
    let title = format!("{}: a first game", lesson.game().title());
    let (path, preview) =
        (format!("/learn/{}", lesson.game().name()), Preview::of_game(lesson.game(), &title));
    answer::linked(&title, PreEscaped(page), Place::Table, &visitor.link(&path, &preview))
}

/// The changes between a beat and the next, as events for pages.
fn changes(lesson: &Lesson, beat: usize) -> &'static [String] {
    let draw = || {
        at_table(lesson, beat + 1, |_, context| {
            let mut live = lesson.table(beat);
            let mut renderer = Renderer::new(&live);
            renderer.shown(&live, VIEWER);
            let shown = |piece: &[(usize, String)]| {
                let since = Since::Inputs(live.inputs());
                for (_, line) in piece {
                    let fed = live.feed(line);
                    debug_assert!(fed.is_ok(), "a lesson is checked when it is read");
                }
                renderer.changes(&live, context, &[VIEWER], since)
            };
            lesson.goes_on(beat).into_iter().flat_map(shown).collect()
        })
    };
    drawn(lesson.game())[beat].changes.get_or_init(draw)
}

#[cfg_attr(test, utoipa::path(get, path = "/learn/{game}", tag = "lessons",
    summary = "A guided first game: the table and what the coach says, at a moment of it.",
    params(LessonMoment), responses((status = 200, body = Taught))))]
pub(super) async fn learn(
    Path(game): Path<String>,
    Params(moment): Params<LessonMoment>,
    visitor: Visitor,
) -> Response {
    let taught = found(&game, moment.at).map(|(lesson, beat)| match visitor.format {
        Format::Html => page(lesson, beat, None, &visitor),
        Format::Json => taught(lesson, beat),
    });
    answer::or_problem(visitor.format, taught)
}

fn taught(lesson: &Lesson, beat: usize) -> Response {
    let step = lesson.step(beat);
    at_table(lesson, beat, |live, context| {
        answer::data(&Taught {
            game: lesson.game().name(),
            about: lesson.intro(),
            at: beat as u64,
            of: lesson.beats().len() as u64,
            title: &step.title,
            says: &step.says,
            todo: &step.todo,
            expects: lesson.beats()[beat].expects.as_deref(),
            clauses: &step.clauses,
            table: data::table(&live, context, VIEWER, 0),
        })
    })
}

#[cfg_attr(test, utoipa::path(post, path = "/learn/{game}/act", tag = "lessons",
    summary = "Acts in a lesson. What is expected is played, and the lesson goes on; to anything else the coach says something. Without an action it goes on by itself.",
    request_body = LessonAct, responses((status = 200, body = Coached))))]
pub(super) async fn act(
    Path(game): Path<String>,
    visitor: Visitor,
    Form(asked): Form<LessonAct>,
) -> Response {
    let acted = found(&game, Some(asked.version)).and_then(|(lesson, beat)| {
        let action = asked.action.as_deref().map(str::trim);
        match action.map_or(Answer::GoesOn, |action| lesson.answer(beat, action)) {
            Answer::Says(remark) => Ok(remarked(lesson, beat, remark, &visitor)),
            Answer::GoesOn if lesson.is_last(beat) => {
                Err(Problem::not_now("the lesson is over; play a real game, or take it again"))
            }
            Answer::GoesOn => Ok(gone_on(lesson, beat, visitor.format)),
        }
    });
    answer::or_problem(visitor.format, acted)
}

#[cfg_attr(test, utoipa::path(post, path = "/learn/{game}/play", tag = "lessons",
    summary = "A real game from where the lesson is, against a bot of the easiest level.",
    request_body = LessonBeat, responses((status = 200, body = super::views::Opened))))]
pub(super) async fn play(
    State(site): State<Site>,
    Path(game): Path<String>,
    visitor: Visitor,
    Form(asked): Form<LessonBeat>,
) -> Response {
    let format = visitor.format;
    let played = async {
        let (lesson, beat) = found(&game, Some(asked.version))?;
        if lesson.is_last(beat) {
            return Err(Problem::not_now("the lesson is over; play a real game, or take it again"));
        }
        let goes_on = GoesOn::from_here(&lesson.table(beat), LEARNER, Level::Intern);
        open_from(&site, visitor, LEARNER, goes_on).await
    };
    answer::or_problem(format, played.await)
}

fn remarked(lesson: &Lesson, beat: usize, remark: &str, visitor: &Visitor) -> Response {
    match visitor.format {
        Format::Html => page(lesson, beat, Some(remark), visitor),
        Format::Json => answer::data(&Coached {
            at: beat as u64,
            says: Some(remark),
            asides: &[],
            changes: &[],
            coach: None,
        }),
    }
}

fn gone_on(lesson: &Lesson, beat: usize, format: Format) -> Response {
    let at = beat + 1;
    match format {
        Format::Html => answer::see(&format!("/learn/{}?at={at}", lesson.game().name())),
        Format::Json => answer::data(&Coached {
            at: at as u64,
            says: None,
            asides: &lesson.step(beat).asides,
            changes: changes(lesson, beat),
            coach: Some(coach(lesson, at, None).into_string()),
        }),
    }
}
