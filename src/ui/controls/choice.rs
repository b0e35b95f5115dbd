use eframe::egui::{ComboBox, Response, RichText, Ui};

use super::field;
use crate::ui::theme::text;

/// One of several, by name, in a list that opens. Marks its response as changed when another is chosen.
pub fn choice<T: Copy + PartialEq>(ui: &mut Ui, name: &str, chosen: &mut T, options: &[(T, &str)]) -> Response {
    let current = options.iter().find(|(option, _)| option == chosen).map_or("", |&(_, text)| text);
    field::named(ui, name, |ui, label| {
        let before = *chosen;
        let mut response = ComboBox::from_id_salt(name)
            .selected_text(RichText::new(current).font(text::body()))
            .show_ui(ui, |ui| {
                for &(option, text) in options {
                    ui.selectable_value(chosen, option, text);
                }
            })
            .response
            .labelled_by(label);
        if *chosen != before {
            response.mark_changed();
        }
        response
    })
}
