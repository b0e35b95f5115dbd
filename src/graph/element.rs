//! The two precisions, and what differs between them.

use std::fmt::{Debug, Display};
use std::sync::Arc;

use ndarray::{Array2, ArrayRef2, NdFloat};

use super::matrix::Matrix;
use super::product::product;

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

    /// a · b; the shapes are known to fit. Either may be a transposed view.
    fn multiply(a: &ArrayRef2<Self>, b: &ArrayRef2<Self>) -> Array2<Self>;
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

            fn multiply(a: &ArrayRef2<Self>, b: &ArrayRef2<Self>) -> Array2<Self> {
                product(a, b)
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
        let error = |x: f32| (x.exponential().wide() / x.wide().exp() - 1.0).abs();
        let (lowest, highest) = (-87.336_54_f32, 88.722_83_f32);
        let between = (-8733..=8872).map(|step| f32::of(f64::from(step) * 0.01 + 0.001_3));
        let worst = between.chain([lowest, highest]).map(error).fold(0.0, f64::max);
        assert!(worst < 2.0 * f64::from(f32::EPSILON), "largest relative error {worst:e}");
        assert_eq!(lowest.next_down().exponential().to_bits(), 0.0_f32.to_bits());
        assert!(highest.next_up().exponential().is_infinite());
        assert_eq!(0.0_f32.exponential().to_bits(), 1.0_f32.to_bits());
        assert_eq!(f32::NEG_INFINITY.exponential().to_bits(), 0.0_f32.to_bits());
        assert!(f32::INFINITY.exponential().is_infinite() && 89.0_f32.exponential().is_infinite());
        assert!(f32::NAN.exponential().is_nan());
    }
}
