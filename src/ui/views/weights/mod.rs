//! Weights: every matrix and bias, to read and to write.

mod background;
mod copy;
mod examination;
mod fill;
mod grid;
mod heading;
mod initialisers;
mod list;
mod now;
mod paste;
mod stage;
mod summary;
mod toolbar;

use eframe::egui::Ui;

use crate::graph::{Cell, NodeId, Site};
use crate::lab::{Command, is_weight};
use crate::ui::app::frame;
use crate::ui::context::Context;
use crate::ui::controls::{Notice, notice};
use crate::ui::panels::side::Side;
use crate::ui::theme::space;
use crate::ui::views::empty_ui;
use crate::ui::widgets::GridState;

/// What the view keeps between frames.
#[derive(Default)]
pub struct WeightsState {
    /// The weight that was in view last.
    shown: Option<Site>,
    list: list::ListState,
    grid: GridState,
    /// The corner opposite to a chosen cell of a weight.
    corner: Option<(Site, Cell, Cell)>,
    /// The change of each number in the place of the number.
    difference: bool,
    task: Task,
    /// The card is to be scrolled into view.
    reveal_card: bool,
    revisions: now::Revisions,
    examination: examination::Examination,
    copying: copy::Copying,
    /// A long text that was pasted and is still being read.
    reading: Option<paste::Reading>,
}

/// What the card under the matrix is for.
#[derive(Default)]
enum Task {
    /// To tell how the numbers are distributed.
    #[default]
    Summary,
    /// To fill the weight.
    Fill(fill::FillState),
    /// To paste numbers.
    Paste(paste::PasteState),
}

/// Draws the view.
pub fn weights_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut WeightsState) {
    let Some(id) = in_view(ctx, state) else {
        empty_ui(ui, |ui| drop(notice(ui, Notice::Hint, &ctx.locale.text("weights-none"))));
        return;
    };
    let site = ctx.prepared().graph.node(id).site;
    // What is beside the matrix speaks of it.
    if ctx.lab.selection().site.and_then(|chosen| ctx.prepared().graph.find(chosen)) != Some(id) {
        ctx.send(Command::Select(site));
        ctx.send(Command::SelectCell(Some(Cell::new(0, 0))));
    }
    if state.shown != Some(site) {
        *state = WeightsState { shown: Some(site), list: std::mem::take(&mut state.list), ..WeightsState::default() };
    }
    Side::new("weights", space::STEP_LIST, frame::side(ui)).show(ui, ctx, |ui, ctx| {
        list::list_ui(ui, ctx, &mut state.list, id);
        false
    });
    stage::stage_ui(ui, ctx, state, id);
}

/// The chosen weight; where something else is chosen, a weight that it is made with, else the one that was in view last.
fn in_view(ctx: &Context<'_>, state: &WeightsState) -> Option<NodeId> {
    let prepared = ctx.prepared();
    let graph = &prepared.graph;
    let weight = |id: &NodeId| is_weight(prepared, *id);
    let chosen = ctx.lab.selection().site.and_then(|site| graph.find(site));
    let read_by_chosen = || chosen.and_then(|id| graph.node(id).inputs.iter().copied().find(|id| weight(id)));
    let last = || state.shown.and_then(|site| graph.find(site)).filter(weight);
    let first = || graph.nodes().map(|(id, _)| id).find(weight);
    chosen.filter(weight).or_else(read_by_chosen).or_else(last).or_else(first)
}
