//! `import`: matrices of a file as the weights and inputs of an experiment.

use std::path::{Path, PathBuf};

use super::Status;
use super::experiments::{find, load, prepare};
use super::failure::{Failure, must_end};
use super::output::Console;
use super::table::{Flush, TextTable};
use crate::experiment::import::{How, Plan, Source, Unused, Verdict};
use crate::experiment::{Experiment, WeightSource, save};
use crate::graph::Site;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A file of matrices: .npy, .npz, .safetensors, or a table as .csv, .tsv or .txt
    #[arg(value_name = "WEIGHTS")]
    weights: PathBuf,
    /// The experiment that they go into: a file, or the name of a shipped preset
    #[arg(long, value_name = "FILE|PRESET")]
    into: PathBuf,
    /// Send a matrix to a place, whatever its name says; NAME=SITE, or =SITE to leave the place as it is
    #[arg(long, value_name = "NAME=SITE", value_parser = sent)]
    map: Vec<(String, Site)>,
    /// The experiment to write; where it is not given, what would go where is shown alone
    #[arg(long, value_name = "FILE.ron")]
    out: Option<PathBuf>,
}

/// Shows what goes where, and writes the experiment.
pub(super) fn import(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status, Failure> {
    if let Some(out) = &arguments.out {
        must_end(out, "an experiment", "ron")?;
    }
    let origin = find(&arguments.into)?;
    let prepared = prepare(&origin, load(&origin)?)?;
    let source = Source::open(&arguments.weights)?;
    let mut plan = Plan::propose(&prepared, &source);
    for (entry, site) in &arguments.map {
        plan.release(entry);
        plan.choose(&source, *site, Some(entry.as_str()).filter(|entry| !entry.is_empty()))?;
    }
    table(&plan).write(console.out)?;
    let unused = plan.unused(&source);
    if !unused.is_empty() {
        writeln!(console.out)?;
        let mut left = TextTable::new([Flush::Left]);
        left.row(["not used", "why"]);
        for (name, why) in unused {
            left.row([name, reason(&why)]);
        }
        left.write(console.out)?;
    }
    let taken = plan.rows.iter().filter(|row| matches!(row.verdict, Verdict::Fits(_))).count();
    writeln!(console.out, "\n{taken} of {} places get their numbers from {}", plan.rows.len(), source.path.display())?;
    if let Some(out) = &arguments.out {
        let mut experiment = plan.apply(&prepared.experiment, &source, out.parent())?;
        keep_files(&mut experiment, &prepared.experiment, origin.folder());
        save(&experiment, out).map_err(Failure::Unreadable)?;
        writeln!(console.out, "{}", out.display())?;
    }
    Ok(Status::Well)
}

/// Names the files of the weights that stay as they are from wherever the experiment is written to.
fn keep_files(experiment: &mut Experiment, before: &Experiment, folder: Option<&Path>) {
    let Some(folder) = folder.and_then(|folder| std::path::absolute(folder).ok()) else { return };
    for (site, source) in &mut experiment.weights.values {
        let stays = before.weights.values.get(site) == Some(&*source);
        if let (true, WeightSource::File { file, .. }) = (stays, source) {
            *file = folder.join(&*file);
        }
    }
}

fn table(plan: &Plan) -> TextTable {
    let mut table = TextTable::new([Flush::Left, Flush::Right, Flush::Left]);
    table.row(["place", "shape", "from", "how"]);
    for row in &plan.rows {
        let (from, how) = match &row.verdict {
            Verdict::Fits(choice) => (choice.entry.clone(), way(choice.how)),
            Verdict::Shape { entry, got } => ("-".to_owned(), format!("{entry} is {got}, which does not fit")),
            Verdict::Nothing => ("-".to_owned(), "nothing has a name like it; it stays as it is".to_owned()),
        };
        table.row([row.site.to_string(), row.shape.to_string(), from, how]);
    }
    table
}

fn way(how: How) -> String {
    let part = ["first third", "second third", "last third"];
    let third = how.third.and_then(|third| part.get(third)).map(|part| format!("{part}, ")).unwrap_or_default();
    format!("{third}{}", if how.transposed { "transposed" } else { "as it is" })
}

fn reason(why: &Unused) -> String {
    match why {
        Unused::Dimensions(shape) => format!("it has the shape {shape:?}, and a matrix has two dimensions"),
        Unused::Name(shape) => format!("{shape}; its name points to no place of this model that is free"),
        Unused::Place(shape) => format!("{shape}; its name points to a place of another shape"),
    }
}

/// Reads `NAME=SITE`.
fn sent(text: &str) -> Result<(String, Site), String> {
    let (name, site) =
        text.rsplit_once('=').ok_or_else(|| "it reads like layers.0.linear1.weight=encoder.0.feed_forward.w_1".to_owned())?;
    Ok((name.to_owned(), site.parse().map_err(|error: crate::graph::SiteError| error.to_string())?))
}
