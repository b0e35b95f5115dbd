use eframe::egui::{Align2, Response, Role, Sense, Ui, WidgetInfo, vec2};

use super::paint;
use crate::ui::theme::{palette, space, text};

/// The head of a section in a panel: small capitals across the whole width.
pub fn section(ui: &mut Ui, title: &str) -> Response {
    let width = ui.available_width();
    let galley = paint::line(
        ui,
        &title.to_uppercase(),
        text::small_strong(),
        palette(ui).text3,
        width,
    );
    let (rect, response) = ui.allocate_exact_size(vec2(width, space::PROPERTY_ROW), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, ui.is_enabled(), title));
    paint::place(ui, galley, rect, Align2::LEFT_CENTER);
    response
}
