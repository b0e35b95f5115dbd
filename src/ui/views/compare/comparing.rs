//! The comparison itself: on a thread of its own, each found once and kept.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;

use super::sides::Source;
use crate::experiment::comparison::{Apart, ComparisonError, Finding, Measure, SiteDifference, compare, run_both};
use crate::experiment::{Experiment, Outcome, Prepared};
use crate::graph::{Matrix, NodeId, Site};
use crate::lab::{Lab, Statistics, Task, Wake};

/// So many comparisons are kept.
const KEPT: usize = 32;

/// What is compared, by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// A and B.
    pub sides: [Source; 2],
    /// What is measured.
    pub measure: Measure,
}

/// What was found of two experiments.
pub struct Comparison {
    /// What was compared, as it was then.
    pub experiments: [Arc<Experiment>; 2],
    /// What was found, or why nothing was.
    pub found: Result<Found, ComparisonError>,
}

impl Comparison {
    /// Whether these are still the experiments that were compared.
    pub fn is_of(&self, experiments: &[Arc<Experiment>; 2]) -> bool {
        self.experiments.iter().zip(experiments).all(|(then, now)| Arc::ptr_eq(then, now) || then == now)
    }
}

/// What was found, with the values where all of them were compared.
pub struct Found {
    /// The finding.
    pub finding: Finding,
    /// Value by value.
    pub values: Option<Values>,
}

/// Both runs.
pub struct Values {
    /// Where they differ, the largest differences first.
    pub sites: Vec<SiteDifference>,
    /// A and B.
    pub runs: [Outcome; 2],
    /// The value that was looked into last.
    looked: RefCell<Option<Arc<Both>>>,
}

/// One value in both runs.
pub struct Both {
    /// Which.
    pub site: Site,
    /// A, with the node that it is there.
    pub prepared: Arc<Prepared>,
    /// That node.
    pub node: NodeId,
    /// Its numbers in A and in B.
    pub matrices: [Matrix; 2],
    /// The largest of them, without their signs.
    pub limit: f64,
    /// Tells these numbers from all others, for pictures that are kept.
    pub revision: u64,
}

impl Values {
    fn new(mut sites: Vec<SiteDifference>, runs: [Outcome; 2]) -> Self {
        sites.retain(|site| site.largest > 0.0);
        // Those that are alike stay in the order of the calculation.
        sites.sort_by(|a, b| b.largest.total_cmp(&a.largest));
        Self { sites, runs, looked: RefCell::default() }
    }

    /// A value that both have, taken from the runs once.
    pub fn at(&self, site: Site, revision: u64) -> Option<Arc<Both>> {
        let mut looked = self.looked.borrow_mut();
        if looked.as_ref().is_none_or(|both| both.site != site) {
            let [a, b] = &self.runs;
            let nodes = [a.prepared.graph.find(site)?, b.prepared.graph.find(site)?];
            let matrices = [a.values.matrix(nodes[0]), b.values.matrix(nodes[1])];
            let limit = matrices.iter().map(|matrix| Statistics::of(matrix).magnitude()).fold(0.0, f64::max);
            *looked = Some(Arc::new(Both { site, prepared: Arc::clone(&a.prepared), node: nodes[0], matrices, limit, revision }));
        }
        looked.clone()
    }
}

/// Why nothing runs that was asked for.
#[derive(Debug)]
pub enum Halt {
    /// It was stopped.
    Stopped(Question),
    /// The system gives no thread.
    Thread(io::Error),
}

struct Running {
    question: Question,
    experiments: [Arc<Experiment>; 2],
    task: Task<Result<Found, ComparisonError>>,
}

/// All comparisons, and the one under way.
#[derive(Default)]
pub struct Comparisons {
    known: Vec<(Question, Rc<Comparison>)>,
    running: Option<Running>,
    /// Why the last one has no end.
    pub halt: Option<Halt>,
}

impl Comparisons {
    /// What was found.
    pub fn known(&self, question: &Question) -> Option<Rc<Comparison>> {
        self.known.iter().find(|(known, _)| known == question).map(|(_, comparison)| Rc::clone(comparison))
    }

    /// Whether it is under way: how many values were calculated so far, and whether it was told to end.
    pub fn progress(&self, question: &Question) -> Option<(usize, bool)> {
        let running = self.running.as_ref().filter(|running| running.question == *question)?;
        Some((running.task.values(), running.task.is_stopping()))
    }

    /// Whether it was stopped before its end.
    pub fn was_stopped(&self, question: &Question) -> bool {
        matches!(&self.halt, Some(Halt::Stopped(stopped)) if stopped == question)
    }

    /// Starts a comparison, and gives up the one under way.
    pub fn start(&mut self, lab: &Lab, question: Question, experiments: [Arc<Experiment>; 2], wake: Wake) {
        let folders = question.sides.each_ref().map(|source| source.folder(lab));
        let (sides, measure) = (experiments.clone(), question.measure);
        let mut task = Task::new("compare", wake);
        let started = task.start(move |report| {
            let [a, b] = &sides;
            let sides = [(a, folders[0].as_deref()), (b, folders[1].as_deref())];
            let found = match measure {
                Measure::Differences => run_both(sides, report.control())
                    .map(|Apart { finding, sites, runs }| Found { finding, values: Some(Values::new(sites, runs)) }),
                _ => compare(sides, measure, report.control()).map(|finding| Found { finding, values: None }),
            };
            // What was told to end may have come to half a result.
            if !report.is_cancelled() {
                report.send(found);
            }
        });
        self.halt = started.err().map(Halt::Thread);
        self.running = self.halt.is_none().then_some(Running { question, experiments, task });
    }

    /// Tells the comparison under way to end.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.task.stop();
        }
    }

    /// Takes in what was found.
    pub fn poll(&mut self) {
        let Some(running) = &mut self.running else { return };
        let found = running.task.poll();
        if found.is_some() || !running.task.is_running() {
            self.end(found);
        }
    }

    /// Waits until the comparison under way has come to its end: for pictures.
    pub fn finish(&mut self) {
        let found = self.running.as_mut().and_then(|running| running.task.wait());
        self.end(found);
    }

    fn end(&mut self, found: Option<Result<Found, ComparisonError>>) {
        let Some(Running { question, experiments, .. }) = self.running.take() else { return };
        let Some(found) = found else {
            self.halt = Some(Halt::Stopped(question));
            return;
        };
        // Runs are large: those of one comparison are kept.
        let with_values = |comparison: &Comparison| comparison.found.as_ref().is_ok_and(|found| found.values.is_some());
        let comparison = Comparison { experiments, found };
        let large = with_values(&comparison);
        self.known.retain(|(known, other)| *known != question && !(large && with_values(other)));
        self.known.push((question, Rc::new(comparison)));
        let surplus = self.known.len().saturating_sub(KEPT);
        self.known.drain(..surplus);
    }
}
