//! Why something was not taken away.

use std::io;
use std::path::PathBuf;

use crate::experiment::SystemError;
use crate::experiment::matrix_file::MatrixFileError;

/// Why something was not taken away.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The system refused.
    #[error("{} cannot be written: {}", path.display(), SystemError::of_writing(error))]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A file of matrices that cannot be written.
    #[error(transparent)]
    Matrices(#[from] MatrixFileError),
    /// A script whose numbers do not fit into its text has to be a file, with another one beside it.
    #[error("the numbers of this experiment are too many for the text of a script; name a file, and they are written beside it")]
    NeedsFile,
    /// An ending that stands for nothing.
    #[error("{}: a matrix is written to files that end in {known}", path.display())]
    Ending {
        /// The file.
        path: PathBuf,
        /// The endings there are.
        known: String,
    },
}
