//! What the rows and columns of a value stand for.

use crate::experiment::Prepared;
use crate::graph::{NodeId, Part, Quantity, Scope, Stack};
use crate::transformer::{Output, Subject};

/// What the rows or the columns of a value stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Positions of the encoder's side, or of a lone piece.
    Source,
    /// Positions of the decoder's side.
    Target,
    /// Positions of a given memory.
    Memory,
    /// Keys of a lone attention.
    Keys,
    /// Tokens of the vocabulary.
    Vocabulary,
    /// Positions of a learned table.
    Positions,
    /// Dimensions.
    Dimensions,
    /// Classes of a classifier.
    Classes,
    /// There is only one.
    Single,
}

impl Axis {
    /// The name of one row or column.
    pub fn label(self, prepared: &Prepared, index: usize) -> String {
        let named = |labels: &[String]| labels.get(index).cloned().unwrap_or_else(|| index.to_string());
        match self {
            Self::Source => named(&prepared.source_labels),
            Self::Target => named(&prepared.target_labels),
            Self::Memory => named(&prepared.memory_labels),
            Self::Vocabulary => {
                let token = prepared.tokenizer.as_ref().and_then(|tokenizer| tokenizer.token(index));
                token.map_or_else(|| format!("#{index}"), str::to_owned)
            }
            Self::Keys | Self::Positions => index.to_string(),
            Self::Dimensions => format!("d{index}"),
            Self::Classes => format!("c{index}"),
            Self::Single => String::new(),
        }
    }

    /// Whether its names are tokens of a text.
    pub const fn is_tokens(self) -> bool {
        matches!(self, Self::Source | Self::Target | Self::Memory | Self::Keys)
    }
}

/// What the rows and the columns of a node stand for.
pub fn axes(prepared: &Prepared, id: NodeId) -> (Axis, Axis) {
    let site = prepared.graph.node(id).site;
    let scope = site.scope;
    let (queries, keys) = (query_axis(prepared, scope), key_axis(prepared, scope));
    let answers = match prepared.experiment.model.output {
        Output::Classifier { .. } => Axis::Classes,
        Output::Vocabulary | Output::None => Axis::Vocabulary,
    };
    match site.quantity {
        Quantity::EmbeddingTable => (Axis::Vocabulary, Axis::Dimensions),
        Quantity::PositionTable => (Axis::Positions, Axis::Dimensions),
        Quantity::QueryWeight
        | Quantity::KeyWeight
        | Quantity::ValueWeight
        | Quantity::OutputWeight
        | Quantity::FirstWeight
        | Quantity::SecondWeight
        | Quantity::GateWeight => (Axis::Dimensions, Axis::Dimensions),
        Quantity::QueryBias
        | Quantity::KeyBias
        | Quantity::ValueBias
        | Quantity::OutputBias
        | Quantity::FirstBias
        | Quantity::SecondBias
        | Quantity::Gamma
        | Quantity::Beta
        | Quantity::Pooled => (Axis::Single, Axis::Dimensions),
        Quantity::LogitsWeight => (Axis::Dimensions, answers),
        Quantity::LogitsBias => (Axis::Single, answers),
        Quantity::LogitsProduct | Quantity::Logits | Quantity::Probabilities | Quantity::LogProbabilities => {
            (if answers == Axis::Classes { Axis::Single } else { queries }, answers)
        }
        Quantity::Scores | Quantity::Scaled | Quantity::ScoreBias | Quantity::Biased | Quantity::Masked | Quantity::Weights => {
            (queries, keys)
        }
        Quantity::Key
        | Quantity::Value
        | Quantity::KeyProduct
        | Quantity::ValueProduct
        | Quantity::CachedKey
        | Quantity::CachedValue
        | Quantity::AllKeys
        | Quantity::AllValues
        | Quantity::Memory => (keys, Axis::Dimensions),
        Quantity::Output if scope.stack == Some(Stack::Encoder) && prepared.experiment.model.subject == Subject::DecoderWithMemory => {
            (Axis::Memory, Axis::Dimensions)
        }
        _ => (queries, Axis::Dimensions),
    }
}

fn query_axis(prepared: &Prepared, scope: Scope) -> Axis {
    match scope.stack {
        Some(Stack::Target | Stack::Decoder) => Axis::Target,
        Some(Stack::Head) if prepared.experiment.model.subject.has_decoder() => Axis::Target,
        _ => Axis::Source,
    }
}

fn key_axis(prepared: &Prepared, scope: Scope) -> Axis {
    let subject = prepared.experiment.model.subject;
    match scope.part {
        Some(Part::CrossAttention) if subject == Subject::DecoderWithMemory => Axis::Memory,
        Some(Part::CrossAttention) => Axis::Source,
        Some(Part::Attention) if subject == Subject::Attention => Axis::Keys,
        Some(Part::Attention) if prepared.feeds.memory.is_some() => Axis::Memory,
        _ => query_axis(prepared, scope),
    }
}
