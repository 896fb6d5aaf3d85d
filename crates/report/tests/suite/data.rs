//! Tables as data: both formats read back the same.

use std::path::{Path, PathBuf};

use report::{Block, Cell, Column, Estimate, Kind, Origin, Report, Section, Table, Unit};

pub(crate) fn odd_table() -> Table {
    let columns = [
        ("name", Kind::Text),
        ("games", Kind::Count),
        ("share", Kind::Number(Unit::Share)),
        ("lift", Kind::Estimate(Unit::Points)),
    ];
    let at = Estimate { value: 0.1 + 0.2, low: f64::NEG_INFINITY, high: f64::NAN };
    Table {
        name: "odd".to_owned(),
        caption: "Odd cells".to_owned(),
        columns: columns.map(|(name, kind)| Column { name, title: name, kind }).into(),
        rows: vec![
            vec![
                Cell::Text("# not a \"comment\", really\nno".to_owned()),
                Cell::Count(1 << 60),
                Cell::Number(1e300),
                Cell::Estimate(at),
            ],
            vec![Cell::Nothing, Cell::Nothing, Cell::Number(f64::NAN), Cell::Nothing],
            vec![Cell::Text("short".to_owned())],
            vec![
                Cell::Text("whole".to_owned()),
                Cell::Count(7),
                Cell::Number(1.0 / 3.0),
                Cell::Estimate(Estimate { value: -1e-9, low: -0.0, high: 2.0 }),
            ],
        ],
    }
}

pub(crate) fn origin() -> Origin {
    Origin(vec![("command", "gruntle lab\nname,evil".to_owned()), ("seed", "chacha8:42".to_owned())])
}

pub(crate) fn read_csv(text: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    let header = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
    (header, rows)
}

#[test]
fn csv_comes_back_as_it_was() {
    let text = report::csv(&odd_table(), &origin());
    assert!(text.starts_with(
        "# command: gruntle lab name,evil\n# seed: chacha8:42\nname,games,share,lift,lift_low,lift_high\n"
    ));
    let (_, rows) = read_csv(&text);
    assert_eq!(
        rows[0],
        ["# not a \"comment\", really\nno", "1152921504606846976", "1e300", "0.30000000000000004", "", ""]
    );
    assert_eq!(rows[1], [""; 6]);
    assert_eq!(rows[2], ["short", "", "", "", "", ""]);
    assert_eq!(rows[3], ["whole", "7", "0.3333333333333333", "-1e-9", "-0.0", "2.0"]);
}

#[test]
fn a_table_without_columns_is_nothing() {
    let bare = Table { columns: vec![], ..odd_table() };
    assert_eq!(report::csv(&bare, &Origin::default()), "");
}

#[test]
fn columns_of_one_name_stay_apart() {
    let mut table = odd_table();
    table.columns[0].name = "lift_low";
    let (header, _) = read_csv(&report::csv(&table, &origin()));
    assert_eq!(header, ["lift_low", "games", "share", "lift", "lift_low_2", "lift_high"]);
}

/// A folder of its own for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_folder_holds_every_table_once() {
    let folder = folder("every-table");
    let table = |name: &str| Table { name: name.to_owned(), ..odd_table() };
    let report = Report {
        sections: vec![Section {
            title: String::new(),
            blocks: vec![
                Block::Table(table("odd")),
                Block::Table(table("odd-2")),
                Block::Table(table("../Odd")),
            ],
        }],
        data: vec![table("odd"), table("")],
        ..crate::sample::report()
    };
    let written = report::write(&report, &folder).unwrap();
    let names: Vec<String> =
        written.iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    let stems = ["odd", "odd-2", "---Odd", "odd-3", "table"];
    let expected =
        stems.iter().flat_map(|stem| report::FORMATS.iter().map(move |format| format!("{stem}.{format}")));
    assert_eq!(names, ["report.html".to_owned()].into_iter().chain(expected).collect::<Vec<_>>());
    assert!(written.iter().all(|path| path.parent() == Some(&folder) && path.is_file()));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), names.len(), "no parts are left");
    assert_eq!(std::fs::read_to_string(&written[0]).unwrap(), report::page(&report));
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let folder = folder("gone");
    std::fs::remove_dir(&folder).unwrap();
    report::write(&crate::sample::report(), &folder).unwrap_err();
}
