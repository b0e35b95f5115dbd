//! The same scores, chosen from in different ways: which tokens come out, and how likely the model holds them as a whole.

use super::{Along, Bench, ComparisonError, Finding, Measure, Quantity, Seen, both};
use crate::experiment::{AnyLanguageModel, generate};
use crate::transformer::decoding::NextToken;

pub(super) struct Sequence {
    pub tokens: Vec<String>,
    /// ln p of each token given those before it.
    pub log_probabilities: Vec<f64>,
}

pub(super) fn measure(sides: &mut [Bench<'_>; 2]) -> Result<Finding, ComparisonError> {
    let found = both(sides, sequence)?;
    let total = |sequence: &Sequence| sequence.log_probabilities.iter().sum::<f64>();
    let headline = found.each_ref().map(total);
    let summed = |sequence: &Sequence| {
        let mut sum = 0.0;
        let sums = sequence.log_probabilities.iter().map(|log| {
            sum += log;
            sum
        });
        super::numbered(sums.collect(), 1)
    };
    let curves = super::curves(Quantity::LogProbability, &found.each_ref().map(summed));
    let seen = Seen::Decoding { tokens: found.map(|sequence| sequence.tokens), probability: headline.map(f64::exp) };
    Ok(Finding { measure: Measure::Decoding, counts: Quantity::LogProbability, headline, along: Along::Token, curves, seen })
}

fn sequence(bench: &mut Bench<'_>) -> Result<Sequence, ComparisonError> {
    let outcome = bench.outcome()?;
    let generated = generate(&outcome).map_err(|error| bench.failed(error))?;
    let mut model = AnyLanguageModel::new(&outcome);
    let all = generated.generation.sequence();
    let log_probabilities = (generated.prompt..all.len())
        .map(|end| {
            let logits = model.logits(&all[..end])?;
            Ok(log_softmax(&logits, all[end]))
        })
        .collect::<Result<Vec<f64>, crate::experiment::ExperimentError>>()
        .map_err(|error| bench.failed(error))?;
    Ok(Sequence { tokens: generated.tokens(), log_probabilities })
}

/// ln softmax(z)ᵢ = zᵢ − max − ln Σ exp(z − max).
fn log_softmax(logits: &[f64], token: usize) -> f64 {
    let maximum = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logits.iter().map(|z| (z - maximum).exp()).sum();
    logits.get(token).map_or(f64::NAN, |z| z - maximum - sum.ln())
}
