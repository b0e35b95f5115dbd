//! Value by value: where two runs differ, and by how much in every cell.

use std::rc::Rc;
use std::sync::Arc;

use eframe::egui::{RichText, ScrollArea, Ui, UiBuilder, Vec2, pos2, vec2};

use super::comparing::{Both, Question, Values};
use super::{CompareState, names};
use crate::experiment::comparison::{SiteDifference, is_calculated};
use crate::graph::{Cell as At, Matrix};
use crate::lab::{Axis, axes};
use crate::ui::context::Context;
use crate::ui::controls::{Button, ListRow, Notice, notice};
use crate::ui::describe;
use crate::ui::numbers;
use crate::ui::theme::{CellSize, palette, space, text};
use crate::ui::widgets::{
    Arrangement, Block, Cell, Cells, Colouring, GridState, Labels, Linked, MaskedText, MatrixKind, MatrixView, Scale, Sign, Sizes, Source,
    TitlePlace, ValueLegend,
};

/// Width of the list, as a part of all, and its bounds.
const LIST: f32 = 0.34;
const NARROWEST: f32 = 200.0;
const WIDEST: f32 = 400.0;
/// Matrices of so many rows and columns are seen whole.
const WHOLE: usize = 24;
/// The least height of list and map.
const LOWEST: f32 = 320.0;

/// Draws the list of values that differ, and the chosen one.
pub fn values_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut CompareState, question: &Question, values: &Values, room: f32) {
    let Some(first) = values.sites.first() else {
        notice(ui, Notice::Right, &ctx.locale.text("compare-no-difference"));
        return;
    };
    let chosen = values.sites.iter().find(|site| Some(site.site) == state.site).unwrap_or(first);
    let size = vec2(ui.available_width(), room.max(LOWEST));
    let (rect, _) = ui.allocate_exact_size(size, eframe::egui::Sense::hover());
    let list = (LIST * size.x).clamp(NARROWEST, WIDEST);
    let mut left = rect;
    left.set_right(rect.left() + list);
    let mut right = rect;
    right.set_left(left.right() + space::XL);
    let mut list = ui.new_child(UiBuilder::new().max_rect(left).id_salt("sites"));
    list_ui(&mut list, ctx, state, values, chosen);
    let mut map = ui.new_child(UiBuilder::new().max_rect(right).id_salt("map"));
    map_ui(&mut map, ctx, state, question, values, chosen);
}

fn list_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut CompareState, values: &Values, chosen: &SiteDifference) {
    let (sites, prepared) = (&values.sites, &values.runs[0].prepared);
    let calculated = sites.iter().filter(|site| is_calculated(&prepared.graph, site.site)).count();
    let counts = [("calculated", calculated), ("given", sites.len() - calculated)];
    let heading = ctx.locale.with("compare-sites", &counts.map(|(name, count)| (name, numbers::count(count as u64).into())));
    ui.label(RichText::new(heading).font(text::small()).color(palette(ui).text3));
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.add_space(space::XS);
    ScrollArea::vertical().id_salt("sites").auto_shrink(false).show_rows(ui, ListRow::TALL, sites.len(), |ui, rows| {
        for site in &sites[rows] {
            let (address, note) = (site.site.to_string(), names::brief(site.largest));
            let place = describe::place(ctx.locale, site.site.scope);
            let name = prepared.graph.find(site.site).map(|id| describe::words(ctx.locale, prepared, id).name);
            // What it is comes first, since the end of a long line is cut.
            let words = name.into_iter().chain([place]).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
            let row = ui.add(ListRow::new(&words, site.site == chosen.site).note(&note).beneath(&address));
            let row = row.on_hover_text(format!("{words}\n{address}"));
            if row.clicked() {
                state.site = Some(site.site);
                state.cell = None;
                state.grid = GridState::default();
            }
        }
    });
}

fn map_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut CompareState, question: &Question, values: &Values, site: &SiteDifference) {
    let Some(both) = values.at(site.site, ui.ctx().cumulative_pass_nr()) else { return };
    let name = describe::words(ctx.locale, &both.prepared, both.node).name;
    let p = palette(ui);
    ui.label(RichText::new(name).font(text::strong()).color(p.text));
    let place = [
        ("site", describe::full_name(ctx.locale, &both.prepared, site.site).into()),
        ("row", site.cell.row.to_string().into()),
        ("column", site.cell.column.to_string().into()),
        ("largest", names::brief(site.largest).into()),
    ];
    ui.label(RichText::new(ctx.locale.with("compare-largest-at", &place)).font(text::small()).color(p.text2));
    ui.horizontal_wrapped(|ui| {
        for (source, letter) in question.sides.iter().zip(["A", "B"]) {
            let words = ctx.locale.with("compare-show-in", &[("side", letter.into())]);
            if ui.add(Button::secondary(&words)).clicked() {
                source.open_at(ctx, site.site);
            }
        }
    });
    ui.add_space(space::SMALL);
    let probability = describe::is_probability(site.site);
    let shared = if probability { ctx.probability() } else { ctx.signed(both.limit) };
    let difference = ctx.signed(if site.largest.is_finite() { site.largest } else { both.limit });
    let legends = space::CONTROL_HEIGHT + space::XL;
    let room = vec2(ui.available_width(), (ui.available_height() - legends).max(0.0));
    let top = ui.cursor().min;
    matrices_ui(ui, ctx, state, &both, site.cell, (shared, difference), room);
    let bottom = top.y + room.y + space::SMALL;
    ui.advance_cursor_after_rect(eframe::egui::Rect::from_min_max(top, pos2(top.x, bottom)));
    legends_ui(ui, ctx, shared, difference);
}

/// B − A = the difference, cell under cell.
fn matrices_ui(
    ui: &mut Ui,
    ctx: &Context<'_>,
    state: &mut CompareState,
    both: &Both,
    largest: At,
    (shared, own): (Colouring, Colouring),
    room: Vec2,
) {
    let shape = both.matrices[0].shape();
    // Of a matrix that is seen in part, the part where the two differ most.
    let largest = (shape.rows.max(shape.columns) > WHOLE).then(|| Cell::new(largest.row, largest.column));
    let chosen = state.cell.or(largest);
    let decimals = ctx.decimals();
    let (rows, columns) = axes(&both.prepared, both.node);
    let labels = |axis: Axis| {
        let prepared = Arc::clone(&both.prepared);
        Labels::Named(Rc::new(move |index| axis.label(&prepared, index)))
    };
    let (masked, part) = (ctx.locale.text("cell-masked"), ctx.locale.text("grid-part"));
    // Above all the whole is seen: where the differences lie.
    let sizes = Sizes { whole: CellSize::XS..=CellSize::L, part: CellSize::S, ..Sizes::default() };
    let view = |title: &'static str, cells: Cells<'static>, colouring: Colouring| {
        MatrixView::new(("compared", title), title, cells)
            .kind(MatrixKind::Activation)
            .title_place(TitlePlace::Above)
            .row_labels(labels(rows))
            .column_labels(labels(columns))
            .colouring(colouring)
            .masked(MaskedText { written: numbers::MINUS_INFINITY, spoken: &masked })
            .map_name(&part)
            .sizes(sizes.clone())
    };
    let cells = |matrix: &Matrix| {
        let matrix = matrix.clone();
        Cells::new(shape.rows, shape.columns, move |row, column| matrix.at(At::new(row, column))).revision(both.revision)
    };
    let [a, b] = both.matrices.clone();
    let apart = Cells::new(shape.rows, shape.columns, move |row, column| {
        let (a, b) = (a.at(At::new(row, column)), b.at(At::new(row, column)));
        // What is infinite in both, as masked scores are, is the same.
        if a == b { 0.0 } else { b - a }
    })
    .revision(both.revision);
    let digits = move |value: f64| numbers::fixed(value, decimals);
    let operands =
        [("B", &both.matrices[1]), ("A", &both.matrices[0])].map(|(title, matrix)| view(title, cells(matrix), shared).digits(digits));
    let result = view("B − A", apart, own).kind(MatrixKind::Result).digits(move |value| numbers::difference(value, decimals));
    let same = |cell: Cell| vec![Source::new(0, Block::cell(cell)), Source::new(1, Block::cell(cell))];
    let signs = Arrangement::Row(vec![Sign::Written("−"), Sign::Written("=")]);
    let output = Linked::new(operands.into(), result.chosen(chosen), signs).sources(same).room(room).show(ui, &mut state.grid);
    if let Some(cell) = output.result.chosen {
        state.cell = Some(cell);
    } else if output.result.released {
        state.cell = None;
    }
}

fn legends_ui(ui: &mut Ui, ctx: &Context<'_>, shared: Colouring, difference: Colouring) {
    let digits = |value: f64| names::brief(value);
    ui.horizontal_wrapped(|ui| {
        let value = if matches!(shared.scale, Scale::Signed { .. }) { "legend-value" } else { "legend-weight" };
        for (colouring, key) in [(shared, value), (difference, "legend-difference")] {
            ValueLegend::new(colouring, &ctx.locale.text(key), &digits).show(ui);
            ui.add_space(space::LARGE);
        }
    });
}
