//! Answers as people type and paste them.

/// A number that was typed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// What it is.
    pub value: f64,
    /// What it could be as well: `1,024` is about one, or about a thousand.
    pub otherwise: Option<f64>,
    /// Decimals that were written; none for a fraction, which is exact.
    pub decimals: Option<usize>,
}

/// Reads a number: with point or comma, with digits in groups, as `1/4`, `25 %`, `37.7 M` or `4.7·10^-10`.
pub fn number(text: &str) -> Option<Reading> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).map(|c| if c == '−' { '-' } else { c }).collect();
    let plain = ["·10^", "×10^", "*10^", "*10**"].iter().fold(plain, |plain, sign| plain.replace(sign, "e"));
    if let Some((digits, power)) = with_prefix(&plain) {
        return number(&format!("{digits}e{power}"));
    }
    if let Some(share) = plain.strip_suffix('%') {
        let percent = number(share)?;
        return Some(Reading {
            value: percent.value / 100.0,
            otherwise: percent.otherwise.map(|other| other / 100.0),
            decimals: percent.decimals.map(|decimals| decimals + 2),
        });
    }
    if let Some((above, below)) = plain.split_once('/') {
        let (above, below) = (number(above)?, number(below)?);
        return Some(Reading { value: above.value / below.value, otherwise: None, decimals: None });
    }
    let (sign, digits) = plain.strip_prefix('-').map_or((1.0, plain.strip_prefix('+').unwrap_or(&plain)), |rest| (-1.0, rest));
    if matches!(digits.to_lowercase().as_str(), "∞" | "inf" | "infinity") {
        return Some(Reading { value: sign * f64::INFINITY, otherwise: None, decimals: None });
    }
    if digits.eq_ignore_ascii_case("nan") {
        return Some(Reading { value: f64::NAN, otherwise: None, decimals: None });
    }
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == ',') {
        return None;
    }
    let (mantissa, exponent) = digits.split_once(['e', 'E']).map_or((digits, None), |(mantissa, exponent)| (mantissa, Some(exponent)));
    let power = exponent.map_or(Some(0), |exponent| exponent.parse::<i32>().ok())?;
    let scale = |value: f64| sign * if power == 0 { value } else { format!("{value}e{power}").parse().unwrap_or(value) };
    let (written, grouped) = decimal(mantissa)?;
    let decimals = written.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    Some(Reading {
        value: scale(written.parse().ok()?),
        otherwise: grouped.and_then(|grouped| grouped.parse().ok()).map(scale),
        decimals: Some(usize::try_from(i32::try_from(decimals).unwrap_or(i32::MAX).saturating_sub(power)).unwrap_or(0)),
    })
}

/// Digits before one of the prefixes of large counts, k, M and G, and the power of ten that it stands for.
fn with_prefix(plain: &str) -> Option<(&str, i32)> {
    let (digits, power) = [("k", 3), ("K", 3), ("M", 6), ("G", 9)]
        .into_iter()
        .find_map(|(prefix, power)| plain.strip_suffix(prefix).map(|digits| (digits, power)))?;
    let unsigned = digits.trim_start_matches(['-', '+']);
    let plain = !unsigned.is_empty() && unsigned.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    plain.then_some((digits, power))
}

/// Digits with a decimal point, and with what may be a sign of groups taken as one.
fn decimal(digits: &str) -> Option<(String, Option<String>)> {
    let signs: Vec<char> = digits.chars().filter(|c| matches!(c, '.' | ',')).collect();
    let bare = |digits: &str| digits.replace(['.', ','], "");
    let in_groups = digits.split(['.', ',']).skip(1).all(|group| group.len() == 3);
    let begins = digits.split(['.', ',']).next().is_some_and(|first| (1..=3).contains(&first.len()) && first != "0");
    match signs.as_slice() {
        [] => Some((digits.to_owned(), None)),
        [sign] => Some((digits.replace(*sign, "."), (in_groups && begins).then(|| bare(digits)))),
        [first, .., last] if first == last => (in_groups && begins).then(|| (bare(digits), None)),
        [first, middle @ .., last] => {
            let (whole, fraction) = digits.rsplit_once(*last)?;
            middle.iter().all(|sign| sign == first).then(|| (format!("{}.{fraction}", bare(whole)), None))
        }
    }
}

/// Reads rows of numbers: lists as Python writes them, or lines with tabs, semicolons or spaces between the numbers. What is no
/// number is `None`.
pub fn table(text: &str) -> Vec<Vec<Option<Reading>>> {
    let rows: Vec<&str> = if text.contains('[') {
        // What stands right after a bracket that opens, up to the one that closes it.
        let inner = text.split('[').filter_map(|part| part.split_once(']')).map(|(inside, _)| inside);
        inner.filter(|inside| !inside.trim().is_empty()).collect()
    } else {
        text.lines().filter(|line| !line.trim().is_empty()).collect()
    };
    let bracketed = text.contains('[');
    rows.into_iter().map(|row| fields(row, bracketed).into_iter().map(number).collect()).collect()
}

fn fields(row: &str, bracketed: bool) -> Vec<&str> {
    let row = row.trim();
    if let Some(sign) = ['\t', ';'].into_iter().find(|&sign| row.contains(sign)) {
        return row.split(sign).collect();
    }
    if bracketed && row.contains(',') {
        return row.trim_end_matches(',').split(',').collect();
    }
    if row.contains(char::is_whitespace) {
        return row.split_whitespace().map(|field| field.trim_end_matches(',')).collect();
    }
    // `1,2,3` is three numbers, `0,5` is one.
    if row.matches(',').count() > 1 && number(row).is_none() { row.split(',').collect() } else { vec![row] }
}

/// Reads tokens: words between spaces or commas, with or without quotes and brackets around them.
pub fn tokens(text: &str) -> Vec<String> {
    const AROUND: [char; 8] = ['[', ']', '"', '“', '”', '«', '»', '\''];
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || AROUND.contains(&c)).flat_map(between_commas).collect();
    // Between words in quotes a comma is no word.
    let listed = text.contains(AROUND);
    words.into_iter().filter(|word| !word.is_empty() && (!listed || *word != ",")).map(str::to_owned).collect()
}

/// `a,b` is two words; a comma that stands alone is one.
fn between_commas(part: &str) -> Vec<&str> {
    if part == "," { vec![part] } else { part.split(',').collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<f64> {
        number(text).map(|reading| reading.value)
    }

    #[test]
    fn numbers_as_people_write_them() {
        for (text, expected) in [
            ("0.25", 0.25),
            ("−0,25", -0.25),
            (" 1 048 576 ", 1_048_576.0),
            ("1,048,576", 1_048_576.0),
            ("1.048.576,5", 1_048_576.5),
            ("1,048.5", 1048.5),
            ("1/4", 0.25),
            ("-1/4", -0.25),
            ("12,5 %", 0.125),
            ("4.7·10^-10", 4.7e-10),
            ("3e8", 3e8),
            (".5", 0.5),
            ("-∞", f64::NEG_INFINITY),
            ("37,7 M", 37_700_000.0),
            ("37.7M", 37_700_000.0),
            ("85,6 k", 85_600.0),
            ("-175\u{202F}G", -175e9),
        ] {
            assert_eq!(value(text), Some(expected), "{text}");
        }
        for text in ["", "x", "1.2.3", "--1", "1/x", "%", "e5", "M", "37 MM", "37 m"] {
            assert_eq!(value(text), None, "{text}");
        }
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_kept_in_both() {
        assert_eq!(number("10,000").unwrap(), Reading { value: 10.0, otherwise: Some(10_000.0), decimals: Some(3) });
        assert_eq!(number("0,125").unwrap().otherwise, None);
        assert_eq!(number("1/3").unwrap().decimals, None);
        assert_eq!(number("12.5 %").unwrap().decimals, Some(3));
        assert_eq!(number("1.5e-3").unwrap().decimals, Some(4));
    }

    #[test]
    fn tables_as_people_paste_them() {
        let read = |text: &str| -> Vec<Vec<Option<f64>>> {
            table(text).into_iter().map(|row| row.into_iter().map(|cell| cell.map(|reading| reading.value)).collect()).collect()
        };
        let expected = vec![vec![Some(1.0), Some(-0.5)], vec![Some(3.0), Some(4.0)]];
        for text in
            ["[[1, -0.5], [3, 4]]", "1\t-0,5\n3\t4\n", "1;-0,5\n3;4", "1 -0.5\n3 4", "1, -0.5\n3, 4", "tensor([[1., -.5],\n [3., 4.]])"]
        {
            assert_eq!(read(text), expected, "{text}");
        }
        assert_eq!(read("1,2,3"), [[Some(1.0), Some(2.0), Some(3.0)]]);
        assert_eq!(read("[0.25 0.5 0.25]"), [[Some(0.25), Some(0.5), Some(0.25)]]);
        assert_eq!(read("1 x"), [[Some(1.0), None]]);
        assert!(read(" \n").is_empty());
    }

    #[test]
    fn tokens_with_whatever_stands_around_them() {
        for text in ["hola mundo EOS", "hola, mundo, EOS", "[\"hola\", \"mundo\", \"EOS\"]", " hola,mundo,EOS "] {
            assert_eq!(tokens(text), ["hola", "mundo", "EOS"], "{text}");
        }
        assert_eq!(tokens("a , b"), ["a", ",", "b"]);
    }
}
