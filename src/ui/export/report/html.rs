//! The report as one HTML file, its pictures within it.

use std::fmt::Write;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use eframe::egui::{Color32, Theme};

use super::thumbnail::thumbnail;
use super::{Report, Shown, Step};
use crate::graph::Cell;
use crate::ui::picture::PictureError;

/// How it looks, on the screen and on paper.
const STYLE: &str = include_str!("report.css");

pub(super) fn html(report: &Report<'_>) -> Result<String, PictureError> {
    let (title, about) = (escaped(&report.title()), escaped(&report.about()));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n<main>\n<h1>{title}</h1>\n<p>{about}</p>\n",
        report.locale.language().code()
    );
    if let Some(sentence) = report.left_out() {
        let _ = writeln!(page, "<p>{}</p>", escaped(&sentence));
    }
    let chapters = report.chapters();
    page.push_str("<nav>\n");
    for (index, chapter) in chapters.iter().enumerate() {
        let _ = writeln!(page, "<a href=\"#chapter{index}\">{}</a>", escaped(&chapter.title));
    }
    page.push_str("</nav>\n");
    for (index, chapter) in chapters.iter().enumerate() {
        let _ = writeln!(page, "<h2 id=\"chapter{index}\">{}</h2>", escaped(&chapter.title));
        for step in &chapter.steps {
            step_html(&mut page, report, step)?;
        }
    }
    page.push_str("</main>\n</html>\n");
    Ok(page)
}

fn step_html(page: &mut String, report: &Report<'_>, step: &Step) -> Result<(), PictureError> {
    let _ = write!(
        page,
        "<section id=\"step{0}\">\n<h3><span>{0}</span> {1}</h3>\n<p class=\"question\">{2}</p>\n<p class=\"equation\">{3}</p>\n\
         <p class=\"formula\">{4} <code>{5}</code></p>\n<div class=\"matrices\">\n",
        step.number,
        escaped(&step.name),
        escaped(&step.question),
        lowered(&step.equation.text),
        escaped(&step.formula),
        escaped(&step.site),
    );
    for operand in &step.operands {
        matrix_html(page, report, operand)?;
    }
    page.push_str("<span class=\"arrow\">→</span>\n");
    matrix_html(page, report, &step.result)?;
    page.push_str("</div>\n</section>\n");
    Ok(())
}

fn matrix_html(page: &mut String, report: &Report<'_>, shown: &Shown) -> Result<(), PictureError> {
    let sign = lowered(&shown.sign);
    let sign = shown.step.map_or_else(|| sign.clone(), |step| format!("<a href=\"#step{step}\">{sign}</a>"));
    let _ = write!(page, "<figure>\n<figcaption>{sign} <small>{}</small></figcaption>\n", shown.shape());
    if shown.is_small() {
        table(page, report, shown);
    } else {
        let picture = BASE64_STANDARD.encode(thumbnail(shown)?);
        let alternative = escaped(&format!("{}, {}", shown.sign, shown.shape()));
        let measured = escaped(&report.measured(shown));
        let _ = write!(page, "<img alt=\"{alternative}\" src=\"data:image/png;base64,{picture}\">\n<p class=\"measured\">{measured}</p>\n");
    }
    page.push_str("</figure>\n");
    Ok(())
}

fn table(page: &mut String, report: &Report<'_>, shown: &Shown) {
    page.push_str("<table>\n<tr><td></td>");
    for label in &shown.columns {
        let _ = write!(page, "<th scope=\"col\">{}</th>", escaped(label));
    }
    page.push_str("</tr>\n");
    for (row, label) in shown.rows.iter().enumerate() {
        let _ = write!(page, "<tr><th scope=\"row\">{}</th>", escaped(label));
        for column in 0..shown.columns.len() {
            let value = shown.matrix.at(Cell::new(row, column));
            let text = report.number(shown, row, column);
            if value.is_finite() {
                let (fill, ink) = shown.colouring.cell(Theme::Light, value);
                let _ = write!(page, "<td style=\"background:{};color:{}\">{text}</td>", colour(fill), colour(ink));
            } else {
                let _ = write!(page, "<td class=\"none\">{text}</td>");
            }
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table>\n");
}

fn colour(colour: Color32) -> String {
    let [r, g, b, _] = colour.to_array();
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A formula in which `_` lowers and `^` raises what follows: one sign, or all in braces.
fn lowered(text: &str) -> String {
    let mut written = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['_', '^']) {
        let tag = if rest[at..].starts_with('_') { "sub" } else { "sup" };
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        let length = after.chars().next().map_or(0, char::len_utf8);
        let (inner, next) = match after.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            Some((inner, next)) => (inner, next),
            None => after.split_at(length),
        };
        let _ = write!(written, "{}<{tag}>{}</{tag}>", escaped(before), escaped(inner));
        rest = next;
    }
    written + &escaped(rest)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
