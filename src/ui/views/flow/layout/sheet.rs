//! What has been placed so far.

use eframe::egui::{Pos2, Rect, Vec2, pos2};

use super::{Ground, Route};
use crate::ui::views::flow::model::PieceId;

/// Boxes, routes and grounds.
#[derive(Default)]
pub(super) struct Sheet {
    pub(super) rects: Vec<(PieceId, Rect)>,
    pub(super) routes: Vec<Route>,
    pub(super) grounds: Vec<Ground>,
    /// What is taken beside: the cards behind a box.
    pub(super) room: Vec<Rect>,
}

impl Sheet {
    /// All of it.
    pub(super) fn bounds(&self) -> Rect {
        let rects = self.rects.iter().map(|(_, rect)| *rect);
        let grounds = self.grounds.iter().map(|ground| ground.rect);
        let labels = self.routes.iter().filter_map(|route| route.label);
        let points = self.routes.iter().flat_map(|route| &route.points).map(|&point| Rect::from_min_max(point, point));
        rects.chain(grounds).chain(self.room.iter().copied()).chain(labels).chain(points).fold(Rect::NOTHING, Rect::union)
    }

    /// Moves everything.
    pub(super) fn shift(&mut self, by: Vec2) {
        self.map(|point| point + by);
    }

    /// Turns everything over: what was above is below.
    pub(super) fn mirror(&mut self) {
        self.map(|point| pos2(point.x, -point.y));
    }

    /// Takes in another sheet.
    pub(super) fn take(&mut self, other: Self) {
        self.rects.extend(other.rects);
        self.routes.extend(other.routes);
        self.grounds.extend(other.grounds);
        self.room.extend(other.room);
    }

    fn map(&mut self, to: impl Fn(Pos2) -> Pos2) {
        let whole = |rect: Rect| Rect::from_two_pos(to(rect.min), to(rect.max));
        self.rects.iter_mut().for_each(|(_, rect)| *rect = whole(*rect));
        for ground in &mut self.grounds {
            ground.rect = whole(ground.rect);
            ground.stream = to(pos2(0.0, ground.stream)).y;
        }
        self.room.iter_mut().for_each(|rect| *rect = whole(*rect));
        for route in &mut self.routes {
            route.points.iter_mut().for_each(|point| *point = to(*point));
            route.label = route.label.map(whole);
        }
    }
}
