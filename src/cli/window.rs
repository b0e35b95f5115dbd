//! No subcommand: the window.

use std::path::Path;

use super::Status;
use super::experiments::{find, in_experiment, load, opening};
use super::failure::Failure;
use super::output::Console;
use crate::experiment::Prepared;
use crate::graph::Control;
use crate::lab::{AT_ONCE, Command};
use crate::ui::app;

/// Opens the window on an experiment, or on the first preset, and comes back when it is closed. An experiment that cannot be
/// opened is told of here, and in the window too where there is one.
pub(super) fn open(experiment: Option<&Path>, console: &mut Console<'_>) -> Result<Status, Failure> {
    let Some(argument) = experiment else {
        app::open(None)?;
        return Ok(Status::Well);
    };
    match checked(argument) {
        Ok(command) => {
            app::open(Some(command))?;
            Ok(Status::Well)
        }
        Err(failure) if !app::has_display() => Err(failure),
        Err(failure) => {
            let status = console.report(&failure);
            app::open(Some(Command::Open(argument.to_owned())))?;
            Ok(status)
        }
    }
}

/// The command that opens it, once it is known that it can be. What takes long is prepared in the window, which shows how far it is,
/// and is refused there.
fn checked(argument: &Path) -> Result<Command, Failure> {
    let origin = find(argument)?;
    let control = Control::limited(AT_ONCE);
    if origin.announce(&control).is_ok() {
        let prepared = Prepared::watched(load(&origin)?, origin.folder(), None, &control);
        if let (Err(error), false) = (prepared, control.is_cancelled()) {
            return Err(in_experiment(&origin)(error.into()));
        }
    }
    opening(origin)
}
