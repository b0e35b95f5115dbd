//! The scores of a graph for the lengths that it was built for.

use crate::graph::{Graph, Part, Quantity, Stack};

/// The scores that one kind of attention calculates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores {
    /// The stack, where it is in one.
    pub stack: Option<Stack>,
    /// The sublayer.
    pub part: Option<Part>,
    /// Queries of a head.
    pub queries: usize,
    /// Keys of a head.
    pub keys: usize,
    /// Heads, those of all blocks together.
    pub heads: usize,
}

impl Scores {
    /// Scores of one head, n_q · n_k.
    pub const fn per_head(&self) -> usize {
        self.queries.saturating_mul(self.keys)
    }

    /// Scores of all heads.
    pub const fn total(&self) -> usize {
        self.per_head().saturating_mul(self.heads)
    }
}

/// The scores of a graph, kind by kind of attention.
pub fn scores(graph: &Graph) -> Vec<Scores> {
    let mut all: Vec<Scores> = Vec::new();
    for (_, node) in graph.nodes().filter(|(_, node)| node.site.quantity == Quantity::Scores) {
        let scope = node.site.scope;
        if let Some(scores) = all.iter_mut().find(|scores| (scores.stack, scores.part) == (scope.stack, scope.part)) {
            scores.heads += 1;
        } else {
            let (queries, keys) = (node.shape.rows, node.shape.columns);
            all.push(Scores { stack: scope.stack, part: scope.part, queries, keys, heads: 1 });
        }
    }
    all
}
