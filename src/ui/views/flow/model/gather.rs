//! From nodes to pieces, and from inputs to edges.

use std::collections::HashMap;

use super::{Blocks, Diagram, Edge, Form, Opened, Panel, Piece, PieceId};
use crate::graph::{Graph, Leaf, Node, NodeId, Op, Part, Quantity, Scope, Stack};

/// What the nodes of one piece have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    /// The closed blocks before or after the open one.
    Blocks { stack: Stack, after: bool },
    /// A folded sublayer.
    Part(Scope),
    /// A step; the same step of all heads is one.
    Step { scope: Scope, quantity: Quantity, of_heads: bool },
    /// A step within an unfolded sublayer.
    Inner { scope: Scope, quantity: Quantity, of_heads: bool },
}

/// The pieces and edges of a diagram; its lanes are still empty.
pub(super) fn gather(graph: &Graph, opened: Opened) -> Diagram {
    let blocks = Blocks::of(graph);
    let mut opened = Opened {
        encoder: opened.encoder.min(blocks.encoder.saturating_sub(1)),
        decoder: opened.decoder.min(blocks.decoder.saturating_sub(1)),
        ..opened
    };
    let mut keys: HashMap<Key, PieceId> = HashMap::new();
    let mut pieces: Vec<Piece> = Vec::new();
    let mut panels: Vec<Panel> = Vec::new();
    let mut homes = vec![None; graph.len()];
    for (id, node) in graph.nodes() {
        let Some(key) = key(node, &opened) else { continue };
        let piece = *keys.entry(key).or_insert_with(|| {
            let piece = PieceId(pieces.len());
            pieces.push(Piece { form: form(key, node), nodes: Vec::new(), main: id, cards: 1, learned: false });
            if let Key::Inner { scope, .. } = key {
                match panels.iter_mut().find(|panel| panel.scope == scope) {
                    Some(panel) => panel.pieces.push(piece),
                    None => panels.push(Panel { scope, pieces: vec![piece] }),
                }
            }
            piece
        });
        homes[id.index()] = Some(piece);
        pieces[piece.0].nodes.push(id);
    }
    for piece in &mut pieces {
        finish(graph, piece, opened.head);
    }
    for (id, _) in graph.nodes().filter(|(_, node)| is_weight(node)) {
        let readers: Vec<PieceId> = graph.consumers(id).iter().filter_map(|reader| homes[reader.index()]).collect();
        homes[id.index()] = readers.first().copied();
        for reader in readers {
            pieces[reader.0].learned = true;
        }
    }
    // What was unfolded may be no part of this graph.
    opened.part = opened.part.filter(|part| panels.iter().any(|panel| panel.scope == *part));
    let edges = edges(graph, &pieces, &homes);
    Diagram { pieces, edges, panels, lanes: Vec::new(), opened, blocks, homes }
}

fn is_weight(node: &Node) -> bool {
    matches!(node.op, Op::Leaf(Leaf::Weight(_)))
}

/// Which piece a node belongs to; weights belong to those that read them.
fn key(node: &Node, opened: &Opened) -> Option<Key> {
    if is_weight(node) {
        return None;
    }
    let site = node.site;
    let scope = Scope { head: None, ..site.scope };
    if let (Some(stack), Some(block)) = (scope.stack, scope.block)
        && let Some(open) = opened.block(stack).filter(|&open| open != block)
    {
        return Some(Key::Blocks { stack, after: block > open });
    }
    let quantity = gathered(site.quantity);
    let of_heads = site.scope.head.is_some();
    // An addition belongs to the sublayer by its site, but stands outside of it; so does what a lone sublayer is given.
    let outside = matches!(site.quantity, Quantity::Residual | Quantity::WithPositions | Quantity::Input | Quantity::Memory);
    let sublayer = matches!(scope.part, Some(Part::Attention | Part::SelfAttention | Part::CrossAttention | Part::FeedForward));
    Some(if outside || !sublayer {
        Key::Step { scope, quantity, of_heads }
    } else if scope.stack.is_none() || opened.part == Some(scope) {
        Key::Inner { scope, quantity, of_heads }
    } else {
        Key::Part(scope)
    })
}

/// A product and the bias that is added to it are one step, and so are embeddings and their factor.
fn gathered(quantity: Quantity) -> Quantity {
    match quantity {
        Quantity::QueryProduct => Quantity::Query,
        Quantity::KeyProduct | Quantity::CachedKey | Quantity::AllKeys => Quantity::Key,
        Quantity::ValueProduct | Quantity::CachedValue | Quantity::AllValues => Quantity::Value,
        Quantity::ScoreBias => Quantity::Biased,
        Quantity::OutputProduct => Quantity::Output,
        Quantity::HiddenProduct => Quantity::Hidden,
        Quantity::ScaledEmbeddings => Quantity::Embeddings,
        Quantity::LogitsProduct => Quantity::Logits,
        other => other,
    }
}

fn form(key: Key, node: &Node) -> Form {
    match key {
        Key::Blocks { stack, .. } => Form::Blocks { stack, first: node.site.scope.block.unwrap_or(0), count: 0 },
        Key::Part(scope) => Form::Part(scope),
        Key::Step { .. } if matches!(node.op, Op::Add(_)) => Form::Sum,
        Key::Step { .. } | Key::Inner { .. } => Form::Step,
    }
}

/// Counts blocks and heads, and takes the value that stands for the piece.
fn finish(graph: &Graph, piece: &mut Piece, head: usize) {
    let scope = |id: &NodeId| graph.node(*id).site.scope;
    let heads = piece.nodes.iter().filter_map(|id| scope(id).head).max().map_or(1, |last| last + 1);
    let last = piece.nodes.last().copied().unwrap_or(piece.main);
    match &mut piece.form {
        Form::Blocks { first, count, .. } => {
            *count = scope(&last).block.map_or(1, |block| block + 1 - *first);
            (piece.main, piece.cards) = (last, *count);
        }
        Form::Part(_) | Form::Sum => (piece.main, piece.cards) = (last, heads),
        Form::Step => {
            let of_head = piece.nodes.iter().rev().find(|id| scope(id).head == Some(head.min(heads - 1)));
            (piece.main, piece.cards) = (of_head.copied().unwrap_or(last), heads);
        }
    }
}

/// Every reading of a value across the border of a piece, once for each pair of pieces.
fn edges(graph: &Graph, pieces: &[Piece], homes: &[Option<PieceId>]) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    let mut known: HashMap<(PieceId, PieceId), usize> = HashMap::new();
    let mut last_block: HashMap<(PieceId, PieceId), Option<usize>> = HashMap::new();
    for (index, piece) in pieces.iter().enumerate() {
        let to = PieceId(index);
        for &id in &piece.nodes {
            let node = graph.node(id);
            for &input in node.inputs.iter().filter(|input| !is_weight(graph.node(**input))) {
                let Some(from) = homes[input.index()].filter(|&from| from != to) else { continue };
                let block = node.site.scope.block;
                let place = *known.entry((from, to)).or_insert_with(|| {
                    edges.push(Edge { from, to, value: input, readers: 0 });
                    edges.len() - 1
                });
                let edge = &mut edges[place];
                // Of many heads' values, the edge carries that of the head in view.
                if pieces[from.0].main == input {
                    edge.value = input;
                }
                if last_block.insert((from, to), block) != Some(block) {
                    edge.readers += 1;
                }
            }
        }
    }
    edges
}
