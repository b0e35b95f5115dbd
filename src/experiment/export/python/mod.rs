//! A script that calculates an experiment again, without this program, and asserts that it gets the same numbers.
//!
//! It is written from the graph, a line a node, so that it can be read beside the steps of the window.

mod functions;
mod line;

use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

use super::{ExportError, literal};
use crate::experiment::matrix_file::{self, NamedMatrix};
use crate::experiment::{Outcome, atomic_file};
use crate::graph::{Keep, Leaf, Mask, Matrix, NodeId, Op, Override, Scope, Shape, Site};
use crate::transformer::Precision;
use functions::Function;

/// What the script calculates with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// NumPy, and nothing else.
    NumPy,
    /// PyTorch, with its own softmax, norms and activations.
    Torch,
}

/// All numbers stand in the text of the script as long as they are no more than these.
const IN_TEXT: usize = 20_000;
/// Beside a file of numbers, matrices of this many cells still stand in the text.
const SMALL: usize = 64;
/// Above this many cells only the outputs of blocks, and what nobody reads on, are compared.
const COMPARED: usize = 2_000_000;

/// A script, and the numbers that did not fit into it.
#[derive(Clone, Debug)]
pub struct Script {
    /// The text of the `.py` file.
    pub text: String,
    /// What it reads from the `.npz` file beside it; nothing where there is no such file.
    pub arrays: Vec<NamedMatrix<'static>>,
}

impl Script {
    /// The script of an experiment that was run; `npz` is the name of the file beside it, should there be one.
    pub fn new(outcome: &Outcome, library: Library, npz: &str) -> Self {
        Writer::new(outcome, library).script(npz)
    }

    /// Writes the script of an experiment, and the file of numbers beside it where it needs one.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save(outcome: &Outcome, library: Library, path: &Path) -> Result<(), ExportError> {
        let beside = path.with_extension("npz");
        let script = Self::new(outcome, library, &beside.file_name().unwrap_or_default().to_string_lossy());
        if !script.arrays.is_empty() {
            matrix_file::write(&beside, &script.arrays)?;
        }
        atomic_file::write(path, script.text.as_bytes()).map_err(|error| ExportError::Write { path: path.to_owned(), error })
    }
}

/// Writes the parts of a script, one after the other.
struct Writer<'a> {
    outcome: &'a Outcome,
    library: Library,
    /// Whether there is a file of numbers beside the script.
    beside: bool,
    /// Whether every node is compared.
    every: bool,
    arrays: Vec<NamedMatrix<'static>>,
}

impl<'a> Writer<'a> {
    fn new(outcome: &'a Outcome, library: Library) -> Self {
        let cells = outcome.prepared.graph.nodes().map(|(_, node)| node.shape.cells()).sum::<usize>();
        Self { outcome, library, beside: cells > IN_TEXT, every: cells <= COMPARED, arrays: Vec::new() }
    }

    fn script(mut self, npz: &str) -> Script {
        let leaves = self.leaves();
        let calculation = self.calculation();
        let checks = self.checks();
        let mut body = String::new();
        for function in self.functions().into_iter().chain([Function::Check]) {
            let _ = write!(body, "\n\n{}\n", function.definition(self.library));
        }
        body.push_str("\n\n# ======== What enters: weights, inputs, constants ========\n");
        body.push_str(&leaves);
        body.push_str("\n# ======== The calculation ========\n");
        body.push_str(&calculation);
        body.push_str("\n# ======== The numbers of the lab ========\n\n");
        body.push_str(&checks);
        Script { text: self.head(npz, &body) + &body, arrays: self.arrays }
    }

    /// What the script is, what it needs, and the imports that its body uses.
    fn head(&self, npz: &str, body: &str) -> String {
        let experiment = &self.outcome.prepared.experiment;
        let title = if experiment.title.en.is_empty() { "An experiment" } else { &experiment.title.en };
        let mut words = format!("{title}.\n\n");
        if !experiment.about.en.is_empty() {
            let _ = write!(words, "{}\n\n", wrapped(&experiment.about.en));
        }
        let needs = match (self.library, self.beside) {
            (Library::NumPy, false) => "It needs NumPy and nothing else.".to_owned(),
            (Library::NumPy, true) => format!("It needs NumPy, and reads its large matrices from {npz} beside it."),
            (Library::Torch, false) => "It needs PyTorch and nothing else.".to_owned(),
            (Library::Torch, true) => format!("It needs PyTorch and NumPy, and reads its large matrices from {npz} beside it."),
        };
        let compared = if self.every { "every matrix" } else { "the output of every block and all results" };
        let generated = if experiment.decoding.is_some() {
            " It is the pass over the tokens that are given; the tokens that the lab generates after them are left out."
        } else {
            ""
        };
        let what = format!(
            "Written by transformer-lab. The script calculates the experiment again, step by step, and asserts that {compared} has the \
             numbers of the lab.{generated} {needs}"
        );
        let _ =
            write!(words, "{}\n\nRows are positions, columns dimensions; row vectors are multiplied from the left: x @ W.", wrapped(&what));
        let words = words.replace('\\', "\\\\").replace('"', "'");
        let mut text = format!("\"\"\"{words}\n\"\"\"\n\n");
        let used: HashSet<&str> = body.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let mathematics: Vec<&str> = ["erf", "inf", "nan", "pi", "sqrt"].into_iter().filter(|name| used.contains(name)).collect();
        if !mathematics.is_empty() {
            let _ = writeln!(text, "from math import {}", mathematics.join(", "));
        }
        if self.beside {
            text.push_str("from pathlib import Path\n");
        }
        if !mathematics.is_empty() || self.beside {
            text.push('\n');
        }
        if self.library == Library::NumPy || self.beside {
            text.push_str("import numpy as np\n");
        }
        if self.library == Library::Torch {
            text.push_str("import torch\n");
            if used.contains("F") {
                text.push_str("import torch.nn.functional as F\n");
            }
        }
        let module = self.module();
        let (dtype, tolerance) = match experiment.model.precision {
            Precision::F32 => ("float32", "1e-4"),
            Precision::F64 => ("float64", "1e-9"),
        };
        let _ = write!(text, "\nDTYPE = {module}.{dtype}\nTOLERANCE = {tolerance}\n");
        if self.beside {
            let _ = writeln!(text, "STORED = np.load(Path(__file__).with_name({}))", quoted(npz));
        }
        if self.library == Library::NumPy {
            text.push_str("np.seterr(all=\"ignore\")  # overflow and 0/0 are part of some experiments\n");
        }
        let make = match self.library {
            Library::NumPy => "np.array(rows, dtype=DTYPE)",
            Library::Torch => "torch.tensor(rows, dtype=DTYPE)",
        };
        let _ = write!(text, "\n\ndef matrix(rows):\n    return {make}\n");
        text
    }

    const fn module(&self) -> &'static str {
        match self.library {
            Library::NumPy => "np",
            Library::Torch => "torch",
        }
    }

    /// The functions that the lines call.
    fn functions(&self) -> Vec<Function> {
        let mut found = Vec::new();
        for (_, node) in self.outcome.prepared.graph.nodes() {
            if let Some(function) = Function::of(&node.op, self.library).filter(|function| !found.contains(function)) {
                found.push(function);
            }
        }
        found
    }

    fn leaves(&mut self) -> String {
        let graph = &self.outcome.prepared.graph;
        let mut text = String::new();
        for (id, node, leaf) in graph.leaves() {
            let kind = match leaf {
                Leaf::Weight(_) => "weight",
                Leaf::Input(_) => "input",
                Leaf::Constant(_) => "constant",
            };
            let value = self.matrix(id, node.site);
            let _ = write!(text, "\n# {} {}: {kind}\n{} = {value}\n", self.addresses(id), bracketed(node.shape), variable(node.site));
        }
        text
    }

    fn calculation(&mut self) -> String {
        let prepared = &self.outcome.prepared;
        let overrides = prepared.experiment.overrides();
        let mut text = String::new();
        let mut masks: Vec<(Mask, String)> = Vec::new();
        let mut scope = None;
        for (id, node) in prepared.graph.nodes().filter(|(_, node)| !matches!(node.op, Op::Leaf(_))) {
            if scope != Some(node.site.scope) {
                scope = Some(node.site.scope);
                if node.site.scope != Scope::default() {
                    let _ = write!(text, "\n# ---- {} ----\n", node.site.scope);
                }
            }
            if let Op::Mask(mask) = &node.op
                && !masks.iter().any(|(known, _)| known == mask)
            {
                let name = format!("visible_{}", masks.len() + 1);
                let value = self.visibility(mask, &name);
                let _ = write!(text, "\n# Which keys (columns) each query (row) may see\n{name} = {value}\n");
                masks.push((mask.clone(), name));
            }
            let visible = match &node.op {
                Op::Mask(mask) => masks.iter().find(|(known, _)| known == mask).map(|(_, name)| name.as_str()),
                _ => None,
            };
            let inputs: Vec<String> = node.inputs.iter().map(|&input| variable(prepared.graph.node(input).site)).collect();
            let shapes: Vec<Shape> = node.inputs.iter().map(|&input| prepared.graph.node(input).shape).collect();
            let value = line::expression(&node.op, &inputs, &shapes, visible.unwrap_or_default(), self.library);
            let name = variable(node.site);
            let formula = crate::graph::Operation::formula(&node.op);
            let _ = write!(text, "\n# {} {}: {formula}\n{name} = {value}\n", self.addresses(id), bracketed(node.shape));
            if let Some(change) = overrides.get(&node.site) {
                text.push_str(&self.change(&name, change));
            }
        }
        text
    }

    /// Numbers put in the place of calculated ones.
    fn change(&self, name: &str, change: &Override) -> String {
        let module = self.module();
        match change {
            Override::Zero => format!("{name} = {module}.zeros_like({name})  # switched off in the lab\n"),
            Override::Cells(cells) => {
                let copy = if self.library == Library::NumPy { "copy" } else { "clone" };
                let mut text = format!("{name} = {name}.{copy}()\n");
                for (cell, value) in cells.iter() {
                    let value = line::number(value);
                    let _ = writeln!(text, "{name}[{}, {}] = {value}  # put there in the lab", cell.row, cell.column);
                }
                text
            }
        }
    }

    fn checks(&mut self) -> String {
        let graph = &self.outcome.prepared.graph;
        let compared: Vec<(NodeId, Site)> = graph
            .nodes()
            .filter(|(_, node)| !matches!(node.op, Op::Leaf(_)))
            .filter(|(id, node)| self.every || Keep::Outputs.keeps(node.site) || graph.consumers(*id).is_empty())
            .map(|(id, node)| (id, node.site))
            .collect();
        let mut text = String::new();
        for &(id, site) in &compared {
            let value = self.matrix(id, site);
            let _ = writeln!(text, "check({}, {}, {value})", quoted(&site.to_string()), variable(site));
        }
        let _ = write!(text, "\nprint(\"{} matrices, all as in the lab\")\n", compared.len());
        text
    }

    /// The value of a node, written out or read from the file beside the script.
    fn matrix(&mut self, id: NodeId, site: Site) -> String {
        let matrix = self.outcome.values.matrix(id);
        let shape = matrix.shape();
        if !self.beside || shape.cells() <= SMALL {
            return format!("matrix({})", literal::rows(shape, |cell| literal::number(&matrix, cell)));
        }
        self.store(site.to_string(), &matrix)
    }

    fn store(&mut self, name: String, matrix: &Matrix) -> String {
        let stored = format!("STORED[{}]", quoted(&name));
        let precision = match matrix {
            Matrix::F32(_) => matrix_file::Precision::F32,
            Matrix::F64(_) => matrix_file::Precision::F64,
        };
        self.arrays.push(NamedMatrix { name, values: matrix.to_f64().into(), precision });
        match self.library {
            Library::NumPy => stored,
            Library::Torch => format!("torch.from_numpy({stored})"),
        }
    }

    fn visibility(&mut self, mask: &Mask, name: &str) -> String {
        let (rows, columns) = mask.visible.dim();
        let shape = Shape::new(rows, columns);
        if mask.visible.indexed_iter().all(|((query, key), &seen)| seen == (key <= query)) {
            return match self.library {
                Library::NumPy => format!("np.tri({rows}, {columns}, dtype=bool)"),
                Library::Torch => format!("torch.ones({rows}, {columns}, dtype=torch.bool).tril()"),
            };
        }
        let ones: Matrix = std::sync::Arc::new(mask.visible.mapv(|seen| f64::from(u8::from(seen)))).into();
        if self.beside && shape.cells() > SMALL {
            return format!("{} != 0", self.store(name.to_owned(), &ones));
        }
        let written = literal::rows(shape, |cell| if ones.at(cell) == 0.0 { "0".to_owned() } else { "1".to_owned() });
        format!("matrix({written}) != 0")
    }

    /// The sites of a node.
    fn addresses(&self, id: NodeId) -> String {
        let sites: Vec<String> = self.outcome.prepared.graph.sites(id).map(|site| site.to_string()).collect();
        sites.join(" = ")
    }
}

/// The name of a value in the script: its site in Python's letters.
fn variable(site: Site) -> String {
    site.to_string().replace('.', "_")
}

fn bracketed(shape: Shape) -> String {
    format!("[{shape}]")
}

/// A text as Python reads it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Text in lines of at most 110 characters.
fn wrapped(text: &str) -> String {
    const WIDTH: usize = 110;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}
