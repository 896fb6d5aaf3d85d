//! Plain messages: what is wrong, what would be right, where to go.

use maud::{Markup, html};
use spammers::Picture;

use crate::art;
use crate::ink::capital;
use crate::qr::qr;
use crate::shell::{Place, first_window, page};

/// A message with a title, a sentence, and where to go from here: address and words.
#[must_use]
pub fn notice(title: &str, sentence: &str, links: &[(&str, &str)]) -> Markup {
    message(title, sentence, None, "dear-firstname", links)
}

/// The page for an answer other than success. The sentence says what is wrong and what would be right.
#[must_use]
pub fn trouble(status: u16, sentence: &str, links: &[(&str, &str)]) -> Markup {
    let (title, dry) = manner(status);
    message(&format!("{status} {title}"), sentence, Some(dry), picture(status), links)
}

/// A title and a dry line for a status.
const fn manner(status: u16) -> (&'static str, &'static str) {
    match status {
        400 => ("Malformed request", "We get a lot of those. They usually offer us a watch."),
        403 => ("Relaying denied", "The seat belongs to somebody, and that somebody is not you."),
        404 => ("No such mailbox", "The message was not returned, because it was never asked for."),
        405 => ("Wrong slot", "This address takes letters through another slot."),
        409 => ("Not now", "Timing is everything. Ask anybody who has mailed the same List twice."),
        410 => ("Gone", "Old mail is not always worth opening."),
        413 => ("Attachment too large", "Our mailbox has limits. It is the only thing here that does."),
        429 => ("Too many messages", "You of all people should know how this feels from the other side."),
        503 => ("Closing for the night", "The modem needs its rest. Matches are kept."),
        _ => ("Our fault", "Somebody tripped over the router. It has been written down."),
    }
}

/// The card whose picture goes with a status.
const fn picture(status: u16) -> &'static str {
    match status {
        400 => "extremely-small-print",
        403 => "we-value-your-privacy",
        404 => "undeliverable-returned-to-sender",
        409 => "last-generation-technology",
        410 => "a-sincere-apology",
        413 => "your-mailbox-is-almost-full",
        429 => "reply-all-storm",
        503 => "out-of-office",
        _ => "reboot-reboot",
    }
}

fn message(title: &str, sentence: &str, dry: Option<&str>, picture: &str, links: &[(&str, &str)]) -> Markup {
    let main = html! {
        div.dialog {
            (first_window(title, html! {
                div.says {
                    @if let Some(picture) = Picture::named(picture) { (art::inline(&picture)) }
                    div {
                        p.lead { (capital(sentence)) @if !sentence.ends_with(['.', '!', '?']) { "." } }
                        @if let Some(dry) = dry { p.dim { (dry) } }
                    }
                }
                ul.row.ways {
                    li { a.button.primary[links.is_empty()] href="/" { "To the home page" } }
                    @for (place, (href, words)) in links.iter().enumerate() {
                        li { a.button.primary[place + 1 == links.len()] href=(href) { (words) } }
                    }
                }
            }))
        }
    };
    page(title, main, Place::Elsewhere)
}

/// The page that shows a private seat link, with a warning.
#[must_use]
pub fn seat_link(link: &str) -> Markup {
    let main = html! {
        div.dialog {
            (first_window("Your private seat link", html! {
                p.lead { "Whoever opens this link sits in your seat and sees your hand." }
                p { "Keep it to go on at another device, or to come back after losing this one. Do not share it. To invite people, use the link in the lobby." }
                (qr(link))
                div.row {
                    label for="seat-link" { "Link" }
                    input.wide #seat-link readonly value=(link);
                    button.scripted type="button" data-copy=(link) { "Copy link" }
                }
            }))
        }
    };
    page("Your private seat link", main, Place::Lobby)
}

/// The page behind a private seat link: the seat is taken by a button, never by merely looking. The button posts
/// the token to `action`.
#[must_use]
pub fn take_seat(code: &str, action: &str, token: &str) -> Markup {
    let main = html! {
        div.dialog {
            (first_window("Take this seat?", html! {
                p.lead { "This link is for a seat at table " (code) "." }
                p { "If you take it, this browser plays for the seat. Whoever had it elsewhere keeps it as well: a seat is one player, on however many screens." }
                div.row {
                    form method="post" action=(action) {
                        input type="hidden" name="token" value=(token);
                        button.primary.big { "Take the seat" }
                    }
                    a.button href={ "/t/" (code) } { "Only watch" }
                }
            }))
        }
    };
    page("Take this seat", main, Place::Elsewhere)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_has_its_picture() {
        for status in 400..600 {
            assert!(Picture::named(picture(status)).is_some(), "{status}");
        }
        assert!(Picture::named("dear-firstname").is_some());
    }
}
