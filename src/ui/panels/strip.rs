//! The strip under the tabs: what enters, token by token, and the sizes changed most.

use eframe::egui::{Align, Layout, Ui};

use crate::graph::Cell;
use crate::lab::{Axis, Command, axes};
use crate::ui::app::Action;
use crate::ui::context::Context;
use crate::ui::controls::{Button, TokenStrip};
use crate::ui::theme::space;

/// Draws the strip.
pub fn strip_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let prepared = ctx.prepared().clone();
    ui.horizontal_centered(|ui| {
        let name =
            ctx.locale.text(if ctx.settings.drawer_in(ui.content_rect().width()) { "strip-close-model" } else { "strip-open-model" });
        if ui.add(Button::secondary(&name)).clicked() {
            ctx.act(Action::Drawer);
        }
        ui.add_space(space::SMALL);
        let both = !prepared.source_labels.is_empty() && !prepared.target_labels.is_empty();
        let width = ui.available_width() - 8.0;
        let part = if both { width / 2.0 } else { width };
        if !prepared.source_labels.is_empty() {
            let key = if both { "strip-source" } else { "strip-input" };
            ui.allocate_ui_with_layout(eframe::egui::vec2(part, ui.available_height()), Layout::left_to_right(Align::Center), |ui| {
                tokens_ui(ui, ctx, Axis::Source, key, &prepared.source_labels);
            });
        }
        if !prepared.target_labels.is_empty() {
            tokens_ui(ui, ctx, Axis::Target, "strip-target", &prepared.target_labels);
        }
    });
}

fn tokens_ui(ui: &mut Ui, ctx: &mut Context<'_>, axis: Axis, name: &str, labels: &[String]) {
    let prepared = ctx.prepared().clone();
    let selection = *ctx.lab.selection();
    let node = selection.site.and_then(|site| prepared.graph.find(site));
    // A token is chosen where the rows of the value in view are tokens of this side.
    let row = node.filter(|&id| axes(&prepared, id).0 == axis).and(selection.cell).map(|cell| cell.row);
    let answer = TokenStrip::new(&ctx.locale.text(name), labels, row).show(ui);
    if let (Some(position), Some(id)) = (answer.clicked, node)
        && axes(&prepared, id).0 == axis
    {
        let column = selection.cell.map_or(0, |cell| cell.column);
        ctx.send(Command::SelectCell(Some(Cell::new(position, column))));
    }
}
