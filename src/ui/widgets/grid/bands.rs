//! Rows or columns that belong together: the columns of a head.

use std::f32::consts::FRAC_PI_2;
use std::ops::Range;
use std::sync::Arc;

use eframe::egui::epaint::TextShape;
use eframe::egui::{Align2, Galley, Painter, Pos2, Rangef, Stroke, pos2};

use super::{Geometry, MatrixView, Span};
use crate::ui::theme::{Palette, space, text};
use crate::ui::widgets::cells::Block;

/// From the name to the line at its sides.
const NAME_GAP: f32 = space::SMALL;
/// A line shorter than this says nothing beside a name.
const LEAST_LINE: f32 = space::XS;
/// From the end of a band to that of its line, so that two bands do not run together.
const END_GAP: f32 = 3.0;
/// Half the length of the tick at the end of a line.
const TICK: f32 = 3.0;

/// Rows or columns that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// Which.
    pub range: Range<usize>,
    /// What they are called.
    pub name: String,
    /// What they are called where there is no room for the name.
    pub short: String,
}

/// Draws the names of the bands, and the lines that part them within the matrix.
pub fn paint(painter: &Painter, view: &MatrixView<'_>, grid: &Geometry, palette: &Palette) {
    let across = |band: &Band, span: Span| {
        let shown = span.clip(&band.range);
        (!shown.is_empty()).then_some(shown)
    };
    let apart = Stroke::new(space::LINE, palette.text2);
    for band in &view.column_bands {
        let Some(columns) = across(band, grid.columns) else { continue };
        let Some(rect) = grid.block_rect(&Block { rows: grid.rows.range(), columns: columns.clone() }) else { continue };
        let y = grid.column_axis_centre().y;
        name_ui(painter, band, rect.x_range(), palette, |along, aside| pos2(along, y + aside), 0.0);
        if columns.start == band.range.start && columns.start > grid.columns.first() {
            painter.vline(rect.left() - space::LINE / 2.0, grid.cells.y_range(), apart);
        }
    }
    for band in &view.row_bands {
        let Some(rows) = across(band, grid.rows) else { continue };
        let Some(rect) = grid.block_rect(&Block { rows: rows.clone(), columns: grid.columns.range() }) else { continue };
        let x = grid.row_axis_centre().x;
        // Written upwards: what goes right in a line goes up here.
        let (top, bottom) = (rect.top(), rect.bottom());
        name_ui(painter, band, Rangef::new(-bottom, -top), palette, |along, aside| pos2(x + aside, -along), -FRAC_PI_2);
        if rows.start == band.range.start && rows.start > grid.rows.first() {
            painter.hline(grid.cells.x_range(), rect.top() - space::LINE / 2.0, apart);
        }
    }
}

/// A name in the middle of a line with ticks at its ends, like a dimension in a drawing. `place` leads from along and aside of the
/// line to the screen.
fn name_ui(painter: &Painter, band: &Band, along: Rangef, palette: &Palette, place: impl Fn(f32, f32) -> Pos2, angle: f32) {
    let along = along.shrink(END_GAP);
    let layout = |name: &str| painter.layout_no_wrap(name.to_owned(), text::small_strong(), palette.text2);
    let fits = |galley: &Arc<Galley>| galley.size().x <= along.span();
    let Some(galley) = [&band.name, &band.short].into_iter().map(|name| layout(name)).find(fits) else { return };
    let half = galley.size().x / 2.0 + NAME_GAP;
    let stroke = Stroke::new(space::LINE, palette.line);
    for (end, inner) in [(along.min, along.center() - half), (along.max, along.center() + half)] {
        if (inner - end).abs() >= LEAST_LINE && along.contains(inner) {
            painter.line_segment([place(end, 0.0), place(inner, 0.0)], stroke);
            painter.line_segment([place(end, -TICK), place(end, TICK)], stroke);
        }
    }
    let corner = place(along.center(), 0.0) - galley.size() / 2.0;
    painter.add(TextShape::new(corner, galley, palette.text2).with_angle_and_anchor(angle, Align2::CENTER_CENTER));
}
