//! A model by its sizes alone: counted without being built in full, however large it is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::additions::Additions;
use super::growth::{Arithmetic, Growth};
use super::ledger::Ledger;
use super::polynomial::Polynomial;
use super::work::{Work, weighed};
use crate::graph::{Flops, Graph, Leaf, Node, Op, Part, Quantity, Shape, Site, Stack};
use crate::transformer::{BuildError, Feed, Feeds, Masks, Model, Subject, build};

/// A model by its sizes: the choices of [`Model`], the vocabulary, and what no model of this program has.
///
/// One block of each stack is built, for one, two and three positions: its weights, times the blocks, are the parameters, and
/// through its operations goes one polynomial of the length. What holds of a model that runs so holds of one far too large to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Architecture {
    /// The choices.
    pub model: Model,
    /// Tokens in the vocabulary; 0: vectors enter.
    #[serde(default)]
    pub vocabulary: usize,
    /// What it has beyond them.
    #[serde(default)]
    pub additions: Additions,
    #[serde(skip)]
    given: Given,
}

/// What enters as vectors though there is a vocabulary, and how wide it is where the model does not say it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Given {
    source: bool,
    target: bool,
    memory: Option<usize>,
    /// Widths of given queries, keys and values.
    attention: Option<[usize; 3]>,
}

/// What an architecture costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Its parameters.
    pub ledger: Ledger,
    /// Everything that depends on the length.
    pub growth: Growth,
}

impl Architecture {
    /// The architecture of a model that reads tokens of a vocabulary, or vectors where that is 0.
    pub fn new(model: Model, vocabulary: usize, additions: Additions) -> Self {
        Self { model, vocabulary, additions, given: Given::default() }
    }

    /// The architecture of a model and what enters it, whatever its length.
    pub fn of(model: &Model, feeds: &Feeds) -> Self {
        let vectors = |feed: &Option<Feed>| matches!(feed, Some(Feed::Vectors(_)));
        let given = Given {
            source: vectors(&feeds.source),
            target: vectors(&feeds.target),
            memory: feeds.memory.map(|shape| shape.columns),
            attention: feeds.attention.map(|shapes| shapes.map(|shape| shape.columns)),
        };
        Self { model: model.clone(), vocabulary: feeds.vocabulary, additions: Additions::default(), given }
    }

    /// Its parameters, and what it costs for every length.
    ///
    /// # Errors
    /// Sizes that cannot be.
    pub fn costs(&self) -> Result<Costs, BuildError> {
        // Counts of 0 and heads that do not divide are refused here; below, every stack has one block.
        self.model.dims()?;
        let mut ledger = Ledger::with_key_heads(&self.one_block(1)?, self.additions.key_heads);
        for blocks in ledger.blocks_mut() {
            blocks.count = self.blocks(blocks.stack);
        }
        for entry in self.additions.entries(&self.model) {
            ledger.book(entry);
        }
        let growth = self.growth(ledger.total() as u64)?;
        Ok(Costs { ledger, growth })
    }

    fn blocks(&self, stack: Stack) -> usize {
        match stack {
            Stack::Encoder => self.model.encoder_blocks,
            Stack::Decoder => self.model.decoder_blocks,
            _ => 1,
        }
    }

    /// The graph of the same model with one block in each stack and n positions on every side. Masks add no operation.
    fn one_block(&self, n: usize) -> Result<Graph, BuildError> {
        let model = Model {
            encoder_blocks: 1,
            decoder_blocks: 1,
            masks: Masks { encoder_self: Vec::new(), decoder_self: Vec::new(), cross: Vec::new() },
            ..self.model.clone()
        };
        build(&model, &self.feeds(n))
    }

    fn feeds(&self, n: usize) -> Feeds {
        let Self { model, vocabulary, given, .. } = self;
        let subject = model.subject;
        let wide = |width| Shape::new(n, width);
        let vectors = || Feed::Vectors(wide(model.d_model));
        let side = |given: bool| if given || *vocabulary == 0 { vectors() } else { Feed::Tokens(vec![0; n]) };
        let alone = matches!(subject, Subject::Norm | Subject::MultiHeadAttention | Subject::FeedForward);
        Feeds {
            source: if alone { Some(vectors()) } else { subject.has_encoder().then(|| side(given.source)) },
            target: subject.has_decoder().then(|| side(given.target)),
            memory: match subject {
                Subject::DecoderWithMemory => Some(wide(model.d_model)),
                Subject::MultiHeadAttention => given.memory.map(wide),
                _ => None,
            },
            attention: given.attention.map(|widths| widths.map(wide)),
            vocabulary: *vocabulary,
            ..Feeds::default()
        }
    }

    fn growth(&self, weights: u64) -> Result<Growth, BuildError> {
        // A table of positions has room for the three lengths, whatever its rows; its rows cost no operation.
        let longer = Self { model: Model { longest: self.model.longest.max(3), ..self.model.clone() }, ..self.clone() };
        let samples = [longer.sample(1)?, longer.sample(2)?, longer.sample(3)?];
        let through = |count: &dyn Fn(&Sample) -> u64| Polynomial::through([0, 1, 2].map(|i: usize| i128::from(count(&samples[i]))));
        let of = |work: Work, kind: fn(Flops) -> u64| through(&|sample| kind(sample.works.get(&work).copied().unwrap_or_default()));
        let arithmetic = |work| Arithmetic {
            multiplications: of(work, |flops| flops.multiplications),
            additions: of(work, |flops| flops.additions),
            functions: of(work, |flops| flops.functions),
        };
        Ok(Growth {
            works: samples[0].works.keys().map(|&work| (work, arithmetic(work))).collect(),
            heads: samples[0].scores,
            weights,
            activations: through(&|sample| sample.activations),
            keys_and_values: through(&|sample| sample.keys_and_values),
        })
    }

    /// What n positions cost.
    fn sample(&self, n: usize) -> Result<Sample, BuildError> {
        let graph = self.one_block(n)?;
        let weigh = |node: &Node, count: u64| self.weigh(node, count);
        let mut sample = Sample { works: weighed(&graph, weigh), ..Sample::default() };
        for (_, node) in graph.nodes() {
            let cells = weigh(node, node.shape.cells() as u64);
            if is_scores(node.site.quantity) {
                sample.scores += if node.site.quantity == Quantity::Scores { weigh(node, 1) } else { 0 };
            } else if is_result(node) {
                sample.activations += cells;
            }
            if is_key_or_value(node.site) {
                sample.keys_and_values += cells;
            }
        }
        for extra in self.additions.extras(&self.model, n) {
            *sample.works.entry(extra.work).or_default() += extra.flops;
            sample.activations += extra.left as u64;
        }
        Ok(sample)
    }

    /// What is counted of one block, for all of them. The positions that are added late are so in the first block alone.
    fn weigh(&self, node: &Node, count: u64) -> u64 {
        let Site { scope, quantity } = node.site;
        let repeated = scope.block.is_some() && quantity != Quantity::WithPositions;
        let blocks = scope.stack.filter(|_| repeated).map_or(1, |stack| self.blocks(stack));
        let all = count.saturating_mul(blocks as u64);
        let keys = matches!(quantity, Quantity::KeyProduct | Quantity::ValueProduct) || is_key_or_value(node.site);
        match self.additions.key_heads {
            Some(key_heads) if keys => all.saturating_mul(key_heads as u64) / (self.model.heads as u64).max(1),
            _ => all,
        }
    }
}

/// What one length costs.
#[derive(Default)]
struct Sample {
    works: BTreeMap<Work, Flops>,
    /// Score matrices.
    scores: u64,
    activations: u64,
    keys_and_values: u64,
}

/// Whether a value has a number for each query and key.
const fn is_scores(quantity: Quantity) -> bool {
    matches!(quantity, Quantity::Scores | Quantity::Scaled | Quantity::ScoreBias | Quantity::Biased | Quantity::Masked | Quantity::Weights)
}

/// The keys or the values of all heads together.
const fn is_key_or_value(site: Site) -> bool {
    let in_attention = matches!(site.scope.part, Some(Part::Attention | Part::SelfAttention | Part::CrossAttention));
    in_attention && site.scope.head.is_none() && matches!(site.quantity, Quantity::Key | Quantity::Value)
}

/// Whether a node leaves numbers of its own: not what only takes others over, and not a product whose bias is still to come.
const fn is_result(node: &Node) -> bool {
    let product = matches!(
        node.site.quantity,
        Quantity::QueryProduct
            | Quantity::KeyProduct
            | Quantity::ValueProduct
            | Quantity::OutputProduct
            | Quantity::HiddenProduct
            | Quantity::LogitsProduct
    );
    let taken_over = matches!(
        node.op,
        Op::Leaf(Leaf::Weight(_) | Leaf::Constant(_)) | Op::SliceColumns(_) | Op::SliceRows(_) | Op::Concatenate(_) | Op::AppendRows(_)
    );
    !product && !taken_over
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::{Account, Counting, Held, Storage, causal_scores, scores};
    use crate::transformer::{FeedForwardKind, Norm, NormKind, Output, Positions};

    /// The twelve blocks of the concept card.
    fn card() -> Model {
        Model {
            subject: Subject::Encoder,
            encoder_blocks: 12,
            feed_forward_bias: false,
            norm: Norm { kind: NormKind::None, ..Norm::default() },
            ..Model::default()
        }
    }

    fn vectors(model: &Model, n: usize) -> Feeds {
        Feeds { source: Some(Feed::Vectors(Shape::new(n, model.d_model))), ..Feeds::default() }
    }

    #[test]
    fn the_card_counts_what_the_ledger_counts() {
        let model = card();
        let graph = build(&model, &vectors(&model, 1000)).unwrap();
        for ledger in [Ledger::new(&graph), Architecture::new(model, 0, Additions::default()).costs().unwrap().ledger] {
            assert_eq!(ledger.total(), 37_748_736);
            let [blocks] = ledger.blocks() else { panic!("the blocks differ: {:?}", ledger.blocks()) };
            assert_eq!((blocks.stack, blocks.first, blocks.count, blocks.total()), (Stack::Encoder, 0, 12, 3_145_728));
            let attention = [Account::Query, Account::Key, Account::Value, Account::Output].map(|account| blocks.formula(account));
            assert_eq!(attention.iter().map(crate::cost::Formula::value).sum::<usize>(), 1_048_576);
            assert_eq!(attention[0].to_string(), "d_model · h · d_k = 512 · 8 · 64");
            assert_eq!(attention[3].to_string(), "d_model · h · d_v = 512 · 8 · 64");
            assert_eq!(blocks.formula(Account::FeedForward).to_string(), "2 · d_model · d_ff = 2 · 512 · 2048");
            assert_eq!(blocks.formula(Account::FeedForward).value(), 2_097_152);
        }
        let [scores] = scores(&graph)[..] else { panic!("one kind of attention") };
        assert_eq!((scores.per_head(), scores.heads), (1_000_000, 96));
    }

    #[test]
    fn twice_the_length_is_four_times_the_scores_and_less_of_everything() {
        let growth = Architecture::new(card(), 0, Additions::default()).costs().unwrap().growth;
        let scores = growth.numbers(Held::Scores);
        assert_eq!((growth.scores_per_head().at(1000), growth.scores_per_head().at(2000)), (1_000_000, 4_000_000));
        assert_eq!((growth.heads(), scores.at(1000), scores.at(2000)), (96, 96_000_000, 4 * 96_000_000));
        assert_eq!(causal_scores(1000), 500_500);
        for counting in [Counting::Products, Counting::Everything] {
            let total = growth.total(counting);
            for n in [1, 4, 1000, 3072, 100_000] {
                let (once, twice) = (total.at(n), total.at(2 * n));
                assert!(2 * once < twice && twice < 4 * once, "{counting:?}: {once} and {twice} at {n}");
                assert_eq!(growth.work(Work::Scores).at(2 * n), 4 * growth.work(Work::Scores).at(n));
                assert_eq!(growth.work(Work::Query).at(2 * n), 2 * growth.work(Work::Query).at(n));
            }
        }
        // Four projections and a network of 4 · d_model against scores and weighted sums: 24 · d² · n = 4 · d · n².
        assert_eq!(growth.total(Counting::Products).crossing(), Some(6 * 512));
    }

    #[test]
    fn the_exercise_of_the_card() {
        let model = Model { d_model: 256, heads: 4, d_ff: 1024, encoder_blocks: 1, ..card() };
        assert_eq!(model.dims().unwrap().d_k, 64);
        let growth = Architecture::new(model, 0, Additions::default()).costs().unwrap().growth;
        assert_eq!(growth.scores_per_head().at(100), 10_000);
        assert_eq!(growth.heads(), 4);
    }

    #[test]
    fn memory_is_counted_in_numbers_and_bytes() {
        let model = Model { d_model: 8, heads: 2, d_ff: 6, encoder_blocks: 3, ..card() };
        let growth = Architecture::new(model, 0, Additions::default()).costs().unwrap().growth;
        let n = 5;
        assert_eq!(growth.numbers(Held::Weights).at(n), 3 * (4 * 8 * 8 + 2 * 8 * 6));
        assert_eq!(growth.numbers(Held::Scores).at(n), 3 * 2 * 25);
        assert_eq!(growth.numbers(Held::KeysAndValues).at(n), 3 * 2 * 5 * 8);
        // The vectors, and their sums with the positions; in each block Q, K, V, the heads' outputs, Z, the two residual sums and Y of width 8, H and F of width 6.
        assert_eq!(growth.numbers(Held::Activations).at(n), 2 * 5 * 8 + 3 * 5 * (8 * 8 + 2 * 6));
        let bytes = |storage| growth.memory(storage).at(n);
        assert_eq!(bytes(Storage::Single), 2 * bytes(Storage::Half));
        assert_eq!(bytes(Storage::Double), 4 * bytes(Storage::Half));
    }

    #[test]
    fn shared_keys_and_values_are_smaller_and_everything_else_stays() {
        let model = Model { attention_bias: true, ..card() };
        let own = Architecture::new(model.clone(), 0, Additions::default()).costs().unwrap();
        let shared = Architecture::new(model, 0, Additions { key_heads: Some(2), ..Additions::default() }).costs().unwrap();
        assert_eq!(shared.ledger.of(Account::Key) * 4, own.ledger.of(Account::Key));
        assert_eq!(shared.ledger.of(Account::Query), own.ledger.of(Account::Query));
        // b_K and b_V, of 2 heads instead of 8.
        assert_eq!(own.ledger.of(Account::Biases) - shared.ledger.of(Account::Biases), 12 * 2 * 6 * 64);
        let formula = shared.ledger.blocks()[0].formula(Account::Key).to_string();
        assert_eq!(formula, "d_model · h_kv · d_k = 512 · 2 · 64");
        for (held, factor) in [(Held::KeysAndValues, 4), (Held::Scores, 1), (Held::Weights, 0)] {
            let [own, shared] = [&own, &shared].map(|costs| costs.growth.numbers(held).at(7));
            assert!(factor == 0 || own == shared * factor, "{held:?}: {own} and {shared}");
        }
        let products = |costs: &Costs, work| costs.growth.work(work).at(7);
        assert_eq!(products(&own, Work::Value), 4 * products(&shared, Work::Value));
        assert_eq!(products(&own, Work::Scores), products(&shared, Work::Scores));
    }

    #[test]
    fn one_block_tells_what_all_have() {
        for subject in Subject::ALL {
            for (positions, feed_forward) in [(Positions::Learned, FeedForwardKind::SwiGlu), (Positions::Sinusoidal, FeedForwardKind::Gelu)]
            {
                let model = Model {
                    subject,
                    d_model: 8,
                    heads: 2,
                    d_ff: 6,
                    encoder_blocks: 3,
                    decoder_blocks: 2,
                    attention_bias: true,
                    output_bias: true,
                    tied_output: false,
                    positions,
                    positions_place: crate::transformer::PositionsPlace::AfterAttention,
                    longest: 9,
                    feed_forward,
                    output: if feed_forward == FeedForwardKind::Gelu { Output::default() } else { classifier() },
                    ..Model::default()
                };
                for n in [1, 2, 5, 9] {
                    let feeds = Feeds {
                        source: Some(if subject.has_encoder() { Feed::Tokens(vec![0; n]) } else { Feed::Vectors(Shape::new(n, 8)) }),
                        target: Some(Feed::Tokens(vec![0; n])),
                        memory: Some(Shape::new(n, if subject == Subject::MultiHeadAttention { 4 } else { 8 })),
                        attention: Some([Shape::new(n, 3), Shape::new(n, 3), Shape::new(n, 4)]),
                        vocabulary: 11,
                        ..Feeds::default()
                    };
                    let graph = build(&model, &feeds).unwrap();
                    let costs = Architecture::of(&model, &feeds).costs().unwrap();
                    let ledger = Ledger::new(&graph);
                    assert_eq!(ledger.total(), graph.parameters(), "{subject:?}");
                    assert_eq!(costs.ledger, ledger, "{subject:?}");
                    let counted = super::super::work(&graph);
                    let grown: BTreeMap<Work, Flops> = costs.growth.works().map(|work| (work, costs.growth.flops(work, n))).collect();
                    assert_eq!(grown, counted, "{subject:?} for {n} positions");
                    let all: u64 = counted.values().map(|flops| flops.total()).sum();
                    assert_eq!(all, graph.nodes().map(|(id, _)| graph.flops(id).total()).sum::<u64>(), "{subject:?}: a part is missing");
                    let of_scores: usize = scores(&graph).iter().map(crate::cost::Scores::total).sum();
                    assert_eq!(costs.growth.numbers(Held::Scores).at(n), of_scores as u64, "{subject:?}");
                }
            }
        }
    }

    fn classifier() -> Output {
        Output::Classifier { classes: 3, pooling: crate::transformer::Pooling::Mean }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let refused = |model| Architecture::new(model, 0, Additions::default()).costs().unwrap_err().to_string();
        assert_eq!(refused(Model { encoder_blocks: 0, ..card() }), "encoder_blocks is 0; it must be at least 1");
        assert_eq!(refused(Model { heads: 7, ..card() }), "7 heads do not divide d_model = 512; choose heads that divide it, or give d_k");
    }
}
