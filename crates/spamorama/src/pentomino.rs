//! R2.4: the pentomino of each suit.

use crate::suit::Suit;

/// The squares of the pentomino of a suit, as column and row.
const fn shape(suit: Suit) -> [(i8, i8); 5] {
    match suit {
        Suit::Suns => [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)],
        Suit::Moons => [(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)],
        Suit::Crowns => [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)],
        Suit::Arms => [(0, 0), (1, 0), (2, 0), (1, 1), (1, 2)],
        Suit::Clubs => [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1)],
        Suit::Diamonds => [(0, 0), (1, 0), (1, 1), (1, 2), (2, 2)],
        Suit::Hearts => [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)],
        Suit::Spades => [(0, 0), (1, 0), (1, 1), (2, 1), (3, 1)],
        Suit::Snowflakes => [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)],
        Suit::Flowers => [(1, 0), (2, 0), (0, 1), (1, 1), (1, 2)],
        Suit::Fish => [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)],
        Suit::Leaves => [(0, 0), (0, 1), (0, 2), (0, 3), (1, 3)],
    }
}

/// Moved to the top left and put in order, so that equal shapes are equal.
fn settled(mut squares: [(i8, i8); 5]) -> [(i8, i8); 5] {
    let left = squares.iter().map(|square| square.0).min().unwrap_or(0);
    let top = squares.iter().map(|square| square.1).min().unwrap_or(0);
    for square in &mut squares {
        *square = (square.0 - left, square.1 - top);
    }
    squares.sort_unstable();
    squares
}

/// Every way to turn and flip the pentomino of a suit.
pub(crate) fn orientations(suit: Suit) -> Vec<[(i8, i8); 5]> {
    let mut squares = shape(suit);
    let mut found = Vec::with_capacity(8);
    for _ in 0..2 {
        for _ in 0..4 {
            squares = squares.map(|(column, row)| (-row, column));
            found.push(settled(squares));
        }
        squares = squares.map(|(column, row)| (-column, row));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether these squares are the pentomino of this suit, turned and flipped in any way.
pub(crate) fn is_pentomino_of(suit: Suit, squares: [(i8, i8); 5]) -> bool {
    orientations(suit).contains(&settled(squares))
}
