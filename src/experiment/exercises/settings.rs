//! Changes that an exercise makes to the experiment it stands on.

use serde::Deserialize;

use super::amount::Amount;
use super::error::Flaw;
use super::variant::{Names, Value, fill};
use crate::experiment::{Change, Experiment, Sequence, Table, WeightSource};
use crate::graph::Site;
use crate::transformer::decoding::{DecodingConfig, Strategy};
use crate::transformer::tokenizer::TokenizerConfig;
use crate::transformer::{Divisor, FeedForwardKind, Mask, Norm, Output, Positions, PositionsPlace, Precision, SoftmaxForm};

/// A matrix, or the name of a variable that holds one.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Value")]
pub enum Matrix {
    /// The matrix itself.
    Rows(Table),
    /// A variable's.
    Variable(String),
}

impl Matrix {
    fn table(&self, names: &Names) -> Result<Table, Flaw> {
        match self {
            Self::Rows(table) => Ok(table.clone()),
            Self::Variable(name) => names.matrix(name).cloned(),
        }
    }
}

impl TryFrom<Value> for Matrix {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<Self, &'static str> {
        match value {
            Value::Matrix(table) => Ok(Self::Rows(table)),
            Value::Text(name) => Ok(Self::Variable(name)),
            Value::Number(_) => Err("a matrix is needed here, as a list of rows, or the name of a variable in quotes"),
        }
    }
}

/// One change. Sizes are numbers or names of variables; texts may hold placeholders.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Setting {
    /// Width of the model.
    DModel(Amount),
    /// Heads of each attention.
    Heads(Amount),
    /// Width of a head's queries and keys.
    DK(Amount),
    /// Width of a head's values.
    DV(Amount),
    /// Width of the hidden layer.
    DFf(Amount),
    /// Blocks of the encoder.
    EncoderBlocks(Amount),
    /// Blocks of the decoder.
    DecoderBlocks(Amount),
    /// Tokens of the vocabulary, filled up where fewer are listed.
    Vocabulary(Amount),
    /// How texts are cut.
    Tokenizer(TokenizerConfig),
    /// Merges of the byte pairs.
    Merges(Amount),
    /// The seed of all that is drawn.
    Seed(Amount),
    /// What the encoder reads.
    Source(Sequence),
    /// What the decoder reads.
    Target(Sequence),
    /// An encoder output that is given.
    Memory(Sequence),
    /// So many positions for the encoder, drawn.
    SourceLength(Amount),
    /// So many positions for the decoder, drawn.
    TargetLength(Amount),
    /// The encoder's vectors.
    SourceRows(Matrix),
    /// The vectors of the given encoder output.
    MemoryRows(Matrix),
    /// Queries of a lone attention.
    Query(Matrix),
    /// Keys of a lone attention.
    Key(Matrix),
    /// Values of a lone attention.
    Value(Matrix),
    /// The numbers of a weight.
    Weight(Site, Matrix),
    /// What the scores are divided by.
    Divisor(Divisor),
    /// The number that the scores are divided by.
    DividedBy(Amount),
    /// How softmax is calculated.
    Softmax(SoftmaxForm),
    /// Who may see whom in the encoder, or in a lone attention.
    EncoderMasks(Vec<Mask>),
    /// Who may see whom in the decoder.
    DecoderMasks(Vec<Mask>),
    /// Who may see whom across.
    CrossMasks(Vec<Mask>),
    /// The norms.
    Norm(Norm),
    /// Residual connections.
    Residual(bool),
    /// What tells the positions apart.
    Positions(Positions),
    /// Where they are added.
    PositionsPlace(PositionsPlace),
    /// Embeddings times √d_model.
    ScaleEmbeddings(bool),
    /// The feed-forward network.
    FeedForward(FeedForwardKind),
    /// Biases of the projections.
    AttentionBias(bool),
    /// Biases of the feed-forward network.
    FeedForwardBias(bool),
    /// What stands on top.
    Output(Output),
    /// The matrix of the logits is the table of embeddings.
    TiedOutput(bool),
    /// Precision.
    Precision(Precision),
    /// How tokens are chosen.
    Decoding(DecodingConfig),
    /// Tokens that are generated, at most.
    NewTokens(Amount),
    /// A value that is zero throughout, such as a head that is switched off.
    Zero(Site),
    /// Decimals shown.
    Decimals(usize),
}

impl Setting {
    /// Makes the change.
    pub(super) fn apply(&self, experiment: &mut Experiment, names: &Names) -> Result<(), Flaw> {
        let (model, input) = (&mut experiment.model, &mut experiment.input);
        match self {
            Self::DModel(size) => model.d_model = size.size(names)?,
            Self::Heads(size) => model.heads = size.size(names)?,
            Self::DK(size) => model.d_k = Some(size.size(names)?),
            Self::DV(size) => model.d_v = Some(size.size(names)?),
            Self::DFf(size) => model.d_ff = size.size(names)?,
            Self::EncoderBlocks(size) => model.encoder_blocks = size.size(names)?,
            Self::DecoderBlocks(size) => model.decoder_blocks = size.size(names)?,
            Self::Vocabulary(size) => experiment.vocabulary.size = Some(size.size(names)?),
            Self::Tokenizer(config) => experiment.tokenizer = config.clone(),
            Self::Merges(size) => match &mut experiment.tokenizer {
                TokenizerConfig::BytePair { merges, .. } => *merges = size.size(names)?,
                TokenizerConfig::Words | TokenizerConfig::Characters => return Err(Flaw::NoMerges),
            },
            Self::Seed(seed) => experiment.weights.seed = seed.size(names)? as u64,
            Self::Source(sequence) => input.source = Some(filled(sequence, names)?),
            Self::Target(sequence) => input.target = Some(filled(sequence, names)?),
            Self::Memory(sequence) => input.memory = Some(filled(sequence, names)?),
            Self::SourceLength(size) => input.source = Some(Sequence::Length(size.size(names)?)),
            Self::TargetLength(size) => input.target = Some(Sequence::Length(size.size(names)?)),
            Self::SourceRows(rows) => input.source = Some(with_rows(input.source.as_ref(), rows.table(names)?)),
            Self::MemoryRows(rows) => input.memory = Some(with_rows(input.memory.as_ref(), rows.table(names)?)),
            Self::Query(rows) => input.query = Some(rows.table(names)?),
            Self::Key(rows) => input.key = Some(rows.table(names)?),
            Self::Value(rows) => input.value = Some(rows.table(names)?),
            Self::Weight(site, rows) => {
                experiment.weights.values.insert(*site, WeightSource::Rows(rows.table(names)?));
            }
            Self::Divisor(divisor) => model.divisor = *divisor,
            Self::DividedBy(number) => model.divisor = Divisor::Number(number.number(names)?),
            Self::Softmax(form) => model.softmax = *form,
            Self::EncoderMasks(masks) => model.masks.encoder_self.clone_from(masks),
            Self::DecoderMasks(masks) => model.masks.decoder_self.clone_from(masks),
            Self::CrossMasks(masks) => model.masks.cross.clone_from(masks),
            Self::Norm(norm) => model.norm = *norm,
            Self::Residual(on) => model.residual = *on,
            Self::Positions(positions) => model.positions = *positions,
            Self::PositionsPlace(place) => model.positions_place = *place,
            Self::ScaleEmbeddings(on) => model.scale_embeddings = *on,
            Self::FeedForward(kind) => model.feed_forward = *kind,
            Self::AttentionBias(on) => model.attention_bias = *on,
            Self::FeedForwardBias(on) => model.feed_forward_bias = *on,
            Self::Output(output) => model.output = *output,
            Self::TiedOutput(on) => model.tied_output = *on,
            Self::Precision(precision) => model.precision = *precision,
            Self::Decoding(decoding) => experiment.decoding = Some(decoding.clone()),
            Self::NewTokens(size) => {
                let max_new_tokens = size.size(names)?;
                let strategy = experiment.decoding.take().map_or(Strategy::Greedy, |decoding| decoding.strategy);
                experiment.decoding = Some(DecodingConfig::new(strategy, max_new_tokens));
            }
            Self::Zero(site) => {
                experiment.overrides.insert(*site, Change::Zero);
            }
            Self::Decimals(decimals) => experiment.decimals = Some(*decimals),
        }
        Ok(())
    }
}

/// The same names for other vectors, where there are as many of them.
fn with_rows(before: Option<&Sequence>, rows: Table) -> Sequence {
    let labels = match before {
        Some(Sequence::Vectors { labels, .. }) if labels.len() == rows.shape().rows => labels.clone(),
        _ => Vec::new(),
    };
    Sequence::Vectors { rows, labels }
}

fn filled(sequence: &Sequence, names: &Names) -> Result<Sequence, Flaw> {
    Ok(match sequence {
        Sequence::Text(text) => Sequence::Text(fill(text, names)?),
        Sequence::Tokens(tokens) => Sequence::Tokens(tokens.iter().map(|token| fill(token, names)).collect::<Result<_, _>>()?),
        other => other.clone(),
    })
}
