//! The inside of a sublayer: a grid of steps, from the projections at the left to the output at the right.
//!
//! Attention has three rows. Queries and keys take the first two, and the scores made of both stand across them; the values run
//! along the third, to where the weights come down to meet them. The output stands up again towards the stream.

use eframe::egui::{Rect, Vec2, pos2, vec2};

use super::{BEHIND, CARD, Ground, LABEL_HEIGHT, Line, Plot, ROW, Route, Sizes, label_width};
use crate::graph::{Graph, Quantity, Site};
use crate::ui::theme::{CellSize, space};
use crate::ui::views::flow::model::{Diagram, PieceId, Unit};

use super::sheet::Sheet;

/// The least and greatest width of a step.
const WIDTH: [f32; 2] = [100.0, 256.0];
/// What of the width names, brackets and edges take where numbers are read, beside the cells.
const AROUND: f32 = 64.0;
/// Between rows.
const ROW_GAP: f32 = space::XXL;
/// From the left edge to the line that brings what enters.
pub(super) const BUS: f32 = space::LARGE;
/// From that line to the first steps.
const BUS_GAP: f32 = space::XL;

/// Column, first row, and how many rows.
type Cell = (usize, usize, usize);

/// An unfolded sublayer in its place.
pub(super) struct PlacedPanel {
    pub(super) rect: Rect,
    /// Where what enters comes down.
    pub(super) bus: f32,
    /// Where the result leaves at the side of the stream, if anything reads it.
    pub(super) out: Option<f32>,
    /// The side of the stream of the box that gives the result.
    pub(super) out_top: f32,
}

/// The grid of a panel.
struct Grid {
    cells: Vec<(PieceId, Cell)>,
    columns: usize,
    rows: usize,
    gap: f32,
    width: f32,
}

impl Grid {
    fn new(graph: &Graph, diagram: &Diagram, panel: usize, shapes: bool, width: f32) -> Self {
        let pieces = &diagram.panels[panel].pieces;
        let site = |piece: PieceId| graph.node(diagram.piece(piece).main).site;
        let has = |quantity: Quantity| pieces.iter().any(|&piece| site(piece).quantity == quantity);
        let (joined, gated) = (has(Quantity::Concatenated), has(Quantity::Gate));
        let attention = has(Quantity::Scores);
        let mut cells: Vec<(PieceId, Cell)> = pieces
            .iter()
            .map(|&piece| (piece, if attention { attention_cell(site(piece), joined) } else { feed_forward_cell(site(piece), gated) }))
            .collect();
        // Columns that nothing stands in are left out.
        let mut used: Vec<usize> = cells.iter().map(|(_, cell)| cell.0).collect();
        used.sort_unstable();
        used.dedup();
        for (_, cell) in &mut cells {
            cell.0 = used.iter().position(|&column| column == cell.0).unwrap_or(0);
        }
        let rows = cells.iter().map(|(_, cell)| cell.1 + cell.2).max().unwrap_or(1);
        let inner = (diagram.edges.iter().enumerate())
            .filter(|(_, edge)| pieces.contains(&edge.from) && pieces.contains(&edge.to))
            .map(|(index, edge)| label_width(graph, diagram, index) + space::MEDIUM + cards(diagram, edge.from));
        let gap = if shapes { inner.fold(space::XXL, f32::max) } else { space::XXL };
        Self { cells, columns: used.len(), rows, gap, width }
    }

    fn size(&self, row: f32) -> Vec2 {
        let (columns, rows) = (self.columns as f32, self.rows as f32);
        let width = BUS + BUS_GAP + columns * self.width + (columns - 1.0) * self.gap + space::LARGE;
        let height = Ground::TITLE + space::XS + rows * row + (rows - 1.0) * ROW_GAP + space::LARGE;
        vec2(width, height)
    }

    /// A step in a panel whose first row begins at `top`.
    fn rect(&self, (column, first, count): Cell, left: f32, top: f32, row: f32) -> Rect {
        let (column, first, count) = (column as f32, first as f32, count as f32);
        let corner = pos2(left + BUS + BUS_GAP + column * (self.width + self.gap), top + first * (row + ROW_GAP));
        Rect::from_min_size(corner, vec2(self.width, count * row + (count - 1.0) * ROW_GAP))
    }
}

fn attention_cell(site: Site, joined: bool) -> Cell {
    let own = usize::from(site.scope.head.is_some());
    match site.quantity {
        Quantity::Query => (own, 0, 1),
        Quantity::Key => (own, 1, 1),
        Quantity::Value => (own, 2, 1),
        Quantity::Scores => (2, 0, 2),
        Quantity::Scaled => (3, 0, 2),
        Quantity::Biased => (4, 0, 2),
        Quantity::Masked => (5, 0, 2),
        Quantity::Weights => (6, 0, 2),
        Quantity::Output if own == 1 || !joined => (6, 2, 1),
        Quantity::Concatenated => (7, 2, 1),
        _ => (7, 0, 2),
    }
}

fn feed_forward_cell(site: Site, gated: bool) -> Cell {
    let rows = if gated { 2 } else { 1 };
    match site.quantity {
        Quantity::Hidden => (0, rows - 1, 1),
        Quantity::Gate => (0, 0, 1),
        Quantity::Activated => (1, 0, 1),
        Quantity::Gated => (2, 0, rows),
        _ => (3, 0, rows),
    }
}

/// The width of steps: that at which all digits can be read if there is room for it, else the least.
pub(super) fn step_for(graph: &Graph, diagram: &Diagram, room: Vec2, shapes: bool) -> f32 {
    let Some(panel) = diagram.panels.len().checked_sub(1) else { return WIDTH[0] };
    let columns = diagram.panels[panel].pieces.iter().map(|&piece| graph.node(diagram.piece(piece).main).shape.columns).max().unwrap_or(0);
    let width = CellSize::M.size().x * columns as f32 + AROUND;
    let fits = width <= WIDTH[1] && Grid::new(graph, diagram, panel, shapes, width).size(0.0).x <= room.x;
    if fits { width.max(WIDTH[0]) } else { WIDTH[0] }
}

/// The height of rows at which the unfolded sublayer fills the room when it is looked at alone.
pub(super) fn row_for(graph: &Graph, diagram: &Diagram, room: Vec2, shapes: bool, width: f32) -> f32 {
    let Some(panel) = diagram.panels.len().checked_sub(1) else { return ROW[0] };
    let grid = Grid::new(graph, diagram, panel, shapes, width);
    let bare = grid.size(0.0);
    let zoom = (room.x / bare.x).min(super::LARGEST_FIT);
    let beside = if diagram.panels[panel].scope.stack.is_some() { super::lane::DROP + super::STREAM_ROOM / 2.0 } else { 0.0 };
    // Where digits are read, cells may be high.
    let highest = ROW[1] * (width / WIDTH[0]).sqrt();
    ((room.y / zoom - bare.y - beside) / grid.rows as f32).clamp(ROW[0], highest).round()
}

/// From the edge of a panel at the side of the stream to the middle of its first row.
pub(super) fn first_row(sizes: Sizes, mirrored: bool) -> f32 {
    head(mirrored) + sizes.row / 2.0
}

/// What is kept free at the side of the stream: the title is at the top, which in a mirrored lane is far from it.
fn head(mirrored: bool) -> f32 {
    if mirrored { space::LARGE } else { Ground::TITLE + space::XS }
}

/// Places a panel whose edge at the side of the stream lies at `near`.
pub(super) fn place(
    graph: &Graph,
    diagram: &Diagram,
    panel: usize,
    sizes: Sizes,
    mirrored: bool,
    (left, near): (f32, f32),
    sheet: &mut Sheet,
) -> PlacedPanel {
    let grid = Grid::new(graph, diagram, panel, sizes.shapes, sizes.step);
    let rect = Rect::from_min_size(pos2(left, near), grid.size(sizes.row));
    let top = near + head(mirrored);
    for &(piece, cell) in &grid.cells {
        sheet.rects.push((piece, grid.rect(cell, left, top, sizes.row)));
    }
    sheet.grounds.push(Ground { plot: Plot::Panel(panel), rect, stream: 0.0 });
    let place = |piece: PieceId| grid.cells.iter().find(|(id, _)| *id == piece).map(|&(_, cell)| grid.rect(cell, left, top, sizes.row));
    for (index, edge) in diagram.edges.iter().enumerate() {
        if let (Some(from), Some(to)) = (place(edge.from), place(edge.to)) {
            let width = label_width(graph, diagram, index);
            let label = sizes.shapes.then(|| vec2(width, cards(diagram, edge.from)));
            sheet.routes.push(between(index, from, to, label));
        }
    }
    let leaving =
        diagram.edges.iter().find(|edge| diagram.unit(edge.from) == Unit::Panel(panel) && diagram.unit(edge.to) != Unit::Panel(panel));
    let last = leaving.and_then(|edge| place(edge.from));
    PlacedPanel { rect, bus: left + BUS, out: last.map(|last| last.center().x), out_top: last.map_or(near, |last| last.top()) }
}

/// What the edges of further cards take beside a box.
fn cards(diagram: &Diagram, piece: PieceId) -> f32 {
    CARD * (diagram.piece(piece).cards - 1).min(BEHIND) as f32
}

/// A straight way from box to box: to the right where they share rows, else up or down where they share columns. `label` is the
/// width of the shape, and what of the way further cards of the giver hide.
fn between(edge: usize, from: Rect, to: Rect, label: Option<Vec2>) -> Route {
    let middle = |a: [f32; 2], b: [f32; 2]| f32::midpoint(a[0].max(b[0]), a[1].min(b[1]));
    let (points, label) = if to.left() >= from.right() {
        let y = middle([from.top(), from.bottom()], [to.top(), to.bottom()]);
        let label = label.map(|label| {
            let start = from.right() + label.y;
            let left = f32::midpoint(start, to.left().min(start + label.x + space::MEDIUM)) - label.x / 2.0;
            Rect::from_min_size(pos2(left, y - LABEL_HEIGHT - 1.0), vec2(label.x, LABEL_HEIGHT))
        });
        (vec![pos2(from.right(), y), pos2(to.left(), y)], label)
    } else {
        let x = middle([from.left(), from.right()], [to.left(), to.right()]);
        let ends = if to.top() >= from.bottom() { [from.bottom(), to.top()] } else { [from.top(), to.bottom()] };
        let label = label.map(|label| {
            let y = f32::midpoint(ends[0] + label.y * (ends[1] - ends[0]).signum(), ends[1]);
            Rect::from_min_size(pos2(x + space::XS, y - LABEL_HEIGHT / 2.0), vec2(label.x, LABEL_HEIGHT))
        });
        (ends.map(|y| pos2(x, y)).to_vec(), label)
    };
    Route { edge, points, line: Line::Arrow, label, forks: false }
}
