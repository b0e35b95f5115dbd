//! Where the lines of a chart stand.

use egui_plot::GridMark;

/// The most of them.
const TICKS: f64 = 8.0;

/// Round ticks, about as many as `wanted`; on a logarithmic axis the powers of ten.
pub fn ticks((low, high): (f64, f64), wanted: f64, logarithmic: bool) -> Vec<GridMark> {
    let span = high - low;
    if !(span.is_finite() && span > 0.0 && wanted >= 1.0) {
        return Vec::new();
    }
    let wanted = wanted.min(TICKS);
    let step = if logarithmic { (span / wanted).ceil().max(1.0) } else { round_step(span / wanted) };
    let mut marks = Vec::new();
    let mut value = (low / step).ceil() * step;
    while value <= high + step * 1e-6 {
        marks.push(GridMark { value, step_size: step });
        value += step;
    }
    marks
}

/// The next larger of 1, 2, 5, 10, 20, 50, …
pub fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= least * (1.0 - 1e-9)).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(bounds: (f64, f64), wanted: f64, logarithmic: bool) -> Vec<f64> {
        ticks(bounds, wanted, logarithmic).into_iter().map(|mark| mark.value).collect()
    }

    #[test]
    fn ticks_are_round_and_not_too_many() {
        assert_eq!(marks((0.0, 4000.0), 5.0, false), [0.0, 1000.0, 2000.0, 3000.0, 4000.0]);
        assert_eq!(marks((0.0, 4.0e8), 3.0, false), [0.0, 2.0e8, 4.0e8]);
        assert_eq!(marks((0.0, 5.0), 8.0, true), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(marks((6.0, 17.0), 4.0, true), [6.0, 9.0, 12.0, 15.0]);
        assert!(marks((0.0, f64::NAN), 5.0, false).is_empty() && marks((1.0, 1.0), 5.0, false).is_empty());
    }

    #[test]
    fn steps_are_one_two_or_five() {
        assert_eq!([0.7, 1.0, 1.1, 3.0, 6.0, 2500.0].map(round_step), [1.0, 1.0, 2.0, 5.0, 10.0, 5000.0]);
    }
}
