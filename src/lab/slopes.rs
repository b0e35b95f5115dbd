//! The derivatives of what was run, from the asking to the answer.

use std::sync::Arc;

use crate::experiment::{Gradients, GradientsError, Objective, Outcome};
use crate::graph::GradientError;

/// What the worker is doing for the derivatives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SlopeState {
    /// Nobody asks for them.
    #[default]
    Off,
    /// They are asked for as soon as the experiment has run.
    Waiting,
    /// They are calculated; those shown, if any, are of an earlier state.
    Running,
    /// They belong to the values shown.
    Done,
    /// They were stopped.
    Stopped,
    /// They cannot be had, and why.
    Failed(String),
}

/// Derivatives, and the values that they are the derivatives at.
#[derive(Clone, Debug)]
pub struct Differentiated {
    /// The values.
    pub outcome: Arc<Outcome>,
    /// The derivatives.
    pub gradients: Arc<Gradients>,
}

/// The derivatives of what was run. The last ones stay until newer ones come.
#[derive(Debug, Default)]
pub struct Slopes {
    wish: Option<Objective>,
    state: SlopeState,
    asked: Option<Arc<Outcome>>,
    last: Option<Differentiated>,
}

impl Slopes {
    /// What is to be differentiated, if anything. Where an experiment has not what it takes, its usual objective takes the place.
    pub const fn wish(&self) -> Option<Objective> {
        self.wish
    }

    /// How far it is.
    pub const fn state(&self) -> &SlopeState {
        &self.state
    }

    /// The last derivatives; see [`Slopes::is_stale`].
    pub const fn last(&self) -> Option<&Differentiated> {
        self.last.as_ref()
    }

    /// Whether the last derivatives belong to other values than these.
    pub fn is_stale(&self, outcome: &Arc<Outcome>) -> bool {
        self.last.as_ref().is_some_and(|last| !Arc::ptr_eq(&last.outcome, outcome))
    }

    /// Another wish: what is not wished for is forgotten.
    pub(super) fn differentiate(&mut self, wish: Option<Objective>) {
        self.wish = wish;
        self.state = if wish.is_some() { SlopeState::Waiting } else { SlopeState::Off };
        if wish.is_none() {
            self.last = None;
        }
    }

    /// The experiment has changed and is about to be run.
    pub(super) fn wait(&mut self) {
        if self.wish.is_some() {
            self.state = SlopeState::Waiting;
        }
    }

    /// Another document is open.
    pub(super) fn clear(&mut self) {
        self.last = None;
    }

    /// These values are to be differentiated: which objective, if any is wished for.
    pub(super) fn begin(&mut self, outcome: &Arc<Outcome>) -> Option<Objective> {
        let objective = self.wish.map(|wish| if wish.applies(&outcome.prepared) { wish } else { Objective::usual(&outcome.prepared) })?;
        self.state = SlopeState::Running;
        self.asked = Some(Arc::clone(outcome));
        Some(objective)
    }

    /// What the worker answered.
    pub(super) fn take(&mut self, answer: Result<Arc<Gradients>, GradientsError>) {
        if self.wish.is_none() {
            return;
        }
        match (answer, self.asked.take()) {
            (Ok(gradients), Some(outcome)) => {
                self.last = Some(Differentiated { outcome, gradients });
                self.state = SlopeState::Done;
            }
            (Ok(_), None) => {}
            (Err(GradientsError::Walk(GradientError::Cancelled(_))), _) => self.state = SlopeState::Stopped,
            (Err(error), _) => self.state = SlopeState::Failed(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Cell, Control};
    use crate::lab::{Command, Lab};

    fn lab(preset: &'static str) -> Lab {
        let mut lab = Lab::new(|| {}).unwrap();
        lab.apply(Command::OpenPreset(preset)).unwrap();
        lab.finish();
        lab
    }

    #[test]
    fn they_follow_the_runs_as_long_as_they_are_wished_for() {
        let mut lab = lab("hello-world-encoder-30");
        assert!(lab.slopes().last().is_none());
        lab.apply(Command::Differentiate(Some(Objective::Sum))).unwrap();
        assert_eq!(*lab.slopes().state(), SlopeState::Running);
        lab.finish();
        let before = lab.slopes().last().unwrap().clone();
        let alone = crate::experiment::gradients(lab.outcome().unwrap(), Objective::Sum, &Control::default()).unwrap();
        assert_eq!((before.gradients.objective, before.gradients.loss), (Objective::Sum, alone.loss));

        let experiment = lab.document().experiment().clone();
        let graph = lab.prepared().graph.clone();
        let (_, weight) = graph.nodes().find(|(_, node)| matches!(node.op, crate::graph::Op::Leaf(crate::graph::Leaf::Weight(_)))).unwrap();
        lab.apply(Command::SetWeight(weight.site, Cell::new(0, 0), 3.0)).unwrap();
        // The old ones stay until new ones come.
        assert!(lab.slopes().last().is_some() && lab.works());
        lab.finish();
        let after = lab.slopes().last().unwrap().clone();
        assert!(Arc::ptr_eq(&after.outcome, lab.outcome().unwrap()) && !lab.slopes().is_stale(lab.outcome().unwrap()));
        assert!(lab.slopes().is_stale(&before.outcome));
        assert_eq!(*lab.slopes().state(), SlopeState::Done);
        // They are nothing that the experiment knows of.
        lab.apply(Command::Undo).unwrap();
        assert_eq!(**lab.document().experiment(), *experiment);

        lab.apply(Command::Differentiate(None)).unwrap();
        lab.finish();
        assert!(lab.slopes().last().is_none() && *lab.slopes().state() == SlopeState::Off);
    }

    #[test]
    fn where_the_objective_cannot_be_the_usual_one_takes_its_place() {
        let mut lab = lab("self-attention");
        lab.apply(Command::Differentiate(Some(Objective::CrossEntropy))).unwrap();
        lab.finish();
        assert_eq!(lab.slopes().last().unwrap().gradients.objective, Objective::HalfSquares);
        assert_eq!(lab.slopes().wish(), Some(Objective::CrossEntropy));
    }

    #[test]
    fn what_is_only_counted_waits() {
        let mut lab = lab("card-architecture");
        lab.apply(Command::Differentiate(Some(Objective::Sum))).unwrap();
        lab.finish();
        assert_eq!(*lab.slopes().state(), SlopeState::Waiting);
        assert!(lab.slopes().last().is_none());
    }
}
