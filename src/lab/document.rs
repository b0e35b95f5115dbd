//! The open experiment, and where it came from.

use std::path::PathBuf;
use std::sync::Arc;

use std::collections::BTreeSet;

use crate::experiment::{Experiment, Prepared};
use crate::graph::{Cell, Site};

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
    /// Where it came from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

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

/// The weights whose numbers are not those of the saved experiment.
pub fn changed_weights(saved: &Experiment, now: &Experiment) -> Vec<Site> {
    let (old, new) = (&saved.weights, &now.weights);
    let sites: BTreeSet<Site> =
        [old.values.keys(), new.values.keys()].into_iter().flatten().chain(old.edits.keys()).chain(new.edits.keys()).copied().collect();
    sites.into_iter().filter(|site| old.values.get(site) != new.values.get(site) || old.edits.get(site) != new.edits.get(site)).collect()
}

/// Whether a number of a weight is not that of the saved experiment, as far as the two say so themselves.
pub fn weight_changed(saved: &Experiment, now: &Experiment, site: Site, cell: Cell) -> bool {
    let number = |experiment: &Experiment| {
        let edit = experiment
            .weights
            .edits
            .get(&site)
            .and_then(|edits| edits.iter().rev().find(|edit| (edit.0, edit.1) == (cell.row, cell.column)));
        let written = match experiment.weights.values.get(&site) {
            Some(crate::experiment::WeightSource::Rows(rows)) => rows.0.get((cell.row, cell.column)).copied(),
            _ => None,
        };
        edit.map(|edit| edit.2).or(written)
    };
    number(saved) != number(now)
}
