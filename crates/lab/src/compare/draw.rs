//! The report of a comparison.

use report::{Block, Dot, Estimate, Figure, Finding, Plot, Report, Section, Table, Unit, Verdict};

use crate::compare::cards::CardChange;
use crate::compare::things::Side;
use crate::compare::{CardFate, ComparedMeasure, ComparedThing, Comparison, LEAST, NOISE};
use crate::run::Settings;
use crate::sheet::{Rows, grouped, in_unit, listed, origin, points, points_within, section};
use crate::stats::Difference;

/// How many things are named in a sentence or drawn.
const NAMED: usize = 5;
const DRAWN: usize = 16;

pub(super) fn report(title: &str, settings: &Settings, found: &Comparison) -> Report {
    let mut short = vec![Block::Findings(findings(found))];
    if !found.cards.is_empty() {
        short.push(cards(found));
    }
    short.push(Block::Table(measures(found)));
    let mut sections = vec![section("In short", short)];
    if !found.same {
        sections.push(things(found));
    }
    if !found.one_sided.is_empty() {
        sections.push(section("On one side only", vec![one_sided(found)]));
    }
    Report {
        title: title.to_owned(),
        lead: lead(settings, found),
        origin: origin(settings),
        sections,
        data: Vec::new(),
    }
}

fn thing_said(thing: &ComparedThing) -> String {
    let how = thing.found.word();
    let lift = |lift: Option<Difference>| lift.map_or(f64::NAN, |lift| lift.value);
    format!(
        "“{}” ({}; lift when {how} {} in A, {} in B)",
        thing.name,
        thing.kind,
        points(lift(thing.a)),
        points(lift(thing.b))
    )
}

fn measure_said(measure: &ComparedMeasure) -> String {
    format!(
        "{} ({} in A, {} in B)",
        measure.title,
        in_unit(measure.a.value, measure.unit),
        in_unit(measure.b.value, measure.unit)
    )
}

/// The things that differ by more than noise, each once, what differs most first.
fn real_things(found: &Comparison) -> Vec<&ComparedThing> {
    let mut things: Vec<&ComparedThing> = Vec::new();
    for thing in found.real_things() {
        if !things.iter().any(|before| before.name == thing.name && before.one == thing.one) {
            things.push(thing);
        }
    }
    things
}

fn lead(settings: &Settings, found: &Comparison) -> String {
    let [a, b] = [0, 1].map(|side| settings.scenarios.get(side).map_or("", |one| one.label.as_str()));
    let games = grouped(found.games);
    if found.same {
        return format!(
            "A is {a}, B is {b}. The two are the same game: all {games} games of both went the same to the last choice."
        );
    }
    let things = real_things(found);
    let mut parts: Vec<String> = things.iter().take(NAMED).map(|thing| thing_said(thing)).collect();
    if things.len() > NAMED {
        parts.push(format!("{} more things", things.len() - NAMED));
    }
    parts.extend(found.real_measures().take(NAMED).map(measure_said));
    let more = found.real_measures().count().saturating_sub(NAMED);
    if more > 0 {
        parts.push(format!("{more} more measures"));
    }
    if (found.games as usize) < LEAST {
        format!(
            "A is {a}, B is {b}. {games} pairs of games are too few to tell; from {LEAST} on they may be enough."
        )
    } else if parts.is_empty() {
        format!("A is {a}, B is {b}. Over {games} pairs of games nothing differs by more than noise.")
    } else {
        format!(
            "A is {a}, B is {b}. Over {games} pairs of games these differ by more than noise: {}.",
            listed(&parts)
        )
    }
}

fn findings(found: &Comparison) -> Vec<Finding> {
    let noted = |text: String| Finding { verdict: Verdict::Noted, text };
    if found.same {
        return vec![noted("The two are the same game: nothing differs at all.".to_owned())];
    }
    let mut findings: Vec<Finding> =
        found.cards.iter().take(DRAWN).map(|card| noted(card_said(card))).collect();
    if found.cards.len() > DRAWN {
        let more = found.cards.len() - DRAWN;
        findings.push(noted(format!("{more} more cards are changed, new or gone; the table has them all.")));
    }
    // Cards with a finding of their own above are left out.
    let is_told = |name: &str| found.cards.iter().any(|card| card.name == name);
    let things = real_things(found).into_iter().filter(|thing| !is_told(&thing.name));
    for thing in things.take(DRAWN) {
        let by = thing.difference.map_or_else(String::new, |by| points_within(by.estimate()));
        findings.push(noted(format!("More than noise: {}: {by} points.", thing_said(thing))));
    }
    for side in [Side::A, Side::B] {
        let alone = found.one_sided.iter().filter(|thing| thing.side == side && !is_told(&thing.name));
        let alone: Vec<_> = alone.collect();
        let mut names: Vec<String> =
            alone.iter().take(NAMED).map(|thing| format!("the {} “{}”", thing.one, thing.name)).collect();
        if alone.len() > NAMED {
            names.push(format!("{} more", alone.len() - NAMED));
        }
        if !names.is_empty() {
            findings.push(noted(format!("Only in {side:?}: {}.", listed(&names))));
        }
    }
    for measure in found.real_measures() {
        findings.push(noted(format!("More than noise: {}.", measure_said(measure))));
    }
    let is_noise = found.real_things().next().is_none() && found.real_measures().next().is_none();
    if is_noise && (findings.is_empty() || !found.cards.is_empty()) {
        findings.push(noted("Nothing differs by more than noise.".to_owned()));
    }
    findings
}

/// The change of a card, in a sentence.
fn card_said(card: &CardFate) -> String {
    let lift = |lift: Option<Difference>| lift.map_or("unknown".to_owned(), |lift| points(lift.value));
    let title = card.change.title();
    let printed = match (&card.was, &card.is) {
        (Some(was), Some(is)) => format!("was {was}; is {is}"),
        (Some(one), None) | (None, Some(one)) => one.clone(),
        (None, None) => String::new(),
    };
    let does = match card.change {
        CardChange::Changed => {
            let by = card.difference.map_or_else(
                || "too few games to tell what that does".to_owned(),
                |by| format!("{} points, {}", points_within(by.estimate()), noise(card.p.unwrap_or(1.0))),
            );
            format!("lift {} in A, {} in B: {by}", lift(card.a), lift(card.b))
        }
        CardChange::New => format!("lift {} in B", lift(card.b)),
        CardChange::Gone => format!("lift {} in A", lift(card.a)),
    };
    format!("{title}: “{}” ({printed}); {does}.", card.name)
}

fn cards(found: &Comparison) -> Block {
    Rows::new("cards", "What became of the cards that are changed, new or gone", &found.cards)
        .text("change", "What", |card| card.change.word())
        .text("name", "Name", |card| &card.name)
        .lift("a", "Lift in A", |card| card.a)
        .lift("b", "Lift in B", |card| card.b)
        .lift("difference", "B less A", |card| card.difference)
        .number("chance", "Luck", Unit::Chance, |card| card.p.unwrap_or(f64::NAN))
        .text("verdict", "Verdict", |card| card.p.map_or("", noise))
        .block()
}

const fn noise(p: f64) -> &'static str {
    if p < NOISE { "more than noise" } else { "noise" }
}

fn measures(found: &Comparison) -> Table {
    // All in one table: shares are written in percent so that their points can stand beside other numbers.
    let scale = |measure: &ComparedMeasure| match measure.unit {
        Unit::Share | Unit::Points => 100.0,
        Unit::Plain(_) | Unit::Chance => 1.0,
    };
    let scaled = |measure: &ComparedMeasure, of: Estimate| {
        let scale = scale(measure);
        Estimate { value: of.value * scale, low: of.low * scale, high: of.high * scale }
    };
    let caption = format!("Means over {} pairs of games, and B less A", grouped(found.games));
    Rows::new("measures", caption, &found.measures)
        .text("measure", "Measure", |measure| {
            if scale(measure) == 1.0 { measure.title.to_owned() } else { format!("{}, %", measure.title) }
        })
        .estimate("a", "A", Unit::Plain(2), |measure| scaled(measure, measure.a))
        .estimate("b", "B", Unit::Plain(2), |measure| scaled(measure, measure.b))
        .estimate("difference", "B less A", Unit::Plain(2), |measure| {
            scaled(measure, measure.difference.estimate())
        })
        .number("chance", "Luck", Unit::Chance, |measure| measure.p)
        .text("verdict", "Verdict", |measure| noise(measure.p))
        .table()
}

fn things(found: &Comparison) -> Section {
    let dots = found.things.iter().filter_map(|thing| {
        let at = thing.difference?.estimate();
        let name = format!("{} ({})", thing.name, thing.found.word());
        Some(Dot { name, at, stands_out: thing.p < NOISE })
    });
    let table = Rows::new("things", "Lift on both sides, what differs most first", &found.things)
        .text("family", "What", |thing| thing.one)
        .text("kind", "Kind", |thing| &thing.kind)
        .text("name", "Name", |thing| &thing.name)
        .text("found", "Lift when", |thing| thing.found.word())
        .lift("a", "A", |thing| thing.a)
        .lift("b", "B", |thing| thing.b)
        .lift("difference", "B less A", |thing| thing.difference)
        .number("chance", "Luck", Unit::Chance, |thing| thing.p)
        .text("verdict", "Verdict", |thing| noise(thing.p));
    let prose = "Lift is how many points more the seats win that were dealt a thing (or ever had it) than those that were \
                 not. What is compared here is the lift in B less that in A, both from the same seeds; chances are \
                 corrected for all things and both ways to find a lift.";
    let plot = Plot {
        title: "What changed most".to_owned(),
        caption: "Lift in B less lift in A, in points, with 95% intervals.".to_owned(),
        unit: Unit::Points,
        figure: Figure::Dots(dots.take(DRAWN).collect()),
        marks: vec![(0.0, "no change".to_owned())],
    };
    section("Things", vec![Block::Prose(prose.to_owned()), Block::Plot(plot), table.block()])
}

fn one_sided(found: &Comparison) -> Block {
    Rows::new("one-sided", "What only one side has", &found.one_sided)
        .text("side", "Side", |thing| format!("{:?}", thing.side))
        .text("family", "What", |thing| thing.one)
        .text("name", "Name", |thing| &thing.name)
        .block()
}
