//! The middle: question, formula, matrices, calculation, and the way on.

use eframe::egui::{Align, CentralPanel, Label, Layout, Rect, RichText, ScrollArea, Ui, Vec2, style::ScrollAnimation, vec2};

use super::{Place, Showing, StepsState, backward, calculation, matrices, navigation};
use crate::experiment::{Objective, Prepared};
use crate::graph::NodeId;
use crate::lab::{Command, Group};
use crate::ui::app::frame;
use crate::ui::context::Context;
use crate::ui::controls::{Button, Notice, notice, segments};
use crate::ui::describe;
use crate::ui::equation::{Counters, besides, equation, formula};
use crate::ui::formula::formula_ui;
use crate::ui::gradients;
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::notation::plain;
use crate::ui::widgets::{CalculationStrip, Math, Typeset, ValueLegend};

/// Room for the keys' hint beside the legend.
const HINT: f32 = 420.0;

/// Room for a legend more.
const LEGEND: f32 = 240.0;

/// The buttons and the legend have room beside each other from this width on; else the legend stands under the calculation.
const BESIDE: f32 = 420.0;
/// Room for the play button in words, beside the legend.
const ROOMY: f32 = 340.0;
/// Under this height the heading is one line, and all else scrolls under it.
const LOW: f32 = 340.0;
/// A gradient is written in more lines than a value: those of a norm, or of several readers.
const MORE_LINES: f32 = space::XXL + space::SMALL;

/// What of the step is in view.
enum Shown {
    Values(matrices::Shown),
    Gradient(backward::Shown),
}

impl Shown {
    /// Where the result stands.
    fn place(&self) -> Rect {
        match self {
            Self::Values(shown) => shown.place,
            Self::Gradient(shown) => shown.place,
        }
    }
}

/// Draws the stage. The way on is always in sight; where the matrices and the calculation are higher than what is left, they scroll.
pub fn stage_ui(ui: &mut Ui, ctx: &mut Context<'_>, groups: &[Group], place: &Place, state: &mut StepsState) {
    CentralPanel::no_frame().show(ui, |ui| {
        frame::stage(ui).show(ui, |ui| {
            ui.take_available_space();
            let showing = title_ui(ui, ctx, place, state);
            let known = ctx.lab.outcome().is_some();
            // Under a high heading only.
            let roomy = ui.available_height() >= LOW;
            if roomy || !known {
                about_ui(ui, ctx, place, showing, state);
            }
            if !known {
                crate::ui::views::waiting_ui(ui, ctx);
                return;
            }
            let strip = space::CALCULATION_STRIP + if showing == Showing::Gradients { MORE_LINES } else { 0.0 };
            let below = space::CONTROL_HEIGHT + if roomy { space::LARGE } else { space::SMALL };
            let height = ui.available_height() - below;
            let bottom = ui.cursor().top() + height;
            let least = matrices::least_height(ctx, place.node);
            let shown = if roomy && height - strip >= least {
                let room = vec2(ui.available_width(), height - strip - space::XXL);
                let top = ui.cursor().top();
                // In the middle of the stage, as far as it is known how high they are.
                ui.add_space(((room.y - state.height) / 2.0).max(0.0));
                let start = ui.cursor().top();
                let shown = matrices_ui(ui, ctx, place, showing, state, room);
                let height = ui.cursor().top() - start;
                if (height - state.height).abs() > 1.0 {
                    state.height = height;
                    ui.request_discard("the matrices have another height");
                }
                ui.add_space((room.y - (ui.cursor().top() - top)).max(0.0) + space::MEDIUM);
                strip_ui(ui, ctx, place, shown.as_ref());
                shown
            } else {
                let area = ScrollArea::vertical().id_salt(place.node).max_height(height).min_scrolled_height(0.0).auto_shrink(false);
                area.show(ui, |ui| {
                    // The bar would lie on the numbers.
                    ui.set_width(ui.available_width() - space::MEDIUM);
                    let mut least = least;
                    if !roomy {
                        question_ui(ui, ctx, place, showing);
                        about_ui(ui, ctx, place, showing, state);
                        if ui.available_width() < BESIDE {
                            least = least.max(matrices::stacked_height(ctx, place.node));
                        }
                    }
                    let room = vec2(ui.available_width(), (height - strip - space::XXL).max(least));
                    let shown = matrices_ui(ui, ctx, place, showing, state, room);
                    ui.add_space(space::SMALL);
                    strip_ui(ui, ctx, place, shown.as_ref());
                    if let Some(shown) = shown.as_ref().filter(|_| ui.available_width() + space::MEDIUM < BESIDE) {
                        legend_ui(ui, ctx, place, shown);
                    }
                    reveal(ui, state, shown.as_ref());
                    shown
                })
                .inner
            };
            ui.add_space((bottom - ui.cursor().top()).max(0.0));
            foot_ui(ui, ctx, groups, place, state, shown.as_ref());
        });
    });
}

/// The matrices in `room`, or why there are none.
fn matrices_ui(ui: &mut Ui, ctx: &mut Context<'_>, place: &Place, showing: Showing, state: &mut StepsState, room: Vec2) -> Option<Shown> {
    match showing {
        Showing::Values => {
            let shown = matrices::matrices_ui(ui, ctx, place, &mut state.grid, room);
            if shown.is_none() {
                notice(ui, Notice::Hint, &ctx.locale.text("steps-coming"));
            }
            shown.map(Shown::Values)
        }
        Showing::Gradients => {
            let way = backward::way(ctx, place, state.way);
            let shown = backward::backward_ui(ui, ctx, way, &mut state.grid, room);
            if shown.is_none() {
                gradients::coming_ui(ui, ctx);
            }
            shown.map(Shown::Gradient)
        }
    }
}

/// Of a step that is new in view the result is brought into sight.
fn reveal(ui: &Ui, state: &mut StepsState, shown: Option<&Shown>) {
    if let Some(place) = shown.map(Shown::place).filter(|_| state.reveal > 0) {
        state.reveal -= 1;
        // Of one that is higher than the stage its beginning.
        let align = (place.height() > ui.clip_rect().height()).then_some(Align::TOP);
        ui.scroll_to_rect_animation(place, align, ScrollAnimation::none());
    }
}

/// The question, and the choice of what is in the matrices.
fn title_ui(ui: &mut Ui, ctx: &mut Context<'_>, place: &Place, state: &mut StepsState) -> Showing {
    let words = describe::words(ctx.locale, ctx.prepared(), place.node);
    let p = palette(ui);
    let showing = state.showing.of(ctx);
    let whole = match showing {
        Showing::Values => ctx.locale.with("steps-heading", &[("name", words.name.clone().into()), ("question", words.question.into())]),
        Showing::Gradients => {
            let value = backward::way(ctx, place, state.way).value;
            let weight = || plain(&describe::sign(ctx.prepared(), value));
            let name = if value == place.node { words.name.clone() } else { weight() };
            ctx.locale.with("gradient-heading", &[("name", name.into())])
        }
    };
    ui.horizontal(|ui| {
        ui.set_height(space::CONTROL_HEIGHT);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            switch_ui(ui, ctx, state, showing);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let wide = ui.painter().layout_no_wrap(whole.clone(), text::title(), p.text).size().x;
                // Where there is no room for the question, the name of the step is whole.
                let heading = if wide <= ui.available_width() { &whole } else { &words.name };
                let label = Label::new(RichText::new(heading).font(text::title()).color(p.text)).truncate();
                ui.add(label).on_hover_text(whole.as_str());
            });
        });
    });
    showing
}

/// The question, where it found no room beside the name of the step.
fn question_ui(ui: &mut Ui, ctx: &Context<'_>, place: &Place, showing: Showing) {
    if showing == Showing::Values {
        let words = describe::words(ctx.locale, ctx.prepared(), place.node);
        ui.label(RichText::new(words.question).font(text::body()).color(palette(ui).text2));
    }
}

/// The formulas, or what the gradients are of.
fn about_ui(ui: &mut Ui, ctx: &mut Context<'_>, place: &Place, showing: Showing, state: &mut StepsState) {
    let prepared = ctx.prepared().clone();
    match showing {
        Showing::Values => {
            for line in heading_formulas(&prepared, place.node, ui.available_width()) {
                formula_ui(ui, ctx.locale, &line, &text::body(), palette(ui).text2);
            }
        }
        Showing::Gradients => {
            gradients::objective_ui(ui, ctx);
            backward::ways_ui(ui, ctx, place, &mut state.way);
        }
    }
    // The choice of the objective is higher than a formula.
    ui.add_space(if showing == Showing::Gradients { space::XS } else { space::MEDIUM });
}

/// The choice between the values and their gradients.
fn switch_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut StepsState, showing: Showing) {
    let (values, gradients) = (ctx.locale.text("gradient-values"), ctx.locale.text("gradient-gradients"));
    let mut wanted = showing;
    segments(ui, &mut wanted, &[(Showing::Values, &values), (Showing::Gradients, &gradients)]);
    if wanted != showing {
        state.showing = wanted;
        if wanted == Showing::Gradients && ctx.lab.slopes().wish().is_none() {
            let usual = Objective::usual(ctx.prepared());
            ctx.send(Command::Differentiate(Some(usual)));
        }
    }
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

fn strip_ui(ui: &mut Ui, ctx: &mut Context<'_>, place: &Place, shown: Option<&Shown>) {
    let Some(shown) = shown else { return };
    let more = |count: usize| ctx.locale.with("strip-more", &[("count", count.to_string().into())]);
    let shown = match shown {
        Shown::Values(shown) => shown,
        Shown::Gradient(shown) => {
            let calculation = gradients::calculation(ctx, shown.value, shown.cell);
            let colouring = ctx.signed(gradients::magnitude(&calculation));
            CalculationStrip::new(&calculation, colouring, &gradients::digits, &more).show(ui);
            return;
        }
    };
    let calculation = calculation::calculation(ctx, place.node, shown.cell);
    let decimals = ctx.decimals();
    // In arithmetic a small number is written out rather than called nearly zero.
    let digits =
        move |value: f64| calculation::digits(value, if value != 0.0 && value.abs() < 0.005 { decimals.max(6) } else { decimals }, false);
    CalculationStrip::new(&calculation, shown.style.signed, &digits, &more).show(ui);
}

fn foot_ui(ui: &mut Ui, ctx: &mut Context<'_>, groups: &[Group], place: &Place, state: &mut StepsState, shown: Option<&Shown>) {
    let beside = ui.available_width() >= BESIDE;
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
        if let Some(shown) = shown.filter(|_| beside) {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| legend_ui(ui, ctx, place, shown));
        }
    });
}

/// What the fills mean.
fn legend_ui(ui: &mut Ui, ctx: &Context<'_>, place: &Place, shown: &Shown) {
    match shown {
        Shown::Values(shown) => {
            let probability = describe::is_probability(ctx.prepared().graph.node(place.node).site);
            let label = ctx.locale.text(if probability { "legend-weight" } else { "legend-value" });
            let digits = |value: f64| numbers::fixed(value, numbers::DECIMALS);
            ValueLegend::new(shown.result, &label, &digits).show(ui);
        }
        // Gradients of different values may be of very different sizes, so that with shared fills one alone would be seen.
        Shown::Gradient(shown) => {
            ValueLegend::new(ctx.signed(1.0), &ctx.locale.text("gradient-legend"), &numbers::of_largest).show(ui);
            if shown.probabilities && ui.available_width() > LEGEND {
                ui.add_space(space::LARGE);
                let digits = |value: f64| numbers::fixed(value, numbers::DECIMALS);
                ValueLegend::new(ctx.probability(), &ctx.locale.text("legend-weight"), &digits).show(ui);
            }
        }
    }
}
