//! Matrices without brackets: a line is a row.

use super::number::{Decimal, number};
use super::{PasteError, quoted};

/// What stands between two numbers of a line. It is the same in all lines: the first of these that occurs at all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    Tab,
    Semicolon,
    Comma,
    Space,
}

impl Separator {
    fn of(text: &str) -> Self {
        let kinds = [('\t', Self::Tab), (';', Self::Semicolon), (',', Self::Comma)];
        kinds.into_iter().find(|&(sign, _)| text.contains(sign)).map_or(Self::Space, |(_, kind)| kind)
    }

    fn split(self, line: &str) -> Vec<&str> {
        let sign = match self {
            Self::Tab => '\t',
            Self::Semicolon => ';',
            Self::Comma => ',',
            Self::Space => return line.split_whitespace().collect(),
        };
        separated(line, sign)
    }
}

/// The fields between separators. One more separator at the end of a row begins no further field.
pub fn separated(row: &str, sign: char) -> Vec<&str> {
    let mut fields: Vec<&str> = row.split(sign).map(str::trim).collect();
    if fields.len() > 1 && fields.last().is_some_and(|last| last.is_empty()) {
        fields.pop();
    }
    fields
}

/// The numbers of a row, which is counted from 1.
pub fn numbers(row: usize, fields: &[&str], decimal: Decimal) -> Result<Vec<f64>, PasteError> {
    let read = |(index, field): (usize, &&str)| {
        if field.is_empty() {
            return Err(PasteError::Missing { row, number: index + 1 });
        }
        number(field, decimal).ok_or_else(|| PasteError::NotANumber { row, number: index + 1, text: quoted(field) })
    };
    fields.iter().enumerate().map(read).collect()
}

/// The rows of a text.
pub fn rows(text: &str) -> Result<Vec<Vec<f64>>, PasteError> {
    let separator = Separator::of(text);
    let rows: Vec<Vec<&str>> = text.lines().filter(|line| !line.is_empty()).map(|line| separator.split(line)).collect();
    let rows: Vec<Vec<&str>> = rows.into_iter().filter(|fields| !fields.is_empty() && fields != &[""]).collect();
    if rows.iter().flatten().any(|field| field.contains("...") || field.contains('…')) {
        return Err(PasteError::Abbreviated);
    }
    let decimal = decimal(separator, &rows)?;
    rows.iter().enumerate().map(|(index, fields)| numbers(index + 1, fields, decimal)).collect()
}

/// A comma is a decimal sign where it separates nothing, and where no number has a point: `1,234` beside `0.5` would be a guess.
fn decimal(separator: Separator, rows: &[Vec<&str>]) -> Result<Decimal, PasteError> {
    if !matches!(separator, Separator::Tab | Separator::Semicolon) {
        return Ok(Decimal::Point);
    }
    let mut fields = rows.iter().enumerate().flat_map(|(row, fields)| fields.iter().enumerate().map(move |(at, field)| (row, at, *field)));
    let Some((row, at, field)) = fields.find(|(_, _, field)| field.contains(',')) else { return Ok(Decimal::Point) };
    let has_point = |field: &str| field.contains('.') && number(field, Decimal::Point).is_some();
    if rows.iter().flatten().any(|field| has_point(field)) || field.contains('.') {
        return Err(PasteError::MixedDecimals { row: row + 1, number: at + 1, text: quoted(field) });
    }
    Ok(Decimal::Comma)
}
