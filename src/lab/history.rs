//! Undo and redo.

use std::sync::Arc;

use super::command::Attention;
use crate::experiment::Prepared;
use crate::graph::Site;

/// What a change was of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// All of it.
    Experiment,
    /// A choice of the model.
    Model,
    /// A mask.
    Mask(Attention),
    /// What enters.
    Input,
    /// A number of a weight.
    Weight(Site),
    /// A block of numbers of a weight.
    Block(Site),
    /// Numbers of weights from a file.
    Imported,
    /// Where the numbers of a weight come from.
    Source(Site),
    /// A weight as the preset or file has it, or all of them.
    Restored(Option<Site>),
    /// How weights are drawn.
    Seed,
    /// A number put in the place of a computed one.
    Override(Site),
    /// Several such numbers at once.
    Overrides,
    /// A head switched off or on.
    Head(Site),
    /// How texts are cut.
    Tokens,
    /// How tokens are chosen.
    Decoding,
}

/// The states before and after the present one.
#[derive(Clone, Debug, Default)]
pub struct History {
    past: Vec<(Change, Arc<Prepared>)>,
    future: Vec<(Change, Arc<Prepared>)>,
}

/// How many changes can be taken back.
const DEPTH: usize = 500;

impl History {
    /// Remembers the state before a change; what had been taken back can then no longer be redone.
    pub fn remember(&mut self, change: Change, before: Arc<Prepared>) {
        self.future.clear();
        if self.past.len() == DEPTH {
            self.past.remove(0);
        }
        self.past.push((change, before));
    }

    /// The state before the last change, given the present one.
    pub fn undo(&mut self, present: Arc<Prepared>) -> Option<Arc<Prepared>> {
        let (change, before) = self.past.pop()?;
        self.future.push((change, present));
        Some(before)
    }

    /// The state after the change last taken back, given the present one.
    pub fn redo(&mut self, present: Arc<Prepared>) -> Option<Arc<Prepared>> {
        let (change, after) = self.future.pop()?;
        self.past.push((change, present));
        Some(after)
    }

    /// What undo would take back.
    pub fn undoable(&self) -> Option<Change> {
        self.past.last().map(|(change, _)| *change)
    }

    /// What redo would do again.
    pub fn redoable(&self) -> Option<Change> {
        self.future.last().map(|(change, _)| *change)
    }
}
