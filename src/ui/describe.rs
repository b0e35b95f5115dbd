//! What values are called: signs as in the paper, words in the language of the window.

use eframe::egui::{Label, RichText, Ui};

pub use super::equation::sign;

use super::equation::{is_lone, of_weight};
use super::locale::Locale;
use super::theme::{palette, text};
use super::widgets::{Hue, Word};
use crate::experiment::Prepared;
use crate::graph::{Activation, Leaf, Node, NodeId, Op, Part, Quantity, Scale, Scope, Site, Stack};
use crate::lab::Axis;

/// The hue of a value's role.
pub fn hue(site: Site) -> Hue {
    match site.quantity {
        Quantity::Query | Quantity::QueryProduct => Hue::Query,
        Quantity::Key | Quantity::KeyProduct | Quantity::CachedKey | Quantity::AllKeys => Hue::Key,
        Quantity::Value | Quantity::ValueProduct | Quantity::CachedValue | Quantity::AllValues => Hue::Value,
        Quantity::Weights | Quantity::Probabilities => Hue::Probability,
        _ => Hue::Plain,
    }
}

/// Whether a value holds probabilities, from 0 to 1.
pub fn is_probability(site: Site) -> bool {
    matches!(site.quantity, Quantity::Weights | Quantity::Probabilities)
}

/// The words for a step: its name in the list, and the question that it answers.
pub struct Words {
    /// The name.
    pub name: String,
    /// The question.
    pub question: String,
}

/// The words for a step.
pub fn words(locale: &Locale, prepared: &Prepared, id: NodeId) -> Words {
    let (name, question) = keys(prepared.graph.node(id).site, is_lone(prepared));
    Words { name: locale.text(name), question: locale.text(question) }
}

/// What a value is: the name of its step, or which weight.
pub fn name(locale: &Locale, prepared: &Prepared, id: NodeId) -> String {
    value(locale, prepared.graph.node(id).site, is_lone(prepared))
}

/// Where a value belongs and what it is, in the words of the window: blocks and heads count from 1.
pub fn full_name(locale: &Locale, prepared: &Prepared, site: Site) -> String {
    let site = prepared.graph.find(site).map_or(site, |id| prepared.graph.node(id).site);
    placed(locale, site, is_lone(prepared))
}

/// The same of a value that the open model may not have.
pub fn absent_name(locale: &Locale, site: Site) -> String {
    placed(locale, site, false)
}

fn placed(locale: &Locale, site: Site, lone: bool) -> String {
    let place = place(locale, site.scope);
    let value = value(locale, site, lone);
    if place.is_empty() { value } else { format!("{place} · {value}") }
}

fn value(locale: &Locale, site: Site, lone: bool) -> String {
    match of_weight(site.quantity) {
        Some(sign) => locale.with("palette-weight", &[("sign", sign.into())]),
        None => locale.text(keys(site, lone).0),
    }
}

/// The names of a step and of its question; an attention that is `lone` has no heads to join.
fn keys(site: Site, lone: bool) -> (&'static str, &'static str) {
    match site.quantity {
        Quantity::Embeddings => ("step-embeddings", "ask-embeddings"),
        Quantity::ScaledEmbeddings => ("step-scaled-embeddings", "ask-scaled-embeddings"),
        Quantity::Positions => ("step-positions", "ask-positions"),
        Quantity::Input => ("step-input", "ask-input"),
        Quantity::QueryProduct => ("step-query-product", "ask-query"),
        Quantity::KeyProduct => ("step-key-product", "ask-key"),
        Quantity::ValueProduct => ("step-value-product", "ask-value"),
        Quantity::Query if site.scope.head.is_some() => ("step-query-head", "ask-head-columns"),
        Quantity::Key if site.scope.head.is_some() => ("step-key-head", "ask-head-columns"),
        Quantity::Value if site.scope.head.is_some() => ("step-value-head", "ask-head-columns"),
        Quantity::Query => ("step-query", "ask-query"),
        Quantity::Key => ("step-key", "ask-key"),
        Quantity::Value => ("step-value", "ask-value"),
        Quantity::AllKeys => ("step-all-keys", "ask-cached"),
        Quantity::AllValues => ("step-all-values", "ask-cached"),
        Quantity::Scores => ("step-scores", "ask-scores"),
        Quantity::Scaled => ("step-scaled", "ask-scaled"),
        Quantity::Biased => ("step-biased", "ask-biased"),
        Quantity::Masked => ("step-masked", "ask-masked"),
        Quantity::Weights => ("step-weights", "ask-weights"),
        Quantity::Concatenated => ("step-concatenated", "ask-concatenated"),
        Quantity::OutputProduct => ("step-output-product", "ask-output-product"),
        Quantity::Residual => ("step-residual", "ask-residual"),
        Quantity::WithPositions => ("step-with-positions", "ask-with-positions"),
        Quantity::HiddenProduct => ("step-hidden-product", "ask-hidden"),
        Quantity::Hidden => ("step-hidden", "ask-hidden"),
        Quantity::Gate => ("step-gate", "ask-gate"),
        Quantity::Activated => ("step-activated", "ask-activated"),
        Quantity::Gated => ("step-gated", "ask-gated"),
        Quantity::Pooled => ("step-pooled", "ask-pooled"),
        Quantity::LogitsProduct => ("step-logits-product", "ask-logits"),
        Quantity::Logits => ("step-logits", "ask-logits"),
        Quantity::Probabilities => ("step-probabilities", "ask-probabilities"),
        Quantity::LogProbabilities => ("step-log-probabilities", "ask-probabilities"),
        Quantity::Output => match (site.scope.head, site.scope.part) {
            (Some(_), _) => ("step-head-output", "ask-head-output"),
            (None, Some(Part::Attention)) if lone => ("step-head-output", "ask-head-output"),
            (None, Some(Part::Attention | Part::SelfAttention | Part::CrossAttention)) => ("step-attention-output", "ask-attention-output"),
            (None, Some(Part::FeedForward)) => ("step-feed-forward-output", "ask-feed-forward-output"),
            _ => ("step-norm", "ask-norm"),
        },
        _ => ("step-other", "ask-other"),
    }
}

/// The address of a value, and what it is for.
pub fn address_ui(ui: &mut Ui, locale: &Locale, site: Site) {
    let address = RichText::new(site.to_string()).font(text::small_digits()).color(palette(ui).text3);
    ui.add(Label::new(address).extend()).on_hover_text(locale.text("address-hint"));
}

/// The name of a part of the model, as a heading; blocks and heads count from 1.
pub fn place(locale: &Locale, scope: Scope) -> String {
    let stack = scope.stack.map(|stack| {
        locale.text(match stack {
            Stack::Vocabulary => "place-vocabulary",
            Stack::Source => "place-source",
            Stack::Target => "place-target",
            Stack::Encoder => "place-encoder",
            Stack::Decoder => "place-decoder",
            Stack::Head => "place-output",
        })
    });
    let part = scope.part.map(|part| {
        locale.text(match part {
            Part::Attention => "place-attention",
            Part::SelfAttention => "place-self-attention",
            Part::SelfAttentionNorm => "place-self-attention-norm",
            Part::CrossAttention => "place-cross-attention",
            Part::CrossAttentionNorm => "place-cross-attention-norm",
            Part::FeedForward => "place-feed-forward",
            Part::FeedForwardNorm => "place-feed-forward-norm",
            Part::Norm => "place-norm",
            Part::FinalNorm => "place-final-norm",
        })
    });
    let block = scope.block.map(|block| locale.with("place-block", &[("number", (block + 1).to_string().into())]));
    let head = scope.head.map(|head| locale.with("inspector-head", &[("number", (head + 1).to_string().into())]));
    [stack, block, part, head].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The title of a step's result: its sign, and from what it is made.
pub fn result_title(prepared: &Prepared, id: NodeId) -> String {
    let node = prepared.graph.node(id);
    let own = sign(prepared, id);
    match (&node.op, node.inputs.as_slice()) {
        (Op::MatMul(product), [left, right]) => {
            let raised = if product.transposed { "^T" } else { "" };
            format!("{own} = {}·{}{raised}", sign(prepared, *left), sign(prepared, *right))
        }
        (Op::Add(_) | Op::AddBias(_), [left, right]) => format!("{own} = {} + {}", sign(prepared, *left), sign(prepared, *right)),
        (Op::Softmax(_), [scores]) => format!("{own} = softmax({})", sign(prepared, *scores)),
        _ => own,
    }
}

/// The name of an operation, as it stands at an arrow.
pub fn operation(locale: &Locale, op: &Op) -> String {
    match op {
        Op::Scale(Scale::Over(scalar)) => format!("÷ {scalar}"),
        Op::Scale(Scale::Times(scalar)) => format!("× {scalar}"),
        Op::Softmax(_) => "softmax".to_owned(),
        Op::LogSoftmax(_) => "ln softmax".to_owned(),
        Op::LayerNorm(_) => "LayerNorm".to_owned(),
        Op::RmsNorm(_) => "RMSNorm".to_owned(),
        Op::Activation(Activation::Relu) => "ReLU".to_owned(),
        Op::Activation(Activation::Gelu | Activation::GeluTanh) => "GELU".to_owned(),
        Op::Activation(Activation::Silu) => "SiLU".to_owned(),
        Op::Mask(_) => locale.text("op-mask"),
        Op::Gather(_) => locale.text("op-gather"),
        Op::MeanRows(_) => locale.text("op-mean"),
        Op::SliceColumns(slice) => {
            let last = (slice.first + slice.count).saturating_sub(1);
            locale.with("op-columns", &[("first", slice.first.to_string().into()), ("last", last.to_string().into())])
        }
        Op::SliceRows(slice) => {
            let last = (slice.first + slice.count).saturating_sub(1);
            locale.with("op-rows", &[("first", slice.first.to_string().into()), ("last", last.to_string().into())])
        }
        Op::Concatenate(_) | Op::AppendRows(_) => locale.text("op-concatenate"),
        Op::Leaf(_) | Op::Add(_) | Op::AddBias(_) | Op::Multiply(_) | Op::MatMul(_) => "=".to_owned(),
    }
}

/// A cell in words, with the hues of the picture: "mat asks, cat answers".
pub fn cell_words(locale: &Locale, site: Site, rows: Axis, columns: Axis, row: String, column: String) -> Vec<Word> {
    let plain = |text: String| Word::new(text, Hue::Plain);
    let scores = rows.is_tokens() && columns.is_tokens();
    if scores {
        let (asks, answers) = if is_probability(site) { ("cell-looks", "cell-at") } else { ("cell-asks", "cell-answers") };
        return vec![Word::new(row, Hue::Query), plain(locale.text(asks)), Word::new(column, Hue::Key), plain(locale.text(answers))];
    }
    if row.is_empty() { vec![plain(column)] } else { vec![plain(format!("{row}, {column}"))] }
}

/// The key of the sentences that say what happens at a node, and why.
pub fn why(node: &Node) -> &'static str {
    match (&node.op, node.site.quantity) {
        (_, Quantity::Scores) => "why-scores",
        (_, Quantity::Scaled) => "why-scaled",
        (_, Quantity::Residual) => "why-residual",
        (_, Quantity::Query) if node.site.scope.head.is_none() => "why-query",
        (_, Quantity::Key) if node.site.scope.head.is_none() => "why-key",
        (_, Quantity::Value) if node.site.scope.head.is_none() => "why-value",
        (_, Quantity::Input | Quantity::WithPositions) => "why-positions",
        (_, Quantity::Logits | Quantity::LogitsProduct) => "why-logits",
        (_, Quantity::Probabilities) => "why-probabilities",
        (Op::MatMul(_), Quantity::Output) if node.site.scope.head.is_some() => "why-weighted",
        (Op::MatMul(_), _) => "why-matmul",
        (Op::Mask(_), _) => "why-mask",
        (Op::Softmax(_) | Op::LogSoftmax(_), _) => "why-softmax",
        (Op::LayerNorm(_) | Op::RmsNorm(_), _) => "why-norm",
        (Op::Activation(_), _) => "why-activation",
        (Op::Gather(_), _) => "why-gather",
        (Op::SliceColumns(_) | Op::SliceRows(_), _) => "why-slice",
        (Op::Concatenate(_) | Op::AppendRows(_), _) => "why-concatenate",
        (Op::Scale(_), _) => "why-scale",
        (Op::Add(_) | Op::AddBias(_), _) => "why-add",
        (Op::Multiply(_), _) => "why-multiply",
        (Op::MeanRows(_), _) => "why-mean",
        (Op::Leaf(Leaf::Weight(_)), _) => "why-weight",
        (Op::Leaf(_), _) => "why-given",
    }
}
