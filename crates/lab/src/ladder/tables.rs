//! The tables of a league, and the same in short.

use report::{Cell, Estimate, Kind, Table, Unit};
use serde_json::{Value, json};

use crate::ladder::MOST_BOTS;
use crate::ladder::league::single_won;
use crate::ladder::seen::Seen;
use crate::sheet::{column, estimate, number, text};
use crate::stats::{Z95, bonferroni_z, wilson};

pub(super) fn ratings(seen: &Seen<'_>) -> Table {
    let rows = seen.standing.order.iter().enumerate().map(|(place, &bot)| {
        let tally = seen.standing.tally(bot, None);
        vec![
            text(seen.name(bot)),
            Cell::Count(place as u64 + 1),
            estimate(seen.standing.rating(bot)),
            Cell::Count(tally.games as u64),
            estimate(tally.share()),
            number(tally.even / tally.games),
            Cell::Count(tally.unfinished as u64),
        ]
    });
    Table {
        name: "ratings".to_owned(),
        caption: "Ratings, with 95% intervals".to_owned(),
        columns: vec![
            column("bot", "Bot", Kind::Text),
            column("place", "Place", Kind::Count),
            column("rating", "Rating", Kind::Estimate(Unit::Plain(0))),
            column("games", "Games", Kind::Count),
            column("won", "Won", Kind::Estimate(Unit::Share)),
            column("equal", "An equal", Kind::Number(Unit::Share)),
            column("unfinished", "Unfinished", Kind::Count),
        ],
        rows: rows.collect(),
    }
}

pub(super) fn order(seen: &Seen<'_>) -> Table {
    let rows = seen.standing.gaps.iter().map(|gap| {
        vec![
            text(seen.name(gap.upper)),
            text(seen.name(gap.lower)),
            estimate(gap.by),
            text(if seen.is_certain(gap) { "certain" } else { "open" }),
        ]
    });
    Table {
        name: "order".to_owned(),
        caption: "Neighbours, with intervals that hold together over all neighbours and looks".to_owned(),
        columns: vec![
            column("stronger", "Stronger", Kind::Text),
            column("weaker", "Weaker", Kind::Text),
            column("ahead", "Ahead by", Kind::Estimate(Unit::Plain(0))),
            column("verdict", "Verdict", Kind::Text),
        ],
        rows: rows.collect(),
    }
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

pub(super) fn cross(seen: &Seen<'_>) -> Table {
    let order = &seen.standing.order;
    let rows = order.iter().enumerate().map(|(place, &bot)| {
        let against = order.iter().map(|&other| match other == bot {
            true => Cell::Nothing,
            false => estimate(seen.standing.tally(bot, Some(other)).share()),
        });
        std::iter::once(text(format!("{}. {}", place + 1, seen.name(bot)))).chain(against).collect()
    });
    let columns = AGAINST.into_iter().take(order.len());
    let columns = columns.map(|(name, title)| column(name, title, Kind::Estimate(Unit::Share)));
    Table {
        name: "cross".to_owned(),
        caption: "Games won by the row against the column, both in the order of the ratings".to_owned(),
        columns: std::iter::once(column("bot", "Bot", Kind::Text)).chain(columns).collect(),
        rows: rows.collect(),
    }
}

/// What the single seat of each line-up won and what it should have won, and whether these differ by more than luck.
fn fits(seen: &Seen<'_>) -> Vec<(Estimate, f64, Fit)> {
    let z = bonferroni_z(seen.standing.meetings.len());
    let fit = |meeting: &crate::stats::Meeting| {
        let (won, games) = meeting.score();
        let expected = seen.standing.fit.expected(meeting);
        let wide = wilson(won, games, z);
        let fit = if (wide.low..=wide.high).contains(&expected) { Fit::Fits } else { Fit::Misfit };
        (wilson(won, games, Z95), expected, fit)
    };
    seen.standing.meetings.iter().map(fit).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    Fits,
    Misfit,
}

/// The line-ups that came out otherwise than the ratings say.
pub(super) fn misfits(seen: &Seen<'_>) -> Vec<String> {
    let line_ups = seen.league.line_ups().into_iter().zip(fits(seen));
    let misfits = line_ups.filter(|(_, (_, _, fit))| *fit == Fit::Misfit);
    misfits.map(|(line_up, _)| seen.league.label(line_up)).collect()
}

pub(super) fn line_ups(seen: &Seen<'_>) -> Table {
    let line_ups = seen.league.line_ups().into_iter().zip(&seen.standing.meetings).zip(fits(seen));
    let rows = line_ups.map(|((line_up, meeting), (won, expected, fit))| {
        let games = meeting.score().1;
        vec![
            text(seen.name(line_up.single)),
            text(seen.name(line_up.crowd)),
            Cell::Count(meeting.crowd_seats as u64),
            Cell::Count(games as u64),
            Cell::Count(meeting.won.len() as u64 - games as u64),
            estimate(won),
            number(1.0 / (meeting.crowd_seats + 1) as f64),
            number(expected),
            text(match fit {
                Fit::Fits => "fits",
                Fit::Misfit => "misfit",
            }),
        ]
    });
    Table {
        name: "line-ups".to_owned(),
        caption: "Line-ups, and what the single seat won of the games that ended".to_owned(),
        columns: vec![
            column("single", "One seat", Kind::Text),
            column("others", "The others", Kind::Text),
            column("other_seats", "Their seats", Kind::Count),
            column("games", "Games", Kind::Count),
            column("unfinished", "Unfinished", Kind::Count),
            column("won", "Won", Kind::Estimate(Unit::Share)),
            column("equal", "An equal", Kind::Number(Unit::Share)),
            column("expected", "Expected", Kind::Number(Unit::Share)),
            column("fit", "Fit", Kind::Text),
        ],
        rows: rows.collect(),
    }
}

/// Every game in a row.
pub(super) fn games(seen: &Seen<'_>) -> Table {
    let line_ups = seen.league.line_ups().into_iter().zip(&seen.played.facts);
    let rows = line_ups.flat_map(|(line_up, facts)| {
        facts.iter().map(move |game| {
            vec![
                text(seen.name(line_up.single)),
                text(seen.name(line_up.crowd)),
                Cell::Count(game.number),
                Cell::Count(u64::from(game.first)),
                text(game.winners.to_string()),
                single_won(game).map_or(Cell::Nothing, Cell::Number),
                Cell::Count(u64::from(game.rounds())),
            ]
        })
    });
    Table {
        name: "games".to_owned(),
        caption: "Every game".to_owned(),
        columns: vec![
            column("single", "One seat", Kind::Text),
            column("others", "The others", Kind::Text),
            column("number", "Number", Kind::Count),
            column("first", "First seat", Kind::Count),
            column("winners", "Winners", Kind::Text),
            column("single_won", "Won by the single seat", Kind::Number(Unit::Plain(3))),
            column("rounds", "Rounds", Kind::Count),
        ],
        rows: rows.collect(),
    }
}

/// The numbers in short.
pub(super) fn in_short(seen: &Seen<'_>) -> Value {
    let triple = |of: Estimate| json!([of.value, of.low, of.high]);
    let standing = seen.standing;
    let bots = standing.order.iter().map(|&bot| {
        let tally = standing.tally(bot, None);
        json!({
            "bot": seen.name(bot),
            "rating": triple(standing.rating(bot)),
            "games": tally.games as u64,
            "won": triple(tally.share()),
            "equal": tally.even / tally.games,
        })
    });
    let gaps = standing.gaps.iter().map(|gap| {
        json!({
            "stronger": seen.name(gap.upper),
            "weaker": seen.name(gap.lower),
            "ahead": triple(gap.by),
            "certain": seen.is_certain(gap),
        })
    });
    json!({
        "command": seen.settings.command,
        "seed": seen.settings.seed,
        "certain": seen.is_settled(),
        "looks": seen.league.stages().len(),
        "ended_at_look": seen.stage(),
        "games_a_pairing": seen.league.of_a_pairing(seen.games()),
        "unfinished": standing.unfinished(),
        "bots": bots.collect::<Vec<_>>(),
        "order": gaps.collect::<Vec<_>>(),
        "misfits": misfits(seen),
    })
}
