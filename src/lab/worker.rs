//! The thread that runs experiments and differentiates what came out: the latest request wins, and a running one can be stopped.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use super::task::Wake;
use crate::experiment::{Checked, Gradients, GradientsError, Objective, Outcome, Prepared, RunError, Runner, check_changed, gradients};
use crate::graph::Control;

/// What the worker is doing for the open experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RunState {
    /// The values belong to the open experiment.
    #[default]
    Done,
    /// It runs; values shown are those of an earlier state.
    Running,
    /// It was stopped; values shown are those of an earlier state.
    Stopped,
    /// It could not be run, and why.
    Failed(String),
    /// It is only counted.
    Counted,
}

/// Work that came to its end.
#[derive(Debug)]
pub struct Finished {
    /// Which request it answers.
    pub request: u64,
    /// What came out.
    pub answer: Answer,
}

/// What came out of a request.
#[derive(Debug)]
pub enum Answer {
    /// Of a run: the values and how the expectations fared, or why there are none.
    Run(Result<(Arc<Outcome>, Vec<Checked>), RunError>),
    /// The derivatives of an outcome, or why there are none.
    Gradients(Result<Arc<Gradients>, GradientsError>),
}

/// What is asked of the thread.
#[derive(Debug)]
pub enum Work {
    /// Run an experiment.
    Run(Arc<Prepared>),
    /// Differentiate an objective of what was run.
    Differentiate(Arc<Outcome>, Objective),
}

struct Request {
    number: u64,
    task: Work,
    control: Arc<Control>,
}

/// The thread that runs experiments.
pub struct Worker {
    requests: Option<Sender<Request>>,
    finished: Receiver<Finished>,
    thread: Option<JoinHandle<()>>,
    number: u64,
    control: Arc<Control>,
}

impl Worker {
    /// Starts the thread. `wake` is called when a run has come to its end.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start(wake: Wake) -> std::io::Result<Self> {
        let (requests, inbox) = channel::<Request>();
        let (outbox, finished) = channel();
        let thread = std::thread::Builder::new().name("runner".to_owned()).spawn(move || {
            let mut runner = Runner::default();
            while let Ok(mut request) = inbox.recv() {
                // Only the latest of the requests that wait is run.
                while let Ok(later) = inbox.try_recv() {
                    request = later;
                }
                let answer = Finished { request: request.number, answer: answer(&mut runner, &request) };
                if outbox.send(answer).is_err() {
                    return;
                }
                wake();
            }
        })?;
        Ok(Self { requests: Some(requests), finished, thread: Some(thread), number: 0, control: Arc::default() })
    }

    /// Asks for something, and stops what is under way.
    pub fn request(&mut self, task: Work) -> u64 {
        self.stop();
        self.number += 1;
        self.control = Arc::default();
        if let Some(requests) = &self.requests {
            // A thread that is gone cannot answer; the state then stays as it was.
            let _ = requests.send(Request { number: self.number, task, control: Arc::clone(&self.control) });
        }
        self.number
    }

    /// Stops what is under way.
    pub fn stop(&self) {
        self.control.cancel();
    }

    /// How many nodes of it are done.
    pub fn progress(&self) -> usize {
        self.control.done()
    }

    /// The next work that came to its end, if some did.
    pub fn poll(&self) -> Option<Finished> {
        self.finished.try_recv().ok()
    }

    /// Waits for the next work to come to its end.
    pub fn wait(&self) -> Option<Finished> {
        self.finished.recv().ok()
    }
}

fn answer(runner: &mut Runner, request: &Request) -> Answer {
    match &request.task {
        Work::Run(prepared) => Answer::Run(runner.run(prepared, &request.control).map(|outcome| {
            let outcome = Arc::new(outcome);
            let checks = check_changed(prepared, &outcome);
            (outcome, checks)
        })),
        Work::Differentiate(outcome, objective) => Answer::Gradients(gradients(outcome, *objective, &request.control).map(Arc::new)),
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // A run that panicked has already been reported on stderr.
            let _ = thread.join();
        }
    }
}
