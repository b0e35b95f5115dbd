//! The sublayers of a block, written into a graph.

use super::attention::Linear;
use super::config::{Dims, FeedForwardKind, Model, NormKind, NormPlace};
use crate::graph::{Control, GraphBuilder, LayerNorm, NodeId, Part, Quantity, RmsNorm, Scope};

/// What making a node costs, in steps of a [`Control`].
pub const STEPS_OF_NODE: usize = 4;

/// A graph in the making, and the choices that it is made by.
pub struct Parts<'a> {
    /// The graph.
    pub g: GraphBuilder,
    /// The choices.
    pub model: &'a Model,
    /// The sizes, checked.
    pub dims: Dims,
    /// By which a large graph in the making is stopped; it is then broken off between two blocks or heads.
    pub control: Option<&'a Control>,
}

impl<'a> Parts<'a> {
    /// An empty graph for `model`.
    pub fn new(model: &'a Model, dims: Dims) -> Self {
        Self { g: GraphBuilder::new(), model, dims, control: None }
    }

    /// Tells whoever watches that so many nodes were made.
    pub(super) fn count(&self, nodes: usize) {
        if let Some(control) = self.control {
            // Whether to go on is asked between the parts.
            let _ = control.advance(nodes * STEPS_OF_NODE);
        }
    }

    /// Whether what is made is not wanted any more.
    pub(super) fn stopped(&self) -> bool {
        self.control.is_some_and(Control::is_cancelled)
    }

    /// x·W, or x·W + b.
    pub(super) fn linear(&mut self, x: NodeId, columns: usize, biased: bool, scope: Scope, names: &Linear) -> NodeId {
        let rows = self.g.shape(x).columns;
        let weight = self.g.weight(rows, columns, scope.at(names.weight));
        if !biased {
            return self.g.matmul(x, weight, scope.at(names.result));
        }
        let bias = self.g.weight(1, columns, scope.at(names.bias));
        let product = self.g.matmul(x, weight, scope.at(names.product));
        self.g.add_bias(product, bias, scope.at(names.result))
    }

    /// f(x·W_1 + b_1)·W_2 + b_2, or with a gate (f(x·W_gate) ⊙ (x·W_1 + b_1))·W_2 + b_2: \[n, d_model\] → \[n, d_model\].
    ///
    /// Source: Vaswani et al., 2017, section 3.3; the gate: Shazeer, 2020.
    pub fn feed_forward(&mut self, x: NodeId, scope: Scope) -> NodeId {
        let (kind, biased) = (self.model.feed_forward, self.model.feed_forward_bias);
        let hidden = self.linear(x, self.dims.d_ff, biased, scope, &FIRST);
        let activated = if kind == FeedForwardKind::SwiGlu {
            let weight = self.g.weight(self.dims.d_model, self.dims.d_ff, scope.at(Quantity::GateWeight));
            let gate = self.g.matmul(x, weight, scope.at(Quantity::Gate));
            let open = self.g.activation(gate, kind.activation(), scope.at(Quantity::Activated));
            self.g.multiply(open, hidden, scope.at(Quantity::Gated))
        } else {
            self.g.activation(hidden, kind.activation(), scope.at(Quantity::Activated))
        };
        self.linear(activated, self.dims.d_model, biased, scope, &SECOND)
    }

    /// The norm of the model: \[n, d\] → \[n, d\]; x itself where there is none.
    pub fn norm(&mut self, x: NodeId, scope: Scope) -> NodeId {
        let norm = self.model.norm;
        let columns = self.g.shape(x).columns;
        let mut parameter = |wanted: bool, quantity| wanted.then(|| self.g.weight(1, columns, scope.at(quantity)));
        match norm.kind {
            NormKind::None => x,
            NormKind::Layer => {
                // β without γ would stand in γ's place, so it brings γ along.
                let gamma = parameter(norm.gamma || norm.beta, Quantity::Gamma);
                let beta = parameter(norm.beta, Quantity::Beta);
                let parameters: Vec<NodeId> = gamma.into_iter().chain(beta).collect();
                let form = LayerNorm { epsilon: norm.epsilon, place: norm.epsilon_place };
                self.g.layer_norm(x, &parameters, form, scope.at(Quantity::Output))
            }
            NormKind::Rms => {
                let gamma = parameter(norm.gamma, Quantity::Gamma);
                self.g.rms_norm(x, gamma, RmsNorm { epsilon: norm.epsilon }, scope.at(Quantity::Output))
            }
        }
    }

    /// A sublayer with its residual connection and its norm: Norm(x + f(x)), or x + f(Norm(x)).
    pub(super) fn sublayer(
        &mut self,
        x: NodeId,
        block: Scope,
        (part, norm): (Part, Part),
        inner: impl FnOnce(&mut Self, NodeId, Scope) -> NodeId,
    ) -> NodeId {
        let (scope, norm) = (block.part(part), block.part(norm));
        let before = self.model.norm.place == NormPlace::Before;
        let input = if before { self.norm(x, norm) } else { x };
        let mut result = inner(self, input, scope);
        if self.model.residual {
            result = self.g.sum(x, result, scope.at(Quantity::Residual));
        }
        if before { result } else { self.norm(result, norm) }
    }
}

const FIRST: Linear =
    Linear { weight: Quantity::FirstWeight, bias: Quantity::FirstBias, product: Quantity::HiddenProduct, result: Quantity::Hidden };
const SECOND: Linear =
    Linear { weight: Quantity::SecondWeight, bias: Quantity::SecondBias, product: Quantity::OutputProduct, result: Quantity::Output };
