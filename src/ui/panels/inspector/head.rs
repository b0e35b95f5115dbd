//! Switching heads off: a head that is off gives zeros, and all that follows is calculated with them.

use std::collections::BTreeMap;

use eframe::egui::Ui;

use crate::experiment::Change;
use crate::graph::{NodeId, Quantity, Site};
use crate::lab::Command;
use crate::ui::context::Context;
use crate::ui::controls::{Button, Notice, notice, section, toggle};
use crate::ui::theme::space;

/// What the head gives to which a node belongs.
pub fn output(ctx: &Context<'_>, id: NodeId) -> Option<Site> {
    let graph = &ctx.prepared().graph;
    let scope = graph.node(id).site.scope;
    scope.head?;
    let output = scope.at(Quantity::Output);
    graph.find(output).map(|_| output)
}

/// Draws the switches.
pub fn head_ui(ui: &mut Ui, ctx: &mut Context<'_>, id: NodeId) {
    let Some(output) = output(ctx, id) else { return };
    let graph = ctx.prepared().graph.clone();
    let overrides = ctx.lab.document().experiment().overrides.clone();
    let head = output.scope.head.unwrap_or(0);
    section(ui, &ctx.locale.with("inspector-head", &[("number", (head + 1).to_string().into())]));
    let count = ctx.prepared().experiment.model.heads;
    let heads: Vec<Site> =
        (0..count).map(|head| output.scope.head(head).at(Quantity::Output)).filter(|&site| graph.find(site).is_some()).collect();
    let is_off = |site: &Site| overrides.get(site) == Some(&Change::Zero);

    let mut on = !is_off(&output);
    if toggle(ui, &ctx.locale.text("inspector-head-on"), &mut on).changed() {
        ctx.send(Command::SetZero(output, !on));
    }
    if is_off(&output) {
        notice(ui, Notice::Warning, &ctx.locale.text("inspector-head-off"));
    }
    let others_off: Vec<String> =
        (1..).zip(&heads).filter(|(_, site)| is_off(site) && **site != output).map(|(n, _)| n.to_string()).collect();
    if !others_off.is_empty() {
        notice(ui, Notice::Hint, &ctx.locale.with("inspector-heads-off", &[("heads", others_off.join(", ").into())]));
    }
    if heads.len() < 2 {
        return;
    }
    let alone = heads.iter().all(|site| is_off(site) != (*site == output));
    if !alone && ui.add(Button::secondary(&ctx.locale.text("inspector-head-alone"))).clicked() {
        ctx.send(Command::SetOverrides(with_heads(&overrides, &heads, |site| site != output)));
    }
    if heads.iter().any(is_off) {
        ui.add_space(space::XS);
        if ui.add(Button::secondary(&ctx.locale.text("inspector-heads-on"))).clicked() {
            ctx.send(Command::SetOverrides(with_heads(&overrides, &heads, |_| false)));
        }
    }
}

/// The same overrides, but with these heads off or on.
fn with_heads(overrides: &BTreeMap<Site, Change>, heads: &[Site], off: impl Fn(Site) -> bool) -> BTreeMap<Site, Change> {
    let mut changed = overrides.clone();
    for &head in heads {
        if off(head) {
            changed.insert(head, Change::Zero);
        } else if changed.get(&head) == Some(&Change::Zero) {
            changed.remove(&head);
        }
    }
    changed
}
