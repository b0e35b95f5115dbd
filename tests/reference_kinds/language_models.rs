//! Gradients of the cross-entropy of small language models, from their tokens to every parameter.

use ndarray::{Array2, s};
use transformer_lab::graph::{Element, Part, Quantity, Run, Scope, Site, Stack};
use transformer_lab::transformer::{
    CrossEntropy, Feed, FeedForwardKind, Feeds, Loss, Mask, Masks, Model, Norm, NormPlace, Output, Positions, Reduction, Subject, build,
    next_tokens,
};

use super::answers::Answers;
use super::bench::{Given, evaluate, gradients, value_at};
use super::gradients::{Batch, WeightOf};
use super::layers::{self, Names};
use super::manifest::{Case, Result};
use super::parameters::{check_count, linear, norm_weight, row, unknown};

const LOGITS: Site = Scope::stack(Stack::Head).at(Quantity::Logits);

/// The gradients of a model whose kind the variant begins with.
pub fn grad<T: Element>(case: &Case) -> Result<Answers> {
    match case.entry.variant.split('_').next().unwrap_or_default() {
        "lm" => of_batch::<T>(case, &encoder_with_causal_mask(case)?, &|case, site| match site.quantity {
            Quantity::EmbeddingTable => case.parameter("tok_emb.weight")?.matrix(),
            Quantity::PositionTable => case.parameter("pos_emb.weight")?.matrix(),
            Quantity::LogitsWeight => linear(case, "head.weight"),
            _ => layers::weight(case, &BLOCKS, site),
        }),
        "seq2seq" => of_batch::<T>(case, &sequence_to_sequence(case)?, &|case, site| match site.quantity {
            Quantity::EmbeddingTable => case.parameter("emb.weight")?.matrix(),
            _ => layers::weight(case, &CORE, site),
        }),
        "gpt2" => of_batch::<T>(case, &gpt2(case)?, &gpt2_weight),
        other => Err(format!("this test knows no language model {other}")),
    }
}

/// A model, and what it is taught.
struct Taught {
    model: Model,
    lessons: Vec<Lesson>,
    label_smoothing: f64,
}

/// What enters for one sequence of the batch, and what each row of logits is to predict.
struct Lesson {
    source: Option<Vec<usize>>,
    target: Option<Vec<usize>>,
    predicted: Vec<Option<usize>>,
}

impl Lesson {
    /// The token after each, from a sequence that has one token more than enters; what enters with it.
    fn shifted(tokens: &[usize]) -> (Vec<usize>, Vec<Option<usize>>) {
        let entering = tokens[..tokens.len() - 1].to_vec();
        (entering, tokens[1..].iter().copied().map(Some).collect())
    }
}

/// The mean cross-entropy over all rows of the batch that have something to predict, and its gradients.
fn of_batch<T: Element>(case: &Case, taught: &Taught, weight: &WeightOf) -> Result<Answers> {
    let count: usize = taught.lessons.iter().map(|lesson| lesson.predicted.iter().flatten().count()).sum();
    let mut batch = Batch::default();
    let mut sum = 0.0;
    for lesson in &taught.lessons {
        let run: Run<T> = answer(case, taught, lesson, weight)?;
        let logits = value_at(&run, LOGITS)?;
        let entropy = CrossEntropy { reduction: Reduction::Sum, label_smoothing: taught.label_smoothing };
        let Loss { value, gradient, .. } = entropy.of(&logits, &lesson.predicted).map_err(|error| error.to_string())?;
        sum += value;
        batch.answers.add("out.logits", &*logits);
        let seed = gradient.mapv(|number| number.wide() / count as f64);
        batch.add(&run, &gradients(&run, LOGITS, &seed)?, &[])?;
    }
    batch.answers.add_number("out.loss", sum / count as f64);
    batch.answers(case, weight)
}

/// Evaluates the model for one sequence.
fn answer<T: Element>(case: &Case, taught: &Taught, lesson: &Lesson, weight: &WeightOf) -> Result<Run<T>> {
    let feed = |tokens: &Option<Vec<usize>>| tokens.clone().map(Feed::Tokens);
    let feeds = Feeds { source: feed(&lesson.source), target: feed(&lesson.target), vocabulary: case.size("vocab")?, ..Feeds::default() };
    let graph = build(&taught.model, &feeds).map_err(|error| error.to_string())?;
    check_count(case, &graph)?;
    evaluate(graph, &Given::new(), |site| weight(case, site))
}

/// One lesson for each sequence of the batch.
fn lessons(case: &Case, lesson: impl Fn(usize) -> Result<Lesson>) -> Result<Vec<Lesson>> {
    (0..case.size("batch")?).map(lesson).collect()
}

/// `nn.Embedding` of tokens and positions, `nn.TransformerEncoder` with a causal mask, `nn.Linear`.
fn encoder_with_causal_mask(case: &Case) -> Result<Taught> {
    let model = Model {
        masks: Masks { encoder_self: vec![Mask::Causal], ..Masks::default() },
        positions: Positions::Learned,
        longest: case.size("n")?,
        scale_embeddings: false,
        final_norm: case.flag("final_norm")?,
        output: Output::Vocabulary,
        tied_output: case.flag("tied")?,
        ..layers::model(case, Subject::Encoder, case.size("layers")?, 0)?
    };
    let lessons = lessons(case, |index| {
        let (source, predicted) = Lesson::shifted(&case.input("tokens")?.at(index)?.counts()?);
        Ok(Lesson { source: Some(source), target: None, predicted })
    })?;
    Ok(Taught { model, lessons, label_smoothing: 0.0 })
}

const BLOCKS: Names = Names { block: |_, block| format!("blocks.layers.{block}."), last_norm: |_| "blocks.norm.".to_owned() };

/// `nn.Transformer` between embeddings that source, target and logits share.
fn sequence_to_sequence(case: &Case) -> Result<Taught> {
    let model = Model {
        scale_embeddings: true,
        final_norm: case.flag("final_norms")?,
        output: Output::Vocabulary,
        tied_output: true,
        ..layers::model(case, Subject::EncoderDecoder, case.size("enc_layers")?, case.size("dec_layers")?)?
    };
    let lessons = lessons(case, |index| {
        let (target, predicted) = Lesson::shifted(&case.input("tgt")?.at(index)?.counts()?);
        Ok(Lesson { source: Some(case.input("src")?.at(index)?.counts()?), target: Some(target), predicted })
    })?;
    Ok(Taught { model, lessons, label_smoothing: case.number("label_smoothing")? })
}

const CORE: Names =
    Names { block: |stack, block| format!("core.{stack}.layers.{block}."), last_norm: |stack| format!("core.{stack}.norm.") };

/// `GPT2LMHeadModel`, which shifts the labels itself.
fn gpt2(case: &Case) -> Result<Taught> {
    if case.word("activation")? != "gelu_new" {
        return Err("the activation of GPT-2 is gelu_new".to_owned());
    }
    let model = Model {
        subject: Subject::Decoder,
        d_model: case.size("n_embd")?,
        heads: case.size("n_head")?,
        d_ff: case.parameter("transformer.h.0.mlp.c_fc.bias")?.len(),
        decoder_blocks: case.size("n_layer")?,
        attention_bias: true,
        feed_forward: FeedForwardKind::GeluTanh,
        norm: Norm { place: NormPlace::Before, epsilon: case.number("layer_norm_epsilon")?, ..Norm::default() },
        final_norm: true,
        positions: Positions::Learned,
        longest: case.parameter("transformer.wpe.weight")?.matrix()?.nrows(),
        scale_embeddings: false,
        tied_output: case.flag("tied")?,
        ..Model::default()
    };
    let lessons = lessons(case, |index| {
        let tokens = case.input("input_ids")?.at(index)?.counts()?;
        Ok(Lesson { source: None, predicted: next_tokens(&tokens, &[]), target: Some(tokens) })
    })?;
    Ok(Taught { model, lessons, label_smoothing: 0.0 })
}

/// A weight of GPT-2, whose layers keep W as \[in, out\], with the columns of W_Q, W_K and W_V side by side.
fn gpt2_weight(case: &Case, site: Site) -> Result<Array2<f64>> {
    let block = site.scope.block.unwrap_or_default();
    let name = |end: &str| format!("transformer.h.{block}.{end}");
    let matrix = |end: &str| case.parameter(&name(end))?.matrix();
    let vector = |end: &str| row(case, &name(end));
    let third = |columns: Array2<f64>, which: usize| {
        let count = columns.ncols() / 3;
        columns.slice(s![.., which * count..(which + 1) * count]).to_owned()
    };
    match (site.scope.part, site.quantity) {
        (None, Quantity::EmbeddingTable) => case.parameter("transformer.wte.weight")?.matrix(),
        (None, Quantity::PositionTable) => case.parameter("transformer.wpe.weight")?.matrix(),
        (Some(Part::SelfAttentionNorm), _) => norm_weight(case, &name("ln_1."), site),
        (Some(Part::FeedForwardNorm), _) => norm_weight(case, &name("ln_2."), site),
        (Some(Part::FinalNorm), _) => norm_weight(case, "transformer.ln_f.", site),
        (_, Quantity::QueryWeight) => Ok(third(matrix("attn.c_attn.weight")?, 0)),
        (_, Quantity::KeyWeight) => Ok(third(matrix("attn.c_attn.weight")?, 1)),
        (_, Quantity::ValueWeight) => Ok(third(matrix("attn.c_attn.weight")?, 2)),
        (_, Quantity::QueryBias) => Ok(third(vector("attn.c_attn.bias")?, 0)),
        (_, Quantity::KeyBias) => Ok(third(vector("attn.c_attn.bias")?, 1)),
        (_, Quantity::ValueBias) => Ok(third(vector("attn.c_attn.bias")?, 2)),
        (_, Quantity::OutputWeight) => matrix("attn.c_proj.weight"),
        (_, Quantity::OutputBias) => vector("attn.c_proj.bias"),
        (_, Quantity::FirstWeight) => matrix("mlp.c_fc.weight"),
        (_, Quantity::FirstBias) => vector("mlp.c_fc.bias"),
        (_, Quantity::SecondWeight) => matrix("mlp.c_proj.weight"),
        (_, Quantity::SecondBias) => vector("mlp.c_proj.bias"),
        _ => unknown(site),
    }
}
