//! One head's map, large, and the lines of the chosen query.

use std::rc::Rc;

use eframe::egui::{CentralPanel, RichText, ScrollArea, Ui, vec2};

use super::{AttentionState, Maps};
use crate::graph::NodeId;
use crate::lab::{Axis, Command, axes};
use crate::ui::app::frame;
use crate::ui::context::{Context, Look};
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{AttentionMap, AttentionWords, Cell, Cells, Colouring, Labels, TokenArcs};

/// Height of the lines between tokens.
const LINES: f32 = 132.0;

/// Draws the large map.
pub fn large_ui(ui: &mut Ui, ctx: &mut Context<'_>, maps: &Maps, state: &mut AttentionState) {
    CentralPanel::no_frame().show(ui, |ui| {
        frame::stage(ui).show(ui, |ui| {
            ui.take_available_space();
            let Some(id) = maps.node(state.head) else { return };
            heading_ui(ui, ctx, state);
            let looks: Vec<Rc<Look>> = if state.mean {
                maps.layer(state.head.layer).iter().filter_map(|&id| ctx.look(id)).collect()
            } else {
                ctx.look(id).into_iter().collect()
            };
            let Some(first) = looks.first().cloned() else { return };
            let cells = if looks.len() == 1 { first.cells() } else { mean(&first, &looks) };
            let (rows, columns) = axes(ctx.prepared(), id);
            let chosen = chosen(ctx, id, state.mean);
            map_ui(ui, ctx, state, id, cells.clone(), (rows, columns), chosen);
            ui.add_space(space::MEDIUM);
            lines_ui(ui, ctx, id, &cells, (rows, columns), chosen);
        });
    });
}

fn heading_ui(ui: &mut Ui, ctx: &Context<'_>, state: &AttentionState) {
    let p = palette(ui);
    let number = |n: usize| (n + 1).to_string();
    let heading = if state.mean {
        ctx.locale.with("attention-heading-mean", &[("layer", number(state.head.layer).into())])
    } else {
        ctx.locale.with("attention-heading", &[("layer", number(state.head.layer).into()), ("head", number(state.head.head).into())])
    };
    ui.label(RichText::new(heading).font(text::title()).color(p.text));
    ui.label(RichText::new(ctx.locale.text("attention-question")).font(text::body()).color(p.text2));
    ui.add_space(space::MEDIUM);
}

/// The mean of several maps, cell by cell.
fn mean<'a>(first: &'a Look, looks: &'a [Rc<Look>]) -> Cells<'a> {
    let shape = first.matrix.shape();
    let at = move |row, column| {
        let cell = crate::graph::Cell::new(row, column);
        looks.iter().map(|look| look.matrix.at(cell)).sum::<f64>() / looks.len() as f64
    };
    let cells = Cells::new(shape.rows, shape.columns, at).revision(first.revision ^ (1 << 62));
    first.with_mask(cells)
}

fn chosen(ctx: &Context<'_>, id: NodeId, mean: bool) -> Option<Cell> {
    let site = ctx.prepared().graph.node(id).site;
    let selection = ctx.lab.selection();
    let here = mean || selection.site == Some(site);
    selection.cell.filter(|_| here).map(|cell| Cell::new(cell.row, cell.column))
}

fn map_ui(
    ui: &mut Ui,
    ctx: &mut Context<'_>,
    state: &mut AttentionState,
    id: NodeId,
    cells: Cells<'_>,
    (rows, columns): (Axis, Axis),
    chosen: Option<Cell>,
) {
    let text = |key| ctx.locale.text(key);
    let (name, queries, keys) = (text("view-attention"), text("attention-queries"), text("attention-keys"));
    let (sum, legend, masked, part) = (text("attention-sum"), text("legend-weight"), text("cell-masked"), text("grid-part"));
    let words = AttentionWords { name: &name, queries: &queries, keys: &keys, sum: &sum, legend: &legend, masked: &masked, part: &part };
    let labels = |axis: Axis| {
        let prepared = ctx.prepared().clone();
        Labels::Named(Rc::new(move |index| axis.label(&prepared, index)))
    };
    let decimals = ctx.prepared().experiment.decimals;
    let digits = move |value: f64| numbers::fixed(value, decimals.unwrap_or(numbers::DECIMALS));
    let colouring = Colouring { scale: state.scale, map: ctx.map };
    let (row_labels, column_labels) = (labels(rows), labels(columns));
    let room = vec2(ui.available_width(), (ui.available_height() - LINES).max(160.0));
    let output = ui
        .allocate_ui(room, |ui| {
            AttentionMap::new("map", cells, row_labels, column_labels, words, digits)
                .colouring(colouring)
                .chosen(chosen)
                .show(ui, &mut state.grid)
        })
        .inner;
    let site = ctx.prepared().graph.node(id).site;
    if let Some(cell) = output.chosen {
        ctx.send(Command::Select(site));
        ctx.send(Command::SelectCell(Some(crate::graph::Cell::new(cell.row, cell.column))));
    } else if output.released {
        ctx.send(Command::SelectCell(None));
    }
}

/// Lines from the chosen query to the keys it looks at.
fn lines_ui(ui: &mut Ui, ctx: &mut Context<'_>, id: NodeId, cells: &Cells<'_>, (rows, columns): (Axis, Axis), chosen: Option<Cell>) {
    let prepared = ctx.prepared().clone();
    let names = |axis: Axis, count: usize| -> Vec<String> { (0..count).map(|index| axis.label(&prepared, index)).collect() };
    let (queries, keys) = (names(rows, cells.rows()), names(columns, cells.columns()));
    let query = chosen.map_or(cells.rows().saturating_sub(1), |cell| cell.row.min(cells.rows().saturating_sub(1)));
    let weights = |key: usize| cells.value(Cell::new(query, key));
    let digits = |value: f64| numbers::percent(value);
    let name = ctx.locale.text("attention-lines");
    let mut picked = None;
    ScrollArea::horizontal().id_salt("lines").show(ui, |ui| {
        let mut arcs = TokenArcs::new("arcs", &name, &keys, query, &weights, &digits);
        if rows != columns {
            arcs = arcs.queries(&queries);
        }
        picked = arcs.show(ui).chosen;
    });
    if let Some(query) = picked {
        let column = chosen.map_or(0, |cell| cell.column);
        ctx.send(Command::Select(prepared.graph.node(id).site));
        ctx.send(Command::SelectCell(Some(crate::graph::Cell::new(query, column))));
    }
}
