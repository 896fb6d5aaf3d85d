//! Snap: a toy with secret hands, sealed picks, a die, a window for answers and a reveal.
//!
//! One value of [`Planted`] makes it break one law.

mod game;
mod looks;
mod planted;
mod rules;
mod things;

pub use planted::Planted;

use std::sync::LazyLock;
use std::sync::atomic::AtomicU32;

use table::{Rulebook, SeatCount};

/// The rules of the toy.
const BOOK: &str = "# Snap
## T1 Setting up
- T1.1 The bag holds twenty-four cards, four of each number from 1 to 6.
- T1.2 Each seat is dealt three cards from the bag, seen by nobody else.
- T1.3 Then every seat picks red or blue in secret; when all have picked, the picks are shown.
- T1.4 Whoever is alone with a colour gets a point.
## T2 Turns
- T2.1 On its turn a seat draws, puts, rolls or shows.
- T2.2 Who draws takes a card from the bag, seen by nobody else; the bag must hold one.
- T2.3 Who puts lays a card from the hand on the heap, and gets a point if the one below has the same number.
- T2.4 Who shows turns up the hand, once a game, and gets a point.
## T3 Answers
- T3.1 After a roll every seat is asked in turn, from the roller's left: to pass, or to answer.
- T3.2 An answer is a card of the number rolled; it goes to the heap for a point, and the asking begins anew.
- T3.3 When all have passed in a row the turn is over.
## T4 The end
- T4.1 After four turns each the hands are turned up, and most points win.
- T4.2 Only whom the table waits for acts, and luck falls only when it is due.
";

/// The rulebook of the toy.
pub static RULEBOOK: LazyLock<Rulebook> = LazyLock::new(|| Rulebook::read(BOOK));

/// The toy in its box, sound or with one fault planted.
pub struct Snap {
    seats: SeatCount,
    fault: Option<Planted>,
    /// Mutable state, which no game should have. Only a planted fault looks at it.
    rolls: AtomicU32,
}

impl Snap {
    /// A table of two to four seats, by the number of the game.
    pub fn sound(number: u64) -> Self {
        let seats = SeatCount::new(2 + (number % 3) as usize).unwrap();
        Self { seats, fault: None, rolls: AtomicU32::new(0) }
    }

    /// The same with a fault.
    pub fn planted(number: u64, fault: Planted) -> Self {
        Self { fault: Some(fault), ..Self::sound(number) }
    }

    fn has(&self, fault: Planted) -> bool {
        self.fault == Some(fault)
    }
}
