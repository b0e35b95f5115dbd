//! One lane: the stream at height 0, what hangs from it below. A mirrored lane is turned over when it is done.

use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};

use super::sheet::Sheet;
use super::{Ground, LABEL_HEIGHT, Line, Plot, Route, Sizes, label_width, straightened};
use crate::graph::{Graph, Op};
use crate::ui::theme::space;
use crate::ui::views::flow::model::{Diagram, Edge, Form, Lane, PieceId, Station, Unit};

/// Half the height of what stands on a stream; the norms are that high.
pub(super) const HALF: f32 = 28.0;
/// The greatest way from the stream to what hangs from it.
pub(super) const DROP: f32 = HALF + space::XL;
/// From one thing on the stream to the fork after it.
pub(super) const LEAD: f32 = space::MEDIUM;
/// Between things that hang.
pub(super) const GAP: f32 = space::MEDIUM;
/// Between the edge of a block's ground and what lies on it.
const PAD: f32 = space::MEDIUM;
/// Radius of a circled +.
pub(super) const RADIUS: f32 = 10.0;
/// From the corners of a sublayer to where the line goes in and comes out.
pub(super) const IN: f32 = 28.0;

pub(super) const NORM: Vec2 = vec2(84.0, 2.0 * HALF);
/// What the edges of stacked cards take at the right and below.
pub(super) const CARDS: f32 = space::MEDIUM;
/// The greatest height of a box that stands on the stream.
const TALLEST: f32 = 132.0;

/// A lane and what it is placed by.
pub(super) struct LanePlan<'a> {
    pub(super) graph: &'a Graph,
    pub(super) diagram: &'a Diagram,
    pub(super) lane: &'a Lane,
    pub(super) sizes: Sizes,
    pub(super) mirrored: bool,
}

/// Where an edge from another lane goes in: the last points of its way.
pub(super) struct Port {
    pub(super) edge: usize,
    pub(super) way: Vec<Pos2>,
}

/// A lane in its place.
pub(super) struct Placed {
    pub(super) sheet: Sheet,
    pub(super) ports: Vec<Port>,
    /// The first points of whatever leaves its last station.
    pub(super) end: Vec<Pos2>,
}

impl Placed {
    pub(super) fn mirror(&mut self) {
        self.sheet.mirror();
        self.points().for_each(|point| point.y = -point.y);
    }

    pub(super) fn shift(&mut self, by: Vec2) {
        self.sheet.shift(by);
        self.points().for_each(|point| *point += by);
    }

    fn points(&mut self) -> impl Iterator<Item = &mut Pos2> {
        self.ports.iter_mut().flat_map(|port| &mut port.way).chain(&mut self.end)
    }
}

/// How far a lane has come.
pub(super) struct Run {
    pub(super) sheet: Sheet,
    pub(super) ports: Vec<Port>,
    /// Where the next thing on the stream may begin.
    pub(super) x: f32,
    /// How far what hangs reaches.
    pub(super) hung: f32,
    /// How far the shapes reach that are written under the stream.
    pub(super) written: f32,
    /// How deep what hangs in blocks reaches.
    pub(super) depth: f32,
    /// How a way from the last station begins.
    pub(super) tail: Vec<Pos2>,
    /// The left edge of the open block's ground.
    ground: Option<f32>,
    /// How deep what stands beside the blocks may reach.
    pub(super) bottom: f32,
}

impl LanePlan<'_> {
    /// Places the lane. What stands beside the blocks is as deep as what hangs in them, so that is found out first.
    pub(super) fn place(&self) -> Placed {
        let least = self.drop() + self.sizes.tall;
        let run = self.run(self.run(least).depth.max(least));
        Placed { sheet: run.sheet, ports: run.ports, end: run.tail }
    }

    fn run(&self, bottom: f32) -> Run {
        let mut run = Run {
            sheet: Sheet::default(),
            ports: Vec::new(),
            x: 0.0,
            hung: f32::NEG_INFINITY,
            written: f32::NEG_INFINITY,
            depth: 0.0,
            tail: Vec::new(),
            ground: None,
            bottom,
        };
        let mut before: Option<&Station> = None;
        for (index, station) in self.lane.trunk.iter().enumerate() {
            self.border(&mut run, before, station);
            // What reads the answer from the stream is the last to which it leads.
            let line = if self.lane.stream > 0 && index <= self.lane.stream { Line::Stream } else { Line::Arrow };
            match station.unit {
                Unit::Piece(piece) => match self.diagram.piece(piece).form {
                    Form::Sum => self.sum(&mut run, before, station, piece, line),
                    Form::Part(_) => self.dip(&mut run, before, station),
                    Form::Step | Form::Blocks { .. } => self.standing(&mut run, before, station, piece, line),
                },
                Unit::Panel(_) => self.dip(&mut run, before, station),
            }
            before = Some(station);
        }
        self.close(&mut run, before);
        run
    }

    /// Leaves room for the edge of a block's ground.
    fn border(&self, run: &mut Run, before: Option<&Station>, station: &Station) {
        if before.and_then(|before| before.block) == station.block {
            return;
        }
        self.close(run, before);
        if station.block.is_some() {
            let left = if before.is_some() { run.x.max(run.hung) + GAP } else { run.x };
            run.ground = Some(left);
            (run.x, run.hung) = (left, left + PAD - GAP);
        }
    }

    /// Lays the ground of the block that ends here.
    fn close(&self, run: &mut Run, before: Option<&Station>) {
        if let (Some(left), Some((stack, block))) = (run.ground.take(), before.and_then(|before| before.block)) {
            let right = run.x.max(run.hung).max(run.written) + PAD;
            let [near, far] = self.extent(run.bottom);
            let rect = Rect::from_min_max(pos2(left, near), pos2(right, far));
            run.sheet.grounds.push(Ground { plot: Plot::Block(stack, block), rect, stream: 0.0 });
            (run.x, run.hung) = (right, right);
        }
    }

    /// From where to where blocks reach, with the title at the top.
    pub(super) fn extent(&self, bottom: f32) -> [f32; 2] {
        let [near, far] = if self.mirrored { [0.0, Ground::TITLE] } else { [Ground::TITLE, 0.0] };
        [-(HALF + PAD + near), bottom + PAD + far]
    }

    /// The edges from one unit to another.
    pub(super) fn edges(&self, from: Unit, to: Unit) -> impl Iterator<Item = (usize, PieceId)> {
        let of = move |(_, edge): &(usize, &Edge)| self.diagram.unit(edge.from) == from && self.diagram.unit(edge.to) == to;
        self.diagram.edges.iter().enumerate().filter(of).map(|(index, edge)| (index, edge.to))
    }

    /// The edges into a unit that come from another lane.
    pub(super) fn foreign(&self, unit: Unit) -> Vec<(usize, PieceId)> {
        let own: Vec<Unit> = self.lane.trunk.iter().flat_map(Station::units).collect();
        let strange = |from: PieceId| !own.contains(&self.diagram.unit(from));
        let edges = self.diagram.edges.iter().enumerate();
        edges.filter(|(_, edge)| self.diagram.unit(edge.to) == unit && strange(edge.from)).map(|(index, edge)| (index, edge.to)).collect()
    }

    /// The width of an edge's label, if labels are written.
    pub(super) fn label(&self, edge: usize) -> Option<f32> {
        self.sizes.shapes.then(|| label_width(self.graph, self.diagram, edge))
    }

    /// Height of the boxes that stand on the stream beside the blocks.
    pub(super) fn column(&self, bottom: f32) -> f32 {
        if self.alone() {
            return self.sizes.tall;
        }
        ((bottom + HALF - GAP) / 2.0).clamp(2.0 * HALF, TALLEST)
    }

    /// Whether there is nothing but boxes on the line: a norm that stands alone.
    pub(super) fn alone(&self) -> bool {
        let boxes = |station: &Station| matches!(station.unit, Unit::Piece(piece) if self.diagram.piece(piece).form == Form::Step);
        self.lane.trunk.len() > 1
            && self.lane.trunk.iter().all(|station| boxes(station) && station.block.is_none() && station.sides.is_empty())
    }

    /// From the stream to what hangs from it: more where norms stand on the stream.
    pub(super) fn drop(&self) -> f32 {
        let norm = |station: &Station| station.block.is_some() && matches!(station.unit, Unit::Piece(piece) if self.is_norm(piece));
        if self.lane.trunk.iter().any(norm) { DROP } else { RADIUS + space::XL }
    }

    /// Whether a box is a norm of a stack, which is drawn low.
    pub(super) fn is_norm(&self, piece: PieceId) -> bool {
        let (form, node) = (self.diagram.piece(piece).form, self.graph.node(self.diagram.piece(piece).main));
        form == Form::Step && matches!(node.op, Op::LayerNorm(_) | Op::RmsNorm(_)) && node.site.scope.stack.is_some()
    }
}

impl Run {
    /// The way from the last station to a point.
    pub(super) fn way(&self, to: Pos2) -> Vec<Pos2> {
        straightened(self.tail.iter().copied().chain([to]).collect())
    }

    /// Adds the way of an edge.
    pub(super) fn route(&mut self, edge: usize, points: Vec<Pos2>, line: Line, label: Option<Rect>) {
        self.sheet.routes.push(Route { edge, points, line, label, forks: false });
    }
}

/// Room for a label over a piece of the stream.
pub(super) fn above(left: f32, right: f32, width: f32) -> Rect {
    let corner = pos2(f32::midpoint(left, right) - width / 2.0, -LABEL_HEIGHT - space::XS);
    Rect::from_min_size(corner, vec2(width, LABEL_HEIGHT))
}
