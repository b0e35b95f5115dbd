//! Points of a plane with their names, at the same scale in both directions.

use eframe::egui::{Align2, Rect, Response, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::count::narrow;
use crate::ui::theme::{palette, space, text};

const RADIUS: f32 = 4.0;
/// How near a click must be.
const REACH: f32 = 16.0;

/// A point and its name.
#[derive(Clone, Debug, PartialEq)]
pub struct ScatterPoint {
    /// Beside the point.
    pub name: String,
    /// To the right and upwards.
    pub at: [f64; 2],
}

/// A scatter plot. Names that would lie on others are left out until their point is chosen or pointed at.
#[must_use = "nothing is drawn before it is shown"]
pub struct Scatter<'a> {
    name: &'a str,
    points: &'a [ScatterPoint],
    axes: [&'a str; 2],
    chosen: &'a [usize],
}

impl<'a> Scatter<'a> {
    /// `axes` names the direction to the right and the one upwards; the first of `chosen` stands out most.
    pub fn new(name: &'a str, points: &'a [ScatterPoint], axes: [&'a str; 2], chosen: &'a [usize]) -> Self {
        Self { name, points, axes, chosen }
    }

    /// Draws the plot; returns the point that was clicked.
    pub fn show(self, ui: &mut Ui, size: Vec2) -> (Response, Option<usize>) {
        let (rect, response) = ui.allocate_exact_size(size, Sense::CLICK);
        let names: Vec<&str> = self.points.iter().map(|point| point.name.as_str()).collect();
        response.widget_info(|| WidgetInfo::labeled(Role::Image, ui.is_enabled(), format!("{}: {}", self.name, names.join(", "))));
        let p = palette(ui);
        let painter = ui.painter();
        painter.rect_filled(rect, 0.0, p.surface);
        painter.rect_stroke(rect, 0.0, Stroke::new(space::LINE, p.divider), eframe::egui::StrokeKind::Inside);

        let plot = rect.shrink2(vec2(space::XXL, space::XL));
        let to_screen = self.scale(plot);
        let origin = to_screen([0.0, 0.0]);
        let axis = Stroke::new(space::LINE, p.divider);
        painter.hline(rect.x_range(), origin.y, axis);
        painter.vline(origin.x, rect.y_range(), axis);
        let inner = rect.shrink(space::XS);
        painter.text(inner.right_bottom(), Align2::RIGHT_BOTTOM, self.axes[0], text::small(), p.text3);
        painter.text(inner.left_top(), Align2::LEFT_TOP, self.axes[1], text::small(), p.text3);

        let places: Vec<_> = self.points.iter().map(|point| to_screen(point.at)).collect();
        let nearest = |at: eframe::egui::Pos2| {
            let near = places.iter().enumerate().map(|(index, place)| (index, place.distance(at))).filter(|(_, far)| *far <= REACH);
            near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(index, _)| index)
        };
        let hovered = response.hover_pos().and_then(nearest);
        let first = self.chosen.iter().copied().chain(hovered);
        let rest = (0..places.len()).filter(|index| !self.chosen.contains(index) && hovered != Some(*index));
        let mut taken: Vec<Rect> = places.iter().map(|&place| Rect::from_center_size(place, Vec2::splat(2.0 * RADIUS))).collect();
        for index in first.chain(rest) {
            let stands_out = self.chosen.contains(&index) || hovered == Some(index);
            let (font, ink, radius) =
                if stands_out { (text::small_strong(), p.text, RADIUS + 1.0) } else { (text::small(), p.text2, RADIUS) };
            let Some(&place) = places.get(index) else { continue };
            painter.circle_filled(place, radius, if stands_out { p.text } else { p.line });
            let name = painter.layout_no_wrap(self.points[index].name.clone(), font, ink);
            let sides = [
                vec2(space::SMALL, -name.size().y / 2.0),
                vec2(-space::SMALL - name.size().x, -name.size().y / 2.0),
                vec2(-name.size().x / 2.0, -space::SMALL - name.size().y),
                vec2(-name.size().x / 2.0, space::SMALL),
            ];
            let boxes = sides.map(|side| Rect::from_min_size(place + side, name.size()));
            let free = |label: &&Rect| rect.contains_rect(**label) && !taken.iter().any(|other| other.intersects(**label));
            let label = boxes.iter().find(free).or_else(|| boxes.first().filter(|_| stands_out));
            if let Some(&label) = label {
                painter.galley(label.min, name, ink);
                taken.push(label);
            }
        }
        let clicked = response.interact_pointer_pos().filter(|_| response.clicked()).and_then(nearest);
        (response, clicked)
    }

    /// From coordinates to the screen: one scale for both directions, all points and the origin in sight.
    fn scale(&self, plot: Rect) -> impl Fn([f64; 2]) -> eframe::egui::Pos2 {
        let ends = |axis: usize| {
            let values = self.points.iter().map(move |point| point.at[axis]);
            values.fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)))
        };
        let ((left, right), (low, high)) = (ends(0), ends(1));
        let unit = (f64::from(plot.width()) / (right - left)).min(f64::from(plot.height()) / (high - low));
        // Points that all lie at the origin lie in the middle at any scale.
        let unit = if unit.is_finite() { unit } else { 1.0 };
        let middle = [f64::midpoint(left, right), f64::midpoint(low, high)];
        let centre = plot.center();
        move |[x, y]| pos2(centre.x + narrow((x - middle[0]) * unit), centre.y - narrow((y - middle[1]) * unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_have_one_scale_and_all_points_are_in_sight() {
        let point = |x, y| ScatterPoint { name: String::new(), at: [x, y] };
        let points = [point(-3.0, 0.5), point(5.0, -0.5)];
        let plot = Rect::from_min_size(pos2(10.0, 20.0), vec2(80.0, 80.0));
        let scatter = Scatter::new("", &points, ["", ""], &[]);
        let to_screen = scatter.scale(plot);
        assert_eq!((to_screen([-3.0, 0.0]), to_screen([5.0, 0.0])), (pos2(10.0, 60.0), pos2(90.0, 60.0)));
        assert_eq!(to_screen([0.0, 1.0]).y, 50.0);
        let alone = [point(0.0, 0.0)];
        assert_eq!(Scatter::new("", &alone, ["", ""], &[]).scale(plot)([0.0, 0.0]), plot.center());
    }
}
