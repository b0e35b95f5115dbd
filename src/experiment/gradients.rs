//! How an outcome would change with every number that it was made from.

use std::sync::Arc;

use super::objective::{self, Objective};
use super::outcome::{Outcome, Values};
use crate::graph::{self, Cell, Control, Element, Explanation, Keep, Matrix, NodeId, Run, SentBack};
use crate::transformer::{BlockNorms, LossError, block_norms};

/// Why there are no gradients of an experiment.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GradientsError {
    /// Cross-entropy where nothing is to be predicted.
    #[error("cross-entropy needs a decoder with a vocabulary on top, and a target in which one token follows another")]
    NothingToPredict,
    /// A loss that cannot be.
    #[error(transparent)]
    Loss(#[from] LossError),
    /// The walk back failed, or was stopped.
    #[error(transparent)]
    Walk(#[from] graph::GradientError),
}

/// The derivatives of a number L with respect to the values of an outcome.
#[derive(Debug)]
pub struct Gradients {
    /// What L is.
    pub objective: Objective,
    /// The value that L is made from.
    pub output: NodeId,
    /// L.
    pub loss: f64,
    /// What each row of the output adds to L, before any mean is taken; nothing where a row does not count.
    pub rows: Vec<Option<f64>>,
    /// How L came from the rows.
    pub explanation: Explanation,
    /// How large activations and gradients are, block by block.
    pub blocks: Vec<BlockNorms>,
    walked: Walked,
}

/// Where a gradient came from; the parts add up to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// From L directly, at the value that L is made from; that value is input 0.
    pub own: Option<Explanation>,
    /// From the values that are made from this one.
    pub readers: Vec<SentBack>,
}

impl Origin {
    /// What the parts add up to.
    pub fn value(&self) -> f64 {
        let own = self.own.as_ref().map_or(0.0, |own| own.result.value());
        own + self.readers.iter().map(|sent| sent.explanation.result.value()).sum::<f64>()
    }
}

/// The gradients in the precision of the run that they are of.
#[derive(Debug)]
enum Walked {
    F32(Arc<Run<f32>>, graph::Gradients<f32>),
    F64(Arc<Run<f64>>, graph::Gradients<f64>),
}

impl Gradients {
    /// ∂L/∂v for the value v of a node, of the same shape; nothing where L does not depend on it: then it is zero. What was not held on
    /// to is found again from what was.
    pub fn matrix(&self, id: NodeId) -> Option<Matrix> {
        match &self.walked {
            Walked::F32(run, gradients) => gradients.find(run, id).map(Matrix::from),
            Walked::F64(run, gradients) => gradients.find(run, id).map(Matrix::from),
        }
    }

    /// Whether ∂L/∂v of a node is at hand without calculating.
    pub fn holds(&self, id: NodeId) -> bool {
        match &self.walked {
            Walked::F32(_, gradients) => gradients.holds(id),
            Walked::F64(_, gradients) => gradients.holds(id),
        }
    }

    /// Where ∂L/∂v at a cell of a node came from: from L itself, and from each value that is made from this one. `outcome` is the one
    /// that was differentiated.
    pub fn explain(&self, outcome: &Outcome, id: NodeId, cell: Cell) -> Origin {
        let own = if id == self.output { self.objective.explain_slope(outcome, id, cell) } else { None };
        let readers = match &self.walked {
            Walked::F32(run, gradients) => run.explain_gradient(gradients, id, cell),
            Walked::F64(run, gradients) => run.explain_gradient(gradients, id, cell),
        };
        Origin { own, readers }
    }

    /// What one reader sends back to the gradient of its input `input`, all of it; nothing where L does not depend on the reader.
    pub fn sent_back(&self, reader: NodeId, input: usize) -> Option<Matrix> {
        match &self.walked {
            Walked::F32(run, gradients) => run.sent_back(gradients, reader, input).map(Matrix::from),
            Walked::F64(run, gradients) => run.sent_back(gradients, reader, input).map(Matrix::from),
        }
    }

    /// Whether L depends on the value of a node.
    pub fn reaches(&self, id: NodeId) -> bool {
        match &self.walked {
            Walked::F32(_, gradients) => gradients.reaches(id),
            Walked::F64(_, gradients) => gradients.reaches(id),
        }
    }
}

/// The derivatives of an objective with respect to everything that an outcome was made from: weights, inputs and all values between,
/// in the precision of the run.
///
/// Where the run held on to all its values, all gradients are held on to; else those of the leaves and of the blocks' outputs, from
/// which the others are found when somebody asks, and what the run did not keep is calculated again block by block. `control` counts
/// the nodes that are done, and stops the walk.
///
/// # Errors
/// An objective that the experiment has not what it takes for; or a stop.
pub fn gradients(outcome: &Outcome, objective: Objective, control: &Control) -> Result<Gradients, GradientsError> {
    match &outcome.values {
        Values::F32(run) => walk(outcome, run, objective, control, Walked::F32),
        Values::F64(run) => walk(outcome, run, objective, control, Walked::F64),
    }
}

fn walk<T: Element>(
    outcome: &Outcome,
    run: &Arc<Run<T>>,
    objective: Objective,
    control: &Control,
    walked: fn(Arc<Run<T>>, graph::Gradients<T>) -> Walked,
) -> Result<Gradients, GradientsError> {
    let output = objective::output(run.graph()).ok_or(GradientsError::NothingToPredict)?;
    let loss = objective.of(&run.value(output), &outcome.prepared)?;
    let explanation = loss.explain();
    let keep = if outcome.keep == Keep::Everything { Keep::Everything } else { Keep::Outputs };
    let gradients = graph::Gradients::new(run, [(output, loss.gradient)], keep, control)?;
    Ok(Gradients {
        objective,
        output,
        loss: loss.value,
        rows: loss.rows,
        explanation,
        blocks: block_norms(run, &gradients),
        walked: walked(Arc::clone(run), gradients),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Experiment, Prepared, Preset, Runner, from_text, presets};
    use crate::graph::{Cancelled, GradientError, Part, Quantity, Scope, Stack};
    use crate::transformer::Precision;

    fn outcome(experiment: Experiment) -> Outcome {
        let prepared = Arc::new(Prepared::new(Arc::new(experiment), None).unwrap());
        Runner::default().run(&prepared, &Control::default()).unwrap()
    }

    /// A decoder of two blocks that is fed a text of four words and one of padding.
    fn decoder(text: &str) -> Experiment {
        let text = format!(
            r#"(version: 1,
                model: (subject: Decoder, d_model: 6, heads: 2, d_ff: 8, decoder_blocks: 2, precision: F64),
                vocabulary: (tokens: ["PAD", "one", "two", "three"], special: (padding: "PAD")),
                input: (target: Text("{text}")),
                weights: (seed: 3, initialisers: (embeddings: Normal(1))))"#
        );
        from_text(&text, "decoder.ron").unwrap()
    }

    fn of(outcome: &Outcome, objective: Objective) -> Gradients {
        gradients(outcome, objective, &Control::default()).unwrap()
    }

    #[test]
    fn cross_entropy_is_the_mean_surprise_at_the_next_token() {
        let outcome = outcome(decoder("one two three one PAD"));
        let found = of(&outcome, Objective::usual(&outcome.prepared));
        assert_eq!(found.objective, Objective::CrossEntropy);
        let probabilities = outcome.prepared.graph.find(Scope::stack(Stack::Head).at(Quantity::Probabilities)).unwrap();
        let p = outcome.values.matrix(probabilities);
        // Row 0 predicts "two", row 1 "three", row 2 "one"; padding and nothing follow.
        let surprise = [(0, 2), (1, 3), (2, 1)].map(|(row, token)| -p.at(Cell::new(row, token)).ln());
        assert!((found.loss - surprise.iter().sum::<f64>() / 3.0).abs() < 1e-14);
        assert_eq!(found.rows.iter().map(Option::is_some).collect::<Vec<_>>(), [true, true, true, false, false]);
        assert!((found.explanation.result.value() - found.loss).abs() < 1e-14);
        for (row, loss) in surprise.iter().enumerate() {
            let explained = Objective::CrossEntropy.explain_row(&outcome, row).unwrap();
            assert!((explained.result.value() - loss).abs() < 1e-14);
        }
        assert_eq!(Objective::CrossEntropy.explain_row(&outcome, 3), None);
        // A row of the gradient of the logits sums to 0, and where nothing is predicted it is 0.
        let logits = found.matrix(found.output).unwrap().to_f64();
        assert!(logits.rows().into_iter().all(|row| row.sum().abs() < 1e-15));
        assert!(logits.rows().into_iter().skip(3).all(|row| row.iter().all(|slope| *slope == 0.0)));
    }

    #[test]
    fn a_weight_that_is_edited_moves_the_loss_as_its_gradient_says() {
        let site = Scope::stack(Stack::Decoder).block(0).part(Part::FeedForward).at(Quantity::FirstWeight);
        let whole = outcome(decoder("one two three one PAD"));
        let (id, cell) = (whole.prepared.graph.find(site).unwrap(), Cell::new(1, 2));
        let weight = whole.values.matrix(id).at(cell);
        for objective in Objective::ALL {
            let edited = |step: f64| {
                let mut experiment = decoder("one two three one PAD");
                experiment.weights.edits.entry(site).or_default().put(cell, weight + step);
                of(&outcome(experiment), objective).loss
            };
            // The error of a central difference: its step squared, and the rounding of L over the step.
            let step = 1e-5;
            let (got, slope) = (of(&whole, objective).matrix(id).unwrap().at(cell), (edited(step) - edited(-step)) / (2.0 * step));
            assert!((got - slope).abs() < 1e-8, "{objective:?}: {got} and {slope}");
        }
    }

    #[test]
    fn what_a_row_adds_is_explained() {
        let outcome = outcome(decoder("one two"));
        for objective in [Objective::Sum, Objective::HalfSquares] {
            let found = of(&outcome, objective);
            for (row, loss) in found.rows.iter().flatten().enumerate() {
                assert!((objective.explain_row(&outcome, row).unwrap().result.value() - loss).abs() < 1e-14);
            }
            assert_eq!(objective.explain_row(&outcome, 2), None);
        }
    }

    #[test]
    fn every_block_has_its_norms() {
        let outcome = outcome(decoder("one two three"));
        let found = of(&outcome, Objective::CrossEntropy);
        let decoder = Scope::stack(Stack::Decoder);
        assert_eq!(found.blocks.iter().map(|norms| norms.block).collect::<Vec<_>>(), [decoder.block(0), decoder.block(1)]);
        for norms in &found.blocks {
            let norm = |matrix: Matrix| matrix.to_f64().iter().map(|x| x * x).sum::<f64>().sqrt();
            let output = outcome.prepared.graph.find(norms.block.at(Quantity::Output)).unwrap();
            assert!((norms.activation - norm(outcome.values.matrix(output))).abs() < 1e-12);
            assert!((norms.gradient - norm(found.matrix(output).unwrap())).abs() < 1e-12 && norms.gradient > 0.0);
            // W_Q, W_K, W_V, W_O; W_1, b_1, W_2, b_2; γ and β twice.
            assert_eq!(norms.weights.len(), 12);
            let together = norms.weights.iter().map(|(_, norm)| norm * norm).sum::<f64>().sqrt();
            assert!((norms.of_weights(|_| true) - together).abs() < 1e-14);
        }
    }

    #[test]
    fn without_a_next_token_there_is_no_cross_entropy() {
        let outcome = outcome(decoder("one PAD"));
        assert_eq!(Objective::usual(&outcome.prepared), Objective::HalfSquares);
        let refused = gradients(&outcome, Objective::CrossEntropy, &Control::default()).unwrap_err();
        assert_eq!(refused, GradientsError::NothingToPredict);
    }

    #[test]
    fn a_walk_can_be_stopped() {
        let outcome = outcome(decoder("one two"));
        let control = Control::default();
        control.cancel();
        let stopped = gradients(&outcome, Objective::Sum, &control).unwrap_err();
        assert_eq!(stopped, GradientsError::Walk(GradientError::Cancelled(Cancelled)));
    }

    #[test]
    fn where_a_gradient_came_from_adds_up_to_it() {
        let mut kinds = std::collections::BTreeSet::new();
        let presets = ["causal-mask", "byte-pair", "encoder-only-classifier", "swiglu-rms", "decoding-step", "hello-world-hola-mundo"];
        for preset in presets.map(|name| Preset::find(name).unwrap()) {
            let mut experiment = Experiment::clone(&preset.experiment().unwrap());
            experiment.model.precision = Precision::F64;
            let outcome = outcome(experiment);
            let graph = &outcome.prepared.graph;
            for objective in Objective::ALL.into_iter().filter(|objective| objective.applies(&outcome.prepared)) {
                let found = of(&outcome, objective);
                let largest = |matrix: &Matrix| matrix.to_f64().iter().fold(0.0, |most: f64, slope| most.max(slope.abs()));
                for (id, node) in graph.nodes() {
                    let Some(matrix) = found.matrix(id) else { continue };
                    let ends = |count: usize| std::collections::BTreeSet::from([0, count / 2, count - 1]);
                    let columns = || ends(node.shape.columns);
                    for cell in
                        ends(node.shape.rows).into_iter().flat_map(|row| columns().into_iter().map(move |column| Cell::new(row, column)))
                    {
                        let origin = found.explain(&outcome, id, cell);
                        kinds.extend(origin.readers.iter().map(|sent| crate::graph::Operation::name(&graph.node(sent.reader).op)));
                        let (told, slope) = (origin.value(), matrix.at(cell));
                        assert!((told - slope).abs() <= 1e-11 * (1.0 + largest(&matrix)), "{} {cell}: {told}, not {slope}", node.site);
                    }
                }
            }
        }
        assert!(kinds.len() >= 15, "{kinds:?}");
    }

    #[test]
    fn a_large_run_has_every_gradient_too() {
        let mut outcome = outcome(decoder("one two three one"));
        let whole = of(&outcome, Objective::CrossEntropy);
        outcome.keep = Keep::Outputs;
        let part = of(&outcome, Objective::CrossEntropy);
        let graph = Arc::clone(&outcome.prepared.graph);
        let missing = graph.nodes().filter(|(id, _)| !part.holds(*id)).count();
        assert!(missing > graph.len() / 2, "{missing} of {}", graph.len());
        assert!(graph.nodes().all(|(id, _)| whole.holds(id)));
        for (id, node) in graph.nodes() {
            let (expected, got) = (whole.matrix(id), part.matrix(id));
            assert_eq!(got.map(|slopes| slopes.to_f64()), expected.map(|slopes| slopes.to_f64()), "{}", node.site);
            if whole.reaches(id) {
                let told = part.explain(&outcome, id, Cell::new(0, 0));
                assert_eq!(told, whole.explain(&outcome, id, Cell::new(0, 0)), "{}", node.site);
            }
        }
    }

    #[test]
    fn two_threads_that_look_at_different_blocks_both_find_their_gradient() {
        let mut outcome = outcome(decoder("one two three one"));
        outcome.keep = Keep::Outputs;
        let part = of(&outcome, Objective::CrossEntropy);
        let scores = [0, 1].map(|block| {
            let site = Scope::stack(Stack::Decoder).block(block).part(Part::SelfAttention).head(0).at(Quantity::Scores);
            outcome.prepared.graph.find(site).unwrap()
        });
        // Each asks for the two in turn, so that every answer is a walk of its own.
        let missed = |first: usize| (first..first + 4000).filter(|turn| part.matrix(scores[turn % 2]).is_none()).count();
        let (a, b) = std::thread::scope(|threads| {
            let other = threads.spawn(|| missed(1));
            (missed(0), other.join().unwrap())
        });
        assert_eq!((a, b), (0, 0));
    }

    #[test]
    fn what_the_readers_send_back_is_the_gradient() {
        let mut several = 0;
        for preset in ["causal-mask", "encoder-only-classifier", "swiglu-rms", "hello-world-hola-mundo"] {
            let mut experiment = Experiment::clone(&Preset::find(preset).unwrap().experiment().unwrap());
            experiment.model.precision = Precision::F64;
            let outcome = outcome(experiment);
            let graph = &outcome.prepared.graph;
            let found = of(&outcome, Objective::usual(&outcome.prepared));
            for (id, node) in graph.nodes().filter(|(id, _)| *id != found.output) {
                let Some(total) = found.matrix(id) else { continue };
                let mut readers = graph.consumers(id).to_vec();
                readers.sort_unstable();
                readers.dedup();
                let places = readers.iter().flat_map(|&reader| {
                    let inputs = graph.node(reader).inputs.iter().enumerate();
                    inputs.filter(|(_, input)| **input == id).map(move |(input, _)| (reader, input))
                });
                let parts: Vec<Matrix> = places.filter_map(|(reader, input)| found.sent_back(reader, input)).collect();
                several += usize::from(parts.len() > 1);
                let sum = parts.iter().fold(ndarray::Array2::zeros((node.shape.rows, node.shape.columns)), |sum, part| sum + part.to_f64());
                let (sum, total) = (sum, total.to_f64());
                let largest = total.iter().fold(1.0, |most: f64, slope| most.max(slope.abs()));
                let worst = sum.iter().zip(&total).map(|(got, slope): (&f64, &f64)| (got - slope).abs()).fold(0.0, f64::max);
                assert!(worst <= 1e-11 * largest, "{preset}, {}: {worst}", node.site);
            }
        }
        assert!(several > 10, "{several}");
    }

    #[test]
    fn every_small_preset_has_gradients() {
        for preset in presets() {
            let experiment = preset.experiment().unwrap();
            if experiment.count_only || experiment.model.d_model > 64 {
                continue;
            }
            let outcome = outcome(Experiment::clone(&experiment));
            for objective in Objective::ALL.into_iter().filter(|objective| objective.applies(&outcome.prepared)) {
                let found = of(&outcome, objective);
                let healthy = outcome.values.warnings().is_empty();
                for (id, node) in outcome.prepared.graph.nodes() {
                    let Some(gradient) = found.matrix(id) else { continue };
                    assert_eq!(gradient.shape(), node.shape);
                    let finite = gradient.to_f64().iter().all(|slope| slope.is_finite());
                    assert!(finite || !healthy, "{}, {objective:?}: {} is not finite", preset.name, node.site);
                }
            }
        }
    }
}
