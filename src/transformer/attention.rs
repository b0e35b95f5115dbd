//! Attention: scaled dot-product, and several heads of it.

use std::sync::Arc;

use super::parts::Parts;
use crate::graph::{Control, NodeId, Quantity, Scale, Scope, Visibility};

/// Roughly how many nodes an attention has for each head, and beside its heads with the rest of its block.
const NODES_OF_HEAD: usize = 9;
const NODES_BESIDE_HEADS: usize = 12;

/// What a head's scores are masked with.
#[derive(Clone, Debug, Default)]
pub struct HeadMask {
    /// Who may see whom; nothing is hidden where not given.
    pub visible: Option<Arc<Visibility>>,
    /// A matrix added to the scaled scores.
    pub bias: Option<NodeId>,
}

/// Where an attention gets its keys and values from.
#[derive(Clone, Copy, Debug)]
pub enum Memory {
    /// From these vectors: keys, and values.
    Vectors(NodeId, NodeId),
    /// From the attention's own input, after this many positions whose keys and values were kept.
    Itself(usize),
    /// Keys and values of this many positions were kept, and none are new.
    Kept(usize),
}

impl Parts<'_> {
    /// softmax(Q·Kᵀ / √d_k) · V with Q \[n_q, d_k\], K \[n_k, d_k\], V \[n_k, d_v\] → \[n_q, d_v\].
    ///
    /// Source: Vaswani et al., 2017, section 3.2.1.
    pub fn scaled_dot_product(&mut self, query: NodeId, key: NodeId, value: NodeId, mask: &HeadMask, scope: Scope) -> NodeId {
        let d_k = self.g.shape(key).columns;
        let mut scores = self.g.matmul_transposed(query, key, scope.at(Quantity::Scores));
        if let Some(divisor) = self.model.divisor.scalar(d_k) {
            scores = self.g.scale(scores, Scale::Over(divisor), scope.at(Quantity::Scaled));
        }
        if let Some(bias) = mask.bias {
            scores = self.g.sum(scores, bias, scope.at(Quantity::Biased));
        }
        if let Some(visible) = &mask.visible {
            scores = self.g.mask(scores, Arc::clone(visible), scope.at(Quantity::Masked));
        }
        let weights = self.g.softmax(scores, self.model.softmax.into(), scope.at(Quantity::Weights));
        self.g.matmul(weights, value, scope.at(Quantity::Output))
    }

    /// Concat(head₁, …, headₕ) · W_O with headᵢ = Attention(x·W_Qᵢ, m·W_Kᵢ, m·W_Vᵢ): \[n, d\] → \[n, d_model\].
    ///
    /// The heads' projections are columns of one matrix: head i has columns i·d_k … (i + 1)·d_k. `masks` holds one mask for all
    /// heads, or one for each.
    ///
    /// Source: Vaswani et al., 2017, section 3.2.2.
    pub fn multi_head(&mut self, x: NodeId, memory: Memory, masks: &[HeadMask], scope: Scope) -> NodeId {
        let dims = self.dims;
        let (all_keys, all_values) = (dims.heads * dims.d_k, dims.heads * dims.d_v);
        let query = self.project(x, all_keys, scope, &QUERY);
        let (key, value) = match memory {
            Memory::Vectors(keys, values) => (self.project(keys, all_keys, scope, &KEY), self.project(values, all_values, scope, &VALUE)),
            Memory::Itself(past) => {
                let (key, value) = (self.project(x, all_keys, scope, &KEY), self.project(x, all_values, scope, &VALUE));
                if past == 0 { (key, value) } else { self.after_kept(past, key, value, scope) }
            }
            Memory::Kept(rows) => (
                self.g.input(rows, all_keys, scope.at(Quantity::CachedKey)),
                self.g.input(rows, all_values, scope.at(Quantity::CachedValue)),
            ),
        };
        let control = self.control;
        let heads: Vec<NodeId> = (0..dims.heads)
            // At least one, so that what is broken off can be joined all the same.
            .take_while(|&head| head == 0 || !control.is_some_and(Control::is_cancelled))
            .map(|head| {
                let place = scope.head(head);
                let query = self.g.slice_columns(query, head * dims.d_k, dims.d_k, place.at(Quantity::Query));
                let key = self.g.slice_columns(key, head * dims.d_k, dims.d_k, place.at(Quantity::Key));
                let value = self.g.slice_columns(value, head * dims.d_v, dims.d_v, place.at(Quantity::Value));
                let mask = masks.get(head).or(masks.first()).cloned().unwrap_or_default();
                self.scaled_dot_product(query, key, value, &mask, place)
            })
            .collect();
        self.count(dims.heads * NODES_OF_HEAD + NODES_BESIDE_HEADS);
        let joined = self.g.concatenate(&heads, scope.at(Quantity::Concatenated));
        self.project(joined, dims.d_model, scope, &OUTPUT)
    }

    fn after_kept(&mut self, past: usize, key: NodeId, value: NodeId, scope: Scope) -> (NodeId, NodeId) {
        let mut append = |new: NodeId, kept: Quantity, all: Quantity| {
            let columns = self.g.shape(new).columns;
            let kept = self.g.input(past, columns, scope.at(kept));
            self.g.append_rows(kept, new, scope.at(all))
        };
        (append(key, Quantity::CachedKey, Quantity::AllKeys), append(value, Quantity::CachedValue, Quantity::AllValues))
    }

    /// x·W + b, with the bias if attention has biases.
    fn project(&mut self, x: NodeId, columns: usize, scope: Scope, names: &Linear) -> NodeId {
        self.linear(x, columns, self.model.attention_bias, scope, names)
    }
}

/// The sites of a linear layer.
pub(super) struct Linear {
    pub(super) weight: Quantity,
    pub(super) bias: Quantity,
    pub(super) product: Quantity,
    pub(super) result: Quantity,
}

const QUERY: Linear =
    Linear { weight: Quantity::QueryWeight, bias: Quantity::QueryBias, product: Quantity::QueryProduct, result: Quantity::Query };
const KEY: Linear = Linear { weight: Quantity::KeyWeight, bias: Quantity::KeyBias, product: Quantity::KeyProduct, result: Quantity::Key };
const VALUE: Linear =
    Linear { weight: Quantity::ValueWeight, bias: Quantity::ValueBias, product: Quantity::ValueProduct, result: Quantity::Value };
const OUTPUT: Linear =
    Linear { weight: Quantity::OutputWeight, bias: Quantity::OutputBias, product: Quantity::OutputProduct, result: Quantity::Output };
