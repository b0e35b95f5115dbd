//! Matrices in brackets: lists of lists, and what programs print around them.

use super::lines::{numbers, separated};
use super::number::Decimal;
use super::{PasteError, quoted};

/// What makes an array and leaves its numbers as they are; another function would change them.
const CONSTRUCTORS: [&str; 14] = [
    "array",
    "asarray",
    "Array",
    "matrix",
    "Matrix",
    "tensor",
    "Tensor",
    "FloatTensor",
    "DoubleTensor",
    "constant",
    "Parameter",
    "DataFrame",
    "list",
    "Rows",
];

/// The rows of a text with brackets.
pub fn rows(text: &str) -> Result<Vec<Vec<f64>>, PasteError> {
    let kind = [('[', ']'), ('{', '}'), ('(', ')')].into_iter().find(|&(open, _)| text.contains(open));
    let (open, close) = kind.ok_or(PasteError::Empty)?;
    let start = text.find(open).unwrap_or_default();
    check_before(&text[..start])?;
    let lists = Lists::read(&text[start..], open, close)?;
    lists.matrix()?.iter().enumerate().map(|(index, row)| numbers(index + 1, &fields(row)?, Decimal::Point)).collect()
}

/// What stands before the first bracket: `W = np.array(`.
fn check_before(before: &str) -> Result<(), PasteError> {
    let stray = |text: &str| Err(PasteError::Stray { text: quoted(text) });
    if before.contains(['*', '/', '+', '-', '@']) {
        return stray(before);
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let name = |text: &str| text.trim_end().rsplit(|c| !is_name(c)).next().unwrap_or_default().to_owned();
    let calls = before.match_indices('(').map(|(at, _)| name(&before[..at]));
    if let Some(call) = calls.into_iter().find(|call| !call.is_empty() && !CONSTRUCTORS.contains(&call.as_str())) {
        return stray(&call);
    }
    let last = before.trim_end().chars().next_back();
    if last.is_none_or(|last| last.is_alphabetic() || matches!(last, '=' | '(' | ':')) { Ok(()) } else { stray(before) }
}

/// What stands after the last bracket: `, dtype=float32)`. A calculation would change the numbers.
fn check_after(after: &str) -> Result<(), PasteError> {
    let after = after.trim();
    let begins_well = after.is_empty() || after.starts_with([')', ',', '>', ';', '}']);
    let calculates = after.contains(['*', '/', '+', '@', '[']) || after.contains(").");
    if begins_well && !calculates { Ok(()) } else { Err(PasteError::Stray { text: quoted(after) }) }
}

/// Between two lists there are only separators.
fn check_between(between: &str) -> Result<(), PasteError> {
    let rest = between.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
    match rest {
        "" => Ok(()),
        _ if rest.contains("...") || rest.contains('…') => Err(PasteError::Abbreviated),
        _ => Err(PasteError::Stray { text: quoted(rest) }),
    }
}

/// The innermost lists of a text.
struct Lists<'t> {
    /// Each with how deep it lies.
    innermost: Vec<(usize, &'t str)>,
    /// How many lists there are at each depth.
    count: Vec<usize>,
}

impl<'t> Lists<'t> {
    /// Walks through `text`, which begins with a bracket. (It keeps a stack of its own, since brackets can be nested as deeply as
    /// one likes.)
    fn read(text: &'t str, open: char, close: char) -> Result<Self, PasteError> {
        let mut lists = Self { innermost: Vec::new(), count: vec![0] };
        // Whether each open list holds lists.
        let mut outer: Vec<bool> = Vec::new();
        let mut from = 0;
        for (at, bracket) in text.char_indices().filter(|&(_, c)| c == open || c == close) {
            let before = &text[from..at];
            if outer.is_empty() && check_between(before).is_err() {
                // A bracket of what is printed after the matrix.
                break;
            }
            if bracket == open {
                check_between(before)?;
                if let Some(holds_lists) = outer.last_mut() {
                    *holds_lists = true;
                }
                outer.push(false);
                if lists.count.len() <= outer.len() {
                    lists.count.push(0);
                }
                lists.count[outer.len()] += 1;
            } else {
                let depth = outer.len();
                match outer.pop() {
                    Some(true) => check_between(before)?,
                    Some(false) => lists.innermost.push((depth, before)),
                    None => break,
                }
            }
            from = at + bracket.len_utf8();
        }
        if !outer.is_empty() {
            return Err(PasteError::Unclosed(open));
        }
        check_after(&text[from..])?;
        Ok(lists)
    }

    /// The rows, where there is one matrix of them.
    fn matrix(&self) -> Result<Vec<&'t str>, PasteError> {
        let depth = self.innermost.first().map_or(0, |(depth, _)| *depth);
        let uneven = self.innermost.iter().find(|(other, _)| *other != depth);
        if let Some((_, text)) = uneven {
            return Err(PasteError::Stray { text: quoted(text) });
        }
        // Rows may also stand one after another without a list around them.
        let matrices = if depth < 2 { 1 } else { self.count.get(depth - 1).copied().unwrap_or(1) };
        if matrices > 1 {
            return Err(PasteError::Several(matrices));
        }
        let is_empty = |row: &str| row.trim().is_empty();
        if self.innermost.iter().all(|(_, text)| is_empty(text)) {
            return Err(PasteError::Empty);
        }
        // MATLAB ends rows with semicolons.
        let rows = self.innermost.iter().flat_map(|(_, text)| text.trim().trim_end_matches(';').split(';'));
        Ok(rows.collect())
    }
}

/// The numbers of a row, between commas or, where there is none, between spaces.
fn fields(row: &str) -> Result<Vec<&str>, PasteError> {
    let fields = if row.contains(',') { separated(row.trim(), ',') } else { row.split_whitespace().collect() };
    if fields.iter().any(|field| field.contains("...") || field.contains('…')) {
        return Err(PasteError::Abbreviated);
    }
    Ok(fields)
}
