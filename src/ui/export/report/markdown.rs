//! The report as Markdown, with formulas in LaTeX, as GitHub, Jupyter and pandoc read them.

use std::fmt::Write;

use super::thumbnail::thumbnail;
use super::{Report, Shown, Step};
use crate::ui::picture::PictureError;

/// A text, and the pictures that it shows.
pub(super) struct Document {
    pub(super) text: String,
    /// Name and bytes of each.
    pub(super) pictures: Vec<(String, Vec<u8>)>,
}

/// Writes the report; its pictures will be in `folder`.
pub(super) fn markdown(report: &Report<'_>, folder: &str) -> Result<Document, PictureError> {
    let mut document = Document { text: format!("# {}\n\n{}\n", escaped(&report.title()), escaped(&report.about())), pictures: Vec::new() };
    if let Some(sentence) = report.left_out() {
        let _ = write!(document.text, "\n{sentence}\n");
    }
    for chapter in report.chapters() {
        let _ = write!(document.text, "\n## {}\n", escaped(&chapter.title));
        for step in &chapter.steps {
            step_markdown(&mut document, report, step, folder)?;
        }
    }
    Ok(document)
}

fn step_markdown(document: &mut Document, report: &Report<'_>, step: &Step, folder: &str) -> Result<(), PictureError> {
    let _ = write!(
        document.text,
        "\n### {}. {}\n\n{}\n\n$${}$$\n\n{} (`{}`)\n",
        step.number,
        escaped(&step.name),
        escaped(&step.question),
        step.equation.latex,
        escaped(&step.formula),
        step.site
    );
    for shown in step.operands.iter().chain([&step.result]) {
        matrix(document, report, shown, step, folder)?;
    }
    Ok(())
}

fn matrix(document: &mut Document, report: &Report<'_>, shown: &Shown, step: &Step, folder: &str) -> Result<(), PictureError> {
    let from = shown.step.map(|step| format!(", {} {step}", report.locale.text("report-step"))).unwrap_or_default();
    let _ = write!(document.text, "\n**{}** ({}{from})\n\n", escaped(&shown.sign), shown.shape());
    if !shown.is_small() {
        let name = format!("{:04}_{}.png", step.number, document.pictures.len());
        let _ = write!(document.text, "![{}]({folder}/{name})\n\n{}\n", escaped(&shown.sign), report.measured(shown));
        document.pictures.push((name, thumbnail(shown)?));
        return Ok(());
    }
    let labels: Vec<String> = shown.columns.iter().map(|label| escaped(label)).collect();
    let _ = write!(document.text, "| | {} |\n|---|{}\n", labels.join(" | "), "--:|".repeat(labels.len()));
    for (row, label) in shown.rows.iter().enumerate() {
        let numbers: Vec<String> = (0..labels.len()).map(|column| report.number(shown, row, column)).collect();
        let _ = writeln!(document.text, "| {} | {} |", escaped(label), numbers.join(" | "));
    }
    Ok(())
}

/// Text whose signs mean nothing in Markdown.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for sign in text.chars() {
        if "\\`*_[]<>|#~$".contains(sign) {
            written.push('\\');
        }
        written.push(sign);
    }
    written
}
