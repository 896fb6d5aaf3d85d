//! The right window: a Mailing about to be sent in SPAMMERS, with cards of the starter set.

use spammers::{ActionFace, CardSet, Category, Kind, ListFace, gain};

use super::desktop::{group, window};
use super::glyph::{die, gruntle};
use super::paper::{
    ACCENT, Anchor, DEEP_TEAL, FACE, FAINT, INK, LIGHT, Paper, Pen, SHADE, TEAL, WHITE, width,
};
use crate::Trouble;

/// Ratings that win: on one Scam, and in sum (S6.1).
const WINS: (u8, u8) = (12, 20);
/// Where the game stands.
const RATING: u8 = 9;
const SUM: u8 = 15;
const GRUNTLES: u8 = 2;
/// S4.6: what a matching Specialty adds.
const MATCH: u8 = 2;
/// The Target Number that is shown.
const TARGET: u8 = 7;
/// What the Scam sells and the List likes.
const CATEGORY: Category = Category::GetRichQuick;

/// The cards on the table.
struct Cards<'a> {
    scam: &'a ActionFace,
    list: &'a ListFace,
    mailing: &'a ActionFace,
    modifier: u8,
}

impl<'a> Cards<'a> {
    /// Cards of the set that make the Target Number come out.
    fn of(set: &'a CardSet) -> Option<Self> {
        let scam = set
            .titles()
            .iter()
            .find(|face| matches!(face.kind, Kind::Scam { category: sells, .. } if sells == CATEGORY))?;
        let mut lists = set.lists().iter();
        let list = lists.find(|list| {
            list.size == 5 && list.specialties.iter().any(|liked| CATEGORY.matching() == Some(liked))
        })?;
        let wanted = TARGET.checked_sub(list.size - GRUNTLES + MATCH)?;
        let mailing = set
            .titles()
            .iter()
            .find(|face| matches!(face.kind, Kind::Mailing { modifier, .. } if modifier == wanted))?;
        Some(Self { scam, list, mailing, modifier: wanted })
    }
}

/// What every roll would give, in a sentence.
pub(crate) fn odds() -> String {
    let mut parts: Vec<String> = Vec::new();
    for (gained, word) in [(2, "two"), (1, "one"), (0, "nothing")] {
        let rolls: Vec<u8> = (1..=6).filter(|&roll| gain(roll, i16::from(TARGET)) == gained).collect();
        match rolls[..] {
            [] => {}
            [only] => parts.push(format!("{only} gives {word}")),
            [first, .., last] => parts.push(format!("{first}–{last} gives {word}")),
        }
    }
    format!("Target {TARGET}: {}", parts.join(", "))
}

pub(crate) fn draw(paper: &mut Paper) -> Result<(), Trouble> {
    let set = CardSet::starter();
    let cards = Cards::of(&set).ok_or_else(|| {
        Trouble::Refused(
            "the starter set has no cards for the picture: a Get-Rich-Quick Scam, such a List of Size 5 and a Mailing of +2"
                .to_owned(),
        )
    })?;
    window(paper, (654.0, 18.0, 604.0, 644.0), "envelope", "SPAMMERS — your move");
    draw_scam(paper, cards.scam);
    draw_list(paper, cards.list);
    draw_mailing(paper, &cards);
    draw_roll(paper, &cards);
    Ok(())
}

/// The lines above an e-mail's body.
fn heading(paper: &mut Paper, (x, y): (f64, f64), key: &str, value: &str) {
    paper.text((x + 58.0, y), Pen::new(13.0).fill(FAINT).anchor(Anchor::End), key);
    paper.text((x + 66.0, y), Pen::new(13.0).bold(), value);
}

/// A Scam, drawn like the e-mail it sends, with its Rating.
fn draw_scam(paper: &mut Paper, scam: &ActionFace) {
    let (x, y, w, h) = (668.0, 64.0, 344.0, 268.0);
    paper.sunken((x, y, w, h), WHITE);
    paper.rect((x + 1.0, y + 1.0, 6.0, h - 2.0), TEAL);
    paper.rect((x + 7.0, y + 1.0, w - 8.0, 60.0), "#ecece6");
    heading(paper, (x + 12.0, y + 24.0), "From:", &scam.name);
    heading(paper, (x + 12.0, y + 48.0), "Subject:", &CATEGORY.to_string());
    paper.glyph("get-rich-quick", (x + w - 24.0, y + 43.0), 24.0, ACCENT);
    paper.line((x + 7.0, y + 61.5), (x + w - 1.0, y + 61.5), SHADE, 1.0);
    let below = paper.paragraph((x + 22.0, y + 90.0), Pen::new(16.0).italic(), w - 44.0, &scam.flavour);
    paper.paragraph((x + 22.0, below + 6.0), Pen::new(13.0).fill(FAINT), w - 44.0, &scam.text());
    bar(paper, (x + 22.0, y + 182.0), "Rating", RATING, WINS.0);
    bar(paper, (x + 22.0, y + 226.0), "All your Scams", SUM, WINS.1);
}

/// A bar of Ratings, with the mark that wins.
fn bar(paper: &mut Paper, (x, y): (f64, f64), name: &str, now: u8, wins: u8) {
    let full = 300.0;
    let most = f64::from(wins) * 7.0 / 6.0;
    let at = |rating: u8| full * f64::from(rating) / most;
    paper.text((x, y), Pen::new(13.0), name);
    paper.text((x + at(wins) - 8.0, y), Pen::new(13.0).anchor(Anchor::End), &format!("{now} of {wins}"));
    paper.sunken((x, y + 8.0, full, 16.0), FACE);
    let step = full / most;
    for rating in 0..now {
        paper.rect((x + 2.0 + at(rating), y + 10.0, step - 2.0, 12.0), TEAL);
    }
    let mark = x + at(wins);
    paper.put(format_args!(
        r#"<path d="M{mark} {}v24M{mark} {}h14l-4 4.5 4 4.5h-14" stroke="{ACCENT}" stroke-width="2" fill="{ACCENT}"/>"#,
        y + 2.0,
        y - 12.0
    ));
    paper.line((mark, y - 12.0), (mark, y + 6.0), ACCENT, 2.0);
}

/// The target List, drawn like a card of an address book.
fn draw_list(paper: &mut Paper, list: &ListFace) {
    let (x, y, w, h) = (1024.0, 64.0, 220.0, 268.0);
    paper.raised((x, y, w, h), "#f6efd9");
    paper.rect((x + 1.0, y + 1.0, w - 2.0, 28.0), "#e2d6b0");
    paper.text((x + 12.0, y + 20.0), Pen::new(13.0).fill(FAINT), "Unwashed Masses");
    let below = paper.paragraph((x + 12.0, y + 52.0), Pen::new(16.0).bold(), w - 24.0, &list.name);
    paper.paragraph((x + 12.0, below + 1.0), Pen::new(12.5).italic().fill(FAINT), w - 24.0, &list.flavour);
    let effective = list.size - GRUNTLES;
    paper.text((x + 14.0, y + 214.0), Pen::new(58.0).bold().fill(DEEP_TEAL), &effective.to_string());
    paper.text((x + 58.0, y + 190.0), Pen::new(12.5).fill(FAINT), "million");
    paper.text((x + 58.0, y + 210.0), Pen::new(12.5).fill(FAINT), &format!("printed {}", list.size));
    for mood in 0..GRUNTLES {
        gruntle(paper, (x + 144.0 + 36.0 * f64::from(mood), y + 198.0), 15.0, mood + 1);
    }
    for specialty in list.specialties.iter() {
        let name = specialty.to_string();
        let pen = Pen::new(13.0).bold().fill(ACCENT);
        let stamp = (x + 14.0, y + 228.0, width(&name, pen) + 38.0, 27.0);
        paper.put(format_args!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="3" fill="none" stroke="{ACCENT}" stroke-width="2"/>"#,
            stamp.0, stamp.1, stamp.2, stamp.3
        ));
        paper.glyph(specialty.slug(), (stamp.0 + 16.0, stamp.1 + 13.5), 18.0, ACCENT);
        paper.text((stamp.0 + 30.0, stamp.1 + 18.0), pen, &name);
    }
}

/// The Mailing in hand that is to be sent.
fn draw_mailing(paper: &mut Paper, cards: &Cards<'_>) {
    let (x, y, w, h) = (668.0, 352.0, 260.0, 176.0);
    group(paper, (x, y, w, h), "Mailing");
    let inner = (x + 12.0, y + 16.0, w - 24.0, h - 28.0);
    paper.sunken(inner, WHITE);
    paper.rect((inner.0 + 1.0, inner.1 + 1.0, 6.0, inner.3 - 2.0), ACCENT);
    paper.text(
        (inner.0 + inner.2 - 10.0, inner.1 + 40.0),
        Pen::new(36.0).bold().fill(DEEP_TEAL).anchor(Anchor::End),
        &format!("+{}", cards.modifier),
    );
    let below = paper.paragraph(
        (inner.0 + 18.0, inner.1 + 24.0),
        Pen::new(14.0).bold(),
        inner.2 - 84.0,
        &cards.mailing.name,
    );
    let below = below.max(inner.1 + 62.0);
    if let Kind::Mailing { effect, .. } = cards.mailing.kind {
        let below = paper.paragraph(
            (inner.0 + 18.0, below + 4.0),
            Pen::new(13.0),
            inner.2 - 32.0,
            &format!("Or: {effect}"),
        );
        paper.paragraph(
            (inner.0 + 18.0, below + 5.0),
            Pen::new(12.0).italic().fill(FAINT),
            inner.2 - 32.0,
            &cards.mailing.flavour,
        );
    }
}

/// The sum that makes the Target Number, the die, and what every roll gives.
fn draw_roll(paper: &mut Paper, cards: &Cards<'_>) {
    let (x, y, w, h) = (940.0, 352.0, 304.0, 176.0);
    group(paper, (x, y, w, h), "The odds");
    let parts = [(cards.list.size - GRUNTLES, "Size"), (cards.modifier, "Modifier"), (MATCH, "Specialty")];
    for (place, (points, name)) in parts.into_iter().enumerate() {
        let row = y + 32.0 + 22.0 * place as f64;
        let sign = if place == 0 { "" } else { "+" };
        paper.text((x + 36.0, row), Pen::new(15.0).bold().anchor(Anchor::End), &format!("{sign}{points}"));
        paper.text((x + 46.0, row), Pen::new(14.0), name);
    }
    paper.line((x + 14.0, y + 84.5), (x + 130.0, y + 84.5), INK, 1.0);
    paper.text(
        (x + 36.0, y + 104.0),
        Pen::new(17.0).bold().fill(ACCENT).anchor(Anchor::End),
        &TARGET.to_string(),
    );
    paper.text((x + 46.0, y + 104.0), Pen::new(14.0).bold().fill(ACCENT), "Target");
    paper.put(format_args!(
        r#"<path d="M{} {}q-26 -18 -50 -6M{} {}q-20 -6 -34 4" stroke="{SHADE}" stroke-width="2" fill="none" stroke-linecap="round"/>"#,
        x + 196.0,
        y + 42.0,
        x + 188.0,
        y + 66.0
    ));
    die(paper, (x + 240.0, y + 58.0), 60.0, 14.0, 5);
    for roll in 1..=6 {
        let gained = gain(roll, i16::from(TARGET));
        let (left, top) = (x + 10.0 + 48.0 * f64::from(roll - 1), y + 112.0);
        let fill = match gained {
            0 => FACE,
            1 => "#e4efe9",
            _ => "#bfe0d8",
        };
        paper.sunken((left, top, 44.0, 56.0), fill);
        die(paper, (left + 22.0, top + 19.0), 25.0, 0.0, roll);
        paper.text(
            (left + 22.0, top + 50.0),
            Pen::new(15.0).bold().anchor(Anchor::Middle),
            &format!("+{gained}"),
        );
    }
}

/// The question and its buttons, under everything.
pub(crate) fn draw_prompt(paper: &mut Paper) {
    let (x, y, w) = (668.0, 544.0, 576.0);
    paper.sunken((x, y, w, 104.0), LIGHT);
    paper.rect((x + 1.0, y + 1.0, 6.0, 102.0), ACCENT);
    paper.text((x + 22.0, y + 34.0), Pen::new(20.0).bold(), &odds());
    paper.text(
        (x + 22.0, y + 60.0),
        Pen::new(14.0).fill(FAINT),
        "Whatever comes, the List gets a Gruntle (S4.9).",
    );
    paper.glyph("envelope", (x + w - 56.0, y + 68.0), 66.0, DEEP_TEAL);
    for (place, wide) in [(56.0, 26.0), (68.0, 48.0), (80.0, 34.0)] {
        let right = x + w - 96.0;
        paper.line((right - wide, y + place), (right, y + place), SHADE, 2.0);
    }
    for (left, wide, name) in [(22.0, 120.0, "Send"), (152.0, 120.0, "Back (Esc)")] {
        paper.raised((x + left, y + 70.0, wide, 26.0), FACE);
        paper.text((x + left + wide / 2.0, y + 88.0), Pen::new(14.0).bold().anchor(Anchor::Middle), name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_are_those_of_the_rules() {
        assert_eq!(odds(), "Target 7: 1–3 gives two, 4–6 gives one");
    }
}
