//! What part of the figure is seen, and how large.

use eframe::egui::{Pos2, Rect, Vec2};

use super::layout::{LARGEST_FIT, Layout, Plot};
use crate::graph::Stack;

/// From the smallest to the largest scale, where no number asks for a larger one.
const ZOOM: [f32; 2] = [0.1, 4.0];

/// Where the whole would be smaller than this it could not be read: its beginning is seen, and the figure is moved.
const SMALLEST_FIT: f32 = 0.45;

/// What is kept in view when the window or the model changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// All of the figure.
    Whole,
    /// One lane.
    Lane(usize),
    /// An open block.
    Block(Stack, usize),
    /// An unfolded sublayer, by its place among the panels.
    Panel(usize),
    /// A place of the figure at a scale.
    Place(Frame),
}

/// A scale, and the point of the figure at the middle of the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Points of the screen to a point of the figure.
    pub zoom: f32,
    /// The point of the figure.
    pub centre: Pos2,
}

impl Frame {
    /// The whole of a part of the figure; of what is larger than the stage the left and the upper end.
    fn fitting(part: Rect, room: Vec2) -> Self {
        let zoom = (room / part.size()).min_elem().clamp(SMALLEST_FIT, LARGEST_FIT);
        let half = (room / zoom).min(part.size()) / 2.0;
        Self { zoom, centre: part.min + half }
    }
}

/// What part of the figure is seen, and how large.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    frame: Frame,
    /// `None` once the user has moved the figure.
    aim: Option<Aim>,
    /// Whence and since when it moves to what it aims at.
    glide: Option<(Frame, f64)>,
}

impl Default for Camera {
    fn default() -> Self {
        Self { frame: Frame { zoom: 1.0, centre: Pos2::ZERO }, aim: Some(Aim::Whole), glide: None }
    }
}

impl Camera {
    /// Points of the screen to a point of the figure.
    pub fn zoom(&self) -> f32 {
        self.frame.zoom
    }

    /// The same at another scale.
    pub fn at_scale(&self, zoom: f32) -> Self {
        Self { frame: Frame { zoom, ..self.frame }, ..*self }
    }

    /// Whether it may be magnified by a factor whatever lies there.
    pub fn magnifies_freely(&self, factor: f32) -> bool {
        factor <= 1.0 || self.frame.zoom * factor <= ZOOM[1]
    }

    /// Keeps all of the figure in view, from now on.
    pub fn reset(&mut self) {
        *self = Self { frame: self.frame, ..Self::default() };
    }

    /// Moves to something and keeps it in view.
    pub fn aim(&mut self, aim: Aim, now: f64) {
        self.glide = Some((self.frame, now));
        self.aim = Some(aim);
    }

    /// Where it aims at an open block, it aims at another from now on.
    pub fn change_block(&mut self, stack: Stack, block: usize) {
        if let Some(Aim::Block(of, aimed)) = self.aim.as_mut()
            && *of == stack
        {
            *aimed = block;
        }
    }

    /// Moves to what is to be kept in view; whether it is still on its way.
    pub fn follow(&mut self, layout: &Layout, room: Vec2, now: f64, duration: f64) -> bool {
        let Some(aim) = self.aim else { return false };
        let target = match aim {
            Aim::Place(frame) => return self.arrive(frame, now, duration),
            Aim::Whole => None,
            Aim::Lane(lane) => layout.lanes.get(lane).copied(),
            Aim::Block(stack, block) => layout.view(Plot::Block(stack, block)),
            Aim::Panel(panel) => layout.view(Plot::Panel(panel)),
        };
        let target = target.unwrap_or(layout.bounds);
        self.arrive(Frame::fitting(target, room), now, duration)
    }

    /// Goes on to where it is to be; whether it is still on its way.
    fn arrive(&mut self, target: Frame, now: f64, duration: f64) -> bool {
        self.frame = target;
        let Some((from, start)) = self.glide else { return false };
        let left = 1.0 - narrow((now - start) / duration);
        if !(0.0..=1.0).contains(&left) {
            self.glide = None;
            return false;
        }
        // Fast at first, slow at the end.
        let left = left.powi(3);
        self.frame.zoom += (from.zoom - self.frame.zoom) * left;
        self.frame.centre += (from.centre - self.frame.centre) * left;
        true
    }

    /// Magnifies by a factor, up to `most` if that is more than usual; what lies at `fixed` on the screen stays there.
    pub fn magnify(&mut self, factor: f32, stage: Rect, fixed: Pos2, most: f32) {
        let before = self.to_figure(stage, fixed);
        // Where it was magnified further, for other numbers say, that is kept.
        let most = most.max(ZOOM[1]).max(self.frame.zoom);
        self.frame.zoom = (self.frame.zoom * factor).clamp(ZOOM[0], most);
        self.frame.centre += before - self.to_figure(stage, fixed);
        self.aim = None;
    }

    /// Moves the figure by so many points of the screen.
    pub fn drag(&mut self, by: Vec2) {
        self.frame.centre -= by / self.frame.zoom;
        self.aim = None;
    }

    /// Moves just so far that a place of the figure is seen.
    pub fn reveal(&mut self, place: Rect, stage: Rect) {
        let place = self.rect(stage, place);
        let missing = |[from, to]: [f32; 2], [low, high]: [f32; 2]| (low - from).max(0.0) - (to - high).max(0.0);
        let by = Vec2::new(
            missing([place.left(), place.right()], [stage.left(), stage.right()]),
            missing([place.top(), place.bottom()], [stage.top(), stage.bottom()]),
        );
        if by != Vec2::ZERO {
            self.drag(by);
        }
    }

    /// A point of the figure on the screen.
    pub fn point(&self, stage: Rect, point: Pos2) -> Pos2 {
        stage.center() + (point - self.frame.centre) * self.frame.zoom
    }

    /// A rectangle of the figure on the screen.
    pub fn rect(&self, stage: Rect, rect: Rect) -> Rect {
        Rect::from_min_max(self.point(stage, rect.min), self.point(stage, rect.max))
    }

    fn to_figure(self, stage: Rect, point: Pos2) -> Pos2 {
        self.frame.centre + (point - stage.center()) / self.frame.zoom
    }
}

/// A share of a movement, where f32 is plenty.
#[expect(clippy::cast_possible_truncation, reason = "what is too large for f32 becomes infinite, which ends the movement")]
fn narrow(share: f64) -> f32 {
    share as f32
}

#[cfg(test)]
mod tests {
    use eframe::egui::{pos2, vec2};

    use super::*;

    const STAGE: Rect = Rect { min: Pos2::ZERO, max: pos2(200.0, 100.0) };

    #[test]
    fn what_lies_under_the_pointer_stays_there() {
        let mut camera = Camera { frame: Frame { zoom: 1.5, centre: pos2(7.0, -3.0) }, ..Camera::default() };
        let pointer = pos2(31.0, 80.0);
        let before = camera.to_figure(STAGE, pointer);
        camera.magnify(1.3, STAGE, pointer, 0.0);
        assert!((camera.to_figure(STAGE, pointer) - before).length() < 1e-3);
        assert_eq!(camera.aim, None);
    }

    #[test]
    fn what_cannot_be_read_whole_is_shown_from_its_beginning() {
        let fitting = |width| Frame::fitting(Rect::from_min_size(pos2(50.0, 20.0), vec2(width, 100.0)), STAGE.size());
        assert_eq!(fitting(400.0), Frame { zoom: 0.5, centre: pos2(250.0, 70.0) });
        let frame = fitting(4000.0);
        assert_eq!(frame.zoom, SMALLEST_FIT);
        let camera = Camera { frame, ..Camera::default() };
        let corner = camera.point(STAGE, pos2(50.0, 70.0));
        assert!((corner - STAGE.left_center()).length() < 1e-3, "{corner:?}");
    }

    #[test]
    fn what_is_out_of_sight_is_brought_to_the_edge() {
        let mut camera = Camera { frame: Frame { zoom: 2.0, centre: Pos2::ZERO }, ..Camera::default() };
        let place = Rect::from_min_size(pos2(80.0, 0.0), vec2(10.0, 10.0));
        camera.reveal(place, STAGE);
        assert!((camera.rect(STAGE, place).right() - STAGE.right()).abs() < 1e-3);
        let after = camera.frame;
        camera.reveal(place, STAGE);
        assert_eq!(camera.frame, after);
    }
}
