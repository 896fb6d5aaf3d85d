//! The table and a view of it as data. `docs/records.md` describes the first.

use serde_json::{Value as Json, json};
use table::{Game as _, JsonWriter, Seat};

use crate::coin::{Coin, digits};
use crate::port::Port;
use crate::suit::Suit;
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
    let stack = |port| state.stack(port).iter().map(Coin::to_string).collect::<String>();
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

/// An object with an entry for each suit.
fn by_suit(into: &mut JsonWriter<'_>, entry: impl Fn(&mut JsonWriter<'_>, Suit)) {
    into.object(|it| Suit::ALL.into_iter().for_each(|suit| entry(it.key(suit.name()), suit)));
}

/// An object with an entry for each seat.
fn by_seat(game: &SpamORama, into: &mut JsonWriter<'_>, entry: impl Fn(&mut JsonWriter<'_>, Seat)) {
    into.object(|it| game.seat_count().iter().for_each(|seat| entry(it.seat_key(seat), seat)));
}

fn seen_coin(into: &mut JsonWriter<'_>, coin: &SeenCoin) {
    into.object(|it| {
        it.key("suit").optional_text(coin.suit.map(Suit::name));
        it.key("value").optional(coin.value.map(Value::points), JsonWriter::number);
        it.key("placer").seat(coin.placer);
    });
}

/// A seat's last move on the board, in notation.
fn last_move(game: &SpamORama, last: LastMove) -> String {
    match last {
        LastMove::Placed(port) => game.write_action(Action::Place(port)),
        LastMove::Relayed(from, to) => game.write_action(Action::Relay { from, to }),
    }
}

/// A view with the names of the rulebook, as JSON; `null` is what the viewer does not know.
pub(crate) fn write_view(game: &SpamORama, view: &View, into: &mut String) {
    let network = game.network();
    let port = |it: &mut JsonWriter<'_>, port: Port| {
        it.object(|it| {
            it.key("port").text(&network.place(port).to_string());
            it.key("suit").text(network.suit(port).name());
            it.key("value").optional(view.port_values[port.index()].map(Value::points), JsonWriter::number);
            it.key("coins").array(|it| view.stack(port).iter().for_each(|coin| seen_coin(it, coin)));
        });
    };
    let client = |it: &mut JsonWriter<'_>, suit: Suit| match view.clients[suit.index()] {
        Some(Holder::Seat(seat)) => it.seat(Some(seat)),
        Some(Holder::Nobody) => it.text("nobody"),
        None => it.null(),
    };
    JsonWriter::new(into).object(|it| {
        it.key("viewer").text(&view.viewer.to_string());
        it.key("you").seat(view.viewer.seat());
        it.key("phase").text(phase(view.stage));
        it.key("stage").text(&stage_words(view.stage));
        it.key("turn").seat(view.stage.turn());
        it.key("turns").number(view.turns);
        it.key("first").seat(view.first);
        it.key("network").text(network.name());
        it.key("columns").number(network.columns() as i64);
        it.key("rows").number(network.rows() as i64);
        it.key("ports").array(|it| Port::all().for_each(|place| port(it, place)));
        it.key("hand").optional(view.hand.as_ref(), seen_coin);
        by_suit(it.key("pool"), |it, suit| it.number(view.pool[suit.index()]));
        by_suit(it.key("scores"), |it, suit| it.number(view.scores[suit.index()]));
        it.key("scored").optional(view.scored, |it, scored| {
            by_suit(it, |it, suit| {
                it.array(|it| scored[suit.index()].iter().for_each(|value| it.number(value.points())));
            });
        });
        it.key("leanings").optional(view.leanings(), |it, leanings| {
            by_seat(game, it, |it, seat| by_suit(it, |it, suit| it.number(leanings.of(seat, suit))));
        });
        by_seat(game, it.key("last_moves"), |it, seat| {
            let last = view.last_moves[seat.index()].map(|last| last_move(game, last));
            it.optional_text(last.as_deref());
        });
        by_suit(it.key("clients"), client);
        by_suit(it.key("client_names"), |it, suit| it.text(suit.client()));
        by_seat(game, it.key("client_counts"), |it, seat| it.number(view.client_counts[seat.index()]));
    });
}
