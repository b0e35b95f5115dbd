//! The power of ten that the numbers of several matrices stand in.

/// Fewer digits than these are left of a number in this range.
const PLAIN: std::ops::RangeInclusive<i32> = -1..=2;
const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// A power of ten. Gradients are often far below 1, and fixed decimals would show nothing of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit(i32);

impl Unit {
    /// 1: the numbers as they are.
    pub const ONE: Self = Self(0);

    /// The one in which numbers up to `largest` have one digit before the point; 1 where they can be read as they are.
    pub fn of(largest: f64) -> Self {
        if largest == 0.0 || !largest.is_finite() {
            return Self::ONE;
        }
        // As it is written, so that no power is off by one through rounding.
        let power = format!("{largest:e}").split_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0);
        if PLAIN.contains(&power) { Self::ONE } else { Self(power) }
    }

    /// A number in this unit.
    pub fn measure(self, x: f64) -> f64 {
        if self == Self::ONE { x } else { x / 10_f64.powi(self.0) }
    }

    /// What is written after the name of what is measured: ` × 10⁻³`; nothing where it is 1.
    pub fn times(self) -> String {
        if self == Self::ONE {
            return String::new();
        }
        let raised = |digit: char| digit.to_digit(10).and_then(|digit| RAISED.get(digit as usize)).copied().unwrap_or('⁻');
        format!(" × 10{}", self.0.to_string().chars().map(raised).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_read_stays_as_it_is() {
        for largest in [0.0, 0.1, 1.0, 99.0, f64::NAN, f64::INFINITY] {
            assert_eq!((Unit::of(largest), Unit::of(largest).times()), (Unit::ONE, String::new()), "{largest}");
        }
    }

    #[test]
    fn others_have_one_digit_before_the_point() {
        for (largest, written) in [(0.001, " × 10⁻³"), (0.009_99, " × 10⁻³"), (4.5e-12, " × 10⁻¹²"), (12_345.0, " × 10⁴")] {
            let unit = Unit::of(largest);
            assert_eq!(unit.times(), written);
            assert!((1.0..10.0).contains(&(unit.measure(largest) * (1.0 + 1e-12))), "{largest}");
        }
    }
}
