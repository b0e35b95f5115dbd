//! Where operands, signs and result stand to each other. Nothing is drawn here.

use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};

use crate::ui::theme::space;

/// Between an operand and the result.
const GAP: f32 = space::XXL;
/// Between a sign and the matrices beside it.
const SIGN_GAP: f32 = space::LARGE;

/// How the matrices of a step stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A product: left operand left, right operand above, result where their rows and columns cross.
    Crossing,
    /// One beside the other, the result last.
    Line,
    /// The operands beside each other, the result under them.
    ResultUnder,
    /// One under the other, the result last.
    Stack,
}

/// One matrix, as far as its place is concerned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    pub extent: Vec2,
    /// The body within the extent.
    pub body: Rect,
}

impl Piece {
    fn left(&self) -> f32 {
        self.body.left()
    }

    fn top(&self) -> f32 {
        self.body.top()
    }

    /// From the left of the body to the right end of everything.
    fn rest(&self) -> Vec2 {
        self.extent - self.body.min.to_vec2()
    }
}

/// Where each matrix (the result last) and each sign goes, from the top left corner of all.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    pub origins: Vec<Pos2>,
    pub signs: Vec<Rect>,
    pub size: Vec2,
}

/// Places `pieces`, the result last. There is a sign after each operand; for [`Form::Crossing`] there is none.
pub fn layout(form: Form, pieces: &[Piece], signs: &[Vec2]) -> Layout {
    match (form, pieces) {
        (_, []) => Layout { origins: Vec::new(), signs: Vec::new(), size: Vec2::ZERO },
        (Form::Crossing, [left, right, result]) => crossing(left, right, result),
        (Form::Crossing | Form::Line, _) => line(pieces, signs, 0.0),
        (Form::ResultUnder, [operands @ .., result]) => {
            let first = operands.first().unwrap_or(result);
            let left = first.left().max(result.left());
            let between = operands.len().saturating_sub(1);
            let (inner, last) = signs.split_at(between.min(signs.len()));
            let upper = line(operands, inner, left - first.left());
            under(upper, left, result, last.first().copied().unwrap_or_default())
        }
        (Form::Stack, [first, others @ ..]) => {
            let left = pieces.iter().map(Piece::left).fold(0.0, f32::max);
            let upper = line(std::slice::from_ref(first), &[], left - first.left());
            let signs = signs.iter().copied().chain(std::iter::repeat(Vec2::ZERO));
            (others.iter().zip(signs)).fold(upper, |upper, (piece, sign)| under(upper, left, piece, sign))
        }
    }
}

fn crossing(left: &Piece, right: &Piece, result: &Piece) -> Layout {
    let title_or_body = left.extent.x - space::SMALL;
    let cross =
        pos2((title_or_body + GAP).max(right.left()).max(result.left()), (right.body.bottom() + GAP).max(left.top()).max(result.top()));
    let origins = vec![
        pos2(cross.x - GAP - (left.extent.x - space::SMALL), cross.y - left.top()),
        pos2(cross.x - right.left(), cross.y - GAP - right.body.bottom()),
        cross - result.body.min.to_vec2(),
    ];
    let size = vec2(cross.x + right.rest().x.max(result.rest().x), cross.y + left.rest().y.max(result.rest().y));
    Layout { origins, signs: Vec::new(), size }
}

/// The tops of all bodies on one line, so that rows of the same index stand beside each other.
fn line(pieces: &[Piece], signs: &[Vec2], indent: f32) -> Layout {
    let top = pieces.iter().map(Piece::top).fold(0.0, f32::max);
    let mut layout = Layout { origins: Vec::new(), signs: Vec::new(), size: Vec2::ZERO };
    let mut x = indent;
    for (index, piece) in pieces.iter().enumerate() {
        layout.origins.push(pos2(x, top - piece.top()));
        x += piece.extent.x;
        layout.size.y = layout.size.y.max(top + piece.rest().y);
        let Some(next) = pieces.get(index + 1) else { break };
        let sign = signs.get(index).copied().unwrap_or_default();
        let centre = top + piece.body.height().min(next.body.height()) / 2.0;
        // The brackets' margins are part of the gap.
        let gap = SIGN_GAP - space::SMALL;
        let place = Rect::from_center_size(pos2(x + gap + sign.x / 2.0, centre), sign);
        layout.signs.push(place);
        x += gap + sign.x + gap;
    }
    layout.size.x = x;
    layout
}

/// `piece` below what there is already, its body from `left` on.
fn under(mut upper: Layout, left: f32, piece: &Piece, sign: Vec2) -> Layout {
    let place = Rect::from_min_size(pos2(left, upper.size.y + space::SMALL), sign);
    let y = place.bottom() + space::SMALL;
    upper.origins.push(pos2(left - piece.left(), y));
    upper.signs.push(place);
    upper.size = vec2(upper.size.x.max(left + piece.rest().x).max(place.right()), y + piece.extent.y);
    upper
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "whole and half points are exact")]
mod tests {
    use super::*;

    fn piece(left: f32, top: f32, width: f32, height: f32) -> Piece {
        let body = Rect::from_min_size(pos2(left, top), vec2(width, height));
        Piece { extent: body.max.to_vec2() + vec2(8.0, 8.0), body }
    }

    fn bodies(pieces: &[Piece], layout: &Layout) -> Vec<Rect> {
        pieces.iter().zip(&layout.origins).map(|(piece, origin)| piece.body.translate(origin.to_vec2())).collect()
    }

    #[test]
    fn rows_and_columns_meet_at_the_crossing() {
        let pieces = [piece(30.0, 40.0, 208.0, 168.0), piece(28.0, 40.0, 312.0, 112.0), piece(8.0, 8.0, 312.0, 168.0)];
        let layout = layout(Form::Crossing, &pieces, &[]);
        let bodies = bodies(&pieces, &layout);
        assert_eq!(bodies[0].top(), bodies[2].top());
        assert_eq!(bodies[1].left(), bodies[2].left());
        assert_eq!(bodies[2].left() - bodies[0].right(), 32.0);
        assert_eq!(bodies[2].top() - bodies[1].bottom(), 32.0);
        assert_eq!(bodies[0].left(), 30.0);
        assert_eq!(bodies[1].top(), 40.0);
        assert_eq!(layout.size.x, bodies[2].right() + 8.0);
    }

    #[test]
    fn a_line_keeps_rows_on_a_height() {
        let pieces = [piece(30.0, 40.0, 100.0, 60.0), piece(8.0, 20.0, 100.0, 60.0), piece(8.0, 8.0, 100.0, 60.0)];
        let layout = layout(Form::Line, &pieces, &[vec2(10.0, 16.0), vec2(10.0, 16.0)]);
        let bodies = bodies(&pieces, &layout);
        assert!(bodies.iter().all(|body| body.top() == 40.0));
        assert!(layout.signs.iter().all(|sign| sign.center().y == 70.0));
        assert_eq!(layout.signs[0].left() - bodies[0].right(), 16.0);
        assert_eq!(bodies[1].left() - layout.signs[0].right(), 16.0);
    }

    #[test]
    fn a_stack_keeps_columns_under_each_other() {
        let pieces = [piece(30.0, 40.0, 300.0, 60.0), piece(8.0, 8.0, 300.0, 60.0)];
        for form in [Form::Stack, Form::ResultUnder] {
            let layout = layout(form, &pieces, &[vec2(10.0, 24.0)]);
            let bodies = bodies(&pieces, &layout);
            assert_eq!(bodies[0].left(), bodies[1].left());
            assert!(bodies[1].top() > layout.signs[0].bottom());
            assert!(layout.signs[0].top() > bodies[0].bottom());
        }
    }
}
