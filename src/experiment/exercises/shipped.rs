//! The exercises that the program ships.

use std::sync::{Arc, OnceLock};

use super::error::ExerciseError;
use super::format::ExerciseFile;

/// Name and text of each, in the order of a course: topic by topic, the easier ones first.
macro_rules! shipped {
    ($($name:literal,)+) => {
        &[$(($name, include_str!(concat!("../../../exercises/", $name, ".ron"))),)+]
    };
}

const SHIPPED: &[(&str, &str)] = shipped![
    "tokens-hello-world",
    "tokens-similar",
    "tokens-pieces",
    "tokens-lengths",
    "positions-article",
    "positions-paper",
    "positions-sum",
    "positions-twins",
    "hand-clock",
    "projections-hello-world",
    "projections-shapes",
    "scores-hello-world",
    "scores-dot-products",
    "scaling-root",
    "scaling-thirty",
    "softmax-by-hand",
    "softmax-self-attention",
    "softmax-head-output",
    "softmax-explosion",
    "hand-counting-shares",
    "masks-causal",
    "masks-counting",
    "masks-padding",
    "hand-cheating-unmasked",
    "hand-cheating-stopped",
    "heads-card",
    "heads-join",
    "heads-one-off",
    "heads-entropy",
    "hand-one-back",
    "ffn-by-hand",
    "ffn-widths",
    "residual-sum",
    "residual-silent",
    "norms-three-vectors",
    "norms-hello-world",
    "norms-rms",
    "norms-place",
    "decoder-start",
    "decoder-later-words",
    "hand-induction-head",
    "cross-shapes",
    "cross-by-hand",
    "hand-translation-aligns",
    "hand-reverse-word",
    "decoding-greedy",
    "decoding-temperature",
    "decoding-loop",
    "decoding-beam",
    "hand-copy-three",
    "parameters-card",
    "parameters-vocabulary",
    "cost-doubling",
    "cost-all-scores",
    "errors-late-positions",
    "errors-wide-heads",
    "errors-post-norm",
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
