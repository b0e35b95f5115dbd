//! Work that takes longer than a frame.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use eframe::egui::Ui;

/// A result that is being worked out on a thread of its own. Thrown away, nobody waits for it any more.
pub struct Background<T> {
    result: Receiver<T>,
}

impl<T: Send + 'static> Background<T> {
    /// Starts to work; `None` where the system gives no thread.
    pub fn start(ui: &Ui, work: impl FnOnce() -> T + Send + 'static) -> Option<Self> {
        let (sender, result) = channel();
        let window = ui.ctx().clone();
        let named = std::thread::Builder::new().name("weights".to_owned());
        let started = named.spawn(move || {
            // Nobody listens where the user has gone on to something else.
            if sender.send(work()).is_ok() {
                window.request_repaint();
            }
        });
        started.is_ok().then_some(Self { result })
    }

    /// The result, once it is there; an error where the work ended without one.
    pub fn poll(&self) -> Option<Result<T, Lost>> {
        match self.result.try_recv() {
            Ok(result) => Some(Ok(result)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(Lost)),
        }
    }
}

/// The work ended without a result.
pub struct Lost;
