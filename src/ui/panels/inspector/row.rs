//! The row of the chosen cell as bars.

use eframe::egui::Ui;

use super::Subject;
use crate::graph::Cell;
use crate::lab::{Command, axes};
use crate::ui::context::Context;
use crate::ui::controls::section;
use crate::ui::views::steps::digits;
use crate::ui::widgets::notation::plain;
use crate::ui::widgets::{Bar, Bars};
use crate::ui::{describe, numbers};

/// Bars that are shown, at most.
const BARS: usize = 12;

/// Draws the row, or the part of it around the cell.
pub fn row_ui(ui: &mut Ui, ctx: &mut Context<'_>, subject: &Subject) {
    let Some(cell) = subject.cell else { return };
    let prepared = ctx.prepared().clone();
    let site = prepared.graph.node(subject.id).site;
    let (_, columns) = axes(&prepared, subject.id);
    let sign = plain(&describe::sign(&prepared, subject.id));
    section(ui, &ctx.locale.with("inspector-row-of", &[("sign", sign.into())]));
    let look = &subject.look;
    let count = look.matrix.shape().columns;
    let first = cell.column.saturating_sub(BARS / 2).min(count.saturating_sub(BARS));
    let hidden = look.cells();
    let bars: Vec<Bar> = (first..count.min(first + BARS))
        .map(|column| {
            let at = Cell::new(cell.row, column);
            let seen = !hidden.is_masked(crate::ui::widgets::Cell::new(cell.row, column));
            Bar { name: columns.label(&prepared, column), value: seen.then(|| look.matrix.at(at)) }
        })
        .collect();
    let (decimals, probability) = (ctx.decimals(), describe::is_probability(site));
    let colouring = if probability { ctx.probability() } else { ctx.signed(look.statistics.magnitude()) };
    let written = |value: f64| digits(value, decimals, probability);
    let name = ctx.locale.text("inspector-row-bars");
    let answer = Bars::new(&name, &bars, colouring, &written, numbers::MINUS_INFINITY).chosen(Some(cell.column - first)).show(ui);
    if let Some(bar) = answer.clicked {
        ctx.send(Command::SelectCell(Some(Cell::new(cell.row, first + bar))));
    }
}
