//! The experiments that the program ships.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::document::Experiment;
use super::error::ExperimentError;
use super::format::from_text;

/// What presets belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The article that goes from hello world to hola mundo, document C.
    HelloWorld,
    /// The exercises of document B.
    Exercises,
    /// The concept card, document A.
    Card,
    /// Models whose weights were set by hand, and that do what they are for.
    ByHand,
    /// One choice each, to be set beside its counterpart.
    Comparisons,
    /// The architectures of the literature, and their tokens.
    Architectures,
}

/// An experiment that the program ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name: that of its file.
    pub name: &'static str,
    /// What it belongs to.
    pub family: Family,
    /// Its text.
    pub text: &'static str,
}

impl Preset {
    /// The experiment.
    ///
    /// # Errors
    /// What is wrong in its text, with line and column.
    pub fn experiment(&self) -> Result<Arc<Experiment>, ExperimentError> {
        // Lists of presets ask in every frame; each is read once.
        static READ: LazyLock<Mutex<HashMap<&'static str, Arc<Experiment>>>> = LazyLock::new(Mutex::default);
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = read.get(self.name) {
            return Ok(Arc::clone(known));
        }
        let experiment = from_text(self.text, &format!("{}.ron", self.name)).map(Arc::new)?;
        read.insert(self.name, Arc::clone(&experiment));
        Ok(experiment)
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
    ($($family:ident { $($name:literal,)+ })+) => {
        &[$($(Preset { name: $name, family: Family::$family, text: include_str!(concat!("../../presets/", $name, ".ron")) },)+)+]
    };
}

/// All of them, in the order in which they are offered. The first is what the window opens on.
pub const fn presets() -> &'static [Preset] {
    shipped![
        HelloWorld {
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
        }
        Exercises {
            "self-attention",
            "causal-mask",
            "layer-norm",
        }
        Card {
            "card-architecture",
            "card-architecture-double",
            "card-exercise",
        }
        ByHand {
            "hand-translation",
            "hand-previous-token",
            "hand-previous-token-sinusoidal",
            "hand-induction",
            "hand-copy",
            "hand-reverse",
            "hand-counting",
            "hand-cheating",
            "hand-cheating-masked",
        }
        Comparisons {
            "compare-positions-before",
            "compare-positions-after",
            "compare-positions-none",
            "compare-heads-narrow",
            "compare-heads-wide",
            "compare-post-norm",
            "compare-pre-norm",
            "compare-no-norm",
            "compare-no-residual",
            "compare-divisor-root",
            "compare-divisor-none",
            "compare-divisor-30",
            "compare-greedy",
            "compare-sampled",
            "compare-cache-on",
            "compare-cache-off",
            "compare-epsilon-under-root",
            "compare-epsilon-beside",
            "compare-epsilon-none",
        }
        Architectures {
            "byte-pair",
            "byte-pair-es-en",
            "decoder-only",
            "encoder-only-classifier",
            "swiglu-rms",
            "base-model",
        }
    ]
}
