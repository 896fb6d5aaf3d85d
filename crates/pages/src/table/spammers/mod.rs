//! The desktop of SPAMMERS: opponents, the address book, the wire, one's own operation and hand.

mod aim;
mod chips;
mod decks;
mod hand;
mod moment;
mod operation;
mod standing;
mod wire;

use maud::{Markup, html};
use spammers::{Phase, Power, SeenList, SeenSeat, Spammers, View};
use table::{Game as _, Seat, Viewer};

use super::faces::{Place, list_id, list_in_play};
use super::{Tabs, Turn};
use crate::render::{Regions, RenderGame};
use operation::Part;
use room::Sitter;

/// The regions before those of the seats.
const NAMES: [&str; 6] = ["masses", "decks", "discards", "wire", "hand", "aim"];
const MASSES: usize = 0;
const DECKS: usize = 1;
const DISCARDS: usize = 2;
const WIRE: usize = 3;
const HAND: usize = 4;
const AIM: usize = 5;
const SEATS: usize = 6;

/// The parts of a seat's standing that change by themselves.
const PARTS: [Part; 4] = [Part::Standing, Part::Bar, Part::Race, Part::Assets];

/// The number of such a part.
const fn part_of(seat: Seat, part: Part) -> usize {
    SEATS + seat.index() * PARTS.len() + part as usize
}

/// The present moment in a seat's window.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Moment {
    /// Whether its turn is on.
    on: bool,
    /// Whether it has won.
    won: bool,
    /// Whether it wins when its next turn begins, if all stays as it lies.
    near: bool,
}

/// How the moment concerns a seat.
fn moment(game: &Spammers, view: &View, seat: Seat) -> Moment {
    let on = view.turn == seat && view.turns > 0;
    let over = matches!(view.phase, Phase::Over(_));
    Moment { on, won: on && over, near: !over && view.would_win(game, seat) }
}

/// Where the Lists of a seat lie.
fn place_of(game: &Spammers, seat: &SeenSeat) -> Place {
    Place { area: seat.area(game.set()), guarded: seat.has_power(game.set(), Power::ProtectLists) }
}

/// Whether the one region that is not for all is the same.
fn is_same_hand(before: &View, now: &View) -> bool {
    before.viewer == now.viewer && before.secrets == now.secrets
}

impl RenderGame for Spammers {
    const CATALOGUED: games::GameName = games::GameName::Spammers;

    fn regions(&self) -> Vec<String> {
        let seats = self.seats().iter().flat_map(|seat| PARTS.map(|part| part.id(seat)));
        let lists = self.set().lists().iter().map(list_id);
        NAMES.into_iter().map(str::to_owned).chain(seats).chain(lists).collect()
    }

    fn whole(&self) -> Regions {
        Regions::range(0, first_list(self))
    }

    fn changed_beside(&self, other: Regions, before: &View, now: &View) -> Regions {
        if is_same_hand(before, now) { other.without(HAND) } else { other.with(HAND) }
    }

    fn changed(&self, before: &View, now: &View) -> Regions {
        let mut changed = Regions::EMPTY;
        let mut mark = |region: usize, same: bool| {
            if !same {
                changed = changed.with(region);
            }
        };
        mark(DECKS, (before.deck, before.list_deck) == (now.deck, now.list_deck));
        mark(DISCARDS, (&before.discards, &before.list_discards) == (&now.discards, &now.list_discards));
        mark(WIRE, wire::key(before) == wire::key(now));
        mark(HAND, is_same_hand(before, now));
        // Where the same Lists lie, those whose counters have changed are drawn by themselves.
        let mark_lists =
            |mark: &mut dyn FnMut(usize, bool), region, was: &[SeenList], is: &[SeenList], same| {
                let stay = same && was.iter().map(|list| list.cards).eq(is.iter().map(|list| list.cards));
                mark(region, stay);
                for (was, is) in was.iter().zip(is).filter(|_| stay) {
                    mark(first_list(self) + is.lead().index(), was == is);
                }
            };
        mark_lists(&mut mark, MASSES, &before.masses, &now.masses, true);
        for seat in self.seats().iter() {
            let (was, is) = (&before.seats[seat.index()], &now.seats[seat.index()]);
            let same = moment(self, before, seat) == moment(self, now, seat) && was.hand == is.hand;
            let same = same && (was.best(), was.sum()) == (is.best(), is.sum());
            mark(part_of(seat, Part::Standing), same);
            mark(part_of(seat, Part::Bar), same);
            mark(part_of(seat, Part::Race), was.scams == is.scams && was.hardware == is.hardware);
            let same = (&was.hardware, was.dealt, &was.shown) == (&is.hardware, is.dealt, &is.shown);
            mark_lists(&mut mark, part_of(seat, Part::Assets), &was.lists, &is.lists, same);
        }
        mark(AIM, aim::nearest(self, before) == aim::nearest(self, now));
        changed
    }

    fn is_shared(&self, region: usize) -> bool {
        region != HAND
    }

    fn draw(&self, region: usize, view: &View, sitters: &[Sitter]) -> Markup {
        match region {
            MASSES => masses(self, view),
            DECKS => decks::decks(view),
            DISCARDS => decks::discards(self, view),
            WIRE => wire::wire(self, view, sitters),
            HAND => hand::hand(self, view, sitters),
            AIM => aim::aim(self, view, sitters),
            list if list >= first_list(self) => list_somewhere(self, view, list - first_list(self)),
            part => match (Seat::new((part - SEATS) / PARTS.len()), PARTS[(part - SEATS) % PARTS.len()]) {
                (Some(seat), Part::Standing) => standing::of(self, view, sitters, seat),
                (Some(seat), Part::Bar) => operation::bar(self, view, sitters, seat),
                (Some(seat), Part::Race) => operation::race(self, view, seat),
                (Some(seat), Part::Assets) => operation::assets(self, view, seat),
                (None, _) => html! {},
            },
        }
    }

    fn desktop(&self, view: &View, sitters: &[Sitter]) -> Markup {
        let own = view.viewer.seat();
        let others = self.seats().iter().filter(|&seat| Some(seat) != own);
        // Clockwise from one's left, as they would sit there.
        let after = |seat: &Seat| own.is_some_and(|own| *seat > own);
        let (left, rest): (Vec<Seat>, Vec<Seat>) = others.partition(after);
        let around = || left.iter().chain(&rest);
        let (one, all) = self.variant().victory_thresholds();
        html! {
            div.desktop.(format!("of-{}", self.seats().get())) data-one=(one) data-all=(all) data-cards={ (self.set().name()) "-" (self.set().version()) } {
                (standing::standing(self, view, sitters))
                div.rivals data-page="rivals" tabindex="0" role="group" aria-label="The other players" { @for seat in around() { (operation::operation(self, view, sitters, *seat)) } }
                (self.draw(AIM, view, sitters))
                (self.draw(MASSES, view, sitters))
                section.outbox.window aria-labelledby="outbox-title" {
                    header.bar { (crate::glyph::glyph("envelope")) h2 #outbox-title { "Outbox" } }
                    div.affair data-page="outbox" {
                        div.stage {
                            (self.draw(WIRE, view, sitters))
                            div.newest data-news {}
                            div.preview data-preview {}
                        }
                        (self.draw(DISCARDS, view, sitters))
                    }
                    (self.draw(DECKS, view, sitters))
                }
                @if let Viewer::Seat(seat) = view.viewer { div.mine { (operation::operation(self, view, sitters, seat)) } }
                (self.draw(HAND, view, sitters))
            }
        }
    }

    fn chips<'a>(&'a self, view: &'a View) -> impl Fn(&Self::Action, &mut String) + 'a {
        move |action, page| chips::chips(self, view, *action, page)
    }

    fn names_itself(&self, _piece: &str) -> bool {
        false
    }

    fn moment(&self, event: &Self::Event) -> super::moment::Moment {
        moment::moment(self, *event)
    }

    const TABS: &'static Tabs = &[("masses", "Masses"), ("rivals", "Rivals"), ("outbox", "Outbox")];

    fn turn(&self, view: &View) -> Turn {
        let on = view.turns > 0 && !matches!(view.phase, Phase::Over(_));
        Turn {
            seat: on.then_some(view.turn),
            actions_left: on.then_some(view.actions_left),
            number: view.turns,
        }
    }
}

/// The first of the regions of single Lists. A List is drawn by itself where only its counters have changed.
fn first_list(game: &Spammers) -> usize {
    SEATS + game.seats().get() * PARTS.len()
}

/// The List that goes by the card of this number, wherever it lies.
fn list_somewhere(game: &Spammers, view: &View, number: usize) -> Markup {
    let is_it = |list: &&SeenList| list.lead().index() == number;
    let among = view.masses.iter().find(is_it).map(|list| (list, Place::MASSES));
    let found = among.or_else(|| {
        view.seats.iter().find_map(|seat| Some((seat.lists.iter().find(is_it)?, place_of(game, seat))))
    });
    found.map_or_else(|| html! {}, |(list, place)| list_in_play(game.set(), list, place))
}

/// The Unwashed Masses as an address book: more Lists are drawn smaller.
fn masses(game: &Spammers, view: &View) -> Markup {
    let grid = match view.masses.len() {
        0..=4 => "roomy",
        5..=8 => "few",
        9..=12 => "many",
        _ => "crowd",
    };
    html! {
        section #masses.window.masses.(grid) data-page="masses" aria-labelledby="masses-title" {
            header.bar {
                (crate::glyph::glyph("book"))
                h2 #masses-title { "The Unwashed Masses" }
                span.tally { (view.masses.len()) @if view.masses.len() == 1 { " List" } @else { " Lists" } }
            }
            @if view.masses.is_empty() {
                p.empty { "Nobody to write to." }
            } @else {
                ul.lists { @for list in &view.masses { (list_in_play(game.set(), list, Place::MASSES)) } }
            }
        }
    }
}
