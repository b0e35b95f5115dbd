//! The model of an experiment as decoding sees it: a sequence in, the logits of the next token out.

use std::collections::HashMap;
use std::sync::Arc;

use ndarray::{Array2, Axis};

use super::document::Change;
use super::error::{ExperimentError, NoGeneration};
use super::generation::LOGITS;
use super::outcome::{Outcome, Values};
use super::prepare::Prepared;
use crate::graph::{Control, Element, Graph, Keep, Leaf, Quantity, Run, Site, Stack};
use crate::transformer::decoding::NextToken;
use crate::transformer::{Feed, Feeds, Mask, build, position_vectors, visibility};

/// The scores of the tokens that could follow: what decoding asks a model for.
///
/// Keys and values of earlier positions are kept, so that each new token costs one row; where a later token may change an earlier
/// row (a decoder without a causal mask) the whole sequence is run each time.
pub struct LanguageModel<T> {
    prepared: Arc<Prepared>,
    given: HashMap<Site, Arc<Array2<T>>>,
    /// Keys and values by the sequence that made them.
    kept: HashMap<Vec<usize>, Arc<HashMap<Site, Arc<Array2<T>>>>>,
    caching: bool,
    /// Rows that were calculated so far.
    rows: usize,
    flops: u64,
    control: Arc<Control>,
}

impl<T: Element> LanguageModel<T> {
    /// A model with the numbers of a run.
    pub fn new(prepared: &Arc<Prepared>, run: &Run<T>) -> Self {
        let given = run.leaves().iter().map(|(&id, value)| (run.graph().node(id).site, Arc::clone(value))).collect();
        let caching = looks_back_only(&prepared.experiment.model.masks.decoder_self)
            && prepared.experiment.overrides.values().all(|change| *change == Change::Zero);
        Self { prepared: Arc::clone(prepared), given, kept: HashMap::new(), caching, rows: 0, flops: 0, control: Arc::default() }
    }

    /// The same model without kept keys and values: the oracle of the one with them.
    #[must_use]
    pub fn without_cache(mut self) -> Self {
        self.caching = false;
        self
    }

    /// The longest beginning of `sequence`, short of the whole, whose keys and values were kept.
    fn known(&self, sequence: &[usize]) -> usize {
        (1..sequence.len()).rev().find(|&length| self.kept.contains_key(&sequence[..length])).unwrap_or(0)
    }

    fn run(&mut self, sequence: &[usize]) -> Result<Vec<f64>, ExperimentError> {
        let past = if self.caching { self.known(sequence) } else { 0 };
        let feeds = Feeds {
            target: Some(Feed::Tokens(sequence[past..].to_vec())),
            target_padding: self.padding(sequence),
            past,
            ..self.prepared.feeds.clone()
        };
        let graph = Arc::new(build(&self.prepared.experiment.model, &feeds)?);
        let leaves = graph.leaves().map(|(id, node, leaf)| (id, self.leaf(node.site, leaf, &sequence[..past]))).collect();
        let keep = if self.caching { Keep::KeysAndValues } else { Keep::Outputs };
        let overrides = self.prepared.experiment.overrides();
        let run = Run::new(Arc::clone(&graph), leaves, overrides, keep, None, &self.control).map_err(NoGeneration::from)?;
        self.rows += sequence.len() - past;
        self.flops += graph.nodes().map(|(id, _)| graph.flops(id).total()).sum::<u64>();
        if self.caching {
            let values = self.keys_and_values(&graph, &run, &sequence[..past]);
            // Beams look back one step; older beginnings are not asked for again.
            self.kept.retain(|beginning, _| beginning.len() + 1 >= sequence.len());
            self.kept.insert(sequence.to_vec(), Arc::new(values));
        }
        let logits = graph.find(LOGITS).ok_or(ExperimentError::NoSite(LOGITS))?;
        let logits = run.value(logits);
        let last = logits.index_axis(Axis(0), logits.nrows() - 1);
        Ok(last.iter().map(|value| value.wide()).collect())
    }

    fn padding(&self, sequence: &[usize]) -> Vec<bool> {
        let padding = self.prepared.tokenizer.as_ref().and_then(|tokenizer| tokenizer.vocabulary().padding());
        padding.map_or_else(Vec::new, |padding| sequence.iter().map(|&token| token == padding).collect())
    }

    fn leaf(&self, site: Site, leaf: Leaf, beginning: &[usize]) -> Arc<Array2<T>> {
        if let (Leaf::Constant(shape), Quantity::Positions) = (leaf, site.quantity)
            && site.scope.stack == Some(Stack::Target)
        {
            let positions: Vec<usize> = (0..shape.rows).map(|row| row + beginning.len()).collect();
            return Arc::new(position_vectors(self.prepared.experiment.model.positions, &positions, shape.columns).mapv(T::of));
        }
        let kept = self.kept.get(beginning).and_then(|values| values.get(&site));
        kept.or_else(|| self.given.get(&site)).cloned().unwrap_or_default()
    }

    /// The keys and values of all positions so far, under the sites where the next step's graph looks for them.
    fn keys_and_values(&self, graph: &Graph, run: &Run<T>, beginning: &[usize]) -> HashMap<Site, Arc<Array2<T>>> {
        let mut values = self.kept.get(beginning).map_or_else(HashMap::new, |kept| HashMap::clone(kept));
        for (id, node) in graph.nodes().filter(|(_, node)| node.site.scope.stack == Some(Stack::Decoder) && node.site.scope.head.is_none())
        {
            let place = match node.site.quantity {
                Quantity::Key | Quantity::AllKeys => Quantity::CachedKey,
                Quantity::Value | Quantity::AllValues => Quantity::CachedValue,
                _ => continue,
            };
            // All keys come after the new ones in the graph, and take their place.
            values.insert(node.site.scope.at(place), run.value(id));
        }
        values
    }
}

/// Whether no query sees a key after its own position, whatever the length.
fn looks_back_only(masks: &[Mask]) -> bool {
    const LENGTH: usize = 8;
    let any_length: Vec<Mask> = masks.iter().filter(|mask| matches!(mask, Mask::Causal | Mask::Window { .. })).cloned().collect();
    let visible = visibility(&any_length, LENGTH, LENGTH, &[]).ok().flatten();
    visible.is_some_and(|visible| visible.indexed_iter().all(|((query, key), &seen)| key <= query || !seen))
}

impl<T: Element> NextToken for LanguageModel<T> {
    type Error = ExperimentError;

    fn logits(&mut self, sequence: &[usize]) -> Result<Vec<f64>, ExperimentError> {
        self.run(sequence)
    }
}

/// The model of a run, in either precision.
pub enum AnyLanguageModel {
    /// Single precision.
    F32(LanguageModel<f32>),
    /// Double precision.
    F64(LanguageModel<f64>),
}

impl AnyLanguageModel {
    /// The model with the numbers of a run.
    pub fn new(outcome: &Outcome) -> Self {
        match &outcome.values {
            Values::F32(run) => Self::F32(LanguageModel::new(&outcome.prepared, run)),
            Values::F64(run) => Self::F64(LanguageModel::new(&outcome.prepared, run)),
        }
    }

    /// The same model without kept keys and values.
    #[must_use]
    pub fn without_cache(self) -> Self {
        match self {
            Self::F32(model) => Self::F32(model.without_cache()),
            Self::F64(model) => Self::F64(model.without_cache()),
        }
    }

    /// Lets another thread stop a step under way.
    pub fn set_control(&mut self, control: &Arc<Control>) {
        let place = match self {
            Self::F32(model) => &mut model.control,
            Self::F64(model) => &mut model.control,
        };
        *place = Arc::clone(control);
    }

    /// The floating-point operations that it has taken so far, a multiplication and an addition counted as two.
    pub fn flops(&self) -> u64 {
        match self {
            Self::F32(model) => model.flops,
            Self::F64(model) => model.flops,
        }
    }

    /// How many positions of the decoder it has calculated so far: one for each token where keys and values are kept, else all
    /// of the sequence for each token.
    pub fn rows(&self) -> usize {
        match self {
            Self::F32(model) => model.rows,
            Self::F64(model) => model.rows,
        }
    }
}

impl NextToken for AnyLanguageModel {
    type Error = ExperimentError;

    fn logits(&mut self, sequence: &[usize]) -> Result<Vec<f64>, ExperimentError> {
        match self {
            Self::F32(model) => model.logits(sequence),
            Self::F64(model) => model.logits(sequence),
        }
    }
}
