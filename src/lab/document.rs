//! The open experiment, and where it came from.

use std::path::PathBuf;
use std::sync::Arc;

use crate::experiment::{Experiment, Prepared};

/// Where the open experiment came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A shipped preset, by name.
    Preset(&'static str),
    /// A file.
    File(PathBuf),
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
}

impl Document {
    /// The experiment as it is.
    pub fn experiment(&self) -> &Arc<Experiment> {
        &self.prepared.experiment
    }

    /// Whether it differs from what was opened or last saved.
    pub fn is_changed(&self) -> bool {
        !Arc::ptr_eq(&self.saved, self.experiment()) && self.saved != *self.experiment()
    }

    /// The folder that the files of weights are relative to.
    pub fn folder(&self) -> Option<&std::path::Path> {
        match &self.origin {
            Origin::Preset(_) => None,
            Origin::File(path) => path.parent(),
        }
    }
}
