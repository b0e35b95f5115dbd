//! Pictures on their way into files: they wait until the user has said where, and are written on a thread of their own.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::ui::export::{ExportError, PictureKind, save};
use crate::ui::picture::Scene;

/// What came of a picture.
pub type Saved = Result<PathBuf, ExportError>;

/// Pictures on their way into files.
pub struct Exports {
    waiting: Option<Scene>,
    answers: (Sender<Saved>, Receiver<Saved>),
}

impl Default for Exports {
    fn default() -> Self {
        Self { waiting: None, answers: channel() }
    }
}

impl Exports {
    /// Keeps a picture until it is known where it goes; one that waited before is forgotten.
    pub fn hold(&mut self, scene: Scene) {
        self.waiting = Some(scene);
    }

    /// Writes the picture that waits; `wake` is called when that is done.
    pub fn write(&mut self, kind: PictureKind, path: PathBuf, wake: impl FnOnce() + Send + 'static) {
        let Some(mut scene) = self.waiting.take() else { return };
        let path = if path.extension().is_some() { path } else { path.with_extension(kind.extension()) };
        let answers = self.answers.0.clone();
        let thread = std::thread::Builder::new().name("picture".to_owned());
        let refused = thread.spawn({
            let path = path.clone();
            move || {
                let answer = save(&mut scene, kind, &path).map(|()| path);
                let _ = answers.send(answer);
                wake();
            }
        });
        if let Err(error) = refused {
            let _ = self.answers.0.send(Err(ExportError::Write { path, error }));
        }
    }

    /// What came of the next picture, if one is done.
    pub fn done(&self) -> Option<Saved> {
        self.answers.1.try_recv().ok()
    }
}
