//! Events as sentences.

use table::{Clause, Prose};

use crate::coin::{Coin, Value};
use crate::{Event, Holder, Network, Points, Port, SUITS, Suit};

/// A coin as a sentence has it.
pub(crate) fn coin(coin: Coin) -> String {
    format!("the {} of {}", coin.value().word(), coin.suit())
}

/// Things in a row: `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(items: &[String], last: &str) -> String {
    match items {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// A number of coins as a sentence has it.
pub(crate) fn coins(count: usize) -> String {
    let mut text = String::new();
    add_coins(&mut text, count);
    text
}

/// The same at the end of a text.
pub(crate) fn add_coins(text: &mut String, count: usize) {
    add_number(text, count);
    text.push_str(if count == 1 { " coin" } else { " coins" });
}

/// A number at the end of a text.
pub(crate) fn add_number(text: &mut String, number: usize) {
    if number >= 10 {
        add_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

pub(crate) fn tell(network: &Network, event: &Event) -> Prose {
    let at = |port: Port| network.place(port);
    Prose::from(match event {
        Event::Laid { suit, values } => laid(network, *suit, values),
        Event::Dealt { seat, client } => match client {
            Some(suit) => format!("{seat:#} is hired by {suit}: {}.", suit.client()),
            None => format!("{seat:#} is dealt a client."),
        },
        Event::WentFirst { seat } => format!("{seat:#} goes first, having got the least spam."),
        Event::Took { seat, suit } => format!("{seat:#} takes a coin of {suit} from the pool."),
        Event::Looked { seat, suit, value } => match value {
            Some(value) => format!("{seat:#} looks at it: {}.", coin(Coin::new(*suit, *value))),
            None => format!("{seat:#} looks at the coin."),
        },
        Event::Placed { seat, suit, port } => {
            format!("{seat:#} places a coin of {suit} face down on {}.", at(*port))
        }
        Event::ScanEnded => {
            "All 60 coins lie on the ports: the scan is over, and relaying begins.".to_owned()
        }
        Event::Relayed { seat, from, to, coins: count } => {
            format!("{seat:#} relays {} from {} to {}.", coins(*count), at(*from), at(*to))
        }
        Event::Isolated { port, coins } => {
            let names: Vec<String> = coins.iter().map(|&found| coin(found)).collect();
            format!("{} stands alone and turns up {}.", at(*port), listed(&names, "and"))
        }
        Event::Scored { port, points } => {
            let gains: Vec<String> = points.iter().map(gain).collect();
            format!("{} scores {}.", at(*port), listed(&gains, "and"))
        }
        Event::Busted { clients } => busted(clients),
        Event::Won { ending } => {
            let who = ending.winners;
            match who.len() {
                1 if ending.clause == Clause("R5.2") => {
                    format!("{who:#} wins with the highest lowest client.")
                }
                1 => format!("{who:#} wins ({}).", ending.how),
                _ => format!("{who:#} share the win."),
            }
        }
    })
}

fn laid(network: &Network, suit: Suit, values: &[Value; 5]) -> String {
    let ports: Vec<String> = network
        .ports_of(suit)
        .into_iter()
        .zip(values)
        .map(|(port, value)| format!("{} on {}", value.word(), network.place(port)))
        .collect();
    format!("The ports of {suit} are laid: {}.", listed(&ports, "and"))
}

fn gain(points: &Points) -> String {
    format!("{} {} (now {})", points.client, points.points, points.total)
}

fn busted(clients: &[Holder; SUITS]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for index in 0..table::MOST_SEATS {
        let Some(seat) = table::Seat::new(index) else {
            continue;
        };
        let names: Vec<String> = Suit::ALL
            .into_iter()
            .filter(|suit| clients[suit.index()] == Holder::Seat(seat))
            .map(|suit| suit.to_string())
            .collect();
        if !names.is_empty() {
            parts.push(format!("{seat:#} worked for {}", listed(&names, "and")));
        }
    }
    format!("The big bust: {}.", parts.join("; "))
}
