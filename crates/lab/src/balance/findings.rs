//! The aims, each with how it fared.

use report::{Finding, Verdict};

use crate::balance::Studied;
use crate::balance::course::lengths;
use crate::balance::seats::{By, share};
use crate::facts::Facts;
use crate::lift::ThingStudy;
use crate::measure::LONG;
use crate::sheet::{listed, percent, percent_within, points, points_within};
use crate::stats::{Difference, Z95, bonferroni_z, quantile_of, wilson};

/// How many names a sentence bears.
const NAMED: usize = 5;

pub(crate) fn findings(studied: &[Studied<'_>]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for one in studied {
        findings.extend(median(one));
        findings.extend(within(one));
    }
    findings.extend(seats(studied));
    findings.extend(things(studied));
    findings
}

/// A value may be no more than an aim; its interval decides.
fn not_over(low: f64, high: f64, aim: f64) -> Verdict {
    if high <= aim {
        Verdict::Holds
    } else if low > aim {
        Verdict::Fails
    } else {
        Verdict::Open
    }
}

/// The worst of several verdicts.
fn worst(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
    let rank = |verdict: &Verdict| match verdict {
        Verdict::Fails => 0,
        Verdict::Open => 1,
        Verdict::Holds => 2,
        Verdict::Noted => 3,
    };
    verdicts.min_by_key(rank).unwrap_or(Verdict::Open)
}

fn median(one: &Studied<'_>) -> Option<Finding> {
    let (least, most) = one.cast.aims.median_rounds?;
    let found = quantile_of(&lengths(one.facts, Facts::rounds), 0.5, Z95)?;
    let verdict = if found.low >= least && found.high <= most {
        Verdict::Holds
    } else if found.high < least || found.low > most {
        Verdict::Fails
    } else {
        Verdict::Open
    };
    let text = format!(
        "{}, {}: the median game takes {least} to {most} rounds; it takes {} ({}–{}).",
        one.cast.aims.source, one.label, found.value, found.low, found.high
    );
    Some(Finding { verdict, text })
}

fn within(one: &Studied<'_>) -> Option<Finding> {
    let (rounds, aim) = one.cast.aims.ends_within?;
    let ended = one.facts.iter().filter(|game| game.finished() && game.rounds() <= rounds).count();
    let found = wilson(ended as f64, one.facts.len() as f64, Z95);
    let verdict = if found.low >= aim {
        Verdict::Holds
    } else if found.high < aim {
        Verdict::Fails
    } else {
        Verdict::Open
    };
    let text = format!(
        "{}, {}: {} of the games end within {rounds} rounds; {} do.",
        one.cast.aims.source,
        one.label,
        percent(aim),
        percent_within(found)
    );
    Some(Finding { verdict, text })
}

fn seats(studied: &[Studied<'_>]) -> Vec<Finding> {
    let finding = |by: By, what: &str| {
        let questions: usize = studied.iter().map(|one| one.cast.seats).sum();
        let z = bonferroni_z(questions);
        let mut all = Vec::new();
        for one in studied {
            let even = 1.0 / one.cast.seats as f64;
            for seat in 0..one.cast.seats {
                let found = share(one, by, seat, z);
                let verdict = not_over(found.low - even, found.high - even, one.cast.aims.seat_over);
                all.push((verdict, found.value - even, format!("{} ({})", by.name(seat), one.label)));
            }
        }
        let (source, over) = studied.first().map(|one| (one.cast.aims.source, one.cast.aims.seat_over))?;
        let most = all.iter().max_by(|one, other| one.1.total_cmp(&other.1))?;
        let text = format!(
            "{source}: no {what} wins over {} points more than its share; the most is {} points, {}.",
            points(over).trim_start_matches('+'),
            points(most.1),
            most.2
        );
        Some(Finding { verdict: worst(all.iter().map(|one| one.0)), text })
    };
    let by_order = finding(By::Order, "place in the order of play");
    by_order.into_iter().chain(finding(By::Letter, "seat")).collect()
}

/// Which of the two ways to compare is asked about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lift {
    Dealt,
    Held,
}

impl Lift {
    fn of(self, study: &ThingStudy) -> Option<Difference> {
        match self {
            Self::Dealt => study.dealt_lift,
            Self::Held => study.held_lift,
        }
    }
}

fn things(studied: &[Studied<'_>]) -> Vec<Finding> {
    let families = studied.first().map_or(&[][..], |one| one.cast.families);
    let mut findings = Vec::new();
    for (family, of) in families.iter().enumerate() {
        let alike = |study: &ThingStudy| study.held_lift == study.dealt_lift;
        let is_dealt_for_good = studied.iter().flat_map(|one| &one.families[family]).all(alike);
        for (lift, what) in [(Lift::Dealt, "is dealt it"), (Lift::Held, of.ever_had)] {
            if is_dealt_for_good && lift == Lift::Held {
                continue;
            }
            let every: Vec<(&Studied<'_>, &ThingStudy, Difference)> = studied
                .iter()
                .flat_map(|one| one.families[family].iter().map(move |study| (one, study)))
                .filter_map(|(one, study)| lift.of(study).map(|lift| (one, study, lift)))
                .collect();
            let z = bonferroni_z(every.len());
            let Some(most) = every.iter().max_by(|one, other| one.2.value.total_cmp(&other.2.value)) else {
                continue;
            };
            let aim = most.0.cast.aims.thing_over;
            let judged = every.iter().map(|(one, study, lift)| {
                let at = lift.within(z);
                (not_over(at.low, at.high, aim), one, study, lift)
            });
            let judged: Vec<_> = judged.collect();
            let verdict = worst(judged.iter().map(|entry| entry.0));
            let mut over: Vec<_> = judged.iter().filter(|entry| entry.0 == Verdict::Fails).collect();
            over.sort_by(|one, other| other.3.value.total_cmp(&one.3.value));
            let name = |one: &Studied<'_>, study: &ThingStudy| {
                let label = if studied.len() > 1 { format!(" ({})", one.label) } else { String::new() };
                format!("“{}”{label}", one.cast.things[study.thing].name)
            };
            let said = if over.is_empty() {
                format!("the most is {}, {}", name(most.0, most.1), points_within(most.2.within(z)))
            } else {
                let names: Vec<String> = over
                    .iter()
                    .take(NAMED)
                    .map(|(_, one, study, lift)| format!("{} {}", name(one, study), points(lift.value)))
                    .collect();
                let more = over.len().saturating_sub(NAMED);
                let more = if more > 0 { format!(", and {more} more") } else { String::new() };
                format!("over it: {}{more}", listed(&names))
            };
            findings.push(Finding {
                verdict,
                text: format!(
                    "{}: no {} raises the win rate of whoever {what} by over {} points; {said}.",
                    most.0.cast.aims.source,
                    of.one,
                    points(aim).trim_start_matches('+')
                ),
            });
        }
    }
    findings
}

/// The answer in a sentence or two.
pub(crate) fn lead(studied: &[Studied<'_>], findings: &[Finding]) -> String {
    let count = |verdict| findings.iter().filter(|finding| finding.verdict == verdict).count();
    let aims = count(Verdict::Holds) + count(Verdict::Fails) + count(Verdict::Open);
    let mut sentences = vec![format!(
        "Of {aims} aims {} hold, {} fail and {} are open.",
        count(Verdict::Holds),
        count(Verdict::Fails),
        count(Verdict::Open)
    )];
    if let [one] = studied {
        if let Some(rounds) = quantile_of(&lengths(one.facts, Facts::rounds), 0.5, Z95) {
            sentences.push(format!(
                "Half of the games end within {} rounds, and the first player wins {}.",
                rounds.value,
                percent_within(share(one, By::Order, 0, Z95))
            ));
        }
    } else {
        let medians: Vec<String> = studied
            .iter()
            .filter_map(|one| {
                let found = quantile_of(&lengths(one.facts, Facts::rounds), 0.5, Z95)?;
                Some(format!("{} rounds ({})", found.value, one.label))
            })
            .collect();
        sentences.push(format!("Half of the games end within {}.", listed(&medians)));
    }
    let stalled: usize = studied
        .iter()
        .flat_map(|one| one.facts)
        .filter(|game| !game.finished() || game.rounds() > LONG)
        .count();
    if stalled > 0 {
        sentences.push(format!("{stalled} games stalled: they took over {LONG} rounds or did not end."));
    }
    sentences.join(" ")
}
