//! What can be done with a weight as a whole.

use eframe::egui::{Popup, RichText, Ui};

use super::fill::{self, FillState};
use super::grid::Subject;
use super::paste::PasteState;
use super::{Task, WeightsState, copy};
use crate::experiment::WeightOrigin;
use crate::graph::Site;
use crate::lab::{Command, Origin};
use crate::ui::context::Context;
use crate::ui::controls::{Button, ListRow, toggle};
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};

/// Width of the list of forms in which numbers are copied.
const FORMS: f32 = 232.0;
/// Width of a switch beside its name.
const SWITCH: f32 = 48.0;

/// Draws the buttons. Without numbers there is nothing to copy, to paste over or to compare.
pub fn toolbar_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut WeightsState, site: Site, subject: Option<&Subject>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        if ui.add(Button::secondary(&ctx.locale.text("weights-fill"))).clicked() {
            state.task = match state.task {
                Task::Fill(_) => Task::Summary,
                _ => Task::Fill(FillState::of(ctx, site)),
            };
            state.reveal_card = true;
        }
        if let Some(subject) = subject {
            if ui.add(Button::secondary(&ctx.locale.text("weights-paste"))).clicked() {
                state.task = match state.task {
                    Task::Paste(_) => Task::Summary,
                    _ => Task::Paste(PasteState::default()),
                };
                state.reveal_card = true;
            }
            copy_ui(ui, ctx, state, subject);
        }
        source_ui(ui, ctx, site);
        if subject.is_some() {
            difference_ui(ui, ctx, state, site);
        }
    });
    ui.add_space(space::MEDIUM);
}

/// The switch between the numbers and their changes.
fn difference_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut WeightsState, site: Site) {
    let name = ctx.locale.text("weights-difference");
    let width = ui.painter().layout_no_wrap(name.clone(), text::body(), palette(ui).text).size().x + SWITCH;
    // A name and its switch stay together.
    if ui.available_size_before_wrap().x < width + space::SMALL {
        ui.end_row();
    } else {
        ui.add_space(space::SMALL);
    }
    let changed = ctx.lab.document().changed_weights().contains(&site);
    state.difference &= changed;
    ui.add_enabled_ui(changed, |ui| toggle(ui, &name, &mut state.difference));
}

/// The forms in which the chosen block, or all numbers, can be copied.
fn copy_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut WeightsState, subject: &Subject) {
    let button = ui.add(Button::secondary(&ctx.locale.text("weights-copy")));
    let block = subject.block();
    let what = ctx.locale.text(if block.is_some() { "weights-copy-block" } else { "weights-copy-all" });
    let forms = [(copy::Form::Table, ctx.locale.text("weights-copy-table")), (copy::Form::Python, ctx.locale.text("weights-copy-python"))];
    Popup::menu(&button).show(|ui| {
        ui.set_width(FORMS);
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.horizontal(|ui| {
            ui.add_space(space::MEDIUM);
            ui.label(RichText::new(what).font(text::small()).color(palette(ui).text3));
        });
        for (form, name) in &forms {
            if ui.add(ListRow::new(name, false)).clicked() {
                state.copying.start(ui, &subject.now, &block.clone().unwrap_or_else(|| subject.now.whole()), *form);
            }
        }
    });
    let said = match state.copying.poll(ui) {
        _ if state.copying.is_under_way() => ctx.locale.text("weights-copying"),
        Some(count) => ctx.locale.with("weights-copied", &[("count", count.into()), ("written", numbers::count(count as u64).into())]),
        None => return,
    };
    ui.label(RichText::new(said).font(text::small()).color(palette(ui).text3));
}

/// Other random numbers, or those of the preset or file.
fn source_ui(ui: &mut Ui, ctx: &mut Context<'_>, site: Site) {
    let random = match ctx.lab.document().experiment().weights.origin(site) {
        WeightOrigin::Drawn { initialiser, seed: Some(seed) } => Some((initialiser, seed)),
        _ => None,
    };
    if ui.add_enabled(random.is_some(), Button::secondary(&ctx.locale.text("weights-reseed"))).clicked()
        && let Some((initialiser, seed)) = random
    {
        ctx.send(fill::drawn(ctx, site, initialiser, seed.wrapping_add(1)));
    }
    let changed = ctx.lab.document().changed_weights().contains(&site);
    let name = ctx.locale.text(match ctx.lab.document().origin() {
        Origin::Preset(_) | Origin::Exercise { .. } => "weights-restore-preset",
        Origin::File(_) => "weights-restore-file",
    });
    if ui.add_enabled(changed, Button::secondary(&name)).clicked() {
        ctx.send(Command::RestoreWeight(site));
    }
}
