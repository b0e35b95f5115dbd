//! The values of a graph: which are kept, recomputed, overridden, and what went wrong in them.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ndarray::Array2;

use super::ops::all_finite;
use super::{Cell, Element, Graph, Inputs, Matrix, NodeId, Op, Operation, Patch, Quantity, Scope, Site, schedule};

/// A shared matrix.
pub(super) type Value<T> = Arc<Array2<T>>;

/// The values of the leaves.
pub type Leaves<T> = HashMap<NodeId, Arc<Array2<T>>>;

/// Which values a run holds on to. What it does not hold is recomputed when somebody looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All.
    Everything,
    /// The attention weights, and the outputs of blocks, from which the rest can be recomputed.
    AttentionWeights,
    /// Everything inside one scope, such as a block, and the outputs of blocks.
    Within(Scope),
    /// Keys and values, and the outputs of blocks.
    KeysAndValues,
    /// The outputs of blocks and what nobody reads on.
    Outputs,
}

impl Keep {
    /// Whether the value at `site` is held on to.
    pub fn keeps(self, site: Site) -> bool {
        let block_output = site.quantity == Quantity::Output && site.scope.part.is_none();
        match self {
            Self::Everything => true,
            Self::AttentionWeights => block_output || site.quantity == Quantity::Weights,
            Self::Within(scope) => block_output || scope.contains(&site.scope),
            Self::KeysAndValues => {
                let keys = matches!(site.quantity, Quantity::Key | Quantity::AllKeys | Quantity::Value | Quantity::AllValues);
                block_output || keys && site.scope.head.is_none()
            }
            Self::Outputs => block_output,
        }
    }
}

/// Numbers put in the place of those that were computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Override {
    /// The whole matrix is zero: a head switched off.
    Zero,
    /// These cells have these values.
    Cells(Patch),
}

impl Override {
    /// The number put at `cell`, if one was.
    pub fn at(&self, cell: Cell) -> Option<f64> {
        match self {
            Self::Zero => Some(0.0),
            Self::Cells(cells) => cells.at(cell),
        }
    }

    /// Sets the gradient to 0 where numbers were put in the place of computed ones: they do not depend on the inputs.
    pub(super) fn stop<T: Element>(&self, gradient: &mut Array2<T>) {
        match self {
            Self::Zero => gradient.fill(T::zero()),
            Self::Cells(cells) => {
                for (cell, _) in cells.iter() {
                    if let Some(place) = gradient.get_mut((cell.row, cell.column)) {
                        *place = T::zero();
                    }
                }
            }
        }
    }

    fn apply<T: Element>(&self, values: &mut Array2<T>) {
        match self {
            Self::Zero => values.fill(T::zero()),
            Self::Cells(cells) => cells.apply(values),
        }
    }
}

/// Overrides by site.
pub type Overrides = HashMap<Site, Override>;

/// A run, or other long work, that was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the run was cancelled")]
pub struct Cancelled;

/// Lets another thread watch and stop a run, or other long work.
///
/// Work other than a run says how much it is before it begins ([`Control::expect`]), in steps of roughly a microsecond, so that what is too
/// much for a control with a limit is not begun at all.
#[derive(Debug, Default)]
pub struct Control {
    cancelled: AtomicBool,
    done: AtomicUsize,
    expected: AtomicUsize,
    most: Option<usize>,
}

impl Control {
    /// Of work that ends by itself, as if it were asked to, where it would be more than `steps`.
    pub fn limited(steps: usize) -> Self {
        Self { most: Some(steps), ..Self::default() }
    }

    /// Announces work of so many steps.
    ///
    /// # Errors
    /// It must not begin: it was asked to stop, or is more than the limit.
    pub fn expect(&self, steps: usize) -> Result<(), Cancelled> {
        let before = self.expected.fetch_add(steps, Ordering::Relaxed);
        if self.most.is_some_and(|most| before.saturating_add(steps) > most) {
            self.cancel();
        }
        self.advance(0)
    }

    /// Counts steps that are done.
    ///
    /// # Errors
    /// It was asked to stop.
    pub fn advance(&self, steps: usize) -> Result<(), Cancelled> {
        self.done.fetch_add(steps, Ordering::Relaxed);
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }

    /// How many steps are done, of those that were announced.
    pub fn progress(&self) -> (usize, usize) {
        (self.done(), self.expected.load(Ordering::Relaxed))
    }

    /// Asks the run to stop at the next node, and other work at its next look.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// How many nodes or steps are done.
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    pub(super) fn count(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

/// Something a user must be told of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// Where.
    pub site: Site,
    /// What.
    pub trouble: Trouble,
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The first NaN in the order of the calculation.
    NotANumber(Cell),
    /// The first ±∞ that no mask put there.
    Infinite(Cell),
    /// Queries that may see nothing: their weights are zero.
    BlindQueries(Vec<usize>),
}

/// The values of one evaluation of a graph.
#[derive(Debug)]
pub struct Run<T> {
    graph: Arc<Graph>,
    leaves: Leaves<T>,
    overrides: Overrides,
    results: Vec<Outcome<T>>,
    recomputed: Mutex<HashMap<NodeId, Value<T>>>,
    warnings: Vec<Warning>,
}

impl<T: Element> Run<T> {
    /// Evaluates the graph.
    ///
    /// With an earlier run of a graph that begins alike, only the nodes downstream of a difference (an operation, a leaf, an
    /// override) are evaluated again.
    ///
    /// # Errors
    /// [`Cancelled`] when `control` was asked to stop.
    pub fn new(
        graph: Arc<Graph>,
        leaves: Leaves<T>,
        overrides: Overrides,
        keep: Keep,
        earlier: Option<&Self>,
        control: &Control,
    ) -> Result<Self, Cancelled> {
        let known = match earlier {
            Some(earlier) => earlier.unchanged(&graph, &leaves, &overrides),
            None => vec![None; graph.len()],
        };
        let plan = schedule::Plan { graph: &graph, leaves: &leaves, overrides: &overrides, keep, control };
        let results = plan.evaluate(known)?;
        let warnings = warnings(&graph, &results);
        Ok(Self { graph, leaves, overrides, results, recomputed: Mutex::default(), warnings })
    }

    /// The graph.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// The values of the leaves.
    pub fn leaves(&self) -> &Leaves<T> {
        &self.leaves
    }

    /// The numbers that were put in the place of computed ones.
    pub fn overrides(&self) -> &Overrides {
        &self.overrides
    }

    /// What the user must be told, in the order of the calculation.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Whether the value is at hand, without calculating.
    pub fn holds(&self, id: NodeId) -> bool {
        self.results[id.index()].value.is_some() || self.leaves.contains_key(&id) || self.memory().contains_key(&id)
    }

    /// The value of a node, recomputed from what was kept if need be.
    pub fn value(&self, id: NodeId) -> Arc<Array2<T>> {
        if let Some(value) = self.at_hand(id) {
            return value;
        }
        let mut found = HashMap::new();
        let value = self.value_with(id, &mut found);
        self.memory().extend(found);
        value
    }

    /// The value of a node, from what is at hand here or in `found`; what had to be calculated for it is added to `found`.
    pub(super) fn value_with(&self, id: NodeId, found: &mut HashMap<NodeId, Value<T>>) -> Value<T> {
        let mut missing = BTreeSet::new();
        let mut asked = vec![id];
        while let Some(id) = asked.pop() {
            if !self.holds(id) && !found.contains_key(&id) && missing.insert(id) {
                asked.extend(&self.graph.node(id).inputs);
            }
        }
        let known =
            |id: NodeId, found: &HashMap<NodeId, Value<T>>| found.get(&id).cloned().or_else(|| self.at_hand(id)).unwrap_or_default();
        // In the order of the graph, each after its inputs.
        for id in missing {
            let node = self.graph.node(id);
            let inputs = node.inputs.iter().map(|&input| known(input, found)).collect();
            found.insert(id, Arc::new(calculate(&node.op, inputs, self.overrides.get(&node.site))));
        }
        known(id, found)
    }

    /// The value of a node, of whatever precision.
    pub fn matrix(&self, id: NodeId) -> Matrix {
        self.value(id).into()
    }

    fn at_hand(&self, id: NodeId) -> Option<Value<T>> {
        self.results[id.index()].value.clone().or_else(|| self.memory().get(&id).cloned()).or_else(|| {
            let leaf = self.leaves.get(&id)?;
            let change = self.overrides.get(&self.graph.node(id).site);
            Some(change.map_or_else(|| Arc::clone(leaf), |_| Arc::new(changed(leaf, change))))
        })
    }

    fn memory(&self) -> std::sync::MutexGuard<'_, HashMap<NodeId, Value<T>>> {
        self.recomputed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What an evaluation of `graph` would find again.
    fn unchanged(&self, graph: &Graph, leaves: &Leaves<T>, overrides: &Overrides) -> Vec<Option<Outcome<T>>> {
        let mut same = vec![false; graph.len()];
        let mut known = vec![None; graph.len()];
        for ((id, node), (_, old)) in graph.nodes().zip(self.graph.nodes()) {
            let leaf_same = match (leaves.get(&id), self.leaves.get(&id)) {
                (Some(new), Some(old)) => Arc::ptr_eq(new, old),
                (None, None) => true,
                _ => false,
            };
            same[id.index()] = node == old
                && leaf_same
                && overrides.get(&node.site) == self.overrides.get(&node.site)
                && node.inputs.iter().all(|input| same[input.index()]);
            if same[id.index()] {
                known[id.index()] = Some(self.results[id.index()].clone());
            }
        }
        known
    }
}

/// What an evaluation leaves of a node.
#[derive(Clone, Debug)]
pub(super) struct Outcome<T> {
    /// The value, where it is held on to.
    pub(super) value: Option<Value<T>>,
    /// What was found in it.
    pub(super) troubles: Troubles,
}

/// Evaluates one node.
pub(super) fn calculate<T: Element>(op: &Op, inputs: Vec<Value<T>>, change: Option<&Override>) -> Array2<T> {
    let mut value = op.forward(Inputs::new(inputs));
    if let Some(change) = change {
        change.apply(&mut value);
    }
    value
}

/// A leaf with numbers put in the place of its own.
pub(super) fn changed<T: Element>(leaf: &Array2<T>, change: Option<&Override>) -> Array2<T> {
    let mut value = leaf.clone();
    if let Some(change) = change {
        change.apply(&mut value);
    }
    value
}

/// The first cells of a value that are not finite.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Troubles {
    not_a_number: Option<Cell>,
    infinite: Option<Cell>,
}

impl Troubles {
    /// Looks through a value, cell by cell only where there is something to be found. Operations that move or hide numbers bring
    /// no trouble that their inputs had not.
    pub(super) fn of<T: Element>(op: &Op, value: &Array2<T>) -> Self {
        let moved =
            matches!(op, Op::SliceColumns(_) | Op::SliceRows(_) | Op::Concatenate(_) | Op::AppendRows(_) | Op::Gather(_) | Op::Mask(_));
        if moved || value.as_slice().is_some_and(all_finite) {
            return Self::default();
        }
        let mut found = Self::default();
        for ((row, column), value) in value.indexed_iter() {
            if value.is_nan() {
                found.not_a_number.get_or_insert(Cell::new(row, column));
            } else if value.is_infinite() {
                found.infinite.get_or_insert(Cell::new(row, column));
            }
        }
        found
    }
}

fn warnings<T>(graph: &Graph, results: &[Outcome<T>]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let (mut nan_told, mut infinite_told) = (false, false);
    for ((_, node), Outcome { troubles, .. }) in graph.nodes().zip(results) {
        let mut tell = |trouble| warnings.push(Warning { site: node.site, trouble });
        if let Op::Mask(mask) = &node.op {
            let blind: Vec<usize> = mask.blind_queries().collect();
            if !blind.is_empty() {
                tell(Trouble::BlindQueries(blind));
            }
        }
        if let Some(cell) = troubles.infinite.filter(|_| !infinite_told) {
            infinite_told = true;
            tell(Trouble::Infinite(cell));
        }
        if let Some(cell) = troubles.not_a_number.filter(|_| !nan_told) {
            nan_told = true;
            tell(Trouble::NotANumber(cell));
        }
    }
    warnings
}
