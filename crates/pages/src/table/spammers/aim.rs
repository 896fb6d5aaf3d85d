//! How the game is won, and who is nearest.

use maud::{Markup, html};
use spammers::{Spammers, View};
use table::{Game as _, Seat, SeatSet};

use super::wire::who;
use crate::glyph::glyph;
use room::Sitter;

/// The seats nearest to one of the marks, and the distance; none as long as there is no Scam.
pub(super) fn nearest(game: &Spammers, view: &View) -> Option<(SeatSet, u32)> {
    let (one, all) = game.variant().victory_thresholds();
    let missed = |seat: Seat| {
        let has = &view.seats[seat.index()];
        let by_one = u32::from(one.saturating_sub(has.best()));
        (!has.scams.is_empty()).then(|| (seat, by_one.min(all.saturating_sub(has.sum()))))
    };
    let (_, least) = game.seats().iter().filter_map(missed).min_by_key(|&(_, missed)| missed)?;
    let all = game.seats().iter().filter_map(missed).filter(|&(_, missed)| missed == least);
    Some((all.map(|(seat, _)| seat).collect(), least))
}

/// They by name; of many only how many.
fn names(seats: SeatSet, sitters: &[Sitter]) -> Markup {
    html! {
        @if seats.len() == 2 && sitters.len() == 2 { b { "both" } }
        @else if seats.len() > 2 { b { (seats.len()) " players" } }
        @else { @for (place, seat) in seats.iter().enumerate() { @if place > 0 { " and " } (who(sitters, seat)) } }
    }
}

/// The aim of the game, by the marks of its variant (S6.1).
pub(super) fn aim(game: &Spammers, view: &View, sitters: &[Sitter]) -> Markup {
    let (one, all) = game.variant().victory_thresholds();
    html! {
        section #aim.window.aim aria-label="The aim" {
            (glyph("cup"))
            div {
                p { "First to " b { (one) } " on one Scam, or " b { (all) } " in all" span.when { ", at the start of your turn." } }
                @match nearest(game, view) {
                    Some((seats, 0)) => p.nearest { "At the mark: " (names(seats, sitters)) },
                    Some((seats, missed)) => p.nearest { "Nearest, " b { (missed) } " short: " (names(seats, sitters)) },
                    None => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use room::Plays;
    use spammers::{CardSet, SeenScam, Variant};
    use table::{SeatCount, Viewer};

    use super::*;

    /// The line of a table at which these Ratings lie before the seats.
    fn line(variant: Variant, ratings: &[&[u8]]) -> (Option<(SeatSet, u32)>, String) {
        let seats = SeatCount::new(ratings.len()).unwrap();
        let game = Spammers::new(CardSet::starter(), seats, variant);
        let mut view = game.view(&game.set_up(), Viewer::Bystander);
        let scam = game.set().find_card_id("mail-order-diploma-mill").unwrap();
        for (has, ratings) in view.seats.iter_mut().zip(ratings) {
            has.scams = ratings.iter().map(|&rating| SeenScam { scam, rating }).collect();
        }
        let name = |seat: Seat| ["Ann", "Bea", "Cy", "Dan"][seat.index()].to_owned();
        let sitter = |seat| Sitter::here(seat, name(seat), Plays::Person);
        let drawn = aim(&game, &view, &seats.iter().map(sitter).collect::<Vec<_>>()).into_string();
        let words = drawn.split('<').filter_map(|part| part.split_once('>').map(|(_, words)| words));
        (nearest(&game, &view), words.collect())
    }

    fn seats(all: &[usize]) -> SeatSet {
        all.iter().map(|&seat| Seat::new(seat).unwrap()).collect()
    }

    #[test]
    fn nearest_is_whoever_misses_one_of_the_marks_by_least() {
        let standard = |ratings: &[&[u8]]| line(Variant::Standard, ratings);
        let (who, line_of) = standard(&[&[3, 4], &[9], &[]]);
        assert_eq!(who, Some((seats(&[1]), 3)), "9 of 12 on one Scam; 7 of 20 in all");
        assert!(line_of.ends_with("Nearest, 3 short: Bea"), "{line_of}");
        let (who, _) = standard(&[&[6, 6, 6], &[9]]);
        assert_eq!(who, Some((seats(&[0]), 2)), "18 of 20 in all");
        let (who, line_of) = standard(&[&[5], &[5], &[1]]);
        assert_eq!(who, Some((seats(&[0, 1]), 7)));
        assert!(line_of.ends_with("Nearest, 7 short: Ann and Bea"), "{line_of}");
        let (_, line_of) = standard(&[&[2], &[2], &[2], &[]]);
        assert!(line_of.ends_with("Nearest, 10 short: 3 players"), "{line_of}");
    }

    #[test]
    fn whoever_stands_at_the_mark_is_said_to() {
        for ratings in [&[12][..], &[13, 1], &[10, 10]] {
            let (who, line_of) = line(Variant::Standard, &[&[11], ratings]);
            assert_eq!(who, Some((seats(&[1]), 0)), "{ratings:?}");
            assert!(line_of.ends_with("At the mark: Bea"), "{line_of}");
        }
        let (who, _) = line(Variant::Demonstration, &[&[7], &[4, 4, 4]]);
        assert_eq!(who, Some((seats(&[1]), 0)), "12 in all");
    }

    #[test]
    fn without_a_scam_nobody_is_nearest() {
        let (who, line_of) = line(Variant::Standard, &[&[], &[]]);
        assert_eq!(who, None);
        assert!(line_of.ends_with("at the start of your turn."), "{line_of}");
        let (who, _) = line(Variant::Standard, &[&[], &[0]]);
        assert_eq!(who, Some((seats(&[1]), 12)), "a Scam of Rating 0 is one");
    }
}
