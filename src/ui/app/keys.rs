//! The list of keys: those of the actions, and those that views have of their own.

use eframe::egui::{Modal, RichText, ScrollArea, Ui, vec2};

use super::action::keys_in_words;
use super::{Action, Id, frame};
use crate::ui::context::Context;
use crate::ui::controls::{Button, section};
use crate::ui::theme::{palette, space, text};

/// Keys of views: how they are written, and what they do.
const OF_VIEWS: [(&str, &str); 8] = [
    ("← →", "keys-step"),
    ("↑ ↓ ← →", "keys-cell"),
    ("Space", "keys-play"),
    ("Enter", "keys-edit"),
    ("Esc", "keys-release"),
    ("Tab", "keys-next"),
    ("Ctrl+C", "keys-copy"),
    ("Ctrl+V", "keys-paste"),
];
const WIDTH: f32 = 520.0;
const HEIGHT: f32 = 460.0;
/// Room for the title above the list, and the button under it.
const AROUND: f32 = 88.0;

/// Draws the list; whether it stays open.
pub fn keys_ui(ui: &mut Ui, ctx: &Context<'_>) -> bool {
    let mut open = true;
    let modal = Modal::new(Id::unique("keys")).frame(frame::over(ui)).show(ui.ctx(), |ui| {
        let room = frame::room_over(ui, vec2(WIDTH, HEIGHT + AROUND));
        ui.set_width(room.x);
        ui.label(RichText::new(ctx.locale.text("action-keys")).font(text::title()).color(palette(ui).text));
        ui.add_space(space::SMALL);
        ScrollArea::vertical().auto_shrink(false).max_height(room.y - AROUND).show(ui, |ui| {
            section(ui, &ctx.locale.text("keys-everywhere"));
            for action in Action::all() {
                if let Some(keys) = action.shortcut_text(ui.ctx(), ctx.locale) {
                    row_ui(ui, &keys, &action.name(ctx.locale));
                }
            }
            ui.add_space(space::MEDIUM);
            section(ui, &ctx.locale.text("keys-views"));
            for (keys, what) in OF_VIEWS {
                row_ui(ui, &keys_in_words(ctx.locale, keys), &ctx.locale.text(what));
            }
        });
        ui.add_space(space::SMALL);
        if ui.add(Button::primary(&ctx.locale.text("keys-close"))).clicked() {
            open = false;
        }
    });
    open && !modal.should_close()
}

fn row_ui(ui: &mut Ui, keys: &str, what: &str) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(space::STEP_LIST - space::XXL, space::PROPERTY_ROW), eframe::egui::Sense::hover());
        let at = rect.left_center();
        ui.painter().text(at, eframe::egui::Align2::LEFT_CENTER, keys, text::digits(), palette(ui).text);
        ui.label(RichText::new(what).font(text::body()).color(palette(ui).text2));
    });
}
