//! Tables as Parquet.

use std::sync::Arc;

use ::parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use ::parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use ::parquet::schema::types::{Type, TypePtr};

use crate::field::{Field, Values, fields};
use crate::{Origin, Table};

/// Why a table does not go into a Parquet file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unwritable {
    /// A count is beyond what the format's whole numbers hold.
    #[error("column {column} holds {count}, which is more than a Parquet file can count")]
    TooMany {
        /// The column.
        column: String,
        /// The count.
        count: u64,
    },
    /// The library refused.
    #[error(transparent)]
    Refused(#[from] ParquetError),
}

/// A table as a Parquet file, every column optional and typed, with the origin in the file's metadata.
pub fn parquet(table: &Table, origin: &Origin) -> Result<Vec<u8>, Unwritable> {
    let fields = fields(table);
    let facts = origin
        .0
        .iter()
        .map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone()))
        .collect::<Vec<_>>();
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(facts))
        .build();
    let mut file = SerializedFileWriter::new(Vec::new(), schema(&fields)?, Arc::new(properties))?;
    if !table.rows.is_empty() && !fields.is_empty() {
        let mut rows = file.next_row_group()?;
        for field in &fields {
            if let Some(mut column) = rows.next_column()? {
                fill(&mut column, field)?;
                column.close()?;
            }
        }
        rows.close()?;
    }
    Ok(file.into_inner()?)
}

fn schema(fields: &[Field]) -> Result<TypePtr, ParquetError> {
    let columns = fields.iter().map(|field| {
        let (physical, logical) = match field.values {
            Values::Words(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Values::Whole(_) => (Physical::INT64, None),
            Values::Real(_) => (Physical::DOUBLE, None),
        };
        Type::primitive_type_builder(&field.name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build()
            .map(Arc::new)
    });
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(Type::group_type_builder("table").with_fields(columns).build()?))
}

/// Which cells are there (1) and which are not (0).
fn presence<T>(values: &[Option<T>]) -> Vec<i16> {
    values.iter().map(|value| i16::from(value.is_some())).collect()
}

fn fill(column: &mut SerializedColumnWriter, field: &Field) -> Result<(), Unwritable> {
    match &field.values {
        Values::Words(words) => {
            let known: Vec<ByteArray> = words.iter().flatten().map(|word| word.as_str().into()).collect();
            column.typed::<ByteArrayType>().write_batch(&known, Some(&presence(words)), None)?;
        }
        Values::Whole(counts) => {
            let whole = |count: &u64| {
                i64::try_from(*count)
                    .map_err(|_| Unwritable::TooMany { column: field.name.clone(), count: *count })
            };
            let known = counts.iter().flatten().map(whole).collect::<Result<Vec<_>, _>>()?;
            column.typed::<Int64Type>().write_batch(&known, Some(&presence(counts)), None)?;
        }
        Values::Real(numbers) => {
            let known: Vec<f64> = numbers.iter().flatten().copied().collect();
            column.typed::<DoubleType>().write_batch(&known, Some(&presence(numbers)), None)?;
        }
    }
    Ok(())
}
