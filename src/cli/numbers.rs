//! How numbers are written in a terminal.

use crate::graph::{Cell, Matrix};

/// The number at a cell in as few digits as say exactly which it is, in the precision it was calculated in.
pub(super) fn exact(matrix: &Matrix, cell: Cell) -> String {
    let index = (cell.row, cell.column);
    match matrix {
        Matrix::F32(values) => values.get(index).map(|value| format!("{value:?}")),
        Matrix::F64(values) => values.get(index).map(|value| format!("{value:?}")),
    }
    .unwrap_or_default()
}

/// A number in six significant digits, for lists.
pub(super) fn short(value: f64) -> String {
    const DIGITS: i32 = 6;
    let size = value.abs();
    if !value.is_finite() || value == 0.0 {
        return format!("{value}");
    }
    if !(1e-4..1e6).contains(&size) {
        return format!("{value:.4e}");
    }
    let digits_before_the_point = (-4..=DIGITS).rev().find(|&power| size >= 10_f64.powi(power - 1)).unwrap_or(1);
    let decimals = usize::try_from(DIGITS - digits_before_the_point).unwrap_or(0);
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A count, its digits in groups of three: `37,748,736`.
pub(super) fn count(value: usize) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() * 2);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A part of a whole in percent.
pub(super) fn share(part: usize, whole: usize) -> String {
    if whole == 0 { String::new() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn six_digits_are_shown() {
        let shown = [0.0, 8.0, 39.259_818_3, -0.414, 1.5e-4, 123_456.7, 999_999.6, 4.676_955_73e-10, 1e30, f64::NAN, f64::NEG_INFINITY];
        let texts = ["0", "8", "39.2598", "-0.414", "0.00015", "123457", "1000000", "4.6770e-10", "1.0000e30", "NaN", "-inf"];
        assert_eq!(shown.map(short), texts);
    }

    #[test]
    fn exact_digits_are_those_of_the_precision() {
        let cell = Cell::new(0, 0);
        assert_eq!(exact(&Matrix::F32(Arc::new(ndarray::array![[0.1]])), cell), "0.1");
        assert_eq!(exact(&Matrix::F64(Arc::new(ndarray::array![[f64::from(0.1_f32)]])), cell), "0.10000000149011612");
        assert_eq!(exact(&Matrix::F64(Arc::new(ndarray::array![[1e-300]])), cell), "1e-300");
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!([0, 999, 1000, 37_748_736].map(count), ["0", "999", "1,000", "37,748,736"]);
        assert_eq!(share(1, 3), "33.3 %");
    }
}
