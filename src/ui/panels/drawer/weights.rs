//! The seed of what is drawn, and which weights were changed.

use eframe::egui::Ui;

use crate::lab::{Command, changed_weights};
use crate::ui::context::Context;
use crate::ui::controls::{Button, IntegerField, section};
use crate::ui::theme::space;

/// Draws the seed and the changed weights, each with a way back.
pub fn weights_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    section(ui, &ctx.locale.text("drawer-weights"));
    let experiment = ctx.lab.document().experiment().clone();
    let mut seed = usize::try_from(experiment.weights.seed).unwrap_or(usize::MAX);
    if ui.add(IntegerField::new(&ctx.locale.text("drawer-seed"), &mut seed, 0..=usize::MAX)).changed() {
        ctx.send(Command::Reseed(seed as u64));
    }
    for site in changed_weights(&ctx.lab.document().saved, &experiment) {
        let name = ctx.locale.with("drawer-restore", &[("site", site.to_string().into())]);
        if ui.add(Button::secondary(&name)).clicked() {
            ctx.send(Command::RestoreWeight(site));
        }
    }
    ui.add_space(space::LARGE);
}
