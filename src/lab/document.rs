//! The open experiment, and where it came from.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::weights::changed_weights;
use crate::experiment::exercises::{ExerciseFile, Lock, Screen, Variant, exercise, is_exercise};
use crate::experiment::{Experiment, ExperimentError, Prepared, Preset, load};
use crate::graph::{Cancelled, Control, Site};

/// Bytes of a file that are read and understood in a step of a [`Control`].
const BYTES_READ: usize = 16;

/// Where the open experiment came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A shipped preset, by name.
    Preset(&'static str),
    /// A file.
    File(PathBuf),
    /// A variant of an exercise.
    Exercise {
        /// Its name.
        name: String,
        /// The file of the exercise, unless it is shipped.
        file: Option<PathBuf>,
        /// Which variant.
        variant: u64,
    },
}

impl Origin {
    /// The experiment as it stands there.
    ///
    /// # Errors
    /// A file that cannot be read, or what is wrong in it.
    pub fn load(&self) -> Result<Arc<Experiment>, ExperimentError> {
        match self {
            Self::Preset(name) => Preset::find(name)?.experiment(),
            Self::File(path) => load(path).map(Arc::new),
            Self::Exercise { name, file, variant } => {
                let file = match file {
                    Some(path) => Arc::new(ExerciseFile::load(path)?),
                    None => exercise(name)?,
                };
                Ok(Arc::new(Variant { file, number: *variant }.experiment()?))
            }
        }
    }

    /// Announces that it will be read.
    ///
    /// # Errors
    /// It must not: the control was asked to stop, or has a limit and the file is too large for it.
    pub fn announce(&self, control: &Control) -> Result<(), Cancelled> {
        match self {
            Self::File(path) | Self::Exercise { file: Some(path), .. } => {
                let bytes = std::fs::metadata(path).map_or(0, |file| file.len());
                control.expect(usize::try_from(bytes).unwrap_or(usize::MAX) / BYTES_READ)
            }
            Self::Preset(_) | Self::Exercise { file: None, .. } => Ok(()),
        }
    }

    /// The folder that the files of weights are relative to.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Preset(_) => None,
            Self::File(path) => path.parent(),
            Self::Exercise { file, .. } => file.as_deref().and_then(Path::parent),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Preset(name) => f.write_str(name),
            Self::File(path) => path.display().fmt(f),
            Self::Exercise { name, variant: 0, .. } => f.write_str(name),
            Self::Exercise { name, variant, .. } => write!(f, "{name}, variant {variant}"),
        }
    }
}

/// The exercise that is open.
#[derive(Clone, Debug)]
pub struct OpenExercise {
    /// Which variant of which.
    pub variant: Arc<Variant>,
    /// Whether it is solved, or its solution was shown.
    pub settled: bool,
}

impl OpenExercise {
    /// Whether a part of the window is hidden.
    pub fn hides(&self, screen: Screen) -> bool {
        !self.settled && self.variant.file.exercise.hide.contains(&screen)
    }

    /// Whether a choice cannot be changed at all.
    pub fn holds(&self, lock: Lock) -> bool {
        let covers = |held: &Lock| match held {
            Lock::Everything => true,
            Lock::Model => matches!(lock, Lock::Sizes | Lock::Masks | Lock::Norms | Lock::Positions | Lock::Scaling),
            held => *held == lock,
        };
        !self.settled && self.variant.file.exercise.lock.iter().any(covers)
    }

    /// What it holds fast of that in which two states of the experiment differ.
    fn forbids(&self, before: &Experiment, after: &Experiment) -> Option<Lock> {
        let locks = &self.variant.file.exercise.lock;
        locks.iter().copied().find(|lock| !self.settled && lock.forbids(before, after))
    }
}

/// The open experiment.
#[derive(Clone, Debug)]
pub struct Document {
    /// Where it came from.
    pub origin: Origin,
    /// As it was opened or last saved.
    pub saved: Arc<Experiment>,
    /// As it is, checked, with its graph.
    pub prepared: Arc<Prepared>,
    saved_prepared: Arc<Prepared>,
    exercise: Option<OpenExercise>,
    changed: bool,
    changed_weights: BTreeSet<Site>,
}

impl Document {
    /// Opens what stands at `origin`: an experiment, or an exercise in its variant 0.
    ///
    /// # Errors
    /// A file that cannot be read, or the first thing in it that does not fit.
    pub fn open(origin: Origin, control: &Control) -> Result<Self, ExperimentError> {
        origin.announce(control)?;
        if let Origin::File(path) = &origin
            && std::fs::read_to_string(path).is_ok_and(|text| is_exercise(&text))
        {
            return Self::exercise(Variant { file: Arc::new(ExerciseFile::load(path)?), number: 0 }, control);
        }
        let saved = origin.load()?;
        Self::of(origin, saved, None, control)
    }

    /// Opens a variant of an exercise.
    ///
    /// # Errors
    /// A change that the exercise cannot make, or the first thing that does not fit.
    pub fn exercise(variant: Variant, control: &Control) -> Result<Self, ExperimentError> {
        let file = &variant.file;
        let origin = Origin::Exercise { name: file.name.clone(), file: file.path.clone(), variant: variant.number };
        let experiment = Arc::new(variant.experiment()?);
        Self::of(origin, experiment, Some(OpenExercise { variant: Arc::new(variant), settled: false }), control)
    }

    fn of(origin: Origin, saved: Arc<Experiment>, exercise: Option<OpenExercise>, control: &Control) -> Result<Self, ExperimentError> {
        let prepared = Arc::new(Prepared::watched(Arc::clone(&saved), origin.folder(), None, control)?);
        Ok(Self {
            origin,
            saved,
            saved_prepared: Arc::clone(&prepared),
            prepared,
            exercise,
            changed: false,
            changed_weights: BTreeSet::new(),
        })
    }

    /// The exercise that is open, if one is.
    pub fn open_exercise(&self) -> Option<&OpenExercise> {
        self.exercise.as_ref()
    }

    /// Nothing of the exercise is hidden or held fast any more.
    pub(super) fn settle(&mut self) {
        if let Some(exercise) = &mut self.exercise {
            exercise.settled = true;
        }
    }

    /// Refuses a state that differs in what the open exercise holds fast.
    pub(super) fn permit(&self, after: &Experiment) -> Result<(), ExperimentError> {
        let lock = self.exercise.as_ref().and_then(|exercise| exercise.forbids(self.experiment(), after));
        lock.map_or(Ok(()), |lock| Err(ExperimentError::Locked(lock)))
    }

    /// Where it came from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The experiment as it is.
    pub fn experiment(&self) -> &Arc<Experiment> {
        &self.prepared.experiment
    }

    /// As it was opened or last saved, with its graph.
    pub fn saved_prepared(&self) -> &Arc<Prepared> {
        &self.saved_prepared
    }

    /// Whether it differs from what was opened or last saved.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// The weights whose numbers come about in another way than in what was opened or last saved, or were edited since.
    pub fn changed_weights(&self) -> &BTreeSet<Site> {
        &self.changed_weights
    }

    /// Puts another state in the place of the present one, and returns that.
    pub(super) fn replace(&mut self, prepared: Arc<Prepared>) -> Arc<Prepared> {
        let before = std::mem::replace(&mut self.prepared, prepared);
        // Compared once and not in every frame: there may be millions of numbers.
        self.changed = !Arc::ptr_eq(&self.saved, self.experiment()) && self.saved != *self.experiment();
        self.changed_weights = if self.changed { changed_weights(&self.saved, &self.prepared) } else { BTreeSet::new() };
        before
    }

    /// Notes that it now stands in a file as it is.
    pub(super) fn saved_to(&mut self, path: PathBuf) {
        self.saved = Arc::clone(self.experiment());
        self.saved_prepared = Arc::clone(&self.prepared);
        self.origin = Origin::File(path);
        self.changed = false;
        self.changed_weights.clear();
    }

    /// The folder that the files of weights are relative to.
    pub fn folder(&self) -> Option<&Path> {
        self.origin.folder()
    }
}
