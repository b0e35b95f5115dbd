//! What can be wrong with a file of matrices.

use std::io;
use std::path::PathBuf;

use crate::experiment::SystemError;

/// What went wrong, and with which file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct MatrixFileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with a file of matrices.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The system refused.
    #[error("cannot be read: {}", SystemError::of_reading(.0))]
    CannotRead(io::Error),
    /// The system refused.
    #[error("cannot be written: {}", SystemError::of_writing(.0))]
    CannotWrite(#[from] io::Error),
    /// The name has another ending.
    #[error("matrices are read from files that end in .npz, .npy or .safetensors")]
    NoKindToRead,
    /// The name has another ending.
    #[error("matrices are written to files that end in .npz, .safetensors or .json")]
    NoKindToWrite,
    /// The bytes do not follow the format that the name promises.
    #[error("is no valid {format} file: {reason}")]
    Format {
        /// The format.
        format: &'static str,
        /// The first thing that does not fit.
        reason: String,
    },
    /// One array of an archive does not follow its format.
    #[error("the entry {entry:?} is no valid .npy array: {reason}")]
    EntryFormat {
        /// Its name.
        entry: String,
        /// The first thing that does not fit.
        reason: String,
    },
    /// A matrix was asked for that is not there.
    #[error("has no entry {entry:?}; it has {}", list(known))]
    NoEntry {
        /// The name asked for.
        entry: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// More than rows and columns.
    #[error("the entry {entry:?} has the shape {shape:?}, but a matrix has at most two dimensions")]
    Dimensions {
        /// Its name.
        entry: String,
        /// Its shape.
        shape: Vec<usize>,
    },
    /// Not numbers, or numbers of an unknown kind.
    #[error("the entry {entry:?} has elements of type {found}, but f16, bf16, f32, f64, bool or an integer type was expected")]
    ElementType {
        /// Its name.
        entry: String,
        /// The type as the file writes it.
        found: String,
    },
    /// Shape and data do not agree.
    #[error("the entry {entry:?} of shape {shape:?} has {found} bytes of data, which is not what its shape and type take")]
    DataSize {
        /// Its name.
        entry: String,
        /// Its shape.
        shape: Vec<usize>,
        /// Bytes found.
        found: usize,
    },
    /// An integer beyond 2⁵³ that lies between two f64.
    #[error("the entry {entry:?} holds the integer {value}, which f64 cannot hold exactly")]
    Inexact {
        /// Its name.
        entry: String,
        /// The integer.
        value: String,
    },
    /// Two matrices to be written have the same name.
    #[error("two matrices have the name {entry:?}; names must differ")]
    DuplicateName {
        /// The name.
        entry: String,
    },
    /// The format uses the name for itself.
    #[error("no matrix can have the name {entry:?}, which the format keeps for itself")]
    ReservedName {
        /// The name.
        entry: String,
    },
}

/// A few of many names, for a message.
fn list(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("{name:?}")).collect();
    match names.len() {
        0 => "none".to_owned(),
        count if count > SHOWN => format!("{} and {} more", shown.join(", "), count - SHOWN),
        _ => shown.join(", "),
    }
}
