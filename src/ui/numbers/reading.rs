//! Reading the numbers that people type, without taking them for others.

use std::ops::RangeInclusive;

use super::MINUS;

/// Reads a finite number as people write it: with either minus, point or comma, digits grouped or not.
pub fn parse(text: &str) -> Option<f64> {
    real(text, &(f64::MIN..=f64::MAX)).ok()
}

/// As Rust reads numbers.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match c {
            MINUS => '-',
            ',' => '.',
            c => c,
        })
        .collect()
}

/// Why what was typed is no number that can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoNumber {
    /// It is not a whole number.
    NotWhole,
    /// It is no number at all.
    Unreadable,
    /// It lies above the range.
    Above,
    /// It lies below the range.
    Below,
}

/// Reads a whole number in digits, grouped by spaces or not, with an exponent or not: `85 584`, `1e6`. A point or a comma, which some
/// read as grouping and others as the beginning of decimals, is not guessed at.
///
/// # Errors
/// It is not one, or lies beyond `range`.
pub fn whole(text: &str, range: &RangeInclusive<usize>) -> Result<usize, NoNumber> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (negative, unsigned) = match plain.strip_prefix(['-', MINUS]) {
        Some(rest) => (true, rest),
        None => (false, plain.strip_prefix('+').unwrap_or(&plain)),
    };
    let (digits, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
    if [digits, exponent].iter().any(|part| part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit())) {
        return Err(NoNumber::NotWhole);
    }
    let nothing = digits.bytes().all(|byte| byte == b'0');
    let power = || exponent.parse().ok().and_then(|exponent| 10_usize.checked_pow(exponent));
    let number = if nothing { Some(0) } else { power().and_then(|power| digits.parse::<usize>().ok()?.checked_mul(power)) };
    match number {
        _ if negative && !nothing => Err(NoNumber::Below),
        Some(number) if number < *range.start() => Err(NoNumber::Below),
        Some(number) if number <= *range.end() => Ok(number),
        _ => Err(NoNumber::Above),
    }
}

/// Reads a number as [`parse`] does.
///
/// # Errors
/// It is not one, or lies beyond `range`.
pub fn real(text: &str, range: &RangeInclusive<f64>) -> Result<f64, NoNumber> {
    match plain(text).parse::<f64>() {
        Ok(x) if x.is_nan() || (x.is_infinite() && !text.contains(|c: char| c.is_ascii_digit())) => Err(NoNumber::Unreadable),
        Ok(x) if x < *range.start() => Err(NoNumber::Below),
        Ok(x) if x > *range.end() => Err(NoNumber::Above),
        Ok(x) => Ok(x),
        Err(_) => Err(NoNumber::Unreadable),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::numbers::shortest;

    #[test]
    fn fields_read_what_they_write() {
        for (x, written) in [(0.02, "0.02"), (-3.5, "−3.5"), (30.0, "30"), (1e-5, "1e−5"), (0.0, "0")] {
            assert_eq!(shortest(x), written);
            assert_eq!(parse(written), Some(x));
        }
        assert_eq!(parse("-1,5"), Some(-1.5));
        assert_eq!(parse("85 584"), Some(85_584.0));
        assert_eq!(parse("inf"), None);
        assert_eq!(parse("two"), None);
    }

    #[test]
    fn whole_numbers_are_read_or_refused_and_never_become_others() {
        let sizes = 1..=99_999_999;
        let read = ["7", " 85 584 ", "1e6", "+3", "007"].map(|text| whole(text, &sizes));
        assert_eq!(read, [Ok(7), Ok(85_584), Ok(1_000_000), Ok(3), Ok(7)]);
        for text in ["2.5", "4,9", "1,000", "2.0", "abc", "1e", "1e-3", "", "0x10", "NaN"] {
            assert_eq!(whole(text, &sizes), Err(NoNumber::NotWhole), "{text}");
        }
        for text in ["100000000", "1e21", "1e400", "1e99999999999999999999", "99999999999999999999999999"] {
            assert_eq!(whole(text, &sizes), Err(NoNumber::Above), "{text}");
        }
        assert_eq!(["0", "-1", "−1e30", "0e99"].map(|text| whole(text, &sizes)), [Err(NoNumber::Below); 4]);
        assert_eq!(whole("9007199254740993", &(0..=usize::MAX)), Ok(9_007_199_254_740_993));
        assert_eq!(whole(&usize::MAX.to_string(), &(0..=usize::MAX)), Ok(usize::MAX));
    }

    #[test]
    fn real_numbers_are_read_or_refused() {
        let all = f64::MIN..=f64::MAX;
        assert_eq!(["-1,5", "1e-3"].map(|text| real(text, &all)), [Ok(-1.5), Ok(0.001)]);
        assert_eq!(["abc", "NaN", "inf", "1.2.3"].map(|text| real(text, &all)), [Err(NoNumber::Unreadable); 4]);
        assert_eq!(["1e400", "−1e400"].map(|text| real(text, &all)), [Err(NoNumber::Above), Err(NoNumber::Below)]);
        assert_eq!(["−1", "2"].map(|text| real(text, &(0.0..=1.0))), [Err(NoNumber::Below), Err(NoNumber::Above)]);
    }
}
