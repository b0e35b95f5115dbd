//! The Transformer as a graph: its choices, its parts, and what stands before and after them.

mod attention;
mod block_norms;
mod build;
mod config;
pub mod decoding;
mod initialise;
mod loss;
mod masks;
mod parts;
mod positions;
mod stacks;
pub mod tokenizer;

pub use attention::{HeadMask, Memory};
pub use block_norms::{BlockNorms, block_norms};
pub use build::{BuildError, Feed, Feeds, build, build_watched};
pub use config::{
    ConfigError, Dims, Divisor, FeedForwardKind, Model, Norm, NormKind, NormPlace, Output, Pooling, Positions, PositionsPlace, Precision,
    SoftmaxForm, Subject,
};
pub use initialise::Initialiser;
pub use loss::{CrossEntropy, Loss, LossError, Reduction, next_tokens};
pub use masks::{HIDDEN, Mask, MaskError, Masks, SEEN, visibility};
pub use parts::{Parts, STEPS_OF_NODE};
pub use positions::position_vectors;
pub use stacks::{NodeOrKept, StackInputs};
