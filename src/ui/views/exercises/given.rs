//! The matrices that are given, side by side as far as there is room.

use std::rc::Rc;

use eframe::egui::{Align, Layout, Ui, Vec2, vec2};

use super::sheet::{Sheet, Work};
use crate::experiment::exercises::{Shown, Worked, written};
use crate::lab::{Axis, axes};
use crate::ui::context::Context;
use crate::ui::describe;
use crate::ui::numbers;
use crate::ui::theme::{CellSize, space};
use crate::ui::widgets::{Cells, GridState, Hue, Labels, MatrixKind, MatrixView, Sizes};

/// Room around the cells for names, brackets and title, before it is known how much they take.
const AROUND: Vec2 = vec2(120.0, 72.0);
/// Columns and rows that are shown at once.
const SHOWN: (usize, usize) = (10, 10);

/// Draws all that is given.
pub fn given_ui(ui: &mut Ui, ctx: &Context<'_>, sheet: &mut Sheet) {
    let Sheet { work: Work::Done(worked), grids, measured, .. } = sheet else { return };
    let limit = largest(worked.given.iter().flat_map(|shown| shown.numbers.iter()));
    let available = ui.available_width();
    let rooms: Vec<Vec2> =
        worked.given.iter().zip(&*measured).map(|(shown, size)| size.unwrap_or_else(|| estimate(shown, available))).collect();
    for line in lines(&rooms, available) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::XL;
            for index in line {
                let (Some(shown), Some(grid), Some(measured)) = (worked.given.get(index), grids.get_mut(index), measured.get_mut(index))
                else {
                    continue;
                };
                matrix_ui(ui, matrix_view(ctx, worked, shown, limit), grid, measured, rooms[index]);
            }
        });
        ui.add_space(space::SMALL);
    }
}

/// Draws a matrix in the room that it took last, so that it begins at the left; at first in `room`.
pub fn matrix_ui(ui: &mut Ui, view: MatrixView<'_>, grid: &mut GridState, measured: &mut Option<Vec2>, room: Vec2) {
    let room = measured.unwrap_or(room);
    let output = ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| view.show_within(ui, grid, room));
    let took = output.inner.geometry.outer.size();
    if *measured != Some(took) {
        *measured = Some(took);
        ui.request_repaint();
    }
}

/// Which matrices stand beside each other.
fn lines(rooms: &[Vec2], available: f32) -> Vec<Vec<usize>> {
    let mut lines: Vec<Vec<usize>> = Vec::new();
    let mut used = f32::INFINITY;
    for (index, room) in rooms.iter().enumerate() {
        match lines.last_mut() {
            Some(line) if used + space::XL + room.x <= available => {
                line.push(index);
                used += space::XL + room.x;
            }
            _ => {
                lines.push(vec![index]);
                used = room.x;
            }
        }
    }
    lines
}

fn estimate(shown: &Shown, available: f32) -> Vec2 {
    let (rows, columns) = (shown.numbers.nrows().min(SHOWN.0), shown.numbers.ncols().min(SHOWN.1));
    let size = AROUND + CellSize::L.size() * vec2(columns as f32, rows as f32);
    vec2(size.x.min(available), size.y)
}

/// As many decimals as the experiment shows, or fewer where wide matrices of long numbers would be cut.
fn decimals(worked: &Worked, shown: &Shown) -> usize {
    /// Signs of a number, from so many columns on.
    const WIDE: (usize, usize) = (4, 7);
    if shown.numbers.iter().all(|x| x.fract() == 0.0) {
        return 0;
    }
    let wanted = worked.prepared.experiment.decimals.unwrap_or(numbers::DECIMALS);
    let longest = |decimals: usize| shown.numbers.iter().map(|&x| written(x, Some(decimals)).chars().count()).max().unwrap_or(0);
    let fits = |decimals: &usize| shown.numbers.ncols() < WIDE.0 || longest(*decimals) <= WIDE.1;
    (numbers::DECIMALS..=wanted).rev().find(fits).unwrap_or(numbers::DECIMALS)
}

/// The largest magnitude, for the fills.
pub fn largest<'a>(numbers: impl Iterator<Item = &'a f64>) -> f64 {
    numbers.filter(|x| x.is_finite()).fold(0.0, |a, b| a.max(b.abs()))
}

/// A matrix of numbers that are fixed, named as those of its site.
pub fn matrix_view<'a>(ctx: &Context<'_>, worked: &'a Worked, shown: &'a Shown, limit: f64) -> MatrixView<'a> {
    let decimals = decimals(worked, shown);
    let prepared = &worked.prepared;
    let (rows, columns) = (shown.numbers.nrows(), shown.numbers.ncols());
    let probability = shown.site.is_some_and(describe::is_probability);
    let colouring = if probability { ctx.probability() } else { ctx.signed(limit) };
    let named = |axis: Axis| match axis {
        Axis::Single => Labels::None,
        axis => Labels::Named(Rc::new(move |index| axis.label(prepared, index))),
    };
    let found = shown.site.and_then(|site| prepared.graph.find(site)).map(|id| axes(prepared, id));
    let (row_labels, column_labels) = match found {
        // A row on its own has lost its place among the others.
        Some((_, columns)) if rows == 1 => (Labels::None, named(columns)),
        Some((rows, columns)) => (named(rows), named(columns)),
        None => (Labels::None, Labels::Numbered("")),
    };
    let cells = Cells::new(rows, columns, |row, column| shown.numbers.get((row, column)).copied().unwrap_or(f64::NAN));
    MatrixView::new(("given", &shown.name), shown.name.clone(), cells)
        .kind(MatrixKind::Activation)
        .hue(shown.site.map_or(Hue::Plain, describe::hue))
        .row_labels(row_labels)
        .column_labels(column_labels)
        .colouring(colouring)
        .digits(move |value| written(value, Some(decimals)))
        .sizes(Sizes { whole: CellSize::M..=CellSize::L, part: CellSize::M, ..Sizes::default() })
}
