//! From what the user chose to a graph that can be run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::document::{Experiment, Sequence};
use super::error::ExperimentError;
use crate::cost;
use crate::graph::{Control, Graph, Keep, Op, Shape};
use crate::transformer::tokenizer::{Tokenizer, TokenizerConfig};
use crate::transformer::{Dims, Feed, Feeds, Model, STEPS_OF_NODE, Subject, build_watched};

/// The part of the machine's memory that all values together may take before only some are kept.
const EVERYTHING_BELOW: f64 = 1.0 / 12.0;

/// An experiment whose choices were checked, with its graph.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// What the user chose.
    pub experiment: Arc<Experiment>,
    /// The folder that files are relative to.
    pub folder: Option<PathBuf>,
    /// The tokenizer, where the model reads or writes tokens.
    pub tokenizer: Option<Arc<Tokenizer>>,
    /// What enters, by shape.
    pub feeds: Feeds,
    /// The calculation.
    pub graph: Arc<Graph>,
    /// A name for each position of the encoder's side, or of a lone piece.
    pub source_labels: Vec<String>,
    /// A name for each position of the decoder's side.
    pub target_labels: Vec<String>,
    /// A name for each position of a given memory.
    pub memory_labels: Vec<String>,
}

impl Prepared {
    /// Checks the choices, cuts the texts into tokens and writes the graph.
    ///
    /// # Errors
    /// The first thing that does not fit, in one sentence.
    pub fn new(experiment: Arc<Experiment>, folder: Option<&Path>) -> Result<Self, ExperimentError> {
        Self::watched(experiment, folder, None, &Control::default())
    }

    /// The same for an experiment that a change made of this one. What the change does not concern is taken over: the tokenizer, whose
    /// merges would be learned again, and the graph, which the model and the shapes of what enters decide alone.
    ///
    /// # Errors
    /// As [`Prepared::new`].
    pub fn after_change(&self, experiment: Arc<Experiment>, folder: Option<&Path>) -> Result<Self, ExperimentError> {
        Self::watched(experiment, folder, Some(self), &Control::default())
    }

    /// The same, after a change of `before` or from nothing, watched and stopped from outside.
    ///
    /// # Errors
    /// As [`Prepared::new`], and when `control` was asked to stop.
    pub fn watched(
        experiment: Arc<Experiment>,
        folder: Option<&Path>,
        before: Option<&Self>,
        control: &Control,
    ) -> Result<Self, ExperimentError> {
        let model = &experiment.model;
        let dims = model.dims().map_err(crate::transformer::BuildError::from)?;
        refuse_too_large(&experiment, &dims)?;
        let tokenizer = tokenizer(&experiment, before, control)?;
        let side = |name, sequence: &Option<Sequence>| {
            control.expect(steps_of_cutting(&experiment.tokenizer, sequence.as_ref()))?;
            sequence.as_ref().map(|sequence| Side::new(&experiment, tokenizer.as_deref(), name, sequence)).transpose()
        };
        let source = side("the source", &experiment.input.source)?;
        let target = side("the target", &experiment.input.target)?;
        let memory = side("the memory", &experiment.input.memory)?;
        let attention = match (&experiment.input.query, &experiment.input.key, &experiment.input.value) {
            (Some(query), Some(key), Some(value)) => Some([query.shape(), key.shape(), value.shape()]),
            _ => None,
        };
        let padding = |side: &Option<Side>| side.as_ref().map_or_else(Vec::new, |side| side.padding(tokenizer.as_deref()));
        let feeds = Feeds {
            vocabulary: tokenizer.as_ref().map_or(0, |tokenizer| tokenizer.vocabulary().len()),
            source_padding: padding(&source),
            target_padding: padding(&target),
            memory: match memory.as_ref().map(|side| &side.feed) {
                None => None,
                Some(Feed::Vectors(shape)) => Some(*shape),
                Some(Feed::Tokens(_)) => return Err(ExperimentError::Memory),
            },
            source: source.as_ref().map(|side| side.feed.clone()),
            target: target.as_ref().map(|side| side.feed.clone()),
            attention,
            past: 0,
        };
        let graph = match before.filter(|before| before.experiment.model == *model && before.feeds == feeds) {
            Some(before) => Arc::clone(&before.graph),
            None => Arc::new(build_graph(model, &feeds, &dims, control)?),
        };
        let labels = |side: Option<Side>| side.map_or_else(Vec::new, |side| side.labels);
        let mut source_labels = labels(source);
        if model.subject == Subject::Attention {
            source_labels = attention.map_or_else(Vec::new, |[query, ..]| numbered(query.rows));
        }
        let prepared = Self {
            folder: folder.map(Path::to_owned),
            tokenizer,
            feeds,
            graph,
            source_labels,
            target_labels: labels(target),
            memory_labels: labels(memory),
            experiment,
        };
        prepared.check_sites()?;
        Ok(prepared)
    }

    /// What a run should hold on to: everything where that is small beside the machine's memory, else the attention weights, else
    /// only the outputs of blocks. A model whose outputs alone are too much is refused.
    ///
    /// # Errors
    /// The predicted bytes, where they exceed the machine's memory.
    pub fn keep(&self) -> Result<Keep, ExperimentError> {
        let available = cost::machine_memory();
        let precision = self.experiment.model.precision;
        let needed = |keep| cost::value_bytes(&self.graph, keep, precision);
        if needed(Keep::Everything) <= available as f64 * EVERYTHING_BELOW {
            return Ok(Keep::Everything);
        }
        if needed(Keep::AttentionWeights) <= available as f64 / 2.0 {
            return Ok(Keep::AttentionWeights);
        }
        let predicted = needed(Keep::Outputs);
        if predicted <= available as f64 { Ok(Keep::Outputs) } else { Err(ExperimentError::TooLarge { predicted, available }) }
    }

    /// Weights and overrides must be of sites that the model has.
    fn check_sites(&self) -> Result<(), ExperimentError> {
        let leaf = |site| {
            let node = self.graph.find(site).map(|id| self.graph.node(id)).filter(|node| matches!(node.op, Op::Leaf(_)));
            node.map(|node| node.shape).ok_or(ExperimentError::NoWeight(site))
        };
        for (&site, source) in &self.experiment.weights.values {
            let expected = leaf(site)?;
            if let super::WeightSource::Rows(rows) = source
                && rows.shape() != expected
            {
                return Err(ExperimentError::WeightShape { site, got: rows.shape(), expected });
            }
        }
        for (&site, edits) in &self.experiment.weights.edits {
            let shape = leaf(site)?;
            if let Some(cell) = edits.outside(shape) {
                return Err(ExperimentError::NoCell { site, cell, shape });
            }
        }
        for (&site, change) in &self.experiment.overrides {
            let shape = self.graph.find(site).map(|id| self.graph.node(id).shape).ok_or(ExperimentError::NoOverride(site))?;
            if let super::Change::Cells(cells) = change
                && cells.outside(shape).is_some()
            {
                return Err(ExperimentError::NoOverride(site));
            }
        }
        Ok(())
    }
}

/// Refuses sizes that this machine cannot hold, before anything is allocated for them.
fn refuse_too_large(experiment: &Experiment, dims: &Dims) -> Result<(), ExperimentError> {
    let length = |sequence: &Option<Sequence>| {
        sequence.as_ref().map(|sequence| {
            let positions = match sequence {
                Sequence::Text(text) => text.split_whitespace().count(),
                Sequence::Tokens(tokens) => tokens.len(),
                Sequence::Vectors { rows, .. } => rows.shape().rows,
                Sequence::Length(count) => *count,
            };
            Feed::Vectors(Shape::new(positions, dims.d_model))
        })
    };
    let vocabulary = &experiment.vocabulary;
    let feeds = Feeds {
        source: length(&experiment.input.source),
        target: length(&experiment.input.target),
        vocabulary: vocabulary.size.unwrap_or(0).max(vocabulary.tokens.len()),
        ..Feeds::default()
    };
    let (predicted, available) = (cost::predicted_bytes(&experiment.model, dims, &feeds), cost::machine_memory());
    let refused = if experiment.count_only {
        // What is only counted needs its graph alone, but its parameters must be such as can be counted.
        cost::graph_bytes(&experiment.model, dims, &feeds) > available as f64 || predicted > u64::MAX as f64
    } else {
        predicted > available as f64
    };
    if refused { Err(ExperimentError::TooLarge { predicted, available }) } else { Ok(()) }
}

/// What it costs to cut a side into tokens, in steps of a [`Control`]: every merge is looked for in every word.
fn steps_of_cutting(tokenizer: &TokenizerConfig, sequence: Option<&Sequence>) -> usize {
    /// Letters in which a merge is looked for in a step.
    const LETTERS: usize = 128;
    match (tokenizer, sequence) {
        (TokenizerConfig::BytePair { merges, text: training }, Some(Sequence::Text(text))) => {
            // There are no more merges than letters to learn them from.
            text.len().saturating_mul((*merges).min(training.len())) / LETTERS
        }
        (_, Some(Sequence::Text(text))) => text.len() / LETTERS,
        _ => 0,
    }
}

/// The graph of a model, announced by its size.
fn build_graph(model: &Model, feeds: &Feeds, dims: &Dims, control: &Control) -> Result<Graph, ExperimentError> {
    let unnamed = Feeds { vocabulary: 0, ..feeds.clone() };
    let nodes = cost::graph_bytes(model, dims, &unnamed) / cost::NODE_BYTES;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a positive number; what is beyond is more than any limit"
    )]
    control.expect((nodes * STEPS_OF_NODE as f64) as usize)?;
    Ok(build_watched(model, feeds, control)?)
}

/// Whether two experiments have the same tokenizer. Byte pairs are learned from a text of their own; words and characters also from
/// what enters.
fn cuts_alike(a: &Experiment, b: &Experiment) -> bool {
    let texts = || {
        let (of_a, of_b) = (texts(a), texts(b));
        let learned = matches!(a.tokenizer, TokenizerConfig::BytePair { .. });
        of_a == of_b || (learned && of_a.is_empty() == of_b.is_empty())
    };
    a.tokenizer == b.tokenizer && a.vocabulary == b.vocabulary && texts()
}

/// What enters that is made of tokens.
fn texts(experiment: &Experiment) -> Vec<String> {
    let sides = [&experiment.input.source, &experiment.input.target];
    sides
        .into_iter()
        .flatten()
        .filter_map(|sequence| match sequence {
            Sequence::Text(text) => Some(text.clone()),
            Sequence::Tokens(tokens) => Some(tokens.join(" ")),
            Sequence::Vectors { .. } | Sequence::Length(_) => None,
        })
        .collect()
}

/// The tokenizer of an experiment, if anything in it is made of tokens; that of `before` where it cuts alike.
pub(super) fn tokenizer(
    experiment: &Experiment,
    before: Option<&Prepared>,
    control: &Control,
) -> Result<Option<Arc<Tokenizer>>, ExperimentError> {
    if let Some(before) = before.filter(|before| cuts_alike(&before.experiment, experiment)) {
        return Ok(before.tokenizer.clone());
    }
    let texts = texts(experiment);
    let vocabulary = &experiment.vocabulary;
    if texts.is_empty() && vocabulary.is_default() {
        return Ok(None);
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let tokenizer = Tokenizer::watched(&experiment.tokenizer, vocabulary, &texts, control).map_err(ExperimentError::Vocabulary)?;
    Ok(Some(Arc::new(tokenizer)))
}

fn numbered(count: usize) -> Vec<String> {
    (0..count).map(|row| row.to_string()).collect()
}

/// One side of the input.
struct Side {
    feed: Feed,
    labels: Vec<String>,
}

impl Side {
    fn new(
        experiment: &Experiment,
        tokenizer: Option<&Tokenizer>,
        side: &'static str,
        sequence: &Sequence,
    ) -> Result<Self, ExperimentError> {
        let named = |ids: Vec<usize>, tokenizer: &Tokenizer| {
            let labels = ids.iter().map(|&id| tokenizer.token(id).unwrap_or_default().to_owned()).collect();
            Self { feed: Feed::Tokens(ids), labels }
        };
        // A piece that stands alone reads vectors, never tokens.
        let in_stack = experiment.model.subject.has_encoder() || experiment.model.subject.has_decoder();
        match (sequence, tokenizer) {
            (Sequence::Text(text), Some(tokenizer)) => {
                let ids = tokenizer.encode(text).map_err(|error| ExperimentError::Text { side, error })?;
                Ok(named(ids, tokenizer))
            }
            (Sequence::Tokens(tokens), Some(tokenizer)) => {
                let id =
                    |token: &String| tokenizer.vocabulary().id(token).ok_or_else(|| ExperimentError::Token { side, token: token.clone() });
                Ok(named(tokens.iter().map(id).collect::<Result<_, _>>()?, tokenizer))
            }
            // Without a tokenizer there is no text: it is made whenever there is one.
            (Sequence::Text(_) | Sequence::Tokens(_), None) => Ok(Self { feed: Feed::Tokens(Vec::new()), labels: Vec::new() }),
            (Sequence::Vectors { rows, labels }, _) => {
                let shape = rows.shape();
                if !labels.is_empty() && labels.len() != shape.rows {
                    return Err(ExperimentError::Labels { side, rows: shape.rows, labels: labels.len() });
                }
                let labels = if labels.is_empty() { numbered(shape.rows) } else { labels.clone() };
                Ok(Self { feed: Feed::Vectors(shape), labels })
            }
            (&Sequence::Length(count), Some(tokenizer)) if side != "the memory" && in_stack => {
                let size = tokenizer.vocabulary().len();
                Ok(named(super::leaves::drawn_tokens(experiment.weights.seed, side, count, size), tokenizer))
            }
            (&Sequence::Length(count), _) => {
                Ok(Self { feed: Feed::Vectors(Shape::new(count, experiment.model.d_model)), labels: numbered(count) })
            }
        }
    }

    fn padding(&self, tokenizer: Option<&Tokenizer>) -> Vec<bool> {
        match (&self.feed, tokenizer.and_then(|tokenizer| tokenizer.vocabulary().padding())) {
            (Feed::Tokens(ids), Some(padding)) => ids.iter().map(|&id| id == padding).collect(),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Preset;
    use crate::graph::Cancelled;
    use crate::transformer::Mask;
    use crate::transformer::tokenizer::TokenizerConfig;

    fn prepared(preset: &str) -> Prepared {
        Prepared::new(Preset::find(preset).unwrap().experiment().unwrap(), None).unwrap()
    }

    /// What `change` makes of a prepared experiment, and whether tokenizer and graph were taken over.
    fn taken_over(before: &Prepared, change: impl Fn(&mut Experiment)) -> [bool; 2] {
        let mut experiment = Experiment::clone(&before.experiment);
        change(&mut experiment);
        let experiment = Arc::new(experiment);
        let after = before.after_change(Arc::clone(&experiment), None).unwrap();
        // However it came about, it is what preparing from nothing makes.
        let anew = Prepared::new(experiment, None).unwrap();
        assert_eq!((&after.tokenizer, &after.feeds), (&anew.tokenizer, &anew.feeds));
        assert_eq!((&after.source_labels, &after.target_labels), (&anew.source_labels, &anew.target_labels));
        let sites = |prepared: &Prepared| prepared.graph.nodes().map(|(_, node)| (node.site, node.shape)).collect::<Vec<_>>();
        assert_eq!(sites(&after), sites(&anew));
        let same = |a: &Option<Arc<Tokenizer>>, b: &Option<Arc<Tokenizer>>| a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b));
        [same(&after.tokenizer, &before.tokenizer), Arc::ptr_eq(&after.graph, &before.graph)]
    }

    #[test]
    fn what_a_change_does_not_concern_is_taken_over() {
        let bytes = prepared("byte-pair");
        assert_eq!(taken_over(&bytes, |experiment| experiment.weights.seed += 1), [true, true]);
        let text = |experiment: &mut Experiment, text: &str| experiment.input.source = Some(Sequence::Text(text.to_owned()));
        assert_eq!(taken_over(&bytes, |experiment| text(experiment, "low bajo bajo")), [true, false]);
        assert_eq!(taken_over(&bytes, |experiment| experiment.model.masks.encoder_self.push(Mask::Causal)), [true, false]);
        let merges = |experiment: &mut Experiment| {
            if let TokenizerConfig::BytePair { merges, .. } = &mut experiment.tokenizer {
                *merges = 3;
            }
        };
        assert_eq!(taken_over(&bytes, merges), [false, false]);

        // Words that no list gives are those of the texts.
        let words = prepared("hello-world-hola-mundo");
        assert_eq!(taken_over(&words, |experiment| experiment.weights.seed += 1), [true, true]);
        assert_eq!(taken_over(&words, |experiment| text(experiment, "world world hello")), [false, false]);
    }

    #[test]
    fn a_large_graph_is_announced_and_is_broken_off() {
        let mut large = Experiment::clone(&prepared("self-attention").experiment);
        large.model = Model { subject: Subject::Encoder, encoder_blocks: 40, heads: 16, d_model: 64, ..Model::default() };
        large.input.source = Some(Sequence::Length(4));
        let large = Arc::new(large);
        let prepare = |control: &Control| Prepared::watched(Arc::clone(&large), None, None, control);
        let refused = |control: &Control| prepare(control).unwrap_err().to_string();
        let limited = Control::limited(1000);
        assert_eq!((refused(&limited), limited.done()), ("the run was cancelled".to_owned(), 0));
        let whole = Control::default();
        let nodes = prepare(&whole).unwrap().graph.len();
        let (done, expected) = whole.progress();
        assert!(0 < done && done <= expected && nodes < expected, "{done} of {expected} steps, {nodes} nodes");
        // Asked to stop while it is built, it makes no more than a part of it.
        let stopped = Control::default();
        stopped.cancel();
        let feeds = prepare(&Control::default()).unwrap().feeds;
        assert_eq!(build_watched(&large.model, &feeds, &stopped).unwrap_err(), Cancelled.into());
        assert_eq!(stopped.done(), 0);
    }
}
