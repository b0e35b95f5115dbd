//! What can be taken away: the numbers of the run, as files and by the clipboard.

use std::path::Path;
use std::sync::Arc;

use crate::experiment::Outcome;
use crate::experiment::export::ExportError;
use crate::experiment::export::matrix::{self, MatrixKind};
use crate::experiment::export::python::{Library, Script};
use crate::experiment::export::values::{self, ValuesKind};
use crate::graph::Site;
use crate::ui::locale::Locale;

/// Something to be taken away as a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takeaway {
    /// All values of the run.
    Values(ValuesKind),
    /// A script that calculates them again.
    Script(Library),
    /// One value.
    Matrix(Site, MatrixKind),
}

impl Takeaway {
    /// Those that concern the experiment as a whole.
    pub const WHOLE: [Self; 5] = [
        Self::Script(Library::NumPy),
        Self::Script(Library::Torch),
        Self::Values(ValuesKind::Npz),
        Self::Values(ValuesKind::Safetensors),
        Self::Values(ValuesKind::Json),
    ];

    /// The name in menus.
    pub fn name(self, locale: &Locale) -> String {
        match self {
            Self::Values(kind) => locale.with("takeaway-values", &[("ending", kind.extension().into())]),
            Self::Script(Library::NumPy) => locale.text("takeaway-numpy"),
            Self::Script(Library::Torch) => locale.text("takeaway-torch"),
            Self::Matrix(_, kind) => locale.with("takeaway-matrix", &[("ending", kind.extension().into())]),
        }
    }

    /// The end of the name of the file.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Values(kind) => kind.extension(),
            Self::Script(_) => "py",
            Self::Matrix(_, kind) => kind.extension(),
        }
    }

    /// The name offered for the file, of an experiment whose own is `experiment`.
    pub fn file_name(self, experiment: &str) -> String {
        let stem = match self {
            Self::Values(_) => experiment.to_owned(),
            // The name of a module that Python can import.
            Self::Script(library) => {
                let end = if library == Library::Torch { "_torch" } else { "" };
                format!("{}{end}", experiment.replace(|c: char| !c.is_alphanumeric(), "_"))
            }
            Self::Matrix(site, _) => site.to_string(),
        };
        format!("{stem}.{}", self.extension())
    }

    /// Writes the file.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(self, outcome: &Arc<Outcome>, path: &Path) -> Result<(), ExportError> {
        match self {
            Self::Values(_) => values::save(outcome, None, path).map(|_| ()),
            Self::Script(library) => Script::save(outcome, library, path),
            Self::Matrix(site, kind) => match outcome.prepared.graph.find(site) {
                Some(id) => matrix::save(&outcome.values.matrix(id), kind, path),
                None => Ok(()),
            },
        }
    }
}
