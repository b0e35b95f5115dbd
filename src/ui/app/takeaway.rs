//! What can be taken away: the numbers of the run, as files and by the clipboard.

use std::path::Path;

use crate::experiment::Outcome;
use crate::experiment::export::ExportError;
use crate::experiment::export::matrix::{self, MatrixKind};
use crate::experiment::export::python::{Library, Script};
use crate::experiment::export::values::{self, ValuesKind};
use crate::graph::Site;
use crate::ui::export::report::{self, ReportKind};
use crate::ui::locale::{Language, Locale};

/// Why something was not taken away.
#[derive(Debug, thiserror::Error)]
pub enum NotTaken {
    /// Numbers or a script.
    #[error(transparent)]
    Numbers(#[from] ExportError),
    /// A document.
    #[error(transparent)]
    Report(#[from] crate::ui::export::ExportError),
    /// The model was changed while the user was asked.
    #[error("the model has no value at {0}")]
    Gone(Site),
}

/// Something to be taken away as a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takeaway {
    /// All values of the run.
    Values(ValuesKind),
    /// A script that calculates them again.
    Script(Library),
    /// The calculation as a document, in a language.
    Report(ReportKind),
    /// One value.
    Matrix(Site, MatrixKind),
}

impl Takeaway {
    /// Those that concern the experiment as a whole.
    pub const WHOLE: [Self; 7] = [
        Self::Report(ReportKind::Html),
        Self::Report(ReportKind::Markdown),
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
            Self::Report(kind) => locale.with("takeaway-report", &[("ending", kind.extension().into())]),
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
            Self::Report(kind) => kind.extension(),
            Self::Matrix(_, kind) => kind.extension(),
        }
    }

    /// The name offered for the file, of an experiment whose own is `experiment`.
    pub fn file_name(self, experiment: &str) -> String {
        let stem = match self {
            Self::Values(_) | Self::Report(_) => experiment.to_owned(),
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
    pub fn write(self, outcome: &Outcome, language: Language, path: &Path) -> Result<(), NotTaken> {
        match self {
            Self::Values(_) => drop(values::save(outcome, None, path)?),
            Self::Script(library) => Script::save(outcome, library, path)?,
            Self::Report(kind) => report::save(outcome, language, kind, path)?,
            Self::Matrix(site, kind) => {
                let id = outcome.prepared.graph.find(site).ok_or(NotTaken::Gone(site))?;
                matrix::save(&outcome.values.matrix(id), kind, path)?;
            }
        }
        Ok(())
    }
}
