//! Long work beside the window: on a thread of its own, watched and stopped from outside.
//!
//! A [`Task`] does one piece of work at a time. The work sends what it finds as it finds it; whoever started it polls, and never
//! waits. To start another piece is to stop the one before, of which nothing more is seen.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::Builder;

use crate::graph::Control;

/// What calls whoever polls: it runs on the thread of the work.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Work of one kind, whose results are `T`s.
pub struct Task<T> {
    name: &'static str,
    wake: Wake,
    work: Option<Work<T>>,
}

/// The work under way.
struct Work<T> {
    inbox: Receiver<T>,
    shared: Arc<Shared>,
}

/// What both sides see.
#[derive(Default)]
struct Shared {
    control: Arc<Control>,
    done: AtomicUsize,
    all: AtomicUsize,
}

/// The work's side of a [`Task`].
pub struct Report<T> {
    outbox: Option<Sender<T>>,
    shared: Arc<Shared>,
    wake: Wake,
}

impl<T: Send + 'static> Task<T> {
    /// Nothing is under way. Threads are called `name`; `wake` is called when something has been found, and at the end.
    pub fn new(name: &'static str, wake: Wake) -> Self {
        Self { name, wake, work: None }
    }

    /// Starts work, and stops what was under way.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start(&mut self, work: impl FnOnce(&Report<T>) + Send + 'static) -> io::Result<()> {
        self.stop();
        self.work = None;
        let (outbox, inbox) = channel();
        let shared = Arc::<Shared>::default();
        let report = Report { outbox: Some(outbox), shared: Arc::clone(&shared), wake: Arc::clone(&self.wake) };
        Builder::new().name(self.name.to_owned()).spawn(move || work(&report))?;
        self.work = Some(Work { inbox, shared });
        Ok(())
    }

    /// The next of what has been found and not been taken yet.
    pub fn poll(&mut self) -> Option<T> {
        match self.work.as_ref()?.inbox.try_recv() {
            Ok(found) => Some(found),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.work = None;
                None
            }
        }
    }

    /// Waits for the next that is found; `None` when the work has come to its end. For tests and the command line.
    pub fn wait(&mut self) -> Option<T> {
        let found = self.work.as_ref()?.inbox.recv().ok();
        if found.is_none() {
            self.work = None;
        }
        found
    }

    /// Asks the work to end. It does so at its next look; what it has found until then can still be taken.
    pub fn stop(&self) {
        if let Some(work) = &self.work {
            work.shared.control.cancel();
        }
    }

    /// Whether there is work that has not ended, or has found what has not been taken.
    pub fn is_running(&self) -> bool {
        self.work.is_some()
    }

    /// Whether the work under way has been asked to end.
    pub fn is_stopping(&self) -> bool {
        self.work.as_ref().is_some_and(|work| work.shared.control.is_cancelled())
    }

    /// How many values were calculated by the runs that the work makes.
    pub fn values(&self) -> usize {
        self.work.as_ref().map_or(0, |work| work.shared.control.done())
    }

    /// How many steps are done, of those that were announced to its control.
    pub fn steps(&self) -> (usize, usize) {
        self.work.as_ref().map_or((0, 0), |work| work.shared.control.progress())
    }

    /// How much is done, of how much; 0 of 0 where the work does not say.
    pub fn progress(&self) -> (usize, usize) {
        let read = |shared: &Shared| (shared.done.load(Ordering::Relaxed), shared.all.load(Ordering::Relaxed));
        self.work.as_ref().map_or((0, 0), |work| read(&work.shared))
    }
}

impl<T> Drop for Task<T> {
    /// The thread is not waited for: it ends at its next look.
    fn drop(&mut self) {
        if let Some(work) = &self.work {
            work.shared.control.cancel();
        }
    }
}

impl<T> Report<T> {
    /// Hands over something that was found. What nobody waits for any more is dropped.
    pub fn send(&self, found: T) {
        if self.outbox.as_ref().is_some_and(|outbox| outbox.send(found).is_ok()) {
            (self.wake)();
        }
    }

    /// Says how much is done, of how much.
    pub fn progress(&self, done: usize, all: usize) {
        self.shared.done.store(done, Ordering::Relaxed);
        self.shared.all.store(all, Ordering::Relaxed);
    }

    /// Whether the work is to end.
    pub fn is_cancelled(&self) -> bool {
        self.shared.control.is_cancelled()
    }

    /// The same for the runs that the work makes: they end at the next node.
    pub fn control(&self) -> &Arc<Control> {
        &self.shared.control
    }
}

impl<T> Drop for Report<T> {
    /// The work has ended, well or by a panic. Whoever is woken must find that nothing more can come.
    fn drop(&mut self) {
        self.outbox = None;
        (self.wake)();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc::sync_channel;

    use super::*;

    fn task<T: Send + 'static>() -> Task<T> {
        Task::new("test", Arc::new(|| {}))
    }

    #[test]
    fn what_is_found_comes_in_order_while_the_work_goes_on() {
        let (go_on, next) = sync_channel(0);
        let mut task = task();
        task.start(move |report| {
            for found in 1..=3 {
                report.progress(found, 3);
                report.send(found);
                next.recv().unwrap();
            }
        })
        .unwrap();
        assert_eq!(task.wait(), Some(1));
        assert_eq!((task.poll(), task.is_running(), task.progress()), (None, true, (1, 3)));
        go_on.send(()).unwrap();
        assert_eq!((task.wait(), task.progress()), (Some(2), (2, 3)));
        go_on.send(()).unwrap();
        assert_eq!(task.wait(), Some(3));
        go_on.send(()).unwrap();
        assert_eq!((task.wait(), task.is_running(), task.progress()), (None, false, (0, 0)));
    }

    #[test]
    fn the_latest_work_wins() {
        let (go_on, next) = sync_channel(0);
        let (ended, end) = sync_channel(1);
        let mut task = task();
        task.start(move |report| {
            next.recv().unwrap();
            report.send("first");
            ended.send(report.is_cancelled()).unwrap();
        })
        .unwrap();
        task.start(|report| report.send("second")).unwrap();
        go_on.send(()).unwrap();
        assert!(end.recv().unwrap(), "the first work was not told to end");
        assert_eq!((task.wait(), task.wait()), (Some("second"), None));
    }

    #[test]
    fn stopped_work_ends_and_keeps_what_it_found() {
        let mut task = task();
        task.start(|report| {
            report.send(1);
            while !report.is_cancelled() {
                std::thread::yield_now();
            }
            report.send(2);
        })
        .unwrap();
        assert_eq!((task.wait(), task.is_stopping()), (Some(1), false));
        task.stop();
        assert!(task.is_stopping());
        assert_eq!((task.wait(), task.wait(), task.is_running()), (Some(2), None, false));
    }

    #[test]
    fn a_dropped_task_ends_its_work() {
        let (ended, end) = sync_channel(0);
        let mut task: Task<()> = task();
        task.start(move |report| {
            while !report.control().is_cancelled() {
                std::thread::yield_now();
            }
            ended.send(()).unwrap();
        })
        .unwrap();
        drop(task);
        end.recv().unwrap();
    }

    #[test]
    fn whoever_polls_is_woken_for_each_find_and_for_the_end() {
        let (woken, wakes) = channel();
        let woken = Mutex::new(woken);
        let mut task =
            Task::new("test", Arc::new(move || woken.lock().unwrap().send(std::thread::current().name().map(str::to_owned)).unwrap()));
        task.start(|report| report.send(7)).unwrap();
        let name = Some("test".to_owned());
        assert_eq!((wakes.recv().unwrap(), wakes.recv().unwrap()), (name.clone(), name));
        assert_eq!((task.poll(), task.poll(), task.is_running()), (Some(7), None, false));
    }

    #[test]
    fn work_that_panics_has_ended_and_says_so() {
        let (woken, wakes) = channel();
        let woken = Mutex::new(woken);
        let mut task: Task<u8> = Task::new("test", Arc::new(move || woken.lock().unwrap().send(()).unwrap()));
        task.start(|_| std::panic::resume_unwind(Box::new("thrown in a test"))).unwrap();
        wakes.recv().unwrap();
        assert_eq!((task.poll(), task.is_running()), (None, false));
    }
}
