//! What is shown of a finding, and how.

use eframe::egui::Ui;

use super::comparing::Found;
use super::curves::{self, Shown};
use super::{CompareState, Form, names};
use crate::ui::app::Action;
use crate::ui::context::Context;
use crate::ui::controls::{Button, segments};

/// How a finding is shown: all values in rows where they were compared, else a chart.
pub fn form(state: &CompareState, found: &Found) -> Form {
    state.form.unwrap_or(if found.values.is_some() { Form::Table } else { Form::Chart })
}

/// Whether values are shown by their logarithms.
pub fn logarithmic(state: &CompareState, shown: &Shown<'_>) -> bool {
    shown.has_logarithms() && state.logarithmic.unwrap_or_else(|| shown.spans_decades())
}

/// Draws the choices.
pub fn toolbar_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut CompareState, found: &Found, shown: &Shown<'_>) {
    let words = |key| ctx.locale.text(key);
    let mut chosen = form(state, found);
    let second = if found.values.is_some() { "compare-values" } else { "compare-table" };
    let forms = [words("compare-chart"), words(second)];
    let quantities: Vec<String> = shown.quantities.iter().map(|quantity| names::quantity(ctx.locale, *quantity)).collect();
    ui.horizontal_wrapped(|ui| {
        if shown.quantities.len() > 1 {
            let options: Vec<_> = shown.quantities.iter().copied().zip(quantities.iter().map(String::as_str)).collect();
            let mut quantity = shown.quantity;
            if segments(ui, &mut quantity, &options).changed() {
                state.quantity = Some(quantity);
                state.logarithmic = None;
            }
        }
        let forms = [(Form::Chart, forms[0].as_str()), (Form::Table, &forms[1])];
        if segments(ui, &mut chosen, &forms).changed() {
            state.form = Some(chosen);
        }
        if chosen == Form::Chart && shown.has_logarithms() {
            let scales = ["scale-linear", "scale-logarithmic"].map(words);
            let mut by_logarithm = logarithmic(state, shown);
            if segments(ui, &mut by_logarithm, &[(false, scales[0].as_str()), (true, &scales[1])]).changed() {
                state.logarithmic = Some(by_logarithm);
            }
        }
        let save = ui.add(Button::secondary(&words("compare-save"))).on_hover_text(words("compare-save-hint"));
        if save.clicked() {
            let name = format!("{}.csv", found.finding.measure.name());
            ctx.act(Action::SaveText { name, text: curves::file(ctx.locale, &found.finding) });
        }
    });
}
