//! Where the numbers of each weight come from.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::table::Table;
use crate::graph::{Patch, Quantity, Site};
use crate::transformer::Initialiser;

/// How weights are drawn, by kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Initialisers {
    /// Tables of embeddings and positions.
    pub embeddings: Initialiser,
    /// W_Q, W_K, W_V and W_O.
    pub attention: Initialiser,
    /// W_1, W_2 and the gate.
    pub feed_forward: Initialiser,
    /// The matrix of the logits.
    pub output: Initialiser,
    /// All biases.
    pub biases: Initialiser,
    /// γ of the norms.
    pub gamma: Initialiser,
    /// β of the norms.
    pub beta: Initialiser,
}

impl Default for Initialisers {
    fn default() -> Self {
        Self {
            embeddings: Initialiser::Normal(0.02),
            attention: Initialiser::XavierUniform,
            feed_forward: Initialiser::XavierUniform,
            output: Initialiser::XavierUniform,
            biases: Initialiser::Zeros,
            gamma: Initialiser::Ones,
            beta: Initialiser::Zeros,
        }
    }
}

impl Initialisers {
    /// The one for a weight.
    pub fn of(&self, quantity: Quantity) -> Initialiser {
        match quantity {
            Quantity::EmbeddingTable | Quantity::PositionTable => self.embeddings,
            Quantity::QueryWeight | Quantity::KeyWeight | Quantity::ValueWeight | Quantity::OutputWeight => self.attention,
            Quantity::FirstWeight | Quantity::SecondWeight | Quantity::GateWeight => self.feed_forward,
            Quantity::Gamma => self.gamma,
            Quantity::Beta => self.beta,
            Quantity::QueryBias
            | Quantity::KeyBias
            | Quantity::ValueBias
            | Quantity::OutputBias
            | Quantity::FirstBias
            | Quantity::SecondBias
            | Quantity::LogitsBias => self.biases,
            _ => self.output,
        }
    }
}

/// Where the numbers of one weight come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WeightSource {
    /// They are written here.
    Rows(Table),
    /// Drawn in a way of its own, from the common seed or one of its own.
    Drawn {
        /// How.
        initialiser: Initialiser,
        /// From what.
        #[serde(default)]
        seed: Option<u64>,
    },
    /// Read from a `.safetensors`, `.npz` or `.npy` file.
    File {
        /// The file, relative to the experiment's own.
        file: PathBuf,
        /// The entry; the site's text where not given.
        #[serde(default)]
        name: Option<String>,
        /// Whether the entry is stored \[out, in\], as `PyTorch` does.
        #[serde(default)]
        transposed: bool,
    },
}

/// The weights of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// The seed of all that is drawn.
    pub seed: u64,
    /// How each kind is drawn.
    pub initialisers: Initialisers,
    /// Weights with a source of their own.
    pub values: BTreeMap<Site, WeightSource>,
    /// Single numbers changed by hand.
    pub edits: BTreeMap<Site, Patch>,
}

/// Where the numbers of one weight come from, with all that the document leaves open filled in. Two weights of equal origin, shape
/// and edits hold equal numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WeightOrigin<'a> {
    /// They are written in the document.
    Rows(&'a Table),
    /// Drawn.
    Drawn {
        /// How.
        initialiser: Initialiser,
        /// From what; `None` where chance has no part in it.
        seed: Option<u64>,
    },
    /// Read from a file.
    File {
        /// The file, relative to the experiment's own.
        file: &'a Path,
        /// The entry; the site's text where not given.
        name: Option<&'a str>,
        /// Whether the entry is stored \[out, in\].
        transposed: bool,
    },
}

impl Weights {
    /// Where the numbers of a weight come from.
    pub fn origin(&self, site: Site) -> WeightOrigin<'_> {
        let drawn = |initialiser: Initialiser, own: Option<u64>| WeightOrigin::Drawn {
            initialiser,
            seed: initialiser.is_random().then_some(own.unwrap_or(self.seed)),
        };
        match self.values.get(&site) {
            Some(WeightSource::Rows(rows)) => WeightOrigin::Rows(rows),
            Some(WeightSource::Drawn { initialiser, seed }) => drawn(*initialiser, *seed),
            Some(WeightSource::File { file, name, transposed }) => {
                WeightOrigin::File { file, name: name.as_deref(), transposed: *transposed }
            }
            None => drawn(self.initialisers.of(site.quantity), None),
        }
    }
}
