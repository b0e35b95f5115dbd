use eframe::egui::{Align2, Response, TextEdit, Ui, Widget, vec2};

use super::field::{self, InputBox};
use crate::ui::theme::{palette, space, text};

/// One line of text with its name.
#[must_use = "add it to a ui"]
pub struct TextField<'a> {
    name: &'a str,
    text: &'a mut String,
    hint: &'a str,
    width: f32,
    refusal: Option<&'a str>,
}

impl<'a> TextField<'a> {
    /// The field of `text`, `width` points wide.
    pub fn new(name: &'a str, text: &'a mut String, width: f32) -> Self {
        Self { name, text, hint: "", width, refusal: None }
    }

    /// The width at which all of a text is seen.
    pub fn fitting(ui: &Ui, text: &str) -> f32 {
        let ink = palette(ui).text;
        ui.painter().layout_no_wrap(text.to_owned(), text::body(), ink).size().x + 2.0 * space::MEDIUM
    }

    /// What the empty field says.
    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = hint;
        self
    }

    /// Why this text cannot be, if it cannot: the frame says that something is wrong, pointing at it says what.
    pub fn refused(mut self, refusal: Option<&'a str>) -> Self {
        self.refusal = refusal;
        self
    }
}

impl Widget for TextField<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        field::named(ui, self.name, |ui, label| {
            let field = InputBox::new(ui, vec2(self.width, space::CONTROL_HEIGHT), self.refusal.is_some());
            let response = field.show(ui, field.rect, |ui| {
                ui.spacing_mut().button_padding = vec2(space::SMALL, space::XS);
                ui.add(TextEdit::singleline(self.text).hint_text(self.hint).font(text::body()).align(Align2::LEFT_CENTER))
            });
            let response = response.labelled_by(label);
            match self.refusal {
                Some(refusal) => response.on_hover_text(refusal),
                None => response,
            }
        })
    }
}
