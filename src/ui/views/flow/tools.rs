//! The bar over the figure: where one is, and how large it is drawn.

use eframe::egui::{Align, Align2, Layout, RichText, Role, Sense, Ui, WidgetInfo, vec2};

use super::FlowState;
use super::camera::Aim;
use super::model::{Form, PieceId};
use super::names::Names;
use super::path::path_ui;
use crate::ui::context::Context;
use crate::ui::controls::Button;
use crate::ui::theme::{palette, space, text};
use crate::ui::views::picture_choice_ui;

/// One step of the scale.
const STEP: f32 = 1.25;
/// Width of the scale in percent.
const PERCENT: f32 = 52.0;

/// What is asked for in the bar.
#[derive(Clone, Copy, Default)]
pub struct Wish {
    /// The numbers of the chosen box.
    pub read: bool,
    /// The figure so much larger.
    pub factor: Option<f32>,
}

/// The width under which the scale and its buttons are behind one button.
const NARROW: f32 = 560.0;

/// Draws the bar over the figure, from the right: the path takes what is left.
pub fn tools_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut FlowState, names: &Names<'_>, chosen: Option<PieceId>) -> Wish {
    let mut wish = Wish::default();
    let narrow = ui.available_width() < NARROW;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        picture_choice_ui(ui, ctx);
        ui.add_space(space::LARGE);
        let numbers = chosen.is_some_and(|piece| names.diagram.piece(piece).form != Form::Sum);
        if narrow {
            let words = RichText::new(format!("{} ▾", percent(state))).font(text::body());
            ui.menu_button(words, |ui| {
                ui.horizontal(|ui| wish = size_ui(ui, ctx, state, numbers));
            });
        } else {
            wish = size_ui(ui, ctx, state, numbers);
        }
        ui.add_space(space::LARGE);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| path_ui(ui, state, names, chosen));
    });
    wish
}

fn size_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut FlowState, numbers: bool) -> Wish {
    let factor = scale_ui(ui, ctx, state);
    let name = ctx.locale.text("flow-read");
    let read = ui.add_enabled(numbers, Button::secondary(&name)).on_hover_text(ctx.locale.text("flow-read-hint")).clicked();
    Wish { read, factor }
}

fn percent(state: &FlowState) -> String {
    format!("{:.0}\u{202F}%", 100.0 * state.camera.zoom())
}

/// The scale and its buttons. The factor by which it is to change.
fn scale_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut FlowState) -> Option<f32> {
    let mut factor = None;
    ui.spacing_mut().item_spacing.x = space::XS;
    if ui.add(Button::secondary(&ctx.locale.text("flow-fit"))).clicked() {
        state.camera.aim(Aim::Whole, ui.input(|input| input.time));
    }
    if ui.add(Button::icon("+", &ctx.locale.text("flow-zoom-in"))).clicked() {
        factor = Some(STEP);
    }
    let (rect, response) = ui.allocate_exact_size(vec2(PERCENT, space::CONTROL_HEIGHT), Sense::click());
    let name = ctx.locale.text("flow-zoom-full");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &name));
    let lit = response.hovered() || response.has_focus();
    let ink = if lit { palette(ui).text } else { palette(ui).text2 };
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, percent(state), text::digits(), ink);
    if response.on_hover_text(name).clicked() {
        factor = Some(1.0 / state.camera.zoom());
    }
    if ui.add(Button::icon("−", &ctx.locale.text("flow-zoom-out"))).clicked() {
        factor = Some(1.0 / STEP);
    }
    factor
}
