//! How far the figure is magnified, and about which point: the number under the pointer stays under it, and each box grows no
//! further than its numbers do.

use eframe::egui::{Pos2, Rect, Ui, UiBuilder, Vec2, pos2};

use super::boxes::{Room, rooms};
use super::camera::{Aim, Camera, Frame};
use super::canvas::Scene;
use super::model::{Form, PieceId};
use super::numbers::matrix;
use super::values::Shown;
use crate::ui::context::Context;
use crate::ui::theme::space;

/// Halvings of a range of scales after which one has found the least.
const HALVINGS: usize = 9;
/// No number needs a larger scale.
const LAST: f32 = 512.0;

/// A place among the cells of a value in a box, in shares of them all.
struct Held {
    piece: PieceId,
    room: usize,
    share: Vec2,
}

impl Held {
    /// What lies at a point of the screen, if it is among cells.
    fn at(ui: &Ui, ctx: &Context<'_>, scene: &Scene<'_>, piece: PieceId, point: Pos2) -> Option<Self> {
        let mut places = rooms(ui, scene, piece).into_iter().map(|room| cells(ui, ctx, scene, &room)).enumerate();
        let (room, cells) = places.find(|(_, cells)| cells.contains(point))?;
        Some(Self { piece, room, share: (point - cells.min) / cells.size() })
    }

    /// Where it lies now.
    fn point(&self, ui: &Ui, ctx: &Context<'_>, scene: &Scene<'_>) -> Option<Pos2> {
        let room = rooms(ui, scene, self.piece).into_iter().nth(self.room)?;
        let cells = cells(ui, ctx, scene, &room);
        Some(cells.min + self.share * cells.size())
    }
}

/// Where the cells of a value lie, be they numbers or a picture.
fn cells(ui: &Ui, ctx: &Context<'_>, scene: &Scene<'_>, room: &Room) -> Rect {
    matrix(ctx, scene, room.id, ctx.decimals()).and_then(|matrix| matrix.cells_within(ui, room.place)).unwrap_or(room.place)
}

/// A place where boxes can be laid out without being drawn.
fn unseen(ui: &mut Ui) -> Ui {
    ui.new_child(UiBuilder::new().id_salt("unseen").invisible())
}

/// Magnifies by a factor; what lies at `fixed` on the screen stays there.
pub fn magnify(ui: &mut Ui, ctx: &Context<'_>, camera: &mut Camera, scene: &Scene<'_>, factor: f32, fixed: Pos2) {
    let ui = &unseen(ui);
    let now = |camera: &Camera| Scene { camera: *camera, ..*scene };
    let before = now(camera);
    let piece = scene.diagram.ids().find(|&piece| before.rect(piece).contains(fixed));
    let held = piece.and_then(|piece| Held::at(ui, ctx, &before, piece, fixed));
    let most = if camera.magnifies_freely(factor) { 0.0 } else { piece.map_or(0.0, |piece| largest_scale(ui, ctx, scene, piece)) };
    camera.magnify(factor, scene.stage, fixed, most);
    // Titles do not grow as boxes do, so numbers move within them.
    if let Some(point) = held.and_then(|held| held.point(ui, ctx, &now(camera))) {
        camera.drag(fixed - point);
    }
}

/// The scale at which a box fills the stage, or its digits can be read if that is larger.
fn largest_scale(ui: &Ui, ctx: &Context<'_>, scene: &Scene<'_>, piece: PieceId) -> f32 {
    if scene.diagram.piece(piece).form == Form::Sum {
        return 0.0;
    }
    let whole = (scene.stage.size() / scene.layout.rect(piece).size()).min_elem();
    whole.max(least_scale(ui, ctx, scene, piece))
}

/// The least scale at which a box has room for the digits of what it shows.
fn least_scale(ui: &Ui, ctx: &Context<'_>, scene: &Scene<'_>, piece: PieceId) -> f32 {
    let shown = Shown::of(&scene.prepared.graph, scene.diagram.piece(piece), scene.diagram.opened.head).nodes().len();
    let reads = |zoom: f32| {
        let scene = Scene { camera: scene.camera.at_scale(zoom), ..*scene };
        let rooms = rooms(ui, &scene, piece);
        let read = |room: &Room| matrix(ctx, &scene, room.id, ctx.decimals()).is_none_or(|matrix| matrix.reads_within(ui, room.place));
        rooms.len() == shown && rooms.iter().all(read)
    };
    let mut high = 1.0;
    while !reads(high) && high < LAST {
        high *= 2.0;
    }
    let mut low = high / 2.0;
    for _ in 0..HALVINGS {
        let middle = f32::midpoint(low, high);
        if reads(middle) { high = middle } else { low = middle }
    }
    high
}

/// A box at the least scale at which its digits can be read: all of it if the stage is large enough, else from its first row and
/// column on.
pub fn reading(ui: &mut Ui, ctx: &Context<'_>, scene: &Scene<'_>, piece: PieceId) -> Aim {
    let rect = scene.layout.rect(piece);
    let stage = scene.stage.shrink(space::XL);
    let zoom = least_scale(&unseen(ui), ctx, scene, piece);
    let half = stage.size() / zoom / 2.0;
    let along = |low: f32, high: f32, half: f32| if high - low <= 2.0 * half { f32::midpoint(low, high) } else { low + half };
    let centre = pos2(along(rect.left(), rect.right(), half.x), along(rect.top(), rect.bottom(), half.y));
    Aim::Place(Frame { zoom, centre })
}
