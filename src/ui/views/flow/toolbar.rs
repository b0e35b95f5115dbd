//! Over the figure: where one is, and how large it is drawn. Under it: what is shown, and what the fills mean.

use eframe::egui::{
    Align, Align2, Layout, Popup, Rect, Response, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use super::FlowState;
use super::camera::Aim;
use super::model::PieceId;
use super::names::Names;
use super::values::Values;
use crate::graph::{Part, Scope, Stack};
use crate::lab::RunState;
use crate::ui::context::Context;
use crate::ui::controls::{Button, ListRow, toggle};
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::views::picture_choice_ui;
use crate::ui::widgets::ValueLegend;

/// One step of the scale.
const STEP: f32 = 1.25;
/// Greatest height of the list of blocks.
const LIST: f32 = 480.0;
/// Width of the scale in percent.
const PERCENT: f32 = 52.0;

/// Draws the bar over the figure.
pub fn tools_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut FlowState, names: &Names<'_>, chosen: Option<PieceId>) {
    ui.horizontal_centered(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            picture_choice_ui(ui, ctx);
            ui.add_space(space::LARGE);
            scale_ui(ui, ctx, state);
            ui.add_space(space::LARGE);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| path_ui(ui, ctx, state, names, chosen));
        });
    });
}

/// The scale; from the right, so that what is longer than the bar is the path.
fn scale_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut FlowState) {
    let stage = Rect::from_min_size(pos2(0.0, 0.0), vec2(1.0, 1.0));
    let fixed = stage.center();
    ui.spacing_mut().item_spacing.x = space::XS;
    if ui.add(Button::secondary(&ctx.locale.text("flow-fit"))).clicked() {
        state.camera.aim(Aim::Whole, time(ui));
    }
    if ui.add(Button::icon("+", &ctx.locale.text("flow-zoom-in"))).clicked() {
        state.camera.magnify(STEP, stage, fixed);
    }
    let (rect, response) = ui.allocate_exact_size(vec2(PERCENT, space::CONTROL_HEIGHT), Sense::click());
    let name = ctx.locale.text("flow-zoom-full");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &name));
    let ink = if response.hovered() || response.has_focus() { palette(ui).text } else { palette(ui).text2 };
    let percent = format!("{:.0}\u{202F}%", 100.0 * state.camera.zoom());
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, percent, text::digits(), ink);
    if response.on_hover_text(name).clicked() {
        state.camera.magnify(1.0 / state.camera.zoom(), stage, fixed);
    }
    if ui.add(Button::icon("−", &ctx.locale.text("flow-zoom-out"))).clicked() {
        state.camera.magnify(1.0 / STEP, stage, fixed);
    }
}

/// From the model as a whole to what is unfolded or chosen; each step shows all of what it names.
fn path_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut FlowState, names: &Names<'_>, chosen: Option<PieceId>) {
    ui.spacing_mut().item_spacing.x = space::XS;
    let graph = &names.prepared.graph;
    let diagram = names.diagram;
    let of_chosen = chosen.map(|piece| graph.node(diagram.piece(piece).main).site.scope);
    let scope = diagram.opened.part.or(of_chosen).unwrap_or_default();
    let model = ctx.locale.text("flow-model");
    if crumb(ui, &model, scope == Scope::default()).clicked() {
        state.camera.aim(Aim::Whole, time(ui));
    }
    let Some(stack) = scope.stack else { return };
    separator(ui);
    let whole = scope.block.is_none();
    if crumb(ui, &names.stack(stack), whole).clicked() {
        let of_stack = |piece: PieceId| {
            let other = graph.node(diagram.piece(piece).main).site.scope.stack;
            other == Some(stack)
        };
        let lane =
            diagram.lanes.iter().position(|lane| lane.trunk.iter().any(|station| diagram.members(station.unit).into_iter().any(of_stack)));
        state.camera.aim(lane.map_or(Aim::Whole, Aim::Lane), time(ui));
    }
    let Some(block) = scope.block else { return };
    separator(ui);
    let sublayer = scope.part.filter(|part| matches!(part, Part::SelfAttention | Part::CrossAttention | Part::FeedForward));
    block_ui(ui, state, names, (stack, block), sublayer.is_none());
    if sublayer.is_none() {
        return;
    }
    separator(ui);
    if crumb(ui, &names.part(scope), true).clicked() {
        state.opened.part = Some(Scope { head: None, ..scope });
        state.camera.aim(Aim::Panel(0), time(ui));
    }
}

/// The block as a step of the path; where there are several, the list of them beside it.
fn block_ui(ui: &mut Ui, state: &mut FlowState, names: &Names<'_>, (stack, block): (Stack, usize), last: bool) {
    let count = names.diagram.blocks(stack);
    let name = names.block(block, count);
    if count < 2 {
        if crumb(ui, &name, last).clicked() {
            state.camera.aim(Aim::Block(stack, block), time(ui));
        }
        return;
    }
    let opener = crumb(ui, &format!("{name} ▾"), last);
    let mut picked = None;
    Popup::menu(&opener).show(|ui| {
        ui.set_min_width(space::STEP_LIST - space::XXL);
        ScrollArea::vertical().max_height(LIST).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for other in 0..count {
                if ui.add(ListRow::new(&names.block(other, count), other == block)).clicked() {
                    picked = Some(other);
                    ui.close();
                }
            }
        });
    });
    if let Some(picked) = picked {
        state.open_block(stack, picked);
        state.camera.aim(Aim::Block(stack, picked), time(ui));
    }
}

/// A step of the path.
fn crumb(ui: &mut Ui, name: &str, last: bool) -> Response {
    let p = palette(ui);
    let (font, ink) = if last { (text::strong(), p.text) } else { (text::body(), p.text2) };
    let galley = ui.painter().layout_no_wrap(name.to_owned(), font, ink);
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 2.0 * space::XS, space::CONTROL_HEIGHT), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Link, ui.is_enabled(), name));
    if response.hovered() {
        ui.painter().rect_filled(rect, space::CONTROL_RADIUS, p.hover());
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, space::CONTROL_RADIUS, Stroke::new(space::FRAME, p.accent), StrokeKind::Inside);
    }
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, ink);
    response
}

fn time(ui: &Ui) -> f64 {
    ui.input(|input| input.time)
}

fn separator(ui: &mut Ui) {
    ui.label(RichText::new("›").font(text::body()).color(palette(ui).text3));
}

/// Draws the bar under the figure.
pub fn foot_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut FlowState, values: &Values) {
    ui.horizontal_centered(|ui| {
        toggle(ui, &ctx.locale.text("flow-values"), &mut state.values);
        ui.add_space(space::SMALL);
        toggle(ui, &ctx.locale.text("flow-shapes"), &mut state.shapes);
        ui.add_space(space::SMALL);
        toggle(ui, &ctx.locale.text("flow-own-scale"), &mut state.own_scale);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if values.is_empty() {
                waiting_ui(ui, ctx);
                return;
            }
            ui.spacing_mut().item_spacing.x = space::LARGE;
            if values.probabilities {
                ValueLegend::new(ctx.probability(), &ctx.locale.text("legend-weight"), &digits).show(ui);
            }
            // Where each box has a scale of its own, its largest magnitude is called m.
            let (limit, label) = if state.own_scale { (1.0, "flow-legend-own") } else { (values.limit, "legend-value") };
            let relative = |value: f64| if value == 0.0 { "0".to_owned() } else { if value < 0.0 { "−m" } else { "m" }.to_owned() };
            let written: &dyn Fn(f64) -> String = if state.own_scale { &relative } else { &digits };
            ValueLegend::new(ctx.signed(limit), &ctx.locale.text(label), written).show(ui);
            learned_ui(ui, ctx);
        });
    });
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
    ui.add(eframe::egui::Label::new(RichText::new(why).font(text::body()).color(ink)).truncate());
}
