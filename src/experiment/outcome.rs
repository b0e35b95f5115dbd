//! An experiment that was run.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::error::ExperimentError;
use super::leaves::LeafStore;
use super::prepare::Prepared;
use crate::graph::{Cancelled, Cell, Control, Element, Explanation, Keep, Matrix, NodeId, Run, Warning};
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
        let (values, duration) = match prepared.experiment.model.precision {
            Precision::F32 => {
                let (run, duration) = self.single.run(prepared, keep, control)?;
                (Values::F32(run), duration)
            }
            Precision::F64 => {
                let (run, duration) = self.double.run(prepared, keep, control)?;
                (Values::F64(run), duration)
            }
        };
        Ok(Outcome { prepared: Arc::clone(prepared), values, keep, duration })
    }
}

impl<T: Element> Kept<T> {
    fn run(&mut self, prepared: &Prepared, keep: Keep, control: &Control) -> Result<(Arc<Run<T>>, Duration), RunError> {
        let leaves = self.leaves.leaves(prepared)?;
        let start = Instant::now();
        let earlier = self.last.as_ref().filter(|(_, kept)| *kept == keep).map(|(run, _)| run.as_ref());
        let run = Run::new(Arc::clone(&prepared.graph), leaves, prepared.experiment.overrides(), keep, earlier, control)?;
        let run = Arc::new(run);
        self.last = Some((Arc::clone(&run), keep));
        Ok((run, start.elapsed()))
    }
}
