//! Sizes, masks and inputs that cannot be, in the words that the model drawer has for them.

use super::said;
use crate::graph::GraphError;
use crate::transformer::{BuildError, ConfigError, MaskError, Subject};
use crate::ui::choices;
use crate::ui::describe;
use crate::ui::locale::Locale;
use crate::ui::numbers;

/// The sentence for a model that cannot be built.
pub fn build(locale: &Locale, error: &BuildError) -> String {
    match error {
        BuildError::Config(error) => config(locale, error),
        BuildError::Cancelled(_) => locale.text("status-unprepared"),
        BuildError::Mask { error, .. } => mask(locale, error),
        BuildError::Missing { subject, .. } => {
            let needs = locale.text(needs(*subject));
            said(locale, "refusal-missing", &[("subject", locale.text(choices::key(&choices::SUBJECTS, subject))), ("needs", needs)])
        }
        BuildError::Empty(_) => locale.text("refusal-empty"),
        BuildError::Width { got, expected, .. } => {
            said(locale, "refusal-width", &[("got", got.to_string()), ("expected", expected.to_string())])
        }
        BuildError::TooLong { positions, longest, .. } => {
            said(locale, "refusal-too-long", &[("positions", positions.to_string()), ("longest", longest.to_string())])
        }
        BuildError::Token { token, vocabulary } => {
            said(locale, "refusal-token-id", &[("token", token.to_string()), ("vocabulary", vocabulary.to_string())])
        }
        BuildError::Graph(GraphError::Shapes { site, inputs, .. }) => {
            let shapes: Vec<String> = inputs.iter().map(|shape| numbers::shape(shape.rows, shape.columns)).collect();
            said(locale, "refusal-shapes", &[("place", describe::absent_name(locale, *site)), ("shapes", shapes.join(", "))])
        }
        BuildError::Graph(GraphError::Twice(site)) => {
            said(locale, "refusal-value-twice", &[("place", describe::absent_name(locale, *site))])
        }
    }
}

fn config(locale: &Locale, error: &ConfigError) -> String {
    let named = |name: &str| match size(name) {
        Some(key) => locale.text(key),
        None => name.to_owned(),
    };
    match error {
        ConfigError::Zero { name } => said(locale, "refusal-zero", &[("name", named(name))]),
        ConfigError::HeadsDoNotDivide { d_model, heads } => {
            said(locale, "refusal-heads", &[("d_model", d_model.to_string()), ("heads", heads.to_string())])
        }
        ConfigError::Number { name, value, .. } => {
            said(locale, "refusal-number", &[("name", named(name)), ("value", numbers::shortest(*value))])
        }
    }
}

/// What the window calls a field of the model that can hold a number which cannot be.
fn size(name: &str) -> Option<&'static str> {
    Some(match name {
        "d_model" => "size-d-model",
        "heads" => "size-heads",
        "d_k" => "size-d-k",
        "d_v" => "size-d-v",
        "d_ff" => "size-d-ff",
        "encoder_blocks" => "size-encoder-blocks",
        "decoder_blocks" => "size-decoder-blocks",
        "longest" => "size-longest",
        "classes" => "size-classes",
        "norm.epsilon" => "size-epsilon",
        "divisor" => "size-divisor",
        _ => return None,
    })
}

fn mask(locale: &Locale, error: &MaskError) -> String {
    match error {
        MaskError::Rows { got, expected } => {
            said(locale, "refusal-mask-rows", &[("got", got.to_string()), ("expected", expected.to_string())])
        }
        MaskError::Columns { row, got, expected } => {
            said(locale, "refusal-mask-columns", &[("row", row.to_string()), ("got", got.to_string()), ("expected", expected.to_string())])
        }
        MaskError::Sign { row, sign } => said(locale, "refusal-mask-sign", &[("row", row.to_string()), ("sign", sign.to_string())]),
        MaskError::Key { key, keys } => said(locale, "refusal-mask-key", &[("key", key.to_string()), ("keys", keys.to_string())]),
    }
}

/// What a subject reads.
fn needs(subject: Subject) -> &'static str {
    match subject {
        Subject::EncoderDecoder => "needs-source-and-target",
        Subject::Encoder => "needs-source",
        Subject::Decoder => "needs-target",
        Subject::DecoderWithMemory => "needs-target-and-memory",
        Subject::Attention => "needs-matrices",
        Subject::MultiHeadAttention | Subject::FeedForward | Subject::Norm => "needs-vectors",
    }
}
