//! Where a gradient came from, as it is written: what L itself and each reader of the number send back.

use crate::experiment::Origin;
use crate::graph::{Around, Cell, Explanation, Expression, NodeId, Op, SentBack};
use crate::lab::{Differentiated, Link, axes};
use crate::ui::context::Context;
use crate::ui::describe;
use crate::ui::views::steps::shorten;
use crate::ui::widgets::notation::plain;
use crate::ui::widgets::{self, Calculation, CalculationLine, Factor, Hue, Term, Word};

use super::{digits, sign};

/// Readers that are written one by one.
const READERS: usize = 4;

/// Where one gradient came from.
pub struct Came {
    /// The gradient.
    pub value: f64,
    /// The arithmetic: one line of terms, or several lines.
    pub lines: Vec<CalculationLine>,
    /// Where each term of a line of terms is followed to.
    pub sources: Vec<Link>,
    /// Who sends something back.
    pub readers: Vec<NodeId>,
}

/// What can be said of a gradient.
pub enum Told {
    /// How it came.
    Came(Came),
    /// L does not depend on the value.
    Unreached,
}

/// Where the gradient at a cell came from; nothing where it is not known.
pub fn told(ctx: &Context<'_>, id: NodeId, cell: Cell) -> Option<Told> {
    let known = ctx.lab.slopes().last()?;
    let look = ctx.gradient(id)?;
    let graph = &known.outcome.prepared.graph;
    let there = graph.find(ctx.prepared().graph.node(id).site)?;
    if !known.gradients.reaches(there) {
        return Some(Told::Unreached);
    }
    let value = look.matrix.at(cell);
    let Origin { own, mut readers } = known.gradients.explain(&known.outcome, there, cell);
    // A reader of other cells sends nothing back to this one; where all do, one is enough to say it.
    let something = |sent: &SentBack| sent.explanation.result != Expression::Number(0.0);
    if readers.iter().any(something) || own.is_some() {
        readers.retain(something);
    } else {
        readers.truncate(1);
    }
    Some(Told::Came(came(ctx, known, (there, own, readers), value)))
}

fn came(ctx: &Context<'_>, known: &Differentiated, (id, own, sent): (NodeId, Option<Explanation>, Vec<SentBack>), value: f64) -> Came {
    let readers = sent.iter().map(|sent| sent.reader).collect();
    let (lines, sources) = match (&own, sent.as_slice()) {
        (None, [only]) => alone(known, only, value),
        (Some(own), []) => (written(own, value, &|expression| own_text(known, id, expression)), Vec::new()),
        _ => {
            let direct = own.iter().map(|own| Part {
                name: ctx.locale.text("gradient-direct"),
                text: shorten(&own.result, &digits),
                value: own.result.value(),
            });
            let via = sent.iter().map(|sent| Part {
                name: via(ctx, known, id, sent),
                text: text(known, sent, &sent.explanation.result),
                value: sent.explanation.result.value(),
            });
            (several(&direct.chain(via).collect::<Vec<_>>(), ctx, value), Vec::new())
        }
    };
    Came { value, lines, sources, readers }
}

/// What the only reader sends back: where it is a sum of products, term by term.
fn alone(known: &Differentiated, sent: &SentBack, value: f64) -> (Vec<CalculationLine>, Vec<Link>) {
    let explanation = &sent.explanation;
    let terms: Option<Vec<(Term, Link)>> = match &explanation.result {
        Expression::Sum(parts) if explanation.helpers.is_empty() => parts.iter().map(|part| term(known, sent, part)).collect(),
        _ => None,
    };
    match terms {
        Some(terms) => {
            let (terms, sources): (Vec<Term>, Vec<Link>) = terms.into_iter().unzip();
            (vec![CalculationLine { name: String::new(), expression: widgets::Expression::Terms(terms), value }], sources)
        }
        None => (written(explanation, value, &|expression| text(known, sent, expression)), Vec::new()),
    }
}

/// A number of ∂L/∂y, alone or times another, with the name of its row or column, and where it stands.
fn term(known: &Differentiated, sent: &SentBack, part: &Expression) -> Option<(Term, Link)> {
    let prepared = &known.outcome.prepared;
    let node = prepared.graph.node(sent.reader);
    let gradient = Around::gradient_index(node.inputs.len());
    let factors = match part {
        Expression::Product(factors) => factors.as_slice(),
        other => std::slice::from_ref(other),
    };
    let at = factors.iter().find_map(|factor| match factor {
        Expression::Cell { input, cell, .. } if *input == gradient => Some(*cell),
        _ => None,
    })?;
    let (rows, columns) = axes(prepared, sent.reader);
    // Of a · b, what comes to a is summed along a row of the gradient, all else down a column.
    let along = matches!(node.op, Op::MatMul(_)) && sent.input == 0;
    let name = if along { columns.label(prepared, at.column) } else { rows.label(prepared, at.row) };
    let hue = |factor: &Expression| match factor {
        Expression::Cell { input, .. } if *input == gradient => describe::hue(node.site),
        Expression::Cell { input, .. } => {
            node.inputs.get(*input).map_or(Hue::Plain, |&input| describe::hue(prepared.graph.node(input).site))
        }
        _ => Hue::Plain,
    };
    let factors = factors.iter().map(|factor| Factor { value: factor.value(), hue: hue(factor) }).collect();
    Some((Term { name, factors, value: part.value() }, Link { node: sent.reader, cell: Some(at) }))
}

/// What a reader sends back, in numbers; a number of its gradient that is only taken over by its name.
fn text(known: &Differentiated, sent: &SentBack, expression: &Expression) -> String {
    let prepared = &known.outcome.prepared;
    let gradient = Around::gradient_index(prepared.graph.node(sent.reader).inputs.len());
    match expression {
        Expression::Cell { input, cell, .. } if *input == gradient => format!("{}{cell}", sign(prepared, sent.reader)),
        other => shorten(other, &digits),
    }
}

/// What comes from L directly, in numbers; a number of the value itself by its name.
fn own_text(known: &Differentiated, id: NodeId, expression: &Expression) -> String {
    match expression {
        Expression::Cell { cell, .. } => format!("{}{cell}", plain(&describe::sign(&known.outcome.prepared, id))),
        other => shorten(other, &digits),
    }
}

/// Line by line.
fn written(explanation: &Explanation, value: f64, text: &dyn Fn(&Expression) -> String) -> Vec<CalculationLine> {
    let line = |name: &str, expression: &Expression, value: f64| CalculationLine {
        name: name.to_owned(),
        expression: widgets::Expression::Written { text: text(expression), gives: expression.value() },
        value,
    };
    let helpers = explanation.helpers.iter().map(|helper| line(helper.name, &helper.expression, helper.expression.value()));
    helpers.chain([line("", &explanation.result, value)]).collect()
}

/// One of several parts of a gradient.
struct Part {
    name: String,
    text: String,
    value: f64,
}

/// Part by part, and the sum.
fn several(parts: &[Part], ctx: &Context<'_>, value: f64) -> Vec<CalculationLine> {
    let line = |name: &str, text: String, gives: f64, value: f64| CalculationLine {
        name: name.to_owned(),
        expression: widgets::Expression::Written { text, gives },
        value,
    };
    let (shown, others) = parts.split_at(parts.len().min(READERS));
    let mut lines: Vec<CalculationLine> = shown.iter().map(|part| line(&part.name, part.text.clone(), part.value, part.value)).collect();
    let mut values: Vec<Expression> = shown.iter().map(|part| Expression::Number(part.value)).collect();
    if !others.is_empty() {
        let rest: f64 = others.iter().map(|part| part.value).sum();
        values.push(Expression::Number(rest));
        let name = ctx.locale.with("strip-more", &[("count", others.len().to_string().into())]);
        lines.push(line(&name, digits(rest), rest, rest));
    }
    let sum = Expression::Sum(values);
    lines.push(line("", sum.write(&digits), sum.value(), value));
    lines
}

/// The name of a reader, and as what it reads where it reads twice.
fn via(ctx: &Context<'_>, known: &Differentiated, id: NodeId, sent: &SentBack) -> String {
    let prepared = &known.outcome.prepared;
    let reader = plain(&describe::sign(prepared, sent.reader));
    let twice = prepared.graph.node(sent.reader).inputs.iter().filter(|&&input| input == id).count() > 1;
    let name = if twice { format!("{reader} ({})", sent.input + 1) } else { reader };
    ctx.locale.with("gradient-via", &[("sign", name.into())])
}

/// The arithmetic of a gradient for the strip; without a cell, what to do to see one.
pub fn calculation(ctx: &Context<'_>, id: NodeId, cell: Option<Cell>) -> Calculation {
    let prepared = ctx.prepared();
    let shape = prepared.graph.node(id).shape;
    let Some(cell) = cell.filter(|cell| cell.row < shape.rows && cell.column < shape.columns) else {
        return Calculation { title: ctx.locale.text("strip-empty"), ..Calculation::default() };
    };
    let sign = sign(prepared, id);
    let arguments = [("sign", sign.clone().into()), ("row", cell.row.to_string().into()), ("column", cell.column.to_string().into())];
    let title = ctx.locale.with("strip-title", &arguments);
    let sentence = |text: String| vec![Word::new(text, Hue::Plain)];
    match told(ctx, id, cell) {
        None => Calculation { title, ..Calculation::default() },
        Some(Told::Unreached) => Calculation { title, words: sentence(ctx.locale.text("gradient-unreached")), ..Calculation::default() },
        Some(Told::Came(Came { lines, readers, .. })) => {
            let (rows, columns) = axes(prepared, id);
            let names = [rows.label(prepared, cell.row), columns.label(prepared, cell.column)];
            let names: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).collect();
            Calculation { title, words: sentence(names.join(", ")), lines, next: sent_back(ctx, &readers) }
        }
    }
}

/// Who sends the gradient back, in words.
fn sent_back(ctx: &Context<'_>, readers: &[NodeId]) -> Option<String> {
    let known = ctx.lab.slopes().last()?;
    let mut names: Vec<String> = Vec::new();
    for &reader in readers {
        let name = describe::words(ctx.locale, &known.outcome.prepared, reader).name;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Some(if names.is_empty() {
        ctx.locale.text("gradient-from-loss")
    } else {
        ctx.locale.with("gradient-sent", &[("steps", names.join(", ").into())])
    })
}

/// The largest magnitude of what is drawn in tiles.
pub fn magnitude(calculation: &Calculation) -> f64 {
    let terms = calculation.lines.iter().flat_map(|line| match &line.expression {
        widgets::Expression::Terms(terms) => terms.as_slice(),
        widgets::Expression::Written { .. } => &[],
    });
    terms.flat_map(|term| &term.factors).map(|factor| factor.value.abs()).filter(|size| size.is_finite()).fold(0.0, f64::max)
}
