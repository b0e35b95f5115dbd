//! The figure on the stage: it is drawn, moved and magnified, and what is asked for on it is carried out.

use eframe::egui::{Align2, Rect, Response, Sense, Ui, UiBuilder, Vec2};

use super::FlowState;
use super::boxes::{Drawn, box_ui};
use super::camera::{Aim, Camera};
use super::grounds::ground_ui;
use super::layout::{Layout, Line};
use super::model::{Diagram, PieceId};
use super::names::Names;
use super::paint;
use super::pick::{answer, open_button_ui, tooltip_ui, touch};
use super::values::Values;
use super::zoom::magnify;
use crate::experiment::Prepared;
use crate::graph::{Cell, NodeId, Scope, Stack};
use crate::lab::Command;
use crate::ui::context::Context;
use crate::ui::theme::{palette, space, text};
use crate::ui::views::View;

/// What is drawn.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub prepared: &'a Prepared,
    pub diagram: &'a Diagram,
    pub layout: &'a Layout,
    pub names: Names<'a>,
    pub values: &'a Values,
    pub chosen: Option<PieceId>,
    pub camera: Camera,
    pub stage: Rect,
}

impl Scene<'_> {
    /// A box on the screen.
    pub fn rect(&self, piece: PieceId) -> Rect {
        self.camera.rect(self.stage, self.layout.rect(piece))
    }

    /// The scale of what lies between the edge of a box and what it holds: like its text, that stops growing where numbers are read.
    pub fn distance_scale(&self) -> f32 {
        self.camera.zoom().min(paint::LARGEST_TEXT)
    }
}

/// What is asked for on the figure in a frame.
#[derive(Default)]
pub struct Asked {
    /// To choose a value.
    pub choose: Option<NodeId>,
    /// And a number of it.
    pub cell: Option<Cell>,
    /// To see its steps, too.
    pub steps: bool,
    /// To show the inside of a sublayer.
    pub unfold: Option<Scope>,
    /// To hide it.
    pub fold: bool,
    /// To open a block.
    pub open: Option<(Stack, usize)>,
    /// To show another head.
    pub head: Option<usize>,
    /// To bring a box into sight.
    pub reveal: Option<PieceId>,
}

/// Draws the figure and takes in what is done with it.
pub fn canvas_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut FlowState, scene: &Scene<'_>) {
    let ground = ui.interact(scene.stage, ui.make_persistent_id("figure"), Sense::drag());
    navigate(ui, ctx, &ground, &mut state.camera, scene);
    let mut canvas = ui.new_child(UiBuilder::new().id_salt("boxes").max_rect(scene.stage));
    canvas.set_clip_rect(scene.stage.intersect(ui.clip_rect()));
    let ui = &canvas;
    let mut asked = Asked::default();
    let boxes: Vec<(PieceId, Response)> = scene.diagram.ids().map(|piece| (piece, touch(ui, scene, piece))).collect();
    let lit = boxes.iter().find(|(_, response)| response.hovered() || response.has_focus()).map(|(piece, _)| *piece);
    for ground in &scene.layout.grounds {
        ground_ui(ui, scene, ground, &mut asked);
    }
    ways_ui(ui, scene, state.shapes, lit.or(scene.chosen));
    for (piece, response) in boxes {
        let Drawn { button, clicked, at_number } = box_ui(ui, ctx, scene, piece, &response);
        if !at_number {
            tooltip_ui(&response, scene, piece);
        }
        answer(ui, scene, piece, &response, &mut asked);
        if let Some((node, cell)) = clicked {
            (asked.choose, asked.cell) = (Some(node), Some(cell));
        }
        if let Some(place) = button {
            open_button_ui(ui, scene, piece, place, &mut asked);
        }
    }
    carry_out(ctx, state, scene, &asked, ui.input(|input| input.time));
}

/// Dragging and scrolling move, pinching and the wheel with the command key magnify.
fn navigate(ui: &mut Ui, ctx: &Context<'_>, ground: &Response, camera: &mut Camera, scene: &Scene<'_>) {
    if ground.dragged() {
        camera.drag(ground.drag_delta());
    }
    let Some(pointer) = ui.input(|input| input.pointer.hover_pos()).filter(|pointer| scene.stage.contains(*pointer)) else { return };
    // What lies over the figure, a menu say, keeps its wheel.
    if ui.ctx().layer_id_at(pointer) != Some(ui.layer_id()) {
        return;
    }
    let (zoom, scroll) = ui.input(|input| (input.zoom_delta(), input.smooth_scroll_delta()));
    if zoom != 1.0 {
        magnify(ui, ctx, camera, scene, zoom, pointer);
    } else if scroll != Vec2::ZERO {
        camera.drag(scroll);
    }
}

/// The ways between the boxes, and the shapes at them.
fn ways_ui(ui: &Ui, scene: &Scene<'_>, shapes: bool, lit: Option<PieceId>) {
    let p = palette(ui);
    let painter = ui.painter();
    let zoom = scene.camera.zoom();
    let touches = |edge: usize| {
        let edge = scene.diagram.edges[edge];
        lit.is_some_and(|piece| edge.from == piece || edge.to == piece)
    };
    // The stream first, so that what leaves it lies on it; what is lit last.
    let mut routes: Vec<_> = scene.layout.routes.iter().collect();
    routes.sort_by_key(|route| (touches(route.edge), route.line == Line::Arrow));
    for route in &routes {
        let points: Vec<_> = route.points.iter().map(|&point| scene.camera.point(scene.stage, point)).collect();
        paint::way(painter, p, &points, route.line, zoom, touches(route.edge));
        if let Some(&start) = points.first().filter(|_| route.forks) {
            paint::fork(painter, p, start, zoom, touches(route.edge));
        }
    }
    let Some(font) = paint::scaled(&text::small_digits(), zoom).filter(|_| shapes) else { return };
    for route in &routes {
        let Some(label) = route.label else { continue };
        let ink = if touches(route.edge) { p.text } else { p.text2 };
        let shape = scene.prepared.graph.node(scene.diagram.edges[route.edge].value).shape.to_string();
        let place = scene.camera.rect(scene.stage, label);
        painter.text(place.center(), Align2::CENTER_CENTER, shape, font.clone(), ink);
    }
}

/// Changes what is open and what is chosen.
fn carry_out(ctx: &mut Context<'_>, state: &mut FlowState, scene: &Scene<'_>, asked: &Asked, now: f64) {
    if let Some(node) = asked.choose {
        let site = scene.prepared.graph.node(node).site;
        state.followed = Some(site);
        ctx.send(Command::Select(site));
        if asked.cell.is_some() {
            ctx.send(Command::SelectCell(asked.cell));
        }
        if asked.steps {
            ctx.open(View::Steps);
        }
    }
    if let Some(scope) = asked.unfold {
        state.opened.part = Some(scope);
        state.camera.aim(Aim::Panel(0), now);
    }
    if asked.fold {
        state.fold(now);
    }
    if let Some((stack, block)) = asked.open {
        state.open_block(stack, block);
    }
    if let Some(head) = asked.head {
        state.choose_head(ctx, scene.prepared, head);
    }
    if let Some(piece) = asked.reveal {
        let margin = space::XL / state.camera.zoom();
        state.camera.reveal(scene.layout.rect(piece).expand(margin), scene.stage);
    }
}
