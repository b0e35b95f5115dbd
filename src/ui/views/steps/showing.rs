//! What stands in the matrices of a step: its values, or how L changes with them.

use crate::experiment::Prepared;
use crate::graph::NodeId;
use crate::ui::context::Context;
use crate::ui::describe;
use crate::ui::widgets::Colouring;

/// What stands in the matrices of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Showing {
    /// The values.
    #[default]
    Values,
    /// ∂L/∂v of the result or of a weight, and what it is made from.
    Gradients,
}

impl Showing {
    /// What was asked for, as far as there are gradients.
    pub fn of(self, ctx: &Context<'_>) -> Self {
        if ctx.lab.slopes().wish().is_some() { self } else { Self::Values }
    }
}

/// How the values of a step are coloured and written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The fills that the matrices share.
    pub signed: Colouring,
    decimals: usize,
}

impl Style {
    /// For values whose magnitudes go up to `limit`.
    pub fn new(ctx: &Context<'_>, limit: f64) -> Self {
        Self { signed: ctx.signed(limit), decimals: ctx.decimals() }
    }

    /// The fills of a matrix.
    pub fn colouring(self, ctx: &Context<'_>, id: NodeId) -> Colouring {
        if Self::probability(ctx.prepared(), id) { ctx.probability() } else { self.signed }
    }

    /// Whether a node holds probabilities.
    pub fn probability(prepared: &Prepared, id: NodeId) -> bool {
        describe::is_probability(prepared.graph.node(id).site)
    }

    /// A number as it stands in its cell.
    pub fn digits(self, value: f64, probability: bool) -> String {
        super::digits(value, self.decimals, probability)
    }
}
