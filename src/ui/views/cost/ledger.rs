//! The ledger: parameters, operations or bytes, part by part, each with its formula and its share.

use eframe::egui::{RichText, Ui};

use super::counted::{Choice, Counted};
use super::{CostState, Page, export, sentences};
use crate::cost::{Account, Blocks, Costs, Counting, Formula, Growth, Held, Ledger, Polynomial, Storage, Work};
use crate::graph::Stack;
use crate::ui::context::Context;
use crate::ui::controls::{Button, Notice, choice, notice, prose, section, segmented, toggle};
use crate::ui::locale::Locale;
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{Table, TableCell, TableRow};

/// Draws the ledger.
pub fn ledger_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut CostState) {
    let words = |key| ctx.locale.text(key);
    ui.label(RichText::new(words("cost-heading")).font(text::title()).color(palette(ui).text));
    ui.add_space(space::SMALL);
    let (pages, name) = ([words("cost-parameters"), words("cost-operations"), words("cost-memory")], words("cost-page"));
    ui.horizontal_wrapped(|ui| {
        choice_ui(ui, ctx, state);
        let options = [(Page::Parameters, pages[0].as_str()), (Page::Operations, &pages[1]), (Page::Memory, &pages[2])];
        segmented(ui, &name, &mut state.page, &options);
    });
    ui.add_space(space::SMALL);
    match state.page {
        Page::Parameters => parameters_ui(ui, ctx, state),
        Page::Operations => operations_ui(ui, ctx, state),
        Page::Memory => memory_ui(ui, ctx, state),
    }
}

fn choice_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut CostState) {
    let named: Vec<(Choice, String)> = state.counts.choices().map(|choice| (choice, state.counts.name(ctx, choice))).collect();
    let options: Vec<(Choice, &str)> = named.iter().map(|(choice, name)| (*choice, name.as_str())).collect();
    choice(ui, &ctx.locale.text("cost-counted"), &mut state.choice, &options);
}

fn parameters_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut CostState) {
    let Some(counted) = state.counts.of(state.choice) else { return };
    let locale = ctx.locale;
    let whole = &counted.costs.ledger;
    let shown = shown(whole, state);
    let answer = locale.with("cost-total", &[("count", numbers::count(shown.total() as u64).into())]);
    ui.label(RichText::new(answer).font(text::answer()).color(palette(ui).text));
    let blocks = sentences::blocks(locale, shown.blocks());
    if !blocks.is_empty() {
        ui.label(RichText::new(blocks).font(text::body()).color(palette(ui).text2));
    }
    if let Some(published) = state.counts.published(state.choice) {
        prose(ui, &sentences::published(locale, published, whole.total() as u64));
        prose(ui, &ctx.say(&published.about));
    }
    ui.add_space(space::SMALL);
    if whole.total() == 0 {
        notice(ui, Notice::Hint, &locale.text("cost-nothing-learned"));
        return;
    }
    let (heads, rows) = parameter_rows(locale, &shown);
    Table::new(&heads, &rows).yielding(1).show(ui);
    ui.add_space(space::SMALL);
    let (biases, norms) = (whole.of(Account::Biases) > 0, whole.of(Account::Norms) > 0);
    let tied = counted.tied();
    let heads_costs = sentences::head_rows(locale, counted, state.n);
    ui.horizontal_wrapped(|ui| {
        if biases {
            toggle(ui, &locale.text("cost-with-biases"), &mut state.biases);
        }
        if norms {
            toggle(ui, &locale.text("cost-with-norms"), &mut state.norms);
        }
        save_ui(ui, ctx, "parameters", || export::table(&heads, &rows));
    });
    if let Some(saved) = tied {
        prose(ui, &locale.with("cost-tied", &[("count", numbers::count(saved).into())]));
    }
    if let Some((heads, rows)) = heads_costs {
        ui.add_space(space::MEDIUM);
        section(ui, &locale.text("cost-heads"));
        Table::new(&heads, &rows).show(ui);
        ui.add_space(space::XS);
        prose(ui, &locale.with("cost-heads-why", &[("n", numbers::count(state.n as u64).into())]));
    }
}

/// The ledger as far as it is wanted.
fn shown(ledger: &Ledger, state: &CostState) -> Ledger {
    let left_out: Vec<Account> = [(Account::Biases, state.biases), (Account::Norms, state.norms)]
        .into_iter()
        .filter(|(_, on)| !on)
        .map(|(account, _)| account)
        .collect();
    ledger.without(&left_out)
}

/// A row a part: its formula, one block of each kind, all, its share.
fn parameter_rows(locale: &Locale, ledger: &Ledger) -> (Vec<String>, Vec<TableRow>) {
    let blocks = ledger.blocks();
    let mut heads = vec![locale.text("cost-part"), locale.text("cost-formula")];
    heads.extend(blocks.iter().map(|kind| block_name(locale, kind)));
    heads.extend([locale.text("cost-all"), locale.text("cost-share")]);
    let total = ledger.total();
    let digits = |parameters: usize| match parameters {
        0 => TableCell::Empty,
        _ => TableCell::Digits(numbers::count(parameters as u64)),
    };
    let share = |part: usize| {
        let part = part as f64 / total as f64;
        TableCell::Share(part, numbers::percent(part))
    };
    let mut rows: Vec<TableRow> = ledger
        .accounts()
        .filter(|(_, parameters)| *parameters > 0)
        .map(|(account, parameters)| {
            let formulas = ledger.formulas(account).iter().map(Formula::to_string).collect::<Vec<_>>().join(";  ");
            let mut cells = vec![TableCell::Words(typeset(&account_name(locale, account))), TableCell::Aside(typeset(&formulas))];
            cells.extend(blocks.iter().map(|kind| digits(kind.formula(account).value())));
            cells.extend([digits(parameters), share(parameters)]);
            TableRow { cells, sum: false }
        })
        .collect();
    if total > 0 {
        let mut cells = vec![TableCell::Words(locale.text("cost-sum")), TableCell::Empty];
        cells.extend(blocks.iter().map(|kind| digits(kind.total())));
        cells.extend([digits(total), TableCell::Empty]);
        rows.push(TableRow { cells, sum: true });
    }
    (heads, rows)
}

fn block_name(locale: &Locale, blocks: &Blocks) -> String {
    locale.text(if blocks.stack == Stack::Decoder { "cost-decoder-block" } else { "cost-encoder-block" })
}

/// A sign with its lowered part in braces, as the widgets set it: `d_model` as `d_{model}`.
fn typeset(signs: &str) -> String {
    let mut set = String::new();
    let mut parts = signs.split('_');
    set.extend(parts.next());
    for part in parts {
        let end = part.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(part.len());
        let (lowered, rest) = part.split_at(end);
        set.extend(["_{", lowered, "}", rest]);
    }
    set
}

fn account_name(locale: &Locale, account: Account) -> String {
    match account {
        Account::Query | Account::Key | Account::Value | Account::Output => account.name().to_owned(),
        Account::Embeddings => locale.text("account-embeddings"),
        Account::Positions => locale.text("account-positions"),
        Account::Segments => locale.text("account-segments"),
        Account::FeedForward => locale.text("account-feed-forward"),
        Account::Norms => locale.text("account-norms"),
        Account::Biases => locale.text("account-biases"),
        Account::Pooler => locale.text("account-pooler"),
        Account::Head => locale.text("account-head"),
    }
}

fn operations_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut CostState) {
    let Some(counted) = state.counts.of(state.choice) else { return };
    let locale = ctx.locale;
    let Costs { growth, .. } = &counted.costs;
    let total = growth.total(state.counting).at(state.n);
    let answer = [("count", numbers::rough_count(total).into()), ("n", numbers::count(state.n as u64).into())];
    ui.label(RichText::new(locale.with("cost-operations-total", &answer)).font(text::answer()).color(palette(ui).text));
    ui.label(RichText::new(function(growth.total(state.counting))).font(text::digits()).color(palette(ui).text2));
    ui.add_space(space::SMALL);
    let (heads, rows) = operation_rows(locale, growth, state.counting, state.n);
    Table::new(&heads, &rows).yielding(1).show(ui);
    ui.add_space(space::SMALL);
    ui.horizontal_wrapped(|ui| {
        let mut all = state.counting == Counting::Everything;
        toggle(ui, &locale.text("cost-everything"), &mut all);
        state.counting = if all { Counting::Everything } else { Counting::Products };
        save_ui(ui, ctx, "operations", || export::table(&heads, &rows));
    });
    prose(ui, &locale.text("cost-operations-how"));
}

/// A row a part: how it grows, multiplications, additions and functions for the chosen length, its share.
fn operation_rows(locale: &Locale, growth: &Growth, counting: Counting, n: usize) -> (Vec<String>, Vec<TableRow>) {
    let everything = counting == Counting::Everything;
    let mut heads = ["cost-part", "cost-growth", "cost-multiplications", "cost-additions"].map(|key| locale.text(key)).to_vec();
    if everything {
        heads.push(locale.text("cost-functions"));
    }
    heads.push(locale.text("cost-share"));
    let all = growth.total(counting);
    let digits = |count: u64| if count == 0 { TableCell::Empty } else { TableCell::Digits(numbers::count(count)) };
    let mut sums = [0_u64; 3];
    let mut rows: Vec<TableRow> = growth
        .works()
        .filter(|&work| counting.counts(work))
        .map(|work| {
            let flops = growth.flops(work, n);
            let counts = [flops.multiplications, flops.additions, flops.functions];
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum = sum.saturating_add(count));
            let share = flops.total() as f64 / all.at(n) as f64;
            let mut cells = vec![TableCell::Words(typeset(&work_name(locale, work))), TableCell::Aside(function(growth.work(work)))];
            cells.extend(counts[..if everything { 3 } else { 2 }].iter().map(|count| digits(*count)));
            cells.push(TableCell::Share(share, numbers::percent(share)));
            TableRow { cells, sum: false }
        })
        .collect();
    if !rows.is_empty() {
        let mut cells = vec![TableCell::Words(locale.text("cost-sum")), TableCell::Empty];
        cells.extend(sums[..if everything { 3 } else { 2 }].iter().map(|sum| digits(*sum)));
        cells.push(TableCell::Empty);
        rows.push(TableRow { cells, sum: true });
    }
    (heads, rows)
}

/// `24 576 · n² + 75 497 472 · n`.
fn function(cost: Polynomial) -> String {
    let Polynomial { constant, linear, quadratic } = cost;
    let written = |value: i128| numbers::count(u64::try_from(value).unwrap_or(u64::MAX));
    let term = |value: i128, power: &str| match value {
        0 => None,
        1 => Some(power.to_owned()),
        _ => Some(format!("{} · {power}", written(value))),
    };
    let terms: Vec<String> =
        [term(quadratic, "n²"), term(linear, "n"), (constant != 0).then(|| written(constant))].into_iter().flatten().collect();
    terms.join(" + ")
}

fn work_name(locale: &Locale, work: Work) -> String {
    match work {
        Work::Query | Work::Key | Work::Value => work.name().to_owned(),
        Work::Inputs => locale.text("work-inputs"),
        Work::Scores => locale.text("work-scores"),
        Work::Softmax => locale.text("work-softmax"),
        Work::Weighted => locale.text("work-weighted"),
        Work::Output => locale.text("work-joined"),
        Work::First => locale.text("work-first"),
        Work::Activation => locale.text("work-activation"),
        Work::Second => locale.text("work-second"),
        Work::Biases => locale.text("work-biases"),
        Work::Norms => locale.text("work-norms"),
        Work::Residuals => locale.text("work-residuals"),
        Work::Head => locale.text("work-head"),
        Work::Probabilities => locale.text("work-probabilities"),
    }
}

fn memory_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut CostState) {
    let Some(counted) = state.counts.of(state.choice) else { return };
    let locale = ctx.locale;
    let growth = &counted.costs.growth;
    let total = growth.memory(state.storage).at(state.n);
    let arguments =
        [("bytes", numbers::bytes(total).into()), ("storage", state.storage.name().into()), ("n", numbers::count(state.n as u64).into())];
    ui.label(RichText::new(locale.with("cost-memory-total", &arguments)).font(text::answer()).color(palette(ui).text));
    ui.add_space(space::SMALL);
    let (heads, rows) = memory_rows(locale, counted, state.n);
    Table::new(&heads, &rows).yielding(1).show(ui);
    ui.add_space(space::SMALL);
    ui.horizontal_wrapped(|ui| {
        let options = Storage::ALL.map(|storage| (storage, storage.name()));
        segmented(ui, &locale.text("cost-storage"), &mut state.storage, &options);
        save_ui(ui, ctx, "memory", || export::table(&heads, &rows));
    });
    prose(ui, &locale.text("cost-memory-how"));
}

/// A row for what is held: how many numbers, and the bytes in each way of storing.
fn memory_rows(locale: &Locale, counted: &Counted, n: usize) -> (Vec<String>, Vec<TableRow>) {
    let growth = &counted.costs.growth;
    let heads = [locale.text("cost-part"), locale.text("cost-numbers")].into_iter();
    let heads = heads.chain(Storage::ALL.map(|storage| storage.name().to_owned())).collect();
    let bytes = |held: Held| Storage::ALL.map(|storage| TableCell::Digits(numbers::bytes(growth.bytes(held, storage).at(n))));
    let row = |held: Held| {
        let name = locale.text(match held {
            Held::Weights => "held-weights",
            Held::Activations => "held-activations",
            Held::KeysAndValues => "held-keys-values",
            Held::Scores => "held-scores",
        });
        let cells = [TableCell::Words(name), TableCell::Aside(function(growth.numbers(held)))].into_iter().chain(bytes(held));
        TableRow { cells: cells.collect(), sum: false }
    };
    let there = Held::ALL.into_iter().filter(|held| growth.numbers(*held) != Polynomial::default());
    let mut rows: Vec<TableRow> = there.map(row).collect();
    let sums = Storage::ALL.map(|storage| TableCell::Digits(numbers::bytes(growth.memory(storage).at(n))));
    let cells = [TableCell::Words(locale.text("cost-sum")), TableCell::Empty].into_iter().chain(sums);
    rows.push(TableRow { cells: cells.collect(), sum: true });
    (heads, rows)
}

/// A button that saves what is shown.
pub fn save_ui(ui: &mut Ui, ctx: &mut Context<'_>, name: &str, file: impl FnOnce() -> String) {
    let button = ui.add(Button::secondary(&ctx.locale.text("cost-save"))).on_hover_text(ctx.locale.text("cost-save-hint"));
    if button.clicked() {
        ctx.act(export::action(name, file()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowered_parts_are_set_in_braces() {
        assert_eq!(typeset("2 · d_model · d_ff = 2 · 512 · 2048"), "2 · d_{model} · d_{ff} = 2 · 512 · 2048");
        assert_eq!(typeset("W_Q"), "W_{Q}");
        assert_eq!(typeset("norms"), "norms");
    }

    #[test]
    fn functions_of_the_length() {
        let function = |constant, linear, quadratic| function(Polynomial { constant, linear, quadratic });
        assert_eq!(function(0, 0, 1), "n²");
        assert_eq!(function(3, 2, 4096), "4\u{202F}096 · n² + 2 · n + 3");
    }
}
