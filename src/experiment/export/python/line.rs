//! An operation as a Python expression.

use super::Library;
use crate::graph::{Activation, EpsilonPlace, LayerNorm, MeanRows, Op, Scalar, Scale, Shape, SliceColumns, SliceRows, Softmax};

/// What the right side of a node's line is; `visible` is the name of the mask, where the operation has one.
pub(super) fn expression(op: &Op, inputs: &[String], shapes: &[Shape], visible: &str, library: Library) -> String {
    let [a, b] = [0, 1].map(|index| inputs.get(index).map_or("", String::as_str));
    let torch = library == Library::Torch;
    let module = if torch { "torch" } else { "np" };
    match op {
        // Leaves are written out, not calculated.
        Op::Leaf(_) => a.to_owned(),
        Op::Gather(gather) => format!("{a}[{:?}]", gather.indices),
        Op::Add(_) | Op::AddBias(_) => format!("{a} + {b}"),
        Op::Multiply(_) => format!("{a} * {b}"),
        Op::MatMul(product) => format!("{a} @ {b}{}", if product.transposed { ".T" } else { "" }),
        Op::Scale(Scale::Times(scalar)) => format!("{a} * {}", self::scalar(*scalar)),
        Op::Scale(Scale::Over(scalar)) => format!("{a} / {}", self::scalar(*scalar)),
        Op::Mask(_) if torch => format!("{a}.masked_fill(~{visible}, -inf)"),
        Op::Mask(_) => format!("np.where({visible}, {a}, {a}.dtype.type(-inf))"),
        Op::Softmax(Softmax::Stable) => format!("softmax({a})"),
        Op::Softmax(Softmax::Naive) => format!("naive_softmax({a})"),
        Op::LogSoftmax(_) if torch => format!("F.log_softmax({a}, dim=1)"),
        Op::LogSoftmax(_) => format!("log_softmax({a})"),
        Op::LayerNorm(LayerNorm { epsilon, place: EpsilonPlace::UnderRoot }) if torch => {
            let width = shapes.first().map_or(0, |shape| shape.columns);
            let row = |name: &str, input: &str| if input.is_empty() { String::new() } else { format!(", {name}={input}[0]") };
            let beta = inputs.get(2).map_or("", String::as_str);
            format!("F.layer_norm({a}, ({width},){}{}, eps={})", row("weight", b), row("bias", beta), number(*epsilon))
        }
        Op::LayerNorm(LayerNorm { epsilon, place }) => {
            let name = match place {
                EpsilonPlace::UnderRoot => "layer_norm",
                EpsilonPlace::BesideSigma => "layer_norm_beside_sigma",
            };
            format!("{name}({}, epsilon={})", inputs.join(", "), number(*epsilon))
        }
        Op::RmsNorm(norm) => format!("rms_norm({}, epsilon={})", inputs.join(", "), number(norm.epsilon)),
        Op::Activation(function) => activation(*function, a, torch),
        Op::SliceColumns(SliceColumns { first, count }) => format!("{a}[:, {first}:{}]", first + count),
        Op::SliceRows(SliceRows { first, count }) => format!("{a}[{first}:{}]", first + count),
        Op::Concatenate(_) if torch => format!("torch.cat([{}], dim=1)", inputs.join(", ")),
        Op::Concatenate(_) => format!("np.concatenate([{}], axis=1)", inputs.join(", ")),
        Op::AppendRows(_) if torch => format!("torch.cat([{a}, {b}], dim=0)"),
        Op::AppendRows(_) => format!("np.concatenate([{a}, {b}], axis=0)"),
        Op::MeanRows(mean) => mean_rows(mean, a, module, torch),
    }
}

fn activation(function: Activation, x: &str, torch: bool) -> String {
    match (function, torch) {
        (Activation::Relu, false) => format!("np.maximum({x}, 0)"),
        (Activation::Gelu, false) => format!("gelu({x})"),
        (Activation::GeluTanh, false) => format!("gelu_tanh({x})"),
        (Activation::Silu, false) => format!("{x} / (1 + np.exp(-{x}))"),
        (Activation::Relu, true) => format!("F.relu({x})"),
        (Activation::Gelu, true) => format!("F.gelu({x})"),
        (Activation::GeluTanh, true) => format!("F.gelu({x}, approximate=\"tanh\")"),
        (Activation::Silu, true) => format!("F.silu({x})"),
    }
}

fn mean_rows(mean: &MeanRows, x: &str, module: &str, torch: bool) -> String {
    let (along, keep) = if torch { ("dim", "keepdim") } else { ("axis", "keepdims") };
    let rows: Vec<usize> = (0..mean.counted.len()).filter(|&row| mean.counted[row]).collect();
    if rows.is_empty() {
        return format!("{module}.zeros_like({x}[:1])");
    }
    let counted = if rows.len() == mean.counted.len() { String::new() } else { format!("[{rows:?}]") };
    format!("{x}{counted}.mean({along}=0, {keep}=True)")
}

fn scalar(scalar: Scalar) -> String {
    match scalar {
        Scalar::Plain(value) => number(value),
        Scalar::Root(square) => format!("sqrt({})", number(square)),
    }
}

/// A number of the set-up; whole ones without a point.
pub(super) fn number(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    let text = format!("{value:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
