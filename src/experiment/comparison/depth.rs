//! Norms and residual connections decide what is left of a gradient at the bottom of a deep stack, and how large its activations
//! become at the top.
//!
//! L = Σ y ⊙ R with a fixed random R: what would be learned from an output whose every number pulls its own way. (The sum of the
//! output's numbers, or of their squares, does not change behind a norm, and would have no gradient at all.)

use super::{Along, Bench, ComparisonError, Curve, Finding, Lack, Measure, Quantity, Seen, Side, both};
use crate::experiment::{Outcome, RunError, Values};
use crate::graph::{Cancelled, Control, Element, GradientError, Gradients, Keep, Quantity as Value, Run, Scope, Site, Stack};
use crate::transformer::{BlockNorms, Initialiser, block_norms};

/// Blocks of the deepest stack, and of the others on the way.
const DEPTHS: [usize; 5] = [1, 4, 16, 32, 64];
/// The seed of R.
const PROBE: u64 = 1;

struct Depth {
    blocks: usize,
    norms: Vec<BlockNorms>,
    cells: usize,
}

impl Depth {
    /// ‖∂L/∂y‖ at the first block's output, in multiples of that at the last.
    fn ratio(&self) -> f64 {
        match (self.norms.first(), self.norms.last()) {
            (Some(first), Some(last)) => first.gradient / last.gradient,
            _ => f64::NAN,
        }
    }

    /// Root mean square of what leaves a block.
    fn activation(&self, norms: &BlockNorms) -> f64 {
        norms.activation / (self.cells as f64).sqrt()
    }
}

pub(super) fn measure(sides: &mut [Bench<'_>; 2]) -> Result<Finding, ComparisonError> {
    let depths = both(sides, |bench| DEPTHS.into_iter().map(|blocks| at(bench, blocks)).collect::<Result<Vec<Depth>, _>>())?;
    let deepest = depths.each_ref().map(|depths| &depths[depths.len() - 1]);
    let ratio = deepest.map(Depth::ratio);
    let activation = deepest.map(|depth| depth.norms.last().map_or(f64::NAN, |norms| depth.activation(norms)));
    let by_block = |what: Quantity, of: &dyn Fn(&Depth, &BlockNorms) -> f64| {
        [Side::A, Side::B]
            .into_iter()
            .zip(deepest)
            .map(|(side, depth)| Curve {
                side,
                what,
                points: super::numbered(depth.norms.iter().map(|norms| of(depth, norms)).collect(), 1),
            })
            .collect::<Vec<Curve>>()
    };
    let mut curves = by_block(Quantity::GradientNorm, &|_, norms| norms.gradient);
    curves.extend(by_block(Quantity::ActivationNorm, &Depth::activation));
    curves.extend([Side::A, Side::B].into_iter().zip(&depths).map(|(side, depths)| Curve {
        side,
        what: Quantity::GradientRatio,
        points: depths.iter().map(|depth| (depth.blocks as f64, depth.ratio())).collect(),
    }));
    let seen = Seen::Depth { blocks: DEPTHS[DEPTHS.len() - 1], ratio, activation };
    Ok(Finding { measure: Measure::Depth, counts: Quantity::GradientRatio, headline: ratio, along: Along::Block, curves, seen })
}

/// A stack of so many blocks, at its initialisation.
fn at(bench: &mut Bench<'_>, blocks: usize) -> Result<Depth, ComparisonError> {
    let subject = bench.experiment.model.subject;
    let stack = match (subject.has_encoder(), subject.has_decoder()) {
        (true, _) => Stack::Encoder,
        (false, true) => Stack::Decoder,
        (false, false) => return Err(bench.unfit(Lack::Stack)),
    };
    let prepared = bench.with(|experiment| {
        experiment.model.encoder_blocks = blocks;
        experiment.model.decoder_blocks = blocks;
        experiment.weights.values.clear();
        experiment.weights.edits.clear();
        experiment.overrides.clear();
    })?;
    let outcome = bench.run(&prepared)?;
    let site = Scope::stack(stack).at(Value::Output);
    let norms = norms(&outcome, site, bench.control).map_err(|error| match error {
        GradientError::Cancelled(cancelled) => bench.failed(RunError::Cancelled(cancelled)),
        // R has the shape of the value that it is laid on.
        GradientError::Seed { .. } => bench.failed(RunError::Cancelled(Cancelled)),
    })?;
    let cells = prepared.graph.find(site).map_or(1, |id| prepared.graph.node(id).shape.cells());
    let of_stack = norms.into_iter().filter(|norms| norms.block.stack == Some(stack)).collect();
    Ok(Depth { blocks, norms: of_stack, cells })
}

fn norms(outcome: &Outcome, site: Site, control: &Control) -> Result<Vec<BlockNorms>, GradientError> {
    match &outcome.values {
        Values::F32(run) => walk(run, site, control),
        Values::F64(run) => walk(run, site, control),
    }
}

fn walk<T: Element>(run: &Run<T>, site: Site, control: &Control) -> Result<Vec<BlockNorms>, GradientError> {
    let graph = run.graph();
    let seed = graph.find(site).map(|id| (id, Initialiser::Normal(1.0).draw(graph.node(id).shape, PROBE, site)));
    let gradients = Gradients::new(run, seed, Keep::Outputs, control)?;
    Ok(block_norms(run, &gradients))
}
