//! A report with everything in it, made up.

use report::{
    Block, Cell, Column, Dot, Estimate, Figure, Finding, Kind, Origin, Plot, Report, Section, Square, Table,
    Unit, Verdict,
};

const NAMES: [&str; 40] = [
    "Everyone With An E-Mail Address",
    "Fell Off The Back Of A Server",
    "Agreed To The Cookies",
    "Clicked The Tiny X",
    "Wanted To Read One Article",
    "Installed A Flashlight App",
    "Every Address That Starts With info@",
    "Entered Their E-Mail To See The Price",
    "Which Bread Are You? (Results)",
    "Opened It By Accident",
    "Typed It, Then Thought Better",
    "The Contacts Of Your Contacts",
    "Everyone Called john@",
    "Customers Of A Firm We Bought",
    "Parents Of Class 4B",
    "Meeting That Could Have Been An E-Mail",
    "Owners Of A Talking Fridge",
    "Weather App Users",
    "Petition Signers",
    "Amateur Genealogists",
    "CD-ROM Of Addresses, 1996 Edition",
    "People On Holiday Until The 14th",
    "Our Own Staff, Listed Twice",
    "People Who Spell It AT And DOT",
    "Signed The Guestbook",
    "Every Partner At One Law Firm",
    "Fax Numbers Taken For Addresses",
    "Suspiciously Quiet Addresses",
    "postmaster@ And abuse@",
    "Subscribers For The Articles",
    "Deleted Their History",
    "Asking For A Friend",
    "Scanned At A Trade Show",
    "Still Connecting",
    "Owners Of Eleven Unused Domains",
    "Group Chat About A Sure Thing",
    "Chain Letter, Ninth Generation",
    "Thought Leaders",
    "Loyalty Card Holders",
    "Free Airport Wireless",
];

/// Numbers that look like luck and are the same every time.
fn luck(seed: u64) -> f64 {
    let mixed = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((mixed ^ (mixed >> 32)) >> 11) as f64 / (1u64 << 53) as f64
}

fn around(value: f64, half: f64) -> Estimate {
    Estimate { value, low: value - half, high: value + half }
}

fn lift(card: usize) -> Estimate {
    let seed = card as u64;
    around((luck(seed) - 0.5) * (luck(seed + 50) * 0.08) + 0.002, 0.006 + 0.02 * luck(seed + 99).powi(3))
}

fn cards() -> Table {
    let rows = (0..100).map(|place| {
        let games = 1000 + (luck(place + 7) * 9000.0) as u64;
        let name = NAMES[place as usize % NAMES.len()];
        let chance = luck(place + 300).powi(4);
        vec![
            Cell::Text(name.to_owned()),
            Cell::Text(["List", "Scam", "Hardware"][place as usize % 3].to_owned()),
            Cell::Count(games),
            Cell::Estimate(around(0.25 + 0.1 * (luck(place) - 0.5), 0.02)),
            Cell::Estimate(lift(place as usize)),
            if place == 7 { Cell::Nothing } else { Cell::Number(chance) },
        ]
    });
    let columns = [
        ("card", "Card", Kind::Text),
        ("kind", "Kind", Kind::Text),
        ("games", "Games", Kind::Count),
        ("win_rate", "Win rate of its holder", Kind::Estimate(Unit::Share)),
        ("lift", "Lift, points", Kind::Estimate(Unit::Points)),
        ("chance", "Mere luck?", Kind::Number(Unit::Chance)),
    ];
    Table {
        name: "cards".to_owned(),
        caption: "Every card: how often its holder won".to_owned(),
        columns: columns.map(|(name, title, kind)| Column { name, title, kind }).into(),
        rows: rows.collect(),
    }
}

fn seats() -> Table {
    let columns = [
        ("seat", "Seat", Kind::Count),
        ("wins", "Won", Kind::Estimate(Unit::Share)),
        ("turns", "Turns", Kind::Estimate(Unit::Plain(1))),
        ("rating", "Rating at the end", Kind::Number(Unit::Plain(2))),
        ("remark", "Remark", Kind::Text),
    ];
    let rows = (1..=4).map(|seat| {
        vec![
            Cell::Count(seat),
            Cell::Estimate(around(0.27 - 0.01 * seat as f64, 0.008)),
            Cell::Estimate(around(8.0 + seat as f64, 0.3)),
            Cell::Number(11.0 + luck(seat)),
            Cell::Text(if seat == 1 { "moves first, draws \"late\"" } else { "" }.to_owned()),
        ]
    });
    Table {
        name: "seats".to_owned(),
        caption: "Who sits where, and what it is worth".to_owned(),
        columns: columns.map(|(name, title, kind)| Column { name, title, kind }).into(),
        rows: rows.collect(),
    }
}

fn plot(title: &str, caption: &str, unit: Unit, figure: Figure, marks: &[(f64, &str)]) -> Block {
    Block::Plot(Plot {
        title: title.to_owned(),
        caption: caption.to_owned(),
        unit,
        figure,
        marks: marks.iter().map(|(value, word)| (*value, (*word).to_owned())).collect(),
    })
}

fn dots() -> Figure {
    let mut dots: Vec<Dot> = (0..40)
        .map(|card| {
            let at = lift(card);
            Dot { name: NAMES[card].to_owned(), at, stands_out: at.low > 0.012 || at.high < -0.012 }
        })
        .collect();
    dots.sort_by(|one, other| other.at.value.total_cmp(&one.at.value));
    dots[17].at.low = -0.4;
    dots[17].at.high = 0.3;
    Figure::Dots(dots)
}

fn lengths(bots: usize) -> Figure {
    let series =
        [("greedy", 12.0, 4.0), ("random", 24.0, 6.0), ("search:200", 9.0, 2.5)].map(|(name, peak, wide)| {
            let heights = (2..=40).map(|turn| (-((f64::from(turn) - peak) / wide).powi(2) / 2.0).exp());
            let all: f64 = heights.clone().sum();
            (name.to_owned(), heights.map(|height| height / all).collect())
        });
    Figure::Histogram { first: 2, series: series.into_iter().take(bots).collect() }
}

fn curves() -> Figure {
    let curve = |name: &str, rise: f64| {
        let points = (0..9).map(|doubling| {
            let x = f64::from(doubling) * 100.0;
            (x, around(0.25 + rise * (1.0 - (-x / 300.0).exp()), 0.03 - 0.002 * f64::from(doubling)))
        });
        (name.to_owned(), points.collect())
    };
    Figure::Curves {
        across: "playouts a move".to_owned(),
        series: vec![curve("search", 0.45), curve("greedy", 0.12), curve("random", -0.1)],
    }
}

fn board(unit: Unit) -> Figure {
    let squares = (0..64u32).map(|place| (place % 8, place / 8));
    let squares = squares.filter(|(column, row)| !((3..5).contains(column) && (3..5).contains(row)));
    let squares = squares.map(|(column, row)| Square {
        column,
        row,
        label: format!("{}{}", char::from(b'a' + column as u8), 8 - row),
        value: match unit {
            Unit::Points => (luck(u64::from(8 * row + column)) - 0.5) * 0.2,
            Unit::Plain(_) | Unit::Share | Unit::Chance => 0.02 + 0.3 * luck(u64::from(8 * row + column)),
        },
    });
    Figure::Board(squares.collect())
}

/// A report with all kinds of blocks.
pub fn report() -> Report {
    let finding = |verdict, text: &str| Finding { verdict, text: text.to_owned() };
    let section = |title: &str, blocks: Vec<Block>| Section { title: title.to_owned(), blocks };
    Report {
        title: "Is the standard set of SPAMMERS fair?".to_owned(),
        lead: "Mostly. The seats are worth the same within two points, games end in time, and two cards of a hundred \
               are stronger than luck can explain."
            .to_owned(),
        origin: Origin(vec![
            ("command", "gruntle lab balance spammers --set standard --games 40000 --bots greedy,greedy,random,search:200 --seed chacha8:42 --out balance".to_owned()),
            ("seed", "chacha8:42".to_owned()),
            ("version", "gruntle 0.1.0 (697dcd1)".to_owned()),
            ("card set", "standard, sha256 6c1f0a3a51b0c1b1f5a3e8f1c1d6b83e19c8fd0e2bb3eeb6b24a9d0a4d7b8b11".to_owned()),
        ]),
        sections: vec![
            section("In short", vec![
                Block::Findings(vec![
                    finding(Verdict::Holds, "No seat wins more than two points above its share: seat 1 wins 26.0% (25.2–26.8) of games for four."),
                    finding(Verdict::Fails, "Every card is within three points of the others. Which Bread Are You? (Results) lifts its holder by +3.4 points (+2.8 to +4.0), more than luck explains with 100 cards looked at."),
                    finding(Verdict::Open, "Hardware is worth its action. 1200 games are too few: it would take about 9000 to tell."),
                    finding(Verdict::Noted, "Games last 11.9 turns (11.8–12.0) on average."),
                ]),
                Block::Prose("Four bots sat at each table, and each deal was played once from every chair, so that a lucky hand helps everybody alike. All intervals hold the truth 95 times of 100.".to_owned()),
            ]),
            section("Cards", vec![
                plot("What a card is worth to its holder", "Right of the line: the holder wins more often than without it. Whiskers are 95% intervals; an arrow says that one goes on.", Unit::Points, dots(), &[(0.0, "no effect"), (0.03, "limit of the house")]),
                Block::Table(cards()),
            ]),
            section("Seats", vec![Block::Table(seats())]),
            section("How long games last", vec![
                plot("Turns until somebody wins", "Share of games by the turn in which they ended.", Unit::Share, lengths(3), &[(14.0, "wish: at most 14"), (16.0, "bedtime")]),
                plot("The same for greedy alone", "", Unit::Share, lengths(1), &[]),
            ]),
            section("Thinking longer", vec![plot("Games won by playouts", "Against three greedy bots.", Unit::Share, curves(), &[(0.25, "its share")])]),
            section("The board", vec![
                plot("Where coins end up", "Share of games in which the port was held at the end.", Unit::Share, board(Unit::Share), &[]),
                plot("Against the map of 2004", "Difference in points.", Unit::Points, board(Unit::Points), &[]),
                plot("An empty plot", "", Unit::Share, Figure::Dots(vec![]), &[]),
            ]),
        ],
        data: vec![Table { name: "seats".to_owned(), caption: "Every game".to_owned(), ..seats() }],
    }
}
