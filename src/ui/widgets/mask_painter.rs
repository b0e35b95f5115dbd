//! Drawing a mask by hand, cell by cell.

use std::rc::Rc;

use eframe::egui::{
    AsIdSalt, CornerRadius, CursorIcon, EventFilter, Key, Modifiers, Rect, Response, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2,
};

use super::cells::{Cell, Cells};
use super::grid::{self, Emphasis, Geometry, Labels, MatrixView, Measured, Span};
use super::scale::Scale;
use super::stroke::hatch;
use crate::ui::theme::{CellSize, Palette, palette, space, text};

/// The side of a cell that is easily hit, and the one taken where there is less room.
const SIDES: [f32; 2] = [space::HIT_TARGET, space::LARGE];
const SWATCH: f32 = space::LARGE;
/// The fill of a cell through which a query may look, on the scale of probabilities.
const VISIBLE: f64 = 0.25;

/// What a cell of a mask is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaskCell {
    /// The query may see the key.
    Visible,
    /// Hidden by hand.
    Hidden,
    /// Hidden by another mask that this one is combined with; it cannot be painted.
    Fixed,
}

/// The words of a mask painter, in the user's language.
#[derive(Clone, Copy, Debug)]
pub struct MaskWords<'a> {
    /// The name of the whole for a screen reader.
    pub name: &'a str,
    /// What the rows are.
    pub queries: &'a str,
    /// What the columns are.
    pub keys: &'a str,
    /// A cell that lets a query see a key.
    pub visible: &'a str,
    /// A cell hidden by hand.
    pub hidden: &'a str,
    /// "hidden by another mask".
    pub fixed: &'a str,
    /// What a screen reader calls the mini-map.
    pub part: &'a str,
}

/// What the caller keeps between frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaskPainterState {
    first: [usize; 2],
    cursor: Option<Cell>,
    stroke: Option<Brushing>,
}

/// A drag: what it paints, and where it was last.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Brushing {
    visible: bool,
    last: Cell,
}

/// What was painted in this frame.
#[derive(Clone, Debug)]
pub struct MaskPainterOutput {
    /// The cells as one widget.
    pub response: Response,
    /// Where the cells were drawn.
    pub geometry: Geometry,
    /// Cells that are to change, and whether they are to be visible.
    pub changes: Vec<(Cell, bool)>,
    /// A drag or a key press is complete: what changed since the last is one step to undo.
    pub finished: bool,
}

/// Cells of a mask that are painted by click, drag, or arrows and space.
#[must_use = "nothing is drawn before it is shown"]
pub struct MaskPainter<'a> {
    view: MatrixView<'a>,
    state_of: Rc<dyn Fn(Cell) -> MaskCell + 'a>,
    words: MaskWords<'a>,
}

impl<'a> MaskPainter<'a> {
    /// A mask of `[queries, keys]` whose cells are asked of `state_of`.
    pub fn new(
        id_salt: impl AsIdSalt,
        [rows, columns]: [usize; 2],
        state_of: impl Fn(Cell) -> MaskCell + 'a,
        row_labels: Labels<'a>,
        column_labels: Labels<'a>,
        words: MaskWords<'a>,
    ) -> Self {
        let state_of: Rc<dyn Fn(Cell) -> MaskCell + 'a> = Rc::new(state_of);
        let shown = Rc::clone(&state_of);
        let cells = Cells::new(rows, columns, |_, _| VISIBLE).masked(move |row, column| shown(Cell::new(row, column)) != MaskCell::Visible);
        let view = MatrixView::new(id_salt, "", cells)
            .row_labels(row_labels)
            .column_labels(column_labels)
            .axes(words.queries, words.keys)
            .colouring(Scale::Probability)
            .spoken(words.name)
            .map_name(words.part);
        Self { view, state_of, words }
    }

    /// Draws the mask as large as there is room, and the names of its kinds of cells.
    pub fn show(self, ui: &mut Ui, state: &mut MaskPainterState) -> MaskPainterOutput {
        let id = self.view.id(ui);
        let geometry = self.place(ui, state);
        let response = ui.interact(geometry.cells, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::Crosshair);
        let mut changes = Vec::new();
        let mut finished = self.brush(&response, &geometry, state, &mut changes);
        finished |= self.keys(ui, &response, &geometry, state, &mut changes);

        let hovered = response.hover_pos().and_then(|point| geometry.cell_at(point));
        let cursor = state.cursor.filter(|_| response.has_focus());
        let lit = |cell: Option<Cell>| cell.into_iter();
        let emphasis = Emphasis {
            shown: cursor,
            pinned: hovered,
            lit: None,
            block: None,
            strong_rows: lit(hovered.or(cursor)).map(|cell| cell.row..cell.row + 1).collect(),
            strong_columns: lit(hovered.or(cursor)).map(|cell| cell.column..cell.column + 1).collect(),
        };
        grid::paint(ui, &self.view, &geometry, &emphasis);
        self.paint_fixed(ui, &geometry, &emphasis);
        if let Some((rows, columns)) = grid::overview_ui(ui, &self.view, &geometry, id) {
            state.first = [rows.first(), columns.first()];
        }
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Grid, ui.is_enabled(), self.view.spoken_name());
            info.current_text_value = state.cursor.map(|cell| self.spoken(cell));
            info
        });
        self.legend(ui, &geometry);
        MaskPainterOutput { response, geometry, changes, finished }
    }

    fn place(&self, ui: &mut Ui, state: &MaskPainterState) -> Geometry {
        let totals = [self.view.cells.rows(), self.view.cells.columns()];
        let legend = SWATCH + space::MEDIUM;
        let room = (ui.available_size() - vec2(0.0, legend)).max(Vec2::ZERO);
        let measured = Measured::of(ui, &self.view);
        let spans = |shown: &[usize]| [0, 1].map(|axis| Span::window(state.first[axis], shown[axis], totals[axis]));
        let (pitch, shown) = grid::fit_squares(&totals, &SIDES, room, |pitch, shown| {
            let [rows, columns] = spans(shown);
            let margins = measured.margins(pitch, rows, columns);
            Geometry::extent(pitch, rows, columns, &margins)
        });
        let [rows, columns] = spans(&shown);
        let margins = measured.margins(pitch, rows, columns);
        let size = Geometry::extent(pitch, rows, columns, &margins);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        Geometry::place(rect.min, pitch, rows, columns, margins)
    }

    /// Paints along the way of the pointer. The first cell decides whether the drag hides or shows.
    fn brush(&self, response: &Response, grid: &Geometry, state: &mut MaskPainterState, changes: &mut Vec<(Cell, bool)>) -> bool {
        let held = response.is_pointer_button_down_on() && response.ctx.input(|input| input.pointer.primary_down());
        let point = response.interact_pointer_pos().filter(|_| held || response.clicked());
        let Some(point) = point else {
            return state.stroke.take().is_some();
        };
        let Some(stroke) = state.stroke.or_else(|| self.begun(response, grid.cell_at(point)?, state)) else { return false };
        let Some(cell) = grid.nearest_cell(point) else { return false };
        for passed in way(stroke.last, cell) {
            self.paint_cell(passed, stroke.visible, changes);
        }
        state.cursor = Some(cell);
        if response.clicked() {
            state.stroke = None;
            return true;
        }
        state.stroke = Some(Brushing { last: cell, ..stroke });
        false
    }

    /// A drag that begins at `cell`, unless that cannot be painted.
    fn begun(&self, response: &Response, cell: Cell, state: &mut MaskPainterState) -> Option<Brushing> {
        response.request_focus();
        state.cursor = Some(cell);
        match (self.state_of)(cell) {
            MaskCell::Fixed => None,
            MaskCell::Visible => Some(Brushing { visible: false, last: cell }),
            MaskCell::Hidden => Some(Brushing { visible: true, last: cell }),
        }
    }

    fn paint_cell(&self, cell: Cell, visible: bool, changes: &mut Vec<(Cell, bool)>) {
        let is = (self.state_of)(cell);
        if is != MaskCell::Fixed && (is == MaskCell::Visible) != visible {
            changes.push((cell, visible));
        }
    }

    /// Arrows move the cursor, space turns its cell; with Shift, arrows paint what the cursor stands on along their way.
    fn keys(&self, ui: &Ui, response: &Response, grid: &Geometry, state: &mut MaskPainterState, changes: &mut Vec<(Cell, bool)>) -> bool {
        let cells = &self.view.cells;
        if !response.has_focus() || cells.is_empty() {
            return false;
        }
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        let first = Cell::new(grid.rows.first(), grid.columns.first());
        let mut finished = false;
        for (key, down, right) in [(Key::ArrowUp, -1, 0), (Key::ArrowDown, 1, 0), (Key::ArrowLeft, 0, -1), (Key::ArrowRight, 0, 1)] {
            for (modifiers, paints) in [(Modifiers::SHIFT, true), (Modifiers::NONE, false)] {
                if !pressed(modifiers, key) {
                    continue;
                }
                let moved = state.cursor.map_or(first, |from| {
                    Cell::new(
                        from.row.saturating_add_signed(down).min(cells.rows() - 1),
                        from.column.saturating_add_signed(right).min(cells.columns() - 1),
                    )
                });
                if let Some(from) = state.cursor.filter(|_| paints) {
                    let visible = (self.state_of)(from) == MaskCell::Visible;
                    self.paint_cell(moved, visible, changes);
                    finished = true;
                }
                state.cursor = Some(moved);
                state.first = [grid.rows.revealing(moved.row).first(), grid.columns.revealing(moved.column).first()];
            }
        }
        if pressed(Modifiers::NONE, Key::Space)
            && let Some(cell) = state.cursor
        {
            self.paint_cell(cell, (self.state_of)(cell) == MaskCell::Hidden, changes);
            finished = true;
        }
        finished
    }

    fn paint_fixed(&self, ui: &Ui, grid: &Geometry, emphasis: &Emphasis) {
        let palette = palette(ui);
        for row in grid.rows.range() {
            for column in grid.columns.range() {
                let cell = Cell::new(row, column);
                if (self.state_of)(cell) == MaskCell::Fixed
                    && let Some(rect) = grid.cell_rect(cell)
                {
                    let rect = Rect::from_min_max(rect.min, rect.max - Vec2::splat(CellSize::GAP));
                    fixed(ui, rect, palette);
                }
            }
        }
        grid::paint_rings(ui, &self.view, grid, emphasis);
    }

    fn spoken(&self, cell: Cell) -> String {
        let word = match (self.state_of)(cell) {
            MaskCell::Visible => self.words.visible,
            MaskCell::Hidden => self.words.hidden,
            MaskCell::Fixed => self.words.fixed,
        };
        let name = |label: Option<String>, index: usize| label.unwrap_or_else(|| index.to_string());
        let row = name(self.view.row_labels.get(cell.row), cell.row);
        let column = name(self.view.column_labels.get(cell.column), cell.column);
        format!("{row}, {column}: {word}")
    }

    /// The three kinds of cells and their names, on as many lines as they need.
    fn legend(&self, ui: &mut Ui, grid: &Geometry) {
        let palette = palette(ui);
        let colouring = self.view.colouring;
        // The name of the rows stands upright in the middle of them, and may be longer than a low mask is high.
        let name = ui.painter().layout_no_wrap(self.words.queries.to_owned(), text::small_strong(), palette.text3).size().x;
        let below = (name - grid.cells.height()) / 2.0;
        ui.add_space(space::MEDIUM + below.max(0.0));
        ui.horizontal_wrapped(|ui| {
            for (kind, word) in
                [(MaskCell::Visible, self.words.visible), (MaskCell::Hidden, self.words.hidden), (MaskCell::Fixed, self.words.fixed)]
            {
                // A sign stays with its word.
                let word = ui.painter().layout_no_wrap(word.to_owned(), text::small(), palette.text3);
                if SWATCH + ui.spacing().item_spacing.x + word.size().x > ui.available_size_before_wrap().x {
                    ui.end_row();
                }
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(SWATCH), Sense::hover());
                match kind {
                    MaskCell::Visible => {
                        let fill = colouring.fill(super::scale::theme(ui), VISIBLE);
                        ui.painter().rect_filled(rect, CornerRadius::ZERO, fill);
                    }
                    MaskCell::Hidden => {
                        hatch(ui.painter(), rect, palette.sunken, palette.divider);
                    }
                    MaskCell::Fixed => fixed(ui, rect, palette),
                }
                ui.label(word);
                ui.add_space(space::SMALL);
            }
        });
    }
}

/// A cell that cannot be painted: no hatch to wipe away, but a plain ground crossed out.
fn fixed(ui: &Ui, rect: Rect, palette: &Palette) {
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::ZERO, palette.divider);
    let inner = rect.shrink(rect.width() / 3.0);
    let stroke = Stroke::new(space::BRACKET, palette.text3);
    painter.line_segment([inner.left_top(), inner.right_bottom()], stroke);
    painter.line_segment([inner.left_bottom(), inner.right_top()], stroke);
}

/// The cells on a straight way, without the first unless it is all there is; a fast pointer jumps over cells.
fn way(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let steps = from.row.abs_diff(to.row).max(from.column.abs_diff(to.column));
    let start = usize::from(steps > 0);
    (start..=steps).map(move |step| {
        let along = |from: usize, to: usize| {
            if steps == 0 {
                return from;
            }
            let far = from.abs_diff(to) * step;
            let near = (far + steps / 2) / steps;
            if to > from { from + near } else { from - near }
        };
        Cell::new(along(from.row, to.row), along(from.column, to.column))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_leaves_no_gaps() {
        let cells: Vec<Cell> = way(Cell::new(0, 0), Cell::new(2, 5)).collect();
        assert_eq!(cells.len(), 5);
        assert_eq!(cells[4], Cell::new(2, 5));
        let mut last = Cell::new(0, 0);
        for cell in cells {
            assert!(last.row.abs_diff(cell.row) <= 1 && last.column.abs_diff(cell.column) <= 1);
            last = cell;
        }
        let still: Vec<Cell> = way(Cell::new(3, 3), Cell::new(3, 3)).collect();
        assert_eq!(still, [Cell::new(3, 3)]);
        let back: Vec<Cell> = way(Cell::new(3, 3), Cell::new(1, 3)).collect();
        assert_eq!(back, [Cell::new(2, 3), Cell::new(1, 3)]);
    }
}
