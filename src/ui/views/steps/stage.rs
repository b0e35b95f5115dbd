//! The middle: question, formula, matrices, calculation, and the way on.

use eframe::egui::{CentralPanel, RichText, Ui, vec2};

use super::{Place, StepsState, calculation, matrices, navigation};
use crate::experiment::Prepared;
use crate::graph::NodeId;
use crate::lab::Group;
use crate::ui::context::Context;
use crate::ui::controls::Button;
use crate::ui::describe;
use crate::ui::equation::{Counters, besides, equation, formula};
use crate::ui::formula::formula_ui;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{CalculationStrip, Math, Typeset, ValueLegend};

/// Room for the keys' hint beside the legend.
const HINT: f32 = 420.0;

/// Room for the play button in words, beside the legend.
const ROOMY: f32 = 340.0;
/// Under this height there is no room for the calculation beside the matrices.
const LOW: f32 = 400.0;

/// Draws the stage.
pub fn stage_ui(ui: &mut Ui, ctx: &mut Context<'_>, groups: &[Group], place: &Place, state: &mut StepsState) {
    CentralPanel::no_frame().show(ui, |ui| {
        let frame = crate::ui::app::frame::stage(ui);
        frame.show(ui, |ui| {
            ui.take_available_space();
            heading_ui(ui, ctx, place);
            if ctx.lab.outcome().is_none() {
                crate::ui::views::waiting_ui(ui, ctx);
                return;
            }
            // On a low stage the matrices come first: the inspector writes the calculation, too.
            let strip = ui.available_height() >= LOW;
            let above_foot = if strip { space::CALCULATION_STRIP + space::LARGE } else { 0.0 };
            let below = above_foot + space::CONTROL_HEIGHT + if strip { space::XXL } else { space::SMALL };
            let room = vec2(ui.available_width(), (ui.available_height() - below).max(160.0));
            let top = ui.cursor().top();
            let shown = matrices::matrices_ui(ui, ctx, place, &mut state.grid, room);
            ui.add_space((room.y - (ui.cursor().top() - top)).max(0.0) + if strip { space::MEDIUM } else { 0.0 });
            if strip {
                strip_ui(ui, ctx, place, &shown);
                ui.add_space(space::MEDIUM);
            }
            foot_ui(ui, ctx, groups, place, state, &shown);
        });
    });
}

fn heading_ui(ui: &mut Ui, ctx: &Context<'_>, place: &Place) {
    let prepared = ctx.prepared();
    let words = describe::words(ctx.locale, prepared, place.node);
    let p = palette(ui);
    let heading = ctx.locale.with("steps-heading", &[("name", words.name.into()), ("question", words.question.into())]);
    ui.label(RichText::new(heading).font(text::title()).color(p.text));
    for line in heading_formulas(prepared, place.node, ui.available_width()) {
        formula_ui(ui, ctx.locale, &line, &text::body(), p.text2);
    }
    ui.add_space(space::MEDIUM);
}

/// The equation of a step and the formula of one number of it: beside each other, and with what stands in the formula besides,
/// as far as there is room.
fn heading_formulas(prepared: &Prepared, id: NodeId, room: f32) -> Vec<Math> {
    let equation = equation(prepared, id, Counters::default());
    let Some(formula) = formula(prepared, id) else { return vec![equation] };
    let gap = |line: &Math| line.clone().and("quad quad");
    let together = gap(&equation).then(formula.clone());
    let all = besides(&prepared.graph.node(id).op).fold(together.clone(), |line, besides| gap(&line).then(besides));
    let fits = |line: &Math| Typeset::new(line, text::body().size).width() <= room;
    [all, together].into_iter().find(fits).map_or_else(|| vec![equation, formula], |line| vec![line])
}

fn strip_ui(ui: &mut Ui, ctx: &Context<'_>, place: &Place, shown: &matrices::Shown) {
    let calculation = calculation::calculation(ctx, place.node, shown.cell);
    let decimals = ctx.decimals();
    // In arithmetic a small number is written out rather than called nearly zero.
    let digits =
        move |value: f64| calculation::digits(value, if value != 0.0 && value.abs() < 0.005 { decimals.max(6) } else { decimals }, false);
    let more = |count: usize| ctx.locale.with("strip-more", &[("count", count.to_string().into())]);
    CalculationStrip::new(&calculation, shown.operands, &digits, &more).show(ui);
}

fn foot_ui(ui: &mut Ui, ctx: &mut Context<'_>, groups: &[Group], place: &Place, state: &mut StepsState, shown: &matrices::Shown) {
    ui.horizontal(|ui| {
        if ui.add(Button::secondary(&ctx.locale.text("steps-back"))).clicked() {
            navigation::go(ctx, groups, place, false);
        }
        if ui.add(Button::primary(&ctx.locale.text("steps-next"))).clicked() {
            navigation::go(ctx, groups, place, true);
        }
        let play = ctx.locale.text(if state.playing.is_some() { "steps-pause" } else { "steps-play" });
        // Where there is no room for the word, its sign.
        let sign = if state.playing.is_some() { "■" } else { "▶" };
        let button = if ui.available_width() > ROOMY { Button::secondary(&play) } else { Button::icon(sign, &play) };
        if ui.add(button).clicked() {
            navigation::toggle(ui, state);
        }
        // Where there is no room for both, the legend stays.
        if ui.available_width() > HINT {
            ui.label(RichText::new(ctx.locale.text("steps-keys")).font(text::small()).color(palette(ui).text3));
        }
        ui.with_layout(eframe::egui::Layout::right_to_left(eframe::egui::Align::Center), |ui| {
            let label = ctx.locale.text(if shown.probability { "legend-weight" } else { "legend-value" });
            ValueLegend::new(shown.result, &label, &|value| crate::ui::numbers::fixed(value, crate::ui::numbers::DECIMALS)).show(ui);
        });
    });
}
