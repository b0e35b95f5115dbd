//! How large values and gradients are from block to block.

use eframe::egui::{RichText, Ui};

use super::go;
use crate::graph::{Quantity, Scope};
use crate::lab::Differentiated;
use crate::transformer::BlockNorms;
use crate::ui::context::Context;
use crate::ui::controls::section;
use crate::ui::theme::{palette, text};
use crate::ui::widgets::{NormRow, NormScale, norm_bars};
use crate::ui::{describe, gradients};

/// Whether there are blocks to be measured.
pub fn has_blocks(ctx: &Context<'_>) -> bool {
    ctx.lab.slopes().last().is_some_and(|last| !last.gradients.blocks.is_empty())
}

/// Draws a bar a block; a click goes to its output.
pub fn blocks_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let Some(Differentiated { gradients, .. }) = ctx.lab.slopes().last().cloned() else { return };
    section(ui, &ctx.locale.text("gradient-blocks"));
    let titles = [ctx.locale.text("gradient-norm-value"), ctx.locale.text("gradient-norm-gradient")];
    let columns = [titles[0].as_str(), titles[1].as_str()];
    let rows = rows(ctx, &gradients.blocks);
    let shown: Vec<NormRow> = rows.iter().map(|(row, _)| row.clone()).collect();
    let clicked = norm_bars(ui, &columns, &shown, ctx.signed(1.0), &gradients::digits);
    if let Some((_, Some(block))) = clicked.and_then(|index| rows.get(index))
        && let Some(output) = ctx.prepared().graph.find(block.at(Quantity::Output))
    {
        go(ctx, output, None);
    }
    let logarithmic: Vec<&str> = columns
        .iter()
        .enumerate()
        .filter(|(column, _)| NormScale::of_column(&shown, *column).is_logarithmic())
        .map(|(_, title)| *title)
        .collect();
    let small = |ui: &mut Ui, told: String| ui.label(RichText::new(told).font(text::small()).color(palette(ui).text3));
    if !logarithmic.is_empty() {
        small(ui, ctx.locale.with("gradient-logarithmic", &[("columns", logarithmic.join(", ").into())]));
    }
    small(ui, ctx.locale.text("gradient-blocks-meaning"));
}

/// A row a block, under the name of its stack where there are several.
fn rows(ctx: &Context<'_>, blocks: &[BlockNorms]) -> Vec<(NormRow, Option<Scope>)> {
    let stacks = blocks.iter().filter_map(|norms| norms.block.stack);
    let several = stacks.clone().any(|stack| Some(stack) != stacks.clone().next());
    let mut rows = Vec::new();
    let mut last = None;
    for norms in blocks {
        let stack = norms.block.stack;
        if several && stack != last {
            let name = describe::place(ctx.locale, Scope { block: None, ..norms.block });
            rows.push((NormRow { spoken: name.clone(), name, sizes: Vec::new() }, None));
        }
        last = stack;
        let [activation, gradient] = [norms.activation, norms.gradient].map(gradients::digits);
        let block = describe::place(ctx.locale, norms.block);
        let arguments = [("block", block.into()), ("activation", activation.into()), ("gradient", gradient.into())];
        let name = describe::place(ctx.locale, Scope { stack: None, ..norms.block });
        let spoken = ctx.locale.with("gradient-block", &arguments);
        rows.push((NormRow { name, spoken, sizes: vec![norms.activation, norms.gradient] }, Some(norms.block)));
    }
    rows
}
