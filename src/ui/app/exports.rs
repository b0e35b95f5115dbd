//! What is on its way into a file or to the clipboard: it waits until the user has said where, and is made on a thread of its own.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

/// What writes a file; the error is a sentence.
pub type Write = Box<dyn FnOnce(&Path) -> Result<(), String> + Send>;

/// What is written, for the sentence that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A picture.
    Picture,
    /// Numbers, or a script that calculates them.
    Numbers,
}

/// What came of something.
pub enum Done {
    /// It is in its file.
    Saved(Kind, PathBuf),
    /// It is text for the clipboard.
    Text(String),
    /// It could not be done.
    Refused(Kind, String),
}

/// What is on its way.
pub struct Exports {
    waiting: Option<(Kind, Write)>,
    answers: (Sender<Done>, Receiver<Done>),
}

impl Default for Exports {
    fn default() -> Self {
        Self { waiting: None, answers: channel() }
    }
}

impl Exports {
    /// Keeps what writes a file until it is known which; what waited before is forgotten.
    pub fn hold(&mut self, kind: Kind, write: Write) {
        self.waiting = Some((kind, write));
    }

    /// Writes what waits; `wake` is called when that is done.
    pub fn write(&mut self, extension: &str, path: PathBuf, wake: impl FnOnce() + Send + 'static) {
        let Some((kind, write)) = self.waiting.take() else { return };
        let path = if path.extension().is_some() { path } else { path.with_extension(extension) };
        let work = move || match write(&path) {
            Ok(()) => Done::Saved(kind, path),
            Err(why) => Done::Refused(kind, why),
        };
        self.start(kind, work, wake);
    }

    /// Makes a text for the clipboard; `wake` is called when it is there.
    pub fn copy(&self, text: impl FnOnce() -> Option<String> + Send + 'static, wake: impl FnOnce() + Send + 'static) {
        let work = move || Done::Text(text().unwrap_or_default());
        self.start(Kind::Numbers, work, wake);
    }

    fn start(&self, kind: Kind, work: impl FnOnce() -> Done + Send + 'static, wake: impl FnOnce() + Send + 'static) {
        let answers = self.answers.0.clone();
        let thread = std::thread::Builder::new().name("export".to_owned()).spawn(move || {
            let _ = answers.send(work());
            wake();
        });
        if let Err(error) = thread {
            let _ = self.answers.0.send(Done::Refused(kind, error.to_string()));
        }
    }

    /// What came of the next one, if one is done.
    pub fn done(&self) -> Option<Done> {
        self.answers.1.try_recv().ok()
    }
}
