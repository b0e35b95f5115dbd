//! The derivatives of a number with respect to every value that it was made from: the reverse walk over a graph.
//!
//! Source: Linnainmaa, 1976; Griewank and Walther, 2008, "Evaluating Derivatives", chapter 3. Values that the run did not keep are
//! calculated again block by block as the walk comes to them, and let go when it has passed (Chen et al., 2016).

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use ndarray::Array2;

use super::run::{Value, calculate};
use super::{Cancelled, Control, Element, Keep, Node, NodeId, Op, Operation, Override, Run, Shape, Site, Upstream};

/// Why there are no gradients.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GradientError {
    /// The walk was stopped.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// A seed that has not the shape of its value.
    #[error("the gradient given at {site} has shape {got}, but the value there has {expected}")]
    Seed {
        /// Where.
        site: Site,
        /// The shape given.
        got: Shape,
        /// The shape of the value.
        expected: Shape,
    },
}

/// The derivatives ∂L/∂v of a number L with respect to the values v of a run, each of the shape of its value.
///
/// The derivative at a node is the one with respect to the numbers that stand there, also those that were put in the place of others.
/// Such a number does not depend on the node's inputs: the derivative through it is 0, and nothing flows on to them from its cell.
#[derive(Debug)]
pub struct Gradients<T> {
    held: HashMap<NodeId, Value<T>>,
    reached: Vec<bool>,
    /// What was found of the last one that was asked for and not held.
    found: Mutex<HashMap<NodeId, Value<T>>>,
}

impl<T: Element> Gradients<T> {
    /// Walks back from the seeds: for each node that L is made from directly, ∂L/∂v there. Seeds at one node add up.
    ///
    /// Held on to are the gradients of all leaves, of what was seeded, and of what `keep` keeps; the others are found again when somebody
    /// asks. `control` counts every node that is done.
    ///
    /// # Errors
    /// A seed of the wrong shape; or [`Cancelled`] when `control` was asked to stop.
    pub fn new(
        run: &Run<T>,
        seeds: impl IntoIterator<Item = (NodeId, Array2<T>)>,
        keep: Keep,
        control: &Control,
    ) -> Result<Self, GradientError> {
        let mut walk = Walk::new(run);
        let mut seeded = vec![false; run.graph().len()];
        for (id, seed) in seeds {
            walk.seed(id, seed)?;
            seeded[id.index()] = true;
        }
        let keeps = |id: NodeId, node: &Node| {
            matches!(node.op, Op::Leaf(_)) || seeded[id.index()] || run.graph().sites(id).any(|site| keep.keeps(site))
        };
        let mut gradients = Self { held: HashMap::new(), reached: vec![false; run.graph().len()], found: Mutex::default() };
        for (id, node) in run.graph().nodes().rev() {
            if control.is_cancelled() {
                return Err(Cancelled.into());
            }
            if let Some(gradient) = walk.totals[id.index()].take() {
                gradients.reached[id.index()] = true;
                if keeps(id, node) {
                    gradients.held.insert(id, Arc::clone(&gradient));
                }
                walk.pass_on(id, node, gradient, |_| true);
            }
            // All that is made from this value stands after it, and has been passed.
            walk.recomputed.get_mut().remove(&id);
            control.count();
        }
        Ok(gradients)
    }

    /// ∂L/∂v of a node, where it was held on to. A value that L does not depend on has none: it is zero.
    pub fn of(&self, id: NodeId) -> Option<&Arc<Array2<T>>> {
        self.held.get(&id)
    }

    /// ∂L/∂v of a node of the run that was differentiated: held on to, or found again by the same walk over the nodes between it and
    /// those whose gradients are held. `None` only where L does not depend on the value.
    pub fn find(&self, run: &Run<T>, id: NodeId) -> Option<Arc<Array2<T>>> {
        let at_hand = self.at_hand(id);
        if at_hand.is_some() || !self.reaches(id) {
            return at_hand;
        }
        // Taken from the walk itself: another thread may put its own in the place of what this one leaves.
        let found = self.walk_to(run, &[id]);
        let gradient = found.get(&id).cloned();
        self.keep(found);
        gradient
    }

    /// Has the gradients of these nodes at hand. What a walk finds stays until the next one: all of one block is walked once.
    pub(super) fn recall(&self, run: &Run<T>, ids: &[NodeId]) {
        if !ids.iter().all(|&id| self.holds(id)) {
            self.keep(self.walk_to(run, ids));
        }
    }

    fn keep(&self, found: HashMap<NodeId, Value<T>>) {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = found;
    }

    /// Whether ∂L/∂v is at hand without a walk; so is that of a value that L does not depend on.
    pub fn holds(&self, id: NodeId) -> bool {
        !self.reaches(id) || self.at_hand(id).is_some()
    }

    fn at_hand(&self, id: NodeId) -> Option<Value<T>> {
        let found = || self.found.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned();
        self.held.get(&id).cloned().or_else(found)
    }

    /// The gradients of some nodes and of all between them and those that are held.
    fn walk_to(&self, run: &Run<T>, ids: &[NodeId]) -> HashMap<NodeId, Value<T>> {
        let graph = run.graph();
        let mut asked: Vec<NodeId> = ids.iter().copied().filter(|&id| self.reaches(id) && !self.held.contains_key(&id)).collect();
        let (mut wanted, mut senders) = (asked.iter().copied().collect::<BTreeSet<_>>(), BTreeSet::new());
        while let Some(id) = asked.pop() {
            for &reader in graph.consumers(id).iter().filter(|&&reader| self.reaches(reader)) {
                senders.insert(reader);
                if !self.held.contains_key(&reader) && wanted.insert(reader) {
                    asked.push(reader);
                }
            }
        }
        let mut walk = Walk::new(run);
        let mut found = HashMap::new();
        for &id in senders.iter().chain(&wanted).collect::<BTreeSet<_>>().into_iter().rev() {
            let gradient = self.held.get(&id).cloned().or_else(|| walk.totals[id.index()].take());
            let Some(gradient) = gradient else { continue };
            if wanted.contains(&id) {
                found.insert(id, Arc::clone(&gradient));
            }
            if senders.contains(&id) {
                walk.pass_on(id, graph.node(id), gradient, |input| wanted.contains(&input));
            }
        }
        found
    }

    /// Whether L depends on the value of a node.
    pub fn reaches(&self, id: NodeId) -> bool {
        self.reached.get(id.index()).copied().unwrap_or(false)
    }
}

/// A walk under way.
struct Walk<'a, T> {
    run: &'a Run<T>,
    /// What the gradient of each node has gathered so far.
    totals: Vec<Option<Value<T>>>,
    /// Values that the run did not keep, from here back to the last ones that it did.
    recomputed: RefCell<HashMap<NodeId, Value<T>>>,
}

impl<'a, T: Element> Walk<'a, T> {
    fn new(run: &'a Run<T>) -> Self {
        Self { run, totals: vec![None; run.graph().len()], recomputed: RefCell::default() }
    }

    fn seed(&mut self, id: NodeId, seed: Array2<T>) -> Result<(), GradientError> {
        let node = self.run.graph().node(id);
        let got = Shape::new(seed.nrows(), seed.ncols());
        if got != node.shape {
            return Err(GradientError::Seed { site: node.site, got, expected: node.shape });
        }
        super::Contribution::Whole(Arc::new(seed)).add_to(&mut self.totals[id.index()], node.shape);
        Ok(())
    }

    /// Adds to the gradients of the inputs of a node, of those that are wanted, what they gain from its own.
    fn pass_on(&mut self, id: NodeId, node: &Node, mut gradient: Value<T>, wanted: impl Fn(NodeId) -> bool) {
        let change = self.run.overrides().get(&node.site);
        match change {
            Some(Override::Zero) => return,
            Some(change) => change.stop(Arc::make_mut(&mut gradient)),
            None => {}
        }
        let graph = self.run.graph();
        let value = |id: NodeId| self.run.value_with(id, &mut self.recomputed.borrow_mut());
        let shapes: Vec<Shape> = node.inputs.iter().map(|&input| graph.node(input).shape).collect();
        let input = |index: usize| value(node.inputs[index]);
        let result = || match change {
            // The slope is that of the operation, whatever was then put in the place of some of its numbers.
            Some(_) => Arc::new(calculate(&node.op, (0..node.inputs.len()).map(input).collect(), None)),
            None => value(id),
        };
        let passed = node.op.backward(Upstream::new(gradient, &shapes, &input, &result));
        for ((&input, shape), part) in node.inputs.iter().zip(shapes).zip(passed) {
            if wanted(input) {
                part.add_to(&mut self.totals[input.index()], shape);
            }
        }
    }
}
