//! The matrices of a step: operands and result, arranged as its operation is written.

use std::rc::Rc;

use eframe::egui::{Ui, Vec2};

use super::{Place, calculation};
use crate::graph::{Leaf, NodeId, Op};
use crate::lab::{Command, axes};
use crate::ui::context::{Context, Look};
use crate::ui::describe;
use crate::ui::widgets::{
    Arrangement, Block, Cell, Colouring, Edit, GridState, Labels, Linked, LinkedOutput, MatrixKind, MatrixView, Sign, Source, TitlePlace,
};

/// Operands beside each other, at most.
const OPERANDS: usize = 4;

/// What of the step is in view.
pub struct Shown {
    /// The cell of the result that is explained.
    pub cell: Option<crate::graph::Cell>,
    /// The fills of the operands.
    pub operands: Colouring,
    /// The fills of the result.
    pub result: Colouring,
    /// Whether the result holds probabilities.
    pub probability: bool,
}

/// One operand, ready to be drawn.
struct Operand {
    node: NodeId,
    /// Its place among the inputs of the step.
    input: usize,
    look: Rc<Look>,
    transposed: bool,
}

/// Draws the matrices in `room`, and carries out what is done with them.
pub fn matrices_ui(ui: &mut Ui, ctx: &mut Context<'_>, place: &Place, state: &mut GridState, room: Vec2) -> Shown {
    let prepared = ctx.prepared().clone();
    let node = prepared.graph.node(place.node);
    let (Some(outcome), Some(result)) = (ctx.lab.outcome().cloned(), ctx.look(place.node)) else {
        return Shown { cell: None, operands: ctx.signed(1.0), result: ctx.signed(1.0), probability: false };
    };
    let operands = operands(ctx, place);
    let limit = operands.iter().map(|operand| operand.look.statistics.magnitude()).fold(0.0, f64::max);
    let probability = describe::is_probability(node.site);
    let own = if probability { ctx.probability() } else { ctx.signed(limit.max(result.statistics.magnitude())) };
    let shared = ctx.signed(if probability { limit } else { limit.max(result.statistics.magnitude()) });

    let chosen = ctx.lab.selection().cell.filter(|_| ctx.lab.selection().site.and_then(|site| prepared.graph.find(site)) == Some(place.node));
    let refusal = ctx.locale.text("edit-refused");
    let operation = describe::operation(ctx.locale, &node.op);
    let views: Vec<MatrixView<'_>> = operands.iter().map(|operand| operand_view(ctx, operand, shared, &refusal)).collect();
    let view = result_view(ctx, place.node, &result, own, chosen);
    let shapes: Vec<Placed> = operands.iter().map(|operand| Placed { input: operand.input, transposed: operand.transposed }).collect();
    let values = outcome.values.clone();
    let id = place.node;
    let sources = move |cell: Cell| {
        let explanation = values.explain(id, crate::graph::Cell::new(cell.row, cell.column));
        blocks(&explanation.sources(), &shapes)
    };
    let output = Linked::new(views, view, arrangement(&node.op, &operation, operands.len())).sources(sources).room(room).show(ui, state);
    act(ctx, place, &operands, &output);
    Shown { cell: output.shown.map(|cell| crate::graph::Cell::new(cell.row, cell.column)), operands: shared, result: own, probability }
}

/// The operands that are shown: all, or of many the one that the chosen cell comes from.
fn operands(ctx: &Context<'_>, place: &Place) -> Vec<Operand> {
    let prepared = ctx.prepared();
    let node = prepared.graph.node(place.node);
    let all = node.inputs.iter().copied().enumerate();
    let in_view: Vec<(usize, NodeId)> = if node.inputs.len() > OPERANDS {
        let first = place.head.min(node.inputs.len() - OPERANDS);
        all.skip(first).take(OPERANDS).collect()
    } else {
        all.collect()
    };
    let transposed = |input: usize| matches!(&node.op, Op::MatMul(product) if product.transposed && input == 1);
    in_view
        .into_iter()
        .filter_map(|(input, node)| ctx.look(node).map(|look| Operand { node, input, look, transposed: transposed(input) }))
        .collect()
}

fn operand_view<'a>(ctx: &Context<'a>, operand: &'a Operand, colouring: Colouring, refusal: &'a str) -> MatrixView<'a> {
    let prepared = ctx.prepared();
    let node = prepared.graph.node(operand.node);
    let (rows, columns) = labels(ctx, operand.node);
    let weight = matches!(node.op, Op::Leaf(Leaf::Weight(_)));
    let sign = describe::sign(prepared, operand.node);
    let (cells, title, rows, columns) = if operand.transposed {
        (operand.look.transposed(), format!("{sign}^T"), columns, rows)
    } else {
        (operand.look.cells(), sign, rows, columns)
    };
    let decimals = ctx.decimals();
    let probability = describe::is_probability(node.site);
    let colouring = if probability { ctx.probability() } else { colouring };
    let view = MatrixView::new(("operand", operand.input), title, cells)
        .hue(describe::hue(node.site))
        .kind(if weight { MatrixKind::Weights } else { MatrixKind::Activation })
        .row_labels(rows)
        .column_labels(columns)
        .colouring(colouring)
        .digits(move |value| calculation::digits(value, decimals, probability));
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

fn result_view<'a>(ctx: &Context<'a>, id: NodeId, look: &'a Look, colouring: Colouring, chosen: Option<crate::graph::Cell>) -> MatrixView<'a> {
    let prepared = ctx.prepared();
    let site = prepared.graph.node(id).site;
    let (rows, columns) = labels(ctx, id);
    let decimals = ctx.decimals();
    let probability = describe::is_probability(site);
    // In a product the operands name the rows and columns of the result.
    let crossing = matches!(prepared.graph.node(id).op, Op::MatMul(_));
    let (rows, columns) = if crossing { (Labels::None, Labels::None) } else { (rows, columns) };
    let overridden = ctx.lab.document().experiment().overrides.get(&site).cloned();
    MatrixView::new("result", describe::result_title(prepared, id), look.cells())
        .title_place(TitlePlace::Below)
        .hue(describe::hue(site))
        .kind(MatrixKind::Result)
        .row_labels(rows)
        .column_labels(columns)
        .colouring(colouring)
        .chosen(chosen.map(|cell| Cell::new(cell.row, cell.column)))
        .changed(move |cell| overridden.as_ref().is_some_and(|change| change.concerns(cell.row, cell.column)))
        .digits(move |value| calculation::digits(value, decimals, probability))
}

/// What rows and columns are called.
fn labels<'a>(ctx: &Context<'_>, id: NodeId) -> (Labels<'a>, Labels<'a>) {
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
struct Placed {
    input: usize,
    transposed: bool,
}

/// The cells that a number comes from, as rectangles of the operands in view.
fn blocks(sources: &[(usize, crate::graph::Cell)], operands: &[Placed]) -> Vec<Source> {
    let mut blocks: Vec<Source> = Vec::new();
    for &(input, cell) in sources {
        let Some(operand) = operands.iter().position(|placed| placed.input == input) else { continue };
        let cell = if operands[operand].transposed { Cell::new(cell.column, cell.row) } else { Cell::new(cell.row, cell.column) };
        if !blocks.iter_mut().any(|source| source.operand == operand && grow(&mut source.block, cell)) {
            blocks.push(Source { operand, block: Block::cell(cell) });
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
    for (operand, output) in operands.iter().zip(&output.operands) {
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
