//! `export`: an experiment as something that others read or run.

use std::path::PathBuf;

use super::Status;
use super::experiments::{find, in_experiment, load, prepare};
use super::failure::{Failure, must_end};
use super::named::named;
use super::output::Console;
use crate::experiment::Runner;
use crate::experiment::export::ExportError;
use crate::experiment::export::python::{Library, Script};
use crate::graph::Control;
#[cfg(feature = "gui")]
use crate::ui::export::report::{self, ReportKind};
#[cfg(feature = "gui")]
use crate::ui::locale::Language;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A file, or the name of a shipped preset
    #[arg(value_name = "FILE|PRESET")]
    experiment: PathBuf,
    /// A script that calculates the experiment again and asserts the same numbers, with NumPy alone (python) or with PyTorch; or
    /// the calculation as a document to read
    #[arg(long, value_name = "KIND", value_parser = named(kinds()))]
    to: Kind,
    /// The language of a report
    #[cfg(feature = "gui")]
    #[arg(long, default_value = "en", value_parser = named(Language::ALL.map(|language| (language.code(), language)).to_vec()))]
    lang: Language,
    /// The file to write; a script goes to the output where none is given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What an experiment is written as.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Script(Library),
    #[cfg(feature = "gui")]
    Report(ReportKind),
}

fn kinds() -> Vec<(&'static str, Kind)> {
    vec![
        ("python", Kind::Script(Library::NumPy)),
        ("torch", Kind::Script(Library::Torch)),
        #[cfg(feature = "gui")]
        ("report.html", Kind::Report(ReportKind::Html)),
        #[cfg(feature = "gui")]
        ("report.md", Kind::Report(ReportKind::Markdown)),
    ]
}

/// Runs the experiment and writes what was asked for.
pub(super) fn export(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status, Failure> {
    if let Some(out) = &arguments.out {
        match arguments.to {
            Kind::Script(_) => must_end(out, "a script", "py")?,
            #[cfg(feature = "gui")]
            Kind::Report(kind) => must_end(out, "this report", kind.extension())?,
        }
    }
    let origin = find(&arguments.experiment)?;
    let prepared = prepare(&origin, load(&origin)?)?;
    let outcome = Runner::default().run(&prepared, &Control::default()).map_err(in_experiment(&origin))?;
    match (&arguments.out, arguments.to) {
        (Some(path), Kind::Script(library)) => {
            Script::save(&outcome, library, path)?;
            writeln!(console.out, "{}", path.display())?;
        }
        (None, Kind::Script(library)) => {
            let script = Script::new(&outcome, library, "");
            if !script.arrays.is_empty() {
                return Err(ExportError::NeedsFile.into());
            }
            write!(console.out, "{}", script.text)?;
        }
        #[cfg(feature = "gui")]
        (Some(path), Kind::Report(kind)) => {
            report::save(&outcome, arguments.lang, kind, path)?;
            writeln!(console.out, "{}", path.display())?;
        }
        #[cfg(feature = "gui")]
        (None, Kind::Report(_)) => return Err(Failure::Usage("a report needs a file: name it with --out".to_owned())),
    }
    Ok(Status::Well)
}
