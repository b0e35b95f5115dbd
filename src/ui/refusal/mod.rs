//! Why something cannot be, in the words and the language of the window.

mod exercise;
mod file;
mod model;

pub use exercise::{exercise, lock};
pub use file::{drawing, export, import, picture, syntax, system};

use super::describe;
use super::locale::Locale;
use crate::experiment::{ExperimentError, NoGeneration, SyntaxError, SystemError};
use crate::transformer::decoding::{GenerationError, LogitsError, SettingError};
use crate::transformer::tokenizer::{END_OF_WORD, TokenizerError};
use crate::ui::numbers;

/// The sentence for a refusal: what the engine calls by a field of its file, is called here as the window calls it.
pub fn sentence(locale: &Locale, refusal: &ExperimentError) -> String {
    let said = |key: &str, arguments: &[(&str, String)]| said(locale, key, arguments);
    let named = |site: &crate::graph::Site| describe::absent_name(locale, *site);
    match refusal {
        ExperimentError::Build(error) => model::build(locale, error),
        ExperimentError::WeightShape { site, got, expected } => {
            said("refusal-weight-shape", &[("site", named(site)), ("got", got.to_string()), ("expected", expected.to_string())])
        }
        ExperimentError::BlockRoom { site, block, corner, room } => said(
            "refusal-block-room",
            &[("site", named(site)), ("block", block.to_string()), ("corner", corner.to_string()), ("room", room.to_string())],
        ),
        ExperimentError::NoCell { site, cell, shape } => {
            said("refusal-no-cell", &[("site", named(site)), ("cell", cell.to_string()), ("shape", shape.to_string())])
        }
        ExperimentError::WeightFile { site, error } => {
            said("refusal-weight-file", &[("site", named(site)), ("why", file::matrices(locale, error))])
        }
        ExperimentError::Generate(why) => generation(locale, why),
        ExperimentError::NoWeight(site) | ExperimentError::NoOverride(site) => said("refusal-no-weight", &[("site", named(site))]),
        ExperimentError::NoSite(site) => said("refusal-no-site", &[("site", named(site))]),
        ExperimentError::Token { token, .. } => said("refusal-token", &[("token", token.clone())]),
        ExperimentError::Text { error, .. } | ExperimentError::Vocabulary(error) => tokenizer(locale, error),
        ExperimentError::Labels { rows, labels, .. } => {
            said("refusal-labels", &[("rows", rows.to_string()), ("labels", labels.to_string())])
        }
        ExperimentError::Cancelled(_) => locale.text("status-unprepared"),
        ExperimentError::Thread(error) => said("refusal-thread", &[("why", system(locale, &SystemError::of_reading(error)))]),
        ExperimentError::Memory => locale.text("refusal-memory"),
        ExperimentError::CountOnly => locale.text("refusal-count-only"),
        ExperimentError::TooLarge { predicted, available } => {
            said("refusal-too-large", &[("predicted", numbers::many_bytes(*predicted)), ("available", numbers::bytes(*available))])
        }
        ExperimentError::Read { path, error } => {
            let why = system(locale, &SystemError::of_reading(error));
            said("refusal-read", &[("path", path.display().to_string()), ("why", why)])
        }
        ExperimentError::Write { path, error } => {
            let why = system(locale, &SystemError::of_writing(error));
            said("refusal-write", &[("path", path.display().to_string()), ("why", why)])
        }
        ExperimentError::Format { name, line, column, problem } => format(locale, name, *line, *column, problem),
        ExperimentError::Version { name, version } => said("refusal-version", &[("name", name.clone()), ("version", version.to_string())]),
        ExperimentError::NoPreset(name) => said("refusal-no-preset", &[("name", name.clone())]),
        ExperimentError::Exercise(error) => exercise(locale, error),
        ExperimentError::Locked(held) => said("refusal-locked", &[("what", lock(locale, *held))]),
    }
}

fn said(locale: &Locale, key: &str, arguments: &[(&str, String)]) -> String {
    let arguments: Vec<_> = arguments.iter().map(|(name, value)| (*name, value.clone().into())).collect();
    locale.with(key, &arguments)
}

fn format(locale: &Locale, name: &str, line: usize, column: usize, problem: &SyntaxError) -> String {
    placed(locale, name, line, column, syntax(locale, problem))
}

/// A sentence with its place in a file.
fn placed(locale: &Locale, name: &str, line: usize, column: usize, message: String) -> String {
    let place = [("name", name.to_owned()), ("line", line.to_string()), ("column", column.to_string())];
    said(locale, "refusal-format", &[&place[..], &[("message", message)]].concat())
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
                GenerationError::Logits { step, source } => (step, logits(locale, source)),
            };
            locale.with("refusal-step", &[("step", step.to_string().into()), ("why", why.into())])
        }
        NoGeneration::Thread(error) => said(locale, "refusal-thread", &[("why", error.to_string())]),
        NoGeneration::Cancelled(_) => locale.text("refusal-cancelled"),
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

/// The sentence for logits from which nothing can be chosen.
fn logits(locale: &Locale, error: &LogitsError) -> String {
    match error {
        LogitsError::Empty => locale.text("refusal-logits-empty"),
        LogitsError::NaN { token } => said(locale, "refusal-logits-nan", &[("token", token.to_string())]),
        LogitsError::Infinite { token } => said(locale, "refusal-logits-infinite", &[("token", token.to_string())]),
        LogitsError::NothingLeft => locale.text("refusal-logits-left"),
    }
}

/// The sentence for a text that cannot be cut, or a vocabulary that cannot be.
pub fn tokenizer(locale: &Locale, error: &TokenizerError) -> String {
    let of = |key: &str, token: &String| said(locale, key, &[("token", token.clone())]);
    match error {
        TokenizerError::Cancelled(_) => locale.text("status-unprepared"),
        TokenizerError::EmptyText => locale.text("refusal-empty"),
        TokenizerError::UnknownToken { token, character, similar } => {
            let told = said(locale, "refusal-unknown-token", &[("token", token.clone()), ("character", character.to_string())]);
            match similar {
                Some(known) => format!("{told} {}", of("refusal-similar", known)),
                None => told,
            }
        }
        TokenizerError::DuplicateToken { token, first, second } => {
            said(locale, "refusal-token-twice", &[("token", token.clone()), ("first", first.to_string()), ("second", second.to_string())])
        }
        TokenizerError::EmptyVocabulary => locale.text("refusal-empty-vocabulary"),
        TokenizerError::TokenWithoutCharacters { id } => said(locale, "refusal-empty-token", &[("id", id.to_string())]),
        TokenizerError::SpaceInWord { token } => of("refusal-space-in-word", token),
        TokenizerError::NotACharacter { token } => of("refusal-not-a-character", token),
        TokenizerError::ListForBytePair { count } => said(locale, "refusal-list-for-byte-pair", &[("count", count.to_string())]),
        TokenizerError::EmptyTrainingText => locale.text("refusal-empty-training"),
        TokenizerError::EndOfWordInTrainingText => of("refusal-end-of-word", &END_OF_WORD.to_owned()),
        TokenizerError::SpecialIsLearned { token } => of("refusal-special-learned", token),
    }
}
