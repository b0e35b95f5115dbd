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
    "cost-all-scores",
    "cost-doubling",
    "cross-by-hand",
    "cross-shapes",
    "decoder-later-words",
    "decoder-start",
    "decoding-beam",
    "decoding-greedy",
    "decoding-loop",
    "decoding-temperature",
    "errors-late-positions",
    "errors-post-norm",
    "errors-wide-heads",
    "ffn-by-hand",
    "ffn-widths",
    "hand-cheating-stopped",
    "hand-cheating-unmasked",
    "hand-clock",
    "hand-copy-three",
    "hand-counting-shares",
    "hand-induction-head",
    "hand-one-back",
    "hand-reverse-word",
    "hand-translation-aligns",
    "heads-card",
    "heads-entropy",
    "heads-join",
    "heads-one-off",
    "masks-causal",
    "masks-counting",
    "masks-padding",
    "norms-hello-world",
    "norms-place",
    "norms-rms",
    "norms-three-vectors",
    "parameters-card",
    "parameters-vocabulary",
    "positions-article",
    "positions-paper",
    "positions-sum",
    "positions-twins",
    "projections-hello-world",
    "projections-shapes",
    "residual-silent",
    "residual-sum",
    "scaling-root",
    "scaling-thirty",
    "scores-dot-products",
    "scores-hello-world",
    "softmax-by-hand",
    "softmax-explosion",
    "softmax-head-output",
    "softmax-self-attention",
    "tokens-hello-world",
    "tokens-lengths",
    "tokens-pieces",
    "tokens-similar",
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
