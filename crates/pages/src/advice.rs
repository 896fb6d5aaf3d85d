//! A coach's advice at the table: its favourite choice, the worth of the best few, and why.

use maud::{Markup, html};
use room::{Advice, Advised};
use table::Seat;

use crate::art;
use crate::shell::first_window;

/// The coach's advice.
#[must_use]
pub fn advice(advice: &Advice, name: impl Fn(Seat) -> String) -> Markup {
    html! {
        div.advice data-pieces=(advice.best.first().map_or_else(String::new, |best| best.pieces.join(" "))) {
            (art::carrier())
            p.why { (advice.why.named(&name)) }
            details open {
                summary { "In numbers" }
                p.scale { (Advice::SCALE) }
                ol { @for option in &advice.best { li { (worth(option)) span { (option.says.named(&name)) } } } }
            }
        }
    }
}

fn worth(option: &Advised) -> Markup {
    let (least, most) = option.between();
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    let exact = |share: f64| format!("{:.1}", 100.0 * share);
    html! {
        b { (percent(option.chance.mean)) " %" }
        span.between { (exact(least)) " to " (exact(most)) " %" }
        meter min="0" max="100" value=(percent(option.chance.mean)) aria-hidden="true" {}
    }
}

/// The same as a page of its own, for browsers without scripts.
#[must_use]
pub fn alone(advice: Markup, code: &str) -> Markup {
    first_window(
        "What would you do?",
        html! {
            (advice)
            p.hint { "The record of this game says that a coach was asked." }
            p { a.button.primary href={ "/t/" (code) } { "Back to the table" } }
        },
    )
}
