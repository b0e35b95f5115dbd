//! How long a model takes on this machine, length by length: beside the open experiment, never in it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::task::Report;
use crate::cost::{Counting, Growth};
use crate::experiment::{Experiment, ExperimentError, Input, LeafStore, Prepared, RunError, Sequence, Table, Weights};
use crate::graph::{Control, Element, Keep, Overrides, Part, Quantity, Run, Scope, Shape, Site, Stack};
use crate::transformer::tokenizer::{TokenizerConfig, VocabularyConfig};
use crate::transformer::{Feed, Initialiser, Mask, Masks, Precision, Subject};

/// A length that was timed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// Positions on every side.
    pub n: usize,
    /// Seconds of the fastest run: whatever else the machine does can only make a run slower.
    pub seconds: f64,
    /// How many runs were made.
    pub runs: usize,
}

/// Runs of one length are repeated so often, and no longer than so many seconds once they were three.
const RUNS: usize = 30;
const ENOUGH: f64 = 0.3;
/// A run this long is not repeated.
const LONG: f64 = 2.0;

/// Lengths offered, at most, and the operations that the longest of them may take.
const LENGTHS: usize = 6;
const LONGEST: usize = 4096;
const OPERATIONS: u64 = 60_000_000_000;

/// Lengths worth timing: each twice the one before, up to what a machine does in about a second.
pub fn sensible_lengths(growth: &Growth) -> Vec<usize> {
    let total = growth.total(Counting::Everything);
    let mut longest = LONGEST;
    while longest > 1 && total.at(longest) > OPERATIONS {
        longest /= 2;
    }
    let mut lengths: Vec<usize> = std::iter::successors(Some(longest), |n| Some(n / 2)).take_while(|n| *n >= 1).take(LENGTHS).collect();
    lengths.reverse();
    lengths
}

/// Times a model for several lengths, in rising order, and sends each as it is done; the first that cannot be ends it.
///
/// Weights and what enters are drawn from the experiment's seed. Nothing but the outputs of blocks is held on to.
pub fn measure(report: &Report<Result<Timing, ExperimentError>>, prepared: &Prepared, lengths: &[usize]) {
    match prepared.experiment.model.precision {
        Precision::F32 => measure_in::<f32>(report, prepared, lengths),
        Precision::F64 => measure_in::<f64>(report, prepared, lengths),
    }
}

fn measure_in<T: Element>(report: &Report<Result<Timing, ExperimentError>>, prepared: &Prepared, lengths: &[usize]) {
    let mut lengths = lengths.to_vec();
    lengths.sort_unstable();
    lengths.dedup();
    // Weights that have the same shape for every length are drawn once.
    let mut leaves = LeafStore::<T>::default();
    for (done, &n) in lengths.iter().enumerate() {
        report.progress(done, lengths.len());
        match time(prepared, n, &mut leaves, report.control()) {
            Ok(timing) => report.send(Ok(timing)),
            Err(RunError::Cancelled(_)) => return,
            Err(RunError::Experiment(error)) => return report.send(Err(error)),
        }
    }
}

fn time<T: Element>(prepared: &Prepared, n: usize, leaves: &mut LeafStore<T>, control: &Control) -> Result<Timing, RunError> {
    let prepared = with_length(prepared, n)?;
    let leaves = leaves.leaves(&prepared)?;
    let (mut fastest, mut total, mut runs) = (Duration::MAX, Duration::ZERO, 0);
    while runs < RUNS && (runs < 3 || total.as_secs_f64() < ENOUGH) && (runs == 0 || total.as_secs_f64() < LONG) {
        let start = Instant::now();
        Run::new(Arc::clone(&prepared.graph), leaves.clone(), Overrides::new(), Keep::Outputs, None, control)?;
        let taken = start.elapsed();
        fastest = fastest.min(taken);
        total += taken;
        runs += 1;
    }
    Ok(Timing { n, seconds: fastest.as_secs_f64(), runs })
}

/// The same model with n drawn positions on every side.
///
/// # Errors
/// A length for which the model cannot be built, or is too large for this machine.
pub fn with_length(prepared: &Prepared, n: usize) -> Result<Prepared, ExperimentError> {
    let open = &prepared.experiment;
    let mut experiment = Experiment {
        count_only: false,
        input: input(prepared, n),
        weights: Weights { seed: open.weights.seed, initialisers: open.weights.initialisers, ..Weights::default() },
        model: open.model.clone(),
        ..Experiment::default()
    };
    experiment.model.longest = experiment.model.longest.max(n);
    let Masks { encoder_self, decoder_self, cross } = &mut experiment.model.masks;
    for mask in encoder_self.iter_mut().chain(decoder_self).chain(cross) {
        // What was drawn for one length fits no other; a mask that hides nothing takes as long.
        if matches!(mask, Mask::Painted(_) | Mask::Hidden(_)) {
            *mask = Mask::Window { before: n, after: n };
        }
    }
    if prepared.feeds.vocabulary > 0 {
        experiment.tokenizer = TokenizerConfig::Words;
        experiment.vocabulary = VocabularyConfig { size: Some(prepared.feeds.vocabulary), ..VocabularyConfig::default() };
    }
    Prepared::new(Arc::new(experiment), None)
}

/// What enters: as many sides as there are, of the same kind and width, n positions each.
fn input(prepared: &Prepared, n: usize) -> Input {
    let (feeds, model) = (&prepared.feeds, &prepared.experiment.model);
    let seed = prepared.experiment.weights.seed;
    let drawn = |width: usize, site: Site| Table(Initialiser::Normal(1.0).draw(Shape::new(n, width), seed, site));
    let vectors = |width, site| Sequence::Vectors { rows: drawn(width, site), labels: Vec::new() };
    let side = |feed: &Option<Feed>, stack| {
        feed.as_ref().map(|feed| match feed {
            // With a vocabulary, a length alone would draw tokens.
            Feed::Vectors(shape) if feeds.vocabulary > 0 => vectors(shape.columns, Scope::stack(stack).at(Quantity::Embeddings)),
            Feed::Vectors(_) | Feed::Tokens(_) => Sequence::Length(n),
        })
    };
    let given = |which: usize, quantity| feeds.attention.map(|shapes| drawn(shapes[which].columns, attention(quantity)));
    Input {
        source: side(&feeds.source, Stack::Source),
        target: side(&feeds.target, Stack::Target),
        memory: feeds.memory.map(|shape| match model.subject {
            Subject::MultiHeadAttention => vectors(shape.columns, attention(Quantity::Memory)),
            _ => Sequence::Length(n),
        }),
        query: given(0, Quantity::Query),
        key: given(1, Quantity::Key),
        value: given(2, Quantity::Value),
    }
}

const fn attention(quantity: Quantity) -> Site {
    Scope::alone(Part::Attention).at(quantity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Architecture;
    use crate::experiment::{Preset, from_text, presets};
    use crate::graph::Op;
    use crate::lab::Task;
    use crate::transformer::Positions;

    fn measured(preset: &str, lengths: &'static [usize]) -> Vec<Timing> {
        let prepared = Prepared::new(Preset::find(preset).unwrap().experiment().unwrap(), None).unwrap();
        let mut task = Task::new("measure", Arc::new(|| {}));
        task.start(move |report| measure(report, &prepared, lengths)).unwrap();
        std::iter::from_fn(|| task.wait()).map(Result::unwrap).collect()
    }

    #[test]
    fn every_preset_is_built_for_other_lengths_without_another_weight() {
        for preset in presets() {
            let open = Prepared::new(preset.experiment().unwrap(), None).unwrap();
            for n in [1, 3, 7] {
                let other = with_length(&open, n).unwrap_or_else(|error| panic!("{}: {error}", preset.name));
                let model = &open.experiment.model;
                // A table of learned positions that is too short grows.
                if model.positions != Positions::Learned || n <= model.longest {
                    assert_eq!(other.graph.parameters(), open.graph.parameters(), "{} for {n} positions", preset.name);
                }
                let lengths: Vec<usize> = [&other.feeds.source, &other.feeds.target].into_iter().flatten().map(Feed::len).collect();
                assert!(lengths.iter().all(|length| *length == n), "{}: {lengths:?}", preset.name);
                let ops = |prepared: &Prepared| -> Vec<_> {
                    prepared.graph.nodes().map(|(_, node)| (node.site, std::mem::discriminant(&node.op))).collect()
                };
                assert_eq!(ops(&other), ops(&open), "{}: other operations for {n} positions", preset.name);
                assert!(other.graph.nodes().all(|(_, node)| !matches!(&node.op, Op::Leaf(_)) || node.shape.cells() > 0));
            }
        }
    }

    #[test]
    fn painted_masks_and_short_tables_of_positions_do_not_keep_it_from_other_lengths() {
        let text = r#"(
            version: 1,
            model: (subject: Encoder, d_model: 4, heads: 2, d_ff: 8, encoder_blocks: 1, positions: Learned, longest: 2,
                masks: (encoder_self: [Painted(["x.", "xx"]), Hidden([1]), Causal])),
            vocabulary: (tokens: ["a", "b", "c"]),
            input: (source: Vectors(rows: [[1, 2, 3, 4], [5, 6, 7, 8]])),
        )"#;
        let open = Prepared::new(Arc::new(from_text(text, "test").unwrap()), None).unwrap();
        let other = with_length(&open, 5).unwrap();
        assert!(matches!(other.feeds.source, Some(Feed::Vectors(shape)) if shape == Shape::new(5, 4)));
        assert_eq!(other.feeds.vocabulary, 3);
        assert_eq!(other.experiment.model.masks.encoder_self.last(), Some(&Mask::Causal));
    }

    #[test]
    fn lengths_are_timed_in_rising_order_each_once() {
        for preset in ["hello-world-hola-mundo", "self-attention", "layer-norm"] {
            let timings = measured(preset, &[8, 2, 8, 4]);
            assert_eq!(timings.iter().map(|timing| timing.n).collect::<Vec<_>>(), [2, 4, 8], "{preset}");
            assert!(timings.iter().all(|timing| timing.seconds > 0.0 && timing.runs >= 3), "{preset}: {timings:?}");
        }
    }

    #[test]
    fn a_length_that_cannot_be_is_told_and_a_stop_ends_it() {
        let prepared = Prepared::new(Preset::find("self-attention").unwrap().experiment().unwrap(), None).unwrap();
        let refused = {
            let prepared = prepared.clone();
            let mut task = Task::new("measure", Arc::new(|| {}));
            task.start(move |report| measure(report, &prepared, &[2, 0])).unwrap();
            std::iter::from_fn(|| task.wait()).collect::<Vec<_>>()
        };
        assert!(matches!(refused.as_slice(), [Err(_)]), "{refused:?}");
        let mut task = Task::new("measure", Arc::new(|| {}));
        task.start(move |report| {
            while !report.is_cancelled() {
                std::thread::yield_now();
            }
            measure(report, &prepared, &[2, 4]);
        })
        .unwrap();
        task.stop();
        assert!(task.wait().is_none());
    }

    #[test]
    fn the_lengths_offered_double_and_are_not_too_much() {
        let lengths = |preset: &str| {
            let prepared = Prepared::new(Preset::find(preset).unwrap().experiment().unwrap(), None).unwrap();
            let growth = Architecture::of(&prepared.experiment.model, &prepared.feeds).costs().unwrap().growth;
            sensible_lengths(&growth)
        };
        assert_eq!(lengths("hello-world-hola-mundo"), [128, 256, 512, 1024, 2048, 4096]);
        assert_eq!(lengths("card-architecture"), [16, 32, 64, 128, 256, 512]);
    }
}
