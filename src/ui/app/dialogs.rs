//! Dialogs of the system, on a thread of their own.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use rfd::FileDialog;

use crate::experiment::import::ENDINGS;

/// What a dialog asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// A file to open.
    Open,
    /// A file of matrices to bring in.
    Import,
    /// A file to write.
    Save {
        /// The name offered.
        name: String,
    },
    /// A file to write that is taken away: a picture, numbers, a script.
    Export {
        /// The name offered.
        name: String,
        /// The end of the name.
        extension: &'static str,
    },
    /// A file to write a text to.
    SaveText {
        /// The name offered.
        name: String,
        /// The text.
        text: String,
    },
}

impl Dialog {
    /// Whether it asks for a file that is there, rather than for one to write.
    pub const fn reads(&self) -> bool {
        matches!(self, Self::Open | Self::Import)
    }

    /// What is meant by a file that is given without a dialog: by its ending, numbers or an experiment.
    pub fn meant_by(path: &Path) -> Self {
        let numbers = path.extension().is_some_and(|ending| ENDINGS.iter().any(|read| ending.eq_ignore_ascii_case(read)));
        if numbers { Self::Import } else { Self::Open }
    }

    /// How the name of a file that is written ends.
    fn ending(&self) -> Option<&str> {
        match self {
            Self::Open | Self::Import => None,
            Self::Save { .. } => Some("ron"),
            Self::Export { extension, .. } => Some(extension),
            Self::SaveText { name, .. } => Path::new(name).extension()?.to_str(),
        }
    }

    /// The path of a file that is written under a name without an ending, with the one that it needs.
    pub fn completed(&self, path: &Path) -> Option<PathBuf> {
        let ending = self.ending().filter(|_| path.extension().is_none())?;
        Some(path.with_extension(ending))
    }

    /// What the name of a file that is written would have to end in: `None` where it promises nothing else.
    pub fn wrong_ending(&self, path: &Path) -> Option<&str> {
        let own = path.extension()?;
        self.ending().filter(|ending| !own.eq_ignore_ascii_case(ending))
    }

    /// The name that is offered.
    pub fn name(&self) -> &str {
        match self {
            Self::Open | Self::Import => "",
            Self::Save { name } | Self::SaveText { name, .. } | Self::Export { name, .. } => name,
        }
    }
}

/// Something that asks the user for files.
pub trait Dialogs {
    /// Asks; `wake` is called when there is an answer.
    fn ask(&mut self, dialog: Dialog, wake: Box<dyn FnOnce() + Send>);

    /// The next answer.
    fn answer(&mut self) -> Option<(Dialog, PathBuf)>;

    /// Whether one is open.
    fn is_open(&self) -> bool {
        false
    }

    /// The next dialog that the system did not show.
    fn unshown(&mut self) -> Option<Dialog> {
        None
    }
}

/// The dialogs of the system.
pub struct SystemDialogs {
    answers: (Sender<(Dialog, PathBuf)>, Receiver<(Dialog, PathBuf)>),
    unshown: (Sender<Dialog>, Receiver<Dialog>),
    /// The thread of the one that is open.
    thread: Option<JoinHandle<()>>,
}

/// No hand closes a dialog sooner: one that comes back without an answer before was never shown.
const SOONEST: Duration = Duration::from_millis(400);

impl Default for SystemDialogs {
    fn default() -> Self {
        Self { answers: channel(), unshown: channel(), thread: None }
    }
}

impl Dialogs for SystemDialogs {
    fn ask(&mut self, dialog: Dialog, wake: Box<dyn FnOnce() + Send>) {
        let (answers, unshown) = (self.answers.0.clone(), self.unshown.0.clone());
        // Without a thread there is no dialog, and nothing that could be told of it.
        self.thread = Builder::new()
            .name("dialog".to_owned())
            .spawn(move || {
                let asked = Instant::now();
                let experiments = || FileDialog::new().add_filter("RON", &["ron"]);
                let chosen = match &dialog {
                    Dialog::Open => experiments().pick_file(),
                    Dialog::Import => FileDialog::new().add_filter("NumPy, safetensors, CSV", &ENDINGS).pick_file(),
                    Dialog::Save { name } => experiments().set_file_name(name).save_file(),
                    Dialog::SaveText { name, .. } => FileDialog::new().set_file_name(name).save_file(),
                    Dialog::Export { name, extension } => {
                        let files = FileDialog::new().add_filter(extension.to_uppercase(), &[extension]);
                        files.set_file_name(name).save_file()
                    }
                };
                // Where the window is gone there is nobody to tell.
                let _ = match chosen {
                    Some(path) => answers.send((dialog, path)).is_ok(),
                    None if asked.elapsed() < SOONEST => unshown.send(dialog).is_ok(),
                    None => true,
                };
                wake();
            })
            .ok();
    }

    fn answer(&mut self) -> Option<(Dialog, PathBuf)> {
        self.answers.1.try_recv().ok()
    }

    fn is_open(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    fn unshown(&mut self) -> Option<Dialog> {
        self.unshown.1.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_an_ending_gets_the_one_it_needs() {
        let save = Dialog::Save { name: "experiment.ron".to_owned() };
        assert_eq!(save.completed(Path::new("mi clase")), Some(PathBuf::from("mi clase.ron")));
        assert_eq!(save.completed(Path::new("mi clase.ron")), None);
        assert_eq!(Dialog::Open.completed(Path::new("mi clase")), None);
        let export = Dialog::Export { name: "flujo.png".to_owned(), extension: "png" };
        assert_eq!(export.completed(Path::new("a/flujo")), Some(PathBuf::from("a/flujo.png")));
    }

    #[test]
    fn the_ending_of_a_dropped_file_says_what_it_is() {
        for name in ["w.npz", "w.NPY", "model.safetensors", "table.csv"] {
            assert_eq!(Dialog::meant_by(Path::new(name)), Dialog::Import, "{name}");
        }
        for name in ["mine.ron", "mine", "npz"] {
            assert_eq!(Dialog::meant_by(Path::new(name)), Dialog::Open, "{name}");
        }
    }
}
