//! Flow: the model as the paper draws it, from the graph.

use eframe::egui::Ui;

use crate::ui::context::Context;

/// What the view keeps between frames.
#[derive(Default)]
pub struct FlowState;

/// Draws the view.
pub fn flow_ui(_: &mut Ui, _: &mut Context<'_>, _: &mut FlowState) {}
