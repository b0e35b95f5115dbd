//! Which keys a query may see: kinds of masks, and their union.

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use crate::graph::Visibility;

/// One reason to hide keys from queries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mask {
    /// Query i sees the keys 0 … i.
    Causal,
    /// Keys that are padding tokens are hidden.
    Padding,
    /// These keys are hidden.
    Hidden(Vec<usize>),
    /// Query i sees the keys i − before … i + after.
    Window {
        /// How far back.
        before: usize,
        /// How far ahead.
        after: usize,
    },
    /// Drawn by hand: a row a query, a sign a key, `x` where the key is seen and `.` where it is hidden.
    Painted(Vec<String>),
}

/// The sign of a key that is seen in a painted mask.
pub const SEEN: char = 'x';
/// The sign of a key that is hidden in a painted mask.
pub const HIDDEN: char = '.';

/// The masks of the three kinds of attention. Each list is a union: a key is hidden when any of its masks hides it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Masks {
    /// The encoder's attention to itself; also that of an attention that stands alone.
    pub encoder_self: Vec<Mask>,
    /// The decoder's attention to itself.
    pub decoder_self: Vec<Mask>,
    /// The decoder's attention to the encoder.
    pub cross: Vec<Mask>,
}

impl Default for Masks {
    fn default() -> Self {
        Self { encoder_self: Vec::new(), decoder_self: vec![Mask::Causal], cross: Vec::new() }
    }
}

/// A mask that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaskError {
    /// The wrong number of rows.
    #[error("the painted mask has {got} rows, but there are {expected} queries")]
    Rows {
        /// Rows drawn.
        got: usize,
        /// Queries.
        expected: usize,
    },
    /// The wrong number of signs in a row.
    #[error("row {row} of the painted mask has {got} signs, but there are {expected} keys")]
    Columns {
        /// Which row, from 0.
        row: usize,
        /// Signs drawn.
        got: usize,
        /// Keys.
        expected: usize,
    },
    /// A sign that is neither seen nor hidden.
    #[error("row {row} of the painted mask holds \"{sign}\"; a key is {SEEN} (seen) or {HIDDEN} (hidden)")]
    Sign {
        /// Which row, from 0.
        row: usize,
        /// The sign.
        sign: char,
    },
    /// A key that does not exist.
    #[error("the mask hides key {key}, but there are {keys} keys, counted from 0")]
    Key {
        /// Which key.
        key: usize,
        /// How many there are.
        keys: usize,
    },
}

impl Mask {
    /// A painted mask of what is visible now.
    pub fn paint(visible: &Visibility) -> Self {
        let sign = |&seen: &bool| if seen { SEEN } else { HIDDEN };
        Self::Painted(visible.rows().into_iter().map(|row| row.iter().map(sign).collect()).collect())
    }

    /// Hides what this mask hides. `padding[key]` says which keys are padding.
    fn hide(&self, visible: &mut Visibility, padding: &[bool]) -> Result<(), MaskError> {
        let (queries, keys) = visible.dim();
        match self {
            Self::Causal => visible.indexed_iter_mut().for_each(|((query, key), seen)| *seen &= key <= query),
            Self::Padding => {
                visible.indexed_iter_mut().for_each(|((_, key), seen)| *seen &= !padding.get(key).copied().unwrap_or(false));
            }
            Self::Hidden(hidden) => {
                for &key in hidden {
                    if key >= keys {
                        return Err(MaskError::Key { key, keys });
                    }
                    visible.column_mut(key).fill(false);
                }
            }
            Self::Window { before, after } => {
                let inside = |query: usize, key: usize| key.saturating_add(*before) >= query && key <= query.saturating_add(*after);
                visible.indexed_iter_mut().for_each(|((query, key), seen)| *seen &= inside(query, key));
            }
            Self::Painted(rows) => {
                if rows.len() != queries {
                    return Err(MaskError::Rows { got: rows.len(), expected: queries });
                }
                for (row, (signs, mut seen)) in rows.iter().zip(visible.rows_mut()).enumerate() {
                    let got = signs.chars().count();
                    if got != keys {
                        return Err(MaskError::Columns { row, got, expected: keys });
                    }
                    for (sign, seen) in signs.chars().zip(&mut seen) {
                        match sign {
                            SEEN => {}
                            HIDDEN => *seen = false,
                            sign => return Err(MaskError::Sign { row, sign }),
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// What remains visible under a union of masks, or `None` where nothing masks anything.
///
/// # Errors
/// A painted mask or a hidden key that does not fit.
pub fn visibility(masks: &[Mask], queries: usize, keys: usize, padding: &[bool]) -> Result<Option<Arc<Visibility>>, MaskError> {
    if masks.is_empty() {
        return Ok(None);
    }
    let mut visible = Array2::from_elem((queries, keys), true);
    masks.iter().try_for_each(|mask| mask.hide(&mut visible, padding))?;
    Ok(Some(Arc::new(visible)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(masks: &[Mask], queries: usize, keys: usize, padding: &[bool]) -> Vec<String> {
        let visible = visibility(masks, queries, keys, padding).unwrap().unwrap();
        match Mask::paint(&visible) {
            Mask::Painted(rows) => rows,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_kind_hides_what_it_says() {
        assert_eq!(drawn(&[Mask::Causal], 3, 3, &[]), ["x..", "xx.", "xxx"]);
        assert_eq!(drawn(&[Mask::Causal], 2, 4, &[]), ["x...", "xx.."]);
        assert_eq!(drawn(&[Mask::Padding], 2, 3, &[false, true, false]), ["x.x", "x.x"]);
        assert_eq!(drawn(&[Mask::Hidden(vec![0])], 2, 2, &[]), [".x", ".x"]);
        assert_eq!(drawn(&[Mask::Window { before: 1, after: 0 }], 3, 3, &[]), ["x..", "xx.", ".xx"]);
        assert_eq!(drawn(&[Mask::Painted(vec!["x.".into(), "..".into()])], 2, 2, &[]), ["x.", ".."]);
    }

    #[test]
    fn several_masks_hide_what_any_hides() {
        let both = [Mask::Causal, Mask::Window { before: 1, after: 5 }, Mask::Padding];
        assert_eq!(drawn(&both, 4, 4, &[true, false, false, false]), ["....", ".x..", ".xx.", "..xx"]);
    }

    #[test]
    fn a_mask_that_does_not_fit_is_refused() {
        let painted = |rows: &[&str]| [Mask::Painted(rows.iter().map(|row| (*row).to_owned()).collect())];
        let told = |masks: &[Mask]| visibility(masks, 2, 2, &[]).unwrap_err().to_string();
        assert_eq!(told(&painted(&["xx"])), "the painted mask has 1 rows, but there are 2 queries");
        assert_eq!(told(&painted(&["xx", "x"])), "row 1 of the painted mask has 1 signs, but there are 2 keys");
        assert_eq!(told(&painted(&["xx", "xo"])), "row 1 of the painted mask holds \"o\"; a key is x (seen) or . (hidden)");
        assert_eq!(told(&[Mask::Hidden(vec![2])]), "the mask hides key 2, but there are 2 keys, counted from 0");
    }
}
