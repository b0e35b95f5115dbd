//! A number as the output of a neuron: inputs at the left, their weights on the edges, the sum and what is made of it at the right.

use eframe::egui::epaint::CubicBezierShape;
use eframe::egui::{
    Align2, Color32, CornerRadius, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::count::{float, narrow};
use super::scale::{Colouring, Scale, theme};
use super::stroke::{cut_text, ring};
use crate::ui::theme::{CellSize, palette, space, text};

/// Inputs that are all drawn; of more, the [`LARGEST`] and the others together.
const ALL: usize = 8;
const LARGEST: usize = 6;
/// From one input to the next.
const PITCH: f32 = 36.0;
const NAME: f32 = 40.0;
const TILE: Vec2 = vec2(52.0, 22.0);
/// The level part of an edge, on which the weight stands.
const LEAD: f32 = 64.0;
/// The column of the sum.
const SUM: f32 = 60.0;
const RADIUS: f32 = 14.0;
const ARROW: f32 = space::LARGE;
/// Edges of the weights 0 and of the largest magnitude.
const THINNEST: f32 = 1.0;
const THICKEST: f32 = 6.0;

/// One input of a neuron.
#[derive(Clone, Debug, PartialEq)]
pub struct NeuronInput {
    /// The dimension or token.
    pub name: String,
    /// What comes in.
    pub value: f64,
    /// What it is multiplied by.
    pub weight: f64,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct NeuronParts {
    /// In the order of the sum.
    pub inputs: Vec<NeuronInput>,
    /// The bias and its name.
    pub bias: Option<(String, f64)>,
    /// The sum of products and bias.
    pub sum: f64,
    /// The name of the activation, if there is one.
    pub activation: Option<String>,
    /// What comes out.
    pub output: f64,
}

/// What of a neuron was clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeuronOutput {
    /// The value of an input.
    Input(usize),
    /// The weight of an input.
    Weight(usize),
    /// The bias.
    Bias,
}

/// The drawing of a neuron.
#[must_use = "nothing is drawn before it is shown"]
pub struct NeuronDrawing<'a> {
    parts: &'a NeuronParts,
    name: &'a str,
    weight: &'a str,
    digits: &'a dyn Fn(f64) -> String,
    more: &'a dyn Fn(usize) -> String,
    values: Colouring,
}

/// What stands at the left of an edge.
enum Row {
    Input(usize),
    /// How many inputs, and what they give together.
    Others(usize, f64),
    Bias,
}

impl<'a> NeuronDrawing<'a> {
    /// `name` is what a screen reader calls the whole, `weight` the word for a weight; `digits` writes every number, `more` is
    /// "… 506 more".
    pub fn new(
        parts: &'a NeuronParts,
        name: &'a str,
        weight: &'a str,
        digits: &'a dyn Fn(f64) -> String,
        more: &'a dyn Fn(usize) -> String,
    ) -> Self {
        let values =
            parts.inputs.iter().map(|input| input.value).chain(parts.bias.iter().map(|bias| bias.1)).chain([parts.sum, parts.output]);
        Self { parts, name, weight, digits, more, values: Scale::signed(values).into() }
    }

    /// Draws the neuron over the width there is. What was clicked.
    pub fn show(self, ui: &mut Ui) -> Option<NeuronOutput> {
        let rows = self.rows();
        let height = (PITCH * float(rows.len())).max(self.sum_height());
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Group, ui.is_enabled(), self.name);
            info.current_text_value = Some((self.digits)(self.parts.output));
            info
        });
        let top = rect.center().y - PITCH * float(rows.len()) / 2.0;
        let lead = rect.left() + NAME + space::XS + TILE.x + LEAD;
        let centre = pos2(rect.right() - SUM / 2.0, rect.center().y - self.sum_height() / 2.0 + RADIUS);
        let place = |index: usize| top + PITCH * (float(index) + 0.5);
        for (index, row) in rows.iter().enumerate() {
            self.edge(ui, row, rect.left(), place(index), lead, centre);
        }
        let mut clicked = None;
        for (index, row) in rows.iter().enumerate() {
            clicked = self.row_ui(ui, &response, row, rect.left(), place(index), lead).or(clicked);
        }
        self.sum(ui, centre);
        clicked
    }

    fn rows(&self) -> Vec<Row> {
        let inputs = &self.parts.inputs;
        let product = |index: usize| inputs[index].value * inputs[index].weight;
        let mut shown: Vec<usize> = (0..inputs.len()).collect();
        let mut others = None;
        if inputs.len() > ALL {
            shown.sort_by(|&a, &b| product(b).abs().total_cmp(&product(a).abs()));
            let rest = shown.split_off(LARGEST);
            others = Some(Row::Others(rest.len(), rest.into_iter().map(product).sum()));
            shown.sort_unstable();
        }
        shown.into_iter().map(Row::Input).chain(others).chain(self.parts.bias.as_ref().map(|_| Row::Bias)).collect()
    }

    fn sum_height(&self) -> f32 {
        let digits = space::LARGE;
        let activation = if self.parts.activation.is_some() { digits + ARROW + TILE.y } else { 0.0 };
        2.0 * RADIUS + activation + ARROW + TILE.y
    }

    /// From the input to the sum: level under the weight, then bent.
    fn edge(&self, ui: &Ui, row: &Row, left: f32, y: f32, lead: f32, centre: Pos2) {
        let palette = palette(ui);
        let stroke = match row {
            Row::Input(index) => {
                let weight = self.parts.inputs[*index].weight;
                let largest =
                    self.parts.inputs.iter().map(|input| input.weight.abs()).filter(|weight| weight.is_finite()).fold(0.0, f64::max);
                let part = if largest > 0.0 { narrow((weight.abs() / largest).min(1.0)) } else { 0.0 };
                let signed = Colouring::from(Scale::Signed { limit: 1.0 });
                let ink = if weight == 0.0 { palette.line } else { signed.fill(theme(ui), 1.0_f64.copysign(weight)) };
                Stroke::new(THINNEST + (THICKEST - THINNEST) * part, ink)
            }
            Row::Others(..) | Row::Bias => Stroke::new(space::BRACKET, palette.line),
        };
        let start = left + NAME + space::XS + TILE.x;
        ui.painter().line_segment([pos2(start, y), pos2(lead, y)], stroke);
        let end = centre - vec2(RADIUS, 0.0);
        let bend = vec2((end.x - lead) / 2.0, 0.0);
        let points = [pos2(lead, y), pos2(lead, y) + bend, end - bend, end];
        ui.painter().add(Shape::CubicBezier(CubicBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, stroke)));
    }

    fn row_ui(&self, ui: &mut Ui, whole: &Response, row: &Row, left: f32, y: f32, lead: f32) -> Option<NeuronOutput> {
        let palette = palette(ui);
        let tile = Rect::from_min_size(pos2(left + NAME + space::XS, y - TILE.y / 2.0), TILE);
        let name = |text: &str, width: f32, right: f32| {
            let galley = cut_text(ui.painter(), text, text::small(), palette.text2, width);
            ui.painter().galley(pos2(right - galley.size().x, y - galley.size().y / 2.0), galley, palette.text2);
        };
        // Over and under the edge, clear of the thickest.
        let beside = |up: f32, text: String, ink: Color32| {
            let at = pos2(lead - LEAD / 2.0 + space::XS, y + up * (THICKEST / 2.0 + 7.0));
            ui.painter().text(at, Align2::CENTER_CENTER, text, text::small_digits(), ink)
        };
        match row {
            Row::Input(index) => {
                let NeuronInput { name: word, value, weight } = &self.parts.inputs[*index];
                name(word, NAME, tile.left() - space::XS);
                self.tile(ui, tile, *value, palette.line);
                let weight_rect = beside(-1.0, format!("× {}", (self.digits)(*weight)), palette.text);
                beside(1.0, format!("= {}", (self.digits)(value * weight)), palette.text2);
                let input = target(ui, whole, tile, ("input", *index), &format!("{word} {}", (self.digits)(*value)));
                let weight = target(
                    ui,
                    whole,
                    weight_rect.expand(2.0),
                    ("weight", *index),
                    &format!("{} {word} {}", self.weight, (self.digits)(*weight)),
                );
                input.then_some(NeuronOutput::Input(*index)).or(weight.then_some(NeuronOutput::Weight(*index)))
            }
            Row::Others(count, sum) => {
                name(&(self.more)(*count), NAME + TILE.x, tile.right() - space::XS);
                beside(1.0, format!("= {}", (self.digits)(*sum)), palette.text2);
                None
            }
            Row::Bias => {
                let (word, value) = self.parts.bias.as_ref()?;
                name(word, NAME, tile.left() - space::XS);
                self.tile(ui, tile, *value, palette.line);
                let clicked = target(ui, whole, tile, ("bias", 0), &format!("{word} {}", (self.digits)(*value)));
                clicked.then_some(NeuronOutput::Bias)
            }
        }
    }

    fn tile(&self, ui: &Ui, rect: Rect, value: f64, frame: Color32) {
        let palette = palette(ui);
        let (fill, ink) = if value.is_nan() { (palette.surface, palette.wrong) } else { self.values.cell(theme(ui), value) };
        ui.painter().rect(rect, CornerRadius::ZERO, fill, Stroke::new(space::LINE, frame), StrokeKind::Inside);
        let right = pos2(rect.right() - CellSize::PADDING, rect.center().y);
        ui.painter().text(right, Align2::RIGHT_CENTER, (self.digits)(value), text::small_digits(), ink);
    }

    /// The sum, what is made of it, and what comes out, one under another.
    fn sum(&self, ui: &Ui, centre: Pos2) {
        let palette = palette(ui);
        let painter = ui.painter();
        painter.circle(centre, RADIUS, palette.surface, Stroke::new(space::FRAME, palette.text2));
        painter.text(centre, Align2::CENTER_CENTER, "Σ", text::strong(), palette.text);
        let mut y = centre.y + RADIUS;
        let arrow = |from: f32| {
            let (start, end) = (pos2(centre.x, from), pos2(centre.x, from + ARROW - 2.0));
            let stroke = Stroke::new(space::BRACKET, palette.line);
            painter.line_segment([start, end], stroke);
            painter.add(Shape::line(vec![end - vec2(space::XS, space::XS), end, end - vec2(-space::XS, space::XS)], stroke));
            from + ARROW
        };
        if let Some(activation) = &self.parts.activation {
            let at = pos2(centre.x, y + space::SMALL);
            painter.text(at, Align2::CENTER_CENTER, (self.digits)(self.parts.sum), text::small_digits(), palette.text2);
            y = arrow(y + space::LARGE);
            let place = Rect::from_min_size(pos2(centre.x - TILE.x / 2.0, y), TILE);
            painter.rect(place, space::CARD_RADIUS, palette.surface, Stroke::new(space::BRACKET, palette.text2), StrokeKind::Inside);
            let name = cut_text(painter, activation, text::small_strong(), palette.text, TILE.x - space::XS);
            painter.galley(place.center() - name.size() / 2.0, name, palette.text);
            y += TILE.y;
        }
        y = arrow(y);
        let place = Rect::from_min_size(pos2(centre.x - TILE.x / 2.0 - space::XS / 2.0, y), TILE + vec2(space::XS, 0.0));
        self.tile(ui, place, self.parts.output, palette.text);
        ring(painter, place, palette.text);
    }
}

/// A place to click, which leads to the number.
fn target(ui: &Ui, whole: &Response, rect: Rect, salt: (&str, usize), name: &str) -> bool {
    let response = ui.interact(rect, whole.id.with(salt), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    let palette = palette(ui);
    if response.has_focus() || response.hovered() {
        let ink = if response.has_focus() { palette.accent } else { palette.text2 };
        ui.painter().rect_stroke(rect, CornerRadius::ZERO, Stroke::new(space::FRAME, ink), StrokeKind::Outside);
    }
    response.clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_inputs_the_largest_six_are_drawn_and_the_others_together() {
        // The products are 1, −2, 3, −4 … 10.
        let input = |index: u8| {
            let size = f64::from(index + 1);
            NeuronInput { name: format!("d{index}"), value: size, weight: if index.is_multiple_of(2) { 1.0 } else { -1.0 } }
        };
        let parts = |count: u8| NeuronParts {
            inputs: (0..count).map(input).collect(),
            bias: Some(("b".to_owned(), 0.5)),
            sum: 0.0,
            activation: None,
            output: 0.0,
        };
        let rows = |count: u8| {
            let parts = parts(count);
            let drawing = NeuronDrawing::new(&parts, "", "", &|_| String::new(), &|_| String::new());
            let told = drawing.rows().into_iter().map(|row| match row {
                Row::Input(index) => format!("d{index}"),
                Row::Others(count, sum) => format!("{count} others {sum}"),
                Row::Bias => "b".to_owned(),
            });
            told.collect::<Vec<_>>()
        };
        assert_eq!(rows(8).len(), 9);
        assert_eq!(rows(10), ["d4", "d5", "d6", "d7", "d8", "d9", "4 others -2", "b"]);
    }
}
