//! What is drawn between and beside the matrices of a step: bands, signs, focus, tooltips.

use eframe::egui::{
    Align2, Color32, CornerRadius, Painter, Pos2, Rangef, Rect, RectAlign, Response, Shape, Stroke, StrokeKind, Tooltip, Ui, Vec2, pos2,
    vec2,
};

use super::arrangement::Form;
use super::{Sign, Source};
use crate::ui::theme::{CellSize, palette, space, text};
use crate::ui::widgets::cells::Cell;
use crate::ui::widgets::grid::{BRACKET_OFFSET, Geometry, Interaction, MatrixView};
use crate::ui::widgets::notation;

/// A band begins a little before the row or column it joins to the result.
const BAND_LEAD: f32 = space::XS;
const ARROW_LEAST: f32 = 48.0;
const ARROW_HEAD: f32 = 5.0;
/// From the matrix to the line that shows where the keyboard is.
const FOCUS_OFFSET: f32 = 2.0 * BRACKET_OFFSET;

/// A band from each source to the result, under whatever lies between. To be drawn before the matrices.
pub fn bands(ui: &Ui, views: &[MatrixView<'_>], grids: &[Geometry], cell: Cell, sources: &[Source]) {
    let palette = palette(ui);
    let bodies: Vec<Rect> = grids.iter().map(Geometry::body).collect();
    let Some((result, operands)) = grids.split_last() else { return };
    let Some(target) = result.cell_rect(cell) else { return };
    for source in sources.iter().filter(|source| source.joined) {
        let (Some(grid), Some(view)) = (operands.get(source.operand), views.get(source.operand)) else {
            continue;
        };
        let Some(from) = grid.block_rect(&source.block) else { continue };
        let points = if grid.body().right() <= result.body().left() {
            band(from, &bodies, target, |point| point)
        } else {
            // What goes down is what goes right, with the axes exchanged.
            band(from, &bodies, target, |point| pos2(point.y, point.x))
        };
        let ink = palette.band(view.hue.line(palette));
        for part in points {
            ui.painter().add(Shape::convex_polygon(part.to_vec(), ink, Stroke::NONE));
        }
    }
}

/// A band to the right: straight to the last matrix before the result, from there slanting to the height of the target.
fn band(from: Rect, bodies: &[Rect], target: Rect, turned: impl Fn(Pos2) -> Pos2) -> [[Pos2; 4]; 2] {
    let turn = |rect: Rect| Rect::from_two_pos(turned(rect.min), turned(rect.max));
    let (from, target) = (turn(from), turn(target));
    let bodies = || bodies.iter().map(|&body| turn(body));
    let result = bodies().next_back().unwrap_or(target);
    let last = bodies().map(|body| body.right()).filter(|&right| right <= result.left()).fold(from.right(), f32::max);
    let (start, end) = (from.left() - BAND_LEAD, result.left());
    let straight = [pos2(start, from.top()), pos2(last, from.top()), pos2(last, from.bottom()), pos2(start, from.bottom())];
    let slanting = [pos2(last, from.top()), pos2(end, target.top()), pos2(end, target.bottom()), pos2(last, from.bottom())];
    [straight, slanting].map(|part| part.map(&turned))
}

/// Goes on from where the bands end: lines in the gaps beside the cells that lie between the edge of the result and the
/// cell. To be drawn after the result.
pub fn paths(ui: &Ui, views: &[MatrixView<'_>], grids: &[Geometry], cell: Cell, sources: &[Source]) {
    let palette = palette(ui);
    let Some((result, operands)) = grids.split_last() else { return };
    let Some(target) = result.cell_rect(cell) else { return };
    for source in sources.iter().filter(|source| source.joined) {
        let (Some(grid), Some(view)) = (operands.get(source.operand), views.get(source.operand)) else {
            continue;
        };
        let stroke = Stroke::new(space::LINE, view.hue.line(palette));
        // Half a point into the gap, which lies at the end of a cell.
        let gap = CellSize::GAP / 2.0;
        if grid.body().right() <= result.body().left() {
            for y in [target.top() - gap, target.bottom() - gap] {
                ui.painter().hline(result.body().left()..=target.left(), y, stroke);
            }
        } else {
            for x in [target.left() - gap, target.right() - gap] {
                ui.painter().vline(x, result.body().top()..=target.top(), stroke);
            }
        }
    }
}

/// The room a sign takes.
pub fn sign_size(ui: &Ui, sign: &Sign<'_>, form: Form) -> Vec2 {
    let text = match sign {
        Sign::Written(text) | Sign::Arrow(text) => *text,
    };
    let ink = ui.visuals().text_color();
    let job = notation::layout(text, &text::strong(), ink);
    let written = ui.fonts_mut(|fonts| fonts.layout_job(job)).size();
    match (sign, form) {
        (Sign::Written(_), _) => written,
        (Sign::Arrow(_), Form::Line) => vec2(written.x.max(ARROW_LEAST), 2.0 * (written.y + space::XS)),
        (Sign::Arrow(_), _) => vec2(2.0 * space::LARGE + written.x, space::XL),
    }
}

/// Draws a sign into its place; an arrow points to the right or, if `downward`, down.
pub fn sign(ui: &Ui, sign: &Sign<'_>, place: Rect, downward: bool) {
    let palette = palette(ui);
    let painter = ui.painter();
    let (Sign::Written(written) | Sign::Arrow(written)) = sign;
    let job = notation::layout(written, &text::strong(), palette.text2);
    let galley = painter.layout_job(job);
    let anchored = |anchor: Align2, at| anchor.anchor_size(at, galley.size()).min;
    let at = match sign {
        Sign::Written(_) if downward => anchored(Align2::LEFT_CENTER, place.left_center()),
        Sign::Written(_) => anchored(Align2::CENTER_CENTER, place.center()),
        Sign::Arrow(_) if downward => {
            let x = place.left() + space::SMALL;
            arrow(painter, place.center().y, x, place.y_range(), true, palette.line);
            anchored(Align2::LEFT_CENTER, pos2(x + space::LARGE, place.center().y))
        }
        Sign::Arrow(_) => {
            let y = place.center().y;
            arrow(painter, y, place.left(), place.x_range(), false, palette.line);
            anchored(Align2::CENTER_BOTTOM, pos2(place.center().x, y - space::XS))
        }
    };
    painter.galley(at, galley, palette.text2);
}

/// A line with a head at its far end: down at `x`, or to the right at `y`.
fn arrow(painter: &Painter, y: f32, x: f32, along: Rangef, downward: bool, ink: Color32) {
    let stroke = Stroke::new(space::BRACKET, ink);
    let point = |far: f32, aside: f32| {
        if downward { pos2(x + aside, far) } else { pos2(far, y + aside) }
    };
    let tip = along.max;
    painter.line_segment([point(along.min, 0.0), point(tip - ARROW_HEAD, 0.0)], stroke);
    let head = vec![point(tip, 0.0), point(tip - 2.0 * ARROW_HEAD, ARROW_HEAD), point(tip - 2.0 * ARROW_HEAD, -ARROW_HEAD)];
    painter.add(Shape::convex_polygon(head, ink, Stroke::NONE));
}

/// A thin line around the matrix that has the keyboard.
pub fn focus(ui: &Ui, grid: &Geometry, response: &Response) {
    if response.has_focus() {
        let around = grid.body().expand(FOCUS_OFFSET);
        let stroke = Stroke::new(space::LINE, palette(ui).accent);
        (ui.painter()).rect_stroke(around, CornerRadius::ZERO, stroke, StrokeKind::Middle);
    }
}

/// Name and value of the cell under the pointer, where there are no digits or the caller has more to say.
pub fn tooltip(ui: &Ui, view: &MatrixView<'_>, grid: &Geometry, interaction: &Interaction) {
    let Some(cell) = interaction.hovered else { return };
    let Some(rect) = grid.cell_rect(cell) else { return };
    // What lies over the window is about something else.
    if !ui.memory(|memory| memory.allows_interaction(ui.layer_id())) {
        return;
    }
    let lines = match &view.tooltip {
        Some(tooltip) => tooltip(cell),
        None if grid.pitch.size.digits().is_some() => return,
        None => {
            let place = format!("{}[{}, {}]", notation::plain(&view.title), cell.row, cell.column);
            format!("{place}\n{}", view.spoken_cell(cell))
        }
    };
    let id = interaction.response.id;
    let mut tooltip = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, rect);
    tooltip.popup = tooltip.popup.align(BESIDE[0]).align_alternatives(&BESIDE[1..]);
    tooltip.gap(space::MEDIUM).show(|ui| ui.label(lines));
}

/// Off a corner of the cell, where neither its row nor its column lies; what is lit lies above and to the left.
const BESIDE: [RectAlign; 4] = [
    RectAlign { parent: Align2::RIGHT_BOTTOM, child: Align2::LEFT_TOP },
    RectAlign { parent: Align2::RIGHT_TOP, child: Align2::LEFT_BOTTOM },
    RectAlign { parent: Align2::LEFT_BOTTOM, child: Align2::RIGHT_TOP },
    RectAlign { parent: Align2::LEFT_TOP, child: Align2::RIGHT_BOTTOM },
];
