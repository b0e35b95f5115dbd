//! The sequence so far in a line: what was given, what was added, and why it ended.

use eframe::egui::{Align, Layout, RichText, ScrollArea, Ui, vec2};

use super::GenerateState;
use super::tokens::words;
use crate::lab::Generating;
use crate::transformer::decoding::Generation;
use crate::ui::context::Context;
use crate::ui::controls::TokenChip;
use crate::ui::theme::{palette, space, text};

/// Of a longer sequence only so many tokens are in the line.
const LAST: usize = 128;

/// In less width than this the tokens come first, and why they end is told by the last row.
const WIDE: f32 = 480.0;

/// Draws the line, with `note` at its end; a click on an added token chooses its step.
pub fn answer_ui(ui: &mut Ui, ctx: &Context<'_>, generating: &Generating, note: &str, state: &mut GenerateState) {
    let room = vec2(ui.available_width(), space::CONTROL_HEIGHT);
    ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
        ui.label(RichText::new(note).font(text::small()).color(palette(ui).text3));
        ui.with_layout(Layout::left_to_right(Align::Min), |ui| sequence_ui(ui, ctx, generating, state));
    });
}

fn sequence_ui(ui: &mut Ui, ctx: &Context<'_>, generating: &Generating, state: &mut GenerateState) {
    let p = palette(ui);
    let generated = generating.generated();
    let sequence = generated.generation.sequence();
    let looked_at = match &generated.generation {
        Generation::TokenByToken(steps) => state.tokens.step(steps).map(|step| generated.prompt + step),
        Generation::Beam(_) => None,
    };
    let wide = ui.available_width() >= WIDE;
    let mut chosen = None;
    ScrollArea::horizontal().id_salt("answer").stick_to_right(true).show(ui, |ui| {
        ui.horizontal(|ui| {
            let left_out = sequence.len().saturating_sub(LAST);
            if left_out > 0 {
                ui.label(RichText::new("…").font(text::body()).color(p.text3));
            }
            for (position, &token) in sequence.iter().enumerate().skip(left_out) {
                if position == generated.prompt {
                    ui.label(RichText::new("→").font(text::body()).color(p.text3));
                }
                let chip = ui.add(TokenChip::new(position, generated.name(token), looked_at == Some(position)));
                if chip.clicked() {
                    chosen = position.checked_sub(generated.prompt);
                }
            }
            if let Some(stop) = generated.stop.filter(|_| wide) {
                ui.add_space(space::SMALL);
                let why = words::stop(ctx, generated, stop, generating.config().max_new_tokens);
                ui.label(RichText::new(why).font(text::small()).color(p.text3));
            }
        });
    });
    if let (Some(step), Generation::TokenByToken(_)) = (chosen, &generated.generation) {
        state.tokens.choose(step);
    }
}
