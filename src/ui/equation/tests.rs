use std::sync::Arc;

use super::*;
use crate::experiment::{Preset, presets};
use crate::graph::{
    Add, AddBias, AppendRows, Concatenate, EpsilonPlace, Gather, LayerNorm, Leaf, LogSoftmax, Mask, MatMul, MeanRows, Multiply, RmsNorm,
    Shape, SliceColumns, SliceRows, Visibility,
};

/// A shipped preset, by the name of its file.
fn prepared(file: &str) -> Prepared {
    Prepared::new(Preset::find(file.trim_end_matches(".ron")).unwrap().experiment().unwrap(), None).unwrap()
}

fn told(prepared: &Prepared, site: &str) -> String {
    equation(prepared, prepared.graph.find(site.parse().unwrap()).unwrap(), Counters::default()).text()
}

/// Every operation, in all its forms.
fn operations() -> Vec<Op> {
    let visible = Arc::new(Visibility::from_elem((1, 1), true));
    let norm = |place| LayerNorm { epsilon: 1e-5, place };
    let some = Scalar::Plain(2.0);
    vec![
        Leaf::Input(Shape::new(1, 1)).into(),
        Gather { indices: [0].into() }.into(),
        Add.into(),
        AddBias.into(),
        Multiply.into(),
        MatMul { transposed: false }.into(),
        MatMul { transposed: true }.into(),
        Scale::Times(some).into(),
        Scale::Over(some).into(),
        Mask { visible }.into(),
        Softmax::Stable.into(),
        Softmax::Naive.into(),
        LogSoftmax.into(),
        norm(EpsilonPlace::UnderRoot).into(),
        norm(EpsilonPlace::BesideSigma).into(),
        RmsNorm { epsilon: 1e-5 }.into(),
        Activation::Relu.into(),
        Activation::Gelu.into(),
        Activation::GeluTanh.into(),
        Activation::Silu.into(),
        SliceColumns { first: 0, count: 1 }.into(),
        SliceRows { first: 0, count: 1 }.into(),
        Concatenate.into(),
        AppendRows.into(),
        MeanRows { counted: [true].into() }.into(),
    ]
}

#[test]
fn every_operation_has_its_formula() {
    for op in operations() {
        // Whoever adds an operation is asked here for an example of it, above.
        let calculates = match op {
            Op::Leaf(_) => false,
            Op::Gather(_)
            | Op::Add(_)
            | Op::AddBias(_)
            | Op::Multiply(_)
            | Op::MatMul(_)
            | Op::Scale(_)
            | Op::Mask(_)
            | Op::Softmax(_)
            | Op::LogSoftmax(_)
            | Op::LayerNorm(_)
            | Op::RmsNorm(_)
            | Op::Activation(_)
            | Op::SliceColumns(_)
            | Op::SliceRows(_)
            | Op::Concatenate(_)
            | Op::AppendRows(_)
            | Op::MeanRows(_) => true,
        };
        let formula = Math::named(op.name());
        assert_eq!(formula.is_some(), calculates, "{}", op.name());
        assert_eq!(!op.formula().is_empty(), calculates, "{}", op.name());
        assert!(function(&op, 1).is_none_or(|name| Math::written(name).left_out().is_empty()), "{}", op.name());
    }
}

#[test]
fn every_value_of_every_preset_has_an_equation_that_can_be_typeset() {
    for preset in presets() {
        let prepared = prepared(preset.name);
        for (id, node) in prepared.graph.nodes() {
            let sign = Math::written(&sign(&prepared, id));
            let equation = equation(&prepared, id, Counters::default());
            for math in [&sign, &equation] {
                assert!(math.left_out().is_empty() && !math.is_empty(), "{} {}: {}", preset.name, node.site, math.text());
            }
        }
    }
}

#[test]
fn heads_and_blocks_are_counted_by_number_or_by_letter() {
    let base = prepared("base-model.ron");
    assert_eq!(told(&base, "encoder.3.self_attention.head.7.scores"), "S₈ = Q₈K₈ᵀ");
    assert_eq!(told(&base, "encoder.3.self_attention.query"), "Q = X₃W_Q");
    assert_eq!(told(&base, "encoder.3.self_attention.head.1.query"), "Q₂ = Q[:, 64…127]");
    assert_eq!(told(&base, "encoder.3.self_attention.output"), "Z = Concat(head₁, …, head₈)W_O");
    assert_eq!(told(&base, "encoder.3.self_attention.concatenated"), "Concat(head₁, …, head₈)");
    assert_eq!(told(&base, "decoder.5.cross_attention.key"), "K = X₆W_K");
    assert_eq!(told(&base, "decoder.5.output"), "Y₆ = LayerNormᵧ,ᵦ(R₃)");
    assert_eq!(told(&base, "encoder.0.feed_forward.hidden_product"), "N₁W₁");

    let query = base.graph.find("encoder.3.self_attention.query".parse().unwrap()).unwrap();
    let told_for_all = |block| {
        let counters = Counters { heads: true, block: Some((crate::graph::Stack::Encoder, block)) };
        equation(&base, query, counters).text()
    };
    assert_eq!(told_for_all(3), "Q = X_ℓ₋₁W_Q");
    assert_eq!(told_for_all(2), "Q = X_ℓW_Q");
    assert_eq!(told_for_all(0), "Q = X₃W_Q");
}

#[test]
fn numbers_are_written_as_in_print() {
    let text = |value: f64| Math::written(&number(value)).text();
    assert_eq!([0.0, 30.0, -0.25, 1e-6, 2.5e-7, 4e9].map(text), ["0", "30", "−0.25", "10⁻⁶", "2.5 × 10⁻⁷", "4 × 10⁹"]);
    for value in [f64::MIN_POSITIVE, f64::MAX, -1e-300, 123_456.789] {
        assert_eq!(Math::written(&number(value)).left_out(), "", "{value}");
    }
}
