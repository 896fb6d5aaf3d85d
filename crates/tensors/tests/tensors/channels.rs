//! Every channel of an observation against the view, by name: one that nobody named here fails.

use spammers::{CardId, Fate, ListCard, Pending, Phase, Question, SeenList, Spammers, Variant};
use spamorama::{BuiltIn, Holder, LastMove, Memory, Port, SpamORama, Stage, Suit, Value};
use table::{Game, MOST_SEATS, Seat, Viewer};
use tensors::{Encoder, Tensors};

use super::{after_every_input, spam_o_rama, spammers};

/// Compares all channels for all viewers after every input; says how often each was anything but zeros.
fn compare<G: Tensors>(
    game: &G,
    seed: u64,
    expected: impl Fn(&G::View, &str) -> Vec<i16>,
) -> Vec<(&'static str, usize)> {
    let encoder = Encoder::new(game);
    let mut told: Vec<_> = encoder.layout().channels.iter().map(|channel| (channel.name, 0)).collect();
    let mut observation = vec![0; encoder.size()];
    after_every_input(game, seed, |state| {
        for viewer in game.seats().viewers() {
            let view = game.view(state, viewer);
            observation.fill(77);
            encoder.observe(game, &view, &mut observation);
            for (channel, (name, count)) in encoder.layout().channels.iter().zip(&mut told) {
                let mut expected = expected(&view, name);
                assert!(expected.len() <= channel.size(), "{name}");
                expected.resize(channel.size(), 0);
                assert_eq!(
                    encoder.layout().read(&observation, name),
                    Some(&expected[..]),
                    "{name} of {viewer}"
                );
                *count += usize::from(expected.iter().any(|number| *number != 0));
            }
        }
    });
    told
}

/// How a viewer counts seats: 1 is their own, 0 is nobody's.
fn away(game: &impl Game, viewer: Viewer, seat: Option<Seat>) -> i16 {
    let (count, own) = (game.seats().get(), viewer.seat().map_or(0, Seat::index));
    seat.map_or(0, |seat| ((seat.index() + count - own) % count) as i16 + 1)
}

/// The seats from the viewer's own on.
fn round(game: &impl Game, viewer: Viewer) -> Vec<Seat> {
    let (count, own) = (game.seats().get(), viewer.seat().map_or(0, Seat::index));
    (0..count).map(|place| Seat::new((own + place) % count).unwrap()).collect()
}

fn of_suit(suit: Option<Suit>) -> i16 {
    suit.map_or(0, |suit| suit.index() as i16 + 1)
}

fn of_value(value: Option<Value>) -> i16 {
    value.map_or(0, |value| i16::from(value.points()))
}

fn of_port(port: Port) -> i16 {
    port.index() as i16 + 1
}

fn of_spam_o_rama(game: &SpamORama, view: &spamorama::View, name: &str) -> Vec<i16> {
    let (viewer, network) = (view.viewer, game.network());
    let seats = round(game, viewer);
    let away = |seat| away(game, viewer, seat);
    match name {
        "seats" => vec![game.seats().get() as i16],
        "seat" => vec![viewer.seat().map_or(0, |seat| seat.index() as i16)],
        "memory" => vec![i16::from(game.memory() == Memory::On)],
        "stage" => vec![match view.stage {
            Stage::Laying(_) | Stage::Dealing(_) | Stage::DrawingLots => 0,
            Stage::Taking(_) => 1,
            Stage::Looking(..) => 2,
            Stage::Placing(..) => 3,
            Stage::Relaying(_) => 4,
            Stage::Busted => 5,
        }],
        "turn" => vec![away(view.stage.turn())],
        "turns" => vec![view.turns as i16],
        "first" => vec![away(view.first)],
        "port_suit" => Port::all().map(|port| of_suit(Some(network.suit(port)))).collect(),
        "port_value" => view.port_values.map(of_value).to_vec(),
        "port_column" => Port::all().map(|port| network.place(port).column() as i16).collect(),
        "port_row" => Port::all().map(|port| network.place(port).row() as i16).collect(),
        "height" => Port::all().map(|port| view.stack(port).len() as i16).collect(),
        "coin_port" => {
            Port::all().flat_map(|port| view.stack(port).iter().map(move |_| of_port(port))).collect()
        }
        "coin_suit" => view.coins.iter().map(|coin| of_suit(coin.suit)).collect(),
        "coin_value" => view.coins.iter().map(|coin| of_value(coin.value)).collect(),
        "coin_placer" => view.coins.iter().map(|coin| away(coin.placer)).collect(),
        "hand" => {
            let hand = view.hand.iter();
            hand.flat_map(|coin| [of_suit(coin.suit), of_value(coin.value)]).collect()
        }
        "pool" => view.pool.map(i16::from).to_vec(),
        "scores" => view.scores.map(i16::from).to_vec(),
        "scored" => {
            let of = |values: spamorama::ValueSet| Value::ALL.map(|value| i16::from(values.contains(value)));
            view.scored.iter().flatten().flat_map(|values| of(*values)).collect()
        }
        "leanings" => {
            let Some(placements) = view.placements else { return Vec::new() };
            let of = |seat: Seat, suit: Suit| -> i16 {
                let placed = Port::all().filter(|port| placements.on(*port) == Some((seat, suit)));
                placed.map(|port| of_value(view.port_values[port.index()]) - 3).sum()
            };
            seats.iter().flat_map(|seat| Suit::ALL.map(|suit| of(*seat, suit))).collect()
        }
        "last_moves" => {
            let of = |seat: &Seat| match view.last_moves[seat.index()] {
                None => [0, 0],
                Some(LastMove::Placed(port)) => [0, of_port(port)],
                Some(LastMove::Relayed(from, to)) => [of_port(from), of_port(to)],
            };
            seats.iter().flat_map(of).collect()
        }
        "clients" => view
            .clients
            .iter()
            .map(|holder| match holder {
                None => 0,
                Some(Holder::Seat(seat)) => away(Some(*seat)),
                Some(Holder::Nobody) => 7,
            })
            .collect(),
        "client_counts" => seats.iter().map(|seat| view.client_counts[seat.index()].into()).collect(),
        unnamed => panic!("nobody says here what the channel '{unnamed}' is"),
    }
}

#[test]
fn spam_o_rama_says_what_the_view_says() {
    for (seats, memory, network) in
        [(2, Memory::On, BuiltIn::Ring), (6, Memory::On, BuiltIn::Long), (3, Memory::Off, BuiltIn::Strip)]
    {
        let game = spam_o_rama(seats, memory, network);
        for (name, told) in compare(&game, seats as u64, |view, name| of_spam_o_rama(&game, view, name)) {
            let is_remembered = ["memory", "coin_value", "coin_placer", "scored", "leanings"].contains(&name);
            assert_eq!(told == 0, is_remembered && memory == Memory::Off, "{name} was told {told} times");
        }
    }
}

fn of_card(card: Option<CardId>) -> i16 {
    card.map_or(0, |card| card.index() as i16 + 1)
}

fn of_list(list: Option<ListCard>) -> i16 {
    list.map_or(0, |list| list.index() as i16 + 1)
}

/// How many of each card of the set are among these.
fn counted(game: &Spammers, cards: &[CardId]) -> Vec<i16> {
    let of = |place: usize| cards.iter().filter(|card| card.index() == place).count() as i16;
    (0..game.set().titles().len()).map(of).collect()
}

/// Every List in play with its place as the viewer counts it.
fn lists_in_play(game: &Spammers, view: &spammers::View) -> Vec<(SeenList, i16)> {
    let own = round(game, view.viewer).into_iter().flat_map(|seat| {
        let place = away(game, view.viewer, Some(seat));
        view.seats[seat.index()].lists.iter().map(move |list| (*list, place))
    });
    own.chain(view.masses.iter().map(|list| (*list, 7))).collect()
}

/// A number of each List card in play, and 0 for the others.
fn of_lists(game: &Spammers, view: &spammers::View, number: impl Fn(&SeenList, i16) -> i16) -> Vec<i16> {
    let lists = lists_in_play(game, view);
    let holds = |list: &SeenList, place: usize| list.cards.iter().any(|card| card.index() == place);
    let of = |place: usize| {
        let found = lists.iter().find(|(list, _)| holds(list, place));
        found.map_or(0, |(list, at)| number(list, *at))
    };
    (0..game.set().lists().len()).map(of).collect()
}

/// The numbers of a pending action.
fn of_pending(game: &Spammers, view: &spammers::View) -> Vec<i16> {
    let Phase::Ask(Question::Reacting { pending, .. }) = view.phase else { return Vec::new() };
    let averted = |fate| i16::from(fate == Fate::Averted);
    match pending {
        Pending::Roll(mailing, roll) => vec![
            of_card(Some(mailing.card)),
            of_card(Some(mailing.scam)),
            of_list(Some(mailing.list)),
            mailing.target,
            roll.into(),
        ],
        Pending::Special(card, _, fate) => vec![of_card(Some(card)), 0, 0, 0, 0, 0, 0, 0, 0, averted(fate)],
        Pending::Lower { scam, by, gainer, fate } => {
            vec![0, of_card(Some(scam)), 0, 0, 0, by.into(), of_card(gainer), 0, 0, averted(fate)]
        }
        Pending::Move { list, to, then, fate } => {
            let to = away(game, view.viewer, to);
            vec![0, 0, of_list(Some(list)), 0, 0, 0, 0, to, of_list(then), averted(fate)]
        }
    }
}

fn of_spammers(game: &Spammers, view: &spammers::View, name: &str) -> Vec<i16> {
    let seats = round(game, view.viewer);
    let away = |seat| away(game, view.viewer, seat);
    let seen = |seat: &Seat| &view.seats[seat.index()];
    let own = view.secrets.as_ref();
    let scam = |place: usize| {
        let mut scams = seats.iter().flat_map(|seat| seen(seat).scams.iter().map(move |scam| (*seat, *scam)));
        scams.find(|(_, scam)| scam.scam.index() == place)
    };
    let cards = 0..game.set().titles().len();
    match name {
        "seats" => vec![game.seats().get() as i16],
        "seat" => vec![view.viewer.seat().map_or(0, |seat| seat.index() as i16)],
        "demonstration" => vec![i16::from(game.variant() == Variant::Demonstration)],
        "phase" => vec![match view.phase {
            Phase::Luck(_) => 0,
            Phase::Ask(Question::Choosing(_)) => 1,
            Phase::Ask(Question::Acting) => 2,
            Phase::Ask(Question::Offered(_)) => 3,
            Phase::Ask(Question::Reacting { pending: Pending::Roll(..), .. }) => 4,
            Phase::Ask(Question::Reacting { pending: Pending::Special(..), .. }) => 5,
            Phase::Ask(Question::Reacting { pending: Pending::Lower { .. }, .. }) => 6,
            Phase::Ask(Question::Reacting { pending: Pending::Move { .. }, .. }) => 7,
            Phase::Over(_) => 8,
        }],
        "turn" => vec![away(Some(view.turn))],
        "asked" => match view.phase {
            Phase::Ask(Question::Reacting { asked, .. }) => vec![away(Some(asked))],
            Phase::Ask(_) | Phase::Luck(_) | Phase::Over(_) => Vec::new(),
        },
        "turns" => vec![view.turns as i16],
        "actions" => vec![view.actions_taken.into(), view.extra_actions.into(), view.actions_left as i16],
        "mailings" => vec![view.mailings.into(), view.extra_mailings.into()],
        "decks" => vec![view.deck as i16, view.list_deck as i16],
        "offered" => match view.phase {
            Phase::Ask(Question::Offered(list)) => vec![of_list(Some(list))],
            Phase::Ask(_) | Phase::Luck(_) | Phase::Over(_) => Vec::new(),
        },
        "resolving" => vec![of_card(view.resolving)],
        "pending" => of_pending(game, view),
        "hand" => own.map_or_else(Vec::new, |own| counted(game, &own.hand)),
        "dealt" => {
            let Some(own) = own else { return Vec::new() };
            let of = |place: usize| match own.chosen.is_some_and(|list| list.index() == place) {
                true => 2,
                false => i16::from(own.dealt.iter().any(|list| list.index() == place)),
            };
            (0..game.set().lists().len()).map(of).collect()
        }
        "hands" => seats.iter().map(|seat| seen(seat).hand as i16).collect(),
        "lists_held" => seats.iter().map(|seat| seen(seat).dealt as i16).collect(),
        "declined" => seats.iter().map(|seat| seen(seat).declined.into()).collect(),
        "scam_owner" => cards.map(|place| scam(place).map_or(0, |(seat, _)| away(Some(seat)))).collect(),
        "scam_rating" => cards.map(|place| scam(place).map_or(0, |(_, scam)| scam.rating.into())).collect(),
        "hardware" => seats.iter().flat_map(|seat| counted(game, &seen(seat).hardware)).collect(),
        "shown" => seats.iter().flat_map(|seat| counted(game, &seen(seat).shown)).collect(),
        "known" => {
            let Some(own) = own else { return Vec::new() };
            seats.iter().flat_map(|seat| counted(game, &own.known[seat.index()])).collect()
        }
        "discards" => counted(game, &view.discards),
        "list_place" => {
            let mut places = of_lists(game, view, |_, place| place);
            view.list_discards.iter().for_each(|list| places[list.index()] = 8);
            places
        }
        "list_lead" => of_lists(game, view, |list, _| of_list(list.cards.iter().next())),
        "list_size" => of_lists(game, view, |list, _| list.size as i16),
        "list_gruntles" => of_lists(game, view, |list, _| list.gruntles as i16),
        "list_specialties" => of_lists(game, view, |list, _| {
            let counters = list.specialties.iter().map(|specialty| 1 << specialty as i16);
            counters.sum()
        }),
        unnamed => panic!("nobody says here what the channel '{unnamed}' is"),
    }
}

#[test]
fn spammers_says_what_the_view_says() {
    let mut told = vec![0; spammers(2).layout().channels.len()];
    let mut names = Vec::new();
    for (seats, seed) in [(2, 1), (4, 6), (MOST_SEATS, 3)] {
        let game = spammers(seats);
        let found = compare(&game, seed, |view, name| of_spammers(&game, view, name));
        told.iter_mut().zip(&found).for_each(|(sum, (_, count))| *sum += count);
        names = found;
    }
    for ((name, _), told) in names.iter().zip(told) {
        assert_eq!(told == 0, *name == "demonstration", "{name} was told {told} times");
    }
}
