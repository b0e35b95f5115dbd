//! The open experiment, and where it came from.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::weights::changed_weights;
use crate::experiment::{Experiment, ExperimentError, Prepared, Preset, load};
use crate::graph::Site;

/// Where the open experiment came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A shipped preset, by name.
    Preset(&'static str),
    /// A file.
    File(PathBuf),
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
        }
    }

    /// The folder that the files of weights are relative to.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Preset(_) => None,
            Self::File(path) => path.parent(),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Preset(name) => f.write_str(name),
            Self::File(path) => path.display().fmt(f),
        }
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
    changed: bool,
    changed_weights: BTreeSet<Site>,
}

impl Document {
    /// Opens what stands at `origin`.
    ///
    /// # Errors
    /// A file that cannot be read, or the first thing in it that does not fit.
    pub fn open(origin: Origin) -> Result<Self, ExperimentError> {
        let saved = origin.load()?;
        let prepared = Arc::new(Prepared::new(Arc::clone(&saved), origin.folder())?);
        Ok(Self { origin, saved, saved_prepared: Arc::clone(&prepared), prepared, changed: false, changed_weights: BTreeSet::new() })
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
