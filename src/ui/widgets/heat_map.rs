//! A whole matrix as a small picture.

use eframe::egui::{CornerRadius, Id, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2};

use super::cells::Cells;
use super::count::{float, whole};
use super::scale::Colouring;
use super::stroke::{hatch, masked_runs, selection_ring};
use super::texture;
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};

/// The least side of a thumbnail that is looked at, not only chosen.
pub const LEAST_SIDE: f32 = 96.0;
/// Cells that are at least so large show the hatch of a mask; smaller ones a neutral fill.
const HATCHED_SIDE: f32 = 6.0;

/// A matrix as a picture of a texel a cell, or a block of cells.
#[must_use = "nothing is drawn before it is shown"]
pub struct HeatMap<'a> {
    cells: &'a Cells<'a>,
    colouring: Colouring,
    name: &'a str,
    chosen: bool,
    fineness: Option<Vec2>,
}

impl<'a> HeatMap<'a> {
    /// `name` is what a screen reader says.
    pub fn new(cells: &'a Cells<'a>, colouring: impl Into<Colouring>, name: &'a str) -> Self {
        Self { cells, colouring: colouring.into(), name, chosen: false, fineness: None }
    }

    /// Draws the ring of the selection.
    pub fn chosen(self, chosen: bool) -> Self {
        Self { chosen, ..self }
    }

    /// The size in points for which the picture is made, where it is drawn now larger and now smaller: so that it is kept.
    pub fn fineness(self, fineness: Vec2) -> Self {
        Self { fineness: Some(fineness), ..self }
    }

    /// Draws the picture alone, as part of a widget of the caller's, which says what it is.
    pub fn paint_at(&self, ui: &Ui, rect: Rect, id: Id) {
        self.paint(ui, rect, id, false);
    }

    /// Takes `size` of the layout.
    pub fn show(self, ui: &mut Ui, size: Vec2) -> Response {
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        self.paint(ui, rect, response.id, response.hovered());
        self.describe(ui, &response);
        response
    }

    /// Draws into a place that the caller has taken, and tells apart what the pointer is on.
    pub(super) fn show_at(self, ui: &Ui, rect: Rect, id: Id) -> Response {
        let response = ui.interact(rect, id, Sense::CLICK);
        self.paint(ui, rect, id, response.hovered());
        self.describe(ui, &response);
        response
    }

    fn describe(&self, ui: &Ui, response: &Response) {
        response.widget_info(|| WidgetInfo::selected(Role::Image, ui.is_enabled(), self.chosen, self.name));
    }

    fn paint(&self, ui: &Ui, rect: Rect, id: Id, hovered: bool) {
        if !ui.is_rect_visible(rect) {
            return;
        }
        let palette = palette(ui);
        let painter = ui.painter();
        painter.rect_filled(rect, CornerRadius::ZERO, palette.sunken);
        let picture = texture::picture(ui, id, self.cells, self.colouring, rect, self.fineness.unwrap_or(rect.size()));
        self.hatch(ui, rect);
        if picture.is_some_and(|picture| picture.has_nan) {
            let galley = painter.layout_no_wrap(numbers::NAN.to_owned(), text::small_strong(), palette.wrong);
            let ground = Rect::from_min_size(rect.min, galley.size() + Vec2::splat(space::XS));
            painter.rect_filled(ground, CornerRadius::ZERO, palette.surface);
            painter.galley(rect.min + Vec2::splat(space::XS / 2.0), galley, palette.wrong);
        }
        let edge = if hovered { palette.text2 } else { palette.divider };
        let stroke = Stroke::new(space::LINE, edge);
        painter.rect_stroke(rect, CornerRadius::ZERO, stroke, StrokeKind::Outside);
        if self.chosen {
            selection_ring(painter, rect.expand(space::FRAME), palette);
        }
    }

    /// Hatches runs of masked cells, row by row.
    fn hatch(&self, ui: &Ui, rect: Rect) {
        let (rows, columns) = (self.cells.rows(), self.cells.columns());
        if self.cells.is_empty() {
            return;
        }
        let cell = rect.size() / Vec2::new(float(columns), float(rows));
        if cell.min_elem() < HATCHED_SIDE {
            return;
        }
        let palette = palette(ui);
        let seen = rect.intersect(ui.clip_rect());
        if !seen.is_positive() {
            return;
        }
        let (from, to) = ((seen.min - rect.min) / cell, (seen.max - rect.min) / cell);
        for row in whole(from.y)..whole(to.y.ceil()).min(rows) {
            for run in masked_runs(self.cells, row, whole(from.x)..whole(to.x.ceil()).min(columns)) {
                let corner = |row: usize, column: usize| pos2(rect.left() + float(column) * cell.x, rect.top() + float(row) * cell.y);
                let run = Rect::from_min_max(corner(row, run.start), corner(row + 1, run.end));
                hatch(ui.painter(), run, palette.sunken, palette.divider);
            }
        }
    }
}
