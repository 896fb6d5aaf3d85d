//! Lifts: how much each card, List, client or port helps its holder.

use games::study::Deal;
use report::{Block, Dot, Figure, Plot, Section, Square, Table, Unit};

use crate::balance::Studied;
use crate::lift::ThingStudy;
use crate::sheet::{Rows, section};
use crate::stats::{Ratio, Z95, wilson};

/// So many of either end are drawn; the table has them all.
const DRAWN: usize = 12;

pub(crate) fn things(studied: &[Studied<'_>], family: usize) -> Section {
    let of = &studied[0].cast.families[family];
    let dealt = match of.deal {
        Deal::Dealt => {
            "Lift when dealt compares the seats that were dealt it with those that were not: the deal is random, so \
             nothing else can be behind it. "
        }
        Deal::NotDealt => "",
    };
    let mut blocks = vec![Block::Prose(format!(
        "{dealt}Lift when held compares the seats that ever had it with those that never had, among seats to which \
         equally many came (Mantel–Haenszel): whoever gets more has more of everything. Intervals are of one {} alone \
         and take whole games as trials; chances are corrected for all of them (Holm), and only what is below 0.05 \
         then stands out.",
        of.one
    ))];
    for one in studied {
        let label = if studied.len() > 1 { format!(", {}", one.label) } else { String::new() };
        let plot = |title: &str, caption: &str, unit, figure, marks| {
            Block::Plot(Plot {
                title: format!("{title}{label}"),
                caption: caption.to_owned(),
                unit,
                figure,
                marks,
            })
        };
        if let Some(board) = board(one, family, |study, games| study.scored_in as f64 / games) {
            blocks.push(plot(
                "Where stacks are scored",
                "The share of games in which a stack was scored on each port.",
                Unit::Share,
                board,
                Vec::new(),
            ));
        }
        if let Some(board) = board(one, family, |study, games| study.points as f64 / games) {
            blocks.push(plot(
                "Points by port",
                "Points scored on each port, all clients together, a game.",
                Unit::Plain(1),
                board,
                Vec::new(),
            ));
        }
        let marks = vec![(0.0, "nothing".to_owned()), (one.cast.aims.thing_over, "aim: not over".to_owned())];
        let dots = dots(one, family);
        if !dots.is_empty() {
            blocks.push(plot(
                &format!("{}: what they do for whoever has them", of.title),
                "Points more in win rate with than without, with 95% intervals; the furthest to either side.",
                Unit::Points,
                Figure::Dots(dots),
                marks,
            ));
        }
    }
    blocks.push(Block::Table(table(studied, family)));
    section(of.title, blocks)
}

fn board(one: &Studied<'_>, family: usize, value: impl Fn(&ThingStudy, f64) -> f64) -> Option<Figure> {
    let squares: Vec<Square> = one.families[family]
        .iter()
        .filter_map(|study| {
            let thing = &one.cast.things[study.thing];
            let (column, row) = thing.place?;
            let value = value(study, one.facts.len() as f64);
            Some(Square { column, row, label: thing.name.clone(), value })
        })
        .collect();
    (!squares.is_empty()).then_some(Figure::Board(squares))
}

fn sorted<'a>(one: &'a Studied<'_>, family: usize) -> Vec<&'a ThingStudy> {
    let mut studies: Vec<&ThingStudy> = one.families[family].iter().collect();
    studies.sort_by(|one, other| other.lift().total_cmp(&one.lift()).then(one.thing.cmp(&other.thing)));
    studies
}

fn dots(one: &Studied<'_>, family: usize) -> Vec<Dot> {
    let all: Vec<Dot> = sorted(one, family)
        .into_iter()
        .filter_map(|study| {
            let at = study.held_lift.or(study.dealt_lift)?.estimate();
            let name = one.cast.things[study.thing].name.clone();
            Some(Dot { name, at, stands_out: study.stands_out() })
        })
        .collect();
    if all.len() <= 2 * DRAWN {
        return all;
    }
    let last = all.len() - DRAWN;
    all.into_iter()
        .enumerate()
        .filter(|(place, _)| *place < DRAWN || *place >= last)
        .map(|(_, dot)| dot)
        .collect()
}

/// Whether anything of the family was ever scored.
fn is_scored(studied: &[Studied<'_>], family: usize) -> bool {
    studied.iter().flat_map(|one| &one.families[family]).any(|study| study.scored_in > 0)
}

fn table(studied: &[Studied<'_>], family: usize) -> Table {
    let of = &studied[0].cast.families[family];
    let rows = studied.iter().flat_map(|one| sorted(one, family).into_iter().map(move |study| (one, study)));
    let thing = |(one, study): &(&Studied<'_>, &ThingStudy)| one.cast.things[study.thing].clone();
    let won = |ratio: Ratio| wilson(ratio.won, ratio.of, Z95);
    let mut table = Rows::new(of.stem, format!("{} by lift", of.title), rows)
        .text("scenario", "Scenario", |(one, _)| one.label)
        .text("kind", "Kind", |row| thing(row).kind)
        .text("name", "Name", |row| thing(row).name);
    if of.deal == Deal::Dealt {
        table = table.count("dealt", "Dealt", |(_, study)| study.dealt.of as u64);
    }
    table = table.count("had", of.had, |(_, study)| study.had.of as u64);
    if !of.used.is_empty() {
        table = table.count("used", of.used, |(_, study)| study.used.of as u64);
    }
    table = table.estimate("wins_with", "Wins with", Unit::Share, |(_, study)| won(study.had)).estimate(
        "wins_without",
        "Wins without",
        Unit::Share,
        |(_, study)| won(study.never_had),
    );
    if of.deal == Deal::Dealt {
        table = table.lift("dealt_lift", "Lift when dealt", |(_, study)| study.dealt_lift).number(
            "dealt_chance",
            "Luck",
            Unit::Chance,
            |(_, study)| study.dealt_p,
        );
    }
    table = table.lift("held_lift", "Lift when held", |(_, study)| study.held_lift).number(
        "held_chance",
        "Luck",
        Unit::Chance,
        |(_, study)| study.held_p,
    );
    if is_scored(studied, family) {
        let games = |one: &Studied<'_>| one.facts.len() as f64;
        table = table
            .estimate("scored_in", "Scored in", Unit::Share, |(one, study)| {
                wilson(study.scored_in as f64, games(one), Z95)
            })
            .number("pieces", "Pieces then", Unit::Plain(2), |(_, study)| {
                study.pieces as f64 / study.scored_in as f64
            })
            .number("points", "Points a game", Unit::Plain(2), |(one, study)| {
                study.points as f64 / games(one)
            });
    }
    table.table()
}
