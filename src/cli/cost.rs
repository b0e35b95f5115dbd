//! `cost`: the ledger of parameters, and the scores of a head.

use std::path::PathBuf;

use super::Status;
use super::experiments::{find, heading, load, prepare};
use super::failure::Failure;
use super::numbers::{count, share};
use super::output::Console;
use super::table::{Flush, TextTable};
use crate::cost::{Blocks, Ledger, Scores, scores};
use crate::experiment::Prepared;
use crate::transformer::Output;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A file, or the name of a shipped preset
    #[arg(value_name = "FILE|PRESET")]
    experiment: PathBuf,
}

/// Counts; nothing is run.
pub(super) fn cost(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status, Failure> {
    let origin = find(&arguments.experiment)?;
    let prepared = prepare(&origin, load(&origin)?)?;
    let ledger = Ledger::new(&prepared.graph);
    writeln!(console.out, "{}", heading(&origin, &prepared.experiment))?;
    writeln!(console.out)?;
    parameters(&ledger).write(console.out)?;
    if tied(&prepared) {
        writeln!(console.out, "the output head is the table of embeddings, transposed")?;
    }
    let scores = scores(&prepared.graph);
    if !scores.is_empty() {
        writeln!(console.out)?;
        attention(&scores).write(console.out)?;
    }
    Ok(Status::Well)
}

/// A row a part, a column for each kind of block, then all together.
fn parameters(ledger: &Ledger) -> TextTable {
    let mut table = TextTable::new([Flush::Left, Flush::Right]);
    let blocks = ledger.blocks();
    let total = ledger.total();
    let row = |table: &mut TextTable, name: &str, of: &dyn Fn(&Blocks) -> usize, all: usize| {
        let mut cells = vec![name.to_owned()];
        cells.extend(blocks.iter().map(|kind| count(of(kind))));
        cells.extend([count(all), share(all, total)]);
        table.row(cells);
    };
    let mut head = vec!["parameters".to_owned()];
    head.extend(blocks.iter().map(block_name));
    head.extend(["total".to_owned(), "share".to_owned()]);
    table.row(head);
    for (account, all) in ledger.accounts() {
        row(&mut table, account.name(), &|kind| kind.formula(account).value(), all);
    }
    row(&mut table, "total", &|kind| kind.total(), total);
    table
}

/// `encoder 0–5, each`.
fn block_name(blocks: &Blocks) -> String {
    let Blocks { stack, first, count, .. } = blocks;
    match count {
        1 => format!("{stack} {first}"),
        _ => format!("{stack} {first}–{}, each", first + count - 1),
    }
}

/// A row a kind of attention.
fn attention(scores: &[Scores]) -> TextTable {
    let mut table = TextTable::new([Flush::Left, Flush::Right]);
    table.row(["scores", "queries × keys", "per head", "heads", "total"]);
    for kind in scores {
        let words = [kind.stack.map(|stack| stack.to_string()), kind.part.map(|part| part.to_string())];
        let name = words.into_iter().flatten().collect::<Vec<_>>().join(".");
        let shape = format!("{} × {}", count(kind.queries), count(kind.keys));
        table.row([name, shape, count(kind.per_head()), count(kind.heads), count(kind.total())]);
    }
    table
}

fn tied(prepared: &Prepared) -> bool {
    let model = &prepared.experiment.model;
    let has_head = model.subject.has_encoder() || model.subject.has_decoder();
    has_head && model.tied_output && model.output == Output::Vocabulary && prepared.feeds.vocabulary > 0
}
