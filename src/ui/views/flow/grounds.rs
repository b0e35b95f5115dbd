//! The grounds of open blocks and unfolded sublayers: what they are called, and the way to the next block or head.

use eframe::egui::{Pos2, Rect, Ui, Vec2, pos2};

use super::canvas::{Asked, Scene};
use super::layout::{Ground, Plot};
use super::paint::{self, Icon};
use super::pick::small_button;
use crate::graph::Stack;
use crate::ui::theme::{palette, space, text};

/// The least height of a title that has buttons beside it.
const ROOMY: f32 = 17.0;

/// Where an arrow beside a title leads.
#[derive(Clone, Copy)]
enum Step {
    Block(Stack, usize),
    Head(usize),
}

/// A title, and what lies before and after.
struct Title {
    name: String,
    before: Option<Step>,
    after: Option<Step>,
}

impl Title {
    fn of(scene: &Scene<'_>, plot: Plot) -> Self {
        let neighbours = |now: usize, count: usize, step: &dyn Fn(usize) -> Step| {
            (now.checked_sub(1).map(step), Some(now + 1).filter(|&next| next < count).map(step))
        };
        match plot {
            Plot::Block(stack, block) => {
                let (before, after) = neighbours(block, scene.diagram.blocks(stack), &|block| Step::Block(stack, block));
                Self { name: block_name(scene, stack, block), before, after }
            }
            Plot::Panel(panel) => {
                let panel = &scene.diagram.panels[panel];
                let heads = panel.pieces.iter().map(|&piece| scene.diagram.piece(piece).cards).max().unwrap_or(1);
                let head = scene.diagram.opened.head.min(heads - 1);
                let part = scene.names.part(panel.scope);
                let name = if heads > 1 { format!("{part} · {}", scene.names.head_of(head, heads)) } else { part };
                let (before, after) = neighbours(head, heads, &Step::Head);
                Self { name, before, after }
            }
        }
    }
}

fn block_name(scene: &Scene<'_>, stack: Stack, block: usize) -> String {
    format!("{} · {}", scene.names.stack(stack), scene.names.block(block, scene.diagram.blocks(stack)))
}

/// A ground with its title and the buttons beside it.
pub fn ground_ui(ui: &Ui, scene: &Scene<'_>, ground: &Ground, asked: &mut Asked) {
    let p = palette(ui);
    let on_another = scene.layout.grounds.iter().any(|other| other.plot != ground.plot && other.rect.contains_rect(ground.rect));
    let rect = scene.camera.rect(scene.stage, ground.rect);
    ui.painter().rect_filled(rect, space::CARD_RADIUS, if on_another { p.bg } else { p.sunken });

    let room = scene.camera.rect(scene.stage, ground.title());
    let title = Title::of(scene, ground.plot);
    let font = paint::legible(&text::strong(), scene.camera.zoom());
    let galley = paint::lines(ui.painter(), &title.name, &font, p.text2, room.width(), 1);
    let Some(galley) = galley.filter(|galley| galley.size().y <= room.height()) else { return };
    let roomy = room.height() >= ROOMY;
    let side = space::HIT_TARGET;
    let with_arrows = galley.size().x + space::SMALL + 2.0 * side;
    let several = title.before.is_some() || title.after.is_some();
    let arrows = roomy && several && with_arrows <= room.width();
    let width = if arrows { with_arrows } else { galley.size().x };
    let left = if ground.title_right() { room.right() - width } else { room.left() };
    ui.painter().galley(pos2(left, room.center().y - galley.size().y / 2.0), galley, p.text2);
    if arrows {
        arrows_ui(ui, scene, ground, &title, pos2(left + width - 2.0 * side, room.center().y - side / 2.0), asked);
    }
    if let Plot::Panel(panel) = ground.plot
        && let scope = scene.diagram.panels[panel].scope
        && scope.stack.is_some()
        && roomy
        && width + side <= room.width()
    {
        let place = Rect::from_min_size(pos2(room.right() - side, room.center().y - side / 2.0), Vec2::splat(side));
        let name = scene.names.folding(&scene.names.part(scope));
        asked.fold |= small_button(ui, place, ui.scope_id().with("fold"), &name, Icon::Fold).clicked();
    }
}

/// The arrows to what lies before and after; where there is nothing, the arrow is only a shadow.
fn arrows_ui(ui: &Ui, scene: &Scene<'_>, ground: &Ground, title: &Title, corner: Pos2, asked: &mut Asked) {
    let side = space::HIT_TARGET;
    for (index, (icon, step)) in [(Icon::Previous, title.before), (Icon::Next, title.after)].into_iter().enumerate() {
        let place = Rect::from_min_size(corner + Vec2::new(side * index as f32, 0.0), Vec2::splat(side));
        let Some(step) = step else {
            paint::icon(ui.painter(), place.center(), icon, palette(ui).divider);
            continue;
        };
        let name = match step {
            Step::Block(stack, block) => block_name(scene, stack, block),
            Step::Head(head) => scene.names.head(head),
        };
        // The same arrow whatever it has led to.
        let stack = if let Plot::Block(stack, _) = ground.plot { Some(stack) } else { None };
        let id = ui.scope_id().with((stack, index));
        if small_button(ui, place, id, &scene.names.opening(&name), icon).clicked() {
            match step {
                Step::Block(stack, block) => asked.open = Some((stack, block)),
                Step::Head(head) => asked.head = Some(head),
            }
        }
    }
}
