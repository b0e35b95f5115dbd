use eframe::egui::{Align2, Color32, Rect, Response, Role, Sense, Ui, Widget, WidgetInfo, pos2, vec2};

use super::paint;
use crate::ui::theme::{palette, space, text};

/// A row that leads somewhere else: an arrow, the name of the place, and where exactly.
#[must_use = "add it to a ui"]
pub struct LinkRow<'a> {
    arrow: &'a str,
    text: &'a str,
    note: &'a str,
}

impl<'a> LinkRow<'a> {
    /// A row that reads `text`; `arrow` says which way it leads.
    pub fn new(arrow: &'a str, text: &'a str) -> Self {
        Self { arrow, text, note: "" }
    }

    /// The cell, the shape or the number at the right end.
    pub fn note(self, note: &'a str) -> Self {
        Self { note, ..self }
    }
}

impl Widget for LinkRow<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let p = palette(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), space::LIST_ROW), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), format!("{} {}", self.arrow, self.text)));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        ui.painter().rect_filled(rect, space::CONTROL_RADIUS, paint::ground(ui, &response, Color32::TRANSPARENT));
        let inner = rect.shrink2(vec2(space::XS, 0.0));
        let arrow = ui.painter().layout_no_wrap(self.arrow.to_owned(), text::body(), p.text3);
        let note = ui.painter().layout_no_wrap(self.note.to_owned(), text::small_digits(), p.text3);
        let left = inner.left() + arrow.size().x + space::SMALL;
        let right = if self.note.is_empty() { inner.right() } else { inner.right() - note.size().x - space::SMALL };
        let words = paint::line(ui, self.text, text::body(), p.text, right - left);
        let cut = words.elided;
        paint::place(ui, arrow, inner, Align2::LEFT_CENTER);
        let words_rect = Rect::from_min_max(pos2(left, inner.top()), pos2(right, inner.bottom()));
        paint::place(ui, words, words_rect, Align2::LEFT_CENTER);
        paint::place(ui, note, inner, Align2::RIGHT_CENTER);
        paint::focus_ring(ui, &response, rect, space::CONTROL_RADIUS);
        if cut { response.on_hover_text(self.text) } else { response }
    }
}
