use std::ops::RangeInclusive;

use eframe::egui::{Response, Ui, Widget, vec2};

use super::field::{self, InputBox};
use super::typed::real_digits;
use crate::ui::theme::space;

/// A real number with its name. It can be typed, with a point or a comma, or dragged.
#[must_use = "add it to a ui"]
pub struct NumberField<'a> {
    name: &'a str,
    value: &'a mut f64,
    range: RangeInclusive<f64>,
    refusal: Option<&'a str>,
}

impl<'a> NumberField<'a> {
    const WIDTH: f32 = 108.0;

    /// The field of `value`; what is typed beyond `range` is refused.
    pub fn new(name: &'a str, value: &'a mut f64, range: RangeInclusive<f64>) -> Self {
        Self { name, value, range, refusal: None }
    }

    /// Why this value cannot be, if it cannot: the frame says that something is wrong, pointing at it says what.
    pub fn refused(mut self, refusal: Option<&'a str>) -> Self {
        self.refusal = refusal;
        self
    }
}

impl Widget for NumberField<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        field::named(ui, self.name, |ui, label| {
            let field = InputBox::new(ui, vec2(Self::WIDTH, space::CONTROL_HEIGHT), self.refusal.is_some());
            // A hundredth of the number for each point that the pointer moves.
            let speed = (0.01 * self.value.abs()).max(1e-3);
            let response = field.show(ui, field.rect, |ui| real_digits(ui, self.name, self.value, self.range, speed));
            let response = response.labelled_by(label);
            match self.refusal {
                Some(refusal) => response.on_hover_text(refusal),
                None => response,
            }
        })
    }
}
