//! How the numbers of a matrix are distributed.

use eframe::egui::{Align2, CornerRadius, Rect, Response, Role, Sense, Stroke, Tooltip, Ui, WidgetInfo, pos2, vec2};

use super::count::{float, narrow, whole};
use super::scale::{Colouring, Scale, theme};
use crate::ui::theme::{palette, space, text};

const HEIGHT: f32 = 96.0;
const TICKS: f32 = 20.0;

/// Numbers counted in intervals of equal width.
#[derive(Clone, Debug, PartialEq)]
pub struct Bins {
    /// Where the first bin begins.
    pub low: f64,
    /// Where the last bin ends.
    pub high: f64,
    /// How many numbers are in each bin.
    pub counts: Vec<usize>,
    /// NaN and infinities, which are in no bin.
    pub not_finite: usize,
}

impl Bins {
    /// Counts `values` in `count` bins from the least to the largest; a lone value has an interval of width 1.
    pub fn of(values: impl Iterator<Item = f64> + Clone, count: usize) -> Self {
        let finite = || values.clone().filter(|value| value.is_finite());
        let (mut low, mut high) =
            (finite()).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            (low, high) = (-0.5, 0.5);
        } else if low >= high {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let count = count.max(1);
        let mut counts = vec![0; count];
        for value in finite() {
            // The division comes first: the width of the interval may be too large to be a number.
            let along = (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0);
            counts[whole(narrow(along) * float(count)).min(count - 1)] += 1;
        }
        Self { low, high, counts, not_finite: values.filter(|value| !value.is_finite()).count() }
    }

    /// The ends of a bin.
    pub fn interval(&self, bin: usize) -> [f64; 2] {
        let count = f64::from(float(self.counts.len()));
        [bin, bin + 1].map(|edge| {
            let t = f64::from(float(edge)) / count;
            self.low * (1.0 - t) + self.high * t
        })
    }
}

/// Draws bins as bars in the hue of their sign. `describe` says what a bin holds, when the pointer is on it.
pub fn histogram(
    ui: &mut Ui,
    bins: &Bins,
    name: &str,
    colouring: Colouring,
    digits: &dyn Fn(f64) -> String,
    describe: &dyn Fn(usize) -> String,
) -> Response {
    let size = vec2(ui.available_width(), HEIGHT + TICKS);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| {
        let name = format!("{name}: {} … {}", digits(bins.low), digits(bins.high));
        WidgetInfo::labeled(Role::Image, ui.is_enabled(), name)
    });
    let palette = palette(ui);
    let painter = ui.painter();
    let bars = Rect::from_min_size(rect.min, vec2(rect.width(), HEIGHT));
    let width = bars.width() / float(bins.counts.len());
    let tallest = bins.counts.iter().copied().max().unwrap_or(0).max(1);
    let column = |bin: usize| {
        let left = bars.left() + float(bin) * width;
        Rect::from_x_y_ranges(left..=left + width, bars.y_range())
    };
    let hovered = (response.hover_pos())
        .filter(|point| bars.contains(*point))
        .map(|point| whole((point.x - bars.left()) / width))
        .filter(|&bin| bin < bins.counts.len());
    for (bin, &count) in bins.counts.iter().enumerate() {
        let [low, high] = bins.interval(bin);
        let height = float(count) / float(tallest) * bars.height();
        let mut bar = column(bin);
        bar.set_top(bar.bottom() - height);
        bar.set_right(bar.right() - space::LINE);
        let ink = match colouring.scale {
            Scale::Signed { .. } if low < 0.0 && high > 0.0 => palette.text3,
            Scale::Signed { limit } => colouring.fill(theme(ui), limit.copysign(low + high)),
            _ => palette.probability,
        };
        painter.rect_filled(bar, CornerRadius::ZERO, ink);
        if hovered == Some(bin) {
            super::stroke::ring(painter, bar, palette.text);
        }
    }
    painter.hline(bars.x_range(), bars.bottom(), Stroke::new(space::LINE, palette.line));
    let tick = |x: f32, anchor: Align2, value: f64| {
        let at = pos2(x, bars.bottom() + space::XS);
        painter.text(at, anchor, digits(value), text::small_digits(), palette.text3);
    };
    tick(bars.left(), Align2::LEFT_TOP, bins.low);
    tick(bars.right(), Align2::RIGHT_TOP, bins.high);
    if let Some(bin) = hovered {
        Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), response.id, column(bin))
            .gap(space::MEDIUM)
            .show(|ui| ui.label(describe(bin)));
    }
    response
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the ends of these bins are exact")]
mod tests {
    use super::*;

    #[test]
    fn every_finite_value_is_in_one_bin() {
        let values = [-1.0, -0.5, 0.0, 0.99, 1.0, f64::NAN, f64::INFINITY];
        let bins = Bins::of(values.into_iter(), 4);
        assert_eq!((bins.low, bins.high), (-1.0, 1.0));
        assert_eq!(bins.counts, [1, 1, 1, 2]);
        assert_eq!(bins.not_finite, 2);
        assert_eq!(bins.interval(1), [-0.5, 0.0]);
    }

    #[test]
    fn degenerate_values_have_bins_too() {
        assert_eq!(Bins::of([3.0, 3.0].into_iter(), 2).counts, [0, 2]);
        assert_eq!(Bins::of([f64::NAN].into_iter(), 2).counts, [0, 0]);
        let huge = Bins::of([-f64::MAX, f64::MAX].into_iter(), 2);
        assert_eq!(huge.counts, [1, 1]);
        assert_eq!(huge.interval(0), [-f64::MAX, 0.0]);
    }
}
