//! The chart: A and B, told apart by dashes and marks and not by hue alone.

use eframe::egui::{Align2, Color32, Painter, Pos2, Rect, Response, RichText, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};
use egui_plot::{AxisHints, GridInput, GridMark, Line, LineStyle, PlotPoint, PlotPoints, PlotTransform};

use super::names;
use crate::experiment::comparison::{Curve, Quantity, Side};
use crate::ui::theme::{Palette, palette, space, text};
use crate::ui::widgets::{TICK_WIDTH, axis, draw_lines, still_plot, ticks};

/// Width of a line with its mark, as a legend shows it.
pub const SAMPLE: f32 = 28.0;
/// Half of a mark.
const MARK: f32 = 3.5;
const DASH: f32 = 6.0;
const STROKE: f32 = 1.75;
/// So far apart marks stand at least.
const APART: f32 = 14.0;
/// What is free at both ends of the x axis, and above the largest value, as a part of all.
const BESIDE: f64 = 0.03;
const ABOVE: f64 = 0.08;

/// What is drawn.
pub struct Chart<'a> {
    /// For those who do not see it, what it says.
    pub name: String,
    /// The curves of one quantity.
    pub curves: &'a [&'a Curve],
    /// That quantity.
    pub quantity: Quantity,
    /// Whether x runs over decades.
    pub wide: bool,
    /// Whether y does.
    pub logarithmic: bool,
    /// What x is.
    pub axis: String,
    /// What is said where A, or B, has no finite value.
    pub not_finite: [String; 2],
}

impl Chart<'_> {
    /// Draws it.
    pub fn show(&self, ui: &mut Ui, size: Vec2) {
        let (transform, response) = self.plot_ui(ui, size);
        let painter = ui.painter().with_clip_rect(transform.frame().expand(MARK + STROKE));
        for curve in self.curves {
            self.marks_ui(&painter, palette(ui), &transform, curve);
        }
        self.not_finite_ui(ui, &transform);
        self.pointed_ui(ui, &transform, &response);
    }

    fn x(&self, x: f64) -> f64 {
        if self.wide { x.log10() } else { x }
    }

    fn y(&self, value: f64) -> f64 {
        if self.logarithmic { value.log10() } else { value }
    }

    fn points(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        self.curves.iter().flat_map(|curve| &curve.points).map(|&(x, y)| [self.x(x), self.y(y)])
    }

    /// From where to where x goes.
    fn widths(&self) -> [f64; 2] {
        let xs = || self.points().map(|point| point[0]).filter(|x| x.is_finite());
        let (low, high) = (xs().fold(f64::INFINITY, f64::min), xs().fold(f64::NEG_INFINITY, f64::max));
        if low > high {
            return [0.0, 1.0];
        }
        let free = if high > low { BESIDE * (high - low) } else { 1.0 };
        [low - free, high + free]
    }

    /// From where to where y goes: with 0, or whole powers of ten.
    fn heights(&self) -> [f64; 2] {
        let ys = || self.points().map(|point| point[1]).filter(|y| y.is_finite());
        let (low, high) = (ys().fold(f64::INFINITY, f64::min), ys().fold(f64::NEG_INFINITY, f64::max));
        if low > high {
            return [0.0, 1.0];
        }
        if self.logarithmic {
            return [low.floor(), (high + ABOVE).ceil().max(low.floor() + 1.0)];
        }
        let (low, high) = (low.min(0.0), high.max(0.0));
        let span = if high > low { high - low } else { 1.0 };
        [if low < 0.0 { low - ABOVE * span } else { 0.0 }, if high > 0.0 || low == 0.0 { high + ABOVE * span } else { 0.0 }]
    }

    fn plot_ui(&self, ui: &mut Ui, size: Vec2) -> (PlotTransform, Response) {
        let p = palette(ui);
        let (wide, logarithmic, quantity) = (self.wide, self.logarithmic, self.quantity);
        let value = |mark: GridMark, by_logarithm: bool| if by_logarithm { 10_f64.powf(mark.value) } else { mark.value };
        let name = RichText::new(&self.axis).font(text::small()).color(p.text3);
        let x_axis = axis(ui, AxisHints::new_x()).formatter(move |mark, _| names::plain_tick(value(mark, wide))).label(name);
        let y_axis = axis(ui, AxisHints::new_y()).formatter(move |mark, _| names::tick(quantity, value(mark, logarithmic)));
        // Positions, blocks and the like are whole, and there is none before the first.
        let first = self.points().map(|point| point[0]).filter(|x| x.is_finite()).fold(f64::INFINITY, f64::min);
        let own = self.wide.then(|| self.own_ticks()).filter(|own| own.len() as f64 * TICK_WIDTH <= f64::from(size.x));
        let whole = move |input: GridInput| {
            if let Some(own) = &own {
                return own.clone();
            }
            let all = ticks(input.bounds, f64::from(size.x) / TICK_WIDTH, wide);
            all.into_iter().filter(|mark| mark.value.fract() == 0.0 && mark.value >= first).collect()
        };
        let plot = still_plot(ui, "comparison", size, logarithmic)
            .sense(Sense::HOVER)
            .x_grid_spacer(whole)
            .custom_x_axes(vec![x_axis])
            .custom_y_axes(vec![y_axis]);
        let lines: Vec<Line<'_>> = self.curves.iter().flat_map(|curve| self.lines(curve, p)).collect();
        draw_lines(ui, plot, self.widths(), self.heights(), lines, &self.name)
    }

    /// A tick at every point, where x runs over decades.
    fn own_ticks(&self) -> Vec<GridMark> {
        let mut xs: Vec<f64> = self.points().map(|point| point[0]).filter(|x| x.is_finite()).collect();
        xs.sort_by(f64::total_cmp);
        xs.dedup();
        xs.into_iter().map(|value| GridMark { value, step_size: 1.0 }).collect()
    }

    /// A line for every run of points that can be drawn.
    fn lines(&self, curve: &Curve, p: &Palette) -> Vec<Line<'static>> {
        let points: Vec<[f64; 2]> = curve.points.iter().map(|&(x, y)| [self.x(x), self.y(y)]).collect();
        let runs = points.split(|[x, y]| !(x.is_finite() && y.is_finite())).filter(|run| run.len() > 1);
        let style = match curve.side {
            Side::A => LineStyle::Solid,
            Side::B => LineStyle::Dashed { length: DASH },
        };
        let line = |run: &[[f64; 2]]| {
            let points = PlotPoints::new(run.to_vec());
            Line::new(names::letter(curve.side), points).color(ink(curve.side, p)).width(STROKE).style(style).allow_hover(false)
        };
        runs.map(line).collect()
    }

    fn place(&self, transform: &PlotTransform, (x, y): (f64, f64)) -> Option<Pos2> {
        let (x, y) = (self.x(x), self.y(y));
        (x.is_finite() && y.is_finite()).then(|| transform.position_from_point(&PlotPoint::new(x, y)))
    }

    /// A mark at every point, as far as they have room.
    fn marks_ui(&self, painter: &Painter, p: &Palette, transform: &PlotTransform, curve: &Curve) {
        let mut last = f32::NEG_INFINITY;
        for at in curve.points.iter().filter_map(|&point| self.place(transform, point)) {
            if at.x - last >= APART {
                mark(painter, p, curve.side, at);
                last = at.x;
            }
        }
    }

    /// Where a curve first has no finite value, in words at the top.
    fn not_finite_ui(&self, ui: &Ui, transform: &PlotTransform) {
        let (p, frame) = (palette(ui), *transform.frame());
        let mut top = frame.top() + space::XS;
        for (curve, words) in self.curves.iter().filter_map(|curve| Some((curve, self.not_finite.get(usize::from(curve.side == Side::B))?)))
        {
            let Some(&(x, _)) = curve.points.iter().find(|(_, y)| !y.is_finite()) else { continue };
            let x = transform.position_from_point(&PlotPoint::new(self.x(x), 0.0)).x;
            ui.painter().extend(Shape::dotted_line(&[pos2(x, frame.top()), pos2(x, frame.bottom())], p.wrong, space::XS, 1.0));
            let galley = ui.painter().layout_no_wrap(words.clone(), text::small(), p.wrong);
            let left = if x + space::XS + galley.size().x > frame.right() { x - space::XS - galley.size().x } else { x + space::XS };
            let place = Rect::from_min_size(pos2(left, top), galley.size());
            ui.painter().rect_filled(place.expand2(vec2(2.0, 0.0)), 0.0, p.bg);
            ui.painter().galley(place.min, galley, p.wrong);
            top = place.bottom() + space::XS;
        }
    }

    /// The x nearest to the pointer, and the values there.
    fn pointed_ui(&self, ui: &Ui, transform: &PlotTransform, response: &Response) {
        let Some(pointer) = response.hover_pos() else { return };
        let (p, frame) = (palette(ui), *transform.frame());
        let place = |x: f64| transform.position_from_point(&PlotPoint::new(self.x(x), 0.0)).x;
        let xs = self.curves.iter().flat_map(|curve| &curve.points).map(|point| point.0);
        let Some(x) = xs.min_by(|a, b| (place(*a) - pointer.x).abs().total_cmp(&(place(*b) - pointer.x).abs())) else { return };
        let line = place(x);
        ui.painter().vline(line, frame.y_range(), Stroke::new(space::LINE, p.line));
        let mut said = vec![format!("{} {}", self.axis, names::brief(x))];
        for curve in self.curves {
            let Some(&(_, value)) = curve.points.iter().find(|point| point.0 == x) else { continue };
            said.push(format!("{} {}", names::letter(curve.side), names::value(self.quantity, value)));
            if let Some(at) = self.place(transform, (x, value)) {
                mark(ui.painter(), p, curve.side, at);
            }
        }
        let galley = ui.painter().layout_no_wrap(said.join("   "), text::small_digits(), p.text);
        let size = galley.size() + vec2(2.0 * space::SMALL, 2.0 * space::XS);
        let left = if line + space::SMALL + size.x > frame.right() { line - space::SMALL - size.x } else { line + space::SMALL };
        let place = Rect::from_min_size(pos2(left, frame.top() + space::XS), size);
        ui.painter().rect(place, space::CONTROL_RADIUS, p.surface, Stroke::new(space::LINE, p.divider), StrokeKind::Inside);
        let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), place).min;
        ui.painter().galley(at, galley, p.text);
    }
}

/// The ink of a side.
fn ink(side: Side, p: &Palette) -> Color32 {
    match side {
        Side::A => p.accent,
        Side::B => p.text,
    }
}

/// A's points are full discs, B's are open diamonds.
fn mark(painter: &Painter, p: &Palette, side: Side, at: Pos2) {
    match side {
        Side::A => {
            painter.circle(at, MARK, ink(side, p), Stroke::new(space::LINE, p.bg));
        }
        Side::B => {
            let half = MARK + 1.0;
            let corners = vec![at - vec2(half, 0.0), at - vec2(0.0, half), at + vec2(half, 0.0), at + vec2(0.0, half)];
            painter.add(Shape::convex_polygon(corners, p.surface, Stroke::new(space::BRACKET, ink(side, p))));
        }
    }
}

/// A piece of a side's line with its mark.
pub fn sample(painter: &Painter, p: &Palette, side: Side, rect: Rect) {
    let ends = [rect.left_center(), rect.right_center()];
    let stroke = Stroke::new(STROKE, ink(side, p));
    match side {
        Side::A => {
            painter.line_segment(ends, stroke);
        }
        Side::B => {
            painter.extend(Shape::dashed_line(&ends, stroke, DASH, DASH / 2.0));
        }
    }
    mark(painter, p, side, rect.center());
}
