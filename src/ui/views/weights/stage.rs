//! The middle: what the weight is for, what can be done with it, the matrix, and what there is to know of it.

use eframe::egui::{Align, CentralPanel, Layout, RichText, ScrollArea, Ui, vec2};

use super::grid::Subject;
use super::now::Now;
use super::{Task, WeightsState, fill, grid, heading, paste, summary, toolbar};
use crate::graph::NodeId;
use crate::lab::{Command, RunState};
use crate::ui::app::frame;
use crate::ui::context::Context;
use crate::ui::controls::{Button, Notice, card, notice};
use crate::ui::theme::{palette, space, text};
use crate::ui::views::View;
use crate::ui::widgets::ValueLegend;
use crate::ui::{describe, numbers};

/// The matrix has at least this height; on a lower stage one scrolls.
const LEAST_MATRIX: f32 = 280.0;

/// Draws the stage.
pub fn stage_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut WeightsState, id: NodeId) {
    CentralPanel::no_frame().show(ui, |ui| {
        frame::stage(ui).show(ui, |ui| {
            ui.take_available_space();
            let height = ui.available_height();
            ScrollArea::vertical().id_salt("stage").auto_shrink(false).show(ui, |ui| contents_ui(ui, ctx, state, id, height));
        });
    });
}

fn contents_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut WeightsState, id: NodeId, height: f32) {
    let top = ui.cursor().top();
    // Every distance is said where it is.
    ui.spacing_mut().item_spacing.y = 0.0;
    heading::heading_ui(ui, ctx, id);
    if *ctx.lab.run_state() == RunState::Counted {
        notice(ui, Notice::Hint, &ctx.locale.text("weights-counted"));
        ui.add_space(space::MEDIUM);
        use_ui(ui, ctx, id);
        return;
    }
    let subject = subject(ui, ctx, state, id);
    let site = ctx.prepared().graph.node(id).site;
    toolbar::toolbar_ui(ui, ctx, state, site, subject.as_ref());
    let Some(subject) = subject else {
        crate::ui::views::waiting_ui(ui, ctx);
        // A weight that cannot be read from its file can still be filled.
        if matches!(state.task, Task::Fill(_)) {
            ui.add_space(space::MEDIUM);
            card_ui(ui, ctx, state, id, None);
        }
        return;
    };
    paste::poll(ctx, state, &subject);
    let below = space::MEDIUM
        + card_height(state, ui.available_width())
        + space::CARD_MARGIN.sum().y
        + space::MEDIUM
        + space::CONTROL_HEIGHT
        + space::XS;
    let left = height - (ui.cursor().top() - top) - below;
    let matrix_top = ui.cursor().top();
    grid::grid_ui(ui, ctx, state, &subject, vec2(ui.available_width(), left.max(LEAST_MATRIX)));
    ui.add_space((left - (ui.cursor().top() - matrix_top)).max(0.0) + space::MEDIUM);
    card_ui(ui, ctx, state, id, Some(&subject));
    ui.add_space(space::MEDIUM);
    foot_ui(ui, ctx, &subject);
}

/// The weight with its numbers; `None` before the first run.
fn subject(ui: &Ui, ctx: &Context<'_>, state: &mut WeightsState, id: NodeId) -> Option<Subject> {
    let now = Now::of(ctx, &mut state.revisions, id)?;
    let graph = &ctx.prepared().graph;
    let site = graph.node(id).site;
    let findings = state.examination.of(ui, ctx, &now, site);
    let selection = ctx.lab.selection();
    let here = selection.site.and_then(|site| graph.find(site)) == Some(id);
    let chosen = selection.cell.filter(|cell| here && now.look.matrix.shape().contains(*cell));
    let corner = state.corner.filter(|(of, anchor, _)| *of == site && Some(*anchor) == chosen).map(|(_, _, corner)| corner);
    Some(Subject { id, now, findings, chosen, corner })
}

/// Height of what the card holds, on a stage of this width.
fn card_height(state: &WeightsState, stage: f32) -> f32 {
    if matches!(state.task, Task::Summary) { summary::height(stage) } else { summary::HEIGHT }
}

/// The card for what is being done with the weight.
fn card_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut WeightsState, id: NodeId, subject: Option<&Subject>) {
    let height = card_height(state, ui.available_width());
    let drawn = card(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.set_height(height);
        ui.spacing_mut().item_spacing.y = space::SMALL;
        match (&state.task, subject) {
            (Task::Fill(_), _) => fill::fill_ui(ui, ctx, state, id),
            (Task::Paste(_), Some(subject)) => paste::paste_ui(ui, ctx, state, subject),
            (Task::Summary, Some(subject)) => {
                summary::summary_ui(ui, ctx, subject, state.examination.is_under_way());
                false
            }
            (_, None) => false,
        }
    });
    if drawn.inner {
        state.task = Task::Summary;
    }
    if std::mem::take(&mut state.reveal_card) {
        drawn.response.scroll_to_me(None);
    }
}

/// Where the weight is used, and what the fills mean.
fn foot_ui(ui: &mut Ui, ctx: &mut Context<'_>, subject: &Subject) {
    ui.horizontal(|ui| {
        use_ui(ui, ctx, subject.id);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let decimals = grid::decimals(ctx, subject.now.look.statistics.magnitude());
            ValueLegend::new(subject.colouring(ctx), &ctx.locale.text("legend-value"), &|value| numbers::fixed(value, decimals)).show(ui);
        });
    });
}

/// The steps that read the weight, each a way to its calculation.
fn use_ui(ui: &mut Ui, ctx: &mut Context<'_>, id: NodeId) {
    let prepared = ctx.prepared().clone();
    let steps = prepared.graph.consumers(id);
    ui.horizontal(|ui| {
        ui.label(RichText::new(ctx.locale.text("weights-used")).font(text::body()).color(palette(ui).text2));
        for &step in steps {
            let site = prepared.graph.node(step).site;
            let name = describe::words(ctx.locale, &prepared, step).name;
            let place = describe::place(ctx.locale, site.scope);
            // One weight may be read in several parts of the model: then it is they that tell its uses apart.
            let shown = if steps.len() > 1 { &place } else { &name };
            if ui.add(Button::secondary(&format!("{shown} ▸"))).on_hover_text(format!("{place}: {name}")).clicked() {
                ctx.send(Command::Select(site));
                ctx.open(View::Steps);
            }
        }
    });
}
