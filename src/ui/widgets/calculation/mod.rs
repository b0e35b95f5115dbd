//! How one number was computed, in the numbers of the screen.

mod shown;
mod strip;
mod tiles;

pub use strip::CalculationStrip;

use super::hue::Hue;
use shown::adds_up;

/// One number's arithmetic, as plain data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calculation {
    /// Which number: "Cell S[5, 1]:".
    pub title: String,
    /// What it means, in the hues of the picture: "mat asks, cat answers".
    pub words: Vec<Word>,
    /// One line of terms is drawn as tiles; several lines are written one under another.
    pub lines: Vec<CalculationLine>,
    /// What is done with the number next.
    pub next: Option<String>,
}

/// Part of a sentence; names of tokens and matrices have their hue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// With the spaces around it.
    pub text: String,
    /// The matrix it belongs to.
    pub hue: Hue,
}

/// `name = expression = value`.
#[derive(Clone, Debug, PartialEq)]
pub struct CalculationLine {
    /// What is computed: "max", "S[5, 1]".
    pub name: String,
    /// The arithmetic.
    pub expression: Expression,
    /// What it gives.
    pub value: f64,
}

/// What a value was computed from.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A sum of products.
    Terms(Vec<Term>),
    /// Any other arithmetic.
    Written {
        /// With its numbers as they are shown.
        text: String,
        /// The value of `text` as it stands there; where that is not the value shown, "≈" stands between.
        gives: f64,
    },
}

/// A product within a sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The dimension or token it belongs to.
    pub name: String,
    /// One for a plain term, two or more for a product.
    pub factors: Vec<Factor>,
    /// Their product.
    pub value: f64,
}

/// A number taken from a matrix of some hue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factor {
    /// The number.
    pub value: f64,
    /// The matrix it belongs to.
    pub hue: Hue,
}

impl Term {
    /// The product of two numbers, as in a product of matrices.
    pub fn product(name: impl Into<String>, left: Factor, right: Factor) -> Self {
        Self { name: name.into(), value: left.value * right.value, factors: vec![left, right] }
    }
}

impl Word {
    /// A word in the hue of its matrix.
    pub fn new(text: impl Into<String>, hue: Hue) -> Self {
        Self { text: text.into(), hue }
    }
}

/// "=" where the shown terms add up to the shown sum, else "≈".
pub(super) fn equality<'t>(terms: impl IntoIterator<Item = &'t str>, sum: &str) -> &'static str {
    if adds_up(terms, sum) { "=" } else { "≈" }
}
