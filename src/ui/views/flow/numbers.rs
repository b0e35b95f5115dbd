//! The numbers of a value in its box: digits with the names of rows and columns, as soon as each cell has room; and how far the
//! figure must be magnified for that.

use std::rc::Rc;

use eframe::egui::{Rect, Ui, Vec2, vec2};

use super::camera::{Aim, Frame};
use super::canvas::Scene;
use super::layout::Layout;
use super::model::{Diagram, PieceId};
use super::values::{Shown, Values};
use crate::experiment::Prepared;
use crate::graph::NodeId;
use crate::lab::axes;
use crate::ui::context::Context;
use crate::ui::describe;
use crate::ui::numbers;
use crate::ui::theme::{CellSize, space};
use crate::ui::views::steps::digits;
use crate::ui::widgets::grid::Geometry;
use crate::ui::widgets::{Cell, Labels, MaskedText, MatrixView};

/// What a box has around its numbers on the screen: title, edge, names and brackets.
const AROUND: Vec2 = vec2(148.0, 152.0);
/// Width of a digit, in sizes of its font.
const DIGIT: f32 = 0.62;
/// The part of an attention's box that is its map, and the part that is what it gives.
const PARTS: [f32; 2] = [0.6, 0.35];

/// Draws the numbers of a value where they find room. Where they lie, if they do.
pub fn numbers_ui(ui: &Ui, ctx: &Context<'_>, scene: &Scene<'_>, id: NodeId, place: Rect) -> Option<Geometry> {
    let look = scene.values.look(id)?;
    let prepared = scene.prepared;
    let node = prepared.graph.node(id);
    let probability = describe::is_probability(node.site);
    let (rows, columns) = axes(prepared, id);
    let selection = ctx.lab.selection();
    let chosen = selection.cell.filter(|_| selection.site == Some(node.site)).map(|cell| Cell::new(cell.row, cell.column));
    let named = |axis: crate::lab::Axis| Labels::Named(Rc::new(move |index| axis.label(prepared, index)));
    let decimals = ctx.decimals();
    // More decimals than usual give way before the digits do.
    let tried = [decimals, decimals.min(numbers::DECIMALS)];
    tried.into_iter().find_map(|decimals| {
        MatrixView::new(("numbers", id), "", look.cells())
            .masked(MaskedText { written: if probability { "" } else { numbers::MINUS_INFINITY }, spoken: numbers::MASKED })
            .hue(describe::hue(node.site))
            .row_labels(named(rows))
            .column_labels(named(columns))
            .colouring(scene.values.colouring(ctx, prepared, id))
            .digits(move |value| digits(value, decimals, false))
            .chosen(chosen)
            .paint_within(ui, place, scene.stage)
    })
}

/// What the scale at which digits can be read follows from.
#[derive(Clone, Copy)]
pub struct Figure<'a> {
    pub prepared: &'a Prepared,
    pub diagram: &'a Diagram,
    pub layout: &'a Layout,
    pub values: &'a Values,
    pub decimals: usize,
}

/// The least scale at which a box has room for the digits of what it shows.
fn least_scale(figure: &Figure<'_>, piece: PieceId) -> f32 {
    let Figure { prepared, diagram, layout, values, decimals } = *figure;
    let room = layout.rect(piece).size();
    let digit = CellSize::M.digits().map_or(0.0, |font| DIGIT * font.size);
    let of = |id: NodeId, share: Vec2| {
        let shape = prepared.graph.node(id).shape;
        let largest = values.look(id).map_or(0.0, |look| look.statistics.magnitude());
        let signs = digits(-largest, decimals, false).chars().count();
        let least = CellSize::M.size().max(vec2(digit * signs as f32 + space::MEDIUM, 0.0));
        ((least * vec2(shape.columns as f32, shape.rows as f32) + AROUND) / (room * share)).max_elem()
    };
    match Shown::of(&prepared.graph, diagram.piece(piece), diagram.opened.head) {
        Shown::Value(id) => of(id, Vec2::splat(1.0)),
        // Whichever way they stand to each other.
        Shown::Attention(map, output) => {
            [(map, PARTS[0]), (output, PARTS[1])].into_iter().map(|(id, part)| of(id, vec2(part, part))).fold(0.0, f32::max)
        }
        Shown::Blocks(blocks) => {
            let share = vec2(0.75, 1.0 / blocks.len().max(1) as f32);
            blocks.iter().flatten().map(|&(_, id)| of(id, share)).fold(0.0, f32::max)
        }
    }
}

/// How far the figure is magnified at most: until every box shows its digits.
pub fn largest_scale(figure: &Figure<'_>) -> f32 {
    figure.diagram.ids().map(|piece| least_scale(figure, piece)).fold(0.0, f32::max)
}

/// A box as a whole if it has room for its digits on the stage; else so large that it has, from its first row and column on.
pub fn aim(figure: &Figure<'_>, stage: Rect, piece: PieceId) -> Aim {
    let rect = figure.layout.rect(piece);
    let stage = stage.shrink(space::XL);
    let least = least_scale(figure, piece);
    let whole = (stage.size() / rect.size()).min_elem();
    let zoom = least.max(whole.min(least * 1.25));
    let half = stage.size() / zoom / 2.0;
    let along = |low: f32, high: f32, half: f32| if high - low <= 2.0 * half { f32::midpoint(low, high) } else { low + half };
    let centre = eframe::egui::pos2(along(rect.left(), rect.right(), half.x), along(rect.top(), rect.bottom(), half.y));
    Aim::Place(Frame { zoom, centre })
}
