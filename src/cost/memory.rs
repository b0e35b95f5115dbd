//! Bytes.

use std::sync::OnceLock;

use crate::graph::{Graph, Keep};
use crate::transformer::{Dims, Feed, FeedForwardKind, Feeds, Model, Output, Positions, Precision, Subject};

/// Bytes of one number.
const fn bytes(precision: Precision) -> f64 {
    match precision {
        Precision::F32 => 4.0,
        Precision::F64 => 8.0,
    }
}

/// Bytes of a node of a graph.
pub const NODE_BYTES: f64 = 512.0;

/// A lower bound on the bytes that the graph of a model needs, its numbers aside: 512 for each node, 64 for each token's and
/// position's name, and one for each cell of a mask.
pub fn graph_bytes(model: &Model, dims: &Dims, feeds: &Feeds) -> f64 {
    let sizes = Sizes::new(model, feeds);
    let masks = [&model.masks.encoder_self, &model.masks.decoder_self, &model.masks.cross];
    let masked = if masks.iter().all(|list| list.is_empty()) { 0.0 } else { sizes.n * sizes.n };
    let nodes = sizes.attentions.max(1.0) * (9.0 * size(dims.heads) + 12.0);
    nodes * NODE_BYTES + (size(feeds.vocabulary) + sizes.n) * 64.0 + masked
}

/// A lower bound on the bytes that a run needs, from the sizes alone: the graph, the weights, and what must be in memory at once
/// while the largest sublayer runs. Sizes that are far too large are refused with it before anything is allocated for them.
///
/// With b bytes a number, n positions, d = d_model, h heads: weights · b + n² · b + n · (d + max(d_ff, h·(2·d_k + d_v))) · b.
pub fn predicted_bytes(model: &Model, dims: &Dims, feeds: &Feeds) -> f64 {
    let sizes = Sizes::new(model, feeds);
    let (b, n, d) = (bytes(model.precision), sizes.n, size(dims.d_model));
    let widest = size(dims.d_ff).max(size(dims.heads) * (2.0 * size(dims.d_k) + size(dims.d_v)));
    graph_bytes(model, dims, feeds) + (weights(model, dims, feeds, &sizes) + n * n + n * (d + widest)) * b
}

fn size(value: usize) -> f64 {
    value as f64
}

/// How often the parts of a model occur.
struct Sizes {
    blocks: f64,
    attentions: f64,
    n: f64,
}

impl Sizes {
    fn new(model: &Model, feeds: &Feeds) -> Self {
        let encoder = if model.subject.has_encoder() { size(model.encoder_blocks) } else { 0.0 };
        let decoder = if model.subject.has_decoder() { size(model.decoder_blocks) } else { 0.0 };
        let in_decoder = if model.subject == Subject::Decoder { 1.0 } else { 2.0 };
        let length = |feed: &Option<Feed>| feed.as_ref().map_or(0, Feed::len);
        let n = size(length(&feeds.source).max(length(&feeds.target)));
        Self { blocks: encoder + decoder, attentions: encoder + decoder * in_decoder, n }
    }
}

fn weights(model: &Model, dims: &Dims, feeds: &Feeds, sizes: &Sizes) -> f64 {
    let (d, h) = (size(dims.d_model), size(dims.heads));
    let projections = d * h * (2.0 * size(dims.d_k) + 2.0 * size(dims.d_v));
    let products = if model.feed_forward == FeedForwardKind::SwiGlu { 3.0 } else { 2.0 };
    let feed_forward = products * d * size(dims.d_ff);
    match model.subject {
        Subject::Attention | Subject::Norm => return 0.0,
        Subject::MultiHeadAttention => return projections,
        Subject::FeedForward => return feed_forward,
        Subject::Encoder | Subject::Decoder | Subject::DecoderWithMemory | Subject::EncoderDecoder => {}
    }
    let tables = if model.positions == Positions::Learned { size(feeds.vocabulary) + size(model.longest) } else { size(feeds.vocabulary) };
    let columns = match model.output {
        Output::Classifier { classes, .. } => size(classes),
        Output::Vocabulary if !model.tied_output => size(feeds.vocabulary),
        Output::Vocabulary | Output::None => 0.0,
    };
    sizes.attentions * projections + sizes.blocks * feed_forward + (tables + columns) * d
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
