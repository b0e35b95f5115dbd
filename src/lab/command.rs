//! What a user can ask for: widgets, keys, tests and the command line all say it in these words.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::adapt;
use super::history::Change;
use crate::experiment::{Experiment, ExperimentError, Input, Objective, Prepared, WeightSource};
use crate::graph::{Cell, Site};
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
#[derive(Clone, Debug)]
pub enum Command {
    /// Open a shipped preset.
    OpenPreset(&'static str),
    /// Open a file.
    Open(PathBuf),
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
    /// Another source for a weight; `None`: drawn like its kind.
    SetWeightSource(Site, Option<Box<WeightSource>>),
    /// A weight as the preset or file has it.
    RestoreWeight(Site),
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
}

/// What a command makes of an experiment.
pub(super) struct Edit {
    /// What kind of change it is.
    pub(super) change: Change,
    /// The experiment after it.
    pub(super) experiment: Experiment,
    /// Weights and overrides that have no place in it any more.
    pub(super) gone: Vec<Site>,
}

/// Why a command was not carried out; the state is as it was before.
pub type Refusal = ExperimentError;

impl Command {
    /// Whether it puts another document in the place of the open one.
    pub const fn opens(&self) -> bool {
        matches!(self, Self::OpenPreset(_) | Self::Open(_))
    }

    /// Whether it changes or replaces the experiment, rather than what is chosen.
    pub const fn edits(&self) -> bool {
        !matches!(self, Self::Select(_) | Self::SelectCell(_) | Self::SelectHead(_) | Self::Differentiate(_) | Self::Stop)
    }

    /// The experiment that this command makes of the open one; `None` where it changes none.
    pub(super) fn edit(&self, prepared: &Prepared, saved: &Experiment) -> Option<Edit> {
        let mut experiment = Experiment::clone(&prepared.experiment);
        let mut gone = Vec::new();
        let change = match self {
            Self::Replace(other) => {
                experiment = Experiment::clone(other);
                Change::Experiment
            }
            Self::SetModel(model) => {
                experiment.model = Model::clone(model);
                adapt::complete_input(&mut experiment);
                adapt::resize_masks(&mut experiment, prepared.folder.as_deref());
                gone = adapt::prune(&mut experiment, prepared.folder.as_deref());
                Change::Model
            }
            Self::SetMasks(attention, masks) => {
                let place = &mut experiment.model.masks;
                match attention {
                    Attention::Encoder => place.encoder_self.clone_from(masks),
                    Attention::Decoder => place.decoder_self.clone_from(masks),
                    Attention::Cross => place.cross.clone_from(masks),
                }
                Change::Mask
            }
            Self::SetInput(input) => {
                experiment.input = Input::clone(input);
                adapt::resize_masks(&mut experiment, prepared.folder.as_deref());
                gone = adapt::prune(&mut experiment, prepared.folder.as_deref());
                Change::Input
            }
            Self::SetTokens(tokens) => {
                (experiment.tokenizer, experiment.vocabulary) = Box::as_ref(tokens).clone();
                adapt::resize_masks(&mut experiment, prepared.folder.as_deref());
                gone = adapt::prune(&mut experiment, prepared.folder.as_deref());
                Change::Tokens
            }
            Self::SetDecoding(decoding) => {
                experiment.decoding.clone_from(decoding);
                Change::Decoding
            }
            Self::SetWeight(site, cell, value) => {
                set_weight(&mut experiment, *site, *cell, *value);
                Change::Weight
            }
            Self::SetWeightSource(site, source) => {
                experiment.weights.edits.remove(site);
                match source {
                    Some(source) => experiment.weights.values.insert(*site, WeightSource::clone(source)),
                    None => experiment.weights.values.remove(site),
                };
                Change::Weight
            }
            Self::RestoreWeight(site) => {
                match saved.weights.values.get(site) {
                    Some(source) => experiment.weights.values.insert(*site, source.clone()),
                    None => experiment.weights.values.remove(site),
                };
                match saved.weights.edits.get(site) {
                    Some(edits) => experiment.weights.edits.insert(*site, edits.clone()),
                    None => experiment.weights.edits.remove(site),
                };
                Change::Weight
            }
            Self::Reseed(seed) => {
                experiment.weights.seed = *seed;
                Change::Seed
            }
            Self::SetOverride(site, cell, value) => {
                set_override(&mut experiment, *site, *cell, *value);
                Change::Override
            }
            Self::SetZero(site, zero) => {
                if *zero {
                    experiment.overrides.insert(*site, crate::experiment::Change::Zero);
                } else {
                    experiment.overrides.remove(site);
                }
                Change::Override
            }
            Self::SetOverrides(overrides) => {
                experiment.overrides.clone_from(overrides);
                Change::Override
            }
            Self::OpenPreset(_)
            | Self::Open(_)
            | Self::Save(_)
            | Self::Select(_)
            | Self::SelectCell(_)
            | Self::SelectHead(_)
            | Self::Undo
            | Self::Redo
            | Self::Differentiate(_)
            | Self::Stop => return None,
        };
        Some(Edit { change, experiment, gone })
    }
}

/// Changes a number where it is written, or notes it as an edit of what is drawn or read.
fn set_weight(experiment: &mut Experiment, site: Site, cell: Cell, value: f64) {
    if let Some(WeightSource::Rows(rows)) = experiment.weights.values.get_mut(&site)
        && let Some(place) = rows.0.get_mut((cell.row, cell.column))
    {
        *place = value;
        return;
    }
    let edits = experiment.weights.edits.entry(site).or_default();
    edits.retain(|&(row, column, _)| (row, column) != (cell.row, cell.column));
    edits.push((cell.row, cell.column, value));
}

fn set_override(experiment: &mut Experiment, site: Site, cell: Cell, value: Option<f64>) {
    let mut cells = match experiment.overrides.remove(&site) {
        Some(crate::experiment::Change::Cells(cells)) => cells,
        Some(crate::experiment::Change::Zero) | None => Vec::new(),
    };
    cells.retain(|&(row, column, _)| (row, column) != (cell.row, cell.column));
    cells.extend(value.map(|value| (cell.row, cell.column, value)));
    if !cells.is_empty() {
        experiment.overrides.insert(site, crate::experiment::Change::Cells(cells));
    }
}
