//! `check`: what experiments expect, against what comes out.

use std::path::PathBuf;

use super::Status;
use super::experiments::{find_all, heading, in_experiment, load};
use super::failure::Failure;
use super::output::Console;
use crate::experiment::{self, Checked, presets};
use crate::lab::Origin;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Files, folders of files, or names of shipped presets; all shipped presets where none is given
    #[arg(value_name = "FILE|FOLDER|PRESET")]
    experiments: Vec<PathBuf>,
}

/// Checks all, whatever happens to one of them, and ends with the sum.
pub(super) fn check(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status, Failure> {
    let mut status = Status::Well;
    let (mut passed, mut failed, mut refused) = (0_usize, 0_usize, 0_usize);
    for origin in origins(arguments) {
        match origin.and_then(|origin| check_one(&origin, console)) {
            Ok(checks) => {
                let well = checks.iter().filter(|check| check.passed()).count();
                passed += well;
                failed += checks.len() - well;
            }
            Err(Failure::Output(error)) => return Err(error.into()),
            Err(failure) => {
                refused += 1;
                status = console.report(&failure);
            }
        }
    }
    if failed > 0 {
        status = status.max(Status::CheckFailed);
    }
    let rest = if refused == 0 { String::new() } else { format!(", {refused} could not be checked") };
    writeln!(console.out, "{passed} passed, {failed} failed{rest}")?;
    Ok(status)
}

fn origins(arguments: &Arguments) -> Vec<Result<Origin, Failure>> {
    if arguments.experiments.is_empty() {
        return presets().iter().map(|preset| Ok(Origin::Preset(preset.name))).collect();
    }
    let mut all = Vec::new();
    for argument in &arguments.experiments {
        match find_all(argument) {
            Ok(origins) => all.extend(origins.into_iter().map(Ok)),
            Err(failure) => all.push(Err(failure)),
        }
    }
    all
}

fn check_one(origin: &Origin, console: &mut Console<'_>) -> Result<Vec<Checked>, Failure> {
    let experiment = load(origin)?;
    let checks = experiment::check(&experiment, origin.folder()).map_err(in_experiment(origin))?;
    writeln!(console.out, "{}", heading(origin, &experiment))?;
    for check in &checks {
        writeln!(console.out, "  {check}")?;
    }
    if checks.is_empty() {
        writeln!(console.out, "  expects nothing")?;
    }
    Ok(checks)
}
