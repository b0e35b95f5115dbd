//! What is calculated, by named part.

use std::collections::BTreeMap;
use std::fmt;

use crate::graph::{Flops, Graph, Leaf, Node, Op, Part, Quantity};

/// A named part of the calculation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Work {
    /// Scaling the embeddings, adding positions and segments.
    Inputs,
    /// X·W_Q.
    Query,
    /// X·W_K.
    Key,
    /// X·W_V.
    Value,
    /// Q·Kᵀ.
    Scores,
    /// Dividing the scores, and softmax.
    Softmax,
    /// A·V.
    Weighted,
    /// Concat·W_O.
    Output,
    /// X·W_1, and X·W_gate.
    First,
    /// The function of the hidden layer, and the gate.
    Activation,
    /// F·W_2.
    Second,
    /// Adding biases.
    Biases,
    /// Norms.
    Norms,
    /// Residual sums.
    Residuals,
    /// The logits, and the layers that only serve them.
    Head,
    /// Softmax of the logits.
    Probabilities,
}

impl Work {
    /// All parts, in the order of the calculation.
    pub const ALL: [Self; 16] = [
        Self::Inputs,
        Self::Query,
        Self::Key,
        Self::Value,
        Self::Scores,
        Self::Softmax,
        Self::Weighted,
        Self::Output,
        Self::First,
        Self::Activation,
        Self::Second,
        Self::Biases,
        Self::Norms,
        Self::Residuals,
        Self::Head,
        Self::Probabilities,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inputs => "inputs",
            Self::Query => "Q = X·W_Q",
            Self::Key => "K = X·W_K",
            Self::Value => "V = X·W_V",
            Self::Scores => "scores Q·Kᵀ",
            Self::Softmax => "scaling, softmax",
            Self::Weighted => "weighted sums A·V",
            Self::Output => "joined heads · W_O",
            Self::First => "feed-forward, W_1",
            Self::Activation => "activation",
            Self::Second => "feed-forward, W_2",
            Self::Biases => "biases",
            Self::Norms => "norms",
            Self::Residuals => "residual sums",
            Self::Head => "output head",
            Self::Probabilities => "softmax of the logits",
        }
    }

    /// Whether it is a product of matrices: the only work that published counts count.
    pub const fn is_product(self) -> bool {
        matches!(
            self,
            Self::Query | Self::Key | Self::Value | Self::Scores | Self::Weighted | Self::Output | Self::First | Self::Second | Self::Head
        )
    }

    /// The part that a node belongs to; `None` where it calculates nothing.
    fn of(graph: &Graph, node: &Node) -> Option<Self> {
        let quantity = node.site.quantity;
        let learned = |input: usize| node.inputs.get(input).is_some_and(|&id| matches!(graph.node(id).op, Op::Leaf(Leaf::Weight(_))));
        Some(match (&node.op, quantity) {
            (Op::MatMul(_), Quantity::Query | Quantity::QueryProduct) => Self::Query,
            (Op::MatMul(_), Quantity::Key | Quantity::KeyProduct) => Self::Key,
            (Op::MatMul(_), Quantity::Value | Quantity::ValueProduct) => Self::Value,
            (Op::MatMul(_), Quantity::Scores) => Self::Scores,
            (Op::MatMul(_), Quantity::Hidden | Quantity::HiddenProduct | Quantity::Gate) => Self::First,
            (Op::MatMul(_), Quantity::Logits | Quantity::LogitsProduct) | (Op::MeanRows(_), _) => Self::Head,
            (Op::MatMul(_), _) if !learned(1) => Self::Weighted,
            (Op::MatMul(_), _) if node.site.scope.part == Some(Part::FeedForward) => Self::Second,
            (Op::MatMul(_), _) => Self::Output,
            (Op::AddBias(_), _) => Self::Biases,
            (Op::Activation(_) | Op::Multiply(_), _) => Self::Activation,
            (Op::LayerNorm(_) | Op::RmsNorm(_), _) => Self::Norms,
            (Op::Add(_), Quantity::Residual) => Self::Residuals,
            (Op::Softmax(_), Quantity::Probabilities) | (Op::LogSoftmax(_), _) => Self::Probabilities,
            (Op::Softmax(_), _) | (Op::Scale(_), Quantity::Scaled) | (Op::Add(_), Quantity::Biased) => Self::Softmax,
            (Op::Scale(_) | Op::Add(_), _) => Self::Inputs,
            (
                Op::Leaf(_) | Op::Gather(_) | Op::Mask(_) | Op::SliceColumns(_) | Op::SliceRows(_) | Op::Concatenate(_) | Op::AppendRows(_),
                _,
            ) => return None,
        })
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The operations of a graph, part by part, each node's counts as `weigh` has them.
pub(super) fn weighed(graph: &Graph, weigh: impl Fn(&Node, u64) -> u64) -> BTreeMap<Work, Flops> {
    let mut all: BTreeMap<Work, Flops> = BTreeMap::new();
    for (id, node) in graph.nodes() {
        if let Some(work) = Work::of(graph, node) {
            let Flops { multiplications, additions, functions } = graph.flops(id);
            let [multiplications, additions, functions] = [multiplications, additions, functions].map(|count| weigh(node, count));
            *all.entry(work).or_default() += Flops { multiplications, additions, functions };
        }
    }
    all
}

/// The floating-point operations of a graph, part by part: a multiply–accumulate counts as two, and what a mask hides is counted.
///
/// ```
/// use transformer_lab::cost::{Work, work};
/// use transformer_lab::graph::Shape;
/// use transformer_lab::transformer::{Feed, Feeds, Model, Subject, build};
///
/// let model = Model { subject: Subject::MultiHeadAttention, d_model: 64, heads: 4, ..Model::default() };
/// let feeds = Feeds { source: Some(Feed::Vectors(Shape::new(128, 64))), ..Feeds::default() };
/// assert_eq!(work(&build(&model, &feeds)?)[&Work::Scores].total(), 2 * 128 * 128 * 64);
/// # Ok::<(), transformer_lab::transformer::BuildError>(())
/// ```
pub fn work(graph: &Graph) -> BTreeMap<Work, Flops> {
    weighed(graph, |_, count| count)
}
