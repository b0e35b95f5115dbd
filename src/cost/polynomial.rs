//! Counts as functions of the length: a + b · n + c · n².

use std::ops::{Add, AddAssign};

/// a + b · n + c · n² with whole coefficients.
///
/// ```
/// use transformer_lab::cost::Polynomial;
/// // The FLOPs of a block of 512 and 2048: projections and feed-forward network, scores and weighted sums.
/// let block = Polynomial { constant: 0, linear: 6_291_456, quadratic: 2048 };
/// assert_eq!(block.at(1000), 8_339_456_000);
/// assert_eq!(block.crossing(), Some(3072));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    /// a.
    pub constant: i128,
    /// b.
    pub linear: i128,
    /// c.
    pub quadratic: i128,
}

impl Polynomial {
    /// c · n².
    pub const fn square(coefficient: u64) -> Self {
        Self { constant: 0, linear: 0, quadratic: coefficient as i128 }
    }

    /// The same for every length.
    pub const fn constant(value: u64) -> Self {
        Self { constant: value as i128, linear: 0, quadratic: 0 }
    }

    /// The one polynomial of this degree that has these values at n = 1, 2 and 3.
    pub(super) const fn through(values: [i128; 3]) -> Self {
        let [first, second, third] = values;
        let second_difference = third - 2 * second + first;
        let quadratic = second_difference / 2;
        let linear = second - first - 3 * quadratic;
        Self { constant: first - linear - quadratic, linear, quadratic }
    }

    /// The value at a length; the largest number where it is larger.
    pub fn at(&self, n: usize) -> u64 {
        let n = n as i128;
        let rising = self.quadratic.saturating_mul(n).saturating_add(self.linear).saturating_mul(n);
        let value = rising.saturating_add(self.constant).max(0);
        u64::try_from(value).unwrap_or(u64::MAX)
    }

    /// The value between two lengths, for drawing.
    pub fn value(&self, n: f64) -> f64 {
        (self.quadratic as f64 * n + self.linear as f64) * n + self.constant as f64
    }

    /// What grows with the square alone.
    pub const fn squared_part(&self) -> Self {
        Self { constant: 0, linear: 0, quadratic: self.quadratic }
    }

    /// What does not.
    pub const fn other_part(&self) -> Self {
        Self { quadratic: 0, ..*self }
    }

    /// So many times as much.
    pub(super) const fn times(self, factor: u64) -> Self {
        let factor = factor as i128;
        Self {
            constant: self.constant.saturating_mul(factor),
            linear: self.linear.saturating_mul(factor),
            quadratic: self.quadratic.saturating_mul(factor),
        }
    }

    /// The least length at which c · n² comes to b · n + a or more: n = (b + √(b² + 4·a·c)) / 2c, rounded up to a whole length.
    /// `None` where nothing grows with the square.
    pub fn crossing(&self) -> Option<usize> {
        if self.quadratic <= 0 {
            return None;
        }
        let [a, b, c] = [self.constant, self.linear, self.quadratic].map(|coefficient| coefficient as f64);
        let root = (b + (b * b + 4.0 * a * c).max(0.0).sqrt()) / (2.0 * c);
        // The root is rounded; the whole numbers beside it are tried exactly.
        let overtakes = |n: i128| self.quadratic.saturating_mul(n).saturating_sub(self.linear).saturating_mul(n) >= self.constant;
        #[expect(clippy::cast_possible_truncation, reason = "`as` saturates, and no length is near the limit")]
        let near = root as i128;
        let least = (near - 2..=near + 2).filter(|&n| n > 0).find(|&n| overtakes(n))?;
        usize::try_from(least).ok()
    }
}

impl Add for Polynomial {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            constant: self.constant.saturating_add(other.constant),
            linear: self.linear.saturating_add(other.linear),
            quadratic: self.quadratic.saturating_add(other.quadratic),
        }
    }
}

impl AddAssign for Polynomial {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Polynomial {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_values_tell_it() {
        let cost = Polynomial { constant: 7, linear: 5, quadratic: 3 };
        let values = [1, 2, 3].map(|n| i128::from(cost.at(n)));
        assert_eq!(Polynomial::through(values), cost);
        assert_eq!(cost.at(1000), 3_005_007);
    }

    #[test]
    fn the_crossing_is_where_the_square_catches_up() {
        let crossing = |constant, linear, quadratic| Polynomial { constant, linear, quadratic }.crossing();
        assert_eq!(crossing(0, 6144, 2), Some(3072));
        assert_eq!(crossing(0, 6145, 2), Some(3073));
        assert_eq!(crossing(100, 0, 1), Some(10));
        assert_eq!(crossing(0, 0, 1), Some(1));
        assert_eq!(crossing(0, 5, 0), None);
        // Beyond what an f64 tells apart, the whole numbers decide.
        let large = (1_i128 << 60) + 1;
        assert_eq!(crossing(0, large * 3, 3), usize::try_from(large).ok());
        for n in 1..200 {
            let cost = Polynomial { constant: 11, linear: n * 17, quadratic: 13 };
            let least = cost.crossing().unwrap();
            let overtakes = |n: usize| Polynomial::square(13).at(n) >= Polynomial { quadratic: 0, ..cost }.at(n);
            assert!(overtakes(least) && !overtakes(least - 1), "{cost:?} at {least}");
        }
    }

    #[test]
    fn what_is_too_large_saturates() {
        assert_eq!(Polynomial::square(u64::MAX).at(usize::MAX), u64::MAX);
    }
}
