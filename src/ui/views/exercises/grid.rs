//! A matrix to be filled in: a field for each number, walked with Tab and the arrow keys, filled by pasting.

use eframe::egui::{Event, Id, Key, Memory, Modifiers, Rect, ScrollArea, Sense, Stroke, Ui, Vec2, pos2, vec2};

use crate::experiment::exercises::{Marked, table};
use crate::ui::controls::AnswerField;
use crate::ui::theme::{palette, space, text};

use super::sheet::fared;

/// The size of a field.
const CELL: Vec2 = vec2(72.0, space::CONTROL_HEIGHT);
/// Height of the names of the columns.
const NAMES: f32 = 20.0;
/// From the fields to the bracket around them.
const BRACKET: f32 = 3.0;
/// Length of a bracket's serifs.
const SERIF: f32 = 4.0;

/// What was done to a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridOutput {
    /// A number was changed.
    pub changed: bool,
    /// Enter was pressed.
    pub submitted: bool,
}

/// What the rows and columns of a grid are called; a vector's only row has no name.
pub struct Names<'a> {
    /// The grid as a whole.
    pub grid: &'a str,
    /// Rows.
    pub row: &'a dyn Fn(usize) -> String,
    /// Columns.
    pub column: &'a dyn Fn(usize) -> String,
}

/// Draws the grid and takes what is typed into it.
pub fn grid_ui(ui: &mut Ui, names: &Names<'_>, cells: &mut [Vec<String>], marked: Option<&Marked>) -> GridOutput {
    let columns = cells.first().map_or(0, Vec::len);
    let id = ui.make_persistent_id(("answer", names.grid));
    let field = |row: usize, column: usize| id.with((row, column));
    let mut output = GridOutput::default();
    let focused = ui.memory(Memory::focused);
    let at = (0..cells.len())
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .find(|&(row, column)| focused == Some(field(row, column)));
    if let Some(at) = at {
        output.changed |= paste(ui, cells, at);
        walk(ui, cells.len(), at, &field);
    }
    let label = |ui: &Ui, name: String| ui.painter().layout_no_wrap(name, text::small(), palette(ui).text3);
    let rows: Vec<_> = (0..cells.len()).map(|row| label(ui, (names.row)(row))).collect();
    let left = rows.iter().map(|name| name.size().x).fold(0.0, f32::max) + space::SMALL;
    let pitch = CELL + Vec2::splat(space::XS);
    let size = vec2(left + columns as f32 * pitch.x + space::SMALL, NAMES + cells.len() as f32 * pitch.y + space::XS);
    ScrollArea::horizontal().id_salt(id).show(ui, |ui| {
        let (whole, _) = ui.allocate_exact_size(size, Sense::hover());
        let corner = whole.min + vec2(left, NAMES);
        let place =
            |row: usize, column: usize| Rect::from_min_size(corner + pitch * vec2(column as f32, row as f32) + vec2(space::XS, 0.0), CELL);
        for column in 0..columns {
            let name = label(ui, (names.column)(column));
            let x = place(0, column).center().x - name.size().x / 2.0;
            ui.painter().galley(pos2(x, whole.top() + (NAMES - name.size().y) / 2.0 - 1.0), name, palette(ui).text3);
        }
        for (row, name) in rows.into_iter().enumerate() {
            let rect = place(row, 0);
            let at = pos2(rect.left() - space::SMALL - name.size().x, rect.center().y - name.size().y / 2.0);
            ui.painter().galley(at, name, palette(ui).text3);
        }
        if columns > 0 && !cells.is_empty() {
            brackets(ui, place(0, 0).union(place(cells.len() - 1, columns - 1)));
        }
        for (row, cells) in cells.iter_mut().enumerate() {
            for (column, text) in cells.iter_mut().enumerate() {
                let name = format!("{}, {} {}", names.grid, (names.row)(row), (names.column)(column));
                let unread = (marked.is_some() && !text.trim().is_empty()).then_some(false);
                let shown = AnswerField::new(&name, text, field(row, column)).right(fared(marked, row, column).or(unread));
                let response = shown.show_at(ui, place(row, column));
                output.changed |= response.changed();
                output.submitted |= response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            }
        }
    });
    output
}

fn brackets(ui: &Ui, body: Rect) {
    let stroke = Stroke::new(space::BRACKET, palette(ui).line);
    let body = body.expand(BRACKET);
    for (x, inwards) in [(body.left(), SERIF), (body.right(), -SERIF)] {
        let points = vec![pos2(x + inwards, body.top()), pos2(x, body.top()), pos2(x, body.bottom()), pos2(x + inwards, body.bottom())];
        ui.painter().line(points, stroke);
    }
}

/// The arrow keys go up and down in a column.
fn walk(ui: &Ui, rows: usize, (row, column): (usize, usize), field: &dyn Fn(usize, usize) -> Id) {
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let next = if pressed(Key::ArrowDown) {
        Some(row + 1).filter(|&next| next < rows)
    } else if pressed(Key::ArrowUp) {
        row.checked_sub(1)
    } else {
        None
    };
    if let Some(next) = next {
        ui.memory_mut(|memory| memory.request_focus(field(next, column)));
    }
}

/// Several numbers that are pasted go into as many fields, from the one with the focus on; a table of the shape of the whole goes
/// into the whole.
fn paste(ui: &Ui, cells: &mut [Vec<String>], (row, column): (usize, usize)) -> bool {
    let read = |text: &str| table(text).into_iter().map(|row| row.into_iter().collect::<Option<Vec<_>>>()).collect::<Option<Vec<_>>>();
    let several = |rows: &Vec<Vec<_>>| rows.iter().map(Vec::len).sum::<usize>() > 1;
    let pasted = ui.input_mut(|input| {
        let at = input.events.iter().position(|event| match event {
            Event::Paste(text) => read(text).is_some_and(|rows| several(&rows)),
            _ => false,
        })?;
        match input.events.remove(at) {
            Event::Paste(text) => read(&text),
            _ => None,
        }
    });
    let Some(rows) = pasted else { return false };
    let whole = rows.len() == cells.len() && rows.iter().zip(cells.iter()).all(|(new, old)| new.len() == old.len());
    let (row, column) = if whole { (0, 0) } else { (row, column) };
    for (new, old) in rows.into_iter().zip(cells.iter_mut().skip(row)) {
        for (reading, text) in new.into_iter().zip(old.iter_mut().skip(column)) {
            *text = crate::ui::numbers::shortest(reading.value);
        }
    }
    true
}
