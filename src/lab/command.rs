//! What a user can ask for: widgets, keys, tests and the command line all say it in these words.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::generating::Generate;
use super::history::Change;
use super::{adapt, weights};
use crate::experiment::exercises::Variant;
use crate::experiment::{Experiment, ExperimentError, Input, Objective, Prepared, Table, WeightSource};
use crate::graph::{Cell, Control, Patch, Site};
use crate::transformer::decoding::DecodingConfig;
use crate::transformer::tokenizer::{TokenizerConfig, VocabularyConfig};
use crate::transformer::{Mask, Model};

/// One of the three kinds of attention that have masks of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attention {
    /// The encoder to itself; also an attention that stands alone.
    Encoder,
    /// The decoder to itself.
    Decoder,
    /// The decoder to the encoder.
    Cross,
}

/// What a user can ask for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Open a shipped preset.
    OpenPreset(&'static str),
    /// Open a file.
    Open(PathBuf),
    /// Open a variant of an exercise.
    OpenExercise(Box<Variant>),
    /// The open exercise is solved, or its solution was shown: nothing is hidden or held fast any more.
    SettleExercise,
    /// Save to a file.
    Save(PathBuf),
    /// Another experiment in the place of the open one, as a change that can be taken back.
    Replace(Box<Experiment>),
    /// Other choices of the model.
    SetModel(Box<Model>),
    /// Other masks for one kind of attention.
    SetMasks(Attention, Vec<Mask>),
    /// Something else that enters.
    SetInput(Box<Input>),
    /// Another way of cutting texts, and another vocabulary.
    SetTokens(Box<(TokenizerConfig, VocabularyConfig)>),
    /// Another way of choosing tokens.
    SetDecoding(Option<DecodingConfig>),
    /// Another number in a weight.
    SetWeight(Site, Cell, f64),
    /// A block of numbers in a weight, the first of them at a cell.
    SetCells(Site, Cell, Box<Table>),
    /// Another source for a weight; `None`: drawn like its kind.
    SetWeightSource(Site, Option<Box<WeightSource>>),
    /// A weight as the preset or file has it.
    RestoreWeight(Site),
    /// All weights as the preset or file has them.
    RestoreAllWeights,
    /// Another seed for all that is drawn.
    Reseed(u64),
    /// A number in the place of a computed one; `None` takes it away.
    SetOverride(Site, Cell, Option<f64>),
    /// A whole value zero (a head switched off), or no longer.
    SetZero(Site, bool),
    /// All numbers that are put in the place of computed ones, at once; none takes all of them away.
    SetOverrides(BTreeMap<Site, crate::experiment::Change>),
    /// Choose a value.
    Select(Site),
    /// Choose a cell of the chosen value.
    SelectCell(Option<Cell>),
    /// Choose the head whose steps are shown.
    SelectHead(usize),
    /// Take back the last change.
    Undo,
    /// Do it again.
    Redo,
    /// Differentiate this after every run; `None`: nothing.
    Differentiate(Option<Objective>),
    /// Stop what is under way.
    Stop,
    /// Generate tokens with the open experiment.
    Generate(Generate),
}

/// What a command makes of an experiment.
pub(super) struct Edit {
    /// What kind of change it is.
    pub(super) change: Change,
    /// The experiment after it.
    pub(super) experiment: Experiment,
    /// Weights and overrides that have no place in it any more.
    pub(super) gone: Vec<Site>,
    /// What was prepared last on the way to it, which has much in common with it.
    pub(super) last: Arc<Prepared>,
}

/// Why a command was not carried out; the state is as it was before.
pub type Refusal = ExperimentError;

impl Command {
    /// Whether it puts another document in the place of the open one.
    pub const fn opens(&self) -> bool {
        matches!(self, Self::OpenPreset(_) | Self::Open(_) | Self::OpenExercise(_))
    }

    /// Whether it changes or replaces the experiment, rather than what is chosen.
    pub const fn edits(&self) -> bool {
        !matches!(
            self,
            Self::Select(_) | Self::SelectCell(_) | Self::SelectHead(_) | Self::SettleExercise | Self::Differentiate(_) | Self::Stop
        )
    }

    /// Whether it makes another state or another document, which has to be prepared.
    pub const fn prepares(&self) -> bool {
        self.edits() && !matches!(self, Self::Save(_) | Self::Undo | Self::Redo | Self::Generate(_))
    }

    /// The experiment that this command makes of the open one; `None` where it changes none.
    ///
    /// # Errors
    /// What it speaks of is not there, or does not fit.
    pub(super) fn edit(&self, prepared: &Arc<Prepared>, saved: &Experiment, control: &Control) -> Result<Option<Edit>, Refusal> {
        let mut experiment = Experiment::clone(&prepared.experiment);
        let mut gone = Vec::new();
        let mut last = Arc::clone(prepared);
        let change = match self {
            Self::Replace(other) => {
                experiment.weights.clone_from(&other.weights);
                let only_weights = experiment == **other;
                experiment = Experiment::clone(other);
                if only_weights { Change::Imported } else { Change::Experiment }
            }
            Self::SetModel(model) => {
                experiment.model = Model::clone(model);
                adapt::complete_input(&mut experiment);
                adapt::resize_masks(&mut experiment, &mut last, control);
                gone = adapt::prune(&mut experiment, &mut last, control);
                Change::Model
            }
            Self::SetMasks(attention, masks) => {
                let place = &mut experiment.model.masks;
                match attention {
                    Attention::Encoder => place.encoder_self.clone_from(masks),
                    Attention::Decoder => place.decoder_self.clone_from(masks),
                    Attention::Cross => place.cross.clone_from(masks),
                }
                Change::Mask(*attention)
            }
            Self::SetInput(input) => {
                experiment.input = Input::clone(input);
                adapt::resize_masks(&mut experiment, &mut last, control);
                gone = adapt::prune(&mut experiment, &mut last, control);
                Change::Input
            }
            Self::SetTokens(tokens) => {
                (experiment.tokenizer, experiment.vocabulary) = Box::as_ref(tokens).clone();
                adapt::resize_masks(&mut experiment, &mut last, control);
                gone = adapt::prune(&mut experiment, &mut last, control);
                Change::Tokens
            }
            Self::SetDecoding(decoding) => {
                experiment.decoding.clone_from(decoding);
                Change::Decoding
            }
            Self::SetWeight(site, cell, value) => {
                weights::set_cell(&mut experiment.weights, *site, *cell, *value);
                Change::Weight(*site)
            }
            Self::SetCells(site, corner, block) => {
                weights::set_block(prepared, &mut experiment.weights, *site, *corner, block)?;
                Change::Block(*site)
            }
            Self::SetWeightSource(site, source) => {
                weights::set_source(&mut experiment.weights, *site, source.as_deref().cloned());
                Change::Source(*site)
            }
            Self::RestoreWeight(site) => {
                weights::restore(&mut experiment.weights, &saved.weights, *site);
                Change::Restored(Some(*site))
            }
            Self::RestoreAllWeights => {
                experiment.weights.clone_from(&saved.weights);
                gone = adapt::prune(&mut experiment, &mut last, control);
                Change::Restored(None)
            }
            Self::Reseed(seed) => {
                experiment.weights.seed = *seed;
                Change::Seed
            }
            Self::SetOverride(site, cell, value) => {
                set_override(&mut experiment, *site, *cell, *value);
                Change::Override(*site)
            }
            Self::SetZero(site, zero) => {
                if *zero {
                    experiment.overrides.insert(*site, crate::experiment::Change::Zero);
                } else {
                    experiment.overrides.remove(site);
                }
                Change::Head(*site)
            }
            Self::SetOverrides(overrides) => {
                experiment.overrides.clone_from(overrides);
                Change::Overrides
            }
            Self::OpenPreset(_)
            | Self::Open(_)
            | Self::OpenExercise(_)
            | Self::SettleExercise
            | Self::Save(_)
            | Self::Select(_)
            | Self::SelectCell(_)
            | Self::SelectHead(_)
            | Self::Undo
            | Self::Redo
            | Self::Differentiate(_)
            | Self::Stop
            | Self::Generate(_) => return Ok(None),
        };
        Ok(Some(Edit { change, experiment, gone, last }))
    }
}

fn set_override(experiment: &mut Experiment, site: Site, cell: Cell, value: Option<f64>) {
    let mut cells = match experiment.overrides.remove(&site) {
        Some(crate::experiment::Change::Cells(cells)) => cells,
        Some(crate::experiment::Change::Zero) | None => Patch::default(),
    };
    cells.take(cell);
    cells.extend(value.map(|value| (cell, value)));
    if !cells.is_empty() {
        experiment.overrides.insert(site, crate::experiment::Change::Cells(cells));
    }
}
