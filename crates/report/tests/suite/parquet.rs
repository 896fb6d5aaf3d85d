//! Tables as Parquet: they say the same as those in CSV.

use std::fs::File;

use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::record::Field;
use report::{Cell, Table};

use crate::data::{folder, odd_table, origin, read_csv};

/// Reads a Parquet file, which must lie on disk; each test has one of its own name.
fn read_parquet(bytes: &[u8], name: &str) -> SerializedFileReader<File> {
    let path = folder(name).join("table.parquet");
    std::fs::write(&path, bytes).unwrap();
    SerializedFileReader::new(File::open(path).unwrap()).unwrap()
}

#[test]
fn parquet_says_the_same_as_csv() {
    for table in [odd_table()].into_iter().chain(crate::sample::report().data) {
        let bytes = report::parquet(&table, &origin()).unwrap();
        let reader = read_parquet(&bytes, "says-the-same");
        let (header, rows) = read_csv(&report::csv(&table, &origin()));
        let read: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        assert_eq!(read.len(), rows.len());
        for (row, comma) in read.iter().zip(&rows) {
            let names: Vec<&String> = row.get_column_iter().map(|(name, _)| name).collect();
            assert_eq!(names, header.iter().collect::<Vec<_>>());
            for ((_, field), written) in row.get_column_iter().zip(comma) {
                if let Field::Str(text) = field {
                    assert_eq!(text, written);
                } else if let Field::Long(number) = field {
                    assert_eq!(*number, written.parse::<i64>().unwrap());
                } else if let Field::Double(number) = field {
                    assert_eq!(number.to_bits(), written.parse::<f64>().unwrap().to_bits());
                } else {
                    assert_eq!((field, written.as_str()), (&Field::Null, ""));
                }
            }
        }
        let facts = reader.metadata().file_metadata().key_value_metadata().unwrap();
        let facts: Vec<_> =
            facts.iter().map(|fact| (fact.key.as_str(), fact.value.clone().unwrap())).collect();
        assert_eq!(facts, origin().0);
    }
}

#[test]
fn tables_without_rows_or_columns_can_be_read() {
    let empty = Table { rows: vec![], ..odd_table() };
    let bytes = report::parquet(&empty, &origin()).unwrap();
    assert_eq!(read_parquet(&bytes, "no-rows").metadata().num_row_groups(), 0);
    let bare = Table { columns: vec![], ..odd_table() };
    read_parquet(&report::parquet(&bare, &origin()).unwrap(), "no-columns");
}

#[test]
fn what_parquet_cannot_count_is_said() {
    let mut table = odd_table();
    table.rows[0][1] = Cell::Count(u64::MAX);
    let refused = report::parquet(&table, &origin()).unwrap_err().to_string();
    assert_eq!(
        refused,
        "column games holds 18446744073709551615, which is more than a Parquet file can count"
    );
}
