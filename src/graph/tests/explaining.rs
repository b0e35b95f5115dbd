//! Every cell of every operation is what its written arithmetic gives.

use proptest::prelude::*;

use super::{Example, any_example};
use crate::graph::{Cell, Keep, NodeId, Override, Overrides, Run};

/// An error unless the explanation of each cell of `id` gives the number that stands there, to twelve digits of what it is made from.
fn explained(example: &Example, run: &Run<f64>, id: NodeId) -> Result<(), TestCaseError> {
    let node = example.graph.node(id);
    let value = run.value(id);
    for ((row, column), &number) in value.indexed_iter() {
        let cell = Cell::new(row, column);
        let explanation = run.explain(id, cell);
        let written = explanation.result.value();
        let from = |&(input, at): &(usize, Cell)| {
            let source = node.inputs.get(input).copied().unwrap_or(id);
            run.value(source)[(at.row, at.column)]
        };
        let sources: Vec<f64> = explanation.sources().iter().map(from).collect();
        let size = sources.iter().chain([&number]).filter(|x| x.is_finite()).fold(1.0_f64, |size, x| size.max(x.abs()));
        let same = written == number || (written.is_nan() && number.is_nan()) || (written - number).abs() <= 1e-12 * size;
        prop_assert!(same, "{} {:?} {cell}: {number} is explained as {} = {written}", node.site, node.op, explanation.result);
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_cell_is_what_its_explanation_gives(example in any_example()) {
        let run = example.run(Keep::Everything);
        for id in example.ids() {
            explained(&example, &run, id)?;
        }
    }

    #[test]
    fn an_overridden_cell_is_explained_as_the_number_put_there(example in any_example(), which: prop::sample::Index) {
        let id = *which.get(&example.ids());
        let site = example.graph.node(id).site;
        let cell = Cell::new(0, 0);
        let overrides = Overrides::from([(site, Override::Cells([(cell, 7.25)].into_iter().collect()))]);
        let run = example.run_with(overrides, Keep::Everything);
        prop_assert_eq!(run.value(id)[(0, 0)], 7.25);
        let explanation = run.explain(id, cell);
        prop_assert_eq!(explanation.result.value(), 7.25);
        prop_assert!(explanation.sources().is_empty());
        for id in example.downstream(id) {
            explained(&example, &run, id)?;
        }
    }
}
