//! Attention: all layers and heads as small maps, one of them enlarged.

mod kinds;
mod large;
mod overview;

use eframe::egui::{Panel, Ui};

use crate::graph::{Graph, Site};
use crate::ui::app::frame;
use crate::ui::context::Context;
use crate::ui::controls::{Notice, notice};
use crate::ui::theme::space;
use crate::ui::widgets::{GridState, Head, Scale};

pub use kinds::{Kind, Maps};

/// What the view keeps between frames.
pub struct AttentionState {
    kind: Kind,
    head: Head,
    /// The mean over the heads of a layer instead of one head.
    mean: bool,
    scale: Scale,
    grid: GridState,
    shown: Option<(Kind, Head, bool)>,
    /// The choice of another view that was followed last.
    followed: Option<Site>,
}

impl Default for AttentionState {
    fn default() -> Self {
        Self {
            kind: Kind::Encoder,
            head: Head { layer: 0, head: 0 },
            mean: false,
            scale: Scale::Probability,
            grid: GridState::default(),
            shown: None,
            followed: None,
        }
    }
}

impl AttentionState {
    /// Shows the head whose weights were chosen, here or in another view.
    fn follow(&mut self, chosen: Option<Site>, graph: &Graph, kinds: &[Kind]) {
        if self.followed == chosen {
            return;
        }
        self.followed = chosen;
        let Some(id) = chosen.and_then(|site| graph.find(site)) else { return };
        let found = kinds.iter().find_map(|&kind| Maps::of(graph, kind).find(id).map(|head| (kind, head)));
        if let Some((kind, head)) = found {
            (self.kind, self.head, self.mean) = (kind, head, false);
        }
    }
}

/// The widest the overview gets: four heads, then it scrolls.
const OVERVIEW: f32 = 48.0 + 108.0 * 4.0;

/// Draws the view.
pub fn attention_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut AttentionState) {
    let prepared = ctx.prepared().clone();
    let kinds = Kind::present(&prepared.graph);
    let Some(&first) = kinds.first() else {
        frame::stage(ui).show(ui, |ui| notice(ui, Notice::Hint, &ctx.locale.text("attention-none")));
        return;
    };
    if ctx.lab.outcome().is_none() {
        frame::stage(ui).show(ui, |ui| crate::ui::views::waiting_ui(ui, ctx));
        return;
    }
    state.follow(ctx.lab.selection().site, &prepared.graph, &kinds);
    if !kinds.contains(&state.kind) {
        state.kind = first;
    }
    let maps = Maps::of(&prepared.graph, state.kind);
    state.head.layer = state.head.layer.min(maps.layers() - 1);
    state.head.head = state.head.head.min(maps.heads() - 1);
    if state.shown != Some((state.kind, state.head, state.mean)) {
        state.shown = Some((state.kind, state.head, state.mean));
        state.grid = GridState::default();
    }
    let width = (48.0 + 108.0 * maps.heads() as f32 + 2.0 * space::LARGE).clamp(space::STEP_LIST, OVERVIEW);
    let width = width.min(ui.available_width() * 0.42);
    Panel::left("heads")
        .resizable(false)
        .exact_size(width)
        .frame(frame::side(ui))
        .show(ui, |ui| overview::overview_ui(ui, ctx, &kinds, &maps, state));
    large::large_ui(ui, ctx, &maps, state);
}
