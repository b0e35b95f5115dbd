//! A box: its title, and in it the values that it gives.

use eframe::egui::{FontId, Rect, Response, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

use super::canvas::Scene;
use super::layout::{BEHIND, CARD};
use super::model::{Form, Piece, PieceId};
use super::numbers::numbers_ui;
use super::paint::{self, Frame};
use super::values::{Shown, names_rows};
use crate::graph::{Cell, NodeId};
use crate::lab::axes;
use crate::ui::context::Context;
use crate::ui::describe;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::grid::Geometry;
use crate::ui::widgets::notation::plain;
use crate::ui::widgets::{HeatMap, Hue};

/// The least height of a row that has its name beside it.
const NAMED_ROW: f32 = 13.0;
/// Between the edge of a box and what it holds.
const PADDING: f32 = 6.0;
/// The height under which a box is low.
const LOW: f32 = 64.0;
/// Height of a line, in sizes of its font.
const LINE: f32 = 1.25;
/// The least scale at which boxes have room for buttons.
const ROOMY: f32 = 0.6;
/// Side of the sign of a button.
const BUTTON: f32 = 14.0;
/// Texels along a side of a picture, at most.
const FINEST: f32 = 2048.0;
/// The least side of a picture.
const PICTURE: f32 = 6.0;
/// Of what an attention shows, the share of its map.
const MAP: f32 = 0.62;
/// The proportion under which a map and what is made with it stand side by side.
const FLAT: f32 = 0.75;

/// What came of drawing a box.
#[derive(Default)]
pub struct Drawn {
    /// Where a button finds room in it that shows its inside.
    pub button: Option<Rect>,
    /// The number in it that was clicked.
    pub clicked: Option<(NodeId, Cell)>,
    /// Whether the pointer is at a number, which nothing is to cover.
    pub at_number: bool,
}

/// Draws a box.
pub fn box_ui(ui: &Ui, ctx: &Context<'_>, scene: &Scene<'_>, id: PieceId, response: &Response) -> Drawn {
    let rect = scene.rect(id);
    let piece = scene.diagram.piece(id);
    if !ui.is_rect_visible(rect.expand(2.0 * CARD * scene.camera.zoom())) {
        return Drawn::default();
    }
    let p = palette(ui);
    let (painter, zoom) = (ui.painter(), scene.camera.zoom());
    let stacked = !matches!(piece.form, Form::Part(_));
    let frame = Frame {
        learned: piece.learned,
        hovered: response.hovered(),
        chosen: scene.chosen == Some(id),
        focused: response.has_focus(),
        cards: if stacked { further_cards(piece.cards, zoom, scene.layout.upward(id)) } else { Vec::new() },
    };
    if piece.form == Form::Sum {
        paint::sum(painter, p, rect, &frame);
        return Drawn::default();
    }
    paint::frame(painter, p, rect, &frame);
    let inner = inner(scene, rect);
    let Inside { under, rooms } = inside_ui(ui, scene, id);
    let at = response.interact_pointer_pos().filter(|_| response.clicked());
    let (mut clicked, mut at_number) = (None, false);
    for room in &rooms {
        let grid = value_ui(ui, ctx, scene, room);
        at_number |= grid.as_ref().zip(response.hover_pos()).is_some_and(|(grid, at)| grid.cell_at(at).is_some());
        if let Some(cell) = grid.zip(at).and_then(|(grid, at)| grid.cell_at(at)) {
            clicked = Some((room.id, Cell::new(cell.row, cell.column)));
        }
    }
    let side = Vec2::splat(space::HIT_TARGET);
    let button = Rect::from_center_size(pos2(inner.right() - BUTTON / 2.0, under), side);
    Drawn { button: (opens(piece) && scene.camera.zoom() >= ROOMY).then_some(button), clicked, at_number }
}

/// What a box has within its edge.
fn inner(scene: &Scene<'_>, rect: Rect) -> Rect {
    // A low box gives its width to its title.
    let low = rect.height() < LOW * scene.camera.zoom();
    rect.shrink2(vec2(if low { space::XS } else { PADDING }, PADDING) * scene.distance_scale())
}

/// The place of a value in a box.
pub struct Room {
    /// Which value.
    pub id: NodeId,
    /// Where its numbers or its picture lie.
    pub place: Rect,
    /// Whether the rows of the picture have names.
    named: bool,
}

/// Where the values of a box lie; draws its title and signs, where `ui` draws anything.
pub fn rooms(ui: &Ui, scene: &Scene<'_>, id: PieceId) -> Vec<Room> {
    inside_ui(ui, scene, id).rooms
}

/// What a box has under its title.
struct Inside {
    /// The middle of the line under the title.
    under: f32,
    rooms: Vec<Room>,
}

/// Draws all but the values of a box.
fn inside_ui(ui: &Ui, scene: &Scene<'_>, id: PieceId) -> Inside {
    let piece = scene.diagram.piece(id);
    let inner = inner(scene, scene.rect(id));
    let (under, top) = title_ui(ui, scene, id, piece, inner);
    let room = Rect::from_min_max(pos2(inner.left(), top), inner.max);
    let mut pictures = Pictures { ui, scene, rooms: Vec::new() };
    if piece.form != Form::Sum && room.height() >= PICTURE && room.width() >= PICTURE {
        pictures.contents(id, piece, room);
    }
    Inside { under, rooms: pictures.rooms }
}

/// Where the further cards of a stack lie, each seen from the first.
fn further_cards(count: usize, zoom: f32, upward: bool) -> Vec<Vec2> {
    let step = vec2(CARD, if upward { -CARD } else { CARD }) * zoom;
    (1..=(count - 1).min(BEHIND)).map(|card| step * card as f32).collect()
}

/// Whether a box has an inside to be shown.
fn opens(piece: &Piece) -> bool {
    matches!(piece.form, Form::Part(_) | Form::Blocks { .. })
}

/// Draws the title and what stands under it; returns the middle of that line, and where the rest may begin.
fn title_ui(ui: &Ui, scene: &Scene<'_>, id: PieceId, piece: &Piece, room: Rect) -> (f32, f32) {
    let p = palette(ui);
    let zoom = scene.camera.zoom();
    let site = scene.prepared.graph.node(piece.main).site;
    let hue = if matches!(piece.form, Form::Step) { describe::hue(site) } else { Hue::Plain };
    let mut y = room.top();
    let set = |name: &str, font: &FontId| {
        let font = paint::legible(font, zoom);
        let rows = if room.height() >= 2.0 * LINE * font.size { 2 } else { 1 };
        paint::lines(ui.painter(), name, &font, hue.ink(p), room.width(), rows)
    };
    // What is too long for the box is set smaller, or said more briefly.
    let name = scene.names.title(id);
    let title = set(&name, &text::strong())
        .filter(|galley| !galley.elided)
        .or_else(|| set(&name, &text::small_strong()).filter(|galley| !galley.elided))
        .or_else(|| set(&scene.names.brief(id), &text::small_strong()));
    if let Some(galley) = title.filter(|galley| galley.size().y <= room.height() + space::SMALL) {
        let height = galley.size().y;
        ui.painter().galley(pos2(room.left(), y), galley, p.text);
        y += height;
    }
    let button = if opens(piece) { BUTTON } else { 0.0 };
    let mut line = button;
    let subtitle = scene.names.subtitle(id).zip(paint::scaled(&text::small(), zoom));
    if let Some((subtitle, font)) = subtitle
        && let Some(galley) = paint::lines(ui.painter(), &subtitle, &font, p.text2, room.width() - button, 1)
        && y + galley.size().y <= room.bottom()
    {
        line = line.max(galley.size().y);
        ui.painter().galley(pos2(room.left(), y + (line - galley.size().y) / 2.0), galley, p.text2);
    }
    (y + line / 2.0, y + line + space::XS * scene.distance_scale())
}

/// Gives the values of a box their places.
struct Pictures<'p> {
    ui: &'p Ui,
    scene: &'p Scene<'p>,
    rooms: Vec<Room>,
}

impl Pictures<'_> {
    /// The values: of an attention its map over what it gives, of all else what it gives.
    fn contents(&mut self, id: PieceId, piece: &Piece, room: Rect) {
        let (ui, scene) = (self.ui, self.scene);
        match Shown::of(&scene.prepared.graph, piece, scene.diagram.opened.head) {
            Shown::Value(value) => {
                let named = names_rows(scene.prepared, scene.diagram, id);
                self.value(value, room, named);
            }
            Shown::Attention(map, output) => {
                // One below the other, or where there is more width than height side by side.
                let gap = space::SMALL * scene.distance_scale();
                let flat = room.height() < FLAT * room.width();
                let share = if flat { vec2(MAP, 1.0) } else { vec2(1.0, MAP) };
                let first = Rect::from_min_size(room.min, room.size() * share);
                // Lying side by side they have no room for their signs.
                let signed = |id: NodeId, room: Rect| if flat { room } else { signed_ui(ui, scene, id, room) };
                let map = self.cards((map, piece.cards), signed(map, first));
                let corner = if flat { pos2(map.right() + gap, room.top()) } else { pos2(room.left(), map.bottom() + gap) };
                self.value(output, signed(output, Rect::from_min_max(corner, room.max)), false);
            }
            Shown::Blocks(blocks) => self.blocks(&blocks, room),
        }
    }

    /// What each of the closed blocks gives, one below the other; where that would be too small, only the last.
    fn blocks(&mut self, blocks: &[Option<(usize, NodeId)>], room: Rect) {
        let (ui, scene) = (self.ui, self.scene);
        let p = palette(ui);
        let zoom = scene.distance_scale();
        let gap = space::XS * zoom;
        let pitch = (room.height() + gap) / blocks.len() as f32;
        let font = paint::scaled(&text::small(), zoom).filter(|_| pitch - gap >= NAMED_ROW);
        let Some(font) = font else {
            if let Some((_, last)) = blocks.iter().flatten().last() {
                self.value(*last, room, false);
            }
            return;
        };
        for (row, block) in blocks.iter().enumerate() {
            let top = room.top() + row as f32 * pitch;
            let place = Rect::from_min_max(pos2(room.left(), top), pos2(room.right(), top + pitch - gap));
            if let Some((_, id)) = block.filter(|_| blocks.len() == 1) {
                self.value(id, place, false);
            } else if let Some((block, id)) = *block {
                let number = ui.painter().layout_no_wrap((block + 1).to_string(), font.clone(), p.text2);
                let width = number.size().x.max(space::MEDIUM * zoom) + space::XS;
                ui.painter().galley(place.left_center() - vec2(0.0, number.size().y / 2.0), number, p.text2);
                self.value(id, place.with_min_x(place.left() + width), false);
            } else {
                for step in [-1.0, 0.0, 1.0] {
                    ui.painter().circle_filled(place.center() + vec2(0.0, step * space::XS), 1.0, p.text3);
                }
            }
        }
    }

    /// The map of the head in view as the first of a stack of cards; returns where the stack ends.
    fn cards(&mut self, (map, heads): (NodeId, usize), room: Rect) -> Rect {
        let (ui, scene) = (self.ui, self.scene);
        let p = palette(ui);
        let further = further_cards(heads, scene.distance_scale(), false);
        let reach = further.last().copied().unwrap_or_default();
        let shape = scene.prepared.graph.node(map).shape;
        let room = Rect::from_min_max(room.min, room.max - reach);
        // Rows and columns are tokens, so cells are squares unless the two texts are of very different lengths.
        let ratio = (shape.columns as f32 / shape.rows as f32).clamp(0.5, 2.0);
        let card = paint::inscribed(room, ratio);
        for offset in further.into_iter().rev() {
            let rect = card.translate(offset);
            let edge = Stroke::new(space::LINE, p.line);
            ui.painter().rect(rect, 0.0, p.surface, edge, StrokeKind::Outside);
        }
        if scene.values.look(map).is_some() {
            // The names of its rows are not to stand on the cards behind.
            ui.painter().rect(card, 0.0, p.surface, Stroke::new(space::LINE, p.line), StrokeKind::Outside);
        }
        self.value(map, card, false);
        card.translate(reach)
    }

    fn value(&mut self, id: NodeId, place: Rect, named: bool) {
        self.rooms.push(Room { id, place, named });
    }
}

/// A value: its numbers where they find room, which are where it returns, else a picture of them.
fn value_ui(ui: &Ui, ctx: &Context<'_>, scene: &Scene<'_>, room: &Room) -> Option<Geometry> {
    let &Room { id, place, named } = room;
    let grid = numbers_ui(ui, ctx, scene, id, place);
    if grid.is_none() {
        let place = if named { row_names_ui(ui, scene, id, place) } else { place };
        picture_ui(ui, ctx, scene, id, place);
    }
    grid
}

/// The sign of a value at the left of its picture; returns what is left for that.
fn signed_ui(ui: &Ui, scene: &Scene<'_>, id: NodeId, room: Rect) -> Rect {
    let p = palette(ui);
    let Some(font) = paint::scaled(&text::small_strong(), scene.camera.zoom()) else { return room };
    let sign = plain(&describe::sign(scene.prepared, id));
    let ink = describe::hue(scene.prepared.graph.node(id).site).ink(p);
    let galley = ui.painter().layout_no_wrap(sign, font, ink);
    let width = (space::LARGE * scene.distance_scale()).max(galley.size().x + space::XS);
    if room.height() < galley.size().y {
        return room;
    }
    ui.painter().galley(room.left_top(), galley, ink);
    Rect::from_min_max(pos2(room.left() + width, room.top()), room.max)
}

/// The tokens at the left of their rows, where there is room for each; returns what is left for the picture.
fn row_names_ui(ui: &Ui, scene: &Scene<'_>, id: NodeId, room: Rect) -> Rect {
    let p = palette(ui);
    let (rows, _) = axes(scene.prepared, id);
    let count = scene.prepared.graph.node(id).shape.rows;
    let pitch = room.height() / count as f32;
    let Some(font) = paint::scaled(&text::small(), scene.camera.zoom()).filter(|_| pitch >= NAMED_ROW) else { return room };
    let name = |row: usize| paint::lines(ui.painter(), &rows.label(scene.prepared, row), &font, p.text2, room.width() * 0.55, 1);
    let names: Vec<_> = (0..count).filter_map(name).collect();
    let width = names.iter().map(|galley| galley.size().x).fold(0.0, f32::max);
    for (row, galley) in names.into_iter().enumerate() {
        let middle = room.top() + (row as f32 + 0.5) * pitch;
        let at = pos2(room.left() + width - galley.size().x, middle - galley.size().y / 2.0);
        ui.painter().galley(at, galley, p.text2);
    }
    Rect::from_min_max(pos2(room.left() + width + space::XS, room.top()), room.max)
}

/// A value in small, or its shape where there is none to be seen.
fn picture_ui(ui: &Ui, ctx: &Context<'_>, scene: &Scene<'_>, id: NodeId, rect: Rect) {
    if rect.width() < PICTURE || rect.height() < PICTURE {
        return;
    }
    let p = palette(ui);
    if let Some(look) = scene.values.look(id) {
        let cells = look.cells();
        let colouring = scene.values.colouring(ctx, scene.prepared, id);
        // Made for the next power of two of the scale, so that it is kept while the figure is magnified.
        let fineness = (rect.size() / scene.camera.zoom() * scene.camera.zoom().log2().ceil().exp2()).min(Vec2::splat(FINEST));
        let key = ui.scope_id().with(("picture", id));
        HeatMap::new(&cells, colouring, "").fineness(fineness.round()).paint_at(ui, rect, key);
        return;
    }
    let edge = Stroke::new(space::LINE, p.divider);
    ui.painter().rect(rect, 0.0, p.sunken, edge, StrokeKind::Inside);
    let Some(font) = paint::scaled(&text::small_digits(), scene.camera.zoom()) else { return };
    let shape = scene.prepared.graph.node(id).shape.to_string();
    let galley = ui.painter().layout_no_wrap(shape, font, p.text3);
    if galley.size().x + space::XS <= rect.width() && galley.size().y <= rect.height() {
        ui.painter().galley(rect.center() - galley.size() / 2.0, galley, p.text3);
    }
}
