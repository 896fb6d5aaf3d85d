//! The tables of a league, and the same in short.

use report::{Cell, Estimate, Kind, Table, Unit};
use serde_json::{Value, json};

use crate::ladder::MOST_BOTS;
use crate::ladder::league::single_won;
use crate::ladder::league_run::LeagueRun;
use crate::sheet::{Rows, estimate, triple};
use crate::stats::{Z95, bonferroni_z, wilson};

pub(super) fn ratings(run: &LeagueRun<'_>) -> Table {
    let order = run.standing.order.iter().zip(1..);
    let rows = order.map(|(&bot, place)| (bot, place, run.standing.tally(bot, None)));
    Rows::new("ratings", "Ratings, with 95% intervals", rows)
        .text("bot", "Bot", |(bot, ..)| run.name(*bot))
        .count("place", "Place", |(_, place, _)| *place)
        .estimate("rating", "Rating", Unit::Plain(0), |(bot, ..)| run.standing.rating(*bot))
        .count("games", "Games", |(.., tally)| tally.games as u64)
        .estimate("won", "Won", Unit::Share, |(.., tally)| tally.share())
        .number("equal", "An equal", Unit::Share, |(.., tally)| tally.even / tally.games)
        .count("unfinished", "Unfinished", |(.., tally)| tally.unfinished as u64)
        .table()
}

pub(super) fn order(run: &LeagueRun<'_>) -> Table {
    let caption = "Neighbours, with intervals that hold together over all neighbours and looks";
    Rows::new("order", caption, &run.standing.gaps)
        .text("stronger", "Stronger", |gap| run.name(gap.upper))
        .text("weaker", "Weaker", |gap| run.name(gap.lower))
        .estimate("ahead", "Ahead by", Unit::Plain(0), |gap| gap.by)
        .text("verdict", "Verdict", |gap| if run.is_certain(gap) { "certain" } else { "open" })
        .table()
}

/// The columns of the cross table, one a place in the order.
const AGAINST: [(&str, &str); MOST_BOTS] = [
    ("against_1", "1"),
    ("against_2", "2"),
    ("against_3", "3"),
    ("against_4", "4"),
    ("against_5", "5"),
    ("against_6", "6"),
    ("against_7", "7"),
    ("against_8", "8"),
    ("against_9", "9"),
    ("against_10", "10"),
    ("against_11", "11"),
    ("against_12", "12"),
];

pub(super) fn cross(run: &LeagueRun<'_>) -> Table {
    let order = &run.standing.order;
    let caption = "Games won by the row against the column, both in the order of the ratings";
    let mut table = Rows::new("cross", caption, order.iter().zip(1..))
        .text("bot", "Bot", |(bot, place)| format!("{place}. {}", run.name(**bot)));
    for (&other, (name, title)) in order.iter().zip(AGAINST) {
        table = table.column(name, title, Kind::Estimate(Unit::Share), |(bot, _)| match **bot == other {
            true => Cell::Nothing,
            false => estimate(run.standing.tally(**bot, Some(other)).share()),
        });
    }
    table.table()
}

/// Wins of the single seat of each line-up beside the expectation, and whether they differ by more than luck.
fn fits(run: &LeagueRun<'_>) -> Vec<(Estimate, f64, Fit)> {
    let z = bonferroni_z(run.standing.meetings.len());
    let fit = |meeting: &crate::stats::Meeting| {
        let (won, games) = meeting.score();
        let expected = run.standing.fit.expected(meeting);
        let wide = wilson(won, games, z);
        let fit = if (wide.low..=wide.high).contains(&expected) { Fit::Fits } else { Fit::Misfit };
        (wilson(won, games, Z95), expected, fit)
    };
    run.standing.meetings.iter().map(fit).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    Fits,
    Misfit,
}

/// The line-ups that came out otherwise than the ratings say.
pub(super) fn misfits(run: &LeagueRun<'_>) -> Vec<String> {
    let line_ups = run.league.line_ups().into_iter().zip(fits(run));
    let misfits = line_ups.filter(|(_, (_, _, fit))| *fit == Fit::Misfit);
    misfits.map(|(line_up, _)| run.league.label(line_up)).collect()
}

pub(super) fn line_ups(run: &LeagueRun<'_>) -> Table {
    let line_ups = run.league.line_ups().into_iter().zip(&run.standing.meetings).zip(fits(run));
    let rows = line_ups.map(|((line_up, meeting), fit)| (line_up, meeting, meeting.score().1, fit));
    Rows::new("line-ups", "Line-ups, and what the single seat won of the games that ended", rows)
        .text("single", "One seat", |(line_up, ..)| run.name(line_up.single))
        .text("others", "The others", |(line_up, ..)| run.name(line_up.crowd))
        .count("other_seats", "Their seats", |(_, meeting, ..)| meeting.crowd_seats as u64)
        .count("games", "Games", |(.., games, _)| *games as u64)
        .count("unfinished", "Unfinished", |(_, meeting, games, _)| meeting.won.len() as u64 - *games as u64)
        .estimate("won", "Won", Unit::Share, |(.., (won, _, _))| *won)
        .number("equal", "An equal", Unit::Share, |(_, meeting, ..)| 1.0 / (meeting.crowd_seats + 1) as f64)
        .number("expected", "Expected", Unit::Share, |(.., (_, expected, _))| *expected)
        .text("fit", "Fit", |(.., (_, _, fit))| match fit {
            Fit::Fits => "fits",
            Fit::Misfit => "misfit",
        })
        .table()
}

/// Every game in a row.
pub(super) fn games(run: &LeagueRun<'_>) -> Table {
    let line_ups = run.league.line_ups().into_iter().zip(&run.played.facts);
    let rows = line_ups.flat_map(|(line_up, facts)| facts.iter().map(move |game| (line_up, game)));
    Rows::new("games", "Every game", rows)
        .text("single", "One seat", |(line_up, _)| run.name(line_up.single))
        .text("others", "The others", |(line_up, _)| run.name(line_up.crowd))
        .count("number", "Number", |(_, game)| game.number)
        .count("first", "First seat", |(_, game)| game.first.into())
        .text("winners", "Winners", |(_, game)| game.winners.to_string())
        .column("single_won", "Won by the single seat", Kind::Number(Unit::Plain(3)), |(_, game)| {
            single_won(game).map_or(Cell::Nothing, Cell::Number)
        })
        .count("rounds", "Rounds", |(_, game)| game.rounds().into())
        .table()
}

/// The numbers in short.
pub(super) fn in_short(run: &LeagueRun<'_>) -> Value {
    let standing = run.standing;
    let bots = standing.order.iter().map(|&bot| {
        let tally = standing.tally(bot, None);
        json!({
            "bot": run.name(bot),
            "rating": triple(standing.rating(bot)),
            "games": tally.games as u64,
            "won": triple(tally.share()),
            "equal": tally.even / tally.games,
        })
    });
    let gaps = standing.gaps.iter().map(|gap| {
        json!({
            "stronger": run.name(gap.upper),
            "weaker": run.name(gap.lower),
            "ahead": triple(gap.by),
            "certain": run.is_certain(gap),
        })
    });
    json!({
        "command": run.settings.command,
        "seed": run.settings.seed,
        "certain": run.is_settled(),
        "looks": run.league.stages().len(),
        "ended_at_look": run.stage(),
        "games_a_pairing": run.league.of_a_pairing(run.games()),
        "unfinished": standing.unfinished(),
        "bots": bots.collect::<Vec<_>>(),
        "order": gaps.collect::<Vec<_>>(),
        "misfits": misfits(run),
    })
}
