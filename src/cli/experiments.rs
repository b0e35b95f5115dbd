//! From an argument to the experiment that it names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::failure::Failure;
use crate::experiment::exercises;
use crate::experiment::{Experiment, Prepared, RunError, presets};
#[cfg(feature = "gui")]
use crate::lab::Command;
use crate::lab::Origin;

/// What an argument names: a file, or a shipped preset or exercise where there is no such file.
pub(super) fn find(argument: &Path) -> Result<Origin, Failure> {
    if argument.is_file() {
        return Ok(file(argument.to_owned()));
    }
    let preset = presets().iter().find(|preset| Path::new(preset.name) == argument);
    match preset {
        Some(preset) => Ok(Origin::Preset(preset.name)),
        None if argument.to_str().is_some_and(|name| exercises::names().any(|known| known == name)) => {
            Ok(Origin::Exercise { name: argument.display().to_string(), file: None, variant: 0 })
        }
        // What looks like a file is one that cannot be read, and the system says why.
        None if argument.exists() || argument.extension().is_some() || argument.components().count() > 1 => {
            Ok(Origin::File(argument.to_owned()))
        }
        None => Err(Failure::Unknown { name: argument.display().to_string() }),
    }
}

/// What stands in a file: an experiment, or an exercise.
fn file(path: PathBuf) -> Origin {
    if std::fs::read_to_string(&path).is_ok_and(|text| exercises::is_exercise(&text)) {
        let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        return Origin::Exercise { name, file: Some(path), variant: 0 };
    }
    Origin::File(path)
}

/// The experiments that an argument names: those of a folder, in the order of their names, or a single one.
pub(super) fn find_all(argument: &Path) -> Result<Vec<Origin>, Failure> {
    if !argument.is_dir() {
        return Ok(vec![find(argument)?]);
    }
    let unlisted = |error| Failure::Folder { path: argument.to_owned(), error };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(argument).map_err(unlisted)? {
        files.push(entry.map_err(unlisted)?.path());
    }
    files.retain(|path: &PathBuf| path.extension().is_some_and(|extension| extension == "ron"));
    files.sort();
    if files.is_empty() { Err(Failure::NoExperiments(argument.to_owned())) } else { Ok(files.into_iter().map(file).collect()) }
}

/// The experiment there.
pub(super) fn load(origin: &Origin) -> Result<Arc<Experiment>, Failure> {
    origin.load().map_err(Failure::Unreadable)
}

/// The experiment with its choices checked and its graph written.
pub(super) fn prepare(origin: &Origin, experiment: Arc<Experiment>) -> Result<Arc<Prepared>, Failure> {
    Prepared::new(experiment, origin.folder()).map(Arc::new).map_err(|error| in_experiment(origin)(error.into()))
}

/// The command that opens it in the window.
#[cfg(feature = "gui")]
pub(super) fn opening(origin: Origin) -> Result<Command, Failure> {
    Ok(match origin {
        Origin::Preset(name) => Command::OpenPreset(name),
        Origin::File(path) | Origin::Exercise { file: Some(path), .. } => Command::Open(path),
        Origin::Exercise { name, file: None, variant } => {
            let file = exercises::exercise(&name)?;
            Command::OpenExercise(Box::new(exercises::Variant { file, number: variant }))
        }
    })
}

/// What an experiment that can be read is refused with: its name, and why.
pub(super) fn in_experiment(origin: &Origin) -> impl Fn(RunError) -> Failure {
    let experiment = origin.to_string();
    move |error| Failure::Experiment { experiment: experiment.clone(), error }
}

/// Name and title of an experiment, for the first line of what is told about it.
pub(super) fn heading(origin: &Origin, experiment: &Experiment) -> String {
    match experiment.title.en.as_str() {
        "" => origin.to_string(),
        title => format!("{origin}: {title}"),
    }
}
