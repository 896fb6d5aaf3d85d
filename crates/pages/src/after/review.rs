//! A finished game reviewed: chances, luck and skill, and the moments that decided it.

mod cascade;
mod chart;
mod moments;
mod verdict;
mod wording;

use ::table::Seat;
use maud::{Markup, html};
use review::{GameResult, Review, Thinking};

use crate::model::Frame;
use crate::table::name_of;

/// The data of a review's page.
pub struct ReviewPage<'a> {
    /// The frame: code, viewer, sitters.
    pub frame: Frame<'a>,
    /// How it came out.
    pub result: &'a GameResult,
    /// The review, if there is one yet.
    pub review: Option<&'a Review>,
    /// The progress of a review that is still being made.
    pub thinking: Option<Thinking>,
    /// Through whose eyes.
    pub eyes: Seat,
    /// The input that is looked at, if one was picked.
    pub picked: Option<usize>,
    /// Whether it was asked for help: the seats that were coached.
    pub coached: ::table::SeatSet,
}

impl ReviewPage<'_> {
    fn path(&self) -> String {
        format!("/t/{}/review", self.frame.code)
    }

    fn name(&self, seat: Seat) -> &str {
        name_of(self.frame.sitters, seat)
    }

    /// The same, but the viewer is called you.
    fn who(&self, seat: Seat) -> &str {
        if self.frame.viewer.is(seat) { "You" } else { self.name(seat) }
    }

    /// Whether the viewer sat at the seat whose view is shown.
    fn is_own(&self) -> bool {
        self.frame.viewer.is(self.eyes)
    }
}

/// The page of a review.
#[must_use]
pub fn review(page: &ReviewPage<'_>) -> Markup {
    let frame = &page.frame;
    html! {
        main #table.after.review.(frame.game.name()) data-code=(frame.code) data-thinking=[page.thinking.map(|thinking| thinking.depth.word())] {
            h1.unseen { (frame.game.title()) ", table " (frame.code) ": the review" }
            @match page.review {
                Some(review) => {
                    div.rooms {
                        (chart::chances(page, review))
                        (moments::moments(page, review))
                        (verdict::verdict(page, review))
                    }
                }
                None => (wait(page)),
            }
            (bar(page))
        }
    }
}

/// The page until there is a review.
fn wait(page: &ReviewPage<'_>) -> Markup {
    html! {
        section.window.wait aria-labelledby="wait-title" {
            h2 #wait-title .bar.dressed { span { "Looking at it again" } }
            div.inside {
                p { "Every choice is weighed against the best that a search finds, and every roll and draw against what could have come instead. A first look takes some seconds; you can stay or come back." }
                @if page.thinking.is_none() {
                    p role="status" { "Many games wait for their review now, and this one has no place among them yet. Look again in a few minutes." }
                }
                (progress(page))
                p { a.button href=(page.path()) { "Look again" } }
            }
        }
    }
}

/// How far it is.
fn progress(page: &ReviewPage<'_>) -> Markup {
    html! {
        @if let Some(thinking) = page.thinking {
            div.deep role="status" {
                p {
                    span {
                        @if page.review.is_some() { b { "Still thinking." } " Numbers may move a little." }
                        @else { b { "Thinking." } " The first look." }
                    }
                    span.number data-percent { (thinking.percent()) " %" }
                }
                progress max=(thinking.of.max(1)) value=(thinking.done) aria-label="How far the review is" {}
            }
        }
    }
}

/// The review in a sentence, and next steps.
fn bar(page: &ReviewPage<'_>) -> Markup {
    let path = format!("/t/{}", page.frame.code);
    html! {
        nav.doors aria-label="What now" {
            div.sum {
                @match page.review {
                    Some(review) => {
                        b { (verdict::sentence(page, review)) }
                        span.hint { (verdict::counted(page, review)) }
                    }
                    None if page.thinking.is_some() => { b { "The review is on its way." } }
                    None => { b { "The review has not begun yet." } }
                }
            }
            a.button href="/" { "Home" }
            button.scripted type="button" data-copy={ (page.path()) "?as=" (page.eyes) } { "Copy link" }
            a.button href=(path) { "How it came out" }
            a.button.primary href={ (path) "/replay?as=" (page.eyes) } { "Replay" }
        }
    }
}
