//! The ledger: the parameters of a model by named part, block by block.

use std::collections::BTreeMap;
use std::fmt;

use crate::graph::{Graph, Leaf, Part, Quantity, Site, Stack};

/// A named part of the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Account {
    /// The table of embeddings.
    Embeddings,
    /// Tables of learned positions.
    Positions,
    /// W_Q.
    Query,
    /// W_K.
    Key,
    /// W_V.
    Value,
    /// W_O.
    Output,
    /// W_1, W_2 and the gate.
    FeedForward,
    /// γ and β.
    Norms,
    /// Biases of the attentions, the feed-forward networks and the logits.
    Biases,
    /// The matrix of the logits, where it is not the table of embeddings.
    Head,
}

impl Account {
    /// All accounts, in the order of the calculation.
    pub const ALL: [Self; 10] = [
        Self::Embeddings,
        Self::Positions,
        Self::Query,
        Self::Key,
        Self::Value,
        Self::Output,
        Self::FeedForward,
        Self::Norms,
        Self::Biases,
        Self::Head,
    ];

    /// Its name, in the notation of the paper.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Embeddings => "embeddings",
            Self::Positions => "positions",
            Self::Query => "W_Q",
            Self::Key => "W_K",
            Self::Value => "W_V",
            Self::Output => "W_O",
            Self::FeedForward => "feed-forward",
            Self::Norms => "norms",
            Self::Biases => "biases",
            Self::Head => "output head",
        }
    }

    /// The account that a weight is booked to.
    const fn of(quantity: Quantity) -> Self {
        match quantity {
            Quantity::EmbeddingTable => Self::Embeddings,
            Quantity::PositionTable => Self::Positions,
            Quantity::QueryWeight => Self::Query,
            Quantity::KeyWeight => Self::Key,
            Quantity::ValueWeight => Self::Value,
            Quantity::OutputWeight => Self::Output,
            Quantity::FirstWeight | Quantity::SecondWeight | Quantity::GateWeight => Self::FeedForward,
            Quantity::Gamma | Quantity::Beta => Self::Norms,
            Quantity::QueryBias
            | Quantity::KeyBias
            | Quantity::ValueBias
            | Quantity::OutputBias
            | Quantity::FirstBias
            | Quantity::SecondBias
            | Quantity::LogitsBias => Self::Biases,
            _ => Self::Head,
        }
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Parameters by account.
pub type Balance = BTreeMap<Account, usize>;

/// Blocks of a stack, one after the other, that have the same parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// Which stack.
    pub stack: Stack,
    /// The first of them.
    pub first: usize,
    /// How many.
    pub count: usize,
    /// What each of them has.
    pub each: Balance,
}

/// The parameters of a model, counted from the weights of its graph.
///
/// ```
/// use transformer_lab::cost::{Account, Ledger};
/// use transformer_lab::graph::{GraphBuilder, Part, Quantity, Scope, Stack};
///
/// let mut g = GraphBuilder::new();
/// let part = Scope::stack(Stack::Encoder).block(0).part(Part::FeedForward);
/// g.weight(512, 2048, part.at(Quantity::FirstWeight));
/// g.weight(2048, 512, part.at(Quantity::SecondWeight));
/// let ledger = Ledger::new(&g.finish()?);
/// assert_eq!(ledger.of(Account::FeedForward), 2_097_152);
/// assert_eq!(ledger.total(), 2_097_152);
/// # Ok::<(), transformer_lab::graph::GraphError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    all: Balance,
    blocks: Vec<Blocks>,
}

impl Ledger {
    /// The ledger of a graph. A weight that is used twice is counted once.
    pub fn new(graph: &Graph) -> Self {
        let mut all = Balance::new();
        let mut by_block: BTreeMap<(Stack, usize), Balance> = BTreeMap::new();
        for (_, node, leaf) in graph.leaves() {
            if let Leaf::Weight(shape) = leaf {
                let account = Account::of(node.site.quantity);
                *all.entry(account).or_default() += shape.cells();
                if let Some(block) = block(node.site) {
                    *by_block.entry(block).or_default().entry(account).or_default() += shape.cells();
                }
            }
        }
        let mut blocks: Vec<Blocks> = Vec::new();
        for ((stack, index), each) in by_block {
            match blocks.last_mut() {
                Some(last) if last.stack == stack && last.first + last.count == index && last.each == each => last.count += 1,
                _ => blocks.push(Blocks { stack, first: index, count: 1, each }),
            }
        }
        Self { all, blocks }
    }

    /// All parameters.
    pub fn total(&self) -> usize {
        self.all.values().sum()
    }

    /// The parameters of one account.
    pub fn of(&self, account: Account) -> usize {
        self.all.get(&account).copied().unwrap_or(0)
    }

    /// The accounts that have parameters, with them.
    pub fn accounts(&self) -> impl Iterator<Item = (Account, usize)> + '_ {
        self.all.iter().map(|(&account, &parameters)| (account, parameters))
    }

    /// The blocks, those that are alike together.
    pub fn blocks(&self) -> &[Blocks] {
        &self.blocks
    }
}

fn block(site: Site) -> Option<(Stack, usize)> {
    Some((site.scope.stack?, site.scope.block?))
}

/// The scores that one kind of attention calculates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores {
    /// The stack, where it is in one.
    pub stack: Option<Stack>,
    /// The sublayer.
    pub part: Option<Part>,
    /// Queries of a head.
    pub queries: usize,
    /// Keys of a head.
    pub keys: usize,
    /// Heads, those of all blocks together.
    pub heads: usize,
}

impl Scores {
    /// Scores of one head, n_q · n_k.
    pub const fn per_head(&self) -> usize {
        self.queries.saturating_mul(self.keys)
    }

    /// Scores of all heads.
    pub const fn total(&self) -> usize {
        self.per_head().saturating_mul(self.heads)
    }
}

/// The scores of a graph, kind by kind of attention.
pub fn scores(graph: &Graph) -> Vec<Scores> {
    let mut all: Vec<Scores> = Vec::new();
    for (_, node) in graph.nodes().filter(|(_, node)| node.site.quantity == Quantity::Scores) {
        let scope = node.site.scope;
        if let Some(scores) = all.iter_mut().find(|scores| (scores.stack, scores.part) == (scope.stack, scope.part)) {
            scores.heads += 1;
        } else {
            let (queries, keys) = (node.shape.rows, node.shape.columns);
            all.push(Scores { stack: scope.stack, part: scope.part, queries, keys, heads: 1 });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Shape;
    use crate::transformer::{Feed, Feeds, Model, Norm, NormKind, Subject, build};

    fn graph(model: &Model, vocabulary: usize, length: usize) -> Graph {
        let feed = || Some(if vocabulary == 0 { Feed::Vectors(Shape::new(length, model.d_model)) } else { Feed::Tokens(vec![0; length]) });
        build(model, &Feeds { source: feed(), target: feed(), vocabulary, ..Feeds::default() }).unwrap()
    }

    #[test]
    fn the_card_counts_what_the_ledger_counts() {
        let model = Model {
            subject: Subject::Encoder,
            encoder_blocks: 12,
            feed_forward_bias: false,
            norm: Norm { kind: NormKind::None, ..Norm::default() },
            ..Model::default()
        };
        let graph = graph(&model, 0, 1000);
        let ledger = Ledger::new(&graph);
        assert_eq!(ledger.total(), 37_748_736);
        let [blocks] = ledger.blocks() else { panic!("the blocks differ: {:?}", ledger.blocks()) };
        assert_eq!((blocks.stack, blocks.first, blocks.count), (Stack::Encoder, 0, 12));
        assert_eq!(blocks.each.values().sum::<usize>(), 3_145_728);
        let [scores] = scores(&graph)[..] else { panic!("one kind of attention") };
        assert_eq!((scores.per_head(), scores.heads), (1_000_000, 96));
    }

    #[test]
    fn the_base_model_of_the_paper_is_counted() {
        let graph = graph(&Model::default(), 37_000, 7);
        let ledger = Ledger::new(&graph);
        assert_eq!(ledger.of(Account::Embeddings), 37_000 * 512);
        assert_eq!(ledger.of(Account::Query), 18 * 512 * 512);
        assert_eq!(ledger.of(Account::Norms), 30 * 2 * 512);
        // 37 000 · 512, six encoder blocks of 3 150 336 and six decoder blocks of 4 199 936.
        assert_eq!(ledger.total(), 63_045_632);
        assert_eq!(scores(&graph).len(), 3);
    }

    #[test]
    fn nothing_is_left_out_whatever_is_built() {
        for subject in Subject::ALL {
            let model = Model {
                subject,
                d_model: 8,
                heads: 2,
                d_ff: 6,
                attention_bias: true,
                output_bias: true,
                tied_output: false,
                positions: crate::transformer::Positions::Learned,
                feed_forward: crate::transformer::FeedForwardKind::SwiGlu,
                ..Model::default()
            };
            let feeds = Feeds {
                source: Some(if subject.has_encoder() { Feed::Tokens(vec![0, 1]) } else { Feed::Vectors(Shape::new(2, 8)) }),
                target: Some(Feed::Tokens(vec![0; 3])),
                memory: Some(Shape::new(4, 8)),
                attention: Some([Shape::new(2, 3), Shape::new(5, 3), Shape::new(5, 4)]),
                vocabulary: 11,
                ..Feeds::default()
            };
            let graph = build(&model, &feeds).unwrap();
            assert_eq!(Ledger::new(&graph).total(), graph.parameters(), "{subject:?}");
        }
    }
}
