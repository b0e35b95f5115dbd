//! Equations: the model as it is set, on one page, in the paper's notation and with its shapes.

mod functions;
mod latex;
mod line;
mod margin;
mod outline;
mod page;
mod repeats;
#[cfg(test)]
mod tests;
mod words;

use std::sync::Arc;

use eframe::egui::{CentralPanel, Layout, RichText, ScrollArea, Ui};

use crate::experiment::Prepared;
use crate::graph::NodeId;
use crate::ui::app::frame;
use crate::ui::context::Context;
use crate::ui::controls::{Button, card};
use crate::ui::copied;
use crate::ui::theme::{palette, space, text};
use functions::{Function, Letter, functions, letters};
use outline::{Section, outline};

/// What the view keeps between frames.
#[derive(Default)]
pub struct EquationsState {
    told: Option<(Arc<Prepared>, Page)>,
    /// The value that was last brought into sight, here or by another view.
    followed: Option<NodeId>,
}

/// All that is told of a model.
pub struct Page {
    sections: Vec<Section>,
    functions: Vec<Function>,
    letters: Vec<Letter>,
}

impl Page {
    fn of(prepared: &Prepared) -> Self {
        Self { sections: outline(prepared), functions: functions(prepared), letters: letters(prepared) }
    }
}

/// Draws the view.
pub fn equations_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut EquationsState) {
    let prepared = ctx.prepared().clone();
    let told = state.told.take().filter(|(of, _)| Arc::ptr_eq(of, &prepared));
    let (prepared, page) = told.unwrap_or_else(|| {
        let page = Page::of(&prepared);
        (prepared, page)
    });
    CentralPanel::no_frame().show(ui, |ui| {
        frame::stage(ui).show(ui, |ui| {
            ui.take_available_space();
            heading_ui(ui, ctx, &page);
            ui.add_space(space::MEDIUM);
            card(ui, |ui| {
                ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| page::page_ui(ui, ctx, &page, &mut state.followed));
            });
        });
    });
    state.told = Some((prepared, page));
}

fn heading_ui(ui: &mut Ui, ctx: &mut Context<'_>, page: &Page) {
    let p = palette(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(ctx.locale.text("equations-title")).font(text::title()).color(p.text));
        ui.with_layout(Layout::right_to_left(eframe::egui::Align::Center), |ui| {
            crate::ui::views::picture_choice_ui(ui, ctx);
            ui.add_space(space::SMALL);
            if ui.add(Button::secondary(&ctx.locale.text("equations-copy"))).clicked() {
                let told = ctx.locale.text("equations-copied");
                copied::copy(ui, latex::document(ctx.locale, ctx.prepared(), page), told);
            }
        });
    });
    ui.label(RichText::new(ctx.locale.text("equations-about")).font(text::body()).color(p.text2));
}
