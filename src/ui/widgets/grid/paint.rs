//! Drawing one matrix, all but its mini-map and its editor.

use std::f32::consts::FRAC_PI_2;
use std::ops::Range;

use eframe::egui::epaint::TextShape;
use eframe::egui::{Align2, Color32, CornerRadius, FontId, Painter, Rect, Stroke, StrokeKind, Theme, Ui, pos2, vec2};

use super::geometry::{BRACKET_OFFSET, Geometry, LABEL_LINE};
use super::measure::digits_width;
use super::{Labels, MatrixKind, MatrixView, Totals, bands};
use crate::ui::theme::{CellSize, Palette, palette, space, text};
use crate::ui::widgets::cells::{Block, Cell, Reading};
use crate::ui::widgets::count::{float, whole};
use crate::ui::widgets::hue::Hue;
use crate::ui::widgets::scale::theme;
use crate::ui::widgets::stroke::{bracket, cut_text, dots, hatch, masked_runs, ring, selection_ring};
use crate::ui::widgets::{notation, texture};

/// From the first and last row to the ends of the brackets, and the length of their serifs.
const BRACKET_RISE: f32 = 2.0;
const SERIF: f32 = 4.0;
/// From the cells to the row labels.
const LABEL_GAP: f32 = 8.0;
/// From the cells to the centre of the column labels.
const LABEL_CENTRE: f32 = 12.0;
/// Labels nearer to each other than this are thinned out.
const LABEL_PITCH: f32 = 14.0;
/// Radius of the dot of a changed cell, and half a side of the triangle of an infinite one.
const MARK: f32 = 2.5;

/// What of a matrix stands out in this frame.
#[derive(Clone, Debug, Default)]
pub struct Emphasis {
    /// The cell that is explained: ringed.
    pub shown: Option<Cell>,
    /// The chosen cell, while another is explained.
    pub pinned: Option<Cell>,
    /// The cells that the explained one comes from; all others step back. `None`: no cell is explained.
    pub lit: Option<Vec<Block>>,
    /// Several cells that are chosen together.
    pub block: Option<Block>,
    /// Rows and columns whose labels stand out.
    pub strong_rows: Vec<Range<usize>>,
    pub strong_columns: Vec<Range<usize>>,
}

impl Emphasis {
    fn fades(&self, cell: Cell) -> bool {
        (self.lit.as_ref()).is_some_and(|lit| !lit.iter().any(|block| block.contains(cell)))
    }
}

/// Draws everything but the mini-map.
pub fn paint(ui: &Ui, view: &MatrixView<'_>, grid: &Geometry, emphasis: &Emphasis) {
    let brush = Brush::new(ui, view, grid, emphasis);
    brush.cells(ui);
    brush.rings();
    brush.left_out();
    brush.frame();
    brush.row_labels();
    brush.column_labels();
    brush.axes();
    bands::paint(&brush.painter, view, grid, brush.palette);
    brush.totals();
    brush.title();
}

/// Draws the rings alone, over cells that the caller has drawn.
pub fn paint_rings(ui: &Ui, view: &MatrixView<'_>, grid: &Geometry, emphasis: &Emphasis) {
    Brush::new(ui, view, grid, emphasis).rings();
}

struct Brush<'p, 'v> {
    painter: Painter,
    view: &'p MatrixView<'v>,
    grid: &'p Geometry,
    emphasis: &'p Emphasis,
    palette: &'static Palette,
    theme: Theme,
}

impl<'p, 'v> Brush<'p, 'v> {
    fn new(ui: &Ui, view: &'p MatrixView<'v>, grid: &'p Geometry, emphasis: &'p Emphasis) -> Self {
        Self { painter: ui.painter().clone(), view, grid, emphasis, palette: palette(ui), theme: theme(ui) }
    }

    fn shown_cells(&self) -> impl Iterator<Item = (Cell, Rect)> {
        let columns = self.grid.columns;
        (self.grid.rows.range())
            .flat_map(move |row| columns.range().map(move |column| Cell::new(row, column)))
            .filter_map(|cell| self.grid.cell_rect(cell).map(|rect| (cell, rect)))
            .filter(|(_, rect)| self.painter.clip_rect().intersects(*rect))
    }

    fn cells(&self, ui: &Ui) {
        if let Some(digits) = self.grid.pitch.size.digits() {
            self.painter.rect_filled(self.grid.seen, CornerRadius::ZERO, self.palette.surface);
            let padding = self.padding(ui);
            for (cell, rect) in self.shown_cells() {
                self.cell_with_digits(cell, rect, &digits, padding);
            }
            return;
        }
        texture::fills(ui, self.view, self.grid, &|cell, fill| {
            if self.emphasis.fades(cell) { self.palette.faded(fill) } else { fill }
        });
        if self.grid.pitch.size == CellSize::S {
            self.hatches();
            for (cell, rect) in self.shown_cells() {
                self.sign_on_fill(cell, rect);
            }
            self.gaps();
        }
    }

    /// Between the digits and the right edge: in large cells as much as at the left of the longest number.
    fn padding(&self, ui: &Ui) -> f32 {
        if self.grid.pitch.size != CellSize::XL {
            return CellSize::PADDING;
        }
        let longest = digits_width(ui, self.view, self.grid.pitch.size) - CellSize::PADDING;
        ((self.grid.pitch.cell.x - longest) / 2.0).max(CellSize::PADDING)
    }

    fn cell_with_digits(&self, cell: Cell, rect: Rect, font: &FontId, padding: f32) {
        let fill_rect = Rect::from_min_max(rect.min, rect.max - vec2(CellSize::GAP, CellSize::GAP));
        let palette = self.palette;
        let reading = self.view.cells.read(cell);
        let (ground, ink) = match reading {
            Reading::Number(value) => self.view.colouring.cell(self.theme, value),
            Reading::Infinite { positive } => {
                let end = if positive { f64::INFINITY } else { f64::NEG_INFINITY };
                self.view.colouring.cell(self.theme, end)
            }
            Reading::Masked => (palette.sunken, palette.text3),
            Reading::NotANumber => (palette.surface, palette.wrong),
        };
        let (ground, ink) = if self.emphasis.fades(cell) { (palette.faded(ground), palette.text3) } else { (ground, ink) };
        if reading == Reading::Masked {
            hatch(&self.painter, fill_rect, ground, palette.divider);
        } else {
            self.painter.rect_filled(fill_rect, CornerRadius::ZERO, ground);
        }
        if reading == Reading::NotANumber {
            let stroke = Stroke::new(space::BRACKET, ink);
            self.painter.rect_stroke(fill_rect, CornerRadius::ZERO, stroke, StrokeKind::Inside);
        }
        let font = match reading {
            Reading::Number(_) | Reading::Masked => font.clone(),
            // What is no number must not pass for one.
            _ => FontId::new(font.size, text::mono_semibold()),
        };
        let written = self.view.text_of(cell);
        let galley = (self.painter).layout_no_wrap(written, font, Color32::PLACEHOLDER);
        let left = rect.right() - padding - galley.size().x;
        let top = rect.center().y - galley.size().y / 2.0;
        self.painter.galley(pos2(left, top), galley, ink);
        if self.is_changed(cell) {
            let centre = rect.min + vec2(2.0 * MARK, 2.0 * MARK);
            self.painter.circle_filled(centre, MARK, ink);
        }
    }

    fn is_changed(&self, cell: Cell) -> bool {
        (self.view.changed.as_ref()).is_some_and(|changed| changed(cell))
    }

    /// What a fill alone cannot say.
    fn sign_on_fill(&self, cell: Cell, rect: Rect) {
        let painter = &self.painter;
        let palette = self.palette;
        match self.view.cells.read(cell) {
            Reading::Number(value) => {
                if self.is_changed(cell) {
                    let (_, ink) = self.view.colouring.cell(self.theme, value);
                    painter.circle_filled(rect.center(), MARK, ink);
                }
            }
            Reading::Masked => {}
            Reading::NotANumber => {
                painter.rect_filled(rect, CornerRadius::ZERO, palette.surface);
                let cross = rect.shrink(space::XS);
                let stroke = Stroke::new(space::FRAME, palette.wrong);
                painter.line_segment([cross.left_top(), cross.right_bottom()], stroke);
                painter.line_segment([cross.left_bottom(), cross.right_top()], stroke);
            }
            Reading::Infinite { positive } => {
                let end = if positive { f64::INFINITY } else { f64::NEG_INFINITY };
                let (_, ink) = self.view.colouring.cell(self.theme, end);
                let up = if positive { -1.0 } else { 1.0 };
                let centre = rect.center();
                let corner = |x: f32, y: f32| centre + vec2(x * 2.0 * MARK, y * up * MARK);
                painter.add(eframe::egui::Shape::convex_polygon(
                    vec![corner(-1.0, -1.0), corner(0.0, 1.0), corner(1.0, -1.0)],
                    ink,
                    Stroke::NONE,
                ));
            }
        }
    }

    fn hatches(&self) {
        for row in self.grid.rows.range() {
            for columns in masked_runs(&self.view.cells, row, self.grid.columns.range()) {
                let run = Block { rows: row..row + 1, columns };
                if let Some(rect) = self.grid.block_rect(&run) {
                    hatch(&self.painter, rect, self.palette.sunken, self.palette.divider);
                }
            }
        }
    }

    fn gaps(&self) {
        let stroke = Stroke::new(CellSize::GAP, self.palette.surface);
        let cells = self.grid.cells;
        for column in 1..=self.grid.columns.shown() {
            let x = cells.left() + float(column) * self.grid.pitch.cell.x - CellSize::GAP / 2.0;
            self.painter.vline(x, cells.y_range(), stroke);
        }
        for row in 1..=self.grid.rows.shown() {
            let y = cells.top() + float(row) * self.grid.pitch.cell.y - CellSize::GAP / 2.0;
            self.painter.hline(cells.x_range(), y, stroke);
        }
    }

    fn rings(&self) {
        for block in self.emphasis.lit.iter().flatten() {
            if let Some(rect) = self.grid.block_rect(block) {
                ring(&self.painter, rect, self.view.hue.line(self.palette));
            }
        }
        if let Some(rect) = self.emphasis.block.as_ref().and_then(|block| self.grid.block_rect(block)) {
            selection_ring(&self.painter, rect, self.palette);
        }
        if let Some(rect) = self.emphasis.pinned.and_then(|cell| self.grid.cell_rect(cell)) {
            let stroke = Stroke::new(space::LINE, self.palette.text);
            self.painter.rect_stroke(rect, CornerRadius::ZERO, stroke, StrokeKind::Middle);
        }
        if let Some(rect) = self.emphasis.shown.and_then(|cell| self.grid.cell_rect(cell)) {
            selection_ring(&self.painter, rect, self.palette);
        }
    }

    /// Dots at the sides where rows or columns are left out.
    fn left_out(&self) {
        let (body, cells) = (self.grid.body(), self.grid.seen);
        let ink = self.palette.text3;
        let every = label_step(self.grid.pitch.cell.y);
        let columns = self.grid.columns;
        for row in self.grid.rows.range().step_by(every) {
            let Some(rect) = self.grid.cell_rect(Cell::new(row, columns.first())) else { break };
            let y = rect.center().y;
            if columns.is_cut_before() {
                dots(&self.painter, pos2(f32::midpoint(body.left(), cells.left()), y), true, ink);
            }
            if columns.is_cut_after() {
                dots(&self.painter, pos2(f32::midpoint(body.right(), cells.right()), y), true, ink);
            }
        }
        let every = label_step(self.grid.pitch.cell.x);
        let rows = self.grid.rows;
        for column in columns.range().step_by(every) {
            let Some(rect) = self.grid.cell_rect(Cell::new(rows.first(), column)) else { break };
            let x = rect.center().x;
            if rows.is_cut_before() {
                dots(&self.painter, pos2(x, f32::midpoint(body.top(), cells.top())), false, ink);
            }
            if rows.is_cut_after() {
                dots(&self.painter, pos2(x, f32::midpoint(body.bottom(), cells.bottom())), false, ink);
            }
        }
    }

    fn frame(&self) {
        let body = self.grid.body();
        let around = body.expand(BRACKET_OFFSET);
        let ink = match self.view.kind {
            MatrixKind::Activation => {
                let y = body.top() - BRACKET_RISE..=body.bottom() + BRACKET_RISE;
                let ink = self.palette.line;
                bracket(&self.painter, around.left(), y.clone(), SERIF, ink);
                bracket(&self.painter, around.right(), y, -SERIF, ink);
                return;
            }
            MatrixKind::Weights => self.palette.text2,
            MatrixKind::Result => self.palette.text,
        };
        ring(&self.painter, around, ink);
    }

    fn row_labels(&self) {
        if matches!(self.view.row_labels, Labels::None) {
            return;
        }
        let right = self.grid.body().left() - LABEL_GAP;
        let every = label_step(self.grid.pitch.cell.y);
        for row in self.grid.rows.range().step_by(every) {
            let cell = Cell::new(row, self.grid.columns.first());
            let (Some(label), Some(rect)) = (self.view.row_labels.get(row), self.grid.cell_rect(cell)) else {
                continue;
            };
            let strong = self.emphasis.strong_rows.iter().any(|rows| rows.contains(&row));
            let (font, ink) = self.label_style(strong);
            let galley = cut_text(&self.painter, label, font, ink, self.grid.margins.row_labels + 1.0);
            let at = pos2(right - galley.size().x, rect.center().y - galley.size().y / 2.0);
            self.painter.galley(at, galley, ink);
        }
    }

    fn column_labels(&self) {
        if matches!(self.view.column_labels, Labels::None) {
            return;
        }
        let top = self.grid.body().top();
        let turned = self.grid.margins.column_labels > LABEL_LINE;
        let every = label_step(self.grid.pitch.cell.x);
        for column in self.grid.columns.range().step_by(every) {
            let cell = Cell::new(self.grid.rows.first(), column);
            let (Some(label), Some(rect)) = (self.view.column_labels.get(column), self.grid.cell_rect(cell)) else {
                continue;
            };
            let strong = self.emphasis.strong_columns.iter().any(|columns| columns.contains(&column));
            let (font, ink) = self.label_style(strong);
            let x = rect.center().x;
            if turned {
                let galley = cut_text(&self.painter, label, font, ink, self.grid.margins.column_labels);
                let corner = pos2(x - galley.size().y / 2.0, top - LABEL_GAP);
                let upwards = TextShape::new(corner, galley, ink).with_angle(-FRAC_PI_2);
                self.painter.add(upwards);
            } else {
                let width = rect.width() * float(every) - 2.0;
                let galley = cut_text(&self.painter, label, font, ink, width);
                let centre = pos2(x, top - LABEL_CENTRE);
                self.painter.galley(centre - galley.size() / 2.0, galley, ink);
            }
        }
    }

    fn label_style(&self, strong: bool) -> (FontId, Color32) {
        let [plain, standing_out] = self.grid.pitch.size.labels();
        if strong { (standing_out, self.palette.text) } else { (plain, self.palette.text3) }
    }

    fn axes(&self) {
        let (font, ink) = (text::small_strong(), self.palette.text2);
        if let Some(name) = self.view.column_axis {
            let centre = self.grid.column_axis_centre();
            (self.painter).text(centre, Align2::CENTER_CENTER, name, font.clone(), ink);
        }
        if let Some(name) = self.view.row_axis {
            let galley = self.painter.layout_no_wrap(name.to_owned(), font, ink);
            let corner = self.grid.row_axis_centre() - galley.size() / 2.0;
            let upwards = TextShape::new(corner, galley, ink).with_angle_and_anchor(-FRAC_PI_2, Align2::CENTER_CENTER);
            self.painter.add(upwards);
        }
    }

    fn totals(&self) {
        let Some(Totals { heading, total }) = &self.view.totals else { return };
        let body = self.grid.body();
        let right = body.right() + self.grid.margins.totals;
        let (font, ink) = self.label_style(false);
        let at = pos2(right, body.top() - LABEL_CENTRE);
        self.painter.text(at, Align2::RIGHT_CENTER, heading, font, ink);
        let every = label_step(self.grid.pitch.cell.y);
        for row in self.grid.rows.range().step_by(every) {
            let cell = Cell::new(row, self.grid.columns.first());
            let Some(rect) = self.grid.cell_rect(cell) else { continue };
            let at = pos2(right, rect.center().y);
            let font = if self.grid.pitch.size == CellSize::XL { text::digits() } else { text::small_digits() };
            (self.painter).text(at, Align2::RIGHT_CENTER, total(row), font, self.palette.text2);
        }
    }

    fn title(&self) {
        let Some((left, right, y)) = self.grid.title_line() else { return };
        let ink = match self.view.hue {
            Hue::Plain => self.palette.text,
            hue => hue.ink(self.palette),
        };
        let title = notation::layout(&self.view.title, &text::strong(), ink);
        let galley = self.painter.layout_job(title);
        let title_right = left + galley.size().x;
        self.painter.galley(pos2(left, y - galley.size().y / 2.0), galley, ink);
        if self.view.refusal.is_some() {
            let at = pos2(title_right + space::XS, y);
            let (pencil, ink) = ("✎", self.palette.text2);
            (self.painter).text(at, Align2::LEFT_CENTER, pencil, text::body(), ink);
        }
        let shape = self.view.shape();
        let (font, ink) = (text::small_digits(), self.palette.text3);
        (self.painter).text(pos2(right, y), Align2::RIGHT_CENTER, shape, font, ink);
    }
}

/// Every how many rows or columns there is a label.
fn label_step(pitch: f32) -> usize {
    whole((LABEL_PITCH / pitch).ceil()).max(1)
}
