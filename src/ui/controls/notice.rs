use eframe::egui::{Align2, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::paint;
use crate::ui::theme::{palette, space, text};

/// What a notice is about. Each has a sign as well as a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Something to know, such as that a run is on its way.
    Hint,
    /// A check passed.
    Right,
    /// Something runs, but not as it should.
    Warning,
    /// A check failed, or something was refused.
    Wrong,
}

/// A sentence with its sign, on as many lines as it needs. It can be clicked, to lead to the place it speaks of.
pub fn notice(ui: &mut Ui, kind: Notice, sentence: &str) -> Response {
    let p = palette(ui);
    let (sign, ink) = match kind {
        Notice::Hint => ("●", p.text3),
        Notice::Right => ("✓", p.right),
        Notice::Warning => ("⚠", p.wrong),
        Notice::Wrong => ("✗", p.wrong),
    };
    let indent = space::LARGE + space::XS;
    let sign = ui.painter().layout_no_wrap(sign.to_owned(), text::strong(), ink);
    let width = (ui.available_width() - indent).max(0.0);
    let sentence_galley = ui.painter().layout(sentence.to_owned(), text::body(), ink, width);
    let size = vec2(indent + sentence_galley.size().x, sentence_galley.size().y.max(space::HIT_TARGET));

    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let role = if kind == Notice::Hint { Role::Status } else { Role::Alert };
    response.widget_info(|| WidgetInfo::labeled(role, ui.is_enabled(), sentence));

    let sentence_rect = Rect::from_min_max(pos2(rect.left() + indent, rect.top()), rect.max);
    let middle = Align2::LEFT_CENTER.align_size_within_rect(sentence_galley.size(), sentence_rect);
    let line = sentence_galley.rows.first().map_or(0.0, |row| row.height());
    let sign_rect = Rect::from_min_size(pos2(rect.left(), middle.top()), vec2(space::LARGE, line));
    paint::place(ui, sign, sign_rect, Align2::CENTER_CENTER);
    paint::place(ui, sentence_galley, sentence_rect, Align2::LEFT_CENTER);
    paint::focus_ring(ui, &response, rect, space::CONTROL_RADIUS);
    response
}
