//! Reading and writing experiments as RON.

use std::path::Path;

use ron::Options;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::Deserialize;

use super::atomic_file;
use super::document::{Experiment, VERSION};
use super::error::ExperimentError;

fn options() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// The version alone: it is read first, so that a newer file is told to be newer rather than wrong.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// Reads an experiment from text; `name` stands for it in errors.
///
/// # Errors
/// What is wrong, with line and column.
///
/// ```
/// let error = transformer_lab::experiment::from_text("(version: 1,\n titel: ())", "mine.ron").unwrap_err();
/// assert!(error.to_string().starts_with("mine.ron:2:"));
/// ```
pub fn from_text(text: &str, name: &str) -> Result<Experiment, ExperimentError> {
    if let Ok(Versioned { version }) = options().from_str(text)
        && version > VERSION
    {
        return Err(ExperimentError::Version { name: name.to_owned(), version });
    }
    options().from_str(text).map_err(|error| ExperimentError::Format {
        name: name.to_owned(),
        line: error.span.start.line,
        column: error.span.start.col,
        message: error.code.to_string(),
    })
}

/// Reads an experiment from a file.
///
/// # Errors
/// A file that cannot be read, or what is wrong in it.
pub fn load(path: &Path) -> Result<Experiment, ExperimentError> {
    let text = std::fs::read_to_string(path).map_err(|error| ExperimentError::Read { path: path.to_owned(), error })?;
    from_text(&text, &path.display().to_string())
}

/// An experiment as text that a person can read: what is as usual is left out, and a row of a matrix is a line.
///
/// # Errors
/// None that a document can cause; a flaw of the writer is told rather than hidden.
pub fn to_text(experiment: &Experiment) -> Result<String, ExperimentError> {
    let failed =
        |error: ron::Error| ExperimentError::Format { name: "experiment".to_owned(), line: 1, column: 1, message: error.to_string() };
    let pretty = PrettyConfig::new().indentor("    ").extensions(Extensions::IMPLICIT_SOME).number_suffixes(false);
    let text = options().to_string_pretty(experiment, pretty).map_err(failed)?;
    Ok(rows_as_lines(&text) + "\n")
}

/// Writes an experiment to a file; the file is the old or the new one, never half of each.
///
/// # Errors
/// A file that cannot be written.
pub fn save(experiment: &Experiment, path: &Path) -> Result<(), ExperimentError> {
    let text = to_text(experiment)?;
    atomic_file::write(path, text.as_bytes()).map_err(|error| ExperimentError::Write { path: path.to_owned(), error })
}

/// Joins the lines of each innermost list of numbers (and of each tuple of them) to one.
fn rows_as_lines(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let trimmed = line.trim();
        let closes = matches!(trimmed, "]" | "]," | ")" | "),");
        if !closes {
            lines.push(line.to_owned());
            continue;
        }
        // A list closes: if all lines since it opened are numbers, it becomes one line.
        let numbers = lines.iter().rev().take_while(|line| is_number(line)).count();
        let opens = lines.len().checked_sub(numbers + 1);
        match opens {
            Some(open) if numbers > 0 && lines[open].trim_end().ends_with(['[', '(']) => {
                let row: Vec<String> = lines.drain(open + 1..).map(|line| line.trim().trim_end_matches(',').to_owned()).collect();
                let joined = format!("{}{}{trimmed}", lines[open], row.join(", "));
                lines[open] = joined;
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

fn is_number(line: &str) -> bool {
    let word = line.trim().trim_end_matches(',');
    matches!(word, "inf" | "-inf" | "NaN" | "-NaN") || word.parse::<f64>().is_ok()
}
