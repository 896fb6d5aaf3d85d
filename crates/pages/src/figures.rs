//! Numbers and odds in pixels: drawn once a page, then used by name. What a roll gains is what the rules say.

use std::fmt::Write as _;
use std::sync::LazyLock;

use maud::{Markup, PreEscaped, Render};
use spammers::gain;

use crate::pixel;

/// The ten digits, then plus and minus.
const FIGURES: [char; 12] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '+', '-'];
const PLUS: usize = 10;
const MINUS: usize = 11;
/// How far one figure stands from the next.
const STEP: usize = 7;

/// How wide a small die is; what it shows is a figure, for pips would be too small to be told apart.
const DIE: usize = 10;
/// How far what gains one much stands from what gains another.
const APART: usize = 4;
/// How far the last die of a row stands from the first.
const TO: usize = DIE + 5;

/// The Target Numbers with odds of their own: below every roll gains nothing, above every roll gains two.
const TARGETS: std::ops::RangeInclusive<i16> = 0..=10;

/// How wide the odds of any Target Number are, at most.
const ODDS_WIDTH: usize = 109;
/// How high they are.
const ODDS_HEIGHT: usize = DIE + 2;

/// All of them as shapes to be used, for the sprite of a page.
static SHAPES: LazyLock<String> = LazyLock::new(|| {
    let mut shapes = String::new();
    for (figure, c) in FIGURES.into_iter().enumerate() {
        let path = pixel::letter(c).map(|rows| pixel::runs(rows, 0)).unwrap_or_default();
        let _ = write!(shapes, "<path id=\"n{figure}\" d=\"{path}\"/>");
    }
    for target in TARGETS {
        let _ = write!(shapes, "<g id=\"o{target}\">{}</g>", odds_shape(target));
    }
    shapes
});

/// The rolls that gain this much: from the first to the last, for they always follow one another.
fn rolls(target: i16, gained: u8) -> Option<(u8, u8)> {
    let mut rolls = (1..=6).filter(|&roll| gain(roll, target) == gained);
    let first = rolls.next()?;
    Some((first, rolls.next_back().unwrap_or(first)))
}

/// The gains of rolls: those of two, those of one, those of nothing, each as the first and the last of them.
fn odds_shape(target: i16) -> String {
    let mut shape = String::new();
    let mut x = 0;
    for gained in [2, 1, 0] {
        let Some((first, last)) = rolls(target, gained) else { continue };
        let words: &[usize] = if gained == 0 { &[0] } else { &[PLUS, gained.into()] };
        let dice: &[(usize, u8)] = if first == last { &[(2, first)] } else { &[(2, first), (2 + TO, last)] };
        let end = dice.last().map_or(0, |(left, _)| left + DIE + 4);
        let width = end + STEP * words.len() + 1;
        let _ =
            write!(shape, "<rect class=\"g{gained}\" x=\"{x}\" width=\"{width}\" height=\"{ODDS_HEIGHT}\"/>");
        let _ = write!(shape, "<path class=\"i{gained}\" d=\"");
        for (left, _) in dice {
            let _ = write!(shape, "M{} 1h{DIE}v{DIE}h-{DIE}z", x + left);
        }
        if dice.len() > 1 {
            let _ = write!(shape, "M{} 5h3v2h-3z", x + 3 + DIE);
        }
        shape.push_str("\"/>");
        for (left, face) in dice {
            let _ =
                write!(shape, "<use class=\"g{gained}\" href=\"#n{face}\" x=\"{}\" y=\"2\"/>", x + left + 2);
        }
        for (place, figure) in words.iter().enumerate() {
            let left = x + end + STEP * place;
            let _ = write!(shape, "<use class=\"i{gained}\" href=\"#n{figure}\" x=\"{left}\" y=\"2\"/>");
        }
        x += width + APART;
    }
    shape
}

/// A number large, in pixels, which a screen reader hears as a number.
pub(crate) const fn number(value: i32) -> Number {
    Number(value)
}

/// A number in pixels.
pub(crate) struct Number(i32);

impl Render for Number {
    fn render_to(&self, page: &mut String) {
        let figures = self.0.to_string();
        page.push_str("<svg class=\"num\" viewBox=\"0 0 ");
        (figures.len() * STEP - 1).render_to(page);
        page.push_str(" 8\" aria-hidden=\"true\">");
        for (place, letter) in figures.bytes().enumerate() {
            let figure = if letter.is_ascii_digit() { usize::from(letter - b'0') } else { MINUS };
            page.push_str("<use href=\"#n");
            figure.render_to(page);
            page.push_str("\" x=\"");
            (place * STEP).render_to(page);
            page.push_str("\"/>");
        }
        page.push_str("</svg><span class=\"unseen\">");
        page.push_str(&figures);
        page.push_str("</span>");
    }
}

/// The gain of each roll against this Target Number, hidden from screen readers; and the parts of its sum, if known.
pub(crate) fn odds(target: i16, sum: Option<[i16; 3]>, page: &mut String) {
    let which = target.clamp(*TARGETS.start(), *TARGETS.end());
    page.push_str("<b class=\"odds t");
    which.render_to(page);
    if let Some([size, card, bonus]) = sum {
        page.push_str("\" data-sum=\"");
        size.render_to(page);
        page.push(' ');
        card.render_to(page);
        page.push(' ');
        bonus.render_to(page);
    }
    page.push_str("\"><svg viewBox=\"0 0 ");
    ODDS_WIDTH.render_to(page);
    page.push(' ');
    ODDS_HEIGHT.render_to(page);
    page.push_str("\"><use href=\"#o");
    which.render_to(page);
    page.push_str("\"/></svg></b>");
}

/// The shapes, to stand in a page once.
pub(crate) fn shapes() -> Markup {
    PreEscaped(format!("<defs>{}</defs>", *SHAPES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_odds_fit_and_tell_of_every_roll() {
        for target in TARGETS {
            let shape = odds_shape(target);
            let widths = shape.match_indices(" width=\"").map(|(at, mark)| {
                let rest = &shape[at + mark.len()..];
                rest[..rest.find('"').unwrap_or(0)].parse::<usize>().unwrap_or(0) + APART
            });
            assert!(widths.sum::<usize>() <= ODDS_WIDTH + APART, "Target {target}");
            for roll in 1..=6 {
                let (first, last) = rolls(target, gain(roll, target)).unwrap_or_default();
                assert!((first..=last).contains(&roll), "a {roll} against Target {target}");
                for end in [first, last] {
                    assert_eq!(gain(end, target), gain(roll, target), "Target {target}");
                    assert!(shape.contains(&format!("#n{end}\"")), "Target {target}");
                }
            }
        }
    }

    #[test]
    fn targets_beyond_the_ends_have_the_odds_of_the_ends() {
        for roll in 1..=6 {
            assert_eq!(gain(roll, *TARGETS.start()), 0);
            assert_eq!(gain(roll, *TARGETS.end()), 2);
        }
    }
}
