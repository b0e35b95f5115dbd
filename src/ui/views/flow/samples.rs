//! Graphs for the tests: all shipped presets, and models with choices that no preset makes.

use std::sync::{Arc, OnceLock};

use super::model::{Diagram, Form, Opened};
use crate::experiment::{Experiment, Input, Prepared, Sequence, presets};
use crate::graph::{Graph, Stack};
use crate::transformer::tokenizer::VocabularyConfig;
use crate::transformer::{FeedForwardKind, Model, Norm, NormKind, NormPlace, Positions, PositionsPlace, Subject};

/// A small encoder–decoder; tests change what they are about.
pub fn model() -> Model {
    Model { d_model: 8, heads: 2, d_ff: 16, encoder_blocks: 3, decoder_blocks: 4, longest: 16, ..Model::default() }
}

/// The graph of a model.
pub fn graph(model: Model) -> Arc<Graph> {
    let vocabulary = VocabularyConfig { size: Some(12), ..VocabularyConfig::default() };
    let lone = !model.subject.has_encoder() && !model.subject.has_decoder();
    let input = Input {
        source: (lone || model.subject.has_encoder()).then_some(Sequence::Length(5)),
        target: model.subject.has_decoder().then_some(Sequence::Length(4)),
        memory: (model.subject == Subject::DecoderWithMemory).then_some(Sequence::Length(3)),
        ..Input::default()
    };
    let experiment = Experiment { model, vocabulary, input, ..Experiment::default() };
    Prepared::new(Arc::new(experiment), None).unwrap().graph
}

/// Models with choices that no preset makes.
fn variations() -> Vec<(&'static str, Model)> {
    let pre = Norm { place: NormPlace::Before, ..Norm::default() };
    let bare = Norm { kind: NormKind::None, ..Norm::default() };
    vec![
        ("as in the paper", model()),
        ("norm before the sublayer", Model { norm: pre, final_norm: true, ..model() }),
        ("no norm", Model { norm: bare, ..model() }),
        ("no residual", Model { residual: false, ..model() }),
        ("no residual, norm before", Model { residual: false, norm: pre, ..model() }),
        ("late positions", Model { positions_place: PositionsPlace::AfterAttention, ..model() }),
        ("learned late positions", Model { positions: Positions::Learned, positions_place: PositionsPlace::AfterAttention, ..model() }),
        ("biases", Model { attention_bias: true, output_bias: true, tied_output: false, ..model() }),
        ("gated, a memory", Model { subject: Subject::DecoderWithMemory, feed_forward: FeedForwardKind::SwiGlu, ..model() }),
        ("multi-head attention", Model { subject: Subject::MultiHeadAttention, ..model() }),
        ("feed-forward network", Model { subject: Subject::FeedForward, ..model() }),
        ("gated network", Model { subject: Subject::FeedForward, feed_forward: FeedForwardKind::SwiGlu, ..model() }),
        ("wide", Model { subject: Subject::Decoder, d_model: 1024, norm: pre, ..model() }),
    ]
}

/// All graphs, each with its name.
pub fn graphs() -> &'static [(&'static str, Arc<Graph>)] {
    static GRAPHS: OnceLock<Vec<(&str, Arc<Graph>)>> = OnceLock::new();
    GRAPHS.get_or_init(|| {
        let shipped = presets().iter().map(|preset| {
            let prepared = Prepared::new(preset.experiment().unwrap(), None).unwrap();
            (preset.name, prepared.graph)
        });
        shipped.chain(variations().into_iter().map(|(name, model)| (name, graph(model)))).collect()
    })
}

/// What can be opened of a graph: the first, a middle and the last block of each stack, and in each every sublayer.
pub fn openings(graph: &Graph) -> Vec<Opened> {
    let whole = Diagram::new(graph, Opened::default());
    let mut openings = Vec::new();
    for stack in [Stack::Encoder, Stack::Decoder] {
        let count = whole.blocks(stack).max(1);
        let mut blocks = vec![0, count / 2, count - 1];
        blocks.dedup();
        for block in blocks {
            let mut opened = Opened { head: 1, ..Opened::default() };
            opened.open(stack, block);
            openings.push(opened);
            let parts = Diagram::new(graph, opened).pieces.into_iter().filter_map(|piece| match piece.form {
                Form::Part(scope) if scope.stack == Some(stack) => Some(scope),
                _ => None,
            });
            openings.extend(parts.map(|part| Opened { part: Some(part), ..opened }));
        }
    }
    openings
}
