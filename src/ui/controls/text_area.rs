use eframe::egui::{Response, ScrollArea, TextEdit, Ui, Vec2, Widget};

use super::field::InputBox;
use crate::ui::theme::{space, text};

/// Several lines of text in the font of digits.
#[must_use = "add it to a ui"]
pub struct TextArea<'a> {
    name: &'a str,
    text: &'a mut String,
    hint: &'a str,
    size: Vec2,
    refused: bool,
}

impl<'a> TextArea<'a> {
    /// The field of `text`. It has no room for its name, which is for screen readers.
    pub fn new(name: &'a str, text: &'a mut String, size: Vec2) -> Self {
        Self { name, text, hint: "", size, refused: false }
    }

    /// What the empty field says.
    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = hint;
        self
    }

    /// Whether the text cannot be; why not is said beside the field.
    pub fn refused(mut self, refused: bool) -> Self {
        self.refused = refused;
        self
    }
}

impl Widget for TextArea<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let field = InputBox::new(ui, self.size, self.refused);
        let inner = field.rect.shrink(space::XS);
        field.show(ui, inner, |ui| {
            let edit = TextEdit::multiline(self.text).hint_text(self.hint).font(text::small_digits());
            let edit = edit.desired_width(f32::INFINITY).min_size(inner.size());
            let scrolled = ScrollArea::both().auto_shrink(false).show(ui, |ui| ui.add_sized(inner.size(), edit));
            scrolled.inner.accessible_name(self.name)
        })
    }
}
