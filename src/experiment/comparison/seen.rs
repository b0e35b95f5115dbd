//! What was seen, as numbers that are then put into words: here in English, in the window in its language.

use std::fmt;

use super::overflow::Overflow;
use crate::graph::Site;

/// What was seen. Arrays hold A's number, then B's.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// How far attention is from following a permutation.
    Permutation {
        /// The largest distance.
        distance: [f64; 2],
    },
    /// How parameters grow with the heads.
    HeadWidth {
        /// The most heads that were tried.
        heads: [usize; 2],
        /// Parameters with so many heads, in multiples of those with one.
        growth: [f64; 2],
    },
    /// Gradients at the first and the last block.
    Depth {
        /// Blocks.
        blocks: usize,
        /// Norm of the gradient at the first block's output, in multiples of the last block's.
        ratio: [f64; 2],
        /// Root mean square of what leaves the last block.
        activation: [f64; 2],
    },
    /// The first value that overflows, in single and in double precision.
    Overflow([[Overflow; 2]; 2]),
    /// Attention at the widest keys.
    Divisor {
        /// Their width.
        d_k: usize,
        /// Entropy of the weights, in bits.
        entropy: [f64; 2],
        /// Entropy where every key has the same weight.
        uniform: f64,
        /// The largest weight.
        largest: [f64; 2],
        /// Norm of the derivative through softmax.
        slope: [f64; 2],
    },
    /// How many earlier rows move.
    LaterToken {
        /// Rows that move.
        rows: [usize; 2],
        /// Earlier rows.
        earlier: [usize; 2],
    },
    /// What was generated.
    Decoding {
        /// The tokens.
        tokens: [Vec<String>; 2],
        /// The probability of all of them together.
        probability: [f64; 2],
    },
    /// What a norm makes of a row that is nearly constant.
    NearlyConstant {
        /// The output for a constant row.
        constant: [f64; 2],
        /// The least spread tried that gives half of what a wide row gives.
        half: [f64; 2],
    },
    /// What the last token cost.
    Cache {
        /// Tokens in the sequence then.
        tokens: [usize; 2],
        /// Floating-point operations of the last token.
        flops: [u64; 2],
    },
    /// Where two runs part.
    Differences {
        /// Values that both have.
        common: usize,
        /// The first that differs.
        first: Option<Site>,
        /// The last, and by how much.
        last: Option<(Site, f64)>,
        /// Values that only one has.
        only: [usize; 2],
    },
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The same, for what they are.
    Same,
    /// A's is larger.
    A,
    /// B's is larger.
    B,
}

impl Order {
    /// Numbers that differ by less than a thousandth of the larger are the same.
    pub fn of([a, b]: [f64; 2]) -> Self {
        if a == b || (a - b).abs() <= 1e-3 * a.abs().max(b.abs()) {
            Self::Same
        } else if a > b {
            Self::A
        } else {
            Self::B
        }
    }
}

/// Up to this, a distance is the rounding of sums in another order.
const ROUNDING: f64 = 1e-5;

/// Whether attention follows a permutation: its distance is rounding alone.
pub fn follows(distance: f64) -> bool {
    distance <= ROUNDING
}

/// A number in a sentence: three significant digits, whole numbers whole.
pub fn brief(x: f64) -> String {
    if x.fract() == 0.0 && x.abs() < 1e6 {
        format!("{x:.0}")
    } else if !x.is_finite() {
        x.to_string()
    } else if (1e-3..1e4).contains(&x.abs()) {
        // The exponent of the number as it is rounded: 0.9999 becomes 1.00.
        let rounded = format!("{x:.2e}");
        let exponent: usize = rounded.split_once('e').and_then(|(_, exponent)| exponent.trim_start_matches('-').parse().ok()).unwrap_or(0);
        let digits = if rounded.contains("e-") { 2 + exponent } else { 2_usize.saturating_sub(exponent) };
        format!("{x:.digits$}")
    } else {
        format!("{x:.2e}")
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Permutation { distance: [a, b] } => match (follows(*a), follows(*b)) {
                (true, true) => write!(
                    f,
                    "In both, permuted tokens give permuted rows: attention cannot tell the order (A {}, B {}).",
                    brief(*a),
                    brief(*b)
                ),
                (false, false) => {
                    write!(f, "In both, the order of the tokens changes their rows: by up to {} in A and {} in B.", brief(*a), brief(*b))
                }
                (true, false) => write!(
                    f,
                    "In A permuted tokens give permuted rows (they are {} apart): its attention cannot tell the order. In B they are {} apart.",
                    brief(*a),
                    brief(*b)
                ),
                (false, true) => write!(
                    f,
                    "In A the order of the tokens changes their rows by up to {}. In B they are {} apart: its attention cannot tell the order.",
                    brief(*a),
                    brief(*b)
                ),
            },
            Self::HeadWidth { heads: [m, n], growth: [a, b] } => {
                write!(
                    f,
                    "With {m} heads A has {} times the parameters that it has with one; with {n} heads B has {} times as many.",
                    brief(*a),
                    brief(*b)
                )
            }
            Self::Depth { blocks, ratio: [a, b], activation: [x, y] } => write!(
                f,
                "Through {blocks} blocks the gradient at the first block is {} times that at the last in A, and {} times in B; what leaves the last block has a root mean square of {} in A and {} in B.",
                brief(*a),
                brief(*b),
                brief(*x),
                brief(*y)
            ),
            Self::Overflow([a, b]) => write!(f, "{} {}", overflow("A", a), overflow("B", b)),
            Self::Divisor { d_k, entropy: [a, b], uniform, largest: [m, n], slope: [s, t] } => write!(
                f,
                "With d_k = {d_k}, attention has an entropy of {} bits in A and {} in B, of the {} of equal weights; the largest weight is {} in A and {} in B, and {} and {} of a gradient come back through softmax.",
                brief(*a),
                brief(*b),
                brief(*uniform),
                brief(*m),
                brief(*n),
                brief(*s),
                brief(*t)
            ),
            Self::LaterToken { rows: [a, b], earlier: [m, n] } => {
                write!(f, "When the last token is another, {a} of {m} earlier rows move in A and {b} of {n} in B.")
            }
            Self::Decoding { tokens: [a, b], probability: [p, q] } => {
                write!(f, "A generates \"{}\" (probability {}), B \"{}\" (probability {}).", a.join(" "), brief(*p), b.join(" "), brief(*q))
            }
            Self::NearlyConstant { constant: [a, b], half: [s, t] } => write!(
                f,
                "A constant row becomes {} in A and {} in B. Half of what a wide row gives is reached at a spread of {} in A and {} in B.",
                brief(*a),
                brief(*b),
                brief(*s),
                brief(*t)
            ),
            Self::Cache { tokens: [m, n], flops: [a, b] } => {
                write!(f, "The token after {m} costs {a} floating-point operations in A, the one after {n} costs {b} in B.")
            }
            Self::Differences { common, first, last, only: [a, b] } => {
                match (first, last) {
                    (Some(first), Some((last, largest))) => {
                        write!(
                            f,
                            "Of {common} calculated values that both have in the same shape, {first} is the first that differs; at the end, at {last}, they are {} apart.",
                            brief(*largest)
                        )?;
                    }
                    _ => write!(f, "All {common} calculated values that both have in the same shape are the same.")?,
                }
                if a + b > 0 { write!(f, " Calculated only in A: {a}, only in B: {b}.") } else { Ok(()) }
            }
        }
    }
}

fn overflow(name: &str, [single, double]: &[Overflow; 2]) -> String {
    match (single.first, double.first) {
        (None, None) => format!("{name} stays finite: the largest of all its values is {}.", brief(double.largest)),
        (Some(site), None) => {
            format!("{name} overflows in f32, first at {site}; in f64 the largest of all its values is {}.", brief(double.largest))
        }
        (None, Some(site)) => format!("{name} overflows in f64 alone, first at {site}."),
        (Some(single), Some(double)) if single == double => format!("{name} overflows in f32 and f64, first at {single}."),
        (Some(single), Some(double)) => format!("{name} overflows first at {single} in f32, and at {double} in f64."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_are_enough() {
        let written = [0.0, 0.1234, 0.9996, 7.5, 12.34, 123.4, 1234.0, 12345.6, 1.234e-4, f64::INFINITY].map(brief);
        assert_eq!(written, ["0", "0.123", "1.00", "7.50", "12.3", "123", "1234", "1.23e4", "1.23e-4", "inf"]);
    }

    #[test]
    fn the_sentence_changes_with_the_numbers() {
        let seen = |distance| Seen::Permutation { distance }.to_string();
        assert!(seen([0.5, 0.0]).ends_with("In B they are 0 apart: its attention cannot tell the order."));
        assert!(seen([0.0, 0.5]).starts_with("In A permuted tokens give permuted rows"));
        assert!(seen([0.0, 0.0]).starts_with("In both, permuted"));
    }
}
