//! Arithmetic on numbers as they are shown.

/// Terms of a long sum that are shown at its beginning.
const FIRST: usize = 3;

/// A sum of which only some terms are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Abridged {
    /// Indices of the shown terms, in order.
    pub shown: Vec<usize>,
    /// How many are left out and what they add up to.
    pub rest: Option<(usize, f64)>,
}

/// All terms up to `whole`; of more, the first few and the largest of the others.
pub fn abridge(terms: &[f64], whole: usize, first: usize) -> Abridged {
    if terms.len() <= whole {
        return Abridged { shown: (0..terms.len()).collect(), rest: None };
    }
    let first = first.clamp(1, FIRST);
    let largest = (first..terms.len()).max_by(|&a, &b| {
        let magnitude = |at: usize| terms[at].abs();
        // Of equals the earlier one.
        magnitude(a).total_cmp(&magnitude(b)).then(b.cmp(&a))
    });
    let shown: Vec<usize> = (0..first).chain(largest).collect();
    let left_out = terms.iter().enumerate().filter(|(at, _)| !shown.contains(at));
    let rest = left_out.clone().map(|(_, term)| term).sum();
    Abridged { rest: Some((left_out.count(), rest)), shown }
}

/// Whether numbers add up as they are written.
pub fn adds_up<'t>(terms: impl IntoIterator<Item = &'t str>, sum: &str) -> bool {
    let terms: Option<f64> = terms.into_iter().map(Shown::read).map(|term| Some(term?.value)).sum();
    match (terms, Shown::read(sum)) {
        (Some(terms), Some(sum)) => (terms - sum.value).abs() < 0.5 * sum.unit,
        _ => false,
    }
}

/// Whether `computed`, an exact result of shown numbers, is written as `value`.
pub fn is_written(computed: f64, value: &str) -> bool {
    // Half a unit is rounded either way.
    const SLACK: f64 = 1e-9;
    Shown::read(value).is_some_and(|value| (computed - value.value).abs() <= value.unit * (0.5 + SLACK))
}

/// The product of numbers as they are written.
pub fn product<'t>(factors: impl IntoIterator<Item = &'t str>) -> Option<f64> {
    factors.into_iter().map(|factor| Some(Shown::read(factor)?.value)).product()
}

/// A number as it is written, and what one unit of its last digit is worth.
struct Shown {
    value: f64,
    unit: f64,
}

impl Shown {
    fn read(text: &str) -> Option<Self> {
        let plain: String = (text.chars())
            .filter(|c| !matches!(c, '\u{202F}' | '\u{2009}' | ' ' | '+'))
            .map(|c| if c == '\u{2212}' { '-' } else { c })
            .collect();
        if plain == "~0" {
            return Some(Self { value: 0.0, unit: f64::MIN_POSITIVE });
        }
        let (plain, percent) = match plain.strip_suffix('%') {
            Some(number) => (number, 0.01),
            None => (plain.as_str(), 1.0),
        };
        let value: f64 = plain.parse().ok()?;
        let (mantissa, exponent) = plain.split_once('e').unwrap_or((plain, "0"));
        let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let power = exponent.parse::<i32>().ok()? - i32::try_from(decimals).ok()?;
        Some(Self { value: value * percent, unit: 10.0_f64.powi(power) * percent }).filter(|shown| shown.value.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_sum_shows_its_beginning_and_its_peak() {
        let terms = [0.1, 0.2, 0.3, 0.0, 0.0, -2.0, 0.4, 0.5];
        let abridged = abridge(&terms, 6, 3);
        assert_eq!(abridged.shown, [0, 1, 2, 5]);
        let (count, rest) = abridged.rest.unwrap();
        assert_eq!(count, 4);
        assert!((rest - 0.9).abs() < 1e-12);
        assert_eq!(abridge(&terms, 6, 1).shown, [0, 5]);
        assert_eq!(abridge(&terms[..6], 6, 3).shown, [0, 1, 2, 3, 4, 5]);
        assert_eq!(abridge(&terms[..6], 6, 3).rest, None);
    }

    #[test]
    fn sums_as_they_are_written() {
        assert!(adds_up(["0.21", "−0.02", "0.06", "−0.09"], "0.16"));
        assert!(!adds_up(["0.21", "−0.02", "0.06", "−0.09"], "0.17"));
        assert!(adds_up(["~0", "1.00"], "1.00"));
        assert!(!adds_up(["NaN"], "NaN"));
        assert!(!adds_up(["−∞", "1.00"], "−∞"));
        // From a hundred on decimals are gone, and only what is shown must add up.
        assert!(adds_up(["123", "0.60"], "124"));
        assert!(!adds_up(["123", "1.60"], "124"));
        assert!(adds_up(["60.0\u{202F}%", "40.0\u{202F}%"], "100.0\u{202F}%"));
    }

    #[test]
    fn products_as_they_are_written() {
        let is = |factors: [&str; 2], value| is_written(product(factors).unwrap(), value);
        assert!(is(["−0.41", "−0.50"], "0.21"));
        assert!(is(["−0.41", "−0.50"], "0.20"));
        assert!(!is(["−0.41", "−0.50"], "0.22"));
        assert!(is(["1.50e3", "2.00"], "3000"));
        assert_eq!(product(["NaN", "1.00"]), None);
    }
}
