//! The thread that runs experiments: the latest request wins, and a running one can be stopped.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use super::task::Wake;
use crate::experiment::{Checked, ExperimentError, Outcome, Prepared, RunError, Runner, check_outcome};
use crate::graph::Control;

/// A run that came to its end.
#[derive(Debug)]
pub struct Finished {
    /// Which request it answers.
    pub request: u64,
    /// The values and how the expectations fared, or why there are none.
    pub result: Result<(Arc<Outcome>, Result<Vec<Checked>, ExperimentError>), RunError>,
}

struct Request {
    number: u64,
    prepared: Arc<Prepared>,
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
                let answer = Finished { request: request.number, result: run(&mut runner, &request) };
                if outbox.send(answer).is_err() {
                    return;
                }
                wake();
            }
        })?;
        Ok(Self { requests: Some(requests), finished, thread: Some(thread), number: 0, control: Arc::default() })
    }

    /// Asks for a run, and stops the one under way.
    pub fn request(&mut self, prepared: Arc<Prepared>) -> u64 {
        self.stop();
        self.number += 1;
        self.control = Arc::default();
        if let Some(requests) = &self.requests {
            // A thread that is gone cannot answer; the state then stays as it was.
            let _ = requests.send(Request { number: self.number, prepared, control: Arc::clone(&self.control) });
        }
        self.number
    }

    /// Stops the run under way.
    pub fn stop(&self) {
        self.control.cancel();
    }

    /// How many nodes of the run under way are done.
    pub fn progress(&self) -> usize {
        self.control.done()
    }

    /// The next run that came to its end, if one did.
    pub fn poll(&self) -> Option<Finished> {
        self.finished.try_recv().ok()
    }

    /// Waits for the next run to come to its end.
    pub fn wait(&self) -> Option<Finished> {
        self.finished.recv().ok()
    }
}

fn run(runner: &mut Runner, request: &Request) -> Result<(Arc<Outcome>, Result<Vec<Checked>, ExperimentError>), RunError> {
    let outcome = Arc::new(runner.run(&request.prepared, &request.control)?);
    let checks = check_outcome(&request.prepared, Some(&outcome));
    Ok((outcome, checks))
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
