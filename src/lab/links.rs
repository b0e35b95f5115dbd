//! Where a number comes from and where it goes: the two ways along which it can be followed.

use crate::experiment::Outcome;
use crate::graph::{Cell, Graph, NodeId, Op};

/// A value on the way, and the cell of it to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The value.
    pub node: NodeId,
    /// The cell, where one is followed.
    pub cell: Option<Cell>,
}

/// The values that read a node; with a cell, only those that read this cell, and which of their cells does.
///
/// Where an operation works cell by cell or row by row that is the one at the same place, else the first that reads it.
pub fn readers(graph: &Graph, id: NodeId, cell: Option<Cell>) -> Vec<Link> {
    let mut found: Vec<Link> = Vec::new();
    for (node, input) in readings(graph, id) {
        let cell = match cell {
            None => None,
            Some(cell) => match reading_cell(graph, node, input, cell) {
                None => continue,
                reading => reading,
            },
        };
        if !found.iter().any(|reader| reader.node == node) {
            found.push(Link { node, cell });
        }
    }
    found
}

/// The values that a node is made from; with a cell, only those that this cell is made from, and one cell of each: the one at the
/// same place where the operation works row by row, else the first.
pub fn origins(outcome: &Outcome, id: NodeId, cell: Option<Cell>) -> Vec<Link> {
    let inputs = &outcome.prepared.graph.node(id).inputs;
    let Some(cell) = cell else {
        let mut found: Vec<Link> = Vec::new();
        for &node in inputs {
            if !found.iter().any(|origin| origin.node == node) {
                found.push(Link { node, cell: None });
            }
        }
        return found;
    };
    let node = outcome.prepared.graph.node(id);
    let by_row = matches!(node.op, Op::Softmax(_) | Op::LogSoftmax(_) | Op::LayerNorm(_) | Op::RmsNorm(_));
    let sources = outcome.values.explain(id, cell).sources();
    let mut found: Vec<(usize, Link)> = Vec::new();
    for &(input, first) in &sources {
        if let Some(&node) = inputs.get(input)
            && !found.iter().any(|(known, _)| *known == input)
        {
            let at = if by_row && sources.contains(&(input, cell)) { cell } else { first };
            found.push((input, Link { node, cell: Some(at) }));
        }
    }
    found.into_iter().map(|(_, origin)| origin).collect()
}

/// The nodes that read `id`, each with the place of `id` among its inputs.
fn readings(graph: &Graph, id: NodeId) -> impl Iterator<Item = (NodeId, usize)> {
    let mut nodes = graph.consumers(id).to_vec();
    // One that reads twice is named twice.
    nodes.dedup();
    nodes.into_iter().flat_map(move |node| {
        let inputs = graph.node(node).inputs.iter().enumerate();
        inputs.filter(move |(_, input)| **input == id).map(move |(input, _)| (node, input)).collect::<Vec<_>>()
    })
}

/// The cell of `node` that reads `cell` of its input `input`.
fn reading_cell(graph: &Graph, node: NodeId, input: usize, cell: Cell) -> Option<Cell> {
    let node = graph.node(node);
    let shape = |input: usize| node.inputs.get(input).map(|&input| graph.node(input).shape);
    let in_first_row = Cell::new(0, cell.column);
    let found = match &node.op {
        Op::Leaf(_) => return None,
        Op::Add(_) | Op::Multiply(_) | Op::Scale(_) | Op::Activation(_) | Op::Softmax(_) | Op::LogSoftmax(_) => cell,
        Op::AddBias(_) | Op::LayerNorm(_) | Op::RmsNorm(_) if input == 0 => cell,
        Op::Mask(mask) => mask.visible.get((cell.row, cell.column)).copied().unwrap_or(false).then_some(cell)?,
        Op::MatMul(_) if input == 0 => Cell::new(cell.row, 0),
        Op::MatMul(product) if product.transposed => Cell::new(0, cell.row),
        // The further inputs of a sum and of the norms are rows: a bias, γ, β.
        Op::MeanRows(mean) if !mean.counted.get(cell.row).is_some_and(|&counts| counts) => return None,
        Op::AddBias(_) | Op::LayerNorm(_) | Op::RmsNorm(_) | Op::MeanRows(_) | Op::MatMul(_) => in_first_row,
        Op::Gather(gather) => Cell::new(gather.indices.iter().position(|&row| row == cell.row)?, cell.column),
        Op::SliceColumns(slice) => Cell::new(cell.row, cell.column.checked_sub(slice.first)?),
        Op::SliceRows(slice) => Cell::new(cell.row.checked_sub(slice.first)?, cell.column),
        Op::Concatenate(_) => Cell::new(cell.row, cell.column + (0..input).filter_map(shape).map(|part| part.columns).sum::<usize>()),
        Op::AppendRows(_) => Cell::new(cell.row + (0..input).filter_map(shape).map(|part| part.rows).sum::<usize>(), cell.column),
    };
    (found.row < node.shape.rows && found.column < node.shape.columns).then_some(found)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::experiment::{Prepared, Preset, Runner};
    use crate::graph::Control;

    /// The definition: a cell reads another where its written arithmetic names it.
    fn reads(outcome: &Outcome, node: NodeId, cell: Cell, input: usize, from: Cell) -> bool {
        outcome.values.explain(node, cell).sources().contains(&(input, from))
    }

    #[test]
    fn every_reading_is_found_and_none_is_made_up() {
        let mut kinds = std::collections::BTreeSet::new();
        for preset in ["causal-mask", "byte-pair", "encoder-only-classifier", "swiglu-rms", "decoding-step"] {
            let experiment = Preset::find(preset).unwrap().experiment().unwrap();
            let prepared = Arc::new(Prepared::new(experiment, None).unwrap());
            let outcome = Runner::default().run(&prepared, &Control::default()).unwrap();
            let graph = &prepared.graph;
            for (id, node) in graph.nodes() {
                // A few cells of each, in all corners.
                let ends = |count: usize| std::collections::BTreeSet::from([0, count / 2, count - 1]);
                for (row, column) in
                    ends(node.shape.rows).into_iter().flat_map(|row| ends(node.shape.columns).into_iter().map(move |column| (row, column)))
                {
                    let cell = Cell::new(row, column);
                    for (reader, input) in readings(graph, id) {
                        kinds.insert(crate::graph::Operation::name(&graph.node(reader).op));
                        let shape = graph.node(reader).shape;
                        let mut all = (0..shape.rows).flat_map(|row| (0..shape.columns).map(move |column| Cell::new(row, column)));
                        match reading_cell(graph, reader, input, cell) {
                            Some(found) => assert!(
                                reads(&outcome, reader, found, input, cell),
                                "{} {found} of {} {cell}",
                                graph.node(reader).site,
                                node.site
                            ),
                            None => assert!(
                                !all.any(|at| reads(&outcome, reader, at, input, cell)),
                                "{} of {} {cell}",
                                graph.node(reader).site,
                                node.site
                            ),
                        }
                    }
                }
            }
        }
        assert!(kinds.len() >= 12, "{kinds:?}");
    }

    #[test]
    fn a_number_is_followed_forth_and_back() {
        let experiment = Preset::find("hello-world-encoder-30").unwrap().experiment().unwrap();
        let prepared = Arc::new(Prepared::new(experiment, None).unwrap());
        let outcome = Runner::default().run(&prepared, &Control::default()).unwrap();
        let graph = &prepared.graph;
        let node = |site: &str| graph.find(site.parse().unwrap()).unwrap();
        let query = node("encoder.0.self_attention.query");
        // The column 4 is the second of the second head, and of no other.
        let heads = readers(graph, query, Some(Cell::new(1, 4)));
        assert_eq!(heads, [Link { node: node("encoder.0.self_attention.head.1.query"), cell: Some(Cell::new(1, 1)) }]);
        assert_eq!(readers(graph, query, None).len(), 2);
        let back = origins(&outcome, heads[0].node, heads[0].cell);
        assert_eq!(back, [Link { node: query, cell: Some(Cell::new(1, 4)) }]);
    }
}
