//! Growth: curves over the length, the chosen length and its double, architectures side by side, and what was measured.

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{Button as PlainButton, PopupCloseBehavior, RichText, ScrollArea, Ui, vec2};

use super::chart::Chart;
use super::counted::Choice;
use super::curves::{self, Curve};
use super::{CostState, LONGEST, Quantity, export, ledger, measured, sentences};
use crate::ui::context::Context;
use crate::ui::controls::{IntegerSlider, ListRow, Notice, notice, prose, segmented};
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{Table, TableCell, TableRow, round_step};

/// Height of the chart, and of what stands above and below it.
const LOWEST: f32 = 220.0;
const HIGHEST: f32 = 640.0;
const BESIDE: f32 = 400.0;
/// Width of the list to compare with, and the part of the window's height that it may take.
const LIST: f32 = 280.0;
const LIST_HEIGHT: f32 = 0.5;

/// Draws the growth.
pub fn growth_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut CostState) {
    let p = palette(ui);
    let height = (ui.clip_rect().height() - BESIDE).clamp(LOWEST, HIGHEST);
    ui.label(RichText::new(ctx.locale.text("growth-heading")).font(text::title()).color(p.text));
    ui.add_space(space::SMALL);
    controls_ui(ui, ctx, state);
    let curves = curves::curves(ctx, &state.counts, state);
    let quantity = title(ctx, state);
    ui.add_space(space::SMALL);
    ui.label(RichText::new(&quantity).font(text::small()).color(p.text3));
    if curves.is_empty() && state.quantity == Quantity::Time {
        notice(ui, Notice::Hint, &ctx.locale.text("growth-not-measured"));
    } else if curves.is_empty() {
        // The sentences below say why.
    } else if state.as_table {
        table_ui(ui, ctx, state, &curves);
    } else {
        chart_ui(ui, ctx, state, &curves, &quantity, height);
    }
    ui.add_space(space::XS);
    ui.horizontal_wrapped(|ui| {
        if state.quantity != Quantity::Time {
            ui.add(IntegerSlider::new(&ctx.locale.text("growth-length"), &mut state.n, 1..=LONGEST).logarithmic());
            compare_ui(ui, ctx, state);
        }
        let locale = ctx.locale;
        ledger::save_ui(ui, ctx, "growth", || {
            let names = ["growth-axis", "curve-measured"].map(|key| locale.text(key));
            let timings = if state.quantity == Quantity::Time { state.measured.timings() } else { &[] };
            export::curves(&names[0], &curves, &names[1], timings, longest(state, &curves), state.logarithmic)
        });
    });
    if let Some(counted) = state.counts.of(state.choice) {
        for sentence in sentences::of_point(ctx, counted, state) {
            prose(ui, &sentence);
        }
    }
    ui.add_space(space::MEDIUM);
    measured::measured_ui(ui, ctx, state);
}

fn controls_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut CostState) {
    let words = |key| ctx.locale.text(key);
    let quantities = ["growth-scores", "growth-operations", "growth-memory", "growth-time"].map(words);
    let [scores, operations, memory, time] = &quantities;
    let scales = ["scale-linear", "scale-logarithmic"].map(words);
    let forms = ["growth-chart", "growth-table"].map(words);
    let options =
        [(Quantity::Scores, scores.as_str()), (Quantity::Operations, operations), (Quantity::Memory, memory), (Quantity::Time, time)];
    ui.horizontal(|ui| segmented(ui, &words("growth-shown"), &mut state.quantity, &options));
    ui.horizontal(|ui| {
        segmented(ui, &words("cost-scale"), &mut state.logarithmic, &[(false, scales[0].as_str()), (true, &scales[1])]);
        ui.add_space(space::SMALL);
        segmented(ui, &words("growth-form"), &mut state.as_table, &[(false, forms[0].as_str()), (true, &forms[1])]);
    });
}

/// What the values are.
fn title(ctx: &Context<'_>, state: &CostState) -> String {
    match state.quantity {
        Quantity::Scores => ctx.locale.text("growth-title-scores"),
        Quantity::Operations if state.counting == crate::cost::Counting::Everything => ctx.locale.text("growth-title-everything"),
        Quantity::Operations => ctx.locale.text("growth-title-products"),
        Quantity::Memory => ctx.locale.with("growth-title-memory", &[("storage", state.storage.name().into())]),
        Quantity::Time => ctx.locale.text("growth-title-time"),
    }
}

/// The longest length shown: room for the double of the chosen one, and for the crossing where it is near.
fn longest(state: &CostState, curves: &[Curve]) -> f64 {
    let timings = state.measured.timings();
    if state.quantity == Quantity::Time {
        let longest = timings.iter().map(|timing| timing.n).max().unwrap_or(1) as f64;
        return if state.logarithmic { longest * 1.6 } else { longest * 1.1 };
    }
    let n = state.n as f64;
    if state.logarithmic {
        return if 2.5 * n > LONGEST as f64 { 10.0 * LONGEST as f64 } else { LONGEST as f64 };
    }
    let crossing = curves.first().and_then(|curve| curve.cost.crossing()).map_or(0.0, |crossing| 1.2 * crossing as f64);
    let wanted = if crossing <= 5.0 * n { crossing.max(2.3 * n) } else { 2.3 * n };
    // Up to the next tick.
    let step = round_step(wanted / 8.0);
    (wanted / step).ceil() * step
}

fn chart_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut CostState, curves: &[Curve], quantity: &str, height: f32) {
    let time = state.quantity == Quantity::Time;
    let points: Vec<(f64, f64)> = if time { state.measured.points() } else { Vec::new() };
    let law = state.measured.law().filter(|_| time);
    let mut marks = Vec::new();
    let own = state.counts.length();
    if state.choice == Choice::Open && own != state.n && !time {
        marks.push((own, ctx.locale.with("growth-own", &[("n", numbers::count(own as u64).into())])));
    }
    let crossing = curves.first().and_then(|curve| curve.cost.crossing()).filter(|n| *n > 1);
    if let Some(crossing) = crossing.filter(|_| matches!(state.quantity, Quantity::Operations | Quantity::Memory)) {
        marks.push((crossing, ctx.locale.with("growth-crossing", &[("n", numbers::count(crossing as u64).into())])));
    }
    let shown = state.quantity;
    let chart = Chart {
        name: sentences::chart(ctx, curves, state, quantity),
        curves,
        points: &points,
        law: law.as_ref().map(|law| (law, ctx.locale.with("curve-law", &[("exponent", format!("{:.2}", law.exponent).into())]))),
        marks,
        chosen: (!time).then_some(state.n),
        logarithmic: state.logarithmic,
        longest: longest(state, curves),
        write: &|value| curves::rough(shown, value),
        tick: &|value, largest| curves::tick(shown, value, largest),
        axis: ctx.locale.text("growth-axis"),
    };
    if let Some(n) = chart.show(ui, vec2(ui.available_width(), height)) {
        state.n = n.clamp(1, LONGEST);
    }
}

/// The same numbers in rows: the chosen length, and what lies around it.
fn table_ui(ui: &mut Ui, ctx: &Context<'_>, state: &CostState, curves: &[Curve]) {
    let time = state.quantity == Quantity::Time;
    let around = [state.n / 4, state.n / 2, state.n, 2 * state.n, 4 * state.n, 8 * state.n];
    let mut lengths: Vec<usize> = if time { state.measured.timings().iter().map(|timing| timing.n).collect() } else { around.to_vec() };
    lengths.retain(|n| *n > 0);
    lengths.dedup();
    let heads: Vec<String> = [ctx.locale.text("growth-axis")].into_iter().chain(curves.iter().map(|curve| curve.name.clone())).collect();
    let row = |n: usize| {
        let values = curves.iter().map(|curve| TableCell::Digits(curves::full(state.quantity, curve.at(n as f64))));
        TableRow { cells: [TableCell::Words(numbers::count(n as u64))].into_iter().chain(values).collect(), sum: false }
    };
    let rows: Vec<TableRow> = lengths.into_iter().map(row).collect();
    Table::new(&heads, &rows).show(ui);
}

/// The list of architectures to compare with; it stays open while they are chosen.
fn compare_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut CostState) {
    let button = PlainButton::new(RichText::new(ctx.locale.text("growth-compare")).font(text::body()));
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    MenuButton::from_button(button).config(config).ui(ui, |ui| {
        ui.set_width(LIST);
        let height = ui.content_rect().height() * LIST_HEIGHT;
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for choice in state.counts.choices().filter(|choice| *choice != state.choice) {
                let name = state.counts.name(ctx, choice);
                let chosen = state.compared.contains(&choice);
                let parameters = state.counts.of(choice).map_or(0, |counted| counted.costs.ledger.total() as u64);
                let note = numbers::rough_count(parameters);
                if ui.add(ListRow::new(&name, chosen).note(&note)).clicked() {
                    if chosen {
                        state.compared.retain(|other| *other != choice);
                    } else {
                        state.compared.push(choice);
                    }
                }
            }
        });
    });
}
