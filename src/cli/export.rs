//! `export`: an experiment as something that others read or run.

use std::path::PathBuf;

use super::Status;
use super::experiments::{find, in_experiment, load, prepare};
use super::failure::Failure;
use super::named::named;
use super::output::Console;
use crate::experiment::Runner;
use crate::experiment::export::ExportError;
use crate::experiment::export::python::{Library, Script};
use crate::graph::Control;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A file, or the name of a shipped preset
    #[arg(value_name = "FILE|PRESET")]
    experiment: PathBuf,
    /// A script that calculates the experiment again and asserts the same numbers, with NumPy alone or with PyTorch
    #[arg(long, value_name = "KIND", value_parser = named(vec![("python", Library::NumPy), ("torch", Library::Torch)]))]
    to: Library,
    /// The file to write; the output where none is given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the experiment and writes what was asked for.
pub(super) fn export(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status, Failure> {
    let origin = find(&arguments.experiment)?;
    let prepared = prepare(&origin, load(&origin)?)?;
    let outcome = Runner::default().run(&prepared, &Control::default()).map_err(in_experiment(&origin))?;
    match &arguments.out {
        Some(path) => {
            Script::save(&outcome, arguments.to, path)?;
            writeln!(console.out, "{}", path.display())?;
        }
        None => {
            let script = Script::new(&outcome, arguments.to, "");
            if !script.arrays.is_empty() {
                return Err(ExportError::NeedsFile.into());
            }
            write!(console.out, "{}", script.text)?;
        }
    }
    Ok(Status::Well)
}
