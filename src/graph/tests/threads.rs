//! What is shared out among threads comes out as if one had done it.

use std::sync::Arc;

use ndarray::Array2;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{identical, run};
use crate::graph::{
    Activation, Contribution, Element, EpsilonPlace, GraphBuilder, Inputs, Keep, LayerNorm, Leaves, LogSoftmax, Mask, MatMul, NodeId, Op,
    Operation, Overrides, Part, Quantity, RmsNorm, Run, Scalar, Scale, Scope, Shape, Softmax, Upstream,
};

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

/// Numbers between −1 and 1 without a pattern that matters.
fn numbers<T: Element>(rows: usize, columns: usize) -> Arc<Array2<T>> {
    Arc::new(Array2::from_shape_fn((rows, columns), |(i, j)| T::of(((i * 7919 + j * 104_729) as f64).sin())))
}

fn on<T: Element>(threads: usize, op: &Op, inputs: &[Arc<Array2<T>>]) -> Array2<T> {
    pool(threads).install(|| op.forward(Inputs::new(inputs.to_vec())))
}

/// The gradients of the inputs, from that of the result.
fn back_on<T: Element>(threads: usize, op: &Op, inputs: &[Arc<Array2<T>>], gradient: &Arc<Array2<T>>) -> Vec<Array2<T>> {
    let shapes: Vec<Shape> = inputs.iter().map(|input| Shape::new(input.nrows(), input.ncols())).collect();
    let (input, result) = (|index: usize| Arc::clone(&inputs[index]), || Arc::new(on(threads, op, inputs)));
    let passed = pool(threads).install(|| op.backward(Upstream::new(Arc::clone(gradient), &shapes, &input, &result)));
    let whole = |(part, shape): (Contribution<T>, &Shape)| {
        let mut total = None;
        part.add_to(&mut total, *shape);
        Arc::unwrap_or_clone(total.unwrap())
    };
    passed.into_iter().zip(&shapes).map(whole).collect()
}

fn rows_are_the_same<T: Element>(op: impl Into<Op>, inputs: &[Arc<Array2<T>>]) {
    let op = op.into();
    let one = on(1, &op, inputs);
    let gradient = numbers(one.nrows(), one.ncols());
    let back = back_on(1, &op, inputs, &gradient);
    for threads in [2, 3, 8] {
        assert!(identical(&one, &on(threads, &op, inputs)), "{} on {threads} threads", op.name());
        for (one, other) in back.iter().zip(back_on(threads, &op, inputs, &gradient)) {
            assert!(identical(one, &other), "back through {} on {threads} threads", op.name());
        }
    }
}

/// A product is cut where the number of threads says, and the last digits depend on the cut; but not on which thread is free.
fn products_are_the_same<T: Element>(op: MatMul, inputs: &[Arc<Array2<T>>]) {
    let op = op.into();
    let one = on(1, &op, inputs);
    let inner = inputs[0].ncols() as f64;
    for threads in [2, 3, 8] {
        let several = on(threads, &op, inputs);
        let worst = one.iter().zip(&several).fold(0.0_f64, |worst, (a, b)| worst.max((a.wide() - b.wide()).abs()));
        assert!(worst <= inner * T::epsilon().wide(), "{} on {threads} threads: {worst:e}", op.name());
        assert!(identical(&several, &on(threads, &op, inputs)));
    }
}

fn every_operation<T: Element>() {
    let x = || numbers::<T>(211, 307);
    let row = || numbers::<T>(1, 307);
    rows_are_the_same(Softmax::Stable, &[x()]);
    rows_are_the_same(Softmax::Naive, &[x()]);
    rows_are_the_same(LogSoftmax, &[x()]);
    rows_are_the_same(LayerNorm { epsilon: 1e-5, place: EpsilonPlace::UnderRoot }, &[x(), row(), row()]);
    rows_are_the_same(RmsNorm { epsilon: 1e-5 }, &[x(), row()]);
    rows_are_the_same(Scale::Over(Scalar::Root(3.0)), &[x()]);
    let visible = Array2::from_shape_fn((211, 307), |(query, key)| key <= query);
    rows_are_the_same(Mask { visible: Arc::new(visible) }, &[x()]);
    for activation in [Activation::Relu, Activation::Gelu, Activation::GeluTanh, Activation::Silu] {
        rows_are_the_same(activation, &[x()]);
    }
    for (rows, inner, columns) in [(64, 64, 64), (211, 307, 97), (1, 1100, 1000), (1000, 1100, 1), (1100, 1, 1000), (400, 1024, 130)] {
        products_are_the_same(MatMul { transposed: false }, &[numbers::<T>(rows, inner), numbers(inner, columns)]);
        products_are_the_same(MatMul { transposed: true }, &[numbers::<T>(rows, inner), numbers(columns, inner)]);
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    every_operation::<f32>();
    every_operation::<f64>();
}

#[test]
fn heads_side_by_side_are_what_they_are_one_by_one() {
    const HEADS: usize = 6;
    let attention = Scope::alone(Part::Attention);
    let mut g = GraphBuilder::new();
    let x = g.input(60, 64, attention.at(Quantity::Input));
    let heads: Vec<NodeId> = (0..HEADS)
        .map(|head| {
            let scope = attention.head(head);
            let weight = g.weight(64, 64, scope.at(Quantity::QueryWeight));
            let query = g.matmul(x, weight, scope.at(Quantity::Query));
            let scores = g.matmul_transposed(query, x, scope.at(Quantity::Scores));
            let weights = g.softmax(scores, Softmax::Stable, scope.at(Quantity::Weights));
            g.matmul(weights, query, scope.at(Quantity::Output))
        })
        .collect();
    let joined = g.concatenate(&heads, attention.at(Quantity::Concatenated));
    let graph = Arc::new(g.finish().unwrap());
    let leaves: Leaves<f32> = graph.leaves().map(|(id, node, _)| (id, numbers(node.shape.rows, node.shape.columns))).collect();
    pool(4).install(|| {
        let start = |keep| -> Run<f32> { run(&graph, &leaves, Overrides::new(), keep, None).0 };
        let whole = start(Keep::Everything);
        for (id, node) in graph.nodes().filter(|(_, node)| !matches!(node.op, Op::Leaf(_))) {
            let inputs = node.inputs.iter().map(|&input| whole.value(input)).collect();
            assert!(identical(&whole.value(id), &node.op.forward(Inputs::new(inputs))), "{}", node.site);
        }
        for _ in 0..50 {
            assert!(identical(&whole.value(joined), &start(Keep::Outputs).value(joined)));
        }
    });
}
