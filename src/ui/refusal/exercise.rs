//! What is wrong with an exercise, and what one holds fast, in the language of the window.

use super::{file, format, placed, said, sentence, system};
use crate::experiment::exercises::{ExerciseError, Flaw, Lock};
use crate::experiment::{RunError, SystemError};
use crate::ui::locale::Locale;
use crate::ui::numbers;

/// The sentence for an exercise that cannot be opened.
pub fn exercise(locale: &Locale, error: &ExerciseError) -> String {
    match error {
        ExerciseError::Read { path, error } => {
            let why = system(locale, &SystemError::of_reading(error));
            said(locale, "refusal-read", &[("path", path.display().to_string()), ("why", why)])
        }
        ExerciseError::Version { name, version } => {
            said(locale, "refusal-version", &[("name", name.clone()), ("version", version.to_string())])
        }
        ExerciseError::Format { name, line, column, problem } => format(locale, name, *line, *column, problem),
        // For who writes exercises: the place in the file.
        ExerciseError::Flaw { name, line, column, flaw: wrong } | ExerciseError::Work { name, line, column, flaw: wrong, .. } => {
            placed(locale, name, *line, *column, flaw(locale, wrong))
        }
        ExerciseError::NoExercise(name) => said(locale, "refusal-no-exercise", &[("name", name.clone())]),
    }
}

/// What is wrong inside an exercise; the names of fields and choices are those of its file.
fn flaw(locale: &Locale, flaw: &Flaw) -> String {
    let said = |key: &str, arguments: &[(&str, String)]| said(locale, key, arguments);
    let of = |key: &str, name: String| said(key, &[("name", name)]);
    match flaw {
        Flaw::Empty(field) => of("flaw-empty", (*field).to_owned()),
        Flaw::NoAnswers => locale.text("flaw-no-answers"),
        Flaw::Literal => locale.text("flaw-literal"),
        Flaw::Choice { choice, options } => said("flaw-choice", &[("choice", choice.to_string()), ("options", options.to_string())]),
        Flaw::Options => locale.text("flaw-options"),
        Flaw::Twice(name) => of("flaw-twice", name.clone()),
        Flaw::NoName(name) => of("flaw-no-name", name.clone()),
        Flaw::Kind { name, wanted: "matrix" } => of("flaw-no-matrix", name.clone()),
        Flaw::Kind { name, .. } => of("flaw-no-number", name.clone()),
        Flaw::Draw(name) => of("flaw-draw", name.clone()),
        Flaw::NoSize(number) => of("flaw-no-size", numbers::shortest(*number)),
        Flaw::NoIndex { index, count } => said("flaw-no-index", &[("index", numbers::shortest(*index)), ("count", count.to_string())]),
        Flaw::NoMerges => locale.text("flaw-no-merges"),
        Flaw::Site { error, .. } => file::site(locale, error),
        Flaw::NoSite { site, .. } => of("flaw-no-site", site.to_string()),
        Flaw::Shapes(a, b) => said("flaw-shapes", &[("first", a.to_string()), ("second", b.to_string())]),
        Flaw::Words => locale.text("flaw-words"),
        Flaw::NoTokens(site) => of("flaw-no-tokens", site.to_string()),
        Flaw::Tie { site, row, .. } => said("flaw-tie", &[("name", site.to_string()), ("row", row.to_string())]),
        Flaw::Run(RunError::Experiment(error)) => sentence(locale, error),
        Flaw::Run(RunError::Cancelled(_)) => locale.text("refusal-cancelled"),
    }
}

/// What an exercise holds fast.
pub fn lock(locale: &Locale, lock: Lock) -> String {
    locale.text(match lock {
        Lock::Everything => "lock-everything",
        Lock::Model => "lock-model",
        Lock::Sizes => "lock-sizes",
        Lock::Masks => "lock-masks",
        Lock::Norms => "lock-norms",
        Lock::Positions => "lock-positions",
        Lock::Scaling => "lock-scaling",
        Lock::Input => "lock-input",
        Lock::Tokens => "lock-tokens",
        Lock::Weights => "lock-weights",
        Lock::Decoding => "lock-decoding",
    })
}
