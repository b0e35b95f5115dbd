//! Why something cannot be, in the language of the window.

use super::locale::Locale;
use crate::experiment::ExperimentError;
use crate::experiment::exercises::Lock;
use crate::transformer::tokenizer::TokenizerError;
use crate::transformer::{BuildError, ConfigError, MaskError};
use crate::ui::locale::Language;

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
        ExperimentError::NoWeight(site) | ExperimentError::NoOverride(site) => said("refusal-no-weight", &[("site", site.to_string())]),
        ExperimentError::Token { token, .. } => said("refusal-token", &[("token", token.clone())]),
        ExperimentError::TooLarge { predicted, available } => {
            said("refusal-too-large", &[("predicted", format!("{predicted:.0}")), ("available", available.to_string())])
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
