//! Why something cannot be, in the language of the window.

use super::locale::Locale;
use crate::experiment::exercises::Lock;
use crate::experiment::{ExperimentError, NoGeneration};
use crate::transformer::decoding::{GenerationError, SettingError};
use crate::transformer::tokenizer::TokenizerError;
use crate::transformer::{BuildError, ConfigError, MaskError};
use crate::ui::locale::Language;
use crate::ui::numbers;

/// The sentence for a refusal. What the engine says is English; what a user meets while choosing is said in the window's language
/// too, and what concerns files and formats keeps the words of the file.
pub fn sentence(locale: &Locale, refusal: &ExperimentError) -> String {
    if locale.language() == Language::English {
        return refusal.to_string();
    }
    let said = |key: &str, arguments: &[(&str, String)]| {
        let arguments: Vec<_> = arguments.iter().map(|(name, value)| (*name, value.clone().into())).collect();
        locale.with(key, &arguments)
    };
    match refusal {
        ExperimentError::Build(BuildError::Config(error)) => match error {
            ConfigError::Zero { name } => said("refusal-zero", &[("name", (*name).to_owned())]),
            ConfigError::HeadsDoNotDivide { d_model, heads } => {
                said("refusal-heads", &[("d_model", d_model.to_string()), ("heads", heads.to_string())])
            }
            ConfigError::Number { name, value, .. } => {
                said("refusal-number", &[("name", (*name).to_owned()), ("value", value.to_string())])
            }
        },
        ExperimentError::Build(BuildError::Missing { .. }) => said("refusal-missing", &[("why", refusal.to_string())]),
        ExperimentError::Build(BuildError::Empty(_)) | ExperimentError::Text { error: TokenizerError::EmptyText, .. } => {
            said("refusal-empty", &[])
        }
        ExperimentError::Build(BuildError::Width { got, expected, .. }) => {
            said("refusal-width", &[("got", got.to_string()), ("expected", expected.to_string())])
        }
        ExperimentError::Build(BuildError::TooLong { positions, longest, .. }) => {
            said("refusal-too-long", &[("positions", positions.to_string()), ("longest", longest.to_string())])
        }
        ExperimentError::Build(BuildError::Mask { error, .. }) => match error {
            MaskError::Rows { got, expected } => said("refusal-mask-rows", &[("got", got.to_string()), ("expected", expected.to_string())]),
            MaskError::Columns { row, got, expected } => {
                said("refusal-mask-columns", &[("row", row.to_string()), ("got", got.to_string()), ("expected", expected.to_string())])
            }
            MaskError::Sign { row, sign } => said("refusal-mask-sign", &[("row", row.to_string()), ("sign", sign.to_string())]),
            MaskError::Key { key, keys } => said("refusal-mask-key", &[("key", key.to_string()), ("keys", keys.to_string())]),
        },
        ExperimentError::WeightShape { site, got, expected } => {
            said("refusal-weight-shape", &[("site", site.to_string()), ("got", got.to_string()), ("expected", expected.to_string())])
        }
        ExperimentError::BlockRoom { site, block, corner, room } => said(
            "refusal-block-room",
            &[("site", site.to_string()), ("block", block.to_string()), ("corner", corner.to_string()), ("room", room.to_string())],
        ),
        ExperimentError::NoCell { site, cell, shape } => {
            said("refusal-no-cell", &[("site", site.to_string()), ("cell", cell.to_string()), ("shape", shape.to_string())])
        }
        ExperimentError::Generate(why) => generation(locale, why),
        ExperimentError::NoWeight(site) | ExperimentError::NoOverride(site) => said("refusal-no-weight", &[("site", site.to_string())]),
        ExperimentError::Token { token, .. } => said("refusal-token", &[("token", token.clone())]),
        ExperimentError::TooLarge { predicted, available } => {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a positive number; what is beyond is cut off at the largest"
            )]
            let predicted = *predicted as u64;
            said("refusal-too-large", &[("predicted", numbers::bytes(predicted)), ("available", numbers::bytes(*available))])
        }
        ExperimentError::Text { error: TokenizerError::UnknownToken { token, .. }, .. } => {
            said("refusal-token", &[("token", token.clone())])
        }
        ExperimentError::Read { path, error } => said("refusal-read", &[("path", path.display().to_string()), ("why", error.to_string())]),
        ExperimentError::Write { path, error } => {
            said("refusal-write", &[("path", path.display().to_string()), ("why", error.to_string())])
        }
        ExperimentError::Format { name, line, column, message } => said(
            "refusal-format",
            &[("name", name.clone()), ("line", line.to_string()), ("column", column.to_string()), ("message", message.clone())],
        ),
        ExperimentError::Locked(held) => said("refusal-locked", &[("what", lock(locale, *held))]),
        _ => refusal.to_string(),
    }
}

/// The sentence for a generation that cannot be, or a step that could not be taken.
pub fn generation(locale: &Locale, why: &NoGeneration) -> String {
    match why {
        NoGeneration::Undecided => locale.text("refusal-undecided"),
        NoGeneration::Decoder => locale.text("refusal-decoder"),
        NoGeneration::Prompt => locale.text("refusal-prompt"),
        NoGeneration::EndToken(token) => locale.with("refusal-end-token", &[("token", token.clone().into())]),
        NoGeneration::NotRun => locale.text("refusal-not-run"),
        NoGeneration::VocabularyWouldChange => locale.text("refusal-vocabulary"),
        NoGeneration::Setting(error) => setting(locale, *error),
        NoGeneration::Step(error) => {
            let (step, why) = match &**error {
                GenerationError::Model { step, source } => (step, sentence(locale, source)),
                GenerationError::Logits { step, source } => (step, source.to_string()),
            };
            locale.with("refusal-step", &[("step", step.to_string().into()), ("why", why.into())])
        }
        NoGeneration::Thread(_) | NoGeneration::Cancelled(_) => why.to_string(),
    }
}

/// The sentence for a number that cannot be.
pub fn setting(locale: &Locale, error: SettingError) -> String {
    let said = |key: &str, value: String| locale.with(key, &[("value", value.into())]);
    match error {
        SettingError::Temperature { value } => said("refusal-temperature", value.to_string()),
        SettingError::TopK { value } => said("refusal-top-k", value.to_string()),
        SettingError::TopP { value } => said("refusal-top-p", value.to_string()),
        SettingError::MinP { value } => said("refusal-min-p", value.to_string()),
        SettingError::RepetitionPenalty { value } => said("refusal-penalty", value.to_string()),
        SettingError::Beams { value } => said("refusal-beams", value.to_string()),
        SettingError::LengthPenalty { value } => said("refusal-length-penalty", value.to_string()),
        SettingError::MaxNewTokens { value } => said("refusal-length", value.to_string()),
        SettingError::EmptyPrompt => locale.text("refusal-prompt"),
    }
}

/// The sentence for a text that cannot be cut.
pub fn tokenizer(locale: &Locale, error: &TokenizerError) -> String {
    match (locale.language(), error) {
        (Language::Spanish, TokenizerError::EmptyText) => locale.text("refusal-empty"),
        (Language::Spanish, TokenizerError::UnknownToken { token, character, .. }) => {
            locale.with("refusal-unknown-token", &[("token", token.clone().into()), ("character", character.to_string().into())])
        }
        _ => error.to_string(),
    }
}

/// What an exercise holds fast.
pub fn lock(locale: &Locale, lock: Lock) -> String {
    locale.text(match lock {
        Lock::Everything => "lock-everything",
        Lock::Model => "lock-model",
        Lock::Sizes => "lock-sizes",
        Lock::Masks => "lock-masks",
        Lock::Norms => "lock-norms",
        Lock::Positions => "lock-positions",
        Lock::Scaling => "lock-scaling",
        Lock::Input => "lock-input",
        Lock::Tokens => "lock-tokens",
        Lock::Weights => "lock-weights",
        Lock::Decoding => "lock-decoding",
    })
}
