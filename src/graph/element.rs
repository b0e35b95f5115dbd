//! The two precisions, and what differs between them.

use std::fmt::{Debug, Display};
use std::sync::Arc;

use faer::linalg::matmul::matmul;
use faer::traits::ComplexField;
use faer::{Accum, MatMut, MatRef, Par};
use ndarray::{Array2, ArrayRef2, NdFloat};

use super::matrix::Matrix;

/// A float the engine computes in: `f32` or `f64`.
pub trait Element: NdFloat + Default + Debug + Display + Send + Sync + 'static {
    /// Bytes of one number.
    const BYTES: usize;

    /// The number nearest to `value`.
    fn of(value: f64) -> Self;

    /// The same number in f64.
    fn wide(self) -> f64;

    /// e^x, written so that a loop over a slice becomes vector instructions where the precision allows it.
    fn exponential(self) -> Self;

    /// The matrix with its precision known at run time only.
    fn erase(values: Arc<Array2<Self>>) -> Matrix;

    /// out = a · b, or a · bᵀ when `transposed`; the shapes are known to fit.
    fn multiply(a: &ArrayRef2<Self>, b: &ArrayRef2<Self>, transposed: bool) -> Array2<Self>;
}

/// Below this many multiplications a product is not worth sharing out.
const SHARED_FROM: usize = 1 << 20;

/// result = left · right, halved along the longer side until there is a part for each thread: whoever is free takes one.
fn product<T: ComplexField>(result: MatMut<'_, T>, left: MatRef<'_, T>, right: MatRef<'_, T>, threads: usize) {
    let (rows, columns) = (result.nrows(), result.ncols());
    if threads == 1 || rows * columns * left.ncols() < SHARED_FROM {
        return matmul(result, Accum::Replace, left, right, T::one_impl(), Par::Seq);
    }
    let some = threads / 2;
    let share = |side: usize| side * some / threads;
    if rows >= columns {
        let (result, rest) = result.split_at_row_mut(share(rows));
        let (left, left_rest) = left.split_at_row(share(rows));
        rayon::join(|| product(result, left, right, some), || product(rest, left_rest, right, threads - some));
    } else {
        let (result, rest) = result.split_at_col_mut(share(columns));
        let (right, right_rest) = right.split_at_col(share(columns));
        rayon::join(|| product(result, left, right, some), || product(rest, left, right_rest, threads - some));
    }
}

macro_rules! element {
    ($float:ty, $bytes:literal, $variant:ident, $exponential:expr) => {
        impl Element for $float {
            const BYTES: usize = $bytes;

            #[inline(always)]
            #[allow(clippy::cast_possible_truncation, clippy::allow_attributes, reason = "f32 is what was asked for")]
            fn of(value: f64) -> Self {
                value as $float
            }

            #[inline(always)]
            fn wide(self) -> f64 {
                self.into()
            }

            #[inline(always)]
            fn exponential(self) -> Self {
                $exponential(self)
            }

            fn erase(values: Arc<Array2<Self>>) -> Matrix {
                Matrix::$variant(values)
            }

            fn multiply(a: &ArrayRef2<Self>, b: &ArrayRef2<Self>, transposed: bool) -> Array2<Self> {
                let columns = if transposed { b.nrows() } else { b.ncols() };
                let mut out = Array2::zeros((a.nrows(), columns));
                let (left, right) = (a.as_standard_layout(), b.as_standard_layout());
                if let (Some(left), Some(right), Some(result)) = (left.as_slice(), right.as_slice(), out.as_slice_mut()) {
                    let left = MatRef::from_row_major_slice(left, a.nrows(), a.ncols());
                    let right = MatRef::from_row_major_slice(right, b.nrows(), b.ncols());
                    let right = if transposed { right.transpose() } else { right };
                    product(MatMut::from_row_major_slice_mut(result, a.nrows(), columns), left, right, rayon::current_num_threads() * 2);
                }
                out
            }
        }
    };
}

element!(f32, 4, F32, exponential_f32);
element!(f64, 8, F64, f64::exp);

/// e^x in f32 without a branch: x = n·ln 2 + r with |r| ≤ ln 2 / 2, a polynomial for e^r, and 2ⁿ added to its exponent bits.
/// Largest relative error 2 units in the last place; below −87.33 the result is 0 rather than a subnormal number.
#[inline(always)]
fn exponential_f32(x: f32) -> f32 {
    /// 1.5·2²³: adding it rounds to a whole number, which then stands in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    /// The logarithms of the smallest normal number and of the largest number, rounded inwards.
    const LOWEST: f32 = -87.336_54;
    const HIGHEST: f32 = 88.722_83;
    let rounded = x * std::f32::consts::LOG2_E + ROUND;
    let n = rounded - ROUND;
    let r = x - n * LN_2_HIGH - n * LN_2_LOW;
    let series = 1.987_569_2e-4_f32;
    let series = series * r + 1.398_2e-3;
    let series = series * r + 8.333_452e-3;
    let series = series * r + 4.166_579_6e-2;
    let series = series * r + 0.166_666_65;
    let series = series * r + 0.5;
    let series = series * r * r + r + 1.0;
    let value = f32::from_bits(series.to_bits().wrapping_add(rounded.to_bits() << 23));
    let value = if x < LOWEST { 0.0 } else { value };
    let value = if x > HIGHEST { f32::INFINITY } else { value };
    if x.is_nan() { x } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_right_over_the_whole_range() {
        let mut worst = 0.0_f64;
        for step in -8733..=8872 {
            let x = f32::of(f64::from(step) * 0.01 + 0.001_3);
            let exact = x.wide().exp();
            worst = worst.max((x.exponential().wide() / exact - 1.0).abs());
        }
        assert!(worst < 2.0 * f64::from(f32::EPSILON), "largest relative error {worst:e}");
        assert_eq!(0.0_f32.exponential().to_bits(), 1.0_f32.to_bits());
        assert_eq!(f32::NEG_INFINITY.exponential().to_bits(), 0.0_f32.to_bits());
        assert!(f32::INFINITY.exponential().is_infinite() && 89.0_f32.exponential().is_infinite());
        assert!(f32::NAN.exponential().is_nan());
    }
}
