//! What a model costs as a function of the length: n positions on every side.

use std::collections::BTreeMap;

use super::polynomial::Polynomial;
use super::work::Work;
use crate::graph::Flops;

/// Which operations are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Products of matrices alone, two for each multiply–accumulate, as published counts have it.
    #[default]
    Products,
    /// Everything: softmax, norms, activations, biases and residual sums too, a function of one number as one operation.
    Everything,
}

impl Counting {
    /// Whether a part is counted.
    pub const fn counts(self, work: Work) -> bool {
        matches!(self, Self::Everything) || work.is_product()
    }
}

/// Numbers that a model needs memory for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Held {
    /// The weights.
    Weights,
    /// The result of every step of one pass, other than scores; a product and its bias count once.
    Activations,
    /// Of these, keys and values: what is kept while tokens are generated one by one.
    KeysAndValues,
    /// One number for each query, key, head and attention. A program that keeps scaled and masked scores and attention weights
    /// apart needs them several times.
    Scores,
}

impl Held {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Weights, Self::Activations, Self::KeysAndValues, Self::Scores];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Weights => "weights",
            Self::Activations => "activations",
            Self::KeysAndValues => "of these, keys and values",
            Self::Scores => "scores",
        }
    }

    /// Those that make up the memory together, each number once.
    pub const APART: [Self; 3] = [Self::Weights, Self::Activations, Self::Scores];
}

/// How numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// f16 or bf16.
    Half,
    /// f32.
    Single,
    /// f64.
    Double,
}

impl Storage {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Half, Self::Single, Self::Double];

    /// Bytes of one number.
    pub const fn bytes(self) -> u64 {
        match self {
            Self::Half => 2,
            Self::Single => 4,
            Self::Double => 8,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Half => "f16, bf16",
            Self::Single => "f32",
            Self::Double => "f64",
        }
    }
}

/// Scores of a head that a causal mask leaves: n · (n + 1) / 2 of n². The others are calculated, counted, and thrown away.
pub const fn causal_scores(n: usize) -> u64 {
    let n = n as u64;
    n.saturating_mul(n.saturating_add(1)) / 2
}

/// What a model costs for n positions on every side, each count a polynomial of n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    pub(super) works: BTreeMap<Work, Arithmetic>,
    pub(super) heads: u64,
    pub(super) weights: u64,
    pub(super) activations: Polynomial,
    pub(super) keys_and_values: Polynomial,
}

/// The operations of one part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arithmetic {
    pub(super) multiplications: Polynomial,
    pub(super) additions: Polynomial,
    pub(super) functions: Polynomial,
}

impl Growth {
    /// The parts of the calculation that cost something.
    pub fn works(&self) -> impl Iterator<Item = Work> + '_ {
        self.works.keys().copied()
    }

    /// The operations of one part.
    pub fn flops(&self, work: Work, n: usize) -> Flops {
        let Arithmetic { multiplications, additions, functions } = self.works.get(&work).copied().unwrap_or_default();
        Flops { multiplications: multiplications.at(n), additions: additions.at(n), functions: functions.at(n) }
    }

    /// The operations of one part together.
    pub fn work(&self, work: Work) -> Polynomial {
        let arithmetic = self.works.get(&work).copied().unwrap_or_default();
        arithmetic.multiplications + arithmetic.additions + arithmetic.functions
    }

    /// The operations of all parts that are counted.
    pub fn total(&self, counting: Counting) -> Polynomial {
        self.works().filter(|&work| counting.counts(work)).map(|work| self.work(work)).sum()
    }

    /// Score matrices: heads of all attentions and blocks.
    pub const fn heads(&self) -> u64 {
        self.heads
    }

    /// Scores of one head, n².
    pub const fn scores_per_head(&self) -> Polynomial {
        Polynomial::square(if self.heads == 0 { 0 } else { 1 })
    }

    /// Numbers to be held.
    pub const fn numbers(&self, held: Held) -> Polynomial {
        match held {
            Held::Weights => Polynomial::constant(self.weights),
            Held::Activations => self.activations,
            Held::KeysAndValues => self.keys_and_values,
            Held::Scores => Polynomial::square(self.heads),
        }
    }

    /// Bytes for them.
    pub const fn bytes(&self, held: Held, storage: Storage) -> Polynomial {
        self.numbers(held).times(storage.bytes())
    }

    /// Bytes of weights, activations and scores together.
    pub fn memory(&self, storage: Storage) -> Polynomial {
        Held::APART.into_iter().map(|held| self.bytes(held, storage)).sum()
    }
}
