//! Blocks and stacks of blocks.

use super::attention::{HeadMask, Memory};
use super::parts::Parts;
use crate::graph::{NodeId, Part, Quantity, Scope, Stack};

/// The sublayer of self-attention and its norm.
const SELF: (Part, Part) = (Part::SelfAttention, Part::SelfAttentionNorm);
/// The sublayer of cross-attention and its norm.
const CROSS: (Part, Part) = (Part::CrossAttention, Part::CrossAttentionNorm);
/// The sublayer of the feed-forward network and its norm.
const FEED_FORWARD: (Part, Part) = (Part::FeedForward, Part::FeedForwardNorm);

/// What the blocks of a stack share.
#[derive(Clone, Debug, Default)]
pub struct StackInputs {
    /// Mask of the attention to itself.
    pub self_mask: HeadMask,
    /// Cross-attention: what it reads, and its mask.
    pub cross: Option<(NodeOrKept, HeadMask)>,
    /// Positions whose keys and values were kept from earlier steps.
    pub past: usize,
    /// Positions to be added after the first block's self-attention.
    pub late_positions: Option<NodeId>,
}

/// The encoder's output, or that its keys and values were kept.
#[derive(Clone, Copy, Debug)]
pub enum NodeOrKept {
    /// The encoder's output.
    Node(NodeId),
    /// Keys and values of this many source positions were kept.
    Kept(usize),
}

impl Parts<'_> {
    /// `blocks` blocks one after the other, then the final norm if there is one: \[n, d_model\] → \[n, d_model\].
    ///
    /// Source: Vaswani et al., 2017, section 3.1.
    pub fn stack(&mut self, x: NodeId, stack: Stack, blocks: usize, inputs: &StackInputs) -> NodeId {
        let scope = Scope::stack(stack);
        let mut x = x;
        for index in 0..blocks {
            if self.stopped() {
                break;
            }
            let late_positions = inputs.late_positions.filter(|_| index == 0);
            x = self.block(x, scope.block(index), inputs, late_positions);
            self.g.alias(x, scope.block(index).at(Quantity::Output));
        }
        if self.model.final_norm {
            x = self.norm(x, scope.part(Part::FinalNorm));
        }
        self.g.alias(x, scope.at(Quantity::Output));
        x
    }

    /// Self-attention, cross-attention where there is a memory, feed-forward network; each with residual and norm.
    fn block(&mut self, x: NodeId, scope: Scope, inputs: &StackInputs, late_positions: Option<NodeId>) -> NodeId {
        let mut x = self.sublayer(x, scope, SELF, |parts, x, scope| {
            parts.multi_head(x, Memory::Itself(inputs.past), std::slice::from_ref(&inputs.self_mask), scope)
        });
        if let Some(positions) = late_positions {
            x = self.g.sum(x, positions, scope.part(Part::SelfAttention).at(Quantity::WithPositions));
        }
        if let Some((memory, mask)) = &inputs.cross {
            let memory = match *memory {
                NodeOrKept::Node(node) => Memory::Vectors(node, node),
                NodeOrKept::Kept(rows) => Memory::Kept(rows),
            };
            x = self.sublayer(x, scope, CROSS, |parts, x, scope| parts.multi_head(x, memory, std::slice::from_ref(mask), scope));
        }
        self.sublayer(x, scope, FEED_FORWARD, Self::feed_forward)
    }
}
