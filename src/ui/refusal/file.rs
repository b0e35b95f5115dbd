//! Files that cannot be read or written, in the language of the window.

use std::path::Path;

use super::said;
use crate::experiment::export::ExportError;
use crate::experiment::matrix_file::{MatrixFileError, Problem};
use crate::experiment::{NotText, SyntaxError, SystemError, ValueKind};
use crate::ui::export::ExportError as DrawingError;
use crate::ui::locale::Locale;
use crate::ui::picture::PictureError;

/// What the system says of a file.
pub fn system(locale: &Locale, error: &SystemError) -> String {
    match error {
        SystemError::NoFile => locale.text("system-no-file"),
        SystemError::NoFolder => locale.text("system-no-folder"),
        SystemError::Forbidden => locale.text("system-forbidden"),
        SystemError::Protected => locale.text("system-protected"),
        SystemError::Folder => locale.text("system-folder"),
        SystemError::Full => locale.text("system-full"),
        SystemError::NotText(NotText { line, column }) => {
            said(locale, "system-not-text", &[("line", line.to_string()), ("column", column.to_string())])
        }
        SystemError::Other(words) => said(locale, "system-other", &[("words", words.clone())]),
    }
}

/// What is wrong at a place of a document.
pub fn syntax(locale: &Locale, error: &SyntaxError) -> String {
    let list = |known: &[&str]| if known.is_empty() { locale.text("syntax-none") } else { known.join(", ") };
    match error {
        SyntaxError::End => locale.text("syntax-end"),
        SyntaxError::Sign(sign) => said(locale, "syntax-sign", &[("sign", sign.to_string())]),
        SyntaxError::Kind(kind) => {
            let kind = locale.text(match kind {
                ValueKind::Truth => "syntax-truth",
                ValueKind::Number => "syntax-number",
                ValueKind::Whole => "syntax-whole",
                ValueKind::Text => "syntax-text",
                ValueKind::Name => "syntax-name",
            });
            said(locale, "syntax-kind", &[("kind", kind)])
        }
        SyntaxError::OpenQuote => locale.text("syntax-open-quote"),
        SyntaxError::OpenComment => locale.text("syntax-open-comment"),
        SyntaxError::OutOfBounds => locale.text("syntax-out-of-bounds"),
        SyntaxError::Stray(sign) => said(locale, "syntax-stray", &[("sign", sign.to_string())]),
        SyntaxError::Trailing => locale.text("syntax-trailing"),
        SyntaxError::Length { found, .. } => said(locale, "syntax-length", &[("found", found.to_string())]),
        SyntaxError::Choice { found, known } => said(locale, "syntax-choice", &[("found", found.clone()), ("known", list(known))]),
        SyntaxError::Field { found, known } => said(locale, "syntax-field", &[("found", found.clone()), ("known", list(known))]),
        SyntaxError::Missing(field) => said(locale, "syntax-missing", &[("field", field.clone())]),
        SyntaxError::Twice(field) => said(locale, "syntax-twice", &[("field", field.clone())]),
        SyntaxError::Other(words) => said(locale, "syntax-other", &[("words", words.clone())]),
    }
}

/// Why numbers were not taken away.
pub fn export(locale: &Locale, error: &ExportError) -> String {
    match error {
        ExportError::Write { path, error } => unwritten(locale, path, &SystemError::of_writing(error)),
        ExportError::Matrices(MatrixFileError { path, problem: Problem::CannotWrite(error) }) => {
            unwritten(locale, path, &SystemError::of_writing(error))
        }
        ExportError::Matrices(MatrixFileError { path, problem }) => unwritten(locale, path, &SystemError::Other(problem.to_string())),
        ExportError::NeedsFile => locale.text("refusal-needs-file"),
        ExportError::Ending { path, known } => {
            said(locale, "refusal-ending", &[("path", path.display().to_string()), ("known", known.clone())])
        }
    }
}

/// Why a picture or a report is in no file.
pub fn drawing(locale: &Locale, error: &DrawingError) -> String {
    match error {
        DrawingError::Draw(error) => picture(locale, error),
        DrawingError::Write { path, error } => unwritten(locale, path, &SystemError::of_writing(error)),
    }
}

/// Why a picture could not be drawn.
pub fn picture(locale: &Locale, error: &PictureError) -> String {
    match error {
        PictureError::Size { width, height } => {
            said(locale, "refusal-picture-size", &[("width", width.to_string()), ("height", height.to_string())])
        }
        PictureError::Write { path, source: image::ImageError::IoError(error) } => unwritten(locale, path, &SystemError::of_writing(error)),
        PictureError::Draw(_) | PictureError::Encode(_) | PictureError::Write { .. } => {
            said(locale, "refusal-drawing", &[("words", error.to_string())])
        }
    }
}

fn unwritten(locale: &Locale, path: &Path, error: &SystemError) -> String {
    said(locale, "refusal-write", &[("path", path.display().to_string()), ("why", system(locale, error))])
}
