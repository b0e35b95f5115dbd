//! Operations and memory for several lengths.

use std::io::{self, Write};

use super::{Failure, Flush, TextTable, count};
use crate::cost::{Architecture, Costs, Counting, Growth, HeadCount, Held, Polynomial, Storage, Work, causal_scores, head_counts};
use crate::graph::Flops;
use crate::transformer::{Mask, Positions};

/// Everything that depends on the length, and what more heads cost.
pub(super) fn write(architecture: &Architecture, growth: &Growth, lengths: &[usize], out: &mut dyn Write) -> Result<(), Failure> {
    operations(growth, lengths, out)?;
    memory(growth, lengths, out)?;
    sentences(architecture, growth, lengths, out)?;
    // Sizes that could be counted can be counted with other heads.
    if let Some(&n) = lengths.first()
        && let Ok(counts) = head_counts(architecture)
        && counts.len() > 1
    {
        heads(&counts, n, out)?;
    }
    Ok(())
}

fn big(value: u64) -> String {
    count(usize::try_from(value).unwrap_or(usize::MAX))
}

/// A row a part, a column a length: scores, then operations, the products that published counts count before the rest.
fn operations(growth: &Growth, lengths: &[usize], out: &mut dyn Write) -> io::Result<()> {
    let mut table = TextTable::new([Flush::Left, Flush::Left, Flush::Right]);
    let head = |name: &str| [name.to_owned(), String::new()].into_iter().chain(lengths.iter().map(|&n| format!("n = {}", count(n))));
    let row = |table: &mut TextTable, name: &str, cost: Polynomial| {
        table.row([name.to_owned(), function(cost)].into_iter().chain(lengths.iter().map(|&n| big(cost.at(n)))));
    };
    if growth.heads() > 0 {
        writeln!(out)?;
        table.row(head("scores"));
        row(&mut table, "per head", growth.scores_per_head());
        row(&mut table, "all heads", growth.numbers(Held::Scores));
        table.write(out)?;
        table = TextTable::new([Flush::Left, Flush::Left, Flush::Right]);
    }
    writeln!(out)?;
    table.row(head("operations"));
    for work in Work::ALL.into_iter().filter(|work| work.is_product()).filter(|work| growth.works().any(|known| known == *work)) {
        row(&mut table, work.name(), growth.work(work));
    }
    let products = growth.total(Counting::Products);
    let any = products != Polynomial::default();
    if any {
        row(&mut table, "matrix products", products);
    }
    if any && lengths.len() > 1 {
        let ratio = |pair: &[usize]| format!("{:.3} ×", products.at(pair[1]) as f64 / products.at(pair[0]) as f64);
        let cells = ["times the column before".to_owned(), String::new(), String::new()];
        table.row(cells.into_iter().chain(lengths.windows(2).map(ratio)));
    }
    for work in growth.works().filter(|work| !work.is_product()) {
        row(&mut table, work.name(), growth.work(work));
    }
    row(&mut table, "all operations", growth.total(Counting::Everything));
    for (name, kind) in KINDS {
        let sum = |&n: &usize| big(growth.works().map(|work| kind(growth.flops(work, n))).fold(0, u64::saturating_add));
        table.row([format!("of these, {name}"), String::new()].into_iter().chain(lengths.iter().map(sum)));
    }
    table.write(out)?;
    writeln!(out, "a multiply–add is two operations, one of each kind; what a mask hides is counted")
}

/// The kinds of operations.
const KINDS: [(&str, fn(Flops) -> u64); 3] =
    [("multiplications", |flops| flops.multiplications), ("additions", |flops| flops.additions), ("functions", |flops| flops.functions)];

/// `2,048 · n² + 6,291,456 · n`.
fn function(cost: Polynomial) -> String {
    let Polynomial { constant, linear, quadratic } = cost;
    let coefficient = |value: i128| big(u64::try_from(value).unwrap_or(u64::MAX));
    let term = |value: i128, power: &str| match value {
        0 => None,
        1 => Some(power.to_owned()),
        _ => Some(format!("{} · {power}", coefficient(value))),
    };
    let constant = (constant != 0).then(|| coefficient(constant));
    let terms: Vec<String> = [term(quadratic, "n²"), term(linear, "n"), constant].into_iter().flatten().collect();
    if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
}

/// A row for what is held and a length, a column a way of storing.
fn memory(growth: &Growth, lengths: &[usize], out: &mut dyn Write) -> io::Result<()> {
    let mut table = TextTable::new([Flush::Left, Flush::Right]);
    table.row(["bytes".to_owned(), "n".to_owned()].into_iter().chain(Storage::ALL.map(|storage| storage.name().to_owned())));
    let row = |table: &mut TextTable, held: Held, n: usize, shown: String| {
        let bytes = Storage::ALL.map(|storage| big(growth.bytes(held, storage).at(n)));
        table.row([held.name().to_owned(), shown].into_iter().chain(bytes));
    };
    for held in Held::ALL.into_iter().filter(|held| growth.numbers(*held) != Polynomial::default()) {
        match held {
            Held::Weights => row(&mut table, held, 1, "any".to_owned()),
            _ => lengths.iter().for_each(|&n| row(&mut table, held, n, count(n))),
        }
    }
    writeln!(out)?;
    table.write(out)?;
    let scores = if growth.heads() > 0 { "; scores: one number for each query, key and head" } else { "" };
    writeln!(out, "activations: the result of every step of one pass{scores}")
}

fn sentences(architecture: &Architecture, growth: &Growth, lengths: &[usize], out: &mut dyn Write) -> io::Result<()> {
    let products = growth.total(Counting::Products);
    // Where nothing else grows, the square is ahead from the first position on.
    if let Some(n) = products.crossing().filter(|_| products.linear > 0) {
        writeln!(out, "from n = {} on, what grows with the square takes at least half of the matrix products", count(n))?;
    }
    let Architecture { model, .. } = architecture;
    let masks = if model.subject.has_decoder() { &model.masks.decoder_self } else { &model.masks.encoder_self };
    if let Some(&n) = lengths.first().filter(|_| masks.contains(&Mask::Causal) && growth.heads() > 0) {
        let (needed, all) = (causal_scores(n), growth.scores_per_head().at(n));
        writeln!(out, "a causal mask needs {} of the {} scores of a head for n = {}; all are counted", big(needed), big(all), count(n))?;
    }
    if model.positions == Positions::Learned && lengths.iter().any(|&n| n > model.longest) {
        writeln!(out, "its table of positions ends at n = {}", count(model.longest))?;
    }
    Ok(())
}

/// A row a number of heads: narrower, and as wide as now.
fn heads(counts: &[HeadCount], n: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut table = TextTable::new([Flush::Right]);
    let products = |costs: &Costs| big(costs.growth.total(Counting::Products).at(n));
    let wide = counts.first().map_or(0, |count| count.width);
    table.row([
        "heads".to_owned(),
        "d_k".to_owned(),
        "parameters".to_owned(),
        "products".to_owned(),
        format!("parameters, d_k = {wide}"),
        format!("products, d_k = {wide}"),
    ]);
    for HeadCount { heads, narrower_width, narrower, as_wide, .. } in counts {
        table.row([
            count(*heads),
            count(*narrower_width),
            count(narrower.ledger.total()),
            products(narrower),
            count(as_wide.ledger.total()),
            products(as_wide),
        ]);
    }
    writeln!(out)?;
    table.write(out)?;
    writeln!(out, "narrower heads share the width out, heads as wide as before add to it; n = {}", count(n))
}
