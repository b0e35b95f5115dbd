//! The numbers of the weight in view, as they are now.

use std::rc::Rc;
use std::sync::Arc;

use ndarray::Array2;

use crate::experiment::Prepared;
use crate::graph::{Cell, Element, Matrix, NodeId, Site};
use crate::lab::written;
use crate::ui::context::{Context, Look};
use crate::ui::widgets::Block;

/// The numbers of a weight: those of the last run and, as long as a change waits to be run, the changed ones.
#[derive(Clone)]
pub struct Now {
    /// Of the last run.
    pub look: Rc<Look>,
    site: Site,
    waiting: Option<Arc<Prepared>>,
    /// Changes with the numbers of the run, for pictures that are kept; a change that waits is too soon run to draw them anew.
    pub revision: u64,
}

impl Now {
    /// The numbers of a weight; `None` before the first run.
    pub fn of(ctx: &Context<'_>, revisions: &mut Revisions, id: NodeId) -> Option<Self> {
        let look = ctx.look(id)?;
        let outcome = ctx.lab.outcome()?;
        let site = outcome.prepared.graph.node(id).site;
        let present = ctx.lab.prepared();
        let same_shape = || present.graph.find(site).is_some_and(|id| present.graph.node(id).shape == look.matrix.shape());
        let waiting = (!Arc::ptr_eq(&outcome.prepared, present) && same_shape()).then(|| Arc::clone(present));
        let revision = revisions.of(&look.matrix);
        Some(Self { look, site, waiting, revision })
    }

    /// All cells.
    pub fn whole(&self) -> Block {
        let shape = self.look.matrix.shape();
        Block { rows: 0..shape.rows, columns: 0..shape.columns }
    }

    /// The numbers of a block, in the precision of the run.
    pub fn block(&self, block: &Block) -> Matrix {
        if self.waiting.is_none() && *block == self.whole() {
            return self.look.matrix.clone();
        }
        let dim = (block.rows.len(), block.columns.len());
        let at = |(row, column)| self.at(Cell::new(block.rows.start + row, block.columns.start + column));
        match self.look.matrix {
            Matrix::F32(_) => Arc::new(Array2::from_shape_fn(dim, |cell| f32::of(at(cell)))).into(),
            Matrix::F64(_) => Arc::new(Array2::from_shape_fn(dim, at)).into(),
        }
    }

    /// The number at a cell.
    pub fn at(&self, cell: Cell) -> f64 {
        let changed = self.waiting.as_ref().and_then(|present| written(&present.experiment.weights, self.site, cell));
        changed.unwrap_or_else(|| self.look.matrix.at(cell))
    }
}

/// Counts how often the numbers in view have changed: a run that left a weight alone changes nothing.
#[derive(Default)]
pub struct Revisions {
    last: Option<Matrix>,
    count: u64,
}

impl Revisions {
    fn of(&mut self, matrix: &Matrix) -> u64 {
        if !self.last.as_ref().is_some_and(|last| last.same(matrix)) {
            self.last = Some(matrix.clone());
            self.count += 1;
        }
        self.count
    }
}
