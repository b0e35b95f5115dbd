use eframe::egui::{Align2, Rect, Response, Role, Sense, Ui, Widget, WidgetInfo, pos2, vec2};

use super::paint;
use crate::ui::theme::{palette, space, text};

/// A tab at the top of the window, as high as the bar: the view that is open is underlined.
#[must_use = "add it to a ui"]
pub struct Tab<'a> {
    text: &'a str,
    open: bool,
}

impl<'a> Tab<'a> {
    const UNDERLINE: f32 = 3.0;

    /// The tab of the view `text`.
    pub fn new(text: &'a str, open: bool) -> Self {
        Self { text, open }
    }
}

impl Widget for Tab<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let p = palette(ui);
        // The width is that of the semibold text in either state, so that opening a tab does not push its neighbours.
        let strong = ui.painter().layout_no_wrap(self.text.to_owned(), text::strong(), p.text);
        let size = vec2(strong.size().x + 2.0 * space::MEDIUM, space::TAB_BAR.min(ui.available_height()));

        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::Tab, ui.is_enabled(), self.open, self.text));

        if ui.is_rect_visible(rect) {
            let galley = if self.open {
                strong
            } else {
                let ink = if response.hovered() { p.text } else { p.text2 };
                ui.painter().layout_no_wrap(self.text.to_owned(), text::body(), ink)
            };
            paint::place(ui, galley, rect, Align2::CENTER_CENTER);
            if self.open || response.hovered() {
                let underline = Rect::from_min_max(
                    pos2(rect.left() + space::XS, rect.bottom() - Self::UNDERLINE),
                    pos2(rect.right() - space::XS, rect.bottom()),
                );
                ui.painter().rect_filled(underline, 0.0, if self.open { p.accent } else { p.divider });
            }
            paint::focus_ring(ui, &response, rect.shrink2(vec2(0.0, space::SMALL)), space::CONTROL_RADIUS);
        }
        response
    }
}
