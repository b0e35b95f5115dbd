//! Where the numbers of each weight come from.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::table::Table;
use crate::graph::{Quantity, Site};
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
    /// Single numbers changed by hand: (row, column, value).
    pub edits: BTreeMap<Site, Vec<(usize, usize, f64)>>,
}
