//! The calculation as a list of steps, group by group.

use crate::graph::{Graph, NodeId, Op, Scope};

/// The steps of one part of a model, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Which part: a stack's block, or what stands before and after the stacks.
    pub scope: Scope,
    /// The steps: nodes that calculate something. Those of heads are there for every head.
    pub steps: Vec<NodeId>,
}

impl Group {
    /// The steps that concern one head: its own, and those of no head.
    pub fn of_head<'a>(&'a self, graph: &'a Graph, head: usize) -> impl Iterator<Item = NodeId> + 'a {
        self.steps.iter().copied().filter(move |&id| graph.node(id).site.scope.head.is_none_or(|own| own == head))
    }

    /// How many heads its attention has.
    pub fn heads(&self, graph: &Graph) -> usize {
        self.steps.iter().filter_map(|&id| graph.node(id).site.scope.head).max().map_or(0, |head| head + 1)
    }
}

/// The steps of a graph. A block of a stack is one group; so is each side of the input, and the output.
pub fn groups(graph: &Graph) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (id, node) in graph.nodes().filter(|(_, node)| !matches!(node.op, Op::Leaf(_))) {
        let own = node.site.scope;
        let scope = Scope { part: own.part.filter(|_| own.block.is_none()), head: None, ..own };
        match groups.iter_mut().find(|group| group.scope == scope) {
            Some(group) => group.steps.push(id),
            None => groups.push(Group { scope, steps: vec![id] }),
        }
    }
    groups
}
