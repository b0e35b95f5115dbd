//! What stands for the window in a program that was built without it.

use std::ffi::OsString;
use std::path::Path;

use super::Status;
use super::failure::Failure;
use super::output::Console;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[arg(hide = true, allow_hyphen_values = true)]
    _any: Vec<OsString>,
}

pub(super) fn open(_: Option<&Path>, _: &mut Console<'_>) -> Result<Status, Failure> {
    Err(Failure::NoWindow)
}

pub(super) fn picture(_: &Arguments, _: &mut Console<'_>) -> Result<Status, Failure> {
    Err(Failure::NoWindow)
}
