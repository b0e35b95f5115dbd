//! What SVG knows as well as the window does.

use std::fmt::Write as _;

use eframe::egui::epaint::{ColorMode, EllipseShape, PathStroke, RectShape};
use eframe::egui::{Color32, CornerRadius, Pos2, Rect, Shape, Stroke, StrokeKind};

use super::{Element, File, Number};

impl File {
    pub(super) fn plain(&mut self, shape: &Shape) {
        match shape {
            Shape::Circle(circle) => {
                let element =
                    self.element("circle").number("cx=", circle.center.x).number("cy=", circle.center.y).number("r=", circle.radius);
                element.fill(circle.fill).stroke(circle.stroke).close();
            }
            Shape::Ellipse(ellipse) => self.ellipse(ellipse),
            Shape::LineSegment { points: [a, b], stroke } => {
                let element = self.element("line").number("x1=", a.x).number("y1=", a.y).number("x2=", b.x).number("y2=", b.y);
                element.stroke(*stroke).close();
            }
            Shape::Path(path) => {
                let name = if path.closed { "polygon" } else { "polyline" };
                let points: Vec<String> = path.points.iter().map(|point| format!("{},{}", Number(point.x), Number(point.y))).collect();
                let stroke = solid(&path.stroke, &path.points);
                self.element(name).attribute("points=", points.join(" ")).fill(path.fill).stroke(stroke).close();
            }
            Shape::QuadraticBezier(curve) => {
                let [a, b, c] = curve.points;
                self.curve("Q", a, &[b, c], curve.closed, curve.fill, solid(&curve.stroke, &curve.points));
            }
            Shape::CubicBezier(curve) => {
                let [a, b, c, d] = curve.points;
                self.curve("C", a, &[b, c, d], curve.closed, curve.fill, solid(&curve.stroke, &curve.points));
            }
            Shape::Rect(rect) => self.rect(rect),
            // Text and meshes are written elsewhere; a band or a callback is drawn by no view.
            Shape::Noop | Shape::Vec(_) | Shape::Text(_) | Shape::Mesh(_) | Shape::Band(_) | Shape::Callback(_) => {}
        }
    }

    fn ellipse(&mut self, ellipse: &EllipseShape) {
        let element = self.element("ellipse").number("cx=", ellipse.center.x).number("cy=", ellipse.center.y);
        let element = element.number("rx=", ellipse.radius.x).number("ry=", ellipse.radius.y);
        element.fill(ellipse.fill).stroke(ellipse.stroke).turned(ellipse.angle, ellipse.center).close();
    }

    fn curve(&mut self, letter: &str, start: Pos2, points: &[Pos2], closed: bool, fill: Color32, stroke: Stroke) {
        let mut path = format!("M{} {}{letter}", Number(start.x), Number(start.y));
        for point in points {
            let _ = write!(path, " {} {}", Number(point.x), Number(point.y));
        }
        if closed {
            path.push('Z');
        }
        self.element("path").attribute("d=", path).fill(fill).stroke(stroke).close();
    }

    fn rect(&mut self, shape: &RectShape) {
        // A blurred rectangle is a shadow.
        if shape.blur_width > 0.0 {
            return;
        }
        let stroked = !shape.stroke.is_empty();
        // The middle of the stroke, which is where SVG draws it.
        let outward = match shape.stroke_kind {
            _ if !stroked => 0.0,
            StrokeKind::Inside => -shape.stroke.width / 2.0,
            StrokeKind::Middle => 0.0,
            StrokeKind::Outside => shape.stroke.width / 2.0,
        };
        let rect = shape.rect.expand(outward);
        let corners = shape.corner_radius;
        let pivot = shape.rect.center();
        let radius = |corner: u8| if corner == 0 { 0.0 } else { (f32::from(corner) + outward).max(0.0) };
        if corners.is_same() {
            let element = self.element("rect").rect(rect);
            let element = if corners.nw == 0 { element } else { element.number("rx=", radius(corners.nw)) };
            element.fill(shape.fill).stroke(shape.stroke).turned(shape.angle, pivot).close();
        } else {
            let path = rounded(rect, corners, &radius);
            self.element("path").attribute("d=", path).fill(shape.fill).stroke(shape.stroke).turned(shape.angle, pivot).close();
        }
    }
}

impl Element<'_> {
    pub(super) fn stroke(self, stroke: Stroke) -> Self {
        if stroke.is_empty() { self } else { self.colour("stroke", stroke.color).number("stroke-width=", stroke.width) }
    }

    /// Turned clockwise around a point.
    pub(super) fn turned(self, angle: f32, pivot: Pos2) -> Self {
        if angle == 0.0 {
            return self;
        }
        self.attribute("transform=", format_args!("rotate({} {} {})", Number(angle.to_degrees()), Number(pivot.x), Number(pivot.y)))
    }
}

/// A rectangle whose corners differ.
fn rounded(rect: Rect, corners: CornerRadius, radius: &dyn Fn(u8) -> f32) -> String {
    let Rect { min, max } = rect;
    let [nw, ne, se, sw] = [corners.nw, corners.ne, corners.se, corners.sw].map(radius);
    let arc = |radius: f32, x: f32, y: f32| format!("A{r} {r} 0 0 1 {} {}", Number(x), Number(y), r = Number(radius));
    let (start, top, right, bottom, left) = (
        format!("M{} {}", Number(min.x + nw), Number(min.y)),
        format!("H{}", Number(max.x - ne)) + &arc(ne, max.x, min.y + ne),
        format!("V{}", Number(max.y - se)) + &arc(se, max.x - se, max.y),
        format!("H{}", Number(min.x + sw)) + &arc(sw, min.x, max.y - sw),
        format!("V{}", Number(min.y + nw)) + &arc(nw, min.x + nw, min.y),
    );
    [start, top, right, bottom, left].concat() + "Z"
}

/// A stroke of one colour; of one whose colour runs along it, that of its middle.
fn solid(stroke: &PathStroke, points: &[Pos2]) -> Stroke {
    let colour = match &stroke.color {
        ColorMode::Solid(colour) => *colour,
        ColorMode::UV(at) => {
            let bounds = Rect::from_points(points);
            at(bounds, bounds.center())
        }
    };
    Stroke::new(stroke.width, colour)
}
