//! Where the parts of a matrix lie: cells, labels, title, mini-map. Nothing is drawn here.

use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};

use super::fit::Pitch;
use super::span::Span;
use crate::ui::theme::space;
use crate::ui::widgets::cells::{Block, Cell};
use crate::ui::widgets::count::{float, whole};

/// Room for the dots that stand for rows or columns left out.
pub(super) const DOTS: f32 = space::LARGE;
/// One line of labels, and one of title and shape.
pub(in crate::ui::widgets) const LABEL_LINE: f32 = 20.0;
/// From the cells to the bracket or frame around them.
pub(in crate::ui::widgets) const BRACKET_OFFSET: f32 = 3.0;

/// Where the title stands: the title of a result goes under it, so that no band crosses it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TitlePlace {
    /// Over the column labels: operands.
    #[default]
    Above,
    /// Under the last row: results.
    Below,
}

/// What the cells leave room for on their four sides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Margins {
    /// The name of the row axis, written upwards; 0 if there is none, like all that follow.
    pub row_axis: f32,
    /// The width of the row labels.
    pub row_labels: f32,
    /// The height of the name of the column axis.
    pub column_axis: f32,
    /// The height of the column labels.
    pub column_labels: f32,
    /// A column of totals at the right.
    pub totals: f32,
    /// The line of title and shape, which is at least so wide.
    pub title: Option<(TitlePlace, f32)>,
    /// The mini-map of a matrix that is not shown whole.
    pub map: Vec2,
}

impl Margins {
    fn left(&self) -> f32 {
        space::SMALL + self.row_labels + self.row_axis
    }

    fn right(&self) -> f32 {
        space::SMALL + self.totals
    }

    fn map_height(&self) -> f32 {
        if self.map.y > 0.0 { self.map.y + space::SMALL } else { 0.0 }
    }

    fn title_is(&self, place: TitlePlace) -> bool {
        self.title.is_some_and(|(at, _)| at == place)
    }

    fn top(&self) -> f32 {
        let mut top = self.column_labels.max(space::SMALL) + self.column_axis;
        if self.title_is(TitlePlace::Above) {
            top += LABEL_LINE + self.map_height();
        }
        top
    }

    fn bottom(&self) -> f32 {
        let mut bottom = space::SMALL;
        if self.title_is(TitlePlace::Below) {
            bottom += LABEL_LINE;
        }
        if !self.title_is(TitlePlace::Above) {
            bottom += self.map_height();
        }
        bottom
    }
}

/// Where everything of one matrix lies.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    /// The size of the cells.
    pub pitch: Pitch,
    /// The rows that are shown.
    pub rows: Span,
    /// The columns that are shown.
    pub columns: Span,
    /// What surrounds the cells.
    pub margins: Margins,
    /// Everything, labels and title included.
    pub outer: Rect,
    /// The cells that are shown.
    pub cells: Rect,
    /// What is seen of them: all, unless those at the sides are cut.
    pub seen: Rect,
}

impl Geometry {
    /// The room needed, before anything is placed.
    pub fn extent(pitch: Pitch, rows: Span, columns: Span, margins: &Margins) -> Vec2 {
        let body = body_size(pitch, rows, columns);
        let title_width = margins.title.map_or(0.0, |(_, width)| width);
        let width = body.x.max(title_width).max(margins.map.x);
        vec2(margins.left() + width + margins.right(), margins.top() + body.y + margins.bottom())
    }

    /// From the top left corner of everything to that of the body, and the size of the body.
    pub fn body_in_extent(pitch: Pitch, rows: Span, columns: Span, margins: &Margins) -> Rect {
        Rect::from_min_size(pos2(margins.left(), margins.top()), body_size(pitch, rows, columns))
    }

    /// The matrix with its top left corner, labels included, at `origin`.
    pub fn place(origin: Pos2, pitch: Pitch, rows: Span, columns: Span, margins: Margins) -> Self {
        let outer = Rect::from_min_size(origin, Self::extent(pitch, rows, columns, &margins));
        let cells = Rect::from_min_size(
            origin + vec2(margins.left(), margins.top()) + vec2(dots_before(columns), dots_before(rows)),
            pitch.cell * vec2(float(columns.shown()), float(rows.shown())),
        );
        Self { pitch, rows, columns, margins, outer, cells, seen: cells }
    }

    /// The cells and the dots at their sides: what brackets go around and bands end at.
    pub fn body(&self) -> Rect {
        Rect::from_min_max(
            self.seen.min - vec2(dots_before(self.columns), dots_before(self.rows)),
            self.seen.max + vec2(dots_after(self.columns), dots_after(self.rows)),
        )
    }

    /// The same, of which only `seen` is seen: what stands around the cells stands around that.
    pub fn cut(self, seen: Rect) -> Self {
        let [before, after] = [self.cells.min - self.outer.min, self.outer.max - self.cells.max];
        Self { seen, outer: Rect::from_min_max(seen.min - before, seen.max + after), ..self }
    }

    /// The rectangle of a cell, if it is shown.
    pub fn cell_rect(&self, cell: Cell) -> Option<Rect> {
        self.block_rect(&Block::cell(cell))
    }

    /// The rectangle around that part of a block that is seen.
    pub fn block_rect(&self, block: &Block) -> Option<Rect> {
        let rows = self.rows.clip(&block.rows);
        let columns = self.columns.clip(&block.columns);
        if rows.is_empty() || columns.is_empty() {
            return None;
        }
        let corner = |row: usize, column: usize| {
            let steps = vec2(float(column - self.columns.first()), float(row - self.rows.first()));
            self.cells.min + self.pitch.cell * steps
        };
        Some(Rect::from_min_max(corner(rows.start, columns.start), corner(rows.end, columns.end)).intersect(self.seen))
    }

    /// The cell at a point of the screen.
    pub fn cell_at(&self, point: Pos2) -> Option<Cell> {
        let steps = (point - self.cells.min) / self.pitch.cell;
        if steps.x < 0.0 || steps.y < 0.0 || self.seen != self.cells && !self.seen.contains(point) {
            return None;
        }
        let (row, column) = (whole(steps.y), whole(steps.x));
        (row < self.rows.shown() && column < self.columns.shown())
            .then(|| Cell::new(self.rows.first() + row, self.columns.first() + column))
    }

    /// The shown cell nearest to a point, for a drag that leaves the matrix.
    pub fn nearest_cell(&self, point: Pos2) -> Option<Cell> {
        if self.cells.is_negative() || self.cells.area() <= 0.0 {
            return None;
        }
        let inside = self.cells.shrink2(self.pitch.cell / 2.0);
        self.cell_at(inside.clamp(point))
    }

    /// Left, right and vertical centre of the line of title and shape.
    pub fn title_line(&self) -> Option<(f32, f32, f32)> {
        let (place, width) = self.margins.title?;
        let body = self.body();
        let y = match place {
            TitlePlace::Above => {
                body.top()
                    - self.margins.column_labels.max(space::SMALL)
                    - self.margins.column_axis
                    - self.margins.map_height()
                    - LABEL_LINE / 2.0
            }
            TitlePlace::Below => body.bottom() + space::SMALL + LABEL_LINE / 2.0,
        };
        Some((body.left(), body.right().max(body.left() + width), y))
    }

    /// Centre of the name of the column axis.
    pub fn column_axis_centre(&self) -> Pos2 {
        let body = self.body();
        let y = body.top() - self.margins.column_labels - self.margins.column_axis / 2.0;
        pos2(body.center().x, y)
    }

    /// Centre of the name of the row axis.
    pub fn row_axis_centre(&self) -> Pos2 {
        let body = self.body();
        let x = body.left() - self.margins.left() + self.margins.row_axis / 2.0;
        pos2(x, body.center().y)
    }

    /// Where the mini-map goes.
    pub fn map_rect(&self) -> Option<Rect> {
        if self.margins.map.y <= 0.0 {
            return None;
        }
        let body = self.body();
        let top = if self.margins.title_is(TitlePlace::Above) {
            body.top() - self.margins.column_labels.max(space::SMALL) - self.margins.column_axis - self.margins.map_height()
        } else {
            self.outer.bottom() - self.margins.map.y
        };
        Some(Rect::from_min_size(pos2(body.left(), top), self.margins.map))
    }
}

/// The room that dots take before the first cell that is shown; where none is left out there, they would be an empty row.
fn dots_before(span: Span) -> f32 {
    if span.first() > 0 { DOTS } else { 0.0 }
}

/// The room that dots take after the last.
fn dots_after(span: Span) -> f32 {
    if span.range().end < span.total() { DOTS } else { 0.0 }
}

/// With room for dots on both sides, so that moving the window moves no other matrix.
fn body_size(pitch: Pitch, rows: Span, columns: Span) -> Vec2 {
    let cells = pitch.cell * vec2(float(columns.shown()), float(rows.shown()));
    let dots = |span: Span| if span.is_cut() { 2.0 * DOTS } else { 0.0 };
    cells + vec2(dots(columns), dots(rows))
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "whole and half points are exact")]
mod tests {
    use super::*;
    use crate::ui::theme::CellSize;

    fn scores() -> Geometry {
        let margins = Margins { row_labels: 20.0, column_labels: LABEL_LINE, title: Some((TitlePlace::Below, 80.0)), ..Margins::default() };
        let pitch = Pitch::new(CellSize::L, |_| 0.0);
        Geometry::place(pos2(100.0, 50.0), pitch, Span::all(6), Span::all(6), margins)
    }

    #[test]
    fn cells_lie_between_their_margins() {
        let grid = scores();
        assert_eq!(grid.cells.min, pos2(128.0, 70.0));
        assert_eq!(grid.cells.size(), vec2(312.0, 168.0));
        assert_eq!(grid.outer.max, grid.cells.max + vec2(8.0, 28.0));
        assert_eq!(grid.title_line(), Some((128.0, 440.0, 256.0)));
    }

    #[test]
    fn a_point_finds_its_cell() {
        let grid = scores();
        let cell = Cell::new(5, 1);
        let rect = grid.cell_rect(cell).unwrap();
        assert_eq!(rect.min, pos2(180.0, 210.0));
        assert_eq!(grid.cell_at(rect.center()), Some(cell));
        assert_eq!(grid.cell_at(pos2(127.0, 80.0)), None);
        assert_eq!(grid.cell_at(grid.cells.max + vec2(0.5, 0.5)), None);
        assert_eq!(grid.nearest_cell(pos2(1e4, 0.0)), Some(Cell::new(0, 5)));
    }

    #[test]
    fn a_window_counts_from_its_first_cell() {
        let pitch = Pitch::new(CellSize::M, |_| 0.0);
        let grid = Geometry::place(Pos2::ZERO, pitch, Span::window(900, 10, 1000), Span::window(64, 8, 2048), Margins::default());
        assert_eq!(grid.cell_at(grid.cells.min + vec2(1.0, 1.0)), Some(Cell::new(900, 64)));
        assert_eq!(grid.cell_rect(Cell::new(0, 64)), None);
        assert_eq!(grid.body().size(), grid.cells.size() + Vec2::splat(32.0));
        let column = Block { rows: 0..1000, columns: 65..66 };
        let lit = grid.block_rect(&column).unwrap();
        assert_eq!(lit.height(), grid.cells.height());
        assert_eq!(lit.left(), grid.cells.left() + 44.0);
    }
}
