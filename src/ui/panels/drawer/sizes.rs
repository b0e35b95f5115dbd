//! What is built, and how large.

use eframe::egui::Ui;

use super::{formula, hint, in_stack, pick};
use crate::transformer::{Model, Precision, Subject};
use crate::ui::context::Context;
use crate::ui::controls::{IntegerField, section};
use crate::ui::numbers;
use crate::ui::widgets::Math;

/// Larger sizes are typed into the file.
const LARGEST: usize = 65_536;

/// Draws the choices.
pub fn sizes_ui(ui: &mut Ui, ctx: &mut Context<'_>, model: &mut Model) {
    section(ui, &ctx.locale.text("drawer-sizes"));
    pick(
        ui,
        ctx,
        "drawer-subject",
        &mut model.subject,
        &[
            (Subject::EncoderDecoder, "subject-encoder-decoder"),
            (Subject::Encoder, "subject-encoder"),
            (Subject::Decoder, "subject-decoder"),
            (Subject::DecoderWithMemory, "subject-decoder-memory"),
            (Subject::MultiHeadAttention, "subject-multi-head"),
            (Subject::Attention, "subject-attention"),
            (Subject::FeedForward, "subject-feed-forward"),
            (Subject::Norm, "subject-norm"),
        ],
    );
    let subject = model.subject;
    let size = |ui: &mut Ui, name: &str, value: &mut usize| {
        ui.add(IntegerField::new(&ctx.locale.text(name), value, 1..=LARGEST));
    };
    if subject != Subject::Attention {
        size(ui, "drawer-d-model", &mut model.d_model);
    }
    if subject.has_heads() {
        size(ui, "drawer-heads", &mut model.heads);
        // Where the width of a head is free, it stays so; elsewhere it follows d_model / heads until it is changed.
        let shared = model.d_model.checked_div(model.heads).unwrap_or(0);
        let mut d_k = model.d_k.unwrap_or(shared);
        size(ui, "drawer-d-k", &mut d_k);
        if d_k != model.d_k.unwrap_or(shared) {
            model.d_k = Some(d_k);
        }
        let mut d_v = model.d_v.unwrap_or(d_k);
        size(ui, "drawer-d-v", &mut d_v);
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
        ui.add(IntegerField::new(&ctx.locale.text("drawer-d-ff"), &mut model.d_ff, 1..=LARGEST));
    }
    if subject.has_encoder() {
        ui.add(IntegerField::new(&ctx.locale.text("drawer-encoder-blocks"), &mut model.encoder_blocks, 1..=LARGEST));
    }
    if subject.has_decoder() {
        ui.add(IntegerField::new(&ctx.locale.text("drawer-decoder-blocks"), &mut model.decoder_blocks, 1..=LARGEST));
    }
    pick(ui, ctx, "drawer-precision", &mut model.precision, &[(Precision::F32, "precision-f32"), (Precision::F64, "precision-f64")]);
    let parameters = ctx.lab.prepared().graph.parameters() as u64;
    hint(ui, &ctx.locale.with("drawer-parameters", &[("count", numbers::count(parameters).into())]));
}
