//! Another number in the place of the one that is there: typed or dragged, marked, and taken back.

use std::collections::BTreeMap;

use eframe::egui::{Id, RichText, Ui, UiBuilder};

use super::{Subject, go};
use crate::experiment::{Change, Experiment};
use crate::graph::{Cell, Graph, Leaf, NodeId, Op, Site};
use crate::lab::Command;
use crate::ui::context::Context;
use crate::ui::controls::{Button, LinkRow, NumberField, Property, properties, section};
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::notation::plain;
use crate::ui::{describe, numbers};

/// What the section keeps between frames.
#[derive(Default)]
pub struct ChangeState {
    /// The number that is being dragged; it counts when it is let go.
    dragged: Option<f64>,
}

/// A field begins with so many parts of one: six decimals.
const PARTS: f64 = 1e6;
/// Decimals of the output.
const DECIMALS: usize = 4;

/// Draws the field, what was there before, what has changed downstream, and the ways back.
pub fn change_ui(ui: &mut Ui, ctx: &mut Context<'_>, subject: &Subject, state: &mut ChangeState) {
    let experiment = ctx.lab.document().experiment().clone();
    let node = ctx.prepared().graph.node(subject.id);
    let (site, weight) = (node.site, matches!(node.op, Op::Leaf(Leaf::Weight(_))));
    section(ui, &ctx.locale.text(if weight { "inspector-weight-change" } else { "inspector-override" }));
    let mut alone = false;
    let off = experiment.overrides.get(&site) == Some(&Change::Zero);
    if let Some(cell) = subject.cell.filter(|_| !off) {
        let put = put_at(&experiment, site, cell);
        alone = put.is_some() && count(&experiment.overrides) == 1;
        field_ui(ui, ctx, subject, (site, cell, weight), put, state);
        before_ui(ui, ctx, subject, cell, put);
        if put.is_some() && ui.add(Button::secondary(&ctx.locale.text("inspector-override-undo"))).clicked() {
            ctx.send(Command::SetOverride(site, cell, None));
        }
        let edited = ctx.lab.document().changed_weights().contains(&site);
        if weight
            && edited
            && ui.add(Button::secondary(&ctx.locale.with("inspector-restore", &[("sign", sign(ctx, subject.id).into())]))).clicked()
        {
            ctx.send(Command::RestoreWeight(site));
        }
    }
    if !experiment.overrides.is_empty() {
        downstream_ui(ui, ctx);
        // The way back for the one cell is there already.
        if alone {
            return;
        }
        let count = count(&experiment.overrides);
        let all = ctx.locale.with("inspector-override-undo-all", &[("count", count.into())]);
        if ui.add(Button::secondary(&all)).clicked() {
            ctx.send(Command::SetOverrides(BTreeMap::new()));
        }
    }
}

/// How many places hold something else than what was calculated; a head that is switched off is one.
fn count(overrides: &BTreeMap<Site, Change>) -> usize {
    let cells = |change: &Change| match change {
        Change::Zero => 1,
        Change::Cells(cells) => cells.len(),
    };
    overrides.values().map(cells).sum()
}

/// The number that was put at a cell.
pub(super) fn put_at(experiment: &Experiment, site: Site, cell: Cell) -> Option<f64> {
    match experiment.overrides.get(&site)? {
        Change::Zero => Some(0.0),
        Change::Cells(cells) => cells.at(cell),
    }
}

fn sign(ctx: &Context<'_>, id: NodeId) -> String {
    plain(&describe::sign(ctx.prepared(), id))
}

/// The field: one step of undo when the number is entered or let go, none on the way.
fn field_ui(
    ui: &mut Ui,
    ctx: &mut Context<'_>,
    subject: &Subject,
    (site, cell, weight): (Site, Cell, bool),
    put: Option<f64>,
    state: &mut ChangeState,
) {
    let stands = put.unwrap_or_else(|| (subject.look.matrix.at(cell) * PARTS).round() / PARTS);
    // No number can be dragged or typed from NaN or ∞.
    let shown = if stands.is_finite() { stands } else { 0.0 };
    let mut typed = state.dragged.unwrap_or(shown);
    let name = ctx.locale.text("inspector-override-value");
    // The field keeps the keyboard whatever appears above it.
    let place = UiBuilder::new().scope_id(Id::unique("number put in place"));
    let field = ui.scope_builder(place, |ui| ui.add(NumberField::new(&name, &mut typed, f64::MIN..=f64::MAX))).inner;
    state.dragged = field.dragged().then_some(typed);
    let entered = (field.changed() && !field.dragged()) || field.drag_stopped();
    let zero = !stands.is_finite() && ui.add(Button::secondary(&ctx.locale.text("inspector-put-zero"))).clicked();
    if (entered && typed != shown) || zero {
        ctx.send(if weight { Command::SetWeight(site, cell, typed) } else { Command::SetOverride(site, cell, Some(typed)) });
    }
}

/// What would stand in the cell if nothing had been put in place, here or before it.
fn before_ui(ui: &mut Ui, ctx: &Context<'_>, subject: &Subject, cell: Cell, put: Option<f64>) {
    let Some(untouched) = subject.look.untouched() else { return };
    let (before, now) = (untouched.at(cell), subject.look.matrix.at(cell));
    if before == now && put.is_none() {
        return;
    }
    let names = ["inspector-computed", if put.is_some() { "inspector-put" } else { "inspector-now" }].map(|key| ctx.locale.text(key));
    let (before, now) = (numbers::exact(before), numbers::exact(now));
    properties(ui, &[Property::number(&names[0], &before), Property::number(&names[1], &now)]);
}

/// By how much the model's output differs from that of the run without anything put in place.
fn downstream_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let Some(output) = output(&ctx.prepared().clone().graph) else { return };
    let Some(look) = ctx.look(output) else { return };
    let Some(change) = look.change(ui.ctx()) else { return };
    ui.add_space(space::XS);
    let sign = sign(ctx, output);
    let told = match &change {
        None => ctx.locale.with("inspector-output-same", &[("sign", sign.clone().into())]),
        Some(change) => {
            let difference = numbers::difference(change.after - change.before, DECIMALS);
            ctx.locale.with("inspector-output-changed", &[("difference", difference.into())])
        }
    };
    ui.label(RichText::new(told).font(text::body()).color(palette(ui).text2));
    if let Some(change) = change {
        let numbers = [change.before, change.after].map(|value| numbers::fixed(value, DECIMALS)).join(" → ");
        if ui.add(LinkRow::new("→", &format!("{sign}{}", change.cell)).note(&numbers)).clicked() {
            go(ctx, output, Some(change.cell));
        }
    }
}

/// The last value that nothing reads on.
fn output(graph: &Graph) -> Option<NodeId> {
    graph.nodes().rev().map(|(id, _)| id).find(|&id| graph.consumers(id).is_empty())
}
