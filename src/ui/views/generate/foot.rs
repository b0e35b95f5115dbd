//! Run, step, stop, start over; and the keys for them.

use eframe::egui::{Align, Key, Layout, Modifiers, RichText, Ui};

use super::GenerateState;
use crate::lab::{Command, Generate, Generating, RunState};
use crate::transformer::decoding::Generation;
use crate::ui::context::Context;
use crate::ui::controls::Button;
use crate::ui::theme::{palette, space, text};

/// What can be done now.
struct Possible {
    run: bool,
    stop: bool,
    reset: bool,
}

impl Possible {
    fn now(ctx: &Context<'_>) -> Self {
        let lab = ctx.lab;
        let ready = *lab.run_state() == RunState::Done;
        let stop = lab.generating().is_some_and(Generating::is_running);
        // What is taken while steps are stale is the first step of another generation.
        let goes_on = lab.generating().is_none_or(|generating| !generating.is_running() && !generating.is_over());
        Self { run: ready && (goes_on || !lab.generating_is_current()), stop, reset: lab.generating().is_some() }
    }
}

/// Draws the buttons.
pub fn foot_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let possible = Possible::now(ctx);
    let buttons = [
        ("generate-reset", possible.reset, Generate::Reset, false),
        ("generate-take-step", possible.run, Generate::Step, false),
        ("generate-run", possible.run, Generate::Run, true),
        ("generate-halt", possible.stop, Generate::Stop, false),
    ];
    ui.horizontal_wrapped(|ui| {
        for (key, enabled, what, primary) in buttons {
            let name = ctx.locale.text(key);
            let button = if primary { Button::primary(&name) } else { Button::secondary(&name) };
            if ui.add_enabled(enabled, button).clicked() {
                ctx.send(Command::Generate(what));
            }
        }
        aside_ui(ui, ctx);
    });
}

/// The keys, where there is room for them, and how far the generation has come.
fn aside_ui(ui: &mut Ui, ctx: &Context<'_>) {
    let p = palette(ui);
    let progress = ctx.lab.generating().map_or_else(String::new, |generating| {
        let (done, all) = generating.progress();
        ctx.locale.with("generate-progress", &[("done", done.to_string().into()), ("all", all.to_string().into())])
    });
    let keys = ctx.locale.text("generate-keys");
    let width = |words: &str, font| ui.painter().layout_no_wrap(words.to_owned(), font, p.text3).size().x;
    let progress_width = width(&progress, text::small_digits());
    if width(&keys, text::small()) + progress_width + 2.0 * space::LARGE < ui.available_size_before_wrap().x {
        ui.label(RichText::new(keys).font(text::small()).color(p.text3));
    }
    let label = RichText::new(progress).font(text::small_digits()).color(p.text3);
    if progress_width < ui.available_size_before_wrap().x {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(label));
    } else {
        ui.end_row();
        ui.label(label);
    }
}

/// Left and right choose a step, or take the next one; up and down choose a token of it; space runs and stops. A field that is being
/// typed in keeps its keys.
pub fn keys(ui: &Ui, ctx: &mut Context<'_>, state: &mut GenerateState) {
    if ui.egui_wants_keyboard_input() || ui.memory(|memory| memory.focused().is_some()) {
        return;
    }
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let possible = Possible::now(ctx);
    if pressed(Key::Space) {
        if possible.stop {
            ctx.send(Command::Generate(Generate::Stop));
        } else if possible.run {
            ctx.send(Command::Generate(Generate::Run));
        }
    }
    let forward = pressed(Key::ArrowRight);
    let back = pressed(Key::ArrowLeft);
    let down = pressed(Key::ArrowDown);
    let up = pressed(Key::ArrowUp);
    let lab = ctx.lab;
    let Some(Generation::TokenByToken(steps)) = lab.generating().map(|generating| &generating.generated().generation) else {
        if forward && possible.run {
            ctx.send(Command::Generate(Generate::Step));
        }
        return;
    };
    let step = state.tokens.step(steps);
    if forward {
        match step {
            Some(step) if step + 1 < steps.steps().len() => state.tokens.choose(step + 1),
            _ if possible.run => {
                state.tokens.follow();
                ctx.send(Command::Generate(Generate::Step));
            }
            _ => {}
        }
    }
    if let (true, Some(step)) = (back, step) {
        state.tokens.choose(step.saturating_sub(1));
    }
    if let (Some(step), Some(token)) = (step, state.tokens.token(steps))
        && (up || down)
        && let Some(distribution) = state.tokens.distribution(steps, step)
    {
        let order = distribution.order();
        let place = order.iter().position(|&other| other == token).unwrap_or(0);
        let next = if down { (place + 1).min(order.len().saturating_sub(1)) } else { place.saturating_sub(1) };
        if let Some(&token) = order.get(next) {
            state.tokens.choose_token(step, token);
        }
    }
}
