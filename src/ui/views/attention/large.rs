//! The large map of one head, or of several together, and the lines of the chosen query.

use eframe::egui::{CentralPanel, Label, RichText, ScrollArea, Ui, Vec2, vec2};

use super::figure::Figure;
use super::lines::{self, lines_ui};
use super::toolbar::toolbar_ui;
use super::{AttentionState, Kind, Maps, Mode, choose};
use crate::experiment::Change;
use crate::graph::Quantity;
use crate::lab::Command;
use crate::ui::app::frame;
use crate::ui::context::Context;
use crate::ui::controls::{Notice, notice};
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{Cell, ValueLegend};

/// Under this height the lines stand beside the map rather than under it, and the sentences give way.
const LOW: f32 = 440.0;
/// With less width than this, there are no lines in a low window.
const WIDE: f32 = 640.0;
/// The part of the width that the map takes beside the lines.
const MAP: f32 = 0.55;
/// The map is at least so high.
const LEAST: f32 = 224.0;

/// Draws the stage; `overview` says whether all heads are seen beside it.
pub fn large_ui(ui: &mut Ui, ctx: &mut Context<'_>, kinds: &[Kind], maps: &Maps, state: &mut AttentionState, overview: bool) {
    CentralPanel::no_frame().show(ui, |ui| {
        frame::stage(ui).show(ui, |ui| {
            ui.take_available_space();
            let (low, wide) = (ui.available_height() < LOW, ui.available_width() >= WIDE);
            let head = state.preview.filter(|_| state.mode == Mode::Head).unwrap_or(state.head);
            let other = state.compared(maps);
            let Some(figure) = Figure::of(ctx, ui, maps, state.mode, (head, other), state.scale, &mut state.limit) else { return };
            heading_ui(ui, ctx, &figure, low, wide);
            toolbar_ui(ui, ctx, kinds, maps, state, &figure, overview);
            ui.add_space(space::SMALL);
            let chosen = chosen(ctx, &figure, state.mode);
            if low && wide {
                beside_ui(ui, ctx, &figure, state, chosen);
            } else {
                // Where there is little room, the map takes all of it.
                let lines = state.mode != Mode::Difference && !low;
                let height = ui.available_height() - if lines { lines::HEIGHT + space::MEDIUM } else { 0.0 };
                if height < LEAST {
                    // A few rows of it with their names and its legend are seen one after the other.
                    ScrollArea::vertical().id_salt("map").max_height(height).auto_shrink(false).show(ui, |ui| {
                        let room = vec2(ui.available_width() - space::MEDIUM, LEAST);
                        map_ui(ui, ctx, &figure, state, chosen, room, true);
                    });
                } else {
                    let room = vec2(ui.available_width(), height);
                    map_ui(ui, ctx, &figure, state, chosen, room, true);
                }
                if lines {
                    ui.add_space(space::MEDIUM);
                    lines_ui(ui, ctx, &figure, state, chosen);
                }
            }
        });
    });
}

fn heading_ui(ui: &mut Ui, ctx: &Context<'_>, figure: &Figure, low: bool, wide: bool) {
    let p = palette(ui);
    let heading = |ui: &mut Ui| ui.label(RichText::new(&figure.heading).font(text::title()).color(p.text));
    let measured = Label::new(RichText::new(figure.measured.join(" · ")).font(text::body()).color(p.text2));
    if low {
        ui.horizontal(|ui| {
            heading(ui);
            if wide {
                ui.add_space(space::MEDIUM);
                ui.add(measured.truncate());
            }
        });
    } else {
        heading(ui);
        ui.label(RichText::new(&figure.question).font(text::body()).color(p.text2));
        if figure.measured.is_empty() {
            // Its line stays free, so that the choices under it stand still.
            ui.add_space(ui.fonts_mut(|fonts| fonts.row_height(&text::body())) + ui.spacing().item_spacing.y);
        } else {
            ui.add(measured);
        }
    }
    if let Some(blind) = &figure.blind {
        notice(ui, Notice::Warning, blind);
    }
    let output = ctx.prepared().graph.node(figure.node).site.scope.at(Quantity::Output);
    if ctx.lab.document().experiment().overrides.get(&output) == Some(&Change::Zero) {
        notice(ui, Notice::Warning, &ctx.locale.text("attention-head-off"));
    }
    ui.add_space(space::XS);
}

/// The chosen pair of query and key, where it is one of this map.
fn chosen(ctx: &Context<'_>, figure: &Figure, mode: Mode) -> Option<Cell> {
    let site = ctx.prepared().graph.node(figure.node).site;
    let selection = ctx.lab.selection();
    let here = mode != Mode::Head || selection.site == Some(site);
    selection.cell.filter(|_| here).map(|cell| Cell::new(cell.row, cell.column))
}

fn map_ui(ui: &mut Ui, ctx: &mut Context<'_>, figure: &Figure, state: &mut AttentionState, chosen: Option<Cell>, room: Vec2, legend: bool) {
    let put = ctx.lab.document().experiment().overrides.get(&ctx.prepared().graph.node(figure.node).site).cloned();
    let alone = state.mode == Mode::Head;
    let map = figure.map().chosen(chosen).changed(move |cell| {
        let change = put.as_ref().filter(|_| alone);
        change.is_some_and(|change| change.concerns(cell.row, cell.column))
    });
    let map = if legend { map } else { map.without_legend() };
    let output = ui.allocate_ui(room, |ui| map.show(ui, &mut state.grid)).inner;
    if let Some(cell) = output.chosen {
        choose(ctx, state, figure.node, Some(crate::graph::Cell::new(cell.row, cell.column)));
    } else if output.released {
        ctx.send(Command::SelectCell(None));
    }
}

/// In a low window: the map at the left, legend and lines at the right.
fn beside_ui(ui: &mut Ui, ctx: &mut Context<'_>, figure: &Figure, state: &mut AttentionState, chosen: Option<Cell>) {
    let room = ui.available_size();
    ui.horizontal_top(|ui| {
        let left = vec2(room.x * MAP, room.y);
        ui.allocate_ui(left, |ui| {
            ui.vertical(|ui| {
                ui.set_width(left.x);
                map_ui(ui, ctx, figure, state, chosen, left, false);
            });
        });
        ui.add_space(space::MEDIUM);
        ui.vertical(|ui| {
            legend_ui(ui, ctx, figure, state.mode);
            if state.mode != Mode::Difference {
                ui.add_space(space::SMALL);
                lines_ui(ui, ctx, figure, state, chosen);
            }
        });
    });
}

fn legend_ui(ui: &mut Ui, ctx: &Context<'_>, figure: &Figure, mode: Mode) {
    let label = ctx.locale.text(if mode == Mode::Difference { "legend-difference" } else { "legend-weight" });
    let masked = ctx.locale.text("cell-masked");
    let digits = |value| numbers::fixed(value, numbers::DECIMALS);
    let legend = ValueLegend::new(figure.colouring, &label, &digits);
    if figure.numbers.look().has_mask() { legend.masked(&masked) } else { legend }.show(ui);
}
