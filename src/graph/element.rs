//! The two precisions, and what differs between them.

use std::fmt::{Debug, Display};
use std::sync::Arc;

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
    fn multiply(a: &ArrayRef2<Self>, b: &ArrayRef2<Self>, transposed: bool, threads: usize) -> Array2<Self>;
}

/// Below this many multiplications a product is not worth sharing out.
const SHARED_FROM: usize = 1 << 18;

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

            fn multiply(a: &ArrayRef2<Self>, b: &ArrayRef2<Self>, transposed: bool, threads: usize) -> Array2<Self> {
                let columns = if transposed { b.nrows() } else { b.ncols() };
                let mut out = Array2::zeros((a.nrows(), columns));
                let work = a.len().saturating_mul(columns);
                let parallelism = if threads > 1 && work >= SHARED_FROM { Par::rayon(threads) } else { Par::Seq };
                let (left, right) = (a.as_standard_layout(), b.as_standard_layout());
                if let (Some(left), Some(right), Some(result)) = (left.as_slice(), right.as_slice(), out.as_slice_mut()) {
                    let left = MatRef::from_row_major_slice(left, a.nrows(), a.ncols());
                    let right = MatRef::from_row_major_slice(right, b.nrows(), b.ncols());
                    let right = if transposed { right.transpose() } else { right };
                    let result = MatMut::from_row_major_slice_mut(result, a.nrows(), columns);
                    faer::linalg::matmul::matmul(result, Accum::Replace, left, right, 1.0, parallelism);
                }
                out
            }
        }
    };
}

element!(f32, 4, F32, exponential_f32);
element!(f64, 8, F64, f64::exp);

/// e^x in f32 without a branch: x = n·ln 2 + r with |r| ≤ ln 2 / 2, a polynomial for e^r, and 2ⁿ by its exponent bits.
/// Largest relative error 2 units in the last place; below −87.33 the result is 0 rather than a subnormal number.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "n lies between −126 and 128, and its bits are shifted, not counted"
)]
fn exponential_f32(x: f32) -> f32 {
    /// 1.5·2²³: adding and subtracting it rounds to a whole number.
    const ROUND: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let bounded = if x > 88.8 {
        88.8
    } else if x < -87.4 {
        -87.4
    } else {
        x
    };
    let n = (bounded * std::f32::consts::LOG2_E + ROUND) - ROUND;
    let r = bounded - n * LN_2_HIGH - n * LN_2_LOW;
    let series = 1.987_569_2e-4_f32;
    let series = series * r + 1.398_2e-3;
    let series = series * r + 8.333_452e-3;
    let series = series * r + 4.166_579_6e-2;
    let series = series * r + 0.166_666_65;
    let series = series * r + 0.5;
    let series = series * r * r + r + 1.0;
    // 2ⁿ in two halves, so that n = 128 does not overflow before the product does.
    let half = (n * 0.5) as i32;
    let rest = n as i32 - half;
    let power = |n: i32| f32::from_bits(((n + 127) << 23) as u32);
    let value = series * power(half) * power(rest);
    if x.is_nan() {
        x
    } else if x < -87.336_54 {
        0.0
    } else {
        value
    }
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
