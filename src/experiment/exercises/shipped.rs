//! The exercises that the program ships.

use std::sync::{Arc, OnceLock};

use super::error::ExerciseError;
use super::format::ExerciseFile;

/// Name and text of each, in the order in which they are offered within their topic.
macro_rules! shipped {
    ($($name:literal,)+) => {
        &[$(($name, include_str!(concat!("../../../exercises/", $name, ".ron"))),)+]
    };
}

const SHIPPED: &[(&str, &str)] = shipped![
    "heads-card",
];

/// The names of all of them.
pub fn names() -> impl ExactSizeIterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// All of them, read once. (What a broken one says, a test says; it is left out here.)
pub fn exercises() -> &'static [Arc<ExerciseFile>] {
    static READ: OnceLock<Vec<Arc<ExerciseFile>>> = OnceLock::new();
    READ.get_or_init(|| names().filter_map(|name| read(name).ok()).map(Arc::new).collect())
}

/// The exercise of this name.
///
/// # Errors
/// There is none, or it is broken.
pub fn exercise(name: &str) -> Result<Arc<ExerciseFile>, ExerciseError> {
    match exercises().iter().find(|file| file.name == name) {
        Some(file) => Ok(Arc::clone(file)),
        None => read(name).map(Arc::new),
    }
}

fn read(name: &str) -> Result<ExerciseFile, ExerciseError> {
    let (_, text) = SHIPPED.iter().find(|(known, _)| *known == name).ok_or_else(|| ExerciseError::NoExercise(name.to_owned()))?;
    ExerciseFile::from_text(text, &format!("{name}.ron"))
}
