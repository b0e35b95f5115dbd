//! Filters that narrow the distribution of the next token.
//!
//! They follow the logits processors of Hugging Face transformers 4.57 in order, comparison and ties. Exponentials and
//! logarithms come from `libm` rather than from the platform, so that the same logits give the same bits everywhere.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::{LogitsError, SettingError};

/// One narrowing of the distribution. A removed token gets the logit −∞.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Filter {
    /// Divides every logit by T > 0: below 1 sharpens the distribution, above 1 flattens it.
    Temperature(f64),
    /// Keeps the k ≥ 1 highest logits, and all that equal the k-th.
    TopK(usize),
    /// Keeps the most probable tokens that together hold more than p, 0 < p ≤ 1 (nucleus sampling, Holtzman et al. 2020).
    ///
    /// From the least probable token upwards, a token is removed while the sum of the probabilities up to and with it is at
    /// most 1 − p; of equally probable tokens the lower id goes first. The most probable one stays.
    TopP(f64),
    /// Removes tokens less probable than `min_p` times the most probable one, 0 ≤ `min_p` ≤ 1 (Nguyen et al. 2024).
    MinP(f64),
    /// For each token that the sequence already holds, divides a logit ≥ 0 by r > 0 and multiplies one below 0 (Keskar et
    /// al. 2019). A token counts once however often it occurs.
    RepetitionPenalty(f64),
}

impl Filter {
    /// Whether the setting is in its range.
    ///
    /// # Errors
    /// Names the setting and its value.
    pub fn check(&self) -> Result<(), SettingError> {
        let positive = |value: f64| value > 0.0 && value.is_finite();
        match *self {
            Self::Temperature(value) if !positive(value) => Err(SettingError::Temperature { value }),
            Self::TopK(value @ 0) => Err(SettingError::TopK { value }),
            Self::TopP(value) if !(value > 0.0 && value <= 1.0) => Err(SettingError::TopP { value }),
            Self::MinP(value) if !(0.0..=1.0).contains(&value) => Err(SettingError::MinP { value }),
            Self::RepetitionPenalty(value) if !positive(value) => Err(SettingError::RepetitionPenalty { value }),
            _ => Ok(()),
        }
    }

    /// Narrows logits that are neither NaN nor +∞, one of them at least finite.
    fn apply(self, logits: &mut [f64], previous: &[usize]) {
        match self {
            Self::Temperature(temperature) => logits.iter_mut().for_each(|logit| *logit /= temperature),
            Self::TopK(k) => keep_top_k(logits, k),
            Self::TopP(p) => keep_top_p(logits, p),
            Self::MinP(share) => keep_min_p(logits, share),
            Self::RepetitionPenalty(penalty) => penalize(logits, previous, penalty),
        }
    }
}

fn keep_top_k(logits: &mut [f64], k: usize) {
    let mut descending = logits.to_vec();
    descending.sort_unstable_by(|a, b| b.total_cmp(a));
    if let Some(&kth) = descending.get(k - 1) {
        remove_where(logits, |_, logit| logit < kth);
    }
}

fn keep_top_p(logits: &mut [f64], p: f64) {
    let probabilities = softmax(logits);
    let mut ascending: Vec<usize> = (0..logits.len()).collect();
    ascending.sort_by(|&a, &b| logits[a].partial_cmp(&logits[b]).unwrap_or(Ordering::Equal));
    ascending.pop(); // the most probable token stays
    let mut sum = 0.0;
    for token in ascending {
        sum += probabilities[token];
        if sum > 1.0 - p {
            break;
        }
        logits[token] = f64::NEG_INFINITY;
    }
}

fn keep_min_p(logits: &mut [f64], share: f64) {
    let probabilities = softmax(logits);
    let least = share * probabilities.iter().copied().fold(0.0, f64::max);
    remove_where(logits, |token, _| probabilities[token] < least);
}

fn penalize(logits: &mut [f64], previous: &[usize], penalty: f64) {
    let mut repeated: Vec<usize> = previous.iter().copied().filter(|&token| token < logits.len()).collect();
    repeated.sort_unstable();
    repeated.dedup();
    for token in repeated {
        let logit = &mut logits[token];
        *logit = if *logit < 0.0 { *logit * penalty } else { *logit / penalty };
    }
}

fn remove_where(logits: &mut [f64], condition: impl Fn(usize, f64) -> bool) {
    for (token, logit) in logits.iter_mut().enumerate() {
        if condition(token, *logit) {
            *logit = f64::NEG_INFINITY;
        }
    }
}

/// A chain of filters whose settings are in their ranges.
///
/// ```
/// use transformer_lab::transformer::decoding::{Filter, Filters};
///
/// let filters = Filters::new(vec![Filter::Temperature(0.5), Filter::TopK(2)])?;
/// let filtered = filters.apply(&[0.0, 1.0, 2.0], &[]).unwrap();
/// assert_eq!(filtered.logits, [f64::NEG_INFINITY, 2.0, 4.0]);
/// assert_eq!(filtered.probabilities[0], 0.0);
/// # Ok::<_, transformer_lab::transformer::decoding::SettingError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Filter>", into = "Vec<Filter>")]
pub struct Filters(Vec<Filter>);

impl Filters {
    /// A chain, applied from the first to the last.
    ///
    /// # Errors
    /// The first setting that is out of its range.
    pub fn new(filters: Vec<Filter>) -> Result<Self, SettingError> {
        filters.iter().try_for_each(Filter::check)?;
        Ok(Self(filters))
    }

    /// The filters in their order.
    pub fn as_slice(&self) -> &[Filter] {
        &self.0
    }

    /// Narrows the distribution of the token that follows `previous`.
    ///
    /// # Errors
    /// No logits, NaN, +∞, or nothing but −∞; +∞ also when a filter made it.
    pub fn apply(&self, logits: &[f64], previous: &[usize]) -> Result<Filtered, LogitsError> {
        let mut logits = logits.to_vec();
        check(&logits)?;
        let mut probabilities = softmax(&logits);
        let mut stages = Vec::with_capacity(self.0.len());
        for &filter in &self.0 {
            filter.apply(&mut logits, previous);
            check(&logits)?;
            let before = std::mem::replace(&mut probabilities, softmax(&logits));
            stages.push(Stage::new(filter, &before, &logits, probabilities.clone()));
        }
        Ok(Filtered { stages, probabilities, log_probabilities: log_softmax(&logits), logits })
    }
}

impl TryFrom<Vec<Filter>> for Filters {
    type Error = SettingError;

    fn try_from(filters: Vec<Filter>) -> Result<Self, SettingError> {
        Self::new(filters)
    }
}

impl From<Filters> for Vec<Filter> {
    fn from(filters: Filters) -> Self {
        filters.0
    }
}

/// What one filter of a chain made of the distribution.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// The filter.
    pub filter: Filter,
    /// The distribution after it, one probability for each token: 0 for a removed one.
    pub probabilities: Vec<f64>,
    /// How many tokens it left.
    pub kept: usize,
    /// The mass that it kept: Σ p over the tokens it left, p as it was before it. They are divided by it to add up to 1 again.
    pub mass: f64,
}

impl Stage {
    fn new(filter: Filter, before: &[f64], logits: &[f64], probabilities: Vec<f64>) -> Self {
        let left = || logits.iter().zip(before).filter(|(logit, _)| **logit > f64::NEG_INFINITY).map(|(_, p)| p);
        Self { filter, probabilities, kept: left().count(), mass: left().sum() }
    }
}

/// The distribution that the filters leave, one entry for each token.
#[derive(Debug, Clone, PartialEq)]
pub struct Filtered {
    /// What each filter of the chain did, in order.
    pub stages: Vec<Stage>,
    /// −∞ for a removed token.
    pub logits: Vec<f64>,
    /// Their softmax.
    pub probabilities: Vec<f64>,
    /// Its logarithm.
    pub log_probabilities: Vec<f64>,
}

fn check(logits: &[f64]) -> Result<(), LogitsError> {
    if logits.is_empty() {
        return Err(LogitsError::Empty);
    }
    if let Some(token) = logits.iter().position(|logit| logit.is_nan()) {
        return Err(LogitsError::NaN { token });
    }
    match maximum(logits) {
        f64::INFINITY => {
            let token = logits.iter().position(|&logit| logit == f64::INFINITY).unwrap_or_default();
            Err(LogitsError::Infinite { token })
        }
        f64::NEG_INFINITY => Err(LogitsError::NothingLeft),
        _ => Ok(()),
    }
}

fn maximum(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// eˣ / Σ eˣ with the maximum subtracted first.
pub(super) fn softmax(logits: &[f64]) -> Vec<f64> {
    let highest = maximum(logits);
    let exponentials: Vec<f64> = logits.iter().map(|logit| libm::exp(logit - highest)).collect();
    let sum: f64 = exponentials.iter().sum();
    exponentials.into_iter().map(|exponential| exponential / sum).collect()
}

/// x − max − log Σ e^(x − max).
fn log_softmax(logits: &[f64]) -> Vec<f64> {
    let highest = maximum(logits);
    let log_sum = libm::log(logits.iter().map(|logit| libm::exp(logit - highest)).sum());
    logits.iter().map(|logit| logit - highest - log_sum).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Sampler;
    use super::*;

    const GONE: f64 = f64::NEG_INFINITY;

    fn chain(filters: &[Filter], logits: &[f64], previous: &[usize]) -> Filtered {
        Filters::new(filters.to_vec()).unwrap().apply(logits, previous).unwrap()
    }

    /// Logits whose softmax is the given distribution.
    fn logs(probabilities: &[f64]) -> Vec<f64> {
        probabilities.iter().map(|probability| probability.ln()).collect()
    }

    fn kept(filtered: &Filtered) -> Vec<usize> {
        (0..filtered.logits.len()).filter(|&token| filtered.logits[token] > GONE).collect()
    }

    #[test]
    fn temperature_divides() {
        let halved = chain(&[Filter::Temperature(0.5)], &logs(&[0.2, 0.3, 0.5]), &[]);
        // Squares 0.04, 0.09, 0.25 over their sum 0.38.
        for (got, expected) in halved.probabilities.iter().zip([4.0 / 38.0, 9.0 / 38.0, 25.0 / 38.0]) {
            assert!((got - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn top_k_keeps_ties_of_the_last_place() {
        assert_eq!(chain(&[Filter::TopK(2)], &[1.0, 3.0, 2.0, 2.0, 0.0], &[]).logits, [GONE, 3.0, 2.0, 2.0, GONE]);
        assert_eq!(kept(&chain(&[Filter::TopK(9)], &[1.0, 3.0], &[])), [0, 1]);
    }

    #[test]
    fn top_p_removes_from_below_while_the_sum_is_at_most_the_rest() {
        let logits = logs(&[0.125, 0.5, 0.25, 0.125]);
        // From below: 0.125 (token 0), 0.25 (token 3), 0.5 (token 2).
        assert_eq!(kept(&chain(&[Filter::TopP(0.8)], &logits, &[])), [1, 2, 3]);
        assert_eq!(kept(&chain(&[Filter::TopP(0.7)], &logits, &[])), [1, 2]);
        assert_eq!(kept(&chain(&[Filter::TopP(0.4)], &logits, &[])), [1]);
        assert_eq!(kept(&chain(&[Filter::TopP(1e-9)], &logits, &[])), [1]);
        assert_eq!(kept(&chain(&[Filter::TopP(1.0)], &logits, &[])), [0, 1, 2, 3]);
    }

    #[test]
    fn min_p_compares_with_the_most_probable() {
        let logits = logs(&[0.1, 0.5, 0.3, 0.1]);
        assert_eq!(kept(&chain(&[Filter::MinP(0.5)], &logits, &[])), [1, 2]);
        assert_eq!(kept(&chain(&[Filter::MinP(0.0)], &logits, &[])), [0, 1, 2, 3]);
        assert_eq!(kept(&chain(&[Filter::MinP(1.0)], &logits, &[])), [1]);
    }

    #[test]
    fn repetition_makes_less_likely_on_both_sides_of_zero() {
        let penalized = chain(&[Filter::RepetitionPenalty(2.0)], &[4.0, -4.0, 0.0, 1.0], &[1, 0, 0, 77]);
        assert_eq!(penalized.logits, [2.0, -8.0, 0.0, 1.0]);
    }

    #[test]
    fn a_chain_goes_in_its_order() {
        let logits = logs(&[0.4, 0.3, 0.2, 0.1]);
        // Alone, top-p 0.6 keeps two; after top-k 3 the masses are 4/9, 3/9, 2/9, of which the last is within 0.4.
        assert_eq!(kept(&chain(&[Filter::TopK(3), Filter::TopP(0.6)], &logits, &[])), [0, 1]);
        // Flattened first, the same top-p keeps three.
        assert_eq!(kept(&chain(&[Filter::Temperature(100.0), Filter::TopP(0.6)], &logits, &[])), [0, 1, 2]);
    }

    #[test]
    fn removed_tokens_have_probability_zero() {
        let filtered = chain(&[Filter::TopK(1)], &[1.0, 5.0], &[]);
        assert_eq!((filtered.probabilities, filtered.log_probabilities), (vec![0.0, 1.0], vec![GONE, 0.0]));
    }

    #[test]
    fn every_filter_of_a_chain_leaves_a_record() {
        let filters = [Filter::Temperature(0.5), Filter::TopK(3), Filter::TopP(0.6)];
        let filtered = chain(&filters, &logs(&[0.4, 0.3, 0.2, 0.1]), &[]);
        let [temperature, top_k, top_p] = filtered.stages.as_slice() else { panic!("{:?}", filtered.stages) };
        // Squares 0.16, 0.09, 0.04, 0.01 over their sum 0.30.
        assert_eq!((temperature.filter, temperature.kept), (filters[0], 4));
        assert!((temperature.probabilities[0] - 16.0 / 30.0).abs() < 1e-15 && (temperature.mass - 1.0).abs() < 1e-15);
        assert_eq!(top_k.kept, 3);
        assert!((top_k.mass - 29.0 / 30.0).abs() < 1e-15);
        assert!((top_k.probabilities[1] - 9.0 / 29.0).abs() < 1e-15);
        // From below: 4/29 is within 0.4, 13/29 is not.
        assert_eq!(top_p.kept, 2);
        assert!((top_p.mass - 25.0 / 29.0).abs() < 1e-15);
        assert_eq!(top_p.probabilities, filtered.probabilities);
        assert!(chain(&[], &[1.0, 2.0], &[]).stages.is_empty());
    }

    #[test]
    fn settings_out_of_range_are_named() {
        let error = |filter| Filters::new(vec![filter]).unwrap_err().to_string();
        for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(error(Filter::Temperature(value)), format!("the temperature is {value}, but must be a positive number"));
            assert!(error(Filter::RepetitionPenalty(value)).contains(&value.to_string()));
        }
        for value in [0.0, -0.5, 1.01, f64::NAN] {
            assert_eq!(error(Filter::TopP(value)), format!("top-p is {value}, but must be above 0 and at most 1"));
        }
        assert_eq!(error(Filter::MinP(1.5)), "min-p is 1.5, but must be between 0 and 1");
        assert!(Filters::new(vec![Filter::MinP(f64::NAN)]).is_err());
        assert_eq!(error(Filter::TopK(0)), "top-k keeps 0 tokens, but must keep at least 1");
    }

    #[test]
    fn logits_that_give_no_distribution_are_refused() {
        let apply = |filters: Vec<Filter>, logits: &[f64]| Filters::new(filters).unwrap().apply(logits, &[]).unwrap_err();
        assert_eq!(apply(vec![], &[]), LogitsError::Empty);
        assert_eq!(apply(vec![], &[0.0, f64::NAN]), LogitsError::NaN { token: 1 });
        assert_eq!(apply(vec![], &[0.0, f64::INFINITY]), LogitsError::Infinite { token: 1 });
        assert_eq!(apply(vec![], &[GONE, GONE]), LogitsError::NothingLeft);
        assert_eq!(apply(vec![Filter::Temperature(1e-310)], &[0.0, 5.0]), LogitsError::Infinite { token: 1 });
        assert_eq!(apply(vec![Filter::Temperature(1e-310)], &[-1.0, -5.0]), LogitsError::NothingLeft);
    }

    fn any_filter() -> impl Strategy<Value = Filter> {
        prop_oneof![
            (0.05_f64..5.0).prop_map(Filter::Temperature),
            (1_usize..20).prop_map(Filter::TopK),
            (1e-6_f64..=1.0).prop_map(Filter::TopP),
            (0.0_f64..=1.0).prop_map(Filter::MinP),
            (0.2_f64..5.0).prop_map(Filter::RepetitionPenalty),
        ]
    }

    proptest! {
        #[test]
        fn every_chain_leaves_a_distribution(
            logits in prop::collection::vec(-30.0_f64..30.0, 1..16),
            filters in prop::collection::vec(any_filter(), 0..5),
            previous in prop::collection::vec(0_usize..20, 0..6),
            seed: u64,
        ) {
            let filtered = chain(&filters, &logits, &previous);
            prop_assert!((filtered.probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            for token in [filtered.highest().token, Sampler::new(seed).draw(&filtered).token] {
                prop_assert!(filtered.probabilities[token] > 0.0);
            }
            for (probability, log) in filtered.probabilities.iter().zip(&filtered.log_probabilities) {
                prop_assert!((probability - log.exp()).abs() < 1e-12);
            }
        }
    }
}
