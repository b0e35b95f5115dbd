//! Reading and writing experiments as RON.

use std::path::Path;

use ron::Options;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::atomic_file;
use super::document::{Experiment, VERSION};
use super::error::ExperimentError;
use super::syntax::{SyntaxError, located};
use super::system_error::read_text;

pub(super) fn options() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// The version alone: it is read first, so that a file of another version is told to be one rather than to be wrong.
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
        && !(1..=VERSION).contains(&version)
    {
        return Err(ExperimentError::Version { name: name.to_owned(), version });
    }
    read(text, name)
}

/// Reads a document of any kind.
pub(super) fn read<D: DeserializeOwned>(text: &str, name: &str) -> Result<D, ExperimentError> {
    options().from_str(text).map_err(|error| {
        let (line, column, problem) = located(text, error);
        ExperimentError::Format { name: name.to_owned(), line, column, problem }
    })
}

/// Reads an experiment from a file.
///
/// # Errors
/// A file that cannot be read, or what is wrong in it.
pub fn load(path: &Path) -> Result<Experiment, ExperimentError> {
    let text = read_text(path).map_err(|error| ExperimentError::Read { path: path.to_owned(), error })?;
    from_text(&text, &path.display().to_string())
}

/// An experiment as text that a person can read: what is as usual is left out, and a row of a matrix is a line.
///
/// # Errors
/// None that a document can cause; a flaw of the writer is told rather than hidden.
pub fn to_text(experiment: &Experiment) -> Result<String, ExperimentError> {
    let failed = |error: ron::Error| ExperimentError::Format {
        name: "experiment".to_owned(),
        line: 1,
        column: 1,
        problem: SyntaxError::Other(error.to_string()),
    };
    let pretty = PrettyConfig::new().indentor("    ").extensions(Extensions::IMPLICIT_SOME).number_suffixes(false);
    let written = |experiment: &Experiment| options().to_string_pretty(experiment, pretty.clone()).map_err(failed);
    let (text, usual) = (written(experiment)?, written(&Experiment { version: 0, ..Experiment::default() })?);
    Ok(rows_as_lines(&without_usual(&text, &usual)) + "\n")
}

/// Writes an experiment to a file; the file is the old or the new one, never half of each.
///
/// # Errors
/// A file that cannot be written.
pub fn save(experiment: &Experiment, path: &Path) -> Result<(), ExperimentError> {
    let text = to_text(experiment)?;
    atomic_file::write(path, text.as_bytes()).map_err(|error| ExperimentError::Write { path: path.to_owned(), error })
}

/// Leaves out the fields that stand in `usual` at the same place with the same value.
fn without_usual(text: &str, usual: &str) -> String {
    let (lines, usual): (Vec<&str>, Vec<&str>) = (text.lines().collect(), usual.lines().collect());
    unusual(&lines, &usual).join("\n")
}

fn unusual<'t>(lines: &[&'t str], usual: &[&str]) -> Vec<&'t str> {
    let (entries, usual) = (entries(lines), entries(usual));
    let mut kept = Vec::new();
    for entry in entries.into_iter().filter(|entry| !usual.contains(entry)) {
        // A struct that differs in some of its fields is looked into.
        let same_struct = usual.iter().find(|usual| usual.len() > 1 && usual[0] == entry[0] && entry[0].ends_with('('));
        match (same_struct, entry) {
            (Some(usual), [open, fields @ .., close]) => {
                kept.push(*open);
                kept.extend(unusual(fields, &usual[1..usual.len() - 1]));
                kept.push(*close);
            }
            _ => kept.extend(entry),
        }
    }
    kept
}

/// The lines of each field, from the one that names it to the one that closes it, both of which stand at the same depth.
fn entries<'a, 't>(lines: &'a [&'t str]) -> Vec<&'a [&'t str]> {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let outer = lines.first().map_or(0, |line| depth(line));
    let closes = |line: &str| line.trim_start().starts_with([')', ']', '}']);
    lines.chunk_by(|_, next| depth(next) > outer || closes(next)).collect()
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
