//! Bringing numbers in: files of matrices, read and mapped to the weights and inputs of an experiment.

pub mod csv;
mod names;
mod plan;
mod source;

pub use plan::{Choice, How, Plan, Row, Unused, Verdict};
pub use source::{ENDINGS, Offered, Source, endings};

use std::path::PathBuf;

use super::matrix_file::MatrixFileError;
use super::system_error::SystemError;
use crate::graph::{Shape, Site};

/// Why numbers were not brought in.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// A file of matrices that cannot be read.
    #[error(transparent)]
    Matrices(#[from] MatrixFileError),
    /// A text that is no table of numbers.
    #[error("{}: {error}", path.display())]
    Csv {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: csv::CsvError,
    },
    /// The system refused.
    #[error("{} cannot be read: {}", path.display(), SystemError::of_reading(error))]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
    /// A file whose name ends otherwise.
    #[error("{}: numbers are read from files that end in {}", path.display(), endings())]
    NoKind {
        /// The file.
        path: PathBuf,
    },
    /// A name that the file does not have.
    #[error("the file has no matrix {0:?}")]
    NoEntry(String),
    /// A place that the model does not have.
    #[error("the model has no weight and no input at {0}")]
    NoPlace(Site),
    /// Shapes that do not fit, neither as they are nor transposed.
    #[error("{entry:?} is {got}, but {site} is {expected}")]
    Shape {
        /// The matrix.
        entry: String,
        /// Its shape.
        got: Shape,
        /// Where it was to go.
        site: Site,
        /// The shape there.
        expected: Shape,
    },
}

#[cfg(test)]
mod tests;
