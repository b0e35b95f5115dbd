//! A matrix in a place that is given, as part of a widget of the caller's: its cells are as large as the place makes them.

use std::ops::Range;

use eframe::egui::{Rect, Ui, Vec2, pos2, vec2};

use super::fit::Pitch;
use super::geometry::{DOTS, Geometry, Margins};
use super::measure::{Measured, digits_width};
use super::paint::{Emphasis, paint};
use super::{Labels, MatrixView, Span};
use crate::ui::theme::CellSize;
use crate::ui::widgets::count::{float, whole};

/// Cells do not become larger than this: in a place of another proportion than the matrix they would be long bars.
const LARGEST: Vec2 = vec2(240.0, 160.0);
/// Nor higher than this, in widths.
const HIGHEST: f32 = 2.5;

impl MatrixView<'_> {
    /// Draws the cells with their digits, and the names of rows and columns if there is room for them, such that all cells together
    /// would fill `place`, as far as cells grow. Only those are drawn that lie whole in `seen`, and the names stand beside them. Nothing is drawn where the
    /// digits find no room. Where everything lies.
    pub fn paint_within(&self, ui: &Ui, place: Rect, seen: Rect) -> Option<Geometry> {
        let shape = [self.cells.rows(), self.cells.columns()];
        let least = CellSize::M.size() * vec2(float(shape[1]), float(shape[0]));
        let seen = place.intersect(seen);
        if self.cells.is_empty() || place.width() < least.x || place.height() < least.y || !seen.is_positive() {
            return None;
        }
        let named = self.clone();
        let bare = self.clone().row_labels(Labels::None).column_labels(Labels::None);
        [named, bare].into_iter().find_map(|view| {
            let grid = view.placed(ui, place, seen)?;
            let emphasis = Emphasis { shown: view.chosen, ..Emphasis::default() };
            paint(ui, &view, &grid, &emphasis);
            Some(grid)
        })
    }

    /// Where the cells lie if there is room for their digits.
    fn placed(&self, ui: &Ui, place: Rect, seen: Rect) -> Option<Geometry> {
        let totals = vec2(float(self.cells.columns()), float(self.cells.rows()));
        let measured = Measured::of(ui, self);
        let (rows, columns) = (Span::all(self.cells.rows()), Span::all(self.cells.columns()));
        CellSize::ALL.into_iter().filter(|size| size.digits().is_some()).find_map(|size| {
            let least = Pitch::new(size, |size| digits_width(ui, self, size));
            let margins = measured.margins(least, rows, columns);
            let around = Geometry::extent(Pitch { cell: Vec2::ZERO, ..least }, rows, columns, &margins);
            let cell = ((place.size() - around) / totals).min(LARGEST);
            let cell = vec2(cell.x, cell.y.min(cell.x * HIGHEST));
            (cell.x >= least.cell.x && cell.y >= least.cell.y).then(|| part(place, seen, Pitch { size, cell }, [rows, columns], margins))
        })
    }
}

/// What of a matrix in its place lies whole within `seen`, the names of its rows and columns beside it.
fn part(place: Rect, seen: Rect, pitch: Pitch, [rows, columns]: [Span; 2], margins: Margins) -> Geometry {
    let all = Geometry::place(place.min, pitch, rows, columns, margins);
    let [before, after] = [all.cells.min - all.outer.min, all.outer.max - all.cells.max];
    let along = |first: f32, pitch: f32, total: usize, [from, to]: [f32; 2]| {
        if from <= first && first + pitch * float(total) <= to {
            return (Span::all(total), first);
        }
        // Where cells are left out, dots say so.
        let first = first + DOTS;
        let range = inside([(from + DOTS - first) / pitch, (to - DOTS - first) / pitch], total);
        (Span::window(range.start, range.len(), total), first + pitch * float(range.start) - DOTS)
    };
    let (free_min, free_max) = (seen.min + before, seen.max - after);
    let (rows, top) = along(all.cells.top(), pitch.cell.y, rows.total(), [free_min.y, free_max.y]);
    let (columns, left) = along(all.cells.left(), pitch.cell.x, columns.total(), [free_min.x, free_max.x]);
    Geometry::place(pos2(left, top) - before, pitch, rows, columns, margins)
}

/// Which of `total` steps lie whole between two ends, counted in steps; where none does, the one in the middle.
fn inside([from, to]: [f32; 2], total: usize) -> Range<usize> {
    let (first, end) = (whole(from.max(0.0).ceil()), whole(to.max(0.0).floor()).min(total));
    if first < end {
        return first..end;
    }
    let middle = whole(f32::midpoint(from, to).max(0.0)).min(total.saturating_sub(1));
    middle..middle + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pitch() -> Pitch {
        Pitch { size: CellSize::M, cell: vec2(50.0, 25.0) }
    }

    #[test]
    fn all_cells_where_all_are_seen() {
        let place = Rect::from_min_size(pos2(10.0, 20.0), vec2(600.0, 300.0));
        let grid = part(place, place, pitch(), [Span::all(8), Span::all(8)], Margins::default());
        assert_eq!((grid.outer.min, grid.rows, grid.columns), (place.min, Span::all(8), Span::all(8)));
    }

    #[test]
    fn the_cells_that_are_seen_stand_where_they_stand_among_all() {
        let place = Rect::from_min_size(pos2(-1000.0, -2000.0), vec2(50_016.0, 5_016.0));
        let stage = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        let grid = part(place, stage, pitch(), [Span::all(200), Span::all(1000)], Margins { row_labels: 40.0, ..Margins::default() });
        assert!(stage.contains_rect(grid.outer), "{:?}", grid.outer);
        // The first cells lie after the names, the brackets and the dots.
        let first = place.min + vec2(48.0 + DOTS, 8.0 + DOTS);
        let place_of = vec2(grid.columns.first() as f32 * 50.0, grid.rows.first() as f32 * 25.0);
        assert!((grid.cells.min - (first + place_of)).length() < 0.01);
        // The names, the brackets and the dots take the width of three cells at most.
        assert!(grid.columns.shown() >= 13 && grid.rows.shown() >= 20, "{:?}", (grid.columns, grid.rows));
    }

    #[test]
    fn from_the_corner_on_nothing_is_left_out_before() {
        let place = Rect::from_min_size(pos2(0.0, 0.0), vec2(50_016.0, 5_016.0));
        let stage = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        let grid = part(place, stage, pitch(), [Span::all(2), Span::all(1000)], Margins::default());
        assert_eq!((grid.rows, grid.columns.first(), grid.outer.min), (Span::all(2), 0, place.min));
    }

    #[test]
    fn one_cell_that_is_larger_than_the_stage_is_seen_in_part() {
        assert_eq!(inside([0.2, 0.8], 1), 0..1);
        assert_eq!(inside([2.5, 5.5], 9), 3..5);
        assert_eq!(inside([-3.0, 40.0], 9), 0..9);
    }
}
