//! The report of a search.

use games::{Change, differences};
use report::{Block, Cell, Dot, Estimate, Figure, Finding, Kind, Plot, Report, Section, Table, Unit};

use crate::balance::{Studied, findings, histogram, summary};
use crate::lift::ThingStudy;
use crate::run::{Played, Settings};
use crate::sheet::{Rows, grouped, origin, section, text};
use crate::stats::Z95;
use crate::tune::step::{Fate, Step, whole};
use crate::tune::{FRESH, Tuned, Tuning};

/// So many of the worst cards are drawn, before and after.
const DRAWN: usize = 8;

/// Both sets on fresh seeds, as scenarios: the original first.
pub(super) struct Sides {
    settings: Settings,
    played: Played,
}

impl Sides {
    pub(super) fn of(tuning: &Tuning, tuned: &Tuned) -> Option<Self> {
        let verdict = tuned.verdict.as_ref()?;
        let deck = std::sync::Arc::new(tuned.text.set().clone());
        let mut scenarios = Vec::new();
        let alone = tuning.settings.scenarios.len() == 1;
        for side in ["before", "after"] {
            for scenario in &tuning.settings.scenarios {
                let mut scenario = scenario.clone();
                scenario.label = if alone { side.to_owned() } else { format!("{side}, {}", scenario.label) };
                if side == "after" {
                    scenario.setup = scenario.setup.with_deck(&deck)?;
                }
                scenarios.push(scenario);
            }
        }
        let facts = verdict.before.iter().chain(&verdict.after).cloned().collect();
        let settings = Settings { scenarios, ..tuning.settings.clone() };
        Some(Self { settings, played: Played { facts, finished: true } })
    }

    /// Every scenario studied, held against the aims of this search.
    pub(super) fn studied(&self, tuning: &Tuning) -> Vec<Studied<'_>> {
        let mut studied = Studied::all(&self.settings, &self.played);
        for one in &mut studied {
            one.cast.aims.source = "Aim";
            one.cast.aims.median_rounds = Some(tuning.aims.rounds);
            one.cast.aims.seat_over = tuning.aims.seat_over;
            one.cast.aims.thing_over = tuning.aims.lift_over;
        }
        studied
    }
}

/// The report, its first section in short; `None` where the search was stopped.
#[must_use]
pub fn report(tuning: &Tuning, tuned: &Tuned) -> Option<Report> {
    let sides = Sides::of(tuning, tuned)?;
    let studied = sides.studied(tuning);
    let (before, after) = studied.split_at(tuning.settings.scenarios.len());
    let mut from = origin(&sides.settings);
    from.0.push(("steps", tuning.steps.to_string()));
    from.0.push(("result", tuned.text.set().citation()));
    let short = vec![
        Block::Prose("With the new numbers, on fresh seeds:".to_owned()),
        Block::Findings(findings(after)),
        Block::Prose("With the old numbers, on the same seeds:".to_owned()),
        Block::Findings(findings(before)),
        Block::Table(summary(&studied)),
        Block::Table(changes(tuning, tuned)),
    ];
    let sections = vec![
        section("In short", short),
        section("Length", vec![Block::Plot(histogram(&studied))]),
        cards(tuning, before, after),
        course(tuned),
    ];
    let title = format!("Numbers for the card set {}", tuning.text.set().name());
    Some(Report { title, lead: lead(tuning, tuned, before, after), origin: from, sections, data: Vec::new() })
}

fn lead(tuning: &Tuning, tuned: &Tuned, before: &[Studied<'_>], after: &[Studied<'_>]) -> String {
    let Some(verdict) = &tuned.verdict else { return String::new() };
    let cards = differences(tuning.text.set(), tuned.text.set()).len();
    let kept = tuned.steps.iter().filter(|step| step.fate == Fate::Kept).count();
    let games = grouped(tuning.settings.games * FRESH);
    let at = verdict.difference.estimate();
    let judged = if at.high < 0.0 {
        "The new set is better by more than noise."
    } else if cards == 0 {
        "Nothing better was found."
    } else {
        "These games cannot tell whether the new set is better."
    };
    let count =
        |findings: &[Finding], verdict| findings.iter().filter(|finding| finding.verdict == verdict).count();
    let said = |studied: &[Studied<'_>]| {
        let found = findings(studied);
        let [holds, fails, open] = [report::Verdict::Holds, report::Verdict::Fails, report::Verdict::Open]
            .map(|verdict| count(&found, verdict));
        format!("{holds} hold, {fails} fail and {open} are open")
    };
    format!(
        "{} steps, {kept} kept; {cards} cards differ. On {games} fresh games of each scenario the cost goes from {:.2} to {:.2}, \
         a difference of {:.2} ({:.2} to {:.2}). {judged} Of the aims {} with the old numbers, and {} with the new.",
        tuned.steps.len(),
        verdict.cost_before,
        verdict.cost_after,
        at.value,
        at.low,
        at.high,
        said(before),
        said(after)
    )
}

fn changes(tuning: &Tuning, tuned: &Tuned) -> Table {
    let differences = differences(tuning.text.set(), tuned.text.set());
    let rows = differences.into_iter().map(|(name, change)| match change {
        Change::Gone(was) => (name, text(was), Cell::Nothing),
        Change::New(is) => (name, Cell::Nothing, text(is)),
        Change::Different(was, is) => (name, text(was), text(is)),
        Change::Flavour => (name, Cell::Nothing, Cell::Nothing),
    });
    Rows::new("changes", "What differs from the original", rows)
        .text("card", "Card", |(name, ..)| name.clone())
        .column("was", "Was", Kind::Text, |(_, was, _)| was.clone())
        .column("is", "Is", Kind::Text, |(.., is)| is.clone())
        .table()
}

/// The lifts of one thing, scenario by scenario: before and after.
struct Lifted<'a> {
    name: &'a str,
    label: &'a str,
    old: &'a ThingStudy,
    new: &'a ThingStudy,
}

fn cards(tuning: &Tuning, before: &[Studied<'_>], after: &[Studied<'_>]) -> Section {
    let mut lifted = Vec::new();
    for (old, new) in before.iter().zip(after) {
        let of = |studied: &'_ Studied<'_>| studied.families.iter().map(Vec::len).sum::<usize>();
        debug_assert_eq!(of(old), of(new), "tuning takes no card away");
        let pairs = old.families.iter().flatten().zip(new.families.iter().flatten());
        let label = old.label.strip_prefix("before, ").unwrap_or("");
        lifted.extend(pairs.map(|(one, other)| Lifted {
            name: &old.cast.things[one.thing].name,
            label,
            old: one,
            new: other,
        }));
    }
    let worst = |lift: fn(&Lifted<'_>) -> f64| {
        let mut order: Vec<usize> = (0..lifted.len()).collect();
        order.sort_by(|&one, &other| {
            lift(&lifted[other]).total_cmp(&lift(&lifted[one])).then(one.cmp(&other))
        });
        order.truncate(DRAWN);
        order
    };
    let mut drawn = worst(|of| of.old.lift());
    for place in worst(|of| of.new.lift()) {
        if !drawn.contains(&place) {
            drawn.push(place);
        }
    }
    let aim = tuning.aims.lift_over;
    let mut dots = Vec::new();
    for of in drawn.iter().map(|&place| &lifted[place]) {
        for (when, study) in [("before", of.old), ("after", of.new)] {
            let label = if of.label.is_empty() { String::new() } else { format!(", {}", of.label) };
            if let Some(lift) = study.held_lift {
                let at = lift.estimate();
                dots.push(Dot { name: format!("{}{label}: {when}", of.name), at, stands_out: at.low > aim });
            }
        }
    }
    let table = Rows::new("lifts", "Lift when held, before and after", &lifted)
        .text("scenario", "Scenario", |of| of.label)
        .text("card", "Card", |of| of.name)
        .lift("before", "Before", |of| of.old.held_lift)
        .lift("after", "After", |of| of.new.held_lift);
    let plot = Plot {
        title: "The strongest cards".to_owned(),
        caption: "Lift when held of those that were strongest before or are now, on fresh seeds.".to_owned(),
        unit: Unit::Points,
        figure: Figure::Dots(dots),
        marks: vec![(0.0, "nothing".to_owned()), (aim, "aim: not over".to_owned())],
    };
    section("Cards", vec![Block::Plot(plot), table.block()])
}

fn course(tuned: &Tuned) -> Section {
    let plain = |micro: i64| {
        let value = whole(micro);
        Estimate { value, low: value, high: value }
    };
    let at = |step: &Step| step.number as f64;
    let kept = tuned.steps.iter().map(|step| (at(step), plain(step.after()))).collect();
    let tried = tuned.steps.iter().map(|step| {
        let (value, reach) = (whole(step.before + step.difference), Z95 * whole(step.noise));
        (at(step), Estimate { value, low: value - reach, high: value + reach })
    });
    let tried = tried.filter(|(_, at)| at.high - at.value < 1e3).collect();
    let prose = "A step is kept if it lowers the cost by more than 1.28 standard errors on the same seeds; one that puts \
                 a number back needs only to be no worse. The cost jumps where the seeds were changed: after three steps \
                 kept or twelve dropped in a row the set is measured anew on seeds it was not tuned to. These costs \
                 count the price of each change, and since the search chose among them they flatter: only the fresh \
                 games above are a verdict.";
    let plot = Plot {
        title: "Cost by step".to_owned(),
        caption: "What the set costs after each step, and what each try would have cost.".to_owned(),
        unit: Unit::Plain(2),
        figure: Figure::Curves {
            across: "step".to_owned(),
            series: vec![("the set".to_owned(), kept), ("the try".to_owned(), tried)],
        },
        marks: Vec::new(),
    };
    let table = Rows::new("steps", "What was tried", &tuned.steps)
        .count("step", "Step", |step| step.number)
        .text("what", "What", |step| &step.what)
        .count("games", "Games", |step| step.games)
        .number("before", "Cost before", Unit::Plain(2), |step| whole(step.before))
        .estimate("difference", "Difference", Unit::Plain(2), |step| plain_within(step))
        .text("fate", "Fate", |step| step.fate.word());
    section("Steps", vec![Block::Prose(prose.to_owned()), Block::Plot(plot), table.block()])
}

fn plain_within(step: &Step) -> Estimate {
    let (value, reach) = (whole(step.difference), Z95 * whole(step.noise));
    Estimate { value, low: value - reach, high: value + reach }
}
