//! The values that are looked at, each taken from its run and measured once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use eframe::egui::Context as Egui;

use super::look::Look;
use crate::experiment::{Gradients, Outcome};
use crate::graph::{Matrix, NodeId, Shape};
use crate::lab::Differentiated;

/// Tells the revisions of gradients from those of values.
const OF_GRADIENT: u64 = 1 << 62;
/// Room for the number of an input in a revision.
const INPUT_BITS: u32 = 16;

/// The values and gradients looked at in the last run.
#[derive(Default)]
pub struct Looks {
    values: RefCell<Known<Outcome>>,
    gradients: RefCell<Known<Gradients>>,
    /// Drawn again when a number that a large run did not keep has been calculated elsewhere; without it they are waited for.
    egui: Option<Egui>,
}

/// What was looked at of one run.
struct Known<T> {
    of: Option<Arc<T>>,
    run: u64,
    looks: HashMap<Key, Rc<Look>>,
    coming: HashMap<Key, Arc<OnceLock<Matrix>>>,
}

/// A node; of gradients also what a reader sends back to one of its inputs.
type Key = (NodeId, Option<usize>);

impl<T> Default for Known<T> {
    fn default() -> Self {
        Self { of: None, run: 0, looks: HashMap::new(), coming: HashMap::new() }
    }
}

impl<T: Send + Sync + 'static> Known<T> {
    /// What was looked at of `of`, and nothing of any other.
    fn of(&mut self, of: &Arc<T>) -> &mut Self {
        if !self.of.as_ref().is_some_and(|last| Arc::ptr_eq(last, of)) {
            *self = Self { of: Some(Arc::clone(of)), run: self.run + 1, ..Self::default() };
        }
        self
    }

    /// What was looked at under `key`, or is now: `look` makes it of the numbers and a revision. Where these are not at hand they are
    /// calculated on another thread of a window that is `egui`, and there is nothing until they come.
    fn look(
        &mut self,
        key: Key,
        at_hand: bool,
        egui: Option<&Egui>,
        calculate: impl FnOnce() -> Matrix + Send + 'static,
        look: impl FnOnce(Matrix, u64) -> Look,
    ) -> Option<Rc<Look>> {
        if let Some(look) = self.looks.get(&key) {
            return Some(Rc::clone(look));
        }
        let matrix = match egui.filter(|_| !at_hand) {
            None => calculate(),
            Some(egui) => self.elsewhere(key, egui, calculate)?,
        };
        let (id, input) = (key.0.index() as u64, key.1.map_or(0, |input| input as u64 + 1));
        let look = Rc::new(look(matrix, (self.run << 40) | (id << INPUT_BITS) | input));
        self.looks.insert(key, Rc::clone(&look));
        Some(look)
    }

    fn elsewhere(&mut self, key: Key, egui: &Egui, calculate: impl FnOnce() -> Matrix + Send + 'static) -> Option<Matrix> {
        if let Some(coming) = self.coming.get(&key) {
            return coming.get().cloned();
        }
        let (coming, egui) = (Arc::<OnceLock<Matrix>>::default(), egui.clone());
        self.coming.insert(key, Arc::clone(&coming));
        rayon::spawn(move || {
            let _ = coming.set(calculate());
            egui.request_repaint();
        });
        None
    }
}

impl Looks {
    /// Those of a window that is never to wait.
    pub fn in_background(egui: &Egui) -> Self {
        Self { egui: Some(egui.clone()), ..Self::default() }
    }

    /// A value.
    pub fn value(&self, outcome: &Arc<Outcome>, id: NodeId) -> Option<Rc<Look>> {
        let mut known = self.values.borrow_mut();
        let from = Arc::clone(outcome);
        let look = |matrix, revision| Look::of_value(outcome, id, matrix, revision);
        let at_hand = outcome.values.holds(id);
        known.of(outcome).look((id, None), at_hand, self.egui.as_ref(), move || from.values.matrix(id), look)
    }

    /// A gradient; zeros where L does not depend on the value.
    pub fn gradient(&self, last: &Differentiated, id: NodeId) -> Option<Rc<Look>> {
        let from = Arc::clone(&last.gradients);
        self.slope(last, (id, None), last.outcome.prepared.graph.node(id).shape, last.gradients.holds(id), move || from.matrix(id))
    }

    /// What a reader sends back to the gradient of one of its inputs; zeros where L does not depend on the reader.
    pub fn sent_back(&self, last: &Differentiated, reader: NodeId, input: usize) -> Option<Rc<Look>> {
        let (from, graph) = (Arc::clone(&last.gradients), &last.outcome.prepared.graph);
        let node = graph.node(reader);
        let at_hand = last.gradients.holds(reader) && node.inputs.iter().all(|&input| last.outcome.values.holds(input));
        let shape = graph.node(*node.inputs.get(input)?).shape;
        self.slope(last, (reader, Some(input)), shape, at_hand, move || from.sent_back(reader, input))
    }

    fn slope(
        &self,
        last: &Differentiated,
        key: Key,
        shape: Shape,
        at_hand: bool,
        find: impl FnOnce() -> Option<Matrix> + Send + 'static,
    ) -> Option<Rc<Look>> {
        let mut known = self.gradients.borrow_mut();
        let zeros = move || Matrix::F64(Arc::new(ndarray::Array2::zeros((shape.rows, shape.columns))));
        let look = |matrix, revision| Look::new(matrix, OF_GRADIENT | revision);
        known.of(&last.gradients).look(key, at_hand, self.egui.as_ref(), move || find().unwrap_or_else(zeros), look)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Objective, Values, gradients};
    use crate::graph::{Control, Element, Keep, Quantity, Run};
    use crate::lab::{Command, Lab};

    fn again<T: Element>(run: &Run<T>) -> Arc<Run<T>> {
        let (graph, leaves, overrides) = (Arc::clone(run.graph()), run.leaves().clone(), run.overrides().clone());
        Arc::new(Run::new(graph, leaves, overrides, Keep::Outputs, None, &Control::default()).unwrap())
    }

    /// A run that kept the outputs of blocks alone, and its gradients.
    fn large() -> Differentiated {
        let mut lab = Lab::new(|| {}).unwrap();
        lab.apply(Command::OpenPreset(crate::experiment::presets()[0].name)).unwrap();
        lab.finish();
        let mut outcome = Outcome::clone(lab.outcome().unwrap());
        outcome.values = match &outcome.values {
            Values::F32(run) => Values::F32(again(run)),
            Values::F64(run) => Values::F64(again(run)),
        };
        outcome.keep = Keep::Outputs;
        let gradients = gradients(&outcome, Objective::HalfSquares, &Control::default()).unwrap();
        Differentiated { outcome: Arc::new(outcome), gradients: Arc::new(gradients) }
    }

    #[test]
    fn a_window_never_waits_for_what_was_not_kept() {
        let large = large();
        let graph = &large.outcome.prepared.graph;
        let (id, _) = graph.nodes().find(|(_, node)| node.site.quantity == Quantity::Scores).unwrap();
        assert!(!large.outcome.values.holds(id) && !large.gradients.holds(id));
        let looks = Looks::in_background(&Egui::default());
        assert!(looks.value(&large.outcome, id).is_none() && looks.gradient(&large, id).is_none());
        let wait = |look: &dyn Fn() -> Option<Rc<Look>>| loop {
            if let Some(look) = look() {
                break look;
            }
            std::thread::yield_now();
        };
        let value = wait(&|| looks.value(&large.outcome, id));
        let gradient = wait(&|| looks.gradient(&large, id));
        let waited = Looks::default();
        assert_eq!(value.matrix.to_f64(), waited.value(&large.outcome, id).unwrap().matrix.to_f64());
        assert_eq!(gradient.matrix.to_f64(), waited.gradient(&large, id).unwrap().matrix.to_f64());
        assert_ne!(value.revision, gradient.revision);
    }
}
