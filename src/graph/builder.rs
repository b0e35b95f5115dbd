//! Writing a graph down, a line a step.

use std::collections::HashMap;
use std::sync::Arc;

use super::{
    Activation, Add, AddBias, AppendRows, Concatenate, Gather, Graph, LayerNorm, Leaf, LogSoftmax, Mask, MatMul, MeanRows, Multiply, Node,
    NodeId, Op, Operation, RmsNorm, Scale, Shape, Site, SliceColumns, SliceRows, Softmax, Visibility,
};

/// A graph that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// Operands whose shapes do not fit.
    #[error("at {site}, {op} cannot take {}", list(inputs))]
    Shapes {
        /// Where.
        site: Site,
        /// Which operation.
        op: &'static str,
        /// What it was given.
        inputs: Vec<Shape>,
    },
    /// Two nodes at one address.
    #[error("two values would stand at {0}")]
    Twice(Site),
}

fn list(shapes: &[Shape]) -> String {
    shapes.iter().map(Shape::to_string).collect::<Vec<_>>().join(" and ")
}

/// A graph in the making. The first flaw is kept and told by [`GraphBuilder::finish`], so that the lines of a model read like the
/// paper, without an error to handle on each.
#[derive(Default)]
pub struct GraphBuilder {
    nodes: Vec<Node>,
    sites: HashMap<Site, NodeId>,
    flaw: Option<GraphError>,
}

impl GraphBuilder {
    /// An empty graph.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a node.
    pub fn add(&mut self, op: impl Into<Op>, inputs: &[NodeId], site: Site) -> NodeId {
        let op = op.into();
        let shapes: Vec<Shape> = inputs.iter().map(|&input| self.shape(input)).collect();
        let shape = op.shape(&shapes).unwrap_or_else(|| {
            self.flaw.get_or_insert(GraphError::Shapes { site, op: op.name(), inputs: shapes });
            Shape::new(0, 0)
        });
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node { op, inputs: inputs.to_vec(), shape, site });
        if self.sites.insert(site, id).is_some() {
            self.flaw.get_or_insert(GraphError::Twice(site));
        }
        id
    }

    /// A further address of a node: a block's last value is also the block's output.
    pub fn alias(&mut self, id: NodeId, site: Site) {
        match self.sites.insert(site, id) {
            Some(other) if other != id => {
                self.flaw.get_or_insert(GraphError::Twice(site));
            }
            _ => {}
        }
    }

    /// The shape of a node made earlier.
    pub fn shape(&self, id: NodeId) -> Shape {
        self.nodes[id.0].shape
    }

    /// The node at an address, if it was made.
    pub fn find(&self, site: Site) -> Option<NodeId> {
        self.sites.get(&site).copied()
    }

    /// The graph.
    ///
    /// # Errors
    /// The first flaw met while it was written.
    pub fn finish(self) -> Result<Graph, GraphError> {
        match self.flaw {
            Some(flaw) => Err(flaw),
            None => Ok(Graph::new(self.nodes, self.sites)),
        }
    }

    /// A learned matrix; asked for twice at one site (shared weights), it is the same node.
    pub fn weight(&mut self, rows: usize, columns: usize, site: Site) -> NodeId {
        match self.find(site) {
            Some(id) if self.nodes[id.0].op == Op::Leaf(Leaf::Weight(Shape::new(rows, columns))) => id,
            _ => self.add(Leaf::Weight(Shape::new(rows, columns)), &[], site),
        }
    }

    /// What the model is asked about.
    pub fn input(&mut self, rows: usize, columns: usize, site: Site) -> NodeId {
        self.add(Leaf::Input(Shape::new(rows, columns)), &[], site)
    }

    /// A matrix fixed by formula.
    pub fn constant(&mut self, rows: usize, columns: usize, site: Site) -> NodeId {
        self.add(Leaf::Constant(Shape::new(rows, columns)), &[], site)
    }

    /// Rows of a table.
    pub fn gather(&mut self, table: NodeId, indices: &[usize], site: Site) -> NodeId {
        self.add(Gather { indices: indices.into() }, &[table], site)
    }

    /// a + b.
    pub fn sum(&mut self, a: NodeId, b: NodeId, site: Site) -> NodeId {
        self.add(Add, &[a, b], site)
    }

    /// x + b, the same row for every position.
    pub fn add_bias(&mut self, x: NodeId, bias: NodeId, site: Site) -> NodeId {
        self.add(AddBias, &[x, bias], site)
    }

    /// a ⊙ b.
    pub fn multiply(&mut self, a: NodeId, b: NodeId, site: Site) -> NodeId {
        self.add(Multiply, &[a, b], site)
    }

    /// a · b: [n, k] · [k, m] → [n, m].
    pub fn matmul(&mut self, a: NodeId, b: NodeId, site: Site) -> NodeId {
        self.add(MatMul { transposed: false }, &[a, b], site)
    }

    /// a · bᵀ: [n, k] · [m, k]ᵀ → [n, m].
    pub fn matmul_transposed(&mut self, a: NodeId, b: NodeId, site: Site) -> NodeId {
        self.add(MatMul { transposed: true }, &[a, b], site)
    }

    /// Times or over a number.
    pub fn scale(&mut self, x: NodeId, scale: Scale, site: Site) -> NodeId {
        self.add(scale, &[x], site)
    }

    /// −∞ where a query may not see a key.
    pub fn mask(&mut self, scores: NodeId, visible: Arc<Visibility>, site: Site) -> NodeId {
        self.add(Mask { visible }, &[scores], site)
    }

    /// Rows to probabilities.
    pub fn softmax(&mut self, scores: NodeId, form: Softmax, site: Site) -> NodeId {
        self.add(form, &[scores], site)
    }

    /// Rows to log-probabilities.
    pub fn log_softmax(&mut self, scores: NodeId, site: Site) -> NodeId {
        self.add(LogSoftmax, &[scores], site)
    }

    /// Layer normalisation with the parameters that there are: γ, or γ and β.
    pub fn layer_norm(&mut self, x: NodeId, parameters: &[NodeId], norm: LayerNorm, site: Site) -> NodeId {
        self.add(norm, &[&[x], parameters].concat(), site)
    }

    /// Normalisation by the root mean square, with γ if there is one.
    pub fn rms_norm(&mut self, x: NodeId, gamma: Option<NodeId>, norm: RmsNorm, site: Site) -> NodeId {
        let inputs: Vec<NodeId> = [x].into_iter().chain(gamma).collect();
        self.add(norm, &inputs, site)
    }

    /// A function of each number.
    pub fn activation(&mut self, x: NodeId, function: Activation, site: Site) -> NodeId {
        self.add(function, &[x], site)
    }

    /// Columns `first .. first + count`.
    pub fn slice_columns(&mut self, x: NodeId, first: usize, count: usize, site: Site) -> NodeId {
        self.add(SliceColumns { first, count }, &[x], site)
    }

    /// Rows `first .. first + count`.
    pub fn slice_rows(&mut self, x: NodeId, first: usize, count: usize, site: Site) -> NodeId {
        self.add(SliceRows { first, count }, &[x], site)
    }

    /// Side by side.
    pub fn concatenate(&mut self, parts: &[NodeId], site: Site) -> NodeId {
        self.add(Concatenate, parts, site)
    }

    /// One below the other.
    pub fn append_rows(&mut self, above: NodeId, below: NodeId, site: Site) -> NodeId {
        self.add(AppendRows, &[above, below], site)
    }

    /// The mean of the rows that count.
    pub fn mean_rows(&mut self, x: NodeId, counted: Arc<[bool]>, site: Site) -> NodeId {
        self.add(MeanRows { counted }, &[x], site)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Part, Quantity, Scope};

    #[test]
    fn the_first_flaw_is_told() {
        let part = Scope::alone(Part::Attention);
        let mut g = GraphBuilder::new();
        let a = g.input(2, 3, part.at(Quantity::Query));
        let b = g.input(4, 5, part.at(Quantity::Key));
        g.matmul_transposed(a, b, part.at(Quantity::Scores));
        g.matmul(a, b, part.at(Quantity::Output));
        let flaw = g.finish().unwrap_err();
        assert_eq!(flaw.to_string(), "at attention.scores, matmul_transposed cannot take 2 × 3 and 4 × 5");
    }

    #[test]
    fn a_weight_is_shared_and_a_site_is_not() {
        let part = Scope::alone(Part::Attention);
        let mut g = GraphBuilder::new();
        let first = g.weight(2, 2, part.at(Quantity::QueryWeight));
        assert_eq!(first, g.weight(2, 2, part.at(Quantity::QueryWeight)));
        g.input(2, 2, part.at(Quantity::Query));
        g.input(2, 2, part.at(Quantity::Query));
        assert_eq!(g.finish().unwrap_err(), GraphError::Twice(part.at(Quantity::Query)));
    }
}
