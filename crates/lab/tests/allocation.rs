//! A game in progress allocates nothing: neither game, on no step.

// An allocator can only be written with unsafe code; this one counts and hands on to the system's.
#![allow(unsafe_code)]
#![allow(clippy::unwrap_used)] // A test may stop at once.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use bots::Random;
use lab::play_out;
use spammers::{CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Game, Purpose, SeatCount, SeatSet, Seed};

struct Counting;

thread_local! {
    /// This thread's allocations; other tests run on threads of their own.
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

// SAFETY: every call is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(old, layout, size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        unsafe { System.dealloc(old, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const GAMES: u64 = 50;

/// Plays the games of a seed and gives back the decisions made and the allocations on the way.
fn play<G: Game>(game: &G, bots: &mut Vec<Random>, choices: &mut Vec<G::Action>) -> (u64, u64) {
    let (mut decisions, mut allocations) = (0, 0);
    for number in 0..GAMES {
        let seed = Seed::new(5, number);
        let mut luck = seed.luck(Purpose::Table);
        bots.clear();
        bots.extend(game.seats().iter().map(|seat| Random::new(seed, seat)));
        let before = ASKED.get();
        let outcome = play_out(game, bots, &mut luck, choices, |_| {});
        allocations += ASKED.get() - before;
        decisions += u64::from(outcome.decisions);
    }
    (decisions, allocations)
}

/// The first pass lets the list of choices grow to the longest that these games need.
fn allocates_nothing<G: Game>(game: &G) {
    let (mut bots, mut choices) = (Vec::new(), Vec::new());
    let (_, growing) = play(game, &mut bots, &mut choices);
    assert!(growing > 0, "the allocator does not count");
    let (decisions, allocations) = play(game, &mut bots, &mut choices);
    assert_eq!(allocations, 0, "in {decisions} decisions");
}

#[test]
fn spammers_allocates_nothing() {
    for count in [2, 3, 6] {
        let seats = SeatCount::new(count).unwrap();
        allocates_nothing(&Spammers::new(CardSet::starter(), seats, Variant::Standard));
    }
}

#[test]
fn spam_o_rama_allocates_nothing() {
    for count in [2, 3, 6] {
        let seats = SeatCount::new(count).unwrap();
        let ring = BuiltIn::Ring.network();
        allocates_nothing(&SpamORama::new(ring, seats, Memory::On, SeatSet::EMPTY));
    }
}
