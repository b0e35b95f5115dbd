//! Typing a number into a cell.

use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::{Align2, EventFilter, Frame, Id, Key, Margin, Modifiers, Rect, Stroke, TextEdit, Tooltip, Ui, UiBuilder, Vec2};

use super::{Edit, Geometry, MatrixView};
use crate::ui::theme::{CellSize, palette, space, text};
use crate::ui::widgets::cells::Cell;

/// The cell that is being edited, and what was typed so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Editing {
    cell: Cell,
    text: String,
    /// What is typed replaces the whole number, unless it was begun by typing.
    replaces: bool,
    focused: bool,
    refused: bool,
}

impl Editing {
    /// Edits the number that stands in a cell.
    pub fn number(cell: Cell, value: f64) -> Self {
        Self { cell, text: value.to_string(), replaces: true, focused: false, refused: false }
    }

    /// Begins a new number with what was typed.
    pub fn typed(cell: Cell, text: String) -> Self {
        Self { cell, text, replaces: false, focused: false, refused: false }
    }
}

/// Shows the text field of `editing` over its cell; ends it by Enter, Tab, Esc or a click elsewhere.
pub fn edit(ui: &mut Ui, view: &MatrixView<'_>, grid: &Geometry, id: Id, editing: &mut Option<Editing>) -> Option<Edit> {
    let (Some(refusal), Some(current)) = (view.refusal, editing.as_mut()) else {
        *editing = None;
        return None;
    };
    let cell = current.cell;
    let Some(rect) = grid.cell_rect(cell).filter(|_| view.cells.contains(cell)) else {
        *editing = None;
        return None;
    };
    let editor = id.with("editor");
    let keys = Keys::consume(ui, editor);
    let lost = field_ui(ui, view, rect, editor, current);
    if current.refused {
        refusal_ui(ui, rect, editor, refusal);
    }

    match keys {
        Keys::Cancel => {
            *editing = None;
            ui.memory_mut(|memory| memory.request_focus(id));
            None
        }
        Keys::Accept { step } => {
            let Some(value) = number(&current.text) else {
                current.refused = true;
                let text = current.text.clone();
                return Some(Edit::Refused { cell, text });
            };
            let next = cell.column.saturating_add_signed(step);
            if step != 0 && next < view.cells.columns() && next != cell.column {
                let next = Cell::new(cell.row, next);
                *editing = Some(Editing::number(next, view.cells.value(next)));
            } else {
                *editing = None;
                ui.memory_mut(|memory| memory.request_focus(id));
            }
            Some(Edit::Accepted { cell, value })
        }
        Keys::None if lost => {
            let text = std::mem::take(&mut current.text);
            *editing = None;
            Some(match number(&text) {
                Some(value) => Edit::Accepted { cell, value },
                None => Edit::Refused { cell, text },
            })
        }
        Keys::None => None,
    }
}

/// Keys that end an edit, taken before the field sees them.
enum Keys {
    None,
    Cancel,
    /// Then goes on in the same row, `step` columns further.
    Accept {
        step: isize,
    },
}

impl Keys {
    fn consume(ui: &Ui, editor: Id) -> Self {
        if !ui.memory(|memory| memory.has_focus(editor)) {
            return Self::None;
        }
        let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::NONE, Key::Escape) {
            Self::Cancel
        } else if pressed(Modifiers::NONE, Key::Enter) {
            Self::Accept { step: 0 }
        } else if pressed(Modifiers::SHIFT, Key::Tab) {
            Self::Accept { step: -1 }
        } else if pressed(Modifiers::NONE, Key::Tab) {
            Self::Accept { step: 1 }
        } else {
            Self::None
        }
    }
}

/// Whether the field has lost the focus, as by a click elsewhere.
fn field_ui(ui: &mut Ui, view: &MatrixView<'_>, cell_rect: Rect, editor: Id, editing: &mut Editing) -> bool {
    let palette = palette(ui);
    let frame_ink = if editing.refused { palette.wrong } else { palette.accent };
    // Cells without digits are too small to type in.
    let size = cell_rect.size().max(CellSize::M.size() + Vec2::splat(space::XS));
    let rect = Rect::from_center_size(cell_rect.center(), size);
    let field = TextEdit::singleline(&mut editing.text)
        .id(editor)
        .font(text::digits())
        .text_color(palette.text)
        .align(Align2::RIGHT_CENTER)
        .min_size(rect.size())
        .desired_width(rect.width())
        .frame(Frame::new().fill(palette.surface).stroke(Stroke::new(space::FRAME, frame_ink)).inner_margin(Margin::symmetric(4, 0)))
        .event_filter(EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true });
    let mut place = ui.new_child(UiBuilder::new().max_rect(rect).id_salt("editor"));
    let mut output = field.show(&mut place);
    let name = view.spoken_cell(editing.cell);
    let response = output.response.response.clone().accessible_name(name);
    if response.changed() {
        editing.refused = false;
    }
    if !editing.focused {
        editing.focused = true;
        response.request_focus();
        let range = if editing.replaces {
            CCursorRange::select_all(&output.galley)
        } else {
            CCursorRange::one(CCursor::new(editing.text.chars().count()))
        };
        output.state.cursor.set_char_range(Some(range));
        output.state.store(ui.ctx(), editor);
        return false;
    }
    response.lost_focus()
}

fn refusal_ui(ui: &Ui, rect: Rect, editor: Id, refusal: &str) {
    let palette = palette(ui);
    Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), editor, rect)
        .gap(space::MEDIUM)
        .show(|ui| ui.colored_label(palette.wrong, format!("⚠ {refusal}")));
}

/// A number as it may be typed: a true minus or a decimal comma are as good as theirs on the keyboard.
fn number(typed: &str) -> Option<f64> {
    let plain: String = (typed.trim().chars())
        .map(|c| match c {
            '−' => '-',
            ',' => '.',
            other => other,
        })
        .collect();
    match plain.as_str() {
        "∞" | "+∞" => Some(f64::INFINITY),
        "-∞" => Some(f64::NEG_INFINITY),
        _ => plain.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_they_are_typed() {
        assert_eq!(number(" 1.5 "), Some(1.5));
        assert_eq!(number("−0,25"), Some(-0.25));
        assert_eq!(number("1e-3"), Some(0.001));
        assert_eq!(number("-∞"), Some(f64::NEG_INFINITY));
        assert!(number("nan").is_some_and(f64::is_nan));
        for bad in ["", "abc", "1.2.3", "1,000.5", "--1"] {
            assert_eq!(number(bad), None, "{bad}");
        }
    }
}
