//! What parameters are for, and where they stand.

use std::fmt;

use crate::graph::{Part, Quantity, Scope, Stack};

/// A named part of the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Account {
    /// The table of embeddings.
    Embeddings,
    /// Tables of learned positions, or of biases for distances.
    Positions,
    /// The table of segments.
    Segments,
    /// W_Q.
    Query,
    /// W_K.
    Key,
    /// W_V.
    Value,
    /// W_O.
    Output,
    /// W_1, W_2 and the gate.
    FeedForward,
    /// γ and β.
    Norms,
    /// All biases.
    Biases,
    /// The layer that makes one vector of a text.
    Pooler,
    /// The matrix of the logits, where it is not the table of embeddings, and what stands before it.
    Head,
}

impl Account {
    /// All accounts, in the order of the calculation.
    pub const ALL: [Self; 12] = [
        Self::Embeddings,
        Self::Positions,
        Self::Segments,
        Self::Query,
        Self::Key,
        Self::Value,
        Self::Output,
        Self::FeedForward,
        Self::Norms,
        Self::Biases,
        Self::Pooler,
        Self::Head,
    ];

    /// Its name, in the notation of the paper.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Embeddings => "embeddings",
            Self::Positions => "positions",
            Self::Segments => "segments",
            Self::Query => "W_Q",
            Self::Key => "W_K",
            Self::Value => "W_V",
            Self::Output => "W_O",
            Self::FeedForward => "feed-forward",
            Self::Norms => "norms",
            Self::Biases => "biases",
            Self::Pooler => "pooler",
            Self::Head => "output head",
        }
    }

    /// The account that a weight is booked to.
    pub(super) const fn of(quantity: Quantity) -> Self {
        match quantity {
            Quantity::EmbeddingTable => Self::Embeddings,
            Quantity::PositionTable => Self::Positions,
            Quantity::QueryWeight => Self::Query,
            Quantity::KeyWeight => Self::Key,
            Quantity::ValueWeight => Self::Value,
            Quantity::OutputWeight => Self::Output,
            Quantity::FirstWeight | Quantity::SecondWeight | Quantity::GateWeight => Self::FeedForward,
            Quantity::Gamma | Quantity::Beta => Self::Norms,
            Quantity::QueryBias
            | Quantity::KeyBias
            | Quantity::ValueBias
            | Quantity::OutputBias
            | Quantity::FirstBias
            | Quantity::SecondBias
            | Quantity::LogitsBias => Self::Biases,
            _ => Self::Head,
        }
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The part of a model that a weight belongs to: a bias stands where its matrix does, a norm where its sublayer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// Before the first block.
    Input,
    /// The attention of a stack to itself, or one that stands alone.
    Attention,
    /// The decoder's attention to the encoder.
    CrossAttention,
    /// The feed-forward network.
    FeedForward,
    /// The layer that makes one vector of a text.
    Pooler,
    /// After the last block.
    Output,
}

impl Place {
    pub(super) const fn of(scope: Scope) -> Self {
        match (scope.part, scope.stack) {
            (Some(Part::CrossAttention | Part::CrossAttentionNorm), _) => Self::CrossAttention,
            (Some(Part::Attention | Part::SelfAttention | Part::SelfAttentionNorm), _) => Self::Attention,
            (Some(Part::FeedForward | Part::FeedForwardNorm), _) => Self::FeedForward,
            (None, Some(Stack::Vocabulary | Stack::Source | Stack::Target)) => Self::Input,
            _ => Self::Output,
        }
    }
}
