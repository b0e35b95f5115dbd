//! What stands on a stream: boxes, and circled +.

use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};

use super::Line;
use super::lane::{CARDS, GAP, HALF, LEAD, LanePlan, NORM, Port, RADIUS, Run, above};
use crate::graph::Stack;
use crate::ui::theme::space;
use crate::ui::views::flow::model::{Form, PieceId, Station, Unit};

/// Width of the input and of the positions under it.
const COLUMN_WIDTH: f32 = 104.0;
/// Width of what turns the stream into an answer.
const TAIL_WIDTH: f32 = 104.0;
/// Width of boxes that have the stage to themselves.
const ALONE_WIDTH: f32 = 208.0;
/// Width of closed blocks.
const BLOCKS_WIDTH: f32 = 84.0;

impl LanePlan<'_> {
    /// A box on the stream.
    pub(super) fn standing(&self, run: &mut Run, before: Option<&Station>, station: &Station, piece: PieceId, line: Line) {
        let (low, blocks) = (self.is_norm(piece), self.is_blocks(piece));
        let edge = before.and_then(|before| self.edges(before.unit, station.unit).next()).map(|(edge, _)| edge);
        let answers = self.graph.node(self.diagram.piece(piece).main).site.scope.stack == Some(Stack::Head);
        let labelled = !blocks && !low && (line == Line::Arrow || answers);
        let label = edge.and_then(|edge| self.label(edge)).filter(|_| labelled);
        let sides = self.sides(run, station);
        let mut left = 0.0_f32;
        if before.is_some() {
            left = run.x + label.map_or(LEAD, |width| (width + space::MEDIUM).max(LEAD));
            // A norm is so low that nothing which hangs reaches it.
            left = if low { left } else { left.max(run.hung + GAP) };
            left = sides.iter().map(|side| side.right() + space::XL).fold(left, f32::max);
        }
        let (width, [near, far]) = self.standing_size(run, before, piece);
        let rect = Rect::from_min_max(pos2(left, near), pos2(left + width, far));
        run.sheet.rects.push((piece, rect));
        if let Some(edge) = edge {
            let label = label.map(|width| above(run.x, left, width));
            run.route(edge, run.way(pos2(left, 0.0)), line, label);
        }
        self.join(run, station, &sides, |y| vec![pos2(left, y)]);
        for (edge, _) in self.foreign(station.unit) {
            run.ports.push(Port { edge, way: vec![pos2(rect.center().x, far)] });
        }
        run.x = rect.right() + if blocks { CARDS } else { 0.0 };
        run.tail = vec![pos2(rect.right(), 0.0)];
        run.sheet.room.push(rect.with_max_x(run.x));
        if !low {
            run.hung = run.hung.max(run.x);
        }
    }

    /// The width of a box on the stream, and from where to where it reaches.
    fn standing_size(&self, run: &Run, before: Option<&Station>, piece: PieceId) -> (f32, [f32; 2]) {
        let column = [-HALF, self.column(run.bottom) - HALF];
        if self.alone() {
            (ALONE_WIDTH, column)
        } else if self.is_norm(piece) {
            (NORM.x, [-HALF, HALF])
        } else if self.is_blocks(piece) {
            // As high as the ground of the open block, with room for the cards behind.
            let [near, far] = self.extent(run.bottom);
            (BLOCKS_WIDTH, if self.mirrored { [near + CARDS, far] } else { [near, far - CARDS] })
        } else {
            (if before.is_none() { COLUMN_WIDTH } else { TAIL_WIDTH }, column)
        }
    }

    fn is_blocks(&self, piece: PieceId) -> bool {
        matches!(self.diagram.piece(piece).form, Form::Blocks { .. })
    }

    /// Places what is added from aside: under the input where nothing hangs yet, else as the next thing that hangs.
    fn sides(&self, run: &mut Run, station: &Station) -> Vec<Rect> {
        let height = self.column(run.bottom);
        let mut rects = Vec::new();
        for &side in &station.sides {
            let (left, top, width) = match run.sheet.rects.as_slice() {
                [(_, input)] => (input.left(), input.bottom() + GAP, input.width()),
                _ => ((run.hung + GAP).max(run.x), self.drop(), TAIL_WIDTH),
            };
            let rect = Rect::from_min_size(pos2(left, top), vec2(width, height));
            run.sheet.rects.push((side, rect));
            run.hung = run.hung.max(rect.right());
            if station.block.is_some() {
                run.depth = run.depth.max(rect.bottom());
            }
            rects.push(rect);
        }
        rects
    }

    /// The ways from what is added aside, through the points that follow from its height.
    fn join(&self, run: &mut Run, station: &Station, sides: &[Rect], on: impl Fn(f32) -> Vec<Pos2>) {
        for (&side, rect) in station.sides.iter().zip(sides) {
            for (edge, _) in self.edges(Unit::Piece(side), station.unit) {
                let start = rect.right_center();
                run.route(edge, [start].into_iter().chain(on(start.y)).collect(), Line::Arrow, None);
            }
        }
    }

    /// A circled +, and what is added there.
    pub(super) fn sum(&self, run: &mut Run, before: Option<&Station>, station: &Station, piece: PieceId, line: Line) {
        let sides = self.sides(run, station);
        let (start, centre) = match before.map(|before| before.unit).zip(station.branch.last()) {
            Some((stream, &last)) => {
                let reach = station.branch.iter().map(|&unit| self.reach(unit)).fold(0.0, f32::max);
                let fork = (run.x + LEAD).max(run.hung + GAP + reach).max(run.written + space::SMALL);
                let hung = self.chain(run, station, stream, fork);
                let centre = hung.exit.last().map_or(hung.right + GAP, |point| point.x);
                self.rise(run, last, station.unit, &hung, centre);
                (fork, centre)
            }
            None => (run.x, sides.iter().map(|side| side.right() + LEAD).fold(run.x + LEAD + RADIUS, f32::max)),
        };
        self.join(run, station, &sides, |y| vec![pos2(centre, y), pos2(centre, RADIUS)]);
        if !sides.is_empty() {
            run.hung = run.hung.max(centre);
        }
        if let Some((edge, _)) = before.and_then(|before| self.edges(before.unit, station.unit).next()) {
            // Beside the circle, so that it stands clear of it however long it is.
            let label = self.label(edge).filter(|_| !station.branch.is_empty()).map(|width| {
                let right = (centre - RADIUS - space::XS).max(start + width);
                above(right - width, right, width)
            });
            run.route(edge, run.way(pos2(centre - RADIUS, 0.0)), line, label);
        }
        run.sheet.rects.push((piece, Rect::from_center_size(pos2(centre, 0.0), Vec2::splat(2.0 * RADIUS))));
        run.x = centre + RADIUS;
        run.tail = vec![pos2(run.x, 0.0)];
    }
}
