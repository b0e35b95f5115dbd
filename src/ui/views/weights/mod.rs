//! Weights: every matrix and bias, to read and to write.

use eframe::egui::Ui;

use crate::ui::context::Context;

/// What the view keeps between frames.
#[derive(Default)]
pub struct WeightsState;

/// Draws the view.
pub fn weights_ui(_: &mut Ui, _: &mut Context<'_>, _: &mut WeightsState) {}
