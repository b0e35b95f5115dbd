//! A file that matrices are taken from.

use std::path::{Path, PathBuf};

use ndarray::Array2;

use super::{ImportError, csv};
use crate::experiment::matrix_file::MatrixFile;
use crate::graph::Shape;

/// A matrix that a file offers.
#[derive(Clone, Debug, PartialEq)]
pub struct Offered {
    /// Its name.
    pub name: String,
    /// Its shape, a single dimension being one row; or why it is no matrix.
    pub shape: Result<Shape, Vec<usize>>,
}

/// A file that matrices are taken from: `.npy`, `.npz`, `.safetensors`, or a table as text.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// What it offers, in its order.
    pub offered: Vec<Offered>,
    numbers: Numbers,
}

/// The ends of the names of files that numbers are read from.
pub const ENDINGS: [&str; 6] = ["npz", "npy", "safetensors", "csv", "tsv", "txt"];

/// These ends, one after the other, for a sentence.
pub fn endings() -> String {
    ENDINGS.map(|ending| format!(".{ending}")).join(", ")
}

#[derive(Clone, Debug)]
enum Numbers {
    File(MatrixFile),
    Table(Array2<f64>),
}

impl Source {
    /// Reads a file by the ending of its name; `.csv`, `.tsv` and `.txt` are tables, which take the name of the file.
    ///
    /// # Errors
    /// A file that cannot be read or does not follow its format.
    pub fn open(path: &Path) -> Result<Self, ImportError> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if ["csv", "tsv", "txt"].contains(&extension.as_str()) {
            let bytes = std::fs::read(path).map_err(|error| ImportError::Read { path: path.to_owned(), error })?;
            let table = csv::read(&bytes).map_err(|error| ImportError::Csv { path: path.to_owned(), error })?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            return Ok(Self::table(path.to_owned(), name, table.values));
        }
        if !ENDINGS.contains(&extension.as_str()) {
            return Err(ImportError::NoKind { path: path.to_owned() });
        }
        let file = MatrixFile::open(path)?;
        let offered = file.entries().iter().map(|entry| Offered { name: entry.name.clone(), shape: shape(&entry.shape) }).collect();
        Ok(Self { path: path.to_owned(), offered, numbers: Numbers::File(file) })
    }

    fn table(path: PathBuf, name: String, values: Array2<f64>) -> Self {
        let shape = Shape::new(values.nrows(), values.ncols());
        Self { path, offered: vec![Offered { name, shape: Ok(shape) }], numbers: Numbers::Table(values) }
    }

    /// Whether an experiment can name this file as the source of a weight.
    pub(super) fn can_be_named(&self) -> bool {
        matches!(self.numbers, Numbers::File(_))
    }

    /// One of the matrices.
    ///
    /// # Errors
    /// There is none of this name, or it is no matrix of numbers.
    pub fn matrix(&self, name: &str) -> Result<Array2<f64>, ImportError> {
        match &self.numbers {
            Numbers::File(file) => Ok(file.matrix(name)?),
            Numbers::Table(values) if self.offered.iter().any(|offered| offered.name == name) => Ok(values.clone()),
            Numbers::Table(_) => Err(ImportError::NoEntry(name.to_owned())),
        }
    }
}

fn shape(dimensions: &[usize]) -> Result<Shape, Vec<usize>> {
    match *dimensions {
        [] => Ok(Shape::new(1, 1)),
        [columns] => Ok(Shape::new(1, columns)),
        [rows, columns] => Ok(Shape::new(rows, columns)),
        _ => Err(dimensions.to_vec()),
    }
}
