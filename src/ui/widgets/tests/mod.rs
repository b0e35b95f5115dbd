//! The widgets as a user meets them: by pointer, keys and names.
#![expect(clippy::float_cmp, reason = "numbers are typed and read back, not computed")]

mod blocks;
mod calculation;
mod editing;
mod linked;
mod maps;
mod mask;
mod matrix;
mod table;

use eframe::egui::{Event, Modifiers, PointerButton, Pos2, Theme, Ui, Vec2};
use egui_kittest::Harness;

use super::*;
use crate::ui::theme;

const TOKENS: [&str; 6] = ["the", "cat", "sat", "on", "the", "mat"];

fn tokens() -> Vec<String> {
    TOKENS.map(str::to_owned).to_vec()
}

/// What the test window keeps free on all sides together.
const MARGIN: f32 = 16.0;
/// Short enough for two clicks to be a double click.
const STEP: f32 = 0.02;

/// A window in the light theme with `size` points of room for `contents`.
fn window<'a, State>(size: Vec2, state: State, contents: impl FnMut(&mut Ui, &mut State) + 'a) -> Harness<'a, State> {
    themed_window(Theme::Light, size, state, contents)
}

fn themed_window<'a, State>(theme: Theme, size: Vec2, state: State, contents: impl FnMut(&mut Ui, &mut State) + 'a) -> Harness<'a, State> {
    let mut harness = Harness::builder()
        .with_size(size + Vec2::splat(MARGIN))
        .with_step_dt(STEP)
        .with_theme(theme)
        .with_context_setup(theme::install)
        .build_ui_state(contents, state);
    harness.run();
    harness
}

fn press<State>(harness: &Harness<'_, State>, at: Pos2, pressed: bool) {
    harness.event(Event::PointerMoved(at));
    harness.event(Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE });
}

fn click<State>(at: Pos2, harness: &mut Harness<'_, State>) {
    press(harness, at, true);
    press(harness, at, false);
    harness.run();
}

fn double_click<State>(at: Pos2, harness: &mut Harness<'_, State>) {
    for pressed in [true, false, true, false] {
        press(harness, at, pressed);
    }
    harness.run();
}
