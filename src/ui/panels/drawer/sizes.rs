//! What is built, and how large.

use eframe::egui::Ui;

use super::{formula, hint, in_stack, pick};
use crate::cost::scores;
use crate::graph::Graph;
use crate::transformer::{Model, Subject};
use crate::ui::choices;
use crate::ui::context::Context;
use crate::ui::controls::{IntegerField, Stops, section};
use crate::ui::numbers;
use crate::ui::views::View;
use crate::ui::widgets::Math;

/// The largest size that a field takes; which of them can be, is told with a sentence.
pub const LARGEST: usize = 99_999_999;

/// Draws the choices.
pub fn sizes_ui(ui: &mut Ui, ctx: &mut Context<'_>, model: &mut Model) {
    section(ui, &ctx.locale.text("drawer-sizes"));
    pick(ui, ctx, "drawer-subject", &mut model.subject, &choices::SUBJECTS);
    let subject = model.subject;
    let size = |ui: &mut Ui, name: &str, value: &mut usize, stops: &[usize]| {
        let name = ctx.locale.text(name);
        ui.add(IntegerField::new(&name, value, 0..=LARGEST));
        if !stops.is_empty() {
            ui.add(Stops::new(&name, value, stops));
        }
    };
    if subject != Subject::Attention {
        let stops = widths(model);
        size(ui, "drawer-d-model", &mut model.d_model, &stops);
    }
    if subject.has_heads() {
        let stops = heads(model);
        size(ui, "drawer-heads", &mut model.heads, &stops);
        // Where the width of a head is free, it stays so; elsewhere it follows d_model / heads until it is changed.
        let shared = model.d_model.checked_div(model.heads).unwrap_or(0);
        let mut d_k = model.d_k.unwrap_or(shared);
        size(ui, "drawer-d-k", &mut d_k, &[]);
        if d_k != model.d_k.unwrap_or(shared) {
            model.d_k = Some(d_k);
        }
        let mut d_v = model.d_v.unwrap_or(d_k);
        size(ui, "drawer-d-v", &mut d_v, &[]);
        if d_v != model.d_v.unwrap_or(d_k) {
            model.d_v = Some(d_v);
        }
        let mut follows = model.d_k.is_none();
        super::switch(ui, ctx, "drawer-d-k-follows", &mut follows);
        match (follows, model.d_k) {
            (true, Some(_)) => (model.d_k, model.d_v) = (None, None),
            (false, None) => model.d_k = Some(shared.max(1)),
            _ => {}
        }
        let width = match model.d_k {
            None => format!("d_k = d_{{model}} / h = {shared}"),
            Some(d_k) => format!("d_k = {d_k}"),
        };
        formula(ui, ctx, [Math::written(&width)]);
    }
    if in_stack(model) || subject == Subject::FeedForward {
        let stops = FACTORS.map(|factor| factor * model.d_model);
        size(ui, "drawer-d-ff", &mut model.d_ff, &stops);
    }
    if subject.has_encoder() {
        size(ui, "drawer-encoder-blocks", &mut model.encoder_blocks, &BLOCKS);
    }
    if subject.has_decoder() {
        size(ui, "drawer-decoder-blocks", &mut model.decoder_blocks, &BLOCKS);
    }
    pick(ui, ctx, "drawer-precision", &mut model.precision, &choices::PRECISIONS);
    if !ctx.hides(View::Cost) {
        cost_ui(ui, ctx);
    }
}

/// Depths on the rail.
const BLOCKS: [usize; 9] = [1, 2, 3, 4, 6, 8, 12, 16, 24];
/// d_ff on the rail, in multiples of d_model.
const FACTORS: [usize; 5] = [1, 2, 3, 4, 8];

/// Widths on the rail: where d_k follows, those that the heads divide.
fn widths(model: &Model) -> Vec<usize> {
    let step = if model.d_k.is_none() && model.subject.has_heads() { model.heads } else { 1 };
    [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024]
        .into_iter()
        .filter(|width: &usize| width.is_multiple_of(step))
        .collect()
}

/// Heads on the rail: where d_k follows, those that divide d_model.
fn heads(model: &Model) -> Vec<usize> {
    (1..=64).filter(|&heads| model.d_k.is_some() || model.d_model.is_multiple_of(heads)).collect()
}

/// What the choices cost, and how much more or less than as the experiment was opened.
fn cost_ui(ui: &mut Ui, ctx: &Context<'_>) {
    let document = ctx.lab.document();
    let now = Cost::of(&document.prepared.graph);
    let before = Cost::of(&document.saved_prepared().graph);
    for (key, now, before) in [("drawer-parameters", now.parameters, before.parameters), ("drawer-scores", now.scores, before.scores)] {
        let mut said = ctx.locale.with(key, &[("count", numbers::count(now).into())]);
        if now != before {
            let sign = if now > before { "+" } else { "−" };
            said = format!("{said} ({sign}{})", numbers::count(now.abs_diff(before)));
        }
        hint(ui, &said);
    }
}

struct Cost {
    parameters: u64,
    /// Of all heads and layers together.
    scores: u64,
}

impl Cost {
    fn of(graph: &Graph) -> Self {
        Self { parameters: graph.parameters() as u64, scores: scores(graph).iter().map(|scores| scores.total() as u64).sum() }
    }
}
