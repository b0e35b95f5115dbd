//! The attentions of a model, by kind, layer and head.

use crate::experiment::Prepared;
use crate::graph::{Graph, NodeId, Part, Quantity, Scope, Stack};
use crate::lab::axes;
use crate::ui::widgets::Head;

/// One of the attentions that a model may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The encoder to itself.
    Encoder,
    /// The decoder to itself.
    Decoder,
    /// The decoder to the encoder.
    Cross,
    /// An attention that stands alone.
    Alone,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Encoder, Self::Decoder, Self::Cross, Self::Alone];

    /// Those that a graph has.
    pub fn present(graph: &Graph) -> Vec<Self> {
        Self::ALL.into_iter().filter(|&kind| Maps::of(graph, kind).layers() > 0).collect()
    }

    /// The key of its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Encoder => "attention-encoder",
            Self::Decoder => "attention-decoder",
            Self::Cross => "attention-cross",
            Self::Alone => "attention-alone",
        }
    }

    /// Whether queries and keys are the same positions, so that one can speak of the distance between them.
    pub fn is_own(prepared: &Prepared, id: NodeId) -> bool {
        let (queries, keys) = axes(prepared, id);
        queries == keys
    }

    fn holds(self, scope: Scope) -> bool {
        match self {
            Self::Encoder => scope.stack == Some(Stack::Encoder) && scope.part == Some(Part::SelfAttention),
            Self::Decoder => scope.stack == Some(Stack::Decoder) && scope.part == Some(Part::SelfAttention),
            Self::Cross => scope.part == Some(Part::CrossAttention),
            Self::Alone => scope.stack.is_none() && scope.part == Some(Part::Attention),
        }
    }
}

/// The nodes of the attention weights of one kind: layers of heads.
pub struct Maps {
    layers: Vec<Vec<NodeId>>,
}

impl Maps {
    /// Those of a graph, in the order of the calculation.
    pub fn of(graph: &Graph, kind: Kind) -> Self {
        let mut layers: Vec<Vec<NodeId>> = Vec::new();
        let mut block = None;
        for (id, node) in graph.nodes() {
            if node.site.quantity != Quantity::Weights || !kind.holds(node.site.scope) {
                continue;
            }
            if block != Some(node.site.scope.block) {
                block = Some(node.site.scope.block);
                layers.push(Vec::new());
            }
            if let Some(layer) = layers.last_mut() {
                layer.push(id);
            }
        }
        Self { layers }
    }

    /// How many layers.
    pub fn layers(&self) -> usize {
        self.layers.len()
    }

    /// How many heads a layer has.
    pub fn heads(&self) -> usize {
        self.layers.first().map_or(0, Vec::len)
    }

    /// The node of a head.
    pub fn node(&self, head: Head) -> Option<NodeId> {
        self.layers.get(head.layer)?.get(head.head).copied()
    }

    /// The head whose weights a node holds.
    pub fn find(&self, id: NodeId) -> Option<Head> {
        let place = |(layer, nodes): (usize, &Vec<NodeId>)| nodes.iter().position(|&node| node == id).map(|head| Head { layer, head });
        self.layers.iter().enumerate().find_map(place)
    }

    /// The heads, layer by layer.
    pub fn all(&self) -> impl Iterator<Item = Head> {
        (0..self.layers()).flat_map(move |layer| (0..self.heads()).map(move |head| Head { layer, head }))
    }

    /// The nodes of a layer.
    pub fn layer(&self, layer: usize) -> &[NodeId] {
        self.layers.get(layer).map_or(&[], Vec::as_slice)
    }
}
