//! The report of a league.

use report::{Block, Dot, Figure, Finding, Plot, Report, Section, Unit, Verdict};

use crate::ladder::league_run::LeagueRun;
use crate::ladder::standing::MEAN;
use crate::ladder::{Patience, tables};
use crate::sheet::{grouped, listed, origin, section};

pub(super) fn report(title: &str, run: &LeagueRun<'_>) -> Report {
    let mut origin = origin(run.settings);
    for (key, value) in &mut origin.0 {
        if *key == "games" {
            *value = format!("{} of at most {} of each line-up", run.games(), run.league.games());
        }
    }
    Report {
        title: title.to_owned(),
        lead: lead(run),
        origin,
        sections: vec![in_short(run), ratings(run), against(run), line_ups(run)],
        data: vec![tables::games(run)],
    }
}

fn lead(run: &LeagueRun<'_>) -> String {
    let names: Vec<String> = run.standing.order.iter().map(|&bot| run.name(bot)).collect();
    let order = names.join(" > ");
    if run.is_settled() {
        return format!("The order is certain: {order}.");
    }
    if !run.played.finished {
        return format!("The order so far is {order}; the run was stopped before it was decided.");
    }
    let open: Vec<String> = run
        .standing
        .gaps
        .iter()
        .filter(|gap| !run.is_certain(gap))
        .map(|gap| format!("{} and {}", run.name(gap.upper), run.name(gap.lower)))
        .collect();
    format!(
        "The order is {order}, but not with certainty: these games cannot tell apart {}.",
        open.join("; ")
    )
}

fn in_short(run: &LeagueRun<'_>) -> Section {
    let blocks =
        vec![Block::Prose(course(run)), Block::Findings(findings(run)), Block::Table(tables::ratings(run))];
    section("In short", blocks)
}

/// How far the league went, and why no further.
fn course(run: &LeagueRun<'_>) -> String {
    let stages = run.league.stages();
    let pairing = |games: u64| grouped(run.league.of_a_pairing(games));
    let (games, most) = (pairing(run.games()), pairing(run.league.games()));
    let looks = format!(
        "the league looks {} (after {} games a pairing)",
        match stages.len() {
            1 => "once".to_owned(),
            count => format!("{count} times at most"),
        },
        listed(&stages.iter().map(|&end| pairing(end)).collect::<Vec<_>>())
    );
    match run.stage() {
        None => format!(
            "This run was stopped after {games} of {most} games a pairing. With --resume it goes on. Nothing is decided between two looks: {looks}."
        ),
        Some(stage) if stage < stages.len() => format!(
            "The league stopped early, at look {stage} of {}: {games} of at most {most} games a pairing were enough. The looks are paid for: {looks}, and the chance that it ever calls a wrong order certain is at most 5% in all.",
            stages.len()
        ),
        Some(_) => {
            let why = match run.league.patience {
                Patience::AllGames => " as was asked",
                Patience::UntilCertain => "",
            };
            format!(
                "All {most} games a pairing were played{why}. The looks are paid for: {looks}, and the chance that it ever calls a wrong order certain is at most 5% in all."
            )
        }
    }
}

fn findings(run: &LeagueRun<'_>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = run
        .standing
        .gaps
        .iter()
        .map(|gap| Finding {
            verdict: if run.is_certain(gap) { Verdict::Holds } else { Verdict::Open },
            text: format!(
                "{} is stronger than {}: ahead by {:.0} points ({:.0} to {:.0}).",
                run.name(gap.upper),
                run.name(gap.lower),
                gap.by.value,
                gap.by.low,
                gap.by.high
            ),
        })
        .collect();
    let misfits = tables::misfits(run);
    if !misfits.is_empty() {
        findings.push(Finding {
            verdict: Verdict::Noted,
            text: format!(
                "One number a bot does not tell all: {} came out otherwise than the ratings say by more than noise.",
                listed(&misfits)
            ),
        });
    }
    let unfinished = run.standing.unfinished() as u64;
    if unfinished > 0 {
        let games = if unfinished == 1 { "game was" } else { "games were" };
        findings.push(Finding {
            verdict: Verdict::Noted,
            text: format!("{} {games} not played to an end and count for nobody.", grouped(unfinished)),
        });
    }
    findings
}

fn ratings(run: &LeagueRun<'_>) -> Section {
    let dots = run.standing.order.iter().enumerate().map(|(place, &bot)| {
        let above = place.checked_sub(1).map(|above| &run.standing.gaps[above]);
        let below = run.standing.gaps.get(place);
        let stands_out = above.into_iter().chain(below).all(|gap| run.is_certain(gap));
        Dot { name: run.name(bot), at: run.standing.rating(bot), stands_out }
    });
    section(
        "Ratings",
        vec![
            Block::Prose(
                "Each bot has a strength, and a seat wins with the chance of its strength divided by the sum of those at \
                 the table. 400 points are a factor of ten in strength: 100 points more win 64% of games for two. The \
                 mean of the league is 1500, so ratings of two leagues cannot be compared. Every bot is taken to have \
                 won one game and lost one against somebody of average strength."
                    .to_owned(),
            ),
            Block::Plot(Plot {
                title: "Ratings".to_owned(),
                caption: "Ratings with 95% intervals, each for itself. Marked are those whose place is certain."
                    .to_owned(),
                unit: Unit::Plain(0),
                figure: Figure::Dots(dots.collect()),
                marks: vec![(MEAN, "mean".to_owned())],
            }),
            Block::Table(tables::order(run)),
        ],
    )
}

fn against(run: &LeagueRun<'_>) -> Section {
    let both = match run.league.seats.get() {
        2 => "Two sit at the table, so an equal wins half.".to_owned(),
        seats => format!(
            "{seats} sit at the table: half of the games are one of the row's bot against {0} of the column's, half the other \
             way round, so an equal wins half.",
            seats - 1
        ),
    };
    section(
        "Each against each",
        vec![
            Block::Prose(format!(
                "The share of games won by the bot of the row, whichever of its seats, against that of the column, \
                 with Wilson's interval. {both}"
            )),
            Block::Table(tables::cross(run)),
        ],
    )
}

fn line_ups(run: &LeagueRun<'_>) -> Section {
    section(
        "Line-ups",
        vec![
            Block::Prose(
                "Who sat at the table, and what the bot with one seat won. Bots move on by one seat from game to game, and \
                 all line-ups play the same seeds. What is expected is what the ratings say; a misfit differs from it \
                 by more than luck would bring among so many line-ups."
                    .to_owned(),
            ),
            Block::Table(tables::line_ups(run)),
        ],
    )
}
