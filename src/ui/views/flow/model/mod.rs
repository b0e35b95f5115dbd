//! The figure as data: the nodes of a graph gathered into pieces, what leads from piece to piece, and the lanes they stand in.
//!
//! Nothing is known here of what a Transformer looks like as a whole: which pieces there are, and in which order, follows from
//! the nodes, their inputs and their sites alone.

mod gather;
#[cfg(test)]
mod tests;
mod walk;

use crate::graph::{Graph, NodeId, Scope, Stack};

/// Which piece of a diagram: its place in [`Diagram::pieces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceId(pub usize);

/// What of a model stands open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opened {
    /// The block of the encoder whose inside is seen.
    pub encoder: usize,
    /// The block of the decoder whose inside is seen.
    pub decoder: usize,
    /// The sublayer whose inside is seen.
    pub part: Option<Scope>,
    /// The head that stands for all heads.
    pub head: usize,
}

impl Opened {
    /// The open block of a stack; what is no stack of blocks has none.
    pub fn block(&self, stack: Stack) -> Option<usize> {
        match stack {
            Stack::Encoder => Some(self.encoder),
            Stack::Decoder => Some(self.decoder),
            Stack::Vocabulary | Stack::Source | Stack::Target | Stack::Head => None,
        }
    }

    /// Opens a block.
    pub fn open(&mut self, stack: Stack, block: usize) {
        match stack {
            Stack::Encoder => self.encoder = block,
            Stack::Decoder => self.decoder = block,
            Stack::Vocabulary | Stack::Source | Stack::Target | Stack::Head => {}
        }
    }
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One step of the calculation, or something given.
    Step,
    /// A residual or positional addition: a circled +.
    Sum,
    /// A sublayer as a whole, which can be unfolded.
    Part(Scope),
    /// Blocks of a stack that are not open.
    Blocks {
        /// Of which stack.
        stack: Stack,
        /// The first of them.
        first: usize,
        /// How many.
        count: usize,
    },
}

/// A box of the figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// What it is.
    pub form: Form,
    /// The nodes that it stands for, in order.
    pub nodes: Vec<NodeId>,
    /// The node whose value it gives; that of the head in view where there are heads.
    pub main: NodeId,
    /// How many alike it stands for: heads, or blocks.
    pub cards: usize,
    /// Whether learned weights enter.
    pub learned: bool,
}

/// A value that leads from one piece to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// What gives the value.
    pub from: PieceId,
    /// What reads it.
    pub to: PieceId,
    /// The value.
    pub value: NodeId,
    /// How many blocks read it; 1 where the reader is no stack of blocks.
    pub readers: usize,
}

/// What is placed as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A box.
    Piece(PieceId),
    /// An unfolded sublayer, by its place in [`Diagram::panels`].
    Panel(usize),
}

/// An unfolded sublayer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// Which.
    pub scope: Scope,
    /// Its boxes, in the order of the calculation.
    pub pieces: Vec<PieceId>,
}

/// What stands on the stream of a lane, with what is brought to it from aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Station {
    /// What stands on the stream.
    pub unit: Unit,
    /// For a residual addition: what lies between the fork of the stream and the addition.
    pub branch: Vec<Unit>,
    /// The positions that are added here.
    pub sides: Vec<PieceId>,
    /// The open block that it belongs to.
    pub block: Option<(Stack, usize)>,
}

impl Station {
    /// All that stands or hangs here.
    pub fn units(&self) -> impl Iterator<Item = Unit> {
        let sides = self.sides.iter().map(|&side| Unit::Piece(side));
        [self.unit].into_iter().chain(self.branch.iter().copied()).chain(sides)
    }
}

/// Stations one after the other: the encoder, the decoder, or a piece that stands alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// From the input to the output.
    pub trunk: Vec<Station>,
    /// How many of its stations stand on the residual stream; the first so many.
    pub stream: usize,
}

/// The figure of a graph.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The boxes, in the order of the calculation.
    pub pieces: Vec<Piece>,
    /// What leads from box to box, in the order in which it is read.
    pub edges: Vec<Edge>,
    /// The unfolded sublayers.
    pub panels: Vec<Panel>,
    /// The lanes, in the order of the calculation.
    pub lanes: Vec<Lane>,
    /// What stands open, within what there is.
    pub opened: Opened,
    blocks: Blocks,
    homes: Vec<Option<PieceId>>,
}

impl Diagram {
    /// Gathers the nodes of a graph.
    pub fn new(graph: &Graph, opened: Opened) -> Self {
        let mut diagram = gather::gather(graph, opened);
        diagram.lanes = walk::lanes(graph, &diagram);
        diagram
    }

    /// The box of an id.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.0]
    }

    /// The ids of the boxes.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = PieceId> + use<> {
        (0..self.pieces.len()).map(PieceId)
    }

    /// The box that stands for a node; for a weight, the first that reads it.
    pub fn home(&self, node: NodeId) -> Option<PieceId> {
        self.homes.get(node.index()).copied().flatten()
    }

    /// How many blocks a stack has.
    pub fn blocks(&self, stack: Stack) -> usize {
        match stack {
            Stack::Encoder => self.blocks.encoder,
            Stack::Decoder => self.blocks.decoder,
            Stack::Vocabulary | Stack::Source | Stack::Target | Stack::Head => 0,
        }
    }

    /// The boxes of a unit.
    pub fn members(&self, unit: Unit) -> Vec<PieceId> {
        match unit {
            Unit::Piece(id) => vec![id],
            Unit::Panel(panel) => self.panels[panel].pieces.clone(),
        }
    }

    /// The unit that a box belongs to.
    pub fn unit(&self, id: PieceId) -> Unit {
        self.panels.iter().position(|panel| panel.pieces.contains(&id)).map_or(Unit::Piece(id), Unit::Panel)
    }
}

/// How many blocks each stack has.
#[derive(Clone, Copy, Debug, Default)]
struct Blocks {
    encoder: usize,
    decoder: usize,
}

impl Blocks {
    fn of(graph: &Graph) -> Self {
        let count = |stack| {
            let of_stack = graph.nodes().filter(|(_, node)| node.site.scope.stack == Some(stack));
            of_stack.filter_map(|(_, node)| node.site.scope.block).max().map_or(0, |last| last + 1)
        };
        Self { encoder: count(Stack::Encoder), decoder: count(Stack::Decoder) }
    }
}
