//! What measures and quantities are called, and how their numbers are written.

use crate::experiment::comparison::{Along, Finding, Measure, Quantity, Side, brief as plain};
use crate::ui::locale::Locale;
use crate::ui::numbers::{self, MINUS};

/// The name of a measure.
pub fn measure(locale: &Locale, measure: Measure) -> String {
    locale.text(match measure {
        Measure::Permutation => "measure-permutation",
        Measure::HeadWidth => "measure-head-width",
        Measure::Depth => "measure-depth",
        Measure::Overflow => "measure-overflow",
        Measure::Divisor => "measure-divisor",
        Measure::LaterToken => "measure-later-token",
        Measure::Decoding => "measure-decoding",
        Measure::NearlyConstant => "measure-nearly-constant",
        Measure::Cache => "measure-cache",
        Measure::Differences => "measure-differences",
    })
}

/// The name of a quantity, with its unit where it has one.
pub fn quantity(locale: &Locale, quantity: Quantity) -> String {
    locale.text(match quantity {
        Quantity::Distance => "quantity-distance",
        Quantity::Parameters => "quantity-parameters",
        Quantity::Flops => "quantity-flops",
        Quantity::Milliseconds => "quantity-milliseconds",
        Quantity::GradientNorm => "quantity-gradient-norm",
        Quantity::GradientRatio => "quantity-gradient-ratio",
        Quantity::ActivationNorm => "quantity-activation-norm",
        Quantity::Magnitude => "quantity-magnitude",
        Quantity::Entropy => "quantity-entropy",
        Quantity::LargestWeight => "quantity-largest-weight",
        Quantity::Slope => "quantity-slope",
        Quantity::Rows => "quantity-rows",
        Quantity::LogProbability => "quantity-log-probability",
        Quantity::Output => "quantity-output",
        Quantity::Spread => "along-spread",
        Quantity::Difference => "quantity-difference",
    })
}

/// What the headline of a finding says: a quantity, where it was read.
pub fn headline(locale: &Locale, finding: &Finding) -> String {
    locale.text(match finding.measure {
        Measure::NearlyConstant if finding.counts == Quantity::Spread => "headline-half-spread",
        Measure::Permutation => "headline-permutation",
        Measure::HeadWidth => "headline-head-width",
        Measure::Depth => "headline-depth",
        Measure::Overflow => "headline-overflow",
        Measure::Divisor => "headline-divisor",
        Measure::LaterToken => "headline-later-token",
        Measure::Decoding => "headline-decoding",
        Measure::NearlyConstant => "headline-nearly-constant",
        Measure::Cache => "headline-cache",
        Measure::Differences => "headline-differences",
    })
}

/// What the points of a quantity run along.
pub fn along(locale: &Locale, along: Along, quantity: Quantity) -> String {
    locale.text(match (along, quantity) {
        // Each point is a stack of its own.
        (Along::Block, Quantity::GradientRatio) => "along-depth",
        (Along::Position, _) => "along-position",
        (Along::Heads, _) => "along-heads",
        (Along::Block, _) => "along-block",
        (Along::Step, _) => "along-step",
        (Along::KeyWidth, _) => "along-key-width",
        (Along::Spread, _) => "along-spread",
        (Along::Token, _) => "along-token",
    })
}

/// The letter of a side.
pub const fn letter(side: Side) -> &'static str {
    match side {
        Side::A => "A",
        Side::B => "B",
    }
}

/// A number in three significant digits, as in the sentences.
pub fn brief(value: f64) -> String {
    if value.is_nan() {
        return numbers::NAN.to_owned();
    }
    plain(value).replace('-', &MINUS.to_string()).replace("inf", "∞")
}

/// A value of a quantity: what is counted in full, what is measured in three digits.
pub fn value(quantity: Quantity, value: f64) -> String {
    match quantity {
        Quantity::Parameters | Quantity::Flops | Quantity::Rows if value.is_finite() => numbers::count(whole(value)),
        _ => brief(value),
    }
}

/// A value at a tick of an axis.
pub fn tick(quantity: Quantity, value: f64) -> String {
    match quantity {
        Quantity::Parameters | Quantity::Flops | Quantity::Rows if value.fract() == 0.0 => numbers::tick(whole(value)),
        _ => plain_tick(value),
    }
}

/// A number at a tick, without the rounding of the sums that it comes from.
pub fn plain_tick(value: f64) -> String {
    let rounded: f64 = format!("{value:.6e}").parse().unwrap_or(value);
    numbers::shortest(rounded)
}

/// A count that went through a chart.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates: negative and NaN become 0")]
fn whole(value: f64) -> u64 {
    value.round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_written_in_full_and_measures_in_three_digits() {
        assert_eq!(value(Quantity::Parameters, 16_640.0), "16\u{202F}640");
        assert_eq!(value(Quantity::Entropy, 3.456_7), "3.46");
        assert_eq!(value(Quantity::LogProbability, -1.2345), "−1.23");
        assert_eq!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 2.97e-15].map(brief), ["NaN", "∞", "−∞", "2.97e−15"]);
    }

    #[test]
    fn ticks_are_without_rounding() {
        assert_eq!([0.1 + 0.2, 10_f64.powf(-15.0), 0.0, 1e4].map(plain_tick), ["0.3", "1e−15", "0", "10000"]);
        assert_eq!(tick(Quantity::Flops, 2e6), "2\u{202F}M");
    }
}
