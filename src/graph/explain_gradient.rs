//! Where a gradient came from.

use std::sync::Arc;

use super::ops::Upstream;
use super::run::calculate;
use super::{Around, Cell, Element, Explanation, Gradients, Matrix, NodeId, Operation, Run, Shape};
use ndarray::Array2;

/// What one reader of a number sends back to its gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct SentBack {
    /// The node that reads it.
    pub reader: NodeId,
    /// As which of its inputs.
    pub input: usize,
    /// How it came; the inputs named there are those of [`Around`].
    pub explanation: Explanation,
}

impl<T: Element> Run<T> {
    /// What each reader of a node sends back to the gradient at `cell`; with what L was made from directly, these add up to it.
    ///
    /// `None` where the gradient of a reader was not held on to, so that there is no arithmetic. A reader that L does not depend on
    /// sends nothing, nor does one with a number of its own put in the place of a computed one, there.
    pub fn explain_gradient(&self, gradients: &Gradients<T>, id: NodeId, cell: Cell) -> Option<Vec<SentBack>> {
        let graph = self.graph();
        let mut readers = graph.consumers(id).to_vec();
        readers.sort_unstable();
        // One that reads twice is named twice.
        readers.dedup();
        let mut sent = Vec::new();
        for reader in readers.into_iter().filter(|&reader| gradients.reaches(reader)) {
            let mut gradient = Arc::clone(gradients.of(reader)?);
            let node = graph.node(reader);
            let change = self.overrides().get(&node.site);
            let result = match change {
                Some(change) => {
                    change.stop(Arc::make_mut(&mut gradient));
                    Arc::new(calculate(&node.op, node.inputs.iter().map(|&input| self.value(input)).collect(), None))
                }
                None => self.value(reader),
            };
            let inputs = node.inputs.iter().map(|&input| self.value(input));
            let values: Vec<Matrix> = inputs.chain([result, gradient]).map(Matrix::from).collect();
            let places = node.inputs.iter().enumerate().filter(|(_, input)| **input == id);
            sent.extend(places.map(|(input, _)| SentBack {
                reader,
                input,
                explanation: node.op.explain_backward(&Around::new(&values), input, cell),
            }));
        }
        Some(sent)
    }

    /// All that one reader of a value sends back to its gradient, of the shape of that value: what its input `input` adds.
    ///
    /// `None` where the gradient of the reader was not held on to, or L does not depend on it.
    pub fn sent_back(&self, gradients: &Gradients<T>, reader: NodeId, input: usize) -> Option<Arc<Array2<T>>> {
        let mut gradient = Arc::clone(gradients.of(reader)?);
        let node = self.graph().node(reader);
        let change = self.overrides().get(&node.site);
        if let Some(change) = change {
            change.stop(Arc::make_mut(&mut gradient));
        }
        let shapes: Vec<Shape> = node.inputs.iter().map(|&input| self.graph().node(input).shape).collect();
        let value = |index: usize| self.value(node.inputs[index]);
        let result = || match change {
            Some(_) => Arc::new(calculate(&node.op, (0..node.inputs.len()).map(value).collect(), None)),
            None => self.value(reader),
        };
        let shape = *shapes.get(input)?;
        let passed = node.op.backward(Upstream::new(gradient, &shapes, &value, &result));
        let mut sent = None;
        passed.into_iter().nth(input)?.add_to(&mut sent, shape);
        sent
    }
}
