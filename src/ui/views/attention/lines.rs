//! Lines from the chosen query to the keys that it looks at.

use eframe::egui::{ScrollArea, Ui};

use super::AttentionState;
use super::figure::Figure;
use crate::lab::{Axis, axes};
use crate::ui::context::Context;
use crate::ui::numbers;
use crate::ui::widgets::{Cell, TokenArcs};

/// Height of the lines between tokens, and what it takes to scroll along them.
pub const HEIGHT: f32 = 140.0;

/// Draws the lines of the chosen query, or of the last one.
pub fn lines_ui(ui: &mut Ui, ctx: &mut Context<'_>, figure: &Figure, state: &mut AttentionState, chosen: Option<Cell>) {
    let prepared = ctx.prepared().clone();
    let (rows, columns) = figure.axes;
    let cells = figure.numbers.cells();
    let names = |axis: Axis, count: usize| -> Vec<String> { (0..count).map(|index| axis.label(&prepared, index)).collect() };
    let (queries, keys) = (names(rows, cells.rows()), names(columns, cells.columns()));
    let last = cells.rows().saturating_sub(1);
    let query = chosen.map(|cell| cell.row).or_else(|| row_of_choice(ctx, figure)).map_or(last, |row| row.min(last));
    let weights = |key: usize| cells.value(Cell::new(query, key));
    let name = ctx.locale.text("attention-lines");
    let reveal = state.revealed != Some(query);
    state.revealed = Some(query);
    let (mut picked, width) = (None, ui.available_width());
    ScrollArea::horizontal().id_salt("lines").show(ui, |ui| {
        let mut arcs = TokenArcs::new("arcs", &name, &keys, query, &weights, &numbers::percent).reveal(reveal).within(width);
        if rows != columns {
            arcs = arcs.queries(&queries);
        }
        picked = arcs.show(ui).chosen;
    });
    if let Some(query) = picked {
        let column = chosen.map_or(0, |cell| cell.column);
        super::choose(ctx, state, figure.node, Some(crate::graph::Cell::new(query, column)));
    }
}

/// The query to which another chosen value belongs, where its rows are the same tokens.
fn row_of_choice(ctx: &Context<'_>, figure: &Figure) -> Option<usize> {
    let selection = ctx.lab.selection();
    let id = selection.site.and_then(|site| ctx.prepared().graph.find(site))?;
    let same = axes(ctx.prepared(), id).0 == figure.axes.0;
    selection.cell.filter(|_| same).map(|cell| cell.row)
}
