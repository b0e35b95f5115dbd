//! Matrices as they stand in an experiment: a list of rows.

use std::fmt;

use ndarray::Array2;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::graph::{Shape, same_number};

/// A matrix given by its rows, `[[1, 2], [3, 4]]`.
#[derive(Clone, Debug, Default)]
pub struct Table(pub Array2<f64>);

impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.0.dim() == other.0.dim() && self.0.iter().zip(&other.0).all(|(&a, &b)| same_number(a, b))
    }
}

impl Table {
    /// Rows × columns.
    pub fn shape(&self) -> Shape {
        Shape::new(self.0.nrows(), self.0.ncols())
    }

    /// The matrix of these rows.
    ///
    /// # Errors
    /// A row that is longer or shorter than the first, named with both lengths.
    pub fn from_rows(rows: Vec<Vec<f64>>) -> Result<Self, RaggedRow> {
        let columns = rows.first().map_or(0, Vec::len);
        let count = rows.len();
        if let Some((row, cells)) = rows.iter().enumerate().find(|(_, cells)| cells.len() != columns) {
            return Err(RaggedRow { row, got: cells.len(), expected: columns });
        }
        let cells: Vec<f64> = rows.into_iter().flatten().collect();
        Ok(Self(Array2::from_shape_vec((count, columns), cells).unwrap_or_default()))
    }

    /// The rows.
    pub fn rows(&self) -> Vec<Vec<f64>> {
        self.0.rows().into_iter().map(|row| row.to_vec()).collect()
    }
}

/// A row of another length than the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row} has {got} numbers, but row 0 has {expected}")]
pub struct RaggedRow {
    /// Which row, from 0.
    pub row: usize,
    /// Its length.
    pub got: usize,
    /// The length of the first.
    pub expected: usize,
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rows().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Rows;

        impl<'de> Visitor<'de> for Rows {
            type Value = Table;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a matrix: a list of rows of numbers")
            }

            /// Rows are compared as they are read, so that an error stands at the line of the row.
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Table, A::Error> {
                let mut rows: Vec<Vec<f64>> = Vec::new();
                while let Some(row) = list.next_element::<Vec<f64>>()? {
                    if let Some(first) = rows.first().filter(|first| first.len() != row.len()) {
                        return Err(A::Error::custom(RaggedRow { row: rows.len(), got: row.len(), expected: first.len() }));
                    }
                    rows.push(row);
                }
                Table::from_rows(rows).map_err(A::Error::custom)
            }
        }

        deserializer.deserialize_seq(Rows)
    }
}
