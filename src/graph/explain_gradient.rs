//! Where a gradient came from.

use std::sync::Arc;

use super::ops::Upstream;
use super::run::{Value, calculate};
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
    /// A reader that L does not depend on sends nothing, nor does one with a number of its own put in the place of a computed one, there.
    pub fn explain_gradient(&self, gradients: &Gradients<T>, id: NodeId, cell: Cell) -> Vec<SentBack> {
        let graph = self.graph();
        let mut readers = graph.consumers(id).to_vec();
        readers.sort_unstable();
        // One that reads twice is named twice.
        readers.dedup();
        let mut sent = Vec::new();
        gradients.recall(self, &readers);
        for reader in readers {
            let Some(gradient) = self.arriving(gradients, reader) else { continue };
            let node = graph.node(reader);
            let inputs = node.inputs.iter().map(|&input| self.value(input));
            let values: Vec<Matrix> = inputs.chain([self.computed(reader), gradient]).map(Matrix::from).collect();
            let places = node.inputs.iter().enumerate().filter(|(_, input)| **input == id);
            sent.extend(places.map(|(input, _)| SentBack {
                reader,
                input,
                explanation: node.op.explain_backward(&Around::new(&values), input, cell),
            }));
        }
        sent
    }

    /// All that one reader of a value sends back to its gradient, of the shape of that value: what its input `input` adds. `None` where
    /// L does not depend on the reader.
    pub fn sent_back(&self, gradients: &Gradients<T>, reader: NodeId, input: usize) -> Option<Arc<Array2<T>>> {
        let gradient = self.arriving(gradients, reader)?;
        let node = self.graph().node(reader);
        let shapes: Vec<Shape> = node.inputs.iter().map(|&input| self.graph().node(input).shape).collect();
        let value = |index: usize| self.value(node.inputs[index]);
        let result = || self.computed(reader);
        let shape = *shapes.get(input)?;
        let passed = node.op.backward(Upstream::new(gradient, &shapes, &value, &result));
        let mut sent = None;
        passed.into_iter().nth(input)?.add_to(&mut sent, shape);
        sent
    }

    /// The gradient of a reader, 0 where a number was put in the place of a computed one: nothing flows on from there.
    fn arriving(&self, gradients: &Gradients<T>, reader: NodeId) -> Option<Value<T>> {
        let mut gradient = gradients.find(self, reader)?;
        if let Some(change) = self.overrides().get(&self.graph().node(reader).site) {
            change.stop(Arc::make_mut(&mut gradient));
        }
        Some(gradient)
    }

    /// What the operation of a node makes of its inputs, whatever was then put in the place of some of its numbers.
    fn computed(&self, id: NodeId) -> Value<T> {
        let node = self.graph().node(id);
        if self.overrides().contains_key(&node.site) {
            Arc::new(calculate(&node.op, node.inputs.iter().map(|&input| self.value(input)).collect(), None))
        } else {
            self.value(id)
        }
    }
}
