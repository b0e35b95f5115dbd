//! The chosen cell: what it is called, what stands in it, and why.

use eframe::egui::{Align, RichText, TextFormat, Ui};

use super::Subject;
use super::change::put_at;
use crate::graph::{Cell, NodeId, Op};
use crate::lab::axes;
use crate::ui::context::{Context, Look};
use crate::ui::controls::{Property, properties, section};
use crate::ui::theme::{palette, space, text};
use crate::ui::views::steps::digits;
use crate::ui::widgets::notation;
use crate::ui::{describe, numbers};

/// Draws the cell, or says how to choose one.
pub fn cell_ui(ui: &mut Ui, ctx: &Context<'_>, subject: &Subject) {
    let prepared = ctx.prepared();
    let site = prepared.graph.node(subject.id).site;
    let Some(cell) = subject.cell else {
        ui.label(RichText::new(ctx.locale.text("inspector-empty")).font(text::body()).color(palette(ui).text2));
        return;
    };
    let value = subject.look.matrix.at(cell);
    let shown = digits(value, ctx.decimals(), describe::is_probability(site));
    let ink = palette(ui).text;
    let mut heading = notation::layout(&describe::sign(prepared, subject.id), &text::answer(), ink);
    heading.append(&format!("{cell} = {shown}"), 0.0, TextFormat { valign: Align::Center, ..TextFormat::simple(text::answer(), ink) });
    ui.label(heading);
    ui.add_space(space::XS);
    let (rows, columns) = axes(prepared, subject.id);
    let place = describe::place(ctx.locale, site.scope);
    let row = format!("{} {}", cell.row, rows.label(prepared, cell.row));
    let column = format!("{} {}", cell.column, columns.label(prepared, cell.column));
    let rank = rank(&subject.look, cell);
    let count = subject.look.matrix.shape().columns;
    let rank = ctx.locale.with("inspector-rank-of", &[("rank", rank.to_string().into()), ("count", count.to_string().into())]);
    let exact = numbers::shortest(value);
    let names =
        ["inspector-place", "inspector-row", "inspector-column", "inspector-rank", "inspector-exact"].map(|key| ctx.locale.text(key));
    let mut rows = vec![
        Property::number(&names[4], &exact),
        Property::text(&names[1], &row),
        Property::text(&names[2], &column),
        Property::text(&names[3], &rank),
    ];
    if !place.is_empty() {
        rows.push(Property::text(&names[0], &place));
    }
    properties(ui, &rows);
    let given = !value.is_finite() && is_given(ctx, subject, cell);
    let given = given.then(|| ctx.locale.with("number-given", &[("sign", shown.into())]));
    if let Some(meaning) = given.or_else(|| numbers::meaning(ctx.locale, value, ctx.decimals())) {
        ui.label(RichText::new(meaning).font(text::small()).color(palette(ui).text3));
    }
}

/// Whether a number that is not finite was typed so, or came with the file, rather than calculated. What was given finite and is not
/// any more is too large for the precision.
fn is_given(ctx: &Context<'_>, subject: &Subject, cell: Cell) -> bool {
    let experiment = &ctx.prepared().experiment;
    let node = ctx.prepared().graph.node(subject.id);
    let edited = experiment.weights.edits.get(&node.site).and_then(|edits| edits.at(cell));
    match put_at(experiment, node.site, cell).or(edited) {
        Some(number) => !number.is_finite(),
        None => matches!(node.op, Op::Leaf(_)),
    }
}

/// The place of a number in its row, the largest first.
fn rank(look: &Look, cell: Cell) -> usize {
    let value = look.matrix.at(cell);
    1 + look.matrix.row(cell.row).iter().filter(|&&other| other > value).count()
}

/// What happens at a node, in words.
pub fn why_ui(ui: &mut Ui, ctx: &Context<'_>, id: NodeId) {
    section(ui, &ctx.locale.text("inspector-why"));
    let prose = ctx.locale.text(describe::why(ctx.prepared().graph.node(id)));
    ui.label(RichText::new(prose).font(text::body()).color(palette(ui).text2));
}
