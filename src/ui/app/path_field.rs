//! A plain field for the name of a file, where the system has no dialog for it.

use std::path::PathBuf;

use eframe::egui::{Key, Modal, RichText, Ui, vec2};

use super::{Dialog, Id, frame};
use crate::ui::context::Context;
use crate::ui::controls::{Button, TextField};
use crate::ui::theme::{palette, space, text};

const WIDTH: f32 = 560.0;

/// What is asked for, and what was typed.
#[derive(Debug)]
pub struct PathField {
    dialog: Dialog,
    typed: String,
    /// Whether it was drawn before: at first the field takes the keyboard.
    seen: bool,
}

impl PathField {
    /// The field for a dialog that was not shown, with the folder one is in.
    pub fn new(dialog: Dialog) -> Self {
        let here = std::env::current_dir().unwrap_or_default().join(dialog.name());
        Self { dialog, typed: here.display().to_string(), seen: false }
    }
}

/// Draws the field. What was entered, and whether it stays open.
pub fn path_field_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut PathField) -> (Option<(Dialog, PathBuf)>, bool) {
    let (mut entered, mut open) = (false, true);
    let modal = Modal::new(Id::unique("path")).frame(frame::over(ui)).show(ui.ctx(), |ui| {
        let width = frame::room_over(ui, vec2(WIDTH, 0.0)).x;
        ui.set_width(width);
        let title = ctx.locale.text(if state.dialog.reads() { "path-open" } else { "path-save" });
        ui.label(RichText::new(title).font(text::title()).color(palette(ui).text));
        ui.label(RichText::new(ctx.locale.text("path-why")).font(text::body()).color(palette(ui).text2));
        ui.add_space(space::SMALL);
        let field = ui.add(TextField::new("", &mut state.typed, width)).accessible_name(ctx.locale.text("path-field"));
        entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if !std::mem::replace(&mut state.seen, true) {
            field.request_focus();
        }
        ui.add_space(space::MEDIUM);
        ui.horizontal(|ui| {
            entered |= ui.add(Button::primary(&ctx.locale.text("path-enter"))).clicked();
            open &= !ui.add(Button::secondary(&ctx.locale.text("path-cancel"))).clicked();
        });
    });
    let entered = (entered && !state.typed.trim().is_empty()).then(|| (state.dialog.clone(), PathBuf::from(state.typed.trim())));
    let open = open && entered.is_none() && !frame::escaped(&modal);
    (entered, open)
}
