//! What the engine answers, and how that is held against what is expected.

use std::collections::BTreeMap;
use std::fmt;

use ndarray::{Array2, Dimension};
use transformer_lab::graph::Element;

use super::manifest::{Result, Tolerance};
use super::tensor::Tensor;

/// The answers of a case by the names of the expected tensors.
#[derive(Default)]
pub struct Answers(BTreeMap<String, Answer>);

/// Entries in row-major order.
enum Answer {
    /// With the length of the last axis, where there is one.
    Numbers {
        columns: Option<usize>,
        entries: Vec<f64>,
    },
    Wholes(Vec<usize>),
}

impl Answers {
    /// Adds rows below those that the name already has: the next head, the next sequence of a batch.
    pub fn add<T: Element>(&mut self, name: &str, rows: &Array2<T>) {
        let start = || Answer::Numbers { columns: Some(rows.ncols()), entries: Vec::new() };
        if let Answer::Numbers { entries, .. } = self.0.entry(name.to_owned()).or_insert_with(start) {
            entries.extend(rows.iter().map(|number| number.wide()));
        }
    }

    /// Adds a tensor of this shape.
    pub fn add_tensor(&mut self, name: &str, shape: &[usize], entries: Vec<f64>) {
        self.0.insert(name.to_owned(), Answer::Numbers { columns: shape.last().copied(), entries });
    }

    /// Adds a column of numbers, one for each row: \[rows\].
    pub fn add_column(&mut self, name: &str, column: Vec<f64>) {
        self.add_tensor(name, &[column.len()], column);
    }

    /// Adds one number.
    pub fn add_number(&mut self, name: &str, number: f64) {
        self.add_tensor(name, &[], vec![number]);
    }

    /// Adds whole numbers.
    pub fn add_wholes(&mut self, name: &str, entries: Vec<usize>) {
        self.0.insert(name.to_owned(), Answer::Wholes(entries));
    }

    /// Holds the answer of a name against what is expected. An error where there is no answer, or one of another shape.
    pub fn compare(&self, name: &str, expected: &Tensor, tolerance: Tolerance) -> Result<Comparison> {
        let answer = self.0.get(name).ok_or("this test has no answer to it")?;
        let mut comparison = Comparison::default();
        match (answer, expected) {
            (Answer::Numbers { columns, entries }, Tensor::Floats(expected)) => {
                if entries.len() != expected.len() || expected.shape().last() != columns.as_ref() {
                    let rows = columns.map_or_else(String::new, |columns| format!(" in rows of {columns}"));
                    return Err(format!("{} numbers{rows}, expected {:?}", entries.len(), expected.shape()));
                }
                for ((index, &expected), &got) in expected.indexed_iter().zip(entries) {
                    comparison.number(index.slice(), expected, got, tolerance);
                }
            }
            (Answer::Wholes(entries), Tensor::Wholes(expected)) => {
                if entries.len() != expected.len() {
                    return Err(format!("{} whole numbers, expected {:?}", entries.len(), expected.shape()));
                }
                for ((index, expected), got) in expected.indexed_iter().zip(entries) {
                    comparison.entry(index.slice(), expected, got, usize::try_from(*expected).ok() == Some(*got));
                }
            }
            _ => return Err("the answer has entries of another type".to_owned()),
        }
        Ok(comparison)
    }
}

/// The outcome of one comparison, or of several.
#[derive(Default)]
pub struct Comparison {
    /// Entries compared.
    pub entries: usize,
    /// The largest |got − expected| / max(1, |expected|) among finite numbers.
    pub worst: f64,
    /// Entries that differ, and the first of them.
    pub differing: usize,
    pub first: Option<Difference>,
}

/// One entry that is not as expected.
pub struct Difference {
    index: Vec<usize>,
    expected: String,
    got: String,
}

impl Comparison {
    fn number(&mut self, index: &[usize], expected: f64, got: f64, tolerance: Tolerance) {
        let distance = (got - expected).abs();
        let alike = (expected.is_nan() && got.is_nan()) || got.to_bits() == expected.to_bits();
        let same = alike || (expected.is_finite() && distance <= tolerance.abs + tolerance.rel * expected.abs());
        if expected.is_finite() && got.is_finite() {
            self.worst = self.worst.max(distance / expected.abs().max(1.0));
        }
        self.entry(index, &format_args!("{expected:e}"), &format_args!("{got:e}"), same);
    }

    fn entry(&mut self, index: &[usize], expected: &dyn fmt::Display, got: &dyn fmt::Display, same: bool) {
        self.entries += 1;
        if !same {
            self.differing += 1;
            let difference = || Difference { index: index.to_vec(), expected: expected.to_string(), got: got.to_string() };
            self.first.get_or_insert_with(difference);
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {:?} expected {}, got {}", self.index, self.expected, self.got)
    }
}
