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
        Mask::Window { before, after } => {
            let moved = |sign: &str, by: usize| if by == 0 { "i".to_owned() } else { format!("i {sign} {by}") };
            Some(format!("{} ≤ j ≤ {}", moved("−", *before), moved("+", *after)))
        }
        Mask::Padding | Mask::Hidden(_) | Mask::Painted(_) => None,
    };
    let conditions: Vec<String> = masks.iter().filter_map(condition).collect();
    (!conditions.is_empty()).then(|| Math::written(&format!("𝒮_i = {{ j ∣ {} }}", conditions.join(" , "))))
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

/// The feed-forward network with its biases, and its gate where it has one.
pub fn feed_forward(model: &Model) -> Vec<Math> {
    let name = function(&model.feed_forward.activation().into(), 1).unwrap_or_default();
    let (hidden, biased, last) =
        if model.feed_forward_bias { ("X W_1 + b_1", "( X W_1 + b_1 )", "W_2 + b_2") } else { ("X W_1", "X W_1", "W_2") };
    let lines = match model.feed_forward {
        FeedForwardKind::SwiGlu => vec![format!("F = {name} ( X W_G )"), format!("FFN = ( F ⊙ {biased} ) {last}")],
        _ => vec![format!("FFN = {name} ( {hidden} ) {last}")],
    };
    lines.iter().map(|line| Math::written(line)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transformer::{Positions, SoftmaxForm, Subject};
    use crate::ui::equation::positions_formula;
    use crate::ui::theme::{space, text};
    use crate::ui::widgets::Typeset;

    fn paper(change: impl FnOnce(&mut Model)) -> Model {
        let mut model = Model { subject: Subject::EncoderDecoder, ..Model::default() };
        change(&mut model);
        model
    }

    #[test]
    fn each_formula_follows_its_choice() {
        let attention = |divisor| attention(&paper(|model| model.divisor = divisor)).text();
        assert_eq!(attention(Divisor::RootOfKeyWidth), "A = softmax(QKᵀ / √dₖ)");
        assert_eq!(attention(Divisor::None), "A = softmax(QKᵀ)");
        assert_eq!(attention(Divisor::Number(30.0)), "A = softmax(QKᵀ / 30)");

        let network = |kind, biased| {
            let model = paper(|model| (model.feed_forward, model.feed_forward_bias) = (kind, biased));
            feed_forward(&model).iter().map(Math::text).collect::<Vec<_>>()
        };
        assert_eq!(network(FeedForwardKind::Relu, true), ["FFN = ReLU(XW₁ + b₁)W₂ + b₂"]);
        assert_eq!(network(FeedForwardKind::Gelu, false), ["FFN = GELU(XW₁)W₂"]);
        assert_eq!(network(FeedForwardKind::SwiGlu, true), ["F = SiLU(XW_G)", "FFN = (F ⊙ (XW₁ + b₁))W₂ + b₂"]);
        assert_eq!(network(FeedForwardKind::SwiGlu, false), ["F = SiLU(XW_G)", "FFN = (F ⊙ XW₁)W₂"]);

        let sublayer = |kind, place, residual| {
            let norm = Norm { kind, place, ..Norm::default() };
            sublayer(&paper(|model| (model.norm, model.residual) = (norm, residual))).text()
        };
        assert_eq!(sublayer(NormKind::Layer, NormPlace::After, true), "LayerNorm(X + f(X))");
        assert_eq!(sublayer(NormKind::Rms, NormPlace::Before, true), "X + f(RMSNorm(X))");
        assert_eq!(sublayer(NormKind::Rms, NormPlace::Before, false), "f(RMSNorm(X))");
        assert_eq!(sublayer(NormKind::None, NormPlace::After, true), "X + f(X)");

        let norm = |beta, gamma, epsilon_place| {
            norm(&Norm { epsilon_place, gamma, beta, ..Norm::default() }).map(|formula| formula.text()).unwrap_or_default()
        };
        assert_eq!(norm(true, false, EpsilonPlace::UnderRoot), "yᵢⱼ = (xᵢⱼ − μᵢ) / √(σᵢ² + ε)γⱼ + βⱼ");
        assert_eq!(norm(false, true, EpsilonPlace::BesideSigma), "yᵢⱼ = (xᵢⱼ − μᵢ) / (σᵢ + ε)γⱼ");
        assert_eq!(norm(false, false, EpsilonPlace::BesideSigma), "yᵢⱼ = (xᵢⱼ − μᵢ) / (σᵢ + ε)");

        let place = |place| positions_place(&paper(|model| model.positions_place = place)).text();
        assert_eq!(place(PositionsPlace::BeforeAttention), "X₀ = X + PE");
        assert_eq!(place(PositionsPlace::AfterAttention), "N′₁ = N₁ + PE");

        let window = Mask::Window { before: 2, after: 0 };
        assert_eq!(seen(&[Mask::Causal, window]).map(|math| math.text()).as_deref(), Some("Sᵢ = {j ∣ j ≤ i, i − 2 ≤ j ≤ i}"));
        assert_eq!(seen(&[Mask::Padding]), None);
    }

    #[test]
    fn every_formula_is_complete_and_fits_the_drawer() {
        let mut lines = Vec::new();
        for kind in FeedForwardKind::ALL {
            let model = paper(|model| model.feed_forward = kind);
            lines.extend(feed_forward(&model).into_iter().chain(activation(&model)));
        }
        for form in [SoftmaxForm::Stable, SoftmaxForm::Naive] {
            lines.extend(softmax(&paper(|model| model.softmax = form)));
        }
        for kind in [NormKind::Layer, NormKind::Rms] {
            for place in [EpsilonPlace::UnderRoot, EpsilonPlace::BesideSigma] {
                lines.extend(norm(&Norm { kind, epsilon_place: place, ..Norm::default() }));
            }
        }
        lines.extend(Positions::ALL.into_iter().filter_map(positions_formula));
        lines.push(attention(&paper(|model| model.divisor = Divisor::Number(-1.234_567e-300))));
        lines.extend(seen(&[Mask::Causal, Mask::Window { before: 1000, after: 1000 }]));
        assert!(lines.len() > 20);
        let room = space::MODEL_DRAWER - 2.0 * space::LARGE - space::SMALL;
        for line in lines {
            let width = Typeset::new(&line, text::small().size).width();
            assert!(line.left_out().is_empty() && width <= room, "{} is {width} wide", line.text());
        }
    }
}
