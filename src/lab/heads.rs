//! Which rows or columns of a weight belong to which head.

use std::ops::Range;

use super::weights::is_weight;
use crate::experiment::Prepared;
use crate::graph::{NodeId, Quantity};

/// How a weight is shared out among the heads of an attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadCut {
    /// Head i has the columns i·width … (i + 1)·width: W_Q, W_K, W_V and their biases.
    Columns {
        /// Columns of a head.
        width: usize,
        /// How many heads.
        heads: usize,
    },
    /// Head i has the rows i·width … (i + 1)·width: W_O, which reads the heads side by side.
    Rows {
        /// Rows of a head.
        width: usize,
        /// How many heads.
        heads: usize,
    },
}

impl HeadCut {
    /// How a weight is cut; `None` for a weight that heads have no part in.
    pub fn of(prepared: &Prepared, id: NodeId) -> Option<Self> {
        let dims = prepared.experiment.model.dims().ok().filter(|_| is_weight(prepared, id))?;
        let heads = dims.heads;
        match prepared.graph.node(id).site.quantity {
            Quantity::QueryWeight | Quantity::KeyWeight | Quantity::QueryBias | Quantity::KeyBias => {
                Some(Self::Columns { width: dims.d_k, heads })
            }
            Quantity::ValueWeight | Quantity::ValueBias => Some(Self::Columns { width: dims.d_v, heads }),
            Quantity::OutputWeight => Some(Self::Rows { width: dims.d_v, heads }),
            _ => None,
        }
    }

    /// The rows or columns of each head.
    pub fn ranges(self) -> impl Iterator<Item = Range<usize>> {
        let (Self::Columns { width, heads } | Self::Rows { width, heads }) = self;
        (0..heads).map(move |head| head * width..(head + 1) * width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Op, Part, Shape};
    use crate::lab::{Command, Lab};

    /// The graph cuts the products of these weights in the same way.
    #[test]
    fn heads_have_the_columns_that_the_graph_cuts_out() {
        let mut lab = Lab::new(|| {}).unwrap();
        let mut compared = 0;
        for preset in crate::experiment::presets() {
            lab.apply(Command::OpenPreset(preset.name)).unwrap();
            let prepared = lab.prepared().clone();
            let graph = &prepared.graph;
            for (id, node) in graph.nodes() {
                let Some(cut) = HeadCut::of(&prepared, id) else { continue };
                let Shape { rows, columns } = node.shape;
                let end = cut.ranges().last().map_or(0, |range| range.end);
                assert_eq!(end, if matches!(cut, HeadCut::Rows { .. }) { rows } else { columns }, "{}", node.site);
                let of_head = match node.site.quantity {
                    Quantity::QueryWeight => Quantity::Query,
                    Quantity::KeyWeight => Quantity::Key,
                    Quantity::ValueWeight => Quantity::Value,
                    _ => continue,
                };
                assert!(matches!(node.site.scope.part, Some(Part::SelfAttention | Part::CrossAttention | Part::Attention)));
                for (head, range) in cut.ranges().enumerate() {
                    let slice = graph.find(node.site.scope.head(head).at(of_head)).map(|id| graph.node(id).op.clone());
                    let Some(Op::SliceColumns(slice)) = slice else { continue };
                    assert_eq!(slice.first..slice.first + slice.count, range, "{} head {head}", node.site);
                    compared += 1;
                }
            }
        }
        assert!(compared > 100, "{compared}");
    }
}
