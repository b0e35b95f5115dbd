//! A row of numbers as bars under each other: a row of scores, the probabilities of the next token.

use eframe::egui::{Align2, CornerRadius, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::count::{float, narrow, whole};
use super::scale::{Colouring, Scale, theme};
use super::stroke::{cut_text, hatch};
use crate::ui::theme::{palette, space, text};

/// From one bar to the next, and the height of a bar.
const STEP: f32 = 26.0;
const BAR: f32 = 16.0;
/// Parts of the width for names and for digits.
const NAMES: f32 = 0.25;
const DIGITS: f32 = 0.25;

/// One bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The token or dimension.
    pub name: String,
    /// `None` for what a mask hides.
    pub value: Option<f64>,
}

/// Bars, one of them chosen.
#[must_use = "nothing is drawn before it is shown"]
pub struct Bars<'a> {
    name: &'a str,
    rows: &'a [Bar],
    colouring: Colouring,
    digits: &'a dyn Fn(f64) -> String,
    masked: &'a str,
    chosen: Option<usize>,
}

/// What the user did in this frame.
pub struct BarsOutput {
    /// All bars together.
    pub response: Response,
    /// The bar under the pointer.
    pub hovered: Option<usize>,
    /// The bar that was clicked.
    pub clicked: Option<usize>,
}

impl<'a> Bars<'a> {
    /// `masked` is written where there is no number.
    pub fn new(
        name: &'a str,
        bars: &'a [Bar],
        colouring: impl Into<Colouring>,
        digits: &'a dyn Fn(f64) -> String,
        masked: &'a str,
    ) -> Self {
        Self { name, rows: bars, colouring: colouring.into(), digits, masked, chosen: None }
    }

    /// The bar whose name and digits stand out.
    pub fn chosen(self, chosen: Option<usize>) -> Self {
        Self { chosen, ..self }
    }

    /// Draws the bars over the width there is.
    pub fn show(self, ui: &mut Ui) -> BarsOutput {
        let size = vec2(ui.available_width(), STEP * float(self.rows.len()));
        let (rect, response) = ui.allocate_exact_size(size, Sense::CLICK);
        response.widget_info(|| WidgetInfo::labeled(Role::Group, ui.is_enabled(), self.spoken()));
        let left = rect.left() + rect.width() * NAMES + space::SMALL;
        let right = rect.right() - rect.width() * DIGITS;
        let signed = matches!(self.colouring.scale, Scale::Signed { .. });
        let zero = if signed { f32::midpoint(left, right) } else { left };
        for (index, bar) in self.rows.iter().enumerate() {
            let y = rect.top() + STEP * (float(index) + 0.5);
            let line = Rect::from_x_y_ranges(left..=right, y - BAR / 2.0..=y + BAR / 2.0);
            self.bar(ui, bar, rect, line, zero, self.chosen == Some(index));
        }
        let axis = Stroke::new(space::LINE, palette(ui).divider);
        ui.painter().vline(zero, rect.y_range(), axis);

        let at = |point: eframe::egui::Pos2| {
            let index = whole((point.y - rect.top()) / STEP);
            (index < self.rows.len()).then_some(index)
        };
        BarsOutput {
            hovered: response.hover_pos().and_then(at),
            clicked: (response.interact_pointer_pos()).filter(|_| response.clicked()).and_then(at),
            response,
        }
    }

    fn bar(&self, ui: &Ui, bar: &Bar, rect: Rect, line: Rect, zero: f32, chosen: bool) {
        let palette = palette(ui);
        let painter = ui.painter();
        let (font, ink) = if chosen { (text::strong(), palette.text) } else { (text::body(), palette.text2) };
        let width = line.left() - space::SMALL - rect.left();
        let name = cut_text(painter, &bar.name, font, ink, width);
        let at = pos2(line.left() - space::SMALL - name.size().x, line.center().y - name.size().y / 2.0);
        painter.galley(at, name, ink);
        let digits = bar.value.map_or_else(|| self.masked.to_owned(), |value| (self.digits)(value));
        let font = if chosen { text::strong_digits() } else { text::digits() };
        let at = pos2(rect.right(), line.center().y);
        painter.text(at, Align2::RIGHT_CENTER, digits, font, palette.text);
        match bar.value {
            None => hatch(painter, line, palette.sunken, palette.divider),
            Some(value) if !value.is_nan() => {
                let [low, high] = self.colouring.scale.ends();
                let along = narrow(value.clamp(low.min(0.0), high) / high);
                let end = zero + (line.right() - zero) * along;
                let length = Rect::from_x_y_ranges(zero.min(end)..=zero.max(end), line.y_range());
                let fill = match self.colouring.scale {
                    Scale::Signed { limit } => self.colouring.fill(theme(ui), limit.copysign(value)),
                    _ => palette.probability,
                };
                painter.rect_filled(length, CornerRadius::ZERO, fill);
            }
            Some(_) => {}
        }
    }

    fn spoken(&self) -> String {
        let values: Vec<String> = (self.rows.iter())
            .map(|bar| {
                let value = bar.value.map_or_else(|| self.masked.to_owned(), |value| (self.digits)(value));
                format!("{} {value}", bar.name)
            })
            .collect();
        format!("{}: {}", self.name, values.join(", "))
    }
}
