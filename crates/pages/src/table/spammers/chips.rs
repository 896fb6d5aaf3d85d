//! What an answer would do, in signs: shown on the piece that leads to it. The sentence of the answer says the same.

use std::fmt::Write as _;

use maud::Render as _;
use spammers::{Action, Aim, CardId, Consequence, ListCard, Spammers, View, gain};

use crate::figures::odds;
use crate::glyph::glyph;

/// The chips of an answer, if anything is certain of it. There may be hundreds, so they are written without detours.
pub(super) fn chips(game: &Spammers, view: &View, action: Action, page: &mut String) {
    let mut drawn = String::new();
    let mut rank = 0;
    game.consequences(view, action, |consequence| {
        rank = rank.max(chip(game, (view, action), consequence, &mut drawn));
    });
    if !drawn.is_empty() {
        // Writing a string into a string cannot fail.
        let _ =
            write!(page, "<span class=\"chips\" aria-hidden=\"true\" data-rank=\"{rank}\">{drawn}</span>");
    }
}

/// Where an answer needs two pieces of a kind, each chip names the one it is about.
struct Of<'a>(&'a Spammers, Action);

impl Of<'_> {
    fn list(&self, list: ListCard) -> String {
        self.piece("list", &self.0.set().list(list).slug)
    }

    fn scam(&self, scam: CardId) -> String {
        self.piece("scam", &self.0.set().face(scam).slug)
    }

    fn piece(&self, kind: &str, slug: &str) -> String {
        if matches!(self.1, Action::Special(_, Aim::Lists(..) | Aim::Scams(..))) {
            format!(" data-of=\"{kind}-{slug}\"")
        } else {
            String::new()
        }
    }
}

/// Draws one; says how telling it is among those of several answers.
fn chip(
    game: &Spammers,
    (view, action): (&View, Action),
    consequence: Consequence,
    page: &mut String,
) -> u32 {
    let of = Of(game, action);
    match consequence {
        Consequence::Odds(target) => {
            let sum = if let Action::Mail { card, scam, list } = action {
                game.seen_sum(view, card, scam, list)
            } else {
                None
            };
            odds(target, sum, page);
            20 + (1..=6).map(|roll| u32::from(gain(roll, target))).sum::<u32>()
        }
        Consequence::Gain { from, to } => {
            let _ = if from == to {
                write!(page, "<b>still +{to}</b>")
            } else {
                write!(page, "<b>+{from}→+{to}</b>")
            };
            1
        }
        Consequence::Rating { scam, from, to } => {
            let own = view.owner_of_scam(scam).is_some_and(|owner| view.viewer.is(owner));
            let good = own == (to > from);
            let of = of.scam(scam);
            let _ = if matches!(action, Action::Keep(_)) {
                write!(page, "<b class=\"bad\"{of}>falls to {to}</b>")
            } else if from == to {
                write!(page, "<b class=\"good\"{of}>stays {to}</b>")
            } else {
                write!(page, "<b class=\"{}\"{of}>{from}→{to}</b>", if good { "good" } else { "bad" })
            };
            if good { 3 } else { 2 }
        }
        Consequence::Size { list, size, .. } => {
            // The Gruntle that every Mailing leaves is no news.
            if !matches!(action, Action::Mail { .. }) {
                let _ = write!(page, "<b class=\"of-size\"{}><i>Size </i>{size}</b>", of.list(list));
            }
            0
        }
        Consequence::Falls(list, owner) => {
            let own = view.viewer.is(owner);
            let _ = write!(page, "<b class=\"{} fate\"{}>", if own { "bad" } else { "good" }, of.list(list));
            glyph("door").render_to(page);
            if matches!(action, Action::Mail { .. }) {
                page.push_str("<i>last Gruntle: </i>");
            }
            page.push_str(if own { "<u>you lose it</u></b>" } else { "<u>they lose it</u></b>" });
            4
        }
        Consequence::Gone(list) => {
            let _ = write!(page, "<b class=\"bad fate\"{}>", of.list(list));
            glyph("trash").render_to(page);
            if matches!(action, Action::Mail { .. }) {
                page.push_str("<i>last Gruntle: </i>");
            }
            page.push_str("<i>it is </i><u>gone</u></b>");
            4
        }
        // Whoever keeps a List has it.
        Consequence::Comes(..) if matches!(action, Action::Keep(_) | Action::KeepFree) => 0,
        Consequence::Comes(_, to) => {
            let _ =
                write!(page, "<b class=\"{}\">yours</b>", if view.viewer.is(to) { "good" } else { "bad" });
            3
        }
        Consequence::Stays(_) => {
            page.push_str("<b class=\"good\">stays</b>");
            3
        }
    }
}
