//! How a value is calculated, as an equation: told from the graph, with the inputs that are there.

mod sign;

use crate::experiment::Prepared;
use crate::graph::{Activation, NodeId, Op, Operation as _, Quantity, Scalar, Scale, Site, Softmax};
use crate::transformer::Positions;
use crate::ui::describe;
use crate::ui::widgets::Math;

use sign::token;
pub use sign::{Counters, counted_sign, is_lone, of_weight, primed, sign};

/// The equation of a value: its sign, and from what it is calculated. What [`is_part`] of another equation has no sign of its own.
pub fn equation(prepared: &Prepared, id: NodeId, counters: Counters) -> Math {
    let teller = Teller { prepared, counters };
    if is_part(prepared, id) { teller.expression(id) } else { teller.left(id).and("=").then(teller.expression(id)) }
}

/// Whether a value is written within the equation of the only one that reads it: x·W before its bias, the heads side by side
/// before W_O, the gated hidden layer before W_2, an embedding before its factor.
pub fn is_part(prepared: &Prepared, id: NodeId) -> bool {
    let graph = &prepared.graph;
    let &[reader] = graph.consumers(id) else { return false };
    matches!(
        (&graph.node(id).op, &graph.node(reader).op),
        (Op::MatMul(_), Op::AddBias(_))
            | (Op::Concatenate(_) | Op::Multiply(_), Op::MatMul(_))
            | (Op::Gather(_), Op::Scale(Scale::Times(_)))
    )
}

/// How an operation is called where it is written as a function, by how many inputs it has: with γ, and with β.
pub fn function(op: &Op, inputs: usize) -> Option<&'static str> {
    Some(match op {
        Op::Mask(_) => "mask",
        Op::Softmax(_) => "softmax",
        Op::LogSoftmax(_) => "ln softmax",
        Op::LayerNorm(_) => ["LayerNorm", "LayerNorm_γ", "LayerNorm_{γ,β}"][inputs.clamp(1, 3) - 1],
        Op::RmsNorm(_) => ["RMSNorm", "RMSNorm_γ"][inputs.clamp(1, 2) - 1],
        Op::Activation(Activation::Relu) => "ReLU",
        Op::Activation(Activation::Gelu | Activation::GeluTanh) => "GELU",
        Op::Activation(Activation::Silu) => "SiLU",
        Op::MeanRows(_) => "mean",
        Op::Leaf(_)
        | Op::Gather(_)
        | Op::Add(_)
        | Op::AddBias(_)
        | Op::Multiply(_)
        | Op::MatMul(_)
        | Op::Scale(_)
        | Op::SliceColumns(_)
        | Op::SliceRows(_)
        | Op::Concatenate(_)
        | Op::AppendRows(_) => return None,
    })
}

/// The formula of one number of an operation's result, with the parameters that the value has. Leaves have none.
pub fn formula(prepared: &Prepared, id: NodeId) -> Option<Math> {
    let node = prepared.graph.node(id);
    let formula = Math::named(node.op.name())?;
    Some(match (&node.op, node.inputs.len()) {
        (Op::LayerNorm(_) | Op::RmsNorm(_), 2) => formula.and("γ_j"),
        (Op::LayerNorm(_), inputs) if inputs > 2 => formula.and("γ_j + β_j"),
        _ => formula,
    })
}

/// What stands in the formula of an operation besides its inputs: the mean of a row, its maximum.
pub fn besides(op: &Op) -> impl Iterator<Item = Math> {
    let names: &[&str] = match op {
        Op::Softmax(Softmax::Stable) => &["row_maximum"],
        Op::LayerNorm(_) => &["row_mean", "row_variance"],
        _ => &[],
    };
    names.iter().filter_map(|name| Math::named(name))
}

/// How positions that are not learned are calculated.
pub fn positions_formula(positions: Positions) -> Option<Math> {
    Math::named(match positions {
        Positions::Sinusoidal => "sinusoidal",
        Positions::SinusoidalByColumn => "sinusoidal_by_column",
        Positions::SinusoidalHalves => "sinusoidal_halves",
        Positions::SinusoidalTensor2Tensor => "sinusoidal_tensor2tensor",
        Positions::None | Positions::Learned => return None,
    })
}

/// A number in a formula: small and large ones with a power of ten.
pub fn number(value: f64) -> String {
    if value == 0.0 || (1e-3..1e6).contains(&value.abs()) {
        return value.to_string();
    }
    let written = format!("{value:e}");
    match written.split_once('e') {
        Some((digits, power)) => {
            let power = format!("10^{{{}}}", power.replace('-', "−"));
            if digits == "1" { power } else { format!("{digits} × {power}") }
        }
        None => written,
    }
}

#[derive(Clone, Copy)]
struct Teller<'a> {
    prepared: &'a Prepared,
    counters: Counters,
}

impl Teller<'_> {
    fn sign(self, id: NodeId) -> Math {
        let hue = describe::hue(self.prepared.graph.node(id).site);
        Math::default().hued(&counted_sign(self.prepared, id, self.counters), hue)
    }

    /// What stands before the equals sign.
    fn left(self, id: NodeId) -> Math {
        let Site { scope, quantity } = self.prepared.graph.node(id).site;
        if !(is_lone(self.prepared) && quantity == Quantity::Output) {
            return self.sign(id);
        }
        let given = [Quantity::Query, Quantity::Key, Quantity::Value].map(|given| self.prepared.graph.find(scope.at(given)));
        self.listed(Math::written("Attention ("), &given.into_iter().flatten().collect::<Vec<_>>()).and(")")
    }

    /// A value as another equation names it.
    fn operand(self, id: NodeId) -> Math {
        if !is_part(self.prepared, id) {
            return self.sign(id);
        }
        let expression = self.expression(id);
        match self.prepared.graph.node(id).op {
            Op::Multiply(_) => Math::written("(").then(expression).and(")"),
            _ => expression,
        }
    }

    fn expression(self, id: NodeId) -> Math {
        let node = self.prepared.graph.node(id);
        let input = |place: usize| node.inputs.get(place).map_or_else(Math::default, |&input| self.operand(input));
        let between = |sign: &str| input(0).and(sign).then(input(1));
        match &node.op {
            Op::Leaf(_) => self.sign(id),
            Op::Gather(gather) if node.site.quantity == Quantity::Positions => input(0).and(&range(&gather.indices)),
            Op::Gather(_) => input(0).and(&format!("[ {} ]", token(node.site.scope))),
            Op::Add(_) | Op::AddBias(_) => between("+"),
            Op::Multiply(_) => between("⊙"),
            Op::MatMul(product) if product.transposed => input(0).then(input(1).raised("T")),
            Op::MatMul(_) => input(0).then(input(1)),
            Op::Scale(Scale::Over(scalar)) => input(0).and("/").and(&self.scalar(id, *scalar)),
            Op::Scale(Scale::Times(scalar)) => Math::written(&self.scalar(id, *scalar)).then(input(0)),
            Op::SliceColumns(_) if self.counters.heads && node.site.scope.head.is_some() => {
                input(0).and(self.columns_of_head(node.site.quantity))
            }
            Op::SliceColumns(slice) => input(0).and("[ :,").and(&span(slice.first, slice.count)).and("]"),
            Op::SliceRows(slice) => input(0).and("[").and(&span(slice.first, slice.count)).and("]"),
            Op::Concatenate(_) => self.concatenated(id),
            Op::AppendRows(_) => Math::written("[").then(between(";")).and("]"),
            op => {
                let name = function(op, node.inputs.len()).unwrap_or_default();
                Math::written(name).and("(").then(input(0)).and(")")
            }
        }
    }

    /// A factor or divisor: √d_k and √d_model by their names, other numbers as they are.
    fn scalar(self, id: NodeId, scalar: Scalar) -> String {
        match (scalar, self.prepared.graph.node(id).site.quantity) {
            (Scalar::Root(_), Quantity::Scaled) => "√d_k".to_owned(),
            (Scalar::Root(_), Quantity::ScaledEmbeddings) => "√d_model".to_owned(),
            (scalar, _) => number(scalar.value()),
        }
    }

    /// The columns that the i-th head takes.
    fn columns_of_head(self, quantity: Quantity) -> &'static str {
        let dims = self.prepared.experiment.model.dims();
        let own_width = dims.is_ok_and(|dims| dims.d_v != dims.d_k);
        if quantity == Quantity::Value && own_width { "[:,i·d_v]" } else { "[:,i·d_k]" }
    }

    /// The heads side by side; of many the first and the last.
    fn concatenated(self, id: NodeId) -> Math {
        let inputs = &self.prepared.graph.node(id).inputs;
        let numbered = Self { counters: Counters { heads: false, ..self.counters }, ..self };
        let start = Math::written("Concat (");
        let line = match inputs.as_slice() {
            [first, .., _] if inputs.len() > 2 && self.counters.heads => start.then(numbered.sign(*first)).and(", … , head_h"),
            [first, .., last] if inputs.len() > 2 => start.then(numbered.sign(*first)).and(", … ,").then(numbered.sign(*last)),
            _ => numbered.listed(start, inputs),
        };
        line.and(")")
    }

    /// Values after a beginning, with commas between.
    fn listed(self, start: Math, ids: &[NodeId]) -> Math {
        let add = |line: Math, (place, &id): (usize, &NodeId)| if place > 0 { line.and(",") } else { line }.then(self.sign(id));
        ids.iter().enumerate().fold(start, add)
    }
}

/// Rows that follow one another.
fn range(indices: &[usize]) -> String {
    let first = indices.first().copied().unwrap_or(0);
    format!("[ {} ]", span(first, indices.len()))
}

/// Places from `first` on.
fn span(first: usize, count: usize) -> String {
    if count <= 1 { first.to_string() } else { format!("{first} … {}", first + count - 1) }
}

#[cfg(test)]
mod tests;
