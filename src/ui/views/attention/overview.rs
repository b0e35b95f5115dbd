//! All layers and heads as small maps.

use std::rc::Rc;

use eframe::egui::{ScrollArea, Ui};

use super::{AttentionState, Kind, Maps};
use crate::lab::Command;
use crate::ui::context::{Context, Look};
use crate::ui::controls::{section, segmented, toggle};
use crate::ui::numbers;
use crate::ui::theme::space;
use crate::ui::widgets::{Cells, Colouring, Head, HeadGrid};

/// Draws the overview.
pub fn overview_ui(ui: &mut Ui, ctx: &mut Context<'_>, kinds: &[Kind], maps: &Maps, state: &mut AttentionState) {
    section(ui, &ctx.locale.text("attention-all-heads"));
    if kinds.len() > 1 {
        let names: Vec<String> = kinds.iter().map(|kind| ctx.locale.text(kind.name())).collect();
        let options: Vec<(Kind, &str)> = kinds.iter().copied().zip(names.iter().map(String::as_str)).collect();
        segmented(ui, &ctx.locale.text("attention-kind"), &mut state.kind, &options);
        ui.add_space(space::SMALL);
    }
    let looks: Vec<Vec<Rc<Look>>> = (0..maps.layers()).map(|layer| maps.layer(layer).iter().filter_map(|&id| ctx.look(id)).collect()).collect();
    let map = |head: Head| looks.get(head.layer).and_then(|layer| layer.get(head.head)).map_or_else(|| Cells::new(0, 0, |_, _| 0.0), |look| look.cells());
    let layer_title = |layer: usize| ctx.locale.with("attention-layer", &[("number", (layer + 1).to_string().into())]);
    let head_title = |head: usize| ctx.locale.with("attention-head", &[("number", (head + 1).to_string().into())]);
    let caption = |head: Head| {
        let entropy = looks.get(head.layer).and_then(|layer| layer.get(head.head)).map_or(f64::NAN, |look| look.entropy());
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
