//! What the name of a matrix says: names of PyTorch's modules, of GPT-2, BERT, BART and Llama, and those of this program.

use crate::graph::{Part, Quantity, Site, Stack};

/// What a name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    stack: Option<Stack>,
    block: Option<usize>,
    cross: bool,
    role: Role,
    bias: bool,
}

/// What a matrix is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Query,
    Key,
    Value,
    /// Queries, keys and values in one matrix.
    Fused,
    Output,
    First,
    Second,
    Gate,
    /// A norm, with its number in the block or the sublayer that it belongs to.
    Norm(Option<usize>),
    AttentionNorm,
    FeedForwardNorm,
    FinalNorm,
    Tokens,
    Positions,
    Logits,
}

/// How well a name fits a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Likeness {
    /// The larger the better.
    pub(super) score: u32,
    /// Which third of a fused matrix it is.
    pub(super) third: Option<usize>,
}

/// What of a matrix is taken: all, or a third of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take {
    third: Option<usize>,
}

impl Said {
    /// Reads a name; `None` where it says nothing of the parts of a Transformer.
    pub(super) fn by(name: &str) -> Option<Self> {
        let words: Vec<String> = words(name);
        let has = |any: &[&str]| words.iter().any(|word| any.contains(&word.as_str()));
        let follows = |first: &[&str], second: &[&str]| {
            words.windows(2).any(|pair| first.contains(&pair[0].as_str()) && second.contains(&pair[1].as_str()))
        };
        let attention = has(&["attn", "attention", "mha", "selfattn", "selfattention"]);
        let to_encoder = follows(&["encoder", "enc"], &["attn", "attention"]);
        let cross = has(&["cross", "crossattn", "crossattention", "multihead", "encdec", "src"]) && attention || to_encoder;
        let decoder = has(&["decoder", "dec", "tgt", "target"]);
        let encoder = has(&["encoder", "enc", "src", "source"]) && !to_encoder;
        let stack = if decoder { Some(Stack::Decoder) } else { encoder.then_some(Stack::Encoder) };
        let norm = words.iter().position(|word| word == "ln" || word == "norm" || word == "layernorm" || word == "rmsnorm");
        let numbered = |at: usize| words.get(at + 1).and_then(|word| word.parse().ok());
        let block = words
            .iter()
            .enumerate()
            .find(|&(at, word)| word.parse::<usize>().is_ok() && (at == 0 || !COUNTED.contains(&words[at - 1].as_str())))
            .and_then(|(_, word)| word.parse().ok());
        let numbered_first = || follows(&["w", "fc", "linear", "lin", "dense", "b"], &["1"]);
        let numbered_second = || follows(&["w", "fc", "linear", "lin", "dense", "b"], &["2"]);
        let role = if let Some(at) = norm {
            match numbered(at) {
                _ if attention => Role::AttentionNorm,
                Some(number) => Role::Norm(Some(number)),
                None if has(&["ffn", "mlp", "ff", "forward"]) || (block.is_some() && has(&["final", "output"])) => Role::FeedForwardNorm,
                None if block.is_none() && (has(&["final", "f"]) || stack.is_some()) => Role::FinalNorm,
                None => Role::Norm(None),
            }
        } else if has(&["qkv"]) || follows(&["in"], &["proj"]) || follows(&["c"], &["attn"]) {
            Role::Fused
        } else if has(&["q", "query", "queries", "wq", "bq"]) {
            Role::Query
        } else if has(&["k", "key", "keys", "wk", "bk"]) {
            Role::Key
        } else if has(&["v", "value", "values", "wv", "bv"]) {
            Role::Value
        } else if has(&["o", "wo", "bo"]) || (attention && (has(&["out", "output", "dense"]) || follows(&["c"], &["proj"]))) {
            Role::Output
        } else if has(&["gate"]) {
            Role::Gate
        } else if numbered_first() || has(&["up", "intermediate"]) || follows(&["c"], &["fc"]) {
            Role::First
        } else if numbered_second() || has(&["down"]) || follows(&["c"], &["proj"]) || (block.is_some() && has(&["dense"])) {
            Role::Second
        } else if has(&["wpe", "pos", "position", "positions", "positional"]) {
            Role::Positions
        } else if has(&["head", "logits", "generator", "classifier", "unembed", "unembedding", "score"]) {
            Role::Logits
        } else if has(&["wte", "emb", "embed", "embedding", "embeddings", "tok", "token", "tokens", "shared"]) {
            Role::Tokens
        } else {
            return None;
        };
        let bias = words.last().is_some_and(|word| ["bias", "beta", "bq", "bk", "bv", "bo"].contains(&word.as_str())) || has(&["b"]);
        Some(Self { stack, block, cross, role, bias })
    }

    /// How well what is said fits a place; `None` where it says something else.
    pub(super) fn likeness(&self, site: Site, model: Model) -> Option<Likeness> {
        let scope = site.scope;
        let stack = match (self.stack, scope.stack) {
            (None, _) => 0,
            (Some(_), Some(Stack::Vocabulary | Stack::Head) | None) => 1,
            (Some(Stack::Encoder), Some(Stack::Encoder | Stack::Source)) | (Some(_), Some(Stack::Decoder | Stack::Target)) => 2,
            _ => return None,
        };
        if self.stack == Some(Stack::Encoder) && matches!(scope.stack, Some(Stack::Decoder | Stack::Target)) {
            return None;
        }
        // With two stacks a name has to say which, or both would take the same matrix.
        if self.stack.is_none() && model.both_stacks && matches!(scope.stack, Some(Stack::Encoder | Stack::Decoder)) {
            return None;
        }
        let block = match (self.block, scope.block) {
            (Some(said), Some(block)) if said != block => return None,
            (Some(_), Some(_)) => 2,
            (None, Some(block)) if block > 0 => return None,
            _ => 0,
        };
        let Take { third } = self.take(site, model)?;
        Some(Likeness { score: 1 + stack + block, third })
    }

    /// Whether the role is that of the place, and which third of a fused matrix it is.
    fn take(&self, site: Site, model: Model) -> Option<Take> {
        let part = site.scope.part;
        let cross = part == Some(Part::CrossAttention);
        let in_attention = matches!(part, Some(Part::Attention | Part::SelfAttention | Part::CrossAttention)) && cross == self.cross;
        let in_norm = || match (self.role, part) {
            (Role::AttentionNorm, Some(Part::SelfAttentionNorm)) => !self.cross,
            (Role::AttentionNorm, Some(Part::CrossAttentionNorm)) => self.cross,
            (Role::Norm(Some(1)), Some(Part::SelfAttentionNorm))
            | (Role::Norm(Some(2)), Some(Part::CrossAttentionNorm))
            | (Role::FeedForwardNorm, Some(Part::FeedForwardNorm))
            | (Role::FinalNorm | Role::Norm(None), Some(Part::Norm | Part::FinalNorm)) => true,
            (Role::Norm(Some(number)), Some(Part::FeedForwardNorm)) => {
                number == if model.cross && site.scope.stack == Some(Stack::Decoder) { 3 } else { 2 }
            }
            _ => false,
        };
        let is = |fits: bool| fits.then_some(Take { third: None });
        let projection = |role: Role, third: usize| match self.role {
            Role::Fused if in_attention => Some(Take { third: Some(third) }),
            own => is(own == role && in_attention),
        };
        match (site.quantity, self.bias) {
            (Quantity::QueryWeight, false) | (Quantity::QueryBias, true) => projection(Role::Query, 0),
            (Quantity::KeyWeight, false) | (Quantity::KeyBias, true) => projection(Role::Key, 1),
            (Quantity::ValueWeight, false) | (Quantity::ValueBias, true) => projection(Role::Value, 2),
            (Quantity::OutputWeight, false) | (Quantity::OutputBias, true) => is(self.role == Role::Output && in_attention),
            (Quantity::FirstWeight, false) | (Quantity::FirstBias, true) => is(self.role == Role::First),
            (Quantity::SecondWeight, false) | (Quantity::SecondBias, true) => is(self.role == Role::Second),
            (Quantity::GateWeight, false) => is(self.role == Role::Gate),
            (Quantity::Gamma, false) | (Quantity::Beta, true) => is(in_norm()),
            (Quantity::EmbeddingTable, false) => is(self.role == Role::Tokens),
            (Quantity::PositionTable, false) => is(self.role == Role::Positions),
            (Quantity::LogitsWeight, false) | (Quantity::LogitsBias, true) => is(self.role == Role::Logits),
            (Quantity::Query, false) => is(self.role == Role::Query && site.scope.stack.is_none()),
            (Quantity::Key, false) => is(self.role == Role::Key && site.scope.stack.is_none()),
            (Quantity::Value, false) => is(self.role == Role::Value && site.scope.stack.is_none()),
            _ => None,
        }
    }
}

/// What of a model decides how names are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    /// An encoder and a decoder.
    pub(super) both_stacks: bool,
    /// Blocks with a cross-attention, whose norm is then the second of three.
    pub(super) cross: bool,
}

/// Words whose number counts them, and is not that of the block.
const COUNTED: [&str; 9] = ["ln", "norm", "layernorm", "linear", "lin", "fc", "w", "dense", "b"];

/// The words of a name in lower case, numbers apart: `h.0.ln_1.weight` is h, 0, ln, 1, weight.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    for sign in name.chars() {
        let new_word =
            !last.is_alphanumeric() || last.is_ascii_digit() != sign.is_ascii_digit() || (last.is_lowercase() && sign.is_uppercase());
        if sign.is_alphanumeric() {
            if new_word {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(sign.to_lowercase());
            }
        }
        last = sign;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALONE: Model = Model { both_stacks: false, cross: false };
    const BOTH: Model = Model { both_stacks: true, cross: true };

    fn fits(name: &str, site: &str, model: Model) -> Option<Take> {
        Said::by(name)?.likeness(site.parse().unwrap(), model).map(|Likeness { third, .. }| Take { third })
    }

    #[test]
    fn names_of_the_libraries() {
        for (name, site, model) in [
            ("h.2.ln_1.weight", "decoder.2.self_attention_norm.gamma", ALONE),
            ("h.2.ln_2.bias", "decoder.2.feed_forward_norm.beta", ALONE),
            ("ln_f.weight", "decoder.final_norm.gamma", ALONE),
            ("h.2.mlp.c_fc.weight", "decoder.2.feed_forward.w_1", ALONE),
            ("h.2.mlp.c_proj.bias", "decoder.2.feed_forward.b_2", ALONE),
            ("h.2.attn.c_proj.weight", "decoder.2.self_attention.w_o", ALONE),
            ("wte.weight", "vocabulary.embedding_table", ALONE),
            ("wpe.weight", "vocabulary.position_table", ALONE),
            ("lm_head.weight", "output.w_logits", ALONE),
            ("model.layers.0.self_attn.q_proj.weight", "decoder.0.self_attention.w_q", ALONE),
            ("model.layers.0.mlp.up_proj.weight", "decoder.0.feed_forward.w_1", ALONE),
            ("bert.encoder.layer.1.attention.self.query.weight", "encoder.1.self_attention.w_q", ALONE),
            ("bert.encoder.layer.1.attention.output.dense.weight", "encoder.1.self_attention.w_o", ALONE),
            ("bert.encoder.layer.1.attention.output.LayerNorm.weight", "encoder.1.self_attention_norm.gamma", ALONE),
            ("bert.encoder.layer.1.intermediate.dense.bias", "encoder.1.feed_forward.b_1", ALONE),
            ("bert.encoder.layer.1.output.dense.weight", "encoder.1.feed_forward.w_2", ALONE),
            ("decoder.layers.1.multihead_attn.out_proj.weight", "decoder.1.cross_attention.w_o", BOTH),
            ("decoder.layers.1.norm2.weight", "decoder.1.cross_attention_norm.gamma", BOTH),
            ("decoder.layers.1.norm3.weight", "decoder.1.feed_forward_norm.gamma", BOTH),
            ("encoder.layers.1.norm2.weight", "encoder.1.feed_forward_norm.gamma", BOTH),
            ("model.decoder.layers.0.encoder_attn.k_proj.weight", "decoder.0.cross_attention.w_k", BOTH),
            ("model.decoder.layers.0.final_layer_norm.weight", "decoder.0.feed_forward_norm.gamma", BOTH),
            ("W_Q", "attention.w_q", ALONE),
            ("w1", "encoder.0.feed_forward.w_1", ALONE),
        ] {
            assert_eq!(fits(name, site, model), Some(Take { third: None }), "{name} → {site}");
        }
        assert_eq!(fits("h.2.attn.c_attn.weight", "decoder.2.self_attention.w_k", ALONE), Some(Take { third: Some(1) }));
        assert_eq!(fits("layers.0.self_attn.in_proj_bias", "encoder.0.self_attention.b_v", ALONE), Some(Take { third: Some(2) }));
    }

    #[test]
    fn what_a_name_does_not_say_is_not_taken() {
        for (name, site, model) in [
            ("encoder.layers.1.linear1.weight", "decoder.1.feed_forward.w_1", BOTH),
            ("layers.1.linear1.weight", "encoder.0.feed_forward.w_1", ALONE),
            ("layers.0.linear1.bias", "encoder.0.feed_forward.w_1", ALONE),
            ("decoder.layers.0.self_attn.q_proj.weight", "decoder.0.cross_attention.w_q", BOTH),
            ("layers.0.linear1.weight", "encoder.0.feed_forward.w_1", BOTH),
        ] {
            assert_eq!(fits(name, site, model), None, "{name} → {site}");
        }
        assert_eq!(Said::by("epoch"), None);
    }
}
