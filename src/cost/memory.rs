//! Bytes.

use std::sync::OnceLock;

use crate::graph::{Graph, Keep};
use crate::transformer::{Dims, FeedForwardKind, Feeds, Model, Output, Positions, Precision};

/// Bytes of one number.
const fn bytes(precision: Precision) -> f64 {
    match precision {
        Precision::F32 => 4.0,
        Precision::F64 => 8.0,
    }
}

/// A lower bound on the bytes that a run needs, from the sizes alone: weights, and what must be in memory at once while the
/// largest sublayer runs. Sizes that are far too large are refused with it before anything is allocated for them.
///
/// With b bytes a number, n positions, d = d_model, h heads:
/// weights · b + n_q·n_k · (b + 1 for a mask) + n · (d + max(d_ff, h·(2·d_k + d_v))) · b, and 512 bytes for each node of the graph.
pub fn predicted_bytes(model: &Model, dims: &Dims, feeds: &Feeds) -> f64 {
    let size = |value: usize| value as f64;
    let b = bytes(model.precision);
    let (d, h) = (size(dims.d_model), size(dims.heads));
    let projections = d * h * (2.0 * size(dims.d_k) + size(dims.d_v)) + h * size(dims.d_v) * d;
    let gates = if model.feed_forward == FeedForwardKind::SwiGlu { 3.0 } else { 2.0 };
    let feed_forward = gates * d * size(dims.d_ff);
    let subject = model.subject;
    let encoder_blocks = if subject.has_encoder() { size(model.encoder_blocks) } else { 0.0 };
    let decoder_blocks = if subject.has_decoder() { size(model.decoder_blocks) } else { 0.0 };
    let attentions = encoder_blocks + decoder_blocks * if encoder_blocks > 0.0 { 2.0 } else { 1.0 };
    let in_stacks = attentions * projections + (encoder_blocks + decoder_blocks) * feed_forward;
    let mut weights = if in_stacks > 0.0 { in_stacks } else { projections.max(feed_forward) };
    if in_stacks > 0.0 {
        weights += size(feeds.vocabulary) * d;
        if model.positions == Positions::Learned {
            weights += size(model.longest) * d;
        }
        match model.output {
            Output::Classifier { classes, .. } => weights += size(classes) * d,
            Output::Vocabulary if !model.tied_output => weights += size(feeds.vocabulary) * d,
            Output::Vocabulary | Output::None => {}
        }
    }
    let length = |feed: &Option<crate::transformer::Feed>| feed.as_ref().map_or(0, crate::transformer::Feed::len);
    let n = size(length(&feeds.source).max(length(&feeds.target)));
    let live = n * n * (b + 1.0) + n * (d + size(dims.d_ff).max(h * (2.0 * size(dims.d_k) + size(dims.d_v)))) * b;
    let nodes = (attentions.max(1.0)) * (9.0 * h + 12.0) * 512.0;
    weights * b + live + nodes
}

/// Bytes of the values that a run of `graph` holds on to under `keep`, leaves included.
pub fn value_bytes(graph: &Graph, keep: Keep, precision: Precision) -> f64 {
    let held = graph.nodes().filter(|(id, node)| {
        matches!(node.op, crate::graph::Op::Leaf(_)) || graph.sites(*id).any(|site| keep.keeps(site)) || graph.consumers(*id).is_empty()
    });
    held.map(|(_, node)| node.shape.cells() as f64).sum::<f64>() * bytes(precision)
}

/// Bytes of memory of this machine; without limit where the system does not tell.
pub fn machine_memory() -> u64 {
    static BYTES: OnceLock<u64> = OnceLock::new();
    *BYTES.get_or_init(|| {
        let told = sysinfo::System::new().map(|mut system| {
            system.refresh_memory();
            system.total_memory()
        });
        told.ok().filter(|&bytes| bytes > 0).unwrap_or(u64::MAX)
    })
}
