//! What the fills of a view mean.

use eframe::egui::{Align2, CornerRadius, Mesh, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::count::{float, narrow};
use super::scale::{Colouring, Scale, theme};
use super::stroke::hatch;
use crate::ui::controls::segments;
use crate::ui::theme::{palette, space, text};

/// A ramp is straight between its five colours.
const STEPS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
const SWATCH: Vec2 = vec2(24.0, space::LEGEND.y);
/// What a logarithmic scale calls nothing.
const FLOOR: f64 = 1e-4;

/// A bar of all fills with the values at its ends and, if signed, at its middle; beside it, if asked for, the sign of
/// masked cells.
#[must_use = "nothing is drawn before it is shown"]
pub struct ValueLegend<'a> {
    colouring: Colouring,
    label: &'a str,
    digits: &'a dyn Fn(f64) -> String,
    masked: Option<&'a str>,
}

impl<'a> ValueLegend<'a> {
    /// `label` says what the values are, `digits` writes the ends of the scale.
    pub fn new(colouring: impl Into<Colouring>, label: &'a str, digits: &'a dyn Fn(f64) -> String) -> Self {
        Self { colouring: colouring.into(), label, digits, masked: None }
    }

    /// Names the hatch, too.
    pub fn masked(self, masked: &'a str) -> Self {
        Self { masked: Some(masked), ..self }
    }

    /// Draws the legend in a line.
    pub fn show(self, ui: &mut Ui) -> Response {
        let palette = palette(ui);
        let ink = palette.text3;
        let layout = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), text::small(), ink);
        let label = layout(self.label);
        let masked = self.masked.map(layout);
        let masked_width = masked.as_ref().map_or(0.0, |galley| SWATCH.x + space::XS + galley.size().x + space::LARGE);
        let width = masked_width + label.size().x + space::SMALL + space::LEGEND.x;
        let height = space::CONTROL_HEIGHT;
        let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
        let ticks = self.ticks();
        response.widget_info(|| {
            let ends: Vec<&str> = ticks.iter().map(|(_, text)| text.as_str()).collect();
            let name = format!("{}: {}", self.label, ends.join(" … "));
            WidgetInfo::labeled(Role::Image, ui.is_enabled(), name)
        });

        let painter = ui.painter();
        let y = rect.top() + space::LEGEND.y / 2.0;
        if let Some(galley) = masked {
            let swatch = Rect::from_min_size(rect.min, SWATCH);
            hatch(painter, swatch, palette.sunken, palette.line);
            let at = pos2(swatch.right() + space::XS, y - galley.size().y / 2.0);
            painter.galley(at, galley, ink);
        }
        let bar = Rect::from_min_size(pos2(rect.right() - space::LEGEND.x, rect.top()), space::LEGEND);
        let label_at = pos2(bar.left() - space::SMALL - label.size().x, y - label.size().y / 2.0);
        painter.galley(label_at, label, ink);
        self.bar(ui, bar);
        for (t, text) in ticks {
            let anchor = match t {
                0.0 => Align2::LEFT_TOP,
                1.0 => Align2::RIGHT_TOP,
                _ => Align2::CENTER_TOP,
            };
            let at = pos2(bar.left() + t * bar.width(), bar.bottom() + space::XS);
            painter.text(at, anchor, text, text::small_digits(), ink);
        }
        response
    }

    /// Where along the bar there is a number, and which.
    fn ticks(&self) -> Vec<(f32, String)> {
        let at: &[f64] = match self.colouring.scale {
            Scale::Signed { .. } | Scale::LogProbability { .. } => &[0.0, 0.5, 1.0],
            Scale::Probability => &[0.0, 1.0],
        };
        let signed = matches!(self.colouring.scale, Scale::Signed { .. });
        let logarithmic = matches!(self.colouring.scale, Scale::LogProbability { .. });
        (at.iter())
            .map(|&t| {
                let value = self.colouring.scale.value_at(t);
                let text = if logarithmic { power_of_ten(value) } else { (self.digits)(value) };
                let plus = if signed && value > 0.0 && !text.starts_with('+') { "+" } else { "" };
                (narrow(t), format!("{plus}{text}"))
            })
            .collect()
    }

    fn bar(&self, ui: &Ui, bar: Rect) {
        let mut mesh = Mesh::default();
        for (step, t) in STEPS.into_iter().enumerate() {
            let colour = self.colouring.fill(theme(ui), self.colouring.scale.value_at(t));
            let x = bar.left() + bar.width() * float(step) / float(STEPS.len() - 1);
            mesh.colored_vertex(pos2(x, bar.top()), colour);
            mesh.colored_vertex(pos2(x, bar.bottom()), colour);
        }
        for corner in [0, 2, 4, 6] {
            mesh.add_triangle(corner, corner + 1, corner + 2);
            mesh.add_triangle(corner + 1, corner + 2, corner + 3);
        }
        ui.painter().add(Shape::mesh(mesh));
        let edge = Stroke::new(space::LINE, palette(ui).divider);
        ui.painter().rect_stroke(bar, CornerRadius::ZERO, edge, StrokeKind::Outside);
    }
}

/// Ten to the nearest whole power: "10⁻⁴".
fn power_of_ten(value: f64) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let power = format!("{:.0}", value.log10());
    let raised = power.chars().map(|c| c.to_digit(10).and_then(|digit| RAISED.get(digit as usize)).copied().unwrap_or('⁻'));
    format!("10{}", raised.collect::<String>())
}

/// The choice between a linear and a logarithmic scale of probabilities. Returns the scale that was chosen now.
pub fn logarithm_switch(ui: &mut Ui, scale: Scale, linear: &str, logarithmic: &str) -> Option<Scale> {
    let mut chosen = matches!(scale, Scale::LogProbability { .. });
    let options = [(false, linear), (true, logarithmic)];
    segments(ui, &mut chosen, &options).changed().then_some(if chosen {
        Scale::LogProbability { floor: FLOOR }
    } else {
        Scale::Probability
    })
}
