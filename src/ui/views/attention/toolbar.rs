//! Over the large map: what it shows, on which scale, and what can be taken out of it.

use std::cell::Cell;

use eframe::egui::{RichText, Ui};

use super::figure::Figure;
use super::overview::kind_ui;
use super::{AttentionState, Kind, Maps, Mode};
use crate::ui::app::PIXELS;
use crate::ui::context::Context;
use crate::ui::controls::{Button, choice, segments};
use crate::ui::copied;
use crate::ui::export::{PictureKind, PictureOrder};
use crate::ui::picture::Picture;
use crate::ui::theme::{self, text};
use crate::ui::widgets::{Head, logarithm_switch};

/// The width of the choice between encoder, decoder and cross-attention.
const KIND: f32 = 132.0;

/// Draws the bar. Without the overview, kind, layer and head are chosen here.
pub fn toolbar_ui(
    ui: &mut Ui,
    ctx: &mut Context<'_>,
    kinds: &[Kind],
    maps: &Maps,
    state: &mut AttentionState,
    figure: &Figure,
    overview: bool,
) {
    let locale = ctx.locale;
    let say = |key| locale.text(key);
    ui.horizontal_wrapped(|ui| {
        if !overview {
            if ui.add(Button::secondary(&say("attention-show-heads"))).clicked() {
                state.overview = Some(true);
            }
            place_ui(ui, ctx, kinds, maps, state);
        }
        let names = [say("attention-one-head"), say("attention-mean"), say("attention-difference")];
        let options = [(Mode::Head, names[0].as_str()), (Mode::Mean, names[1].as_str()), (Mode::Difference, names[2].as_str())];
        if maps.heads() * maps.layers() > 1 {
            segments(ui, &mut state.mode, &options);
        }
        if state.mode == Mode::Difference {
            let all: Vec<Head> = maps.all().filter(|&head| head != state.head).collect();
            let named: Vec<String> = all.iter().map(|&head| super::name(ctx, head)).collect();
            let options: Vec<(Head, &str)> = all.iter().copied().zip(named.iter().map(String::as_str)).collect();
            let mut other = state.compared(maps);
            if choice(ui, "B", &mut other, &options).changed() {
                state.other = Some(other);
            }
        } else {
            state.scale = logarithm_switch(ui, state.scale, &say("scale-linear"), &say("scale-logarithmic")).unwrap_or(state.scale);
        }
        take_ui(ui, ctx, figure);
    });
}

/// Which attention, layer and head.
fn place_ui(ui: &mut Ui, ctx: &Context<'_>, kinds: &[Kind], maps: &Maps, state: &mut AttentionState) {
    if kinds.len() > 1 {
        kind_ui(ui, ctx, kinds, state, KIND);
    }
    let all: Vec<Head> = maps.all().collect();
    if all.len() > 1 {
        let names: Vec<String> = all.iter().map(|&head| super::name(ctx, head)).collect();
        let options: Vec<(Head, &str)> = all.into_iter().zip(names.iter().map(String::as_str)).collect();
        choice(ui, "A", &mut state.head, &options);
    }
}

/// The ways out of the window: numbers for a spreadsheet, a picture for a text.
fn take_ui(ui: &mut Ui, ctx: &mut Context<'_>, figure: &Figure) {
    let title = RichText::new(ctx.locale.text("attention-take")).font(text::body());
    ui.menu_button(title, |ui| {
        if ui.button(ctx.locale.text("attention-copy")).clicked() {
            copied::copy(ui, figure.numbers.table(None), ctx.locale.text("attention-copied"));
            ui.close();
        }
        if ui.button(ctx.locale.text("attention-copy-named")).clicked() {
            let prepared = ctx.prepared().clone();
            let (rows, columns) = figure.axes;
            let (query, key) = (|row| rows.label(&prepared, row), |column| columns.label(&prepared, column));
            copied::copy(ui, figure.numbers.table(Some((&query, &key))), ctx.locale.text("attention-copied"));
            ui.close();
        }
        for kind in PictureKind::ALL {
            let name = ctx.locale.with("attention-save", &[("kind", kind.extension().to_uppercase().into())]);
            if ui.button(name).clicked() {
                save(ui, ctx, figure, kind);
                ui.close();
            }
        }
    });
}

fn save(ui: &Ui, ctx: &mut Context<'_>, figure: &Figure, kind: PictureKind) {
    let picture = Picture { pixels_per_point: PIXELS, ..Picture::new(figure.room(), theme::current(ui)) };
    let (mut size, width) = (figure.room(), Cell::default());
    let scene = picture.scene(|ui| size = figure.picture_ui(ui, &width)).and_then(|scene| scene.cropped(size));
    ctx.save_picture(PictureOrder { name: figure.file_name(), kind, scene });
}
