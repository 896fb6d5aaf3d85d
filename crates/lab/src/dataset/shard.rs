//! One file of a dataset: some games, one after the other, as Parquet.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::parquet::basic::Compression;
use ::parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, FloatType, Int32Type, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use ::parquet::schema::parser::parse_message_type;

use crate::dataset::rows::{Lists, Rows};

/// The columns, as `docs/dataset.md` has them.
const SCHEMA: &str = "message decisions {
    required int64 game;
    required int32 decision;
    required int32 seat (INTEGER(8, true));
    required binary bot (STRING);
    required group observation (LIST) { repeated group list { required int32 element (INTEGER(16, true)); } }
    required group mask (LIST) { repeated group list { required boolean element; } }
    required group choices (LIST) { repeated group list {
        required group element (LIST) { repeated group list { required int32 element (INTEGER(16, true)); } } } }
    required group features (LIST) { repeated group list {
        required group element (LIST) { repeated group list { required int32 element (INTEGER(16, true)); } } } }
    required int32 taken;
    optional group visits (LIST) { repeated group list { required int32 element; } }
    optional group values (LIST) { repeated group list { optional float element; } }
    optional group outcome (LIST) { repeated group list { required float element; } }
}";
/// A row group is written when the games in it have this many rows.
const GROUP: usize = 4096;
/// So many rows of lists are handed over at once.
const BATCH: usize = 256;

/// Why a shard was not written.
pub(crate) struct Unwritten(pub(crate) String);

impl From<io::Error> for Unwritten {
    fn from(wrong: io::Error) -> Self {
        Self(wrong.to_string())
    }
}

impl From<ParquetError> for Unwritten {
    fn from(wrong: ParquetError) -> Self {
        Self(wrong.to_string())
    }
}

/// Writes a file under another name, and gives it its own when it is whole; says how many rows and bytes it has. `add`
/// adds the rows of the game of a number.
pub(crate) fn write(
    path: &Path,
    numbers: Range<u64>,
    names: &[String],
    facts: &[(&str, String)],
    add: impl FnMut(u64, &mut Rows) -> Result<(), Unwritten>,
) -> Result<(u64, u64), Unwritten> {
    let part = PathBuf::from(format!("{}.part", path.display()));
    let written = fill(&part, numbers, names, facts, add);
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    let counts = written?;
    fs::rename(&part, path)?;
    Ok(counts)
}

fn fill(
    part: &Path,
    numbers: Range<u64>,
    names: &[String],
    facts: &[(&str, String)],
    mut add: impl FnMut(u64, &mut Rows) -> Result<(), Unwritten>,
) -> Result<(u64, u64), Unwritten> {
    let facts = facts.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone()));
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(facts.collect()))
        .build();
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut file = SerializedFileWriter::new(BufWriter::new(File::create(part)?), schema, properties.into())?;
    let (mut rows, mut count) = (Rows::default(), 0);
    let last = numbers.end.saturating_sub(1);
    for number in numbers {
        add(number, &mut rows)?;
        if rows.count() >= GROUP || (number == last && rows.count() > 0) {
            count += rows.count() as u64;
            write_group(&mut file, &std::mem::take(&mut rows), names)?;
        }
    }
    let file = file.into_inner()?.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    Ok((count, file.metadata()?.len()))
}

/// Writes rows as one group, column by column as the schema has them.
fn write_group(
    file: &mut SerializedFileWriter<BufWriter<File>>,
    rows: &Rows,
    names: &[String],
) -> Result<(), ParquetError> {
    let mut group = file.next_row_group()?;
    let mut place = 0;
    while let Some(mut column) = group.next_column()? {
        match place {
            0 => plain::<Int64Type>(&mut column, &rows.game)?,
            1 => plain::<Int32Type>(&mut column, &rows.decision)?,
            2 => plain::<Int32Type>(&mut column, &rows.seat)?,
            3 => {
                let named: Vec<ByteArray> = rows.bot.iter().map(|bot| names[*bot].as_str().into()).collect();
                plain::<ByteArrayType>(&mut column, &named)?;
            }
            4 => lists::<Int32Type, _>(&mut column, &rows.observation, 0, |number| Some((*number).into()))?,
            5 => lists::<BoolType, _>(&mut column, &rows.mask, 0, |may| Some(*may))?,
            6 => nested(&mut column, &rows.tokens, &rows.choice_ends)?,
            7 => nested(&mut column, &rows.features, &rows.choice_ends)?,
            8 => plain::<Int32Type>(&mut column, &rows.taken)?,
            9 => lists::<Int32Type, _>(&mut column, &rows.visits, 1, |visits| Some(*visits))?,
            10 => lists::<FloatType, _>(&mut column, &rows.values, 2, |value| *value)?,
            _ => lists::<FloatType, _>(&mut column, &rows.outcome, 1, |share| Some(*share))?,
        }
        column.close()?;
        place += 1;
    }
    group.close()?;
    Ok(())
}

/// A column with one value a row.
fn plain<D: DataType>(column: &mut SerializedColumnWriter<'_>, values: &[D::T]) -> Result<(), ParquetError> {
    column.typed::<D>().write_batch(values, None, None)?;
    Ok(())
}

/// A column with one list a row. An empty list is null where the column may be; `optional` counts what may be null:
/// nothing, the list, or the list and its numbers.
fn lists<D: DataType, T>(
    column: &mut SerializedColumnWriter<'_>,
    lists: &Lists<T>,
    optional: i16,
    value: impl Fn(&T) -> Option<D::T>,
) -> Result<(), ParquetError> {
    let (mut values, mut there, mut begins) = (Vec::new(), Vec::new(), Vec::new());
    for rows in batches(lists.count()) {
        for row in rows {
            let list = lists.at(row);
            if list.is_empty() {
                there.push(0);
                begins.push(0);
            }
            for (place, number) in list.iter().enumerate() {
                let value = value(number);
                there.push(optional + i16::from(value.is_some()));
                values.extend(value);
                begins.push(i16::from(place > 0));
            }
        }
        column.typed::<D>().write_batch(&values, Some(&there), Some(&begins))?;
        values.clear();
        there.clear();
        begins.clear();
    }
    Ok(())
}

/// A column with some lists a row, none of them empty.
fn nested(
    column: &mut SerializedColumnWriter<'_>,
    lists: &Lists<i16>,
    ends: &[usize],
) -> Result<(), ParquetError> {
    let (mut values, mut there, mut begins) = (Vec::<i32>::new(), Vec::new(), Vec::new());
    let mut start = 0;
    for rows in batches(ends.len()) {
        for row in rows {
            for list in start..ends[row] {
                for (place, number) in lists.at(list).iter().enumerate() {
                    values.push((*number).into());
                    there.push(2);
                    begins.push(if place > 0 { 2 } else { i16::from(list > start) });
                }
            }
            start = ends[row];
        }
        column.typed::<Int32Type>().write_batch(&values, Some(&there), Some(&begins))?;
        values.clear();
        there.clear();
        begins.clear();
    }
    Ok(())
}

/// Rows in batches of some.
fn batches(rows: usize) -> impl Iterator<Item = Range<usize>> {
    (0..rows).step_by(BATCH).map(move |start| start..rows.min(start + BATCH))
}
