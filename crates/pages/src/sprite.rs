//! Pixel drawings as crisp SVG: a path for every colour, a line for every run of pixels. Built-in ones are three files
//! that a browser fetches once; the colours are custom properties, so day and night share them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use maud::Render as _;
use room::Plays;
use spammers::{COLOURS, CardSet, Drawing, Picture, house_drawings};
use table::Seat;

/// The faces of players and bots: name and text.
const TEXTS: [(&str, &str); 8] = [
    ("bounce", include_str!("../../../cards/art/avatars/bounce.txt")),
    ("carrier", include_str!("../../../cards/art/avatars/carrier.txt")),
    ("daemon", include_str!("../../../cards/art/avatars/daemon.txt")),
    ("null", include_str!("../../../cards/art/avatars/null.txt")),
    ("peddler", include_str!("../../../cards/art/avatars/peddler.txt")),
    ("phish", include_str!("../../../cards/art/avatars/phish.txt")),
    ("relay", include_str!("../../../cards/art/avatars/relay.txt")),
    ("you", include_str!("../../../cards/art/avatars/you.txt")),
];

/// The backs on the face-down Action cards and List cards of every table.
pub(crate) const BACKS: [&str; 2] = ["dear-firstname", "everyone-with-an-e-mail-address"];

/// The pictures of the starter set and of the backs, by name: a first game needs no others.
static STARTERS: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let set = CardSet::starter();
    let lists = set.lists().iter().map(|face| &face.picture);
    let pictures = lists.chain(set.titles().iter().map(|face| &face.picture));
    let name = |picture: &Picture| match picture {
        Picture::House(house) => Some(house.name),
        Picture::Held(_) => None,
    };
    pictures.filter_map(name).chain(BACKS).collect()
});

/// Whether the picture of this name is in the file of the starter set, and not in that of all others.
pub(crate) fn is_starter(name: &str) -> bool {
    STARTERS.contains(name)
}

fn cards(starter: bool) -> String {
    let wanted = house_drawings().iter().filter(|house| is_starter(house.name) == starter);
    file(wanted.map(|house| (house.name, house.drawing.clone())))
}

/// The file of these pictures, by name.
pub(crate) static STARTER: LazyLock<String> = LazyLock::new(|| cards(true));

/// The file of every other picture that a card may have, by its name.
pub(crate) static CARDS: LazyLock<String> = LazyLock::new(|| cards(false));

/// The file of every face, by its name.
pub(crate) static FACES: LazyLock<String> =
    LazyLock::new(|| file(TEXTS.iter().map(|&(name, text)| (name, face(text)))));

/// Bots have faces after the names they are given, people one of two; a free seat has nobody's.
pub(crate) const fn face_of(plays: Plays, seat: Seat) -> Option<&'static str> {
    const BOTS: [&str; table::MOST_SEATS] = ["relay", "bounce", "daemon", "null", "carrier", "phish"];
    match plays {
        Plays::Bot(_) => Some(BOTS[seat.index()]),
        Plays::Person if seat.index().is_multiple_of(2) => Some("you"),
        Plays::Person => Some("peddler"),
        Plays::Nobody => None,
    }
}

/// The face of this name.
pub(crate) fn face_named(name: &str) -> Option<Drawing> {
    TEXTS.iter().find(|(of, _)| *of == name).map(|(_, text)| face(text))
}

/// A face: below its name, the rows.
fn face(text: &str) -> Drawing {
    let rows = text.split_once('\n').map_or("", |(_, rows)| rows);
    match Drawing::read(rows) {
        Ok(drawing) => drawing,
        Err(wrong) => unreachable!("a test reads every face: {wrong}"),
    }
}

/// The square on which paths are drawn: each row is a line of the thickness of a pixel, through its middle.
pub(crate) const SQUARE: &str = "0 -.5 24 24";

/// The drawing as paths.
pub(crate) fn paths(drawing: &Drawing) -> String {
    // A line for every colour, and where its pen stands.
    let mut lines: Vec<(u8, String, (isize, isize))> =
        COLOURS.bytes().map(|colour| (colour, String::new(), (0, 0))).collect();
    for (y, row) in drawing.rows().enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, next| one == next) {
            if let Some((_, line, pen)) = lines.iter_mut().find(|(colour, ..)| *colour == run[0]) {
                let (right, down) = (x as isize - pen.0, y as isize - pen.1);
                line.push('m');
                right.render_to(line);
                if down >= 0 {
                    line.push(' ');
                }
                down.render_to(line);
                line.push('h');
                run.len().render_to(line);
                *pen = ((x + run.len()) as isize, y as isize);
            }
            x += run.len();
        }
    }
    let mut drawn = String::new();
    for (colour, line, _) in lines.iter().filter(|(_, line, _)| !line.is_empty()) {
        drawn.push_str("<path stroke=\"var(--a-");
        drawn.push(char::from(*colour));
        drawn.push_str(")\" d=\"");
        drawn.push_str(line);
        drawn.push_str("\"/>");
    }
    drawn
}

/// A file of drawings, each to be used by its name.
fn file(drawings: impl Iterator<Item = (&'static str, Drawing)>) -> String {
    let mut text = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\">\n");
    for (name, drawing) in drawings {
        text += &format!("<symbol id=\"{name}\" viewBox=\"{SQUARE}\">{}</symbol>\n", paths(&drawing));
    }
    text + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_and_every_face_is_drawn_once() {
        for house in house_drawings() {
            let symbol = format!("<symbol id=\"{}\"", house.name);
            let times = [(true, &STARTER), (false, &CARDS)].map(|(starter, file)| {
                assert!(is_starter(house.name) == starter || !file.contains(&symbol), "{}", house.name);
                file.matches(&symbol).count()
            });
            assert_eq!(times.iter().sum::<usize>(), 1, "{}", house.name);
        }
        assert!(STARTER.len() < CARDS.len());
        assert_eq!(FACES.matches("<symbol").count(), TEXTS.len());
    }

    /// The pixels that the paths fill, read back.
    fn pixels(drawn: &str) -> Vec<Vec<u8>> {
        let mut rows = vec![vec![b'.'; 24]; 24];
        for path in drawn.split("<path stroke=\"var(--a-").skip(1) {
            let colour = path.as_bytes()[0];
            let line = path.split(" d=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
            let (mut x, mut y) = (0_i32, 0_i32);
            for run in line.split('m').skip(1) {
                let (by, long) = run.split_once('h').unwrap_or((run, "0"));
                let at = by[1..].find([' ', '-']).map_or(by.len(), |at| at + 1);
                x += by[..at].parse::<i32>().unwrap_or(99);
                y += by[at..].trim().parse::<i32>().unwrap_or(99);
                for _ in 0..long.parse().unwrap_or(0) {
                    rows[y as usize][x as usize] = colour;
                    x += 1;
                }
            }
        }
        rows
    }

    #[test]
    fn paths_show_every_pixel_of_a_drawing() {
        for house in house_drawings() {
            let rows: Vec<Vec<u8>> = house.drawing.rows().map(|row| row.to_vec()).collect();
            assert_eq!(pixels(&paths(&house.drawing)), rows, "{}", house.name);
        }
    }
}
