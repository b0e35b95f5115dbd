//! One number, in all the ways it is written.

/// Which sign parts the whole from the fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decimal {
    Point,
    Comma,
}

/// Reads one number.
pub fn number(text: &str, decimal: Decimal) -> Option<f64> {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix(['-', '−']) {
        return unsigned(rest, decimal).map(|value| -value);
    }
    unsigned(text.strip_prefix('+').unwrap_or(text), decimal)
}

fn unsigned(text: &str, decimal: Decimal) -> Option<f64> {
    if text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',')) {
        return digits(text, decimal);
    }
    if let Some((call, inner)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        // NumPy 2 writes np.float64(0.5), and Python has no other way to write float("nan") than a call.
        let inner = inner.trim_matches(['"', '\'']);
        let is_type = ["float", "int", "double"].iter().any(|name| last_word(call).starts_with(name));
        return if is_type && !inner.contains('(') { number(inner, decimal) } else { None };
    }
    match last_word(text).to_lowercase().as_str() {
        "nan" => Some(f64::NAN),
        "inf" | "infinity" | "∞" => Some(f64::INFINITY),
        _ => None,
    }
}

/// `nan` of `np.nan`.
fn last_word(text: &str) -> &str {
    text.rsplit('.').next().unwrap_or(text)
}

fn digits(text: &str, decimal: Decimal) -> Option<f64> {
    // As C writes single precision, and Python long numbers.
    let text = text.strip_suffix(['f', 'F']).unwrap_or(text);
    let plain: String = text.chars().filter(|&c| c != '_').collect();
    match decimal {
        Decimal::Point => plain.parse().ok(),
        Decimal::Comma if plain.contains('.') => None,
        Decimal::Comma => plain.replacen(',', ".", 1).parse().ok(),
    }
}
