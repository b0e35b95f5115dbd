//! Which node is evaluated when, on how many threads, and how long its value lives.
//!
//! A node is ready when its inputs are. A worker that finishes a node goes on with a node that this made ready, while its inputs
//! are still in the cache, and leaves the others to whoever is free: so the heads of an attention run side by side, each from
//! scores to output, and a product that is alone gets all threads. A value nobody needs any more is handed to its last reader,
//! who may work in its memory.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::Scope;

use super::run::{Cancelled, Control, Keep, Leaves, Outcome, Overrides, Troubles, Value, calculate};
use super::{Element, Graph, NodeId, Op};

/// Below this many operations a graph is evaluated on the calling thread: waking others would take longer.
const SHARED_FROM: u64 = 1 << 20;

/// What to evaluate, and what to hold on to.
pub(super) struct Plan<'a, T> {
    pub(super) graph: &'a Graph,
    pub(super) leaves: &'a Leaves<T>,
    pub(super) overrides: &'a Overrides,
    pub(super) keep: Keep,
    pub(super) control: &'a Control,
}

impl<T: Element> Plan<'_, T> {
    /// Evaluates all nodes but those that are known.
    pub(super) fn evaluate(&self, known: Vec<Option<Outcome<T>>>) -> Result<Vec<Outcome<T>>, Cancelled> {
        let needed = self.needed(&known);
        let state = State::new(self, known, &needed);
        let to_do = self.graph.nodes().map(|(id, _)| id).filter(|id| needed[id.index()]);
        if to_do.clone().map(|id| self.graph.flops(id).total()).sum::<u64>() < SHARED_FROM {
            to_do.for_each(|id| state.evaluate(id));
        } else {
            let running = &state;
            let ready: Vec<NodeId> = to_do.filter(|id| state.waiting_for(*id) == 0).collect();
            rayon::scope(|scope| {
                for id in ready {
                    scope.spawn(move |scope| running.follow(scope, id));
                }
            });
        }
        if self.control.is_cancelled() { Err(Cancelled) } else { Ok(state.outcomes()) }
    }

    /// The nodes to evaluate: those not known, and those known whose value was not kept but is read by one of them.
    fn needed(&self, known: &[Option<Outcome<T>>]) -> Vec<bool> {
        let mut needed: Vec<bool> = known.iter().map(Option::is_none).collect();
        for index in (0..self.graph.len()).rev() {
            if needed[index] {
                for input in &self.graph.node(NodeId(index)).inputs {
                    let at_hand = known[input.index()].as_ref().is_some_and(|outcome| outcome.value.is_some());
                    needed[input.index()] |= !at_hand;
                }
            }
        }
        needed
    }

    fn keeps(&self, id: NodeId) -> bool {
        self.graph.consumers(id).is_empty() || self.graph.sites(id).any(|site| self.keep.keeps(site))
    }
}

/// One evaluation under way.
struct State<'a, T> {
    plan: &'a Plan<'a, T>,
    needed: &'a [bool],
    slots: Vec<Mutex<Option<Value<T>>>>,
    troubles: Vec<Mutex<Troubles>>,
    /// Inputs that a node still waits for.
    waiting: Vec<AtomicUsize>,
    /// Readings of a value that are still to come, and one more where it is kept.
    readings: Vec<AtomicUsize>,
}

impl<'a, T: Element> State<'a, T> {
    fn new(plan: &'a Plan<'a, T>, known: Vec<Option<Outcome<T>>>, needed: &'a [bool]) -> Self {
        let graph = plan.graph;
        let waiting = graph.nodes().map(|(_, node)| node.inputs.iter().filter(|input| needed[input.index()]).count());
        let readings = graph.nodes().map(|(id, _)| {
            let readers = graph.consumers(id).iter().filter(|reader| needed[reader.index()]).count();
            readers + usize::from(plan.keeps(id))
        });
        let waiting = waiting.map(AtomicUsize::new).collect();
        let readings = readings.map(AtomicUsize::new).collect();
        let (values, troubles): (Vec<_>, Vec<_>) = known
            .into_iter()
            .map(|outcome| outcome.map_or_else(|| (None, Troubles::default()), |outcome| (outcome.value, outcome.troubles)))
            .unzip();
        Self {
            plan,
            needed,
            slots: values.into_iter().map(Mutex::new).collect(),
            troubles: troubles.into_iter().map(Mutex::new).collect(),
            waiting,
            readings,
        }
    }

    fn waiting_for(&self, id: NodeId) -> usize {
        self.waiting[id.index()].load(Ordering::Relaxed)
    }

    /// Evaluates `id`, then goes on with what became ready.
    fn follow<'scope>(&'scope self, scope: &Scope<'scope>, id: NodeId) {
        let mut next = Some(id);
        while let Some(id) = next {
            self.evaluate(id);
            if self.plan.control.is_cancelled() {
                return;
            }
            let readers = self.plan.graph.consumers(id).iter().filter(|reader| self.needed[reader.index()]);
            let mut ready = readers.filter(|reader| self.waiting[reader.index()].fetch_sub(1, Ordering::AcqRel) == 1);
            next = ready.next().copied();
            for &other in ready {
                scope.spawn(move |scope| self.follow(scope, other));
            }
        }
    }

    fn evaluate(&self, id: NodeId) {
        if self.plan.control.is_cancelled() {
            return;
        }
        let node = self.plan.graph.node(id);
        let change = self.plan.overrides.get(&node.site);
        let value = match (&node.op, self.plan.leaves.get(&id), change) {
            (Op::Leaf(_), Some(leaf), None) => Arc::clone(leaf),
            (Op::Leaf(_), Some(leaf), Some(_)) => Arc::new(super::run::changed(leaf, change)),
            _ => {
                let inputs = node.inputs.iter().map(|&input| self.read(input)).collect();
                Arc::new(calculate(&node.op, inputs, change))
            }
        };
        *lock(&self.troubles[id.index()]) = Troubles::of(&node.op, &value);
        if self.readings[id.index()].load(Ordering::Relaxed) > 0 {
            *lock(&self.slots[id.index()]) = Some(value);
        }
        self.plan.control.count();
    }

    /// The value of an input; the last reader gets it for itself.
    fn read(&self, id: NodeId) -> Value<T> {
        // Counted under the lock: a reader that is not the last must have its copy before the last one takes the value away.
        let mut slot = lock(&self.slots[id.index()]);
        let last = self.readings[id.index()].fetch_sub(1, Ordering::AcqRel) == 1;
        let value = if last { slot.take() } else { slot.clone() };
        value.unwrap_or_default()
    }

    fn outcomes(self) -> Vec<Outcome<T>> {
        let slots = self.slots.into_iter().map(unlock);
        slots.zip(self.troubles.into_iter().map(unlock)).map(|(value, troubles)| Outcome { value, troubles }).collect()
    }
}

fn lock<V>(slot: &Mutex<V>) -> std::sync::MutexGuard<'_, V> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unlock<V>(slot: Mutex<V>) -> V {
    slot.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;
    use crate::graph::{GraphBuilder, Part, Quantity, Scalar, Scale, Scope as Place};

    #[test]
    fn two_readers_at_one_moment_both_get_the_value() {
        const ROUNDS: usize = 20_000;
        let place = Place::alone(Part::FeedForward);
        let mut g = GraphBuilder::new();
        let x = g.input(1, 1, place.at(Quantity::Input));
        for reader in [Quantity::Hidden, Quantity::Gate] {
            g.scale(x, Scale::Times(Scalar::Plain(2.0)), place.at(reader));
        }
        let graph = g.finish().unwrap();
        let (leaves, overrides, control) = (Leaves::new(), Overrides::new(), Control::default());
        let plan = Plan { graph: &graph, leaves: &leaves, overrides: &overrides, keep: Keep::Outputs, control: &control };
        let state = || {
            let state = State::new(&plan, vec![None; 3], &[true; 3]);
            *lock(&state.slots[x.index()]) = Some(Arc::new(Array2::<f64>::zeros((1, 1))));
            state
        };
        let states: Vec<_> = (0..ROUNDS).map(|_| state()).collect();
        let arrived = AtomicUsize::new(0);
        let empty_handed = || {
            let read = |round: usize| {
                arrived.fetch_add(1, Ordering::AcqRel);
                while arrived.load(Ordering::Acquire) < 2 * (round + 1) {
                    std::thread::yield_now();
                }
                states[round].read(x)
            };
            (0..ROUNDS).filter(|&round| read(round).is_empty()).count()
        };
        let (a, b) = std::thread::scope(|threads| {
            let other = threads.spawn(empty_handed);
            (empty_handed(), other.join().unwrap())
        });
        assert_eq!((a, b), (0, 0));
    }
}
