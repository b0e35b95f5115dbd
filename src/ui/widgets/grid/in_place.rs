//! A matrix in a place that is given, as part of a widget of the caller's: its cells are as large as the place makes them.

use eframe::egui::{Rangef, Rect, Ui, Vec2, vec2};

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

/// How large the cells of a matrix become in a place.
struct Cut {
    pitch: Pitch,
    /// What digits need of a cell.
    least: Vec2,
    margins: Margins,
}

impl MatrixView<'_> {
    /// Draws the cells with their digits, and the names of rows and columns if there is room for them, such that all cells together
    /// would fill `place`, as far as cells grow. Only those are drawn of which `seen` shows enough to read them, and the names stand
    /// beside them. Nothing is drawn where the digits find no room. Where everything lies.
    pub fn paint_within(&self, ui: &Ui, place: Rect, seen: Rect) -> Option<Geometry> {
        let seen = place.intersect(seen);
        let (view, cut) = self.fitting(ui, place).filter(|_| seen.is_positive())?;
        let grid = view.part(place, seen, &cut)?;
        let emphasis = Emphasis { shown: view.chosen, ..Emphasis::default() };
        paint(ui, &view, &grid, &emphasis);
        Some(grid)
    }

    /// Whether `place` has room for the digits of all cells and for the names of rows and columns.
    pub fn reads_within(&self, ui: &Ui, place: Rect) -> bool {
        self.cut(ui, place).is_some()
    }

    /// Where all cells lie in `place`, if it has room for their digits.
    pub fn cells_within(&self, ui: &Ui, place: Rect) -> Option<Rect> {
        let (view, cut) = self.fitting(ui, place)?;
        Some(view.whole(place, &cut).cells)
    }

    /// The matrix with its names or else without, as there is room for its digits.
    fn fitting(&self, ui: &Ui, place: Rect) -> Option<(Self, Cut)> {
        let named = self.clone();
        let bare = self.clone().row_labels(Labels::None).column_labels(Labels::None);
        [named, bare].into_iter().find_map(|view| {
            let cut = view.cut(ui, place)?;
            Some((view, cut))
        })
    }

    /// How large the cells are if there is room for their digits.
    fn cut(&self, ui: &Ui, place: Rect) -> Option<Cut> {
        let totals = vec2(float(self.cells.columns()), float(self.cells.rows()));
        let least = CellSize::M.size() * totals;
        if self.cells.is_empty() || place.width() < least.x || place.height() < least.y {
            return None;
        }
        let measured = Measured::of(ui, self);
        let [rows, columns] = self.spans();
        CellSize::ALL.into_iter().filter(|size| size.digits().is_some()).find_map(|size| {
            let least = Pitch::new(size, |size| digits_width(ui, self, size));
            let margins = measured.margins(least, rows, columns);
            let around = Geometry::extent(Pitch { cell: Vec2::ZERO, ..least }, rows, columns, &margins);
            let cell = ((place.size() - around) / totals).min(LARGEST);
            let cell = vec2(cell.x, cell.y.min(cell.x * HIGHEST));
            let room = cell.x >= least.cell.x && cell.y >= least.cell.y;
            room.then_some(Cut { pitch: Pitch { size, cell }, least: least.cell, margins })
        })
    }

    fn spans(&self) -> [Span; 2] {
        [Span::all(self.cells.rows()), Span::all(self.cells.columns())]
    }

    fn whole(&self, place: Rect, cut: &Cut) -> Geometry {
        let [rows, columns] = self.spans();
        Geometry::place(place.min, cut.pitch, rows, columns, cut.margins)
    }

    fn part(&self, place: Rect, seen: Rect, cut: &Cut) -> Option<Geometry> {
        part(&self.whole(place, cut), seen, cut.least)
    }
}

/// What of a matrix can be read within `seen`, the names of its rows and columns beside it. Cells at its sides are cut if as much as
/// `least` is seen of them.
fn part(all: &Geometry, seen: Rect, least: Vec2) -> Option<Geometry> {
    let [before, after] = [all.cells.min - all.outer.min, all.outer.max - all.cells.max];
    let free = Rect::from_min_max(seen.min + before, seen.max - after);
    let pitch = all.pitch.cell;
    let rows = readable(free.y_range(), all.cells.top(), [pitch.y, least.y], all.rows.total())?;
    let columns = readable(free.x_range(), all.cells.left(), [pitch.x, least.x], all.columns.total())?;
    let dots = |span: Span| if span.first() > 0 { DOTS } else { 0.0 };
    let first = all.cells.min + pitch * vec2(float(columns.0.first()), float(rows.0.first()));
    let corner = first - before - vec2(dots(columns.0), dots(rows.0));
    let grid = Geometry::place(corner, all.pitch, rows.0, columns.0, all.margins);
    Some(grid.cut(Rect::from_x_y_ranges(columns.1, rows.1)))
}

/// Which of `total` steps from `first` on show as much as `least` of themselves within `free`, and what is seen of them. Where some
/// are left out, dots take room to say so.
fn readable(free: Rangef, first: f32, [pitch, least]: [f32; 2], total: usize) -> Option<(Span, Rangef)> {
    // A hair less, so that what just fits is not lost to rounding.
    let least = least - 0.01;
    let among = |free: Rangef| {
        let start = whole(((free.min + least - first) / pitch - 1.0).ceil().max(0.0));
        let end = whole(((free.max - least - first) / pitch + 1.0).floor().max(0.0)).min(total);
        start..end
    };
    let all = among(free);
    let dots = |left_out: bool| if left_out { DOTS } else { 0.0 };
    let free = Rangef::new(free.min + dots(all.start > 0), free.max - dots(all.end < total));
    let range = among(free);
    if range.is_empty() {
        return None;
    }
    let at = |step: usize| first + pitch * float(step);
    let seen = Rangef::new(at(range.start).max(free.min), at(range.end).min(free.max));
    (seen.span() >= least).then(|| (Span::window(range.start, range.len(), total), seen))
}

#[cfg(test)]
mod tests {
    use eframe::egui::pos2;

    use super::*;

    fn pitch() -> Pitch {
        Pitch { size: CellSize::M, cell: vec2(50.0, 25.0) }
    }

    fn whole(place: Rect, rows: usize, columns: usize, margins: Margins) -> Geometry {
        Geometry::place(place.min, pitch(), Span::all(rows), Span::all(columns), margins)
    }

    const LEAST: Vec2 = vec2(44.0, 22.0);

    #[test]
    fn all_cells_where_all_are_seen() {
        let place = Rect::from_min_size(pos2(10.0, 20.0), vec2(600.0, 300.0));
        let grid = part(&whole(place, 8, 8, Margins::default()), place, LEAST).unwrap();
        assert_eq!((grid.outer.min, grid.rows, grid.columns), (place.min, Span::all(8), Span::all(8)));
    }

    #[test]
    fn the_cells_that_are_seen_stand_where_they_stand_among_all() {
        let place = Rect::from_min_size(pos2(-1000.0, -2000.0), vec2(50_016.0, 5_016.0));
        let stage = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        let grid = part(&whole(place, 200, 1000, Margins { row_labels: 40.0, ..Margins::default() }), stage, LEAST).unwrap();
        assert!(stage.contains_rect(grid.outer), "{:?}", grid.outer);
        let first = place.min + vec2(48.0, 8.0);
        let place_of = vec2(grid.columns.first() as f32 * 50.0, grid.rows.first() as f32 * 25.0);
        assert!((grid.cells.min - (first + place_of)).length() < 0.01);
        // The names, the brackets and the dots take the width of three cells at most.
        assert!(grid.columns.shown() >= 13 && grid.rows.shown() >= 20, "{:?}", (grid.columns, grid.rows));
    }

    #[test]
    fn from_the_corner_on_nothing_is_left_out_before() {
        let place = Rect::from_min_size(pos2(0.0, 0.0), vec2(50_016.0, 5_016.0));
        let stage = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        let grid = part(&whole(place, 2, 1000, Margins::default()), stage, LEAST).unwrap();
        assert_eq!((grid.rows, grid.columns.first(), grid.outer.min), (Span::all(2), 0, place.min));
    }

    #[test]
    fn cells_that_are_larger_than_their_digits_are_cut_rather_than_left_out() {
        let [pitch, least] = [240.0, 50.0];
        let all = |from, to| readable(Rangef::new(from, to), 0.0, [pitch, least], 2);
        // Of both cells enough is seen.
        assert_eq!(all(100.0, 400.0), Some((Span::all(2), Rangef::new(100.0, 400.0))));
        // Too little of the second: dots stand for it.
        assert_eq!(all(100.0, 280.0), Some((Span::window(0, 1, 2), Rangef::new(100.0, 240.0))));
        // One that is larger than what is seen.
        assert_eq!(all(40.0, 120.0), Some((Span::window(0, 1, 2), Rangef::new(40.0, 104.0))));
        assert_eq!(all(500.0, 900.0), None);
        assert_eq!(all(210.0, 250.0), None);
    }
}
