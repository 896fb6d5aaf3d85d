//! Pages about a seat: its links and browsers, which its player may revoke, and a link that moves it.

use maud::{Markup, html};
use room::{OpenLink, SeatAccess};

use crate::qr::qr;
use crate::shell::{Place, first_window, page, window};

/// The links and browsers of a seat, with the link that was just made, if one was.
#[must_use]
pub fn access(code: &str, access: &SeatAccess, fresh: Option<&str>) -> Markup {
    let table = format!("/t/{code}?seat={}", access.seat);
    let main = html! {
        div.dialog {
            @if let Some(link) = fresh {
                (first_window("Your private seat link", html! {
                    p.lead { "The browser that opens this link first takes over your seat and its hand." }
                    p { "It works once, for a day. From then on this browser only watches, and all earlier links are void. Do not share it: to invite people, use the link in the lobby." }
                    (qr(link))
                    div.row {
                        label for="seat-link" { "Link" }
                        input.wide #seat-link readonly value=(link);
                        button.scripted type="button" data-copy=(link) { "Copy link" }
                    }
                    ul.row.ways { li { a.button.primary href=(table) { "Back to the table" } } }
                }))
            }
            (if fresh.is_some() { window } else { first_window }("What opens this seat", html! {
                ul.shelf {
                    @for device in &access.devices {
                        li {
                            div { @if device.here { "This browser" } @else { "Another browser" } " " span.dim { (device.tag) } }
                            @if device.here { a.button href="/forget" { "Forget this browser" } }
                            @else { (revoke(code, access, &device.tag.to_string(), "Revoke")) }
                        }
                    }
                    @for link in &access.links {
                        li {
                            div { "A link, good for " (left(link)) " " span.dim { (link.tag) } }
                            (revoke(code, access, &link.tag.to_string(), "Revoke"))
                        }
                    }
                }
                ul.row.ways {
                    @if access.links.len() + access.devices.len() > 1 {
                        li { (revoke(code, access, "others", "Revoke all but this browser")) }
                    }
                    @if fresh.is_none() { li { a.button.primary href=(table) { "Back to the table" } } }
                }
            }))
        }
    };
    page("What opens your seat", main, Place::Lobby)
}

/// How long a link still opens the seat, in words.
fn left(link: &OpenLink) -> String {
    let minutes = link.left.as_secs().div_ceil(60);
    match minutes {
        0 | 1 => "another minute".to_owned(),
        2..120 => format!("another {minutes} minutes"),
        _ => format!("another {} hours", minutes / 60),
    }
}

fn revoke(code: &str, access: &SeatAccess, what: &str, says: &str) -> Markup {
    html! {
        form method="post" action={ "/t/" (code) "/revoke" } {
            input type="hidden" name="seat" value=(access.seat);
            button name="what" value=(what) { (says) }
        }
    }
}

/// The page that asks whether this browser, which holds seats at so many tables, is to be forgotten.
#[must_use]
pub fn forget(tables: usize) -> Markup {
    let seats = match tables {
        0 => "It holds no seat at a table that goes on.".to_owned(),
        1 => "It holds a seat at a table that goes on.".to_owned(),
        _ => format!("It holds seats at {tables} tables that go on."),
    };
    let main = html! {
        div.dialog {
            (first_window("Forget this browser?", html! {
                p.lead { (seats) @if tables > 0 { " To keep one, first make a link at its table: Menu, Go on at another device." } }
                p { "Its key opens nothing any more, here or anywhere it was copied to, and the cookies of this site are removed." }
                div.row {
                    form method="post" action="/forget" { button.primary.big { "Forget it" } }
                    a.button href="/" { "To the home page" }
                }
            }))
        }
    };
    page("Forget this browser?", main, Place::Elsewhere)
}

/// The page behind a private seat link: the seat is taken by a button, never by merely looking. The button posts
/// the token to `action`.
#[must_use]
pub fn take(code: &str, action: &str, token: &str) -> Markup {
    let main = html! {
        div.dialog {
            (first_window("Take this seat?", html! {
                p.lead { "This link is for a seat at table " (code) "." }
                p { "If you take it, this browser plays for the seat. The browser that had it before only watches from then on." }
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
    use room::{Device, KeyHash, Tag};
    use std::time::Duration;
    use table::Seat;

    #[test]
    fn links_and_browsers_are_listed_and_one_comes_back_to_the_table() {
        let [here, other, link] = [1, 2, 3].map(|byte| Tag::of(KeyHash([byte; 32])));
        let open = SeatAccess {
            seat: Seat::new(1).unwrap(),
            devices: vec![Device { tag: here, here: true }, Device { tag: other, here: false }],
            links: vec![OpenLink { tag: link, left: Duration::from_secs(23 * 3_600 + 60) }],
        };
        for fresh in [None, Some("http://localhost/t/k7mq2xwp/seat/word")] {
            let page = access("k7mq2xwp", &open, fresh).into_string();
            for part in [
                r#"href="/t/k7mq2xwp?seat=B">Back to the table</a>"#,
                "Another browser <span class=\"dim\">02020202</span>",
                "A link, good for another 23 hours",
                r#"name="what" value="03030303""#,
                r#"value="others""#,
                r#"href="/forget">Forget this browser</a>"#,
            ] {
                assert!(page.contains(part), "{part}: {page}");
            }
            assert_eq!(page.contains("data-copy"), fresh.is_some());
        }
    }
}
