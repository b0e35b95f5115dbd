//! Published architectures that the program ships: counted beside the open experiment, never run.

use serde::Deserialize;

use super::document::Texts;
use super::error::ExperimentError;
use super::format::read;
use crate::cost::Architecture;

/// A published architecture.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Its name on the command line: that of its file.
    #[serde(skip)]
    pub name: &'static str,
    /// Its name.
    pub title: Texts,
    /// What is counted, and why the count differs from the published one.
    pub about: Texts,
    /// The parameters that its authors state.
    pub published: u64,
    /// Where they do.
    pub source: String,
    /// Its sizes.
    pub architecture: Architecture,
}

macro_rules! shipped {
    ($($name:literal,)+) => {
        [$(($name, include_str!(concat!("../../architectures/", $name, ".ron"))),)+]
    };
}

/// Name and text of each, in the order in which they are offered.
const SHIPPED: [(&str, &str); 16] = shipped![
    "card",
    "transformer-base",
    "transformer-big",
    "bert-base",
    "bert-large",
    "distilbert",
    "minilm-l6",
    "minilm-l12",
    "gpt-2",
    "gpt-2-medium",
    "gpt-2-large",
    "gpt-2-xl",
    "gpt-3",
    "t5-small",
    "t5-base",
    "llama-3-8b",
];

/// All of them.
///
/// # Errors
/// What is wrong in the text of one, with line and column.
pub fn architectures() -> Result<Vec<Published>, ExperimentError> {
    let parsed = |&(name, text): &(&'static str, &str)| {
        let published: Published = read(text, &format!("{name}.ron"))?;
        Ok(Published { name, ..published })
    };
    SHIPPED.iter().map(parsed).collect()
}
