//! Dialogs of the system, on a thread of their own.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};

use rfd::FileDialog;

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

/// The ends of the names of files that numbers are read from.
const READ: [&str; 6] = ["npz", "npy", "safetensors", "csv", "tsv", "txt"];

/// Something that asks the user for files.
pub trait Dialogs {
    /// Asks; `wake` is called when there is an answer.
    fn ask(&mut self, dialog: Dialog, wake: Box<dyn FnOnce() + Send>);

    /// The next answer.
    fn answer(&mut self) -> Option<(Dialog, PathBuf)>;
}

/// The dialogs of the system.
pub struct SystemDialogs {
    answers: (Sender<(Dialog, PathBuf)>, Receiver<(Dialog, PathBuf)>),
}

impl Default for SystemDialogs {
    fn default() -> Self {
        Self { answers: channel() }
    }
}

impl Dialogs for SystemDialogs {
    fn ask(&mut self, dialog: Dialog, wake: Box<dyn FnOnce() + Send>) {
        let answers = self.answers.0.clone();
        // A dialog that cannot be opened is a dialog that was closed.
        let _ = std::thread::Builder::new().name("dialog".to_owned()).spawn(move || {
            let experiments = || FileDialog::new().add_filter("RON", &["ron"]);
            let chosen = match &dialog {
                Dialog::Open => experiments().pick_file(),
                Dialog::Import => FileDialog::new().add_filter("NumPy, safetensors, CSV", &READ).pick_file(),
                Dialog::Save { name } => experiments().set_file_name(name).save_file(),
                Dialog::SaveText { name, .. } => FileDialog::new().set_file_name(name).save_file(),
                Dialog::Export { name, extension } => {
                    let files = FileDialog::new().add_filter(extension.to_uppercase(), &[extension]);
                    files.set_file_name(name).save_file()
                }
            };
            if let Some(path) = chosen {
                let _ = answers.send((dialog, path));
            }
            wake();
        });
    }

    fn answer(&mut self) -> Option<(Dialog, PathBuf)> {
        self.answers.1.try_recv().ok()
    }
}
