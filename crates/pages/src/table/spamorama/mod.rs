//! The desktop of Spam-O-Rama: the players, the hand, the pool, the network and the clients.

mod clients;
mod coin;
mod gains;
mod moment;
mod moves;
mod notes;
mod port;

use maud::{Markup, html};
use spamorama::{
    Action, Holder, LastMove, Memory, Network, PORTS, Port, SUITS, SpamORama, Stage, Suit, SuitSet, View,
};
use table::Seat;

use super::moment::Moment;
use super::{Tabs, Turn, badge, presence, short_name};
use crate::ink::{Ink, Letter};
use crate::render::{Regions, RenderGame};
use room::Sitter;

const POOL: usize = PORTS;
const COIN: usize = PORTS + 1;
const CLIENTS: usize = PORTS + 2;
const MOVES: usize = PORTS + 3;
/// The first of the twelve piles of the pool.
const HEAPS: usize = PORTS + 4;
/// The first of the twelve lines of the notes, at a table that remembers.
const NOTES: usize = HEAPS + SUITS;

/// The region of the first player.
const fn first_player(game: &SpamORama) -> usize {
    NOTES + note_count(game.memory())
}

/// How many lines of notes there are.
const fn note_count(memory: Memory) -> usize {
    match memory {
        Memory::On => SUITS,
        Memory::Off => 0,
    }
}

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
        let notes = Suit::ALL.map(|suit| format!("note-{}", suit.name())).into_iter();
        let notes = notes.take(note_count(self.memory()));
        let players = self.seat_count().iter().map(player_id);
        let single = ["pool", "coin", "clients", "moves"].map(str::to_owned);
        ports.chain(single).chain(heaps).chain(notes).chain(players).collect()
    }

    fn changed(&self, before: &View, now: &View) -> Regions {
        let mut changed = Regions::EMPTY;
        let (mut was, mut is) = (before.coins.as_slice(), now.coins.as_slice());
        let same_clients = own(before) == own(now);
        let lies = |view: &View| (view.heights, view.port_values);
        let same_board = same_clients && before.coins == now.coins && lies(before) == lies(now);
        for port in (0..PORTS).filter(|_| !same_board) {
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
        if now.placements.is_some() {
            for (suit, _) in
                notes::changed(before, now).into_iter().enumerate().filter(|(_, changed)| *changed)
            {
                changed = changed.with(NOTES + suit);
            }
        }
        for seat in self.seat_count().iter() {
            if player(before, seat) != player(now, seat) {
                changed = changed.with(first_player(self) + seat.index());
            }
        }
        let busted = |view: &View| view.stage == Stage::Busted;
        let held = |view: &View| (view.hand, view.stage);
        let known = before.viewer == now.viewer && before.clients == now.clients;
        let same = [
            (POOL, before.pool == now.pool),
            (COIN, held(before) == held(now) && before.viewer == now.viewer),
            (MOVES, before.last_moves == now.last_moves),
            (CLIENTS, known && before.scores == now.scores && busted(before) == busted(now)),
        ];
        same.into_iter().filter(|(_, same)| !same).fold(changed, |changed, (region, _)| changed.with(region))
    }

    fn is_shared(&self, region: usize) -> bool {
        matches!(region, POOL | MOVES) || (HEAPS..NOTES).contains(&region) || region >= first_player(self)
    }

    fn draw(&self, region: usize, view: &View, sitters: &[Sitter]) -> Markup {
        match region {
            POOL => coin::tally(view),
            COIN => coin::coin(view, sitters),
            CLIENTS => clients::clients(view, sitters),
            MOVES => moves::moves(self, view),
            heap @ HEAPS..NOTES => {
                Suit::new(heap - HEAPS).map_or_else(|| html! {}, |suit| coin::heap(view, suit))
            }
            seat if seat >= first_player(self) => Seat::new(seat - first_player(self))
                .map_or_else(|| html! {}, |seat| at_table(self, view, sitters, seat)),
            note @ NOTES.. => {
                Suit::new(note - NOTES).map_or_else(|| html! {}, |suit| notes::note(self, view, suit))
            }
            port => Port::new(port).map_or_else(|| html! {}, |port| port::port(self.network(), view, port)),
        }
    }

    fn desktop(&self, view: &View, sitters: &[Sitter]) -> Markup {
        let network = self.network();
        html! {
            div class={ "desktop " (shape(network)) (extent(network)) (memory(self.memory())) (crowd(self)) " wide-" (network.columns()) " tall-" (network.rows()) } {
                div.left {
                (seats(self, view, sitters))
                section.window.held aria-labelledby="held-title" data-page="board" {
                    header.bar { h2 #held-title { "In hand" } }
                    div.inside { (self.draw(COIN, view, sitters)) div.slot.full data-held hidden {} }
                }
                (coin::pool(view))
                section.window.where aria-labelledby="where-title" data-page="board" {
                    header.bar { h2 #where-title { "Where to?" } }
                    div.inside { ol.lately data-lately aria-label="Since your last turn" {} p.idle { "A strip at the foot of a stack says what relaying that stack would score, filled where it is for your clients. Their coins have a white rim." } div data-options {} div.preview data-preview {} }
                }
                section.window.opened aria-labelledby="opened-title" data-page="board" data-opened hidden {
                    header.bar { h2 #opened-title { "The stack" } button.square type="button" data-close { "Close" } }
                    div.inside { ol {} }
                }
                }
                section.window.net aria-labelledby="network-title" data-page="board" {
                    header.bar { h2 #network-title { "The network" } span.tally { (network.name()) } }
                    div.inside tabindex=[is_vast(network).then_some("0")] role=[is_vast(network).then_some("region")] aria-label=[is_vast(network).then_some("The ports")] {
                        ol.letters aria-hidden="true" { @for column in 0..network.columns() { li class={ "c" (column + 1) } { (Letter(char::from(b'a' + column as u8))) } } }
                        ol.numbers aria-hidden="true" { @for row in 1..=network.rows() { li class={ "r" (row) } { (row) } } }
                        ul.ports { @for port in 0..PORTS { (self.draw(port, view, sitters)) } }
                        (self.draw(MOVES, view, sitters))
                    }
                }
                div.told data-news {}
                (self.draw(CLIENTS, view, sitters))
                @match self.memory() {
                    Memory::On => (notes::notes(self, view, sitters)),
                    Memory::Off => {}
                }
            }
        }
    }

    fn chips<'a>(&'a self, view: &'a View) -> impl Fn(&Action, &mut String) + 'a {
        gains::chips(self, view)
    }

    fn names_itself(&self, piece: &str) -> bool {
        piece.starts_with("port-")
    }

    fn moment(&self, event: &Self::Event) -> Moment {
        moment::moment(self.network(), event)
    }

    const TABS: &'static Tabs = &[("board", "Network"), ("clients", "Scores")];

    fn turn(&self, view: &View) -> Turn {
        Turn { seat: view.stage.turn(), actions_left: None, number: view.turns }
    }
}

/// How a network lies on the table: about even, long, or a strip; and whether it is higher than wide, or wider than
/// high.
fn shape(network: &Network) -> &'static str {
    let (wide, tall) = (network.columns(), network.rows());
    let (long, short) = (wide.max(tall), wide.min(tall));
    match (long * 10 / short, wide > tall) {
        (..=10, _) => "even",
        (..=13, true) => "even broad",
        (..=13, false) => "even high",
        (..=20, true) => "long broad",
        (..=20, false) => "long high",
        (_, true) => "strip broad",
        (_, false) => "strip high",
    }
}

/// The most ports in a row that can be read on a laptop at once.
const AT_ONCE: usize = 12;

/// Whether it is larger than any that comes with the program: then it is scrolled in its place.
fn is_vast(network: &Network) -> bool {
    network.columns().max(network.rows()) > AT_ONCE
}

/// The class of a network that is scrolled.
fn extent(network: &Network) -> &'static str {
    if is_vast(network) { " vast" } else { "" }
}

/// The class of a table that remembers nothing.
const fn memory(memory: Memory) -> &'static str {
    match memory {
        Memory::On => "",
        Memory::Off => " forgetful",
    }
}

/// The class of a table at which much is done between two turns of a player.
fn crowd(game: &SpamORama) -> &'static str {
    if game.seat_count().get() > 3 { " many" } else { "" }
}

/// Who plays; when it is over, for whom.
fn seats(game: &SpamORama, view: &View, sitters: &[Sitter]) -> Markup {
    html! {
        section #seats.window.people aria-labelledby="seats-title" {
            header.bar { h2 #seats-title { "Around the table" } }
            div.inside { ul { @for seat in game.seat_count().iter() { (at_table(game, view, sitters, seat)) } } }
        }
    }
}

/// The id of a player's line.
fn player_id(seat: Seat) -> String {
    format!("player-{}", seat.letter())
}

/// All that a player's line shows.
fn player(view: &View, seat: Seat) -> (bool, Option<LastMove>, u8, Option<(u8, SuitSet)>) {
    let on = view.stage.turn() == Some(seat);
    let over = view.stage == Stage::Busted;
    let known = over.then(|| (lowest(view, seat), view.clients_of(seat).collect()));
    (on, view.last_moves[seat.index()], view.client_counts[seat.index()], known)
}

/// A player's line: who it is, what they did last, how many clients they have.
fn at_table(game: &SpamORama, view: &View, sitters: &[Sitter], seat: Seat) -> Markup {
    let (on, _, count, known) = player(view, seat);
    html! {
        li id=(player_id(seat)) class={ (at(seat)) @if on { " on" } } {
            (crate::art::face(sitters, seat)) (badge(seat))
            p {
                b.who.(at(seat)) { span { (short_name(sitters, seat).0) } } (presence(sitters, seat))
                small {
                    @if let Some((lowest, _)) = known { "lowest " b { (lowest) } }
                    @else if on { "to move" }
                    @else { (moves::last_move(game.network(), view, seat)) }
                }
            }
            span.pips {
                @if let Some((_, suits)) = known { @for suit in suits.iter() { (tag(suit)) } }
                @else {
                    @for _ in 0..count { i {} }
                    span.unseen { (count) @if count == 1 { " client" } @else { " clients" } }
                }
            }
        }
    }
}

/// The score of the lowest client that a seat is known to have.
fn lowest(view: &View, seat: Seat) -> u8 {
    view.clients_of(seat).map(|suit| view.scores[suit.index()]).min().unwrap_or(0)
}

/// The class of a seat's colour.
const fn at(seat: Seat) -> &'static str {
    ["at-a", "at-b", "at-c", "at-d", "at-e", "at-f"][seat.index()]
}

/// The glyph of a suit on its colour.
fn tag(suit: Suit) -> Markup {
    html! {
        span.tag.(colour(suit)) title=(Ink(suit.title())) {
            (crate::glyph::suit(suit)) span.unseen { (Ink(suit.title())) " " }
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
