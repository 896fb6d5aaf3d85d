//! `lab balance`: what many games say about a game's balance.

mod course;
mod findings;
mod games;
mod seats;
mod things;

pub(crate) use course::{histogram, summary};
pub(crate) use findings::findings;

use report::{Block, Report};
use serde_json::Value;

use crate::facts::Facts;
use crate::lift::{ThingStudy, study_family};
use crate::run::{GameInfo, Played, Settings};
use crate::sheet::{grouped, origin, section};

/// One scenario with everything that was found.
pub(crate) struct Studied<'a> {
    pub(crate) label: &'a str,
    pub(crate) cast: GameInfo,
    pub(crate) facts: &'a [Facts],
    /// The things of each family.
    pub(crate) families: Vec<Vec<ThingStudy>>,
}

impl<'a> Studied<'a> {
    pub(crate) fn all(settings: &'a Settings, played: &'a Played) -> Vec<Self> {
        settings
            .scenarios
            .iter()
            .zip(&played.facts)
            .map(|(scenario, facts)| {
                let cast = scenario.cast();
                let families =
                    (0..cast.families.len()).map(|family| study_family(&cast, family, facts)).collect();
                Self { label: &scenario.label, cast, facts, families }
            })
            .collect()
    }
}

/// The report of a run, and its numbers in short as data; `None` where not a game of some scenario was played.
#[must_use]
pub fn balance(title: &str, settings: &Settings, played: &Played) -> Option<(Report, Value)> {
    if played.facts.iter().any(Vec::is_empty) {
        return None;
    }
    let studied = Studied::all(settings, played);
    let findings = findings(&studied);
    let lead = findings::lead(&studied, &findings);
    let mut short = vec![Block::Findings(findings), Block::Table(course::summary(&studied))];
    if !played.finished {
        let games: u64 = played.facts.iter().map(|facts| facts.len() as u64).sum();
        let all = settings.games * settings.scenarios.len() as u64;
        short.insert(
            0,
            Block::Prose(format!(
                "This run was stopped: {} of {} games have been played. With --resume it goes on.",
                grouped(games),
                grouped(all)
            )),
        );
    }
    let mut sections = vec![
        section("In short", short),
        seats::seats(&studied),
        course::length(&studied),
        course::ways(&studied),
        course::course(&studied),
    ];
    let most = studied.iter().map(|one| one.families.len()).max().unwrap_or(0);
    sections.extend((0..most).map(|family| things::things(&studied, family)));
    let data = vec![games::table(&studied)];
    let report = Report { title: title.to_owned(), lead, origin: origin(settings), sections, data };
    Some((report, games::in_short(settings, &studied)))
}
