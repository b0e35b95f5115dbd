//! What hangs from a stream: the sublayers, with their norms where these stand before them.

use eframe::egui::{Pos2, Rect, pos2, vec2};

use super::lane::{GAP, IN, LEAD, LanePlan, NORM, Port, RADIUS, Run, above};
use super::panel::{self, BUS};
use super::sheet::Sheet;
use super::{LABEL_HEIGHT, Line, Route, straightened};
use crate::ui::theme::space;
use crate::ui::views::flow::model::{Form, PieceId, Station, Unit};

const PART_WIDTH: f32 = 112.0;

/// A way that goes into a unit: its first points, and whether it forks off the stream.
struct Entry {
    start: Vec<Pos2>,
    forks: bool,
}

/// Where a unit that hangs was placed.
pub(super) struct Hung {
    pub(super) right: f32,
    bottom: f32,
    /// The way out, up to the height of the stream; none where nothing reads the result.
    pub(super) exit: Vec<Pos2>,
}

impl LanePlan<'_> {
    /// How far a unit that hangs reaches to the left of the line that goes into it.
    pub(super) fn reach(&self, unit: Unit) -> f32 {
        match unit {
            Unit::Panel(_) => BUS,
            Unit::Piece(piece) if matches!(self.diagram.piece(piece).form, Form::Part(_)) => IN,
            Unit::Piece(_) => NORM.x / 2.0,
        }
    }

    /// What hangs between a fork and its +, one below the other.
    pub(super) fn chain(&self, run: &mut Run, station: &Station, stream: Unit, fork: f32) -> Hung {
        let mut hung = Hung { right: fork, bottom: 0.0, exit: Vec::new() };
        let mut from = stream;
        let mut entry = Entry { start: vec![pos2(fork, 0.0)], forks: true };
        let mut top = self.drop();
        for &unit in &station.branch {
            hung = self.hang(run, unit, Some(from), &entry, (fork, top));
            run.hung = run.hung.max(hung.right);
            run.depth = run.depth.max(hung.bottom);
            from = unit;
            entry = Entry { start: vec![pos2(fork, hung.bottom)], forks: false };
            top = hung.bottom + space::XL;
        }
        hung
    }

    /// Wide enough for the shape that is written over it, between the fork and the +.
    fn part_width(&self) -> f32 {
        let widest = (0..self.diagram.edges.len()).filter(|&edge| self.adds(edge)).filter_map(|edge| self.label(edge)).fold(0.0, f32::max);
        PART_WIDTH.max(2.0 * IN + widest + RADIUS + space::SMALL)
    }

    /// Whether an edge goes into an addition of this lane.
    fn adds(&self, edge: usize) -> bool {
        let to = self.diagram.edges[edge].to;
        self.diagram.piece(to).form == Form::Sum && self.lane.trunk.iter().any(|station| station.unit == Unit::Piece(to))
    }

    /// A unit under a point of the stream, with the ways into it.
    fn hang(&self, run: &mut Run, unit: Unit, from: Option<Unit>, entry: &Entry, (fork, top): (f32, f32)) -> Hung {
        let entering: Vec<(usize, PieceId)> = from.map(|from| self.edges(from, unit).collect()).unwrap_or_default();
        let enter = |edge: usize, points: &[Pos2], label: Option<Rect>| {
            let points = straightened(entry.start.iter().chain(points).copied().collect());
            Route { edge, points, line: Line::Arrow, label, forks: entry.forks }
        };
        match unit {
            Unit::Piece(piece) => {
                let part = matches!(self.diagram.piece(piece).form, Form::Part(_));
                let size = if part { vec2(self.part_width(), self.sizes.tall) } else { NORM };
                let rect = Rect::from_min_size(pos2(fork - self.reach(unit), top), size);
                run.sheet.rects.push((piece, rect));
                for &(edge, _) in &entering {
                    // What leaves the stream has the stream's shape; within a branch it is written beside the way.
                    let label = self.label(edge).filter(|_| !entry.forks).map(|width| beside(fork, top - space::XL, width));
                    run.sheet.routes.push(enter(edge, &[pos2(fork, top)], label));
                }
                for (edge, _) in self.foreign(unit) {
                    run.ports.push(Port { edge, way: vec![pos2(rect.center().x, rect.bottom())] });
                }
                let out = rect.right() - IN;
                Hung { right: rect.right(), bottom: rect.bottom(), exit: vec![pos2(out, top), pos2(out, 0.0)] }
            }
            Unit::Panel(panel) => {
                let placed = panel::place(self.graph, self.diagram, panel, self.sizes, self.mirrored, (fork - BUS, top), &mut run.sheet);
                let reader = |sheet: &Sheet, piece: PieceId| {
                    let rect = sheet.rects.iter().find(|(id, _)| *id == piece).map_or(Rect::NOTHING, |(_, rect)| *rect);
                    [pos2(placed.bus, rect.center().y), pos2(rect.left(), rect.center().y)]
                };
                for &(edge, to) in &entering {
                    let points = reader(&run.sheet, to);
                    run.sheet.routes.push(enter(edge, &points, None));
                }
                for (edge, to) in self.foreign(unit) {
                    run.ports.push(Port { edge, way: reader(&run.sheet, to).to_vec() });
                }
                let exit = placed.out.map_or_else(Vec::new, |out| vec![pos2(out, placed.out_top), pos2(out, 0.0)]);
                Hung { right: placed.rect.right(), bottom: placed.rect.bottom(), exit }
            }
        }
    }

    /// The way from the last unit of a branch up to its +.
    pub(super) fn rise(&self, run: &mut Run, last: Unit, sum: Unit, hung: &Hung, centre: f32) {
        for (edge, _) in self.edges(last, sum) {
            let mut points = hung.exit.clone();
            points.pop();
            points.push(pos2(centre, RADIUS));
            let label = self.label(edge).map(|width| beside(centre, self.drop() - space::XL, width));
            run.written = label.map_or(run.written, |label| run.written.max(label.right()));
            run.route(edge, points, Line::Arrow, label);
        }
    }

    /// A sublayer through which the whole line goes, for want of a residual connection.
    pub(super) fn dip(&self, run: &mut Run, before: Option<&Station>, station: &Station) {
        let label = before.and_then(|before| self.edges(before.unit, station.unit).next()).and_then(|(edge, _)| self.label(edge));
        let lead = label.map_or(LEAD, |width| (width + space::MEDIUM).max(LEAD));
        let start = if before.is_some() { run.x + lead } else { 0.0 };
        let fork = start.max(run.hung + GAP + self.reach(station.unit));
        let entry = Entry { start: run.way(pos2(fork, 0.0)), forks: false };
        let first = run.sheet.routes.len();
        let hung = self.hang(run, station.unit, before.map(|before| before.unit), &entry, (fork, self.height(station)));
        if let (Some(width), Some(route)) =
            (label, run.sheet.routes[first..].iter_mut().find(|route| route.points.first() == entry.start.first()))
        {
            route.label = Some(above(run.x, fork, width));
        }
        run.depth = run.depth.max(hung.bottom);
        run.hung = run.hung.max(hung.right);
        run.x = hung.exit.last().map_or(hung.right, |point| point.x);
        run.tail = hung.exit;
    }

    /// Where a sublayer through which the line goes begins; one that stands alone has its first row at the height of its input.
    fn height(&self, station: &Station) -> f32 {
        match station.unit {
            Unit::Panel(panel) if self.diagram.panels[panel].scope.stack.is_none() => -panel::first_row(self.sizes, self.mirrored),
            _ => self.drop(),
        }
    }
}

/// Room for a label at the right of a way that goes up or down, in the gap that begins at `top`.
fn beside(x: f32, top: f32, width: f32) -> Rect {
    Rect::from_min_size(pos2(x + space::XS + 1.0, top + (space::XL - LABEL_HEIGHT) / 2.0), vec2(width, LABEL_HEIGHT))
}
