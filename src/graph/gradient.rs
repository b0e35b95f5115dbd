//! The derivatives of a number with respect to every value that it was made from: the reverse walk over a graph.
//!
//! Source: Linnainmaa, 1976; Griewank and Walther, 2008, "Evaluating Derivatives", chapter 3. Values that the run did not keep are
//! calculated again block by block as the walk comes to them, and let go when it has passed (Chen et al., 2016).

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

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
#[derive(Clone, Debug)]
pub struct Gradients<T> {
    held: HashMap<NodeId, Value<T>>,
    reached: Vec<bool>,
}

impl<T: Element> Gradients<T> {
    /// Walks back from the seeds: for each node that L is made from directly, ∂L/∂v there. Seeds at one node add up.
    ///
    /// Held on to are the gradients of all leaves, of what was seeded, and of what `keep` keeps. `control` counts every node that is done.
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
        let mut gradients = Self { held: HashMap::new(), reached: vec![false; run.graph().len()] };
        for (id, node) in run.graph().nodes().rev() {
            if control.is_cancelled() {
                return Err(Cancelled.into());
            }
            if let Some(gradient) = walk.totals[id.index()].take() {
                gradients.reached[id.index()] = true;
                if keeps(id, node) {
                    gradients.held.insert(id, Arc::clone(&gradient));
                }
                walk.pass_on(id, node, gradient);
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

    /// Adds to the gradients of the inputs of a node what they gain from its own.
    fn pass_on(&mut self, id: NodeId, node: &Node, mut gradient: Value<T>) {
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
            part.add_to(&mut self.totals[input.index()], shape);
        }
    }
}
