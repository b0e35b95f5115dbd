//! What can go wrong: a setting out of its range, logits without a distribution, a model that fails.

/// A setting that no decoding can work with.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum SettingError {
    /// Logits are divided by it.
    #[error("the temperature is {value}, but must be a positive number")]
    Temperature {
        /// The setting.
        value: f64,
    },
    /// Something must be left to choose from.
    #[error("top-k keeps {value} tokens, but must keep at least 1")]
    TopK {
        /// The setting.
        value: usize,
    },
    /// A probability mass.
    #[error("top-p is {value}, but must be above 0 and at most 1")]
    TopP {
        /// The setting.
        value: f64,
    },
    /// A share of the highest probability.
    #[error("min-p is {value}, but must be between 0 and 1")]
    MinP {
        /// The setting.
        value: f64,
    },
    /// Logits are divided or multiplied by it.
    #[error("the repetition penalty is {value}, but must be a positive number")]
    RepetitionPenalty {
        /// The setting.
        value: f64,
    },
    /// At least one sequence must run, and not more than can be followed.
    #[error("beam search has {value} beams, but needs from 1 to {}", super::beam::MOST_BEAMS)]
    Beams {
        /// The setting.
        value: usize,
    },
    /// An exponent.
    #[error("the length penalty is {value}, but must be a finite number")]
    LengthPenalty {
        /// The setting.
        value: f64,
    },
    /// There must be a step to take.
    #[error("generation may add {value} tokens, but must be allowed at least 1")]
    MaxNewTokens {
        /// The setting.
        value: usize,
    },
    /// The model needs a row to continue from.
    #[error("generation has no token to start from; give a prompt or name the start token")]
    EmptyPrompt,
}

/// Logits that are no basis for a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LogitsError {
    /// The model gave none.
    #[error("there are no logits")]
    Empty,
    /// Somewhere before, infinities met or 0 was divided by 0.
    #[error("the logit of token {token} is NaN")]
    NaN {
        /// The first such token.
        token: usize,
    },
    /// Softmax would divide infinity by infinity.
    #[error("the logit of token {token} is +∞ (an overflow in the model, or a temperature too close to 0)")]
    Infinite {
        /// The first such token.
        token: usize,
    },
    /// Every token has probability 0.
    #[error("every logit is −∞, so that no token is left to choose")]
    NothingLeft,
}

/// Why a step could not be taken. The generation stands where it stood before the step.
#[derive(Debug, thiserror::Error)]
pub enum GenerationError<E: std::error::Error + 'static> {
    /// The model failed.
    #[error("at step {step} the model failed: {source}")]
    Model {
        /// Counted from 1.
        step: usize,
        /// What the model said.
        source: E,
    },
    /// The model's answer cannot be used.
    #[error("at step {step} {source}")]
    Logits {
        /// Counted from 1.
        step: usize,
        /// What is wrong with it.
        source: LogitsError,
    },
}
