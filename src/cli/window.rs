//! What the command line asks of the window.

use std::path::Path;

use super::Status;
use super::experiments::{find, load, prepare};
use super::failure::Failure;
use super::picture::PictureRequest;
use crate::lab::Origin;

/// Opens the window on an experiment that can be opened, or on the first preset.
pub(super) fn open(experiment: Option<&Path>) -> Result<Status, Failure> {
    let origin = experiment.map(find).transpose()?;
    if let Some(origin) = &origin {
        prepare(origin, load(origin)?)?;
    }
    if !display_is_there() {
        return Err(Failure::NoDisplay);
    }
    Err(Failure::NoWindow)
}

/// Draws a view of an experiment into a file.
pub(super) fn draw(_: Origin, _: &PictureRequest, _: &Path) -> Result<(), Failure> {
    Err(Failure::NoWindow)
}

/// Whether a window can be shown. Only X11 and Wayland say beforehand that it cannot.
fn display_is_there() -> bool {
    let asked = cfg!(all(unix, not(target_os = "macos")));
    let named = |variable| std::env::var_os(variable).is_some_and(|name| !name.is_empty());
    !asked || named("DISPLAY") || named("WAYLAND_DISPLAY")
}
