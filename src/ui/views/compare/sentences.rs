//! What was seen, in the language of the window, from the numbers that were measured.

use crate::experiment::comparison::{ComparisonError, Lack, Overflow, Seen, Side, follows};
use crate::experiment::{ExperimentError, RunError};
use crate::graph::Site;
use crate::ui::describe;
use crate::ui::locale::Locale;
use crate::ui::refusal;

use super::names::{brief, letter};

/// The sentence, or two.
pub fn seen(locale: &Locale, seen: &Seen) -> String {
    let say = |key: &str, arguments: &[(&str, String)]| {
        let arguments: Vec<_> = arguments.iter().map(|(name, value)| (*name, value.clone().into())).collect();
        locale.with(key, &arguments)
    };
    let pair = |[a, b]: [f64; 2]| [("a", brief(a)), ("b", brief(b))];
    match seen {
        Seen::Permutation { distance } => {
            let key = match distance.map(follows) {
                [true, true] => "seen-permutation-neither",
                [false, false] => "seen-permutation-both",
                [true, false] => "seen-permutation-only-b",
                [false, true] => "seen-permutation-only-a",
            };
            say(key, &pair(*distance))
        }
        Seen::HeadWidth { heads: [m, n], growth: [a, b] } => {
            say("seen-head-width", &[("m", m.to_string()), ("n", n.to_string()), ("a", brief(*a)), ("b", brief(*b))])
        }
        Seen::Depth { blocks, ratio: [a, b], activation: [x, y] } => {
            say("seen-depth", &[("blocks", blocks.to_string()), ("a", brief(*a)), ("b", brief(*b)), ("x", brief(*x)), ("y", brief(*y))])
        }
        Seen::Overflow([a, b]) => format!("{} {}", overflow(locale, Side::A, a), overflow(locale, Side::B, b)),
        Seen::Divisor { d_k, entropy: [a, b], uniform, largest: [m, n], slope: [s, t] } => say(
            "seen-divisor",
            &[
                ("width", d_k.to_string()),
                ("a", brief(*a)),
                ("b", brief(*b)),
                ("uniform", brief(*uniform)),
                ("m", brief(*m)),
                ("n", brief(*n)),
                ("s", brief(*s)),
                ("t", brief(*t)),
            ],
        ),
        Seen::LaterToken { rows: [a, b], earlier: [m, n] } => {
            let count = |count: &usize| count.to_string();
            say("seen-later-token", &[("a", count(a)), ("m", count(m)), ("b", count(b)), ("n", count(n))])
        }
        Seen::Decoding { tokens: [a, b], probability: [p, q] } => {
            say("seen-decoding", &[("a", a.join(" ")), ("b", b.join(" ")), ("p", brief(*p)), ("q", brief(*q))])
        }
        Seen::NearlyConstant { constant: [a, b], half: [s, t] } => {
            say("seen-nearly-constant", &[("a", brief(*a)), ("b", brief(*b)), ("s", brief(*s)), ("t", brief(*t))])
        }
        Seen::Cache { tokens: [m, n], flops: [a, b] } => {
            say("seen-cache", &[("m", m.to_string()), ("n", n.to_string()), ("a", a.to_string()), ("b", b.to_string())])
        }
        Seen::Differences { common, first, last, only: [a, b] } => {
            let common = ("common", common.to_string());
            let values = match (first, last) {
                (Some(first), Some((last, largest))) => {
                    let places = [
                        ("first", describe::absent_name(locale, *first)),
                        ("last", describe::absent_name(locale, *last)),
                        ("largest", brief(*largest)),
                    ];
                    say("seen-differences", &[&[common][..], &places].concat())
                }
                _ => say("seen-same", &[common]),
            };
            if a + b > 0 { format!("{values} {}", say("seen-only", &[("a", a.to_string()), ("b", b.to_string())])) } else { values }
        }
    }
}

fn overflow(locale: &Locale, side: Side, [single, double]: &[Overflow; 2]) -> String {
    let say = |key: &str, arguments: &[(&str, String)]| {
        let side = ("side", letter(side).into());
        let arguments: Vec<_> = arguments.iter().map(|(name, value)| (*name, value.clone().into())).chain([side]).collect();
        locale.with(key, &arguments)
    };
    let largest = || ("largest", brief(double.largest));
    let told = |site: Site| describe::absent_name(locale, site);
    match (single.first, double.first) {
        (None, None) => say("seen-overflow-never", &[largest()]),
        (Some(site), None) => say("seen-overflow-single", &[("site", told(site)), largest()]),
        (None, Some(site)) => say("seen-overflow-double", &[("site", told(site))]),
        (Some(single), Some(double)) if single == double => say("seen-overflow-both", &[("site", told(single))]),
        (Some(single), Some(double)) => say("seen-overflow-each", &[("single", told(single)), ("double", told(double))]),
    }
}

/// Why there is no finding.
pub fn refused(locale: &Locale, error: &ComparisonError) -> String {
    let (side, why) = match error {
        ComparisonError::Side { side, error: RunError::Experiment(ExperimentError::CountOnly) } => (side, locale.text("compare-counted")),
        ComparisonError::Side { side, error: RunError::Experiment(error) } => (side, refusal::sentence(locale, error)),
        ComparisonError::Side { side, error: RunError::Cancelled(_) } => (side, locale.text("compare-stopped")),
        ComparisonError::Unfit { side, what } => (side, locale.text(lack(*what))),
    };
    format!("{}: {why}", letter(*side))
}

const fn lack(what: Lack) -> &'static str {
    match what {
        Lack::Sequence => "lack-sequence",
        Lack::Order => "lack-order",
        Lack::SelfAttention => "lack-self-attention",
        Lack::Stack => "lack-stack",
        Lack::Attention => "lack-attention",
        Lack::Heads => "lack-heads",
        Lack::LastPosition => "lack-last-position",
        Lack::Rows => "lack-rows",
        Lack::Norm => "lack-norm",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::locale::Language;

    /// One of every branch.
    fn all() -> Vec<Seen> {
        let site = |text: &str| text.parse().ok();
        let none = Overflow { first: None, largest: 12.34 };
        let early = Overflow { first: site("encoder.0.self_attention.head.0.weights"), largest: 3e30 };
        let late = Overflow { first: site("encoder.2.self_attention.head.0.weights"), largest: 1e300 };
        let mut all = Vec::new();
        for distance in [[0.0, 1e-9], [0.5, 2.25], [0.0, 0.75], [1.68, 2.97e-15]] {
            all.push(Seen::Permutation { distance });
        }
        all.push(Seen::HeadWidth { heads: [64, 32], growth: [1.0, 63.2] });
        all.push(Seen::Depth { blocks: 64, ratio: [0.0296, 3.27], activation: [1.0, f64::INFINITY] });
        all.push(Seen::Overflow([[none, none], [early, none]]));
        all.push(Seen::Overflow([[none, late], [early, early]]));
        all.push(Seen::Overflow([[early, late], [none, none]]));
        all.push(Seen::Divisor { d_k: 1024, entropy: [3.5, 0.3], uniform: 4.0, largest: [0.21, 0.9], slope: [0.3, 0.05] });
        all.push(Seen::LaterToken { rows: [0, 3], earlier: [4, 5] });
        let tokens = [vec!["hola".to_owned(), "mundo".to_owned()], vec!["hola".to_owned()]];
        all.push(Seen::Decoding { tokens, probability: [0.0149, 1.85e-7] });
        all.push(Seen::NearlyConstant { constant: [0.0, f64::NAN], half: [1e-3, 1e-5] });
        all.push(Seen::Cache { tokens: [26, 27], flops: [5120, 138_240] });
        let (first, last) = (site("encoder.0.self_attention.head.0.scaled"), site("decoder.output").map(|site| (site, -0.125)));
        all.push(Seen::Differences { common: 81, first, last, only: [0, 0] });
        all.push(Seen::Differences { common: 82, first, last, only: [7, 9] });
        all.push(Seen::Differences { common: 83, first: None, last: None, only: [0, 0] });
        all
    }

    /// The window names a value in words where the command line gives its address.
    #[test]
    fn in_english_it_is_what_the_command_line_says_but_for_the_names_of_values() {
        let locale = Locale::new(Language::English);
        let sites = ["encoder.0.self_attention.head.0.weights", "encoder.2.self_attention.head.0.weights"];
        let sites = sites.into_iter().chain(["encoder.0.self_attention.head.0.scaled", "decoder.output"]);
        let sites: Vec<Site> = sites.map(|site| site.parse().unwrap()).collect();
        for finding in all() {
            let named = sites
                .iter()
                .fold(finding.to_string(), |told, site| told.replace(&site.to_string(), &describe::absent_name(&locale, *site)));
            assert_eq!(seen(&locale, &finding).replace('−', "-").replace('∞', "inf"), named);
        }
    }

    /// The numbers, values and tokens that a sentence names, in the order of their letters.
    fn named(sentence: &str) -> Vec<String> {
        let word = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '∞').trim_end_matches('.').to_owned();
        let mut named: Vec<String> = sentence
            .split_whitespace()
            .map(word)
            .filter(|word| {
                word.contains(|c: char| c.is_ascii_digit() || c == '∞') || word.contains('.') || word.contains("NaN") || word == "hola"
            })
            .collect();
        named.sort();
        named
    }

    #[test]
    fn both_languages_name_the_same_numbers() {
        let [english, spanish] = Language::ALL.map(Locale::new);
        for finding in all() {
            let (here, there) = (seen(&english, &finding), seen(&spanish, &finding));
            assert!(named(&here).len() > 1 || matches!(finding, Seen::Differences { .. }), "{here}");
            assert_eq!(named(&here), named(&there), "{here}\n{there}");
            assert_ne!(here, there);
        }
    }
}
