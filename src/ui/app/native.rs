//! The window of the system.

use eframe::egui::{Ui, ViewportBuilder, Visuals, vec2};
use eframe::{App as EframeApp, CreationContext, NativeOptions, Storage, get_value, set_value};

use super::{App, Settings};
use crate::experiment::exercises::Progress;
use crate::lab::{Command, Lab};
use crate::ui::theme;

/// Under which the settings are stored.
const SETTINGS: &str = "settings";
/// Under which the progress in the exercises is stored.
const PROGRESS: &str = "progress";
/// The name of the folder with the settings.
const APPLICATION: &str = env!("CARGO_PKG_NAME");

/// What stands in the title of the window beside what is open.
pub const TITLE: &str = "Transformer Lab";

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum NoWindow {
    /// No display to open it on.
    #[error(
        "there is no display to open a window on; without one, use: transformer-lab check, run, cost, compare, exercise, export or picture (see --help)"
    )]
    Display,
    /// The system refused.
    #[error(
        "the window could not be opened ({0}); without one, use: transformer-lab check, run, cost, compare, exercise, export or picture (see --help)"
    )]
    System(String),
}

/// Whether there is a display to open a window on.
pub fn has_display() -> bool {
    let displays = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];
    let there = |name: &&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || displays.iter().any(there)
}

/// Opens the window, on what `first` opens or on the first preset, and returns when it is closed.
///
/// # Errors
/// Why there is no window, in one sentence.
pub fn open(first: Option<Command>) -> Result<(), NoWindow> {
    if !has_display() {
        return Err(NoWindow::Display);
    }
    let viewport = ViewportBuilder::default()
        .with_title(TITLE)
        .with_app_id(APPLICATION)
        .with_inner_size(vec2(1280.0, 800.0))
        .with_min_inner_size(vec2(960.0, 600.0));
    let options = NativeOptions { viewport, ..NativeOptions::default() };
    eframe::run_native(APPLICATION, options, Box::new(move |creation| Ok(Box::new(start(creation, first)?))))
        .map_err(|error| NoWindow::System(error.to_string()))
}

fn start(creation: &CreationContext<'_>, first: Option<Command>) -> Result<App, Box<dyn std::error::Error + Send + Sync>> {
    theme::install(&creation.egui_ctx);
    theme::code_point::install(&creation.egui_ctx);
    egui_extras::install_image_loaders(&creation.egui_ctx);
    let stored = creation.storage.and_then(|storage| get_value::<Settings>(storage, SETTINGS));
    let settings = stored.unwrap_or_default();
    let wake = creation.egui_ctx.clone();
    let lab = Lab::new(move || wake.request_repaint())?;
    let mut app = App::new(lab, settings).never_waiting(&creation.egui_ctx);
    let progress = creation.storage.and_then(|storage| get_value::<Progress>(storage, PROGRESS));
    app.set_progress(progress.unwrap_or_default());
    if let Some(folder) = eframe::storage_dir(APPLICATION) {
        app.guard(&folder);
    }
    if let Some(command) = first {
        app.carry_out(command);
    }
    Ok(app)
}

impl EframeApp for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.frame(ui);
    }

    /// Where no view draws, there is the ground of the stage.
    fn clear_color(&self, visuals: &Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }

    fn save(&mut self, storage: &mut dyn Storage) {
        set_value(storage, SETTINGS, self.settings());
        set_value(storage, PROGRESS, self.progress());
    }
}
