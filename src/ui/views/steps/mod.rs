//! Steps: the calculation as one would write it, one operation at a time.

mod backward;
mod calculation;
mod list;
mod matrices;
mod navigation;
mod showing;
mod softmax;
mod stage;

use eframe::egui::Ui;

use crate::graph::NodeId;
use crate::lab::{Command, Group, groups};
use crate::ui::app::frame;
use crate::ui::context::Context;
use crate::ui::panels::side::Side;
use crate::ui::theme::space;
use crate::ui::widgets::GridState;

pub use calculation::{calculation, calculation_with, digits, product_terms, shorten};
pub use showing::Showing;

/// How long the result of a new step is brought into sight.
const FRAMES: u8 = 4;

/// What the view keeps between frames.
#[derive(Default)]
pub struct StepsState {
    grid: GridState,
    shown: Option<NodeId>,
    playing: Option<f64>,
    /// Whether the values or their gradients are in the matrices.
    showing: Showing,
    /// The way back that was chosen.
    way: Option<backward::Way>,
    /// What is looked for in the list.
    filter: String,
    /// Whether the present part is folded in the list.
    closed: bool,
    /// How high the matrices were in the last frame.
    height: f32,
    /// The result is brought into sight, for so many frames: the first may not know yet how much room there is.
    reveal: u8,
    /// The step that the list was last brought to.
    listed: Option<NodeId>,
}

impl StepsState {
    /// What is in the matrices.
    pub fn show(&mut self, showing: Showing) {
        self.showing = showing;
    }
}

/// Draws the view.
pub fn steps_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut StepsState) {
    let prepared = ctx.prepared().clone();
    let groups = groups(&prepared.graph);
    let Some(place) = Place::of(ctx, &groups) else { return };
    if ctx.lab.selection().site.is_none() {
        ctx.send(Command::Select(prepared.graph.node(place.node).site));
        // A first cell, so that what the strip is for is seen at once.
        ctx.send(Command::SelectCell(Some(crate::graph::Cell::new(0, 0))));
    }
    if state.shown != Some(place.node) {
        state.shown = Some(place.node);
        state.grid = GridState::default();
        state.way = None;
        state.reveal = FRAMES;
    }
    navigation::keys(ui, ctx, &groups, &place, state);
    Side::new("steps", space::STEP_LIST, frame::side(ui)).show(ui, ctx, |ui, ctx| {
        list::list_ui(ui, ctx, &groups, &place, state);
        // One step after the other is looked at.
        false
    });
    stage::stage_ui(ui, ctx, &groups, &place, state);
}

/// Where in the calculation the view stands.
pub(super) struct Place {
    /// The chosen step; where a leaf is chosen, the first step that reads it.
    pub node: NodeId,
    /// Its group.
    pub group: usize,
    /// The head whose steps are shown.
    pub head: usize,
}

impl Place {
    fn of(ctx: &Context<'_>, groups: &[Group]) -> Option<Self> {
        let graph = &ctx.prepared().graph;
        let first = groups.first()?.steps.first().copied()?;
        let chosen = ctx.lab.selection().site.and_then(|site| graph.find(site));
        let step = |id: NodeId| groups.iter().position(|group| group.steps.contains(&id)).map(|group| (id, group));
        let read = |id: NodeId| graph.consumers(id).first().copied().and_then(step);
        let (node, group) = chosen.and_then(|id| step(id).or_else(|| read(id))).or_else(|| step(first))?;
        let heads = groups[group].heads(graph);
        let head = graph.node(node).site.scope.head.unwrap_or(ctx.lab.selection().head).min(heads.saturating_sub(1));
        Some(Self { node, group, head })
    }
}

/// The steps of a place's group, for its head.
pub(super) fn steps_of(ctx: &Context<'_>, group: &Group, head: usize) -> Vec<NodeId> {
    group.of_head(&ctx.prepared().graph, head).collect()
}
