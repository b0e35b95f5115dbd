//! The values that the boxes show in small.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::model::{Diagram, Form, Piece, PieceId};
use crate::experiment::{Outcome, Prepared};
use crate::graph::{Graph, NodeId, Quantity, Scope};
use crate::ui::context::{Context, Look};
use crate::ui::describe;
use crate::ui::widgets::Colouring;

/// Cells that may be measured for the first time in one frame; the rest comes with the next.
const CELLS_A_FRAME: usize = 1_000_000;

/// Which values of a run have been looked at.
#[derive(Default)]
pub struct Seen {
    outcome: Option<Arc<Outcome>>,
    nodes: HashSet<NodeId>,
}

/// Blocks whose outputs are all shown; of more, the first and the last.
const BLOCKS: usize = 6;

/// What a box shows of its values.
pub enum Shown {
    /// What it gives.
    Value(NodeId),
    /// Of an attention, the weights of the head in view, and what it gives.
    Attention(NodeId, NodeId),
    /// What each of the closed blocks gives; `None` where some are left out.
    Blocks(Vec<Option<(usize, NodeId)>>),
}

impl Shown {
    /// What a box shows.
    pub fn of(graph: &Graph, piece: &Piece, head: usize) -> Self {
        match piece.form {
            Form::Blocks { stack, first, count } => {
                let output = |block: usize| graph.find(Scope::stack(stack).block(block).at(Quantity::Output)).map(|id| (block, id));
                let ends = BLOCKS / 2;
                Self::Blocks(if count <= BLOCKS {
                    (first..first + count).map(output).collect()
                } else {
                    let left_out = std::iter::once(None);
                    (first..first + ends).map(output).chain(left_out).chain((first + count + 1 - ends..first + count).map(output)).collect()
                })
            }
            Form::Part(_) => {
                let weights = |id: &&NodeId| {
                    let site = graph.node(**id).site;
                    site.quantity == Quantity::Weights && site.scope.head == Some(head.min(piece.cards - 1))
                };
                piece.nodes.iter().find(weights).map_or(Self::Value(piece.main), |&map| Self::Attention(map, piece.main))
            }
            Form::Step | Form::Sum => Self::Value(piece.main),
        }
    }

    /// The values that it shows.
    pub fn nodes(&self) -> Vec<NodeId> {
        match self {
            Self::Value(value) => vec![*value],
            Self::Attention(map, output) => vec![*map, *output],
            Self::Blocks(blocks) => blocks.iter().flatten().map(|&(_, id)| id).collect(),
        }
    }
}

/// The values at hand for the figure that is drawn, and how they are coloured.
#[derive(Default)]
pub struct Values {
    looks: HashMap<NodeId, Rc<Look>>,
    /// The largest magnitude of all signed values that are shown.
    pub limit: f64,
    /// Whether any probabilities are shown.
    pub probabilities: bool,
    /// Whether some are still to be measured.
    pub waiting: bool,
    own_scale: bool,
}

impl Values {
    /// Looks at the values of the boxes. Where the figure is not that of the last run, there are none; what the run did not keep is
    /// not calculated anew for a thumbnail.
    pub fn collect(ctx: &Context<'_>, prepared: &Arc<Prepared>, diagram: &Diagram, seen: &mut Seen, own_scale: bool) -> Self {
        let mut values = Self { own_scale, ..Self::default() };
        let Some(outcome) = ctx.lab.outcome().filter(|outcome| Arc::ptr_eq(&outcome.prepared, prepared)) else { return values };
        if !seen.outcome.as_ref().is_some_and(|last| Arc::ptr_eq(last, outcome)) {
            *seen = Seen { outcome: Some(Arc::clone(outcome)), nodes: HashSet::new() };
        }
        let mut measured = 0;
        for piece in &diagram.pieces {
            let shown = Shown::of(&prepared.graph, piece, diagram.opened.head);
            for id in shown.nodes().into_iter().filter(|&id| outcome.values.holds(id)) {
                let node = prepared.graph.node(id);
                if !seen.nodes.contains(&id) {
                    let cells = node.shape.cells();
                    if measured > 0 && measured + cells > CELLS_A_FRAME {
                        values.waiting = true;
                        continue;
                    }
                    measured += cells;
                    seen.nodes.insert(id);
                }
                let Some(look) = ctx.look(id) else { continue };
                if describe::is_probability(node.site) {
                    values.probabilities = true;
                } else {
                    values.limit = values.limit.max(look.statistics.magnitude());
                }
                values.looks.insert(id, look);
            }
        }
        values
    }

    /// A value, if it is at hand.
    pub fn look(&self, id: NodeId) -> Option<&Look> {
        self.looks.get(&id).map(Rc::as_ref)
    }

    /// Whether there are none at all.
    pub fn is_empty(&self) -> bool {
        self.looks.is_empty()
    }

    /// The fills of a value.
    pub fn colouring(&self, ctx: &Context<'_>, prepared: &Prepared, id: NodeId) -> Colouring {
        if describe::is_probability(prepared.graph.node(id).site) {
            return ctx.probability();
        }
        let own = self.look(id).map_or(0.0, |look| look.statistics.magnitude());
        ctx.signed(if self.own_scale { own } else { self.limit })
    }
}

/// Whether a box is the input of a lane, whose rows are named.
pub fn names_rows(prepared: &Prepared, diagram: &Diagram, piece: PieceId) -> bool {
    let site = prepared.graph.node(diagram.piece(piece).main).site;
    matches!(site.quantity, Quantity::Embeddings | Quantity::ScaledEmbeddings | Quantity::Memory)
        || site.quantity == Quantity::Input && diagram.piece(piece).form == Form::Step
}
