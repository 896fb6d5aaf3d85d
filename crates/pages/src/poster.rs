//! The picture of a preview: a window of the house with some words, something of the game, and who sits at the table.

use games::GameName;
use room::{Plays, Sitter};
use spammers::Picture;
use spamorama::Suit;
use table::Seat;

use crate::glyph::suit_runs;
use crate::pixel;
use crate::raster::{Area, Canvas, Rgb, width_of};
use crate::sprite::{face_named, face_of};

/// How large a picture is, in pixels of the file; each of its own is a square of `SCALE`.
pub(crate) const WIDTH: usize = 1200;
pub(crate) const HEIGHT: usize = 630;
const SCALE: usize = 3;

const DESK: Rgb = [0x17, 0x68, 0x6b];
const FACE: Rgb = [0xdc, 0xd6, 0xc8];
const EDGE: Rgb = [0x21, 0x1d, 0x18];
const BAR: Rgb = [0x0d, 0x3f, 0x4c];
const ON_BAR: Rgb = [0xff, 0xff, 0xff];
const PAPER: Rgb = [0xff, 0xfa, 0xec];
const INK: Rgb = [0x1d, 0x1a, 0x16];
const ACCENT: Rgb = [0x8a, 0x45, 0x00];
const SLOT: Rgb = [0xcb, 0xc2, 0xad];
const SEATS: [Rgb; table::MOST_SEATS] = [
    [0xb3, 0x29, 0x0f],
    [0x1f, 0x4f, 0xae],
    [0x7a, 0x2f, 0x94],
    [0x1c, 0x6b, 0x34],
    [0x8a, 0x56, 0x00],
    [0x0b, 0x6a, 0x7d],
];
/// The colours of the suits on a network, by day.
const SUITS: [Rgb; 9] = [
    [0x8a, 0x57, 0x00],
    [0x3b, 0x55, 0x90],
    [0x6a, 0x3d, 0x9a],
    [0x00, 0x63, 0x5a],
    [0x2b, 0x65, 0x2b],
    [0xa8, 0x26, 0x26],
    [0xa8, 0x2a, 0x74],
    [0x2b, 0x2f, 0x36],
    [0x1a, 0x68, 0xa8],
];

/// The window and its inside.
const WINDOW: Area = Area { x: 14, y: 14, width: 372, height: 182 };
const TITLE: Area = Area { x: 17, y: 17, width: 366, height: 24 };
const INSIDE: Area = Area { x: 19, y: 44, width: 362, height: 149 };
/// Where words stand, how wide they may be, and how far lines are apart.
const WORDS: (usize, usize) = (30, 56);
const WORDS_WIDE: usize = 240;
const LINE: usize = 24;
/// Where something of the game is shown.
const SHOWN: (usize, usize) = (288, 50);
/// Where the first player is shown, and how wide each is.
const PLAYERS: (usize, usize) = (30, 137);
const PLAYER: usize = 50;

/// The words and players of a picture.
#[derive(Debug, Clone)]
pub(crate) struct Poster {
    title: &'static str,
    game: Option<GameName>,
    head: String,
    line: String,
    players: Vec<(Seat, Plays)>,
}

impl Poster {
    /// Somebody does something; where the name cannot be drawn or there is none, other words stand there.
    pub(crate) fn new(
        game: GameName,
        name: Option<&str>,
        (does, otherwise): (&str, &str),
        line: String,
        sitters: &[Sitter],
    ) -> Self {
        let drawn = name.filter(|name| width_of(name, 2) <= WORDS_WIDE && pixel::word(name).is_some());
        let head = drawn.map_or_else(|| otherwise.to_owned(), |name| format!("{name} {does}"));
        let players = sitters.iter().map(|sitter| (sitter.seat, sitter.plays)).collect();
        Self { title: game.title(), game: Some(game), head, line, players }
    }

    pub(crate) fn png(&self) -> Vec<u8> {
        let mut canvas = Canvas::new(WIDTH / SCALE, HEIGHT / SCALE, DESK);
        let Area { x, y, .. } = WINDOW;
        canvas.fill(Area { x: x + 4, y: y + 4, ..WINDOW }, [0x0f, 0x54, 0x5a]);
        canvas.fill(WINDOW, EDGE);
        canvas.fill(WINDOW.within(1), FACE);
        canvas.fill(TITLE, BAR);
        canvas.write(self.title, (TITLE.x + 8, TITLE.y + 4), 2, ON_BAR);
        canvas.fill(INSIDE, PAPER);
        let (left, mut top) = WORDS;
        for (line, colour) in
            wrapped(&self.head).iter().map(|line| (line.as_str(), INK)).chain([(self.line.as_str(), ACCENT)])
        {
            canvas.write(line, (left, top), 2, colour);
            top += LINE;
        }
        match self.game {
            Some(GameName::Spammers) | None => card(&mut canvas),
            Some(GameName::SpamORama) => network(&mut canvas),
        }
        for (place, &(seat, plays)) in self.players.iter().enumerate() {
            player(&mut canvas, place, seat, plays);
        }
        canvas.png(SCALE)
    }
}

/// The picture of a game, or of both, with all who may be met there.
pub(crate) fn poster_of(game: Option<GameName>) -> Vec<u8> {
    let seats = (0..table::MOST_SEATS).filter_map(Seat::new);
    let players = seats.map(|seat| (seat, Plays::Bot(games::Level::Broker))).collect();
    let title = game.map_or("Gruntle", GameName::title);
    let (head, line) = match game {
        None => ("Two games about spam", "No account"),
        Some(GameName::Spammers) => ("A card game about spam", "2 to 6 players"),
        Some(GameName::SpamORama) => ("A board game about spam", "2 to 6 players"),
    };
    Poster { title, game, head: head.to_owned(), line: line.to_owned(), players }.png()
}

/// The file with the picture of a game, or of both.
pub(crate) const fn file_of(game: Option<GameName>) -> &'static str {
    match game {
        None => "gruntle.png",
        Some(GameName::Spammers) => "spammers.png",
        Some(GameName::SpamORama) => "spam-o-rama.png",
    }
}

/// Words in lines that fit.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width_of(&format!("{line} {word}"), 2) <= WORDS_WIDE => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}

fn card(canvas: &mut Canvas) {
    let (x, y) = SHOWN;
    let frame = Area { x, y, width: 82, height: 82 };
    canvas.fill(frame, EDGE);
    canvas.fill(frame.within(1), FACE);
    if let Some(picture) = Picture::named("dear-firstname") {
        canvas.draw(picture.drawing(), (x + 5, y + 5), 3);
    }
}

fn network(canvas: &mut Canvas) {
    const PORT: usize = 28;
    for (place, (suit, colour)) in Suit::ALL.into_iter().zip(SUITS).enumerate() {
        let (x, y) = (SHOWN.0 + place % 3 * PORT, SHOWN.1 + place / 3 * PORT);
        let port = Area { x, y, width: PORT, height: PORT };
        canvas.fill(port, EDGE);
        canvas.fill(port.within(1), PAPER);
        for (run, width, height) in suit_runs(suit) {
            let area =
                Area { x: x + 3 + 2 * run.0, y: y + 3 + 2 * run.1, width: 2 * width, height: 2 * height };
            canvas.fill(area, colour);
        }
    }
}

fn player(canvas: &mut Canvas, place: usize, seat: Seat, plays: Plays) {
    let (x, y) = (PLAYERS.0 + place * (PLAYER + 6), PLAYERS.1);
    let tile = Area { x, y, width: PLAYER, height: PLAYER };
    match face_of(plays, seat).and_then(face_named) {
        Some(face) => {
            canvas.fill(tile, SEATS[seat.index()]);
            canvas.draw(&face, (x + 1, y + 1), 2);
        }
        None => {
            canvas.fill(tile, SLOT);
            canvas.fill(tile.within(2), PAPER);
            canvas.write("+", (x + 16, y + 13), 3, SLOT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_in_lines_that_fit() {
        assert_eq!(wrapped("Bartholomew invites you"), ["Bartholomew", "invites you"]);
        assert_eq!(wrapped("Ann invites you"), ["Ann invites you"]);
    }

    #[test]
    fn a_name_that_cannot_be_drawn_is_left_out_of_the_picture() {
        let poster =
            |name| Poster::new(GameName::Spammers, Some(name), ("wins!", "It is over"), String::new(), &[]);
        assert_eq!(poster("Ann").head, "Ann wins!");
        assert_eq!(poster("Ünïcode").head, "It is over");
        assert_eq!(poster("Bartholomew the Long-winded").head, "It is over");
    }

    #[test]
    fn the_colours_are_those_of_pages_by_day() {
        let style = include_str!("../assets/site.css");
        let hex = |[red, green, blue]: Rgb| format!("light-dark(#{red:02x}{green:02x}{blue:02x},");
        let of = |name: &str, colour| {
            let line = format!("--{name}: {}", hex(colour));
            assert!(style.contains(&line), "{line}");
        };
        for (name, colour) in [("desk", DESK), ("face", FACE), ("edge", EDGE), ("bar", BAR), ("paper", PAPER)]
        {
            of(name, colour);
        }
        for (letter, colour) in "abcdef".chars().zip(SEATS) {
            of(&format!("seat-{letter}"), colour);
        }
        for (number, colour) in SUITS.into_iter().enumerate() {
            assert!(style.contains(&format!(".s{number} {{ --s: {}", hex(colour))), "{number}");
        }
    }
}
