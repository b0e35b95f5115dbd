//! Tables of numbers as text: what spreadsheets, pandas and `numpy.savetxt` write.
//!
//! Found out from the text: the separator (comma, semicolon, tab or spaces), the decimal comma (only beside another separator), a
//! row of names, a column of names, quotes, a byte-order mark, either line end, UTF-16.

use ndarray::Array2;

/// A table of numbers, with the names that stood beside them.
#[derive(Clone, Debug, PartialEq)]
pub struct CsvTable {
    /// The numbers.
    pub values: Array2<f64>,
    /// Names of the columns; none where there were none.
    pub columns: Vec<String>,
    /// Names of the rows; none where there were none.
    pub rows: Vec<String>,
}

/// Why a text is no table of numbers. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CsvError {
    /// Nothing there.
    #[error("no numbers are in it")]
    Empty,
    /// A line of another length than the first.
    #[error("line {line} has {got} {}, but the lines before it have {expected}", if *got == 1 { "cell" } else { "cells" })]
    Ragged {
        /// Which.
        line: usize,
        /// Its cells.
        got: usize,
        /// Those of the first.
        expected: usize,
    },
    /// A cell that is no number.
    #[error("line {line}, column {column}: \"{cell}\" is not a number")]
    NotANumber {
        /// Which line.
        line: usize,
        /// Which column, from 1.
        column: usize,
        /// What stands there.
        cell: String,
    },
    /// A quote that is never closed.
    #[error("the quote opened in line {0} is not closed")]
    OpenQuote(usize),
}

/// Reads the bytes of a file.
///
/// # Errors
/// The first place that makes it no table of numbers.
///
/// ```
/// use ndarray::array;
/// use transformer_lab::experiment::import::csv;
///
/// let table = csv::read("\u{feff};d0;d1\r\nel;0,5;-1\r\ngato;2;0,25\r\n".as_bytes())?;
/// assert_eq!(table.values, array![[0.5, -1.0], [2.0, 0.25]]);
/// assert_eq!((table.columns, table.rows), (vec!["d0".to_owned(), "d1".to_owned()], vec!["el".to_owned(), "gato".to_owned()]));
/// # Ok::<(), csv::CsvError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<CsvTable, CsvError> {
    let text = decoded(bytes);
    // Excel may say its separator in a first line of its own.
    let (said, text, skipped) = match text.strip_prefix("sep=") {
        Some(rest) => (rest.chars().next(), rest.split_once('\n').map_or("", |(_, rest)| rest), 1),
        None => (None, text.as_str(), 0),
    };
    let separator = said.map_or_else(|| Separator::of(text), Separator::Sign);
    let lines = cells(text, separator, skipped)?;
    let Some((first_line, first)) = lines.first() else { return Err(CsvError::Empty) };
    let width = first.len();
    if let Some((line, row)) = lines.iter().find(|(_, row)| row.len() != width) {
        return Err(CsvError::Ragged { line: *line, got: row.len(), expected: width });
    }
    let decimal_comma = separator != Separator::Sign(',');
    let number = |cell: &str| number(cell, decimal_comma);
    let is_name = |cell: &String| number(cell).is_none();
    // A table with names in both directions begins with an empty corner, or one with a name of its own.
    let corner = first[0].is_empty() && lines.len() > 1 && width > 1;
    let has_header = corner || (lines.len() > 1 && first.iter().skip(usize::from(width > 1)).all(is_name));
    let body = &lines[usize::from(has_header)..];
    let has_labels = width > 1 && (corner || body.iter().all(|(_, row)| is_name(&row[0])));
    let skip = usize::from(has_labels);
    let mut values = Vec::with_capacity(body.len() * (width - skip));
    for (line, row) in body {
        for (column, cell) in row.iter().enumerate().skip(skip) {
            let value = number(cell).ok_or_else(|| CsvError::NotANumber { line: *line, column: column + 1, cell: cell.clone() })?;
            values.push(value);
        }
    }
    let shape = (body.len(), width - skip);
    let ragged = CsvError::Ragged { line: *first_line, got: width, expected: width };
    Ok(CsvTable {
        values: Array2::from_shape_vec(shape, values).map_err(|_| ragged)?,
        columns: if has_header { first[skip..].to_vec() } else { Vec::new() },
        rows: if has_labels { body.iter().map(|(_, row)| row[0].clone()).collect() } else { Vec::new() },
    })
}

/// What stands between the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Separator {
    Sign(char),
    Spaces,
}

impl Separator {
    /// The strongest sign that is there: a tab or a semicolon stands in no number, a comma may.
    fn of(text: &str) -> Self {
        let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        match ['\t', ';', ','].into_iter().find(|&sign| line.contains(sign)) {
            Some(',') if decimals_apart_by_spaces(line) => Self::Spaces,
            Some(sign) => Self::Sign(sign),
            None => Self::Spaces,
        }
    }
}

/// `1,5 2,25`: the comma is that of the decimals, and never followed by a space.
fn decimals_apart_by_spaces(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.len() > 1 && words.iter().all(|word| word.matches(',').count() <= 1 && number(word, true).is_some())
}

fn decoded(bytes: &[u8]) -> String {
    let wide = |order: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].as_chunks().0.iter().map(|&pair| order(pair)).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xFF, 0xFE, ..] => wide(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => wide(u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// The cells of each line that has any, with its number.
fn cells(text: &str, separator: Separator, skipped: usize) -> Result<Vec<(usize, Vec<String>)>, CsvError> {
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1 + skipped;
        // numpy.savetxt writes its header as a comment.
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let row = match separator {
            Separator::Spaces => line.split_whitespace().map(str::to_owned).collect(),
            Separator::Sign(sign) => split(line, sign).ok_or(CsvError::OpenQuote(number))?,
        };
        lines.push((number, row));
    }
    Ok(lines)
}

/// The cells of a line; `None` where a quote stays open.
fn split(line: &str, separator: char) -> Option<Vec<String>> {
    let mut row = vec![String::new()];
    let mut quoted = false;
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' if quoted && signs.peek() == Some(&'"') => {
                signs.next();
                row.last_mut()?.push('"');
            }
            '"' => quoted = !quoted,
            sign if sign == separator && !quoted => row.push(String::new()),
            sign => row.last_mut()?.push(sign),
        }
    }
    (!quoted).then(|| row.iter().map(|cell| cell.trim().to_owned()).collect())
}

fn number(cell: &str, decimal_comma: bool) -> Option<f64> {
    let cell = cell.trim().replace('\u{2212}', "-");
    match cell.as_str() {
        "∞" => return Some(f64::INFINITY),
        "-∞" => return Some(f64::NEG_INFINITY),
        _ => {}
    }
    let point = decimal_comma && cell.matches(',').count() == 1 && !cell.contains('.');
    if point { cell.replace(',', ".").parse().ok() } else { cell.parse().ok() }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    fn values(text: &str) -> Array2<f64> {
        read(text.as_bytes()).unwrap().values
    }

    #[test]
    fn every_separator_with_its_decimal_sign() {
        let expected = array![[1.5, -2.0], [0.25, 1e-3]];
        for text in [
            "1.5,-2\n0.25,1e-3\n",
            "1,5;-2\n0,25;1e-3",
            "1.5;-2\r\n0.25;0.001\r\n",
            "1,5\t-2\n0,25\t0,001",
            "1.5 -2.0\n0.25   1e-3\n",
            "1,5 -2\n0,25 0,001\n",
            "\"1,5\";\"-2\"\n\"0,25\";\"0,001\"\n",
            "sep=;\n1,5;\u{2212}2\n0,25;0,001\n",
            "# made by numpy\n1.500000000000000000e+00 -2.0e+00\n\n2.5e-01 1.0e-03\n",
        ] {
            assert_eq!(values(text), expected, "{text:?}");
        }
    }

    #[test]
    fn names_beside_the_numbers() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let pandas = read(b",0,1\n0,1.5,2\n1,3,4\n").unwrap();
        assert_eq!((pandas.values, pandas.columns), (array![[1.5, 2.0], [3.0, 4.0]], names(&["0", "1"])));
        let header = read(b"d0,d1\n1,2\n").unwrap();
        assert_eq!((header.values, header.columns, header.rows), (array![[1.0, 2.0]], names(&["d0", "d1"]), vec![]));
        let corner = read("token;d0;d1\n\"el; la\";1;2\n\"\"\"gato\"\"\";3;4\n".as_bytes()).unwrap();
        assert_eq!((corner.values, corner.rows), (array![[1.0, 2.0], [3.0, 4.0]], names(&["el; la", "\"gato\""])));
        let labels = read(b"a,1\nb,2\n").unwrap();
        assert_eq!((labels.values, labels.rows, labels.columns), (array![[1.0], [2.0]], names(&["a", "b"]), vec![]));
    }

    #[test]
    fn what_is_no_number_is_named_with_its_place() {
        assert_eq!(read(b"1,2\n3,x\n"), Err(CsvError::NotANumber { line: 2, column: 2, cell: "x".into() }));
        assert_eq!(read(b"1,2\n\n3\n"), Err(CsvError::Ragged { line: 3, got: 1, expected: 2 }));
        assert_eq!(read(b"1,\"2\n"), Err(CsvError::OpenQuote(1)));
        assert_eq!(read(b" \n"), Err(CsvError::Empty));
        assert_eq!(read(b"1;2\n1.000,5;2\n"), Err(CsvError::NotANumber { line: 2, column: 1, cell: "1.000,5".into() }));
    }

    #[test]
    fn what_is_not_finite_and_wide_letters() {
        let read = values("nan,inf\n-inf,0\n");
        assert!(read[(0, 0)].is_nan());
        assert_eq!((read[(0, 1)], read[(1, 0)]), (f64::INFINITY, f64::NEG_INFINITY));
        let wide: Vec<u8> = "\u{feff}1,5\t2\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(super::read(&wide).unwrap().values, array![[1.5, 2.0]]);
    }
}
