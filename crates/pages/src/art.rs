//! Pictures of cards and faces of players, in their places.

use std::sync::LazyLock;

use maud::Render;
use spammers::{Drawing, Picture};
use table::Seat;

use crate::assets::{CARDS, FACES, STARTER, address};
use crate::ink::ink;
use crate::sprite::{SQUARE, face_of, is_starter, paths};
use room::{Plays, Sitter};

static STARTER_AT: LazyLock<String> = LazyLock::new(|| address(STARTER));
static CARDS_AT: LazyLock<String> = LazyLock::new(|| address(CARDS));
static FACES_AT: LazyLock<String> = LazyLock::new(|| address(FACES));

/// A card's picture. Screen readers skip it: its name stands beside it.
#[must_use]
pub const fn card(picture: &Picture) -> Art<'_> {
    Art { class: "art", shown: Shown::Card(picture) }
}

/// The same within the page itself, for a page that shows too few to ask for the file.
#[must_use]
pub fn inline(picture: &Picture) -> Art<'_> {
    Art { class: "art", shown: Shown::Inline(picture.drawing()) }
}

/// The face of the seat's player, on the colour of the seat.
#[must_use]
pub fn face(sitters: &[Sitter], seat: Seat) -> Art<'static> {
    let plays =
        sitters.iter().find(|sitter| sitter.seat == seat).map_or(Plays::Person, |sitter| sitter.plays);
    Art { class: COLOURED[seat.index()], shown: Shown::Face(face_of(plays, seat)) }
}

/// The carrier pigeon that coaches.
#[must_use]
pub const fn carrier() -> Art<'static> {
    Art { class: "art face", shown: Shown::Face(Some("carrier")) }
}

/// The classes of a face at each seat.
const COLOURED: [&str; table::MOST_SEATS] =
    ["art face at-a", "art face at-b", "art face at-c", "art face at-d", "art face at-e", "art face at-f"];

/// The face of a player of this kind at this seat.
pub(crate) const fn face_as(plays: Plays, seat: Seat) -> Art<'static> {
    Art { class: COLOURED[seat.index()], shown: Shown::Face(face_of(plays, seat)) }
}

/// Who is not there yet.
const PAWN: &str = "<path d=\"M9 6h6v7H9zM7 13h10v2H7zM6 15h12v3H6z\"/>";

enum Shown<'a> {
    Card(&'a Picture),
    Inline(&'a Drawing),
    Face(Option<&'static str>),
}

/// A drawing in its place.
pub struct Art<'a> {
    class: &'static str,
    shown: Shown<'a>,
}

impl Render for Art<'_> {
    fn render_to(&self, page: &mut String) {
        page.push_str("<svg class=\"");
        page.push_str(self.class);
        page.push_str("\" viewBox=\"");
        page.push_str(match self.shown {
            Shown::Card(Picture::House(_)) | Shown::Face(_) => "0 0 24 24",
            Shown::Card(Picture::Held(_)) | Shown::Inline(_) => SQUARE,
        });
        page.push_str("\" aria-hidden=\"true\">");
        match self.shown {
            Shown::Card(Picture::House(house)) => {
                used(if is_starter(house.name) { &STARTER_AT } else { &CARDS_AT }, house.name, page);
            }
            Shown::Card(Picture::Held(drawing)) => page.push_str(&paths(drawing)),
            Shown::Inline(drawing) => page.push_str(&paths(drawing)),
            Shown::Face(None) => page.push_str(PAWN),
            Shown::Face(Some(name)) => used(&FACES_AT, name, page),
        }
        page.push_str("</svg>");
    }
}

fn used(file: &str, name: &str, page: &mut String) {
    page.push_str("<use href=\"");
    page.push_str(file);
    page.push('#');
    ink(name, page);
    page.push_str("\"></use>");
}
