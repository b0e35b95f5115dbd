//! No subcommand: the window.

use std::path::Path;

use super::Status;
use super::experiments::{find, in_experiment, load, opening};
use super::failure::Failure;
use crate::experiment::Prepared;
use crate::graph::Control;
use crate::lab::AT_ONCE;
use crate::ui::app;

/// Opens the window on an experiment that can be opened, or on the first preset, and comes back when it is closed.
pub(super) fn open(experiment: Option<&Path>) -> Result<Status, Failure> {
    let origin = experiment.map(find).transpose()?;
    if let Some(origin) = &origin {
        // What takes long is prepared in the window, which shows how far it is, and is refused there.
        let control = Control::limited(AT_ONCE);
        if origin.announce(&control).is_ok() {
            let prepared = Prepared::watched(load(origin)?, origin.folder(), None, &control);
            if let (Err(error), false) = (prepared, control.is_cancelled()) {
                return Err(in_experiment(origin)(error.into()));
            }
        }
    }
    app::open(origin.map(opening).transpose()?)?;
    Ok(Status::Well)
}
