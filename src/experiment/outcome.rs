//! An experiment that was run.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::error::ExperimentError;
use super::leaves::LeafStore;
use super::prepare::Prepared;
use crate::graph::{Cancelled, Cell, Control, Element, Explanation, Keep, Matrix, NodeId, Overrides, Run, Warning};
use crate::transformer::Precision;

/// The values of a run, in the precision it was made in.
#[derive(Clone, Debug)]
pub enum Values {
    /// Single precision.
    F32(Arc<Run<f32>>),
    /// Double precision.
    F64(Arc<Run<f64>>),
}

impl Values {
    /// The value of a node.
    pub fn matrix(&self, id: NodeId) -> Matrix {
        match self {
            Self::F32(run) => run.matrix(id),
            Self::F64(run) => run.matrix(id),
        }
    }

    /// Whether the value of a node is at hand without calculating.
    pub fn holds(&self, id: NodeId) -> bool {
        match self {
            Self::F32(run) => run.holds(id),
            Self::F64(run) => run.holds(id),
        }
    }

    /// How a number came to be.
    pub fn explain(&self, id: NodeId, cell: Cell) -> Explanation {
        match self {
            Self::F32(run) => run.explain(id, cell),
            Self::F64(run) => run.explain(id, cell),
        }
    }

    /// What the user must be told.
    pub fn warnings(&self) -> &[Warning] {
        match self {
            Self::F32(run) => run.warnings(),
            Self::F64(run) => run.warnings(),
        }
    }
}

/// An experiment, its graph and its values.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The experiment and its graph.
    pub prepared: Arc<Prepared>,
    /// The values.
    pub values: Values,
    /// Where numbers were put in the place of computed ones: the values of the same graph without them.
    pub untouched: Option<Values>,
    /// What was held on to.
    pub keep: Keep,
    /// How long the run took, without reading weights.
    pub duration: Duration,
}

/// Why there is no outcome.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Something in the experiment.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// It was stopped.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Runs experiments one after the other, calculating again only what changed.
#[derive(Debug, Default)]
pub struct Runner {
    single: Kept<f32>,
    double: Kept<f64>,
}

#[derive(Debug, Default)]
struct Kept<T> {
    leaves: LeafStore<T>,
    last: Option<(Arc<Run<T>>, Keep)>,
}

impl Runner {
    /// Runs a prepared experiment in its own precision.
    ///
    /// # Errors
    /// Weights that cannot be had, sizes too large for this machine, or a stop.
    pub fn run(&mut self, prepared: &Arc<Prepared>, control: &Control) -> Result<Outcome, RunError> {
        if prepared.experiment.count_only {
            return Err(ExperimentError::CountOnly.into());
        }
        let keep = prepared.keep()?;
        let (values, untouched, duration) = match prepared.experiment.model.precision {
            Precision::F32 => {
                let Finished { run, untouched, duration } = self.single.run(prepared, keep, control)?;
                (Values::F32(run), untouched.map(Values::F32), duration)
            }
            Precision::F64 => {
                let Finished { run, untouched, duration } = self.double.run(prepared, keep, control)?;
                (Values::F64(run), untouched.map(Values::F64), duration)
            }
        };
        Ok(Outcome { prepared: Arc::clone(prepared), values, untouched, keep, duration })
    }
}

/// What one precision makes of an experiment.
struct Finished<T> {
    run: Arc<Run<T>>,
    untouched: Option<Arc<Run<T>>>,
    duration: Duration,
}

impl<T: Element> Kept<T> {
    /// Runs without the numbers that were put in, which is what the next run begins with, and then what lies downstream of them.
    fn run(&mut self, prepared: &Prepared, keep: Keep, control: &Control) -> Result<Finished<T>, RunError> {
        let leaves = self.leaves.leaves(prepared)?;
        let start = Instant::now();
        let earlier = self.last.as_ref().filter(|(_, kept)| *kept == keep).map(|(run, _)| run.as_ref());
        let graph = || Arc::clone(&prepared.graph);
        let bare = Arc::new(Run::new(graph(), leaves.clone(), Overrides::new(), keep, earlier, control)?);
        self.last = Some((Arc::clone(&bare), keep));
        let overrides = prepared.experiment.overrides();
        if overrides.is_empty() {
            return Ok(Finished { run: bare, untouched: None, duration: start.elapsed() });
        }
        let run = Arc::new(Run::new(graph(), leaves, overrides, keep, Some(&bare), control)?);
        Ok(Finished { run, untouched: Some(bare), duration: start.elapsed() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Change, Experiment, Preset};

    #[test]
    fn what_was_put_in_place_leaves_the_untouched_values_as_they_were() {
        let plain = Preset::find("hello-world-encoder-30").unwrap().experiment().unwrap();
        let mut changed = Experiment::clone(&plain);
        let site = "encoder.0.self_attention.query".parse().unwrap();
        changed.overrides.insert(site, Change::Cells([(Cell::new(0, 0), 99.0)].into_iter().collect()));
        let mut runner = Runner::default();
        let mut run = |experiment| {
            let prepared = Arc::new(Prepared::new(experiment, None).unwrap());
            runner.run(&prepared, &Control::default()).unwrap()
        };
        let before = run(Arc::clone(&plain));
        assert!(before.untouched.is_none());
        let after = run(Arc::new(changed));
        let untouched = after.untouched.as_ref().unwrap();
        let at = |values: &Values, site: &str| {
            let matrix = values.matrix(plain_id(&after, site));
            matrix.at(Cell::new(0, 0))
        };
        assert_eq!(at(&after.values, "encoder.0.self_attention.query"), 99.0);
        for (id, node) in after.prepared.graph.nodes() {
            let same = |a: &Matrix, b: &Matrix| a.to_f64() == b.to_f64();
            assert!(same(&untouched.matrix(id), &before.values.matrix(id)), "{}", node.site);
        }
        assert_ne!(at(&after.values, "encoder.0.output"), at(untouched, "encoder.0.output"));
        assert!(run(plain).untouched.is_none());
    }

    fn plain_id(outcome: &Outcome, site: &str) -> NodeId {
        outcome.prepared.graph.find(site.parse().unwrap()).unwrap()
    }
}
