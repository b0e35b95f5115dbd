//! The graph of a calculation: nodes with an operation, inputs, a shape and a site; run, explained, counted and differentiated.

mod builder;
mod element;
mod explain;
mod explain_gradient;
mod expression;
mod gradient;
mod matrix;
mod ops;
mod patch;
mod product;
mod run;
mod schedule;
mod shape;
mod site;
#[cfg(test)]
mod tests;

pub use builder::{GraphBuilder, GraphError};
pub use element::Element;
pub use explain_gradient::SentBack;
pub use expression::{Explanation, Expression, Function, Line};
pub use gradient::{GradientError, Gradients};
pub use matrix::Matrix;
pub use ops::{
    Activation, Add, AddBias, AppendRows, Around, Concatenate, Contribution, EpsilonPlace, Flops, Gather, Inputs, LayerNorm, Leaf,
    LogSoftmax, Mask, MatMul, MeanRows, Multiply, Op, Operation, RmsNorm, Scalar, Scale, SliceColumns, SliceRows, Softmax, Upstream,
    Visibility,
};
pub use patch::{Patch, same_number};
pub use run::{Cancelled, Control, Keep, Leaves, Override, Overrides, Run, Trouble, Warning};
pub use shape::{Cell, Shape};
pub use site::{Part, Quantity, Scope, Site, SiteError, Stack};

use std::collections::HashMap;

/// Which node of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(usize);

impl NodeId {
    /// Its place in [`Graph::nodes`].
    pub const fn index(self) -> usize {
        self.0
    }
}

/// One value of a calculation, and how it is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What makes it.
    pub op: Op,
    /// From what.
    pub inputs: Vec<NodeId>,
    /// Rows × columns.
    pub shape: Shape,
    /// Its address.
    pub site: Site,
}

/// A calculation: nodes in an order in which each stands after its inputs.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    sites: HashMap<Site, NodeId>,
    consumers: Vec<Vec<NodeId>>,
    aliases: HashMap<NodeId, Vec<Site>>,
}

impl Graph {
    fn new(nodes: Vec<Node>, sites: HashMap<Site, NodeId>) -> Self {
        let mut consumers = vec![Vec::new(); nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            for input in &node.inputs {
                consumers[input.0].push(NodeId(index));
            }
        }
        let mut aliases: HashMap<NodeId, Vec<Site>> = HashMap::new();
        for (&site, &id) in sites.iter().filter(|(site, id)| nodes[id.0].site != **site) {
            aliases.entry(id).or_default().push(site);
        }
        Self { nodes, sites, consumers, aliases }
    }

    /// All nodes, each after its inputs.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Node)> + ExactSizeIterator + Clone {
        self.nodes.iter().enumerate().map(|(index, node)| (NodeId(index), node))
    }

    /// One node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// The node at an address.
    pub fn find(&self, site: Site) -> Option<NodeId> {
        self.sites.get(&site).copied()
    }

    /// All addresses of a node, its own first.
    pub fn sites(&self, id: NodeId) -> impl Iterator<Item = Site> {
        [self.node(id).site].into_iter().chain(self.aliases.get(&id).into_iter().flatten().copied())
    }

    /// The nodes that read `id`, one entry for each reading.
    pub fn consumers(&self, id: NodeId) -> &[NodeId] {
        &self.consumers[id.0]
    }

    /// How many nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The leaves, in order.
    pub fn leaves(&self) -> impl Iterator<Item = (NodeId, &Node, Leaf)> {
        self.nodes().filter_map(|(id, node)| match node.op {
            Op::Leaf(leaf) => Some((id, node, leaf)),
            _ => None,
        })
    }

    /// Numbers in the weights: what a parameter count counts.
    pub fn parameters(&self) -> usize {
        self.leaves().filter(|(_, _, leaf)| matches!(leaf, Leaf::Weight(_))).map(|(_, node, _)| node.shape.cells()).sum()
    }

    /// The floating-point operations of one node.
    pub fn flops(&self, id: NodeId) -> Flops {
        let node = self.node(id);
        let inputs: Vec<Shape> = node.inputs.iter().map(|&input| self.node(input).shape).collect();
        node.op.flops(&inputs, node.shape)
    }
}
