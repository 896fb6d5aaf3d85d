//! The numbers say what the view says, no more; actions and tokens are one to one; the page says what the code does.
#![allow(clippy::unwrap_used)] // A test may stop at once.

use std::sync::Arc;

use conformance::twins::twins;
use spammers::{CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Holder, Memory, SpamORama};
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

/// Everything in numbers that a seat gets at this moment.
fn numbers<G: Tensors>(game: &G, state: &G::State, seat: Seat) -> Vec<i16> {
    let encoder = Encoder::new(game);
    let view = game.view(state, Viewer::Seat(seat));
    let mut all = vec![-1; encoder.size()];
    encoder.observe(game, &view, &mut all);
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

/// Plays a random game and shows every state before a decision, with whoever decides.
fn walk<G: Game>(game: &G, seed: u64, mut look: impl FnMut(&G::State, Seat)) {
    let mut luck = Seed::new(seed, 0).luck(Purpose::Trial);
    let (mut state, mut choices) = (game.set_up(), Vec::new());
    for _ in 0..2000 {
        let awaits = game.awaits(&state);
        let input = match awaits {
            Awaits::Nothing => break,
            Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
            Awaits::Choice(_) | Awaits::Sealed(_) => {
                let seat = awaits.seats().iter().next().unwrap();
                look(&state, seat);
                game.choices(&state, seat, &mut choices);
                Input::Act(seat, luck.pick(&choices).unwrap())
            }
        };
        game.apply(&mut state, input, &mut NoEvents).unwrap();
    }
    look(&state, game.seats().first());
}

fn twins_have_the_same_numbers<G: Probe + Tensors>(make: impl Fn() -> G) {
    let game = make();
    let mut differing = 0;
    for seat in game.seats().iter() {
        let twins = twins(&game, Viewer::Seat(seat), 5, 250);
        let (mut left, mut right) = (Match::new(make()), Match::new(make()));
        for (one, other) in twins.left.iter().zip(&twins.right) {
            differing += usize::from(one != other);
            let shown = [(&mut left, one), (&mut right, other)].map(|(live, input)| {
                live.take(live.read_input(input).unwrap()).unwrap();
                let encoder = Encoder::new(live.game());
                let mut observation = vec![0; encoder.size()];
                encoder.observe(live.game(), &live.view(Viewer::Seat(seat)), &mut observation);
                let mut choices = Vec::new();
                live.choices(seat, &mut choices);
                for choice in choices {
                    let mut features = vec![0; encoder.layout().features.len()];
                    live.game().features(&live.view(Viewer::Seat(seat)), choice, &mut features);
                    observation.extend(features);
                    observation
                        .extend(live.game().tokens(seat, choice).numbers().iter().map(|one| *one as i16));
                }
                observation
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
fn observations_of_spam_o_rama_say_what_the_view_says() {
    let game = spam_o_rama(3, Memory::On, BuiltIn::Long);
    let encoder = Encoder::new(&game);
    let mut observation = vec![0; encoder.size()];
    let mut seen = 0;
    walk(&game, 6, |state, seat| {
        let view = game.view(state, Viewer::Seat(seat));
        encoder.observe(&game, &view, &mut observation);
        let read = |name: &str| encoder.layout().read(&observation, name).unwrap();
        let one = |name: &str| read(name)[0];
        let away = |other: Seat| ((other.index() + 3 - seat.index()) % 3) as i16 + 1;
        assert_eq!((one("seats"), one("seat"), one("memory")), (3, seat.index() as i16, 1));
        assert_eq!(one("turns"), view.turns as i16);
        assert_eq!(one("turn"), view.stage.turn().map_or(0, away));
        assert_eq!(one("first"), view.first.map_or(0, away));
        let coins = read("coin_port").iter().filter(|port| **port > 0).count();
        assert_eq!(coins, view.coins.len());
        for (place, coin) in view.coins.iter().enumerate() {
            assert_eq!(read("coin_suit")[place], coin.suit.map_or(0, |suit| suit.index() as i16 + 1));
            assert_eq!(read("coin_value")[place], coin.value.map_or(0, |value| value.points().into()));
            assert_eq!(read("coin_placer")[place], coin.placer.map_or(0, away));
            seen += usize::from(coin.value.is_none());
        }
        for (port, height) in view.heights.iter().enumerate() {
            let there = read("coin_port").iter().filter(|place| **place == port as i16 + 1).count();
            assert_eq!((i16::from(*height), there), (read("height")[port], usize::from(*height)));
        }
        for (suit, client) in view.clients.iter().enumerate() {
            let meant = match client {
                Some(Holder::Seat(holder)) => away(*holder),
                Some(Holder::Nobody) => 7,
                None => 0,
            };
            assert_eq!(read("clients")[suit], meant);
            assert_eq!(read("scores")[suit], i16::from(view.scores[suit]));
            assert_eq!(read("pool")[suit], i16::from(view.pool[suit]));
            let scored: i16 = read("scored")[suit * 5..suit * 5 + 5].iter().sum();
            assert_eq!(scored, view.scored.unwrap()[suit].len() as i16);
        }
    });
    assert!(seen > 100, "some coins are hidden");
}

#[test]
fn observations_of_spammers_say_what_the_view_says() {
    let game = spammers(4);
    let encoder = Encoder::new(&game);
    let cards = game.set().titles().len();
    let mut observation = vec![0; encoder.size()];
    let mut reactions = 0;
    walk(&game, 6, |state, seat| {
        let view = game.view(state, Viewer::Seat(seat));
        encoder.observe(&game, &view, &mut observation);
        let read = |name: &str| encoder.layout().read(&observation, name).unwrap();
        let own = view.secrets.as_ref().unwrap();
        assert_eq!(read("hand").iter().map(|count| *count as usize).sum::<usize>(), own.hand.len());
        own.hand.iter().for_each(|card| assert!(read("hand")[card.index()] > 0));
        assert_eq!(read("decks"), [view.deck as i16, view.list_deck as i16]);
        assert_eq!(read("discards").iter().sum::<i16>(), view.discards.len() as i16);
        reactions += usize::from((4..=7).contains(&read("phase")[0]));
        for (place, other) in (0..4).map(|place| (place, (seat.index() + place) % 4)) {
            let seen = &view.seats[other];
            assert_eq!(read("hands")[place], seen.hand as i16);
            assert_eq!(
                read("hardware")[place * cards..][..cards].iter().sum::<i16>(),
                seen.hardware.len() as i16
            );
            assert_eq!(
                read("known")[place * cards..][..cards].iter().sum::<i16>(),
                own.known[other].len() as i16
            );
            for scam in &seen.scams {
                let card = scam.scam.index();
                assert_eq!(
                    (read("scam_owner")[card], read("scam_rating")[card]),
                    (place as i16 + 1, scam.rating.into())
                );
            }
            for list in &seen.lists {
                let card = list.lead().index();
                assert_eq!(
                    (read("list_place")[card], read("list_gruntles")[card]),
                    (place as i16 + 1, list.gruntles as i16)
                );
            }
        }
        let masses = read("list_place").iter().filter(|place| **place == 7).count();
        assert_eq!(masses, view.masses.iter().map(|list| list.cards.len()).sum::<usize>());
    });
    assert!(reactions > 20);
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
