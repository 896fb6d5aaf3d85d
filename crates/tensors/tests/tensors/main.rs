//! The numbers say what the view says, no more; actions and tokens are one to one; the page says what the code does.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod channels;
mod legal;
mod seen;

use std::sync::Arc;

use conformance::twins::twins;
use spammers::{CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Memory, Network, SpamORama};
use table::{
    Awaits, Game, Input, Luck as _, Match, NoEvents, Probe, Purpose, Seat, SeatCount, SeatSet, Seed, Viewer,
};
use tensors::{Begun, Encoder, Tensors, next_tokens, page};

fn spammers(seats: usize) -> Spammers {
    Spammers::new(Arc::new(CardSet::standard()), SeatCount::new(seats).unwrap(), Variant::Standard)
}

fn spam_o_rama(seats: usize, memory: Memory, network: BuiltIn) -> SpamORama {
    SpamORama::new(network.network(), SeatCount::new(seats).unwrap(), memory, SeatSet::EMPTY)
}

/// The strip with its longest suit hung from a corner, so that some vertical neighbours have adjacent numbers, too.
fn network_with_a_tail() -> Network {
    let rows = [
        "UUUPPPWWXVVV",
        "UYUPPWWXXXNV",
        "YYYYZWFFXTNV",
        "LLLLZZZFFTNN",
        "L.....ZFTTTN",
        "I...........",
        "I...........",
        "I...........",
        "I...........",
        "I...........",
    ];
    Network::read("tail", &rows.join("\n")).unwrap()
}

/// Networks that come with the game, some that are drawn, and one of an odd shape.
fn networks() -> Vec<Arc<Network>> {
    let drawn = |number| Network::generate(BuiltIn::Ring, &mut Seed::new(number, 5).luck(Purpose::Trial));
    let built_in = BuiltIn::ALL.into_iter().map(BuiltIn::network);
    let others = (0..2).map(drawn).chain([network_with_a_tail()]);
    built_in.chain(others.map(Arc::new)).collect()
}

/// Everything in numbers that a seat gets at this moment.
fn numbers<G: Tensors>(game: &G, state: &G::State, seat: Seat) -> Vec<i16> {
    let encoder = Encoder::new(game);
    let view = game.view(state, Viewer::Seat(seat));
    let mut all = vec![-1; encoder.size()];
    encoder.observe_table(game, state, Viewer::Seat(seat), &mut all);
    let mut choices = Vec::new();
    game.choices(state, seat, &mut choices);
    for choice in choices {
        all.extend(game.tokens(seat, choice).numbers().iter().map(|token| *token as i16));
        let mut features = vec![0; encoder.layout().features.len()];
        game.features(&view, choice, &mut features);
        all.extend(features);
    }
    all
}

/// Plays a random game and shows every state there is, set-up and end too.
fn after_every_input<G: Game>(game: &G, seed: u64, mut look: impl FnMut(&G::State)) {
    let mut luck = Seed::new(seed, 0).luck(Purpose::Trial);
    let (mut state, mut choices) = (game.set_up(), Vec::new());
    for _ in 0..2000 {
        look(&state);
        let awaits = game.awaits(&state);
        let input = match awaits {
            Awaits::Nothing => break,
            Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
            Awaits::Choice(_) | Awaits::Sealed(_) => {
                let seat = awaits.seats().iter().next().unwrap();
                game.choices(&state, seat, &mut choices);
                Input::Act(seat, luck.pick(&choices).unwrap())
            }
        };
        game.apply(&mut state, input, &mut NoEvents).unwrap();
    }
}

/// Shows every state before a decision, with the deciding seat, and the last one.
fn walk<G: Game>(game: &G, seed: u64, mut look: impl FnMut(&G::State, Seat)) {
    after_every_input(game, seed, |state| match game.awaits(state) {
        Awaits::Luck(_) => {}
        Awaits::Nothing => look(state, game.seats().first()),
        awaits @ (Awaits::Choice(_) | Awaits::Sealed(_)) => {
            look(state, awaits.seats().iter().next().unwrap())
        }
    });
}

fn twins_have_the_same_numbers<G: Probe + Tensors>(make: impl Fn() -> G) {
    let game = make();
    let mut differing = 0;
    for seat in game.seats().iter() {
        let twins = twins(&game, Viewer::Seat(seat), 5, 250);
        let reader = Match::new(make());
        let (mut left, mut right) = (game.set_up(), game.set_up());
        for (one, other) in twins.left.iter().zip(&twins.right) {
            differing += usize::from(one != other);
            let shown = [(&mut left, one), (&mut right, other)].map(|(state, input)| {
                game.apply(state, reader.read_input(input).unwrap(), &mut NoEvents).unwrap();
                numbers(&game, state, seat)
            });
            assert_eq!(shown[0], shown[1]);
        }
    }
    assert!(differing > 10, "{differing}");
}

#[test]
fn twins_have_the_same_numbers_in_both_games() {
    twins_have_the_same_numbers(|| spammers(3));
    twins_have_the_same_numbers(|| spam_o_rama(3, Memory::On, BuiltIn::Ring));
    twins_have_the_same_numbers(|| spam_o_rama(2, Memory::Off, BuiltIn::Strip));
}

#[test]
fn an_imagined_table_has_the_same_numbers_as_the_true_one() {
    let mut luck = Seed::new(8, 8).luck(Purpose::Trial);
    let cards = spammers(4);
    walk(&cards, 3, |state, seat| {
        let other = cards.imagine(&cards.view(state, Viewer::Seat(seat)), &mut luck);
        assert_eq!(numbers(&cards, state, seat), numbers(&cards, &other, seat));
    });
    let coins = spam_o_rama(4, Memory::On, BuiltIn::Corners);
    walk(&coins, 3, |state, seat| {
        let other = coins.imagine(&coins.view(state, Viewer::Seat(seat)), &mut luck);
        assert_eq!(numbers(&coins, state, seat), numbers(&coins, &other, seat));
    });
}

/// Tokens name choices one to one: within the vocabulary, none the beginning of another's, all reached by masks.
fn tokens_name_choices<G: Tensors>(game: &G, seed: u64) -> usize {
    let layout = game.layout();
    let mut longest = 0;
    walk(game, seed, |state, seat| {
        let mut choices = Vec::new();
        game.choices(state, seat, &mut choices);
        longest = longest.max(choices.len());
        let mut tokens: Vec<_> = choices.iter().map(|choice| game.tokens(seat, *choice)).collect();
        let all = tokens.clone();
        tokens.sort_by(|one, other| one.numbers().cmp(other.numbers()));
        for pair in tokens.windows(2) {
            assert!(!pair[1].numbers().starts_with(pair[0].numbers()), "{pair:?}");
        }
        for one in &all {
            let mut begun = Begun::default();
            for token in one.numbers() {
                let mut mask = vec![0; layout.tokens.len()];
                let count = next_tokens(&all, begun, &mut mask);
                let fitting = all
                    .iter()
                    .filter(|other| begun.numbers().eq(other.numbers().iter().copied().take(begun.count())));
                assert_eq!(count, fitting.count());
                assert!(count >= 1 && mask[usize::from(*token)] == 1);
                begun = begun.then(*token).unwrap();
            }
            let mut mask = vec![0; layout.tokens.len()];
            assert_eq!(next_tokens(&all, begun, &mut mask), 1, "whole");
            assert!(begun.is_whole(one) && begun.next(one).is_none());
            assert!(mask.iter().all(|one| *one == 0));
        }
    });
    longest
}

#[test]
fn tokens_and_choices_are_one_to_one() {
    for seats in 2..=6 {
        assert!(tokens_name_choices(&spammers(seats), seats as u64) > 20);
        let network = BuiltIn::ALL[seats % 4];
        assert!(tokens_name_choices(&spam_o_rama(seats, Memory::On, network), seats as u64) > 40);
    }
}

#[test]
fn a_layout_knows_another_when_it_sees_it() {
    let digest = |game: &Spammers| game.layout().digest();
    let starter = Spammers::new(Arc::new(CardSet::starter()), SeatCount::new(2).unwrap(), Variant::Standard);
    assert_eq!(digest(&spammers(2)), digest(&spammers(6)), "however many sit there");
    assert_ne!(digest(&spammers(2)), digest(&starter), "another card set has other cards");
    let ring = spam_o_rama(2, Memory::On, BuiltIn::Ring).layout();
    assert_eq!(ring, spam_o_rama(5, Memory::Off, BuiltIn::Strip).layout());
}

#[test]
fn the_page_says_what_the_code_does() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tensors.md");
    let written = std::fs::read_to_string(path).unwrap();
    let pages = [spammers(2).layout(), spam_o_rama(2, Memory::On, BuiltIn::Ring).layout()]
        .map(|layout| page(&layout));
    let missing: Vec<&String> = pages.iter().filter(|page| !written.contains(*page)).collect();
    assert!(
        missing.is_empty(),
        "docs/tensors.md lacks:\n{}",
        missing.into_iter().map(String::as_str).collect::<String>()
    );
}
