//! `check`: what experiments expect, against what comes out; and whether exercises accept their own answers.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use super::Status;
use super::exercise::heading as exercise_heading;
use super::experiments::{find_all, heading, in_experiment, load};
use super::failure::Failure;
use super::output::Console;
use crate::experiment::exercises::{self, ExerciseFile, Variant};
use crate::experiment::{self, presets};
use crate::graph::Control;
use crate::lab::Origin;

/// The variants of an exercise that are looked at.
const VARIANTS: Range<u64> = 0..5;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Files, folders of files, or names of shipped presets and exercises; all that is shipped where none is given
    #[arg(value_name = "FILE|FOLDER|NAME")]
    experiments: Vec<PathBuf>,
}

/// Checks all, whatever happens to one of them, and ends with the sum.
pub(super) fn check(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status, Failure> {
    let mut status = Status::Well;
    let (mut passed, mut failed, mut refused) = (0_usize, 0_usize, 0_usize);
    for origin in origins(arguments) {
        match origin.and_then(|origin| check_one(&origin, console)) {
            Ok((well, badly)) => {
                passed += well;
                failed += badly;
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
        let presets = presets().iter().map(|preset| Origin::Preset(preset.name));
        let exercises = exercises::names().map(|name| Origin::Exercise { name: name.to_owned(), file: None, variant: 0 });
        return presets.chain(exercises).map(Ok).collect();
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

/// Checks one, and says how many checks passed and how many failed.
fn check_one(origin: &Origin, console: &mut Console<'_>) -> Result<(usize, usize), Failure> {
    if let Origin::Exercise { name, file, .. } = origin {
        let file = match file {
            Some(path) => Arc::new(ExerciseFile::load(path)?),
            None => exercises::exercise(name)?,
        };
        return check_exercise(&file, console);
    }
    let experiment = load(origin)?;
    let checks = experiment::check(&experiment, origin.folder()).map_err(in_experiment(origin))?;
    writeln!(console.out, "{}", heading(origin, &experiment))?;
    for check in &checks {
        writeln!(console.out, "  {check}")?;
    }
    if checks.is_empty() {
        writeln!(console.out, "  expects nothing")?;
    }
    let passed = checks.iter().filter(|check| check.passed()).count();
    Ok((passed, checks.len() - passed))
}

/// Whether the answers of each of the first variants pass their own check: one check, or as many as fail.
fn check_exercise(file: &Arc<ExerciseFile>, console: &mut Console<'_>) -> Result<(usize, usize), Failure> {
    writeln!(console.out, "{}", exercise_heading(file))?;
    let mut failed = 0;
    for number in VARIANTS {
        let worked = Variant { file: Arc::clone(file), number }.work_out(&Control::default())?;
        for label in worked.refuted() {
            writeln!(console.out, "  FAIL  variant {number}: the answer to \"{label}\" does not pass its own check")?;
            failed += 1;
        }
    }
    if failed == 0 {
        writeln!(console.out, "  ok    the answers of variants {} to {} pass their own check", VARIANTS.start, VARIANTS.end - 1)?;
    }
    for field in file.exercise.untranslated() {
        writeln!(console.out, "  note  a {field} stands in one language only")?;
    }
    Ok((usize::from(failed == 0), failed))
}
