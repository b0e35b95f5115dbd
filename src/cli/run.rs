//! `run`: the values of an experiment.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use super::Status;
use super::dump;
use super::experiments::{find, heading, in_experiment, load, prepare};
use super::failure::Failure;
use super::gradients;
use super::named::named;
use super::numbers::{count, exact, short};
use super::output::Console;
use super::table::{Flush, TextTable};
use crate::experiment::{Objective, Outcome, Runner, generate};
use crate::graph::{Cell, Control, Matrix, NodeId, Operation, Site, Trouble, Warning};
use crate::lab::{Statistics, axes};
use crate::transformer::Precision;
use crate::transformer::decoding::Stop;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A file, or the name of a shipped preset
    #[arg(value_name = "FILE|PRESET")]
    experiment: PathBuf,
    /// Show this value alone, every number in full: encoder.0.self_attention.head.1.weights
    #[arg(long)]
    site: Option<Site>,
    /// Write the values to a file instead: all of them, or the one of --site, which may be a .csv, .tsv, .npy, .py or .tex too
    #[arg(long, value_name = "FILE.npz|.safetensors|.json")]
    dump: Option<PathBuf>,
    /// Calculate in this precision rather than in the experiment's own
    #[arg(long, value_parser = named(vec![("f32", Precision::F32), ("f64", Precision::F64)]))]
    precision: Option<Precision>,
    /// Show ∂L/∂v in the place of each value v, and how large both are block by block
    #[arg(long, conflicts_with = "dump")]
    gradients: bool,
    /// What L is; without it cross-entropy where a next token is to be predicted, else half the squares of the output
    #[arg(long, requires = "gradients", value_parser = named(gradients::OBJECTIVES.to_vec()))]
    objective: Option<Objective>,
}

/// Runs, and shows or writes what came out.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status, Failure> {
    let origin = find(&arguments.experiment)?;
    let mut experiment = load(&origin)?;
    if let Some(precision) = arguments.precision {
        Arc::make_mut(&mut experiment).model.precision = precision;
    }
    let prepared = prepare(&origin, experiment)?;
    let place = |site: Site| prepared.graph.find(site).ok_or(Failure::NoSite { experiment: origin.to_string(), site });
    let chosen = arguments.site.map(|site| Ok::<_, Failure>((site, place(site)?))).transpose()?;
    let outcome = Runner::default().run(&prepared, &Control::default()).map_err(in_experiment(&origin))?;

    let out = &mut console.out;
    writeln!(out, "{}", heading(&origin, &prepared.experiment))?;
    match (&arguments.dump, chosen) {
        _ if arguments.gradients => {
            gradients::show(&origin, &outcome, arguments.objective, chosen, out)?;
        }
        (Some(path), chosen) => dump::dump(&outcome, chosen, path, out)?,
        (None, Some((site, node))) => one_value(&outcome, site, node, out)?,
        (None, None) => all_values(&outcome, out)?,
    }
    for warning in outcome.values.warnings() {
        writeln!(out, "warning: {}", sentence(warning))?;
    }
    if chosen.is_none() && !arguments.gradients && prepared.experiment.decoding.is_some() {
        let generated = generate(&outcome).map_err(|error| in_experiment(&origin)(error.into()))?;
        writeln!(out, "generated: {} ({})", generated.tokens().join(" "), generated.stop.map_or("", reason))?;
    }
    Ok(Status::Well)
}

/// One matrix, each row with its name, each number in full.
fn one_value(outcome: &Outcome, site: Site, node: NodeId, out: &mut dyn Write) -> Result<(), Failure> {
    let prepared = &outcome.prepared;
    let matrix = outcome.values.matrix(node);
    let formula = prepared.graph.node(node).op.formula();
    let formula = if formula.is_empty() { String::new() } else { format!(", {formula}") };
    writeln!(out, "{site}: {}, {}{formula}", matrix.shape(), in_words(prepared.experiment.model.precision))?;
    numbers_of(outcome, node, &matrix, out)
}

/// Each row of a matrix of the shape of a node, with the names of the node's rows and columns.
pub(super) fn numbers_of(outcome: &Outcome, node: NodeId, matrix: &Matrix, out: &mut dyn Write) -> Result<(), Failure> {
    let (prepared, shape) = (&outcome.prepared, matrix.shape());
    let (rows, columns) = axes(prepared, node);
    let mut table = TextTable::new([Flush::Left, Flush::Right]);
    table.row([String::new()].into_iter().chain((0..shape.columns).map(|column| columns.label(prepared, column))));
    for row in 0..shape.rows {
        let numbers = (0..shape.columns).map(|column| exact(matrix, Cell::new(row, column)));
        table.row([rows.label(prepared, row)].into_iter().chain(numbers));
    }
    Ok(table.write(out)?)
}

/// A line for each value, in the order of the calculation.
fn all_values(outcome: &Outcome, out: &mut dyn Write) -> Result<(), Failure> {
    let graph = &outcome.prepared.graph;
    let mut table = TextTable::new([Flush::Left, Flush::Right, Flush::Right, Flush::Right, Flush::Right, Flush::Left]);
    table.row(["site", "shape", "least", "greatest", "mean", "first values"]);
    let mut left_out = 0_usize;
    for (id, node) in graph.nodes() {
        let shape = node.shape.to_string();
        if outcome.values.holds(id) {
            let matrix = outcome.values.matrix(id);
            let Statistics { least, greatest, mean, .. } = Statistics::of(&matrix);
            table.row([node.site.to_string(), shape, short(least), short(greatest), short(mean), first_values(&matrix)]);
        } else {
            left_out += 1;
        }
        for alias in graph.sites(id).skip(1) {
            table.row([alias.to_string(), node.shape.to_string(), String::new(), String::new(), String::new(), format!("= {}", node.site)]);
        }
    }
    table.write(out)?;
    if left_out > 0 {
        writeln!(out, "{left_out} values of this large run were not kept; --site calculates one of them again")?;
    }
    writeln!(
        out,
        "{} values, {} parameters, {}, {:.3} s",
        graph.len(),
        count(graph.parameters()),
        in_words(outcome.prepared.experiment.model.precision),
        outcome.duration.as_secs_f64()
    )?;
    Ok(())
}

pub(super) fn first_values(matrix: &Matrix) -> String {
    const SHOWN: usize = 4;
    let columns = matrix.shape().columns;
    let numbers: Vec<String> = (0..columns.min(SHOWN)).map(|column| short(matrix.at(Cell::new(0, column)))).collect();
    let more = if columns > SHOWN || matrix.shape().rows > 1 { " …" } else { "" };
    format!("{}{more}", numbers.join(" "))
}

fn sentence(warning: &Warning) -> String {
    let site = warning.site;
    match &warning.trouble {
        Trouble::NotANumber(cell) => format!("the first NaN appears at {site}, cell {cell}"),
        Trouble::Infinite(cell) => format!("the first infinity appears at {site}, cell {cell}"),
        Trouble::BlindQueries(rows) => {
            let rows: Vec<String> = rows.iter().map(usize::to_string).collect();
            format!("at {site} the mask hides every key from query {}, whose weights are therefore zero", rows.join(", "))
        }
    }
}

const fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::EndToken => "the end token was chosen",
        Stop::LengthLimit => "the length limit was reached",
        Stop::EarlyStopping => "enough sequences have ended",
        Stop::NoBetterScore => "no running sequence can score higher",
        Stop::NothingRunsOn => "no sequence runs on",
    }
}

pub(super) const fn in_words(precision: Precision) -> &'static str {
    match precision {
        Precision::F32 => "f32",
        Precision::F64 => "f64",
    }
}
