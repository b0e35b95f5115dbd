//! What is counted: the open experiment, or a published architecture; each once, when it is first looked at.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::cost::{Architecture, Costs, HeadCount, Ledger, Storage, head_counts};
use crate::experiment::{Prepared, Published, architectures};
use crate::transformer::{Feed, Mask, Output, Positions, Precision};
use crate::ui::context::Context;

/// Which architecture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The open experiment.
    #[default]
    Open,
    /// One of the published.
    Published(usize),
}

/// An architecture with its costs.
pub struct Counted {
    /// Its sizes.
    pub architecture: Architecture,
    /// What it costs.
    pub costs: Costs,
    heads: OnceCell<Vec<HeadCount>>,
}

impl Counted {
    /// `None` for sizes that cannot be: those are refused where they are set.
    fn new(architecture: Architecture) -> Option<Self> {
        let costs = architecture.costs().ok()?;
        Some(Self { architecture, costs, heads: OnceCell::new() })
    }

    /// What more and fewer heads would cost.
    pub fn heads(&self) -> &[HeadCount] {
        self.heads.get_or_init(|| head_counts(&self.architecture).unwrap_or_default())
    }

    fn in_stack(&self) -> bool {
        let subject = self.architecture.model.subject;
        subject.has_encoder() || subject.has_decoder()
    }

    /// Parameters that an output head of its own would add, where it is tied to the embeddings.
    pub fn tied(&self) -> Option<u64> {
        let Architecture { model, vocabulary, .. } = &self.architecture;
        let tied = self.in_stack() && model.tied_output && model.output == Output::Vocabulary && *vocabulary > 0;
        tied.then(|| vocabulary.saturating_mul(model.d_model) as u64)
    }

    /// Whether later keys are hidden from the queries.
    pub fn is_causal(&self) -> bool {
        let model = &self.architecture.model;
        let masks = if model.subject.has_decoder() { &model.masks.decoder_self } else { &model.masks.encoder_self };
        self.costs.growth.heads() > 0 && masks.contains(&Mask::Causal)
    }

    /// The most positions that its learned table has room for.
    pub fn longest(&self) -> Option<usize> {
        let model = &self.architecture.model;
        (self.in_stack() && model.positions == Positions::Learned).then_some(model.longest)
    }
}

/// The open experiment.
struct Open {
    prepared: Arc<Prepared>,
    counted: Option<Counted>,
    /// Positions of its longest side.
    length: usize,
}

/// A published architecture, counted when it is looked at.
struct Other {
    published: Published,
    counted: OnceCell<Option<Counted>>,
}

/// Everything that has been counted.
pub struct Counts {
    open: Option<Open>,
    others: Vec<Other>,
}

impl Default for Counts {
    fn default() -> Self {
        // Whether all can be read is a test's matter.
        let published = architectures().unwrap_or_default();
        Self { open: None, others: published.into_iter().map(|published| Other { published, counted: OnceCell::new() }).collect() }
    }
}

impl Counts {
    /// Counts the open experiment where it is another one, and says so.
    pub fn follow(&mut self, prepared: &Arc<Prepared>) -> bool {
        if self.open.as_ref().is_some_and(|open| Arc::ptr_eq(&open.prepared, prepared)) {
            return false;
        }
        let mut counted = Counted::new(Architecture::of(&prepared.experiment.model, &prepared.feeds));
        if let Some(counted) = &mut counted {
            // What is built has weights of its own to count.
            counted.costs.ledger = Ledger::new(&prepared.graph);
        }
        let before = self.open.replace(Open { prepared: Arc::clone(prepared), counted, length: length(prepared) });
        let architecture = |open: &Open| open.counted.as_ref().map(|counted| counted.architecture.clone());
        before.is_none_or(|before| architecture(&before) != self.open.as_ref().and_then(architecture) || before.length != self.length())
    }

    /// The costs of a choice.
    pub fn of(&self, choice: Choice) -> Option<&Counted> {
        match choice {
            Choice::Open => self.open.as_ref()?.counted.as_ref(),
            Choice::Published(index) => {
                let other = self.others.get(index)?;
                other.counted.get_or_init(|| Counted::new(other.published.architecture.clone())).as_ref()
            }
        }
    }

    /// A published architecture.
    pub fn published(&self, choice: Choice) -> Option<&Published> {
        match choice {
            Choice::Open => None,
            Choice::Published(index) => self.others.get(index).map(|other| &other.published),
        }
    }

    /// All choices, the open experiment first.
    pub fn choices(&self) -> impl Iterator<Item = Choice> + use<> {
        [Choice::Open].into_iter().chain((0..self.others.len()).map(Choice::Published))
    }

    /// The name of a choice.
    pub fn name(&self, ctx: &Context<'_>, choice: Choice) -> String {
        self.published(choice).map_or_else(|| ctx.locale.text("cost-this"), |published| ctx.say(&published.title))
    }

    /// Positions of the open experiment.
    pub fn length(&self) -> usize {
        self.open.as_ref().map_or(1, |open| open.length)
    }
}

fn length(prepared: &Prepared) -> usize {
    let feeds = &prepared.feeds;
    let sides = [&feeds.source, &feeds.target].into_iter().flatten().map(Feed::len);
    sides.chain(feeds.attention.map(|[query, key, _]| query.rows.max(key.rows))).max().unwrap_or(1)
}

/// How an experiment stores its numbers.
pub const fn storage(precision: Precision) -> Storage {
    match precision {
        Precision::F32 => Storage::Single,
        Precision::F64 => Storage::Double,
    }
}
