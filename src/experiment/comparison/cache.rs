//! Keys and values of earlier positions that are kept make each new token cost one row; without them all rows are calculated again.

use std::time::Instant;

use super::{Along, Bench, ComparisonError, Curve, Finding, Measure, Quantity, Seen, Side, both};
use crate::experiment::{AnyLanguageModel, ExperimentError, begin};

struct Token {
    /// Tokens before it.
    after: usize,
    flops: u64,
    milliseconds: f64,
}

pub(super) fn measure(sides: &mut [Bench<'_>; 2]) -> Result<Finding, ComparisonError> {
    let found = both(sides, tokens)?;
    let last = found.each_ref().map(|tokens| tokens.last().map_or((0, 0), |token| (token.after, token.flops)));
    let curve = |what: Quantity, of: fn(&Token) -> f64| {
        [Side::A, Side::B].into_iter().zip(&found).map(move |(side, tokens)| Curve {
            side,
            what,
            points: tokens.iter().map(|token| (token.after as f64 + 1.0, of(token))).collect(),
        })
    };
    let curves =
        curve(Quantity::Flops, |token| token.flops as f64).chain(curve(Quantity::Milliseconds, |token| token.milliseconds)).collect();
    let seen = Seen::Cache { tokens: last.map(|(tokens, _)| tokens), flops: last.map(|(_, flops)| flops) };
    let headline = last.map(|(_, flops)| flops as f64);
    Ok(Finding { measure: Measure::Cache, counts: Quantity::Flops, headline, along: Along::Token, curves, seen })
}

/// What each generated token takes.
fn tokens(bench: &mut Bench<'_>) -> Result<Vec<Token>, ComparisonError> {
    let outcome = bench.outcome()?;
    let mut generated = begin(&outcome.prepared).map_err(|error| bench.failed(ExperimentError::from(error)))?;
    let cached = outcome.prepared.experiment.decoding.as_ref().is_some_and(|decoding| decoding.cache);
    let model = AnyLanguageModel::new(&outcome);
    let mut model = if cached { model } else { model.without_cache() };
    let mut tokens = Vec::new();
    while generated.stop.is_none() && !bench.control.is_cancelled() {
        let (after, before, start) = (generated.generation.sequence().len(), model.flops(), Instant::now());
        generated.step(&mut model).map_err(|error| bench.failed(ExperimentError::from(error)))?;
        tokens.push(Token { after, flops: model.flops() - before, milliseconds: start.elapsed().as_secs_f64() * 1e3 });
    }
    Ok(tokens)
}
