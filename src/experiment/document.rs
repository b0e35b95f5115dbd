//! The document: all that a user chose.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::expectation::Expectation;
use super::table::Table;
use super::weights::Weights;
use crate::graph::{Cell, Override, Overrides, Patch, Site};
use crate::transformer::decoding::DecodingConfig;
use crate::transformer::tokenizer::{TokenizerConfig, VocabularyConfig};
use crate::transformer::{Model, Precision};

/// The version of the format that this program writes.
pub const VERSION: u32 = 1;

/// A text in the two languages of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Texts {
    /// English.
    pub en: String,
    /// Spanish.
    pub es: String,
}

impl Texts {
    /// The English text, or the Spanish one where there is no other.
    pub fn any(&self) -> &str {
        if self.en.is_empty() { &self.es } else { &self.en }
    }
}

/// What enters one side of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Sequence {
    /// A text, cut by the tokenizer.
    Text(String),
    /// Tokens of the vocabulary.
    Tokens(Vec<String>),
    /// Vectors, a row a position.
    Vectors {
        /// The rows.
        rows: Table,
        /// A name for each row; row numbers where there are none.
        #[serde(default)]
        labels: Vec<String>,
    },
    /// So many positions, drawn from the seed: tokens where there is a vocabulary, else normal vectors.
    Length(usize),
}

/// What enters the model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Input {
    /// The encoder's side; also the vectors of a piece that stands alone.
    pub source: Option<Sequence>,
    /// The decoder's side.
    pub target: Option<Sequence>,
    /// An encoder output that is given rather than calculated.
    pub memory: Option<Sequence>,
    /// Queries of a lone attention.
    pub query: Option<Table>,
    /// Keys of a lone attention.
    pub key: Option<Table>,
    /// Values of a lone attention.
    pub value: Option<Table>,
}

/// Numbers put in the place of computed ones, as they stand in the document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// All zero.
    Zero,
    /// (row, column, value).
    Cells(Patch),
}

impl Change {
    /// Whether the number at a cell is one that was put there.
    pub fn concerns(&self, row: usize, column: usize) -> bool {
        match self {
            Self::Zero => true,
            Self::Cells(cells) => cells.at(Cell::new(row, column)).is_some(),
        }
    }
}

/// What a user chose: the document that is opened, edited, checked and saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Version of the format.
    pub version: u32,
    /// Name.
    #[serde(default)]
    pub title: Texts,
    /// A few sentences.
    #[serde(default)]
    pub about: Texts,
    /// Where it comes from.
    #[serde(default)]
    pub origin: String,
    /// Decimals shown, where the usual two are not wanted.
    #[serde(default)]
    pub decimals: Option<usize>,
    /// Only counted and drawn, not run: an architecture too large for this machine.
    #[serde(default)]
    pub count_only: bool,
    /// The model.
    #[serde(default)]
    pub model: Model,
    /// How text is cut.
    #[serde(default)]
    pub tokenizer: TokenizerConfig,
    /// The tokens.
    #[serde(default)]
    pub vocabulary: VocabularyConfig,
    /// What enters.
    #[serde(default)]
    pub input: Input,
    /// The weights.
    #[serde(default)]
    pub weights: Weights,
    /// Numbers put in the place of computed ones.
    #[serde(default)]
    pub overrides: BTreeMap<Site, Change>,
    /// How tokens are generated, where they are.
    #[serde(default)]
    pub decoding: Option<DecodingConfig>,
    /// The precisions in which the expectations must hold; the model's own where none is named.
    #[serde(default)]
    pub check_in: Vec<Precision>,
    /// What must come out.
    #[serde(default)]
    pub expect: Vec<Expectation>,
}

impl Default for Experiment {
    fn default() -> Self {
        Self {
            version: VERSION,
            title: Texts::default(),
            about: Texts::default(),
            origin: String::new(),
            decimals: None,
            count_only: false,
            model: Model::default(),
            tokenizer: TokenizerConfig::default(),
            vocabulary: VocabularyConfig::default(),
            input: Input::default(),
            weights: Weights::default(),
            overrides: BTreeMap::new(),
            decoding: None,
            check_in: Vec::new(),
            expect: Vec::new(),
        }
    }
}

impl Experiment {
    /// The overrides as the runner takes them.
    pub fn overrides(&self) -> Overrides {
        let change = |change: &Change| match change {
            Change::Zero => Override::Zero,
            Change::Cells(cells) => Override::Cells(cells.clone()),
        };
        self.overrides.iter().map(|(&site, what)| (site, change(what))).collect()
    }
}
