//! Where a gradient came from.

use std::sync::Arc;

use super::run::calculate;
use super::{Around, Cell, Element, Explanation, Gradients, Matrix, NodeId, Operation, Run};

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
            let Some(mut gradient) = gradients.find(self, reader) else { continue };
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
        sent
    }
}
