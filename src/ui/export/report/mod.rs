//! The calculation as a document to read and print: for each step its formula, its operands and its result.

mod html;
mod markdown;
mod thumbnail;

use std::fs;
use std::path::Path;

use super::ExportError;
use crate::experiment::{Outcome, atomic_file};
use crate::graph::{Matrix, NodeId, Op, Operation as _, Scope};
use crate::lab::{Axis, Statistics, axes, groups};
use crate::ui::equation::{self, Counters};
use crate::ui::locale::{Language, Locale};
use crate::ui::widgets::notation::plain;
use crate::ui::widgets::{Colouring, Scale};
use crate::ui::{describe, numbers};

/// The kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportKind {
    /// One file with all in it.
    Html,
    /// Text, with its pictures in a folder beside it.
    Markdown,
}

impl ReportKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Html, Self::Markdown];

    /// The end of the name of such a file.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Markdown => "md",
        }
    }
}

/// Larger matrices are shown as a picture, with what is measured of them.
const MOST_ROWS: usize = 16;
const MOST_COLUMNS: usize = 16;
/// With more steps than these, one head and the first and last block of each stack stand for all.
const MOST_STEPS: usize = 400;

/// Writes the calculation of a run as a document.
///
/// # Errors
/// A file that cannot be written.
pub fn save(outcome: &Outcome, language: Language, kind: ReportKind, path: &Path) -> Result<(), ExportError> {
    let locale = Locale::new(language);
    let report = Report { outcome, locale: &locale };
    let write =
        |path: &Path, bytes: &[u8]| atomic_file::write(path, bytes).map_err(|error| ExportError::Write { path: path.to_owned(), error });
    match kind {
        ReportKind::Html => write(path, html::html(&report)?.as_bytes()),
        ReportKind::Markdown => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let folder = format!("{stem}_pictures");
            let document = markdown::markdown(&report, &folder)?;
            if !document.pictures.is_empty() {
                let folder = path.with_file_name(&folder);
                fs::create_dir_all(&folder).map_err(|error| ExportError::Write { path: folder.clone(), error })?;
                for (name, bytes) in &document.pictures {
                    write(&folder.join(name), bytes)?;
                }
            }
            write(path, document.text.as_bytes())
        }
    }
}

/// What the documents are written from.
struct Report<'a> {
    outcome: &'a Outcome,
    locale: &'a Locale,
}

/// The steps of one part of the model.
struct Chapter {
    title: String,
    steps: Vec<Step>,
}

/// One step of the calculation.
struct Step {
    number: usize,
    site: String,
    name: String,
    question: String,
    equation: Equation,
    /// The formula of one number of the result, as the operation states it.
    formula: String,
    operands: Vec<Shown>,
    result: Shown,
}

/// From what a value is calculated.
struct Equation {
    text: String,
    latex: String,
}

/// A matrix in the document.
struct Shown {
    sign: String,
    /// The number of the step that calculates it; weights and inputs have none.
    step: Option<usize>,
    matrix: Matrix,
    rows: Vec<String>,
    columns: Vec<String>,
    colouring: Colouring,
}

impl Shown {
    /// Whether every number is shown.
    fn is_small(&self) -> bool {
        let shape = self.matrix.shape();
        shape.rows <= MOST_ROWS && shape.columns <= MOST_COLUMNS
    }

    fn shape(&self) -> String {
        let shape = self.matrix.shape();
        numbers::shape(shape.rows, shape.columns)
    }
}

impl Report<'_> {
    fn title(&self) -> String {
        self.texts(&self.outcome.prepared.experiment.title)
    }

    fn about(&self) -> String {
        self.texts(&self.outcome.prepared.experiment.about)
    }

    fn texts(&self, texts: &crate::experiment::Texts) -> String {
        let (own, other) = match self.locale.language() {
            Language::English => (&texts.en, &texts.es),
            Language::Spanish => (&texts.es, &texts.en),
        };
        if own.is_empty() { other.clone() } else { own.clone() }
    }

    fn decimals(&self) -> usize {
        self.outcome.prepared.experiment.decimals.unwrap_or(numbers::DECIMALS)
    }

    /// The sentence that says what the document leaves out, where it does.
    fn left_out(&self) -> Option<String> {
        (self.count() > MOST_STEPS).then(|| self.locale.text("report-left-out"))
    }

    /// How many steps the calculation has.
    fn count(&self) -> usize {
        self.outcome.prepared.graph.nodes().filter(|(_, node)| !matches!(node.op, Op::Leaf(_))).count()
    }

    fn chapters(&self) -> Vec<Chapter> {
        let prepared = &self.outcome.prepared;
        let graph = &prepared.graph;
        let all = groups(graph);
        let shortened = self.count() > MOST_STEPS;
        let last = |scope: Scope| all.iter().filter(|group| group.scope.stack == scope.stack).filter_map(|group| group.scope.block).max();
        let told = |id: NodeId| {
            let scope = graph.node(id).site.scope;
            !shortened
                || (scope.head.is_none_or(|head| head == 0) && scope.block.is_none_or(|block| block == 0 || Some(block) == last(scope)))
        };
        let mut order: Vec<NodeId> = Vec::new();
        let chapters: Vec<(Scope, Vec<NodeId>)> =
            all.iter().map(|group| (group.scope, group.steps.iter().copied().filter(|&id| told(id)).collect())).collect();
        for (_, steps) in &chapters {
            order.extend(steps);
        }
        let number = |id: NodeId| order.iter().position(|&other| other == id).map(|at| at + 1);
        chapters
            .into_iter()
            .filter(|(_, steps)| !steps.is_empty())
            .map(|(scope, steps)| Chapter {
                title: describe::place(self.locale, scope),
                steps: steps.into_iter().map(|id| self.step(id, &number)).collect(),
            })
            .collect()
    }

    fn step(&self, id: NodeId, number: &impl Fn(NodeId) -> Option<usize>) -> Step {
        let prepared = &self.outcome.prepared;
        let node = prepared.graph.node(id);
        let words = describe::words(self.locale, prepared, id);
        let mut operands: Vec<NodeId> = Vec::new();
        for &input in &node.inputs {
            if !operands.contains(&input) {
                operands.push(input);
            }
        }
        let head = node.site.scope.head.map(|head| format!(" ({} {})", self.locale.text("report-head"), head + 1)).unwrap_or_default();
        let math = equation::equation(prepared, id, Counters::default());
        Step {
            number: number(id).unwrap_or(0),
            site: node.site.to_string(),
            name: format!("{}{head}", words.name),
            question: capitalised(&words.question),
            equation: Equation { text: math.text(), latex: math.latex() },
            formula: node.op.formula(),
            operands: operands.into_iter().map(|input| self.shown(input, number(input))).collect(),
            result: self.shown(id, None),
        }
    }

    fn shown(&self, id: NodeId, step: Option<usize>) -> Shown {
        let prepared = &self.outcome.prepared;
        let matrix = self.outcome.values.matrix(id);
        let shape = matrix.shape();
        let (rows, columns) = axes(prepared, id);
        let labels = |axis: Axis, count: usize, most: usize| (0..count.min(most)).map(|index| axis.label(prepared, index)).collect();
        let scale = if describe::is_probability(prepared.graph.node(id).site) {
            Scale::Probability
        } else {
            let magnitude = Statistics::of(&matrix).magnitude();
            Scale::Signed { limit: if magnitude > 0.0 { magnitude } else { 1.0 } }
        };
        Shown {
            sign: plain(&describe::sign(prepared, id)),
            step,
            rows: labels(rows, shape.rows, MOST_ROWS),
            columns: labels(columns, shape.columns, MOST_COLUMNS),
            matrix,
            colouring: scale.into(),
        }
    }

    /// What is measured of a matrix that is too large to be shown.
    fn measured(&self, shown: &Shown) -> String {
        let found = Statistics::of(&shown.matrix);
        let four = |value: f64| numbers::fixed(value, 4).into();
        let arguments = [
            ("least", four(found.least)),
            ("greatest", four(found.greatest)),
            ("mean", four(found.mean)),
            ("deviation", four(found.deviation)),
        ];
        self.locale.with("report-measured", &arguments)
    }

    fn number(&self, shown: &Shown, row: usize, column: usize) -> String {
        numbers::fixed(shown.matrix.at(crate::graph::Cell::new(row, column)), self.decimals())
    }
}

/// A question that stands alone begins with a capital, behind the sign that opens it in Spanish.
fn capitalised(question: &str) -> String {
    let mut done = false;
    let capital = |sign: char| {
        let first = !done && sign.is_alphabetic();
        done |= first;
        if first { sign.to_uppercase().collect::<String>() } else { sign.to_string() }
    };
    question.chars().map(capital).collect()
}
