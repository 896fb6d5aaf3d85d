//! Spam-O-Rama on one page.

use maud::{Markup, html};
use spamorama::{PortSuit, Suit, client_points, clients_each};
use table::SeatCount;

use super::{part, points, steps};
use crate::rules::inline::inline;

pub(super) const LEAD: &str = "Twelve clients, some of them secretly yours. When all spam is scored, the player whose **lowest** client stands highest wins (R5.2).";

pub(super) fn parts() -> Vec<Markup> {
    vec![
        set_up(),
        steps(
            "Phase one: scan",
            &[
                "In turn, take a coin from the pool. You see its suit before and its value after (R3.1).",
                "Place it face down on any port without a coin: the suit stays visible, the value is yours to know (R1.4).",
                "With all sixty placed, relaying begins. The order of turns goes on (R3.3).",
            ],
        ),
        steps(
            "Phase two: relay",
            &[
                "In turn, put the whole stack of one port on top of the stack of a neighbour that holds spam (R4.1). Edges count, corners do not (R2.5).",
                "Never onto an empty port (R4.2). You must relay while you can (R4.3).",
                "Every stack that now has no neighbour with spam is scored and leaves the board (R4.4).",
            ],
        ),
        points(
            "Scoring a stack",
            &[
                "For each client in it: its coins, plus the port's value **once**.",
                "For the client of the port's own suit: its coins, plus the port's value **for each coin** (R4.5).",
                "In the end every client has between 16 and 40 (R4.6).",
            ],
        ),
        example(),
        steps(
            "Phase three: the big bust",
            &[
                "No relay left: all clients are shown (R5.1).",
                "Compare the lowest client of each player; the highest of these wins (R5.2).",
                "Equal? Compare the second-lowest, and so on. Equal to the end: shared (R5.3).",
            ],
        ),
        winner(),
        points(
            "What you may know",
            &[
                "The pool shows suits, never values (R2.2). A coin's value is known to whoever placed it, until it is scored.",
                "The table remembers for you what you saw; it can be told not to (R4.7).",
                "Four values of a suit known are five known.",
            ],
        ),
    ]
}

fn set_up() -> Markup {
    let counts: Vec<SeatCount> = (2..=6).filter_map(|seats| SeatCount::new(seats).ok()).collect();
    part(
        "Set-up",
        html! {
            ul {
                li { (inline("Ports lie face up: suits by the network, values 1 to 5 of each suit shuffled (R2.3).", "")) }
                li { (inline("Sixty spam coins in the pool, values hidden (R2.2). All markers on 0 (R2.1).", "")) }
                li { (inline("Clients are dealt in secret (R2.6). Whoever gets the least spam begins (R2.7).", "")) }
            }
            table {
                tbody {
                    tr { th scope="row" { "Players" } @for seats in &counts { td.number { (seats.get()) } } }
                    tr { th scope="row" { "Clients each" } @for &seats in &counts { td.number { (clients_each(seats)) } } }
                }
            }
        },
    )
}

/// R4.5: the example of the document.
const STACK: [(Suit, &[u8]); 5] = [
    (Suit::Suns, &[1]),
    (Suit::Arms, &[2]),
    (Suit::Clubs, &[3, 5]),
    (Suit::Flowers, &[2, 4]),
    (Suit::Leaves, &[5]),
];
const PORT: (Suit, u8) = (Suit::Flowers, 2);

/// A client's points for these coins on the example's port.
fn points_for(suit: Suit, coins: &[u8]) -> u8 {
    let whose = if suit == PORT.0 { PortSuit::Own } else { PortSuit::Other };
    client_points(coins.len() as u8, coins.iter().sum(), PORT.1, whose)
}

fn example() -> Markup {
    let sum = |coins: &[u8]| coins.iter().map(u8::to_string).collect::<Vec<_>>().join(" + ");
    part(
        "For example",
        html! {
            p { "A stack stands alone on the two of Flowers:" }
            table {
                thead { tr { th scope="col" { "Client" } th scope="col" { "Coins" } th scope="col" { "Port" } th.number scope="col" { "Gets" } } }
                tbody {
                    @for (suit, coins) in STACK {
                        tr {
                            th scope="row" { (suit.to_string()) }
                            td { (sum(coins)) }
                            td { @if suit == PORT.0 { (coins.len()) " × " (PORT.1) } @else { (PORT.1) } }
                            td.number { (points_for(suit, coins)) }
                        }
                    }
                }
            }
        },
    )
}

fn winner() -> Markup {
    part(
        "Who wins",
        html! {
            table {
                thead { tr { th scope="col" { "Player" } th scope="col" { "Clients" } th.number scope="col" { "Counts" } } }
                tbody {
                    tr { th scope="row" { "A" } td { "39, 37, 22" } td.number { "22" } }
                    tr { th scope="row" { "B" } td { "27, 26, 25" } td.number { strong { "25" } } }
                }
            }
            p { "B wins. A's two triumphs were other people's problem." }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_example_comes_out() {
        assert_eq!(STACK.map(|(suit, coins)| points_for(suit, coins)), [3, 4, 10, 10, 7]);
    }
}
