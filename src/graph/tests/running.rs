//! Runs: what is evaluated again, what is kept, what is put in place of what, and how a run is stopped.

use std::collections::HashMap;
use std::sync::Arc;

use ndarray::Array2;
use proptest::prelude::*;

use super::{Example, any_example, identical, run};
use crate::graph::{
    Cancelled, Cell, Control, GraphBuilder, Keep, NodeId, Op, Override, Overrides, Part, Quantity, Run, Scope, Site, Stack,
};

/// An error unless two runs have the same values everywhere.
fn same_values(example: &Example, a: &Run<f64>, b: &Run<f64>) -> Result<(), TestCaseError> {
    for (id, node) in example.graph.nodes() {
        prop_assert!(identical(&a.value(id), &b.value(id)), "{} differs: {} and {}", node.site, a.value(id), b.value(id));
    }
    Ok(())
}

pub fn any_override() -> impl Strategy<Value = Override> {
    let cell = (0_usize..3, 0_usize..4, -9.0..9.0).prop_map(|(row, column, number)| (Cell::new(row, column), number));
    prop_oneof![Just(Override::Zero), prop::collection::vec(cell, 1..4).prop_map(|cells| Override::Cells(cells.into_iter().collect()))]
}

pub fn any_keep() -> impl Strategy<Value = Keep> {
    let block = Scope::stack(Stack::Encoder).block(2);
    prop::sample::select(vec![Keep::Everything, Keep::AttentionWeights, Keep::Within(block), Keep::Outputs])
}

proptest! {
    #[test]
    fn after_a_change_of_a_leaf_only_what_is_made_from_it_runs_again(example in any_example(), which: prop::sample::Index) {
        let before = example.run(Keep::Everything);
        let leaves: Vec<NodeId> = example.graph.leaves().map(|(id, ..)| id).collect();
        let changed = *which.get(&leaves);
        let mut after = example.clone();
        after.leaves.insert(changed, Arc::new(example.leaves[&changed].mapv(|x| x + 0.5)));
        let (again, evaluated) = run(&after.graph, &after.leaves, Overrides::new(), Keep::Everything, Some(&before));
        prop_assert_eq!(evaluated, example.downstream(changed).len());
        same_values(&after, &again, &after.run(Keep::Everything))?;
        let (unchanged, evaluated) = run(&after.graph, &after.leaves, Overrides::new(), Keep::Everything, Some(&again));
        prop_assert_eq!(evaluated, 0);
        same_values(&after, &unchanged, &again)?;
    }

    #[test]
    fn after_an_override_only_what_is_made_from_it_runs_again(
        example in any_example(), which: prop::sample::Index, change in any_override(), keep in any_keep(),
    ) {
        let id = *which.get(&example.ids());
        let overrides = Overrides::from([(example.graph.node(id).site, change)]);
        let before = example.run(Keep::Everything);
        let (again, evaluated) = run(&example.graph, &example.leaves, overrides.clone(), keep, Some(&before));
        prop_assert_eq!(evaluated, example.downstream(id).len());
        same_values(&example, &again, &example.run_with(overrides, keep))?;
        let (back, evaluated) = run(&example.graph, &example.leaves, Overrides::new(), Keep::Everything, Some(&again));
        prop_assert!(evaluated >= example.downstream(id).len());
        same_values(&example, &back, &before)?;
    }

    #[test]
    fn what_was_not_kept_is_found_again(
        example in any_example(), which: prop::sample::Index, change in any_override(), keep in any_keep(),
    ) {
        let id = *which.get(&example.ids());
        let overrides = Overrides::from([(example.graph.node(id).site, change)]);
        let whole = example.run_with(overrides.clone(), Keep::Everything);
        let part = example.run_with(overrides, keep);
        for (id, node) in example.graph.nodes() {
            let wanted = keep.keeps(node.site) || example.graph.consumers(id).is_empty() || matches!(node.op, Op::Leaf(_));
            prop_assert_eq!(part.holds(id), wanted, "{}", node.site);
        }
        same_values(&example, &part, &whole)?;
    }

    #[test]
    fn an_override_is_like_a_leaf_in_the_node_s_place(example in any_example(), which: prop::sample::Index, change in any_override()) {
        let id = *which.get(&example.ids());
        let node = example.graph.node(id);
        let overridden = example.run_with(Overrides::from([(node.site, change.clone())]), Keep::Everything);
        let before = example.run(Keep::Everything).value(id);
        for ((row, column), &number) in overridden.value(id).indexed_iter() {
            prop_assert_eq!(number.to_bits(), change.at(Cell::new(row, column)).unwrap_or(before[(row, column)]).to_bits());
        }
        let mut g = GraphBuilder::new();
        let mut leaves = example.leaves.clone();
        for (other, node) in example.graph.nodes() {
            if other == id {
                let leaf = g.input(node.shape.rows, node.shape.columns, node.site);
                leaves.insert(leaf, overridden.value(id));
            } else {
                g.add(node.op.clone(), &node.inputs, node.site);
            }
        }
        let replaced = Example { graph: Arc::new(g.finish().unwrap()), leaves };
        same_values(&replaced, &replaced.run(Keep::Everything), &overridden)?;
    }
}

/// The address of value `index`, of which no rule keeps any.
fn site(index: usize) -> Site {
    Scope::stack(Stack::Decoder).block(index).part(Part::FeedForward).at(Quantity::Hidden)
}

#[test]
fn a_run_stops_when_it_is_told_to() {
    let mut g = GraphBuilder::new();
    let mut x = g.input(64, 64, site(0));
    let mut leaves = HashMap::from([(x, Arc::new(Array2::from_elem((64, 64), 0.01)))]);
    let w = g.weight(64, 64, site(1));
    leaves.insert(w, Arc::new(Array2::eye(64)));
    for step in 0..20_000 {
        x = g.matmul(x, w, site(step + 2));
    }
    let graph = Arc::new(g.finish().unwrap());
    let before = Control::default();
    before.cancel();
    let stopped = Run::new(Arc::clone(&graph), leaves.clone(), Overrides::new(), Keep::Outputs, None, &before);
    assert_eq!(stopped.unwrap_err(), Cancelled);
    assert_eq!(before.done(), 0);

    let during = Control::default();
    std::thread::scope(|threads| {
        threads.spawn(|| {
            while during.done() < 3 {
                std::thread::yield_now();
            }
            during.cancel();
        });
        let stopped = Run::new(Arc::clone(&graph), leaves, Overrides::new(), Keep::Outputs, None, &during);
        assert_eq!(stopped.unwrap_err(), Cancelled);
    });
    assert!(during.done() >= 3 && during.done() < graph.len());
}
