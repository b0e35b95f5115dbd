//! The strip under the tabs: what enters, token by token, and the sizes changed most.

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{Align, Layout, PopupCloseBehavior, RichText, Ui, vec2};

use crate::graph::Cell;
use crate::lab::{Axis, Command, axes};
use crate::transformer::{Mask, Subject};
use crate::ui::app::Action;
use crate::ui::context::Context;
use crate::ui::controls::{Button, TokenStrip, toggle, whole_digits};
use crate::ui::panels::drawer::LARGEST;
use crate::ui::theme::{palette, space, text};

/// Room for the sizes, and what the strip must have for them to be shown; else one button holds them.
const SIZES: f32 = 420.0;
const ROOM: f32 = 900.0;
/// Room for that button.
const GATHERED: f32 = 112.0;

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
        let open = ctx.settings.drawer_in(ui.content_rect().width());
        let sizes = match (open, ui.available_width() < ROOM) {
            (true, _) => 0.0,
            (false, true) => GATHERED,
            (false, false) => SIZES,
        };
        let [source, target] = [&prepared.source_labels, &prepared.target_labels].map(|labels| !labels.is_empty() && !ctx.hides_tokens());
        let both = source && target;
        let width = ui.available_width() - space::SMALL - sizes;
        let part = if both { width / 2.0 } else { width };
        if source {
            let key = if both { "strip-source" } else { "strip-input" };
            ui.allocate_ui_with_layout(vec2(part, ui.available_height()), Layout::left_to_right(Align::Center), |ui| {
                tokens_ui(ui, ctx, Axis::Source, key, &prepared.source_labels);
            });
        }
        if target {
            ui.allocate_ui_with_layout(vec2(part, ui.available_height()), Layout::left_to_right(Align::Center), |ui| {
                tokens_ui(ui, ctx, Axis::Target, "strip-target", &prepared.target_labels);
            });
        }
        if sizes > 0.0 {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if sizes == SIZES {
                    sizes_ui(ui, ctx);
                } else {
                    gathered_ui(ui, ctx);
                }
            });
        }
    });
}

/// The sizes behind one button. A click on one of them leaves it open, since more than one may be changed.
fn gathered_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let words = RichText::new(format!("{} ▾", ctx.locale.text("strip-sizes"))).font(text::body());
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    MenuButton::new(words).config(config).ui(ui, |ui| {
        // Fields that are typed in have their frames, in a menu, too.
        ui.reset_style();
        let line = vec2(SIZES, space::CONTROL_HEIGHT);
        ui.allocate_ui_with_layout(line, Layout::right_to_left(Align::Center), |ui| sizes_ui(ui, ctx));
    });
}

/// The sizes changed most, from right to left; all others are in the drawer.
fn sizes_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let before = ctx.lab.document().experiment().model.clone();
    let mut model = before.clone();
    let subject = model.subject;
    let size = |ui: &mut Ui, sign: &str, name: &str, value: &mut usize| {
        let name = ctx.locale.text(name);
        whole_digits(ui, &name, value, 0..=LARGEST, 0.1).accessible_name(name);
        ui.label(RichText::new(sign).font(text::small()).color(palette(ui).text3));
    };
    let causal = if subject.has_decoder() { &mut model.masks.decoder_self } else { &mut model.masks.encoder_self };
    if !matches!(subject, Subject::Norm | Subject::FeedForward) {
        let mut on = causal.contains(&Mask::Causal);
        if toggle(ui, &ctx.locale.text("strip-causal"), &mut on).changed() {
            causal.retain(|mask| *mask != Mask::Causal);
            if on {
                causal.push(Mask::Causal);
            }
        }
    }
    if subject.has_decoder() {
        size(ui, if subject.has_encoder() { "+" } else { "N" }, "drawer-decoder-blocks", &mut model.decoder_blocks);
    }
    if subject.has_encoder() {
        size(ui, "N", "drawer-encoder-blocks", &mut model.encoder_blocks);
    }
    if subject.has_heads() {
        size(ui, "h", "drawer-heads", &mut model.heads);
    }
    if subject != Subject::Attention {
        size(ui, "d_model", "drawer-d-model", &mut model.d_model);
    }
    if model != before {
        ctx.send(Command::SetModel(Box::new(model)));
    }
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
