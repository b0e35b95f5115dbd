//! Counts as products of named sizes: d_model · h · d_k = 512 · 8 · 64.

use std::fmt;

/// A size of a model, by its sign. Products name them in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Size {
    /// V, tokens in the vocabulary.
    Vocabulary,
    /// n_max, rows of a learned table of positions.
    Longest,
    /// s, kinds of segments.
    Segments,
    /// b, ranges of distances that have a bias of their own.
    Buckets,
    /// d_model, width of the residual stream.
    Width,
    /// d_memory, width of what a lone attention reads its keys and values from.
    MemoryWidth,
    /// h, heads.
    Heads,
    /// h_kv, heads that have keys and values of their own.
    KeyHeads,
    /// d_k, width of a head's queries and keys.
    KeyWidth,
    /// d_v, width of a head's values.
    ValueWidth,
    /// d_ff, width of the hidden layer.
    Hidden,
    /// c, classes.
    Classes,
}

impl Size {
    /// The sign; `_` lowers what follows.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Vocabulary => "V",
            Self::Longest => "n_max",
            Self::Segments => "s",
            Self::Buckets => "b",
            Self::Width => "d_model",
            Self::MemoryWidth => "d_memory",
            Self::Heads => "h",
            Self::KeyHeads => "h_kv",
            Self::KeyWidth => "d_k",
            Self::ValueWidth => "d_v",
            Self::Hidden => "d_ff",
            Self::Classes => "c",
        }
    }
}

/// A product of sizes: what a matrix, or a row of biases, holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Product(Vec<(Size, usize)>);

impl Product {
    /// The product of these sizes, in whatever order they are given.
    pub fn new(sizes: impl IntoIterator<Item = (Size, usize)>) -> Self {
        let mut sizes: Vec<(Size, usize)> = sizes.into_iter().collect();
        sizes.sort_unstable();
        Self(sizes)
    }

    /// What it comes to.
    pub fn value(&self) -> usize {
        self.0.iter().fold(1, |value, (_, size)| value.saturating_mul(*size))
    }
}

/// A sum of products, equal ones together: 2 · d_model · d_ff.
///
/// ```
/// use transformer_lab::cost::{Formula, Product, Size};
/// let mut formula = Formula::default();
/// formula.add(1, &Product::new([(Size::Width, 512), (Size::Hidden, 2048)]));
/// formula.add(1, &Product::new([(Size::Hidden, 2048), (Size::Width, 512)]));
/// assert_eq!(formula.to_string(), "2 · d_model · d_ff = 2 · 512 · 2048");
/// assert_eq!(formula.value(), 2_097_152);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    terms: Vec<(usize, Product)>,
}

impl Formula {
    /// Adds a product so many times.
    pub fn add(&mut self, times: usize, product: &Product) {
        match self.terms.iter_mut().find(|(_, known)| known == product) {
            Some((known, _)) => *known = known.saturating_add(times),
            None => self.terms.push((times, product.clone())),
        }
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// What it comes to.
    pub fn value(&self) -> usize {
        self.terms.iter().fold(0, |sum, (times, product)| sum.saturating_add(times.saturating_mul(product.value())))
    }

    /// In signs: `2 · d_model · d_ff`.
    pub fn signs(&self) -> String {
        self.written(|(size, _)| size.sign().to_owned())
    }

    /// In numbers: `2 · 512 · 2048`.
    pub fn numbers(&self) -> String {
        self.written(|(_, size)| size.to_string())
    }

    fn written(&self, factor: impl Fn(&(Size, usize)) -> String) -> String {
        let term = |(times, product): &(usize, Product)| {
            let times = (*times != 1).then(|| times.to_string());
            times.into_iter().chain(product.0.iter().map(&factor)).collect::<Vec<_>>().join(" · ")
        };
        self.terms.iter().map(term).collect::<Vec<_>>().join(" + ")
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} = {}", self.signs(), self.numbers()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_products_are_summed() {
        let mut formula = Formula::default();
        formula.add(3, &Product::new([(Size::KeyWidth, 64), (Size::Heads, 8)]));
        formula.add(1, &Product::new([(Size::Width, 512)]));
        assert_eq!(formula.to_string(), "3 · h · d_k + d_model = 3 · 8 · 64 + 512");
        assert_eq!(formula.value(), 2048);
    }

    #[test]
    fn what_is_too_large_saturates() {
        let mut formula = Formula::default();
        formula.add(usize::MAX, &Product::new([(Size::Width, usize::MAX)]));
        assert_eq!(formula.value(), usize::MAX);
    }
}
