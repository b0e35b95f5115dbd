//! What was measured of a head, in words.

use crate::lab::{AttentionMeasures, Pattern, PatternPlace};
use crate::ui::locale::Locale;
use crate::ui::numbers;

/// Queries that are named, at most.
const NAMED: usize = 6;

/// Two lines under a small map: entropy and distance, and where most of the weight lies.
pub fn short(locale: &Locale, measures: &AttentionMeasures, key: &dyn Fn(usize) -> String) -> String {
    if measures.entropy.is_nan() {
        return numbers::NAN.to_owned();
    }
    let bits = locale.with("attention-entropy", &[("bits", numbers::fixed(measures.entropy, 2).into())]);
    let first = match measures.distance {
        // A small map is narrow.
        Some(distance) => format!("{bits} · ↔ {}", numbers::fixed(distance, if distance < 10.0 { 2 } else { 0 })),
        None => bits,
    };
    let second =
        measures.pattern.map_or_else(String::new, |pattern| format!("{} {}", whole_percent(pattern.share), place(locale, pattern, key)));
    format!("{first}\n{second}")
}

/// The same in full words, a measure a line.
pub fn full(locale: &Locale, measures: &AttentionMeasures, key: &dyn Fn(usize) -> String) -> Vec<String> {
    let mut told = vec![locale.with("attention-entropy-told", &[("bits", numbers::fixed(measures.entropy, 2).into())])];
    told.extend(
        measures.distance.map(|distance| locale.with("attention-distance-told", &[("distance", numbers::fixed(distance, 2).into())])),
    );
    told.extend(measures.pattern.map(|pattern| {
        let share = numbers::percent(pattern.share);
        locale.with("attention-pattern-told", &[("share", share.into()), ("place", place(locale, pattern, key).into())])
    }));
    told
}

/// The queries that see nothing, if there are any.
pub fn blind(locale: &Locale, measures: &AttentionMeasures, query: &dyn Fn(usize) -> String) -> Option<String> {
    let rows = &measures.blind;
    let mut named: Vec<String> = rows.iter().take(NAMED).map(|&row| query(row)).collect();
    if rows.len() > NAMED {
        named.push("…".to_owned());
    }
    (!rows.is_empty()).then(|| locale.with("attention-blind", &[("count", rows.len().into()), ("queries", named.join(", ").into())]))
}

/// A share in whole percent; what is not quite all of it is not written as all.
fn whole_percent(share: f64) -> String {
    let hundredths = 100.0 * share;
    if share < 1.0 && hundredths >= 99.5 { ">99\u{202F}%".to_owned() } else { format!("{hundredths:.0}\u{202F}%") }
}

fn place(locale: &Locale, pattern: Pattern, key: &dyn Fn(usize) -> String) -> String {
    match pattern.place {
        PatternPlace::Offset(0) => locale.text("attention-on-itself"),
        PatternPlace::Offset(-1) => locale.text("attention-on-previous"),
        PatternPlace::Offset(1) => locale.text("attention-on-next"),
        PatternPlace::Offset(offset) => {
            let count = offset.unsigned_abs().to_string();
            locale.with(if offset < 0 { "attention-on-before" } else { "attention-on-after" }, &[("count", count.into())])
        }
        PatternPlace::Key(index) => locale.with("attention-on-key", &[("token", key(index).into())]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn not_quite_all_is_not_all() {
        assert_eq!([0.731, 0.994, 0.996, 1.0].map(whole_percent), ["73\u{202F}%", "99\u{202F}%", ">99\u{202F}%", "100\u{202F}%"]);
    }
}
