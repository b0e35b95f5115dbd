//! The list at the left: the calculation as a tree, part by part; which head; and a field that finds a step.

use std::collections::HashSet;

use eframe::egui::{RichText, ScrollArea, Ui};

use super::{Place, StepsState, steps_of};
use crate::graph::{NodeId, Scope};
use crate::lab::{Command, Group};
use crate::ui::context::Context;
use crate::ui::controls::{ListRow, TextField, choice, segmented};
use crate::ui::describe;
use crate::ui::search::Query;
use crate::ui::theme::{palette, space, text};

/// Above so many heads they are chosen from a list that opens.
const HEADS_IN_SIGHT: usize = 4;

/// A row of the tree.
enum Row {
    /// A part of the model, and whether its steps are shown.
    Part(usize, bool),
    /// A step with its number in its part.
    Step(usize, NodeId),
}

/// Draws the list.
pub fn list_ui(ui: &mut Ui, ctx: &mut Context<'_>, groups: &[Group], place: &Place, state: &mut StepsState) {
    let name = ctx.locale.text("steps-find");
    let width = ui.available_width();
    let hint = ctx.locale.text("steps-find-hint");
    ui.add(TextField::new("", &mut state.filter, width).hint(&hint)).accessible_name(name);
    if Query::new(&state.filter).counts_from_zero() {
        ui.label(RichText::new(ctx.locale.text("search-from-zero")).font(text::small()).color(palette(ui).text2));
    }
    let heads = groups[place.group].heads(&ctx.prepared().graph);
    if heads > 1 {
        ui.add_space(space::XS);
        head_ui(ui, ctx, place, heads);
    }
    ui.add_space(space::XS);
    let rows = rows(ctx, groups, place, state);
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::vertical().id_salt("steps").auto_shrink(false);
    // A step that was chosen elsewhere is brought into view.
    if state.listed != Some(place.node) {
        state.listed = Some(place.node);
        let at = rows.iter().position(|row| matches!(row, Row::Step(_, node) if *node == place.node));
        let seen = ui.available_height();
        if let Some(at) = at.filter(|_| space::LIST_ROW * rows.len() as f32 > seen) {
            area = area.vertical_scroll_offset((at as f32 * space::LIST_ROW - seen / 2.0).max(0.0));
        }
    }
    area.show_rows(ui, space::LIST_ROW, rows.len(), |ui, shown| {
        for row in &rows[shown] {
            row_ui(ui, ctx, groups, place, row, state);
        }
    });
}

/// The rows as they stand: all parts, of the present one the steps; of a search all steps that answer it.
fn rows(ctx: &Context<'_>, groups: &[Group], place: &Place, state: &StepsState) -> Vec<Row> {
    let query = Query::new(&state.filter);
    let prepared = ctx.prepared();
    let answers = |&(_, step): &(usize, NodeId)| {
        let site = prepared.graph.node(step).site;
        query.finds(&describe::full_name(ctx.locale, prepared, site), &site.to_string())
    };
    let mut rows = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let steps = || steps_of(ctx, group, place.head).into_iter().enumerate();
        if query.is_empty() {
            let open = index == place.group && !state.closed;
            rows.push(Row::Part(index, open));
            if open {
                rows.extend(steps().map(|(number, step)| Row::Step(number, step)));
            }
        } else {
            // Who counts may mean another head than the one that is open.
            let heads = if query.counts() { 0..group.heads(&prepared.graph).max(1) } else { place.head..place.head + 1 };
            let steps = heads.flat_map(|head| steps_of(ctx, group, head).into_iter().enumerate());
            let mut seen = HashSet::new();
            let found: Vec<(usize, NodeId)> = steps.filter(answers).filter(|(_, step)| seen.insert(*step)).collect();
            if !found.is_empty() {
                rows.push(Row::Part(index, true));
                rows.extend(found.into_iter().map(|(number, step)| Row::Step(number, step)));
            }
        }
    }
    rows
}

fn row_ui(ui: &mut Ui, ctx: &mut Context<'_>, groups: &[Group], place: &Place, row: &Row, state: &mut StepsState) {
    let prepared = ctx.prepared().clone();
    match *row {
        Row::Part(index, open) => {
            let name = part_name(ctx, groups[index].scope);
            if ui.add(ListRow::new(&name, false).heading(open)).clicked() {
                if index == place.group {
                    state.closed = !state.closed;
                } else if let Some(&step) = steps_of(ctx, &groups[index], place.head).first() {
                    state.closed = false;
                    ctx.send(Command::Select(prepared.graph.node(step).site));
                }
            }
        }
        Row::Step(number, step) => {
            let words = describe::words(ctx.locale, &prepared, step);
            let site = prepared.graph.node(step).site;
            // Beside steps of other heads each says whose it is.
            let head = site.scope.head.filter(|_| Query::new(&state.filter).counts());
            let head =
                head.map_or_else(String::new, |head| ctx.locale.with("inspector-head", &[("number", (head + 1).to_string().into())]));
            let spoken = if head.is_empty() { words.name.clone() } else { format!("{} · {head}", words.name) };
            let row = ListRow::new(&words.name, step == place.node).number(number + 1).ahead(step > place.node).note(&head).spoken(&spoken);
            let row = ui.add(row).on_hover_text(format!("{}\n{site}", describe::full_name(ctx.locale, &prepared, site)));
            if row.clicked() {
                // It is in view already: the list stays where it is.
                state.listed = Some(step);
                ctx.send(Command::Select(prepared.graph.node(step).site));
            }
        }
    }
}

/// The name of a part, short enough for the list.
fn part_name(ctx: &Context<'_>, scope: Scope) -> String {
    match (scope.block, scope.part) {
        (Some(block), None) => {
            let stack = describe::place(ctx.locale, Scope { block: None, ..scope });
            ctx.locale.with("steps-block", &[("stack", stack.into()), ("number", (block + 1).to_string().into())])
        }
        _ => describe::place(ctx.locale, scope),
    }
}

fn head_ui(ui: &mut Ui, ctx: &mut Context<'_>, place: &Place, heads: usize) {
    let graph = &ctx.prepared().clone().graph;
    let name = ctx.locale.text("steps-head");
    let labels: Vec<String> = (1..=heads).map(|head| head.to_string()).collect();
    let options: Vec<(usize, &str)> = labels.iter().map(String::as_str).enumerate().collect();
    let mut head = place.head;
    let response = if heads <= HEADS_IN_SIGHT { segmented(ui, &name, &mut head, &options) } else { choice(ui, &name, &mut head, &options) };
    if response.changed() {
        ctx.send(Command::SelectHead(head));
        // The same step of the other head.
        let site = graph.node(place.node).site;
        if site.scope.head.is_some() {
            ctx.send(Command::Select(site.scope.head(head).at(site.quantity)));
        }
    }
}
