//! `cost`: the ledger of parameters with its formulas, and how operations and memory grow with the length.

mod growth;
mod ledger;

use std::path::PathBuf;

use super::Status;
use super::experiments::{find, heading, load, prepare};
use super::failure::Failure;
use super::numbers::{count, share};
use super::output::Console;
use super::table::{Flush, TextTable};
use crate::cost::{Architecture, Ledger, scores};
use crate::experiment::{Published, architectures};
use crate::transformer::{BuildError, Feed};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A file, or the name of a shipped preset
    #[arg(value_name = "FILE|PRESET", required_unless_present_any = ["architecture", "list"])]
    experiment: Option<PathBuf>,
    /// A published architecture instead; --list names them
    #[arg(long, value_name = "NAME", conflicts_with = "experiment")]
    architecture: Option<String>,
    /// The published architectures, their parameters, and those that their authors state
    #[arg(long, conflicts_with_all = ["experiment", "architecture"])]
    list: bool,
    /// Lengths to count for: so many positions on every side
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    n: Vec<u32>,
}

/// Lengths of an architecture, which has none of its own.
const LENGTHS: [usize; 3] = [1000, 2000, 4000];

/// Counts; nothing is run.
pub(super) fn cost(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status, Failure> {
    if arguments.list {
        list(&shipped()?, console)?;
    } else if let Some(name) = &arguments.architecture {
        let all = shipped()?;
        let known = || all.iter().map(|published| published.name).collect::<Vec<_>>().join(", ");
        let published = all.iter().find(|published| published.name == name);
        let published = published.ok_or_else(|| Failure::NoArchitecture { name: name.clone(), known: known() })?;
        published_architecture(published, arguments, console)?;
    } else if let Some(experiment) = &arguments.experiment {
        open_experiment(experiment, arguments, console)?;
    }
    Ok(Status::Well)
}

fn shipped() -> Result<Vec<Published>, Failure> {
    architectures().map_err(Failure::Unreadable)
}

fn in_architecture(published: &Published) -> impl Fn(BuildError) -> Failure {
    let experiment = published.name.to_owned();
    move |error| Failure::Experiment { experiment: experiment.clone(), error: crate::experiment::ExperimentError::from(error).into() }
}

fn list(all: &[Published], console: &mut Console<'_>) -> Result<(), Failure> {
    let mut table = TextTable::new([Flush::Left, Flush::Left, Flush::Right, Flush::Right, Flush::Right, Flush::Left]);
    table.row(["name", "architecture", "parameters", "published", "difference", "source"]);
    for published in all {
        let counted = published.architecture.costs().map_err(in_architecture(published))?.ledger.total();
        let stated = usize::try_from(published.published).unwrap_or(usize::MAX);
        table.row([
            published.name.to_owned(),
            published.title.en.clone(),
            count(counted),
            count(stated),
            difference(counted, stated),
            published.source.clone(),
        ]);
    }
    Ok(table.write(console.out)?)
}

/// How far a count lies from the published one: `+6.4 %`.
fn difference(counted: usize, published: usize) -> String {
    let sign = if counted < published { '−' } else { '+' };
    format!("{sign}{}", share(counted.abs_diff(published), published))
}

fn published_architecture(published: &Published, arguments: &Arguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let Published { architecture, .. } = published;
    let costs = architecture.costs().map_err(in_architecture(published))?;
    writeln!(console.out, "{}: {}", published.name, published.title.en)?;
    writeln!(console.out)?;
    ledger::write(&costs.ledger, console.out)?;
    ledger::tied(architecture, console.out)?;
    let (counted, stated) = (costs.ledger.total(), usize::try_from(published.published).unwrap_or(usize::MAX));
    let sign = if counted < stated { '−' } else { '+' };
    let apart = count(counted.abs_diff(stated));
    writeln!(console.out, "published: {} ({}); counted: {sign}{apart}, {}", count(stated), published.source, difference(counted, stated))?;
    writeln!(console.out, "{}", published.about.en)?;
    let lengths = lengths(arguments, &LENGTHS);
    growth::write(architecture, &costs.growth, &lengths, console.out)
}

fn open_experiment(experiment: &std::path::Path, arguments: &Arguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let origin = find(experiment)?;
    let prepared = prepare(&origin, load(&origin)?)?;
    let architecture = Architecture::of(&prepared.experiment.model, &prepared.feeds);
    let refused = |error: BuildError| super::experiments::in_experiment(&origin)(crate::experiment::ExperimentError::from(error).into());
    let costs = architecture.costs().map_err(refused)?;
    writeln!(console.out, "{}", heading(&origin, &prepared.experiment))?;
    writeln!(console.out)?;
    ledger::write(&Ledger::new(&prepared.graph), console.out)?;
    ledger::tied(&architecture, console.out)?;
    let scores = scores(&prepared.graph);
    if !scores.is_empty() {
        writeln!(console.out)?;
        ledger::scores(&scores, console.out)?;
    }
    let sides = [&prepared.feeds.source, &prepared.feeds.target].into_iter().flatten().map(Feed::len);
    let given = prepared.feeds.attention.map(|[query, key, _]| query.rows.max(key.rows));
    let own = sides.chain(given).max().unwrap_or(1);
    let lengths = lengths(arguments, &[own, 2 * own, 4 * own]);
    growth::write(&architecture, &costs.growth, &lengths, console.out)
}

fn lengths(arguments: &Arguments, usual: &[usize]) -> Vec<usize> {
    if arguments.n.is_empty() { usual.to_vec() } else { arguments.n.iter().map(|&n| n as usize).collect() }
}
