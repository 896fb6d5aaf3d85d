//! The desktop of Spam-O-Rama: the network, the pool, the coin taken, the track and the clients.

mod clients;
mod coin;
mod moment;
mod port;
mod track;

use maud::{Markup, html};
use spamorama::{Holder, PORTS, Port, SUITS, SpamORama, Stage, Suit, View};
use table::Seat;

use super::moment::Moment;
use super::{Tabs, Turn, badge, name_of, presence};
use crate::ink::{Ink, Letter};
use crate::render::{Regions, RenderGame};
use room::Sitter;

const POOL: usize = PORTS;
const COIN: usize = PORTS + 1;
const TRACK: usize = PORTS + 2;
const SEATS: usize = PORTS + 3;
const CLIENTS: usize = PORTS + 4;
/// The first of the twelve piles of the pool.
const HEAPS: usize = PORTS + 5;

/// The suits the viewer knows to be their own clients.
fn own(view: &View) -> [bool; SUITS] {
    let mine = view.viewer.seat().map(Holder::Seat);
    view.clients.map(|holder| holder.is_some() && holder == mine)
}

impl RenderGame for SpamORama {
    const CATALOGUED: games::GameName = games::GameName::SpamORama;

    fn regions(&self) -> Vec<String> {
        let ports = Port::all().map(|port| format!("port-{}", self.network().place(port)));
        let heaps = Suit::ALL.map(|suit| format!("pool-{}", suit.name()));
        ports.chain(["pool", "coin", "track", "seats", "clients"].map(str::to_owned)).chain(heaps).collect()
    }

    fn changed(&self, before: &View, now: &View) -> Regions {
        let mut changed = Regions::EMPTY;
        let (mut was, mut is) = (before.coins.as_slice(), now.coins.as_slice());
        let same_clients = own(before) == own(now);
        for port in 0..PORTS {
            let (old, was_after) = was.split_at(before.heights[port].into());
            let (new, is_after) = is.split_at(now.heights[port].into());
            (was, is) = (was_after, is_after);
            let same = old == new && before.port_values[port] == now.port_values[port];
            if !same || !same_clients && !new.is_empty() {
                changed = changed.with(port);
            }
        }
        for suit in 0..SUITS {
            if before.pool[suit] != now.pool[suit] {
                changed = changed.with(HEAPS + suit);
            }
        }
        let turn = |view: &View| (view.stage.turn(), view.first);
        let busted = |view: &View| view.stage == Stage::Busted;
        let held = |view: &View| (view.hand, view.stage);
        let known = before.viewer == now.viewer && before.clients == now.clients;
        let same = [
            (POOL, before.pool == now.pool),
            (COIN, held(before) == held(now) && before.viewer == now.viewer),
            (TRACK, same_clients && before.scores == now.scores),
            (
                SEATS,
                turn(before) == turn(now)
                    && before.client_counts == now.client_counts
                    && busted(before) == busted(now)
                    && (!busted(now) || before.clients == now.clients),
            ),
            (CLIENTS, known && before.scores == now.scores && busted(before) == busted(now)),
        ];
        same.into_iter().filter(|(_, same)| !same).fold(changed, |changed, (region, _)| changed.with(region))
    }

    fn is_shared(&self, region: usize) -> bool {
        region == POOL || region == SEATS || region >= HEAPS
    }

    fn draw(&self, region: usize, view: &View, sitters: &[Sitter]) -> Markup {
        match region {
            POOL => coin::tally(view),
            COIN => coin::coin(view, sitters),
            TRACK => track::markers(view),
            SEATS => seats(self, view, sitters),
            CLIENTS => clients::clients(view, sitters),
            heap @ HEAPS.. => {
                let suit = Suit::ALL.get(heap - HEAPS);
                suit.map_or_else(|| html! {}, |suit| coin::heap(view, *suit))
            }
            port => Port::new(port).map_or_else(|| html! {}, |port| port::port(self.network(), view, port)),
        }
    }

    fn desktop(&self, view: &View, sitters: &[Sitter]) -> Markup {
        let network = self.network();
        html! {
            div.desktop.spamorama.broad[network.columns() > 9] {
                div.aside {
                    (self.draw(SEATS, view, sitters))
                    (self.draw(COIN, view, sitters))
                    (coin::pool(view))
                }
                section.window.net aria-labelledby="network-title" {
                    header.bar { h2 #network-title { "The network" } span.tally { (network.name()) } }
                    div.inside {
                        ul.ports.(format!("wide-{}", network.columns())).(format!("tall-{}", network.rows())) {
                            @for port in 0..PORTS { (self.draw(port, view, sitters)) }
                        }
                    }
                }
                div.aside.scores {
                    (self.draw(CLIENTS, view, sitters))
                    section.window.tracks aria-labelledby="track-title" {
                        header.bar { h2 #track-title { "The track" } }
                        div.inside { div.trackboard { (track::fields()) (self.draw(TRACK, view, sitters)) } }
                    }
                }
            }
        }
    }

    fn chips(&self, _view: &View, _action: &Self::Action, _page: &mut String) {}

    fn moment(&self, event: &Self::Event) -> Moment {
        moment::moment(self.network(), event)
    }

    const TABS: &'static Tabs = &[("board", "Network"), ("clients", "Clients")];

    fn standing(&self, own: &View, seat: Seat) -> u32 {
        own.clients_of(seat).map(|suit| u32::from(own.scores[suit.index()])).min().unwrap_or(0)
    }

    const MEASURE: &'static str = "score of the lowest client";

    fn goal(&self) -> Option<u32> {
        None
    }

    fn turn(&self, view: &View) -> Turn {
        Turn { seat: view.stage.turn(), actions_left: None, number: view.turns }
    }
}

/// Who plays; when it is over, for whom.
fn seats(game: &SpamORama, view: &View, sitters: &[Sitter]) -> Markup {
    let over = view.stage == Stage::Busted;
    html! {
        section #seats.window.people aria-labelledby="seats-title" {
            header.bar { h2 #seats-title { "Around the table" } }
            div.inside {
                ul {
                    @for seat in game.seat_count().iter() {
                        @let on = view.stage.turn() == Some(seat);
                        li.on[on] {
                            (crate::art::face(sitters, seat)) (badge(seat)) b { (name_of(sitters, seat)) } (presence(sitters, seat))
                            @if on { span.turnmark { "▶ turn" } }
                            span.tally {
                                @if over {
                                    @for suit in view.clients_of(seat) { (tag(suit)) }
                                } @else {
                                    (view.client_counts[seat.index()])
                                    @if view.client_counts[seat.index()] == 1 { " client" } @else { " clients" }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The glyph and letter of a suit on its colour.
fn tag(suit: Suit) -> Markup {
    html! {
        span.tag.(colour(suit)) title=(Ink(suit.title())) {
            (crate::glyph::suit(suit)) span aria-hidden="true" { (Letter(suit.letter())) } span.unseen { (Ink(suit.title())) " " }
        }
    }
}

/// The class of a suit's colour.
const fn colour(suit: Suit) -> &'static str {
    match suit {
        Suit::Suns => "s0",
        Suit::Moons => "s1",
        Suit::Crowns => "s2",
        Suit::Arms => "s3",
        Suit::Clubs => "s4",
        Suit::Diamonds => "s5",
        Suit::Hearts => "s6",
        Suit::Spades => "s7",
        Suit::Snowflakes => "s8",
        Suit::Flowers => "s9",
        Suit::Fish => "s10",
        Suit::Leaves => "s11",
    }
}
