//! What several widgets paint alike: rings, hatches, dots, cut text.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2};

use super::cells::{Cell, Cells};
use super::count::{float, whole};
use crate::ui::theme::{Palette, space};

/// From one line of a hatch to the next, along an axis.
pub(super) const HATCH_STEP: f32 = 6.0;
const DOT_RADIUS: f32 = 1.0;
const DOT_STEP: f32 = 4.0;

/// A frame that says something, centred on the edge of `rect`.
pub(super) fn ring(painter: &Painter, rect: Rect, ink: Color32) {
    let stroke = Stroke::new(space::FRAME, ink);
    painter.rect_stroke(rect, CornerRadius::ZERO, stroke, StrokeKind::Middle);
}

/// The ring of the selection; its halo makes it seen on every fill.
pub(super) fn selection_ring(painter: &Painter, rect: Rect, palette: &Palette) {
    let halo = Stroke::new(space::FRAME + 2.0 * space::LINE, palette.surface);
    painter.rect_stroke(rect, CornerRadius::ZERO, halo, StrokeKind::Middle);
    ring(painter, rect, palette.text);
}

/// The ground and the lines at 45° of what a mask hides. The lines of neighbours meet.
pub(super) fn hatch(painter: &Painter, rect: Rect, ground: Color32, ink: Color32) {
    painter.rect_filled(rect, CornerRadius::ZERO, ground);
    let stroke = Stroke::new(space::LINE, ink);
    painter.extend(hatch_lines(rect).map(|ends| Shape::line_segment(ends, stroke)));
}

/// Runs of masked cells of a row: a causal mask is one run a row, so its hatch has few lines.
pub(super) fn masked_runs(cells: &Cells<'_>, row: usize, columns: Range<usize>) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for column in columns.filter(|&column| cells.is_masked(Cell::new(row, column))) {
        match runs.last_mut() {
            Some(run) if run.end == column => run.end += 1,
            _ => runs.push(column..column + 1),
        }
    }
    runs
}

/// Along each line of the hatch x + y is the same multiple of the step, wherever the rectangle lies.
fn hatch_lines(rect: Rect) -> impl Iterator<Item = [Pos2; 2]> {
    let first = ((rect.left() + rect.top()) / HATCH_STEP).ceil() * HATCH_STEP;
    let last = rect.right() + rect.bottom();
    let count = if first < last { whole((last - first) / HATCH_STEP) + 1 } else { 0 };
    (0..count).map(move |line| {
        let sum = first + float(line) * HATCH_STEP;
        let left = rect.left().max(sum - rect.bottom());
        let right = rect.right().min(sum - rect.top());
        [pos2(left, sum - left), pos2(right, sum - right)]
    })
}

/// Three dots for what is left out, in a row or one under another.
pub(super) fn dots(painter: &Painter, centre: Pos2, across: bool, ink: Color32) {
    for step in [-DOT_STEP, 0.0, DOT_STEP] {
        let (dx, dy) = if across { (step, 0.0) } else { (0.0, step) };
        painter.circle_filled(pos2(centre.x + dx, centre.y + dy), DOT_RADIUS, ink);
    }
}

/// One line of text, cut with "…" where it would be wider than `width`.
pub(super) fn cut_text(painter: &Painter, text: impl Into<String>, font: FontId, ink: Color32, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.into(), font, ink);
    job.wrap = TextWrapping::truncate_at_width(width);
    painter.layout_job(job)
}

/// A square bracket: a line down the side of `rect` at `x`, its serifs pointing inwards.
pub(super) fn bracket(painter: &Painter, x: f32, y: RangeInclusive<f32>, serif: f32, ink: Color32) {
    let (top, bottom) = (*y.start(), *y.end());
    let points = vec![pos2(x + serif, top), pos2(x, top), pos2(x, bottom), pos2(x + serif, bottom)];
    painter.add(Shape::line(points, Stroke::new(space::BRACKET, ink)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_masked_cells() {
        let cells = Cells::new(1, 9, |_, _| 0.0).masked(|_, column| [0, 3, 4, 5, 8].contains(&column));
        assert_eq!(masked_runs(&cells, 0, 0..9), [0..1, 3..6, 8..9]);
        assert_eq!(masked_runs(&cells, 0, 4..9), [4..6, 8..9]);
    }

    #[test]
    fn hatch_lines_stay_inside_and_slant() {
        let rect = Rect::from_min_max(pos2(10.0, 20.0), pos2(61.0, 47.0));
        let lines: Vec<_> = hatch_lines(rect).collect();
        assert_eq!(lines.len(), 14);
        for [a, b] in lines {
            assert!(rect.expand(1e-3).contains(a) && rect.expand(1e-3).contains(b));
            assert!(((a.x + a.y) - (b.x + b.y)).abs() < 1e-3);
            assert!(((a.x + a.y) / HATCH_STEP).fract().abs() < 1e-3);
        }
        assert_eq!(hatch_lines(Rect::NOTHING).count(), 0);
    }
}
