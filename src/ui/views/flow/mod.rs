//! Flow: the model as the paper draws it, from the graph.
//!
//! ```text
//! Graph ──model──▶ Diagram ──layout──▶ Layout ──canvas, boxes, paint──▶ pixels
//! ```
//!
//! The diagram says which boxes there are and what leads from one to the other, the layout where they stand; both are pure. The
//! [camera](camera::Camera) says what of it is seen.

mod boxes;
mod camera;
mod canvas;
mod foot;
mod grounds;
mod layout;
mod model;
mod names;
mod numbers;
mod paint;
mod path;
mod pick;
#[cfg(test)]
mod samples;
mod tools;
mod values;
mod zoom;

use std::rc::Rc;
use std::sync::Arc;

use eframe::egui::{CentralPanel, Frame, Panel, Ui, Vec2, vec2};

use crate::experiment::{Experiment, Prepared};
use crate::graph::{Graph, Site, Stack};
use crate::lab::{Command, RunState};
use crate::ui::context::Context;
use crate::ui::theme::{palette, space};
use camera::{Aim, Camera};
use canvas::{Scene, canvas_ui};
use layout::Layout;
use model::{Diagram, Opened};
use names::Names;
use tools::Wish;
use values::{Seen, Values};

/// The height under which a stage is low.
const LOW: f32 = 480.0;

/// What the view keeps between frames.
pub struct FlowState {
    opened: Opened,
    camera: Camera,
    /// Whether boxes show their values.
    values: bool,
    /// Whether arrows bear shapes.
    shapes: bool,
    /// Whether each value has a scale of its own.
    own_scale: bool,
    /// The choice of another view that was followed last.
    followed: Option<Site>,
    /// The experiment whose figure was fitted to the stage.
    fitted: Option<Arc<Experiment>>,
    /// The figure of a graph, kept as long as neither it nor what is open changes.
    drawn: Option<(Arc<Graph>, Rc<Diagram>)>,
    seen: Seen,
}

impl Default for FlowState {
    fn default() -> Self {
        Self {
            opened: Opened::default(),
            camera: Camera::default(),
            values: true,
            shapes: true,
            own_scale: true,
            followed: None,
            fitted: None,
            drawn: None,
            seen: Seen::default(),
        }
    }
}

impl FlowState {
    /// Opens a block; the sublayer that was unfolded is then unfolded there.
    fn open_block(&mut self, stack: Stack, block: usize) {
        self.opened.open(stack, block);
        if let Some(part) = self.opened.part.as_mut().filter(|part| part.stack == Some(stack)) {
            part.block = Some(block);
        }
        self.camera.change_block(stack, block);
    }

    /// Hides the inside of the unfolded sublayer.
    fn fold(&mut self, now: f64) {
        self.opened.part = None;
        self.camera.aim(Aim::Whole, now);
    }

    /// Shows another head, and the same value of it where one of a head is chosen.
    fn choose_head(&mut self, ctx: &mut Context<'_>, prepared: &Prepared, head: usize) {
        ctx.send(Command::SelectHead(head));
        let chosen = ctx.lab.selection().site.filter(|site| site.scope.head.is_some());
        if let Some(site) = chosen.map(|site| site.scope.head(head).at(site.quantity)).filter(|&site| prepared.graph.find(site).is_some()) {
            self.followed = Some(site);
            ctx.send(Command::Select(site));
        }
    }

    /// Opens the block of what was chosen in another view.
    fn follow(&mut self, ctx: &Context<'_>, graph: &Graph) {
        let chosen = ctx.lab.selection().site;
        self.opened.head = ctx.lab.selection().head;
        if self.followed == chosen {
            return;
        }
        self.followed = chosen;
        let scope = chosen.and_then(|site| graph.find(site)).map(|id| graph.node(id).site.scope);
        if let Some((stack, block)) = scope.and_then(|scope| scope.stack.zip(scope.block)) {
            self.open_block(stack, block);
        }
    }

    /// Shows all of another model, and another experiment as if it were the first.
    fn refit(&mut self, experiment: &Arc<Experiment>) {
        let last = self.fitted.replace(Arc::clone(experiment));
        if last.as_ref().is_some_and(|last| Arc::ptr_eq(last, experiment)) {
            return;
        }
        let other = last.as_ref().is_none_or(|last| last.title != experiment.title);
        if other {
            self.opened = Opened { head: self.opened.head, ..Opened::default() };
        }
        if other || last.is_none_or(|last| last.model != experiment.model) {
            self.camera.reset();
        }
    }

    /// The figure of a graph.
    fn diagram(&mut self, graph: &Arc<Graph>) -> Rc<Diagram> {
        if let Some((of, diagram)) = &self.drawn
            && Arc::ptr_eq(of, graph)
            && diagram.opened == self.opened
        {
            return Rc::clone(diagram);
        }
        let diagram = Rc::new(Diagram::new(graph, self.opened));
        self.opened = diagram.opened;
        self.drawn = Some((Arc::clone(graph), Rc::clone(&diagram)));
        diagram
    }
}

/// The experiment whose figure is drawn: that of the values shown, unless there will be none for the open one.
fn prepared(ctx: &Context<'_>) -> Arc<Prepared> {
    match ctx.lab.run_state() {
        RunState::Done | RunState::Running => Arc::clone(ctx.prepared()),
        RunState::Stopped | RunState::Failed(_) | RunState::Counted => Arc::clone(ctx.lab.prepared()),
    }
}

/// Draws the view.
pub fn flow_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut FlowState) {
    let prepared = prepared(ctx);
    let graph = &prepared.graph;
    state.refit(&prepared.experiment);
    state.follow(ctx, graph);
    let diagram = state.diagram(graph);
    let values = if state.values { Values::collect(ctx, &prepared, &diagram, &mut state.seen, state.own_scale) } else { Values::default() };
    if values.waiting {
        ui.request_repaint();
    }
    let names = Names { locale: ctx.locale, prepared: &prepared, diagram: &diagram };
    let chosen = ctx.lab.selection().site.and_then(|site| graph.find(site)).and_then(|id| diagram.home(id));
    // A low stage gives its height to the figure.
    let low = ui.available_height() < LOW;
    let margin = if low { space::SMALL } else { space::LARGE };
    let bar = Frame::new().fill(palette(ui).bg).inner_margin(vec2(space::XL, margin));
    let height = space::CONTROL_HEIGHT + 2.0 * margin;
    let mut wish = Wish::default();
    Panel::top("figure tools").exact_size(height).frame(bar).show_separator_line(false).show(ui, |ui| {
        wish = tools::tools_ui(ui, ctx, state, &names, chosen);
    });
    let foot = foot::foot_height(ui.available_width() - 2.0 * space::XL, low) + 2.0 * margin;
    Panel::bottom("figure foot").exact_size(foot).frame(bar).show_separator_line(false).show(ui, |ui| {
        foot::foot_ui(ui, ctx, state, &values, low);
    });
    CentralPanel::no_frame().show(ui, |ui| {
        let stage = ui.max_rect();
        ui.painter().rect_filled(stage, 0.0, palette(ui).bg);
        let room = (stage.size() - 2.0 * vec2(space::XL, space::SMALL)).max(Vec2::splat(1.0));
        let layout = Layout::new(graph, &diagram, room, state.shapes);
        let duration = f64::from(ui.style().animation_time);
        if state.camera.follow(&layout, room, ui.input(|input| input.time), duration) {
            ui.request_repaint();
        }
        let scene =
            Scene { prepared: &prepared, diagram: &diagram, layout: &layout, names, values: &values, chosen, camera: state.camera, stage };
        if let Some(piece) = chosen.filter(|_| wish.read) {
            let aim = zoom::reading(ui, ctx, &scene, piece);
            state.camera.aim(aim, ui.input(|input| input.time));
            ui.request_repaint();
        }
        if let Some(factor) = wish.factor {
            zoom::magnify(ui, ctx, &mut state.camera, &scene, factor, stage.center());
            ui.request_repaint();
        }
        canvas_ui(ui, ctx, state, &scene);
    });
}
