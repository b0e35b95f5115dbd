//! The bar under the figure: what is shown, and what the fills mean.

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{Align, Label, Layout, PopupCloseBehavior, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::FlowState;
use super::values::Values;
use crate::lab::RunState;
use crate::ui::context::Context;
use crate::ui::controls::toggle;
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::ValueLegend;

/// The width from which on a bar stands in one line.
pub const ROOMY: f32 = 880.0;

/// The width under which two legends find no room beside a button.
const SHORT: f32 = 560.0;

/// Height of the bar under the figure: two lines where one is too short, unless the stage is low.
pub fn foot_height(width: f32, low: bool) -> f32 {
    if width < ROOMY && !low { 2.0 * space::CONTROL_HEIGHT + space::SMALL } else { space::CONTROL_HEIGHT }
}

/// Draws the bar under the figure. On a low stage that is not wide one button holds the choices.
pub fn foot_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut FlowState, values: &Values, low: bool) {
    let roomy = ui.available_width() >= ROOMY;
    let short = low && values.probabilities && ui.available_width() < SHORT;
    ui.horizontal(|ui| {
        ui.set_min_height(space::CONTROL_HEIGHT);
        if roomy || !low {
            toggles_ui(ui, ctx, state);
        } else {
            let words = RichText::new(format!("{} ▾", ctx.locale.text("flow-shown"))).font(text::body());
            let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            MenuButton::new(words).config(config).ui(ui, |ui| {
                toggles_ui(ui, ctx, state);
                // What the bar has no room for.
                if short {
                    legend_ui(ui, ctx, state, values, false);
                }
            });
        }
        if (roomy || low) && !short {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| legend_ui(ui, ctx, state, values, roomy));
        }
    });
    if !roomy && !low {
        ui.allocate_ui_with_layout(vec2(ui.available_width(), space::CONTROL_HEIGHT), Layout::right_to_left(Align::Center), |ui| {
            legend_ui(ui, ctx, state, values, false);
        });
    }
}

fn toggles_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut FlowState) {
    toggle(ui, &ctx.locale.text("flow-values"), &mut state.values);
    ui.add_space(space::SMALL);
    toggle(ui, &ctx.locale.text("flow-shapes"), &mut state.shapes);
    ui.add_space(space::SMALL);
    toggle(ui, &ctx.locale.text("flow-own-scale"), &mut state.own_scale);
}

/// What the fills mean, or why there are none.
fn legend_ui(ui: &mut Ui, ctx: &Context<'_>, state: &FlowState, values: &Values, roomy: bool) {
    if values.is_empty() {
        waiting_ui(ui, ctx);
        return;
    }
    ui.spacing_mut().item_spacing.x = space::LARGE;
    if values.probabilities {
        ValueLegend::new(ctx.probability(), &ctx.locale.text("legend-weight"), &digits).show(ui);
    }
    // Where each box has a scale of its own, its largest magnitude is called m.
    let (limit, written): (f64, &dyn Fn(f64) -> String) =
        if state.own_scale { (1.0, &numbers::of_largest) } else { (values.limit, &digits) };
    let label = ctx.locale.text(if state.own_scale && roomy { "flow-legend-own" } else { "legend-value" });
    ValueLegend::new(ctx.signed(limit), &label, written).show(ui);
    learned_ui(ui, ctx);
}

/// What a heavy frame means, where there is room to say it.
fn learned_ui(ui: &mut Ui, ctx: &Context<'_>) {
    let p = palette(ui);
    let galley = ui.painter().layout_no_wrap(ctx.locale.text("flow-learned"), text::small(), p.text3);
    let size = vec2(space::XL + space::XS + galley.size().x, space::CONTROL_HEIGHT);
    if ui.available_width() < size.x + space::LARGE {
        return;
    }
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    // In a line with the bars of the legends.
    let middle = rect.top() + space::LEGEND.y / 2.0;
    let sign = Rect::from_center_size(pos2(rect.left() + space::XL / 2.0, middle), vec2(space::XL, space::LARGE));
    ui.painter().rect(sign, space::CONTROL_RADIUS, p.surface, Stroke::new(space::FRAME, p.text2), StrokeKind::Inside);
    ui.painter().galley(pos2(sign.right() + space::XS, middle - galley.size().y / 2.0), galley, p.text3);
}

fn digits(value: f64) -> String {
    numbers::fixed(value, numbers::DECIMALS)
}

/// Why there are no values.
fn waiting_ui(ui: &mut Ui, ctx: &Context<'_>) {
    let (why, ink) = match ctx.lab.run_state() {
        RunState::Failed(why) => (why.clone(), palette(ui).wrong),
        RunState::Counted => (ctx.locale.text("flow-counted"), palette(ui).text2),
        RunState::Running => (ctx.locale.text("stage-running"), palette(ui).text2),
        RunState::Done | RunState::Stopped => return,
    };
    ui.add(Label::new(RichText::new(why).font(text::body()).color(ink)).truncate());
}
