//! Matrices in files: what `NumPy` and `safetensors` write is read, and what they read is written.
//!
//! | file | read | written | |
//! |---|---|---|---|
//! | `.npz` | yes | yes | NumPy's archive of named arrays, compressed or not |
//! | `.npy` | yes | | a single array, which takes the name of the file |
//! | `.safetensors` | yes | yes | |
//! | `.json` | | yes | an object of names and lists of rows, see [`write`] |
//!
//! Everything is read into `f64`, in which every element of the types f16, bf16, f32, f64, bool and of integers up to 32 bits
//! has its exact value; a 64-bit integer that has none is an error. An array without dimensions becomes a 1 × 1 matrix, one
//! with a single dimension a matrix of one row, and more than two dimensions are an error.

mod element;
mod error;
mod json;
mod npy;
mod safetensors;

use std::collections::HashSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use ndarray::{Array2, CowArray, Ix2, ShapeBuilder};

use self::element::Encoding;
pub use self::error::{MatrixFileError, Problem};
use super::atomic_file;

/// One matrix of a file. For several, open the [`MatrixFile`] once.
///
/// # Errors
/// As [`MatrixFile::open`] and [`MatrixFile::matrix`].
pub fn read(path: &Path, name: &str) -> Result<Array2<f64>, MatrixFileError> {
    MatrixFile::open(path)?.matrix(name)
}

/// A file of named matrices, read into memory. The matrices are decoded when they are asked for.
#[derive(Debug, Clone)]
pub struct MatrixFile {
    path: PathBuf,
    bytes: Vec<u8>,
    entries: Vec<Entry>,
}

/// What a file says about one of its arrays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its dimensions, of any number.
    pub shape: Vec<usize>,
    /// The type of its elements as the file writes it, such as `<f4` or `F32`.
    pub element_type: String,
    /// `None`: a type that is not read.
    encoding: Option<Encoding>,
    column_major: bool,
    /// Where its elements are in the bytes of the file.
    data: Range<usize>,
}

impl MatrixFile {
    /// Reads a file by the ending of its name.
    ///
    /// # Errors
    /// The file cannot be read or does not follow its format. An entry that is no matrix is no error before it is asked for.
    pub fn open(path: &Path) -> Result<Self, MatrixFileError> {
        let in_file = |problem| MatrixFileError { path: path.to_owned(), problem };
        let read = match extension(path).as_str() {
            "npz" => npy::read_archive,
            "npy" => npy::read_single,
            "safetensors" => safetensors::read,
            _ => return Err(in_file(Problem::NoKindToRead)),
        };
        let bytes = fs::read(path).map_err(|error| in_file(Problem::CannotRead(error)))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let (bytes, entries) = read(bytes, &stem).map_err(in_file)?;
        Ok(Self { path: path.to_owned(), bytes, entries })
    }

    /// What is in the file, in its order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// One matrix.
    ///
    /// # Errors
    /// There is no such entry, or it is not a matrix of numbers; the message says what was found.
    pub fn matrix(&self, name: &str) -> Result<Array2<f64>, MatrixFileError> {
        let known = || self.entries.iter().map(|entry| entry.name.clone()).collect();
        let entry = self.entries.iter().find(|entry| entry.name == name);
        entry
            .ok_or_else(|| Problem::NoEntry { entry: name.to_owned(), known: known() })
            .and_then(|entry| entry.matrix(&self.bytes))
            .map_err(|problem| MatrixFileError { path: self.path.clone(), problem })
    }

    /// All matrices with their names, in the order of the file.
    ///
    /// # Errors
    /// The first entry that is not a matrix of numbers.
    pub fn matrices(&self) -> Result<Vec<(String, Array2<f64>)>, MatrixFileError> {
        self.entries.iter().map(|entry| Ok((entry.name.clone(), self.matrix(&entry.name)?))).collect()
    }
}

impl Entry {
    fn matrix(&self, bytes: &[u8]) -> Result<Array2<f64>, Problem> {
        let entry = || self.name.clone();
        let (rows, columns) = match *self.shape {
            [] => (1, 1),
            [columns] => (1, columns),
            [rows, columns] => (rows, columns),
            _ => return Err(Problem::Dimensions { entry: entry(), shape: self.shape.clone() }),
        };
        let encoding = self.encoding.ok_or_else(|| Problem::ElementType { entry: entry(), found: self.element_type.clone() })?;
        let data = &bytes[self.data.clone()];
        let wrong_size = || Problem::DataSize { entry: entry(), shape: self.shape.clone(), found: data.len() };
        let expected = rows.checked_mul(columns).and_then(|count| count.checked_mul(encoding.size()));
        if expected != Some(data.len()) {
            return Err(wrong_size());
        }
        let values = encoding.decode(data).map_err(|value| Problem::Inexact { entry: entry(), value })?;
        let shape = (rows, columns).set_f(self.column_major);
        let matrix = Array2::from_shape_vec(shape, values).map_err(|_| wrong_size())?;
        Ok(if matrix.is_standard_layout() { matrix } else { matrix.as_standard_layout().into_owned() })
    }
}

/// In which precision a matrix is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// 32 bits: the nearest f32, infinite where f32 does not reach.
    F32,
    /// 64 bits: every value as it is.
    F64,
}

/// A matrix to be written.
#[derive(Debug, Clone)]
pub struct NamedMatrix<'a> {
    /// Its name in the file.
    pub name: String,
    /// Its values, borrowed or owned.
    pub values: CowArray<'a, f64, Ix2>,
    /// Its precision in the file.
    pub precision: Precision,
}

/// Writes matrices to a `.npz`, `.safetensors` or `.json` file, which is replaced as a whole or not at all.
///
/// A JSON file is an object with one member for each matrix, in their order: a list of rows, each a list of numbers and each a
/// line of the file. A number has as many digits as it takes to read the same f32 or f64 again. JSON has no numbers that are not
/// finite; they are written as the strings `"NaN"`, `"inf"` and `"-inf"`, which Python's `float` and NumPy's
/// `array(…, dtype=float)` understand.
///
/// # Errors
/// Another ending of the name, two matrices of the same name, or a file that cannot be written.
///
/// ```
/// use ndarray::array;
/// use transformer_lab::experiment::matrix_file::{self, MatrixFile, NamedMatrix, Precision};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("weights.npz");
/// let w_q = array![[1.0, 0.5], [0.0, -2.0]];
/// let matrix = NamedMatrix { name: "w_q".to_owned(), values: w_q.view().into(), precision: Precision::F32 };
/// matrix_file::write(&path, &[matrix])?;
/// assert_eq!(MatrixFile::open(&path)?.matrix("w_q")?, w_q);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn write(path: &Path, matrices: &[NamedMatrix<'_>]) -> Result<(), MatrixFileError> {
    write_by_ending(path, matrices).map_err(|problem| MatrixFileError { path: path.to_owned(), problem })
}

fn write_by_ending(path: &Path, matrices: &[NamedMatrix<'_>]) -> Result<(), Problem> {
    let mut names = HashSet::new();
    if let Some(twice) = matrices.iter().find(|matrix| !names.insert(matrix.name.as_str())) {
        return Err(Problem::DuplicateName { entry: twice.name.clone() });
    }
    match extension(path).as_str() {
        "npz" => atomic_file::write_with(path, |file| npy::write_archive(file, matrices)),
        "safetensors" => atomic_file::write_with(path, |file| safetensors::write(file, matrices)),
        "json" => atomic_file::write_with(path, |file| json::write(file, matrices)),
        _ => Err(Problem::NoKindToWrite),
    }
}

/// The ending of a file's name in lower case.
fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

/// The nearest f32.
#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is what was asked for")]
fn rounded(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests;
