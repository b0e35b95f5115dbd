//! The gradient of a value as it comes back: from that of the step that reads the value, by the rule of its operation.
//!
//! ```text
//! Y = A·B     ∂L/∂A = ∂L/∂Y·Bᵀ     ∂L/∂B = Aᵀ·∂L/∂Y
//! Y = A·Bᵀ    ∂L/∂A = ∂L/∂Y·B      ∂L/∂B = (∂L/∂Y)ᵀ·A
//! ```

use std::rc::Rc;

use eframe::egui::{Rect, Ui, Vec2};

use super::matrices::{Placed, blocks, labels};
use super::{Place, digits};
use crate::graph::{Around, Cell, Leaf, NodeId, Op};
use crate::lab::Command;
use crate::ui::context::{Context, Look};
use crate::ui::controls::{choice, segments};
use crate::ui::describe;
use crate::ui::gradients::{self, Unit};
use crate::ui::theme::space;
use crate::ui::widgets::notation::plain;
use crate::ui::widgets::{
    self, Arrangement, Block, Cells, GridState, Labels, Linked, MaskedText, MatrixKind, MatrixView, Sign, Sizes, Source, TitlePlace,
};

/// Ways that are chosen side by side; more are chosen from a list.
const IN_SIGHT: usize = 4;
/// Width of a sign in a choice, at least.
const SIGN: f32 = 8.0;

/// A value, and the step through which its gradient comes back, with the place of the value among the inputs there. Without a step: all
/// of the gradient, as L itself sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Whose gradient it is.
    pub value: NodeId,
    through: Option<(NodeId, usize)>,
}

impl Way {
    /// The ways back to the result of a step, and then to the weights that it reads.
    pub fn all(ctx: &Context<'_>, step: NodeId) -> Vec<Self> {
        let graph = &ctx.prepared().graph;
        let node = graph.node(step);
        let mut ways = Self::back_to(ctx, step);
        let weights = node.inputs.iter().enumerate().filter(|(_, input)| matches!(graph.node(**input).op, Op::Leaf(Leaf::Weight(_))));
        ways.extend(weights.filter(|_| reached(ctx, step)).map(|(input, &value)| Self { value, through: Some((step, input)) }));
        ways
    }

    fn back_to(ctx: &Context<'_>, value: NodeId) -> Vec<Self> {
        let graph = &ctx.prepared().graph;
        let mut readers: Vec<NodeId> = graph.consumers(value).iter().copied().filter(|&reader| reached(ctx, reader)).collect();
        readers.sort_unstable();
        readers.dedup();
        let own = ctx.lab.slopes().last().is_some_and(|known| known.gradients.output == value);
        let mut ways: Vec<Self> = if own || readers.is_empty() { vec![Self { value, through: None }] } else { Vec::new() };
        for reader in readers {
            let places = graph.node(reader).inputs.iter().enumerate().filter(|(_, input)| **input == value);
            ways.extend(places.map(|(input, _)| Self { value, through: Some((reader, input)) }));
        }
        ways
    }

    /// Whether others bring a part of the same gradient.
    fn is_part(self, ctx: &Context<'_>) -> bool {
        self.through.is_some() && Self::back_to(ctx, self.value).len() > 1
    }

    /// ∂L/∂v, and through which step where that is but a part.
    fn title(self, ctx: &Context<'_>) -> String {
        let prepared = ctx.prepared();
        let title = gradients::title(prepared, self.value);
        match self.through.filter(|_| self.is_part(ctx)) {
            Some((reader, _)) => {
                let reader = describe::sign(prepared, reader);
                format!("{title} {}", ctx.locale.with("gradient-via", &[("sign", reader.into())]))
            }
            None => title,
        }
    }

    fn look(self, ctx: &Context<'_>) -> Option<Rc<Look>> {
        match self.through.filter(|_| self.is_part(ctx)) {
            Some((reader, input)) => ctx.sent_back(reader, input),
            None => ctx.gradient(self.value),
        }
    }
}

/// Whether L depends on the value of a node, as far as the values shown have been differentiated.
fn reached(ctx: &Context<'_>, id: NodeId) -> bool {
    let known = ctx.lab.slopes().last().zip(ctx.lab.outcome());
    known.is_some_and(|(known, outcome)| std::sync::Arc::ptr_eq(&known.outcome, outcome) && known.gradients.reaches(id))
}

/// The way that is shown: the one that was chosen, or that of the selected value, or the first.
pub fn way(ctx: &Context<'_>, place: &Place, chosen: Option<Way>) -> Way {
    let ways = Way::all(ctx, place.node);
    let selected = ctx.lab.selection().site.and_then(|site| ctx.prepared().graph.find(site));
    let of_selected = || ways.iter().copied().find(|way| Some(way.value) == selected);
    let chosen = chosen.filter(|way| ways.contains(way));
    chosen.or_else(of_selected).or_else(|| ways.first().copied()).unwrap_or(Way { value: place.node, through: None })
}

/// The choice between the ways of a step, where there are several.
pub fn ways_ui(ui: &mut Ui, ctx: &mut Context<'_>, place: &Place, chosen: &mut Option<Way>) {
    let ways = Way::all(ctx, place.node);
    if ways.len() < 2 {
        return;
    }
    let now = way(ctx, place, *chosen);
    let names: Vec<String> = ways.iter().map(|way| plain(&way.title(ctx))).collect();
    let options: Vec<(Way, &str)> = ways.iter().copied().zip(names.iter().map(String::as_str)).collect();
    let mut wanted = now;
    let signs: usize = names.iter().map(|name| name.chars().count()).sum();
    if ways.len() <= IN_SIGHT && signs as f32 * SIGN + ways.len() as f32 * space::XL <= ui.available_width() {
        segments(ui, &mut wanted, &options);
    } else {
        ui.horizontal(|ui| choice(ui, &ctx.locale.text("gradient-way"), &mut wanted, &options));
    }
    if wanted != now {
        *chosen = Some(wanted);
        if wanted.value != now.value {
            ctx.send(Command::Select(ctx.prepared().graph.node(wanted.value).site));
            ctx.send(Command::SelectCell(Some(Cell::new(0, 0))));
        }
    }
}

/// A matrix beside the result.
struct Operand {
    id: NodeId,
    look: Rc<Look>,
    /// Whether it is a gradient.
    gradient: bool,
    transposed: bool,
    /// Its place among the numbers around the operation.
    around: usize,
}

impl Operand {
    /// As it is written in a formula.
    fn sign(&self, ctx: &Context<'_>) -> String {
        let sign = if self.gradient { gradients::title(ctx.prepared(), self.id) } else { describe::sign(ctx.prepared(), self.id) };
        match (self.gradient, self.transposed) {
            (_, false) => sign,
            (true, true) => format!("({sign})^T"),
            (false, true) => format!("{sign}^T"),
        }
    }
}

/// What the gradient is made from, as it stands in the picture; none where it is not known, or L sends it itself.
fn operands(ctx: &Context<'_>, way: Way) -> Vec<Operand> {
    let Some((reader, input)) = way.through else { return Vec::new() };
    let node = ctx.prepared().graph.node(reader);
    let Some(upstream) = ctx.gradient(reader) else { return Vec::new() };
    let around = Around::gradient_index(node.inputs.len());
    let upstream = |transposed| Operand { id: reader, look: Rc::clone(&upstream), gradient: true, transposed, around };
    let other = |place: usize, transposed| {
        let id = *node.inputs.get(place)?;
        Some(Operand { id, look: ctx.look(id)?, gradient: false, transposed, around: place })
    };
    match (&node.op, input) {
        (Op::MatMul(product), 0) => other(1, !product.transposed).map(|other| vec![upstream(false), other]),
        (Op::MatMul(product), _) if product.transposed => other(0, false).map(|other| vec![upstream(true), other]),
        (Op::MatMul(_), _) => other(0, true).map(|other| vec![other, upstream(false)]),
        (Op::Multiply(_), input) => other(1 - input.min(1), false).map(|other| vec![upstream(false), other]),
        _ => Some(vec![upstream(false)]),
    }
    .unwrap_or_default()
}

/// What of the gradient is in view.
pub struct Shown {
    /// Where the gradient stands.
    pub place: Rect,
    /// Whose it is.
    pub value: NodeId,
    /// The cell that is explained.
    pub cell: Option<Cell>,
    /// Whether probabilities stand beside it.
    pub probabilities: bool,
}

/// Draws the gradient with what it is made from. `None` where it is not known.
pub fn backward_ui(ui: &mut Ui, ctx: &mut Context<'_>, way: Way, state: &mut GridState, room: Vec2) -> Option<Shown> {
    let look = way.look(ctx)?;
    let operands = operands(ctx, way);
    let prepared = ctx.prepared().clone();
    let site = prepared.graph.node(way.value).site;
    let probability = |operand: &Operand| !operand.gradient && describe::is_probability(prepared.graph.node(operand.id).site);
    let probabilities = operands.iter().any(probability);
    let reader = way.through.map(|(reader, _)| prepared.graph.node(reader));
    let crossing = matches!(reader.map(|node| &node.op), Some(Op::MatMul(_))) && operands.len() == 2;
    let views: Vec<MatrixView<'_>> = operands.iter().map(|operand| operand_view(ctx, operand, probability(operand))).collect();

    let written: Vec<String> = operands.iter().map(|operand| operand.sign(ctx)).collect();
    let title = way.title(ctx);
    let title = if crossing { format!("{title} = {}", written.join("·")) } else { title };
    let selection = ctx.lab.selection();
    let chosen = selection.cell.filter(|_| selection.site.and_then(|site| prepared.graph.find(site)) == Some(way.value));
    let (rows, columns) = if crossing { (Labels::None, Labels::None) } else { labels(ctx, way.value) };
    let view = gradient_view(ctx, "gradient", &title, &look, look.cells())
        .title_place(TitlePlace::Below)
        .hue(describe::hue(site))
        .kind(MatrixKind::Result)
        .row_labels(rows)
        .column_labels(columns)
        .chosen(chosen.map(|cell| widgets::Cell::new(cell.row, cell.column)))
        .sizes(Sizes::in_room(room.y));

    let back = reader.map_or_else(String::new, |node| {
        let operation = describe::operation(ctx.locale, &node.op);
        ctx.locale.with("gradient-back", &[("operation", operation.into())])
    });
    let arrangement = match reader.map(|node| &node.op) {
        _ if crossing => Arrangement::Crossing,
        Some(Op::Multiply(_)) if operands.len() == 2 => Arrangement::Row(vec![Sign::Written("⊙"), Sign::Written("=")]),
        Some(Op::Add(_)) => Arrangement::Row(vec![Sign::Written("=")]),
        _ => Arrangement::Row(operands.iter().map(|_| Sign::Arrow(&back)).collect()),
    };
    let known = ctx.lab.slopes().last().cloned();
    let places: Vec<Placed> = operands.iter().map(|operand| Placed { input: operand.around, transposed: operand.transposed }).collect();
    let inner = operands.first().map(|left| {
        let shape = left.look.matrix.shape();
        if left.transposed { shape.rows } else { shape.columns }
    });
    let sources = move |cell: widgets::Cell| {
        if let Some(inner) = inner.filter(|_| crossing) {
            let row = Block { rows: cell.row..cell.row + 1, columns: 0..inner };
            let column = Block { rows: 0..inner, columns: cell.column..cell.column + 1 };
            return vec![Source::new(0, row), Source::new(1, column)];
        }
        let Some((known, (reader, input))) = known.as_ref().zip(way.through) else { return Vec::new() };
        let origin = known.gradients.explain(&known.outcome, way.value, Cell::new(cell.row, cell.column));
        let sent = origin.readers.into_iter().find(|sent| sent.reader == reader && sent.input == input);
        sent.map_or_else(Vec::new, |sent| blocks(&sent.explanation.sources(), &places))
    };
    let output = Linked::new(views, view, arrangement).sources(sources).room(room).show(ui, state);
    if let Some(cell) = output.result.chosen {
        ctx.send(Command::Select(site));
        ctx.send(Command::SelectCell(Some(Cell::new(cell.row, cell.column))));
    } else if output.result.released {
        ctx.send(Command::SelectCell(None));
    }
    Some(Shown {
        place: output.result.geometry.outer,
        value: way.value,
        cell: output.shown.map(|cell| Cell::new(cell.row, cell.column)),
        probabilities,
    })
}

fn operand_view<'a>(ctx: &Context<'a>, operand: &'a Operand, probability: bool) -> MatrixView<'a> {
    let (rows, columns) = labels(ctx, operand.id);
    let look = &operand.look;
    let (cells, rows, columns) = if operand.transposed { (look.transposed(), columns, rows) } else { (look.cells(), rows, columns) };
    let title = operand.sign(ctx);
    let view = if operand.gradient {
        gradient_view(ctx, "upstream", &title, look, cells)
    } else {
        let decimals = ctx.decimals();
        let masked = MaskedText { written: "", spoken: crate::ui::numbers::MASKED };
        MatrixView::new("other", title, cells)
            .masked(masked)
            .colouring(if probability { ctx.probability() } else { ctx.signed(look.statistics.magnitude()) })
            .digits(move |value| digits(value, decimals, probability))
    };
    view.hue(describe::hue(ctx.prepared().graph.node(operand.id).site)).row_labels(rows).column_labels(columns)
}

/// A gradient: in a power of ten of its own, and with fills up to its largest magnitude.
fn gradient_view<'a>(ctx: &Context<'_>, salt: &str, title: &str, look: &Look, cells: Cells<'a>) -> MatrixView<'a> {
    let largest = look.statistics.magnitude();
    let unit = Unit::of(largest);
    MatrixView::new(salt, gradients::in_unit(title, unit), cells)
        .colouring(ctx.signed(largest))
        .digits(move |value| gradients::in_cell(value, unit))
        .longest(gradients::LONGEST)
}
