use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::{Align2, Id, Margin, Rect, Response, Sense, Stroke, StrokeKind, TextEdit, Ui, Vec2, pos2};

use super::field::InputBox;
use super::paint;
use crate::ui::theme::{palette, space, text};

/// Room at the left for the sign that says how an answer fared.
const SIGN: i8 = 20;
/// Between the text and the edge.
const PADDING: i8 = 8;

/// A field for an answer, and the sign that says whether it was found right.
#[must_use = "show it"]
pub struct AnswerField<'a> {
    name: &'a str,
    text: &'a mut String,
    id: Id,
    hint: &'a str,
    words: bool,
    right: Option<bool>,
}

impl<'a> AnswerField<'a> {
    /// The field of a number. Whoever moves the focus between fields knows them by their `id`.
    pub fn new(name: &'a str, text: &'a mut String, id: Id) -> Self {
        Self { name, text, id, hint: "", words: false, right: None }
    }

    /// A field of words, which begin at the left; `hint` is what the empty field says.
    pub fn words(self, hint: &'a str) -> Self {
        Self { words: true, hint, ..self }
    }

    /// Whether the answer was found right or wrong, if it was looked at.
    pub fn right(self, right: Option<bool>) -> Self {
        Self { right, ..self }
    }

    /// Shows the field where the layout has it.
    pub fn show(self, ui: &mut Ui, size: Vec2) -> Response {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        self.show_at(ui, rect)
    }

    /// Shows the field in a place that was taken before. A number is chosen as a whole when Tab or an arrow key comes to it.
    pub fn show_at(self, ui: &mut Ui, rect: Rect) -> Response {
        let Self { name, text, id, hint, words, right } = self;
        let p = palette(ui);
        let field = InputBox::at(ui, rect, id.with("box"), false);
        if let Some(right) = right {
            let (sign, ink) = if right { ("✓", p.right) } else { ("✗", p.wrong) };
            ui.painter().rect_stroke(rect, space::CONTROL_RADIUS, Stroke::new(space::FRAME, ink), StrokeKind::Inside);
            let sign = ui.painter().layout_no_wrap(sign.to_owned(), text::small_strong(), ink);
            let sign_rect = Rect::from_min_max(pos2(rect.left() + space::XS + 2.0, rect.top()), rect.max);
            paint::place(ui, sign, sign_rect, Align2::LEFT_CENTER);
        }
        let length = text.chars().count();
        let response = field.show(ui, rect, |ui| {
            let (font, align) = if words { (text::body(), Align2::LEFT_CENTER) } else { (text::digits(), Align2::RIGHT_CENTER) };
            let left = if words && right.is_none() { PADDING } else { SIGN };
            let margin = Margin { left, right: PADDING, top: 0, bottom: 0 };
            let edit = TextEdit::singleline(text).id(id).font(font).align(align).hint_text(hint).margin(margin);
            let mut output = edit.show(ui);
            let response = output.response.response.clone();
            if response.gained_focus() && !response.clicked() && !words {
                output.state.cursor.set_char_range(Some(CCursorRange::two(CCursor::default(), CCursor::new(length))));
                output.state.store(ui.ctx(), id);
            }
            response
        });
        response.accessible_name(name)
    }
}
