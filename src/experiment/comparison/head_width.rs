//! Heads share the width of the model or each have all of it: only shared, more heads cost nothing.

use super::{Along, Bench, ComparisonError, Curve, Finding, Lack, Measure, Quantity, Seen, Side, both};
use crate::graph::Graph;

/// Most heads that are tried.
const MOST: usize = 64;
/// Runs of which the quickest is taken.
const RUNS: usize = 3;

struct Cost {
    heads: usize,
    parameters: usize,
    flops: u64,
    milliseconds: f64,
}

pub(super) fn measure(sides: &mut [Bench<'_>; 2]) -> Result<Finding, ComparisonError> {
    let costs = both(sides, costs)?;
    let growth = |costs: &Vec<Cost>| match (costs.first(), costs.last()) {
        (Some(one), Some(most)) => most.parameters as f64 / one.parameters as f64,
        _ => f64::NAN,
    };
    let headline = costs.each_ref().map(|costs| costs.last().map_or(f64::NAN, |cost| cost.parameters as f64));
    let heads = costs.each_ref().map(|costs| costs.last().map_or(0, |cost| cost.heads));
    let curve = |what: Quantity, of: fn(&Cost) -> f64| {
        [Side::A, Side::B].into_iter().zip(&costs).map(move |(side, costs)| {
            let points = costs.iter().map(|cost| (cost.heads as f64, of(cost))).collect();
            Curve { side, what, points }
        })
    };
    let curves = curve(Quantity::Parameters, |cost| cost.parameters as f64)
        .chain(curve(Quantity::Flops, |cost| cost.flops as f64))
        .chain(curve(Quantity::Milliseconds, |cost| cost.milliseconds))
        .collect();
    let seen = Seen::HeadWidth { heads, growth: [growth(&costs[0]), growth(&costs[1])] };
    Ok(Finding { measure: Measure::HeadWidth, counts: Quantity::Parameters, headline, along: Along::Heads, curves, seen })
}

/// With every number of heads that divides the width.
fn costs(bench: &mut Bench<'_>) -> Result<Vec<Cost>, ComparisonError> {
    let model = &bench.experiment.model;
    if !model.subject.has_heads() {
        return Err(bench.unfit(Lack::Heads));
    }
    let d_model = model.d_model;
    let numbers: Vec<usize> = (1..=MOST.min(d_model)).filter(|heads| d_model.is_multiple_of(*heads)).collect();
    numbers
        .into_iter()
        .map(|heads| {
            let prepared = bench.with(|experiment| {
                experiment.model.heads = heads;
                // Weights that are given are of one number of heads.
                experiment.weights.values.clear();
                experiment.weights.edits.clear();
                experiment.overrides.clear();
            })?;
            let mut quickest = f64::INFINITY;
            for _ in 0..RUNS {
                // What was calculated before would be taken over.
                bench.runner = super::Runner::default();
                quickest = quickest.min(bench.run(&prepared)?.duration.as_secs_f64() * 1e3);
            }
            Ok(Cost { heads, parameters: prepared.graph.parameters(), flops: flops(&prepared.graph), milliseconds: quickest })
        })
        .collect()
}

/// All floating-point operations of a graph, a multiplication and an addition counted as two.
pub(super) fn flops(graph: &Graph) -> u64 {
    graph.nodes().map(|(id, _)| graph.flops(id).total()).sum()
}
