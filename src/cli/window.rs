//! No subcommand: the window.

use std::path::Path;

use super::Status;
use super::experiments::{find, load, opening, prepare};
use super::failure::Failure;
use crate::ui::app;

/// Opens the window on an experiment that can be opened, or on the first preset, and comes back when it is closed.
pub(super) fn open(experiment: Option<&Path>) -> Result<Status, Failure> {
    let origin = experiment.map(find).transpose()?;
    if let Some(origin) = &origin {
        prepare(origin, load(origin)?)?;
    }
    app::open(origin.map(opening).transpose()?)?;
    Ok(Status::Well)
}
