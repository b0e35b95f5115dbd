//! What stands in the matrices of a step: its values, or how L changes with them.

use std::rc::Rc;

use crate::experiment::Prepared;
use crate::graph::NodeId;
use crate::ui::context::{Context, Look};
use crate::ui::describe;
use crate::ui::gradients::{self, Unit};
use crate::ui::numbers;
use crate::ui::widgets::Colouring;

/// What stands in the matrices of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Showing {
    /// The values.
    #[default]
    Values,
    /// ∂L/∂v of each value v.
    Gradients,
}

impl Showing {
    /// What was asked for, as far as there are gradients.
    pub fn of(self, ctx: &Context<'_>) -> Self {
        if ctx.lab.slopes().wish().is_some() { self } else { Self::Values }
    }

    /// The numbers of a node.
    pub fn look(self, ctx: &Context<'_>, id: NodeId) -> Option<Rc<Look>> {
        match self {
            Self::Values => ctx.look(id),
            Self::Gradients => ctx.gradient(id),
        }
    }

    /// How the numbers of a step are coloured and written, whose magnitudes go up to `limit`.
    pub fn style(self, ctx: &Context<'_>, limit: f64) -> Style {
        let unit = match self {
            Self::Values => Unit::ONE,
            Self::Gradients => Unit::of(limit),
        };
        Style { showing: self, unit, signed: ctx.signed(limit), decimals: ctx.decimals() }
    }
}

/// How the numbers of a step are coloured and written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    showing: Showing,
    /// The power of ten that all numbers stand in.
    pub unit: Unit,
    /// The fills that the matrices share.
    pub signed: Colouring,
    decimals: usize,
}

impl Style {
    /// Whether numbers are those of a node that holds probabilities. Gradients never are.
    pub fn probability(self, prepared: &Prepared, id: NodeId) -> bool {
        self.showing == Showing::Values && describe::is_probability(prepared.graph.node(id).site)
    }

    /// Whether gradients are shown.
    pub fn gradients(self) -> bool {
        self.showing == Showing::Gradients
    }

    /// The fills of a matrix.
    pub fn colouring(self, ctx: &Context<'_>, id: NodeId) -> Colouring {
        if self.probability(ctx.prepared(), id) { ctx.probability() } else { self.signed }
    }

    /// The title of an operand.
    pub fn operand_title(self, prepared: &Prepared, id: NodeId, transposed: bool) -> String {
        let raised = if transposed { "^T" } else { "" };
        match self.showing {
            Showing::Values => format!("{}{raised}", describe::sign(prepared, id)),
            Showing::Gradients => format!("{}{raised}{}", gradients::title(prepared, id), self.unit.times()),
        }
    }

    /// The title of the result.
    pub fn result_title(self, prepared: &Prepared, id: NodeId) -> String {
        match self.showing {
            Showing::Values => describe::result_title(prepared, id),
            Showing::Gradients => self.operand_title(prepared, id, false),
        }
    }

    /// What the legend calls gradients.
    pub fn legend(self) -> String {
        format!("∂L/∂v{}", self.unit.times())
    }

    /// A number as it stands in its cell.
    pub fn digits(self, value: f64, probability: bool) -> String {
        match self.showing {
            Showing::Values => super::digits(value, self.decimals, probability),
            Showing::Gradients => numbers::fixed(self.unit.measure(value), numbers::DECIMALS),
        }
    }
}
