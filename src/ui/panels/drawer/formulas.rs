//! The formulas that choices change, as they are with what is chosen.

use crate::graph::{EpsilonPlace, LayerNorm, Op, Operation as _};
use crate::transformer::{Divisor, FeedForwardKind, Mask, Model, Norm, NormKind, NormPlace, PositionsPlace};
use crate::ui::equation::{besides, function, number, primed};
use crate::ui::widgets::{Hue, Math};

/// A = softmax(Q·Kᵀ / √d_k), with the divisor that there is.
pub fn attention(model: &Model) -> Math {
    let scores = Math::default().hued("A", Hue::Probability).and("= softmax (").hued("Q", Hue::Query).hued("K^T", Hue::Key);
    let divided = match model.divisor {
        Divisor::RootOfKeyWidth => scores.and("/ √d_k"),
        Divisor::None => scores,
        Divisor::Number(value) => scores.and("/").and(&number(value)),
    };
    divided.and(")")
}

/// The keys j that query i sees, where masks go by places.
pub fn seen(masks: &[Mask]) -> Option<Math> {
    let condition = |mask: &Mask| match mask {
        Mask::Causal => Some("j ≤ i".to_owned()),
        Mask::Window { before, after } => Some(format!("i − {before} ≤ j ≤ i + {after}")),
        Mask::Padding | Mask::Hidden(_) | Mask::Painted(_) => None,
    };
    let conditions: Vec<String> = masks.iter().filter_map(condition).collect();
    (!conditions.is_empty()).then(|| Math::written(&format!("𝒮_i = {{ j : {} }}", conditions.join(" , "))))
}

/// How softmax is calculated.
pub fn softmax(model: &Model) -> Vec<Math> {
    let softmax = Op::Softmax(model.softmax.into());
    Math::named(softmax.name()).into_iter().chain(besides(&softmax)).collect()
}

/// The function of the feed-forward network.
pub fn activation(model: &Model) -> Option<Math> {
    Math::named(model.feed_forward.activation().name())
}

/// The feed-forward network with its biases and its gate.
pub fn feed_forward(model: &Model) -> Math {
    let (first, second) = if model.feed_forward_bias { ("X W_1 + b_1", "W_2 + b_2") } else { ("X W_1", "W_2") };
    let name = function(&model.feed_forward.activation().into(), 1).unwrap_or_default();
    let hidden = match (model.feed_forward, model.feed_forward_bias) {
        (FeedForwardKind::SwiGlu, true) => format!("( {name} ( X W_G ) ⊙ ( {first} ) )"),
        (FeedForwardKind::SwiGlu, false) => format!("( {name} ( X W_G ) ⊙ {first} )"),
        _ => format!("{name} ( {first} )"),
    };
    Math::written(&format!("FFN = {hidden} {second}"))
}

/// The norm of a row, with the parameters that are learned.
pub fn norm(norm: &Norm) -> Option<Math> {
    let (name, parameters) = match (norm.kind, norm.epsilon_place) {
        (NormKind::None, _) => return None,
        (NormKind::Rms, _) => ("rms_norm", if norm.gamma { "γ_j" } else { "" }),
        // β without γ brings γ along.
        (NormKind::Layer, _) if norm.beta => (layer_norm(norm.epsilon_place), "γ_j + β_j"),
        (NormKind::Layer, place) => (layer_norm(place), if norm.gamma { "γ_j" } else { "" }),
    };
    Math::named(name).map(|formula| formula.and(parameters))
}

fn layer_norm(place: EpsilonPlace) -> &'static str {
    LayerNorm { epsilon: 0.0, place }.name()
}

/// A sublayer f with its residual connection and its norm.
pub fn sublayer(model: &Model) -> Math {
    let name = match model.norm.kind {
        NormKind::Layer => Some("LayerNorm"),
        NormKind::Rms => Some("RMSNorm"),
        NormKind::None => None,
    };
    let (before, after) = match model.norm.place {
        NormPlace::Before => (name, None),
        NormPlace::After => (None, name),
    };
    let wrapped = |name: Option<&str>, inner: String| name.map_or_else(|| inner.clone(), |name| format!("{name} ( {inner} )"));
    let inner = format!("f ( {} )", wrapped(before, "X".to_owned()));
    let sum = if model.residual { format!("X + {inner}") } else { inner };
    Math::written(&wrapped(after, sum))
}

/// Where the positions are added: to the embeddings, or to what the first attention gives.
pub fn positions_place(model: &Model) -> Math {
    let given = match (model.norm.kind, model.norm.place, model.residual) {
        (NormKind::Layer | NormKind::Rms, NormPlace::After, _) => "N_1",
        (_, _, true) => "R_1",
        (_, _, false) => "Z",
    };
    match model.positions_place {
        PositionsPlace::BeforeAttention => Math::written("X_0 = X + PE"),
        PositionsPlace::AfterAttention => Math::written(&format!("{} = {given} + PE", primed(given))),
    }
}
