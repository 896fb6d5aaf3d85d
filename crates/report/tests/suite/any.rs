//! Any report can be drawn, nonsense included.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use report::{
    Block, Cell, Column, Dot, Estimate, Figure, Finding, Kind, Origin, Plot, Report, Section, Square, Table,
    Unit, Verdict,
};

/// The same cases every time, and nothing written.
fn cases() -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(1998);
    ProptestConfig { cases: 200, failure_persistence: None, rng_seed, ..ProptestConfig::default() }
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -1.0..1.0,
        2 => any::<f64>(),
        1 => prop::sample::select(vec![0.0, -0.0, 0.5, 1e-300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX]),
    ]
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[a-zA-Z<>&\"' ]{0,20}", 1 => ".{0,60}", 1 => "[a-z\u{1b}\n\r]{0,300}"]
}

fn estimate() -> impl Strategy<Value = Estimate> {
    (number(), number(), number()).prop_map(|(value, low, high)| Estimate { value, low, high })
}

fn unit() -> impl Strategy<Value = Unit> {
    prop_oneof![
        any::<usize>().prop_map(Unit::Plain),
        (0usize..4).prop_map(Unit::Plain),
        Just(Unit::Share),
        Just(Unit::Points),
        Just(Unit::Chance)
    ]
}

fn table() -> impl Strategy<Value = Table> {
    let kind = prop_oneof![
        Just(Kind::Text),
        Just(Kind::Count),
        unit().prop_map(Kind::Number),
        unit().prop_map(Kind::Estimate)
    ];
    let name = prop::sample::select(vec!["name", "win_rate", "x", "A long heading of many words", "<b>"]);
    let column = (name, kind).prop_map(|(name, kind)| Column { name, title: name, kind });
    let cell = prop_oneof![
        words().prop_map(Cell::Text),
        (0..i64::MAX as u64).prop_map(Cell::Count),
        number().prop_map(Cell::Number),
        estimate().prop_map(Cell::Estimate),
        Just(Cell::Nothing)
    ];
    (words(), words(), vec(column, 0..6), vec(vec(cell, 0..7), 0..40))
        .prop_map(|(name, caption, columns, rows)| Table { name, caption, columns, rows })
}

fn figure() -> impl Strategy<Value = Figure> {
    let dot =
        (words(), estimate(), any::<bool>()).prop_map(|(name, at, stands_out)| Dot { name, at, stands_out });
    let place = || prop_oneof![4 => 0u32..9, 1 => any::<u32>()];
    let square = (place(), place(), words(), number()).prop_map(|(column, row, label, value)| Square {
        column,
        row,
        label,
        value,
    });
    prop_oneof![
        vec(dot, 0..8).prop_map(Figure::Dots),
        (any::<u32>(), vec((words(), vec(number(), 0..30)), 0..6))
            .prop_map(|(first, series)| Figure::Histogram { first, series }),
        (words(), vec((words(), vec((number(), estimate()), 0..8)), 0..6))
            .prop_map(|(across, series)| Figure::Curves { across, series }),
        vec(square, 0..12).prop_map(Figure::Board),
    ]
}

fn block() -> impl Strategy<Value = Block> {
    let verdict = prop::sample::select(vec![Verdict::Holds, Verdict::Fails, Verdict::Open, Verdict::Noted]);
    let finding = (verdict, words()).prop_map(|(verdict, text)| Finding { verdict, text });
    let plot = (words(), words(), unit(), figure(), vec((number(), words()), 0..4))
        .prop_map(|(title, caption, unit, figure, marks)| Plot { title, caption, unit, figure, marks });
    prop_oneof![
        1 => words().prop_map(Block::Prose),
        1 => vec(finding, 0..4).prop_map(Block::Findings),
        2 => table().prop_map(Block::Table),
        4 => plot.prop_map(Block::Plot),
    ]
}

fn report() -> impl Strategy<Value = Report> {
    let section = (words(), vec(block(), 0..4)).prop_map(|(title, blocks)| Section { title, blocks });
    let origin = vec((prop::sample::select(vec!["command", "seed"]), words()), 0..3).prop_map(Origin);
    (words(), words(), origin, vec(section, 0..6), vec(table(), 0..2))
        .prop_map(|(title, lead, origin, sections, data)| Report { title, lead, origin, sections, data })
}

/// Whether a line is a single word, which cannot be broken.
fn is_one_word(line: &str) -> bool {
    !line.trim_start().contains(' ')
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn any_report_is_a_balanced_page(report in report()) {
        let page = report::page(&report);
        prop_assert_eq!(crate::markup::check(&page), Ok(()));
        let drawings: Vec<&str> = page.split("<svg ").skip(1).filter_map(|svg| svg.split("</svg>").next()).collect();
        for drawing in drawings {
            for place in ["x=\"", "y=\"", "x1=\"", "y1=\"", "cx=\"", "width=\"", "height=\"", "points=\"", "d=\""] {
                for value in drawing.split(&format!(" {place}")).skip(1).filter_map(|rest| rest.split('"').next()) {
                    prop_assert!(!value.contains("NaN") && !value.contains("inf"), "{place}{value}");
                }
            }
        }
    }

    #[test]
    fn any_report_fits_the_terminal(report in report(), width in 20usize..120) {
        let text = report::text(&report, width);
        for line in text.lines() {
            prop_assert!(line.chars().count() <= width || is_one_word(line), "{width}: {line}");
            prop_assert!(!line.chars().any(char::is_control));
        }
    }

    #[test]
    fn any_table_is_data(table in table()) {
        let comma = report::csv(&table, &Origin::default());
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(comma.as_bytes());
        let rows = if table.columns.is_empty() { 0 } else { table.rows.len() };
        prop_assert_eq!(reader.records().map(Result::unwrap).count(), rows);
        #[cfg(feature = "parquet")]
        prop_assert!(report::parquet(&table, &Origin::default()).unwrap().starts_with(b"PAR1"));
    }
}
