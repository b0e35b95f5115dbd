//! Pointer and keys on one matrix.

use eframe::egui::{Event, EventFilter, Id, Key, Modifiers, Response, Role, Sense, Ui, Vec2, WidgetInfo};

use super::{Geometry, MatrixView, Span};
use crate::ui::widgets::cells::{Block, Cell};

/// What the user did, before windows have moved or an edit has begun.
#[derive(Clone, Debug)]
pub struct Interaction {
    pub response: Response,
    pub hovered: Option<Cell>,
    pub chosen: Option<Cell>,
    pub extended: Option<Cell>,
    pub released: bool,
    pub opened: Option<Cell>,
    /// Text that was typed on the chosen cell, which begins an edit with it.
    pub typed: Option<String>,
    pub copied: Option<Block>,
    pub pasted: Option<String>,
    /// Rows and columns by which the wheel moved the window.
    pub scrolled: Vec2,
}

/// Makes the matrix one focusable node and reads what happened on it.
pub fn interact(ui: &Ui, view: &MatrixView<'_>, grid: &Geometry, id: Id) -> Interaction {
    let sense = if view.blocks { Sense::click_and_drag() } else { Sense::click() };
    let response = ui.interact(grid.cells, id, sense);
    let hovered = response.hover_pos().and_then(|point| grid.cell_at(point));
    let pointed = response.interact_pointer_pos().and_then(|point| grid.cell_at(point));
    let clicked = pointed.filter(|_| response.clicked());
    let (mut chosen, mut extended) = if view.blocks { swept(ui, view, grid, &response, clicked) } else { (clicked, None) };
    if chosen.is_some() || extended.is_some() {
        response.request_focus();
    }
    let mut released = false;
    let mut opened = pointed.filter(|_| response.double_clicked());
    let (mut typed, mut copied, mut pasted) = (None, None, None);
    if response.has_focus() {
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, escape: view.chosen.is_some(), tab: false };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        if let Some(from) = view.chosen.filter(|_| view.blocks)
            && let Some(cell) = moved_by_keys(ui, view, grid, Some(view.corner.unwrap_or(from)), Modifiers::SHIFT)
        {
            extended = Some(cell);
        }
        if let Some(cell) = moved_by_keys(ui, view, grid, view.chosen, Modifiers::NONE) {
            chosen = Some(cell);
        }
        if view.refusal.is_some() {
            pasted = text_pasted(ui);
        }
        if let Some(cell) = view.chosen.filter(|&cell| view.cells.contains(cell)) {
            released = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
                opened = Some(cell);
            }
            if view.refusal.is_some() {
                typed = number_typed(ui);
            }
            if ui.input(|input| input.events.contains(&Event::Copy)) {
                if view.blocks {
                    copied = view.block();
                } else {
                    // All digits, as any program reads them.
                    ui.copy_text(view.cells.value(cell).to_string());
                }
            }
        }
    }

    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::Grid, ui.is_enabled(), view.spoken_name());
        info.current_text_value = (chosen.or(view.chosen)).filter(|&cell| view.cells.contains(cell)).map(|cell| view.spoken_cell(cell));
        info
    });
    let scrolled = scrolled(ui, grid, response.contains_pointer());
    Interaction { response, hovered, chosen, extended, released, opened, typed, copied, pasted, scrolled }
}

/// The cell that was chosen, and the one to which the choice was drawn out from it: a drag goes from where it began to the cell
/// nearest to the pointer, a click with Shift from the chosen cell to where it is.
fn swept(ui: &Ui, view: &MatrixView<'_>, grid: &Geometry, response: &Response, clicked: Option<Cell>) -> (Option<Cell>, Option<Cell>) {
    if clicked.is_some() && view.chosen.is_some() && ui.input(|input| input.modifiers.shift) {
        return (None, clicked);
    }
    if !response.dragged() {
        return (clicked, None);
    }
    let from = ui.input(|input| input.pointer.press_origin()).and_then(|point| grid.cell_at(point));
    let to = response.interact_pointer_pos().and_then(|point| grid.nearest_cell(point));
    (from.filter(|_| response.drag_started()), to)
}

/// The cell to which arrows, Home, End and page keys lead from another, held with `held`; from none, the first that is shown.
fn moved_by_keys(ui: &Ui, view: &MatrixView<'_>, grid: &Geometry, from: Option<Cell>, held: Modifiers) -> Option<Cell> {
    if view.cells.is_empty() {
        return None;
    }
    let page = isize::try_from(grid.rows.shown()).unwrap_or(isize::MAX);
    let far = isize::MAX;
    let steps = [
        (Modifiers::NONE, Key::ArrowUp, (-1, 0)),
        (Modifiers::NONE, Key::ArrowDown, (1, 0)),
        (Modifiers::NONE, Key::ArrowLeft, (0, -1)),
        (Modifiers::NONE, Key::ArrowRight, (0, 1)),
        (Modifiers::NONE, Key::PageUp, (-page, 0)),
        (Modifiers::NONE, Key::PageDown, (page, 0)),
        (Modifiers::COMMAND, Key::Home, (-far, -far)),
        (Modifiers::COMMAND, Key::End, (far, far)),
        (Modifiers::NONE, Key::Home, (0, -far)),
        (Modifiers::NONE, Key::End, (0, far)),
    ];
    let mut cell = from;
    let mut moved = false;
    for (modifiers, key, (down, right)) in steps {
        for _ in 0..ui.input_mut(|input| input.count_and_consume_key(modifiers | held, key)) {
            moved = true;
            cell = Some(match cell {
                Some(from) => Cell::new(
                    from.row.saturating_add_signed(down).min(view.cells.rows() - 1),
                    (from.column.saturating_add_signed(right)).min(view.cells.columns() - 1),
                ),
                None => Cell::new(grid.rows.first(), grid.columns.first()),
            });
        }
    }
    cell.filter(|_| moved)
}

fn text_pasted(ui: &Ui) -> Option<String> {
    ui.input(|input| {
        input.events.iter().find_map(|event| match event {
            Event::Paste(text) => Some(text.clone()),
            _ => None,
        })
    })
}

/// Text that may begin a number.
fn number_typed(ui: &Ui) -> Option<String> {
    ui.input(|input| {
        input.events.iter().find_map(|event| match event {
            Event::Text(text) if text.starts_with(|c: char| c.is_ascii_digit() || "-−+.,".contains(c)) => Some(text.clone()),
            _ => None,
        })
    })
}

/// The wheel moves the window of a matrix that is not shown whole; where there is nothing left to show, it is left to
/// whatever the matrix lies in.
fn scrolled(ui: &Ui, grid: &Geometry, pointed: bool) -> Vec2 {
    let (across, down) = (grid.columns, grid.rows);
    if !pointed || !(across.is_cut() || down.is_cut()) {
        return Vec2::ZERO;
    }
    let passed = |span: Span, delta: f32| {
        let step = if delta > 0.0 { 1 } else { -1 };
        if delta != 0.0 && span.moved(step) != span { delta } else { 0.0 }
    };
    ui.input_mut(|input| {
        let mut delta = -input.smooth_scroll_delta();
        if !down.is_cut() && delta.x == 0.0 {
            // A plain wheel serves the only axis there is.
            delta = delta.yx();
        }
        let used = Vec2::new(passed(across, delta.x), passed(down, delta.y));
        if used != Vec2::ZERO {
            input.smooth_scroll_delta = Vec2::ZERO;
        }
        used / grid.pitch.cell
    })
}
