//! A network as a drawing: squares with their suits, thick lines between the pentominoes.

use std::fmt::Write;

use games::Network;
use maud::{Markup, html};
use spamorama::{Place, Port};

/// How wide a square is drawn.
const SQUARE: usize = 40;
/// The room around it, for the thick outline.
const EDGE: usize = 2;

/// The drawing itself.
pub(crate) fn network_drawing(network: &Network) -> Markup {
    let (width, height) = (network.columns() * SQUARE + 2 * EDGE, network.rows() * SQUARE + 2 * EDGE);
    let label = format!(
        "The network {}: {} columns, {} rows, sixty ports in twelve shapes",
        network.name(),
        network.columns(),
        network.rows()
    );
    html! {
        svg.network viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(label) {
            @for port in Port::all() {
                @let (x, y) = corner(network.place(port));
                @let suit = network.suit(port);
                rect class={ "port s" (suit.index()) } x=(x) y=(y) width=(SQUARE) height=(SQUARE) {}
                use class={ "s" (suit.index()) } href={ "#g-" (suit.name()) } x=(x + 7) y=(y + 5) width="22" height="22" {}
                text x=(x + SQUARE - 5) y=(y + SQUARE - 5) { (suit.letter()) }
            }
            path.outline d=(outline(network)) {}
        }
    }
}

fn corner(place: Place) -> (usize, usize) {
    (place.column() * SQUARE + EDGE, place.row() * SQUARE + EDGE)
}

/// Every edge at which one suit ends, as the path of a thick line.
fn outline(network: &Network) -> String {
    let mut path = String::new();
    let suit_at = |column: Option<usize>, row: Option<usize>| {
        let port = network.port_at(Place::new(column?, row?)?)?;
        Some(network.suit(port))
    };
    for port in Port::all() {
        let place = network.place(port);
        let (column, row) = (place.column(), place.row());
        let own = Some(network.suit(port));
        let (x, y) = corner(place);
        let edges = [
            (suit_at(Some(column), row.checked_sub(1)), format!("M{x} {y}h{SQUARE}")),
            (suit_at(column.checked_sub(1), Some(row)), format!("M{x} {y}v{SQUARE}")),
            (suit_at(Some(column), Some(row + 1)), format!("M{x} {}h{SQUARE}", y + SQUARE)),
            (suit_at(Some(column + 1), Some(row)), format!("M{} {y}v{SQUARE}", x + SQUARE)),
        ];
        for (neighbour, edge) in edges {
            if neighbour != own {
                // Writing to a String cannot fail.
                let _ = write!(path, "{edge}");
            }
        }
    }
    path
}
