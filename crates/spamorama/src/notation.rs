//! Notation: `take suns`, `place c4`, `relay c4 d4`; `lay suns 31425`, `client fish`, `first B`, `value 3`.

use table::{Seat, Unreadable};

use crate::coin::{ALL_VALUES, Value, ValueSet};
use crate::{Action, Network, Outcome, Port, Suit};

pub(crate) fn write_action(network: &Network, action: Action) -> String {
    let (word, ports): (&str, &[Port]) = match &action {
        Action::Take(suit) => return format!("take {}", suit.name()),
        Action::Place(port) => ("place", std::slice::from_ref(port)),
        Action::Relay { from, to } => ("relay", &[*from, *to]),
    };
    let mut text = String::with_capacity(16);
    text.push_str(word);
    for port in ports {
        text.push(' ');
        network.place(*port).write_to(&mut text);
    }
    text
}

pub(crate) fn read_action(network: &Network, text: &str) -> Result<Action, Unreadable> {
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        ["take", suit] => read_suit(suit).map(Action::Take),
        ["place", port] => read_port(network, port).map(Action::Place),
        ["relay", from, to] => {
            Ok(Action::Relay { from: read_port(network, from)?, to: read_port(network, to)? })
        }
        _ => Err(Unreadable(format!(
            "'{text}' is not an action; write 'take suns', 'place c4' or 'relay c4 d4'"
        ))),
    }
}

pub(crate) fn write_outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Lay(suit, values) => {
            let digits: String = values.iter().map(Value::to_string).collect();
            format!("lay {} {digits}", suit.name())
        }
        Outcome::Client(suit) => format!("client {}", suit.name()),
        Outcome::First(seat) => format!("first {seat}"),
        Outcome::Value(value) => format!("value {value}"),
    }
}

pub(crate) fn read_outcome(text: &str) -> Result<Outcome, Unreadable> {
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        ["lay", suit, values] => Ok(Outcome::Lay(read_suit(suit)?, read_values(values)?)),
        ["client", suit] => read_suit(suit).map(Outcome::Client),
        ["first", seat] => match seat.parse::<Seat>() {
            Ok(seat) => Ok(Outcome::First(seat)),
            Err(wrong) => Err(Unreadable(wrong.to_string())),
        },
        ["value", value] => read_value(value).map(Outcome::Value),
        _ => Err(Unreadable(format!(
            "'{text}' is no outcome of luck here; write 'lay suns 31425', 'client fish', 'first B' or 'value 3'"
        ))),
    }
}

fn read_suit(name: &str) -> Result<Suit, Unreadable> {
    Suit::of_name(name).ok_or_else(|| {
        let names = Suit::ALL.map(Suit::name).join(", ");
        Unreadable(format!("'{name}' is not a suit; suits are {names}"))
    })
}

fn read_port(network: &Network, name: &str) -> Result<Port, Unreadable> {
    network.port_named(name).ok_or_else(|| {
        let last = (b'a' + network.columns().saturating_sub(1) as u8) as char;
        let rows = network.rows();
        Unreadable(format!(
            "there is no port '{name}'; a port is named by its column a to {last} and its row 1 to {rows}, such as {}",
            Port::all().next().map_or(String::new(), |port| network.place(port).to_string())
        ))
    })
}

fn read_value(digit: &str) -> Result<Value, Unreadable> {
    let mut digits = digit.chars();
    match (digits.next().and_then(Value::of_digit), digits.next()) {
        (Some(value), None) => Ok(value),
        _ => Err(Unreadable(format!("'{digit}' is not a value; values are 1 to 5"))),
    }
}

fn read_values(digits: &str) -> Result<[Value; 5], Unreadable> {
    let values: Option<Vec<Value>> = digits.chars().map(Value::of_digit).collect();
    values
        .and_then(|values| <[Value; 5]>::try_from(values).ok())
        .filter(|values| values.iter().copied().collect::<ValueSet>() == ALL_VALUES)
        .ok_or_else(|| {
            Unreadable(format!(
                "'{digits}' does not lay a suit; write the digits 1 to 5, each once, such as 31425"
            ))
        })
}
