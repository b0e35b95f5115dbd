//! How numbers are written on screen; `reading` takes them back from what is typed.
//!
//! Every number is written with the true minus sign, and none is longer than its cell for lack of rounding. Decimals are
//! fixed for a whole matrix, so that its digits stand in columns; what was rounded away is in [`exact`].

mod reading;

pub use reading::{NoNumber, parse, real, whole};

use super::locale::Locale;

/// The true minus sign, as wide as a plus.
pub const MINUS: char = '\u{2212}';
/// A score that a mask has removed, or one that overflowed.
pub const MINUS_INFINITY: &str = "\u{2212}∞";
/// A value that is not a number, such as ∞ − ∞.
pub const NAN: &str = "NaN";
/// A number that is not zero but would round to it.
pub const NEARLY_ZERO: &str = "~0";
/// Stands for a masked number in lists, where there is no hatched cell to say it.
pub const MASKED: &str = "—";
/// Decimals where neither the experiment nor the user has set any.
pub const DECIMALS: usize = 2;
const EXACT_DECIMALS: usize = 6;
/// Narrow and unbreakable: groups digits and goes before units.
const THIN_SPACE: char = '\u{202F}';

/// A number in its cell.
///
/// From 100 on, decimals give way so that no more than `decimals + 1` significant digits (but every unit) are left;
/// from 100 000 on, three digits and an exponent. What would round to zero but is not zero is written `~0`.
///
/// ```
/// # use transformer_lab::ui::numbers::fixed;
/// assert_eq!(fixed(-0.414, 2), "−0.41");
/// assert_eq!(fixed(123.456, 2), "123");
/// assert_eq!(fixed(0.004, 2), "~0");
/// ```
pub fn fixed(x: f64, decimals: usize) -> String {
    if let Some(sign) = not_finite(x) {
        return sign.to_owned();
    }
    let plain = format!("{x:.decimals$}");
    if x != 0.0 && is_zero(&plain) {
        return NEARLY_ZERO.to_owned();
    }
    let integer_digits = plain.trim_start_matches('-').find('.').unwrap_or(plain.trim_start_matches('-').len());
    match integer_digits {
        0..=2 => true_minus(&plain),
        3..=5 => true_minus(&format!("{x:.*}", (decimals + 1).saturating_sub(integer_digits))),
        _ => true_minus(&format!("{x:.2e}")),
    }
}

/// A number with six decimals, for the inspector.
///
/// With an exponent where six decimals would show nothing of it, or digits that it does not have.
pub fn exact(x: f64) -> String {
    if let Some(sign) = not_finite(x) {
        return sign.to_owned();
    }
    let plain = format!("{x:.EXACT_DECIMALS$}");
    if (x != 0.0 && is_zero(&plain)) || x.abs() >= 1e9 { true_minus(&format!("{x:.EXACT_DECIMALS$e}")) } else { true_minus(&plain) }
}

/// The ends and the middle of a scale from −m to m, m being the largest magnitude of whatever it is the scale of.
pub fn of_largest(end: f64) -> String {
    if end == 0.0 { "0".to_owned() } else { format!("{}m", if end < 0.0 { "−" } else { "" }) }
}

/// A number as one digit and a power of ten, where a cell shows that it is there rather than how large: `4e−7`.
pub fn power(x: f64) -> String {
    not_finite(x).map_or_else(|| true_minus(&format!("{x:.0e}")), str::to_owned)
}

/// A number in so many significant digits, however small: `0.00412`, `4.12e−7`.
pub fn significant(x: f64, digits: usize) -> String {
    if let Some(sign) = not_finite(x) {
        return sign.to_owned();
    }
    if x == 0.0 {
        return "0".to_owned();
    }
    let decimals = digits.saturating_sub(1);
    // Rounded to that many digits, so that 0.09996 is 0.100 and not 0.1000.
    let rounded = format!("{x:.decimals$e}");
    let exponent: i32 = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    if !(-4..=4).contains(&exponent) {
        return true_minus(&rounded);
    }
    let after = usize::try_from(exponent.saturating_neg().saturating_add(i32::try_from(decimals).unwrap_or(0))).unwrap_or(0);
    true_minus(&format!("{x:.after$}"))
}

/// A number in as few digits as say exactly which it is, for fields where it can be changed.
pub fn shortest(x: f64) -> String {
    if let Some(sign) = not_finite(x) {
        return sign.to_owned();
    }
    let readable = x == 0.0 || (1e-4..1e9).contains(&x.abs());
    true_minus(&if readable { format!("{x}") } else { format!("{x:e}") })
}

/// A difference, its sign always written: `+0.12`.
pub fn difference(x: f64, decimals: usize) -> String {
    let size = fixed(x, decimals);
    if x > 0.0 && size != NEARLY_ZERO { format!("+{size}") } else { size }
}

/// A probability in percent with one decimal: `12.1 %`.
///
/// What is not quite nothing or not quite certain is written so: `<0.1 %`, `>99.9 %`.
pub fn percent(p: f64) -> String {
    if let Some(sign) = not_finite(p) {
        return sign.to_owned();
    }
    let hundredths = 100.0 * p;
    let digits = if 0.0 < p && hundredths < 0.1 {
        "<0.1".to_owned()
    } else if 99.95 <= hundredths && p < 1.0 {
        ">99.9".to_owned()
    } else {
        true_minus(&format!("{hundredths:.1}"))
    };
    format!("{digits}{THIN_SPACE}%")
}

/// A count in full, its digits grouped by thin spaces: `85 584`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut grouped = String::with_capacity(digits.len() * 2);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(THIN_SPACE);
        }
        grouped.push(digit);
    }
    grouped
}

/// A count in three significant digits, for charts: `85.6 k`, `1.05 M`, `175 G`.
pub fn rough_count(n: u64) -> String {
    if n < 1000 { n.to_string() } else { rough(n as f64) }
}

/// What is at least 1000 in three significant digits; with an exponent where there is no prefix any more.
fn rough(x: f64) -> String {
    const PREFIXES: [char; 8] = ['k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];
    // Three significant digits and a power of ten: 85 584 is 8.56e4.
    let rounded = format!("{x:.2e}");
    let (digits, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let exponent: usize = exponent.parse().unwrap_or(0);
    let digits = digits.replace('.', "");
    let (whole, rest) = digits.split_at((exponent % 3 + 1).min(digits.len()));
    let point = if rest.is_empty() { "" } else { "." };
    match PREFIXES.get((exponent / 3).saturating_sub(1)) {
        Some(prefix) => format!("{whole}{point}{rest}{THIN_SPACE}{prefix}"),
        None => rounded,
    }
}

/// A count at a tick of an axis, where it is round: `500`, `1 k`, `2.5 M`.
pub fn tick(n: u64) -> String {
    let rough = rough_count(n);
    match rough.split_once(THIN_SPACE) {
        Some((digits, prefix)) if digits.contains('.') => {
            format!("{}{THIN_SPACE}{prefix}", digits.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => rough,
    }
}

/// Bytes in three significant digits, by powers of 1000: `151 MB`.
pub fn bytes(n: u64) -> String {
    in_bytes(&rough_count(n))
}

/// Bytes that are more than memories have, and than 64 bits count: `80.0 ZB`.
pub fn many_bytes(x: f64) -> String {
    in_bytes(&if x < 1000.0 { format!("{x:.0}") } else { rough(x) })
}

/// Bytes at a tick of an axis: `100 MB`.
pub fn byte_tick(n: u64) -> String {
    in_bytes(&tick(n))
}

fn in_bytes(count: &str) -> String {
    let space = if count.contains(THIN_SPACE) { "" } else { "\u{202F}" };
    format!("{count}{space}B")
}

/// Seconds in three significant digits: `0.350 s`, `1.20 ms`, `48.0 µs`.
pub fn seconds(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 0.1 || s == 0.0 => (s, "s"),
        s if s >= 1e-4 => (s * 1e3, "ms"),
        s => (s * 1e6, "µs"),
    };
    let decimals = if value >= 100.0 { 0 } else { usize::from(value < 10.0) + 1 };
    format!("{value:.decimals$}{THIN_SPACE}{unit}")
}

/// Seconds at a tick of an axis that ends at `largest`, all in one unit: `120 ms`.
pub fn seconds_tick(seconds: f64, largest: f64) -> String {
    let (factor, unit) = match largest {
        s if s >= 1.0 => (1.0, "s"),
        s if s >= 1e-3 => (1e3, "ms"),
        _ => (1e6, "µs"),
    };
    // Sums of steps carry the rounding of binary fractions.
    let value = (seconds * factor * 1e6).round() / 1e6;
    format!("{value}{THIN_SPACE}{unit}")
}

/// The shape of a matrix: `6 × 4`, rows first; long sides are grouped as every count is.
pub fn shape(rows: usize, columns: usize) -> String {
    format!("{} × {}", count(rows as u64), count(columns as u64))
}

/// What stands between shown terms and their shown sum: `=` where the printed digits add up, `≈` where they do not.
pub fn equals(terms: &[f64], sum: f64, decimals: usize) -> &'static str {
    let unit = (0..decimals).fold(1.0, |unit, _| unit / 10.0);
    let printed = |x: f64| (x / unit).round() * unit;
    let printed_sum: f64 = terms.iter().map(|&term| printed(term)).sum();
    if (printed_sum - printed(sum)).abs() < unit / 2.0 { "=" } else { "≈" }
}

/// What a sign means that stands for a number instead of its digits, in a sentence for the one who points at it.
pub fn meaning(locale: &Locale, x: f64, decimals: usize) -> Option<String> {
    if x.is_nan() {
        Some(locale.text("number-nan"))
    } else if x == f64::INFINITY {
        Some(locale.text("number-infinity"))
    } else if x == f64::NEG_INFINITY {
        Some(locale.text("number-minus-infinity"))
    } else if fixed(x, decimals) == NEARLY_ZERO {
        Some(locale.with("number-nearly-zero", &[("zero", fixed(0.0, decimals).into())]))
    } else {
        None
    }
}

fn not_finite(x: f64) -> Option<&'static str> {
    if x.is_nan() {
        Some(NAN)
    } else if x == f64::NEG_INFINITY {
        Some(MINUS_INFINITY)
    } else if x == f64::INFINITY {
        Some("∞")
    } else {
        None
    }
}

fn is_zero(formatted: &str) -> bool {
    formatted.chars().all(|c| matches!(c, '0' | '.' | '-'))
}

fn true_minus(formatted: &str) -> String {
    let unsigned = if is_zero(formatted) { formatted.trim_start_matches('-') } else { formatted };
    unsigned.chars().map(|c| if c == '-' { MINUS } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_fixed_decimals_and_a_true_minus() {
        assert_eq!(fixed(0.158_456, 2), "0.16");
        assert_eq!(fixed(-0.5, 2), "−0.50");
        assert_eq!(fixed(2.0, 2), "2.00");
        assert_eq!(fixed(2.0, 0), "2");
        assert_eq!(fixed(-1.234_567, 4), "−1.2346");
        assert_eq!(fixed(11.463_942_85, 8), "11.46394285");
    }

    #[test]
    fn zero_is_not_nearly_zero() {
        assert_eq!(fixed(0.0, 2), "0.00");
        assert_eq!(fixed(-0.0, 2), "0.00");
        assert_eq!(fixed(0.004_9, 2), "~0");
        assert_eq!(fixed(-0.004_9, 2), "~0");
        assert_eq!(fixed(0.005_1, 2), "0.01");
        assert_eq!(fixed(0.004_9, 4), "0.0049");
        assert_eq!(fixed(f64::MIN_POSITIVE, 2), "~0");
    }

    #[test]
    fn large_numbers_give_up_decimals_then_digits() {
        assert_eq!(fixed(99.994, 2), "99.99");
        assert_eq!(fixed(99.996, 2), "100");
        assert_eq!(fixed(-123.456, 2), "−123");
        assert_eq!(fixed(123.456_789, 4), "123.46");
        assert_eq!(fixed(1234.5, 2), "1234");
        assert_eq!(fixed(-98_765.4, 2), "−98765");
        assert_eq!(fixed(123_456.0, 2), "1.23e5");
        assert_eq!(fixed(-1e30, 2), "−1.00e30");
    }

    #[test]
    fn what_is_no_number_has_a_sign() {
        assert_eq!(fixed(f64::NEG_INFINITY, 2), "−∞");
        assert_eq!(fixed(f64::INFINITY, 2), "∞");
        assert_eq!(fixed(f64::NAN, 2), "NaN");
        assert_eq!(exact(f64::NEG_INFINITY), "−∞");
        assert_eq!(percent(f64::NAN), "NaN");
    }

    #[test]
    fn signs_have_a_meaning_in_words() {
        use crate::ui::locale::Language;
        let locale = Locale::new(Language::English);
        assert_eq!(meaning(&locale, 0.25, 2), None);
        assert_eq!(meaning(&locale, 0.0, 2), None);
        assert_eq!(meaning(&locale, 0.001, 2).as_deref(), Some("Not zero, but it would round to 0.00."));
        let signs = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(|x| meaning(&locale, x, 2));
        assert!(signs.iter().all(|sentence| sentence.as_ref().is_some_and(|sentence| sentence.len() > 20)), "{signs:?}");
    }

    #[test]
    fn significant_digits_are_kept_however_small_a_number() {
        let written = [0.004_123, -0.5, 0.0, 4.123e-7, -12_345.6, 123_456.0, 0.099_96, f64::NAN].map(|x| significant(x, 3));
        assert_eq!(written, ["0.00412", "−0.500", "0", "4.12e−7", "−12346", "1.23e5", "0.100", "NaN"]);
    }

    #[test]
    fn exact_values() {
        assert_eq!(exact(0.158_456_2), "0.158456");
        assert_eq!(exact(-12.5), "−12.500000");
        assert_eq!(exact(0.0), "0.000000");
        assert_eq!(exact(-1.5e-9), "−1.500000e−9");
        assert_eq!(exact(1.25e12), "1.250000e12");
    }

    #[test]
    fn three_digits_say_what_matters() {
        for (x, written) in [
            (0.774_597, "0.775"),
            (0.022_1, "0.0221"),
            (-12.345, "−12.3"),
            (0.9996, "1.00"),
            (2048.0, "2048"),
            (1.5e-7, "1.50e−7"),
            (0.0, "0"),
        ] {
            assert_eq!(significant(x, 3), written);
        }
    }

    #[test]
    fn differences_show_their_sign() {
        assert_eq!(difference(0.12, 2), "+0.12");
        assert_eq!(difference(-0.12, 2), "−0.12");
        assert_eq!(difference(0.0, 2), "0.00");
        assert_eq!(difference(0.001, 2), "~0");
    }

    #[test]
    fn percentages() {
        assert_eq!(percent(0.1213), "12.1\u{202F}%");
        assert_eq!(percent(0.0), "0.0\u{202F}%");
        assert_eq!(percent(0.000_9), "<0.1\u{202F}%");
        assert_eq!(percent(0.001), "0.1\u{202F}%");
        assert_eq!(percent(0.999_6), ">99.9\u{202F}%");
        assert_eq!(percent(1.0), "100.0\u{202F}%");
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(85_584), "85\u{202F}584");
        assert_eq!(count(37_748_736), "37\u{202F}748\u{202F}736");
    }

    #[test]
    fn rough_counts_keep_three_digits() {
        assert_eq!(rough_count(999), "999");
        assert_eq!(rough_count(1000), "1.00\u{202F}k");
        assert_eq!(rough_count(85_584), "85.6\u{202F}k");
        assert_eq!(rough_count(999_950), "1.00\u{202F}M");
        assert_eq!(rough_count(175_000_000_000), "175\u{202F}G");
    }

    #[test]
    fn ticks_are_round() {
        let ticks = [0, 500, 1000, 2500, 10_000, 1_000_000, 25_000_000].map(tick);
        assert_eq!(ticks, ["0", "500", "1\u{202F}k", "2.5\u{202F}k", "10\u{202F}k", "1\u{202F}M", "25\u{202F}M"]);
        assert_eq!(tick(100_000), "100\u{202F}k");
    }

    #[test]
    fn bytes_and_seconds_have_units() {
        assert_eq!([12, 150_994_944].map(bytes), ["12\u{202F}B", "151\u{202F}MB"]);
        let many = [12.0, 1.51e8, 18.4e18, 8e22, 7.996e24, 2.5e39].map(many_bytes);
        let expected = ["12 B", "151 MB", "18.4 EB", "80.0 ZB", "8.00 YB", "2.50e39 B"];
        assert_eq!(many, expected.map(|text| text.replace(' ', "\u{202F}")));
        assert_eq!([100, 10_000_000].map(byte_tick), ["100\u{202F}B", "10\u{202F}MB"]);
        let written = [0.0, 0.35, 12.0, 250.0, 0.001_2, 0.048, 4.8e-5, 3e-7].map(seconds);
        let expected = ["0.00 s", "0.35 s", "12.0 s", "250 s", "1.20 ms", "48.0 ms", "48.0 µs", "0.30 µs"];
        assert_eq!(written, expected.map(|text| text.replace(' ', "\u{202F}")));
        assert_eq!([0.0, 0.02, 0.06, 0.1].map(|s| seconds_tick(s, 0.1)), ["0", "20", "60", "100"].map(|ms| format!("{ms}\u{202F}ms")));
        assert_eq!(seconds_tick(0.2 + 0.1, 2.0), "0.3\u{202F}s");
    }

    #[test]
    fn sums_that_do_not_add_up_say_so() {
        assert_eq!(equals(&[0.21, -0.02, 0.06, -0.09], 0.16, 2), "=");
        assert_eq!(equals(&[0.204, 0.204, 0.204], 0.612, 2), "≈");
        assert_eq!(equals(&[0.204, 0.204, 0.204], 0.612, 3), "=");
        assert_eq!(equals(&[f64::NAN], f64::NAN, 2), "≈");
    }
}
