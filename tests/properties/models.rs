//! Small models of every shape, what enters them, and their numbers.

use std::ops::Range;
use std::sync::Arc;

use ndarray::Array2;
use proptest::prelude::*;
use transformer_lab::graph::{Control, Element, EpsilonPlace, Graph, Keep, Leaf, Leaves, Overrides, Quantity, Run, Scope, Site, Stack};
use transformer_lab::transformer::{
    Divisor, Feed, FeedForwardKind, Feeds, HIDDEN, Initialiser, Mask, Masks, Model, Norm, NormKind, NormPlace, Output, Positions,
    PositionsPlace, SEEN, Subject, build, position_vectors,
};

pub const VOCABULARY: usize = 11;
pub const LOGITS: Site = Scope::stack(Stack::Head).at(Quantity::Logits);

/// Small models of every shape, without masks.
pub fn any_model(subject: Subject) -> impl Strategy<Value = Model> {
    let sizes = (1_usize..4, 1_usize..4, 1_usize..4, 1_usize..9, 1_usize..3, 1_usize..3);
    let kinds = (
        prop::sample::select(FeedForwardKind::ALL.to_vec()),
        prop::sample::select(vec![NormKind::Layer, NormKind::Rms, NormKind::None]),
        prop::sample::select(vec![NormPlace::After, NormPlace::Before]),
        prop::sample::select(vec![EpsilonPlace::UnderRoot, EpsilonPlace::BesideSigma]),
        prop::sample::select(Positions::ALL.to_vec()),
        prop::sample::select(vec![PositionsPlace::BeforeAttention, PositionsPlace::AfterAttention]),
        prop::sample::select(vec![Divisor::RootOfKeyWidth, Divisor::None, Divisor::Number(3.0)]),
    );
    let flags = prop::array::uniform6(any::<bool>());
    (sizes, kinds, flags).prop_map(move |(sizes, kinds, flags)| {
        let (heads, d_k, d_v, d_ff, encoder_blocks, decoder_blocks) = sizes;
        let (feed_forward, kind, place, epsilon_place, positions, positions_place, divisor) = kinds;
        let [attention_bias, feed_forward_bias, output_bias, final_norm, residual, tied_output] = flags;
        Model {
            subject,
            d_model: 6,
            heads,
            d_k: Some(d_k),
            d_v: Some(d_v),
            d_ff,
            encoder_blocks,
            decoder_blocks,
            attention_bias,
            feed_forward_bias,
            output_bias,
            feed_forward,
            // An ε that is not small, so that rounding is not blown up where a row is nearly constant.
            norm: Norm { kind, place, epsilon: 0.1, epsilon_place, ..Norm::default() },
            final_norm,
            residual,
            positions,
            positions_place,
            longest: 32,
            divisor,
            masks: Masks { encoder_self: Vec::new(), decoder_self: Vec::new(), cross: Vec::new() },
            output: Output::Vocabulary,
            tied_output,
            ..Model::default()
        }
    })
}

pub fn tokens(lengths: Range<usize>) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..VOCABULARY, lengths)
}

/// A mask drawn by hand, of this many queries and keys.
pub fn painted(queries: usize, keys: usize) -> impl Strategy<Value = Mask> {
    let row = prop::collection::vec(prop::sample::select(vec![SEEN, HIDDEN]), keys);
    prop::collection::vec(row, queries).prop_map(|rows| Mask::Painted(rows.into_iter().map(String::from_iter).collect()))
}

/// Source and target of an encoder–decoder, or the target alone of a decoder.
pub fn feeds(model: &Model, source: &[usize], target: &[usize]) -> Feeds {
    Feeds {
        source: model.subject.has_encoder().then(|| Feed::Tokens(source.to_vec())),
        target: model.subject.has_decoder().then(|| Feed::Tokens(target.to_vec())),
        vocabulary: VOCABULARY,
        ..Feeds::default()
    }
}

/// Seeded weights, and the vectors of the positions from `past` on.
pub fn leaves<T: Element>(graph: &Graph, model: &Model, seed: u64, past: usize) -> Leaves<T> {
    let numbers = graph.leaves().map(|(id, node, leaf)| {
        let shape = node.shape;
        let values = match leaf {
            Leaf::Weight(_) | Leaf::Input(_) => Initialiser::Normal(0.6).draw(shape, seed, node.site),
            Leaf::Constant(_) => {
                let positions: Vec<usize> = (past..past + shape.rows).collect();
                position_vectors(model.positions, &positions, shape.columns).mapv(T::of)
            }
        };
        (id, Arc::new(values))
    });
    numbers.collect()
}

pub fn run<T: Element>(graph: Graph, leaves: Leaves<T>) -> Run<T> {
    Run::new(Arc::new(graph), leaves, Overrides::new(), Keep::Everything, None, &Control::default()).unwrap()
}

pub fn answer<T: Element>(model: &Model, feeds: &Feeds, seed: u64) -> Run<T> {
    let graph = build(model, feeds).unwrap();
    let leaves = leaves(&graph, model, seed, 0);
    run(graph, leaves)
}

pub fn value<T: Element>(run: &Run<T>, site: Site) -> Arc<Array2<T>> {
    run.value(run.graph().find(site).unwrap())
}
