//! What the numbers say.

use super::chart::ratio;
use super::counted::Counted;
use super::{CostState, Quantity, curves};
use crate::cost::{Blocks, Counting, HeadCount, Polynomial, causal_scores};
use crate::experiment::Published;
use crate::graph::Stack;
use crate::ui::context::Context;
use crate::ui::locale::Locale;
use crate::ui::numbers;
use crate::ui::widgets::{TableCell, TableRow};

fn count(value: usize) -> String {
    numbers::count(value as u64)
}

/// `12 blocks of 3 145 728`; encoder and decoder apart.
pub fn blocks(locale: &Locale, blocks: &[Blocks]) -> String {
    let one = |kind: &Blocks| {
        let key = if kind.stack == Stack::Decoder { "cost-blocks-decoder" } else { "cost-blocks-encoder" };
        locale.with(key, &[("count", kind.count.into()), ("each", count(kind.total()).into())])
    };
    blocks.iter().map(one).collect::<Vec<_>>().join("  ·  ")
}

/// What its authors state, and how far the count is from it.
pub fn published(locale: &Locale, published: &Published, counted: u64) -> String {
    let apart = numbers::count(counted.abs_diff(published.published));
    let sign = if counted < published.published { numbers::MINUS } else { '+' };
    let share = counted.abs_diff(published.published) as f64 / published.published as f64;
    let arguments = [
        ("published", numbers::count(published.published).into()),
        ("source", published.source.clone().into()),
        ("difference", format!("{sign}{apart}").into()),
        ("share", format!("{sign}{}", numbers::percent(share)).into()),
    ];
    locale.with("cost-published", &arguments)
}

/// Heads that share the width, and heads as wide as they are; nothing where there is no choice.
pub fn head_rows(locale: &Locale, counted: &Counted, n: usize) -> Option<(Vec<String>, Vec<TableRow>)> {
    let all = counted.heads();
    let width = all.first()?.width;
    if all.len() < 2 {
        return None;
    }
    let heads = [
        locale.text("heads-count"),
        locale.text("heads-width"),
        locale.text("heads-parameters"),
        locale.text("heads-operations"),
        locale.with("heads-parameters-wide", &[("width", width.to_string().into())]),
        locale.with("heads-operations-wide", &[("width", width.to_string().into())]),
    ];
    let digits = |value: u64| TableCell::Digits(numbers::rough_count(value));
    let row = |head_count: &HeadCount| {
        let costs = [&head_count.narrower, &head_count.as_wide];
        let [narrower, as_wide] =
            costs.map(|costs| [digits(costs.ledger.total() as u64), digits(costs.growth.total(Counting::Products).at(n))]);
        let now = head_count.heads == counted.architecture.model.heads;
        let heads = head_count.heads.to_string();
        let mark = if now { locale.with("heads-now", &[("heads", heads.into())]) } else { heads };
        let first = [TableCell::Words(mark), TableCell::Digits(head_count.narrower_width.to_string())];
        TableRow { cells: first.into_iter().chain(narrower).chain(as_wide).collect(), sum: false }
    };
    Some((heads.to_vec(), all.iter().map(row).collect()))
}

/// What the chosen length costs, and its double; where the square overtakes the rest; what a causal mask needs.
pub fn of_point(ctx: &Context<'_>, counted: &Counted, state: &CostState) -> Vec<String> {
    let locale = ctx.locale;
    let growth = &counted.costs.growth;
    let (n, twice) = (state.n, 2 * state.n);
    let lengths = [("n", count(n).into()), ("twice", count(twice).into())];
    let cost = curves::total(counted, state);
    let rough = |value: u64| curves::rough(state.quantity, value as f64);
    let mut said = Vec::new();
    match state.quantity {
        Quantity::Time => return said,
        Quantity::Operations if cost == Polynomial::default() => said.push(locale.text("cost-no-products")),
        Quantity::Scores if growth.heads() == 0 => said.push(locale.text("cost-no-scores")),
        Quantity::Scores => {
            let head = growth.scores_per_head();
            let mut arguments = lengths.to_vec();
            arguments.extend([
                ("head", numbers::count(head.at(n)).into()),
                ("count", growth.heads().into()),
                ("heads", numbers::count(growth.heads()).into()),
                ("all", numbers::count(cost.at(n)).into()),
                ("double", numbers::count(head.at(twice)).into()),
                ("both", numbers::count(cost.at(twice)).into()),
            ]);
            said.push(locale.with("cost-point-scores", &arguments));
        }
        Quantity::Operations | Quantity::Memory => {
            let key = if state.quantity == Quantity::Memory { "cost-point-memory" } else { "cost-point-operations" };
            let mut arguments = lengths.to_vec();
            arguments.extend([
                ("once", rough(cost.at(n)).into()),
                ("double", rough(cost.at(twice)).into()),
                ("ratio", ratio(cost.at(twice) as f64 / cost.at(n) as f64).into()),
            ]);
            said.push(locale.with(key, &arguments));
        }
    }
    if let Some(crossing) = cost.crossing().filter(|_| cost.linear > 0 || cost.constant > 0) {
        let key = if state.quantity == Quantity::Memory { "cost-crossing-memory" } else { "cost-crossing" };
        said.push(locale.with(key, &[("n", count(crossing).into())]));
    }
    if counted.is_causal() && state.quantity != Quantity::Memory {
        let all = growth.scores_per_head().at(n);
        let arguments = [("needed", numbers::count(causal_scores(n)).into()), ("all", numbers::count(all).into())];
        said.push(locale.with("cost-causal", &arguments));
    }
    if let Some(longest) = counted.longest().filter(|longest| n > *longest) {
        said.push(locale.with("cost-longest", &[("longest", count(longest).into())]));
    }
    said
}

/// The numbers of a held part, for the name of a chart.
pub fn chart(ctx: &Context<'_>, curves: &[curves::Curve], state: &CostState, quantity: &str) -> String {
    let values: Vec<String> =
        curves.iter().map(|curve| format!("{} {}", curve.name, curves::rough(state.quantity, curve.at(state.n as f64)))).collect();
    let arguments = [("quantity", quantity.to_owned().into()), ("n", count(state.n).into()), ("values", values.join("; ").into())];
    ctx.locale.with("cost-chart", &arguments)
}
