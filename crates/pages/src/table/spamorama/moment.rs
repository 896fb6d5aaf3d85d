//! Moments of the events of Spam-O-Rama.

use spamorama::{Event, Network, Port};

use crate::table::moment::{Kind, Moment};

/// The moment of an event.
pub(super) fn moment(network: &Network, event: &Event) -> Moment {
    let port = |port: Port| format!("port-{}", network.place(port));
    match event {
        Event::Laid { .. } | Event::Dealt { .. } | Event::WentFirst { .. } | Event::Looked { .. } => {
            Moment::new(Kind::Plain, [])
        }
        Event::ScanEnded => Moment::new(Kind::Phase, []),
        Event::Took { suit, .. } => Moment::new(Kind::Draw, [format!("pool-{}", suit.name())]),
        Event::Placed { port: at, .. } => Moment::new(Kind::Place, [port(*at)]),
        Event::Relayed { from, to, coins, .. } => {
            let coins = i32::try_from(*coins).unwrap_or(i32::MAX);
            Moment::new(Kind::Relay, [port(*from), port(*to)]).with(coins)
        }
        Event::Isolated { port: at, coins } => Moment::new(Kind::Reveal, [port(*at)])
            .showing(coins.iter().map(|coin| format!("{}:{}", coin.suit().name(), coin.value()))),
        Event::Scored { port: at, points } => {
            let sum: i32 = points.iter().map(|points| i32::from(points.points)).sum();
            let paid = points.iter().map(|it| format!("{}:+{}", it.client.name(), it.points));
            Moment::new(Kind::Score, [port(*at)]).with(sum).showing(paid)
        }
        Event::Busted { .. } => Moment::new(Kind::Reveal, []),
        Event::Won { .. } => Moment::new(Kind::Win, []),
    }
}
