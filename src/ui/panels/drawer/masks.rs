//! Masks: the kinds that hide keys, and the one painted by hand.

use std::rc::Rc;
use std::sync::Arc;

use eframe::egui::Ui;

use super::{formula, formulas};
use crate::graph::{Op, Part, Quantity, Visibility};
use crate::lab::{Attention, Axis, Command, axes};
use crate::transformer::{Mask, Masks, Subject, visibility};
use crate::ui::context::Context;
use crate::ui::controls::{Button, IntegerField, TokenChip, section, toggle};
use crate::ui::theme::space;
use crate::ui::widgets::{Cell, Labels, MaskCell, MaskPainter, MaskPainterState, MaskWords};

/// Keys that can be hidden by a click; more are painted.
const KEYS: usize = 64;

/// What is kept between frames.
#[derive(Default)]
pub struct MasksState {
    painters: [MaskPainterState; 3],
}

/// Draws the masks of each attention that the model has.
pub fn masks_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut MasksState) {
    let experiment = ctx.lab.document().experiment().clone();
    let subject = experiment.model.subject;
    let alone = matches!(subject, Subject::Attention | Subject::MultiHeadAttention);
    let kinds = [
        (Attention::Encoder, subject.has_encoder() || alone, "masks-encoder"),
        (Attention::Decoder, subject.has_decoder(), "masks-decoder"),
        (Attention::Cross, matches!(subject, Subject::EncoderDecoder | Subject::DecoderWithMemory), "masks-cross"),
    ];
    for (index, (attention, _, name)) in kinds.into_iter().enumerate().filter(|(_, (_, there, _))| *there) {
        let key = if alone { "masks-alone" } else { name };
        section(ui, &ctx.locale.text(key));
        ui.push_id(index, |ui| list_ui(ui, ctx, attention, list(&experiment.model.masks, attention), &mut state.painters[index]));
        ui.add_space(space::SMALL);
    }
}

fn list(masks: &Masks, attention: Attention) -> &[Mask] {
    match attention {
        Attention::Encoder => &masks.encoder_self,
        Attention::Decoder => &masks.decoder_self,
        Attention::Cross => &masks.cross,
    }
}

fn list_ui(ui: &mut Ui, ctx: &mut Context<'_>, attention: Attention, masks: &[Mask], painter: &mut MaskPainterState) {
    let mut changed = masks.to_vec();
    let mut causal = masks.contains(&Mask::Causal);
    if toggle(ui, &ctx.locale.text("mask-causal"), &mut causal).changed() {
        set(&mut changed, causal, Mask::Causal);
    }
    let mut padding = masks.contains(&Mask::Padding);
    if toggle(ui, &ctx.locale.text("mask-padding"), &mut padding).changed() {
        set(&mut changed, padding, Mask::Padding);
    }
    window_ui(ui, ctx, masks, &mut changed);
    hidden_ui(ui, ctx, attention, masks, &mut changed);
    formula(ui, ctx, formulas::seen(&changed));
    painted_ui(ui, ctx, attention, masks, &mut changed, painter);
    if changed != masks {
        ctx.send(Command::SetMasks(attention, changed));
    }
}

fn set(masks: &mut Vec<Mask>, wanted: bool, mask: Mask) {
    masks.retain(|other| *other != mask);
    if wanted {
        masks.push(mask);
    }
}

fn window_ui(ui: &mut Ui, ctx: &Context<'_>, masks: &[Mask], changed: &mut Vec<Mask>) {
    let window = masks.iter().find_map(|mask| match mask {
        Mask::Window { before, after } => Some((*before, *after)),
        _ => None,
    });
    let mut on = window.is_some();
    let (mut before, mut after) = window.unwrap_or((1, 1));
    toggle(ui, &ctx.locale.text("mask-window"), &mut on);
    if on {
        ui.add(IntegerField::new(&ctx.locale.text("mask-before"), &mut before, 0..=100_000));
        ui.add(IntegerField::new(&ctx.locale.text("mask-after"), &mut after, 0..=100_000));
    }
    if on.then_some((before, after)) != window {
        changed.retain(|mask| !matches!(mask, Mask::Window { .. }));
        if on {
            changed.push(Mask::Window { before, after });
        }
    }
}

/// Single keys that are hidden from everyone, by their numbers.
fn hidden_ui(ui: &mut Ui, ctx: &Context<'_>, attention: Attention, masks: &[Mask], changed: &mut Vec<Mask>) {
    let Some(place) = Place::of(ctx, attention) else { return };
    let hidden: Vec<usize> =
        masks.iter().filter_map(|mask| if let Mask::Hidden(keys) = mask { Some(keys) } else { None }).flatten().copied().collect();
    let mut on = !hidden.is_empty();
    if toggle(ui, &ctx.locale.text("mask-keys"), &mut on).changed() {
        changed.retain(|mask| !matches!(mask, Mask::Hidden(_)));
        if on {
            changed.push(Mask::Hidden(vec![0]));
        }
    }
    if !on {
        return;
    }
    let mut keys = hidden.clone();
    ui.horizontal_wrapped(|ui| {
        for key in 0..place.keys.min(KEYS) {
            let label = place.columns.label(ctx.lab.prepared(), key);
            let there = keys.contains(&key);
            if ui.add(TokenChip::new(key, &label, there)).clicked() {
                if there {
                    keys.retain(|other| *other != key);
                } else {
                    keys.push(key);
                }
            }
        }
    });
    if keys != hidden {
        keys.sort_unstable();
        changed.retain(|mask| !matches!(mask, Mask::Hidden(_)));
        if !keys.is_empty() {
            changed.push(Mask::Hidden(keys));
        }
    }
}

/// The painter: what the other masks hide is fixed, the rest is painted.
fn painted_ui(
    ui: &mut Ui,
    ctx: &mut Context<'_>,
    attention: Attention,
    masks: &[Mask],
    changed: &mut Vec<Mask>,
    state: &mut MaskPainterState,
) {
    let Some(place) = Place::of(ctx, attention) else { return };
    let painted = masks.iter().any(|mask| matches!(mask, Mask::Painted(_)));
    if !painted {
        if ui.add(Button::secondary(&ctx.locale.text("mask-paint"))).clicked() {
            changed.push(Mask::paint(&Visibility::from_elem((place.queries, place.keys), true)));
        }
        return;
    }
    let others: Vec<Mask> = masks.iter().filter(|mask| !matches!(mask, Mask::Painted(_))).cloned().collect();
    let own: Vec<Mask> = masks.iter().filter(|mask| matches!(mask, Mask::Painted(_))).cloned().collect();
    let fixed = visibility(&others, place.queries, place.keys, &place.padding).ok().flatten();
    let Some(by_hand) = visibility(&own, place.queries, place.keys, &[]).ok().flatten() else { return };
    let seen = |mask: &Option<Arc<Visibility>>, cell: Cell| {
        mask.as_ref().is_none_or(|mask| mask.get((cell.row, cell.column)).is_some_and(|&seen| seen))
    };
    let (of_fixed, of_hand) = (fixed.clone(), Some(Arc::clone(&by_hand)));
    let state_of = move |cell: Cell| match (seen(&of_fixed, cell), seen(&of_hand, cell)) {
        (false, _) => MaskCell::Fixed,
        (true, true) => MaskCell::Visible,
        (true, false) => MaskCell::Hidden,
    };
    let text = |key| ctx.locale.text(key);
    let (name, queries, keys) = (text("mask-painter"), text("attention-queries"), text("attention-keys"));
    let (visible, hidden, fixed_word, part) = (text("mask-visible"), text("mask-hidden"), text("mask-fixed"), text("grid-part"));
    let words =
        MaskWords { name: &name, queries: &queries, keys: &keys, visible: &visible, hidden: &hidden, fixed: &fixed_word, part: &part };
    let labels = |axis: Axis| {
        let prepared = ctx.lab.prepared().clone();
        Labels::Named(Rc::new(move |index| axis.label(&prepared, index)))
    };
    let output = MaskPainter::new("painter", [place.queries, place.keys], state_of, labels(place.rows), labels(place.columns), words)
        .show(ui, state);
    if !output.changes.is_empty() {
        let mut drawn = Visibility::clone(&by_hand);
        for (cell, visible) in output.changes {
            if let Some(place) = drawn.get_mut((cell.row, cell.column)) {
                *place = visible;
            }
        }
        changed.retain(|mask| !matches!(mask, Mask::Painted(_)));
        changed.push(Mask::paint(&drawn));
    }
    if ui.add(Button::secondary(&ctx.locale.text("mask-unpaint"))).clicked() {
        changed.retain(|mask| !matches!(mask, Mask::Painted(_)));
    }
}

/// The scores that a mask is laid on.
struct Place {
    queries: usize,
    keys: usize,
    rows: Axis,
    columns: Axis,
    padding: Vec<bool>,
}

impl Place {
    /// The first attention of its kind in the open model.
    fn of(ctx: &Context<'_>, attention: Attention) -> Option<Self> {
        let prepared = ctx.lab.prepared();
        let part = match attention {
            Attention::Cross => [Part::CrossAttention, Part::CrossAttention],
            Attention::Encoder | Attention::Decoder => [Part::SelfAttention, Part::Attention],
        };
        let decoder = attention != Attention::Encoder;
        let (id, node) = prepared.graph.nodes().find(|(_, node)| {
            let scope = node.site.scope;
            let in_decoder = scope.stack == Some(crate::graph::Stack::Decoder);
            node.site.quantity == Quantity::Weights
                && matches!(node.op, Op::Softmax(_))
                && scope.part.is_some_and(|own| part.contains(&own))
                && in_decoder == decoder
        })?;
        let (rows, columns) = axes(prepared, id);
        let padding = if columns == Axis::Target { prepared.feeds.target_padding.clone() } else { prepared.feeds.source_padding.clone() };
        Some(Self { queries: node.shape.rows, keys: node.shape.columns, rows, columns, padding })
    }
}
