//! What stands where there is nothing to show yet, or nothing to show at all.

use std::cell::OnceCell;
use std::sync::Arc;

use eframe::egui::{RichText, Ui};

use crate::experiment::{Experiment, presets};
use crate::lab::Command;
use crate::transformer::Subject;
use crate::ui::context::Context;
use crate::ui::controls::{Button, Notice, TokenChip, notice, prose};
use crate::ui::theme::{palette, space, text};

/// What is kept between frames: examples, looked up once.
#[derive(Default)]
pub struct MissingState {
    examples: OnceCell<Vec<Example>>,
}

/// A preset that has what is missing here.
type Example = (&'static str, Arc<Experiment>);

/// The first preset of each of two kinds that generates.
fn examples() -> Vec<Example> {
    let first = |subject: Subject| {
        let read = presets().iter().filter_map(|preset| Some((preset.name, preset.experiment().ok()?)));
        let mut generating = read.filter(|(_, experiment)| experiment.decoding.is_some());
        generating.find(|(_, experiment)| experiment.model.subject == subject)
    };
    [Subject::EncoderDecoder, Subject::Decoder].into_iter().filter_map(first).collect()
}

/// Says in a sentence what is missing, and offers experiments that have it.
pub fn missing_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &MissingState, why: &str) {
    notice(ui, Notice::Hint, why);
    ui.add_space(space::SMALL);
    prose(ui, &ctx.locale.text("generate-needs"));
    ui.add_space(space::SMALL);
    ui.horizontal_wrapped(|ui| {
        for (name, experiment) in state.examples.get_or_init(examples) {
            let open = ctx.locale.with("generate-open", &[("name", ctx.title(experiment).into())]);
            if ui.add(Button::secondary(&open)).clicked() {
                ctx.send(Command::OpenPreset(name));
            }
        }
    });
}

/// Before the first step: what will be done, and with which tokens.
pub fn beginning_ui(ui: &mut Ui, ctx: &Context<'_>) {
    let p = palette(ui);
    let prepared = ctx.lab.prepared();
    ui.horizontal_wrapped(|ui| {
        for (position, word) in prepared.target_labels.iter().enumerate() {
            ui.add(TokenChip::new(position, word, false));
        }
        ui.label(RichText::new("→  ?").font(text::body()).color(p.text3));
    });
    ui.add_space(space::LARGE);
    for (number, key) in ["generate-how-read", "generate-how-scores", "generate-how-pick", "generate-how-again"].into_iter().enumerate() {
        ui.horizontal(|ui| {
            ui.label(RichText::new((number + 1).to_string()).font(text::digits()).color(p.text3));
            ui.label(RichText::new(ctx.locale.text(key)).font(text::body()).color(p.text2));
        });
    }
    ui.add_space(space::SMALL);
    ui.label(RichText::new(ctx.locale.text("generate-begin")).font(text::strong()).color(p.text));
}
