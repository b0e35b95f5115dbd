//! Scores of random queries and keys spread like √d_k. What is done about it decides whether softmax still shares out attention, and
//! whether anything flows back through it.

use super::{Along, Bench, ComparisonError, Curve, Finding, Lack, Measure, Quantity, Seen, Side, both};
use crate::experiment::{Input, Table};
use crate::graph::{Matrix, Part, Quantity as Value, Scope, Shape};
use crate::transformer::{Initialiser, Masks, Output, Subject};

/// The widths of keys that are tried.
const WIDTHS: [usize; 6] = [1, 4, 16, 64, 256, 1024];
/// Queries and keys.
const POSITIONS: usize = 16;

struct Sharpness {
    entropy: f64,
    largest: f64,
    slope: f64,
}

pub(super) fn measure(sides: &mut [Bench<'_>; 2]) -> Result<Finding, ComparisonError> {
    let found = both(sides, |bench| WIDTHS.into_iter().map(|d_k| at(bench, d_k)).collect::<Result<Vec<Sharpness>, _>>())?;
    let last = |of: fn(&Sharpness) -> f64| found.each_ref().map(|all| all.last().map_or(f64::NAN, of));
    let curve = |what: Quantity, of: fn(&Sharpness) -> f64| {
        [Side::A, Side::B].into_iter().zip(&found).map(move |(side, all)| Curve {
            side,
            what,
            points: WIDTHS.iter().zip(all).map(|(&d_k, sharpness)| (d_k as f64, of(sharpness))).collect(),
        })
    };
    let curves = curve(Quantity::Entropy, |s| s.entropy)
        .chain(curve(Quantity::LargestWeight, |s| s.largest))
        .chain(curve(Quantity::Slope, |s| s.slope))
        .collect();
    let seen = Seen::Divisor {
        d_k: WIDTHS[WIDTHS.len() - 1],
        entropy: last(|s| s.entropy),
        uniform: (POSITIONS as f64).log2(),
        largest: last(|s| s.largest),
        slope: last(|s| s.slope),
    };
    Ok(Finding {
        measure: Measure::Divisor,
        counts: Quantity::Entropy,
        headline: last(|s| s.entropy),
        along: Along::KeyWidth,
        curves,
        seen,
    })
}

/// Attention of normal queries to normal keys of a width, with the side's divisor and softmax.
fn at(bench: &mut Bench<'_>, d_k: usize) -> Result<Sharpness, ComparisonError> {
    let seed = bench.experiment.weights.seed;
    let site = |quantity| Scope::alone(Part::Attention).at(quantity);
    let prepared = bench.with(|experiment| {
        let drawn = |quantity| Some(Table(Initialiser::Normal(1.0).draw(Shape::new(POSITIONS, d_k), seed, site(quantity))));
        experiment.model.subject = Subject::Attention;
        experiment.model.masks = Masks { encoder_self: Vec::new(), decoder_self: Vec::new(), cross: Vec::new() };
        experiment.model.output = Output::None;
        experiment.model.d_k = None;
        experiment.input = Input { query: drawn(Value::Query), key: drawn(Value::Key), value: drawn(Value::Value), ..Input::default() };
        experiment.vocabulary = crate::transformer::tokenizer::VocabularyConfig::default();
        experiment.weights.values.clear();
        experiment.weights.edits.clear();
        experiment.overrides.clear();
    })?;
    let outcome = bench.run(&prepared)?;
    let weights = prepared.graph.find(site(Value::Weights)).map(|id| outcome.values.matrix(id));
    weights.map(|weights| sharpness(&weights)).ok_or_else(|| bench.unfit(Lack::Attention))
}

/// Means over the rows of H = −Σ p log₂ p, of max p, and of the norm of ∂p/∂s = diag(p) − p pᵀ.
fn sharpness(weights: &Matrix) -> Sharpness {
    let rows = weights.shape().rows;
    let mean = |of: &dyn Fn(&[f64]) -> f64| (0..rows).map(|row| of(&weights.row(row))).sum::<f64>() / rows as f64;
    let entropy = |p: &[f64]| p.iter().filter(|&&p| p > 0.0).map(|&p| -p * p.log2()).sum::<f64>();
    let largest = |p: &[f64]| p.iter().copied().fold(0.0, f64::max);
    let slope = |p: &[f64]| {
        let squares: f64 = p.iter().map(|p| p * p).sum();
        // Σᵢ (pᵢ(1 − pᵢ))² + Σᵢ≠ⱼ pᵢ²pⱼ², with Σᵢ≠ⱼ pᵢ²pⱼ² = (Σ p²)² − Σ p⁴.
        let own: f64 = p.iter().map(|p| (p * (1.0 - p)).powi(2)).sum();
        let fourth: f64 = p.iter().map(|p| p.powi(4)).sum();
        (own + squares * squares - fourth).max(0.0).sqrt()
    };
    Sharpness { entropy: mean(&entropy), largest: mean(&largest), slope: mean(&slope) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn two_equal_weights() {
        let found = sharpness(&Matrix::F64(Arc::new(ndarray::array![[0.5, 0.5]])));
        // diag(p) − ppᵀ = ¼ [[1, −1], [−1, 1]], of norm ½.
        assert!((found.entropy - 1.0).abs() < 1e-15 && (found.largest - 0.5).abs() < 1e-15 && (found.slope - 0.5).abs() < 1e-15);
    }
}
