//! Attention by itself takes its input as a set: without positions, permuted tokens give permuted rows. With positions before the
//! attention they do not; added after it, they come too late for the first layer.

use super::{Along, Bench, ComparisonError, Finding, Lack, Measure, Quantity, Seen, both};
use crate::experiment::{Experiment, Input, Outcome, Prepared, Sequence, Table};
use crate::graph::{Cell, Matrix, Part, Quantity as Value, Scope, Site, Stack};

pub(super) fn measure(sides: &mut [Bench<'_>; 2]) -> Result<Finding, ComparisonError> {
    let distances = both(sides, distances)?;
    let headline = distances.each_ref().map(|rows| rows.iter().copied().fold(0.0, f64::max));
    let curves = super::curves(Quantity::Distance, &distances.map(|rows| super::numbered(rows, 0)));
    let seen = Seen::Permutation { distance: headline };
    Ok(Finding { measure: Measure::Permutation, counts: Quantity::Distance, headline, along: Along::Position, curves, seen })
}

/// For each row of the first self-attention's output: how far the row that was calculated from the reversed input is from the row
/// of the same token in the original order.
fn distances(bench: &mut Bench<'_>) -> Result<Vec<f64>, ComparisonError> {
    let outcome = bench.outcome()?;
    let stack = first_stack(&outcome.prepared);
    let Some(site) = stack.map(|stack| Scope::stack(stack).block(0).part(Part::SelfAttention).at(Value::Output)) else {
        return Err(bench.unfit(Lack::Sequence));
    };
    let length = labels(&outcome.prepared, stack).len();
    let reversed = reversed(&outcome, stack).ok_or_else(|| bench.unfit(Lack::Order))?;
    // Each row must see the same tokens in either order.
    let unmasked = |experiment: &mut Experiment| {
        experiment.model.masks.decoder_self.clear();
        experiment.model.masks.encoder_self.clear();
    };
    let again = bench.with_input(&outcome.prepared, reversed, unmasked)?;
    let plain = bench.with(unmasked)?;
    let (plain, again) = (bench.run(&plain)?, bench.run(&again)?);
    let (Some(before), Some(after)) = (value(&plain, site), value(&again, site)) else {
        return Err(bench.unfit(Lack::SelfAttention));
    };
    let apart = |row: usize| {
        let other = length - 1 - row;
        let columns = 0..before.shape().columns;
        columns.map(|column| (after.at(Cell::new(row, column)) - before.at(Cell::new(other, column))).abs()).fold(0.0, f64::max)
    };
    Ok((0..length).map(apart).collect())
}

fn value(outcome: &Outcome, site: Site) -> Option<Matrix> {
    outcome.prepared.graph.find(site).map(|id| outcome.values.matrix(id))
}

fn first_stack(prepared: &Prepared) -> Option<Stack> {
    let subject = prepared.experiment.model.subject;
    if subject.has_encoder() {
        Some(Stack::Encoder)
    } else if subject.has_decoder() {
        Some(Stack::Decoder)
    } else {
        None
    }
}

fn labels(prepared: &Prepared, stack: Option<Stack>) -> &[String] {
    if stack == Some(Stack::Decoder) { &prepared.target_labels } else { &prepared.source_labels }
}

/// The input with the tokens of the first stack in reverse order.
fn reversed(outcome: &Outcome, stack: Option<Stack>) -> Option<Input> {
    let prepared = &outcome.prepared;
    let mut input = prepared.experiment.input.clone();
    let side = if stack == Some(Stack::Decoder) { &mut input.target } else { &mut input.source };
    let backwards = match side.as_ref()? {
        Sequence::Vectors { rows, .. } => {
            vectors(rows.shape().rows, rows.shape().columns, |row, column| rows.0.get((row, column)).copied())?
        }
        Sequence::Text(_) | Sequence::Tokens(_) => Sequence::Tokens(labels(prepared, stack).iter().rev().cloned().collect()),
        Sequence::Length(_) if prepared.tokenizer.is_some() => Sequence::Tokens(labels(prepared, stack).iter().rev().cloned().collect()),
        Sequence::Length(_) => {
            let stack = if stack == Some(Stack::Decoder) { Stack::Target } else { Stack::Source };
            let drawn = value(outcome, Scope::stack(stack).at(Value::Embeddings))?;
            vectors(drawn.shape().rows, drawn.shape().columns, |row, column| Some(drawn.at(Cell::new(row, column))))?
        }
    };
    *side = Some(backwards);
    Some(input)
}

fn vectors(rows: usize, columns: usize, at: impl Fn(usize, usize) -> Option<f64>) -> Option<Sequence> {
    let numbers: Option<Vec<f64>> =
        (0..rows).rev().flat_map(|row| (0..columns).map(move |column| (row, column))).map(|(row, column)| at(row, column)).collect();
    let rows = ndarray::Array2::from_shape_vec((rows, columns), numbers?).ok()?;
    Some(Sequence::Vectors { rows: Table(rows), labels: Vec::new() })
}
