//! How large values and gradients are from block to block.

use eframe::egui::{RichText, Ui};

use super::go;
use crate::graph::Quantity;
use crate::lab::Differentiated;
use crate::ui::context::Context;
use crate::ui::controls::section;
use crate::ui::theme::{palette, text};
use crate::ui::widgets::{NormRow, NormScale, norm_bars};
use crate::ui::{describe, gradients};

/// ‖y‖ and ‖∂L/∂y‖.
const COLUMNS: [&str; 2] = ["‖y‖", "‖∂L/∂y‖"];

/// Whether there are blocks to be measured.
pub fn has_blocks(ctx: &Context<'_>) -> bool {
    ctx.lab.slopes().last().is_some_and(|last| !last.gradients.blocks.is_empty())
}

/// Draws a bar a block; a click goes to its output.
pub fn blocks_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let Some(Differentiated { gradients, .. }) = ctx.lab.slopes().last().cloned() else { return };
    section(ui, &ctx.locale.text("gradient-blocks"));
    let rows: Vec<NormRow> = gradients
        .blocks
        .iter()
        .map(|norms| {
            let name = describe::place(ctx.locale, norms.block);
            let [activation, gradient] = [norms.activation, norms.gradient].map(gradients::digits);
            let arguments = [("block", name.clone().into()), ("activation", activation.into()), ("gradient", gradient.into())];
            NormRow { spoken: ctx.locale.with("gradient-block", &arguments), name, sizes: vec![norms.activation, norms.gradient] }
        })
        .collect();
    if let Some(norms) = norm_bars(ui, &COLUMNS, &rows, ctx.signed(1.0), &gradients::digits).and_then(|index| gradients.blocks.get(index)) {
        let output = ctx.prepared().graph.find(norms.block.at(Quantity::Output));
        if let Some(output) = output {
            go(ctx, output, None);
        }
    }
    let logarithmic: Vec<&str> = (0..COLUMNS.len())
        .filter(|&column| NormScale::of(rows.iter().filter_map(move |row| row.sizes.get(column).copied())).is_logarithmic())
        .map(|column| COLUMNS[column])
        .collect();
    let small = |ui: &mut Ui, told: String| ui.label(RichText::new(told).font(text::small()).color(palette(ui).text3));
    if !logarithmic.is_empty() {
        small(ui, ctx.locale.with("gradient-logarithmic", &[("columns", logarithmic.join(", ").into())]));
    }
    small(ui, ctx.locale.text("gradient-blocks-meaning"));
}
