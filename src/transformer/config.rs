//! Every choice that makes a Transformer, each with the paper's as default (Vaswani et al., 2017).

use serde::{Deserialize, Serialize};

use super::masks::Masks;
use crate::graph::{Activation, EpsilonPlace, Scalar, Softmax};

/// What is built: a whole model or a piece of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// Scaled dot-product attention on given queries, keys and values.
    Attention,
    /// A norm on given vectors.
    Norm,
    /// Multi-head attention on given vectors, to themselves or to a given memory.
    MultiHeadAttention,
    /// The feed-forward network on given vectors.
    FeedForward,
    /// A stack of encoder blocks.
    Encoder,
    /// A stack of decoder blocks without cross-attention, as in GPT.
    Decoder,
    /// A stack of decoder blocks that attends to a given encoder output.
    DecoderWithMemory,
    /// Encoder and decoder.
    #[default]
    EncoderDecoder,
}

impl Subject {
    /// All subjects, from the smallest piece to the whole.
    pub const ALL: [Self; 8] = [
        Self::Attention,
        Self::Norm,
        Self::MultiHeadAttention,
        Self::FeedForward,
        Self::Encoder,
        Self::Decoder,
        Self::DecoderWithMemory,
        Self::EncoderDecoder,
    ];

    /// Whether there is an encoder stack.
    pub const fn has_encoder(self) -> bool {
        matches!(self, Self::Encoder | Self::EncoderDecoder)
    }

    /// Whether there is a decoder stack.
    pub const fn has_decoder(self) -> bool {
        matches!(self, Self::Decoder | Self::DecoderWithMemory | Self::EncoderDecoder)
    }

    /// Whether heads are cut from projections.
    pub const fn has_heads(self) -> bool {
        !matches!(self, Self::Attention | Self::Norm | Self::FeedForward)
    }
}

/// The precision of the calculation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Precision {
    /// Single precision.
    #[default]
    F32,
    /// Double precision.
    F64,
}

/// The function of the feed-forward network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FeedForwardKind {
    /// W_2 · max(0, W_1 · x).
    #[default]
    Relu,
    /// GELU in its exact form.
    Gelu,
    /// GELU in its tanh form.
    GeluTanh,
    /// x / (1 + e⁻ˣ).
    Silu,
    /// W_2 · (SiLU(W_gate · x) ⊙ W_1 · x).
    SwiGlu,
}

impl FeedForwardKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Relu, Self::Gelu, Self::GeluTanh, Self::Silu, Self::SwiGlu];

    /// The function applied to each number.
    pub const fn activation(self) -> Activation {
        match self {
            Self::Relu => Activation::Relu,
            Self::Gelu => Activation::Gelu,
            Self::GeluTanh => Activation::GeluTanh,
            Self::Silu | Self::SwiGlu => Activation::Silu,
        }
    }
}

/// Which norm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum NormKind {
    /// Mean 0, variance 1 (population variance).
    #[default]
    Layer,
    /// Root mean square 1.
    Rms,
    /// None.
    None,
}

/// Where the norm stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum NormPlace {
    /// Norm(x + Sublayer(x)), as in the paper: post-norm.
    #[default]
    After,
    /// x + Sublayer(Norm(x)): pre-norm.
    Before,
}

/// The norms of a model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Norm {
    /// Which.
    pub kind: NormKind,
    /// Where.
    pub place: NormPlace,
    /// ε.
    pub epsilon: f64,
    /// Whether ε stands under the root or beside σ.
    pub epsilon_place: EpsilonPlace,
    /// Whether there is a learned factor γ.
    pub gamma: bool,
    /// Whether there is a learned summand β.
    pub beta: bool,
}

impl Default for Norm {
    fn default() -> Self {
        Self {
            kind: NormKind::Layer,
            place: NormPlace::After,
            epsilon: 1e-5,
            epsilon_place: EpsilonPlace::UnderRoot,
            gamma: true,
            beta: true,
        }
    }
}

/// What tells the positions apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Positions {
    /// Nothing: the input is a set.
    None,
    /// Sine and cosine side by side, columns 2i and 2i + 1 sharing an angle: the paper's.
    #[default]
    Sinusoidal,
    /// Sine on even and cosine on odd columns, each column with its own exponent 2·column/d: the Hello World article's.
    SinusoidalByColumn,
    /// All sines, then all cosines, with the paper's angles: Marian's.
    SinusoidalHalves,
    /// All sines, then all cosines, with the exponent i/(d/2 − 1): tensor2tensor's and fairseq's.
    SinusoidalTensor2Tensor,
    /// A learned table.
    Learned,
}

impl Positions {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::None, Self::Sinusoidal, Self::SinusoidalByColumn, Self::SinusoidalHalves, Self::SinusoidalTensor2Tensor, Self::Learned];
}

/// Where the positions are added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PositionsPlace {
    /// To the embeddings, before any attention.
    #[default]
    BeforeAttention,
    /// To the output of the first block's self-attention: an error that document A names.
    AfterAttention,
}

/// What the scores are divided by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Divisor {
    /// √d_k.
    #[default]
    RootOfKeyWidth,
    /// Nothing.
    None,
    /// A number.
    Number(f64),
}

impl Divisor {
    /// The divisor for keys of width `d_k`, or `None` where there is none.
    pub fn scalar(self, d_k: usize) -> Option<Scalar> {
        match self {
            Self::RootOfKeyWidth => Some(Scalar::Root(d_k as f64)),
            Self::None => None,
            Self::Number(value) => Some(Scalar::Plain(value)),
        }
    }
}

/// How softmax is calculated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SoftmaxForm {
    /// Less the row's maximum.
    #[default]
    Stable,
    /// As the formula stands.
    Naive,
}

impl From<SoftmaxForm> for Softmax {
    fn from(form: SoftmaxForm) -> Self {
        match form {
            SoftmaxForm::Stable => Self::Stable,
            SoftmaxForm::Naive => Self::Naive,
        }
    }
}

/// What one vector a classifier reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pooling {
    /// The first position's.
    #[default]
    First,
    /// The mean of all positions' that are not padding.
    Mean,
}

/// What stands on top of the last stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Output {
    /// Nothing: the stack's output is the answer.
    None,
    /// A score and a probability for each token of the vocabulary, at each position.
    #[default]
    Vocabulary,
    /// A linear classifier.
    Classifier {
        /// How many classes.
        classes: usize,
        /// What it reads.
        pooling: Pooling,
    },
}

/// Every choice that makes a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Model {
    /// What is built.
    pub subject: Subject,
    /// Width of the residual stream.
    pub d_model: usize,
    /// Heads of each attention.
    pub heads: usize,
    /// Width of a head's queries and keys; d_model / heads where not given.
    pub d_k: Option<usize>,
    /// Width of a head's values; d_k where not given.
    pub d_v: Option<usize>,
    /// Width of the hidden layer of the feed-forward network.
    pub d_ff: usize,
    /// Blocks of the encoder.
    pub encoder_blocks: usize,
    /// Blocks of the decoder.
    pub decoder_blocks: usize,
    /// Biases of the projections Q, K, V and O.
    pub attention_bias: bool,
    /// Biases of the feed-forward network.
    pub feed_forward_bias: bool,
    /// Bias of the logits.
    pub output_bias: bool,
    /// The feed-forward network.
    pub feed_forward: FeedForwardKind,
    /// The norms.
    pub norm: Norm,
    /// A norm after the last block of each stack.
    pub final_norm: bool,
    /// Residual connections around the sublayers.
    pub residual: bool,
    /// Positions.
    pub positions: Positions,
    /// Where they are added.
    pub positions_place: PositionsPlace,
    /// Rows of a learned table of positions.
    pub longest: usize,
    /// Embeddings of tokens times √d_model.
    pub scale_embeddings: bool,
    /// What the scores are divided by.
    pub divisor: Divisor,
    /// How softmax is calculated.
    pub softmax: SoftmaxForm,
    /// Who may see whom.
    pub masks: Masks,
    /// What stands on top.
    pub output: Output,
    /// The matrix of the logits is the table of embeddings, transposed.
    pub tied_output: bool,
    /// Precision.
    pub precision: Precision,
}

impl Default for Model {
    fn default() -> Self {
        Self {
            subject: Subject::EncoderDecoder,
            d_model: 512,
            heads: 8,
            d_k: None,
            d_v: None,
            d_ff: 2048,
            encoder_blocks: 6,
            decoder_blocks: 6,
            attention_bias: false,
            feed_forward_bias: true,
            output_bias: false,
            feed_forward: FeedForwardKind::Relu,
            norm: Norm::default(),
            final_norm: false,
            residual: true,
            positions: Positions::Sinusoidal,
            positions_place: PositionsPlace::BeforeAttention,
            longest: 512,
            scale_embeddings: true,
            divisor: Divisor::RootOfKeyWidth,
            softmax: SoftmaxForm::Stable,
            masks: Masks::default(),
            output: Output::Vocabulary,
            tied_output: true,
            precision: Precision::F32,
        }
    }
}

/// A choice that cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConfigError {
    /// A size of zero.
    #[error("{name} is 0; it must be at least 1")]
    Zero {
        /// Which size.
        name: &'static str,
    },
    /// Heads that do not divide the width, when the width of a head is not given.
    #[error("{heads} heads do not divide d_model = {d_model}; choose heads that divide it, or give d_k")]
    HeadsDoNotDivide {
        /// Width of the model.
        d_model: usize,
        /// Number of heads.
        heads: usize,
    },
    /// A number that makes no sense where it stands.
    #[error("{name} is {value}; it must be {wanted}")]
    Number {
        /// Which number.
        name: &'static str,
        /// What it is.
        value: f64,
        /// What it must be.
        wanted: &'static str,
    },
}

/// Sizes that were checked: after this no shape can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dims {
    /// Width of the residual stream.
    pub d_model: usize,
    /// Heads.
    pub heads: usize,
    /// Width of a head's queries and keys.
    pub d_k: usize,
    /// Width of a head's values.
    pub d_v: usize,
    /// Width of the hidden layer.
    pub d_ff: usize,
}

impl Model {
    /// Checks the sizes and numbers that the subject uses.
    ///
    /// # Errors
    /// The first choice that cannot be, in one sentence.
    pub fn dims(&self) -> Result<Dims, ConfigError> {
        let used = |name, value: usize, used: bool| if used && value == 0 { Err(ConfigError::Zero { name }) } else { Ok(()) };
        let in_stack = self.subject.has_encoder() || self.subject.has_decoder();
        used("d_model", self.d_model, self.subject != Subject::Attention)?;
        used("heads", self.heads, self.subject.has_heads())?;
        used("d_k", self.d_k.unwrap_or(1), self.subject.has_heads())?;
        used("d_v", self.d_v.unwrap_or(1), self.subject.has_heads())?;
        used("d_ff", self.d_ff, in_stack || self.subject == Subject::FeedForward)?;
        used("encoder_blocks", self.encoder_blocks, self.subject.has_encoder())?;
        used("decoder_blocks", self.decoder_blocks, self.subject.has_decoder())?;
        used("longest", self.longest, in_stack && self.positions == Positions::Learned)?;
        if let Output::Classifier { classes, .. } = self.output {
            used("classes", classes, in_stack)?;
        }
        self.numbers()?;
        let d_k = match self.d_k {
            Some(d_k) => d_k,
            None if !self.subject.has_heads() => 1,
            None if self.d_model.is_multiple_of(self.heads) => self.d_model / self.heads,
            None => return Err(ConfigError::HeadsDoNotDivide { d_model: self.d_model, heads: self.heads }),
        };
        Ok(Dims { d_model: self.d_model, heads: self.heads, d_k, d_v: self.d_v.unwrap_or(d_k), d_ff: self.d_ff })
    }

    fn numbers(&self) -> Result<(), ConfigError> {
        let epsilon = self.norm.epsilon;
        if !epsilon.is_finite() || epsilon < 0.0 {
            return Err(ConfigError::Number { name: "norm.epsilon", value: epsilon, wanted: "0 or more" });
        }
        match self.divisor {
            Divisor::Number(value) if !value.is_finite() || value == 0.0 => {
                Err(ConfigError::Number { name: "divisor", value, wanted: "a finite number other than 0" })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_as_wide_as_the_documents_say() {
        let card = Model::default().dims().unwrap();
        assert_eq!((card.d_k, card.d_v), (64, 64));
        let exercise = Model { d_model: 256, heads: 4, ..Model::default() }.dims().unwrap();
        assert_eq!(exercise.d_k, 64);
        let article = Model { d_model: 4, heads: 2, d_k: Some(3), ..Model::default() }.dims().unwrap();
        assert_eq!((article.d_k, article.d_v), (3, 3));
    }

    #[test]
    fn what_cannot_be_is_refused_in_a_sentence() {
        let uneven = Model { d_model: 10, heads: 4, ..Model::default() }.dims().unwrap_err();
        assert_eq!(uneven.to_string(), "4 heads do not divide d_model = 10; choose heads that divide it, or give d_k");
        let zero = Model { heads: 0, ..Model::default() }.dims().unwrap_err();
        assert_eq!(zero.to_string(), "heads is 0; it must be at least 1");
        let divisor = Model { divisor: Divisor::Number(0.0), ..Model::default() }.dims().unwrap_err();
        assert_eq!(divisor.to_string(), "divisor is 0; it must be a finite number other than 0");
    }
}
