//! Promises of reviews: no secrets, luck that is nothing on average, smaller losses for better players, and blunders
//! found.
#![allow(clippy::unwrap_used)] // A test may stop at once.

use bots::{Bot as _, BotName, Effort, Judge, assess};
use conformance::twins::twins;
use review::{Depth, Grade, Points, Review, Reviewer, SEED, Thought};
use spammers::{CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Awaits, InputOf, Match, Probe, Purpose, Seat, SeatCount, SeatSet, Seed, Viewer};

/// As little thought as a test can do with.
const HASTY: Thought =
    Thought { tables: 4, explore: Effort { explore: 40, widest: 2, each: 16 }, compare: 64 };

/// Thought about luck alone.
const LUCK_ALONE: Thought =
    Thought { tables: 2, explore: Effort { explore: 1, widest: 1, each: 1 }, compare: 1 };

/// The first turn of planted blunders in Spam-O-Rama: coins are relayed, and few choices equal the best.
const FROM_TURN: u32 = 60;

fn is_campaign() -> bool {
    std::env::var_os("GRUNTLE_CAMPAIGN").is_some()
}

fn spammers(seats: usize) -> Spammers {
    Spammers::new(CardSet::starter(), SeatCount::new(seats).unwrap(), Variant::Demonstration)
}

fn spam_o_rama(seats: usize) -> SpamORama {
    SpamORama::new(BuiltIn::Ring.network(), SeatCount::new(seats).unwrap(), Memory::On, SeatSet::EMPTY)
}

/// A whole game by these bots. `plant` may choose something else for them.
fn played<G: Judge + Clone>(
    game: &G,
    bots: &[&str],
    seed: Seed,
    mut plant: impl FnMut(&Match<G>, Seat, &[G::Action]) -> Option<G::Action>,
) -> Match<G> {
    let mut live = Match::new(game.clone());
    let mut luck = seed.luck(Purpose::Table);
    let names = bots.iter().map(|bot| bot.parse::<BotName>().unwrap());
    let mut seated: Vec<_> =
        names.enumerate().map(|(at, name)| name.seated::<G>(seed, Seat::new(at).unwrap())).collect();
    let mut choices = Vec::new();
    loop {
        match live.awaits() {
            Awaits::Nothing => return live,
            Awaits::Luck(_) => drop(live.draw(&mut luck)),
            awaits @ (Awaits::Choice(_) | Awaits::Sealed(_)) => {
                let seat = awaits.seats().iter().next().unwrap();
                live.choices(seat, &mut choices);
                let planted = plant(&live, seat, &choices);
                let observer = live.observer(Viewer::Seat(seat));
                let action = planted.unwrap_or_else(|| seated[seat.index()].choose(&observer, &choices));
                live.act(seat, action).unwrap();
            }
        }
    }
}

fn reviewed<G: Judge + Clone>(live: &Match<G>, thought: Thought, seed: u64) -> Review {
    let mut reviewer = Reviewer::of(live, Depth::Quick, Seed::new(seed, 0)).unwrap().with(thought);
    while reviewer.step().is_some() {}
    assert_eq!(reviewer.done(), live.version());
    reviewer.finish()
}

/// How the chance of a seat changed when others acted, step by step.
fn others_did(review: &Review, seat: Seat) -> f64 {
    let change =
        |at: usize| review.chance(seat, at).unwrap().mean - review.chance(seat, at - 1).unwrap().mean;
    let others = review.steps.iter().filter(|step| step.by.is_some_and(|by| by != seat));
    others.map(|step| change(step.at)).sum()
}

fn accounts_hold(review: &Review) {
    for seat in &review.seats {
        let sum = seat.start.mean + seat.luck.mean - seat.loss.mean + seat.rest.mean;
        assert!((sum - seat.end).abs() < 0.05, "{seat:?}");
        assert!((seat.others.mean + seat.reckoning.mean - seat.rest.mean).abs() < 0.05, "{seat:?}");
        assert!((others_did(review, seat.seat.unwrap()) - seat.others.mean).abs() < 0.05, "{seat:?}");
        assert_eq!(seat.grades.iter().sum::<usize>(), seat.decisions);
    }
    let ends: f64 = review.seats.iter().map(|seat| seat.end).sum();
    assert!((ends - 100.0).abs() < 0.05);
    assert!(review.moments.len() <= 5);
    for step in &review.steps {
        assert_eq!(step.by.is_none(), !step.luck.is_empty());
        assert!(step.by.is_some() || step.decision.is_none());
        if let Some(decision) = &step.decision {
            assert!(decision.choices > 1 && !decision.says.is_empty());
            assert_eq!(decision.better.is_some(), decision.stake.is_none());
            let better = decision.better.as_ref();
            assert!(better.is_none_or(|better| !better.says.is_empty() && !better.pieces.is_empty()));
        }
    }
}

fn the_same_again<G: Judge + Clone>(game: &G) {
    let live = played(game, &["greedy", "random", "greedy"], Seed::new(3, 0), |_, _, _| None);
    let review = reviewed(&live, HASTY, 1);
    assert_eq!(review, reviewed(&live, HASTY, 1));
    assert_ne!(review, reviewed(&live, HASTY, 2));
    accounts_hold(&review);
    assert!(review.seats.iter().any(|seat| seat.others.mean != 0.0 && seat.reckoning.mean != 0.0));
    let text = serde_json::to_string(&review).unwrap();
    assert_eq!(serde_json::from_str::<Review>(&text).unwrap(), review);
    let named = serde_json::to_string(&review.named(|seat| format!("Player {seat}"))).unwrap();
    assert!(named.contains("Player A") && !named.contains('\u{f5ea0}'));
}

#[test]
fn a_review_is_the_same_again_and_its_accounts_hold() {
    the_same_again(&spammers(3));
    the_same_again(&spam_o_rama(3));
}

#[test]
fn a_game_that_is_not_over_is_not_reviewed() {
    assert!(Reviewer::of(&Match::new(spammers(2)), Depth::Quick, Seed::new(1, 0)).is_none());
}

/// A review's part about a seat.
fn of_seat(review: &Review, seat: Seat) -> String {
    let mut said = vec![serde_json::to_string(&review.start[seat.index()]).unwrap()];
    for step in &review.steps {
        let own = step.decision.as_ref().filter(|_| step.by == Some(seat));
        let parts = (step.chances[seat.index()], step.luck.get(seat.index()), own);
        said.push(serde_json::to_string(&parts).unwrap());
    }
    let sum = &review.seats[seat.index()];
    said.push(serde_json::to_string(&sum).unwrap());
    said.join("\n")
}

/// Two games that a seat cannot tell apart, as far as it cannot, look the same in its part of the review.
fn nothing_hidden<G: Judge + Probe + Clone>(game: &G, seeds: u64)
where
    G::Event: Clone + PartialEq,
{
    let mut different = 0;
    for (seed, seat) in (0..seeds).flat_map(|seed| game.seats().iter().map(move |seat| (seed, seat))) {
        let pair = twins(game, Viewer::Seat(seat), seed, 60);
        different += usize::from(pair.left != pair.right);
        let live = Match::new(game.clone());
        let said = [pair.left, pair.right].map(|lines| {
            let inputs: Vec<InputOf<G>> = lines.iter().map(|line| live.read_input(line).unwrap()).collect();
            let mut reviewer =
                Reviewer::new(game.clone(), inputs, Depth::Quick, Seed::new(seed, 1)).with(HASTY);
            while reviewer.step().is_some() {}
            of_seat(&reviewer.finish(), seat)
        });
        assert_eq!(said[0], said[1], "seed {seed}, seat {seat}");
    }
    assert!(different > 0);
}

#[test]
fn a_review_tells_of_a_seat_only_what_it_could_know() {
    let seeds = if is_campaign() { 60 } else { 4 };
    nothing_hidden(&spammers(3), seeds);
    nothing_hidden(&spam_o_rama(2), seeds);
}

/// A mean and its standard error.
fn mean(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

fn luck_in<G: Judge + Clone>(game: &G, games: u64) -> (f64, f64) {
    let bots = vec!["greedy"; game.seats().get()];
    let sums: Vec<f64> = (0..games)
        .map(|number| {
            let live = played(game, &bots, Seed::new(40, number), |_, _, _| None);
            let review = reviewed(&live, LUCK_ALONE, number);
            review.seats[(number as usize) % bots.len()].luck.mean
        })
        .collect();
    mean(&sums)
}

#[test]
#[ignore = "long; .ci/run has it"]
fn luck_sums_to_nothing_on_average() {
    let [cards, ports] = if is_campaign() { [1_000, 1_000] } else { [60, 12] };
    let all = [luck_in(&spammers(3), cards), luck_in(&spam_o_rama(2), ports)];
    for (mean, error) in all {
        eprintln!("luck {mean:.2} ± {error:.2} points a game");
        assert!(error > 0.0 && mean.abs() < 3.0 * error, "{all:?}");
    }
}

/// The losses of two kinds of bots in a game, each with its standard error.
fn losses<G: Judge + Clone>(
    game: &G,
    (stronger, weaker): (&str, &str),
    thought: Thought,
    games: u64,
) -> [(f64, f64); 2] {
    let mut lost = [Vec::new(), Vec::new()];
    for number in 0..games {
        let first = (number % 2) as usize;
        let bots: Vec<&str> =
            (0..game.seats().get()).map(|at| if at % 2 == first { stronger } else { weaker }).collect();
        let live = played(game, &bots, Seed::new(50, number), |_, _, _| None);
        let review = reviewed(&live, thought, number);
        for (seat, bot) in review.seats.iter().zip(&bots) {
            let each = seat.loss.mean / seat.decisions.max(1) as f64;
            lost[usize::from(*bot == weaker)].push(each);
        }
    }
    lost.map(|lost| mean(&lost))
}

fn stronger_loses_less<G: Judge + Clone>(game: &G, bots: (&str, &str), thought: Thought, games: u64) {
    let [strong, weak] = losses(game, bots, thought, games);
    eprintln!(
        "{}: {} gives away {:.3} ± {:.3} points a decision, {} {:.3} ± {:.3}",
        G::NAME,
        bots.0,
        strong.0,
        strong.1,
        bots.1,
        weak.0,
        weak.1
    );
    assert!(strong.0 + 1.96 * strong.1 < weak.0 - 1.96 * weak.1, "{bots:?}: {strong:?} {weak:?}");
}

#[test]
fn the_stronger_bot_gives_away_less() {
    let hasty = Thought { tables: 1, ..HASTY };
    stronger_loses_less(&spammers(2), ("greedy", "random"), hasty, 6);
    if is_campaign() {
        let quick = Thought { tables: 1, ..Depth::Quick.thought::<Spammers>() };
        stronger_loses_less(&spammers(2), ("search:300", "greedy"), quick, 40);
        // Here tables are played to their end, so that estimates err more and take longer.
        let quick = Thought { tables: 1, ..Depth::Quick.thought::<SpamORama>() };
        stronger_loses_less(&spam_o_rama(2), ("greedy", "random"), quick, 24);
        stronger_loses_less(&spam_o_rama(2), ("search:300", "greedy"), quick, 24);
    }
}

#[test]
#[ignore = "long; .ci/run has it"]
fn the_stronger_bot_gives_away_less_in_spam_o_rama() {
    stronger_loses_less(&spam_o_rama(2), ("greedy", "random"), Thought { tables: 1, ..HASTY }, 24);
}

/// Plays a choice that a deeper search finds far worse, from this turn on; gives the inputs so far.
fn with_blunder<G: Judge + Clone>(game: &G, from_turn: u32, seed: u64) -> Option<Vec<InputOf<G>>> {
    const DEEPER: Effort = Effort { explore: 300, widest: 1, each: 800 };
    let mut planted = None;
    let bots = vec!["greedy"; game.seats().get()];
    let live = played(game, &bots, Seed::new(60, seed), |live, seat, choices| {
        if planted.is_some() || live.turns() < from_turn || choices.len() < 2 {
            return None;
        }
        let view = live.view(Viewer::Seat(seat));
        let also = [choices[0], choices[choices.len() - 1]];
        let found = assess(game, &view, seat, (choices, &also), DEEPER, Seed::new(61, seed));
        let worst = found.iter().max_by(|one, other| one.behind.mean.total_cmp(&other.behind.mean))?;
        let behind = Points::from(worst.behind);
        (behind.mean > 20.0 && behind.mean > 8.0 * behind.error).then(|| {
            planted = Some(live.version() + 1);
            worst.action
        })
    });
    let lines: Vec<String> = live.inputs().map(|(_, line)| line).take(planted?).collect();
    Some(lines.iter().map(|line| live.read_input(line).unwrap()).collect())
}

/// The public review's grade of the last of these inputs. All before it are passed over with hardly a thought, since
/// the last grade does not depend on them.
fn grade_of_the_last<G: Judge + Clone>(game: &G, inputs: &[InputOf<G>], depth: Depth) -> Grade {
    let mut reviewer = Reviewer::new(game.clone(), inputs.to_vec(), depth, SEED).with(LUCK_ALONE);
    while reviewer.done() + 1 < inputs.len() {
        reviewer.step().unwrap();
    }
    let mut reviewer = reviewer.with(depth.thought::<G>());
    let decision = reviewer.step().unwrap().decision.as_ref().unwrap();
    assert_eq!(decision.better.is_none(), decision.grade == Grade::Best && decision.loss.mean == 0.0);
    decision.grade
}

/// Between which shares of a hundred so many of so many lie in 95 of 100 cases (Wilson).
fn interval(some: usize, all: usize) -> (f64, f64) {
    let (count, z) = (all as f64, 1.96_f64);
    let share = some as f64 / count;
    let middle = (share + z * z / (2.0 * count)) / (1.0 + z * z / count);
    let reach =
        z / (1.0 + z * z / count) * (share * (1.0 - share) / count + z * z / (4.0 * count * count)).sqrt();
    (100.0 * (middle - reach), 100.0 * (middle + reach))
}

/// How many of so many planted blunders a review of this depth grades a mistake or worse.
fn found<G: Judge + Clone>(game: &G, planted: &[Vec<InputOf<G>>], depth: Depth) -> usize {
    let grades: Vec<Grade> = planted.iter().map(|inputs| grade_of_the_last(game, inputs, depth)).collect();
    let each = Grade::ALL
        .map(|grade| format!("{} {}", grades.iter().filter(|&&other| other == grade).count(), grade.word()));
    let found = grades.iter().filter(|&&grade| grade >= Grade::Mistake).count();
    let (least, most) = interval(found, planted.len());
    eprintln!(
        "{}, {}: {found} of {} planted blunders found ({least:.0}–{most:.0} %): {}",
        G::NAME,
        depth.word(),
        planted.len(),
        each.join(", ")
    );
    found
}

/// So many games with a blunder in each.
fn with_blunders<G: Judge + Clone>(game: &G, from_turn: u32, count: usize) -> Vec<Vec<InputOf<G>>> {
    let planted: Vec<_> =
        (0..4 * count as u64).filter_map(|seed| with_blunder(game, from_turn, seed)).take(count).collect();
    assert_eq!(planted.len(), count, "{}", G::NAME);
    planted
}

#[test]
fn a_planted_blunder_is_found() {
    let planted = with_blunders(&spammers(2), 6, 2);
    assert_eq!(found(&spammers(2), &planted, Depth::Quick), 2);
}

#[test]
#[ignore = "long; .ci/run has it"]
fn planted_blunders_are_found_by_either_depth() {
    let planted = with_blunders(&spammers(2), 6, 20);
    for depth in Depth::ALL {
        assert!(found(&spammers(2), &planted, depth) >= 18);
    }
    let planted = with_blunders(&spam_o_rama(2), FROM_TURN, 20);
    for (depth, least) in Depth::ALL.into_iter().zip([14, 17]) {
        assert!(found(&spam_o_rama(2), &planted, depth) >= least);
    }
}

#[test]
fn what_may_be_an_error_of_the_estimate_is_graded_milder() {
    let grade = |mean, error| Grade::of(Points { mean, error });
    assert_eq!(grade(-3.0, 0.5), Grade::Best);
    assert_eq!(grade(1.9, 0.0), Grade::Fine);
    assert_eq!(grade(2.5, 0.4), Grade::Inaccurate);
    assert_eq!(grade(2.5, 1.0), Grade::Fine);
    assert_eq!(grade(4.0, 0.0), Grade::Mistake);
    assert_eq!(grade(9.0, 0.5), Grade::Blunder);
    assert_eq!(grade(9.0, 2.0), Grade::Mistake);
}

#[test]
fn sums_add_their_squares() {
    let sum = Points::sum([Points { mean: 2.0, error: 3.0 }, Points { mean: -5.0, error: 4.0 }]);
    assert_eq!(sum, Points { mean: -3.0, error: 5.0 });
    assert_eq!(Points { mean: 10.0, error: 5.0 }.interval(), (0.1999999999999993, 19.8));
}
