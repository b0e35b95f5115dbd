//! Parameters and scores as tables.

use std::io::{self, Write};

use super::{Flush, TextTable, count, share};
use crate::cost::{Account, Architecture, Blocks, Formula, Ledger, Scores};
use crate::transformer::Output;

/// A row a part, with its formula, a column for each kind of block, then all together.
pub(super) fn write(ledger: &Ledger, out: &mut dyn Write) -> io::Result<()> {
    let (blocks, total) = (ledger.blocks(), ledger.total());
    if total == 0 {
        return writeln!(out, "no parameters");
    }
    let mut table = TextTable::new([Flush::Left, Flush::Left, Flush::Right]);
    let row = |table: &mut TextTable, name: &str, formula: String, of: &dyn Fn(&Blocks) -> usize, all: usize| {
        let mut cells = vec![name.to_owned(), formula];
        cells.extend(blocks.iter().map(of).map(|parameters| if parameters == 0 { String::new() } else { count(parameters) }));
        cells.extend([count(all), share(all, total)]);
        table.row(cells);
    };
    let mut head = vec!["parameters".to_owned(), "formula".to_owned()];
    head.extend(blocks.iter().map(block_name));
    head.extend(["total".to_owned(), "share".to_owned()]);
    table.row(head);
    for (account, all) in ledger.accounts() {
        row(&mut table, account.name(), formulas(ledger, account), &|kind| kind.formula(account).value(), all);
    }
    row(&mut table, "total", String::new(), &Blocks::total, total);
    table.write(out)
}

/// `d_model · h · d_k = 512 · 8 · 64`; what differs between kinds of blocks stands apart.
fn formulas(ledger: &Ledger, account: Account) -> String {
    ledger.formulas(account).iter().map(Formula::to_string).collect::<Vec<_>>().join("; ")
}

/// `encoder 0–5, each`.
fn block_name(blocks: &Blocks) -> String {
    let Blocks { stack, first, count, .. } = blocks;
    match count {
        1 => format!("{stack} {first}"),
        _ => format!("{stack} {first}–{}, each", first + count - 1),
    }
}

/// A word on the output head, where it is the table of embeddings.
pub(super) fn tied(architecture: &Architecture, out: &mut dyn Write) -> io::Result<()> {
    match tied_parameters(architecture) {
        0 => Ok(()),
        saved => writeln!(out, "the output head is the table of embeddings, transposed; one of its own would add {}", count(saved)),
    }
}

/// Parameters that an output head of its own would add: V · d_model where it is tied, else 0.
fn tied_parameters(architecture: &Architecture) -> usize {
    let model = &architecture.model;
    let has_head = model.subject.has_encoder() || model.subject.has_decoder();
    let tied = has_head && model.tied_output && model.output == Output::Vocabulary;
    if tied { architecture.vocabulary.saturating_mul(model.d_model) } else { 0 }
}

/// A row a kind of attention.
pub(super) fn scores(scores: &[Scores], out: &mut dyn Write) -> io::Result<()> {
    let mut table = TextTable::new([Flush::Left, Flush::Right]);
    table.row(["scores", "queries × keys", "per head", "heads", "total"]);
    for kind in scores {
        let words = [kind.stack.map(|stack| stack.to_string()), kind.part.map(|part| part.to_string())];
        let name = words.into_iter().flatten().collect::<Vec<_>>().join(".");
        let shape = format!("{} × {}", count(kind.queries), count(kind.keys));
        table.row([name, shape, count(kind.per_head()), count(kind.heads), count(kind.total())]);
    }
    table.write(out)
}
