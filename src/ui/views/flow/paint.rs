//! How boxes, ways and grounds are painted.

use std::f32::consts::FRAC_PI_2;

use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};
use std::sync::Arc;

use super::layout::Line;
use crate::ui::theme::{Palette, space};

/// Corners of ways.
const CORNER: f32 = 8.0;
/// Width of the residual stream.
const STREAM: f32 = 6.0;
/// Points along a corner.
const ARC: usize = 6;
const ARROW: Vec2 = vec2(7.0, 4.0);
/// No text is drawn smaller than this.
const READABLE: f32 = 9.0;
/// Text does not grow beyond this scale, and lines do not beyond the other: what is magnified further is numbers.
pub const LARGEST_TEXT: f32 = 2.0;
const LARGEST_LINE: f32 = 4.0;
/// Under this scale text is left out rather than drawn.
const LEGIBLE: f32 = 0.7;

/// A font at a scale; `None` where it would not be readable.
pub fn scaled(font: &FontId, zoom: f32) -> Option<FontId> {
    (zoom >= LEGIBLE).then(|| at(font, zoom))
}

/// A font at a scale, but hardly smaller than at 100 %: for what a box must say.
pub fn legible(font: &FontId, zoom: f32) -> FontId {
    at(font, zoom.max(0.85))
}

/// In half points, so that zooming does not fill the atlas of glyphs.
fn at(font: &FontId, zoom: f32) -> FontId {
    FontId::new(((font.size * zoom.min(LARGEST_TEXT) * 2.0).round() / 2.0).max(READABLE), font.family.clone())
}

/// Text on at most so many lines, cut with `…` rather than within a word; `None` where the width holds next to none of it.
pub fn lines(painter: &Painter, text: &str, font: &FontId, ink: Color32, width: f32, rows: usize) -> Option<Arc<Galley>> {
    if width < 2.5 * font.size {
        return None;
    }
    let fits = |part: &str| painter.layout_no_wrap(part.to_owned(), font.clone(), ink).size().x <= width;
    let rows = if text.split([' ', '-']).all(fits) { rows } else { 1 };
    let text = if rows > 1 { broken(text, fits) } else { text.to_owned() };
    let mut job = LayoutJob::single_section(text, TextFormat::simple(font.clone(), ink));
    job.wrap = TextWrapping { max_width: width, max_rows: rows, break_anywhere: rows == 1, overflow_character: Some('…') };
    Some(painter.layout_job(job))
}

/// A text with as many words on each line as fit.
fn broken(text: &str, fits: impl Fn(&str) -> bool) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if fits(&format!("{line} {word}")) => line.extend([" ", word]),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

/// A way, with its corners rounded.
pub fn way(painter: &Painter, palette: &Palette, points: &[Pos2], line: Line, zoom: f32, lit: bool) {
    let ink = if lit { palette.text } else { palette.line };
    match line {
        Line::Stream => {
            let width = (STREAM * zoom.min(LARGEST_LINE)).max(3.0);
            painter.add(Shape::line(rounded(points, CORNER * zoom), Stroke::new(width, ink)));
        }
        Line::Arrow => {
            let stroke = Stroke::new(if lit { space::FRAME } else { space::BRACKET }, ink);
            let size = ARROW * zoom.clamp(0.6, 1.4);
            let Some((head, shaft)) = arrow(points, size) else { return };
            painter.add(Shape::line(rounded(&shaft, CORNER * zoom), stroke));
            painter.add(Shape::convex_polygon(head.to_vec(), ink, Stroke::NONE));
        }
    }
}

/// Where a way leaves the stream.
pub fn fork(painter: &Painter, palette: &Palette, at: Pos2, zoom: f32, lit: bool) {
    painter.circle_filled(at, (STREAM * 0.8 * zoom.min(LARGEST_LINE)).max(3.0), if lit { palette.text } else { palette.line });
}

/// The head of an arrow, and the way up to it.
fn arrow(points: &[Pos2], size: Vec2) -> Option<([Pos2; 3], Vec<Pos2>)> {
    let (&tip, &before) = (points.last()?, points.get(points.len().checked_sub(2)?)?);
    let along = (tip - before).normalized();
    let base = tip - along * size.x;
    let aside = along.rot90() * size.y;
    let mut shaft = points.to_vec();
    if let Some(end) = shaft.last_mut() {
        *end = base;
    }
    Some(([tip, base + aside, base - aside], shaft))
}

/// Horizontal and vertical pieces joined by quarter circles; where there is no room, by smaller ones.
fn rounded(points: &[Pos2], radius: f32) -> Vec<Pos2> {
    let mut way = Vec::new();
    for (index, &point) in points.iter().enumerate() {
        let (Some(&before), Some(&after)) = (index.checked_sub(1).and_then(|before| points.get(before)), points.get(index + 1)) else {
            way.push(point);
            continue;
        };
        let (back, on) = (before - point, after - point);
        let radius = radius.min(back.length() / 2.0).min(on.length() / 2.0);
        let (back, on) = (back.normalized() * radius, on.normalized() * radius);
        // Around the centre, from the end of one piece to the beginning of the next.
        way.extend((0..=ARC).map(|step| {
            let (sine, cosine) = (FRAC_PI_2 * step as f32 / ARC as f32).sin_cos();
            point + on * (1.0 - cosine) + back * (1.0 - sine)
        }));
    }
    way
}

/// How a box is painted.
pub struct Frame {
    pub learned: bool,
    pub hovered: bool,
    pub chosen: bool,
    pub focused: bool,
    /// Where the further cards of a stack lie, each seen from the one before.
    pub cards: Vec<Vec2>,
}

/// The ground and the frame of a box.
pub fn frame(painter: &Painter, palette: &Palette, rect: Rect, frame: &Frame) {
    let edge = if frame.learned { Stroke::new(space::FRAME, palette.text2) } else { Stroke::new(space::LINE, palette.line) };
    for &card in frame.cards.iter().rev() {
        let rect = rect.translate(card);
        painter.rect(rect, space::CARD_RADIUS, palette.surface, edge, StrokeKind::Inside);
    }
    let fill = if frame.hovered { palette.hover() } else { palette.surface };
    painter.rect(rect, space::CARD_RADIUS, fill, edge, StrokeKind::Inside);
    ring(painter, palette, rect, space::CARD_RADIUS, frame);
}

/// A circled +.
pub fn sum(painter: &Painter, palette: &Palette, rect: Rect, frame: &Frame) {
    let (centre, radius) = (rect.center(), rect.width() / 2.0);
    let fill = if frame.hovered { palette.hover() } else { palette.surface };
    let stroke = Stroke::new(space::BRACKET, palette.text2);
    painter.circle(centre, radius, fill, stroke);
    let arm = radius * 0.5;
    painter.line_segment([centre - vec2(arm, 0.0), centre + vec2(arm, 0.0)], stroke);
    painter.line_segment([centre - vec2(0.0, arm), centre + vec2(0.0, arm)], stroke);
    ring(painter, palette, rect, CornerRadius::from(radius), frame);
}

/// The ring of what is chosen, and of what the keyboard acts on.
fn ring(painter: &Painter, palette: &Palette, rect: Rect, radius: CornerRadius, frame: &Frame) {
    if frame.chosen {
        // Around the frame, which may be as heavy, with a gap that is seen on every ground.
        painter.rect_stroke(rect, radius, Stroke::new(space::FRAME, palette.surface), StrokeKind::Outside);
        painter.rect_stroke(rect.expand(space::FRAME), radius + 2, Stroke::new(space::FRAME, palette.text), StrokeKind::Outside);
    }
    if frame.focused {
        let ring = Stroke::new(space::FRAME, palette.accent);
        painter.rect_stroke(rect.expand(2.0 * space::FRAME), radius + 4, ring, StrokeKind::Outside);
    }
}

/// What a small button on the figure does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// Show the inside.
    Unfold,
    /// Hide the inside.
    Fold,
    /// The one before.
    Previous,
    /// The one after.
    Next,
}

/// The sign of a small button.
pub fn icon(painter: &Painter, centre: Pos2, icon: Icon, ink: Color32) {
    let stroke = Stroke::new(space::BRACKET, ink);
    let line = |points: &[(f32, f32)]| {
        painter.add(Shape::line(points.iter().map(|&(x, y)| centre + vec2(x, y)).collect(), stroke));
    };
    match icon {
        Icon::Unfold => {
            line(&[(-5.0, -1.0), (-5.0, -5.0), (-1.0, -5.0)]);
            line(&[(5.0, 1.0), (5.0, 5.0), (1.0, 5.0)]);
            line(&[(-5.0, -5.0), (-1.0, -1.0)]);
            line(&[(5.0, 5.0), (1.0, 1.0)]);
        }
        Icon::Fold => {
            line(&[(-1.5, -5.5), (-1.5, -1.5), (-5.5, -1.5)]);
            line(&[(1.5, 5.5), (1.5, 1.5), (5.5, 1.5)]);
            line(&[(-5.5, -5.5), (-1.5, -1.5)]);
            line(&[(5.5, 5.5), (1.5, 1.5)]);
        }
        Icon::Previous => line(&[(2.0, -4.0), (-2.0, 0.0), (2.0, 4.0)]),
        Icon::Next => line(&[(-2.0, -4.0), (2.0, 0.0), (-2.0, 4.0)]),
    }
}

/// The largest rectangle of a proportion within another, at its upper left.
pub fn inscribed(rect: Rect, width_to_height: f32) -> Rect {
    let height = rect.height().min(rect.width() / width_to_height);
    Rect::from_min_size(rect.min, vec2(height * width_to_height, height))
}

#[cfg(test)]
mod tests {
    use eframe::egui::pos2;

    use super::*;

    #[test]
    fn lines_are_as_long_as_fits() {
        let broken = |most: usize| broken("weighted sum of values", |line| line.chars().count() <= most);
        assert_eq!(broken(12), "weighted sum\nof values");
        assert_eq!(broken(3), "weighted\nsum\nof\nvalues");
        assert_eq!(broken(99), "weighted sum of values");
    }

    #[test]
    fn corners_are_rounded_and_ends_stay() {
        let way = rounded(&[pos2(0.0, 0.0), pos2(20.0, 0.0), pos2(20.0, 30.0)], 8.0);
        assert_eq!((way[0], way[way.len() - 1]), (pos2(0.0, 0.0), pos2(20.0, 30.0)));
        assert!((way[1] - pos2(12.0, 0.0)).length() < 1e-4 && (way[way.len() - 2] - pos2(20.0, 8.0)).length() < 1e-4);
        let centre = pos2(12.0, 8.0);
        assert!(way[1..way.len() - 1].iter().all(|point| ((*point - centre).length() - 8.0).abs() < 1e-3));
    }

    #[test]
    fn an_arrow_ends_at_its_tip() {
        let (head, shaft) = arrow(&[pos2(0.0, 0.0), pos2(0.0, 10.0)], vec2(6.0, 3.0)).unwrap();
        assert_eq!(head[0], pos2(0.0, 10.0));
        assert_eq!(shaft, [pos2(0.0, 0.0), pos2(0.0, 4.0)]);
        assert!(arrow(&[pos2(0.0, 0.0)], vec2(6.0, 3.0)).is_none());
    }
}
