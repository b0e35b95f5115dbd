//! Tests of graphs as wholes: any graph, run, explained, changed.

mod differences;
mod explaining;
mod extremes;
mod gradients;
mod running;
mod threads;

use std::sync::Arc;

use ndarray::{Array2, ShapeBuilder};
use proptest::prelude::*;

use crate::graph;

use super::{
    Activation, Control, Element, EpsilonPlace, Graph, GraphBuilder, Keep, LayerNorm, Leaves, NodeId, Overrides, Part, Quantity, RmsNorm,
    Run, Scalar, Scale, Scope, Shape, Site, Softmax, Stack,
};

/// A graph and the numbers of its leaves.
#[derive(Clone, Debug)]
struct Example {
    graph: Arc<Graph>,
    leaves: Leaves<f64>,
}

impl Example {
    fn run(&self, keep: Keep) -> Run<f64> {
        self.run_with(Overrides::new(), keep)
    }

    fn run_with(&self, overrides: Overrides, keep: Keep) -> Run<f64> {
        run(&self.graph, &self.leaves, overrides, keep, None).0
    }

    fn ids(&self) -> Vec<NodeId> {
        self.graph.nodes().map(|(id, _)| id).collect()
    }

    /// `id` and everything that is made from it.
    fn downstream(&self, id: NodeId) -> Vec<NodeId> {
        let mut reached = vec![id];
        for (other, node) in self.graph.nodes() {
            if node.inputs.iter().any(|input| reached.contains(input)) && !reached.contains(&other) {
                reached.push(other);
            }
        }
        reached
    }
}

/// Runs a graph; also how many nodes were evaluated for it.
fn run<T: Element>(graph: &Arc<Graph>, leaves: &Leaves<T>, overrides: Overrides, keep: Keep, earlier: Option<&Run<T>>) -> (Run<T>, usize) {
    let control = Control::default();
    let run = Run::new(Arc::clone(graph), leaves.clone(), overrides, keep, earlier, &control).unwrap();
    (run, control.done())
}

/// Whether two matrices are the same, bit for bit, every NaN being like another.
fn identical<T: Element>(a: &Array2<T>, b: &Array2<T>) -> bool {
    a.dim() == b.dim() && a.iter().zip(b).all(|(a, b)| a == b || (a.is_nan() && b.is_nan()))
}

/// One line of a random graph: which operation, on which earlier values, with which numbers.
#[derive(Clone, Copy, Debug)]
struct Step {
    op: usize,
    operand: prop::sample::Index,
    other: prop::sample::Index,
    size: usize,
}

/// How many operations [`Sketch::write`] chooses from.
const CHOICES: usize = 22;

/// A random graph of all operations, and numbers between −2 and 2 for its leaves, stored by rows or by columns.
fn any_example() -> impl Strategy<Value = Example> {
    let index = any::<prop::sample::Index>;
    let step = (0..CHOICES, index(), index(), 1_usize..5).prop_map(|(op, operand, other, size)| Step { op, operand, other, size });
    (prop::collection::vec(step, 1..12), prop::collection::vec(-2.0..2.0, 97), any::<bool>()).prop_map(|(steps, numbers, by_columns)| {
        let mut sketch = Sketch::default();
        sketch.fresh(Shape::new(3, 4));
        for step in steps {
            sketch.write(step);
        }
        let graph = sketch.g.finish().unwrap();
        let mut next = numbers.iter().cycle();
        let mut leaf = |shape: Shape| {
            let layout = (shape.rows, shape.columns).set_f(by_columns);
            Arc::new(Array2::from_shape_simple_fn(layout, || *next.next().unwrap()))
        };
        let leaves = graph.leaves().map(|(id, node, _)| (id, leaf(node.shape))).collect();
        Example { graph: Arc::new(graph), leaves }
    })
}

/// A random graph in the making.
#[derive(Default)]
struct Sketch {
    g: GraphBuilder,
    values: Vec<NodeId>,
}

impl Sketch {
    /// The next address, such that every rule of [`Keep`] finds something to keep.
    fn site(&self, quantity: Quantity) -> Site {
        let block = Scope::stack(Stack::Encoder).block(self.values.len());
        if self.values.len().is_multiple_of(4) { block.at(Quantity::Output) } else { block.part(Part::Attention).at(quantity) }
    }

    fn fresh(&mut self, shape: Shape) -> NodeId {
        let site = self.site(Quantity::Input);
        let id = self.g.weight(shape.rows, shape.columns, site);
        self.values.push(id);
        id
    }

    /// An earlier value of this shape, or a new leaf.
    fn partner(&mut self, step: Step, shape: Shape) -> NodeId {
        let fitting: Vec<NodeId> = self.values.iter().copied().filter(|&id| self.g.shape(id) == shape).collect();
        if fitting.is_empty() { self.fresh(shape) } else { *step.other.get(&fitting) }
    }

    fn write(&mut self, step: Step) {
        let x = *step.operand.get(&self.values);
        let Shape { rows, columns } = self.g.shape(x);
        let size = step.size;
        let row = Shape::new(1, columns);
        let epsilon = [1e-5, 1e-3][size % 2];
        // Operands first: a new leaf takes the next address.
        let pair = matches!(step.op, 0 | 2).then(|| self.partner(step, Shape::new(rows, columns)));
        let rows_of = matches!(step.op, 1 | 11..=13).then(|| (self.partner(step, row), self.partner(step, row)));
        let weight = match step.op {
            3 => Some(self.fresh(Shape::new(columns, size))),
            4 => Some(self.fresh(Shape::new(size, columns))),
            5 => Some(self.partner(step, Shape::new(size, columns))),
            6 => Some(self.partner(step, Shape::new(rows, size))),
            _ => None,
        };
        let site = self.site(if matches!(step.op, 9 | 10) { Quantity::Weights } else { Quantity::Hidden });
        let g = &mut self.g;
        let made = match (step.op, pair, rows_of, weight) {
            (0, Some(other), ..) => g.sum(x, other, site),
            (1, _, Some((bias, _)), _) => g.add_bias(x, bias, site),
            (2, Some(other), ..) => g.multiply(x, other, site),
            (3, .., Some(weight)) => g.matmul(x, weight, site),
            (4, .., Some(weight)) => g.matmul_transposed(x, weight, site),
            (5, .., Some(below)) if rows + size < 9 => g.append_rows(x, below, site),
            (6, .., Some(beside)) if columns + size < 9 => g.concatenate(&[x, beside], site),
            (7, ..) => g.scale(x, Scale::Over(Scalar::Root(size as f64)), site),
            (8, ..) => {
                let seen = |(query, key): (usize, usize)| !(query * 3 + key * 5 + size).is_multiple_of(3);
                g.mask(x, Arc::new(Array2::from_shape_fn((rows, columns), seen)), site)
            }
            (9, ..) => g.softmax(x, Softmax::Stable, site),
            (10, ..) => g.softmax(x, Softmax::Naive, site),
            (11, _, Some((gamma, beta)), _) => {
                let place = if size > 2 { EpsilonPlace::UnderRoot } else { EpsilonPlace::BesideSigma };
                g.layer_norm(x, &[gamma, beta][..size % 3], LayerNorm { epsilon, place }, site)
            }
            (12, _, Some((gamma, _)), _) => g.rms_norm(x, Some(gamma), RmsNorm { epsilon }, site),
            (14, ..) => g.activation(x, Activation::Relu, site),
            (15, ..) => g.activation(x, Activation::Gelu, site),
            (16, ..) => g.activation(x, Activation::GeluTanh, site),
            (17, ..) => g.activation(x, Activation::Silu, site),
            (18, ..) => g.slice_columns(x, columns / 2, columns - columns / 2, site),
            (19, ..) => g.slice_rows(x, rows / 2, rows - rows / 2, site),
            (20, ..) => g.gather(x, &[rows - 1, 0, size % rows], site),
            (21, ..) => g.mean_rows(x, (0..rows).map(|row| row % size != 1).collect(), site),
            _ => g.log_softmax(x, site),
        };
        self.values.push(made);
    }
}
