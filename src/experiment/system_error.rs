//! What the system says of files, as sentences without its numbers.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::string::FromUtf8Error;

/// Why a file could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SystemError {
    /// Nothing of this name to read.
    #[error("there is no such file")]
    NoFile,
    /// Nowhere to write to.
    #[error("there is no such folder")]
    NoFolder,
    /// The user may not.
    #[error("the system does not permit it")]
    Forbidden,
    /// The file is protected from being written.
    #[error("the file is write-protected")]
    Protected,
    /// A folder where a file is needed.
    #[error("this is a folder, not a file")]
    Folder,
    /// No room left.
    #[error("there is no room left on the disk")]
    Full,
    /// Bytes that are no text.
    #[error("{0}")]
    NotText(#[from] NotText),
    /// Anything else, in the system's words.
    #[error("{0}")]
    Other(String),
}

impl SystemError {
    /// What kept a file from being read.
    pub fn of_reading(error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound => Self::NoFile,
            _ => Self::of(error),
        }
    }

    /// What kept a file from being written.
    pub fn of_writing(error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::NoFolder,
            _ => Self::of(error),
        }
    }

    fn of(error: &io::Error) -> Self {
        match (error.kind(), error.get_ref()) {
            (_, Some(inner)) if inner.is::<NotText>() => inner.downcast_ref().copied().map_or(Self::Forbidden, Self::NotText),
            (ErrorKind::PermissionDenied, Some(_)) => Self::Protected,
            (ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem, None) => Self::Forbidden,
            (ErrorKind::IsADirectory, _) => Self::Folder,
            (ErrorKind::StorageFull, _) => Self::Full,
            _ => {
                let words = error.to_string();
                Self::Other(words.split(" (os error").next().unwrap_or_default().to_owned())
            }
        }
    }
}

/// A file that holds something other than text, and where the text ends, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotText {
    /// Line.
    pub line: usize,
    /// Column, in characters.
    pub column: usize,
}

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column } = self;
        write!(f, "the file is not text (UTF-8): what stands in line {line}, column {column} is no character")
    }
}

impl std::error::Error for NotText {}

impl From<FromUtf8Error> for NotText {
    fn from(error: FromUtf8Error) -> Self {
        let good = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(&error.as_bytes()[..good]).into_owned();
        let column = text.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        Self { line: text.matches('\n').count() + 1, column }
    }
}

/// Reads a file as text; where it is none, the error says up to where it is.
///
/// # Errors
/// A file that cannot be read, or is no text.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(std::fs::read(path)?).map_err(|error| io::Error::new(ErrorKind::InvalidData, NotText::from(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_where_text_ends_is_told() {
        let error = String::from_utf8(b"(version: 1,\n ti\xff".to_vec()).unwrap_err();
        assert_eq!(NotText::from(error), NotText { line: 2, column: 4 });
    }

    #[test]
    fn no_numbers_of_the_system_are_told() {
        for number in 1..40 {
            let error = io::Error::from_raw_os_error(number);
            for told in [SystemError::of_reading(&error), SystemError::of_writing(&error)] {
                assert!(!told.to_string().is_empty() && !told.to_string().contains("os error"), "{error}: {told}");
            }
        }
        let missing = std::fs::read(Path::new("no/such/file.ron")).unwrap_err();
        assert_eq!(SystemError::of_reading(&missing).to_string(), "there is no such file");
        assert_eq!(SystemError::of_writing(&missing).to_string(), "there is no such folder");
    }
}
