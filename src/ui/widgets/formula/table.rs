//! The signs and formulas that are shipped as outlines: `assets/formulas`, where they are made.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../../../assets/formulas/formulas.txt");
const OUTLINES: &str = include_str!("../../../../assets/formulas/outlines.svg");

/// A sign or a whole formula. Lengths are in thousandths of an em; y grows downwards and is 0 on the baseline.
#[derive(Debug, Default)]
pub(super) struct Sign {
    /// Its place in the table.
    pub number: usize,
    /// The outline: the `d` of a path in SVG.
    pub outline: &'static str,
    /// How far the next sign stands from it.
    pub width: f32,
    /// How far a sign below it stands.
    pub index: f32,
    /// Where it begins and ends above and below the baseline.
    pub top: f32,
    pub bottom: f32,
    pub latex: &'static str,
    pub text: String,
}

impl PartialEq for Sign {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Hash for Sign {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

/// Where in a formula a sign is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// On the line.
    Line,
    /// Below another sign.
    Below,
    /// Above another sign.
    Above,
}

impl Place {
    /// What keys of signs at this place begin with.
    const fn mark(self) -> &'static str {
        match self {
            Self::Line => "",
            Self::Below => "_",
            Self::Above => "^",
        }
    }
}

/// What formulas that are typeset as a whole begin with.
pub(super) const WHOLE: char = '@';

struct Table {
    signs: HashMap<&'static str, Sign>,
    /// In characters.
    longest: usize,
}

static SIGNS: LazyLock<Table> = LazyLock::new(|| {
    let signs: HashMap<_, _> = rows().zip(symbols()).enumerate().filter_map(|(number, (row, symbol))| sign(number, &row, symbol)).collect();
    let longest = signs.keys().map(|key| key.chars().count()).max().unwrap_or(0);
    Table { signs, longest }
});

/// The sign of this key.
pub(super) fn find(key: &str) -> Option<&'static Sign> {
    SIGNS.signs.get(key)
}

/// The sign of the longest key that `notation` begins with, and how many bytes of it that is.
pub(super) fn longest(notation: &str, place: Place) -> Option<(&'static Sign, usize)> {
    let ends: Vec<usize> = notation.char_indices().map(|(start, letter)| start + letter.len_utf8()).take(SIGNS.longest).collect();
    ends.into_iter().rev().find_map(|end| Some((find(&format!("{}{}", place.mark(), &notation[..end]))?, end)))
}

/// All keys.
#[cfg(test)]
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    rows().map(|[key, ..]| key)
}

/// The lines of the table: key, Typst, LaTeX, plain text.
fn rows() -> impl Iterator<Item = [&'static str; 4]> {
    let written = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    written.filter_map(|line| line.split(" | ").map(str::trim).collect::<Vec<_>>().try_into().ok())
}

/// The symbols of the sheet, in the order of the table.
fn symbols() -> impl Iterator<Item = &'static str> {
    OUTLINES.lines().filter(|line| line.starts_with("<symbol "))
}

fn sign(number: usize, &[key, _, latex, text]: &[&'static str; 4], symbol: &'static str) -> Option<(&'static str, Sign)> {
    let length = |name| attribute(symbol, name)?.parse::<f32>().ok();
    let edges: Vec<f32> = attribute(symbol, " viewBox=")?.split(' ').filter_map(|edge| edge.parse().ok()).collect();
    let &[_, top, _, height] = edges.as_slice() else { return None };
    let sign = Sign {
        number,
        outline: attribute(symbol, " d=")?,
        width: length(" data-width=")?,
        index: length(" data-index=")?,
        top,
        bottom: top + height,
        latex,
        text: text.replace('␣', " "),
    };
    Some((key, sign))
}

/// The value of an attribute of a symbol.
fn attribute(symbol: &'static str, name: &str) -> Option<&'static str> {
    let value = symbol.split_once(name)?.1;
    value.strip_prefix('"')?.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the script writes for a key or a source, by the rules of XML.
    fn quoted(text: &str) -> String {
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        match (escaped.contains('"'), escaped.contains('\'')) {
            (true, true) => format!("\"{}\"", escaped.replace('"', "&quot;")),
            (true, false) => format!("'{escaped}'"),
            (false, _) => format!("\"{escaped}\""),
        }
    }

    #[test]
    fn every_line_of_the_table_has_its_outline() {
        let lines = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
        assert_eq!(rows().count(), lines, "a line has not four parts");
        assert_eq!(symbols().count(), lines, "run assets/formulas/make.py");
        for ([key, source, ..], symbol) in rows().zip(symbols()) {
            let told = format!(" data-key={} data-typst={} ", quoted(key), quoted(source));
            assert!(symbol.contains(&told), "{key} was changed after the outlines were made: run assets/formulas/make.py\n{symbol}");
            assert!(find(key).is_some(), "{key} cannot be read");
        }
        assert_eq!(SIGNS.signs.len(), lines, "a key stands twice");
    }

    #[test]
    fn every_sign_is_inked_and_has_its_other_forms() {
        for [key, ..] in rows() {
            let sign = find(key).unwrap();
            assert_eq!(sign.outline.is_empty(), key == "quad", "{key}");
            assert!(sign.width > 0.0 && sign.index > 0.0 && sign.bottom >= sign.top, "{key}: {sign:?}");
            assert!(!sign.latex.is_empty() && !sign.text.is_empty(), "{key}");
        }
    }

    #[test]
    fn the_longest_key_is_meant() {
        let key = |notation: &'static str, place| longest(notation, place).map(|(sign, length)| (sign.latex, &notation[..length]));
        assert_eq!(key("head_1", Place::Line), Some((r"\mathrm{head}", "head")));
        assert_eq!(key("h", Place::Line), Some(("h", "h")));
        assert_eq!(key("√d_k", Place::Line), Some((r"\sqrt{d_k}", "√d_k")));
        assert_eq!(key("ff}", Place::Below), Some((r"\text{ff}", "ff")));
        assert_eq!(key("T", Place::Above), Some((r"\mathrm{T}", "T")));
        assert_eq!(key("小", Place::Line), None);
    }
}
