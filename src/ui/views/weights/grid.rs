//! The matrix itself: read, chosen, edited, compared.

use std::rc::Rc;
use std::sync::Arc;

use eframe::egui::{Event, Ui, Vec2, vec2};

use super::examination::Findings;
use super::now::Now;
use super::{WeightsState, copy, paste};
use crate::graph::{Cell, NodeId, same_number};
use crate::lab::{Axis, Command, HeadCut, axes, weight_changed};
use crate::ui::context::Context;
use crate::ui::theme::CellSize;
use crate::ui::widgets::notation::plain;
use crate::ui::widgets::{self, Band, Block, Cells, Colouring, Edit, Labels, MatrixKind, MatrixOutput, MatrixView, Sizes};
use crate::ui::{describe, numbers};

/// Rows or columns of a part of a large matrix: here it has the stage to itself. Numbers are here to be read and changed, so they are
/// not given up for a view of the whole, which is in the mini-map.
const WINDOW: usize = 32;

/// In a room higher than this the mini-map is large.
const HIGH: f32 = 440.0;
const LARGE_MAP: Vec2 = vec2(192.0, 64.0);

/// The weight in view, and the cells chosen in it.
pub struct Subject {
    /// The weight.
    pub id: NodeId,
    /// Its numbers.
    pub now: Now,
    /// What is known of it as a whole.
    pub findings: Option<Arc<Findings>>,
    /// The chosen cell.
    pub chosen: Option<Cell>,
    /// The opposite corner of the chosen block.
    pub corner: Option<Cell>,
}

impl Subject {
    /// The chosen cells, if more than one is chosen.
    pub fn block(&self) -> Option<Block> {
        let (chosen, corner) = self.chosen.zip(self.corner)?;
        Some(Block::between(shown(chosen), shown(corner))).filter(|block| block.count() > 1)
    }

    /// The number that stood at a cell when the experiment was opened, as far as it is known and another one.
    pub fn before(&self, cell: Cell) -> Option<f64> {
        let before = self.findings.as_ref()?.difference.as_ref()?.before.at(cell);
        (!same_number(before, self.now.at(cell))).then_some(before)
    }

    /// The fills of its numbers, wide enough for those that it had before.
    pub fn colouring(&self, ctx: &Context<'_>) -> Colouring {
        let before =
            self.findings.as_ref().and_then(|findings| findings.difference.as_ref()).map_or(0.0, |difference| difference.magnitude);
        ctx.signed(self.now.look.statistics.magnitude().max(before))
    }
}

/// Between the cells of the engine and those of the widgets.
pub const fn shown(cell: Cell) -> widgets::Cell {
    widgets::Cell { row: cell.row, column: cell.column }
}

const fn meant(cell: widgets::Cell) -> Cell {
    Cell::new(cell.row, cell.column)
}

/// Decimals with which the largest number of a weight shows at least two digits.
pub fn decimals(ctx: &Context<'_>, magnitude: f64) -> usize {
    const MOST: u8 = 4;
    let first = (1..MOST).find(|&place| magnitude * 10_f64.powi(place.into()) >= 1.0).unwrap_or(MOST);
    if magnitude > 0.0 { ctx.decimals().max(usize::from(first) + 1) } else { ctx.decimals() }
}

/// Draws the matrix in `room`, and carries out what is done with it.
pub fn grid_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut WeightsState, subject: &Subject, room: Vec2) {
    let refusal = ctx.locale.text("edit-refused");
    let part = ctx.locale.text("grid-part");
    let view = view(ctx, state.difference, subject, &refusal, &part);
    let view = if room.y > HIGH { view.map_size(LARGE_MAP) } else { view };
    let mut output = view.show_within(ui, &mut state.grid, room);
    if ui.memory(|memory| memory.focused().is_none()) {
        clipboard(ui, subject, &mut output);
    }
    act(ui, ctx, state, subject, output);
}

fn view<'a>(ctx: &Context<'a>, difference: bool, subject: &'a Subject, refusal: &'a str, part: &'a str) -> MatrixView<'a> {
    let prepared = ctx.prepared();
    let id = subject.id;
    let site = prepared.graph.node(id).site;
    let sign = describe::sign(prepared, id);
    let (rows, columns) = axes(prepared, id);
    let label = |axis: Axis| {
        let prepared = prepared.clone();
        Labels::Named(Rc::new(move |index| axis.label(&prepared, index)))
    };
    let (row_bands, column_bands) = bands(ctx, id);
    let decimals = decimals(ctx, subject.now.look.statistics.magnitude());
    let (saved, edited) = (ctx.lab.document().saved.clone(), ctx.lab.document().experiment().clone());
    let changed = move |cell: widgets::Cell| match &subject.findings {
        Some(findings) if findings.difference.is_some() => subject.before(meant(cell)).is_some(),
        _ => weight_changed(&saved, &edited, site, meant(cell)),
    };
    let view = MatrixView::new("weight", if difference { format!("Δ{sign}") } else { sign.clone() }, cells(subject, difference))
        .kind(MatrixKind::Weights)
        .row_labels(label(rows))
        .column_labels(label(columns))
        .row_bands(row_bands)
        .column_bands(column_bands)
        .colouring(subject.colouring(ctx))
        .sizes(Sizes { whole: CellSize::M..=CellSize::L, part: CellSize::M, window: WINDOW, ..Sizes::default() })
        .map_name(part)
        .chosen(subject.chosen.map(shown))
        .corner(subject.corner.map(shown))
        .changed(changed)
        .tooltip(tooltip(ctx, &plain(&sign), subject));
    if difference {
        view.digits(move |value| numbers::difference(value, decimals))
    } else {
        view.digits(move |value| numbers::fixed(value, decimals)).editable(refusal)
    }
}

/// The numbers, or how much each has changed.
fn cells(subject: &Subject, difference: bool) -> Cells<'_> {
    let shape = subject.now.look.matrix.shape();
    if !difference {
        return Cells::new(shape.rows, shape.columns, |row, column| subject.now.at(Cell::new(row, column))).revision(subject.now.revision);
    }
    let change = |row, column| {
        let cell = Cell::new(row, column);
        subject.before(cell).map_or(0.0, |before| subject.now.at(cell) - before)
    };
    Cells::new(shape.rows, shape.columns, change).revision(subject.now.revision | 1 << 62)
}

/// Name and exact number of a cell, and what it was before.
fn tooltip<'a>(ctx: &Context<'a>, name: &str, subject: &'a Subject) -> impl Fn(widgets::Cell) -> String + use<'a> {
    let (locale, name) = (ctx.locale, name.to_owned());
    move |cell| {
        let cell = meant(cell);
        let now = format!("{name}[{}, {}] = {}", cell.row, cell.column, numbers::exact(subject.now.at(cell)));
        let before = |old| locale.with("weights-before", &[("number", numbers::exact(old).into())]);
        subject.before(cell).map_or(now.clone(), |old| format!("{now}\n{}", before(old)))
    }
}

/// Which rows or columns belong to which head, where there are several.
fn bands(ctx: &Context<'_>, id: NodeId) -> (Vec<Band>, Vec<Band>) {
    let cut = HeadCut::of(ctx.prepared(), id).filter(|cut| cut.ranges().nth(1).is_some());
    let Some(cut) = cut else { return (Vec::new(), Vec::new()) };
    let band = |(head, range): (usize, std::ops::Range<usize>)| {
        let short = (head + 1).to_string();
        Band { range, name: ctx.locale.with("weights-head", &[("number", short.clone().into())]), short }
    };
    let bands = cut.ranges().enumerate().map(band).collect();
    match cut {
        HeadCut::Columns { .. } => (Vec::new(), bands),
        HeadCut::Rows { .. } => (bands, Vec::new()),
    }
}

/// Copies and pastes at the chosen cell also where nothing has the keyboard.
fn clipboard(ui: &Ui, subject: &Subject, output: &mut MatrixOutput) {
    let Some(chosen) = subject.chosen else { return };
    ui.input(|input| {
        for event in &input.events {
            match event {
                Event::Copy => output.copied = Some(subject.block().unwrap_or_else(|| Block::cell(shown(chosen)))),
                Event::Paste(text) => output.pasted = Some(text.clone()),
                _ => {}
            }
        }
    });
}

/// Carries out what was done with the matrix.
fn act(ui: &Ui, ctx: &mut Context<'_>, state: &mut WeightsState, subject: &Subject, output: MatrixOutput) {
    let site = ctx.prepared().graph.node(subject.id).site;
    if let Some(cell) = output.chosen {
        ctx.send(Command::Select(site));
        ctx.send(Command::SelectCell(Some(meant(cell))));
        state.corner = None;
    } else if output.released {
        // Esc gives up the block first, then the cell.
        if state.corner.take().is_none() {
            ctx.send(Command::SelectCell(None));
        }
    }
    if let Some((anchor, corner)) = output.chosen.map(meant).or(subject.chosen).zip(output.extended.map(meant)) {
        state.corner = Some((site, anchor, corner)).filter(|_| anchor != corner);
    }
    if let Some(Edit::Accepted { cell, value }) = output.edit {
        ctx.send(Command::SetWeight(site, meant(cell), value));
    }
    if let Some(block) = &output.copied {
        state.copying.start(ui, &subject.now, block, copy::Form::Table);
    }
    if let Some(text) = output.pasted {
        paste::insert(ui, ctx, state, subject, &text);
    }
}
