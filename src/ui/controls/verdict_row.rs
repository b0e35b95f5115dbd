use eframe::egui::{Align2, Color32, Rect, Response, Role, Sense, Ui, Widget, WidgetInfo, pos2, vec2};

use super::paint;
use crate::ui::theme::{palette, space, text};

/// What was looked at and how it fared, on two lines; a click leads to the place.
#[must_use = "add it to a ui"]
pub struct VerdictRow<'a> {
    passed: bool,
    place: &'a str,
    told: &'a str,
}

impl<'a> VerdictRow<'a> {
    /// Of all such rows.
    pub const HEIGHT: f32 = 2.0 * text::LINE_HEIGHT + space::SMALL;

    /// A row that names a place and tells what came out there.
    pub fn new(passed: bool, place: &'a str, told: &'a str) -> Self {
        Self { passed, place, told }
    }
}

impl Widget for VerdictRow<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let p = palette(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), Self::HEIGHT), Sense::click());
        let (sign, ink) = if self.passed { ("✓", p.right) } else { ("✕", p.wrong) };
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), format!("{sign} {}: {}", self.place, self.told)));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        ui.painter().rect_filled(rect, space::CONTROL_RADIUS, paint::ground(ui, &response, Color32::TRANSPARENT));
        let left = rect.left() + space::XL;
        let width = rect.right() - space::SMALL - left;
        let line = |top: f32| Rect::from_min_size(pos2(left, rect.top() + space::XS + top), vec2(width, text::LINE_HEIGHT));
        let sign_rect = Rect::from_min_max(pos2(rect.left(), line(0.0).top()), line(0.0).left_bottom());
        paint::place(ui, ui.painter().layout_no_wrap(sign.to_owned(), text::strong(), ink), sign_rect, Align2::CENTER_CENTER);
        let place = paint::line(ui, self.place, text::body(), p.text, width);
        let told = paint::line(ui, self.told, text::small(), p.text2, width);
        let cut = place.elided || told.elided;
        paint::place(ui, place, line(0.0), Align2::LEFT_CENTER);
        paint::place(ui, told, line(text::LINE_HEIGHT), Align2::LEFT_CENTER);
        paint::focus_ring(ui, &response, rect.shrink(1.0), space::CONTROL_RADIUS);
        if cut { response.on_hover_text(format!("{}\n{}", self.place, self.told)) } else { response }
    }
}
