//! Cost: where the parameters are, and what a longer text costs.

mod chart;
mod counted;
mod curves;
mod export;
mod growth;
mod ledger;
mod measured;
mod sentences;

use eframe::egui::{CentralPanel, Panel, ScrollArea, Ui};

use crate::cost::{Counting, Polynomial, Storage};
use crate::ui::app::frame;
use crate::ui::context::Context;
use crate::ui::theme::space;
use counted::{Choice, Counted, Counts};
use measured::Measured;

/// What the ledger shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    Parameters,
    Operations,
    Memory,
}

/// What the chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantity {
    Scores,
    Operations,
    Memory,
    /// As measured.
    Time,
}

/// What the view keeps between frames.
pub struct CostState {
    counts: Counts,
    choice: Choice,
    page: Page,
    /// Whether biases and norms are counted.
    biases: bool,
    norms: bool,
    counting: Counting,
    storage: Storage,
    quantity: Quantity,
    logarithmic: bool,
    /// The numbers of the chart in rows instead.
    as_table: bool,
    /// The chosen length.
    n: usize,
    compared: Vec<Choice>,
    measured: Measured,
}

impl Default for CostState {
    fn default() -> Self {
        Self {
            counts: Counts::default(),
            choice: Choice::Open,
            page: Page::Parameters,
            biases: true,
            norms: true,
            counting: Counting::Products,
            storage: Storage::Single,
            quantity: Quantity::Scores,
            logarithmic: false,
            as_table: false,
            n: 1,
            compared: Vec::new(),
            measured: Measured::default(),
        }
    }
}

/// The longest text that can be chosen.
const LONGEST: usize = 100_000;
/// From this width on the ledger and the chart stand side by side.
const SIDE_BY_SIDE: f32 = 1080.0;
/// The part of the width that the ledger gets then, and the widest it becomes.
const LEDGER: f32 = 0.57;
const WIDEST: f32 = 840.0;

/// Draws the view.
pub fn cost_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut CostState) {
    let prepared = ctx.lab.prepared();
    if state.counts.follow(prepared) {
        state.n = state.counts.length().clamp(1, LONGEST);
        state.storage = counted::storage(prepared.experiment.model.precision);
        state.measured.forget(&state.counts);
        if state.quantity == Quantity::Time {
            state.quantity = Quantity::Scores;
        }
        // Where there is no product of matrices, all the rest is what there is to be counted.
        let products = |counted: &Counted| counted.costs.growth.total(Counting::Products) != Polynomial::default();
        if !state.counts.of(Choice::Open).is_some_and(products) {
            state.counting = Counting::Everything;
        }
    }
    state.measured.poll();
    let width = ui.available_width();
    if width < SIDE_BY_SIDE {
        frame::stage(ui).show(ui, |ui| {
            ScrollArea::vertical().id_salt("cost").auto_shrink(false).show(ui, |ui| {
                ledger::ledger_ui(ui, ctx, state);
                ui.add_space(space::XXL);
                growth::growth_ui(ui, ctx, state);
            });
        });
        return;
    }
    // The headings of both stand at one height.
    let ground = frame::side(ui).inner_margin(frame::stage(ui).inner_margin);
    Panel::left("ledger").resizable(false).exact_size((width * LEDGER).min(WIDEST)).frame(ground).show(ui, |ui| {
        ScrollArea::vertical().id_salt("ledger").auto_shrink(false).show(ui, |ui| ledger::ledger_ui(ui, ctx, state));
    });
    CentralPanel::no_frame().show(ui, |ui| {
        frame::stage(ui).show(ui, |ui| {
            ScrollArea::vertical().id_salt("growth").auto_shrink(false).show(ui, |ui| growth::growth_ui(ui, ctx, state));
        });
    });
}
