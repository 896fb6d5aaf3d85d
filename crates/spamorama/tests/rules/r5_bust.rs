//! R5: phase three, the big bust.
use crate::script::*;
use spamorama::{Arrangement, Event, Holder, Refusal, SpamORama, State, Suit};
use table::{Awaits, Ending, Event as _, Game, Refusal as _, ScopedEvent, Viewer};

/// Three players; the last two coins, P1 and U1, lie on h7 and h8, ports of value 4 and 5. Suns and Moons are dealt to
/// nobody unless said; markers stand as given.
fn last_relay(game: &SpamORama, scores: &[(Suit, u8)], clients: [&[Suit]; 3]) -> State {
    let mut arrangement = Arrangement::new(game).stack("h7", "P1").stack("h8", "U1");
    for &(suit, score) in scores {
        arrangement = arrangement.score(suit, score);
    }
    for (who, clients) in ["A", "B", "C"].into_iter().zip(clients) {
        arrangement = arrangement.clients(seat(who), clients);
    }
    arrangement.build().unwrap()
}

const A: &[Suit] = &[Suit::Suns, Suit::Moons, Suit::Crowns, Suit::Arms];
const B: &[Suit] = &[Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
const C: &[Suit] = &[Suit::Snowflakes, Suit::Flowers, Suit::Fish, Suit::Leaves];

fn ending(scores: &[u8; 12]) -> (Ending, Vec<ScopedEvent<Event>>) {
    let game = ring(3);
    // h8 is the fifth port of Clubs: it adds 5, so the last relay gives Suns 1 + 5 and Moons 1 + 5.
    let before: Vec<(Suit, u8)> = Suit::ALL
        .into_iter()
        .zip(scores)
        .map(|(suit, &score)| (suit, if suit <= Suit::Moons { score - 6 } else { score }))
        .collect();
    let mut state = last_relay(&game, &before, [A, B, C]);
    let heard = play(&game, &mut state, "A relay h7 h8");
    assert_eq!(game.view(&state, Viewer::Bystander).scores, *scores);
    assert_pieces(&game, &state);
    (game.ending(&state).unwrap(), heard)
}

fn outcome(scores: &[u8; 12]) -> (String, &'static str, &'static str) {
    let ending = ending(scores).0;
    (ending.winners.to_string(), ending.clause.0, ending.how)
}

#[test]
fn r5_1_when_all_is_scored_the_clients_are_revealed() {
    let (_, heard) = ending(&[30; 12]);
    let busted = heard.iter().find_map(|scoped| match scoped.heard_by(Viewer::Bystander)? {
        event @ Event::Busted { clients } => Some((event, clients)),
        _ => None,
    });
    let (event, clients) = busted.unwrap();
    assert!(event.reveals());
    assert_eq!((clients[0], clients[11]), (Holder::Seat(seat("A")), Holder::Seat(seat("C"))));
    assert_eq!(
        ring(3).tell(event),
        "The big bust: A worked for Suns, Moons, Crowns and Arms; B worked for Clubs, Diamonds, Hearts and Spades; C worked for Snowflakes, Flowers, Fish and Leaves."
    );
}

#[test]
fn r5_1_nothing_goes_on_after_the_bust() {
    let game = ring(4);
    let mut state = at_random(&game, &mut luck(5), |_| {});
    assert_eq!(game.awaits(&state), Awaits::Nothing);
    for line in ["A take suns", "B place a1", "A relay a1 b1", "* value 1", "* first A"] {
        let refusal = refused(&game, &mut state, line);
        assert_eq!((refusal, refusal.clause().0), (Refusal::GameOver, "R5.1"));
    }
    let prompt = game.prompt(&state, Viewer::Bystander);
    assert!(prompt.asks.to_string().starts_with("The game is over: ") && prompt.choices.is_empty());
    assert!(game.view(&state, Viewer::Bystander).clients.iter().all(Option::is_some));
}

#[test]
fn r5_2_the_best_lowest_client_wins() {
    let scores = [40, 40, 40, 20, 21, 21, 21, 21, 30, 30, 30, 16];
    assert_eq!(outcome(&scores), ("B".to_owned(), "R5.2", "lowest client"));
}

#[test]
fn r5_3_ties_are_broken_by_the_second_lowest_client_and_so_on() {
    let scores = [22, 30, 20, 30, 20, 22, 29, 40, 20, 21, 40, 40];
    assert_eq!(outcome(&scores), ("A".to_owned(), "R5.3", "tie broken"));
}

#[test]
fn r5_3_who_is_tied_to_the_last_client_shares_the_win() {
    let scores = [22, 30, 20, 31, 30, 31, 22, 20, 40, 40, 40, 19];
    assert_eq!(outcome(&scores), ("A B".to_owned(), "R5.3", "shared"));
    let (_, heard) = ending(&scores);
    let last = heard.last().unwrap().heard_by(Viewer::Bystander).unwrap();
    assert_eq!(
        (ring(3).tell(last).to_string().as_str(), last.clause().0),
        ("A and B share the win.", "R5.3")
    );
}
