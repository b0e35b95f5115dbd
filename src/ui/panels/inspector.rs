//! The panel at the right: the chosen cell, why it is what it is, its row, and the matrix as a whole.

use eframe::egui::{RichText, ScrollArea, Ui};

use crate::graph::{Cell, NodeId, Op};
use crate::lab::{Command, axes};
use crate::ui::context::{Context, Look};
use crate::ui::controls::{Button, NumberField, Property, properties, section};
use crate::ui::describe;
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::views::steps::{digits, plain};
use crate::ui::widgets::{Bar, Bars};

/// Bars that are shown, at most.
const BARS: usize = 12;

/// What the panel keeps between frames.
#[derive(Default)]
pub struct InspectorState {
    /// A number being typed for a cell.
    typed: Option<(NodeId, Cell, f64)>,
}

/// Draws the panel.
pub fn inspector_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut InspectorState) {
    let prepared = ctx.prepared().clone();
    let Some(id) = ctx.lab.selection().site.and_then(|site| prepared.graph.find(site)) else {
        section(ui, &ctx.locale.text("inspector-cell"));
        ui.label(RichText::new(ctx.locale.text("inspector-empty")).font(text::body()).color(palette(ui).text2));
        return;
    };
    let Some(look) = ctx.look(id) else { return };
    let shape = look.matrix.shape();
    let cell = ctx.lab.selection().cell.filter(|cell| cell.row < shape.rows && cell.column < shape.columns);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if let Some(cell) = cell {
            cell_ui(ui, ctx, id, &look, cell);
            why_ui(ui, ctx, id);
            row_ui(ui, ctx, id, &look, cell);
            override_ui(ui, ctx, id, &look, cell, state);
        } else {
            section(ui, &ctx.locale.text("inspector-cell"));
            ui.label(RichText::new(ctx.locale.text("inspector-empty")).font(text::body()).color(palette(ui).text2));
            ui.add_space(space::LARGE);
            why_ui(ui, ctx, id);
        }
        matrix_ui(ui, ctx, id, &look);
    });
}

fn cell_ui(ui: &mut Ui, ctx: &Context<'_>, id: NodeId, look: &Look, cell: Cell) {
    let prepared = ctx.prepared();
    let site = prepared.graph.node(id).site;
    section(ui, &ctx.locale.text("inspector-cell"));
    let value = look.matrix.at(cell);
    let shown = digits(value, ctx.decimals(), describe::is_probability(site));
    let sign = plain(&describe::sign(prepared, id));
    let heading = RichText::new(format!("{sign}[{}, {}] = {shown}", cell.row, cell.column));
    ui.label(heading.font(text::answer()).color(palette(ui).text));
    ui.add_space(space::XS);
    let (rows, columns) = axes(prepared, id);
    let row = format!("{} {}", cell.row, rows.label(prepared, cell.row));
    let column = format!("{} {}", cell.column, columns.label(prepared, cell.column));
    let rank = rank(look, cell);
    let count = look.matrix.shape().columns;
    let rank = ctx.locale.with("inspector-rank-of", &[("rank", rank.to_string().into()), ("count", count.to_string().into())]);
    let exact = numbers::exact(value);
    let names = ["inspector-row", "inspector-column", "inspector-rank", "inspector-exact"].map(|key| ctx.locale.text(key));
    properties(
        ui,
        &[
            Property::text(&names[0], &row),
            Property::text(&names[1], &column),
            Property::text(&names[2], &rank),
            Property::number(&names[3], &exact),
        ],
    );
    ui.add_space(space::LARGE);
}

/// The place of a number in its row, the largest first.
fn rank(look: &Look, cell: Cell) -> usize {
    let value = look.matrix.at(cell);
    1 + look.matrix.row(cell.row).iter().filter(|&&other| other > value).count()
}

fn why_ui(ui: &mut Ui, ctx: &Context<'_>, id: NodeId) {
    section(ui, &ctx.locale.text("inspector-why"));
    let prose = ctx.locale.text(describe::why(ctx.prepared().graph.node(id)));
    ui.label(RichText::new(prose).font(text::body()).color(palette(ui).text2));
    ui.add_space(space::LARGE);
}

fn row_ui(ui: &mut Ui, ctx: &mut Context<'_>, id: NodeId, look: &Look, cell: Cell) {
    let prepared = ctx.prepared().clone();
    let site = prepared.graph.node(id).site;
    let (_, columns) = axes(&prepared, id);
    let sign = plain(&describe::sign(&prepared, id));
    section(ui, &ctx.locale.with("inspector-row-of", &[("sign", sign.into())]));
    let count = look.matrix.shape().columns;
    let first = cell.column.saturating_sub(BARS / 2).min(count.saturating_sub(BARS));
    let hidden = look.cells();
    let bars: Vec<Bar> = (first..count.min(first + BARS))
        .map(|column| {
            let at = Cell::new(cell.row, column);
            let seen = !hidden.is_masked(crate::ui::widgets::Cell::new(cell.row, column));
            Bar { name: columns.label(&prepared, column), value: seen.then(|| look.matrix.at(at)) }
        })
        .collect();
    let (decimals, probability) = (ctx.decimals(), describe::is_probability(site));
    let colouring = if probability { ctx.probability() } else { ctx.signed(look.statistics.magnitude()) };
    let written = |value: f64| digits(value, decimals, probability);
    let name = ctx.locale.text("inspector-row-bars");
    let answer = Bars::new(&name, &bars, colouring, &written, numbers::MINUS_INFINITY).chosen(Some(cell.column - first)).show(ui);
    if let Some(bar) = answer.clicked {
        ctx.send(Command::SelectCell(Some(Cell::new(cell.row, first + bar))));
    }
    ui.add_space(space::LARGE);
}

/// Putting a number in the place of the computed one, and taking it away again.
fn override_ui(ui: &mut Ui, ctx: &mut Context<'_>, id: NodeId, look: &Look, cell: Cell, state: &mut InspectorState) {
    let node = ctx.prepared().graph.node(id);
    let (site, leaf) = (node.site, matches!(node.op, Op::Leaf(_)));
    if leaf {
        return;
    }
    section(ui, &ctx.locale.text("inspector-override"));
    let value = look.matrix.at(cell);
    let mut typed = state.typed.filter(|(at, of, _)| (*at, *of) == (id, cell)).map_or((value * 1e6).round() / 1e6, |(_, _, typed)| typed);
    let name = ctx.locale.text("inspector-override-value");
    let field = ui.add(NumberField::new(&name, &mut typed, f64::MIN..=f64::MAX));
    if field.changed() {
        state.typed = Some((id, cell, typed));
        ctx.send(Command::SetOverride(site, cell, Some(typed)));
    }
    let overrides = &ctx.lab.document().experiment().overrides;
    let changed = overrides.get(&site).is_some_and(|change| change.concerns(cell.row, cell.column));
    if changed && ui.add(Button::secondary(&ctx.locale.text("inspector-override-undo"))).clicked() {
        state.typed = None;
        ctx.send(Command::SetOverride(site, cell, None));
    }
    if site.scope.head.is_some() && site.quantity == crate::graph::Quantity::Output {
        let off = overrides.get(&site) == Some(&crate::experiment::Change::Zero);
        let mut on = !off;
        if crate::ui::controls::toggle(ui, &ctx.locale.text("inspector-head-on"), &mut on).changed() {
            ctx.send(Command::SetZero(site, !on));
        }
    }
    ui.add_space(space::LARGE);
}

fn matrix_ui(ui: &mut Ui, ctx: &Context<'_>, id: NodeId, look: &Look) {
    section(ui, &ctx.locale.text("inspector-matrix"));
    let shape = look.matrix.shape();
    let found = &look.statistics;
    let four = |value: f64| numbers::fixed(value, 4);
    let texts = [
        numbers::shape(shape.rows, shape.columns),
        four(found.least),
        four(found.greatest),
        four(found.mean),
        four(found.deviation),
        numbers::count(found.zeros as u64),
        numbers::count(found.infinite as u64),
        numbers::count(found.not_numbers as u64),
    ];
    let names = [
        "inspector-shape",
        "inspector-least",
        "inspector-greatest",
        "inspector-mean",
        "inspector-deviation",
        "inspector-zeros",
        "inspector-infinite",
        "inspector-nan",
    ]
    .map(|key| ctx.locale.text(key));
    let rows: Vec<Property<'_>> = names.iter().zip(&texts).map(|(name, text)| Property::number(name, text)).collect();
    properties(ui, &rows);
    ui.add_space(space::SMALL);
    let site = ctx.prepared().graph.node(id).site.to_string();
    ui.label(RichText::new(site).font(text::small_digits()).color(palette(ui).text3));
}
