//! What a query may not see must not move it: the last token is put in the place of another, and the rows before it are watched.

use super::{Along, Bench, ComparisonError, Finding, Lack, Measure, Quantity, Seen, both};
use crate::experiment::{Input, Outcome, Prepared, Sequence, Table};
use crate::graph::{Cell, Matrix, Part, Quantity as Value, Scope, Site, Stack};
use crate::transformer::Subject;

pub(super) fn measure(sides: &mut [Bench<'_>; 2]) -> Result<Finding, ComparisonError> {
    let moved = both(sides, moved)?;
    let earlier = moved.each_ref().map(|rows| rows.len().saturating_sub(1));
    let rows = moved.each_ref().map(|rows| rows[..rows.len().saturating_sub(1)].iter().filter(|&&by| by != 0.0).count());
    let curves = super::curves(Quantity::Distance, &moved.map(|rows| super::numbered(rows, 0)));
    let seen = Seen::LaterToken { rows, earlier };
    let headline = rows.map(|rows| rows as f64);
    Ok(Finding { measure: Measure::LaterToken, counts: Quantity::Rows, headline, along: Along::Position, curves, seen })
}

/// By how much each row of the output moves.
fn moved(bench: &mut Bench<'_>) -> Result<Vec<f64>, ComparisonError> {
    let outcome = bench.outcome()?;
    let site = output(&outcome.prepared);
    let other = changed(&outcome.prepared).ok_or_else(|| bench.unfit(Lack::LastPosition))?;
    let prepared = bench.with_input(&outcome.prepared, other, |_| {})?;
    let again = bench.run(&prepared)?;
    let (Some(before), Some(after)) = (value(&outcome, site), value(&again, site)) else {
        return Err(bench.unfit(Lack::Rows));
    };
    let columns = before.shape().columns;
    let by = |row: usize| {
        let cells = (0..columns).map(|column| Cell::new(row, column));
        cells.map(|cell| (after.at(cell) - before.at(cell)).abs()).fold(0.0, f64::max)
    };
    Ok((0..before.shape().rows.min(after.shape().rows)).map(by).collect())
}

fn value(outcome: &Outcome, site: Site) -> Option<Matrix> {
    outcome.prepared.graph.find(site).map(|id| outcome.values.matrix(id))
}

/// Where the rows are read: what leaves the stack, or the attention that stands alone.
fn output(prepared: &Prepared) -> Site {
    let subject = prepared.experiment.model.subject;
    if subject.has_decoder() {
        Scope::stack(Stack::Decoder).at(Value::Output)
    } else if subject.has_encoder() {
        Scope::stack(Stack::Encoder).at(Value::Output)
    } else {
        Scope::alone(Part::Attention).at(Value::Output)
    }
}

/// The input with another last token; of vectors, the last one with 1 added.
fn changed(prepared: &Prepared) -> Option<Input> {
    let experiment = &prepared.experiment;
    let mut input = experiment.input.clone();
    if experiment.model.subject == Subject::Attention {
        for table in [&mut input.key, &mut input.value] {
            nudge(table.as_mut()?)?;
        }
        return Some(input);
    }
    let decoder = experiment.model.subject.has_decoder();
    let labels = if decoder { &prepared.target_labels } else { &prepared.source_labels };
    let side = if decoder { &mut input.target } else { &mut input.source };
    if let Some(Sequence::Vectors { rows, .. }) = side {
        nudge(rows)?;
        return Some(input);
    }
    let tokenizer = prepared.tokenizer.as_ref()?;
    let (last, others) = labels.split_last()?;
    let tokens = tokenizer.vocabulary().tokens();
    let another =
        tokens.iter().find(|token| *token != last && !others.contains(token)).or_else(|| tokens.iter().find(|token| *token != last))?;
    *side = Some(Sequence::Tokens(others.iter().chain([another]).cloned().collect()));
    Some(input)
}

fn nudge(table: &mut Table) -> Option<()> {
    let last = table.0.nrows().checked_sub(1)?;
    table.0.row_mut(last).mapv_inplace(|value| value + 1.0);
    Some(())
}
