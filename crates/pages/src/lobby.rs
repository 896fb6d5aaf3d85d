//! The lobby: who sits where, who is ready, what is missing.

use games::{GameName, Level};
use maud::{Markup, html};
use table::{LONGEST_TYPED_NAME, Seat};

use crate::art;
use crate::model::LobbyPage;
use room::{Lobby, LobbySeat, Plays, Presence, level_word};

/// The region `lobby`: everything on the page that can change.
#[must_use]
pub fn lobby(page: &LobbyPage<'_>) -> Markup {
    let lobby = &page.lobby;
    html! {
        section #lobby data-code=(lobby.code) data-version=(lobby.version) {
            div.window {
                h1.bar.dressed { span { (lobby.game.title()) ": table " (lobby.code) } }
                div.inside {
                    (invite(page))
                    h2 { "Seats" }
                    (seats(page))
                    (start(lobby))
                }
            }
            div.window {
                h2.bar.dressed { span { "What will be played" } }
                div.inside {
                    dl.facts { @for (key, value) in &lobby.setup { div { dt { (key) } dd { (value) } } } }
                    p { a href={ "/rules/" (lobby.game.name()) } { "The rules" } " · " a href={ "/rules/" (lobby.game.name()) "/reference" } { "on one page" } }
                }
            }
        }
    }
}

fn invite(page: &LobbyPage<'_>) -> Markup {
    let (lobby, link) = (&page.lobby, &page.link);
    html! {
        div.invite {
            p { "Send this to whoever should play. It is the only mail this site will ever cause." }
            div.row {
                label for="share" { "Link" }
                input #share readonly value=(link);
                button.scripted type="button" data-copy=(link) { "Copy link" }
                span { "or the code " code.code { (lobby.code) } }
            }
        }
    }
}

fn seats(page: &LobbyPage<'_>) -> Markup {
    let lobby = &page.lobby;
    let asks = lobby.game == GameName::SpamORama;
    html! {
        @if asks {
            p { "Whoever gets the least spam in real life goes first (" a href="/rules/spam-o-rama#R2.7" { "R2.7" } "). So: how much spam did you get today?" }
        }
        table.seating {
            thead {
                tr {
                    th scope="col" { "Seat" }
                    th scope="col" { "Ready" }
                    @if asks { th scope="col" { "Spam today" } }
                    th scope="col" { "What you can do" }
                }
            }
            tbody { @for seat in &lobby.seats { (row(page, seat)) } }
        }
    }
}

fn row(page: &LobbyPage<'_>, at: &LobbySeat) -> Markup {
    let lobby = &page.lobby;
    let seat = at.sitter.seat;
    let own = lobby.own.contains(seat);
    html! {
        tr class={ "at-" (seat.letter().to_ascii_lowercase()) (if own { " own" } else { "" }) } {
            th scope="row" {
                div.who {
                    span.seat-badge { (seat) }
                    (art::face(std::slice::from_ref(&at.sitter), seat))
                    div { (name(at)) span.hint { (who(lobby, at)) } }
                }
            }
            td data-label="Ready" { (readiness(at)) }
            @if lobby.game == GameName::SpamORama { td data-label="Spam today" { (spam(lobby, at)) } }
            td { div.row { (offers(page, at)) } }
        }
    }
}

fn name(at: &LobbySeat) -> Markup {
    match at.sitter.plays {
        Plays::Nobody => html! { span.dim { "Free" } },
        Plays::Person | Plays::Bot(_) => html! { (at.sitter.name) },
    }
}

fn who(lobby: &Lobby, at: &LobbySeat) -> String {
    match (at.sitter.plays, at.sitter.presence) {
        (Plays::Nobody, _) => "waits for somebody".to_owned(),
        (Plays::Bot(level), _) => format!("Bot, {}: {}", level.title(), level.expects()),
        (Plays::Person, _) if lobby.own.contains(at.sitter.seat) => "you".to_owned(),
        (Plays::Person, Presence::Here) => "here".to_owned(),
        (Plays::Person, Presence::Away) => "away at the moment".to_owned(),
        (Plays::Person, Presence::Resigned) => "has given up".to_owned(),
    }
}

fn readiness(at: &LobbySeat) -> Markup {
    match at.sitter.plays {
        Plays::Nobody => html! { span.dim { "–" } },
        Plays::Person | Plays::Bot(_) if at.ready => html! { span.good { "✓ ready" } },
        Plays::Person | Plays::Bot(_) => html! { span.dim { "not yet" } },
    }
}

fn spam(lobby: &Lobby, at: &LobbySeat) -> Markup {
    let seat = at.sitter.seat;
    let id = format!("spam-{seat}");
    html! {
        @if lobby.own.contains(seat) {
            form.row method="post" action=(path(lobby, "spam")) {
                (hidden_seat(seat))
                label.unseen for=(id) { "How much spam did you get today? (seat " (seat) ")" }
                input id=(id) name="spam" type="number" min="0" max="1000000" inputmode="numeric" value=[at.spam];
                button.small { "Answer" }
            }
        } @else {
            @match at.spam {
                Some(0) => "none, allegedly",
                Some(count) => (count),
                None => span.dim { "–" },
            }
        }
    }
}

fn path(lobby: &Lobby, what: &str) -> String {
    format!("/t/{}/{what}", lobby.code)
}

fn hidden_seat(seat: Seat) -> Markup {
    html! { input type="hidden" name="seat" value=(seat); }
}

/// A button that posts the seat and nothing else.
fn press(lobby: &Lobby, what: &str, seat: Seat, words: &str) -> Markup {
    html! {
        form method="post" action=(path(lobby, what)) {
            (hidden_seat(seat))
            button.small { (words) span.unseen { ", seat " (seat) } }
        }
    }
}

fn offers(page: &LobbyPage<'_>, at: &LobbySeat) -> Markup {
    let lobby = &page.lobby;
    let seat = at.sitter.seat;
    let opener = lobby.opened_it;
    match at.sitter.plays {
        Plays::Nobody => html! {
            (sit(page, seat))
            @if opener { (fill(lobby, seat)) }
        },
        Plays::Bot(_) if opener => press(lobby, "open", seat, "Open the seat"),
        Plays::Person if lobby.own.contains(seat) => html! {
            form method="post" action=(path(lobby, "ready")) {
                (hidden_seat(seat))
                input type="hidden" name="ready" value=(if at.ready { "no" } else { "yes" });
                button.small.primary[!at.ready] { @if at.ready { "Not ready after all" } @else { "I am ready" } }
            }
            (press(lobby, "stand", seat, "Stand up"))
        },
        Plays::Person if opener => press(lobby, "kick", seat, "Send away"),
        Plays::Person | Plays::Bot(_) => html! { span.dim { "–" } },
    }
}

fn sit(page: &LobbyPage<'_>, seat: Seat) -> Markup {
    let lobby = &page.lobby;
    let id = format!("name-{seat}");
    html! {
        form.row method="post" action=(path(lobby, "sit")) {
            (hidden_seat(seat))
            label.unseen for=(id) { "Your name at seat " (seat) }
            input.name id=(id) name="name" value=(page.name) placeholder="Your name" maxlength=(LONGEST_TYPED_NAME) autocomplete="nickname" required;
            button.small { "Sit here" }
        }
    }
}

fn fill(lobby: &Lobby, seat: Seat) -> Markup {
    let id = format!("level-{seat}");
    html! {
        form.row method="post" action=(path(lobby, "fill")) {
            (hidden_seat(seat))
            label.unseen for=(id) { "Level of the bot at seat " (seat) }
            select id=(id) name="level" {
                @for level in Level::ALL {
                    option value=(level_word(level)) selected[level == Level::Operator] { (level.title()) }
                }
            }
            button.small { "Fill with bot" }
        }
    }
}

fn start(lobby: &Lobby) -> Markup {
    html! {
        div.start {
            @match (&lobby.not_yet, lobby.opened_it) {
                (None, true) => {
                    form method="post" action=(path(lobby, "start")) { button.primary.big { "Start the game" } }
                },
                (Some(why), true) => {
                    button.big disabled { "Start the game" }
                    p { "Not yet: " (why) }
                },
                (None, false) => p { "Everything is ready. Whoever opened the table starts the game." },
                (Some(why), false) => p { "Not yet: " (why) },
            }
        }
    }
}
