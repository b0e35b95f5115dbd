//! Encoder and decoder layers, stacks of them, and `nn.Transformer`.

use ndarray::Array2;
use transformer_lab::graph::{Element, Graph, Part, Quantity, Run, Scope, Shape, Site, Stack};
use transformer_lab::transformer::{
    Feed, FeedForwardKind, Feeds, Mask, Masks, Model, NodeOrKept, Norm, NormPlace, Output, Positions, StackInputs, Subject, build,
};

use super::answers::Answers;
use super::attention::head_weights;
use super::bench::{Bench, Given, evaluate, value_at};
use super::manifest::{Case, Result};
use super::masking::{Flag, Masking};
use super::parameters::{attention_weight, check_count, feed_forward_weight, norm_weight, unknown};
use super::tensor::Tensor;

pub const ENCODER: Scope = Scope::stack(Stack::Encoder);
pub const DECODER: Scope = Scope::stack(Stack::Decoder);
pub const SOURCE: Site = Scope::stack(Stack::Source).at(Quantity::Embeddings);
pub const TARGET: Site = Scope::stack(Stack::Target).at(Quantity::Embeddings);

/// How the library calls a block, and the norm after the last one.
pub struct Names {
    pub block: fn(Stack, usize) -> String,
    pub last_norm: fn(Stack) -> String,
}

/// One layer that stands alone.
pub const LAYER: Names = Names { block: |_, _| String::new(), last_norm: |_| "norm.".to_owned() };
const LAYERS: Names = Names { block: |_, block| format!("layers.{block}."), last_norm: |_| "norm.".to_owned() };
const STACKS: Names = Names { block: |stack, block| format!("{stack}.layers.{block}."), last_norm: |stack| format!("{stack}.norm.") };

/// `nn.TransformerEncoderLayer`.
pub fn encoder_layer<T: Element>(case: &Case) -> Result<Answers> {
    let model = model(case, Subject::Encoder, 1, 0)?;
    let mut answers = Answers::default();
    for index in 0..case.size("batch")? {
        let sequence = Sequence::of_encoder(case, index, "x", "src_key_padding_mask")?;
        let run = run::<T>(case, &model, sequence, &LAYER)?;
        let block = ENCODER.block(0);
        add_layer(&mut answers, &run, block, &[Part::SelfAttentionNorm, Part::FeedForwardNorm])?;
        add_weights(&mut answers, &run, "out.attn_weights", block.part(Part::SelfAttention), model.heads)?;
    }
    Ok(answers)
}

/// `nn.TransformerEncoder`.
pub fn encoder_stack<T: Element>(case: &Case) -> Result<Answers> {
    encoder_stack_with::<T>(case, "src_key_padding_mask")
}

/// `nn.TransformerEncoder` with padding from the input of that name.
pub fn encoder_stack_with<T: Element>(case: &Case, padding: &str) -> Result<Answers> {
    let model = model(case, Subject::Encoder, case.size("layers")?, 0)?;
    let mut answers = Answers::default();
    for index in 0..case.size("batch")? {
        let sequence = Sequence::of_encoder(case, index, "x", padding)?;
        let run = run::<T>(case, &model, sequence, &LAYERS)?;
        add(&mut answers, &run, "out.y", ENCODER.at(Quantity::Output))?;
        add_encoder_blocks(&mut answers, &run, "out.layer", &model)?;
    }
    Ok(answers)
}

/// `nn.TransformerDecoderLayer`.
pub fn decoder_layer<T: Element>(case: &Case) -> Result<Answers> {
    let model = model(case, Subject::DecoderWithMemory, 0, 1)?;
    let mut answers = Answers::default();
    for index in 0..case.size("batch")? {
        let memory = case.input("memory")?.at(index)?.matrix()?;
        let sequence = Sequence { memory: Some(memory), ..Sequence::of_decoder(case, index, "tgt", case.size("n_memory")?)? };
        let run = run::<T>(case, &model, sequence, &LAYER)?;
        let block = DECODER.block(0);
        add_layer(&mut answers, &run, block, &[Part::SelfAttentionNorm, Part::CrossAttentionNorm, Part::FeedForwardNorm])?;
        add(&mut answers, &run, "out.multihead_attn", block.part(Part::CrossAttention).at(Quantity::Output))?;
        add_weights(&mut answers, &run, "out.self_attn_weights", block.part(Part::SelfAttention), model.heads)?;
        add_weights(&mut answers, &run, "out.cross_attn_weights", block.part(Part::CrossAttention), model.heads)?;
    }
    Ok(answers)
}

/// `nn.Transformer`.
pub fn transformer<T: Element>(case: &Case) -> Result<Answers> {
    let model = model(case, Subject::EncoderDecoder, case.size("enc_layers")?, case.size("dec_layers")?)?;
    let mut answers = Answers::default();
    for index in 0..case.size("batch")? {
        let encoder = Sequence::of_encoder(case, index, "src", "src_key_padding_mask")?;
        let decoder = Sequence::of_decoder(case, index, "tgt", case.size("n_src")?)?;
        let sequence = Sequence { source: encoder.source, encoder_self: encoder.encoder_self, ..decoder };
        let run = run::<T>(case, &model, sequence, &STACKS)?;
        add(&mut answers, &run, "out.memory", ENCODER.at(Quantity::Output))?;
        add(&mut answers, &run, "out.y", DECODER.at(Quantity::Output))?;
        add_encoder_blocks(&mut answers, &run, "out.enc", &model)?;
        for block in 0..model.decoder_blocks {
            let scope = DECODER.block(block);
            let name = format!("out.dec{block}");
            add(&mut answers, &run, &name, scope.at(Quantity::Output))?;
            add_weights(&mut answers, &run, &format!("{name}.self_attn"), scope.part(Part::SelfAttention), model.heads)?;
            add_weights(&mut answers, &run, &format!("{name}.cross_attn"), scope.part(Part::CrossAttention), model.heads)?;
        }
    }
    Ok(answers)
}

/// The library's choices as ours. Biases and last norms are there where the module has parameters for them.
pub fn model(case: &Case, subject: Subject, encoder_blocks: usize, decoder_blocks: usize) -> Result<Model> {
    let norm = Norm {
        place: norm_place(case)?,
        epsilon: case.number("layer_norm_eps")?,
        gamma: case.has_parameter("norm1.weight"),
        beta: case.has_parameter("norm1.bias"),
        ..Norm::default()
    };
    let last_norm = case.has_parameter("w.norm.weight") || case.has_parameter("coder.norm.weight");
    Ok(Model {
        subject,
        d_model: case.size("d_model")?,
        heads: case.size("heads")?,
        d_ff: case.size("d_ff")?,
        encoder_blocks,
        decoder_blocks,
        attention_bias: case.has_parameter("in_proj_bias"),
        feed_forward_bias: case.has_parameter("linear1.bias"),
        feed_forward: feed_forward(case)?,
        norm,
        final_norm: last_norm,
        positions: Positions::None,
        output: Output::None,
        ..Model::default()
    })
}

/// Where the library puts the norms.
pub fn norm_place(case: &Case) -> Result<NormPlace> {
    Ok(if case.flag("norm_first")? { NormPlace::Before } else { NormPlace::After })
}

/// The library's activation.
pub fn feed_forward(case: &Case) -> Result<FeedForwardKind> {
    match case.word("activation")? {
        "relu" => Ok(FeedForwardKind::Relu),
        "gelu" => Ok(FeedForwardKind::Gelu),
        other => Err(format!("this test knows no activation {other} of a layer")),
    }
}

/// What enters a model, one sequence of a batch.
#[derive(Default)]
pub struct Sequence {
    pub source: Option<Array2<f64>>,
    pub target: Option<Array2<f64>>,
    pub memory: Option<Array2<f64>>,
    pub encoder_self: Masking,
    pub decoder_self: Masking,
    pub cross: Masking,
}

impl Sequence {
    pub fn of_encoder(case: &Case, index: usize, source: &str, padding: &str) -> Result<Self> {
        let source = case.input(source)?.at(index)?.matrix()?;
        let n = source.nrows();
        // `nn.TransformerEncoder` says "mask" where its layers say "src_mask".
        let shared = case.find_input("src_mask").or(case.find_input("mask"));
        Ok(Self { encoder_self: masking(case, index, (n, n), shared, padding)?, source: Some(source), ..Self::default() })
    }

    pub fn of_decoder(case: &Case, index: usize, target: &str, keys: usize) -> Result<Self> {
        let target = case.input(target)?.at(index)?.matrix()?;
        let n = target.nrows();
        Ok(Self {
            decoder_self: masking(case, index, (n, n), case.find_input("tgt_mask"), "tgt_key_padding_mask")?,
            cross: masking(case, index, (n, keys), case.find_input("memory_mask"), "memory_key_padding_mask")?,
            target: Some(target),
            ..Self::default()
        })
    }
}

/// The mask that all sequences share, and the padding of this one.
fn masking(case: &Case, index: usize, shape: (usize, usize), shared: Option<&Tensor>, padding: &str) -> Result<Masking> {
    let padding = case.find_input(padding).map(|padding| padding.at(index)).transpose()?;
    Masking::union(shape, shared.into_iter().chain(&padding), Flag::Hidden)
}

/// Evaluates a model for one sequence.
///
/// The graph is written by the parts, which know masks of every kind. A model's own masks are those without numbers to add; where
/// they suffice, `build` must write the same graph, node for node.
pub fn run<T: Element>(case: &Case, model: &Model, sequence: Sequence, names: &Names) -> Result<Run<T>> {
    let built = built(model, &sequence)?;
    let (graph, given) = written(model, sequence)?;
    if built.is_some_and(|built| !built.nodes().eq(graph.nodes())) {
        return Err("the model and its parts write two graphs".to_owned());
    }
    check_count(case, &graph)?;
    evaluate(graph, &given, |site| weight(case, names, site))
}

/// The graph as the parts write it.
fn written(model: &Model, sequence: Sequence) -> Result<(Graph, Given)> {
    let mut bench = Bench::new(model)?;
    let mut memory = sequence.memory.map(|memory| bench.input(memory, ENCODER.at(Quantity::Output)));
    if let Some(source) = sequence.source {
        let x = bench.input(source, SOURCE);
        let self_mask = bench.mask(sequence.encoder_self, ENCODER.part(Part::SelfAttention));
        let inputs = StackInputs { self_mask, ..StackInputs::default() };
        memory = Some(bench.parts.stack(x, Stack::Encoder, model.encoder_blocks, &inputs));
    }
    if let Some(target) = sequence.target {
        let x = bench.input(target, TARGET);
        let self_mask = bench.mask(sequence.decoder_self, DECODER.part(Part::SelfAttention));
        let cross_mask = bench.mask(sequence.cross, DECODER.part(Part::CrossAttention));
        let cross = memory.map(|memory| (NodeOrKept::Node(memory), cross_mask));
        let inputs = StackInputs { self_mask, cross, ..StackInputs::default() };
        bench.parts.stack(x, Stack::Decoder, model.decoder_blocks, &inputs);
    }
    let graph = bench.parts.g.finish().map_err(|error| error.to_string())?;
    Ok((graph, bench.given))
}

/// The graph that the model builds by itself, unless a mask adds numbers to the scores.
fn built(model: &Model, sequence: &Sequence) -> Result<Option<Graph>> {
    let maskings = [&sequence.encoder_self, &sequence.decoder_self, &sequence.cross];
    if maskings.iter().any(|masking| masking.bias.is_some()) {
        return Ok(None);
    }
    let [encoder_self, decoder_self, cross] = maskings.map(|masking| masking.visible.iter().map(|visible| Mask::paint(visible)).collect());
    let shape = |values: &Array2<f64>| Shape::new(values.nrows(), values.ncols());
    let feed = |values: &Option<Array2<f64>>| values.as_ref().map(|values| Feed::Vectors(shape(values)));
    let feeds = Feeds {
        source: feed(&sequence.source),
        target: feed(&sequence.target),
        memory: sequence.memory.as_ref().map(shape),
        ..Feeds::default()
    };
    let model = Model { masks: Masks { encoder_self, decoder_self, cross }, ..model.clone() };
    build(&model, &feeds).map(Some).map_err(|error| error.to_string())
}

/// The library's parameter for a weight of a block or of a last norm.
pub fn weight(case: &Case, names: &Names, site: Site) -> Result<Array2<f64>> {
    let Scope { stack: Some(stack), block, part: Some(part), .. } = site.scope else { return unknown(site) };
    let block = || Ok::<_, String>((names.block)(stack, block.ok_or_else(|| format!("{site} stands outside a block"))?));
    let last = if stack == Stack::Decoder { 3 } else { 2 };
    match part {
        Part::SelfAttention => attention_weight(case, &format!("{}self_attn.", block()?), site),
        Part::CrossAttention => attention_weight(case, &format!("{}multihead_attn.", block()?), site),
        Part::FeedForward => feed_forward_weight(case, &block()?, site),
        Part::SelfAttentionNorm => norm_weight(case, &format!("{}norm1.", block()?), site),
        Part::CrossAttentionNorm => norm_weight(case, &format!("{}norm2.", block()?), site),
        Part::FeedForwardNorm => norm_weight(case, &format!("{}norm{last}.", block()?), site),
        Part::FinalNorm => norm_weight(case, &(names.last_norm)(stack), site),
        Part::Attention | Part::Norm => unknown(site),
    }
}

fn add<T: Element>(answers: &mut Answers, run: &Run<T>, name: &str, site: Site) -> Result<()> {
    answers.add(name, &*value_at(run, site)?);
    Ok(())
}

/// The weights of all heads, one after the other.
fn add_weights<T: Element>(answers: &mut Answers, run: &Run<T>, name: &str, attention: Scope, heads: usize) -> Result<()> {
    head_weights(run, attention, heads)?.iter().for_each(|weights| answers.add(name, weights));
    Ok(())
}

/// What both kinds of layer give, by the names of the library's submodules.
fn add_layer<T: Element>(answers: &mut Answers, run: &Run<T>, block: Scope, norms: &[Part]) -> Result<()> {
    add(answers, run, "out.y", block.at(Quantity::Output))?;
    add(answers, run, "out.self_attn", block.part(Part::SelfAttention).at(Quantity::Output))?;
    add(answers, run, "out.linear1", block.part(Part::FeedForward).at(Quantity::Hidden))?;
    add(answers, run, "out.linear2", block.part(Part::FeedForward).at(Quantity::Output))?;
    for (index, &norm) in norms.iter().enumerate() {
        add(answers, run, &format!("out.norm{}", index + 1), block.part(norm).at(Quantity::Output))?;
    }
    Ok(())
}

/// The output and the weights of each block of the encoder.
fn add_encoder_blocks<T: Element>(answers: &mut Answers, run: &Run<T>, name: &str, model: &Model) -> Result<()> {
    for block in 0..model.encoder_blocks {
        let scope = ENCODER.block(block);
        add(answers, run, &format!("{name}{block}"), scope.at(Quantity::Output))?;
        add_weights(answers, run, &format!("{name}{block}.attn"), scope.part(Part::SelfAttention), model.heads)?;
    }
    Ok(())
}
