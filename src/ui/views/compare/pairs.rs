//! The list at the left: the shipped pairs by their questions, and any two experiments.

use eframe::egui::{Frame, Margin, ScrollArea, Ui};

use super::sides::Source;
use super::{Asked, CompareState};
use crate::experiment::comparison::PAIRS;
use crate::lab::{Lab, Origin};
use crate::ui::context::Context;
use crate::ui::controls::{ListRow, section};
use crate::ui::theme::space;

/// What each of the [`PAIRS`] answers, in their order.
const QUESTIONS: [&str; PAIRS.len()] = [
    "pair-positions-after",
    "pair-positions-none",
    "pair-heads-wide",
    "pair-norm-before",
    "pair-norm-none",
    "pair-residual-none",
    "pair-overflow-norms",
    "pair-overflow-softmax",
    "pair-divisor-none",
    "pair-divisor-number",
    "pair-mask-none",
    "pair-mask-cheating",
    "pair-decoding-beam",
    "pair-decoding-sampled",
    "pair-epsilon-beside",
    "pair-epsilon-none",
    "pair-cache-off",
];

/// The question of a pair.
pub fn question(ctx: &Context<'_>, pair: usize) -> String {
    QUESTIONS.get(pair).map_or_else(String::new, |key| ctx.locale.text(key))
}

/// The first pair that a preset is one of.
pub fn with(preset: &str) -> Option<usize> {
    PAIRS.iter().position(|(_, a, b)| *a == preset || *b == preset)
}

/// What a pair compares, by the measure that shows it.
pub fn asked(pair: usize) -> Option<Asked> {
    let (_, a, b) = PAIRS.get(pair)?;
    Some(Asked { pair: Some(pair), sides: [Source::Preset(a), Source::Preset(b)], measure: None })
}

/// The open experiment, and the preset that it is paired with, or else the first other one.
pub fn two(lab: &Lab) -> Asked {
    let open = match lab.document().origin() {
        Origin::Preset(name) => Some(*name),
        Origin::File(_) | Origin::Exercise { .. } => None,
    };
    let paired = open.and_then(with).and_then(|pair| PAIRS.get(pair)).map(|(_, a, b)| if Some(*a) == open { *b } else { *a });
    let other = || crate::experiment::presets().iter().map(|preset| preset.name).find(|name| Some(*name) != open);
    let other = paired.or_else(other).map_or(Source::Open, Source::Preset);
    Asked { pair: None, sides: [Source::Open, other], measure: None }
}

/// Draws the list; whether something of it was chosen.
pub fn pairs_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut CompareState) -> bool {
    let mut clicked = false;
    ScrollArea::vertical().id_salt("pairs").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        heading(ui, ctx, "compare-questions");
        for pair in 0..PAIRS.len() {
            let chosen = state.asked.as_ref().is_some_and(|asked| asked.pair == Some(pair));
            let question = question(ctx, pair);
            if ui.add(ListRow::new(&question, chosen)).on_hover_text(&question).clicked() {
                clicked = true;
                if !chosen {
                    state.ask(asked(pair));
                }
            }
        }
        ui.add_space(space::SMALL);
        heading(ui, ctx, "compare-own-pair");
        let chosen = state.asked.as_ref().is_some_and(|asked| asked.pair.is_none());
        if ui.add(ListRow::new(&ctx.locale.text("compare-any-two"), chosen)).clicked() {
            clicked = true;
            if !chosen {
                state.ask(Some(state.own.clone().unwrap_or_else(|| two(ctx.lab))));
            }
        }
    });
    clicked
}

fn heading(ui: &mut Ui, ctx: &Context<'_>, key: &str) {
    Frame::new().inner_margin(Margin::from(eframe::egui::vec2(space::SMALL, 0.0))).show(ui, |ui| section(ui, &ctx.locale.text(key)));
}
