//! The distribution of a step in the order of its chart: what is kept before what is removed, the probable before the rest.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::sync::Arc;

use crate::transformer::decoding::{BeamStep, TokenStep};

/// Sorted at once for every step; more is sorted only for the step that is looked at.
const TOP: usize = 16;

/// Where a distribution was recorded.
#[derive(Clone)]
pub enum Source {
    /// A step of one sequence.
    Token(Arc<TokenStep>),
    /// One of the beams of a step.
    Beam(Arc<BeamStep>, usize),
}

impl Source {
    /// Whether it is the same record.
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Token(a), Self::Token(b)) => Arc::ptr_eq(a, b),
            (Self::Beam(a, i), Self::Beam(b, j)) => Arc::ptr_eq(a, b) && i == j,
            _ => false,
        }
    }

    fn logits(&self) -> &[f64] {
        match self {
            Self::Token(step) => &step.logits,
            Self::Beam(step, beam) => &step.beams[*beam].logits,
        }
    }
}

/// A distribution over the vocabulary.
pub struct Distribution {
    source: Source,
    /// How many tokens the filters left.
    pub kept: usize,
    top: Vec<usize>,
    order: OnceCell<Vec<usize>>,
    /// Σ p before and after the filters, over all that is kept and all that is removed.
    sums: Sums,
}

#[derive(Clone, Copy, Default)]
struct Sums {
    kept_before: f64,
    kept_after: f64,
    removed_before: f64,
}

/// Which tokens of a distribution have a bar of their own.
#[derive(Debug, PartialEq)]
pub struct Shown {
    /// Tokens that the filters left, the most probable first.
    pub kept: Vec<usize>,
    /// How many more of them there are, and their probabilities before and after.
    pub kept_rest: Rest,
    /// Tokens that a filter removed.
    pub removed: Vec<usize>,
    /// How many more of them there are.
    pub removed_rest: Rest,
}

/// Tokens without a bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rest {
    /// How many.
    pub count: usize,
    /// Σ p before the filters.
    pub before: f64,
    /// Σ p after them.
    pub after: f64,
}

impl Distribution {
    /// Sorts what is recorded.
    pub fn new(source: Source) -> Self {
        let mut found = Self { source, kept: 0, top: Vec::new(), order: OnceCell::new(), sums: Sums::default() };
        for token in 0..found.len() {
            if found.after(token) > 0.0 {
                found.kept += 1;
                found.sums.kept_before += found.before(token);
                found.sums.kept_after += found.after(token);
            } else {
                found.sums.removed_before += found.before(token);
            }
        }
        let mut tokens: Vec<usize> = (0..found.len()).collect();
        if tokens.len() > TOP {
            tokens.select_nth_unstable_by(TOP, |&a, &b| found.compare(a, b));
            tokens.truncate(TOP);
        }
        tokens.sort_unstable_by(|&a, &b| found.compare(a, b));
        found.top = tokens;
        found
    }

    /// Where it was recorded.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.source.logits().len()
    }

    /// The model's answer for a token.
    pub fn logit(&self, token: usize) -> f64 {
        self.source.logits()[token]
    }

    /// The model's probability of a token.
    pub fn before(&self, token: usize) -> f64 {
        match &self.source {
            Source::Token(step) => step.probabilities[token],
            Source::Beam(step, beam) => libm::exp(step.beams[*beam].log_probabilities[token]),
        }
    }

    /// Its probability after the filters.
    pub fn after(&self, token: usize) -> f64 {
        match &self.source {
            Source::Token(step) => step.filtered.probabilities[token],
            Source::Beam(..) => self.before(token),
        }
    }

    /// The logarithm of its probability after the filters.
    pub fn log_probability(&self, token: usize) -> f64 {
        match &self.source {
            Source::Token(step) => step.filtered.log_probabilities[token],
            Source::Beam(step, beam) => step.beams[*beam].log_probabilities[token],
        }
    }

    /// Whether filters had their say.
    pub fn is_filtered(&self) -> bool {
        matches!(&self.source, Source::Token(step) if !step.filtered.stages.is_empty())
    }

    /// The most probable token's probability, before or after the filters.
    pub fn largest(&self) -> f64 {
        self.top.iter().map(|&token| self.after(token).max(self.before(token))).fold(0.0, f64::max)
    }

    /// The place of a token's logit among all, the largest first.
    pub fn rank(&self, token: usize) -> usize {
        let own = self.logit(token);
        1 + self.source.logits().iter().filter(|&&logit| logit > own).count()
    }

    /// All tokens in the order of the chart.
    pub fn order(&self) -> &[usize] {
        self.order.get_or_init(|| {
            let mut order: Vec<usize> = (0..self.len()).collect();
            order.sort_unstable_by(|&a, &b| self.compare(a, b));
            order
        })
    }

    /// The first `limit` tokens, `picked` among them wherever it stands. One that would be left over alone is shown.
    pub fn shown(&self, picked: Option<usize>, limit: usize) -> Shown {
        let limit = limit.min(TOP - 1);
        let all = if self.len() <= limit + 1 { self.len() } else { limit };
        let mut tokens: Vec<usize> = self.top.iter().copied().take(all).collect();
        tokens.extend(picked.filter(|picked| *picked < self.len() && !tokens.contains(picked)));
        let is_kept = |token: &usize| self.after(*token) > 0.0;
        let (mut kept, mut removed): (Vec<usize>, Vec<usize>) = tokens.into_iter().partition(is_kept);
        for (shown, all, side) in [(&mut kept, self.kept, true), (&mut removed, self.len() - self.kept, false)] {
            if shown.len() + 1 == all {
                shown.extend(self.top.iter().find(|token| is_kept(token) == side && !shown.contains(token)).copied());
                shown.sort_unstable_by(|&a, &b| self.compare(a, b));
            }
        }
        let sum = |tokens: &[usize], of: &dyn Fn(usize) -> f64| tokens.iter().map(|&token| of(token)).sum::<f64>();
        let (before, after) = (|token| self.before(token), |token| self.after(token));
        // What rounding leaves of a difference is no probability.
        let rest = |count: usize, before: f64, after: f64| match count {
            0 => Rest { count, before: 0.0, after: 0.0 },
            _ => Rest { count, before: before.max(0.0), after: after.max(0.0) },
        };
        let kept_rest =
            rest(self.kept - kept.len(), self.sums.kept_before - sum(&kept, &before), self.sums.kept_after - sum(&kept, &after));
        let removed_rest = rest(self.len() - self.kept - removed.len(), self.sums.removed_before - sum(&removed, &before), 0.0);
        Shown { kept, kept_rest, removed, removed_rest }
    }

    fn compare(&self, a: usize, b: usize) -> Ordering {
        let by = |of: &dyn Fn(usize) -> f64| of(b).total_cmp(&of(a));
        by(&|token| self.after(token)).then_with(|| by(&|token| self.before(token))).then(a.cmp(&b))
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::transformer::decoding::{DecodingConfig, Filter, Filters, Generation, Strategy};

    fn step(filters: Vec<Filter>, probabilities: &[f64]) -> Distribution {
        let strategy = Strategy::Sample { filters: Filters::new(filters).unwrap(), seed: 1 };
        let mut generation = Generation::new(&DecodingConfig::new(strategy, 1), None, vec![0]).unwrap();
        let logits: Vec<f64> = probabilities.iter().map(|p| p.ln()).collect();
        generation.step(&mut |_: &[usize]| Ok::<_, Infallible>(logits.clone())).unwrap();
        let Generation::TokenByToken(generation) = generation else { panic!("one sequence was asked for") };
        Distribution::new(Source::Token(Arc::clone(&generation.steps()[0])))
    }

    const SEVEN: [f64; 7] = [0.05, 0.3, 0.1, 0.25, 0.05, 0.2, 0.05];

    #[test]
    fn what_is_kept_stands_before_what_is_removed() {
        let distribution = step(vec![Filter::TopK(2)], &SEVEN);
        assert_eq!((distribution.kept, distribution.order()), (2, &[1, 3, 5, 2, 0, 4, 6][..]));
        let shown = distribution.shown(None, 3);
        assert_eq!((&shown.kept[..], shown.kept_rest.count, &shown.removed[..]), (&[1, 3][..], 0, &[5][..]));
        assert_eq!(shown.removed_rest.count, 4);
        assert!((shown.removed_rest.before - 0.25).abs() < 1e-12 && shown.removed_rest.after == 0.0);
        assert_eq!((distribution.rank(5), distribution.rank(6)), (3, 5));
    }

    #[test]
    fn the_picked_token_is_always_shown_and_none_is_left_over_alone() {
        let distribution = step(Vec::new(), &SEVEN);
        assert_eq!(distribution.shown(Some(6), 2).kept, [1, 3, 6]);
        // Five shown and the picked one: the sixth would be the only one that is left.
        assert_eq!(distribution.shown(Some(6), 5).kept, [1, 3, 5, 2, 0, 4, 6]);
        assert_eq!(distribution.shown(Some(6), 6).kept_rest.count, 0);
        let shown = distribution.shown(Some(1), 3);
        assert_eq!(shown.kept_rest.count, 4);
        assert!((shown.kept_rest.after - 0.25).abs() < 1e-12);
    }

    #[test]
    fn of_a_large_vocabulary_the_top_is_that_of_the_whole_order() {
        let many: Vec<f64> = (0..1000_u32).map(|token| f64::from(token * 7919 % 1000 + 1) / 500_500.0).collect();
        let distribution = step(Vec::new(), &many);
        assert_eq!(distribution.top, distribution.order()[..TOP]);
        assert_eq!(distribution.shown(None, 12).kept, distribution.order()[..12]);
    }
}
