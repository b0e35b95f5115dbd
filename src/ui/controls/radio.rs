use eframe::egui::{Align2, Rect, Response, Role, Sense, Stroke, Ui, Widget, WidgetInfo, pos2, vec2};

use super::paint;
use crate::ui::theme::{palette, space, text};

const RING: f32 = 7.0;
const DOT: f32 = 3.5;

/// One of several answers, on as many lines as it needs.
#[must_use = "add it to a ui"]
pub struct Radio<'a> {
    text: &'a str,
    selected: bool,
    right: Option<bool>,
}

impl<'a> Radio<'a> {
    /// The answer `text`.
    pub fn new(text: &'a str, selected: bool) -> Self {
        Self { text, selected, right: None }
    }

    /// Whether it was found right or wrong, if it was looked at.
    pub fn right(mut self, right: Option<bool>) -> Self {
        self.right = right;
        self
    }
}

impl Widget for Radio<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let p = palette(ui);
        let indent = 2.0 * RING + space::SMALL;
        let verdict = self.right.map(|right| if right { ("✓", p.right) } else { ("✗", p.wrong) });
        let sign = verdict.map(|(sign, ink)| ui.painter().layout_no_wrap(sign.to_owned(), text::strong(), ink));
        let sign_room = sign.as_ref().map_or(0.0, |sign| space::SMALL + sign.size().x);
        let font = if self.selected { text::strong() } else { text::body() };
        let words = paint::lines(ui, self.text, font, p.text, ui.available_width() - indent - sign_room - space::SMALL);
        let size = vec2(indent + words.size().x + sign_room + space::SMALL, (words.size().y + space::XS).max(space::HIT_TARGET));

        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), self.selected, self.text));

        if ui.is_rect_visible(rect) {
            ui.painter().rect_filled(rect, space::CONTROL_RADIUS, paint::ground(ui, &response, eframe::egui::Color32::TRANSPARENT));
            let centre = pos2(rect.left() + RING + space::XS / 2.0, rect.top() + space::XS / 2.0 + text::LINE_HEIGHT / 2.0);
            let ink = if self.selected { p.accent } else { p.line };
            ui.painter().circle(centre, RING, p.sunken, Stroke::new(space::BRACKET, ink));
            if self.selected {
                ui.painter().circle_filled(centre, DOT, p.accent);
            }
            let right = rect.left() + indent + words.size().x;
            let words_rect = Rect::from_min_max(pos2(rect.left() + indent, rect.top()), rect.max);
            paint::place(ui, words, words_rect, Align2::LEFT_CENTER);
            if let Some(sign) = sign {
                paint::place(ui, sign, Rect::from_min_max(pos2(right + space::SMALL, rect.top()), rect.max), Align2::LEFT_CENTER);
            }
            paint::focus_ring(ui, &response, rect, space::CONTROL_RADIUS);
        }
        response
    }
}
