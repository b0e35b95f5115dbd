//! A row whose numbers are nearly the same has next to no deviation to be divided by. ε decides what comes out, and where ε stands
//! decides from which spread on.

use super::{Along, Bench, ComparisonError, Finding, Lack, Measure, Quantity, Seen, both};
use crate::experiment::{Input, Sequence, Table};
use crate::graph::{Matrix, Part, Quantity as Value, Scope};
use crate::transformer::{NormKind, Subject};

/// Spreads σ of the rows, the first exactly constant.
const SPREADS: [f64; 12] = [0.0, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0];
/// What all numbers are near to.
const LEVEL: f64 = 1.0;
/// Numbers of a row.
const WIDTH: usize = 8;

pub(super) fn measure(sides: &mut [Bench<'_>; 2]) -> Result<Finding, ComparisonError> {
    let outputs = both(sides, outputs)?;
    let curves = super::curves(
        Quantity::Output,
        &outputs.each_ref().map(|rows| SPREADS.iter().copied().zip(rows.iter().copied()).skip(1).collect()),
    );
    let constant = outputs.each_ref().map(|rows| rows[0]);
    // Where half of what a wide row gives is reached.
    let half = outputs.each_ref().map(|rows| {
        let full = rows[rows.len() - 1];
        SPREADS.iter().zip(rows).find(|(_, output)| **output >= full / 2.0).map_or(f64::NAN, |(&spread, _)| spread)
    });
    let seen = Seen::NearlyConstant { constant, half };
    // Where ε keeps a constant row at 0 on both sides, the spread from which on a row counts tells them apart.
    let alike = constant[0] == constant[1] || constant.iter().all(|output| output.is_nan());
    let (counts, headline) = if alike { (Quantity::Spread, half) } else { (Quantity::Output, constant) };
    Ok(Finding { measure: Measure::NearlyConstant, counts, headline, along: Along::Spread, curves, seen })
}

/// The largest magnitude that comes out of rows of each spread: half of their numbers above the level, half below.
fn outputs(bench: &mut Bench<'_>) -> Result<Vec<f64>, ComparisonError> {
    if bench.experiment.model.norm.kind == NormKind::None {
        return Err(bench.unfit(Lack::Norm));
    }
    let rows = Table(ndarray::Array2::from_shape_fn((SPREADS.len(), WIDTH), |(row, column)| {
        LEVEL + if column % 2 == 0 { SPREADS[row] } else { -SPREADS[row] }
    }));
    let prepared = bench.with(|experiment| {
        experiment.model.subject = Subject::Norm;
        experiment.model.d_model = WIDTH;
        experiment.model.precision = crate::transformer::Precision::F64;
        experiment.input = Input { source: Some(Sequence::Vectors { rows, labels: Vec::new() }), ..Input::default() };
        experiment.vocabulary = crate::transformer::tokenizer::VocabularyConfig::default();
        experiment.weights.values.clear();
        experiment.weights.edits.clear();
        experiment.overrides.clear();
        experiment.decoding = None;
    })?;
    let outcome = bench.run(&prepared)?;
    let site = Scope::alone(Part::Norm).at(Value::Output);
    let output = prepared.graph.find(site).map(|id| outcome.values.matrix(id)).ok_or_else(|| bench.unfit(Lack::Norm))?;
    Ok((0..SPREADS.len()).map(|row| largest(&output, row)).collect())
}

/// NaN where one of the row's numbers is NaN.
fn largest(matrix: &Matrix, row: usize) -> f64 {
    matrix
        .row(row)
        .into_iter()
        .map(f64::abs)
        .fold(0.0, |most, value| if value.is_nan() || most.is_nan() { f64::NAN } else { most.max(value) })
}
