//! Numbers at the edge: what is warned of, and that nothing panics.

use std::sync::Arc;

use ndarray::{Array2, array};

use super::run;
use crate::graph::{
    Activation, Cell, Element, EpsilonPlace, GraphBuilder, Keep, LayerNorm, Leaves, NodeId, Overrides, Part, Quantity, RmsNorm, Run, Scope,
    Site, Softmax, Trouble, Visibility, Warning,
};

const ATTENTION: Scope = Scope::alone(Part::Attention);

fn at(quantity: Quantity) -> Site {
    ATTENTION.at(quantity)
}

/// Runs what is written on given numbers.
fn on<T: Element>(x: Array2<T>, write: impl FnOnce(&mut GraphBuilder, NodeId)) -> Run<T> {
    let mut g = GraphBuilder::new();
    let id = g.input(x.nrows(), x.ncols(), at(Quantity::Scores));
    write(&mut g, id);
    let graph = Arc::new(g.finish().unwrap());
    run(&graph, &Leaves::from([(id, Arc::new(x))]), Overrides::new(), Keep::Everything, None).0
}

fn value<T: Element>(run: &Run<T>, quantity: Quantity) -> Arc<Array2<T>> {
    run.value(run.graph().find(at(quantity)).unwrap())
}

/// Rows of scores of which one is extreme in its way.
fn extreme_rows() -> Vec<[f64; 4]> {
    let (huge, none, nan) = (f64::INFINITY, f64::NEG_INFINITY, f64::NAN);
    vec![
        [1e4, 9_999.0, -1e4, 0.0],
        [1e30, -1e30, 1e30, 0.0],
        [f64::from(f32::MAX), f64::from(f32::MIN), 0.0, 1.0],
        [1e308, -1e308, 1.7e308, 0.0],
        [1e-320, 0.0, -1e-320, 5e-324],
        [none, 0.5, none, none],
        [none; 4],
        [huge, 0.0, 1.0, 2.0],
        [huge, huge, none, 0.0],
        [nan, 0.0, 1.0, none],
        [nan; 4],
    ]
}

fn nothing_panics<T: Element>() {
    for row in extreme_rows() {
        let x = Array2::from_shape_fn((2, 4), |(i, j)| T::of(row[(i + j) % 4]));
        let run = on(x.clone(), |g, x| {
            let visible: Visibility = array![[true, false, true, true], [false, false, false, false]];
            let masked = g.mask(x, Arc::new(visible), at(Quantity::Masked));
            let weights = g.softmax(masked, Softmax::Stable, at(Quantity::Weights));
            g.softmax(masked, Softmax::Naive, at(Quantity::Probabilities));
            g.log_softmax(masked, at(Quantity::LogProbabilities));
            g.matmul_transposed(x, weights, at(Quantity::Output));
            g.sum(x, weights, at(Quantity::Residual));
            let layer = LayerNorm { epsilon: 0.0, place: EpsilonPlace::BesideSigma };
            g.layer_norm(x, &[], layer, ATTENTION.part(Part::Norm).at(Quantity::Output));
            g.rms_norm(x, None, RmsNorm { epsilon: 0.0 }, ATTENTION.part(Part::FinalNorm).at(Quantity::Output));
            for (quantity, function) in
                [(Quantity::Hidden, Activation::Gelu), (Quantity::Activated, Activation::GeluTanh), (Quantity::Gate, Activation::Silu)]
            {
                g.activation(x, function, at(quantity));
            }
        });
        for (id, node) in run.graph().nodes() {
            for cell in (0..node.shape.rows).flat_map(|row| (0..node.shape.columns).map(move |column| Cell::new(row, column))) {
                // In f64 and without rounding in between, the explanation goes to the same extremes.
                let (got, told) = (run.value(id)[(cell.row, cell.column)], run.explain(id, cell).result.value());
                if T::BYTES == 8 {
                    let close = (got.wide() - told).abs() <= 1e-12 * told.abs().max(1.0);
                    assert!(close || got.wide() == told || (got.is_nan() && told.is_nan()), "{} {cell} of {x}: {got}, {told}", node.site);
                }
            }
        }
        let weights = value(&run, Quantity::Weights);
        assert!(weights.row(1).iter().all(|&weight| weight == T::zero()), "a query that sees nothing attends to nothing");
        if x.row(0).iter().all(|score| score.is_finite()) {
            assert!((weights.row(0).sum().wide() - 1.0).abs() < 1e-6, "{weights}");
            assert!(weights[(0, 1)] == T::zero());
        }
    }
}

#[test]
fn no_number_is_too_extreme() {
    nothing_panics::<f64>();
    nothing_panics::<f32>();
}

#[test]
fn the_first_nan_is_named_and_the_ones_it_makes_are_not() {
    let run = on(array![[0.0, 1.0], [f64::NAN, 3.0]], |g, x| {
        let weights = g.softmax(x, Softmax::Stable, at(Quantity::Weights));
        g.matmul(weights, x, at(Quantity::Output));
    });
    assert_eq!(run.warnings(), [Warning { site: at(Quantity::Scores), trouble: Trouble::NotANumber(Cell::new(1, 0)) }]);
}

#[test]
fn naive_softmax_overflows_where_exp_does_and_says_so() {
    let told = |score: f64| {
        let run = on(array![[score, 0.0]], |g, x| {
            g.softmax(x, Softmax::Naive, at(Quantity::Weights));
        });
        run.warnings().to_vec()
    };
    assert_eq!(told(709.0), []);
    assert_eq!(told(710.0), [Warning { site: at(Quantity::Weights), trouble: Trouble::NotANumber(Cell::new(0, 0)) }]);
}

#[test]
fn an_overflow_is_named_in_the_precision_that_has_it() {
    fn told<T: Element>() -> Vec<Warning> {
        let run = on(array![[T::of(1e30), T::of(1.0)]], |g, x| {
            g.matmul_transposed(x, x, at(Quantity::Scaled));
        });
        run.warnings().to_vec()
    }
    assert_eq!(told::<f64>(), []);
    assert_eq!(told::<f32>(), [Warning { site: at(Quantity::Scaled), trouble: Trouble::Infinite(Cell::new(0, 0)) }]);
}

#[test]
fn a_mask_is_no_trouble_but_a_query_that_sees_nothing_is() {
    let run = on(array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]], |g, x| {
        let visible: Visibility = array![[true, false, false], [false, false, false], [true, true, true]];
        let masked = g.mask(x, Arc::new(visible), at(Quantity::Masked));
        let weights = g.softmax(masked, Softmax::Stable, at(Quantity::Weights));
        g.matmul(weights, x, at(Quantity::Output));
    });
    assert_eq!(run.warnings(), [Warning { site: at(Quantity::Masked), trouble: Trouble::BlindQueries(vec![1]) }]);
    assert_eq!(*value(&run, Quantity::Masked), {
        let hidden = f64::NEG_INFINITY;
        array![[1.0, hidden, hidden], [hidden, hidden, hidden], [7.0, 8.0, 9.0]]
    });
    assert_eq!(value(&run, Quantity::Weights).row(1).to_vec(), [0.0; 3]);
    assert_eq!(value(&run, Quantity::Output).row(1).to_vec(), [0.0; 3]);
}

#[test]
fn a_query_without_keys_gets_zeros() {
    let run = on(Array2::<f64>::zeros((2, 0)), |g, scores| {
        let weights = g.softmax(scores, Softmax::Stable, at(Quantity::Weights));
        let values = g.weight(0, 3, at(Quantity::Value));
        g.matmul(weights, values, at(Quantity::Output));
    });
    assert_eq!(*value(&run, Quantity::Output), Array2::<f64>::zeros((2, 3)));
}
