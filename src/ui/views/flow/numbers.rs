//! The numbers of a value in its box: digits with the names of rows and columns, as soon as each cell has room.

use std::rc::Rc;

use eframe::egui::{Rect, Ui};

use super::canvas::Scene;
use crate::graph::NodeId;
use crate::lab::axes;
use crate::ui::context::Context;
use crate::ui::describe;
use crate::ui::numbers;
use crate::ui::views::steps::digits;
use crate::ui::widgets::grid::Geometry;
use crate::ui::widgets::{Cell, Labels, MaskedText, MatrixView};

/// Draws the numbers of a value where they find room. Where they lie, if they do.
pub fn numbers_ui(ui: &Ui, ctx: &Context<'_>, scene: &Scene<'_>, id: NodeId, place: Rect) -> Option<Geometry> {
    let decimals = ctx.decimals();
    // More decimals than usual give way before the digits do.
    let tried = [decimals, decimals.min(numbers::DECIMALS)];
    tried.into_iter().find_map(|decimals| matrix(ctx, scene, id, decimals)?.paint_within(ui, place, scene.stage))
}

/// A value with its digits and the names of its rows and columns, if it is at hand.
pub fn matrix<'a>(ctx: &Context<'_>, scene: &Scene<'a>, id: NodeId, decimals: usize) -> Option<MatrixView<'a>> {
    let prepared = scene.prepared;
    let look = scene.values.look(id)?;
    let node = prepared.graph.node(id);
    let probability = describe::is_probability(node.site);
    let (rows, columns) = axes(prepared, id);
    let selection = ctx.lab.selection();
    let chosen = selection.cell.filter(|_| selection.site == Some(node.site)).map(|cell| Cell::new(cell.row, cell.column));
    let named = |axis: crate::lab::Axis| Labels::Named(Rc::new(move |index| axis.label(prepared, index)));
    let matrix = MatrixView::new(("numbers", id), "", look.cells())
        .masked(MaskedText { written: if probability { "" } else { numbers::MINUS_INFINITY }, spoken: numbers::MASKED })
        .hue(describe::hue(node.site))
        .row_labels(named(rows))
        .column_labels(named(columns))
        .colouring(scene.values.colouring(ctx, prepared, id))
        .digits(move |value| digits(value, decimals, false))
        .chosen(chosen);
    Some(matrix)
}
