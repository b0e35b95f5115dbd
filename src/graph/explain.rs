//! Where a number came from.

use super::{Cell, Element, Explanation, Expression, Matrix, NodeId, Op, Operation, Run};

impl<T: Element> Run<T> {
    /// How the number at `cell` of a node came to be, with the numbers of this run.
    ///
    /// A value that was overridden is explained as the number that was put in its place.
    pub fn explain(&self, id: NodeId, cell: Cell) -> Explanation {
        let node = self.graph().node(id);
        let own = || Matrix::from(self.value(id));
        if let Some(value) = self.overrides().get(&node.site).and_then(|change| change.at(cell)) {
            return Explanation::direct(Expression::Number(value));
        }
        let inputs: Vec<Matrix> = match node.op {
            Op::Leaf(_) => vec![own()],
            _ => node.inputs.iter().map(|&input| Matrix::from(self.value(input))).collect(),
        };
        node.op.explain(&inputs, cell)
    }
}
