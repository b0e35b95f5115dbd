//! How L changes with the chosen number: the gradient, what it means, and where it came from.

use std::rc::Rc;

use eframe::egui::{Align, RichText, TextFormat, Ui};

use super::arithmetic::lines_ui;
use super::{Subject, go};
use crate::experiment::Objective;
use crate::graph::Cell;
use crate::lab::Command;
use crate::ui::context::{Context, Look};
use crate::ui::controls::{Property, properties, section, toggle};
use crate::ui::gradients::{self, Came, Told, digits, objective_ui};
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{Expression, SumList, SumOrder, notation};

/// By how much the chosen number is thought to grow.
const STEP: f64 = 0.01;

/// What the section keeps between frames: what was told of a cell of the gradient of this revision.
#[derive(Default)]
pub struct GradientState {
    told: Option<(u64, Cell, Rc<Told>)>,
}

/// Draws the section.
pub fn gradient_ui(ui: &mut Ui, ctx: &mut Context<'_>, subject: &Subject, state: &mut GradientState) {
    section(ui, &ctx.locale.text("gradient-section"));
    let on = ctx.lab.slopes().wish().is_some();
    let mut wanted = on;
    toggle(ui, &ctx.locale.text("gradient-switch"), &mut wanted);
    if wanted != on {
        ctx.send(Command::Differentiate(wanted.then(|| Objective::usual(ctx.prepared()))));
    }
    if !on {
        prose(ui, ctx.locale.text("gradient-hint"));
        return;
    }
    objective_ui(ui, ctx);
    let Some(look) = ctx.gradient(subject.id) else {
        gradients::coming_ui(ui, ctx);
        return;
    };
    if let Some(cell) = subject.cell {
        ui.add_space(space::XS);
        cell_ui(ui, ctx, subject, &look, cell, state);
    }
    ui.add_space(space::SMALL);
    whole_ui(ui, ctx, subject, &look);
}

fn prose(ui: &mut Ui, told: String) {
    ui.label(RichText::new(told).font(text::body()).color(palette(ui).text2));
}

fn cell_ui(ui: &mut Ui, ctx: &mut Context<'_>, subject: &Subject, look: &Rc<Look>, cell: Cell, state: &mut GradientState) {
    let gradient = look.matrix.at(cell);
    let (title, ink) = (gradients::title(ctx.prepared(), subject.id), palette(ui).text);
    let mut heading = notation::layout(&title, &text::title(), ink);
    let format = TextFormat { valign: Align::Center, ..TextFormat::simple(text::title(), ink) };
    heading.append(&format!("{cell} = {}", digits(gradient)), 0.0, format);
    ui.label(heading);
    let Some(told) = told(ctx, subject, look, cell, state) else { return };
    match &*told {
        Told::Unreached => prose(ui, ctx.locale.text("gradient-unreached")),
        Told::Came(came) => {
            grows_ui(ui, ctx, gradient);
            ui.add_space(space::XS);
            came_ui(ui, ctx, came);
        }
    }
}

/// What the gradient means: a step of the number, and what L does.
fn grows_ui(ui: &mut Ui, ctx: &Context<'_>, gradient: f64) {
    let change = gradient * STEP;
    if change.is_finite() {
        let sign = if change > 0.0 { "+" } else { "" };
        let arguments = [("step", numbers::shortest(STEP).into()), ("change", format!("{sign}{}", digits(change)).into())];
        prose(ui, ctx.locale.with("gradient-grows", &arguments));
    }
}

fn told(ctx: &Context<'_>, subject: &Subject, look: &Look, cell: Cell, state: &mut GradientState) -> Option<Rc<Told>> {
    if let Some((_, _, told)) = state.told.as_ref().filter(|(revision, of, _)| (*revision, *of) == (look.revision, cell)) {
        return Some(Rc::clone(told));
    }
    let told = Rc::new(gradients::told(ctx, subject.id, cell)?);
    state.told = Some((look.revision, cell, Rc::clone(&told)));
    Some(told)
}

/// The arithmetic: a sum whose terms can be followed, or line by line.
fn came_ui(ui: &mut Ui, ctx: &mut Context<'_>, came: &Came) {
    if let [line] = came.lines.as_slice()
        && let Expression::Terms(terms) = &line.expression
    {
        let more = |count: usize| ctx.locale.with("strip-more", &[("count", count.to_string().into())]);
        let clicked = SumList::new(terms, came.value, &digits, &more).order(SumOrder::Largest).show(ui);
        if let Some(link) = clicked.and_then(|term| came.sources.get(term)) {
            // A gradient of an earlier state may be of another model.
            if link.node.index() < ctx.prepared().graph.len() {
                go(ctx, link.node, link.cell);
            }
        }
        return;
    }
    lines_ui(ui, &came.lines, &digits);
}

/// What is measured of the whole gradient.
fn whole_ui(ui: &mut Ui, ctx: &Context<'_>, subject: &Subject, look: &Look) {
    let sign = gradients::sign(ctx.prepared(), subject.id);
    section(ui, &ctx.locale.with("gradient-whole", &[("sign", sign.into())]));
    let found = &look.statistics;
    let texts = [found.least, found.greatest, found.mean, found.deviation, found.norm].map(digits);
    let zeros = numbers::count(found.zeros as u64);
    let names = ["inspector-least", "inspector-greatest", "inspector-mean", "inspector-deviation", "gradient-norm"];
    let names = names.map(|key| ctx.locale.text(key));
    let zeros_name = ctx.locale.text("inspector-zeros");
    let mut rows: Vec<Property<'_>> = names.iter().zip(&texts).map(|(name, text)| Property::number(name, text)).collect();
    rows.push(Property::number(&zeros_name, &zeros));
    properties(ui, &rows);
}
