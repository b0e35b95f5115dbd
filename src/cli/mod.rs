//! The command line: the same program as the window, and no display is needed.
//!
//! ```text
//! transformer-lab [EXPERIMENT]        the window
//! transformer-lab check [EXPERIMENT …] what the experiments expect, against what comes out
//! transformer-lab run EXPERIMENT      the values
//! transformer-lab cost EXPERIMENT     the parameters, operations and bytes, and how they grow
//! transformer-lab compare A B         what one choice changes
//! transformer-lab exercise [EXERCISE] what it asks, and with --solution what is right
//! transformer-lab export EXPERIMENT   a script that calculates it again
//! transformer-lab import FILE         matrices of a file as its weights
//! transformer-lab picture EXPERIMENT  a view of the window, as a PNG
//! ```
//!
//! An experiment is a file or the name of a shipped preset. Results go to the output, what went wrong to the error output, one
//! sentence each.

mod check;
mod compare;
mod cost;
mod dump;
mod exercise;
mod experiments;
mod export;
mod failure;
mod gradients;
mod import;
mod named;
#[cfg(not(feature = "gui"))]
mod no_window;
mod numbers;
mod output;
#[cfg(feature = "gui")]
mod picture;
mod run;
mod table;
#[cfg(feature = "gui")]
mod window;

pub use failure::Failure;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[cfg(not(feature = "gui"))]
use {no_window as picture, no_window as window};

use output::{Console, UntilClosed};

/// How a command ended: what the exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All is well: 0.
    Well,
    /// A check failed: 1.
    CheckFailed,
    /// Wrong usage, or an experiment that cannot be read, built or run: 2.
    Refused,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        match status {
            Status::Well => Self::SUCCESS,
            Status::CheckFailed => Self::from(1),
            Status::Refused => Self::from(2),
        }
    }
}

/// A laboratory for taking the Transformer apart: every matrix, every head, every number.
#[derive(Debug, Parser)]
#[command(name = "transformer-lab", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    /// What the window opens on: a file, or the name of a shipped preset
    experiment: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Hold what experiments expect against what comes out
    Check(check::Arguments),
    /// Run an experiment and show its values
    Run(run::Arguments),
    /// Count the parameters, scores, operations and bytes of an experiment or a published architecture
    Cost(cost::Arguments),
    /// Measure two experiments that differ in one choice
    Compare(compare::Arguments),
    /// Show an exercise, or list all
    Exercise(exercise::Arguments),
    /// Take an experiment away: as a Python script that repeats it
    Export(export::Arguments),
    /// Bring the matrices of a file into an experiment
    Import(import::Arguments),
    /// Draw a view of the window into a PNG file
    Picture(picture::Arguments),
}

/// The program, with the arguments and streams of the process.
pub fn main() -> ExitCode {
    let mut out = UntilClosed::new(BufWriter::new(io::stdout().lock()));
    let mut err = UntilClosed::new(io::stderr().lock());
    run(std::env::args_os(), &mut out, &mut err).into()
}

/// Carries out one command line, the program's name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>, out: &mut dyn Write, err: &mut dyn Write) -> Status {
    let mut console = Console { out, err };
    let result = carry_out(arguments, &mut console).and_then(|status| {
        console.out.flush()?;
        Ok(status)
    });
    result.unwrap_or_else(|failure| console.report(&failure))
}

fn carry_out(arguments: impl IntoIterator<Item = OsString>, console: &mut Console<'_>) -> Result<Status, Failure> {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(help) if !help.use_stderr() => {
            write!(console.out, "{help}")?;
            return Ok(Status::Well);
        }
        Err(error) => return Err(Failure::usage(&error)),
    };
    match arguments.command {
        None => window::open(arguments.experiment.as_deref(), console),
        Some(Command::Check(arguments)) => check::check(&arguments, console),
        Some(Command::Run(arguments)) => run::run(&arguments, console),
        Some(Command::Cost(arguments)) => cost::cost(&arguments, console),
        Some(Command::Compare(arguments)) => compare::run(&arguments, console),
        Some(Command::Exercise(arguments)) => exercise::exercise(&arguments, console),
        Some(Command::Export(arguments)) => export::export(&arguments, console),
        Some(Command::Import(arguments)) => import::import(&arguments, console),
        Some(Command::Picture(arguments)) => picture::picture(&arguments, console),
    }
}
