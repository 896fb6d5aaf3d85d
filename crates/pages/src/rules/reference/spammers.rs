//! SPAMMERS on one page.

use ::spammers::gain;
use maud::{Markup, html};

use super::{part, points, steps};
use crate::rules::inline::inline;

pub(super) const LEAD: &str = "Begin your turn with Ratings of **20** in sum or **12** on one Scam, and you win (S6.1). Demonstration Game: 12 or 8 (S6.2).";

/// The Target Numbers that are worth a row: below, nothing is gained; above, nothing changes.
const TARGETS: std::ops::RangeInclusive<i16> = 1..=10;

pub(super) fn parts() -> Vec<Markup> {
    vec![
        steps(
            "Set-up",
            &[
                "Three Lists and six Action cards each (S2.1).",
                "All choose at once which of the three Lists goes to the Unwashed Masses; the other two stay yours (S2.2, S2.4).",
                "As many Lists again as there are players go from the deck to the Masses (S2.3). Lots decide who begins (S2.5).",
            ],
        ),
        steps(
            "Your turn",
            &[
                "Have you won? Look now; there is no other moment (S3.0, S6.3).",
                "Take up to three Actions, in any order, the same one again if you like (S3.1).",
                "Next player (S3.8).",
            ],
        ),
        actions(),
        points(
            "Mailing",
            &[
                "Once a turn, for one of your Scams, to a List of yours or of the Masses (S4.5, S4.10).",
                "**Target** = effective Size + Modifier + 2 if the List has the Scam's Specialty + Hardware (S4.6).",
                "Roll one die. Target or less: Rating +1. Four or more below it: +2 (S4.7).",
                "Then everybody may react (S7.3), and the List gets a Gruntle, whatever came of it (S4.9).",
            ],
        ),
        odds(),
        points(
            "Gruntles",
            &[
                "Each takes one off the effective Size (S1.6).",
                "Half the printed Size: your List goes to the Unwashed Masses, without its Gruntles (S5.1).",
                "The whole printed Size: a List of the Masses is gone (S5.2).",
            ],
        ),
        points(
            "Limits",
            &[
                "Nine cards in hand, or you may not draw (S3.2).",
                "Five Scams in play (S4.2); Hardware without limit, but copies do not add up (S4.3).",
                "A Scam never falls below its Initial Rating (S1.8). A List never has a Specialty twice (S1.5).",
            ],
        ),
        points(
            "Out of turn",
            &[
                "A card that names its moment may be played at that moment, by anybody, for no Action (S7.1).",
                "All are asked in turn, from the left of whoever's turn it is; a card played starts the round again (S7.3).",
            ],
        ),
    ]
}

fn actions() -> Markup {
    let rows = [
        ("Draw", "an Action card into your hand", "S3.2"),
        ("Draw a List", "keep it for one Rating of a Scam, or let it go to the Masses", "S3.3"),
        ("Open a Scam", "at its Initial Rating; it works at once", "S4.1"),
        ("Install Hardware", "its effect lasts while it is in play", "S4.3"),
        ("Mail", "a Mailing for its Modifier", "S4.5"),
        ("Special", "a Mailing for its effect instead", "S4.4"),
        ("Merge", "two of your Lists, or two of the Masses, into one", "S3.5"),
        ("Recycle", "with five Scams in play: discard a Scam from hand, draw a card", "S3.6"),
    ];
    part(
        "Actions",
        html! {
            table {
                tbody {
                    @for (name, what, clause) in rows {
                        tr { th scope="row" { (name) } td { (what) } td { (inline(clause, "")) } }
                    }
                }
            }
        },
    )
}

/// S4.7: what each roll gives against each Target Number.
fn odds() -> Markup {
    part(
        "What a roll gains",
        html! {
            table.odds {
                caption.unseen { "Rating gained, by Target Number and roll" }
                thead {
                    tr {
                        th scope="col" { "Target" }
                        @for roll in 1..=6 { th.number scope="col" { (roll) } }
                        th.number scope="col" { abbr title="average" { "avg" } }
                    }
                }
                tbody {
                    @for target in TARGETS {
                        tr {
                            th scope="row" { (target) @if target == *TARGETS.end() { "+" } }
                            @for roll in 1..=6 {
                                @let gained = gain(roll, target);
                                td.number.{ "gain-" (gained) } { @if gained == 0 { "·" } @else { "+" (gained) } }
                            }
                            td.number { (average(target)) }
                        }
                    }
                }
            }
        },
    )
}

/// The mean gain of a roll against this Target Number, to two places.
fn average(target: i16) -> String {
    let sum: u32 = (1..=6).map(|roll| u32::from(gain(roll, target))).sum();
    let hundredths = (sum * 100 + 3) / 6;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_are_rounded() {
        assert_eq!([1, 4, 6, 10].map(average), ["0.17", "0.67", "1.33", "2.00"]);
    }
}
