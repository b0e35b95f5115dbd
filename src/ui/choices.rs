//! What the options of a model are called: where one is chosen, and where two models are compared.

use crate::graph::EpsilonPlace;
use crate::transformer::{FeedForwardKind, NormKind, NormPlace, Pooling, Positions, PositionsPlace, Precision, SoftmaxForm, Subject};

/// What is built.
pub const SUBJECTS: [(Subject, &str); 8] = [
    (Subject::EncoderDecoder, "subject-encoder-decoder"),
    (Subject::Encoder, "subject-encoder"),
    (Subject::Decoder, "subject-decoder"),
    (Subject::DecoderWithMemory, "subject-decoder-memory"),
    (Subject::MultiHeadAttention, "subject-multi-head"),
    (Subject::Attention, "subject-attention"),
    (Subject::FeedForward, "subject-feed-forward"),
    (Subject::Norm, "subject-norm"),
];

/// The precision.
pub const PRECISIONS: [(Precision, &str); 2] = [(Precision::F32, "precision-f32"), (Precision::F64, "precision-f64")];

/// The form of the softmax.
pub const SOFTMAX: [(SoftmaxForm, &str); 2] = [(SoftmaxForm::Stable, "softmax-stable"), (SoftmaxForm::Naive, "softmax-naive")];

/// The function of the feed-forward network.
pub const ACTIVATIONS: [(FeedForwardKind, &str); 5] = [
    (FeedForwardKind::Relu, "activation-relu"),
    (FeedForwardKind::Gelu, "activation-gelu"),
    (FeedForwardKind::GeluTanh, "activation-gelu-tanh"),
    (FeedForwardKind::Silu, "activation-silu"),
    (FeedForwardKind::SwiGlu, "activation-swiglu"),
];

/// The norm.
pub const NORMS: [(NormKind, &str); 3] = [(NormKind::Layer, "norm-layer"), (NormKind::Rms, "norm-rms"), (NormKind::None, "norm-none")];

/// Where the norm stands.
pub const NORM_PLACES: [(NormPlace, &str); 2] = [(NormPlace::After, "norm-after"), (NormPlace::Before, "norm-before")];

/// Where ε stands.
pub const EPSILON_PLACES: [(EpsilonPlace, &str); 2] =
    [(EpsilonPlace::UnderRoot, "epsilon-under-root"), (EpsilonPlace::BesideSigma, "epsilon-beside-sigma")];

/// The positional encoding.
pub const POSITIONS: [(Positions, &str); 6] = [
    (Positions::Sinusoidal, "positions-sinusoidal"),
    (Positions::SinusoidalByColumn, "positions-by-column"),
    (Positions::SinusoidalHalves, "positions-halves"),
    (Positions::SinusoidalTensor2Tensor, "positions-tensor2tensor"),
    (Positions::Learned, "positions-learned"),
    (Positions::None, "positions-none"),
];

/// Where positions are added.
pub const POSITION_PLACES: [(PositionsPlace, &str); 2] =
    [(PositionsPlace::BeforeAttention, "positions-before"), (PositionsPlace::AfterAttention, "positions-after")];

/// What a classifier reads.
pub const POOLINGS: [(Pooling, &str); 2] = [(Pooling::First, "pooling-first"), (Pooling::Mean, "pooling-mean")];

/// The key of an option's name.
pub fn key<T: PartialEq>(options: &[(T, &'static str)], chosen: &T) -> &'static str {
    options.iter().find(|(option, _)| option == chosen).map_or("", |(_, key)| key)
}
