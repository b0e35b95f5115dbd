//! The seed of what is drawn, and the way back from changed weights.

use eframe::egui::{RichText, Ui};

use crate::lab::Command;
use crate::ui::context::Context;
use crate::ui::controls::{Button, IntegerField, section};
use crate::ui::theme::{palette, space, text};
use crate::ui::views::View;

/// Draws the seed, and how many weights were changed, with a way to them and a way back.
pub fn weights_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    section(ui, &ctx.locale.text("drawer-weights"));
    let mut seed = usize::try_from(ctx.lab.document().experiment().weights.seed).unwrap_or(usize::MAX);
    if ui.add(IntegerField::new(&ctx.locale.text("drawer-seed"), &mut seed, 0..=usize::MAX)).changed() {
        ctx.send(Command::Reseed(seed as u64));
    }
    let changed = ctx.lab.document().changed_weights();
    if let Some(&first) = changed.first() {
        let said = ctx.locale.with("drawer-changed", &[("count", changed.len().into())]);
        ui.label(RichText::new(said).font(text::body()).color(palette(ui).text2));
        ui.horizontal_wrapped(|ui| {
            if ui.add(Button::secondary(&ctx.locale.text("drawer-show-changed"))).clicked() {
                ctx.send(Command::Select(first));
                ctx.open(View::Weights);
            }
            if ui.add(Button::secondary(&ctx.locale.text("drawer-restore"))).clicked() {
                ctx.send(Command::RestoreAllWeights);
            }
        });
    }
    ui.add_space(space::LARGE);
}
