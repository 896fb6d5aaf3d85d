//! Pictures in pixels, for link previews and icons: chats and home screens take no SVG.

mod png;

use spammers::Drawing;

use crate::pixel::letter;

pub(crate) use png::Rgb;

/// The colours of drawings by their letters, as a page has them by day.
const HOUSE: [(u8, Rgb); 11] = [
    (b'k', [0x1f, 0x1a, 0x24]),
    (b'w', [0xff, 0xfa, 0xf0]),
    (b'g', [0xa7, 0xa1, 0x96]),
    (b'r', [0xd2, 0x3c, 0x26]),
    (b'o', [0xc9, 0x76, 0x2f]),
    (b'y', [0xf5, 0xbd, 0x34]),
    (b't', [0x35, 0xa0, 0x9b]),
    (b'b', [0x2b, 0x4e, 0xa6]),
    (b's', [0xec, 0xbd, 0x8e]),
    (b'n', [0x5a, 0xa3, 0x47]),
    (b'p', [0xd7, 0x7b, 0xa6]),
];

/// A rectangle of pixels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Area {
    pub(crate) x: usize,
    pub(crate) y: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Area {
    /// The same without an edge of so many pixels.
    pub(crate) const fn within(self, edge: usize) -> Self {
        let Self { x, y, width, height } = self;
        Self { x: x + edge, y: y + edge, width: width - 2 * edge, height: height - 2 * edge }
    }
}

/// A picture to draw on. What would lie beside it is not drawn.
#[derive(Debug, Clone)]
pub(crate) struct Canvas {
    width: usize,
    pixels: Vec<Rgb>,
}

impl Canvas {
    /// A picture of one colour.
    pub(crate) fn new(width: usize, height: usize, ground: Rgb) -> Self {
        Self { width, pixels: vec![ground; width * height] }
    }

    /// Fills a rectangle.
    pub(crate) fn fill(&mut self, area: Area, colour: Rgb) {
        let right = (area.x + area.width).min(self.width);
        for row in self.pixels.chunks_exact_mut(self.width).skip(area.y).take(area.height) {
            if let Some(run) = row.get_mut(area.x..right) {
                run.fill(colour);
            }
        }
    }

    fn square(&mut self, (x, y): (usize, usize), side: usize, colour: Rgb) {
        self.fill(Area { x, y, width: side, height: side }, colour);
    }

    /// Puts a drawing here, every pixel of it a square of so many.
    pub(crate) fn draw(&mut self, drawing: &Drawing, (left, top): (usize, usize), scale: usize) {
        for (y, row) in drawing.rows().enumerate() {
            for (x, pixel) in row.iter().enumerate() {
                if let Some((_, colour)) = HOUSE.iter().find(|(letter, _)| letter == pixel) {
                    self.square((left + x * scale, top + y * scale), scale, *colour);
                }
            }
        }
    }

    /// Writes a line in the pixel alphabet; letters that it does not have are left out.
    pub(crate) fn write(&mut self, line: &str, (mut left, top): (usize, usize), scale: usize, colour: Rgb) {
        for rows in line.chars().flat_map(char::to_uppercase).filter_map(letter) {
            for (y, row) in rows.split(' ').enumerate() {
                for (x, _) in row.bytes().enumerate().filter(|(_, pixel)| *pixel == b'#') {
                    self.square((left + x * scale, top + y * scale), scale, colour);
                }
            }
            left += (rows.find(' ').unwrap_or(0) + 1) * scale;
        }
    }

    /// A PNG file in which every pixel is a square of so many.
    pub(crate) fn png(&self, scale: usize) -> Vec<u8> {
        png::png(self.width, &self.pixels, scale)
    }
}

/// How wide a line is in the pixel alphabet.
pub(crate) fn width_of(line: &str, scale: usize) -> usize {
    let letters = line.chars().flat_map(char::to_uppercase).filter_map(letter);
    letters.map(|rows| rows.find(' ').unwrap_or(0) + 1).sum::<usize>() * scale
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A colour as style sheets write it.
    fn hex([red, green, blue]: Rgb) -> String {
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    #[test]
    fn drawings_have_the_colours_of_pages_by_day() {
        let style = include_str!("../../assets/site.css");
        for (letter, colour) in HOUSE {
            let line = format!("--a-{}: light-dark({},", char::from(letter), hex(colour));
            assert!(style.contains(&line), "{line}");
        }
        assert!(spammers::COLOURS.bytes().eq(HOUSE.iter().map(|(letter, _)| *letter)));
    }

    #[test]
    fn what_lies_beside_a_picture_is_not_drawn() {
        let mut canvas = Canvas::new(4, 2, [0; 3]);
        canvas.fill(Area { x: 9, y: 9, width: 1, height: 1 }, [9; 3]);
        assert_eq!(canvas.pixels, [[0; 3]; 8]);
        canvas.fill(Area { x: 3, y: 1, width: 9, height: 9 }, [9; 3]);
        assert_eq!(canvas.pixels[6..], [[0; 3], [9; 3]]);
        assert_eq!(width_of("1!", 2), 20);
    }
}
