//! Where one is: the model, the stack, the block, the sublayer.

use eframe::egui::{Popup, Response, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use super::FlowState;
use super::camera::Aim;
use super::model::{Lane, PieceId};
use super::names::Names;
use crate::graph::{Part, Scope, Stack};
use crate::ui::controls::ListRow;
use crate::ui::theme::{palette, space, text};

/// What a step of the path takes beside its text.
const SEPARATED: f32 = space::XL;
/// Greatest height of the list of blocks.
const LIST: f32 = 480.0;

/// A step of the path.
#[derive(Clone, Copy)]
enum Crumb {
    Model,
    Stack(Stack),
    Block(Stack, usize),
    Part(Scope),
}

impl Crumb {
    /// From the model as a whole to what is unfolded or chosen.
    fn path(names: &Names<'_>, chosen: Option<PieceId>) -> Vec<Self> {
        let of_chosen = chosen.map(|piece| names.prepared.graph.node(names.diagram.piece(piece).main).site.scope);
        let scope = names.diagram.opened.part.or(of_chosen).unwrap_or_default();
        let sublayer = scope.part.is_some_and(|part| matches!(part, Part::SelfAttention | Part::CrossAttention | Part::FeedForward));
        let mut path = vec![Self::Model];
        path.extend(scope.stack.map(Self::Stack));
        path.extend(scope.stack.zip(scope.block).map(|(stack, block)| Self::Block(stack, block)));
        path.extend(sublayer.then_some(Self::Part(Scope { head: None, ..scope })));
        path
    }

    fn name(self, names: &Names<'_>) -> String {
        match self {
            Self::Model => names.locale.text("flow-model"),
            Self::Stack(stack) => names.stack(stack),
            Self::Block(stack, block) => {
                let count = names.diagram.blocks(stack);
                let name = names.block(block, count);
                if count > 1 { format!("{name} ▾") } else { name }
            }
            Self::Part(scope) => names.part(scope),
        }
    }
}

/// Where one is; each step shows all of what it names. Where there is no room for all of them, the first are left out.
pub fn path_ui(ui: &mut Ui, state: &mut FlowState, names: &Names<'_>, chosen: Option<PieceId>) {
    ui.spacing_mut().item_spacing.x = space::XS;
    let path = Crumb::path(names, chosen);
    let texts: Vec<String> = path.iter().map(|crumb| crumb.name(names)).collect();
    let ink = palette(ui).text3;
    let width = |text: &String| ui.painter().layout_no_wrap(text.clone(), text::strong(), ink).size().x + SEPARATED;
    let mut first = 0;
    while first + 1 < path.len() && texts[first..].iter().map(width).sum::<f32>() > ui.available_width() {
        first += 1;
    }
    for (index, (&crumb, text)) in path.iter().zip(&texts).enumerate().skip(first) {
        if index > first {
            ui.label(RichText::new("›").font(text::body()).color(ink));
        }
        let response = crumb_ui(ui, text, index + 1 == path.len());
        follow(ui, state, names, crumb, &response);
    }
}

/// What a step of the path does when it is clicked.
fn follow(ui: &Ui, state: &mut FlowState, names: &Names<'_>, crumb: Crumb, response: &Response) {
    let now = ui.input(|input| input.time);
    match crumb {
        Crumb::Block(stack, block) if names.diagram.blocks(stack) > 1 => {
            if let Some(picked) = blocks_ui(response, names, stack, block) {
                state.open_block(stack, picked);
                state.camera.aim(Aim::Block(stack, picked), now);
            }
        }
        _ if !response.clicked() => {}
        Crumb::Model => state.camera.aim(Aim::Whole, now),
        Crumb::Stack(stack) => {
            let of_stack = |piece: &PieceId| names.prepared.graph.node(names.diagram.piece(*piece).main).site.scope.stack == Some(stack);
            let holds = |lane: &Lane| lane.trunk.iter().any(|station| names.diagram.members(station.unit).iter().any(of_stack));
            let lane = names.diagram.lanes.iter().position(holds);
            state.camera.aim(lane.map_or(Aim::Whole, Aim::Lane), now);
        }
        Crumb::Block(stack, block) => state.camera.aim(Aim::Block(stack, block), now),
        Crumb::Part(scope) => {
            state.opened.part = Some(scope);
            state.camera.aim(Aim::Panel(0), now);
        }
    }
}

/// The list of the blocks of a stack; returns the one that was picked.
fn blocks_ui(opener: &Response, names: &Names<'_>, stack: Stack, block: usize) -> Option<usize> {
    let count = names.diagram.blocks(stack);
    let mut picked = None;
    Popup::menu(opener).show(|ui| {
        ui.set_min_width(space::STEP_LIST - space::XXL);
        ScrollArea::vertical().max_height(LIST).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for other in 0..count {
                if ui.add(ListRow::new(&names.block(other, count), other == block)).clicked() {
                    picked = Some(other);
                    ui.close();
                }
            }
        });
    });
    picked
}

/// Draws a step of the path.
fn crumb_ui(ui: &mut Ui, name: &str, last: bool) -> Response {
    let p = palette(ui);
    let (font, ink) = if last { (text::strong(), p.text) } else { (text::body(), p.text2) };
    let galley = ui.painter().layout_no_wrap(name.to_owned(), font, ink);
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 2.0 * space::XS, space::CONTROL_HEIGHT), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Link, ui.is_enabled(), name));
    if response.hovered() {
        ui.painter().rect_filled(rect, space::CONTROL_RADIUS, p.hover());
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, space::CONTROL_RADIUS, Stroke::new(space::FRAME, p.accent), StrokeKind::Inside);
    }
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, ink);
    response
}
