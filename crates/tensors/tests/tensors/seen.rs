//! Observations written straight from a table equal those of the view, over any old contents.

use spamorama::{BuiltIn, Memory, SpamORama};
use table::{SeatCount, SeatSet};
use tensors::{Encoder, Tensors, VERSION};

use super::{after_every_input, networks, spam_o_rama, spammers};

/// Holds both ways to an observation together, for all who can look, after every input; says how many were compared.
fn compare<G: Tensors>(game: &G, seed: u64) -> usize {
    let encoder = Encoder::new(game);
    let (mut of_view, mut of_table) = (vec![0; encoder.size()], vec![0; encoder.size()]);
    let mut compared = 0;
    after_every_input(game, seed, |state| {
        for viewer in game.seats().viewers() {
            of_view.fill(-1);
            of_table.fill(1234 + compared as i16 % 100);
            encoder.observe(game, &game.view(state, viewer), &mut of_view);
            encoder.observe_table(game, state, viewer, &mut of_table);
            if of_view != of_table {
                let layout = encoder.layout();
                let differing = layout.channels.iter().map(|channel| channel.name);
                let differing: Vec<_> = differing
                    .filter(|name| layout.read(&of_view, name) != layout.read(&of_table, name))
                    .collect();
                panic!("{viewer} is told something else in {differing:?}");
            }
            compared += 1;
        }
    });
    compared
}

#[test]
fn a_table_gives_the_numbers_of_its_views() {
    for seats in 2..=6 {
        for memory in [Memory::On, Memory::Off] {
            for (number, network) in networks().into_iter().enumerate() {
                let count = SeatCount::new(seats).unwrap();
                let game = SpamORama::new(network, count, memory, SeatSet::EMPTY);
                assert!(compare(&game, (number + 10 * seats) as u64) > 240 * (seats + 1));
            }
        }
    }
    assert!(compare(&spammers(3), 4) > 2000);
}

/// A digest of everybody's observations in a game, after every input (FNV-1a).
fn digest(game: &impl Tensors, seed: u64) -> String {
    let encoder = Encoder::new(game);
    let (mut observation, mut digest) = (vec![0; encoder.size()], 0xcbf2_9ce4_8422_2325_u64);
    after_every_input(game, seed, |state| {
        for viewer in game.seats().viewers() {
            encoder.observe_table(game, state, viewer, &mut observation);
            for number in &observation {
                digest = (digest ^ u64::from(*number as u16)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    });
    format!("{digest:016x}")
}

/// If this fails and the rules and the cards are as they were, a net would see other numbers than it was trained on: raise
/// `VERSION`, then write the new digests here.
#[test]
fn the_numbers_of_a_version_stay() {
    let found = [
        digest(&spam_o_rama(3, Memory::On, BuiltIn::Ring), 1),
        digest(&spam_o_rama(4, Memory::Off, BuiltIn::Corners), 2),
        digest(&spammers(3), 3),
    ];
    assert_eq!(
        (VERSION, found.each_ref().map(String::as_str)),
        (1, ["1cd65e8c1e38384a", "b7ae06446637772f", "0cd9dfc9cbca40be"])
    );
}
