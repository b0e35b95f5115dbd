//! Gradients: what differences of values say, what is kept and recomputed, what stops them.

use std::sync::Arc;

use ndarray::{Array2, array};
use proptest::prelude::*;

use super::differences::compare;
use super::running::{any_keep, any_override};
use super::{Example, any_example, identical, run};
use crate::graph::{
    Cancelled, Cell, Control, Element, GradientError, Gradients, Graph, GraphBuilder, Keep, Leaf, NodeId, Op, Override, Overrides, Part,
    Quantity, Run, Scope, Shape, Softmax, Visibility,
};

/// What a number L is made from: L = Σ seed ⊙ value over some nodes.
type Seeds = Vec<(NodeId, Array2<f64>)>;

/// Numbers that are used one after the other, in a circle.
#[derive(Clone, Debug)]
struct Numbers(Vec<f64>);

impl Numbers {
    fn matrix(&self, shape: Shape, start: usize) -> Array2<f64> {
        Array2::from_shape_fn((shape.rows, shape.columns), |(i, j)| self.0[(start + i * shape.columns + j) % self.0.len()])
    }
}

fn any_numbers() -> impl Strategy<Value = Numbers> {
    prop::collection::vec(-1.0..1.0, 97).prop_map(Numbers)
}

/// The values that L may be made from: finite, and made from finite ones; of −∞ only a softmax makes something.
fn usable(run: &Run<f64>) -> Vec<NodeId> {
    let graph = run.graph();
    let mut usable = vec![false; graph.len()];
    for (id, node) in graph.nodes() {
        let from = |input: &NodeId| {
            let source = graph.node(*input);
            let masked = matches!((&source.op, &node.op), (Op::Mask(_), Op::Softmax(_)));
            usable[input.index()] || masked && source.inputs.iter().all(|scores| usable[scores.index()])
        };
        usable[id.index()] = node.inputs.iter().all(from) && run.value(id).iter().all(|value| value.is_finite());
    }
    graph.nodes().map(|(id, _)| id).filter(|id| usable[id.index()]).collect()
}

/// Seeds at up to three of the last usable values.
fn seeds(run: &Run<f64>, numbers: &Numbers) -> Seeds {
    let last = usable(run).into_iter().rev().take(3);
    last.map(|id| (id, numbers.matrix(run.graph().node(id).shape, id.index()))).collect()
}

fn gradients(run: &Run<f64>, seeds: &Seeds, keep: Keep) -> Gradients<f64> {
    Gradients::new(run, seeds.clone(), keep, &Control::default()).unwrap()
}

fn loss(run: &Run<f64>, seeds: &Seeds) -> f64 {
    seeds.iter().map(|(id, seed)| (seed * &*run.value(*id)).sum()).sum()
}

proptest! {
    #[test]
    fn gradients_are_what_differences_say(
        example in any_example(), numbers in any_numbers(), change in prop::option::of(any_override()), changed: prop::sample::Index,
    ) {
        let site = example.graph.node(*changed.get(&example.ids())).site;
        let overrides: Overrides = change.into_iter().map(|change| (site, change)).collect();
        let run = example.run_with(overrides, Keep::Everything);
        let seeds = seeds(&run, &numbers);
        let all = gradients(&run, &seeds, Keep::Everything);
        let mut compared = 0;
        for (id, node) in example.graph.nodes() {
            if let Some(gradient) = all.of(id) {
                prop_assert!(gradient.iter().all(|slope| slope.is_finite()), "{}: {gradient}", node.site);
            }
            let direction = numbers.matrix(node.shape, 7 * id.index());
            if let Some(found) = compare(&run, &|run| loss(run, &seeds), &all, id, &direction) {
                prop_assert!(found.agree(), "{} {:?}: {found}", node.site, node.op);
                compared += 1;
            }
        }
        prop_assume!(compared > 0);
    }

    #[test]
    fn what_was_not_kept_is_calculated_again_and_let_go(
        example in any_example(), numbers in any_numbers(), run_keeps in any_keep(), keep in any_keep(),
    ) {
        let whole = example.run(Keep::Everything);
        let part = example.run(run_keeps);
        let seeds = seeds(&whole, &numbers);
        let held = |run: &Run<f64>| -> Vec<bool> { example.ids().into_iter().map(|id| run.holds(id)).collect() };
        let before = held(&part);
        let expected = gradients(&whole, &seeds, Keep::Everything);
        let got = gradients(&part, &seeds, keep);
        prop_assert_eq!(held(&part), before);
        for (id, node) in example.graph.nodes() {
            prop_assert_eq!(got.reaches(id), expected.of(id).is_some());
            let wanted = matches!(node.op, Op::Leaf(_)) || keep.keeps(node.site) || seeds.iter().any(|(seeded, _)| *seeded == id);
            prop_assert_eq!(got.of(id).is_some(), wanted && got.reaches(id), "{}", node.site);
            if let (Some(got), Some(expected)) = (got.of(id), expected.of(id)) {
                prop_assert!(identical(got, expected), "{}: {got} and {expected}", node.site);
            }
        }
        // What was let go is found again, bit for bit.
        for (id, node) in example.graph.nodes() {
            match (got.find(&part, id), expected.of(id)) {
                (Some(got), Some(expected)) => prop_assert!(identical(&got, expected), "{}: {got} and {expected}", node.site),
                (got, expected) => prop_assert_eq!(got.as_ref(), expected, "{}", node.site),
            }
        }
    }

    #[test]
    fn seeds_at_one_node_add_up(example in any_example(), numbers in any_numbers()) {
        let run = example.run(Keep::Everything);
        let once = seeds(&run, &numbers);
        let twice: Seeds = once.iter().chain(&once).cloned().collect();
        let (once, twice) = (gradients(&run, &once, Keep::Everything), gradients(&run, &twice, Keep::Everything));
        for id in example.ids() {
            // Twice a number is exact.
            prop_assert_eq!(once.of(id).map(|gradient| &**gradient * 2.0), twice.of(id).map(|gradient| gradient.as_ref().clone()));
        }
    }
}

const ATTENTION: Scope = Scope::alone(Part::Attention);

/// softmax(mask(Q·Kᵀ))·V, of which query 1 sees nothing and no query sees key 2.
fn attention() -> Example {
    let visible: Visibility = array![[true, true, false], [false, false, false], [false, true, false]];
    let mut g = GraphBuilder::new();
    let [q, k, v] = [Quantity::Query, Quantity::Key, Quantity::Value].map(|quantity| g.weight(3, 2, ATTENTION.at(quantity)));
    let scores = g.matmul_transposed(q, k, ATTENTION.at(Quantity::Scores));
    let masked = g.mask(scores, Arc::new(visible), ATTENTION.at(Quantity::Masked));
    let weights = g.softmax(masked, Softmax::Stable, ATTENTION.at(Quantity::Weights));
    g.matmul(weights, v, ATTENTION.at(Quantity::Output));
    let graph = Arc::new(g.finish().unwrap());
    let leaves = graph.leaves().map(|(id, ..)| (id, Arc::new(array![[1.0, -2.0], [0.5, 3.0], [7.0, 4.0]]))).collect();
    Example { graph, leaves }
}

fn node(graph: &Graph, quantity: Quantity) -> NodeId {
    graph.find(ATTENTION.at(quantity)).unwrap()
}

fn of(run: &Run<f64>, all: &Gradients<f64>, quantity: Quantity) -> Array2<f64> {
    all.of(node(run.graph(), quantity)).unwrap().as_ref().clone()
}

#[test]
fn what_is_hidden_has_the_gradient_zero() {
    let example = attention();
    let run = example.run(Keep::Everything);
    let seeds = vec![(node(run.graph(), Quantity::Output), array![[1.0, 2.0], [3.0, 4.0], [5.0, -6.0]])];
    let all = gradients(&run, &seeds, Keep::Everything);
    let Op::Mask(mask) = &run.graph().node(node(run.graph(), Quantity::Masked)).op else { panic!() };
    for quantity in [Quantity::Masked, Quantity::Scores] {
        for (at, &slope) in of(&run, &all, quantity).indexed_iter() {
            assert_eq!(slope != 0.0, mask.visible[at] && at.0 == 0, "{quantity} {at:?}: {slope}");
        }
    }
    // Query 2 sees one key alone, whose weight is 1 whatever its score; key 2 is seen by none.
    for (quantity, row) in [(Quantity::Query, 1), (Quantity::Query, 2), (Quantity::Key, 2), (Quantity::Value, 2)] {
        assert_eq!(of(&run, &all, quantity).row(row).to_vec(), [0.0, 0.0], "{quantity}");
    }
    assert!(of(&run, &all, Quantity::Value).row(0).iter().all(|slope| *slope != 0.0));
}

#[test]
fn nothing_flows_on_from_what_was_put_in_place() {
    let example = attention();
    let weights = ATTENTION.at(Quantity::Weights);
    let output = |run: &Run<f64>| vec![(node(run.graph(), Quantity::Output), Array2::ones((3, 2)))];
    let switched_off = example.run_with(Overrides::from([(weights, Override::Zero)]), Keep::Everything);
    let all = gradients(&switched_off, &output(&switched_off), Keep::Everything);
    assert!(!all.reaches(node(&example.graph, Quantity::Masked)) && !all.reaches(node(&example.graph, Quantity::Query)));
    assert_eq!(of(&switched_off, &all, Quantity::Value), Array2::<f64>::zeros((3, 2)));
    // The derivative with respect to the numbers put there is that of any number there: what its key's value adds up to.
    assert_eq!(of(&switched_off, &all, Quantity::Weights).row(0).to_vec(), [-1.0, 3.5, 11.0]);

    // Where ½ stands in the place of y₀, what is left of G at y₁ flows on alone: y₁ · (1 − y₁) · G, and −y₀ · y₁ · G with y₀ = 1 − y₁.
    let half = Override::Cells([(Cell::new(0, 0), 0.5)].into_iter().collect());
    let changed = example.run_with(Overrides::from([(weights, half)]), Keep::Everything);
    let all = gradients(&changed, &output(&changed), Keep::Everything);
    let (y, g) = (changed.value(node(&example.graph, Quantity::Weights))[(0, 1)], 3.5);
    let passed = of(&changed, &all, Quantity::Masked);
    let expected = y * (1.0 - y) * g;
    assert!((passed[(0, 1)] - expected).abs() < 1e-15 && (passed[(0, 0)] + expected).abs() < 1e-15, "{passed}");
}

#[test]
fn what_nothing_is_made_from_has_no_gradient() {
    let example = attention();
    let run = example.run(Keep::Everything);
    let all = gradients(&run, &vec![(node(run.graph(), Quantity::Weights), Array2::ones((3, 3)))], Keep::Everything);
    for (quantity, reached) in [(Quantity::Value, false), (Quantity::Output, false), (Quantity::Query, true)] {
        let id = node(run.graph(), quantity);
        assert_eq!((all.reaches(id), all.of(id).is_some()), (reached, reached), "{quantity}");
    }
}

#[test]
fn a_seed_of_another_shape_is_refused() {
    let run = attention().run(Keep::Everything);
    let id = node(run.graph(), Quantity::Output);
    let refused = Gradients::new(&run, [(id, Array2::ones((2, 2)))], Keep::Everything, &Control::default()).unwrap_err();
    assert_eq!(refused.to_string(), "the gradient given at attention.output has shape 2 × 2, but the value there has 3 × 2");
}

#[test]
fn a_walk_stops_when_it_is_told_to() {
    let run = attention().run(Keep::Everything);
    let seeds = [(node(run.graph(), Quantity::Output), Array2::ones((3, 2)))];
    let control = Control::default();
    assert!(Gradients::new(&run, seeds.clone(), Keep::Everything, &control).is_ok());
    assert_eq!(control.done(), run.graph().len());
    let before = Control::default();
    before.cancel();
    let stopped = Gradients::new(&run, seeds, Keep::Everything, &before).unwrap_err();
    assert_eq!((stopped, before.done()), (GradientError::Cancelled(Cancelled), 0));
}

#[test]
fn a_long_chain_that_was_not_kept_is_no_trouble() {
    fn chained<T: Element>() {
        let site = |index: usize| Scope::stack(crate::graph::Stack::Encoder).block(index).part(Part::FeedForward).at(Quantity::Hidden);
        let mut g = GraphBuilder::new();
        let x = g.add(Leaf::Weight(Shape::new(1, 2)), &[], site(0));
        let mut last = x;
        for step in 1..=5000 {
            last = g.sum(last, x, site(step));
        }
        let graph = Arc::new(g.finish().unwrap());
        let leaves = [(x, Arc::new(array![[T::one(), T::zero()]]))].into();
        let run = run(&graph, &leaves, Overrides::new(), Keep::Outputs, None).0;
        let all = Gradients::new(&run, [(last, array![[T::one(), T::of(2.0)]])], Keep::Outputs, &Control::default()).unwrap();
        assert_eq!(**all.of(x).unwrap(), array![[T::of(5001.0), T::of(10002.0)]]);
    }
    chained::<f32>();
    chained::<f64>();
}
