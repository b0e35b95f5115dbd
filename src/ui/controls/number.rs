use std::ops::RangeInclusive;

use eframe::egui::{DragValue, Response, Ui, Widget, vec2};

use super::field::{self, InputBox};
use crate::ui::numbers;
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

    /// The field of `value`, which stays in `range`.
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
            let response = field.show(ui, field.rect, |ui| {
                field::restored_by_escape(ui, self.value, |ui, value| {
                    let drag = DragValue::new(value).range(self.range).speed(speed).update_while_editing(false);
                    ui.add(drag.custom_formatter(|x, _| numbers::shortest(x)).custom_parser(numbers::parse))
                })
            });
            let response = response.labelled_by(label);
            match self.refusal {
                Some(refusal) => response.on_hover_text(refusal),
                None => response,
            }
        })
    }
}
