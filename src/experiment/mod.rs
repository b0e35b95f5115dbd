//! The document that a user opens, edits, checks and saves.

pub(crate) mod atomic_file;
mod check;
pub mod comparison;
mod document;
mod error;
mod expectation;
mod format;
mod generation;
mod gradients;
mod leaves;
pub mod matrix_file;
mod outcome;
mod prepare;
mod presets;
mod table;
mod weights;

pub use check::{Checked, Verdict, check, check_outcome, cosine, parameters};
pub use document::{Change, Experiment, Input, Sequence, Texts, VERSION};
pub use error::ExperimentError;
pub use expectation::Expectation;
pub use format::{from_text, load, save, to_text};
pub use generation::{AnyLanguageModel, Generated, LanguageModel, begin, generate};
pub use gradients::{Gradients, GradientsError, Objective, Origin, gradients};
pub use leaves::{LeafStore, weight};
pub use outcome::{Outcome, RunError, Runner, Values};
pub use prepare::Prepared;
pub use presets::{Family, Preset, presets};
pub use table::{RaggedRow, Table};
pub use weights::{Initialisers, WeightSource, Weights};
