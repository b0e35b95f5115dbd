//! Decoding: from logits to tokens, one step after another.
//!
//! [`Generation`] is a stepper. Each step asks the model once for every running sequence and records what was seen and
//! decided, so that a caller can stop between any two steps, show what there is, and go on.

mod beam;
mod error;
mod filters;
mod sampling;
mod token_by_token;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

pub use beam::{Beam, BeamSearch, BeamSettings, BeamStep, Candidate, Fate, Hypothesis};
pub use error::{GenerationError, LogitsError, SettingError};
pub use filters::{Filter, Filtered, Filters, Stage};
pub use sampling::{Interval, Pick, Reason, Sampler};
pub use token_by_token::{TokenByToken, TokenStep};

/// How a continuation is found, and how long it may become.
///
/// ```
/// use transformer_lab::transformer::decoding::DecodingConfig;
///
/// let config: DecodingConfig = ron::from_str(
///     "(strategy: Sample(filters: [Temperature(0.7), TopK(5)], seed: 1), max_new_tokens: 20)").unwrap();
/// assert_eq!(config.max_new_tokens, 20);
/// let error = ron::from_str::<DecodingConfig>("(strategy: Sample(filters: [Temperature(0)]), max_new_tokens: 20)").unwrap_err();
/// assert!(error.to_string().contains("the temperature is 0"));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecodingConfig {
    /// How the next token is chosen.
    pub strategy: Strategy,
    /// After this many tokens generation stops, end token or not. The prompt does not count.
    pub max_new_tokens: usize,
    /// Which token ends a sequence.
    #[serde(default, skip_serializing_if = "End::is_default")]
    pub end: End,
    /// Whether keys and values of earlier positions are kept, so that a step calculates one position only. The tokens are the
    /// same either way, up to rounding.
    #[serde(default = "kept", skip_serializing_if = "is_kept")]
    pub cache: bool,
}

impl DecodingConfig {
    /// This strategy up to this length, with the end token of the vocabulary, and with keys and values kept.
    pub fn new(strategy: Strategy, max_new_tokens: usize) -> Self {
        Self { strategy, max_new_tokens, end: End::Vocabulary, cache: true }
    }
}

fn kept() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_kept(cache: &bool) -> bool {
    *cache
}

/// Which token ends a sequence.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum End {
    /// The end token of the vocabulary, if it names one.
    #[default]
    Vocabulary,
    /// None: only the length ends a sequence.
    Never,
    /// This one.
    Token(String),
}

impl End {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// How the next token is chosen.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Strategy {
    /// Always the token of the highest logit.
    #[default]
    Greedy,
    /// A seeded draw from the distribution that the filters leave.
    Sample {
        /// Applied in their order.
        #[serde(default)]
        filters: Filters,
        /// The same seed draws the same tokens.
        #[serde(default)]
        seed: u64,
    },
    /// Several continuations at a time, the best of which win.
    Beam {
        /// How many run at a time, and how many are returned.
        beams: usize,
        /// Exponent of the length in a hypothesis' score; above 0 favours longer ones.
        #[serde(default = "no_preference", deserialize_with = "finite")]
        length_penalty: f64,
        /// Stop as soon as as many hypotheses as beams have ended.
        #[serde(default)]
        early_stopping: bool,
    },
}

/// The length penalty that makes the score a mean log-probability.
fn no_preference() -> f64 {
    1.0
}

/// A number that equals itself, as every number of a document should.
fn finite<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    if value.is_finite() { Ok(value) } else { Err(D::Error::custom(SettingError::LengthPenalty { value })) }
}

/// Something that continues a sequence: a model, or a closure in a test.
pub trait NextToken {
    /// How it can fail.
    type Error: std::error::Error + 'static;

    /// One logit for each token of the vocabulary, for the place after the last token of `sequence`.
    ///
    /// # Errors
    /// Whatever keeps the model from answering.
    fn logits(&mut self, sequence: &[usize]) -> Result<Vec<f64>, Self::Error>;
}

impl<F, E> NextToken for F
where
    F: FnMut(&[usize]) -> Result<Vec<f64>, E>,
    E: std::error::Error + 'static,
{
    type Error = E;

    fn logits(&mut self, sequence: &[usize]) -> Result<Vec<f64>, E> {
        self(sequence)
    }
}

/// Why a generation is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The end token was chosen.
    EndToken,
    /// `max_new_tokens` were added.
    LengthLimit,
    /// As many hypotheses as beams have ended, and early stopping was asked for.
    EarlyStopping,
    /// As many hypotheses as beams have ended, and the best running sequence scores no higher than the worst of them.
    NoBetterScore,
    /// Every candidate that is possible at all has ended.
    NothingRunsOn,
}

/// A generation in progress, with all it has recorded.
///
/// ```
/// use std::convert::Infallible;
/// use transformer_lab::transformer::decoding::{DecodingConfig, Generation, Stop, Strategy};
///
/// // A model that counts: after token t comes t + 1.
/// let mut count = |sequence: &[usize]| -> Result<Vec<f64>, Infallible> {
///     let next = sequence.last().map_or(0, |last| last + 1);
///     Ok((0..6).map(|token| if token == next { 1.0 } else { 0.0 }).collect())
/// };
/// let config = DecodingConfig::new(Strategy::Greedy, 10);
/// let mut generation = Generation::new(&config, Some(4), vec![1])?;
/// assert_eq!(generation.step(&mut count).unwrap(), None);
/// assert_eq!(generation.sequence(), [1, 2]);
/// assert_eq!(generation.run(&mut count).unwrap(), Stop::EndToken);
/// assert_eq!(generation.sequence(), [1, 2, 3, 4]);
/// # Ok::<_, transformer_lab::transformer::decoding::SettingError>(())
/// ```
#[derive(Debug, Clone)]
pub enum Generation {
    /// One sequence: greedy or sampled.
    TokenByToken(TokenByToken),
    /// Several sequences.
    Beam(BeamSearch),
}

impl Generation {
    /// A generation that continues `prompt` and has taken no step yet. Without an `end` token only the length ends it.
    ///
    /// # Errors
    /// A setting out of its range, or an empty prompt.
    pub fn new(config: &DecodingConfig, end: Option<usize>, prompt: Vec<usize>) -> Result<Self, SettingError> {
        if config.max_new_tokens == 0 {
            return Err(SettingError::MaxNewTokens { value: config.max_new_tokens });
        }
        if prompt.is_empty() {
            return Err(SettingError::EmptyPrompt);
        }
        let limit = Limit { prompt: prompt.len(), max_new_tokens: config.max_new_tokens, end };
        Ok(match &config.strategy {
            Strategy::Greedy => Self::TokenByToken(TokenByToken::greedy(prompt, limit)),
            Strategy::Sample { filters, seed } => Self::TokenByToken(TokenByToken::sampled(prompt, limit, filters.clone(), *seed)),
            &Strategy::Beam { beams, length_penalty, early_stopping } => {
                Self::Beam(BeamSearch::new(prompt, limit, BeamSettings { beams, length_penalty, early_stopping })?)
            }
        })
    }

    /// Takes one step, unless the generation is over. Answers why it is over, or `None` while it goes on.
    ///
    /// # Errors
    /// The model fails, or its logits are no basis for a choice; nothing has changed then.
    pub fn step<M: NextToken>(&mut self, model: &mut M) -> Result<Option<Stop>, GenerationError<M::Error>> {
        match self {
            Self::TokenByToken(generation) => generation.step(model),
            Self::Beam(search) => search.step(model),
        }
    }

    /// Takes all the steps that are left.
    ///
    /// # Errors
    /// As [`Generation::step`].
    pub fn run<M: NextToken>(&mut self, model: &mut M) -> Result<Stop, GenerationError<M::Error>> {
        loop {
            if let Some(stop) = self.step(model)? {
                return Ok(stop);
            }
        }
    }

    /// Why the generation is over, if it is.
    pub fn stopped(&self) -> Option<Stop> {
        match self {
            Self::TokenByToken(generation) => generation.stopped(),
            Self::Beam(search) => search.stopped(),
        }
    }

    /// The prompt and what follows it by now; of several sequences the best one that has ended, or else the best running.
    pub fn sequence(&self) -> &[usize] {
        match self {
            Self::TokenByToken(generation) => generation.sequence(),
            Self::Beam(search) => search.best(),
        }
    }
}

/// Where a sequence ends.
#[derive(Debug, Clone, Copy)]
struct Limit {
    /// Tokens that were given.
    prompt: usize,
    max_new_tokens: usize,
    end: Option<usize>,
}

impl Limit {
    /// Why a sequence of `length` tokens, prompt included, ends with `token`, if it does.
    fn reached(&self, length: usize, token: usize) -> Option<Stop> {
        if self.end == Some(token) {
            Some(Stop::EndToken)
        } else if length >= self.prompt + self.max_new_tokens {
            Some(Stop::LengthLimit)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(text: &str) -> Result<DecodingConfig, ron::error::SpannedError> {
        ron::from_str(text)
    }

    #[test]
    fn settings_are_read_and_checked() {
        let beam = config("(strategy: Beam(beams: 3), max_new_tokens: 5)").unwrap();
        assert_eq!(beam.strategy, Strategy::Beam { beams: 3, length_penalty: 1.0, early_stopping: false });
        assert!(config("(strategy: Beam(beam: 3), max_new_tokens: 5)").is_err());
        assert!(config("(strategy: Greedy, max_tokens: 5)").is_err());

        let start = |text: &str, prompt: &[usize]| Generation::new(&config(text).unwrap(), None, prompt.to_vec()).unwrap_err();
        let error = start("(strategy: Beam(beams: 0), max_new_tokens: 5)", &[0]);
        assert_eq!(error.to_string(), "beam search has 0 beams, but needs from 1 to 1024");
        let error = config("(strategy: Beam(beams: 2, length_penalty: NaN), max_new_tokens: 5)").unwrap_err();
        assert!(error.to_string().contains("the length penalty is NaN, but must be a finite number"), "{error}");
        let strategy = Strategy::Beam { beams: 2, length_penalty: f64::INFINITY, early_stopping: false };
        let error = Generation::new(&DecodingConfig::new(strategy, 5), None, vec![0]).unwrap_err();
        assert_eq!(error.to_string(), "the length penalty is inf, but must be a finite number");
        assert_eq!(start("(strategy: Greedy, max_new_tokens: 0)", &[0]), SettingError::MaxNewTokens { value: 0 });
        assert_eq!(start("(strategy: Greedy, max_new_tokens: 1)", &[]), SettingError::EmptyPrompt);
    }

    #[test]
    fn a_bad_filter_is_found_while_reading_with_its_place() {
        let error = config("(\n  strategy: Sample(filters: [TopK(3), TopP(1.5)]),\n  max_new_tokens: 5)").unwrap_err();
        assert!(error.to_string().contains("top-p is 1.5, but must be above 0 and at most 1"), "{error}");
        assert_eq!(error.span.start.line, 2, "{error}");
    }

    #[test]
    fn a_config_survives_writing_and_reading() {
        for text in [
            "(strategy:Greedy,max_new_tokens:3)",
            "(strategy:Sample(filters:[MinP(0.1)],seed:7),max_new_tokens:3)",
            "(strategy:Greedy,max_new_tokens:3,end:Never,cache:false)",
            "(strategy:Greedy,max_new_tokens:3,end:Token(\".\"))",
        ] {
            assert_eq!(ron::to_string(&config(text).unwrap()).unwrap(), text);
        }
    }
}
