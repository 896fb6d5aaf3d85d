//! The table and a view of it as data. `docs/records.md` describes the first.

use serde_json::{Map, Value as Json, json};
use table::{Game as _, Seat, Viewer};

use crate::coin::{Coin, ValueSet, digits};
use crate::port::Port;
use crate::suit::{SUITS, Suit};
use crate::{Action, Holder, LastMove, SeenCoin, SpamORama, Stage, State, Value, View};

fn letter(seat: Option<Seat>) -> Json {
    seat.map_or(Json::Null, |seat| seat.to_string().into())
}

/// The stage in words; of the coin in hand only the suit.
fn stage_words(stage: Stage) -> String {
    match stage {
        Stage::Laying(suit) => format!("laying {}", suit.name()),
        Stage::Dealing(seat) => format!("dealing {seat}"),
        Stage::DrawingLots => "drawing lots".to_owned(),
        Stage::Taking(seat) => format!("taking {seat}"),
        Stage::Looking(seat, suit) => format!("looking {seat} {}", suit.name()),
        Stage::Placing(seat, suit) => format!("placing {seat} {}", suit.name()),
        Stage::Relaying(seat) => format!("relaying {seat}"),
        Stage::Busted => "busted".to_owned(),
    }
}

const fn phase(stage: Stage) -> &'static str {
    match stage {
        Stage::Laying(_) | Stage::Dealing(_) | Stage::DrawingLots => "set-up",
        Stage::Taking(_) | Stage::Looking(..) | Stage::Placing(..) => "scan",
        Stage::Relaying(_) => "relay",
        Stage::Busted => "bust",
    }
}

/// The whole table, secrets included.
pub(crate) fn position(state: &State) -> Json {
    let values: String = Port::all()
        .map(|port| state.port_value(port).map_or("0".to_owned(), |value| value.to_string()))
        .collect();
    let stack = |port| {
        let coins = state.stack(port);
        coins.iter().map(Coin::to_string).collect::<String>()
    };
    let placers: String =
        Coin::all().map(|coin| state.placer(coin).map_or("-".to_owned(), |seat| seat.to_string())).collect();
    json!({
        "stage": stage_words(state.stage),
        "turns": state.turns(),
        "first": letter(state.first()),
        "values": values,
        "stacks": Port::all().map(stack).collect::<Vec<String>>(),
        "placers": placers,
        "hand": state.hand().map(|coin| coin.to_string()),
        "pool": Suit::ALL.map(|suit| digits(state.pool(suit))),
        "scored": Suit::ALL.map(|suit| digits(state.scored(suit))),
        "scores": Suit::ALL.map(|suit| state.score(suit)),
        "clients": Suit::ALL.map(|suit| letter(state.holder(suit))),
    })
}

fn by_suit(entry: impl Fn(Suit) -> Json) -> Json {
    Suit::ALL
        .into_iter()
        .map(|suit| (suit.name().to_owned(), entry(suit)))
        .collect::<Map<String, Json>>()
        .into()
}

fn seen_coin(coin: &SeenCoin) -> Json {
    json!({
        "suit": coin.suit.map(Suit::name),
        "value": coin.value.map(Value::points),
        "placer": letter(coin.placer),
    })
}

/// What each seat did last on the board, in notation.
fn last_moves(game: &SpamORama, view: &View) -> Map<String, Json> {
    let written = |last| match last {
        LastMove::Placed(port) => game.write_action(Action::Place(port)),
        LastMove::Relayed(from, to) => game.write_action(Action::Relay { from, to }),
    };
    let seats = game.seat_count().iter();
    seats.map(|seat| (seat.to_string(), view.last_moves[seat.index()].map(written).into())).collect()
}

/// A view with the names of the rulebook; `null` is what the viewer does not know.
pub(crate) fn show(game: &SpamORama, view: &View) -> Json {
    let network = game.network();
    let port = |port: Port| {
        json!({
            "port": network.place(port).to_string(),
            "suit": network.suit(port).name(),
            "value": view.port_values[port.index()].map(Value::points),
            "coins": view.stack(port).iter().map(seen_coin).collect::<Vec<Json>>(),
        })
    };
    let client = |suit: Suit| match view.clients[suit.index()] {
        Some(Holder::Seat(seat)) => seat.to_string().into(),
        Some(Holder::Nobody) => "nobody".into(),
        None => Json::Null,
    };
    let scored = |values: [ValueSet; SUITS]| {
        by_suit(|suit| {
            let values = values[suit.index()].iter().map(Value::points);
            values.collect::<Vec<u8>>().into()
        })
    };
    let counts: Map<String, Json> = game
        .seat_count()
        .iter()
        .map(|seat| (seat.to_string(), view.client_counts[seat.index()].into()))
        .collect();
    json!({
        "viewer": view.viewer.to_string(),
        "you": letter(match view.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Bystander => None,
        }),
        "phase": phase(view.stage),
        "stage": stage_words(view.stage),
        "turn": letter(view.stage.turn()),
        "turns": view.turns,
        "first": letter(view.first),
        "network": network.name(),
        "columns": network.columns(),
        "rows": network.rows(),
        "ports": Port::all().map(port).collect::<Vec<Json>>(),
        "hand": view.hand.as_ref().map(seen_coin),
        "pool": by_suit(|suit| view.pool[suit.index()].into()),
        "scores": by_suit(|suit| view.scores[suit.index()].into()),
        "scored": view.scored.map(scored),
        "leanings": view.leanings().map(|leanings| {
            let of = |seat| by_suit(|suit| leanings.of(seat, suit).into());
            let seats = game.seat_count().iter().map(|seat| (seat.to_string(), of(seat)));
            seats.collect::<Map<String, Json>>()
        }),
        "last_moves": last_moves(game, view),
        "clients": by_suit(client),
        "client_names": by_suit(|suit| suit.client().into()),
        "client_counts": counts,
    })
}
