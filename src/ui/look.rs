//! A value that is looked at: its numbers, what a mask hides of them, and what is measured of them when somebody asks.

use std::rc::Rc;
use std::sync::Arc;

use eframe::egui::Context as Egui;

use super::measured::{Distribution, Measured};
use super::widgets::Cells;
use crate::experiment::{Change, Outcome};
use crate::graph::{Cell, Matrix, NodeId, Op, Visibility};
use crate::lab::{AttentionMeasures, LargestChange, Statistics};

/// A value that is looked at.
pub struct Look {
    /// The numbers.
    pub matrix: Matrix,
    /// What is known of them as a whole.
    pub statistics: Statistics,
    /// Tells this value from all others, for pictures that are kept.
    pub revision: u64,
    hidden: Option<Arc<Visibility>>,
    /// What it is the value of; a gradient is none.
    of: Option<(Arc<Outcome>, NodeId)>,
    attention: Measured<AttentionMeasures>,
    distribution: Measured<Distribution>,
    change: Measured<Option<LargestChange>>,
}

impl Look {
    /// The value of a node.
    pub fn of_value(outcome: &Arc<Outcome>, id: NodeId, matrix: Matrix, revision: u64) -> Self {
        Self { hidden: hidden(outcome, id), of: Some((Arc::clone(outcome), id)), ..Self::new(matrix, revision) }
    }

    /// Numbers that are no value, such as a gradient.
    pub fn new(matrix: Matrix, revision: u64) -> Self {
        Self {
            statistics: Statistics::of(&matrix),
            matrix,
            revision,
            hidden: None,
            of: None,
            attention: Measured::default(),
            distribution: Measured::default(),
            change: Measured::default(),
        }
    }

    /// The numbers, asked cell by cell.
    pub fn cells(&self) -> Cells<'_> {
        let shape = self.matrix.shape();
        let cells = Cells::new(shape.rows, shape.columns, |row, column| self.matrix.at(Cell::new(row, column)));
        self.with_mask(cells.revision(self.revision))
    }

    /// Cells of the same shape, hidden where this value's are.
    pub fn with_mask<'a>(&'a self, cells: Cells<'a>) -> Cells<'a> {
        if self.hidden.is_none() { cells } else { cells.masked(|row, column| self.is_hidden(Cell::new(row, column))) }
    }

    /// Whether there is a mask on it.
    pub fn has_mask(&self) -> bool {
        self.hidden.is_some()
    }

    /// Whether a mask hides a cell.
    pub fn is_hidden(&self, cell: Cell) -> bool {
        self.hidden.as_ref().is_some_and(|visible| visible.get((cell.row, cell.column)).is_some_and(|seen| !seen))
    }

    /// The numbers, for a caller that keeps them longer than it keeps the value.
    pub fn kept_cells(self: &Rc<Self>) -> Cells<'static> {
        let shape = self.matrix.shape();
        let (look, hidden) = (Rc::clone(self), Rc::clone(self));
        let cells = Cells::new(shape.rows, shape.columns, move |row, column| look.matrix.at(Cell::new(row, column)));
        let cells = cells.revision(self.revision);
        if self.hidden.is_none() { cells } else { cells.masked(move |row, column| hidden.is_hidden(Cell::new(row, column))) }
    }

    /// What is measured of attention weights, as soon as that is known; `own` where queries and keys are the same positions.
    pub fn attention(&self, own: bool, egui: &Egui) -> Option<&AttentionMeasures> {
        let matrix = self.matrix.clone();
        self.attention.get(self.matrix.shape().cells(), egui, move || AttentionMeasures::of(&matrix, own))
    }

    /// How its numbers are distributed, as soon as that is known.
    pub fn distribution(&self, egui: &Egui) -> Option<&Distribution> {
        let (matrix, hidden) = (self.matrix.clone(), self.hidden.clone());
        self.distribution.get(self.matrix.shape().cells(), egui, move || Distribution::of(&matrix, hidden.as_deref()))
    }

    /// Where numbers were put in the place of computed ones: this value without them.
    pub fn untouched(&self) -> Option<Matrix> {
        let (outcome, node) = self.of.as_ref()?;
        outcome.untouched.as_ref().map(|values| values.matrix(*node))
    }

    /// Where it differs most from what it would be without the numbers that were put in place, if it does, as soon as that is known.
    pub fn change(&self, egui: &Egui) -> Option<Option<LargestChange>> {
        let (matrix, untouched) = (self.matrix.clone(), self.untouched());
        let cells = self.matrix.shape().cells();
        self.change.get(cells, egui, move || LargestChange::largest(untouched.as_ref()?, &matrix)).copied()
    }

    /// The numbers with rows and columns exchanged.
    pub fn transposed(&self) -> Cells<'_> {
        let shape = self.matrix.shape();
        let cells = Cells::new(shape.columns, shape.rows, |row, column| self.matrix.at(Cell::new(column, row)));
        cells.revision(self.revision ^ (1 << 63))
    }
}

/// Which cells of a value a mask hides: those of masked scores, and of the weights made from them. A number that was put in the place
/// of what is hidden is seen.
fn hidden(outcome: &Outcome, id: NodeId) -> Option<Arc<Visibility>> {
    let graph = &outcome.prepared.graph;
    let node = graph.node(id);
    let masked = match &node.op {
        Op::Mask(_) => node,
        Op::Softmax(_) => graph.node(*node.inputs.first()?),
        _ => return None,
    };
    let Op::Mask(mask) = &masked.op else { return None };
    let overrides = &outcome.prepared.experiment.overrides;
    let put: Vec<&Change> = [node.site, masked.site].iter().filter_map(|site| overrides.get(site)).collect();
    if put.is_empty() {
        return Some(Arc::clone(&mask.visible));
    }
    let seen = |((row, column), &seen): ((usize, usize), &bool)| seen || put.iter().any(|change| change.concerns(row, column));
    let visible: Vec<bool> = mask.visible.indexed_iter().map(seen).collect();
    Visibility::from_shape_vec(mask.visible.dim(), visible).ok().map(Arc::new)
}
