//! Pictures of the window, without a window.

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::{Theme, Vec2, vec2};
use image::RgbaImage;

use super::import::ImportState;
use super::overlay::Overlay;
use super::{Action, App, Settings, ThemeChoice};
use crate::graph::{Cell, Site};
use crate::lab::{Command, Generate, Lab, Origin, StartError};
use crate::ui::locale::Language;
use crate::ui::picture::{Picture, PictureError};
use crate::ui::theme;
use crate::ui::views::View;

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct PictureRequest {
    /// The view.
    pub view: View,
    /// Width and height in points.
    pub size: (f32, f32),
    /// Pixels a point.
    pub scale: f32,
    /// Light or dark.
    pub theme: Theme,
    /// The language.
    pub language: Language,
    /// Whether the model drawer is open.
    pub drawer: bool,
    /// The value in view.
    pub site: Option<Site>,
    /// The chosen cell.
    pub cell: Option<Cell>,
    /// Whether the gradients are calculated and, in the steps, shown.
    pub gradients: bool,
    /// What the open experiment is compared with; without it, what it is paired with.
    pub with: Option<Origin>,
    /// What lies over the window.
    pub over: Option<Action>,
    /// The file whose numbers are being brought in.
    pub import: Option<PathBuf>,
}

impl Default for PictureRequest {
    fn default() -> Self {
        Self {
            view: View::Steps,
            size: (1280.0, 800.0),
            scale: 1.0,
            theme: Theme::Light,
            language: Language::English,
            drawer: false,
            site: None,
            cell: None,
            gradients: false,
            with: None,
            over: None,
            import: None,
        }
    }
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum NoPicture {
    /// The lab cannot start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The experiment cannot be opened.
    #[error(transparent)]
    Experiment(#[from] crate::experiment::ExperimentError),
    /// The file of numbers cannot be read.
    #[error(transparent)]
    Import(#[from] crate::experiment::import::ImportError),
    /// It cannot be drawn.
    #[error(transparent)]
    Draw(#[from] PictureError),
}

/// Draws the window on an experiment, once it has been run.
///
/// # Errors
/// An experiment that cannot be opened, or a picture that cannot be drawn.
pub fn picture(open: Command, request: &PictureRequest) -> Result<RgbaImage, NoPicture> {
    let mut lab = Lab::new(|| {})?;
    lab.apply(open)?;
    lab.finish();
    lab.landed().transpose()?;
    // A value in view without a chosen cell would show an empty strip.
    let cell = request.cell.or(request.site.map(|_| Cell::new(0, 0)));
    for command in [request.site.map(Command::Select), cell.map(|cell| Command::SelectCell(Some(cell)))].into_iter().flatten() {
        lab.apply(command)?;
    }
    if request.view == View::Generate {
        // A picture of the generation shows it at its end; where there is none, the view says why.
        let _ = lab.apply(Command::Generate(Generate::Run));
        lab.finish();
    }
    let theme = if request.theme == Theme::Dark { ThemeChoice::Dark } else { ThemeChoice::Light };
    let settings = Settings { drawer: Some(request.drawer), ..Settings::plain(request.language, theme, request.view) };
    let mut app = App::new(lab, settings);
    if request.gradients {
        app.show_gradients();
        app.finish();
    }
    if let Some(path) = &request.import {
        let prepared = Arc::clone(app.lab.prepared());
        let chosen = app.lab.selection().site;
        app.lay_over(Overlay::Import(Box::new(ImportState::read(path, prepared, chosen)?)));
    }
    if request.view == View::Compare {
        app.views.compare.compare_open(&app.lab, request.with.clone());
        app.views.compare.finish();
    }
    let size: Vec2 = vec2(request.size.0, request.size.1);
    let picture = Picture { pixels_per_point: request.scale, ..Picture::new(size, request.theme) };
    let ctx = eframe::egui::Context::default();
    theme::install(&ctx);
    theme::code_point::install(&ctx);
    egui_extras::install_image_loaders(&ctx);
    let mut over = request.over.clone();
    let image = picture.draw_in(&ctx, |ui| {
        if let Some(action) = over.take() {
            app.act(ui, action);
        }
        app.finish();
        app.frame(ui);
    })?;
    Ok(image)
}
