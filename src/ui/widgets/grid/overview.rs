//! The mini-map of a matrix that is not shown whole: the matrix in little, and which part of it is shown.

use eframe::egui::{CornerRadius, EventFilter, Id, Key, Modifiers, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2};

use super::{Geometry, MatrixView, Span};
use crate::ui::theme::{palette, space};
use crate::ui::widgets::count::{float, whole};
use crate::ui::widgets::texture;

/// The frame of the part that is shown stays visible, however small the part.
const LEAST_PART: f32 = 4.0;

/// Draws the mini-map and returns the rows and columns that it was moved to by click, drag or keys.
pub fn overview_ui(ui: &Ui, view: &MatrixView<'_>, grid: &Geometry, id: Id) -> Option<(Span, Span)> {
    let rect = grid.map_rect()?;
    let id = id.with("map");
    let response = ui.interact(rect, id, Sense::click_and_drag());
    let (mut rows, mut columns) = (grid.rows, grid.columns);
    if let Some(point) = response.interact_pointer_pos() {
        let along = |from: f32, length: f32, point: f32, span: Span| {
            let t = ((point - from) / length).clamp(0.0, 1.0);
            span.centred_on(whole(t * float(span.total())))
        };
        rows = along(rect.top(), rect.height(), point.y, rows);
        columns = along(rect.left(), rect.width(), point.x, columns);
        response.request_focus();
    }
    if response.has_focus() {
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        (rows, columns) = moved_by_keys(ui, rows, columns);
    }
    let name = if view.map_name.is_empty() { view.plain_name() } else { view.map_name.to_owned() };
    let part = format!("{}, {}", written(rows), written(columns));
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ScrollBar, ui.is_enabled(), &name);
        info.current_text_value = Some(part.clone());
        info
    });

    let palette = palette(ui);
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::ZERO, palette.sunken);
    texture::picture(ui, id, &view.cells, view.colouring, rect, rect.size());
    let edge = if response.has_focus() { palette.accent } else { palette.divider };
    let line = Stroke::new(space::LINE, edge);
    painter.rect_stroke(rect, CornerRadius::ZERO, line, StrokeKind::Outside);
    let part = part_rect(rect, rows, columns);
    let halo = Stroke::new(space::LINE, palette.surface);
    painter.rect_stroke(part, CornerRadius::ZERO, halo, StrokeKind::Outside);
    let frame = Stroke::new(space::BRACKET, palette.text);
    painter.rect_stroke(part, CornerRadius::ZERO, frame, StrokeKind::Inside);

    ((rows, columns) != (grid.rows, grid.columns)).then_some((rows, columns))
}

/// Arrows move by a cell, with Shift by all that is shown.
fn moved_by_keys(ui: &Ui, mut rows: Span, mut columns: Span) -> (Span, Span) {
    for (key, down, right) in [(Key::ArrowUp, -1, 0), (Key::ArrowDown, 1, 0), (Key::ArrowLeft, 0, -1), (Key::ArrowRight, 0, 1)] {
        for (modifiers, page) in [(Modifiers::SHIFT, true), (Modifiers::NONE, false)] {
            let presses = ui.input_mut(|input| input.count_and_consume_key(modifiers, key));
            for _ in 0..presses {
                let length = |span: Span| {
                    if page { isize::try_from(span.shown()).unwrap_or(isize::MAX) } else { 1 }
                };
                rows = rows.moved(down * length(rows));
                columns = columns.moved(right * length(columns));
            }
        }
    }
    (rows, columns)
}

fn written(span: Span) -> String {
    let last = span.range().end.saturating_sub(1);
    format!("{}–{last} / {}", span.first(), span.total())
}

fn part_rect(map: Rect, rows: Span, columns: Span) -> Rect {
    let along = |from: f32, length: f32, span: Span| {
        let unit = length / float(span.total().max(1));
        let extent = (unit * float(span.shown())).max(LEAST_PART);
        let start = (unit * float(span.first())).min(length - extent);
        (from + start, from + start + extent)
    };
    let (left, right) = along(map.left(), map.width(), columns);
    let (top, bottom) = along(map.top(), map.height(), rows);
    Rect::from_min_max(pos2(left, top), Pos2::new(right, bottom))
}
