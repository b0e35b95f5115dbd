//! The page in LaTeX.

use std::fmt::Write as _;

use super::Page;
use super::outline::{Line, Section, Sublayer};
use super::words;
use crate::ui::context::Context;

/// All equations, to be pasted into a document: it needs the packages amsmath and amssymb.
pub fn document(ctx: &Context<'_>, page: &Page) -> String {
    let mut text = format!("% {}\n% \\usepackage{{amsmath, amssymb}}\n", escaped(&ctx.title(&ctx.prepared().experiment)));
    let letters: Vec<String> = page.letters.iter().map(|letter| letter.math.latex()).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\\[ {} \\]", letters.join(", \\quad "));
    for section in &page.sections {
        section_text(&mut text, ctx, section);
    }
    let _ = writeln!(text, "\\subsection*{{{}}}\n\\begin{{gather*}}", escaped(&ctx.locale.text("equations-functions")));
    let functions: Vec<String> = (page.functions.iter())
        .map(|function| {
            let formulas: Vec<String> = function.formulas.iter().map(crate::ui::widgets::Math::latex).collect();
            format!("{} : \\quad {}", function.call.latex(), formulas.join(", \\quad "))
        })
        .collect();
    let _ = writeln!(text, "{}\n\\end{{gather*}}", functions.join(" \\\\\n"));
    text
}

fn section_text(text: &mut String, ctx: &Context<'_>, section: &Section) {
    let (title, counter) = words::section(ctx.locale, section);
    let counter = counter.map_or_else(String::new, |(words, math)| format!(", {} ${}$", escaped(&words), math.latex()));
    let _ = writeln!(text, "\\subsection*{{{}{counter}}}", escaped(&title));
    for Sublayer { part, lines } in &section.sublayers {
        if let Some(part) = part {
            let _ = writeln!(text, "\\paragraph{{{}}}", escaped(&words::sublayer(ctx.locale, *part)));
        }
        let rows: Vec<String> = lines.iter().map(|line| row(ctx, line)).collect();
        let _ = writeln!(text, "\\begin{{align}}\n{}\n\\end{{align}}", rows.join(" \\\\\n"));
    }
}

/// A line, with the heads that it is told for, what its mask hides, and the shape of its result.
fn row(ctx: &Context<'_>, line: &Line) -> String {
    let shape = ctx.prepared().graph.node(line.id).shape;
    let heads = line.heads.map_or_else(String::new, |heads| format!(", \\; i = 1 \\dots {heads}"));
    let note = words::note(ctx, line).map_or_else(String::new, |note| format!(" \\quad \\text{{{}}}", escaped(&note)));
    format!("{}{note} && {} \\times {}{heads} \\tag{{{}}}", line.math.aligned_latex(), shape.rows, shape.columns, line.number)
}

/// Words of the language, as LaTeX reads them.
fn escaped(words: &str) -> String {
    let mut escaped = String::new();
    for letter in words.chars() {
        match letter {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => escaped.extend(['\\', letter]),
            '→' => escaped.push_str("$\\to$"),
            '−' => escaped.push_str("$-$"),
            '∞' => escaped.push_str("$\\infty$"),
            '×' => escaped.push_str("$\\times$"),
            letter => escaped.push(letter),
        }
    }
    escaped
}
