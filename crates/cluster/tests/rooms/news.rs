//! How a follower applies the lines it receives.

use cluster::{Worth, worth};

fn dice(state: &mut u64, end: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % end
}

/// Whether a follower that decides so ends with the written past, over a link that loses, repeats and delays.
fn holds(seed: u64, decide: fn(u64, u64, usize) -> Worth) -> bool {
    let mut luck = seed;
    // News of one to three lines each, by number.
    let (mut head, mut sent) = (0, Vec::new());
    while head < 100 {
        let lines = 1 + dice(&mut luck, 3);
        head += lines;
        let news: Vec<u64> = (head - lines + 1..=head).collect();
        let late = match dice(&mut luck, 4) {
            0 => continue,
            1 => 1 + dice(&mut luck, 12),
            2 => {
                sent.push((head, news.clone()));
                0
            }
            _ => 0,
        };
        sent.push((head + late, news));
    }
    sent.sort_by_key(|(at, _)| *at);
    let mut past: Vec<u64> = Vec::new();
    sent.iter().all(|(at, news)| {
        match decide(past.len() as u64, *news.last().unwrap(), news.len()) {
            // All that is written by then.
            Worth::Misses => past = (1..=*at.min(&head)).collect(),
            Worth::New(from) => past.extend(&news[from..]),
            Worth::Known => {}
        }
        past.iter().copied().eq(1..=past.len() as u64)
    })
}

#[test]
fn news_that_are_lost_doubled_or_late_leave_no_gap_and_nothing_twice() {
    assert!((0..500).all(|seed| holds(seed, worth)));
    let gap_ignored = |known, head, lines| match worth(known, head, lines) {
        Worth::Misses => Worth::New(0),
        worth @ (Worth::New(_) | Worth::Known) => worth,
    };
    assert!((0..500).any(|seed| !holds(seed, gap_ignored)), "a gap that is ignored is not noticed");
    let doubled = |_, _, _| Worth::New(0);
    assert!((0..500).any(|seed| !holds(seed, doubled)), "lines that come twice are not noticed");
}

#[test]
fn what_is_next_is_told_from_what_is_known_and_what_is_missing() {
    for ((known, head, lines), is) in [
        ((4, 6, 2), Worth::New(0)),
        ((5, 6, 2), Worth::New(1)),
        ((6, 6, 2), Worth::Known),
        ((9, 6, 2), Worth::Known),
        ((3, 6, 2), Worth::Misses),
        ((6, 6, 0), Worth::New(0)),
        ((5, 6, 0), Worth::Misses),
        ((7, 6, 0), Worth::New(0)),
    ] {
        assert_eq!(worth(known, head, lines), is, "{known} known, {lines} lines up to {head}");
    }
}
