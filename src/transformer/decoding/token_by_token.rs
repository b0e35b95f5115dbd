//! One sequence that grows token by token: greedy or sampled decoding.

use std::sync::Arc;

use super::filters::softmax;
use super::{Filtered, Filters, GenerationError, Limit, NextToken, Pick, Sampler, Stop};

/// What one step saw and did.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenStep {
    /// The model's answer, one logit for each token.
    pub logits: Vec<f64>,
    /// Their softmax: what the model itself thinks, before any filter.
    pub probabilities: Vec<f64>,
    /// What the filters left of it.
    pub filtered: Filtered,
    /// The token that was added, and why this one.
    pub pick: Pick,
}

/// A growing sequence with the record of its steps. A clone shares the records.
#[derive(Debug, Clone)]
pub struct TokenByToken {
    sequence: Vec<usize>,
    steps: Vec<Arc<TokenStep>>,
    stopped: Option<Stop>,
    limit: Limit,
    filters: Filters,
    /// `None`: the highest logit.
    sampler: Option<Sampler>,
}

impl TokenByToken {
    pub(super) fn greedy(prompt: Vec<usize>, limit: Limit) -> Self {
        let filters = Filters::default();
        Self { sequence: prompt, steps: Vec::new(), stopped: None, limit, filters, sampler: None }
    }

    pub(super) fn sampled(prompt: Vec<usize>, limit: Limit, filters: Filters, seed: u64) -> Self {
        let sampler = Some(Sampler::new(seed));
        Self { sequence: prompt, steps: Vec::new(), stopped: None, limit, filters, sampler }
    }

    pub(super) fn step<M: NextToken>(&mut self, model: &mut M) -> Result<Option<Stop>, GenerationError<M::Error>> {
        if self.stopped.is_some() {
            return Ok(self.stopped);
        }
        let step = self.steps.len() + 1;
        let logits = model.logits(&self.sequence).map_err(|source| GenerationError::Model { step, source })?;
        let filtered = self.filters.apply(&logits, &self.sequence).map_err(|source| GenerationError::Logits { step, source })?;
        let pick = match &mut self.sampler {
            Some(sampler) => sampler.draw(&filtered),
            None => filtered.highest(),
        };
        self.sequence.push(pick.token);
        self.stopped = self.limit.reached(self.sequence.len(), pick.token);
        self.steps.push(Arc::new(TokenStep { probabilities: softmax(&logits), logits, filtered, pick }));
        Ok(self.stopped)
    }

    /// The prompt and the tokens added to it.
    pub fn sequence(&self) -> &[usize] {
        &self.sequence
    }

    /// The added tokens.
    pub fn generated(&self) -> &[usize] {
        &self.sequence[self.limit.prompt..]
    }

    /// One record for each added token.
    pub fn steps(&self) -> &[Arc<TokenStep>] {
        &self.steps
    }

    /// Why it is over, if it is.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// The probability of the added tokens after filtering, as a logarithm: Σ log p(token | tokens before it).
    pub fn log_probability(&self) -> f64 {
        self.steps.iter().map(|step| step.filtered.log_probabilities[step.pick.token]).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::super::{DecodingConfig, Filter, Generation, LogitsError, Reason, Strategy};
    use super::*;

    /// After token t, token t + 1 of 5 has probability 1/2, the others 1/8 each.
    #[expect(clippy::unnecessary_wraps, reason = "a model answers with a Result")]
    fn counting(sequence: &[usize]) -> Result<Vec<f64>, Infallible> {
        let next = sequence.last().map_or(0, |last| (last + 1) % 5);
        Ok((0..5).map(|token| if token == next { 0.5_f64.ln() } else { 0.125_f64.ln() }).collect())
    }

    fn start(strategy: Strategy, max_new_tokens: usize, end: Option<usize>, prompt: &[usize]) -> TokenByToken {
        match Generation::new(&DecodingConfig::new(strategy, max_new_tokens), end, prompt.to_vec()).unwrap() {
            Generation::TokenByToken(generation) => generation,
            Generation::Beam(_) => panic!("one sequence was asked for"),
        }
    }

    fn sample(filters: Vec<Filter>, seed: u64) -> Strategy {
        Strategy::Sample { filters: Filters::new(filters).unwrap(), seed }
    }

    fn run(mut generation: TokenByToken) -> TokenByToken {
        while generation.step(&mut counting).unwrap().is_none() {}
        generation
    }

    #[test]
    fn greedy_follows_the_highest_logit_to_the_end_token() {
        let generation = run(start(Strategy::Greedy, 10, Some(4), &[1]));
        assert_eq!(generation.sequence(), [1, 2, 3, 4]);
        assert_eq!(generation.generated(), [2, 3, 4]);
        assert_eq!(generation.stopped(), Some(Stop::EndToken));
        assert!(generation.steps().iter().all(|step| step.pick.reason == Reason::Highest { equals: 0 }));
        assert!((generation.log_probability() - 3.0 * 0.5_f64.ln()).abs() < 1e-15);
    }

    #[test]
    fn the_length_limit_counts_new_tokens_only_and_a_stopped_generation_stays() {
        let mut generation = run(start(Strategy::Greedy, 2, Some(4), &[4, 4, 0]));
        assert_eq!(generation.sequence(), [4, 4, 0, 1, 2]);
        assert_eq!(generation.step(&mut counting).unwrap(), Some(Stop::LengthLimit));
        assert_eq!(generation.steps().len(), 2);
    }

    #[test]
    fn a_seed_draws_the_same_tokens_again_and_another_seed_others() {
        let tokens = |seed| run(start(sample(vec![], seed), 30, None, &[0])).generated().to_vec();
        assert_eq!(tokens(1), tokens(1));
        assert_ne!(tokens(1), tokens(2));
    }

    #[test]
    fn a_step_records_the_distribution_before_and_after_the_filters() {
        let generation = run(start(sample(vec![Filter::TopK(1)], 3), 1, None, &[0]));
        let step = &generation.steps()[0];
        let expected = [0.125, 0.5, 0.125, 0.125, 0.125];
        assert!(step.probabilities.iter().zip(expected).all(|(got, expected)| (got - expected).abs() < 1e-15), "{step:?}");
        assert_eq!(step.filtered.probabilities, [0.0, 1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn filters_hold_at_every_step() {
        let generation = run(start(sample(vec![Filter::TopK(1)], 3), 7, None, &[0]));
        assert_eq!(generation.generated(), [1, 2, 3, 4, 0, 1, 2]);
        let generation = run(start(sample(vec![Filter::RepetitionPenalty(1e9), Filter::TopK(1)], 3), 3, None, &[0, 1]));
        assert!(!generation.generated().contains(&0) && !generation.generated()[..1].contains(&1));
    }

    #[test]
    fn not_a_number_names_the_step_and_changes_nothing() {
        let mut calls = 0;
        let mut breaks_at_3 = |sequence: &[usize]| {
            calls += 1;
            let mut logits = counting(sequence)?;
            if calls == 3 {
                logits[2] = f64::NAN;
            }
            Ok::<_, Infallible>(logits)
        };
        let mut generation = start(Strategy::Greedy, 9, None, &[0]);
        generation.step(&mut breaks_at_3).unwrap();
        generation.step(&mut breaks_at_3).unwrap();
        let error = generation.step(&mut breaks_at_3).unwrap_err();
        assert!(matches!(error, GenerationError::Logits { step: 3, source: LogitsError::NaN { token: 2 } }));
        assert_eq!(error.to_string(), "at step 3 the logit of token 2 is NaN");
        assert_eq!(generation.sequence(), [0, 1, 2]);
        generation.step(&mut breaks_at_3).unwrap();
        assert_eq!(generation.sequence(), [0, 1, 2, 3]);
    }

    #[test]
    fn a_failing_model_is_quoted() {
        let mut failing = |_: &[usize]| Err(std::fmt::Error);
        let error = start(Strategy::Greedy, 9, None, &[0]).step(&mut failing).unwrap_err();
        assert!(error.to_string().starts_with("at step 1 the model failed: "), "{error}");
    }
}
