//! The arithmetic of a cell, from the engine's explanation to what the strip draws.

use crate::graph::{Cell, Expression, NodeId, Op};
use crate::lab::axes;
use crate::ui::context::Context;
use crate::ui::widgets::notation::plain;
use crate::ui::widgets::{self as strip, Calculation, CalculationLine, Factor, Term, Word};
use crate::ui::{describe, numbers};

/// A number as it is written in a cell.
pub fn digits(value: f64, decimals: usize, probability: bool) -> String {
    if probability && decimals == numbers::DECIMALS { numbers::percent(value) } else { numbers::fixed(value, decimals) }
}

/// The arithmetic of a cell of a step; without a cell, what to do to see one.
pub fn calculation(ctx: &Context<'_>, id: NodeId, cell: Option<Cell>) -> Calculation {
    calculation_with(ctx, id, cell, ctx.decimals().max(numbers::DECIMALS))
}

/// The same, its numbers with so many decimals.
pub fn calculation_with(ctx: &Context<'_>, id: NodeId, cell: Option<Cell>, decimals: usize) -> Calculation {
    let (Some(outcome), Some(look)) = (ctx.lab.outcome(), ctx.look(id)) else { return Calculation::default() };
    let shape = look.matrix.shape();
    let Some(cell) = cell.filter(|cell| cell.row < shape.rows && cell.column < shape.columns) else {
        return Calculation { title: ctx.locale.text("strip-empty"), ..Calculation::default() };
    };
    let prepared = ctx.prepared();
    let node = prepared.graph.node(id);
    let explanation = outcome.values.explain(id, cell);
    let number = |value: f64| numbers::fixed(value, decimals);
    let value = look.matrix.at(cell);
    let mut lines: Vec<CalculationLine> = explanation
        .helpers
        .iter()
        .map(|line| CalculationLine {
            name: line.name.to_owned(),
            expression: strip::Expression::Written { text: shorten(&line.expression, &number), gives: line.expression.value() },
            value: line.expression.value(),
        })
        .collect();
    let sign = describe::sign(prepared, id);
    let own = match (&node.op, &explanation.result) {
        (Op::MatMul(_), Expression::Sum(products)) => strip::Expression::Terms(product_terms(ctx, id, products)),
        // A number that is only taken over: from where.
        (_, Expression::Cell { input, cell, value }) if !node.inputs.is_empty() => {
            let from = node.inputs.get(*input).map_or_else(String::new, |&input| plain(&describe::sign(prepared, input)));
            strip::Expression::Written { text: format!("{from}[{}, {}]", cell.row, cell.column), gives: *value }
        }
        (_, result) => strip::Expression::Written { text: shorten(result, &number), gives: result.value() },
    };
    lines.push(CalculationLine { name: String::new(), expression: own, value });
    let title = ctx.locale.with(
        "strip-title",
        &[("sign", plain(&sign).into()), ("row", cell.row.to_string().into()), ("column", cell.column.to_string().into())],
    );
    Calculation { title, words: words(ctx, id, cell), lines, next: next(ctx, id) }
}

/// The products of a sum, each with the name of the dimension or token that it belongs to.
pub fn product_terms(ctx: &Context<'_>, id: NodeId, products: &[Expression]) -> Vec<Term> {
    let prepared = ctx.prepared();
    let node = prepared.graph.node(id);
    let (_, inner) = node.inputs.first().map_or((crate::lab::Axis::Single, crate::lab::Axis::Dimensions), |&left| axes(prepared, left));
    let hue = |input: usize| node.inputs.get(input).map_or_else(Default::default, |&input| describe::hue(prepared.graph.node(input).site));
    let factor = |part: &Expression, input: usize| Factor { value: part.value(), hue: hue(input) };
    products
        .iter()
        .enumerate()
        .map(|(index, product)| match product {
            Expression::Product(factors) if factors.len() == 2 => {
                Term::product(inner.label(prepared, index), factor(&factors[0], 0), factor(&factors[1], 1))
            }
            other => Term { name: inner.label(prepared, index), factors: Vec::new(), value: other.value() },
        })
        .collect()
}

/// Longest list of terms that is written out.
const WHOLE: usize = 6;

/// An expression as text; of long sums the first terms only, since the strip says what all of it gives.
pub fn shorten(expression: &Expression, number: &dyn Fn(f64) -> String) -> String {
    let cut = |parts: &[Expression]| -> Vec<Expression> { parts.iter().take(WHOLE).cloned().collect() };
    match expression {
        Expression::Sum(parts) if parts.len() > WHOLE => format!("{} + …", Expression::Sum(cut(parts)).write(number)),
        Expression::Maximum(parts) if parts.len() > WHOLE => {
            let written = Expression::Maximum(cut(parts)).write(number);
            format!("{}, …)", written.trim_end_matches(')'))
        }
        Expression::Quotient(sum, count) => match &**sum {
            Expression::Sum(parts) if parts.len() > WHOLE => {
                format!("({} + …) / {}", Expression::Sum(cut(parts)).write(number), count.write(number))
            }
            _ => expression.write(number),
        },
        _ => expression.write(number),
    }
}

/// The cell in words: who asks, who answers.
fn words(ctx: &Context<'_>, id: NodeId, cell: Cell) -> Vec<Word> {
    let prepared = ctx.prepared();
    let site = prepared.graph.node(id).site;
    let (rows, columns) = axes(prepared, id);
    let (row, column) = (rows.label(prepared, cell.row), columns.label(prepared, cell.column));
    describe::cell_words(ctx.locale, site, rows, columns, row, column)
}

/// What is done with the value next.
fn next(ctx: &Context<'_>, id: NodeId) -> Option<String> {
    let prepared = ctx.prepared();
    let reader = prepared.graph.consumers(id).first()?;
    let words = describe::words(ctx.locale, prepared, *reader);
    Some(ctx.locale.with("strip-next", &[("step", words.name.into())]))
}
