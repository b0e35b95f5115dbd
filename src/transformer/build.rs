//! A model as a graph.

use std::sync::Arc;

use super::attention::{HeadMask, Memory};
use super::config::{ConfigError, Model, Output, Pooling, Positions, PositionsPlace, Subject};
use super::masks::{Mask, MaskError, visibility};
use super::parts::Parts;
use super::stacks::{NodeOrKept, StackInputs};
use crate::graph::{Cancelled, Control, Graph, GraphError, NodeId, Part, Quantity, Scalar, Scale, Scope, Shape, Stack, Visibility};

/// What enters one side of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feed {
    /// Tokens, by their index in the vocabulary.
    Tokens(Vec<usize>),
    /// Vectors of this shape, given as the leaf at `….embeddings`.
    Vectors(Shape),
}

impl Feed {
    /// How many positions.
    pub fn len(&self) -> usize {
        match self {
            Self::Tokens(tokens) => tokens.len(),
            Self::Vectors(shape) => shape.rows,
        }
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// All that enters a model, by shape.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feeds {
    /// The encoder's side; also the vectors of a piece that stands alone.
    pub source: Option<Feed>,
    /// The decoder's side.
    pub target: Option<Feed>,
    /// A given encoder output, or what a lone multi-head attention reads.
    pub memory: Option<Shape>,
    /// Queries, keys and values of a lone attention.
    pub attention: Option<[Shape; 3]>,
    /// Tokens in the vocabulary.
    pub vocabulary: usize,
    /// Which source positions are padding.
    pub source_padding: Vec<bool>,
    /// Which target positions are padding.
    pub target_padding: Vec<bool>,
    /// Target positions before those fed, whose keys and values were kept; with them the source's were kept too.
    pub past: usize,
}

/// A model that cannot be built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// A choice that cannot be.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A mask that does not fit.
    #[error("{attention}: {error}")]
    Mask {
        /// Which attention.
        attention: &'static str,
        /// Why.
        error: MaskError,
    },
    /// Nothing enters where something must.
    #[error("{subject:?} needs {what}, and none is given")]
    Missing {
        /// What is built.
        subject: Subject,
        /// What is missing.
        what: &'static str,
    },
    /// Something without a position or a dimension.
    #[error("{0} is empty")]
    Empty(&'static str),
    /// Vectors of the wrong width.
    #[error("{what} has vectors of width {got}, but {expected} is expected")]
    Width {
        /// Which vectors.
        what: &'static str,
        /// Their width.
        got: usize,
        /// The width wanted.
        expected: usize,
    },
    /// More positions than the learned table has.
    #[error("{what} has {positions} positions, but the table of learned positions has {longest} rows")]
    TooLong {
        /// Which side.
        what: &'static str,
        /// How many positions.
        positions: usize,
        /// Rows of the table.
        longest: usize,
    },
    /// A token outside the vocabulary.
    #[error("token {token} is not in the vocabulary, which has {vocabulary} tokens")]
    Token {
        /// Which token.
        token: usize,
        /// How many there are.
        vocabulary: usize,
    },
    /// Building was told to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// Shapes that do not fit: a flaw of the program, told rather than hidden.
    #[error(transparent)]
    Graph(#[from] GraphError),
}

/// Writes the graph of a model for what enters it.
///
/// # Errors
/// The first choice, input or mask that does not fit, in one sentence.
pub fn build(model: &Model, feeds: &Feeds) -> Result<Graph, BuildError> {
    build_watched(model, feeds, &Control::default())
}

/// The same, watched and stopped from outside.
///
/// # Errors
/// As [`build`], and when `control` was asked to stop.
pub fn build_watched(model: &Model, feeds: &Feeds, control: &Control) -> Result<Graph, BuildError> {
    let builder = Builder { parts: Parts { control: Some(control), ..Parts::new(model, model.dims()?) }, feeds };
    let graph = builder.build();
    // What was broken off is no graph of the model.
    control.advance(0)?;
    graph
}

struct Builder<'a> {
    parts: Parts<'a>,
    feeds: &'a Feeds,
}

impl Builder<'_> {
    fn build(mut self) -> Result<Graph, BuildError> {
        let model = self.parts.model;
        match model.subject {
            Subject::Attention => self.attention()?,
            Subject::Norm => {
                let x = self.vectors(Part::Norm)?;
                self.parts.norm(x, Scope::alone(Part::Norm));
            }
            Subject::MultiHeadAttention => self.multi_head()?,
            Subject::FeedForward => {
                let x = self.vectors(Part::FeedForward)?;
                self.parts.feed_forward(x, Scope::alone(Part::FeedForward));
            }
            Subject::Encoder => {
                let x = self.encoder()?;
                self.output(x);
            }
            Subject::Decoder => {
                let x = self.decoder(None)?;
                self.output(x);
            }
            Subject::DecoderWithMemory => {
                let shape = self.feeds.memory.ok_or(self.missing("a memory"))?;
                let memory = self.given("the memory", shape, Some(model.d_model), Scope::stack(Stack::Encoder).at(Quantity::Output))?;
                let x = self.decoder(Some((NodeOrKept::Node(memory), shape.rows)))?;
                self.output(x);
            }
            Subject::EncoderDecoder => {
                let keys = self.feeds.source.as_ref().map_or(0, Feed::len);
                let memory = if self.feeds.past > 0 { NodeOrKept::Kept(keys) } else { NodeOrKept::Node(self.encoder()?) };
                let x = self.decoder(Some((memory, keys)))?;
                self.output(x);
            }
        }
        Ok(self.parts.g.finish()?)
    }

    fn missing(&self, what: &'static str) -> BuildError {
        BuildError::Missing { subject: self.parts.model.subject, what }
    }

    /// A leaf for vectors that the user gives.
    fn given(&mut self, what: &'static str, shape: Shape, width: Option<usize>, site: crate::graph::Site) -> Result<NodeId, BuildError> {
        if shape.cells() == 0 {
            return Err(BuildError::Empty(what));
        }
        match width {
            Some(expected) if expected != shape.columns => Err(BuildError::Width { what, got: shape.columns, expected }),
            _ => Ok(self.parts.g.input(shape.rows, shape.columns, site)),
        }
    }

    /// The vectors of a piece that stands alone.
    fn vectors(&mut self, part: Part) -> Result<NodeId, BuildError> {
        let Some(Feed::Vectors(shape)) = self.feeds.source else { return Err(self.missing("vectors as its source")) };
        self.given("the source", shape, Some(self.parts.model.d_model), Scope::alone(part).at(Quantity::Input))
    }

    fn attention(&mut self) -> Result<(), BuildError> {
        let scope = Scope::alone(Part::Attention);
        let [query, key, value] = self.feeds.attention.ok_or(self.missing("queries, keys and values"))?;
        let q = self.given("the query matrix", query, Some(key.columns), scope.at(Quantity::Query))?;
        let k = self.given("the key matrix", key, None, scope.at(Quantity::Key))?;
        let v = self.given("the value matrix", value, None, scope.at(Quantity::Value))?;
        if key.rows != value.rows {
            return Err(BuildError::Graph(GraphError::Shapes {
                site: scope.at(Quantity::Output),
                op: "attention",
                inputs: vec![key, value],
            }));
        }
        let mask = self.lone_mask(query.rows, key.rows)?;
        self.parts.scaled_dot_product(q, k, v, &mask, scope);
        Ok(())
    }

    fn multi_head(&mut self) -> Result<(), BuildError> {
        let scope = Scope::alone(Part::Attention);
        let x = self.vectors(Part::Attention)?;
        let queries = self.parts.g.shape(x).rows;
        let (memory, keys) = match self.feeds.memory {
            Some(shape) => {
                let memory = self.given("the memory", shape, None, scope.at(Quantity::Memory))?;
                (Memory::Vectors(memory, memory), shape.rows)
            }
            None => (Memory::Itself(0), queries),
        };
        let mask = self.lone_mask(queries, keys)?;
        self.parts.multi_head(x, memory, &[mask], scope);
        Ok(())
    }

    fn lone_mask(&self, queries: usize, keys: usize) -> Result<HeadMask, BuildError> {
        let padding = &self.feeds.source_padding;
        self.mask("the attention mask", &self.parts.model.masks.encoder_self, queries, keys, padding)
    }

    /// The mask of `queries` positions that follow those whose keys and values were kept.
    fn mask(&self, attention: &'static str, masks: &[Mask], queries: usize, keys: usize, padding: &[bool]) -> Result<HeadMask, BuildError> {
        let past = self.feeds.past;
        let visible = visibility(masks, past + queries, keys, padding).map_err(|error| BuildError::Mask { attention, error })?;
        let visible = visible.map(|visible| if past == 0 { visible } else { Arc::new(last_rows(&visible, queries)) });
        Ok(HeadMask { visible, bias: None })
    }

    fn encoder(&mut self) -> Result<NodeId, BuildError> {
        let feeds = self.feeds;
        let feed = feeds.source.as_ref().ok_or(self.missing("a source"))?;
        let (x, late_positions) = self.embed(feed, Stack::Source, 0)?;
        let masks = &self.parts.model.masks.encoder_self;
        let self_mask = self.mask("the encoder's mask", masks, feed.len(), feed.len(), &feeds.source_padding)?;
        let inputs = StackInputs { self_mask, late_positions, ..StackInputs::default() };
        Ok(self.parts.stack(x, Stack::Encoder, self.parts.model.encoder_blocks, &inputs))
    }

    fn decoder(&mut self, memory: Option<(NodeOrKept, usize)>) -> Result<NodeId, BuildError> {
        let (feeds, model) = (self.feeds, self.parts.model);
        let feed = feeds.target.as_ref().ok_or(self.missing("a target"))?;
        let (x, late_positions) = self.embed(feed, Stack::Target, feeds.past)?;
        let keys = feeds.past + feed.len();
        let self_mask = self.mask("the decoder's mask", &model.masks.decoder_self, feed.len(), keys, &feeds.target_padding)?;
        let cross = match memory {
            Some((memory, keys)) => {
                let mask = self.mask("the mask of the cross-attention", &model.masks.cross, feed.len(), keys, &feeds.source_padding)?;
                Some((memory, mask))
            }
            None => None,
        };
        let inputs = StackInputs { self_mask, cross, past: feeds.past, late_positions };
        Ok(self.parts.stack(x, Stack::Decoder, model.decoder_blocks, &inputs))
    }

    /// Tokens or vectors to what enters a stack, \[n, d_model\]; and the positions, if they are added later.
    fn embed(&mut self, feed: &Feed, side: Stack, first: usize) -> Result<(NodeId, Option<NodeId>), BuildError> {
        let what = if side == Stack::Source { "the source" } else { "the target" };
        if feed.is_empty() {
            return Err(BuildError::Empty(what));
        }
        let model = self.parts.model;
        let scope = Scope::stack(side);
        let mut x = match feed {
            Feed::Vectors(shape) => self.given(what, *shape, Some(model.d_model), scope.at(Quantity::Embeddings))?,
            Feed::Tokens(tokens) => {
                let vocabulary = self.feeds.vocabulary;
                if let Some(&token) = tokens.iter().find(|&&token| token >= vocabulary) {
                    return Err(BuildError::Token { token, vocabulary });
                }
                let table = self.parts.g.weight(vocabulary, model.d_model, EMBEDDING_TABLE);
                let rows = self.parts.g.gather(table, tokens, scope.at(Quantity::Embeddings));
                if model.scale_embeddings {
                    let factor = Scale::Times(Scalar::Root(model.d_model as f64));
                    self.parts.g.scale(rows, factor, scope.at(Quantity::ScaledEmbeddings))
                } else {
                    rows
                }
            }
        };
        let positions = self.positions(what, feed.len(), first, scope)?;
        let late = model.positions_place == PositionsPlace::AfterAttention;
        match positions {
            Some(positions) if !late => x = self.parts.g.sum(x, positions, scope.at(Quantity::Input)),
            _ => self.parts.g.alias(x, scope.at(Quantity::Input)),
        }
        Ok((x, positions.filter(|_| late)))
    }

    fn positions(&mut self, what: &'static str, count: usize, first: usize, scope: Scope) -> Result<Option<NodeId>, BuildError> {
        let model = self.parts.model;
        let site = scope.at(Quantity::Positions);
        match model.positions {
            Positions::None => Ok(None),
            Positions::Learned => {
                if first + count > model.longest {
                    return Err(BuildError::TooLong { what, positions: first + count, longest: model.longest });
                }
                let table = self.parts.g.weight(model.longest, model.d_model, scope.at(Quantity::PositionTable));
                let rows: Vec<usize> = (first..first + count).collect();
                Ok(Some(self.parts.g.gather(table, &rows, site)))
            }
            _ => Ok(Some(self.parts.g.constant(count, model.d_model, site))),
        }
    }

    /// Which rows of the last stack's output belong to tokens that are not padding.
    fn not_padding(&self, rows: usize) -> Arc<[bool]> {
        let in_decoder = self.parts.model.subject.has_decoder();
        let padding = if in_decoder { &self.feeds.target_padding } else { &self.feeds.source_padding };
        (0..rows).map(|row| !padding.get(row).copied().unwrap_or(false)).collect()
    }

    /// Logits and probabilities: \[n, d_model\] → \[n, vocabulary\], or one row for the classes.
    fn output(&mut self, x: NodeId) {
        let model = self.parts.model;
        let scope = Scope::stack(Stack::Head);
        let (x, columns) = match model.output {
            Output::None => return,
            Output::Vocabulary => (x, self.feeds.vocabulary),
            Output::Classifier { classes, pooling } => {
                let pooled = scope.at(Quantity::Pooled);
                let row = match pooling {
                    Pooling::First => self.parts.g.slice_rows(x, 0, 1, pooled),
                    Pooling::Mean => {
                        let counted = self.not_padding(self.parts.g.shape(x).rows);
                        self.parts.g.mean_rows(x, counted, pooled)
                    }
                };
                (row, classes)
            }
        };
        if columns == 0 {
            return;
        }
        let g = &mut self.parts.g;
        let biased = model.output_bias;
        let product = scope.at(if biased { Quantity::LogitsProduct } else { Quantity::Logits });
        let mut logits = if model.tied_output && model.output == Output::Vocabulary {
            let table = g.weight(columns, model.d_model, EMBEDDING_TABLE);
            g.matmul_transposed(x, table, product)
        } else {
            let weight = g.weight(model.d_model, columns, scope.at(Quantity::LogitsWeight));
            g.matmul(x, weight, product)
        };
        if biased {
            let bias = g.weight(1, columns, scope.at(Quantity::LogitsBias));
            logits = g.add_bias(logits, bias, scope.at(Quantity::Logits));
        }
        g.softmax(logits, crate::graph::Softmax::Stable, scope.at(Quantity::Probabilities));
    }
}

const EMBEDDING_TABLE: crate::graph::Site = Scope::stack(Stack::Vocabulary).at(Quantity::EmbeddingTable);

fn last_rows(visible: &Visibility, rows: usize) -> Visibility {
    visible.slice(ndarray::s![visible.nrows() - rows.., ..]).to_owned()
}
