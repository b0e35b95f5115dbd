//! What published architectures have that the models of this program do not: counted, never run.

use serde::{Deserialize, Serialize};

use super::account::{Account, Place};
use super::formula::{Product, Size};
use super::ledger::Entry;
use super::work::Work;
use crate::graph::{Activation, Add, AddBias, Flops, LayerNorm, MatMul, Op, Operation, RmsNorm, Shape};
use crate::transformer::{Model, NormKind};

/// What an architecture has beyond a [`Model`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Additions {
    /// Rows of a table that tells segments of the text apart (BERT); 0: none.
    pub segments: usize,
    /// A norm after the embeddings.
    pub embedding_norm: bool,
    /// Ranges of distances, each with a bias for every head, shared by the blocks of a stack (T5); 0: none.
    pub buckets: usize,
    /// A layer d_model → d_model on the first position (BERT).
    pub pooler: bool,
    /// A layer d_model → d_model with activation and norm before the logits (BERT's head for masked tokens).
    pub masked_tokens: bool,
    /// Heads that have keys and values of their own, where several share them.
    pub key_heads: Option<usize>,
}

/// Operations that an addition brings, and numbers that it leaves.
pub(super) struct Extra {
    pub(super) work: Work,
    pub(super) flops: Flops,
    pub(super) left: usize,
}

impl Additions {
    /// The weights that they bring, all outside the blocks.
    pub(super) fn entries(&self, model: &Model) -> Vec<Entry> {
        let width = (Size::Width, model.d_model);
        let entry =
            |account, place, times, sizes: &[(Size, usize)]| Entry { account, place, times, product: Product::new(sizes.iter().copied()) };
        let norm = norm_rows(model);
        let stacks = usize::from(model.subject.has_encoder()) + usize::from(model.subject.has_decoder());
        let mut entries = Vec::new();
        if self.buckets > 0 {
            entries.push(entry(Account::Positions, Place::Input, stacks, &[(Size::Buckets, self.buckets), (Size::Heads, model.heads)]));
        }
        if self.segments > 0 {
            entries.push(entry(Account::Segments, Place::Input, 1, &[(Size::Segments, self.segments), width]));
        }
        if self.embedding_norm && norm > 0 {
            entries.push(entry(Account::Norms, Place::Input, norm, &[width]));
        }
        if self.pooler {
            entries.push(entry(Account::Pooler, Place::Pooler, 1, &[width, width]));
            entries.push(entry(Account::Biases, Place::Pooler, 1, &[width]));
        }
        if self.masked_tokens {
            entries.push(entry(Account::Head, Place::Output, 1, &[width, width]));
            entries.push(entry(Account::Biases, Place::Output, 1, &[width]));
            entries.push(entry(Account::Norms, Place::Output, norm, &[width]));
        }
        entries
    }

    /// What they cost for n positions.
    pub(super) fn extras(&self, model: &Model, n: usize) -> Vec<Extra> {
        let d = model.d_model;
        let (rows, square, row) = (Shape::new(n, d), Shape::new(d, d), Shape::new(1, d));
        let mut extras = Vec::new();
        // A product and its bias leave one result.
        let mut add = |work, op: Op, inputs: &[Shape], output: Shape| {
            let left = if matches!(op, Op::MatMul(_)) { 0 } else { output.cells() };
            extras.push(Extra { work, flops: op.flops(inputs, output), left });
        };
        let norm: Op = match model.norm.kind {
            NormKind::Rms => RmsNorm { epsilon: model.norm.epsilon }.into(),
            NormKind::Layer | NormKind::None => LayerNorm { epsilon: model.norm.epsilon, place: model.norm.epsilon_place }.into(),
        };
        let normed: Vec<Shape> = [rows].into_iter().chain(vec![row; norm_rows(model)]).collect();
        let product = MatMul { transposed: false };
        if self.segments > 0 {
            add(Work::Inputs, Add.into(), &[rows, rows], rows);
        }
        if self.embedding_norm && model.norm.kind != NormKind::None {
            add(Work::Norms, norm.clone(), &normed, rows);
        }
        if self.masked_tokens {
            add(Work::Head, product.into(), &[rows, square], rows);
            add(Work::Biases, AddBias.into(), &[rows, row], rows);
            add(Work::Activation, Activation::Gelu.into(), &[rows], rows);
            add(Work::Norms, norm, &normed, rows);
        }
        if self.pooler {
            add(Work::Head, product.into(), &[row, square], row);
            add(Work::Biases, AddBias.into(), &[row, row], row);
            // tanh of each number.
            extras.push(Extra { work: Work::Activation, flops: Flops { functions: d as u64, ..Flops::default() }, left: d });
        }
        if self.buckets > 0 {
            let biased = (n as u64).saturating_mul(n as u64).saturating_mul(self_attentions(model));
            let flops = Flops { additions: biased, ..Flops::default() };
            // The biases are added to the scores in their place.
            extras.push(Extra { work: Work::Softmax, flops, left: 0 });
        }
        extras
    }
}

/// Heads of the attentions of the stacks to themselves, those of all blocks.
fn self_attentions(model: &Model) -> u64 {
    let encoder = if model.subject.has_encoder() { model.encoder_blocks } else { 0 };
    let decoder = if model.subject.has_decoder() { model.decoder_blocks } else { 0 };
    (encoder + decoder).saturating_mul(model.heads) as u64
}

/// γ and β as far as there are.
fn norm_rows(model: &Model) -> usize {
    match model.norm.kind {
        NormKind::None => 0,
        NormKind::Rms => usize::from(model.norm.gamma),
        // β brings γ along.
        NormKind::Layer => usize::from(model.norm.gamma || model.norm.beta) + usize::from(model.norm.beta),
    }
}
