//! How the chosen number is calculated: as a sum of terms, or as a neuron; other operations line by line.

use std::rc::Rc;

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Label, Rect, Ui};

use super::{Subject, beside_heading, go};
use crate::graph::{Activation, Cell, Expression, NodeId, Op};
use crate::lab::{Link, Neuron, Number};
use crate::ui::context::Context;
use crate::ui::controls::{notice, section, segmented, segments};
use crate::ui::theme::{palette, space, text};
use crate::ui::views::steps::{calculation_with, product_terms};
use crate::ui::widgets::notation::plain;
use crate::ui::widgets::{
    self as widgets, CalculationLine, NeuronDrawing, NeuronInput, NeuronOutput, NeuronParts, SumList, SumOrder, TERMS, Term,
};
use crate::ui::{controls, describe, numbers};

/// Digits after the point: more than in the matrices, for this is where one looks closely.
const DECIMALS: usize = 4;

/// How a number is shown that comes from a neuron.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Form {
    #[default]
    Sum,
    Neuron,
}

/// What the section keeps between frames.
#[derive(Default)]
pub struct ArithmeticState {
    form: Form,
    order: SumOrder,
    /// What was found out about the chosen cell, for the value of this revision.
    known: Option<(u64, Cell, Rc<Arithmetic>)>,
}

/// How one number is calculated.
struct Arithmetic {
    value: f64,
    /// Put in place rather than calculated.
    put: bool,
    /// The terms of a sum, and where each is followed to.
    terms: Vec<Term>,
    sources: Vec<Link>,
    /// Any other arithmetic.
    lines: Vec<CalculationLine>,
    neuron: Option<(Neuron, NeuronParts)>,
}

/// Draws the arithmetic of the chosen cell.
pub fn arithmetic_ui(ui: &mut Ui, ctx: &mut Context<'_>, subject: &Subject, state: &mut ArithmeticState) {
    let Some(cell) = subject.cell else { return };
    let heading = section(ui, &ctx.locale.text("inspector-arithmetic"));
    let Some(arithmetic) = known(ctx, subject, cell, state) else { return };
    if arithmetic.put {
        notice(ui, controls::Notice::Hint, &ctx.locale.text("inspector-was-put"));
        return;
    }
    if arithmetic.neuron.is_some() {
        form_ui(ui, ctx, heading.rect, &mut state.form);
    }
    match &arithmetic.neuron {
        Some(neuron) if state.form == Form::Neuron => neuron_ui(ui, ctx, neuron),
        _ if !arithmetic.terms.is_empty() => sum_ui(ui, ctx, &arithmetic, &mut state.order),
        _ => {
            lines_ui(ui, &arithmetic.lines, &digits);
            if arithmetic.lines.is_empty() {
                ui.label(ctx.locale.text("inspector-given"));
            }
        }
    }
}

/// The choice between the two forms, at the right of the heading.
fn form_ui(ui: &mut Ui, ctx: &Context<'_>, heading: Rect, form: &mut Form) {
    let (sum, neuron) = (ctx.locale.text("inspector-as-sum"), ctx.locale.text("inspector-as-neuron"));
    segments(&mut beside_heading(ui, heading, "form"), form, &[(Form::Sum, &sum), (Form::Neuron, &neuron)]);
    ui.add_space(space::XS);
}

fn known(ctx: &Context<'_>, subject: &Subject, cell: Cell, state: &mut ArithmeticState) -> Option<Rc<Arithmetic>> {
    if let Some((_, _, known)) = state.known.as_ref().filter(|(revision, of, _)| (*revision, *of) == (subject.look.revision, cell)) {
        return Some(Rc::clone(known));
    }
    let found = Rc::new(Arithmetic::of(ctx, subject, cell)?);
    state.known = Some((subject.look.revision, cell, Rc::clone(&found)));
    Some(found)
}

impl Arithmetic {
    fn of(ctx: &Context<'_>, subject: &Subject, cell: Cell) -> Option<Self> {
        let outcome = ctx.lab.outcome()?;
        let prepared = ctx.prepared();
        let node = prepared.graph.node(subject.id);
        let overrides = &prepared.experiment.overrides;
        let put = overrides.get(&node.site).is_some_and(|change| change.concerns(cell.row, cell.column));
        let explanation = outcome.values.explain(subject.id, cell);
        let (terms, sources) = match &explanation.result {
            Expression::Sum(parts) if !put && explanation.helpers.is_empty() => {
                (terms(ctx, subject.id, parts), sources(ctx, subject.id, parts))
            }
            _ => (Vec::new(), Vec::new()),
        };
        let lines = if terms.is_empty() { calculation_with(ctx, subject.id, Some(cell), DECIMALS).lines } else { Vec::new() };
        let neuron = Neuron::of(outcome, subject.id, cell).map(|neuron| {
            let parts = parts(ctx, &neuron);
            (neuron, parts)
        });
        Some(Self { value: subject.look.matrix.at(cell), put, terms, sources, lines, neuron })
    }
}

/// The terms of a sum, named by what is summed over, or by where they stand.
fn terms(ctx: &Context<'_>, id: NodeId, parts: &[Expression]) -> Vec<Term> {
    let prepared = ctx.prepared();
    let node = prepared.graph.node(id);
    if matches!(node.op, Op::MatMul(_)) {
        return product_terms(ctx, id, parts);
    }
    let name = |part: &Expression| match part {
        Expression::Cell { input, cell, .. } => {
            node.inputs.get(*input).map_or_else(String::new, |&input| format!("{}{cell}", plain(&describe::sign(prepared, input))))
        }
        _ => String::new(),
    };
    parts.iter().map(|part| Term { name: name(part), factors: Vec::new(), value: part.value() }).collect()
}

/// Where each term is followed to: its cell, or its factor in the first operand.
fn sources(ctx: &Context<'_>, id: NodeId, parts: &[Expression]) -> Vec<Link> {
    let inputs = &ctx.prepared().graph.node(id).inputs;
    let source = |part: &Expression| {
        let (input, cell) = part.sources().first().copied()?;
        Some(Link { node: *inputs.get(input)?, cell: Some(cell) })
    };
    parts.iter().filter_map(source).collect()
}

/// What is drawn of a neuron.
fn parts(ctx: &Context<'_>, neuron: &Neuron) -> NeuronParts {
    let prepared = ctx.prepared();
    let inputs = neuron.synapses.iter().map(|synapse| {
        let Number { node, cell, value } = synapse.input;
        // Values of an attention lie under each other, inputs of a projection beside each other.
        let (rows, columns) = crate::lab::axes(prepared, node);
        let down = neuron.synapses.first().is_some_and(|first| first.input.cell.row != cell.row)
            || neuron.synapses.get(1).is_some_and(|second| second.input.cell.row != cell.row);
        let name = if down { rows.label(prepared, cell.row) } else { columns.label(prepared, cell.column) };
        NeuronInput { name, value, weight: synapse.weight.value }
    });
    NeuronParts {
        inputs: inputs.collect(),
        bias: neuron.bias.map(|bias| (plain(&describe::sign(prepared, bias.node)), bias.value)),
        sum: neuron.sum,
        activation: neuron.activation.map(|activation: Activation| describe::operation(ctx.locale, &Op::Activation(activation))),
        output: neuron.output,
    }
}

fn digits(value: f64) -> String {
    numbers::fixed(value, DECIMALS)
}

fn sum_ui(ui: &mut Ui, ctx: &mut Context<'_>, arithmetic: &Arithmetic, order: &mut SumOrder) {
    if arithmetic.terms.len() > TERMS {
        let (largest, written) = (ctx.locale.text("inspector-largest-first"), ctx.locale.text("inspector-as-written"));
        let options = [(SumOrder::Largest, largest.as_str()), (SumOrder::Written, written.as_str())];
        segmented(ui, &ctx.locale.text("inspector-terms"), order, &options);
        ui.add_space(space::XS);
    }
    let more = |count: usize| ctx.locale.with("strip-more", &[("count", count.to_string().into())]);
    let clicked = SumList::new(&arithmetic.terms, arithmetic.value, &digits, &more).order(*order).show(ui);
    if let Some(link) = clicked.and_then(|term| arithmetic.sources.get(term)) {
        go(ctx, link.node, link.cell);
    }
}

fn neuron_ui(ui: &mut Ui, ctx: &mut Context<'_>, (neuron, parts): &(Neuron, NeuronParts)) {
    let more = |count: usize| ctx.locale.with("strip-more", &[("count", count.to_string().into())]);
    let two = |value: f64| numbers::fixed(value, numbers::DECIMALS);
    let (name, weight) = (ctx.locale.text("inspector-neuron"), ctx.locale.text("inspector-weight-of"));
    let clicked = NeuronDrawing::new(parts, &name, &weight, &two, &more).show(ui);
    let number = match clicked {
        Some(NeuronOutput::Input(index)) => neuron.synapses.get(index).map(|synapse| synapse.input),
        Some(NeuronOutput::Weight(index)) => neuron.synapses.get(index).map(|synapse| synapse.weight),
        Some(NeuronOutput::Bias) => neuron.bias,
        None => None,
    };
    if let Some(Number { node, cell, .. }) = number {
        go(ctx, node, Some(cell));
    }
}

/// Arithmetic that is no sum: name, expression and value, one line under another.
pub fn lines_ui(ui: &mut Ui, lines: &[CalculationLine], digits: &dyn Fn(f64) -> String) {
    let p = palette(ui);
    for line in lines {
        let written = match &line.expression {
            widgets::Expression::Written { text, .. } => text.clone(),
            widgets::Expression::Terms(terms) => terms.iter().map(|term| term.name.as_str()).collect::<Vec<_>>().join(" + "),
        };
        let mut job = LayoutJob::default();
        let mut add = |piece: &str, font, color| {
            job.append(piece, 0.0, TextFormat { line_height: Some(text::LINE_HEIGHT), ..TextFormat::simple(font, color) });
        };
        if !line.name.is_empty() {
            add(&format!("{} ", line.name), text::strong(), p.text);
        }
        add(&format!("= {written} "), text::small_digits(), p.text2);
        add(&format!("=\u{a0}{}", digits(line.value)), text::strong_digits(), p.text);
        ui.add(Label::new(job).wrap());
    }
}
