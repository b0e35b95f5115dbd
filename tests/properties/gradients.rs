//! What holds of the gradients of every model.

use std::sync::Arc;

use ndarray::Array2;
use proptest::prelude::*;
use transformer_lab::graph::{Control, Gradients, Keep, Leaf, NodeId, Op, Quantity, Run, Shape};
use transformer_lab::transformer::{
    CrossEntropy, Feed, Feeds, Loss, Mask, Masks, Model, Norm, NormKind, Output, Pooling, Reduction, SoftmaxForm, Subject, build,
};

use super::differences::compare;
use super::models::{LOGITS, VOCABULARY, any_model, leaves, painted, run, tokens};

/// What a model's output is to be.
#[derive(Clone, Debug)]
enum Wanted {
    /// These tokens, with some smoothing.
    Tokens(CrossEntropy, Vec<Option<usize>>),
    /// Small: half the sum of the squares.
    Small,
    /// Small, and the sum itself.
    SmallSum,
}

impl Wanted {
    /// The loss of the output, which is the logits or the last value.
    fn loss(&self, run: &Run<f64>) -> (NodeId, Loss<f64>) {
        let id = output(run);
        let output = run.value(id);
        let loss = match self {
            Self::Tokens(entropy, targets) => entropy.of(&output, &targets[..output.nrows()]).unwrap(),
            Self::Small => Loss::half_squares(&output),
            Self::SmallSum => Loss::sum(&output),
        };
        (id, loss)
    }
}

fn output(run: &Run<f64>) -> NodeId {
    let last = run.graph().nodes().map(|(id, _)| id).next_back().unwrap();
    run.graph().find(LOGITS).unwrap_or(last)
}

/// A model, what enters it, and what is wanted of it.
#[derive(Clone, Debug)]
struct Example {
    model: Model,
    feeds: Feeds,
    wanted: Wanted,
    seed: u64,
}

impl Example {
    fn run(&self) -> Run<f64> {
        let graph = build(&self.model, &self.feeds).unwrap();
        let leaves = leaves(&graph, &self.model, self.seed, 0);
        run(graph, leaves)
    }

    fn gradients(&self, run: &Run<f64>) -> Gradients<f64> {
        let (id, loss) = self.wanted.loss(run);
        Gradients::new(run, [(id, loss.gradient)], Keep::Everything, &Control::default()).unwrap()
    }
}

/// Masks of all kinds on all attentions, for so many source and target positions.
fn any_masks(source: usize, target: usize) -> impl Strategy<Value = Masks> {
    let list = |own: Mask, padding: bool, causal: bool| -> Vec<Mask> {
        [own].into_iter().chain(padding.then_some(Mask::Padding)).chain(causal.then_some(Mask::Causal)).collect()
    };
    let drawn = (painted(source, source), painted(target, target), painted(target, source));
    (drawn, any::<[bool; 4]>()).prop_map(move |((encoder, decoder, cross), [masked, padding, causal, none])| Masks {
        encoder_self: if masked { list(encoder, padding, false) } else { Vec::new() },
        decoder_self: if none { Vec::new() } else { list(decoder, padding, causal) },
        cross: if masked { list(cross, padding, false) } else { Vec::new() },
    })
}

fn any_output() -> impl Strategy<Value = Output> {
    let pooling = prop::sample::select(vec![Pooling::First, Pooling::Mean]);
    prop_oneof![Just(Output::None), Just(Output::Vocabulary), pooling.prop_map(|pooling| Output::Classifier { classes: 3, pooling })]
}

fn any_wanted() -> impl Strategy<Value = Wanted> {
    let reduction = prop::sample::select(vec![Reduction::Mean, Reduction::Sum]);
    let smoothing = prop::sample::select(vec![0.0, 0.1]);
    let target = prop::option::weighted(0.8, 0..3_usize);
    let targets = (prop::collection::vec(target, 6), 0..3_usize).prop_map(|(mut targets, first)| {
        targets[0] = Some(first);
        targets
    });
    let entropy = (reduction, smoothing).prop_map(|(reduction, label_smoothing)| CrossEntropy { reduction, label_smoothing });
    prop_oneof![
        (entropy, targets).prop_map(|(entropy, targets)| Wanted::Tokens(entropy, targets)),
        Just(Wanted::Small),
        Just(Wanted::SmallSum)
    ]
}

/// Models of every subject.
fn any_example() -> impl Strategy<Value = Example> {
    let subject = prop::sample::select(Subject::ALL.to_vec());
    let texts = (tokens(1..5), tokens(1..5), any::<bool>());
    (subject.prop_flat_map(any_model), texts).prop_flat_map(|(model, (source, target, given))| {
        let masks = any_masks(source.len(), target.len());
        let padding = prop::collection::vec(any::<bool>(), source.len() + target.len());
        let naive = any::<bool>();
        (masks, padding, any_output(), any_wanted(), naive, any::<u64>()).prop_map(move |(masks, padding, output, wanted, naive, seed)| {
            let alone = !model.subject.has_encoder() && !model.subject.has_decoder();
            let softmax = if naive { SoftmaxForm::Naive } else { SoftmaxForm::Stable };
            let vectors = |rows: usize| Shape::new(rows, model.d_model);
            let feed =
                |tokens: &Vec<usize>| if alone || given { Feed::Vectors(vectors(tokens.len())) } else { Feed::Tokens(tokens.clone()) };
            // Without a norm the numbers grow from block to block until exp overflows, or softmax saturates and its slope is lost.
            let kind = if model.norm.kind == NormKind::None { NormKind::Layer } else { model.norm.kind };
            let norm = Norm { kind, ..model.norm };
            // An attention that stands alone has a mask of its own queries and keys.
            let masks =
                if alone && model.subject == Subject::Attention { Masks { encoder_self: masks.cross.clone(), ..masks } } else { masks };
            let (n, m) = (source.len(), target.len());
            let feeds = Feeds {
                source: (alone || model.subject.has_encoder()).then(|| feed(&source)),
                target: model.subject.has_decoder().then(|| feed(&target)),
                memory: (model.subject == Subject::DecoderWithMemory || alone && given).then(|| vectors(n)),
                attention: (model.subject == Subject::Attention).then(|| [Shape::new(m, 2), Shape::new(n, 2), Shape::new(n, 3)]),
                vocabulary: VOCABULARY,
                source_padding: padding[..n].to_vec(),
                target_padding: padding[n..].to_vec(),
                past: 0,
            };
            Example { model: Model { norm, masks, output, softmax, ..model.clone() }, feeds, wanted, seed }
        })
    })
}

/// A direction for a matrix, the same for the same place.
fn direction(shape: Shape, id: NodeId) -> Array2<f64> {
    Array2::from_shape_fn((shape.rows, shape.columns), |(i, j)| ((id.index() * 31 + i * 7 + j) as f64).cos())
}

proptest! {
    #[test]
    fn gradients_are_what_differences_say(example in any_example(), which in prop::collection::vec(any::<prop::sample::Index>(), 4)) {
        let run = example.run();
        let all = example.gradients(&run);
        let ids: Vec<NodeId> = run.graph().nodes().map(|(id, _)| id).collect();
        let mut compared = 0;
        for id in which.iter().map(|which| *which.get(&ids)) {
            let node = run.graph().node(id);
            if let Some(found) = compare(&run, &|run| example.wanted.loss(run).1.value, &all, id, &direction(node.shape, id)) {
                prop_assert!(found.agree(), "{} {:?}: {found}", node.site, node.op);
                compared += 1;
            }
        }
        prop_assume!(compared > 0);
    }

    #[test]
    fn what_is_hidden_has_the_gradient_zero_and_nothing_is_nan(example in any_example()) {
        let run = example.run();
        let all = example.gradients(&run);
        for (id, node) in run.graph().nodes() {
            let Some(gradient) = all.of(id) else { continue };
            prop_assert!(gradient.iter().all(|slope| slope.is_finite()), "{}: {gradient}", node.site);
            if let Op::Mask(mask) = &node.op {
                let scores = all.of(node.inputs[0]).unwrap();
                for ((at, &seen), masked) in mask.visible.indexed_iter().zip(gradient.iter()) {
                    prop_assert!(seen || (*masked == 0.0 && scores[at] == 0.0), "{} {at:?}", node.site);
                }
            }
        }
        prop_assert!(all.reaches(output(&run)));
    }

    #[test]
    fn a_token_that_does_not_occur_has_no_gradient(
        model in any_model(Subject::EncoderDecoder), source in tokens(1..5), target in tokens(1..5), seed: u64,
    ) {
        let model = Model { tied_output: false, ..model };
        let feed = |tokens: &[usize]| Some(Feed::Tokens(tokens.to_vec()));
        let feeds = Feeds { source: feed(&source), target: feed(&target), vocabulary: VOCABULARY, ..Feeds::default() };
        let example = Example { model, feeds, wanted: Wanted::Small, seed };
        let run = example.run();
        let all = example.gradients(&run);
        let table = run.graph().nodes().find(|(_, node)| node.site.quantity == Quantity::EmbeddingTable).unwrap().0;
        for (token, row) in all.of(table).unwrap().rows().into_iter().enumerate() {
            prop_assert!(source.contains(&token) || target.contains(&token) || row.iter().all(|slope| *slope == 0.0));
        }
    }

    #[test]
    fn what_is_kept_changes_no_gradient(example in any_example()) {
        let whole = example.run();
        let leaves = whole.leaves().clone();
        let (id, loss) = example.wanted.loss(&whole);
        let control = Control::default();
        let part = Run::new(Arc::clone(whole.graph()), leaves, whole.overrides().clone(), Keep::Outputs, None, &control).unwrap();
        let all = example.gradients(&whole);
        let some = Gradients::new(&part, [(id, loss.gradient)], Keep::Outputs, &control).unwrap();
        for (id, node, leaf) in whole.graph().leaves() {
            prop_assert_eq!(all.of(id), some.of(id), "{}", node.site);
            prop_assert!(all.reaches(id) || !matches!(leaf, Leaf::Weight(_)), "{} is used by nothing", node.site);
        }
        for (id, node) in whole.graph().nodes() {
            let found = some.find(&part, id);
            prop_assert_eq!(all.of(id), found.as_ref(), "{}", node.site);
        }
    }
}
