//! The cluster in virtual time, with crashes, partitions, sleeping nodes, wrong clocks and lost messages from a seed.
//! It is the production code: owners of rooms (`Node`), running and writing (`Running`), following and forwarding
//! (`Following`). Only the surroundings differ: the database, the network, visitors, and the table of live rooms. Laws:
//! every acknowledged act is in the journal exactly once; no two owners wrote; a watcher sees every written line in
//! order; a look shows everything written before it; and once faults end, a wait lasts ten seconds at most. Where nodes
//! only go or are cut off from messages, that limit holds all the time while another node can be reached, and a lost
//! owner is replaced in time.
//!
//! A seed that fails prints the command that runs it again; with `trace=N` it prints the events of room N.
//! `GRUNTLE_CAMPAIGN` runs a hundred nodes and a hundred thousand rooms, and many small clusters.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod database;
mod desk;
mod dice;
mod host;
mod marks;
mod plan;
mod rooms;
mod tables;
mod world;

use cluster::GRACE;
use plan::{Kinds, Plan, Planted, Trouble};
use world::{Counts, World};

fn is_campaign() -> bool {
    std::env::var_os("GRUNTLE_CAMPAIGN").is_some()
}

/// Runs a plan that must hold.
fn holds(plan: Plan) -> Counts {
    let Plan { seed, nodes, rooms, unheard, kinds, .. } = plan;
    let reach = u64::from(kinds == Kinds::Reach);
    World::new(plan).run().unwrap_or_else(|wrong| {
        panic!(
            "{wrong}\nagain: GRUNTLE_CLUSTER=seed={seed},nodes={nodes},rooms={rooms},unheard={unheard},reach={reach} cargo test -p cluster --test simulation again"
        )
    })
}

/// The plan of a seed: small, or as large as somebody says.
fn plan_of(seed: u64, nodes: usize, rooms: u64) -> Plan {
    let small = Plan::small(seed);
    if (nodes, rooms) == (small.nodes, small.rooms) {
        return small;
    }
    Plan {
        nodes,
        rooms,
        real: (rooms / 2000).clamp(2, 40),
        viewers: rooms / 4,
        acts: 6,
        faults: (2000, 32_000),
        troubles: nodes as u64 * 3,
        freed: 100,
        ..small
    }
}

#[test]
fn small_clusters_hold_whatever_goes_wrong() {
    let mut sum = Counts::default();
    let seeds = if is_campaign() { 1000 } else { 40 };
    for seed in 0..seeds {
        let counts = holds(Plan::small(seed));
        sum.acknowledged += counts.acknowledged;
        sum.told += counts.told;
        sum.fenced += counts.fenced;
        sum.crashes += counts.crashes;
        sum.sleeps += counts.sleeps;
        sum.partitions += counts.partitions;
        sum.cuts += counts.cuts;
        sum.unlinks += counts.unlinks;
        sum.leaves += counts.leaves;
        sum.clocks += counts.clocks;
        sum.looks += counts.looks;
        sum.unsure += counts.unsure;
        sum.lost += counts.lost;
        sum.longest_wait = sum.longest_wait.max(counts.longest_wait);
    }
    println!("{seeds} seeds: {sum:?}");
    // Every fault must have happened.
    assert!(sum.crashes > 0 && sum.sleeps > 0 && sum.partitions > 0 && sum.cuts > 0 && sum.leaves > 0);
    assert!(sum.unlinks > 0 && sum.clocks > 0 && sum.unsure > 0 && sum.looks > seeds * 100, "{sum:?}");
    assert!(sum.lost > 0 && sum.fenced > 0 && sum.acknowledged > seeds * 500, "{sum:?}");
}

#[test]
fn whoever_is_gone_or_cut_off_is_replaced_while_another_can_be_reached() {
    let mut sum = Counts::default();
    let seeds = if is_campaign() { 500 } else { 20 };
    for seed in 0..seeds {
        let counts = holds(Plan::reach(seed));
        sum.acknowledged += counts.acknowledged;
        sum.crashes += counts.crashes;
        sum.unlinks += counts.unlinks;
        sum.longest_wait = sum.longest_wait.max(counts.longest_wait);
        sum.longest_served = sum.longest_served.max(counts.longest_served);
    }
    println!("{seeds} seeds: {sum:?}");
    assert!(sum.crashes > seeds && sum.unlinks > seeds && sum.acknowledged > seeds * 1000, "{sum:?}");
}

#[test]
fn a_large_cluster_holds() {
    let (nodes, rooms) = if is_campaign() { (100, 100_000) } else { (20, 2000) };
    let counts = holds(plan_of(1, nodes, rooms));
    println!("{nodes} nodes, {rooms} rooms: {counts:?}");
    assert!(counts.acknowledged + counts.unsure >= rooms * 6, "{counts:?}");
}

/// Runs the seed named in `GRUNTLE_CLUSTER`, if there is one.
#[test]
fn again() {
    let Ok(asked) = std::env::var("GRUNTLE_CLUSTER") else { return };
    let small = Plan::small(0);
    let (mut seed, mut nodes, mut rooms, mut unheard) = (0, small.nodes, small.rooms, small.unheard);
    let (mut reach, mut traced) = (0, None);
    for word in asked.split(',') {
        let (key, value) = word.split_once('=').expect("key=value, with commas between");
        let value: u64 = value.parse().expect("a number");
        match key {
            "seed" => seed = value,
            "nodes" => nodes = value as usize,
            "rooms" => rooms = value,
            "unheard" => unheard = value,
            "reach" => reach = value,
            "trace" => traced = Some(value),
            _ => panic!("seed, nodes, rooms, unheard, reach and trace can be said, not {key}"),
        }
    }
    let plan =
        if reach == 1 { Plan { nodes, rooms, ..Plan::reach(seed) } } else { plan_of(seed, nodes, rooms) };
    println!("{:?}", holds(Plan { unheard, traced, ..plan }));
}

#[test]
fn the_same_seed_goes_the_same_way() {
    let counts = || format!("{:?}", holds(Plan::small(7)));
    assert_eq!(counts(), counts());
}

/// A calm cluster in which every room has an owner.
fn settled(seed: u64) -> World {
    let mut world = World::new(Plan { acts: 200, ..Plan::calm(seed) });
    world.run_until(6000).unwrap();
    world
}

#[test]
fn an_owner_that_is_gone_is_replaced_within_three_seconds() {
    // Ten times with a few rooms, once with many.
    let many = || World::new(Plan { nodes: 3, rooms: 9000, acts: 2, ..Plan::calm(10) });
    for (seed, least) in (0..10).map(|seed| (seed, 2)).chain([(10, 2000)]) {
        let mut world = if least > 2 { many() } else { settled(seed) };
        world.run_until(6000).unwrap();
        let rooms = world.owned_by(2);
        assert!(rooms.len() > least, "{} rooms", rooms.len());
        world.trouble(Trouble::Crash { node: 2, back: 60_000 }).unwrap();
        world.run_until(world.now + 3000).unwrap();
        for room in rooms {
            let owner = world.database.owner(room).map(|node| node.0 as usize);
            let owner = owner.unwrap_or_else(|| panic!("seed {seed}: {room:?} has no owner"));
            assert!(owner != 2 && world.owned_by(owner).contains(&room), "seed {seed}: {room:?}");
        }
    }
}

/// All rooms with their owners and epochs, as the nodes have them.
fn owners(world: &World) -> Vec<Vec<(cluster::RoomId, cluster::Epoch)>> {
    (0..6).map(|node| world.owned_in(node)).collect()
}

#[test]
fn an_owner_that_is_cut_off_from_messages_is_replaced_and_takes_rooms_again_when_it_is_linked() {
    for seed in 0..10 {
        let mut world = settled(seed);
        let rooms = world.owned_by(2);
        assert!(rooms.len() > 2, "{} rooms", rooms.len());
        world.trouble(Trouble::Unlink { nodes: vec![2], length: 20_000 }).unwrap();
        // As long as it may come back, nothing is moved.
        world.run_until(world.now + GRACE - 100).unwrap();
        assert!(rooms.iter().all(|room| world.owned_by(2).contains(room)), "seed {seed}");
        world.run_until(world.now + 3100).unwrap();
        assert!(world.owned_by(2).is_empty(), "seed {seed}");
        for room in rooms {
            let owner = world.database.owner(room).map(|node| node.0 as usize);
            let owner = owner.unwrap_or_else(|| panic!("seed {seed}: {room:?} has no owner"));
            assert!(owner != 2 && world.owned_by(owner).contains(&room), "seed {seed}: {room:?}");
        }
        world.run_until(world.now + 14_000).unwrap();
        assert!(world.owned_by(2).is_empty(), "seed {seed}: it is still cut off");
        // It is the only one left that is linked.
        world.run_until(world.now + 3000).unwrap();
        world.trouble(Trouble::Unlink { nodes: vec![0, 1, 3, 4, 5], length: 20_000 }).unwrap();
        world.run_until(world.now + GRACE + 3000).unwrap();
        assert_eq!(world.owned_by(2).len(), 62, "seed {seed}");
        world.run().unwrap();
    }
}

#[test]
fn a_nats_that_is_away_moves_nothing() {
    for seed in 0..10 {
        let mut world = settled(seed);
        let before = owners(&world);
        // Nodes find it again one after the other.
        for node in 0..6 {
            let length = 8000 + 100 * node as u64;
            world.trouble(Trouble::Unlink { nodes: vec![node], length }).unwrap();
        }
        world.run_until(world.now + 12_000).unwrap();
        assert_eq!(owners(&world), before, "seed {seed}");
        world.run().unwrap();
    }
}

#[test]
fn an_owner_that_slept_steps_back() {
    for seed in 0..10 {
        let mut world = settled(seed);
        let rooms = world.owned_by(1);
        assert!(!rooms.is_empty());
        world.trouble(Trouble::Sleep { node: 1, length: 4000 }).unwrap();
        world.run_until(world.now + 5500).unwrap();
        for room in rooms {
            let says_so = world.owned_by(1).contains(&room);
            let has = world.database.owner(room).is_some_and(|node| node.0 == 1);
            assert!(!says_so || has, "seed {seed}: {room:?}");
        }
        world.run().unwrap();
    }
}

#[test]
fn a_rolling_restart_is_hardly_noticed() {
    for seed in 0..10 {
        let mut world = settled(seed);
        for node in 0..6 {
            let rooms = world.owned_by(node);
            world.trouble(Trouble::Leave { node }).unwrap();
            world.run_until(world.now + 400).unwrap();
            // Long before a session would have ended.
            for room in rooms {
                let owner = world.database.owner(room).map(|node| node.0 as usize);
                let owner = owner.unwrap_or_else(|| panic!("seed {seed}: {room:?} has no owner"));
                assert!(
                    owner != node && world.owned_by(owner).contains(&room),
                    "seed {seed}: {room:?} {owner}"
                );
            }
            world.run_until(world.now + 1500).unwrap();
            assert!(world.runs(node), "it is back");
        }
        world.run().unwrap();
        assert!(world.counts.longest_wait < 1500, "seed {seed}: {:?}", world.counts);
    }
}

/// Of a thousand publications so many are lost, even when nothing else goes wrong.
const UNHEARD: u64 = 200;

#[test]
fn what_is_not_heard_is_read() {
    for seed in 0..10 {
        holds(Plan { unheard: UNHEARD, ..Plan::small(seed) });
    }
}

/// Some seed of a few must show the fault; other tests show that none does without it.
fn is_caught(planted: Planted, says: &[&str]) {
    is_caught_in(planted, says, |seed| Plan { unheard: UNHEARD, ..Plan::small(seed) });
}

fn is_caught_in(planted: Planted, says: &[&str], plan: fn(u64) -> Plan) {
    for seed in 0..30 {
        let plan = Plan { planted, ..plan(seed) };
        if let Err(wrong) = World::new(plan).run() {
            assert!(says.iter().any(|words| wrong.contains(words)), "{planted:?}, seed {seed}: {wrong}");
            return;
        }
    }
    panic!("{planted:?} was not noticed");
}

#[test]
fn a_fence_that_is_missing_is_caught() {
    is_caught(Planted::NoFence, &["which it had lost", "after Session"]);
}

#[test]
fn a_gap_that_is_hidden_is_caught() {
    is_caught(Planted::LostGap, &["that are not there", "does not see line", "was folded otherwise"]);
}

#[test]
fn lines_that_nobody_asks_for_are_caught() {
    is_caught(Planted::NoRoll, &["does not see line"]);
}

#[test]
fn what_is_tried_again_though_it_may_be_done_is_caught() {
    is_caught(Planted::TriedAgain, &["is there 2 times", "is there 3 times"]);
}

#[test]
fn an_answer_before_the_write_is_caught() {
    is_caught(Planted::EarlyAnswer, &["was acknowledged before", "that are not there"]);
}

#[test]
fn an_answer_that_is_given_twice_is_caught() {
    is_caught(Planted::AnsweredTwice, &["was acknowledged before", "to somebody who asked when"]);
}

#[test]
fn whoever_slept_and_does_not_ask_whose_its_rooms_are_is_caught() {
    is_caught(Planted::NotConfirmed, &["to somebody who asked when"]);
}

#[test]
fn an_owner_that_is_cut_off_and_keeps_its_rooms_is_caught() {
    is_caught_in(Planted::KeepsRooms, &["which cannot be reached since", "waits, and a node"], Plan::reach);
}
