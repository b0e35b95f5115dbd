//! What the tests of the window share: an application on an experiment, drawn without a screen.

#![allow(dead_code, clippy::unwrap_used, reason = "each test takes what it needs; one that cannot go on has failed")]

use eframe::egui::Vec2;
use egui_kittest::{Harness, HarnessBuilder};
use transformer_lab::lab::{Command, Lab};
use transformer_lab::ui::app::{Action, App};
use transformer_lab::ui::theme;

/// A window, and what it is to do in its next frame as if a menu had asked for it.
pub type Acting = Harness<'static, (App, Option<Action>)>;

/// A preset, opened and run to its end.
pub fn opened(preset: &'static str) -> Lab {
    let mut lab = Lab::new(|| {}).unwrap();
    lab.apply(Command::OpenPreset(preset)).unwrap();
    lab.finish();
    lab
}

/// A window of the usual fonts and colours that comes to rest, or fails.
pub fn builder<S>() -> HarnessBuilder<S> {
    Harness::builder().with_max_steps(24).with_context_setup(theme::install)
}

/// The window, not yet settled.
pub fn shown(app: App, size: impl Into<Vec2>) -> Harness<'static, App> {
    builder().with_size(size).build_ui_state(|ui, app: &mut App| app.frame(ui), app)
}

/// The window, and a place for an action.
pub fn acting(app: App, size: impl Into<Vec2>) -> Acting {
    builder().with_size(size).build_ui_state(
        |ui, (app, action): &mut (App, Option<Action>)| {
            if let Some(action) = action.take() {
                app.act(ui, action);
            }
            app.frame(ui);
        },
        (app, None),
    )
}

/// Lets the window follow: whatever runs comes to its end, and what was asked for is drawn.
pub fn settle(harness: &mut Harness<'_, App>) {
    harness.run_steps(3);
    harness.state_mut().finish();
    harness.run_steps(3);
}
