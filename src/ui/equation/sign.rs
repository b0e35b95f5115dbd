//! The signs of values, as the paper writes them, in the notation of [`crate::ui::widgets::notation`].

use crate::experiment::Prepared;
use crate::graph::{NodeId, Op, Part, Quantity, Scale, Scope, Site, Stack};
use crate::transformer::Subject;

/// How what is there several times is counted: each by its number, or all at once by a letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Heads are called i.
    pub heads: bool,
    /// This block of this stack is called ℓ.
    pub block: Option<(Stack, usize)>,
}

/// The sign of a value, as it is written in formulas: `_` lowers and `^` raises what follows.
pub fn sign(prepared: &Prepared, id: NodeId) -> String {
    counted_sign(prepared, id, Counters::default())
}

/// The sign of a value; heads and blocks are counted as `counters` says.
pub fn counted_sign(prepared: &Prepared, id: NodeId, counters: Counters) -> String {
    if let Some(stream) = stream(prepared, id, counters) {
        return stream;
    }
    let node = prepared.graph.node(id);
    let Site { scope, quantity } = node.site;
    let plain = |sign: &str| sign.to_owned();
    let of_head = |letter: &str| match scope.head {
        Some(_) if counters.heads => format!("{letter}_i"),
        Some(head) => format!("{letter}_{}", lowered(head + 1)),
        None => plain(letter),
    };
    let of_sublayer = |letter: &str| sublayer(prepared, scope).map_or_else(|| plain(letter), |number| format!("{letter}_{number}"));
    let input = |place: usize| node.inputs.get(place).map_or_else(String::new, |&input| counted_sign(prepared, input, counters));
    match quantity {
        Quantity::Embeddings if is_scaled_next(prepared, id) => format!("E[{}]", token(scope)),
        Quantity::Embeddings | Quantity::ScaledEmbeddings | Quantity::Input => letter(prepared, scope.stack).to_string(),
        Quantity::Positions => plain("PE"),
        Quantity::Memory => plain("M"),
        Quantity::QueryProduct
        | Quantity::KeyProduct
        | Quantity::ValueProduct
        | Quantity::HiddenProduct
        | Quantity::OutputProduct
        | Quantity::LogitsProduct => match &node.op {
            Op::MatMul(product) if product.transposed => format!("{}{}^T", input(0), input(1)),
            _ => format!("{}{}", input(0), input(1)),
        },
        Quantity::Query => of_head("Q"),
        Quantity::Key | Quantity::AllKeys => of_head("K"),
        Quantity::Value | Quantity::AllValues => of_head("V"),
        Quantity::CachedKey => plain("K_{<t}"),
        Quantity::CachedValue => plain("V_{<t}"),
        Quantity::Scores => of_head("S"),
        Quantity::ScoreBias => plain("B"),
        // Each thing that is done to the scores adds a prime; so does adding the positions late.
        Quantity::Scaled | Quantity::Biased | Quantity::Masked | Quantity::WithPositions => primed(&input(0)),
        Quantity::Weights => of_head("A"),
        Quantity::Concatenated => plain("Concat"),
        Quantity::Output => match (scope.head, scope.part) {
            (Some(_), _) => of_head("head"),
            (None, Some(Part::Attention)) if is_lone(prepared) => plain("AV"),
            (None, Some(Part::SelfAttention | Part::CrossAttention)) if has_cross(prepared, scope) => of_sublayer("Z"),
            (None, Some(Part::Attention | Part::SelfAttention | Part::CrossAttention)) => plain("Z"),
            (None, Some(Part::FeedForward)) => plain("FFN"),
            (None, Some(Part::FinalNorm)) => format!("N_{}", letter(prepared, scope.stack)),
            (None, Some(_)) => of_sublayer("N"),
            (None, None) => plain("M"),
        },
        Quantity::Residual => of_sublayer("R"),
        Quantity::Gate => plain("G"),
        Quantity::Hidden => plain("H"),
        Quantity::Activated => plain("F"),
        Quantity::Gated => plain("F ⊙ H"),
        Quantity::Pooled => plain("x"),
        Quantity::Logits => plain("logits"),
        Quantity::Probabilities => plain("p"),
        Quantity::LogProbabilities => plain("ln p"),
        Quantity::EmbeddingTable
        | Quantity::PositionTable
        | Quantity::QueryWeight
        | Quantity::KeyWeight
        | Quantity::ValueWeight
        | Quantity::OutputWeight
        | Quantity::QueryBias
        | Quantity::KeyBias
        | Quantity::ValueBias
        | Quantity::OutputBias
        | Quantity::Gamma
        | Quantity::Beta
        | Quantity::FirstWeight
        | Quantity::FirstBias
        | Quantity::SecondWeight
        | Quantity::SecondBias
        | Quantity::GateWeight
        | Quantity::LogitsWeight
        | Quantity::LogitsBias => plain(of_weight(quantity).unwrap_or_default()),
    }
}

/// The sign of a learned matrix; `None` for what is calculated or given.
pub const fn of_weight(quantity: Quantity) -> Option<&'static str> {
    Some(match quantity {
        Quantity::EmbeddingTable => "E",
        Quantity::PositionTable => "P",
        Quantity::QueryWeight => "W_Q",
        Quantity::KeyWeight => "W_K",
        Quantity::ValueWeight => "W_V",
        Quantity::OutputWeight => "W_O",
        Quantity::QueryBias => "b_Q",
        Quantity::KeyBias => "b_K",
        Quantity::ValueBias => "b_V",
        Quantity::OutputBias => "b_O",
        Quantity::Gamma => "γ",
        Quantity::Beta => "β",
        Quantity::FirstWeight => "W_1",
        Quantity::FirstBias => "b_1",
        Quantity::SecondWeight => "W_2",
        Quantity::SecondBias => "b_2",
        Quantity::GateWeight => "W_G",
        Quantity::LogitsWeight => "W",
        Quantity::LogitsBias => "b",
        _ => return None,
    })
}

/// The letter for the tokens of a side.
pub fn token(scope: Scope) -> &'static str {
    if scope.stack == Some(Stack::Source) { "s" } else { "t" }
}

/// Attention on given matrices has no heads: what elsewhere a head gives is its whole output.
pub fn is_lone(prepared: &Prepared) -> bool {
    prepared.experiment.model.subject == Subject::Attention
}

/// The residual stream between blocks: X_0 enters the first, X_ℓ leaves the ℓ-th. A decoder that reads an encoder has Y.
fn stream(prepared: &Prepared, id: NodeId, counters: Counters) -> Option<String> {
    let between = |site: Site| match (site.scope, site.quantity) {
        (Scope { stack: Some(Stack::Source), part: None, .. }, Quantity::Input) => Some((Stack::Encoder, 0)),
        (Scope { stack: Some(Stack::Target), part: None, .. }, Quantity::Input) => Some((Stack::Decoder, 0)),
        (Scope { stack: Some(stack), block: Some(block), part: None, .. }, Quantity::Output) => Some((stack, block + 1)),
        _ => None,
    };
    let (stack, number) = prepared.graph.sites(id).find_map(between)?;
    let index = match counters.block {
        Some((told, block)) if told == stack && number == block => "{ℓ−1}".to_owned(),
        Some((told, block)) if told == stack && number == block + 1 => "ℓ".to_owned(),
        _ => lowered(number),
    };
    Some(format!("{}_{index}", letter(prepared, Some(stack))))
}

fn letter(prepared: &Prepared, stack: Option<Stack>) -> char {
    let reads = matches!(prepared.experiment.model.subject, Subject::EncoderDecoder | Subject::DecoderWithMemory);
    if matches!(stack, Some(Stack::Target | Stack::Decoder)) && reads { 'Y' } else { 'X' }
}

/// Which sublayer of its block a value belongs to, from 1.
fn sublayer(prepared: &Prepared, scope: Scope) -> Option<usize> {
    scope.block?;
    let cross = has_cross(prepared, scope);
    match scope.part? {
        Part::SelfAttention | Part::SelfAttentionNorm => Some(1),
        Part::CrossAttention | Part::CrossAttentionNorm => Some(2),
        Part::FeedForward | Part::FeedForwardNorm => Some(if cross { 3 } else { 2 }),
        Part::Attention | Part::Norm | Part::FinalNorm => None,
    }
}

/// Whether a value's block reads another stack, too.
fn has_cross(prepared: &Prepared, scope: Scope) -> bool {
    let cross = Scope { part: Some(Part::CrossAttention), head: None, ..scope };
    prepared.graph.find(cross.at(Quantity::Output)).is_some()
}

/// Whether embeddings are multiplied before anything else is done with them.
fn is_scaled_next(prepared: &Prepared, id: NodeId) -> bool {
    let scaled = |reader: NodeId| matches!(prepared.graph.node(reader).op, Op::Scale(Scale::Times(_)));
    matches!(prepared.graph.consumers(id), &[reader] if scaled(reader))
}

/// A number below a sign.
fn lowered(number: usize) -> String {
    if number < 10 { number.to_string() } else { format!("{{{number}}}") }
}

/// A sign with one prime more.
pub fn primed(sign: &str) -> String {
    let end = sign.find('_').unwrap_or(sign.len());
    format!("{}′{}", &sign[..end], &sign[end..])
}
