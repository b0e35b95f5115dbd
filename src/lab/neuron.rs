//! A number as a neuron makes it: inputs times weights, a bias, an activation.

use crate::experiment::Outcome;
use crate::graph::{Activation, Cell, Expression, Graph, NodeId, Op, Quantity};

/// A number and where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// The value that it is part of.
    pub node: NodeId,
    /// Where in it.
    pub cell: Cell,
    /// The number.
    pub value: f64,
}

/// One input of a neuron and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Synapse {
    /// What comes in.
    pub input: Number,
    /// What it is multiplied by.
    pub weight: Number,
}

impl Synapse {
    /// input × weight
    pub fn product(&self) -> f64 {
        self.input.value * self.weight.value
    }
}

/// y = f(Σ xₖ · wₖ + b), where the model has b and f.
#[derive(Clone, Debug, PartialEq)]
pub struct Neuron {
    /// The products, in the order of the inner dimension.
    pub synapses: Vec<Synapse>,
    /// What is added to their sum.
    pub bias: Option<Number>,
    /// What is made of the sum.
    pub activation: Option<Activation>,
    /// The sum with its bias, as the run has it.
    pub sum: f64,
    /// What comes out, as the run has it.
    pub output: f64,
}

impl Neuron {
    /// The neuron behind a cell: of a product of matrices, with the bias and the activation that follow it up to this cell. A number
    /// that is only taken over, such as a head's column, is the neuron of the cell that it was taken from. `None` where the number
    /// is made otherwise, or was put in place somewhere on this way.
    pub fn of(outcome: &Outcome, id: NodeId, cell: Cell) -> Option<Self> {
        let walk = Walk { outcome, graph: &outcome.prepared.graph };
        let output = walk.value(id, cell);
        let (mut at, mut place) = walk.origin(id, cell)?;
        let mut activation = None;
        if let Op::Activation(function) = walk.graph.node(at).op {
            activation = Some(function);
            (at, place) = walk.origin(walk.input(at, 0)?, place)?;
        }
        let sum = walk.value(at, place);
        let mut bias = None;
        if let Op::AddBias(_) = walk.graph.node(at).op {
            let (node, cell) = (walk.input(at, 1)?, Cell::new(0, place.column));
            bias = Some(Number { node, cell, value: walk.value(node, cell) });
            (at, place) = walk.origin(walk.input(at, 0)?, place)?;
        }
        let synapses = walk.synapses(at, place)?;
        Some(Self { synapses, bias, activation, sum, output })
    }
}

struct Walk<'a> {
    outcome: &'a Outcome,
    graph: &'a Graph,
}

impl Walk<'_> {
    fn value(&self, id: NodeId, cell: Cell) -> f64 {
        self.outcome.values.matrix(id).at(cell)
    }

    fn input(&self, id: NodeId, index: usize) -> Option<NodeId> {
        self.graph.node(id).inputs.get(index).copied()
    }

    /// Where a number was calculated that may have been cut out or joined on since; `None` where it was put in place.
    fn origin(&self, id: NodeId, cell: Cell) -> Option<(NodeId, Cell)> {
        let (mut id, mut cell) = (id, cell);
        loop {
            let node = self.graph.node(id);
            let overrides = &self.outcome.prepared.experiment.overrides;
            if overrides.get(&node.site).is_some_and(|change| change.concerns(cell.row, cell.column)) {
                return None;
            }
            if !matches!(node.op, Op::SliceColumns(_) | Op::SliceRows(_) | Op::Concatenate(_)) {
                return Some((id, cell));
            }
            let Expression::Cell { input, cell: from, .. } = self.outcome.values.explain(id, cell).result else { return None };
            (id, cell) = (self.input(id, input)?, from);
        }
    }

    fn synapses(&self, id: NodeId, cell: Cell) -> Option<Vec<Synapse>> {
        let node = self.graph.node(id);
        let (Op::MatMul(_), [left, right]) = (&node.op, node.inputs.as_slice()) else { return None };
        let Expression::Sum(products) = self.outcome.values.explain(id, cell).result else { return None };
        // In a weighted sum of values the weights are the attention's, which stand at the left.
        let weighted = self.graph.node(*left).site.quantity == Quantity::Weights;
        let synapse = |product: Expression| {
            let Expression::Product(factors) = product else { return None };
            let [Expression::Cell { cell: row, value: x, .. }, Expression::Cell { cell: column, value: w, .. }] = factors[..] else {
                return None;
            };
            let (input, weight) = (Number { node: *left, cell: row, value: x }, Number { node: *right, cell: column, value: w });
            Some(if weighted { Synapse { input: weight, weight: input } } else { Synapse { input, weight } })
        };
        products.into_iter().map(synapse).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::experiment::{Change, Experiment, Prepared, Preset, Runner};
    use crate::graph::{Control, Site};

    fn run(preset: &str, change: impl Fn(&mut Experiment)) -> Outcome {
        let mut experiment = Experiment::clone(&Preset::find(preset).unwrap().experiment().unwrap());
        change(&mut experiment);
        let prepared = Arc::new(Prepared::new(Arc::new(experiment), None).unwrap());
        Runner::default().run(&prepared, &Control::default()).unwrap()
    }

    fn at(outcome: &Outcome, site: &str, row: usize, column: usize) -> Option<Neuron> {
        let id = outcome.prepared.graph.find(site.parse().unwrap()).unwrap();
        Neuron::of(outcome, id, Cell::new(row, column))
    }

    #[test]
    fn a_neuron_gives_its_sum_and_its_output() {
        let outcome = run("byte-pair", |_| {});
        let graph = &outcome.prepared.graph;
        let mut found = [0; 3];
        for (id, node) in graph.nodes() {
            for column in 0..node.shape.columns.min(3) {
                let Some(neuron) = Neuron::of(&outcome, id, Cell::new(0, column)) else { continue };
                let bias = neuron.bias.map_or(0.0, |bias| bias.value);
                let sum: f64 = neuron.synapses.iter().map(Synapse::product).sum::<f64>() + bias;
                let size: f64 = neuron.synapses.iter().map(|synapse| synapse.product().abs()).sum::<f64>() + bias.abs();
                assert!((sum - neuron.sum).abs() <= 1e-6 * size, "{}: {sum} is not {}", node.site, neuron.sum);
                if neuron.activation.is_none() {
                    assert_eq!(neuron.sum, neuron.output, "{}", node.site);
                }
                found[0] += 1;
                found[1] += usize::from(neuron.bias.is_some());
                found[2] += usize::from(neuron.activation.is_some());
            }
        }
        assert!(found.iter().all(|&count| count > 0), "{found:?}");
    }

    #[test]
    fn a_heads_column_is_the_neuron_of_the_whole_product() {
        let outcome = run("hello-world-encoder-30", |_| {});
        let of_head = at(&outcome, "encoder.0.self_attention.head.1.query", 1, 0).unwrap();
        // d_k is 3, so that the second head begins at the column 3.
        let whole = at(&outcome, "encoder.0.self_attention.query", 1, 3).unwrap();
        assert_eq!(of_head, whole);
        assert_eq!(of_head.synapses.len(), 4);
    }

    #[test]
    fn attention_weights_are_the_weights_of_the_values() {
        let outcome = run("self-attention", |_| {});
        let site: Site = "attention.weights".parse().unwrap();
        let weights = outcome.prepared.graph.find(site).unwrap();
        let neuron = at(&outcome, "attention.output", 0, 0).unwrap();
        assert!(neuron.synapses.iter().all(|synapse| synapse.weight.node == weights));
    }

    #[test]
    fn a_number_that_was_put_in_place_comes_from_no_neuron() {
        let site: Site = "encoder.0.self_attention.query".parse().unwrap();
        let outcome = run("hello-world-encoder-30", |experiment| {
            experiment.overrides.insert(site, Change::Cells([(Cell::new(1, 3), 2.0)].into_iter().collect()));
        });
        assert_eq!(at(&outcome, "encoder.0.self_attention.query", 1, 3), None);
        assert_eq!(at(&outcome, "encoder.0.self_attention.head.1.query", 1, 0), None);
        assert!(at(&outcome, "encoder.0.self_attention.head.1.query", 0, 0).is_some());
    }
}
