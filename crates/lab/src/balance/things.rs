//! What each card, List, client or port does for whoever has it.

use games::study::Deal;
use report::{Block, Cell, Column, Dot, Figure, Kind, Plot, Section, Square, Table, Unit};

use crate::balance::Studied;
use crate::lift::ThingStudy;
use crate::sheet::{column, difference, estimate, number, text};
use crate::stats::{Z95, wilson};

/// So many of either end are drawn; the table has them all.
const DRAWN: usize = 12;

pub(crate) fn section(studied: &[Studied<'_>], family: usize) -> Section {
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
    Section { title: of.title.to_owned(), blocks }
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
    let scores = is_scored(studied, family);
    let mut columns: Vec<Column> = vec![
        column("scenario", "Scenario", Kind::Text),
        column("kind", "Kind", Kind::Text),
        column("name", "Name", Kind::Text),
    ];
    if of.deal == Deal::Dealt {
        columns.push(column("dealt", "Dealt", Kind::Count));
    }
    columns.push(column("had", of.had, Kind::Count));
    if !of.used.is_empty() {
        columns.push(column("used", of.used, Kind::Count));
    }
    columns.extend([
        column("wins_with", "Wins with", Kind::Estimate(Unit::Share)),
        column("wins_without", "Wins without", Kind::Estimate(Unit::Share)),
    ]);
    if of.deal == Deal::Dealt {
        columns.extend([
            column("dealt_lift", "Lift when dealt", Kind::Estimate(Unit::Points)),
            column("dealt_chance", "Luck", Kind::Number(Unit::Chance)),
        ]);
    }
    columns.extend([
        column("held_lift", "Lift when held", Kind::Estimate(Unit::Points)),
        column("held_chance", "Luck", Kind::Number(Unit::Chance)),
    ]);
    if scores {
        columns.extend([
            column("scored_in", "Scored in", Kind::Estimate(Unit::Share)),
            column("pieces", "Pieces then", Kind::Number(Unit::Plain(2))),
            column("points", "Points a game", Kind::Number(Unit::Plain(2))),
        ]);
    }
    let mut rows = Vec::new();
    for one in studied {
        rows.extend(sorted(one, family).into_iter().map(|study| {
            let mut row = row(one, family, study);
            if scores {
                row.extend(scored(one, study));
            }
            row
        }));
    }
    Table { name: of.stem.to_owned(), caption: format!("{} by lift", of.title), columns, rows }
}

fn row(one: &Studied<'_>, family: usize, study: &ThingStudy) -> Vec<Cell> {
    let of = &one.cast.families[family];
    let thing = &one.cast.things[study.thing];
    let share = |ratio: crate::stats::Ratio| estimate(wilson(ratio.won, ratio.of, Z95));
    let count = |ratio: crate::stats::Ratio| Cell::Count(ratio.of as u64);
    let mut row = vec![text(one.label), text(&thing.kind), text(&thing.name)];
    if of.deal == Deal::Dealt {
        row.push(count(study.dealt));
    }
    row.push(count(study.had));
    if !of.used.is_empty() {
        row.push(count(study.used));
    }
    row.extend([share(study.had), share(study.never_had)]);
    if of.deal == Deal::Dealt {
        row.extend([difference(study.dealt_lift), number(study.dealt_p)]);
    }
    row.extend([difference(study.held_lift), number(study.held_p)]);
    row
}

fn scored(one: &Studied<'_>, study: &ThingStudy) -> [Cell; 3] {
    let games = one.facts.len() as f64;
    [
        estimate(wilson(study.scored_in as f64, games, Z95)),
        number(study.pieces as f64 / study.scored_in as f64),
        number(study.points as f64 / games),
    ]
}
