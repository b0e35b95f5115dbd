use eframe::egui::{Align2, Color32, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::paint;
use crate::ui::theme::{Palette, palette, space, text};

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

impl Notice {
    fn sign(self, p: &Palette) -> (&'static str, Color32) {
        match self {
            Self::Hint => ("●", p.text3),
            Self::Right => ("✓", p.right),
            Self::Warning => ("⚠", p.wrong),
            Self::Wrong => ("✗", p.wrong),
        }
    }
}

/// A sentence with its sign on one line, cut where there is no room for it; pointing at it says all of it.
pub fn notice_line(ui: &mut Ui, kind: Notice, sentence: &str) -> Response {
    let (sign, ink) = kind.sign(palette(ui));
    let indent = space::LARGE + space::XS;
    let sign = ui.painter().layout_no_wrap(sign.to_owned(), text::strong(), ink);
    let words = paint::line(ui, sentence, text::body(), ink, (ui.available_width() - indent).max(0.0));
    let size = vec2(indent + words.size().x, space::HIT_TARGET);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let role = if kind == Notice::Hint { Role::Status } else { Role::Alert };
    response.widget_info(|| WidgetInfo::labeled(role, ui.is_enabled(), sentence));
    let sign_rect = Rect::from_min_size(rect.min, vec2(space::LARGE, rect.height()));
    paint::place(ui, sign, sign_rect, Align2::CENTER_CENTER);
    paint::place(ui, words, Rect::from_min_max(pos2(rect.left() + indent, rect.top()), rect.max), Align2::LEFT_CENTER);
    paint::focus_ring(ui, &response, rect, space::CONTROL_RADIUS);
    response.on_hover_text(sentence)
}

/// A sentence with its sign, on as many lines as it needs.
///
/// One that leads to the place it speaks of is made to: `notice(…).interact(Sense::click()).clicked()`.
pub fn notice(ui: &mut Ui, kind: Notice, sentence: &str) -> Response {
    let (sign, ink) = kind.sign(palette(ui));
    let indent = space::LARGE + space::XS;
    let sign = ui.painter().layout_no_wrap(sign.to_owned(), text::strong(), ink);
    let words = paint::lines(ui, sentence, text::body(), ink, ui.available_width() - indent);
    let size = vec2(indent + words.size().x, words.size().y.max(space::HIT_TARGET));

    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let role = if kind == Notice::Hint { Role::Status } else { Role::Alert };
    response.widget_info(|| WidgetInfo::labeled(role, ui.is_enabled(), sentence));

    let top = rect.center().y - words.size().y / 2.0;
    let sign_rect = Rect::from_min_size(pos2(rect.left(), top), vec2(space::LARGE, text::LINE_HEIGHT));
    paint::place(ui, sign, sign_rect, Align2::CENTER_CENTER);
    let words_rect = Rect::from_min_max(pos2(rect.left() + indent, rect.top()), rect.max);
    paint::place(ui, words, words_rect, Align2::LEFT_CENTER);
    response
}
