//! From pieces and edges to lanes: back from the last value, along what comes first into each unit.

use std::collections::HashSet;

use super::{Diagram, Form, Lane, Station, Unit};
use crate::graph::{Graph, Quantity, Stack};

/// The lanes of a diagram, in the order of the calculation.
pub(super) fn lanes(graph: &Graph, diagram: &Diagram) -> Vec<Lane> {
    let mut walk = Walk { graph, diagram, seen: HashSet::new() };
    let mut lanes = Vec::new();
    // What no lane holds when the last one has been walked (the memory, say) ends a lane of its own.
    while let Some(end) = diagram.ids().rev().map(|id| diagram.unit(id)).find(|unit| !walk.seen.contains(unit)) {
        lanes.push(walk.lane(end));
    }
    lanes.reverse();
    lanes
}

struct Walk<'a> {
    graph: &'a Graph,
    diagram: &'a Diagram,
    seen: HashSet<Unit>,
}

impl Walk<'_> {
    /// The lane that ends in a unit. What comes first into a unit is the stream: x of x + f(x), and that of which queries are made.
    fn lane(&mut self, end: Unit) -> Lane {
        let mut trunk = Vec::new();
        let mut next = Some(end);
        while let Some(unit) = next {
            let inputs = self.inputs(unit);
            next = inputs.first().copied();
            let mut station = Station { unit, branch: Vec::new(), sides: Vec::new(), block: self.block(unit) };
            for &input in inputs.iter().skip(1) {
                match (next.and_then(|stream| self.chain(input, stream)), input) {
                    (Some(chain), _) if self.is_sum(unit) => station.branch = chain,
                    (_, Unit::Piece(piece)) if self.is_position(unit, input) => station.sides.push(piece),
                    // The end of another lane.
                    _ => {}
                }
            }
            self.seen.extend(station.units());
            trunk.push(station);
        }
        trunk.reverse();
        let stream = self.stream(&trunk);
        Lane { trunk, stream }
    }

    /// What a unit reads, in the order in which it reads it.
    fn inputs(&self, unit: Unit) -> Vec<Unit> {
        let mut inputs = Vec::new();
        for edge in &self.diagram.edges {
            if self.diagram.unit(edge.to) == unit {
                let from = self.diagram.unit(edge.from);
                if from != unit && !inputs.contains(&from) {
                    inputs.push(from);
                }
            }
        }
        inputs
    }

    /// What lies between a fork of the stream and `end`, in order; `None` where `end` does not come from the stream.
    fn chain(&self, end: Unit, stream: Unit) -> Option<Vec<Unit>> {
        let mut chain = vec![end];
        loop {
            let before = self.inputs(*chain.last()?).first().copied()?;
            if before == stream {
                chain.reverse();
                return Some(chain);
            }
            chain.push(before);
        }
    }

    fn is_sum(&self, unit: Unit) -> bool {
        matches!(unit, Unit::Piece(piece) if self.diagram.piece(piece).form == Form::Sum)
    }

    /// Whether what is read are positions, of which no other unit reads.
    fn is_position(&self, reader: Unit, unit: Unit) -> bool {
        let Unit::Piece(piece) = unit else { return false };
        let positions = self.graph.node(self.diagram.piece(piece).main).site.quantity == Quantity::Positions;
        positions && self.diagram.edges.iter().filter(|edge| edge.from == piece).all(|edge| self.diagram.unit(edge.to) == reader)
    }

    fn block(&self, unit: Unit) -> Option<(Stack, usize)> {
        let first = *self.diagram.members(unit).first()?;
        let piece = self.diagram.piece(first);
        if matches!(piece.form, Form::Blocks { .. }) {
            return None;
        }
        let scope = self.graph.node(piece.main).site.scope;
        scope.stack.zip(scope.block)
    }

    /// How many stations stand on the residual stream: those up to the one that reads the answer from it, if anything is added to it
    /// at all.
    fn stream(&self, trunk: &[Station]) -> usize {
        let nodes = |station: &Station| {
            let members = self.diagram.members(station.unit);
            members.into_iter().flat_map(|piece| self.diagram.piece(piece).nodes.clone()).collect::<Vec<_>>()
        };
        let added = |station: &Station| nodes(station).iter().any(|&id| self.graph.node(id).site.quantity == Quantity::Residual);
        let answers =
            |station: &Station| nodes(station).first().is_some_and(|&id| self.graph.node(id).site.scope.stack == Some(Stack::Head));
        if trunk.iter().any(added) { trunk.iter().position(answers).unwrap_or(trunk.len()) } else { 0 }
    }
}
