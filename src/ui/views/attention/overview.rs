//! All layers and heads as small maps.

use std::rc::Rc;

use eframe::egui::{ComboBox, RichText, ScrollArea, Ui};

use super::{AttentionState, Kind, Maps};
use crate::lab::Command;
use crate::ui::context::{Context, Look};
use crate::ui::controls::{section, toggle};
use crate::ui::numbers;
use crate::ui::theme::{space, text};
use crate::ui::widgets::{Cells, Colouring, Head, HeadGrid, logarithm_switch};

/// Draws the overview.
pub fn overview_ui(ui: &mut Ui, ctx: &mut Context<'_>, kinds: &[Kind], maps: &Maps, state: &mut AttentionState) {
    section(ui, &ctx.locale.text("attention-all-heads"));
    if kinds.len() > 1 {
        kind_ui(ui, ctx, kinds, state);
        ui.add_space(space::SMALL);
    }
    let (name, linear, logarithmic) =
        (ctx.locale.text("scale-name"), ctx.locale.text("scale-linear"), ctx.locale.text("scale-logarithmic"));
    state.scale = logarithm_switch(ui, &name, state.scale, &linear, &logarithmic).unwrap_or(state.scale);
    ui.add_space(space::SMALL);
    let looks: Vec<Vec<Rc<Look>>> =
        (0..maps.layers()).map(|layer| maps.layer(layer).iter().filter_map(|&id| ctx.look(id)).collect()).collect();
    let map = |head: Head| {
        looks.get(head.layer).and_then(|layer| layer.get(head.head)).map_or_else(|| Cells::new(0, 0, |_, _| 0.0), |look| look.cells())
    };
    let layer_title = |layer: usize| ctx.locale.with("attention-layer", &[("number", (layer + 1).to_string().into())]);
    let head_title = |head: usize| ctx.locale.with("attention-head", &[("number", (head + 1).to_string().into())]);
    let egui = ui.ctx().clone();
    let caption = |head: Head| {
        let entropy = looks
            .get(head.layer)
            .and_then(|layer| layer.get(head.head))
            .and_then(|look| look.attention(false, &egui))
            .map_or(f64::NAN, |measures| measures.entropy);
        ctx.locale.with("attention-entropy", &[("bits", numbers::fixed(entropy, 2).into())])
    };
    let colouring = Colouring { scale: state.scale, map: ctx.map };
    let name = ctx.locale.text("attention-all-heads");
    let mut chosen = None;
    ScrollArea::both().auto_shrink(false).max_height(ui.available_height() - space::CONTROL_HEIGHT - space::LARGE).show(ui, |ui| {
        let grid = HeadGrid::new("heads", &name, [maps.layers(), maps.heads()], &map, &layer_title, &head_title)
            .colouring(colouring)
            .caption(&caption)
            .chosen((!state.mean).then_some(state.head));
        chosen = grid.show(ui).chosen;
    });
    if let Some(head) = chosen {
        state.head = head;
        state.mean = false;
        if let Some(id) = maps.node(head) {
            ctx.send(Command::Select(ctx.prepared().graph.node(id).site));
        }
    }
    ui.add_space(space::SMALL);
    toggle(ui, &ctx.locale.text("attention-mean"), &mut state.mean);
}

fn kind_ui(ui: &mut Ui, ctx: &Context<'_>, kinds: &[Kind], state: &mut AttentionState) {
    let name = |kind: Kind| ctx.locale.text(kind.name());
    ComboBox::from_id_salt("kind")
        .width(ui.available_width())
        .selected_text(RichText::new(name(state.kind)).font(text::body()))
        .show_ui(ui, |ui| {
            for &kind in kinds {
                ui.selectable_value(&mut state.kind, kind, name(kind));
            }
        })
        .response
        .accessible_name(ctx.locale.text("attention-kind"));
}
