//! The lobby: who sits where, who is ready, and why the game cannot start yet.

use games::{BuiltIn, GameName, Level};
use maud::{Markup, html};
use table::{LONGEST_TYPED_NAME, Seat};

use crate::model::LobbyPage;
use crate::qr::qr;
use crate::table::whereabouts;
use crate::{art, gallery, glyph};
use room::{Lobby, LobbySeat, Plays, level_word, name_or_guest};

/// The region `lobby`: everything on the page that can change.
#[must_use]
pub fn lobby(page: &LobbyPage<'_>) -> Markup {
    let lobby = &page.lobby;
    let seats = lobby.seats.len();
    let ready = lobby.seats.iter().filter(|at| at.ready && at.sitter.plays != Plays::Nobody).count();
    html! {
        section #lobby data-code=(lobby.code) data-version=(lobby.version) {
            (glyph::sprite(lobby.game))
            (letter(page))
            div.window.people {
                h1.bar.dressed { span { (lobby.game.title()) ": table " (lobby.code) } span.tally { (ready) " of " (seats) " ready" } }
                div.inside { (seating(page)) }
            }
            (invite(page))
            div.side {
              (question(lobby))
              div.window.plan {
                h2.bar.dressed { span { "What will be played" } }
                div.inside {
                    div.shown aria-hidden="true" { (picture(lobby)) }
                    dl.facts { @for (key, value) in &lobby.setup { div { dt { (key) } dd { (value) } } } }
                    p { a href={ "/rules/" (lobby.game.name()) } { "The rules" } " · " a href={ "/rules/" (lobby.game.name()) "/reference" } { "on one page" } }
                }
              }
            }
            (start(lobby))
        }
    }
}

/// Something of the game that will be played.
fn picture(lobby: &Lobby) -> Markup {
    match lobby.game {
        GameName::Spammers => gallery::fan(),
        GameName::SpamORama => {
            let named =
                |one: &BuiltIn| lobby.setup.iter().any(|(_, value)| value.eq_ignore_ascii_case(one.name()));
            let network = BuiltIn::ALL.into_iter().find(named);
            html! {
                @if let Some(network) = network { (gallery::network_drawing(&network.network())) }
            }
        }
    }
}

/// The link, open for visitors who can still invite somebody; folded for all others.
fn invite(page: &LobbyPage<'_>) -> Markup {
    let (lobby, link) = (&page.lobby, &page.link);
    let invites = free_seat(lobby).is_some() && (lobby.opened_it || !lobby.own.is_empty());
    let inside = html! {
        div.inside {
            p { "Send this to your friends. It is the only mail this site will ever cause." }
            button.scripted.primary[invites] type="button" data-share=(invitation(lobby)) data-link=(link) { (glyph::glyph("envelope")) "Send the invitation" }
            button.scripted.primary[invites] type="button" data-copy=(link) { "Copy the link" }
            label.unseen for="share" { "Link" }
            input #share readonly value=(link);
            button.show-code type="button" popovertarget="large-code" aria-label="Show the code of the link large" { (qr(link)) }
            div #large-code.large-code popover { (qr(link)) }
            p.typed { "or type the code on the home page" code.code { (lobby.code) } }
        }
    };
    html! {
        @if invites {
            div.window.invite { h2.bar.dressed { span { "Invite" } } (inside) }
        } @else {
            details.window.invite.later { summary.bar.dressed { span { "The link to this table" } } (inside) }
        }
    }
}

fn free_seat(lobby: &Lobby) -> Option<&LobbySeat> {
    lobby.seats.iter().find(|at| at.sitter.plays == Plays::Nobody)
}

/// Who invites to what, as the invitation says it.
fn invitation(lobby: &Lobby) -> String {
    let host = lobby.seats.iter().map(|at| &at.sitter).find(|sitter| sitter.plays == Plays::Person);
    let host = host.map(|sitter| sitter.name.as_str()).filter(|name| *name != name_or_guest(""));
    let host = host.unwrap_or("A friend");
    format!("{host} invites you to {}, a game about spam.", lobby.game.title())
}

/// The free seat of an invited guest.
fn invited(lobby: &Lobby) -> Option<&LobbySeat> {
    free_seat(lobby).filter(|_| lobby.own.is_empty() && !lobby.opened_it)
}

/// The letter that a guest finds: who invites to what, and the one thing to do.
fn letter(page: &LobbyPage<'_>) -> Markup {
    let lobby = &page.lobby;
    html! {
        @if let Some(free) = invited(lobby) {
            div.window.letter {
                h2.bar.dressed { span { "You have mail" } }
                div.inside {
                    p.lead { (invitation(lobby)) " No account, no mail: a name is enough." }
                    (sit(page, free.sitter.seat, "letter", html! { button.primary.big { "Take a seat" } }))
                }
            }
        }
    }
}

fn seating(page: &LobbyPage<'_>) -> Markup {
    html! {
        table.seating {
            thead {
                tr {
                    th scope="col" { "Seat" }
                    th scope="col" { "Ready" }
                    th scope="col" { "What you can do" }
                }
            }
            tbody { @for seat in &page.lobby.seats { (row(page, seat)) } }
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
                    div { (name(at)) span.hint { (who(lobby, at)) (answered(at)) } }
                }
            }
            td data-label="Ready" { (readiness(at)) }
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

fn who(lobby: &Lobby, at: &LobbySeat) -> Markup {
    match at.sitter.plays {
        Plays::Nobody => html! { "waits for somebody with the link" },
        Plays::Bot(level) => html! { "bot: " (level.expects()) },
        Plays::Person if lobby.own.contains(at.sitter.seat) => html! { "you" },
        Plays::Person => whereabouts(&at.sitter, &lobby.whereabouts),
    }
}

fn readiness(at: &LobbySeat) -> Markup {
    match at.sitter.plays {
        Plays::Nobody => html! { span.dim { "–" } },
        Plays::Person | Plays::Bot(_) if at.ready => html! { span.good { "✓ ready" } },
        Plays::Person | Plays::Bot(_) => html! { span.dim { "not yet" } },
    }
}

/// R2.7: what somebody answered to how much spam they got.
fn answered(at: &LobbySeat) -> Markup {
    html! {
        @match at.spam {
            Some(0) => ", no spam today, allegedly",
            Some(count) => { ", " b { (count) } " spam today" },
            None => {}
        }
    }
}

/// R2.7: who goes first where that is asked for in real life.
fn question(lobby: &Lobby) -> Markup {
    let own = lobby.seats.iter().filter(|at| lobby.own.contains(at.sitter.seat));
    html! {
        @if lobby.game == GameName::SpamORama && !lobby.own.is_empty() {
            div.window.before {
                h2.bar.dressed { span { "Before we begin" } }
                div.inside {
                    p.lead { "How much spam did you get today?" }
                    @for at in own {
                        @let (seat, id) = (at.sitter.seat, format!("spam-{}", at.sitter.seat));
                        form.row method="post" action=(path(lobby, "spam")) {
                            (hidden_seat(seat))
                            label for=(id) { span.unseen { "How much spam did you get today? Seat " } span.seat-badge { (seat) } }
                            input id=(id) name="spam" type="number" min="0" max="1000000" inputmode="numeric" value=[at.spam];
                            button { "Answer" }
                        }
                    }
                    p.hint { "Whoever got the least goes first (" a href="/rules/spam-o-rama#R2.7" { "R2.7" } "). Bots get no mail and are not asked. Nobody checks." }
                }
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
            (sit(page, seat, "name", html! { button.small { "Sit here" } }))
            @if opener { (fill(lobby, seat)) }
        },
        Plays::Bot(_) if opener => press(lobby, "open", seat, "Open the seat"),
        Plays::Person if lobby.own.contains(seat) => html! {
            @if at.ready { (ready(lobby, seat, "no", html! { button.small { "Not ready after all" } })) }
            (press(lobby, "stand", seat, "Stand up"))
        },
        Plays::Person if opener => press(lobby, "kick", seat, "Send away"),
        Plays::Person | Plays::Bot(_) => html! { span.dim { "–" } },
    }
}

fn sit(page: &LobbyPage<'_>, seat: Seat, place: &str, button: Markup) -> Markup {
    let lobby = &page.lobby;
    let id = format!("{place}-{seat}");
    html! {
        form.row method="post" action=(path(lobby, "sit")) {
            (hidden_seat(seat))
            label.unseen for=(id) { "Your name at seat " (seat) }
            input.name id=(id) name="name" value=(page.name) placeholder="Your name" maxlength=(LONGEST_TYPED_NAME) autocomplete="nickname" required;
            (button)
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

/// Says whether somebody is ready.
fn ready(lobby: &Lobby, seat: Seat, answer: &str, button: Markup) -> Markup {
    html! {
        form method="post" action=(path(lobby, "ready")) {
            (hidden_seat(seat))
            input type="hidden" name="ready" value=(answer);
            (button)
        }
    }
}

/// The foot of the page: why the game cannot start yet, and the one thing to do about it.
fn start(lobby: &Lobby) -> Markup {
    let own = |at: &&LobbySeat| lobby.own.contains(at.sitter.seat);
    let unready = lobby.seats.iter().filter(own).find(|at| at.sitter.plays == Plays::Person && !at.ready);
    html! {
        div.doors.start {
            @match (unready, &lobby.not_yet) {
                (None, Some(_)) if invited(lobby).is_some() => p { b { "A seat is free for you." } " The game starts when all have one and are ready." },
                (Some(_), _) => p { b { "You have a seat." } " Say that you are ready, and the game can start." },
                (None, Some(why)) => p { b { "Not yet." } " " (why) },
                (None, None) => p { b { "Everything is ready." } @if !lobby.opened_it { " Whoever opened the table starts the game." } },
            }
            @if let Some(at) = unready { (ready(lobby, at.sitter.seat, "yes", html! { button.primary { "I am ready" @if lobby.own.len() > 1 { ", " (at.sitter.name) } } })) }
            @if lobby.opened_it && (unready.is_none() || lobby.not_yet.is_none()) {
                form method="post" action=(path(lobby, "start")) {
                    button.primary[lobby.not_yet.is_none()] disabled[lobby.not_yet.is_some()] { "Start the game" }
                }
            }
        }
    }
}
