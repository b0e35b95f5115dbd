//! Two experiments that differ in one choice, side by side: what is measured of each, and what was seen.
//!
//! A [`Measure`] makes a few experiments of each side (a permuted input, other depths, other widths), runs them, and boils them down
//! to one number a side — the headline — with the curve that it stands on. Nothing is asserted beforehand: the sentence is made
//! from the numbers.

mod cache;
mod decoding;
mod depth;
mod differences;
mod divisor;
mod head_width;
mod later_token;
mod nearly_constant;
mod overflow;
mod permutation;
mod seen;

use std::path::Path;
use std::sync::Arc;

use super::{Experiment, Input, Outcome, Prepared, RunError, Runner};
use crate::graph::Control;

pub use differences::{Apart, SiteDifference, differences, is_calculated};
pub use overflow::Overflow;
pub use seen::{Order, Seen, brief, follows};

/// Pairs of presets that differ in one choice, each with the measure that shows it.
pub const PAIRS: &[(Measure, &str, &str)] = &[
    (Measure::Permutation, "compare-positions-before", "compare-positions-after"),
    (Measure::Permutation, "compare-positions-before", "compare-positions-none"),
    (Measure::HeadWidth, "compare-heads-narrow", "compare-heads-wide"),
    (Measure::Depth, "compare-post-norm", "compare-pre-norm"),
    (Measure::Depth, "compare-post-norm", "compare-no-norm"),
    (Measure::Depth, "compare-post-norm", "compare-no-residual"),
    (Measure::Overflow, "hello-world-six-blocks-explode", "hello-world-six-blocks-residual-norm"),
    (Measure::Overflow, "hello-world-six-blocks-explode", "hello-world-six-blocks-stable"),
    (Measure::Divisor, "compare-divisor-root", "compare-divisor-none"),
    (Measure::Divisor, "compare-divisor-root", "compare-divisor-30"),
    (Measure::LaterToken, "causal-mask", "self-attention"),
    (Measure::LaterToken, "hand-cheating-masked", "hand-cheating"),
    (Measure::Decoding, "compare-greedy", "beam-search"),
    (Measure::Decoding, "compare-greedy", "compare-sampled"),
    (Measure::NearlyConstant, "compare-epsilon-under-root", "compare-epsilon-beside"),
    (Measure::NearlyConstant, "compare-epsilon-under-root", "compare-epsilon-none"),
    (Measure::Cache, "compare-cache-on", "compare-cache-off"),
];

/// What is measured of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// How far the first layer's output is from following a permutation of the tokens.
    Permutation,
    /// Parameters, FLOPs and time against the number of heads.
    HeadWidth,
    /// The norms of gradients and activations block by block, over depth.
    Depth,
    /// The first value that overflows, in both precisions.
    Overflow,
    /// How sharp attention becomes as d_k grows.
    Divisor,
    /// Which rows move when the last token is another.
    LaterToken,
    /// The tokens that are generated, and how likely the model holds them.
    Decoding,
    /// What a norm makes of a row that is nearly constant.
    NearlyConstant,
    /// FLOPs and time of each generated token.
    Cache,
    /// The largest difference at each value that both have.
    Differences,
}

impl Measure {
    /// All measures.
    pub const ALL: [Self; 10] = [
        Self::Permutation,
        Self::HeadWidth,
        Self::Depth,
        Self::Overflow,
        Self::Divisor,
        Self::LaterToken,
        Self::Decoding,
        Self::NearlyConstant,
        Self::Cache,
        Self::Differences,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Permutation => "permutation",
            Self::HeadWidth => "head-width",
            Self::Depth => "depth",
            Self::Overflow => "overflow",
            Self::Divisor => "divisor",
            Self::LaterToken => "later-token",
            Self::Decoding => "decoding",
            Self::NearlyConstant => "nearly-constant",
            Self::Cache => "cache",
            Self::Differences => "differences",
        }
    }

    /// The measure that shows most of the choice in which two experiments differ.
    pub fn of(a: &Experiment, b: &Experiment) -> Self {
        let (m, n) = (&a.model, &b.model);
        let norm = (m.norm.kind, m.norm.place, m.residual) != (n.norm.kind, n.norm.place, n.residual);
        if m.positions != n.positions || m.positions_place != n.positions_place {
            Self::Permutation
        } else if m.softmax != n.softmax || (norm && m.softmax == crate::transformer::SoftmaxForm::Naive) {
            Self::Overflow
        } else if norm {
            Self::Depth
        } else if m.divisor != n.divisor {
            Self::Divisor
        } else if m.masks != n.masks {
            Self::LaterToken
        } else if (m.norm.epsilon, m.norm.epsilon_place) != (n.norm.epsilon, n.norm.epsilon_place) {
            Self::NearlyConstant
        } else if m.heads == n.heads && (m.d_k, m.d_v) != (n.d_k, n.d_v) {
            Self::HeadWidth
        } else if a.decoding.as_ref().map(|decoding| decoding.cache) != b.decoding.as_ref().map(|decoding| decoding.cache) {
            Self::Cache
        } else if a.decoding != b.decoding {
            Self::Decoding
        } else {
            Self::Differences
        }
    }
}

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

/// A curve of one side.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Whose.
    pub side: Side,
    /// What it shows.
    pub what: Quantity,
    /// (x, y).
    pub points: Vec<(f64, f64)>,
}

/// What a curve or a headline counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// Largest distance of a row from where it should be.
    Distance,
    /// Parameters.
    Parameters,
    /// Floating-point operations.
    Flops,
    /// Milliseconds, measured on this machine.
    Milliseconds,
    /// Norm of the gradient.
    GradientNorm,
    /// Norm of the gradient at the first block, in multiples of that at the last.
    GradientRatio,
    /// Root mean square of the activations.
    ActivationNorm,
    /// Largest magnitude.
    Magnitude,
    /// Entropy of the attention weights in bits.
    Entropy,
    /// The largest weight of a row, mean over the rows.
    LargestWeight,
    /// Norm of the derivative of the weights with respect to the scores, mean over the rows.
    Slope,
    /// Rows.
    Rows,
    /// Natural logarithm of a probability.
    LogProbability,
    /// Largest number of a row.
    Output,
    /// Standard deviation of the numbers of a row.
    Spread,
    /// Largest difference.
    Difference,
}

impl Quantity {
    /// Its name in English.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Distance => "distance",
            Self::Parameters => "parameters",
            Self::Flops => "FLOPs",
            Self::Milliseconds => "ms, measured",
            Self::GradientNorm => "gradient norm",
            Self::GradientRatio => "gradient, first : last block",
            Self::ActivationNorm => "output of each block, RMS",
            Self::Magnitude => "largest magnitude of each block's output",
            Self::Entropy => "mean entropy in bits",
            Self::LargestWeight => "mean largest weight",
            Self::Slope => "slope of softmax",
            Self::Rows => "rows",
            Self::LogProbability => "ln p",
            Self::Output => "largest magnitude of the output",
            Self::Spread => "spread of the row",
            Self::Difference => "largest difference",
        }
    }
}

/// What the x of the curves counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Along {
    /// Positions, from 0.
    Position,
    /// Heads.
    Heads,
    /// Blocks, from 1.
    Block,
    /// The calculation, value by value.
    Step,
    /// d_k.
    KeyWidth,
    /// Spread of the row.
    Spread,
    /// Generated tokens.
    Token,
}

impl Along {
    /// Its name in English.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Heads => "heads",
            Self::Block => "block",
            Self::Step => "value",
            Self::KeyWidth => "d_k",
            Self::Spread => "spread",
            Self::Token => "token",
        }
    }
}

/// What a comparison found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What was measured.
    pub measure: Measure,
    /// What the headline counts.
    pub counts: Quantity,
    /// One number a side; NaN where a side has none.
    pub headline: [f64; 2],
    /// What the curves run along.
    pub along: Along,
    /// The curves, those of the headline first.
    pub curves: Vec<Curve>,
    /// What was seen, to be put into words.
    pub seen: Seen,
}

/// Why there is no finding.
#[derive(Debug, thiserror::Error)]
pub enum ComparisonError {
    /// A side that cannot be run.
    #[error("{}: {error}", side_name(*side))]
    Side {
        /// Which.
        side: Side,
        /// Why.
        error: RunError,
    },
    /// A side that has not what is measured.
    #[error("{}: {what}", side_name(*side))]
    Unfit {
        /// Which.
        side: Side,
        /// What is missing.
        what: Lack,
    },
}

/// What an experiment has not, but a measure needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lack {
    /// Tokens or vectors that a stack reads.
    #[error("a permutation needs an encoder or a decoder that reads tokens or vectors")]
    Sequence,
    /// An input whose rows can change places.
    #[error("its input cannot be put into another order")]
    Order,
    /// Self-attention.
    #[error("its first block has no self-attention")]
    SelfAttention,
    /// Blocks.
    #[error("it has no stack of blocks")]
    Stack,
    /// Attention.
    #[error("it has no attention")]
    Attention,
    /// Heads.
    #[error("it has no heads")]
    Heads,
    /// A last position that can be another.
    #[error("its last position cannot be changed")]
    LastPosition,
    /// An output with a row for each position.
    #[error("it has no output of so many rows")]
    Rows,
    /// A norm.
    #[error("it has no norm")]
    Norm,
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::A => "A",
        Side::B => "B",
    }
}

/// One side, ready to be run in variants.
pub(super) struct Bench<'a> {
    side: Side,
    experiment: &'a Arc<Experiment>,
    folder: Option<&'a Path>,
    runner: Runner,
    control: &'a Control,
}

impl Bench<'_> {
    fn failed(&self, error: impl Into<RunError>) -> ComparisonError {
        ComparisonError::Side { side: self.side, error: error.into() }
    }

    fn unfit(&self, what: Lack) -> ComparisonError {
        ComparisonError::Unfit { side: self.side, what }
    }

    /// The experiment with a change.
    fn with(&self, change: impl FnOnce(&mut Experiment)) -> Result<Arc<Prepared>, ComparisonError> {
        let mut experiment = Experiment::clone(self.experiment);
        change(&mut experiment);
        Prepared::new(Arc::new(experiment), self.folder).map(Arc::new).map_err(|error| self.failed(error))
    }

    /// The experiment with another input, each token with the id that it had.
    fn with_input(&self, before: &Prepared, input: Input, change: impl FnOnce(&mut Experiment)) -> Result<Arc<Prepared>, ComparisonError> {
        self.with(|experiment| {
            // A vocabulary that is collected from the texts follows their order.
            if let Some(tokenizer) = before.tokenizer.as_ref().filter(|tokenizer| tokenizer.byte_pair().is_none()) {
                experiment.vocabulary.tokens = tokenizer.vocabulary().tokens().to_vec();
            }
            experiment.input = input;
            change(experiment);
        })
    }

    fn run(&mut self, prepared: &Arc<Prepared>) -> Result<Outcome, ComparisonError> {
        let outcome = self.runner.run(prepared, self.control);
        outcome.map_err(|error| ComparisonError::Side { side: self.side, error })
    }

    /// The experiment as it is.
    fn outcome(&mut self) -> Result<Outcome, ComparisonError> {
        let prepared = self.with(|_| {})?;
        self.run(&prepared)
    }
}

/// Measures both sides. Each that has a folder reads its files of weights from there.
///
/// # Errors
/// A side that cannot be run or has not what is measured, or a stop.
pub fn compare(sides: [(&Arc<Experiment>, Option<&Path>); 2], measure: Measure, control: &Control) -> Result<Finding, ComparisonError> {
    let mut sides = benches(sides, control);
    match measure {
        Measure::Permutation => permutation::measure(&mut sides),
        Measure::HeadWidth => head_width::measure(&mut sides),
        Measure::Depth => depth::measure(&mut sides),
        Measure::Overflow => overflow::measure(&mut sides),
        Measure::Divisor => divisor::measure(&mut sides),
        Measure::LaterToken => later_token::measure(&mut sides),
        Measure::Decoding => decoding::measure(&mut sides),
        Measure::NearlyConstant => nearly_constant::measure(&mut sides),
        Measure::Cache => cache::measure(&mut sides),
        Measure::Differences => differences::measure(&mut sides).map(|apart| apart.finding),
    }
}

/// Both sides run as they are, with all values in which they differ.
///
/// # Errors
/// As [`compare`].
pub fn run_both(sides: [(&Arc<Experiment>, Option<&Path>); 2], control: &Control) -> Result<Apart, ComparisonError> {
    differences::measure(&mut benches(sides, control))
}

fn benches<'a>([a, b]: [(&'a Arc<Experiment>, Option<&'a Path>); 2], control: &'a Control) -> [Bench<'a>; 2] {
    let bench = |side, (experiment, folder): (_, _)| Bench { side, experiment, folder, runner: Runner::default(), control };
    [bench(Side::A, a), bench(Side::B, b)]
}

/// A curve of each side.
fn curves(what: Quantity, points: &[Vec<(f64, f64)>; 2]) -> Vec<Curve> {
    [Side::A, Side::B].into_iter().zip(points).map(|(side, points)| Curve { side, what, points: points.clone() }).collect()
}

/// Points one after the other, counted from `first`.
fn numbered(values: Vec<f64>, first: usize) -> Vec<(f64, f64)> {
    values.into_iter().enumerate().map(|(index, value)| ((index + first) as f64, value)).collect()
}

/// Does the same with both sides.
fn both<T>(
    sides: &mut [Bench<'_>; 2],
    mut measure: impl FnMut(&mut Bench<'_>) -> Result<T, ComparisonError>,
) -> Result<[T; 2], ComparisonError> {
    let [a, b] = sides;
    Ok([measure(a)?, measure(b)?])
}
