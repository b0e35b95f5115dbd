//! Matrices as text: what people paste, and what they copy.
//!
//! | read | looks like |
//! |---|---|
//! | spreadsheets | lines of numbers between tabs; the decimal sign is a point or a comma |
//! | CSV | lines of numbers between commas, or between semicolons, where it may be a comma again |
//! | plain text | lines of numbers between spaces |
//! | Python lists and tuples, JSON | `[[1, 2], [3, 4]]` |
//! | `NumPy` | `array([[1., 2.], [3., 4.]], dtype=float32)`, and as `print` writes it: `[[1. 2.]` over ` [3. 4.]]` |
//! | `PyTorch`, JAX, `TensorFlow` | `tensor([[1., 2.], [3., 4.]], device='cuda:0')` and the like |
//! | MATLAB | `[1 2; 3 4]` |
//!
//! Numbers may be written in scientific notation, as `nan` or `inf`, with a true minus, or as `np.float64(0.5)`. What cannot be
//! understood in one way only is refused, with the row and the number where it stands, counted from 1.

mod brackets;
mod lines;
mod number;
#[cfg(test)]
mod tests;
mod write;

pub use write::{python_list, tab_separated};

use super::table::Table;

/// Why a text is not a matrix. Rows and numbers are counted from 1, as in a spreadsheet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasteError {
    /// Nothing to read.
    #[error("there is no number in it")]
    Empty,
    /// Rows of different lengths.
    #[error("row {row} has {}, row 1 has {expected}", counted(*got))]
    Ragged {
        /// The first row of another length than the first.
        row: usize,
        /// Its length.
        got: usize,
        /// The length of the first.
        expected: usize,
    },
    /// Something else where a number should be.
    #[error("row {row}, number {number}: «{text}» is not a number")]
    NotANumber {
        /// Row.
        row: usize,
        /// Place in the row.
        number: usize,
        /// What stands there.
        text: String,
    },
    /// Nothing where a number should be.
    #[error("row {row}, number {number} is empty")]
    Missing {
        /// Row.
        row: usize,
        /// Place in the row.
        number: usize,
    },
    /// Commas that would be decimal signs, beside points that are.
    #[error("row {row}, number {number}: «{text}» has a comma, but other numbers have a decimal point")]
    MixedDecimals {
        /// Row.
        row: usize,
        /// Place in the row.
        number: usize,
        /// What stands there.
        text: String,
    },
    /// Something beside the numbers that may change their meaning.
    #[error("«{text}» stands where only numbers, commas and brackets belong")]
    Stray {
        /// What.
        text: String,
    },
    /// A bracket without its partner.
    #[error("a «{0}» is not closed")]
    Unclosed(char),
    /// A matrix that was cut short when it was printed.
    #[error("it was printed in short, with «...» in the place of numbers; print all of it")]
    Abbreviated,
    /// More than one matrix.
    #[error("it holds {0} matrices; paste one of them")]
    Several(usize),
}

fn counted(count: usize) -> String {
    if count == 1 { "1 number".to_owned() } else { format!("{count} numbers") }
}

/// Reads a matrix in any of the forms above; a single row of numbers is a matrix of one row.
///
/// # Errors
/// The first thing that is not understood, and where it stands.
///
/// ```
/// use transformer_lab::experiment::matrix_text::parse;
/// let matrix = parse("array([[1., -2.5e-3],\n       [nan, inf]], dtype=float32)").unwrap();
/// assert_eq!(matrix.rows()[0], [1.0, -0.0025]);
/// assert_eq!(parse("1 2\n3 x").unwrap_err().to_string(), "row 2, number 2: «x» is not a number");
/// ```
pub fn parse(text: &str) -> Result<Table, PasteError> {
    let text = text.trim_matches(|c: char| matches!(c, ' ' | '\n' | '\r' | '\u{feff}'));
    let rows = if text.contains(['[', '{']) || text.starts_with('(') { brackets::rows(text)? } else { lines::rows(text)? };
    let expected = rows.first().map_or(0, Vec::len);
    if expected == 0 {
        return Err(PasteError::Empty);
    }
    if let Some((index, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != expected) {
        return Err(PasteError::Ragged { row: index + 1, got: row.len(), expected });
    }
    Table::from_rows(rows).map_err(|_| PasteError::Empty)
}

/// Text of the user in an error, not too long for a sentence.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 24;
    let plain = text.trim();
    match plain.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &plain[..end]),
        None => plain.to_owned(),
    }
}
