//! Masks, what a token leads to, and lots, against the list of all choices.

use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Luck, SeatCount, SeatSet};
use tensors::{Begun, Next, Tensors, Tokens, next_tokens};

use super::{networks, spam_o_rama, spammers, walk};

/// Scripted luck, which notes the number of outcomes.
struct Told {
    place: u32,
    among: Option<u32>,
}

impl Luck for Told {
    fn word(&mut self) -> u32 {
        panic!("a choice is drawn by its place")
    }

    fn below(&mut self, bound: u32) -> u32 {
        assert_eq!(self.among.replace(bound), None, "one lot for a token");
        self.place.min(bound - 1)
    }
}

/// Holds everything after these tokens against the choices.
fn compare<G: Tensors>(game: &G, legal: &G::Legal, listed: &[(G::Action, Tokens)], begun: Begun) {
    let all: Vec<Tokens> = listed.iter().map(|(_, tokens)| *tokens).collect();
    let size = game.layout().tokens.len();
    let (mut mask, mut of_choices) = (vec![9; size], vec![0; size]);
    game.mask(legal, begun, &mut mask);
    next_tokens(&all, begun, &mut of_choices);
    assert_eq!(mask, of_choices);
    let fitting: Vec<&(G::Action, Tokens)> = listed.iter().filter(|(_, one)| begun.begins(one)).collect();
    let nexts: Vec<Option<u16>> = fitting.iter().map(|(_, tokens)| begun.next(tokens)).collect();
    for token in (0..size as u16 + 3).chain([u16::MAX - 1, u16::MAX]) {
        let leads_to = game.follow(legal, begun, token);
        let with_it: Vec<_> = fitting
            .iter()
            .zip(&nexts)
            .filter(|(_, next)| **next == Some(token))
            .map(|(one, _)| one)
            .collect();
        match leads_to {
            None => assert!(with_it.is_empty(), "token {token} may come next"),
            Some(Next::Whole(action)) => {
                assert_eq!((with_it.len(), with_it[0].0), (1, action), "token {token}");
                assert_eq!(with_it[0].1.numbers().len(), begun.count() + 1);
            }
            Some(Next::More(more)) => {
                assert_eq!(Some(more), begun.then(token));
                assert!(
                    !with_it.is_empty() && with_it.iter().all(|one| one.1.numbers().len() > more.count())
                );
            }
        }
    }
    // Each choice once, in the order of choices.
    for (place, next) in nexts.iter().enumerate() {
        let mut luck = Told { place: place as u32, among: None };
        assert_eq!(game.draw_token(legal, begun, &mut luck), *next);
        assert_eq!(luck.among, Some(nexts.len() as u32));
    }
}

/// Holds sets against lists through a game, from the first token on to every one that can be reached within so many.
fn sets_are_lists<G: Tensors>(game: &G, seed: u64) -> usize {
    let (mut legal, mut moments) = (G::Legal::default(), 0);
    walk(game, seed, |state, asked| {
        for seat in game.seats().iter() {
            let mut choices = Vec::new();
            game.choices(state, seat, &mut choices);
            let listed: Vec<_> = choices.iter().map(|action| (*action, game.tokens(seat, *action))).collect();
            assert!(seat != asked || !listed.is_empty() || game.ending(state).is_some());
            game.ask(state, Some(seat), &mut legal);
            compare(game, &legal, &listed, Begun::default());
            // After every beginning of the first, the last and one between them.
            let some = [0, choices.len() / 2, choices.len().saturating_sub(1)];
            for (_, tokens) in some.into_iter().filter_map(|place| listed.get(place)) {
                let mut begun = Begun::default();
                for token in &tokens.numbers()[..tokens.numbers().len() - 1] {
                    begun = begun.then(*token).unwrap();
                    compare(game, &legal, &listed, begun);
                }
            }
            moments += choices.len();
        }
        game.ask(state, None, &mut legal);
        compare(game, &legal, &[], Begun::default());
    });
    moments
}

#[test]
fn sets_of_what_is_legal_are_the_choices() {
    for (number, network) in networks().into_iter().enumerate() {
        let seats = SeatCount::new(2 + number % 5).unwrap();
        let game = SpamORama::new(network, seats, Memory::On, SeatSet::EMPTY);
        assert!(sets_are_lists(&game, number as u64) > 4_000);
    }
    assert!(sets_are_lists(&spammers(3), 2) > 2_000);
}

#[test]
fn nothing_comes_after_a_whole_action() {
    let game = spam_o_rama(2, Memory::On, BuiltIn::Ring);
    walk(&game, 3, |state, seat| {
        let (mut legal, mut mask) = (Default::default(), vec![5; game.layout().tokens.len()]);
        game.ask(state, Some(seat), &mut legal);
        let begun = Begun::default().then(3).unwrap();
        game.mask(&legal, begun, &mut mask);
        assert!(mask.iter().all(|one| *one == 0));
        let mut luck = Told { place: 0, among: None };
        assert_eq!((game.follow(&legal, begun, 3), game.draw_token(&legal, begun, &mut luck)), (None, None));
    });
}
