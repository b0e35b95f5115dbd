//! Generate: token by token, with what was likely and what was picked.

use eframe::egui::Ui;

use crate::ui::context::Context;

/// What the view keeps between frames.
#[derive(Default)]
pub struct GenerateState;

/// Draws the view.
pub fn generate_ui(_: &mut Ui, _: &mut Context<'_>, _: &mut GenerateState) {}
