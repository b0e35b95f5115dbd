//! The model drawer: every choice, each with what it changes; what cannot be is refused with a sentence.

mod formulas;
mod input;
mod masks;
mod parts;
mod sizes;
mod tokens;
mod weights;

use eframe::egui::{ComboBox, RichText, ScrollArea, Ui};

use crate::experiment::exercises::Lock;
use crate::graph::{Node, Op};
use crate::lab::Command;
use crate::transformer::Model;
use crate::ui::context::Context;
use crate::ui::equation::{Counters, equation};
use crate::ui::formula::formula_ui;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{Math, Typeset};

pub use input::InputState;
pub use masks::MasksState;
pub use sizes::LARGEST;
pub use tokens::TokensState;

/// What the drawer keeps between frames.
#[derive(Default)]
pub struct DrawerState {
    input: InputState,
    masks: MasksState,
    tokens: TokensState,
}

/// Draws the drawer.
pub fn drawer_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut DrawerState) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let experiment = ctx.lab.document().experiment().clone();
        ui.label(RichText::new(ctx.title(&experiment)).font(text::title()).color(palette(ui).text));
        let about = ctx.about(&experiment);
        if !about.is_empty() {
            ui.add_space(space::XS);
            ui.label(RichText::new(about).font(text::body()).color(palette(ui).text2));
        }
        ui.add_space(space::LARGE);
        let mut model = experiment.model.clone();
        unless_held(ui, ctx, Lock::Sizes, |ui, ctx| sizes::sizes_ui(ui, ctx, &mut model));
        if !ctx.hides_tokens() {
            unless_held(ui, ctx, Lock::Input, |ui, ctx| input::input_ui(ui, ctx, &mut state.input));
            unless_held(ui, ctx, Lock::Tokens, |ui, ctx| tokens::tokens_ui(ui, ctx, &mut state.tokens));
        }
        unless_held(ui, ctx, Lock::Masks, |ui, ctx| masks::masks_ui(ui, ctx, &mut state.masks));
        parts::attention_ui(ui, ctx, &mut model);
        parts::block_ui(ui, ctx, &mut model);
        parts::ends_ui(ui, ctx, &mut model);
        unless_held(ui, ctx, Lock::Weights, weights::weights_ui);
        if model != experiment.model {
            ctx.send(Command::SetModel(Box::new(model)));
        }
    });
}

/// Choices that an exercise holds fast are seen, but not made.
fn unless_held<'a>(ui: &mut Ui, ctx: &mut Context<'a>, lock: Lock, choices: impl FnOnce(&mut Ui, &mut Context<'a>)) {
    ui.add_enabled_ui(!ctx.holds(lock), |ui| choices(ui, ctx));
}

/// What is said under a choice in words.
pub fn hint(ui: &mut Ui, words: &str) {
    ui.label(RichText::new(words).font(text::small()).color(palette(ui).text3));
    ui.add_space(space::SMALL);
}

/// The formula under a choice: what the choice changes.
pub fn formula(ui: &mut Ui, ctx: &Context<'_>, lines: impl IntoIterator<Item = Math>) {
    for math in lines {
        let fits = Typeset::new(&math, text::body().size).width() <= ui.available_width();
        formula_ui(ui, ctx.locale, &math, &if fits { text::body() } else { text::small() }, palette(ui).text2);
    }
    ui.add_space(space::SMALL);
}

/// The equation of a value of the model that is set, under the choice that decides on it.
fn equation_of(ui: &mut Ui, ctx: &Context<'_>, wanted: impl Fn(&Node) -> bool) {
    let prepared = ctx.lab.prepared();
    let calculated = |node: &Node| !matches!(node.op, Op::Leaf(_));
    if let Some((id, _)) = prepared.graph.nodes().find(|(_, node)| calculated(node) && wanted(node)) {
        formula(ui, ctx, [equation(prepared, id, Counters { heads: true, ..Counters::default() })]);
    }
}

/// One of several, with its options named by keys: the name above, the choice as wide as there is room.
pub fn pick<T: Copy + PartialEq>(ui: &mut Ui, ctx: &Context<'_>, name: &str, chosen: &mut T, options: &[(T, &str)]) {
    let label = ui.label(RichText::new(ctx.locale.text(name)).font(text::body()).color(palette(ui).text2));
    let current = options.iter().find(|(option, _)| option == chosen).map_or_else(String::new, |(_, key)| ctx.locale.text(key));
    ComboBox::from_id_salt(name)
        .width(ui.available_width())
        .selected_text(RichText::new(current).font(text::body()))
        .show_ui(ui, |ui| {
            for (option, key) in options {
                ui.selectable_value(chosen, *option, ctx.locale.text(key));
            }
        })
        .response
        .labelled_by(label.id);
}

/// Whether something is there.
fn switch(ui: &mut Ui, ctx: &Context<'_>, name: &str, on: &mut bool) {
    crate::ui::controls::toggle(ui, &ctx.locale.text(name), on);
}

/// The parts of a model that a choice belongs to.
fn in_stack(model: &Model) -> bool {
    model.subject.has_encoder() || model.subject.has_decoder()
}
