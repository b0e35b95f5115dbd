//! A sum written as a column: a term a line, the largest or the first of them, what the others give together, and the sum.

use eframe::egui::{Align2, Color32, CornerRadius, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::calculation::{Term, equality};
use super::count::narrow;
use super::scale::{Colouring, Scale, theme};
use super::stroke::cut_text;
use crate::ui::theme::{palette, space, text};

/// Terms that are written; of more, the others are one line.
pub const TERMS: usize = 8;
/// Parts of the width: names, bars and values; what is left is for the factors.
const NAMES: f32 = 0.19;
const BARS: f32 = 0.13;
const VALUES: f32 = 0.24;
const BAR: f32 = 8.0;

/// Which terms of a long sum are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SumOrder {
    /// Those of the largest magnitude, in this order.
    #[default]
    Largest,
    /// The first, as they stand in the sum.
    Written,
}

/// The terms of a sum and what they give. A click follows a term.
#[must_use = "nothing is drawn before it is shown"]
pub struct SumList<'a> {
    terms: &'a [Term],
    value: f64,
    order: SumOrder,
    colouring: Colouring,
    digits: &'a dyn Fn(f64) -> String,
    more: &'a dyn Fn(usize) -> String,
}

impl<'a> SumList<'a> {
    /// `value` is the sum as it stands in its cell; `digits` writes every number, `more` is "… 506 more".
    pub fn new(terms: &'a [Term], value: f64, digits: &'a dyn Fn(f64) -> String, more: &'a dyn Fn(usize) -> String) -> Self {
        let largest = terms.iter().map(|term| term.value);
        Self { terms, value, order: SumOrder::default(), colouring: Scale::signed(largest).into(), digits, more }
    }

    /// Which terms of a long sum are written.
    pub fn order(self, order: SumOrder) -> Self {
        Self { order, ..self }
    }

    /// Draws the sum over the width there is. The term that was clicked, by its place in the sum.
    pub fn show(self, ui: &mut Ui) -> Option<usize> {
        let shown = chosen(self.terms, self.order);
        let rest = self.terms.len() - shown.len();
        let mut clicked = None;
        let mut written = Vec::new();
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for &index in &shown {
                let term = &self.terms[index];
                let value = (self.digits)(term.value);
                if self.term_ui(ui, term, &value) {
                    clicked = Some(index);
                }
                written.push(value);
            }
            if rest > 0 {
                let sum: f64 = (0..self.terms.len()).filter(|index| !shown.contains(index)).map(|index| self.terms[index].value).sum();
                let value = (self.digits)(sum);
                line_ui(ui, &(self.more)(rest), &value, false);
                written.push(value);
            }
            let value = (self.digits)(self.value);
            let sign = equality(written.iter().map(String::as_str), &value);
            line_ui(ui, "Σ", &format!("{sign} {value}"), true);
        });
        clicked
    }

    fn term_ui(&self, ui: &mut Ui, term: &Term, value: &str) -> bool {
        let palette = palette(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), space::PROPERTY_ROW), Sense::click());
        let factors: Vec<String> = term.factors.iter().map(|factor| (self.digits)(factor.value)).collect();
        let spoken = if factors.is_empty() { String::new() } else { format!("{} = ", factors.join(" × ")) };
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), format!("{}: {spoken}{value}", term.name)));
        if !ui.is_rect_visible(rect) {
            return response.clicked();
        }
        let ground = if response.hovered() { palette.hover() } else { Color32::TRANSPARENT };
        ui.painter().rect_filled(rect, space::CONTROL_RADIUS, ground);
        if response.has_focus() {
            let ring = Stroke::new(space::FRAME, palette.accent);
            ui.painter().rect_stroke(rect, space::CONTROL_RADIUS, ring, eframe::egui::StrokeKind::Inside);
        }
        let (names, bars, values) = columns(rect);
        let middle = rect.center().y;
        let name_width = if factors.is_empty() { bars.left() - names.left() } else { names.width() } - space::XS;
        let name = cut_text(ui.painter(), &term.name, text::small(), palette.text2, name_width);
        ui.painter().galley(pos2(names.left() + space::XS, middle - name.size().y / 2.0), name, palette.text2);
        let mut x = names.right() + space::XS;
        for (index, (factor, digits)) in term.factors.iter().zip(factors).enumerate() {
            if index > 0 {
                x = piece(ui, "×", palette.text3, x, middle) + space::XS;
            }
            x = piece(ui, &digits, factor.hue.ink(palette), x, middle) + space::XS;
        }
        self.bar(ui, term.value, bars, middle);
        ui.painter().text(pos2(values.right(), middle), Align2::RIGHT_CENTER, value, text::small_digits(), palette.text);
        response.clicked()
    }

    /// How much a term gives, beside the largest.
    fn bar(&self, ui: &Ui, value: f64, place: Rect, middle: f32) {
        let palette = palette(ui);
        let centre = place.center().x;
        ui.painter().vline(
            centre,
            middle - space::PROPERTY_ROW / 2.0..=middle + space::PROPERTY_ROW / 2.0,
            Stroke::new(space::LINE, palette.divider),
        );
        let [_, limit] = self.colouring.scale.ends();
        if value.is_nan() {
            return;
        }
        let end = centre + place.width() / 2.0 * narrow((value / limit).clamp(-1.0, 1.0));
        let bar = Rect::from_x_y_ranges(centre.min(end)..=centre.max(end), middle - BAR / 2.0..=middle + BAR / 2.0);
        ui.painter().rect_filled(bar, CornerRadius::ZERO, self.colouring.fill(theme(ui), limit.copysign(value)));
    }
}

/// Names, bars and values within a line.
fn columns(rect: Rect) -> (Rect, Rect, Rect) {
    let width = rect.width();
    let part = |from: f32, to: f32| {
        Rect::from_min_max(pos2(rect.left() + from * width, rect.top()), pos2(rect.left() + to * width, rect.bottom()))
    };
    let values = part(1.0 - VALUES, 1.0);
    (part(0.0, NAMES), part(1.0 - VALUES - BARS, 1.0 - VALUES), values.with_max_x(values.right() - space::XS))
}

/// The places of the terms that are written.
fn chosen(terms: &[Term], order: SumOrder) -> Vec<usize> {
    let mut places: Vec<usize> = (0..terms.len()).collect();
    if terms.len() > TERMS && order == SumOrder::Largest {
        places.sort_by(|&a, &b| terms[b].value.abs().total_cmp(&terms[a].value.abs()));
    }
    places.truncate(TERMS);
    places
}

/// Writes a piece of a product and gives the x after it.
fn piece(ui: &Ui, piece: &str, ink: Color32, x: f32, middle: f32) -> f32 {
    ui.painter().text(pos2(x, middle), Align2::LEFT_CENTER, piece, text::small_digits(), ink).right()
}

/// A line without a place to follow: the others together, and the sum.
fn line_ui(ui: &mut Ui, name: &str, value: &str, strong: bool) {
    let palette = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), space::PROPERTY_ROW), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{name} {value}")));
    let (font, digits, ink) =
        if strong { (text::strong(), text::strong_digits(), palette.text) } else { (text::small(), text::small_digits(), palette.text2) };
    if strong {
        ui.painter().hline(rect.x_range(), rect.top(), Stroke::new(space::LINE, palette.line));
    }
    let middle = rect.center().y;
    ui.painter().text(pos2(rect.left() + space::XS, middle), Align2::LEFT_CENTER, name, font, ink);
    ui.painter().text(pos2(rect.right() - space::XS, middle), Align2::RIGHT_CENTER, value, digits, ink);
}
