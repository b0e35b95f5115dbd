//! The page in LaTeX.

use super::Page;
use super::functions::Function;
use super::outline::{Line, Section, Sublayer};
use super::words;
use crate::experiment::Prepared;
use crate::ui::locale::Locale;
use crate::ui::widgets::Math;

/// All equations, to be pasted into a document: it needs the packages amsmath and amssymb.
pub fn document(locale: &Locale, prepared: &Prepared, page: &Page) -> String {
    let letters: Vec<String> = page.letters.iter().map(|letter| letter.math.latex()).collect();
    let mut parts = vec!["% \\usepackage{amsmath, amssymb}".to_owned(), format!("\\[ {} \\]", letters.join(", \\quad "))];
    parts.extend(page.sections.iter().map(|section| section_text(locale, prepared, section)));
    parts.extend((!page.functions.is_empty()).then(|| functions_text(locale, &page.functions)));
    parts.join("\n\n") + "\n"
}

fn section_text(locale: &Locale, prepared: &Prepared, section: &Section) -> String {
    let (title, counter) = words::section(locale, section);
    let counter = counter.map_or_else(String::new, |(words, math)| format!(", {} ${}$", escaped(&words), math.latex()));
    let mut parts = vec![format!("\\subsection*{{{}{counter}}}", escaped(&title))];
    for Sublayer { part, lines } in &section.sublayers {
        parts.extend(part.map(|part| format!("\\paragraph{{{}}}", escaped(&words::sublayer(locale, part)))));
        let rows: Vec<String> = lines.iter().map(|line| row(locale, prepared, line)).collect();
        parts.push(format!("\\begin{{align}}\n{}\n\\end{{align}}", rows.join(" \\\\\n")));
    }
    parts.join("\n")
}

/// A line, with what its mask hides, the shape of its result, and the heads that it is told for.
fn row(locale: &Locale, prepared: &Prepared, line: &Line) -> String {
    let shape = prepared.graph.node(line.id).shape;
    let note = words::note(locale, prepared, line).map_or_else(String::new, |note| format!(" \\quad \\text{{{}}}", escaped(&note)));
    let heads = line.heads.map_or_else(String::new, |heads| format!(", \\; {}", words::heads(locale, heads).1.latex()));
    format!("{}{note} && {} \\times {}{heads} \\tag{{{}}}", line.math.aligned_latex(), shape.rows, shape.columns, line.number)
}

fn functions_text(locale: &Locale, functions: &[Function]) -> String {
    let row = |function: &Function| {
        let formulas: Vec<String> = function.formulas.iter().map(Math::latex).collect();
        format!("{}: \\quad {}", function.call.latex(), formulas.join(", \\quad "))
    };
    let rows: Vec<String> = functions.iter().map(row).collect();
    let title = escaped(&locale.text("equations-functions"));
    format!("\\subsection*{{{title}}}\n\\begin{{gather*}}\n{}\n\\end{{gather*}}", rows.join(" \\\\\n"))
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
            '−' => escaped.push_str("$-$"),
            '∞' => escaped.push_str("$\\infty$"),
            letter => escaped.push(letter),
        }
    }
    escaped
}
