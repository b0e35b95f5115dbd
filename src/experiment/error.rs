//! What can be wrong with an experiment, one sentence each.

use std::path::PathBuf;

use super::exercises::{ExerciseError, Lock};
use super::matrix_file::MatrixFileError;
use super::syntax::SyntaxError;
use super::system_error::SystemError;
use crate::graph::{Cancelled, Cell, Shape, Site};
use crate::transformer::BuildError;
use crate::transformer::decoding::{GenerationError, SettingError};
use crate::transformer::tokenizer::TokenizerError;

/// Bytes in a GiB.
const GIB: f64 = 1_073_741_824.0;

/// An experiment that cannot be read, built or run.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// A file that cannot be read.
    #[error("{}: {}", path.display(), SystemError::of_reading(error))]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file that cannot be written.
    #[error("{} could not be written: {}", path.display(), SystemError::of_writing(error))]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A text that is no experiment.
    #[error("{name}:{line}:{column}: {problem}")]
    Format {
        /// The file, or what stands for it.
        name: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong.
        problem: SyntaxError,
    },
    /// A version of the format that this program does not know.
    #[error("{name} has version {version} of the format, but this program reads version {}", super::VERSION)]
    Version {
        /// The file, or what stands for it.
        name: String,
        /// Its version.
        version: u32,
    },
    /// A preset that is not shipped.
    #[error("there is no preset \"{0}\"")]
    NoPreset(String),
    /// Preparing it was told to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The system gives no thread to prepare it on.
    #[error("no thread could be started: {0}")]
    Thread(std::io::Error),
    /// A model that cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A vocabulary that cannot be.
    #[error(transparent)]
    Vocabulary(TokenizerError),
    /// A text that cannot be cut into tokens.
    #[error("{side}: {error}")]
    Text {
        /// Which text.
        side: &'static str,
        /// Why.
        error: TokenizerError,
    },
    /// A token that the vocabulary does not have.
    #[error("{side}: the token \"{token}\" is not in the vocabulary")]
    Token {
        /// Which side.
        side: &'static str,
        /// The token.
        token: String,
    },
    /// Names for more or fewer rows than there are.
    #[error("{side} has {rows} rows but {labels} labels; give a label for each row, or none")]
    Labels {
        /// Which side.
        side: &'static str,
        /// Rows.
        rows: usize,
        /// Labels.
        labels: usize,
    },
    /// A memory that is not given as vectors.
    #[error("the memory must be given as Vectors or Length")]
    Memory,
    /// Numbers for a weight that the model does not have.
    #[error("the model has no weight {0}")]
    NoWeight(Site),
    /// A weight of the wrong shape.
    #[error("{site} is given with shape {got}, but the model needs {expected}")]
    WeightShape {
        /// Which weight.
        site: Site,
        /// The shape given.
        got: Shape,
        /// The shape needed.
        expected: Shape,
    },
    /// A cell that a weight does not have.
    #[error("{site} has no cell {cell}: its shape is {shape}")]
    NoCell {
        /// Which weight.
        site: Site,
        /// Which cell.
        cell: Cell,
        /// The shape of the weight.
        shape: Shape,
    },
    /// A block of numbers that is larger than the room for it.
    #[error("the block is {block}, but from cell {corner} of {site} on there is room for {room}")]
    BlockRoom {
        /// Which weight.
        site: Site,
        /// The size of the block.
        block: Shape,
        /// Where it was to begin.
        corner: Cell,
        /// The room there is.
        room: Shape,
    },
    /// A weight that cannot be read from its file.
    #[error("{site}: {error}")]
    WeightFile {
        /// Which weight.
        site: Site,
        /// Why.
        error: MatrixFileError,
    },
    /// An override of a value that the model does not have.
    #[error("the override of {0} points outside the model")]
    NoOverride(Site),
    /// A model too large for this machine.
    #[error(
        "this model would need {predicted} bytes ({:.1} GiB) of memory, and this machine has {available} ({:.1} GiB); choose smaller sizes, or only count it (count_only: true)",
        *predicted / GIB,
        *available as f64 / GIB
    )]
    TooLarge {
        /// Predicted bytes.
        predicted: f64,
        /// Bytes of memory of the machine.
        available: u64,
    },
    /// A site that the model does not have.
    #[error("the model has no value at {0}")]
    NoSite(Site),
    /// An experiment that is only counted.
    #[error("this experiment is only counted, not run")]
    CountOnly,
    /// Tokens cannot be generated here.
    #[error(transparent)]
    Generate(#[from] NoGeneration),
    /// An exercise that cannot be opened.
    #[error(transparent)]
    Exercise(Box<ExerciseError>),
    /// A choice that the open exercise holds fast.
    #[error("the exercise holds {0} fast until it is solved or its solution is shown")]
    Locked(Lock),
}

impl From<ExerciseError> for ExperimentError {
    fn from(error: ExerciseError) -> Self {
        Self::Exercise(Box::new(error))
    }
}

/// Why no token is generated.
#[derive(Debug, thiserror::Error)]
pub enum NoGeneration {
    /// No way of choosing is set.
    #[error("the experiment does not say how tokens are chosen (decoding)")]
    Undecided,
    /// Nothing that could generate.
    #[error("only a decoder with a vocabulary on top generates tokens")]
    Decoder,
    /// Nothing to begin with.
    #[error("generation needs a target made of tokens to begin with")]
    Prompt,
    /// An end token that does not exist.
    #[error("the end token {0:?} is not in the vocabulary")]
    EndToken(String),
    /// A setting out of its range.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// There are no values to begin with.
    #[error("the values of the experiment are not calculated, so that there is no model to ask")]
    NotRun,
    /// The system gives no thread.
    #[error("no thread could be started: {0}")]
    Thread(#[from] std::io::Error),
    /// A step that could not be taken.
    #[error(transparent)]
    Step(Box<GenerationError<ExperimentError>>),
    /// It was told to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// A target that would change the vocabulary that is collected from it.
    #[error("these tokens as a target would change the vocabulary, which is collected from the texts; list its tokens in the experiment")]
    VocabularyWouldChange,
}
