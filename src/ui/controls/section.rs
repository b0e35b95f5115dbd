use eframe::egui::{Align2, Response, Role, Sense, Ui, WidgetInfo, vec2};

use super::paint;
use crate::ui::theme::{palette, space, text};

/// The head of a section in a panel: small capitals across the whole width.
pub fn section(ui: &mut Ui, title: &str) -> Response {
    section_as(ui, title, &title.to_uppercase())
}

/// The same, of a title that ends in a token: that stays as it is, since its capitals would be another one.
pub fn section_of_token(ui: &mut Ui, title: &str, token: &str) -> Response {
    let capitals = title.strip_suffix(token).map_or_else(|| title.to_owned(), |words| format!("{}{token}", words.to_uppercase()));
    section_as(ui, title, &capitals)
}

fn section_as(ui: &mut Ui, title: &str, capitals: &str) -> Response {
    let width = ui.available_width();
    let galley = paint::line(ui, capitals, text::small_strong(), palette(ui).text3, width);
    let (rect, response) = ui.allocate_exact_size(vec2(width, space::PROPERTY_ROW), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, ui.is_enabled(), title));
    paint::place(ui, galley, rect, Align2::LEFT_CENTER);
    response
}
