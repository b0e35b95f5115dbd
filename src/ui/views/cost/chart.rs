//! The chart: curves over the length, the chosen length and its double, what was measured.

use std::sync::Arc;

use eframe::egui::{Color32, FontId, Galley, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, pos2, vec2};
use egui_plot::{AxisHints, GridMark, Line, LineStyle, PlotPoint, PlotPoints, PlotTransform};

use super::curves::{Curve, Role, whole};
use crate::cost::PowerLaw;
use crate::ui::numbers;
use crate::ui::theme::{Palette, palette, space, text};
use crate::ui::widgets::{TICK_WIDTH, axis, draw_lines, still_plot, ticks};

/// Points of a curve.
const SAMPLES: u32 = 96;
/// From one name at the right to the next.
const NAME_STEP: f32 = 16.0;
/// The widest that names become, as a part of the chart.
const NAMES: f32 = 0.34;
const DOT: f32 = 4.0;

/// What is drawn.
pub struct Chart<'a> {
    /// What it shows, and for those who do not see it, what it says.
    pub name: String,
    /// The curves, the main one first.
    pub curves: &'a [Curve],
    /// Measured lengths and values.
    pub points: &'a [(f64, f64)],
    /// The law through them, and its name.
    pub law: Option<(&'a PowerLaw, String)>,
    /// Lengths with a name each.
    pub marks: Vec<(usize, String)>,
    /// The chosen length; its double is drawn with it. None where none can be chosen.
    pub chosen: Option<usize>,
    /// Whether equal distances are equal ratios.
    pub logarithmic: bool,
    /// The longest length shown.
    pub longest: f64,
    /// How a value is written.
    pub write: &'a dyn Fn(f64) -> String,
    /// How it is written at a tick, on an axis that ends at the second.
    pub tick: &'a dyn Fn(f64, f64) -> String,
    /// The name of the axis of lengths.
    pub axis: String,
}

impl Chart<'_> {
    /// Draws it; the length that was clicked.
    pub fn show(&self, ui: &mut Ui, size: Vec2) -> Option<usize> {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let names = self.names(ui, size.x * NAMES);
        let widest = names.iter().map(|(_, name)| name.size().x).fold(0.0, f32::max);
        let room = Rect::from_min_max(rect.min, pos2(rect.right() - widest - space::SMALL, rect.bottom()));
        let mut inner = ui.new_child(eframe::egui::UiBuilder::new().max_rect(room));
        let (transform, response) = self.plot_ui(&mut inner, room.size());
        let painter = ui.painter().clone();
        self.law_ui(&painter, palette(ui), &transform);
        self.marks_ui(&painter, palette(ui), &transform);
        self.chosen_ui(&painter, palette(ui), &transform);
        self.names_ui(&painter, &transform, names);
        self.pointed(ui, &transform, &response)
    }

    /// A length on its axis.
    fn x(&self, n: f64) -> f64 {
        if self.logarithmic { n.log10() } else { n }
    }

    fn y(&self, value: f64) -> f64 {
        if self.logarithmic { value.log10() } else { value }
    }

    fn length(&self, x: f64) -> f64 {
        if self.logarithmic { 10_f64.powf(x) } else { x }
    }

    fn shortest(&self) -> f64 {
        if self.logarithmic { 1.0 } else { 0.0 }
    }

    /// The values between which everything lies.
    fn heights(&self) -> [f64; 2] {
        let values = || {
            let ends = self.curves.iter().flat_map(|curve| [curve.at(1.0), curve.at(self.longest)]);
            ends.chain(self.points.iter().map(|point| point.1)).filter(|value| value.is_finite() && *value > 0.0)
        };
        let most = values().fold(0.0, f64::max);
        if most <= 0.0 {
            return [0.0, 1.0];
        }
        if self.logarithmic {
            let least = values().fold(f64::INFINITY, f64::min);
            return [least.log10().floor(), (most.log10() + 0.2).max(least.log10().floor() + 1.0)];
        }
        [0.0, most * 1.06]
    }

    fn plot_ui(&self, ui: &mut Ui, size: Vec2) -> (PlotTransform, Response) {
        let p = palette(ui);
        let (left, right) = (self.x(self.shortest()), self.x(self.longest));
        let [low, high] = self.heights();
        let logarithmic = self.logarithmic;
        let value = move |mark: GridMark| if logarithmic { 10_f64.powf(mark.value) } else { mark.value };
        let length = axis(ui, AxisHints::new_x()).formatter(move |mark, _| numbers::tick(whole(value(mark))));
        let (tick, largest) = (self.tick, if logarithmic { 10_f64.powf(high) } else { high });
        let name = eframe::egui::RichText::new(&self.axis).font(text::small()).color(p.text3);
        let plot = still_plot(ui, "growth", size, logarithmic)
            .sense(Sense::CLICK | Sense::DRAG)
            .x_grid_spacer(move |input| ticks(input.bounds, f64::from(size.x) / TICK_WIDTH, logarithmic))
            .custom_x_axes(vec![length.label(name)])
            .custom_y_axes(vec![axis(ui, AxisHints::new_y()).formatter(move |mark, _| tick(value(mark), largest))]);
        let lines: Vec<Line<'_>> = self.curves.iter().map(|curve| self.line(curve, p)).collect();
        draw_lines(ui, plot, [left, right], [low, high], lines, &self.name)
    }

    fn line<'l>(&self, curve: &Curve, p: &Palette) -> Line<'l> {
        let (from, to) = (self.x(self.shortest()), self.x(self.longest));
        let points = (0..=SAMPLES).map(|step| from + (to - from) * f64::from(step) / f64::from(SAMPLES));
        let points = points.map(|x| [x, self.y(curve.at(self.length(x)))]).filter(|[_, y]| y.is_finite());
        let (ink, width, style) = stroke(curve.role, p);
        Line::new(curve.name.clone(), PlotPoints::new(points.collect())).color(ink).width(width).style(style).allow_hover(false)
    }

    fn place(&self, transform: &PlotTransform, n: f64, value: f64) -> Pos2 {
        transform.position_from_point(&PlotPoint::new(self.x(n), self.y(value)))
    }

    /// Measured points, and the law through them.
    fn law_ui(&self, painter: &Painter, p: &Palette, transform: &PlotTransform) {
        if let (Some((law, _)), Some((first, _)), Some((last, _))) = (&self.law, self.points.first(), self.points.last()) {
            let step = |step: u32| first * (last / first).powf(f64::from(step) / f64::from(SAMPLES));
            let path: Vec<Pos2> = (0..=SAMPLES).map(|index| self.place(transform, step(index), law.at(step(index)))).collect();
            painter.extend(Shape::dashed_line(&path, Stroke::new(space::BRACKET, p.text2), space::SMALL, space::XS));
        }
        for &(n, value) in self.points {
            let at = self.place(transform, n, value);
            painter.circle(at, DOT, p.text, Stroke::new(space::LINE, p.bg));
        }
    }

    /// Lengths with names, as dotted lines.
    fn marks_ui(&self, painter: &Painter, p: &Palette, transform: &PlotTransform) {
        let frame = *transform.frame();
        let mut marks: Vec<(f32, &str)> = Vec::new();
        for (n, name) in self.marks.iter().filter(|(n, _)| *n as f64 <= self.longest) {
            let x = self.place(transform, *n as f64, 1.0).x;
            painter.extend(Shape::dotted_line(&[pos2(x, frame.top()), pos2(x, frame.bottom())], p.line, space::XS, 0.75));
            marks.push((x, name));
        }
        marks.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut taken, mut line) = (f32::NEG_INFINITY, 0.0);
        for (x, name) in marks {
            let galley = painter.layout_no_wrap(name.to_owned(), text::small(), p.text3);
            let right = x + space::XS + galley.size().x > frame.right();
            let left = if right { x - space::XS - galley.size().x } else { x + space::XS };
            // A name that would touch the one before it goes one line down.
            line = if left < taken { line + NAME_STEP } else { 0.0 };
            taken = left + galley.size().x + space::SMALL;
            put(painter, p.bg, galley, pos2(left, frame.top() + space::XS + line));
        }
    }

    /// The chosen length, its double, and how many times the cost of one is that of the other.
    fn chosen_ui(&self, painter: &Painter, p: &Palette, transform: &PlotTransform) {
        let (Some(n), Some(main)) = (self.chosen, self.curves.first()) else { return };
        let (n, twice) = (n as f64, 2.0 * n as f64);
        let (once, double) = (main.at(n), main.at(twice));
        if once <= 0.0 || twice > self.longest {
            return;
        }
        let (from, corner, to) = (self.place(transform, n, once), self.place(transform, twice, once), self.place(transform, twice, double));
        let stroke = Stroke::new(space::BRACKET, p.text);
        painter.line_segment([from, corner], stroke);
        painter.line_segment([corner, to], stroke);
        for at in [from, to] {
            painter.circle(at, DOT + 1.0, p.accent, Stroke::new(space::BRACKET, p.bg));
        }
        let written = |text: String| painter.layout_no_wrap(text, text::strong(), p.text);
        let frame = transform.frame();
        let along = written("× 2".to_owned());
        if corner.x - from.x > along.size().x {
            let middle = pos2(f32::midpoint(from.x, corner.x), from.y);
            let below = middle.y + space::XS + along.size().y < frame.bottom();
            let top = if below { middle.y + space::XS } else { middle.y - space::XS - along.size().y };
            put(painter, p.bg, along.clone(), pos2(middle.x - along.size().x / 2.0, top));
        }
        let up = written(format!("× {}", ratio(double / once)));
        let left = (corner.x + space::SMALL).min(frame.right() - up.size().x);
        let top = f32::midpoint(corner.y, to.y) - up.size().y / 2.0;
        put(painter, p.bg, up, pos2(left, top));
    }

    /// The name of each curve, laid out in its ink.
    fn names(&self, ui: &Ui, width: f32) -> Vec<(f64, Arc<Galley>)> {
        let p = palette(ui);
        let layout = |name: &str, font: FontId, ink: Color32| ui.painter().layout(name.to_owned(), font, ink, width);
        let mut names: Vec<(f64, Arc<Galley>)> = self
            .curves
            .iter()
            .map(|curve| {
                let font = if curve.role == Role::Main { text::strong() } else { text::small() };
                (curve.at(self.longest), layout(&curve.name, font, stroke(curve.role, p).0))
            })
            .collect();
        if let Some((law, name)) = &self.law {
            names.push((law.at(self.longest), layout(name, text::small(), p.text2)));
        }
        names
    }

    /// The names at the ends of their curves, pushed apart where they would touch.
    fn names_ui(&self, painter: &Painter, transform: &PlotTransform, names: Vec<(f64, Arc<Galley>)>) {
        let frame = *transform.frame();
        let mut placed: Vec<(f32, Arc<Galley>)> = names
            .into_iter()
            .map(|(value, name)| {
                let y = self.place(transform, self.longest, value).y;
                (if y.is_finite() { y } else { frame.bottom() }.clamp(frame.top(), frame.bottom()), name)
            })
            .collect();
        placed.sort_by(|a, b| a.0.total_cmp(&b.0));
        // Downwards no two touch; then upwards none leaves the chart.
        let mut free = f32::NEG_INFINITY;
        for (y, name) in &mut placed {
            let half = name.size().y / 2.0;
            *y = y.max(free + half);
            free = *y + half;
        }
        let mut free = frame.bottom() + NAME_STEP / 2.0;
        for (y, name) in placed.iter_mut().rev() {
            let half = name.size().y / 2.0;
            *y = y.min(free - half);
            free = *y - half;
        }
        for (y, name) in placed {
            let at = pos2(frame.right() + space::SMALL, y - name.size().y / 2.0);
            painter.galley(at, name, Color32::PLACEHOLDER);
        }
    }

    /// The length pointed at is written at its curve; the one clicked or dragged to is the answer.
    fn pointed(&self, ui: &Ui, transform: &PlotTransform, response: &Response) -> Option<usize> {
        let at = response.hover_pos().or_else(|| response.interact_pointer_pos())?;
        let frame = transform.frame();
        let x = at.x.clamp(frame.left(), frame.right());
        let n = self.length(transform.value_from_position(pos2(x, at.y)).x).clamp(1.0, self.longest).round();
        let main = self.curves.first()?;
        let p = palette(ui);
        let here = self.place(transform, n, main.at(n));
        if response.hovered() && here.is_finite() {
            ui.painter().circle(here, DOT, p.bg, Stroke::new(space::FRAME, p.accent));
            let said = format!("{} → {}", numbers::count(whole(n)), (self.write)(main.at(n)));
            let galley = ui.painter().layout_no_wrap(said, text::small_digits(), p.text);
            let left = (here.x - galley.size().x - space::SMALL).max(frame.left());
            put(ui.painter(), p.bg, galley.clone(), pos2(left, (here.y - galley.size().y - space::SMALL).max(frame.top())));
        }
        let chosen = self.chosen.is_some() && (response.clicked() || response.dragged());
        chosen.then(|| usize::try_from(whole(n)).unwrap_or(usize::MAX))
    }
}

/// A text on a ground of its own, so that lines do not run through it.
fn put(painter: &Painter, ground: Color32, galley: Arc<Galley>, at: Pos2) {
    painter.rect_filled(Rect::from_min_size(at, galley.size()).expand2(vec2(2.0, 0.0)), 0.0, ground);
    painter.galley(at, galley, Color32::PLACEHOLDER);
}

/// How a curve is drawn: by dashes and strength, never by hue alone; each has its name at its end.
fn stroke(role: Role, p: &Palette) -> (Color32, f32, LineStyle) {
    let styles = [
        LineStyle::Dashed { length: 9.0 },
        LineStyle::Dotted { spacing: 5.0 },
        LineStyle::Dashed { length: 4.0 },
        LineStyle::Dotted { spacing: 9.0 },
        LineStyle::Solid,
    ];
    match role {
        Role::Main => (p.accent, 2.0, LineStyle::Solid),
        Role::Part(index) => (p.text2, 1.5, styles[index % styles.len()]),
        Role::Other(index) => (p.text2, 1.5, styles[(index + styles.len() - 1) % styles.len()]),
    }
}

/// A ratio in as many decimals, from two on, as tell it from the whole number beside it; whole where it is whole.
pub fn ratio(ratio: f64) -> String {
    let whole = ratio.round();
    if (ratio - whole).abs() < 1e-9 {
        return format!("{whole:.0}");
    }
    let decimals = (2..9).find(|&decimals| (ratio - whole).abs() >= 0.5 * 0.1_f64.powi(decimals)).unwrap_or(9);
    format!("{ratio:.*}", usize::try_from(decimals).unwrap_or(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_ratios_are_written_whole() {
        assert_eq!([4.0, 2.0, 2.491_159, 2.002_3, 3.999_99].map(ratio), ["4", "2", "2.49", "2.002", "3.99999"]);
    }
}
