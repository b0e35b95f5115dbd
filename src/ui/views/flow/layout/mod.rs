//! Where everything stands, in points at 100 %: a pure function of a diagram and the room there is.
//!
//! A lane runs from left to right along its stream. What belongs to the stream stands on it, sublayers hang beside it: the line
//! goes in at their left and comes out at their right. As in the paper's figure, turned to lie on its side, the decoder is the
//! mirror image of the encoder: both streams lie outside, and the memory runs in the channel between the lanes.

mod hang;
mod lane;
mod panel;
mod sheet;
mod stand;
#[cfg(test)]
mod tests;

use eframe::egui::{Pos2, Rect, Vec2, pos2};

use super::model::{Diagram, Form, PieceId};
use crate::graph::{Graph, Stack};
use crate::ui::theme::space;
use lane::{LanePlan, Placed, Port};
use sheet::Sheet;

/// Width of a digit or a sign of a shape: 11 points of a mono face.
const SIGN: f32 = 6.6;
/// Between the two lanes, for the memory.
const CHANNEL: f32 = 56.0;
/// The least and greatest height of what hangs from a stream.
const TALL: [f32; 2] = [60.0, 260.0];
/// The least and greatest height of a row of an unfolded sublayer.
const ROW: [f32; 2] = [72.0, 160.0];
/// What fits is not magnified beyond this.
pub const LARGEST_FIT: f32 = 1.6;

/// What a line means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The residual stream.
    Stream,
    /// A value that is read, with an arrowhead.
    Arrow,
}

/// The way of an edge: horizontal and vertical pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Its place in [`Diagram::edges`].
    pub edge: usize,
    /// From the giver to the reader.
    pub points: Vec<Pos2>,
    /// How it is drawn.
    pub line: Line,
    /// Where its shape is written, if it is.
    pub label: Option<Rect>,
    /// Whether it leaves another route at a point of its own: the fork of a stream.
    pub forks: bool,
}

/// What lies on a ground of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Plot {
    /// An open block.
    Block(Stack, usize),
    /// An unfolded sublayer, by its place in [`Diagram::panels`].
    Panel(usize),
}

/// A ground, with room for a title at its top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// What lies on it.
    pub plot: Plot,
    /// All of it.
    pub rect: Rect,
    /// The height at which the stream runs that it belongs to.
    pub stream: f32,
}

impl Ground {
    /// Height of the title.
    pub const TITLE: f32 = 28.0;

    /// Where the title stands, clear of the way that comes down into an unfolded sublayer.
    pub fn title(&self) -> Rect {
        let left = if matches!(self.plot, Plot::Panel(_)) { panel::BUS } else { 0.0 } + space::MEDIUM;
        let corner = self.rect.min + Vec2::new(left, 0.0);
        Rect::from_min_max(corner, pos2(self.rect.right() - space::MEDIUM, corner.y + Self::TITLE))
    }

    /// Whether the title stands at the right, since the memory comes down at the left.
    pub fn title_right(&self) -> bool {
        matches!(self.plot, Plot::Block(..)) && self.stream > self.rect.center().y
    }
}

/// Where everything stands.
#[derive(Clone, Debug)]
pub struct Layout {
    rects: Vec<Rect>,
    upward: Vec<bool>,
    /// The ways of the edges.
    pub routes: Vec<Route>,
    /// The grounds, the larger first.
    pub grounds: Vec<Ground>,
    /// All of it.
    pub bounds: Rect,
    /// What each lane takes.
    pub lanes: Vec<Rect>,
}

/// Sizes that follow the room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Height of what hangs from a stream.
    tall: f32,
    /// Height of a row of an unfolded sublayer.
    row: f32,
    /// Width of a step of an unfolded sublayer.
    step: f32,
    /// Whether shapes are written at the arrows.
    shapes: bool,
}

impl Layout {
    /// Places a diagram so that it fills a room of this size as well as it can.
    pub fn new(graph: &Graph, diagram: &Diagram, room: Vec2, shapes: bool) -> Self {
        let step = panel::step_for(graph, diagram, room, shapes);
        let row = panel::row_for(graph, diagram, room, shapes, step);
        let of = |tall| Self::of(graph, diagram, Sizes { tall, row, step, shapes });
        let [low, high] = TALL.map(|tall| of(tall).bounds.size());
        let zoom = (room.x / low.x).min(LARGEST_FIT);
        // The height grows evenly with what hangs.
        let growth = (high.y - low.y) / (TALL[1] - TALL[0]);
        let tall = if growth > 0.0 { TALL[0] + (room.y / zoom - low.y) / growth } else { TALL[0] };
        of(tall.clamp(TALL[0], TALL[1]).round())
    }

    /// Where a box stands.
    pub fn rect(&self, piece: PieceId) -> Rect {
        self.rects[piece.0]
    }

    fn of(graph: &Graph, diagram: &Diagram, sizes: Sizes) -> Self {
        let plan = |(index, lane)| LanePlan { graph, diagram, lane, sizes, mirrored: index > 0 }.place();
        let mut placed: Vec<Placed> = diagram.lanes.iter().enumerate().map(plan).collect();
        over_its_reader(diagram, &mut placed);
        let gap = if placed.iter().any(|lane| !lane.ports.is_empty()) { CHANNEL } else { space::XXL };
        let mut sheet = Sheet::default();
        let mut upward = vec![false; diagram.pieces.len()];
        let mut lanes: Vec<Rect> = Vec::new();
        let mut ends: Vec<Vec<Pos2>> = Vec::new();
        for (index, mut lane) in placed.into_iter().enumerate() {
            let above = lanes.last().map(Rect::bottom);
            if index > 0 {
                lane.mirror();
                for (piece, _) in lane.sheet.rects.iter().filter(|(piece, _)| diagram.piece(*piece).form == Form::Step) {
                    upward[piece.0] = true;
                }
            }
            let top = above.map_or(0.0, |bottom| bottom + gap);
            lane.shift(Vec2::new(0.0, top - lane.sheet.bounds().top()));
            let mut ways = memory_ways(diagram, &lane, &lanes, &ends, top - gap / 2.0);
            if sizes.shapes {
                label_memory(graph, diagram, &mut ways, top - gap / 2.0);
            }
            sheet.routes.extend(ways);
            lanes.push(lane.sheet.bounds());
            ends.push(lane.end);
            sheet.take(lane.sheet);
        }
        let mut rects = vec![Rect::NOTHING; diagram.pieces.len()];
        for (piece, rect) in &sheet.rects {
            rects[piece.0] = *rect;
        }
        sheet.grounds.sort_by(|a, b| b.rect.area().total_cmp(&a.rect.area()));
        Self { rects, upward, bounds: sheet.bounds(), routes: sheet.routes, grounds: sheet.grounds, lanes }
    }

    /// Whether further cards of a box are seen above it: where values go upwards, so that they do not hide the way in.
    pub fn upward(&self, piece: PieceId) -> bool {
        self.upward[piece.0]
    }

    /// A ground, together with the stream that it belongs to.
    pub fn view(&self, plot: Plot) -> Option<Rect> {
        let ground = self.grounds.iter().find(|ground| ground.plot == plot)?;
        let stream = Rect::from_center_size(pos2(ground.rect.center().x, ground.stream), Vec2::new(0.0, STREAM_ROOM));
        Some(ground.rect.union(stream))
    }
}

/// From card to card of a stack.
pub const CARD: f32 = 6.0;
/// Cards behind the first, at most: three edges are seen.
pub const BEHIND: usize = 2;
/// Height of what is seen of a stream.
const STREAM_ROOM: f32 = 48.0;
/// Height of a shape written at an arrow.
const LABEL_HEIGHT: f32 = 16.0;

/// How wide the shape of an edge's value is, written out.
fn label_width(graph: &Graph, diagram: &Diagram, edge: usize) -> f32 {
    let signs = graph.node(diagram.edges[edge].value).shape.to_string().chars().count();
    (signs as f32 * SIGN).ceil()
}

/// Moves a memory that is given to where it is read.
fn over_its_reader(diagram: &Diagram, placed: &mut [Placed]) {
    if let [memory, reader] = placed
        && diagram.lanes[0].trunk.len() == 1
        && let Some(port) = reader.ports.first()
    {
        let aside = port.way[0].x - space::LARGE - memory.sheet.bounds().right();
        memory.shift(Vec2::new(aside.max(0.0), 0.0));
    }
}

/// The ways into a lane from the ends of those above it, through the channel between.
fn memory_ways(diagram: &Diagram, lane: &Placed, above: &[Rect], ends: &[Vec<Pos2>], channel: f32) -> Vec<Route> {
    let way = |port: &Port| {
        let from = diagram.unit(diagram.edges[port.edge].from);
        let source = diagram.lanes.iter().position(|lane| lane.trunk.last().is_some_and(|last| last.unit == from))?;
        let mut points = ends.get(source)?.clone();
        let last = *points.last()?;
        let out = above.get(source)?.right() + space::LARGE;
        points.extend([pos2(out, last.y), pos2(out, channel), pos2(port.way[0].x, channel)]);
        points.extend(port.way.iter().copied());
        Some(Route { edge: port.edge, points: straightened(points), line: Line::Arrow, label: None, forks: false })
    };
    lane.ports.iter().filter_map(way).collect()
}

/// Writes the shape of the memory once, at the way that goes farthest through the channel: over it, or where even that is too short
/// beside the way down.
fn label_memory(graph: &Graph, diagram: &Diagram, routes: &mut [Route], channel: f32) {
    let along = |route: &Route| {
        let leg = route.points.windows(2).find(|leg| leg[0].y == channel && leg[1].y == channel);
        leg.map_or([0.0, 0.0], |leg| [leg[0].x.min(leg[1].x), leg[0].x.max(leg[1].x)])
    };
    let length = |route: &Route| along(route)[1] - along(route)[0];
    let Some(longest) = routes.iter_mut().max_by(|a, b| length(a).total_cmp(&length(b))) else { return };
    let width = label_width(graph, diagram, longest.edge);
    let [left, right] = along(longest);
    let corner = if right - left >= width + space::XL {
        pos2(left + space::MEDIUM, channel - LABEL_HEIGHT)
    } else {
        let down = longest.points.windows(2).find(|leg| leg[0].x == leg[1].x && leg[0].y <= channel && channel <= leg[1].y);
        pos2(down.map_or(right, |leg| leg[0].x) + space::XS, channel)
    };
    longest.label = Some(Rect::from_min_size(corner, Vec2::new(width, LABEL_HEIGHT)));
}

/// A way without points that lie between their neighbours or on them.
fn straightened(points: Vec<Pos2>) -> Vec<Pos2> {
    let mut way: Vec<Pos2> = Vec::with_capacity(points.len());
    for point in points {
        if way.last().is_some_and(|last| last.distance(point) < 0.5) {
            continue;
        }
        if let [.., before, last] = way.as_slice()
            && ((before.x == last.x && last.x == point.x) || (before.y == last.y && last.y == point.y))
        {
            way.pop();
        }
        way.push(point);
    }
    way
}
