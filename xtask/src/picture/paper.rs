//! The sheet that everything is drawn on.

use std::fmt::{Display, Write};

/// Light, face, shade and ink of every bevel.
pub(crate) const LIGHT: &str = "#fbfbf8";
pub(crate) const FACE: &str = "#d2d2cc";
pub(crate) const SHADE: &str = "#8c8c88";
pub(crate) const INK: &str = "#1d2324";
pub(crate) const WHITE: &str = "#ffffff";
/// The teal of the desktop, and the same at night.
pub(crate) const TEAL: &str = "#1f7f80";
pub(crate) const DEEP_TEAL: &str = "#0c4a52";
/// What asks for attention.
pub(crate) const ACCENT: &str = "#c2410c";
/// Small print.
pub(crate) const FAINT: &str = "#565c5c";

/// Drawing elements, one after another.
#[derive(Default)]
pub(crate) struct Paper {
    svg: String,
}

/// How a line of text looks.
#[derive(Clone, Copy)]
pub(crate) struct Pen {
    pub size: f64,
    pub weight: u16,
    pub fill: &'static str,
    pub anchor: Anchor,
    pub face: Face,
}

/// Where a line of text is held.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Of which kind its letters are.
#[derive(Clone, Copy)]
pub(crate) enum Face {
    Plain,
    Italic,
}

impl Pen {
    pub(crate) const fn new(size: f64) -> Self {
        Self { size, weight: 400, fill: INK, anchor: Anchor::Start, face: Face::Plain }
    }

    pub(crate) const fn bold(mut self) -> Self {
        self.weight = 700;
        self
    }

    pub(crate) const fn italic(mut self) -> Self {
        self.face = Face::Italic;
        self
    }

    pub(crate) const fn fill(mut self, fill: &'static str) -> Self {
        self.fill = fill;
        self
    }

    pub(crate) const fn anchor(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }
}

impl Paper {
    /// Puts an element down as it is.
    pub(crate) fn put(&mut self, element: impl Display) {
        let _ = writeln!(self.svg, "{element}");
    }

    pub(crate) fn rect(&mut self, (x, y, w, h): (f64, f64, f64, f64), fill: &str) {
        self.put(format_args!(r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{fill}"/>"#));
    }

    pub(crate) fn frame(&mut self, (x, y, w, h): (f64, f64, f64, f64), stroke: &str, width: f64) {
        self.put(format_args!(
            r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="none" stroke="{stroke}" stroke-width="{width}"/>"#
        ));
    }

    pub(crate) fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), stroke: &str, width: f64) {
        self.put(format_args!(
            r#"<path d="M{x1} {y1}L{x2} {y2}" stroke="{stroke}" stroke-width="{width}" fill="none"/>"#
        ));
    }

    /// A box that stands out by one pixel.
    pub(crate) fn raised(&mut self, bounds: (f64, f64, f64, f64), fill: &str) {
        self.bevelled(bounds, fill, LIGHT, SHADE);
    }

    /// A box that lies one pixel deep.
    pub(crate) fn sunken(&mut self, bounds: (f64, f64, f64, f64), fill: &str) {
        self.bevelled(bounds, fill, SHADE, LIGHT);
    }

    fn bevelled(&mut self, (x, y, w, h): (f64, f64, f64, f64), fill: &str, above: &str, below: &str) {
        self.rect((x, y, w, h), fill);
        let (left, top, right, bottom) = (x + 0.5, y + 0.5, x + w - 0.5, y + h - 0.5);
        self.put(format_args!(
            r#"<path d="M{left} {bottom}V{top}H{right}" stroke="{above}" fill="none"/><path d="M{left} {bottom}H{right}V{top}" stroke="{below}" fill="none"/>"#
        ));
    }

    /// One line of text on its base line.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), pen: Pen, text: &str) {
        let Pen { size, weight, fill, .. } = pen;
        let anchor = match pen.anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let face = match pen.face {
            Face::Plain => "",
            Face::Italic => r#" font-style="italic""#,
        };
        let weight = match weight {
            400 => String::new(),
            other => format!(r#" font-weight="{other}""#),
        };
        self.put(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{fill}"{anchor}{face}{weight}>{}</text>"#,
            escaped(text)
        ));
    }

    /// Text over several lines no wider than `width`; the base line after the last.
    pub(crate) fn paragraph(&mut self, (x, mut y): (f64, f64), pen: Pen, width: f64, text: &str) -> f64 {
        for line in wrapped(text, width, pen) {
            self.text((x, y), pen, &line);
            y += (pen.size * 1.35).round();
        }
        y
    }

    /// A glyph of the definitions, as a square of this size about a middle.
    pub(crate) fn glyph(&mut self, name: &str, (x, y): (f64, f64), size: f64, colour: &str) {
        let half = size / 2.0;
        self.put(format_args!(
            r##"<use href="#{name}" x="{}" y="{}" width="{size}" height="{size}" color="{colour}"/>"##,
            x - half,
            y - half
        ));
    }

    /// Everything put down so far.
    pub(crate) fn into_svg(self) -> String {
        self.svg
    }
}

/// Text as SVG may hold it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// How wide a line may get in the widest of our fonts.
pub(crate) fn width(text: &str, pen: Pen) -> f64 {
    let share = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '!' | '|' | 'I' => 0.34,
        ' ' | 'f' | 't' | 'r' | '(' | ')' => 0.41,
        'm' | 'w' | 'M' | 'W' => 0.95,
        'A'..='Z' => 0.7,
        _ => 0.62,
    };
    let plain: f64 = text.chars().map(share).sum::<f64>() * pen.size;
    if pen.weight > 400 { plain * 1.12 } else { plain }
}

/// The lines a text falls into.
fn wrapped(text: &str, most: f64, pen: Pen) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), pen) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_and_escaped() {
        let lines = wrapped("one two three four", 64.0, Pen::new(12.0));
        assert_eq!(lines, ["one two", "three four"]);
        assert_eq!(escaped("a < b & c"), "a &lt; b &amp; c");
    }
}
