//! The matrix as a whole: what is measured of it, and how its numbers are distributed.

use eframe::egui::{RichText, Ui};

use super::Subject;
use crate::experiment::export::matrix::MatrixKind;
use crate::graph::Site;
use crate::ui::app::{Action, Takeaway};
use crate::ui::context::Context;
use crate::ui::controls::{Property, properties, section};
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::histogram;
use crate::ui::{describe, numbers};

/// Decimals of what is measured.
const DECIMALS: usize = 4;

/// Draws the matrix as a whole.
pub fn matrix_ui(ui: &mut Ui, ctx: &mut Context<'_>, subject: &Subject) {
    section(ui, &ctx.locale.text("inspector-matrix"));
    let shape = subject.look.matrix.shape();
    let found = &subject.look.statistics;
    let four = |value: f64| numbers::fixed(value, DECIMALS);
    let texts = [
        numbers::shape(shape.rows, shape.columns),
        four(found.least),
        four(found.greatest),
        four(found.mean),
        four(found.deviation),
        numbers::count(found.zeros as u64),
        numbers::count(found.infinite as u64),
        numbers::count(found.not_numbers as u64),
    ];
    let names = [
        "inspector-shape",
        "inspector-least",
        "inspector-greatest",
        "inspector-mean",
        "inspector-deviation",
        "inspector-zeros",
        "inspector-infinite",
        "inspector-nan",
    ]
    .map(|key| ctx.locale.text(key));
    let rows: Vec<Property<'_>> = names.iter().zip(&texts).map(|(name, text)| Property::number(name, text)).collect();
    properties(ui, &rows);
    ui.add_space(space::SMALL);
    distribution_ui(ui, ctx, subject);
    let site = ctx.prepared().graph.node(subject.id).site;
    describe::address_ui(ui, ctx.locale, site);
    ui.add_space(space::XS);
    takeaway_ui(ui, ctx, site);
}

/// The matrix on the clipboard, or in a file.
fn takeaway_ui(ui: &mut Ui, ctx: &mut Context<'_>, site: Site) {
    let copies = MatrixKind::TEXTS.map(|kind| Action::Copy(site, kind));
    let files = MatrixKind::FILES.map(|kind| Action::TakeAway(Takeaway::Matrix(site, kind)));
    ui.horizontal(|ui| {
        menu_ui(ui, ctx, "takeaway-copy", &copies);
        menu_ui(ui, ctx, "takeaway-save", &files);
    });
}

fn menu_ui(ui: &mut Ui, ctx: &mut Context<'_>, key: &str, actions: &[Action]) {
    let words = ctx.locale.text(key);
    ui.menu_button(format!("{words} ▾"), |ui| {
        for action in actions {
            let mut button = ui.button(action.name(ctx.locale));
            if matches!(action, Action::Copy(_, MatrixKind::Csv) | Action::TakeAway(Takeaway::Matrix(_, MatrixKind::Csv))) {
                button = button.on_hover_text(ctx.locale.text("takeaway-no-header"));
            }
            if button.clicked() {
                ctx.act(action.clone());
                ui.close();
            }
        }
    });
}

fn distribution_ui(ui: &mut Ui, ctx: &Context<'_>, subject: &Subject) {
    let small = |ui: &mut Ui, told: String| ui.label(RichText::new(told).font(text::small()).color(palette(ui).text3));
    let Some(found) = subject.look.distribution(ui.ctx()) else {
        small(ui, ctx.locale.text("inspector-counting"));
        return;
    };
    let site = ctx.prepared().graph.node(subject.id).site;
    let colouring = if describe::is_probability(site) { ctx.probability() } else { ctx.signed(subject.look.statistics.magnitude()) };
    let digits = |value: f64| numbers::fixed(value, numbers::DECIMALS);
    let describe = |bin: usize| {
        let [low, high] = found.bins.interval(bin).map(|end| numbers::fixed(end, DECIMALS));
        let count = found.bins.counts.get(bin).copied().unwrap_or(0);
        ctx.locale.with("inspector-bin", &[("low", low.into()), ("high", high.into()), ("count", numbers::count(count as u64).into())])
    };
    histogram(ui, &found.bins, &ctx.locale.text("inspector-histogram"), colouring, &digits, &describe);
    if found.masked > 0 {
        small(ui, ctx.locale.with("inspector-masked-out", &[("count", found.masked.into())]));
    }
    if found.bins.not_finite > 0 {
        small(ui, ctx.locale.with("inspector-not-finite", &[("count", found.bins.not_finite.into())]));
    }
}
