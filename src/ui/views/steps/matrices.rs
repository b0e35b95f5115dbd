//! The matrices of a step: operands and result, arranged as its operation is written.

use std::rc::Rc;

use eframe::egui::{Rect, Ui, Vec2};

use super::showing::Style;
use super::softmax::Between;
use super::{Place, digits};
use crate::graph::{Graph, Leaf, Node, NodeId, Op, Softmax};
use crate::lab::{Command, axes};
use crate::ui::context::{Context, Look};
use crate::ui::describe;
use crate::ui::numbers;
use crate::ui::theme::{CellSize, space};
use crate::ui::widgets::{
    Arrangement, Block, Cell, Cells, Colouring, Edit, GridState, Labels, Linked, LinkedOutput, MaskedText, MatrixKind, MatrixView, Sign,
    Sizes, Source, TitlePlace,
};

/// Operands beside each other, at most.
const OPERANDS: usize = 4;

/// Wider matrices are shown in part.
const WIDE: usize = 16;

/// Room for the matrices, at least: for small ones as they are, and for a few rows of large ones that stand under each other.
const LEAST: f32 = 280.0;
const LEAST_OF_LARGE: f32 = 360.0;
/// What a matrix has over and under its cells.
const NAMES: f32 = 72.0;

/// The height that the matrices of a step need at least, so that their digits are read.
pub fn least_height(ctx: &Context<'_>, id: NodeId) -> f32 {
    let graph = &ctx.prepared().graph;
    let node = graph.node(id);
    let large = |id: NodeId| graph.node(id).shape.rows.max(graph.node(id).shape.columns) > WIDE;
    let crossing = matches!(node.op, Op::MatMul(_));
    if crossing && node.inputs.iter().copied().any(large) { LEAST_OF_LARGE } else { LEAST }
}

/// The height that the matrices of a step need under each other with all their digits.
pub fn stacked_height(ctx: &Context<'_>, id: NodeId) -> f32 {
    let graph = &ctx.prepared().graph;
    let rows = |id: NodeId| graph.node(id).shape.rows.min(WIDE) as f32;
    let all = graph.node(id).inputs.iter().copied().chain([id]);
    all.map(|id| CellSize::M.size().y * rows(id) + NAMES).sum()
}

/// What of the step is in view.
pub struct Shown {
    /// The cell of the result that is explained.
    pub cell: Option<crate::graph::Cell>,
    /// How operands are coloured and written.
    pub style: Style,
    /// The fills of the result.
    pub result: Colouring,
    /// Where the result stands.
    pub place: Rect,
}

/// One operand, ready to be drawn.
struct Operand {
    node: NodeId,
    /// Its place among the inputs of the step.
    input: usize,
    look: Rc<Look>,
    transposed: bool,
    /// What stands between the scores and their softmax, made from `look`.
    between: Option<Between>,
}

/// Draws the matrices in `room`, and carries out what is done with them. `None` where their numbers are not known.
pub fn matrices_ui(ui: &mut Ui, ctx: &mut Context<'_>, place: &Place, state: &mut GridState, room: Vec2) -> Option<Shown> {
    let prepared = ctx.prepared().clone();
    let node = prepared.graph.node(place.node);
    let (outcome, result) = (ctx.lab.outcome().cloned()?, ctx.look(place.node)?);
    let mut operands = operands(ctx, place)?;
    let opened = opened_softmax(&node.op, &mut operands, room.x);
    let limit = operands.iter().map(|operand| operand.look.statistics.magnitude()).fold(0.0, f64::max);
    let probability = describe::is_probability(node.site);
    let style = Style::new(ctx, if probability { limit } else { limit.max(result.statistics.magnitude()) });
    let own = style.colouring(ctx, place.node);

    let chosen =
        ctx.lab.selection().cell.filter(|_| ctx.lab.selection().site.and_then(|site| prepared.graph.find(site)) == Some(place.node));
    let refusal = ctx.locale.text("edit-refused");
    let operation = describe::operation(ctx.locale, &node.op);
    let views: Vec<MatrixView<'_>> = operands
        .iter()
        .map(|operand| match operand.between {
            Some(between) => between_view(ctx, operand, between, style.signed),
            None => operand_view(ctx, operand, style, &refusal),
        })
        .collect();
    let view = result_view(ctx, place.node, &result, style, chosen).sizes(Sizes::in_room(room.y));
    let shapes: Vec<Placed> = operands
        .iter()
        .filter(|operand| operand.between.is_none())
        .map(|operand| Placed { input: operand.input, transposed: operand.transposed })
        .collect();
    let arrangement = if opened { softmax_arrangement(&operands) } else { arrangement(&node.op, &operation, operands.len()) };
    let helpers: Vec<(usize, Between)> =
        operands.iter().enumerate().filter_map(|(index, operand)| operand.between.map(|between| (index, between))).collect();
    let columns = result.matrix.shape().columns;
    let values = outcome.values.clone();
    let id = place.node;
    let sources = move |cell: Cell| {
        let explanation = values.explain(id, crate::graph::Cell::new(cell.row, cell.column));
        let mut lit = blocks(&explanation.sources(), &shapes);
        if !helpers.is_empty() {
            for source in &mut lit {
                source.joined = false;
            }
        }
        lit.extend(
            helpers
                .iter()
                .map(|&(operand, between)| Source { joined: between.is_last(), ..Source::new(operand, between.block(cell, columns)) }),
        );
        lit
    };
    let output = Linked::new(views, view, arrangement).sources(sources).room(room).show(ui, state);
    act(ctx, place, &operands, &output);
    let result_place = output.result.geometry.outer;
    Some(Shown { place: result_place, cell: output.shown.map(|cell| crate::graph::Cell::new(cell.row, cell.column)), style, result: own })
}

/// The operands that are shown: all, or of many the one that the chosen cell comes from. `None` where one of them is not known.
fn operands(ctx: &Context<'_>, place: &Place) -> Option<Vec<Operand>> {
    let prepared = ctx.prepared();
    let node = prepared.graph.node(place.node);
    let all = node.inputs.iter().copied().enumerate();
    // Of wide matrices fewer have room beside each other.
    let at_most = if node.shape.columns > WIDE { 2 } else { OPERANDS };
    let joined = matches!(node.op, Op::Concatenate(_) | Op::AppendRows(_));
    let in_view: Vec<(usize, NodeId)> = if joined && node.inputs.len() > at_most {
        let chosen = ctx.lab.selection().cell.map_or(place.head, |cell| holder(&prepared.graph, node, cell));
        let first = chosen.min(node.inputs.len() - at_most);
        all.skip(first).take(at_most).collect()
    } else {
        all.collect()
    };
    let transposed = |input: usize| matches!(&node.op, Op::MatMul(product) if product.transposed && input == 1);
    in_view
        .into_iter()
        .map(|(input, node)| {
            let look = ctx.look(node)?;
            Some(Operand { node, input, look, transposed: transposed(input), between: None })
        })
        .collect()
}

/// Which input of a concatenation a cell of it comes from.
fn holder(graph: &Graph, node: &Node, cell: crate::graph::Cell) -> usize {
    let mut column = cell.column;
    let inside = |&id: &NodeId| {
        let columns = graph.node(id).shape.columns;
        let inside = column < columns;
        column = column.saturating_sub(columns);
        inside
    };
    node.inputs.iter().position(inside).unwrap_or(0)
}

/// The scores of a softmax and the three matrices between them and the weights, where there is room to read them all.
fn opened_softmax(op: &Op, operands: &mut Vec<Operand>, width: f32) -> bool {
    let (Op::Softmax(form), [scores]) = (op, operands.as_slice()) else { return false };
    let columns = scores.look.matrix.shape().columns as f32;
    let cells = CellSize::M.size().x * (3.0 * columns + 1.0);
    if cells + 4.0 * space::XXL * 2.0 > width {
        return false;
    }
    let between =
        |between| Operand { node: scores.node, input: scores.input, look: scores.look.clone(), transposed: false, between: Some(between) };
    let stable = *form == Softmax::Stable;
    let mut added = Vec::new();
    if stable {
        added.push(between(Between::Shifted));
    }
    added.push(between(Between::Exponentials { stable }));
    added.push(between(Between::Sums { stable }));
    operands.extend(added);
    true
}

fn operand_view<'a>(ctx: &Context<'a>, operand: &'a Operand, style: Style, refusal: &'a str) -> MatrixView<'a> {
    let prepared = ctx.prepared();
    let node = prepared.graph.node(operand.node);
    let (rows, columns) = labels(ctx, operand.node);
    let weight = matches!(node.op, Op::Leaf(Leaf::Weight(_)));
    let (cells, rows, columns) =
        if operand.transposed { (operand.look.transposed(), columns, rows) } else { (operand.look.cells(), rows, columns) };
    let title = format!("{}{}", describe::sign(prepared, operand.node), if operand.transposed { "^T" } else { "" });
    let probability = Style::probability(prepared, operand.node);
    let masked = MaskedText { written: if probability { "" } else { numbers::MINUS_INFINITY }, spoken: numbers::MASKED };
    let view = MatrixView::new(("operand", operand.input), title, cells)
        .masked(masked)
        .hue(describe::hue(node.site))
        .kind(if weight { MatrixKind::Weights } else { MatrixKind::Activation })
        .row_labels(rows)
        .column_labels(columns)
        .colouring(style.colouring(ctx, operand.node))
        .digits(move |value| style.digits(value, probability));
    if !weight {
        return view;
    }
    let (saved, edited) = (ctx.lab.document().saved.clone(), ctx.lab.document().experiment().clone());
    let (site, transposed) = (node.site, operand.transposed);
    view.editable(refusal).changed(move |cell| {
        let (row, column) = if transposed { (cell.column, cell.row) } else { (cell.row, cell.column) };
        crate::lab::weight_changed(&saved, &edited, site, crate::graph::Cell::new(row, column))
    })
}

fn result_view<'a>(ctx: &Context<'a>, id: NodeId, look: &'a Look, style: Style, chosen: Option<crate::graph::Cell>) -> MatrixView<'a> {
    let prepared = ctx.prepared();
    let site = prepared.graph.node(id).site;
    let (rows, columns) = labels(ctx, id);
    let probability = Style::probability(prepared, id);
    // In a product the operands name the rows and columns of the result.
    let crossing = matches!(prepared.graph.node(id).op, Op::MatMul(_));
    let (rows, columns) = if crossing { (Labels::None, Labels::None) } else { (rows, columns) };
    // A weight that is masked is nothing, a score that is masked is −∞.
    let masked = MaskedText { written: if probability { "" } else { numbers::MINUS_INFINITY }, spoken: numbers::MASKED };
    let overridden = ctx.lab.document().experiment().overrides.get(&site).cloned();
    MatrixView::new("result", describe::result_title(prepared, id), look.cells())
        .title_place(TitlePlace::Below)
        .hue(describe::hue(site))
        .kind(MatrixKind::Result)
        .masked(masked)
        .row_labels(rows)
        .column_labels(columns)
        .colouring(style.colouring(ctx, id))
        .chosen(chosen.map(|cell| Cell::new(cell.row, cell.column)))
        .changed(move |cell| overridden.as_ref().is_some_and(|change| change.concerns(cell.row, cell.column)))
        .digits(move |value| style.digits(value, probability))
}

fn between_view<'a>(ctx: &Context<'a>, operand: &'a Operand, between: Between, colouring: Colouring) -> MatrixView<'a> {
    let shape = operand.look.matrix.shape();
    let columns = if matches!(between, Between::Sums { .. }) { 1 } else { shape.columns };
    let cells = Cells::new(shape.rows, columns, move |row, column| between.at(&operand.look, row, column));
    let cells = if columns == shape.columns { operand.look.with_mask(cells) } else { cells };
    let decimals = ctx.decimals();
    MatrixView::new(("between", between.title()), between.title().to_owned(), cells)
        .kind(MatrixKind::Activation)
        .colouring(colouring)
        .digits(move |value| digits(value, decimals, false))
}

/// What is done from each matrix to the next.
fn softmax_arrangement<'a>(operands: &[Operand]) -> Arrangement<'a> {
    let sign = |operand: &Operand| match operand.between {
        None if operands.len() == 4 => "− max",
        None | Some(Between::Shifted) => "exp",
        Some(Between::Exponentials { .. }) => "Σ",
        Some(Between::Sums { .. }) => "exp / Σ",
    };
    Arrangement::Row(operands.iter().map(|operand| Sign::Arrow(sign(operand))).collect())
}

/// What rows and columns are called.
pub(super) fn labels<'a>(ctx: &Context<'_>, id: NodeId) -> (Labels<'a>, Labels<'a>) {
    let prepared = ctx.prepared();
    let (rows, columns) = axes(prepared, id);
    let named = |axis: crate::lab::Axis| {
        let prepared = prepared.clone();
        Labels::Named(Rc::new(move |index| axis.label(&prepared, index)))
    };
    (named(rows), named(columns))
}

/// How the operation is written; `name` stands at the arrow, where there is one.
fn arrangement<'a>(op: &Op, name: &'a str, operands: usize) -> Arrangement<'a> {
    let between = |sign| vec![Sign::Written(sign); operands.saturating_sub(1)];
    let signs = match op {
        Op::MatMul(_) => return Arrangement::Crossing,
        Op::Add(_) | Op::AddBias(_) => vec![Sign::Written("+"), Sign::Written("=")],
        Op::Multiply(_) => vec![Sign::Written("⊙"), Sign::Written("=")],
        Op::LayerNorm(_) | Op::RmsNorm(_) => {
            let mut signs = vec![Sign::Written("⊙"), Sign::Written("+")];
            signs.truncate(operands.saturating_sub(1));
            signs.push(Sign::Arrow(name));
            signs
        }
        Op::Concatenate(_) | Op::AppendRows(_) => {
            let mut signs = between(",");
            signs.push(Sign::Arrow(name));
            signs
        }
        Op::Leaf(_)
        | Op::Scale(_)
        | Op::Activation(_)
        | Op::Softmax(_)
        | Op::LogSoftmax(_)
        | Op::Mask(_)
        | Op::Gather(_)
        | Op::MeanRows(_)
        | Op::SliceColumns(_)
        | Op::SliceRows(_) => vec![Sign::Arrow(name)],
    };
    Arrangement::Row(signs)
}

/// Where an operand stands among the inputs, and whether it is drawn transposed.
pub(super) struct Placed {
    pub input: usize,
    pub transposed: bool,
}

/// The cells that a number comes from, as rectangles of the operands in view.
pub(super) fn blocks(sources: &[(usize, crate::graph::Cell)], operands: &[Placed]) -> Vec<Source> {
    let mut blocks: Vec<Source> = Vec::new();
    for &(input, cell) in sources {
        let Some(operand) = operands.iter().position(|placed| placed.input == input) else { continue };
        let cell = if operands[operand].transposed { Cell::new(cell.column, cell.row) } else { Cell::new(cell.row, cell.column) };
        if !blocks.iter_mut().any(|source| source.operand == operand && grow(&mut source.block, cell)) {
            blocks.push(Source::new(operand, Block::cell(cell)));
        }
    }
    blocks
}

/// Takes in a cell that lies in the block, or follows on its end in a block of one row or one column.
fn grow(block: &mut Block, cell: Cell) -> bool {
    if block.contains(cell) {
        return true;
    }
    if block.rows.len() == 1 && block.rows.start == cell.row && block.columns.end == cell.column {
        block.columns.end += 1;
        return true;
    }
    if block.columns.len() == 1 && block.columns.start == cell.column && block.rows.end == cell.row {
        block.rows.end += 1;
        return true;
    }
    false
}

/// Carries out what was done with the matrices.
fn act(ctx: &mut Context<'_>, place: &Place, operands: &[Operand], output: &LinkedOutput) {
    let prepared = ctx.prepared().clone();
    let site = prepared.graph.node(place.node).site;
    if let Some(cell) = output.result.chosen {
        ctx.send(Command::Select(site));
        ctx.send(Command::SelectCell(Some(crate::graph::Cell::new(cell.row, cell.column))));
    } else if output.result.released {
        ctx.send(Command::SelectCell(None));
    }
    for (operand, output) in operands.iter().zip(&output.operands).filter(|(operand, _)| operand.between.is_none()) {
        if let Some(Edit::Accepted { cell, value }) = output.edit {
            let (row, column) = if operand.transposed { (cell.column, cell.row) } else { (cell.row, cell.column) };
            ctx.send(Command::SetWeight(prepared.graph.node(operand.node).site, crate::graph::Cell::new(row, column), value));
        } else if let Some(cell) = output.opened {
            // An operand that was calculated leads to its own step.
            let node = prepared.graph.node(operand.node);
            if !matches!(node.op, Op::Leaf(_)) {
                let (row, column) = if operand.transposed { (cell.column, cell.row) } else { (cell.row, cell.column) };
                ctx.send(Command::Select(node.site));
                ctx.send(Command::SelectCell(Some(crate::graph::Cell::new(row, column))));
            }
        }
    }
}
