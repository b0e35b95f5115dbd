//! The model as a graph, and what stands before and after it: text becomes token ids, logits become tokens.

pub mod decoding;
pub mod tokenizer;
