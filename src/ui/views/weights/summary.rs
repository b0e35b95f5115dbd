//! How the numbers of a weight are distributed, and how far they are from those it was opened with.

use eframe::egui::{RichText, Ui};

use super::grid::{Subject, decimals};
use crate::graph::Cell;
use crate::lab::Command;
use crate::ui::context::Context;
use crate::ui::controls::{Button, Property, properties};
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::histogram;

/// Height of the columns of the card.
pub const HEIGHT: f32 = 124.0;
/// On a stage narrower than this the histogram stands above the other columns.
const NARROW: f32 = 620.0;

/// Height of what the card holds, on a stage of this width.
pub fn height(stage: f32) -> f32 {
    if stage < NARROW { 2.0 * HEIGHT + space::SMALL } else { HEIGHT }
}

/// Draws the card.
pub fn summary_ui(ui: &mut Ui, ctx: &mut Context<'_>, subject: &Subject, under_way: bool) {
    let stacked = ui.available_height() > HEIGHT;
    if stacked {
        histogram_ui(ui, ctx, subject);
    }
    ui.horizontal_top(|ui| {
        let widths = if stacked { [0.0, 0.46, 0.54] } else { [0.4, 0.28, 0.32] };
        let gaps = if stacked { space::XL } else { 2.0 * space::XL };
        let [histogram, statistics, difference] = widths.map(|share: f32| ((ui.available_width() - gaps) * share).floor());
        if !stacked {
            column(ui, histogram, |ui| histogram_ui(ui, ctx, subject));
            ui.add_space(space::LARGE);
        }
        column(ui, statistics, |ui| statistics_ui(ui, ctx, subject));
        ui.add_space(space::LARGE);
        column(ui, difference, |ui| difference_ui(ui, ctx, subject, under_way));
    });
}

fn column(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.set_width(width);
        contents(ui);
    });
}

fn say(ui: &mut Ui, sentence: String) {
    ui.label(RichText::new(sentence).font(text::body()).color(palette(ui).text2));
}

fn histogram_ui(ui: &mut Ui, ctx: &Context<'_>, subject: &Subject) {
    let Some(findings) = &subject.findings else {
        say(ui, ctx.locale.text("weights-counting"));
        return;
    };
    let name = ctx.locale.text("weights-histogram");
    let decimals = decimals(ctx, subject.now.look.statistics.magnitude());
    let digits = move |value: f64| numbers::fixed(value, decimals);
    let bin = |bin: usize| {
        let [low, high] = findings.bins.interval(bin);
        let count = findings.bins.counts.get(bin).copied().unwrap_or(0);
        let arguments = [
            ("low", digits(low).into()),
            ("high", digits(high).into()),
            ("count", count.into()),
            ("written", numbers::count(count as u64).into()),
        ];
        ctx.locale.with("weights-bin", &arguments)
    };
    histogram(ui, &findings.bins, &name, subject.colouring(ctx), &digits, &bin);
}

fn statistics_ui(ui: &mut Ui, ctx: &Context<'_>, subject: &Subject) {
    let found = subject.now.look.statistics;
    let count = |count: usize| numbers::count(count as u64);
    let not_finite = found.infinite + found.not_numbers;
    let mut rows = vec![
        (ctx.locale.text("inspector-least"), numbers::significant(found.least, 3)),
        (ctx.locale.text("inspector-greatest"), numbers::significant(found.greatest, 3)),
        (ctx.locale.text("inspector-mean"), numbers::significant(found.mean, 3)),
        (ctx.locale.text("inspector-deviation"), numbers::significant(found.deviation, 3)),
    ];
    rows.push(if not_finite > 0 {
        (ctx.locale.text("weights-not-finite"), count(not_finite))
    } else {
        (ctx.locale.text("inspector-zeros"), count(found.zeros))
    });
    let rows: Vec<Property<'_>> = rows.iter().map(|(name, value)| Property::number(name, value)).collect();
    properties(ui, &rows);
}

fn difference_ui(ui: &mut Ui, ctx: &mut Context<'_>, subject: &Subject, under_way: bool) {
    let site = ctx.prepared().graph.node(subject.id).site;
    let difference = subject.findings.as_ref().and_then(|findings| findings.difference.as_ref());
    let changed = ctx.lab.document().changed_weights().contains(&site);
    let unchanged = !changed || difference.is_some_and(|difference| difference.largest.is_none());
    match difference.and_then(|difference| Some((difference, difference.largest?))) {
        _ if unchanged => {
            say(ui, ctx.locale.text("weights-unchanged"));
            ui.add_space(space::XS);
            let hint = RichText::new(ctx.locale.text("weights-hint")).font(text::small());
            ui.label(hint.color(palette(ui).text3));
        }
        _ if under_way => say(ui, ctx.locale.text("weights-comparing")),
        None => say(ui, ctx.locale.text("weights-incomparable")),
        Some((difference, cell)) => {
            let count = [("count", difference.changed.into()), ("written", numbers::count(difference.changed as u64).into())];
            say(ui, ctx.locale.with("weights-changed", &count));
            ui.add_space(space::XS);
            largest_ui(ui, ctx, subject, cell, difference.before.at(cell));
        }
    }
}

/// The largest change, and a way to it.
fn largest_ui(ui: &mut Ui, ctx: &mut Context<'_>, subject: &Subject, cell: Cell, before: f64) {
    let now = subject.now.at(cell);
    let written = format!("{} → {}", numbers::significant(before, 3), numbers::significant(now, 3));
    say(ui, ctx.locale.text("weights-largest"));
    ui.label(RichText::new(written).font(text::digits()).color(palette(ui).text));
    ui.add_space(space::XS);
    if ui.add(Button::secondary(&ctx.locale.with("weights-go-to", &[("cell", cell.to_string().into())]))).clicked() {
        ctx.send(Command::Select(ctx.prepared().graph.node(subject.id).site));
        ctx.send(Command::SelectCell(Some(cell)));
    }
}
