use std::ops::RangeInclusive;

use eframe::egui::{Align2, Color32, Rect, Response, Role, Sense, Stroke, Ui, Widget, WidgetInfo, vec2};

use super::field::{self, InputBox};
use super::paint;
use super::typed::whole_digits;
use crate::ui::theme::{palette, space, text};

/// A whole number between − and +, with its name. It can be typed, dragged, or stepped with the arrow keys.
#[must_use = "add it to a ui"]
pub struct IntegerField<'a> {
    name: &'a str,
    value: &'a mut usize,
    range: RangeInclusive<usize>,
    refusal: Option<&'a str>,
    digits: f32,
}

impl<'a> IntegerField<'a> {
    const DIGITS_WIDTH: f32 = 52.0;

    /// The field of `value`; what is typed beyond `range` is refused.
    pub fn new(name: &'a str, value: &'a mut usize, range: RangeInclusive<usize>) -> Self {
        Self { name, value, range, refusal: None, digits: Self::DIGITS_WIDTH }
    }

    /// Why this value cannot be, if it cannot: the frame says that something is wrong, pointing at it says what.
    pub fn refused(mut self, refusal: Option<&'a str>) -> Self {
        self.refusal = refusal;
        self
    }

    /// At least so much room for the digits; a number that needs more gets it.
    pub fn digits(mut self, width: f32) -> Self {
        self.digits = width.max(Self::DIGITS_WIDTH);
        self
    }

    /// Room for the digits of this number, and for one more while it is typed.
    fn room(&self, ui: &Ui) -> f32 {
        let digits = format!("{}0", self.value);
        let needed = ui.painter().layout_no_wrap(digits, text::digits(), palette(ui).text).size().x + space::SMALL;
        self.digits.max(needed)
    }

    fn step_button(ui: &mut Ui, field: &InputBox, rect: Rect, sign: &str, name: &str, possible: bool) -> bool {
        let p = palette(ui);
        // The arrow keys do the same in the field, so the keyboard does not stop here.
        let response = ui.interact(rect, field.id.with(sign), Sense::CLICK);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled() && possible, format!("{sign} {name}")));
        let ground = if possible { paint::ground(ui, &response, Color32::TRANSPARENT) } else { Color32::TRANSPARENT };
        ui.painter().rect_filled(rect.shrink(2.0), space::CONTROL_RADIUS, ground);
        let ink = if possible { p.text } else { p.line };
        let galley = ui.painter().layout_no_wrap(sign.to_owned(), text::body(), ink);
        paint::place(ui, galley, rect, Align2::CENTER_CENTER);
        possible && response.clicked()
    }
}

impl Widget for IntegerField<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let width = self.room(ui);
        let Self { name, value, range, refusal, digits: _ } = self;
        field::named(ui, name, |ui, label| {
            let step = vec2(space::CONTROL_HEIGHT, space::CONTROL_HEIGHT);
            let size = vec2(width + 2.0 * step.x, step.y);
            let field = InputBox::new(ui, size, refusal.is_some());
            let minus = Rect::from_min_size(field.rect.min, step);
            let plus = Rect::from_min_size(field.rect.max - step, step);
            let digits = field.rect.shrink2(vec2(step.x, 0.0));

            let before = *value;
            if Self::step_button(ui, &field, minus, "−", name, before > *range.start()) {
                *value = value.saturating_sub(1);
            }
            let mut response = field.show(ui, digits, |ui| whole_digits(ui, name, value, range.clone(), 1.0));
            if Self::step_button(ui, &field, plus, "+", name, before < *range.end()) {
                *value = value.saturating_add(1);
            }
            for x in [minus.right(), plus.left()] {
                let line = Stroke::new(space::LINE, palette(ui).divider);
                ui.painter().vline(x, field.rect.shrink(2.0).y_range(), line);
            }
            if *value != before {
                response.mark_changed();
            }
            let response = response.labelled_by(label);
            match refusal {
                Some(refusal) => response.on_hover_text(refusal),
                None => response,
            }
        })
    }
}
