//! Which value is the first to leave the numbers a precision has, and how large values grow on the way.

use super::{Along, Bench, ComparisonError, Finding, Measure, Quantity, Seen, both};
use crate::experiment::Outcome;
use crate::graph::{Matrix, Op, Quantity as Value, Site, Trouble};
use crate::transformer::Precision;

/// What one precision gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overflow {
    /// The first value that is infinite or no number, if one is.
    pub first: Option<Site>,
    /// The largest finite magnitude of all values.
    pub largest: f64,
}

pub(super) fn measure(sides: &mut [Bench<'_>; 2]) -> Result<Finding, ComparisonError> {
    let runs = both(sides, |bench| {
        let single = in_precision(bench, Precision::F32)?;
        let double = in_precision(bench, Precision::F64)?;
        Ok([single, double])
    })?;
    let seen = runs.each_ref().map(|of_side| of_side.each_ref().map(overflow));
    let growth = runs.each_ref().map(|[_, double]| growth(double));
    let headline = seen.map(|[_, double]| if double.first.is_some() { f64::INFINITY } else { double.largest });
    let curves = super::curves(Quantity::Magnitude, &growth);
    let seen = Seen::Overflow(seen);
    Ok(Finding { measure: Measure::Overflow, counts: Quantity::Magnitude, headline, along: Along::Block, curves, seen })
}

fn in_precision(bench: &mut Bench<'_>, precision: Precision) -> Result<Outcome, ComparisonError> {
    let prepared = bench.with(|experiment| experiment.model.precision = precision)?;
    bench.run(&prepared)
}

fn overflow(outcome: &Outcome) -> Overflow {
    let not_finite = |trouble: &Trouble| matches!(trouble, Trouble::NotANumber(_) | Trouble::Infinite(_));
    let troubled = |site: Site| outcome.prepared.graph.find(site);
    let first = outcome.values.warnings().iter().filter(|warning| not_finite(&warning.trouble)).map(|warning| warning.site);
    let first = first.min_by_key(|&site| troubled(site));
    let graph = &outcome.prepared.graph;
    let largest = graph
        .nodes()
        .filter(|(id, node)| !matches!(node.op, Op::Leaf(_) | Op::Mask(_)) && outcome.values.holds(*id))
        .map(|(id, _)| magnitude(&outcome.values.matrix(id)))
        .fold(0.0, f64::max);
    Overflow { first, largest }
}

/// The largest magnitude that leaves each block; NaN where not all of its output is finite.
fn growth(outcome: &Outcome) -> Vec<(f64, f64)> {
    let graph = &outcome.prepared.graph;
    let leaves_block = |site: Site| site.quantity == Value::Output && site.scope.part.is_none() && site.scope.block.is_some();
    let mut points = Vec::new();
    for (id, _) in graph.nodes() {
        if graph.sites(id).any(leaves_block) {
            let output = outcome.values.matrix(id);
            let finite = (0..output.shape().rows).all(|row| output.row(row).iter().all(|value| value.is_finite()));
            points.push((points.len() as f64 + 1.0, if finite { magnitude(&output) } else { f64::NAN }));
        }
    }
    points
}

/// The largest finite magnitude; 0 where there is none.
fn magnitude(matrix: &Matrix) -> f64 {
    let rows = 0..matrix.shape().rows;
    rows.flat_map(|row| matrix.row(row)).map(f64::abs).filter(|value| value.is_finite()).fold(0.0, f64::max)
}
