//! What can be wrong with an exercise, one sentence each.

use std::path::PathBuf;

use crate::experiment::{ExperimentError, RunError, SyntaxError, SystemError};
use crate::graph::{Shape, Site, SiteError};

/// An exercise that cannot be read or worked out.
#[derive(Debug, thiserror::Error)]
pub enum ExerciseError {
    /// A file that cannot be read.
    #[error("{}: {}", path.display(), SystemError::of_reading(error))]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A version of the format that this program does not know.
    #[error("{name} has version {version} of the format, but this program reads version {}", super::VERSION)]
    Version {
        /// The file, or what stands for it.
        name: String,
        /// Its version.
        version: u32,
    },
    /// A text that is no exercise.
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
    /// An exercise that no variant could be worked out of.
    #[error("{name}:{line}:{column}: {flaw}")]
    Flaw {
        /// The file, or what stands for it.
        name: String,
        /// Line, from 1, of what is to blame.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong.
        flaw: Flaw,
    },
    /// A variant that cannot be worked out.
    #[error("{name}:{line}:{column}: variant {variant}: {flaw}")]
    Work {
        /// The file, or what stands for it.
        name: String,
        /// Line, from 1, of what is to blame.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// Which variant.
        variant: u64,
        /// What is wrong.
        flaw: Flaw,
    },
    /// An exercise that is not shipped.
    #[error("there is no exercise \"{0}\"")]
    NoExercise(String),
}

/// What is wrong inside an exercise.
#[derive(Debug, thiserror::Error)]
pub enum Flaw {
    /// A text that is missing in both languages.
    #[error("{0} is empty in both languages")]
    Empty(&'static str),
    /// Nothing is asked.
    #[error("an exercise needs at least one answer")]
    NoAnswers,
    /// A number is written where it should be computed.
    #[error("an answer must come from the experiment, as Cell or Count do, so that it is right in every variant")]
    Literal,
    /// A choice without options, or outside them.
    #[error("Choice({choice}) is none of the {options} options, which are counted from 0")]
    Choice {
        /// The right one, as written.
        choice: usize,
        /// How many there are.
        options: usize,
    },
    /// Options beside an answer that is no choice.
    #[error("options are given, but the answer is no Choice")]
    Options,
    /// Two things of the same name.
    #[error("there are two things called \"{0}\"")]
    Twice(String),
    /// A name that nothing has.
    #[error("there is no variable or value \"{0}\"")]
    NoName(String),
    /// A name of something of another kind.
    #[error("\"{name}\" is no {wanted}")]
    Kind {
        /// The name.
        name: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// A way of drawing that fits no first value.
    #[error("\"{0}\" cannot be drawn so: OneOf needs a value, and Whole a number or a matrix and enough numbers between from and to")]
    Draw(String),
    /// A number that is no size.
    #[error("{0} is no size: a whole number from 0 is needed")]
    NoSize(f64),
    /// A row or column that is not there.
    #[error("there is no row or column {index} of {count}, counted from 0")]
    NoIndex {
        /// As it was given.
        index: f64,
        /// How many there are.
        count: usize,
    },
    /// Merges for texts that are cut otherwise.
    #[error("the texts are not cut into byte pairs, so there are no merges")]
    NoMerges,
    /// A site that is none once its placeholders are filled.
    #[error("{error}")]
    Site {
        /// As it is written.
        text: String,
        /// Why.
        error: SiteError,
    },
    /// A site that the model does not have.
    #[error("the model has no value at {site}")]
    NoSite {
        /// As it is written.
        text: String,
        /// With its placeholders filled.
        site: Site,
    },
    /// Matrices of shapes that do not go together.
    #[error("a matrix of {0} and one of {1} cannot be taken together number by number")]
    Shapes(Shape, Shape),
    /// Words where numbers are needed.
    #[error("numbers are needed here, not words")]
    Words,
    /// A table whose columns are no tokens.
    #[error("the columns of {0} are no tokens")]
    NoTokens(Site),
    /// Two columns with the same largest number, of which one would have to be the answer.
    #[error("row {row} of {site} has its largest number twice, so no token is the likeliest")]
    Tie {
        /// As it is written.
        text: String,
        /// Where.
        site: Site,
        /// The row.
        row: usize,
    },
    /// An experiment that cannot be had, built or run.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl From<ExperimentError> for Flaw {
    fn from(error: ExperimentError) -> Self {
        Self::Run(error.into())
    }
}

impl Flaw {
    /// What stands in the file where it is wrong, as far as that can be told.
    fn written(&self) -> Option<String> {
        match self {
            Self::NoName(name) | Self::Kind { name, .. } | Self::Run(RunError::Experiment(ExperimentError::NoPreset(name))) => {
                Some(name.clone())
            }
            Self::Twice(name) | Self::Draw(name) => Some(format!("\"{name}\"")),
            Self::Site { text, .. } | Self::NoSite { text, .. } | Self::Tie { text, .. } => Some(text.clone()),
            Self::Choice { choice, .. } => Some(format!("Choice({choice})")),
            Self::Empty(name) => Some((*name).to_owned()),
            Self::NoAnswers | Self::Literal | Self::Options => Some("answers".to_owned()),
            Self::Run(_) => Some("experiment".to_owned()),
            _ => None,
        }
    }

    /// Line and column, from 1, of what is to blame in the text of an exercise.
    pub(super) fn place(&self, text: &str) -> (usize, usize) {
        let written = self.written();
        // A name stands in braces or in quotes; other words of the file may hold it as a part.
        let forms = written.iter().flat_map(|word| [format!("{{{word}}}"), format!("{{{word}:"), format!("\"{word}\""), word.clone()]);
        let at = forms.into_iter().find_map(|form| text.find(&form)).unwrap_or(0);
        let before = &text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        (line, column)
    }
}
