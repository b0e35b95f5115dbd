//! What keeps a command from being carried out, one sentence each.

use std::io;
use std::path::{Path, PathBuf};

use crate::experiment::exercises::ExerciseError;
use crate::experiment::{ExperimentError, RunError, SystemError, presets};
use crate::graph::Site;

/// What keeps a command from being carried out.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Arguments that make no command.
    #[error("{0} (transformer-lab --help lists what there is)")]
    Usage(String),
    /// Neither a file nor a preset.
    #[error("there is no file and no preset \"{name}\"; the presets are {}", names())]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// An architecture that is not shipped.
    #[error("there is no architecture \"{name}\"; there are {known}")]
    NoArchitecture {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A folder without experiments.
    #[error("{}: no experiment (a file that ends in .ron) is in this folder", .0.display())]
    NoExperiments(PathBuf),
    /// A folder that cannot be listed.
    #[error("{}: {}", path.display(), SystemError::of_reading(error))]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// An experiment that cannot be read; the error says where.
    #[error(transparent)]
    Unreadable(ExperimentError),
    /// An experiment that can be read, but not built or run.
    #[error("{experiment}: {error}")]
    Experiment {
        /// Its file or name.
        experiment: String,
        /// Why.
        error: RunError,
    },
    /// An exercise that cannot be read or worked out; the error says where.
    #[error(transparent)]
    Exercise(#[from] ExerciseError),
    /// A value that the model does not have.
    #[error("{experiment}: the model has no value at {site}; \"transformer-lab run {experiment}\" lists all")]
    NoSite {
        /// The file or name of the experiment.
        experiment: String,
        /// The value asked for.
        site: Site,
    },
    /// Two experiments that cannot be compared.
    #[error(transparent)]
    Comparison(crate::experiment::comparison::ComparisonError),
    /// An experiment that cannot be differentiated.
    #[error("{experiment}: {error}")]
    Gradients {
        /// Its file or name.
        experiment: String,
        /// Why.
        error: crate::experiment::GradientsError,
    },
    /// Something that cannot be taken away.
    #[error(transparent)]
    Export(#[from] crate::experiment::export::ExportError),
    /// A file that holds one matrix, where all were asked for.
    #[error("{}: such a file holds a single matrix; say which with --site, or end the name in .npz, .safetensors or .json", .0.display())]
    OneMatrix(PathBuf),
    /// A name that promises another kind of file than the one that would be written.
    #[error("{}: {what} is written to a file that ends in .{ending}", path.display())]
    Ending {
        /// The file.
        path: PathBuf,
        /// What is written.
        what: &'static str,
        /// How its name must end.
        ending: &'static str,
    },
    /// Numbers that cannot be brought in.
    #[error(transparent)]
    Import(#[from] crate::experiment::import::ImportError),
    /// The output cannot be written to.
    #[error("the output cannot be written: {}", SystemError::of_writing(.0))]
    Output(#[from] io::Error),
    /// A program built without the feature `gui`.
    #[error("this program was built without its window (the feature gui); the commands check, run and cost are in it")]
    NoWindow,
    /// The window cannot be opened.
    #[cfg(feature = "gui")]
    #[error(transparent)]
    Window(#[from] crate::ui::app::NoWindow),
    /// A picture cannot be drawn.
    #[cfg(feature = "gui")]
    #[error(transparent)]
    Picture(#[from] crate::ui::app::NoPicture),
    /// A report cannot be written.
    #[cfg(feature = "gui")]
    #[error(transparent)]
    Report(#[from] crate::ui::export::ExportError),
    /// A picture cannot be written.
    #[cfg(feature = "gui")]
    #[error(transparent)]
    PictureFile(#[from] crate::ui::picture::PictureError),
}

impl Failure {
    /// The first paragraph of what clap says about the arguments, as one sentence.
    pub(super) fn usage(error: &clap::Error) -> Self {
        let text = error.to_string();
        let paragraph = text.split("\n\n").next().unwrap_or_default();
        let sentence = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        Self::Usage(sentence.trim_start_matches("error: ").to_owned())
    }
}

/// Refuses a name that promises another kind of file than the one that would be written.
pub(super) fn must_end(path: &Path, what: &'static str, ending: &'static str) -> Result<(), Failure> {
    let ends = path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    if ends { Ok(()) } else { Err(Failure::Ending { path: path.to_owned(), what, ending }) }
}

fn names() -> String {
    presets().iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ")
}
