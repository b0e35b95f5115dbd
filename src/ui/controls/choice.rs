use eframe::egui::style::WidgetVisuals;
use eframe::egui::{ComboBox, Rect, Response, Shape, Stroke, Ui, vec2};

use super::{ListRow, field, paint};
use crate::ui::theme::{palette, space, text};

/// Height of the list: the least, and the most where there are many to choose from.
const LOWEST: f32 = 12.0 * space::LIST_ROW;
const HIGHEST: f32 = 18.0 * space::LIST_ROW;

/// One of several, by name, in a list that opens. Marks its response as changed when another is chosen.
pub fn choice<T: Copy + PartialEq>(ui: &mut Ui, name: &str, chosen: &mut T, options: &[(T, &str)]) -> Response {
    let current = options.iter().find(|(option, _)| option == chosen).map_or("", |&(_, text)| text);
    // Wide enough for each of them, so that a choice moves nothing and none is cut.
    let width = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), text::strong(), palette(ui).text).size().x;
    let widest = options.iter().map(|(_, text)| width(text)).fold(0.0, f32::max);
    let row = space::MEDIUM + widest + space::SMALL;
    field::named(ui, name, |ui, label| {
        // As much of a long list as there is room for below.
        let room = ui.content_rect().bottom() - ui.cursor().top() - space::CONTROL_HEIGHT - space::XXL;
        let list = ComboBox::from_id_salt(name).width(row + space::XL).height(room.clamp(LOWEST, HIGHEST));
        let list = list.selected_text(current).icon(chevron);
        let list = list.show_ui(ui, |ui| {
            ui.set_min_width(row);
            ui.spacing_mut().item_spacing.y = 0.0;
            let mut picked = None;
            for &(option, text) in options {
                if ui.add(ListRow::new(text, option == *chosen)).clicked() {
                    picked = Some(option);
                }
            }
            picked
        });
        let mut response = list.response.labelled_by(label);
        if let Some(option) = list.inner.flatten().filter(|option| option != chosen) {
            *chosen = option;
            response.mark_changed();
        }
        paint::focus_ring(ui, &response, response.rect, space::CONTROL_RADIUS);
        response
    })
}

fn chevron(ui: &Ui, rect: Rect, _: &WidgetVisuals, _: bool) {
    let half = vec2(space::XS, space::XS / 2.0);
    let points = [-1.0, 0.0, 1.0].map(|x: f32| rect.center() + vec2(x * half.x, half.y - 2.0 * x.abs() * half.y));
    let stroke = Stroke::new(space::BRACKET, palette(ui).text2);
    ui.painter().add(Shape::line(points.to_vec(), stroke));
}
