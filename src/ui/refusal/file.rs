//! Files that cannot be read or written, in the language of the window.

use std::path::Path;

use super::said;
use crate::experiment::export::ExportError;
use crate::experiment::import::csv::CsvError;
use crate::experiment::import::{ImportError, endings};
use crate::experiment::matrix_file::{MatrixFileError, Problem};
use crate::experiment::{NotText, SyntaxError, SystemError, ValueKind};
use crate::graph::SiteError;
use crate::ui::describe;
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
        SyntaxError::NoDocument => locale.text("syntax-no-document"),
        SyntaxError::Site(error) => site(locale, error),
        SyntaxError::Other(words) => said(locale, "syntax-other", &[("words", words.clone())]),
    }
}

/// Why a text is no address of a value.
pub(super) fn site(locale: &Locale, error: &SiteError) -> String {
    match error {
        SiteError::Word { word, site } => said(locale, "syntax-site-word", &[("word", word.clone()), ("site", site.clone())]),
        SiteError::Unfinished(site) => said(locale, "syntax-site-unfinished", &[("site", site.clone())]),
    }
}

/// Why numbers were not brought in.
pub fn import(locale: &Locale, error: &ImportError) -> String {
    let said = |key: &str, arguments: &[(&str, String)]| said(locale, key, arguments);
    let of_file = |path: &Path, why: String| said("refusal-of-file", &[("path", path.display().to_string()), ("why", why)]);
    match error {
        ImportError::Matrices(error) => matrices(locale, error),
        ImportError::Csv { path, error } => of_file(path, table(locale, error)),
        ImportError::Read { path, error } => unread(locale, path, error),
        ImportError::NoKind { path } => of_file(path, said("matrices-no-kind", &[("known", endings())])),
        ImportError::NoEntry(name) => said("matrices-no-such", &[("entry", name.clone())]),
        ImportError::NoPlace(site) => said("refusal-no-place", &[("site", describe::absent_name(locale, *site))]),
        ImportError::Shape { entry, got, site, expected } => {
            let site = describe::absent_name(locale, *site);
            let arguments = [("entry", entry.clone()), ("got", got.to_string()), ("site", site), ("expected", expected.to_string())];
            said("refusal-import-shape", &arguments)
        }
    }
}

/// Why a text is no table of numbers.
fn table(locale: &Locale, error: &CsvError) -> String {
    let said = |key: &str, arguments: &[(&str, String)]| said(locale, key, arguments);
    match error {
        CsvError::Empty => locale.text("table-empty"),
        CsvError::Ragged { line, got, expected } => {
            said("table-ragged", &[("line", line.to_string()), ("got", got.to_string()), ("expected", expected.to_string())])
        }
        CsvError::NotANumber { line, column, cell } => {
            said("table-no-number", &[("line", line.to_string()), ("column", column.to_string()), ("cell", cell.clone())])
        }
        CsvError::OpenQuote(line) => said("table-open-quote", &[("line", line.to_string())]),
    }
}

/// What is wrong with a file of matrices.
pub(super) fn matrices(locale: &Locale, MatrixFileError { path, problem }: &MatrixFileError) -> String {
    let said = |key: &str, arguments: &[(&str, String)]| said(locale, key, arguments);
    let of = |key: &str, entry: &String| said(key, &[("entry", entry.clone())]);
    let dimensions = |shape: &[usize]| shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(" × ");
    let why = match problem {
        Problem::CannotRead(error) => return unread(locale, path, error),
        Problem::CannotWrite(error) => return unwritten(locale, path, &SystemError::of_writing(error)),
        Problem::NoKindToRead => said("matrices-no-kind", &[("known", ".npz, .npy, .safetensors".to_owned())]),
        Problem::NoKindToWrite => said("matrices-no-kind-to-write", &[("known", ".npz, .safetensors, .json".to_owned())]),
        Problem::Format { format, reason } => said("matrices-format", &[("format", (*format).to_owned()), ("words", reason.clone())]),
        Problem::EntryFormat { entry, reason } => said("matrices-entry", &[("entry", entry.clone()), ("words", reason.clone())]),
        Problem::NoEntry { entry, known } => said("matrices-no-entry", &[("entry", entry.clone()), ("known", few(known))]),
        Problem::Dimensions { entry, shape } => said("matrices-dimensions", &[("entry", entry.clone()), ("shape", dimensions(shape))]),
        Problem::ElementType { entry, found } => said("matrices-element", &[("entry", entry.clone()), ("found", found.clone())]),
        Problem::DataSize { entry, shape, found } => {
            said("matrices-size", &[("entry", entry.clone()), ("shape", dimensions(shape)), ("found", found.to_string())])
        }
        Problem::Inexact { entry, value } => said("matrices-inexact", &[("entry", entry.clone()), ("value", value.clone())]),
        Problem::DuplicateName { entry } => of("matrices-twice", entry),
        Problem::ReservedName { entry } => of("matrices-reserved", entry),
    };
    said("refusal-of-file", &[("path", path.display().to_string()), ("why", why)])
}

/// The first of many names.
fn few(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let more = if names.len() > SHOWN { ", …" } else { "" };
    format!("{}{more}", names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", "))
}

/// Why numbers were not taken away.
pub fn export(locale: &Locale, error: &ExportError) -> String {
    match error {
        ExportError::Write { path, error } => unwritten(locale, path, &SystemError::of_writing(error)),
        ExportError::Matrices(error) => matrices(locale, error),
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

fn unread(locale: &Locale, path: &Path, error: &std::io::Error) -> String {
    let why = system(locale, &SystemError::of_reading(error));
    said(locale, "refusal-read", &[("path", path.display().to_string()), ("why", why)])
}

fn unwritten(locale: &Locale, path: &Path, error: &SystemError) -> String {
    said(locale, "refusal-write", &[("path", path.display().to_string()), ("why", system(locale, error))])
}
