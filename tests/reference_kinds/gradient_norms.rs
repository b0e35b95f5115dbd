//! Norms of the gradients of deep stacks at the start of training, with the norms before or after the sublayers.

use std::collections::HashMap;
use std::sync::Arc;

use ndarray::Array2;
use transformer_lab::graph::{Control, Element, Gradients, Keep, Leaf, Leaves, Overrides, Part, Quantity, Run, Scope, Shape, Site, Stack};
use transformer_lab::transformer::{
    BlockNorms, CrossEntropy, Feed, Feeds, Mask, Masks, Model, Norm, Output, Positions, Subject, block_norms, build, visibility,
};

use super::answers::Answers;
use super::bench::value_at;
use super::layers::{self, ENCODER, SOURCE};
use super::manifest::{Case, Result};

const LOGITS: Site = Scope::stack(Stack::Head).at(Quantity::Logits);
const LOGITS_WEIGHT: Site = Scope::stack(Stack::Head).at(Quantity::LogitsWeight);

/// The mean cross-entropy of stacks of several depths, and the norms of its gradients with respect to the weights of each block.
///
/// A batch is one text in which nobody sees another sequence, so that one walk gives the gradients of all.
pub fn gradnorm<T: Element>(case: &Case) -> Result<Answers> {
    let mut answers = Answers::default();
    for depth in case.sizes("depths")? {
        let run = Drawn::new(case, depth)?;
        let (loss, norms) = run.differentiate::<T>(case)?;
        answers.add_number(&format!("out.L{depth}.loss"), loss);
        let rows: Vec<f64> = norms.iter().flat_map(of_weights).collect();
        answers.add_tensor(&format!("out.L{depth}.grad_norms"), &[depth, 4], rows);
    }
    Ok(answers)
}

/// Of the three projections together, of the fourth, and of the two products of the feed-forward network.
fn of_weights(block: &BlockNorms) -> [f64; 4] {
    let projections = [Quantity::QueryWeight, Quantity::KeyWeight, Quantity::ValueWeight];
    let of = |quantities: &[Quantity]| block.of_weights(|site| quantities.contains(&site.quantity));
    [of(&projections), of(&[Quantity::OutputWeight]), of(&[Quantity::FirstWeight]), of(&[Quantity::SecondWeight])]
}

/// A stack with its numbers, drawn in the order that the configuration describes.
struct Drawn {
    model: Model,
    numbers: HashMap<Site, Array2<f64>>,
    targets: Vec<Option<usize>>,
}

impl Drawn {
    fn new(case: &Case, depth: usize) -> Result<Self> {
        let (batch, n, vocabulary) = (case.size("batch")?, case.size("n")?, case.size("vocab")?);
        let (d, d_ff) = (case.size("d_model")?, case.size("d_ff")?);
        let mut draw = SplitMix(case.whole("splitmix_seed")?);
        let rows = batch * n;
        let mut numbers = HashMap::new();
        numbers.insert(SOURCE, draw.matrix(rows, d, 3.0_f64.sqrt()));
        let targets = (0..rows).map(|_| Some(draw.below(vocabulary))).collect();
        for block in 0..depth {
            let attention = ENCODER.block(block).part(Part::SelfAttention);
            let feed_forward = ENCODER.block(block).part(Part::FeedForward);
            // The library keeps each as [out, in].
            let places = [Quantity::QueryWeight, Quantity::KeyWeight, Quantity::ValueWeight, Quantity::OutputWeight];
            for place in places {
                numbers.insert(attention.at(place), draw.matrix(d, d, xavier(d, d)).reversed_axes());
            }
            numbers.insert(feed_forward.at(Quantity::FirstWeight), draw.matrix(d_ff, d, xavier(d, d_ff)).reversed_axes());
            numbers.insert(feed_forward.at(Quantity::SecondWeight), draw.matrix(d, d_ff, xavier(d, d_ff)).reversed_axes());
        }
        numbers.insert(LOGITS_WEIGHT, draw.matrix(vocabulary, d, xavier(d, vocabulary)).reversed_axes());
        let sequence_of = |row: usize| row / n;
        let causal = if case.flag("causal")? { visibility(&[Mask::Causal], rows, rows, &[]) } else { Ok(None) };
        let causal = causal.map_err(|error| error.to_string())?;
        let visible = Array2::from_shape_fn((rows, rows), |(query, key)| {
            sequence_of(query) == sequence_of(key) && causal.as_ref().is_none_or(|visible| visible[(query, key)])
        });
        let model = Model {
            subject: Subject::Encoder,
            d_model: d,
            heads: case.size("heads")?,
            d_ff,
            encoder_blocks: depth,
            attention_bias: true,
            feed_forward: layers::feed_forward(case)?,
            norm: Norm { place: layers::norm_place(case)?, ..Norm::default() },
            final_norm: case.flag("final_norm")?,
            positions: Positions::None,
            masks: Masks { encoder_self: vec![Mask::paint(&visible)], ..Masks::default() },
            output: Output::Vocabulary,
            tied_output: false,
            ..Model::default()
        };
        Ok(Self { model, numbers, targets })
    }

    /// The loss and the norms of each block.
    fn differentiate<T: Element>(&self, case: &Case) -> Result<(f64, Vec<BlockNorms>)> {
        let told = |error: &dyn std::error::Error| error.to_string();
        let rows = self.targets.len();
        let source = Some(Feed::Vectors(Shape::new(rows, self.model.d_model)));
        let feeds = Feeds { source, vocabulary: case.size("vocab")?, ..Feeds::default() };
        let graph = Arc::new(build(&self.model, &feeds).map_err(|error| told(&error))?);
        let mut leaves = Leaves::new();
        for (id, node, leaf) in graph.leaves() {
            let fixed = match (leaf, node.site.quantity) {
                (_, Quantity::Gamma) => Some(case.number("gains")?),
                (Leaf::Weight(_), _) if node.shape.rows == 1 => Some(case.number("biases")?),
                _ => None,
            };
            let shape = (node.shape.rows, node.shape.columns);
            let drawn = || self.numbers.get(&node.site).cloned().ok_or_else(|| format!("{} was not drawn", node.site));
            leaves.insert(id, Arc::new(fixed.map_or_else(drawn, |number| Ok(Array2::from_elem(shape, number)))?.mapv(T::of)));
        }
        let run = Run::new(graph, leaves, Overrides::new(), Keep::Everything, None, &Control::default()).map_err(|error| told(&error))?;
        let loss = CrossEntropy::default().of(&*value_at(&run, LOGITS)?, &self.targets).map_err(|error| told(&error))?;
        let id = run.graph().find(LOGITS).ok_or("there are no logits")?;
        let gradients = Gradients::new(&run, [(id, loss.gradient)], Keep::Outputs, &Control::default()).map_err(|error| told(&error))?;
        Ok((loss.value, block_norms(&run, &gradients)))
    }
}

/// The bound of Glorot and Bengio's uniform numbers.
fn xavier(fan_in: usize, fan_out: usize) -> f64 {
    (6.0 / (fan_in + fan_out) as f64).sqrt()
}

/// The generator of Steele, Lea and Flood, 2014.
struct SplitMix(u64);

impl SplitMix {
    /// Uniform in [0, 1).
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn matrix(&mut self, rows: usize, columns: usize, bound: f64) -> Array2<f64> {
        Array2::from_shape_simple_fn((rows, columns), || (2.0 * self.unit() - 1.0) * bound)
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number below the count")]
    fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }
}
