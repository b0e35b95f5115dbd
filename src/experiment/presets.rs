//! The experiments that the program ships.

use std::sync::Arc;

use super::document::Experiment;
use super::error::ExperimentError;
use super::format::from_text;

/// An experiment that the program ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name: that of its file.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl Preset {
    /// The experiment.
    ///
    /// # Errors
    /// What is wrong in its text, with line and column.
    pub fn experiment(&self) -> Result<Arc<Experiment>, ExperimentError> {
        from_text(self.text, &format!("{}.ron", self.name)).map(Arc::new)
    }

    /// The preset of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn find(name: &str) -> Result<Self, ExperimentError> {
        presets().iter().find(|preset| preset.name == name).copied().ok_or_else(|| ExperimentError::NoPreset(name.to_owned()))
    }
}

macro_rules! shipped {
    ($($name:literal,)+) => {
        &[$(Preset { name: $name, text: include_str!(concat!("../../presets/", $name, ".ron")) },)+]
    };
}

/// All of them, in the order in which they are offered. The first is what the window opens on.
pub const fn presets() -> &'static [Preset] {
    shipped![
        "hello-world-hola-mundo",
        "hello-world-positions-article",
        "hello-world-positions-paper",
        "hello-world-encoder-30",
        "hello-world-encoder-root-3",
        "hello-world-six-blocks-explode",
        "hello-world-six-blocks-stable",
        "hello-world-six-blocks-residual-norm",
        "hello-world-six-blocks-residual-norm-stable",
        "decoder-step-sos",
        "cross-attention",
        "decoding-step",
        "hello-world-three-steps",
        "beam-search",
        "self-attention",
        "causal-mask",
        "layer-norm",
        "card-architecture",
        "card-architecture-double",
        "card-exercise",
        "hand-translation",
        "hand-previous-token",
        "hand-previous-token-sinusoidal",
        "hand-induction",
        "hand-copy",
        "hand-reverse",
        "hand-counting",
        "hand-cheating",
        "hand-cheating-masked",
        "byte-pair",
        "byte-pair-es-en",
        "decoder-only",
        "encoder-only-classifier",
        "swiglu-rms",
        "base-model",
    ]
}
