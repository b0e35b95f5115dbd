//! The choice of the next token: the highest logit, or a seeded draw.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::Filtered;

/// A chosen token.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pick {
    /// Its id.
    pub token: usize,
    /// Why this one.
    pub reason: Reason,
}

/// Why a token was chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reason {
    /// No other logit is higher.
    Highest {
        /// How many later tokens have the same logit; of equals the lowest id is taken.
        equals: usize,
    },
    /// With the probabilities laid end to end over [0, 1) in the order of the ids, a uniform draw fell into its interval.
    Drawn {
        /// The draw, from 0 up to but not 1.
        draw: f64,
        /// Where the token's interval begins.
        from: f64,
        /// Where it ends: `from` plus the token's probability.
        to: f64,
    },
}

/// The part of [0, 1) that belongs to a token.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Its id.
    pub token: usize,
    /// Where the interval begins.
    pub from: f64,
    /// Where it ends: `from` plus the token's probability.
    pub to: f64,
}

impl Filtered {
    /// The probabilities laid end to end over [0, 1) in the order of the ids: an interval for each token that is possible. The
    /// last one takes what rounding leaves between the sum and 1.
    pub fn intervals(&self) -> impl Iterator<Item = Interval> {
        intervals(&self.probabilities)
    }

    /// The greedy choice: the highest logit, of equals the lowest id.
    pub fn highest(&self) -> Pick {
        let highest = self.logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let token = self.logits.iter().position(|&logit| logit >= highest).unwrap_or_default();
        let equals = self.logits.iter().skip(token + 1).filter(|&&logit| logit >= highest).count();
        Pick { token, reason: Reason::Highest { equals } }
    }
}

/// Draws tokens with a generator (`ChaCha8`) whose stream depends on nothing but the seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sampler {
    /// Boxed, as it carries a block of some 300 bytes.
    random: Box<ChaCha8Rng>,
}

impl Sampler {
    /// The same seed gives the same sequence of draws.
    pub fn new(seed: u64) -> Self {
        Self { random: Box::new(ChaCha8Rng::seed_from_u64(seed)) }
    }

    /// A uniform number in [0, 1) from the upper 53 of 64 bits.
    fn uniform(&mut self) -> f64 {
        const STEPS: f64 = (1_u64 << 53) as f64;
        (self.random.next_u64() >> 11) as f64 / STEPS
    }

    /// Draws a token with the probability it has.
    pub fn draw(&mut self, filtered: &Filtered) -> Pick {
        let draw = self.uniform();
        pick_at(draw, &filtered.probabilities)
    }
}

fn intervals(probabilities: &[f64]) -> impl Iterator<Item = Interval> {
    let last = probabilities.iter().rposition(|&probability| probability > 0.0);
    let possible = probabilities.iter().enumerate().filter(|(_, probability)| **probability > 0.0);
    possible.scan(0.0, move |next, (token, probability)| {
        let from = std::mem::replace(next, *next + probability);
        Some(Interval { token, from, to: if Some(token) == last { 1.0 } else { *next } })
    })
}

/// The token in whose interval `draw` falls.
fn pick_at(draw: f64, probabilities: &[f64]) -> Pick {
    let mut found = Interval { token: 0, from: 0.0, to: 1.0 };
    for interval in intervals(probabilities) {
        found = interval;
        if draw < interval.to {
            break;
        }
    }
    let Interval { token, from, to } = found;
    Pick { token, reason: Reason::Drawn { draw, from, to } }
}

#[cfg(test)]
mod tests {
    use super::super::Filters;
    use super::*;

    fn unfiltered(logits: &[f64]) -> Filtered {
        Filters::default().apply(logits, &[]).unwrap()
    }

    #[test]
    fn of_equal_logits_the_lowest_id_is_highest() {
        let pick = unfiltered(&[1.0, 7.0, 7.0, 0.0, 7.0]).highest();
        assert_eq!(pick, Pick { token: 1, reason: Reason::Highest { equals: 2 } });
    }

    #[test]
    fn a_draw_falls_into_an_interval() {
        let pick = |draw| pick_at(draw, &[0.0, 0.25, 0.0, 0.5, 0.25, 0.0]);
        assert_eq!(pick(0.0), Pick { token: 1, reason: Reason::Drawn { draw: 0.0, from: 0.0, to: 0.25 } });
        assert_eq!(pick(0.25), Pick { token: 3, reason: Reason::Drawn { draw: 0.25, from: 0.25, to: 0.75 } });
        assert_eq!(pick(0.999).token, 4);
        // Ten times 0.1 adds up to 1 − 2⁻⁵³, so that this draw lies past every sum.
        assert_eq!(pick_at(1.0 - f64::EPSILON / 2.0, &[0.1; 10]).token, 9);
    }

    #[test]
    fn the_intervals_fill_the_line_from_0_to_1() {
        let filtered = unfiltered(&[0.1; 7]);
        let intervals: Vec<Interval> = filtered.intervals().collect();
        assert_eq!((intervals.len(), intervals[0].from, intervals[6].to), (7, 0.0, 1.0));
        assert!(intervals.windows(2).all(|pair| pair[0].to == pair[1].from));
        for interval in intervals {
            assert_eq!(pick_at(interval.from, &filtered.probabilities).token, interval.token);
        }
    }

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut sampler = Sampler::new(42);
        let draws: Vec<f64> = (0..3).map(|_| sampler.uniform()).collect();
        assert_eq!(draws, [0.681_896_192_306_671_4, 0.950_275_407_672_484, 0.427_516_402_856_519_7]);
    }

    #[test]
    fn frequencies_follow_the_probabilities() {
        let filtered = unfiltered(&[0.1_f64.ln(), 0.2_f64.ln(), 0.7_f64.ln()]);
        let mut sampler = Sampler::new(1);
        let mut counts = [0_u32; 3];
        for _ in 0..100_000 {
            counts[sampler.draw(&filtered).token] += 1;
        }
        for (count, probability) in counts.into_iter().zip([0.1, 0.2, 0.7]) {
            // Five standard deviations of a binomial count.
            let deviation = 5.0 * f64::sqrt(100_000.0 * probability * (1.0 - probability));
            assert!((f64::from(count) - 100_000.0 * probability).abs() < deviation, "{counts:?}");
        }
    }
}
