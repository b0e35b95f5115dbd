//! What is shared out among threads comes out as if one had done it.

use std::sync::Arc;

use ndarray::Array2;

use super::identical;
use crate::graph::{Activation, Element, EpsilonPlace, Inputs, LayerNorm, Mask, MatMul, Op, Operation, RmsNorm, Scalar, Scale, Softmax};

/// Numbers between −1 and 1 without a pattern that matters.
fn numbers<T: Element>(rows: usize, columns: usize) -> Arc<Array2<T>> {
    Arc::new(Array2::from_shape_fn((rows, columns), |(i, j)| T::of(((i * 7919 + j * 104_729) as f64).sin())))
}

fn same_on_any_number_of_threads<T: Element>(op: impl Into<Op>, inputs: &[Arc<Array2<T>>]) {
    let op = op.into();
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| op.forward(Inputs::new(inputs.to_vec())))
    };
    let one = on(1);
    for threads in [2, 3, 8] {
        let several = on(threads);
        assert!(identical(&one, &several), "{} on {threads} threads", op.name());
    }
}

fn every_operation<T: Element>() {
    let x = numbers::<T>(211, 307);
    let row = || numbers::<T>(1, 307);
    same_on_any_number_of_threads(Softmax::Stable, &[Arc::clone(&x)]);
    same_on_any_number_of_threads(Softmax::Naive, &[Arc::clone(&x)]);
    same_on_any_number_of_threads(crate::graph::LogSoftmax, &[Arc::clone(&x)]);
    let layer = LayerNorm { epsilon: 1e-5, place: EpsilonPlace::UnderRoot };
    same_on_any_number_of_threads(layer, &[Arc::clone(&x), row(), row()]);
    same_on_any_number_of_threads(RmsNorm { epsilon: 1e-5 }, &[Arc::clone(&x), row()]);
    same_on_any_number_of_threads(Scale::Over(Scalar::Root(3.0)), &[Arc::clone(&x)]);
    let visible = Array2::from_shape_fn(x.dim(), |(query, key)| key <= query);
    same_on_any_number_of_threads(Mask { visible: Arc::new(visible) }, &[Arc::clone(&x)]);
    for activation in [Activation::Relu, Activation::Gelu, Activation::GeluTanh, Activation::Silu] {
        same_on_any_number_of_threads(activation, &[Arc::clone(&x)]);
    }
    for (rows, inner, columns) in [(64, 64, 64), (211, 307, 97), (1, 700, 900), (900, 700, 1), (700, 1, 900), (400, 1024, 130)] {
        let (a, b) = (numbers::<T>(rows, inner), numbers(inner, columns));
        same_on_any_number_of_threads(MatMul { transposed: false }, &[Arc::clone(&a), b]);
        same_on_any_number_of_threads(MatMul { transposed: true }, &[a, numbers(columns, inner)]);
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    every_operation::<f32>();
    every_operation::<f64>();
}
