//! The list at the left: which part, which head, which step.

use eframe::egui::{ComboBox, RichText, ScrollArea, Ui};

use super::{Place, steps_of};
use crate::lab::{Command, Group};
use crate::ui::context::Context;
use crate::ui::controls::{ListRow, choice, section, segmented};
use crate::ui::describe;
use crate::ui::theme::{space, text};

/// Above so many heads they are chosen from a list that opens.
const HEADS_IN_SIGHT: usize = 4;

/// Draws the list.
pub fn list_ui(ui: &mut Ui, ctx: &mut Context<'_>, groups: &[Group], place: &Place) {
    let prepared = ctx.prepared().clone();
    let graph = &prepared.graph;
    section(ui, &ctx.locale.text("steps-part"));
    let names: Vec<String> = groups.iter().map(|group| describe::place(ctx.locale, group.scope)).collect();
    let mut group = place.group;
    ComboBox::from_id_salt("part")
        .width(ui.available_width())
        .truncate()
        .selected_text(RichText::new(&names[group]).font(text::body()))
        .show_ui(ui, |ui| {
            for (index, name) in names.iter().enumerate() {
                ui.selectable_value(&mut group, index, name);
            }
        })
        .response
        .accessible_name(ctx.locale.text("steps-part"));
    if group != place.group
        && let Some(&step) = groups[group].steps.first()
    {
        ctx.send(Command::Select(graph.node(step).site));
    }
    let heads = groups[place.group].heads(graph);
    if heads > 1 {
        ui.add_space(space::SMALL);
        head_ui(ui, ctx, place, heads);
    }
    ui.add_space(space::SMALL);
    ScrollArea::vertical().id_salt("steps").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let steps = steps_of(ctx, &groups[place.group], place.head);
        let now = steps.iter().position(|&step| step == place.node);
        for (index, &step) in steps.iter().enumerate() {
            let words = describe::words(ctx.locale, &prepared, step);
            let selected = step == place.node;
            let ahead = now.is_some_and(|now| index > now);
            let row = ui.add(ListRow::new(&words.name, selected).number(index + 1).ahead(ahead));
            if selected && ctx.lab.outcome().is_some() && row.gained_focus() {
                row.scroll_to_me(None);
            }
            if row.clicked() {
                ctx.send(Command::Select(graph.node(step).site));
            }
        }
    });
}

fn head_ui(ui: &mut Ui, ctx: &mut Context<'_>, place: &Place, heads: usize) {
    let graph = &ctx.prepared().clone().graph;
    let name = ctx.locale.text("steps-head");
    let labels: Vec<String> = (1..=heads).map(|head| head.to_string()).collect();
    let options: Vec<(usize, &str)> = labels.iter().map(String::as_str).enumerate().collect();
    let mut head = place.head;
    let response = if heads <= HEADS_IN_SIGHT {
        segmented(ui, &name, &mut head, &options)
    } else {
        choice(ui, &name, &mut head, &options)
    };
    if response.changed() {
        ctx.send(Command::SelectHead(head));
        // The same step of the other head.
        let site = graph.node(place.node).site;
        if site.scope.head.is_some() {
            ctx.send(Command::Select(site.scope.head(head).at(site.quantity)));
        }
    }
}
