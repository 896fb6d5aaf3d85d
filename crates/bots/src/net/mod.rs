//! A player that is a net: it looks once and takes what it likes best. Its weights come with the program (docs/nets.md).

mod features;
mod layer;
mod port_net;

use std::sync::LazyLock;

use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Game, Observer, Prose, SeatCount, SeatSet};
use tensors::{Encoder, Tensors};

use crate::{Bot, reason};
pub use port_net::{NoNet, PortNet};

/// The weights of the net for this table: one was trained for two players whose memory is aided, the other everywhere.
#[must_use]
pub fn net_weights(game: &SpamORama) -> &'static [u8] {
    if is_duel(game) {
        include_bytes!("../../../../nets/spam-o-rama-two.net")
    } else {
        include_bytes!("../../../../nets/spam-o-rama.net")
    }
}

fn is_duel(game: &SpamORama) -> bool {
    game.seats().get() == 2 && game.memory() == Memory::On
}

/// What writes observations, and the nets for tables that are no duel and for those that are; `None` if the weights are not
/// those of this program.
static NETS: LazyLock<Option<(Encoder, [PortNet; 2])>> = LazyLock::new(|| {
    let game = |seats| {
        let seats = SeatCount::new(seats).ok()?;
        Some(SpamORama::new(BuiltIn::Ring.network(), seats, Memory::On, SeatSet::EMPTY))
    };
    let encoder = Encoder::new(&game(2)?);
    let net = |seats| PortNet::read(net_weights(&game(seats)?), encoder.layout()).ok();
    let nets = [net(3)?, net(2)?];
    Some((encoder, nets))
});

/// Plays Spam-O-Rama by a net, without searching and without luck of its own.
pub(crate) struct Net;

impl Net {
    fn scores(from: &Observer<'_, SpamORama>, choices: &[<SpamORama as Game>::Action]) -> Vec<i32> {
        let (Some((encoder, nets)), Some(seat)) = (&*NETS, from.viewer().seat()) else { return Vec::new() };
        let mut seen = vec![0; encoder.size()];
        encoder.observe(from.game(), &from.view(), &mut seen);
        let token = |action| from.game().tokens(seat, action).numbers().first().copied().unwrap_or(u16::MAX);
        let tokens: Vec<u16> = choices.iter().copied().map(token).collect();
        nets[usize::from(is_duel(from.game()))].scores(&seen, &tokens)
    }
}

impl Bot<SpamORama> for Net {
    fn choose(
        &mut self,
        from: &Observer<'_, SpamORama>,
        choices: &[<SpamORama as Game>::Action],
    ) -> <SpamORama as Game>::Action {
        if choices.len() == 1 {
            return choices[0];
        }
        let scores = Self::scores(from, choices);
        // Of equals the first.
        let best = (0..scores.len()).rev().max_by_key(|place| scores[*place]);
        choices[best.unwrap_or(0)]
    }

    fn reason(
        &mut self,
        from: &Observer<'_, SpamORama>,
        choices: &[<SpamORama as Game>::Action],
        chosen: <SpamORama as Game>::Action,
    ) -> Prose {
        reason::compared(from, choices, chosen, "seemed better to a net that looks once")
    }
}
