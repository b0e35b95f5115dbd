//! Attention: all layers and heads as small maps, one of them enlarged, alone, as a mean, or compared with another.

mod captions;
mod figure;
mod kinds;
mod large;
mod lines;
mod numbers;
mod overview;
mod toolbar;

use eframe::egui::{Panel, Pos2, Ui};

use crate::graph::{Cell, Graph, NodeId, Quantity, Site};
use crate::lab::Command;
use crate::ui::app::frame;
use crate::ui::context::Context;
use crate::ui::controls::{Notice, notice};
use crate::ui::theme::space;
use crate::ui::views::empty_ui;
use crate::ui::widgets::{GridState, Head, HeadGrid, Scale};

pub use kinds::{Kind, Maps};
pub use numbers::{Mode, Numbers};

/// What the view keeps between frames.
pub struct AttentionState {
    kind: Kind,
    /// The pinned head, A where two are compared.
    head: Head,
    /// B, if one was chosen.
    other: Option<Head>,
    mode: Mode,
    /// The head under the pointer, which the large map shows for as long.
    preview: Option<Head>,
    /// Where the pointer was when a head was chosen last.
    rested: Option<Pos2>,
    /// Whether all heads are seen; as there is room if not chosen.
    overview: Option<bool>,
    scale: Scale,
    grid: GridState,
    shown: Option<(Kind, Head, Mode)>,
    /// The choice of another view that was followed last.
    followed: Option<Site>,
    /// The query whose lines were brought into view.
    revealed: Option<usize>,
    /// The largest difference of two heads, and of which values.
    limit: Option<([u64; 2], f64)>,
}

impl Default for AttentionState {
    fn default() -> Self {
        Self {
            kind: Kind::Encoder,
            head: Head { layer: 0, head: 0 },
            other: None,
            mode: Mode::Head,
            preview: None,
            rested: None,
            overview: None,
            scale: Scale::Probability,
            grid: GridState::default(),
            shown: None,
            followed: None,
            revealed: None,
            limit: None,
        }
    }
}

impl AttentionState {
    /// Shows the head that was chosen in another view, by whichever of its values.
    fn follow(&mut self, chosen: Option<Site>, graph: &Graph, kinds: &[Kind]) {
        if self.followed == chosen {
            return;
        }
        self.followed = chosen;
        let weights = chosen.map(|site| site.scope.at(Quantity::Weights));
        let Some(id) = weights.and_then(|site| graph.find(site)) else { return };
        let found = kinds.iter().find_map(|&kind| Maps::of(graph, kind).find(id).map(|head| (kind, head)));
        if let Some((kind, head)) = found {
            (self.kind, self.head, self.mode) = (kind, head, Mode::Head);
        }
    }

    /// The head that A is compared with: the chosen one, or else the next.
    fn compared(&self, maps: &Maps) -> Head {
        let all: Vec<Head> = maps.all().collect();
        let next = all.iter().position(|&head| head == self.head).and_then(|at| all.get((at + 1) % all.len()).copied());
        self.other.filter(|other| *other != self.head && maps.node(*other).is_some()).or(next).unwrap_or(self.head)
    }
}

/// The least width of the overview.
const OVERVIEW: f32 = space::INSPECTOR - space::XXL;
/// So many heads are seen beside each other even in a window of usual size; further ones scroll.
const HEADS: usize = 4;
/// The width that is left to the large map at least.
const STAGE: f32 = 480.0;
/// The part of a large view that the small maps take.
const SHARE: f32 = 0.24;
/// With less room than this, all heads are seen only when asked for.
const ROOM: (f32, f32) = (640.0, 480.0);

/// Draws the view.
pub fn attention_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut AttentionState) {
    let prepared = ctx.prepared().clone();
    let kinds = Kind::present(&prepared.graph);
    let Some(&first) = kinds.first() else {
        empty_ui(ui, |ui| drop(notice(ui, Notice::Hint, &ctx.locale.text("attention-none"))));
        return;
    };
    if ctx.lab.outcome().is_none() {
        empty_ui(ui, |ui| crate::ui::views::waiting_ui(ui, ctx));
        return;
    }
    state.follow(ctx.lab.selection().site, &prepared.graph, &kinds);
    if !kinds.contains(&state.kind) {
        state.kind = first;
    }
    let maps = Maps::of(&prepared.graph, state.kind);
    state.head.layer = state.head.layer.min(maps.layers() - 1);
    state.head.head = state.head.head.min(maps.heads() - 1);
    if state.shown != Some((state.kind, state.head, state.mode)) {
        state.shown = Some((state.kind, state.head, state.mode));
        state.grid = GridState::default();
        state.revealed = None;
    }
    let (width, height) = (ui.available_width(), ui.available_height());
    let overview = state.overview.unwrap_or(width >= ROOM.0 && height >= ROOM.1);
    state.preview = None;
    if overview {
        let heads = overview_width(maps.heads(), width);
        Panel::left("heads")
            .resizable(false)
            .exact_size(heads)
            .frame(frame::side(ui))
            .show(ui, |ui| overview::overview_ui(ui, ctx, &kinds, &maps, state));
    }
    large::large_ui(ui, ctx, &kinds, &maps, state, overview);
}

/// Wide enough for all heads, if that is no more than half of the view, else for as many as that holds; but for four of them at
/// least, as long as the large map has its room.
fn overview_width(heads: usize, view: f32) -> f32 {
    // The margins of the panel, and the bar with which the maps are scrolled.
    let for_heads = |count: usize| HeadGrid::least_width(count) + 2.0 * space::LARGE + space::SMALL;
    let shown = (1..=heads).rev().find(|&count| count <= HEADS || for_heads(count) <= view / 2.0).unwrap_or(1);
    let least = for_heads(shown).max(OVERVIEW).min((view - STAGE).max(OVERVIEW));
    // In a large window the small maps grow, too.
    least.max((view * SHARE).min(for_heads(shown) * HeadGrid::GROWTH))
}

/// Layer and head in short: "L1 H2".
fn name(ctx: &Context<'_>, head: Head) -> String {
    let layer = ctx.locale.with("attention-layer", &[("number", (head.layer + 1).to_string().into())]);
    let head = ctx.locale.with("attention-head", &[("number", (head.head + 1).to_string().into())]);
    format!("{layer} {head}")
}

/// Chooses a pair of query and key, without leaving what is shown.
fn choose(ctx: &mut Context<'_>, state: &mut AttentionState, node: NodeId, cell: Option<Cell>) {
    let site = ctx.prepared().graph.node(node).site;
    state.followed = Some(site);
    ctx.send(Command::Select(site));
    ctx.send(Command::SelectCell(cell));
}
