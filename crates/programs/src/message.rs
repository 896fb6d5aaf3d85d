//! Messages to a program, one line of JSON each: its seat's knowledge, and nothing else.

use std::time::Duration;

use serde_json::{Map, Value, json};
use table::{Ending, Event, Game, JsonWriter, Observer, Seat};

/// The version of the protocol. Within it fields and kinds of lines may be added; nothing is renamed or taken away.
pub const PROTOCOL: u32 = 1;

/// A game begins, or goes on with a program that was restarted.
pub(crate) fn game<G: Game>(game: &G, seat: Seat, limit: Duration, seed: u32) -> String {
    let setting: Map<String, Value> =
        game.setting().into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect();
    let line = json!({
        "type": "game",
        "protocol": PROTOCOL,
        "game": G::NAME,
        "rules": G::RULES_VERSION,
        "setting": setting,
        "seats": game.seats().get(),
        "seat": seat.to_string(),
        "seed": seed,
        "limit_ms": limit.as_millis() as u64,
    });
    format!("{line}\n")
}

/// Something its seat heard, to be told with the next question.
pub(crate) fn event<G: Game>(game: &G, event: &G::Event, into: &mut String) {
    if !into.is_empty() {
        into.push(',');
    }
    JsonWriter::new(into).object(|it| {
        it.key("clause").text(event.clause().0);
        it.key("text").text(&game.tell(event).to_string());
    });
}

/// A question: the events since the last one, the view, and the choices in notation by number.
pub(crate) fn choose<G: Game>(
    from: &Observer<'_, G>,
    question: u64,
    events: &str,
    choices: &[String],
    into: &mut String,
) {
    into.clear();
    into.push_str("{\"type\":\"choose\",\"id\":");
    into.push_str(&question.to_string());
    into.push_str(",\"events\":[");
    into.push_str(events);
    into.push_str("],\"view\":");
    from.game().write_view(&from.view(), into);
    into.push_str(",\"choices\":");
    JsonWriter::new(into).array(|it| choices.iter().for_each(|choice| it.text(choice)));
    into.push_str("}\n");
}

/// The game is over, or was stopped.
pub(crate) fn end(ending: Option<&Ending>, events: &str) -> String {
    let winners = ending.map(|ending| {
        let winners: Vec<String> = ending.winners.iter().map(|seat| seat.to_string()).collect();
        json!({ "winners": winners, "clause": ending.clause.to_string(), "how": ending.how })
    });
    format!("{{\"type\":\"end\",\"events\":[{events}],\"ending\":{}}}\n", winners.unwrap_or(Value::Null))
}
