//! The ledger: the parameters of a model by named part, block by block, each with its formula.

use std::collections::BTreeMap;

use super::account::{Account, Place};
use super::formula::{Formula, Product, Size};
use crate::graph::{Graph, Leaf, Node, Quantity, Scope, Site, Stack};

/// Weights that are alike: in the same place, for the same purpose, of the same size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What they are for.
    pub account: Account,
    /// Where they stand.
    pub place: Place,
    /// How many of them.
    pub times: usize,
    /// What each of them holds.
    pub product: Product,
}

impl Entry {
    /// Numbers in all of them.
    pub fn parameters(&self) -> usize {
        self.times.saturating_mul(self.product.value())
    }
}

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
    pub each: Vec<Entry>,
}

impl Blocks {
    /// The parameters of one block.
    pub fn total(&self) -> usize {
        sum(&self.each)
    }

    /// What one block has of an account.
    pub fn formula(&self, account: Account) -> Formula {
        formula(&self.each, account)
    }
}

/// The parameters of a model. A weight that is used twice is counted once.
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
/// assert_eq!(ledger.blocks()[0].formula(Account::FeedForward).to_string(), "2 · d_model · d_ff = 2 · 512 · 2048");
/// # Ok::<(), transformer_lab::graph::GraphError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    outside: Vec<Entry>,
    blocks: Vec<Blocks>,
}

impl Ledger {
    /// The ledger of a graph, counted from its weights.
    pub fn new(graph: &Graph) -> Self {
        Self::with_key_heads(graph, None)
    }

    /// The same, where several heads share keys and values: so many of them have their own.
    pub(super) fn with_key_heads(graph: &Graph, key_heads: Option<usize>) -> Self {
        let sizes = Sizes::of(graph, key_heads);
        let mut outside = Vec::new();
        let mut by_block: BTreeMap<(Stack, usize), Vec<Entry>> = BTreeMap::new();
        for (_, node, leaf) in graph.leaves() {
            if let Leaf::Weight(_) = leaf {
                let entries = match block(node.site) {
                    Some(block) => by_block.entry(block).or_default(),
                    None => &mut outside,
                };
                book(entries, sizes.entry(node));
            }
        }
        let mut blocks: Vec<Blocks> = Vec::new();
        for ((stack, index), each) in by_block {
            match blocks.last_mut() {
                Some(last) if last.stack == stack && last.first + last.count == index && last.each == each => last.count += 1,
                _ => blocks.push(Blocks { stack, first: index, count: 1, each }),
            }
        }
        Self { outside, blocks }
    }

    /// Books weights that stand outside every block.
    pub(super) fn book(&mut self, entry: Entry) {
        book(&mut self.outside, entry);
    }

    /// The kinds of blocks, changed in place.
    pub(super) fn blocks_mut(&mut self) -> &mut [Blocks] {
        &mut self.blocks
    }

    /// The ledger without some accounts: "not counting biases and norms".
    pub fn without(&self, left_out: &[Account]) -> Self {
        let kept = |entries: &[Entry]| entries.iter().filter(|entry| !left_out.contains(&entry.account)).cloned().collect();
        let blocks = self.blocks.iter().map(|blocks| Blocks { each: kept(&blocks.each), ..*blocks }).collect();
        Self { outside: kept(&self.outside), blocks }
    }

    /// Every kind of entry with how many blocks have it; 1 where it stands outside.
    pub fn entries(&self) -> impl Iterator<Item = (usize, &Entry)> {
        let outside = self.outside.iter().map(|entry| (1, entry));
        outside.chain(self.blocks.iter().flat_map(|blocks| blocks.each.iter().map(|entry| (blocks.count, entry))))
    }

    /// The parameters of the entries that are wanted.
    pub fn sum_of(&self, wanted: impl Fn(&Entry) -> bool) -> usize {
        let counted = self.entries().filter(|(_, entry)| wanted(entry));
        counted.fold(0, |sum, (blocks, entry)| sum.saturating_add(blocks.saturating_mul(entry.parameters())))
    }

    /// All parameters.
    pub fn total(&self) -> usize {
        self.sum_of(|_| true)
    }

    /// The parameters of one account.
    pub fn of(&self, account: Account) -> usize {
        self.sum_of(|entry| entry.account == account)
    }

    /// The accounts that have parameters, with them.
    pub fn accounts(&self) -> impl Iterator<Item = (Account, usize)> + '_ {
        let has = |account: &Account| self.entries().any(|(_, entry)| entry.account == *account);
        Account::ALL.into_iter().filter(has).map(|account| (account, self.of(account)))
    }

    /// The blocks, those that are alike together.
    pub fn blocks(&self) -> &[Blocks] {
        &self.blocks
    }

    /// What stands outside the blocks of an account.
    pub fn outside(&self, account: Account) -> Formula {
        formula(&self.outside, account)
    }

    /// How an account comes about: outside the blocks, and in one block of each kind whose formula is another than that of the kind
    /// before it.
    pub fn formulas(&self, account: Account) -> Vec<Formula> {
        let mut formulas: Vec<Formula> = Vec::new();
        for formula in [self.outside(account)].into_iter().chain(self.blocks.iter().map(|blocks| blocks.formula(account))) {
            if !formula.is_empty() && !formulas.contains(&formula) {
                formulas.push(formula);
            }
        }
        formulas
    }
}

fn block(site: Site) -> Option<(Stack, usize)> {
    Some((site.scope.stack?, site.scope.block?))
}

fn book(entries: &mut Vec<Entry>, new: Entry) {
    let alike = |entry: &&mut Entry| (entry.account, entry.place, &entry.product) == (new.account, new.place, &new.product);
    match entries.iter_mut().find(alike) {
        Some(entry) => entry.times += new.times,
        None => entries.push(new),
    }
}

fn sum(entries: &[Entry]) -> usize {
    entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.parameters()))
}

fn formula(entries: &[Entry], account: Account) -> Formula {
    let mut formula = Formula::default();
    for entry in entries.iter().filter(|entry| entry.account == account) {
        formula.add(entry.times, &entry.product);
    }
    formula
}

/// What of a graph names the sizes of its weights.
struct Sizes {
    /// Heads of each attention.
    heads: usize,
    /// Heads that have keys and values of their own, where those are fewer.
    key_heads: Option<usize>,
    /// Whether the logits are those of classes.
    classes: bool,
    /// d_model, where something other than a lone attention's memory tells it.
    width: Option<usize>,
}

impl Sizes {
    fn of(graph: &Graph, key_heads: Option<usize>) -> Self {
        let heads = graph.nodes().filter_map(|(_, node)| node.site.scope.head).max().map_or(1, |head| head + 1);
        let pooled = Scope::stack(Stack::Head).at(Quantity::Pooled);
        let queries = graph.nodes().find(|(_, node)| node.site.quantity == Quantity::QueryWeight);
        Self { heads, key_heads, classes: graph.find(pooled).is_some(), width: queries.map(|(_, node)| node.shape.rows) }
    }

    fn entry(&self, node: &Node) -> Entry {
        let Site { scope, quantity } = node.site;
        Entry { account: Account::of(quantity), place: Place::of(scope), times: 1, product: self.product(node) }
    }

    /// The shape of a weight as a product of sizes: rows · columns.
    fn product(&self, node: &Node) -> Product {
        let (rows, columns) = (node.shape.rows, node.shape.columns);
        let width = |size: usize| {
            let name = if self.width.is_some_and(|width| width != size) { Size::MemoryWidth } else { Size::Width };
            (name, size)
        };
        let all_heads = |size, wide: usize| [(Size::Heads, self.heads), (size, wide / self.heads)];
        let key_heads = |size, wide: usize| match self.key_heads {
            Some(heads) => [(Size::KeyHeads, heads), (size, wide / self.heads)],
            None => all_heads(size, wide),
        };
        let answers = if self.classes { Size::Classes } else { Size::Vocabulary };
        let row = |size| Product::new([(size, columns)]);
        match node.site.quantity {
            Quantity::EmbeddingTable => Product::new([(Size::Vocabulary, rows), (Size::Width, columns)]),
            Quantity::PositionTable => Product::new([(Size::Longest, rows), (Size::Width, columns)]),
            Quantity::QueryWeight => Product::new([width(rows)].into_iter().chain(all_heads(Size::KeyWidth, columns))),
            Quantity::KeyWeight => Product::new([width(rows)].into_iter().chain(key_heads(Size::KeyWidth, columns))),
            Quantity::ValueWeight => Product::new([width(rows)].into_iter().chain(key_heads(Size::ValueWidth, columns))),
            Quantity::OutputWeight => Product::new([(Size::Width, columns)].into_iter().chain(all_heads(Size::ValueWidth, rows))),
            Quantity::QueryBias => Product::new(all_heads(Size::KeyWidth, columns)),
            Quantity::KeyBias => Product::new(key_heads(Size::KeyWidth, columns)),
            Quantity::ValueBias => Product::new(key_heads(Size::ValueWidth, columns)),
            Quantity::FirstWeight | Quantity::GateWeight => Product::new([(Size::Width, rows), (Size::Hidden, columns)]),
            Quantity::SecondWeight => Product::new([(Size::Hidden, rows), (Size::Width, columns)]),
            Quantity::FirstBias => row(Size::Hidden),
            Quantity::LogitsBias => row(answers),
            Quantity::LogitsWeight => Product::new([(Size::Width, rows), (answers, columns)]),
            // b_O, b_2, γ and β.
            _ => row(Size::Width),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transformer::{Feed, Feeds, Model, build};

    #[test]
    fn the_base_model_of_the_paper_is_counted() {
        let feed = || Some(Feed::Tokens(vec![0; 7]));
        let graph = build(&Model::default(), &Feeds { source: feed(), target: feed(), vocabulary: 37_000, ..Feeds::default() }).unwrap();
        let ledger = Ledger::new(&graph);
        assert_eq!(ledger.of(Account::Embeddings), 37_000 * 512);
        assert_eq!(ledger.of(Account::Query), 18 * 512 * 512);
        assert_eq!(ledger.of(Account::Norms), 30 * 2 * 512);
        // 37 000 · 512, six encoder blocks of 3 150 336 and six decoder blocks of 4 199 936.
        assert_eq!(ledger.total(), 63_045_632);
        let formulas = |account| ledger.formulas(account).iter().map(Formula::to_string).collect::<Vec<_>>();
        assert_eq!(formulas(Account::Embeddings), ["V · d_model = 37000 · 512"]);
        assert_eq!(formulas(Account::Query), ["d_model · h · d_k = 512 · 8 · 64", "2 · d_model · h · d_k = 2 · 512 · 8 · 64"]);
        assert_eq!(formulas(Account::Biases), ["d_ff + d_model = 2048 + 512"]);
        assert_eq!(ledger.sum_of(|entry| entry.place == Place::CrossAttention && entry.account != Account::Norms), 6 * 1_048_576);
        let bare = ledger.without(&[Account::Biases, Account::Norms]);
        assert_eq!(bare.blocks().iter().map(Blocks::total).collect::<Vec<_>>(), [3_145_728, 4_194_304]);
        assert_eq!(bare.total(), ledger.total() - 12 * 2560 - 30 * 1024);
    }
}
