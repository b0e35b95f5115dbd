//! Vectors that tell positions apart.

use ndarray::Array2;

use super::config::Positions;

/// The base of the wavelengths (Vaswani et al., 2017, section 3.5).
const BASE: f64 = 10_000.0;

/// The vectors of the given positions, a row each: [positions, d].
///
/// With p the position and j the column:
///
/// | kind | value |
/// |---|---|
/// | `Sinusoidal` | sin or cos (j even or odd) of p / 10000^(2⌊j/2⌋/d) |
/// | `SinusoidalByColumn` | sin or cos (j even or odd) of p / 10000^(2j/d) |
/// | `SinusoidalHalves` | columns before ⌈d/2⌉: sin of p / 10000^(2j/d); the others: cos of p / 10000^(2(j − ⌈d/2⌉)/d) |
/// | `SinusoidalTensor2Tensor` | with h = ⌊d/2⌋, columns before h: sin of p / 10000^(j/(h − 1)); the next h: cos of p / 10000^((j − h)/(h − 1)); a last odd column: 0 |
///
/// Sine and cosine are the same on every platform.
///
/// ```
/// use transformer_lab::transformer::{Positions, position_vectors};
/// let paper = position_vectors(Positions::Sinusoidal, &[1], 4);
/// assert!((paper[(0, 1)] - 0.5403).abs() < 1e-4 && (paper[(0, 2)] - 0.0100).abs() < 1e-4);
/// let article = position_vectors(Positions::SinusoidalByColumn, &[1], 4);
/// assert!((article[(0, 1)] - 0.99995).abs() < 1e-5 && (article[(0, 2)] - 0.0001).abs() < 1e-8);
/// ```
pub fn position_vectors(kind: Positions, positions: &[usize], d: usize) -> Array2<f64> {
    Array2::from_shape_fn((positions.len(), d), |(row, j)| {
        let p = positions[row] as f64;
        let width = d as f64;
        let sin_of = |exponent: f64| libm::sin(p / libm::pow(BASE, exponent));
        let cos_of = |exponent: f64| libm::cos(p / libm::pow(BASE, exponent));
        let alternating = |exponent: f64| if j.is_multiple_of(2) { sin_of(exponent) } else { cos_of(exponent) };
        match kind {
            Positions::None | Positions::Learned => 0.0,
            Positions::Sinusoidal => alternating((2 * (j / 2)) as f64 / width),
            Positions::SinusoidalByColumn => alternating((2 * j) as f64 / width),
            Positions::SinusoidalHalves => {
                let half = d.div_ceil(2);
                if j < half { sin_of((2 * j) as f64 / width) } else { cos_of((2 * (j - half)) as f64 / width) }
            }
            Positions::SinusoidalTensor2Tensor => {
                let half = d / 2;
                let exponent = |i: usize| if half > 1 { i as f64 / (half - 1) as f64 } else { 0.0 };
                match j {
                    j if j < half => sin_of(exponent(j)),
                    j if j < 2 * half => cos_of(exponent(j - half)),
                    _ => 0.0,
                }
            }
        }
    })
}
