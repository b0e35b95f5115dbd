//! The sizes of several things in columns of bars: how large values and gradients are from block to block.

use eframe::egui::{Align2, Color32, CornerRadius, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::count::{float, narrow};
use super::scale::{Colouring, theme};
use super::stroke::cut_text;
use crate::ui::theme::{palette, space, text};

/// Part of the width for the names.
const NAMES: f32 = 0.28;
/// Width of the digits of a column.
const DIGITS: f32 = 56.0;
const BAR: f32 = 8.0;
/// From so many powers of ten on, a column is logarithmic.
const DECADES: f64 = 3.0;

/// One row: a name, and how large it is in each column.
#[derive(Clone, Debug, PartialEq)]
pub struct NormRow {
    /// The block.
    pub name: String,
    /// All of it in words.
    pub spoken: String,
    /// Its sizes, none below 0; without any it is a heading.
    pub sizes: Vec<f64>,
}

/// How long the bars of a column are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NormScale {
    /// From 0 to the largest.
    Linear {
        /// The largest.
        largest: f64,
    },
    /// From a power of ten below the smallest to the largest.
    Logarithmic {
        /// The exponents at the ends.
        from: f64,
        /// The exponent of the largest.
        to: f64,
    },
}

impl NormScale {
    /// Logarithmic where the sizes that are not 0 differ by more than three powers of ten.
    pub fn of(sizes: &[f64]) -> Self {
        let positive = || sizes.iter().copied().filter(|size| *size > 0.0 && size.is_finite());
        let largest = positive().fold(0.0, f64::max);
        let (from, to) = (positive().fold(f64::INFINITY, f64::min).log10(), largest.log10());
        if to - from > DECADES { Self::Logarithmic { from: (from - 0.5).floor(), to } } else { Self::Linear { largest } }
    }

    /// That of a column.
    pub fn of_column(rows: &[NormRow], column: usize) -> Self {
        Self::of(&rows.iter().filter_map(|row| row.sizes.get(column).copied()).collect::<Vec<_>>())
    }

    /// Whether it is logarithmic.
    pub const fn is_logarithmic(self) -> bool {
        matches!(self, Self::Logarithmic { .. })
    }

    /// The part of the longest bar.
    fn length(self, size: f64) -> f32 {
        let part = match self {
            _ if size <= 0.0 => 0.0,
            Self::Linear { largest } => size / largest,
            Self::Logarithmic { from, to } => (size.log10() - from) / (to - from),
        };
        if part.is_nan() { 0.0 } else { narrow(part.clamp(0.0, 1.0)) }
    }
}

/// Draws the rows; the one that was clicked. `colouring` gives the fill, `digits` writes every size.
pub fn norm_bars(ui: &mut Ui, columns: &[&str], rows: &[NormRow], colouring: Colouring, digits: &dyn Fn(f64) -> String) -> Option<usize> {
    let p = palette(ui);
    let width = ui.available_width();
    let names = (width * NAMES).round();
    let column = (width - names) / float(columns.len().max(1));
    let scales: Vec<NormScale> = (0..columns.len()).map(|column| NormScale::of_column(rows, column)).collect();
    let fill = colouring.fill(theme(ui), colouring.scale.ends()[1]);
    let mut clicked = None;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let (heading, _) = ui.allocate_exact_size(vec2(width, space::PROPERTY_ROW), Sense::hover());
        for (index, title) in columns.iter().enumerate() {
            let right = heading.left() + names + column * float(index + 1);
            ui.painter().text(pos2(right, heading.center().y), Align2::RIGHT_CENTER, title, text::small(), p.text3);
        }
        for (index, row) in rows.iter().enumerate() {
            let is_heading = row.sizes.is_empty();
            let sense = if is_heading { Sense::hover() } else { Sense::click() };
            let (rect, response) = ui.allocate_exact_size(vec2(width, space::PROPERTY_ROW), sense);
            if is_heading {
                response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), &row.spoken));
                let at = pos2(rect.left() + space::XS, rect.center().y);
                ui.painter().text(at, Align2::LEFT_CENTER, &row.name, text::small_strong(), p.text);
                continue;
            }
            response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &row.spoken));
            if response.clicked() {
                clicked = Some(index);
            }
            if !ui.is_rect_visible(rect) {
                continue;
            }
            let ground = if response.hovered() { p.hover() } else { Color32::TRANSPARENT };
            ui.painter().rect_filled(rect, space::CONTROL_RADIUS, ground);
            if response.has_focus() {
                let ring = Stroke::new(space::FRAME, p.accent);
                ui.painter().rect_stroke(rect, space::CONTROL_RADIUS, ring, StrokeKind::Inside);
            }
            let middle = rect.center().y;
            let name = cut_text(ui.painter(), &row.name, text::small(), p.text2, names - space::SMALL);
            ui.painter().galley(pos2(rect.left() + space::XS, middle - name.size().y / 2.0), name, p.text2);
            for (index, (size, scale)) in row.sizes.iter().zip(&scales).enumerate() {
                let left = rect.left() + names + column * float(index) + space::SMALL;
                let room = column - DIGITS - space::SMALL;
                let length = room.max(0.0) * scale.length(*size);
                let bar = Rect::from_min_size(pos2(left, middle - BAR / 2.0), vec2(length, BAR));
                ui.painter().rect_filled(bar, CornerRadius::ZERO, fill);
                let at = pos2(rect.left() + names + column * float(index + 1), middle);
                ui.painter().text(at, Align2::RIGHT_CENTER, digits(*size), text::small_digits(), p.text);
            }
        }
    });
    clicked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_spans_many_powers_of_ten_is_logarithmic() {
        let linear = NormScale::of(&[4.0, 2.0, 0.0]);
        assert_eq!([4.0, 2.0, 0.0].map(|size| linear.length(size)), [1.0, 0.5, 0.0]);
        let scale = NormScale::of(&[1.0, 1e-4, 0.0]);
        assert!(scale.is_logarithmic());
        assert_eq!(scale.length(1.0), 1.0);
        // Five powers of ten in all, so that the smallest is seen too.
        assert!((scale.length(1e-4) - 0.2).abs() < 1e-6);
        assert_eq!(scale.length(0.0), 0.0);
        assert_eq!(NormScale::of(&[0.0, 0.0]).length(0.0), 0.0);
    }
}
