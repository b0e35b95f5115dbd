//! Boxes as widgets: they have names, are chosen by pointer and keyboard, and show their insides.

use eframe::egui::{EventFilter, Id, Key, Modifiers, PointerButton, Rect, Response, RichText, Role, Sense, Tooltip, Ui, Vec2, WidgetInfo};

use super::canvas::{Asked, Scene};
use super::model::{Form, PieceId};
use super::paint::{self, Icon};
use crate::ui::theme::{palette, space, text};

/// Widest a tooltip gets.
const TOOLTIP: f32 = 280.0;
/// Where the arrow keys lead.
const ARROWS: [(Key, Vec2); 4] =
    [(Key::ArrowUp, Vec2::UP), (Key::ArrowDown, Vec2::DOWN), (Key::ArrowLeft, Vec2::LEFT), (Key::ArrowRight, Vec2::RIGHT)];

/// A box stays the same widget while others open and close.
fn widget_id(ui: &Ui, scene: &Scene<'_>, piece: PieceId) -> Id {
    ui.scope_id().with(("box", scene.diagram.piece(piece).main))
}

/// Makes a box a widget.
pub fn touch(ui: &Ui, scene: &Scene<'_>, piece: PieceId) -> Response {
    let rect = scene.rect(piece);
    let target = rect.expand2(((Vec2::splat(space::HIT_TARGET) - rect.size()) / 2.0).max(Vec2::ZERO));
    let response = ui.interact(target, widget_id(ui, scene, piece), Sense::click());
    let name = format!("{}, {}", scene.names.full(piece), scene.names.shape(piece));
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), scene.chosen == Some(piece), &name));
    response
}

/// What a click or a key on a box asks for.
pub fn answer(ui: &Ui, scene: &Scene<'_>, piece: PieceId, response: &Response, asked: &mut Asked) {
    let by_pointer = response.clicked_by(PointerButton::Primary);
    if response.clicked() {
        response.request_focus();
        asked.choose = Some(scene.diagram.piece(piece).main);
        // Enter on what is chosen already leads on to its steps.
        asked.steps |= response.double_clicked() || (!by_pointer && scene.chosen == Some(piece));
    }
    if response.gained_focus() && !by_pointer {
        asked.reveal = Some(piece);
    }
    if response.has_focus() {
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        for (key, direction) in ARROWS {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key))
                && let Some(next) = neighbour(scene, piece, direction)
            {
                ui.memory_mut(|memory| memory.request_focus(widget_id(ui, scene, next)));
            }
        }
    }
}

/// What is said of a box on pointing, beside the pointer: a box may be larger than the stage.
pub fn tooltip_ui(response: &Response, scene: &Scene<'_>, piece: PieceId) {
    Tooltip::for_enabled(response).at_pointer().gap(space::MEDIUM).show(|ui| {
        let p = palette(ui);
        ui.set_max_width(TOOLTIP);
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new(scene.names.short(piece)).font(text::strong()).color(p.text));
            ui.label(RichText::new(scene.names.shape(piece)).font(text::small_digits()).color(p.text2));
        });
        ui.label(RichText::new(scene.names.purpose(piece)).font(text::body()).color(p.text2));
    });
}

/// The box that lies next in a direction; what lies straight ahead counts as nearer.
fn neighbour(scene: &Scene<'_>, from: PieceId, direction: Vec2) -> Option<PieceId> {
    let here = scene.layout.rect(from).center();
    let distance = |piece: PieceId| {
        let way = scene.layout.rect(piece).center() - here;
        let (ahead, aside) = (way.dot(direction), way.dot(direction.rot90()).abs());
        (ahead > 1.0).then_some((piece, ahead + 2.0 * aside))
    };
    let others = scene.diagram.ids().filter(|&piece| piece != from).filter_map(distance);
    others.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(piece, _)| piece)
}

/// The button that shows the inside of a sublayer, or opens closed blocks.
pub fn open_button_ui(ui: &Ui, scene: &Scene<'_>, piece: PieceId, place: Rect, asked: &mut Asked) {
    let name = scene.names.opening(&scene.names.full(piece));
    if !small_button(ui, place, widget_id(ui, scene, piece).with("open"), &name, Icon::Unfold).clicked() {
        return;
    }
    match scene.diagram.piece(piece).form {
        Form::Part(scope) => asked.unfold = Some(scope),
        // The one next to the block that is open now.
        Form::Blocks { stack, first, count } => {
            let open = scene.diagram.opened.block(stack).unwrap_or(0);
            asked.open = Some((stack, if first > open { first } else { first + count - 1 }));
        }
        Form::Step | Form::Sum => {}
    }
}

/// A small button on the figure.
pub fn small_button(ui: &Ui, rect: Rect, id: Id, name: &str, icon: Icon) -> Response {
    let p = palette(ui);
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    let lit = response.hovered() || response.has_focus();
    if lit {
        ui.painter().rect_filled(rect, space::CONTROL_RADIUS, p.hover());
    }
    paint::icon(ui.painter(), rect.center(), icon, if lit { p.text } else { p.text2 });
    response.on_hover_text(name)
}
