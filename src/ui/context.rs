//! What a view is given: the state to read, the language, and a place for what the user asks for.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use eframe::egui::Context as Egui;

use super::app::{Action, Settings};
use super::export::PictureOrder;
use super::locale::{Language, Locale};
use super::measured::{Distribution, Measured};
use super::numbers;
use super::theme::ColourMap;
use super::views::View;
use super::widgets::{Cells, Colouring, Scale};
use crate::experiment::exercises::Lock;
use crate::experiment::{Change, Experiment, Gradients, Outcome, Prepared, Texts};
use crate::graph::{Matrix, NodeId, Op};
use crate::lab::{AttentionMeasures, Command, Differentiated, Lab, LargestChange, Statistics};

/// What a view is given.
pub struct Context<'a> {
    /// The state.
    pub lab: &'a Lab,
    /// The language.
    pub locale: &'a Locale,
    /// What is remembered.
    pub settings: &'a Settings,
    /// How fills are coloured.
    pub map: ColourMap,
    /// Values looked at in this run.
    pub looks: &'a Looks,
    /// What the user asks for in this frame.
    pub commands: Vec<Command>,
    /// What the user asks of the window in this frame.
    pub actions: Vec<Action>,
    /// Pictures that the user wants to keep.
    pub pictures: Vec<PictureOrder>,
}

impl<'a> Context<'a> {
    /// The context of one frame.
    pub fn new(lab: &'a Lab, locale: &'a Locale, settings: &'a Settings, looks: &'a Looks) -> Self {
        Self { lab, locale, settings, map: settings.fills, looks, commands: Vec::new(), actions: Vec::new(), pictures: Vec::new() }
    }

    /// Asks something of the window.
    pub fn act(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Asks for something.
    pub fn send(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Asks where a picture is to be kept, and keeps it there.
    pub fn save_picture(&mut self, order: PictureOrder) {
        self.pictures.push(order);
    }

    /// Opens another view.
    pub fn open(&mut self, view: View) {
        self.act(Action::View(view));
    }

    /// The experiment to which the values shown belong.
    pub fn prepared(&self) -> &Arc<Prepared> {
        self.lab.outcome().map_or_else(|| self.lab.prepared(), |outcome| &outcome.prepared)
    }

    /// A value of the last run, and what is known of it as a whole.
    pub fn look(&self, id: NodeId) -> Option<Rc<Look>> {
        self.lab.outcome().map(|outcome| self.looks.at(outcome, id))
    }

    /// ∂L/∂v for a value v, where it is known; zeros where L does not depend on v.
    ///
    /// Derivatives of an earlier state are those of the value of the same name and shape.
    pub fn gradient(&self, id: NodeId) -> Option<Rc<Look>> {
        let known = self.lab.slopes().last()?;
        let node = self.prepared().graph.node(id);
        let graph = &known.outcome.prepared.graph;
        let there = graph.find(node.site).filter(|&there| graph.node(there).shape == node.shape)?;
        self.looks.gradient_at(known, there)
    }

    /// What one reader sends back to the gradient of its input `input`, where that is known of the values shown.
    pub fn sent_back(&self, reader: NodeId, input: usize) -> Option<Rc<Look>> {
        let known = self.lab.slopes().last()?;
        let shown = self.lab.outcome().is_some_and(|outcome| Arc::ptr_eq(outcome, &known.outcome));
        if shown { self.looks.sent_back_at(known, reader, input) } else { None }
    }

    /// The name of an experiment.
    pub fn title(&self, experiment: &Experiment) -> String {
        self.say(&experiment.title)
    }

    /// What an experiment says of itself.
    pub fn about(&self, experiment: &Experiment) -> String {
        self.say(&experiment.about)
    }

    /// A text in the language of the window, or in the other one where it is missing.
    pub fn say(&self, texts: &Texts) -> String {
        let (own, other) = match self.locale.language() {
            Language::English => (&texts.en, &texts.es),
            Language::Spanish => (&texts.es, &texts.en),
        };
        if own.is_empty() { other.clone() } else { own.clone() }
    }

    /// Whether the open exercise hides a view.
    pub fn hides(&self, view: View) -> bool {
        hides(self.lab, view)
    }

    /// Whether the open exercise holds a choice fast.
    pub fn holds(&self, lock: Lock) -> bool {
        self.lab.document().open_exercise().is_some_and(|open| open.holds(lock))
    }

    /// Decimals of the digits.
    pub fn decimals(&self) -> usize {
        self.prepared().experiment.decimals.unwrap_or(numbers::DECIMALS)
    }

    /// The fills of values whose magnitudes go up to `limit`.
    pub fn signed(&self, limit: f64) -> Colouring {
        Colouring { scale: Scale::Signed { limit: if limit > 0.0 { limit } else { 1.0 } }, map: self.map }
    }

    /// The fills of probabilities.
    pub fn probability(&self) -> Colouring {
        Colouring { scale: Scale::Probability, map: self.map }
    }
}

/// Whether the exercise that is open in a lab hides a view.
pub fn hides(lab: &Lab, view: View) -> bool {
    let screen = view.screen();
    lab.document().open_exercise().is_some_and(|open| screen.is_some_and(|screen| open.hides(screen)))
}

/// A value that is looked at.
pub struct Look {
    /// The numbers.
    pub matrix: Matrix,
    /// What is known of them as a whole.
    pub statistics: Statistics,
    /// Tells this value from all others, for pictures that are kept.
    pub revision: u64,
    hidden: Option<Arc<crate::graph::Visibility>>,
    /// What it is the value of; a gradient is none.
    of: Option<(Arc<Outcome>, NodeId)>,
    attention: Measured<AttentionMeasures>,
    distribution: Measured<Distribution>,
    change: Measured<Option<LargestChange>>,
}

impl Look {
    fn new(matrix: Matrix, revision: u64) -> Self {
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
        let cells = Cells::new(shape.rows, shape.columns, |row, column| self.matrix.at(crate::graph::Cell::new(row, column)));
        self.with_mask(cells.revision(self.revision))
    }

    /// Cells of the same shape, hidden where this value's are.
    pub fn with_mask<'a>(&'a self, cells: Cells<'a>) -> Cells<'a> {
        if self.hidden.is_none() { cells } else { cells.masked(|row, column| self.is_hidden(crate::graph::Cell::new(row, column))) }
    }

    /// Whether there is a mask on it.
    pub fn has_mask(&self) -> bool {
        self.hidden.is_some()
    }

    /// Whether a mask hides a cell.
    pub fn is_hidden(&self, cell: crate::graph::Cell) -> bool {
        self.hidden.as_ref().is_some_and(|visible| visible.get((cell.row, cell.column)).is_some_and(|seen| !seen))
    }

    /// The numbers, for a caller that keeps them longer than it keeps the value.
    pub fn kept_cells(self: &Rc<Self>) -> Cells<'static> {
        let shape = self.matrix.shape();
        let (look, hidden) = (Rc::clone(self), Rc::clone(self));
        let cells = Cells::new(shape.rows, shape.columns, move |row, column| look.matrix.at(crate::graph::Cell::new(row, column)));
        let cells = cells.revision(self.revision);
        if self.hidden.is_none() { cells } else { cells.masked(move |row, column| hidden.is_hidden(crate::graph::Cell::new(row, column))) }
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
        let cells = Cells::new(shape.columns, shape.rows, |row, column| self.matrix.at(crate::graph::Cell::new(column, row)));
        cells.revision(self.revision ^ (1 << 63))
    }
}

/// Values looked at in the last run: each is taken from it and measured once.
#[derive(Default)]
pub struct Looks {
    known: RefCell<Known>,
    gradients: RefCell<KnownGradients>,
}

/// Tells the revisions of gradients from those of values.
const OF_GRADIENT: u64 = 1 << 62;

#[derive(Default)]
struct KnownGradients {
    of: Option<Arc<Gradients>>,
    run: u64,
    looks: HashMap<NodeId, Option<Rc<Look>>>,
    /// By the reader and its input.
    sent: HashMap<(NodeId, usize), Option<Rc<Look>>>,
}

#[derive(Default)]
struct Known {
    outcome: Option<Arc<Outcome>>,
    run: u64,
    looks: HashMap<NodeId, Rc<Look>>,
}

impl Looks {
    fn at(&self, outcome: &Arc<Outcome>, id: NodeId) -> Rc<Look> {
        let mut known = self.known.borrow_mut();
        if !known.outcome.as_ref().is_some_and(|last| Arc::ptr_eq(last, outcome)) {
            let run = known.run + 1;
            *known = Known { outcome: Some(Arc::clone(outcome)), run, looks: HashMap::new() };
        }
        let run = known.run;
        let look = known.looks.entry(id).or_insert_with(|| {
            let matrix = outcome.values.matrix(id);
            let revision = (run << 32) | id.index() as u64;
            let of = Some((Arc::clone(outcome), id));
            Rc::new(Look { hidden: hidden(outcome, id), of, ..Look::new(matrix, revision) })
        });
        Rc::clone(look)
    }

    fn gradient_at(&self, last: &Differentiated, id: NodeId) -> Option<Rc<Look>> {
        let mut known = self.gradients.borrow_mut();
        known.renew(last);
        let revision = OF_GRADIENT | (known.run << 32) | id.index() as u64;
        let look = known.looks.entry(id).or_insert_with(|| {
            let shape = last.outcome.prepared.graph.node(id).shape;
            let zeros = || Matrix::F64(Arc::new(ndarray::Array2::zeros((shape.rows, shape.columns))));
            let matrix = last.gradients.matrix(id).or_else(|| (!last.gradients.reaches(id)).then(zeros))?;
            Some(Rc::new(Look::new(matrix, revision)))
        });
        look.clone()
    }

    fn sent_back_at(&self, last: &Differentiated, reader: NodeId, input: usize) -> Option<Rc<Look>> {
        let mut known = self.gradients.borrow_mut();
        known.renew(last);
        let revision = OF_GRADIENT | (1 << 61) | (known.run << 32) | ((reader.index() as u64) << 3) | input as u64;
        let look = known.sent.entry((reader, input)).or_insert_with(|| {
            let matrix = last.gradients.sent_back(&last.outcome, reader, input)?;
            Some(Rc::new(Look::new(matrix, revision)))
        });
        look.clone()
    }
}

impl KnownGradients {
    /// Forgets what was known of other gradients than these.
    fn renew(&mut self, last: &Differentiated) {
        if !self.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, &last.gradients)) {
            *self = Self { of: Some(Arc::clone(&last.gradients)), run: self.run + 1, ..Self::default() };
        }
    }
}

/// Which cells of a value a mask hides: those of masked scores, and of the weights made from them. A number that was put in the place
/// of what is hidden is seen.
fn hidden(outcome: &Outcome, id: NodeId) -> Option<Arc<crate::graph::Visibility>> {
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
    crate::graph::Visibility::from_shape_vec(mask.visible.dim(), visible).ok().map(Arc::new)
}
