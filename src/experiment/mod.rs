//! The document that a user opens, edits, checks and saves.

mod architectures;
pub(crate) mod atomic_file;
mod check;
pub mod comparison;
mod document;
mod error;
pub mod exercises;
mod expectation;
mod format;
mod generation;
mod gradients;
mod language_model;
mod leaves;
pub mod matrix_file;
pub mod matrix_text;
mod outcome;
mod prepare;
mod presets;
mod table;
mod weights;

pub use architectures::{Published, architectures};
pub use check::{Checked, Verdict, check, check_outcome, cosine, parameters};
pub use document::{Change, Experiment, Input, Sequence, Texts, VERSION};
pub use error::{ExperimentError, NoGeneration};
pub use expectation::Expectation;
pub use format::{from_text, load, save, to_text};
pub use generation::{Generated, begin, begin_with, generate, generates, language_model, room_for_tokens};
pub use gradients::{Gradients, GradientsError, Objective, gradients};
pub use language_model::{AnyLanguageModel, LanguageModel};
pub use leaves::{LeafStore, weight};
pub use outcome::{Outcome, RunError, Runner, Values};
pub use prepare::Prepared;
pub use presets::{Family, Preset, presets};
pub use table::{RaggedRow, Table};
pub use weights::{Initialisers, WeightOrigin, WeightSource, Weights};
