//! The window as a whole: what is kept, what is drawn where, and what is asked of the lab.

mod dialogs;
pub mod frame;
mod native;
mod request;
mod settings;

use std::path::PathBuf;

use eframe::egui::{CentralPanel, Context as Egui, Key, KeyboardShortcut, Modifiers, Panel, Theme, ThemePreference, Ui};

use super::context::{Context, Looks};
use super::locale::Locale;
use super::panels::drawer::{DrawerState, drawer_ui};
use super::panels::inspector::InspectorState;
use super::panels::{status, strip, top};
use super::refusal;
use super::theme::{ColourMap, space};
use super::views::{ViewStates, inspect_ui, view_ui};
use crate::experiment::ExperimentError;
use crate::lab::{Command, Lab, Origin};
use dialogs::{Dialog, Dialogs, SystemDialogs};

pub use native::{NoWindow, open};
pub use request::{NoPicture, PictureRequest, picture};
pub use settings::{Settings, ThemeChoice};

/// Something that only the window can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Ask for a file and open it.
    Open,
    /// Ask where, and save.
    Save,
}

/// A sentence at the bottom of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The sentence.
    pub text: String,
    /// Whether something was refused.
    pub refusal: bool,
}

/// Below this width the inspector becomes a drawer at the bottom.
const NARROW: f32 = 1100.0;
/// Height of the inspector at the bottom.
const LOW_INSPECTOR: f32 = 144.0;

/// The window.
pub struct App {
    lab: Lab,
    settings: Settings,
    locale: Locale,
    views: ViewStates,
    drawer: DrawerState,
    inspector: InspectorState,
    looks: Looks,
    message: Option<Message>,
    dialogs: Box<dyn Dialogs>,
}

impl App {
    /// A window on a lab.
    pub fn new(lab: Lab, settings: Settings) -> Self {
        let locale = Locale::new(settings.language);
        Self {
            lab,
            settings,
            locale,
            views: ViewStates::default(),
            drawer: DrawerState::default(),
            inspector: InspectorState::default(),
            looks: Looks::default(),
            message: None,
            dialogs: Box::new(SystemDialogs::default()),
        }
    }

    /// The state.
    pub fn lab(&self) -> &Lab {
        &self.lab
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Carries out a command, and tells why where it cannot be.
    pub fn carry_out(&mut self, command: Command) {
        let saving = matches!(command, Command::Save(_));
        match self.lab.apply(command) {
            Ok(_) if saving => self.tell(self.locale.text("file-saved"), false),
            Ok(gone) if !gone.is_empty() => {
                let sites: Vec<String> = gone.iter().map(ToString::to_string).collect();
                let arguments = [("count", sites.len().to_string().into()), ("first", sites[0].clone().into())];
                self.tell(self.locale.with("edit-gone", &arguments), false);
            }
            Ok(_) => {}
            Err(error) => self.refuse(&error),
        }
    }

    /// Waits until the run under way has come to its end.
    pub fn finish(&mut self) {
        self.lab.finish();
    }

    fn refuse(&mut self, error: &ExperimentError) {
        self.tell(refusal::sentence(&self.locale, error), true);
    }

    fn tell(&mut self, text: String, refusal: bool) {
        self.message = Some(Message { text, refusal });
    }

    /// Draws the whole window and carries out what was asked for.
    pub fn frame(&mut self, ui: &mut Ui) {
        self.lab.poll();
        self.follow_settings(ui);
        let mut requests = Vec::new();
        let mut commands = Self::shortcuts(ui, &mut requests);
        commands.extend(self.panels(ui, &mut requests));
        if !commands.is_empty() {
            ui.request_repaint();
        }
        if commands.iter().any(|command| !matches!(command, Command::Select(_) | Command::SelectCell(_) | Command::SelectHead(_))) {
            self.message = None;
        }
        for command in commands {
            self.carry_out(command);
        }
        self.files(ui, requests);
        if *self.lab.run_state() == crate::lab::RunState::Running {
            ui.request_repaint_after(std::time::Duration::from_millis(100));
        }
    }

    fn follow_settings(&mut self, ctx: &Egui) {
        if self.locale.language() != self.settings.language {
            self.locale = Locale::new(self.settings.language);
        }
        let wanted = match self.settings.theme {
            ThemeChoice::System => ThemePreference::System,
            ThemeChoice::Light => ThemePreference::Light,
            ThemeChoice::Dark => ThemePreference::Dark,
        };
        if ctx.options(|options| options.theme_preference) != wanted {
            ctx.set_theme(wanted);
        }
    }

    fn shortcuts(ctx: &Egui, requests: &mut Vec<Request>) -> Vec<Command> {
        let pressed = |modifiers, key| ctx.input_mut(|input| input.consume_shortcut(&KeyboardShortcut::new(modifiers, key)));
        let mut commands = Vec::new();
        if pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z) || pressed(Modifiers::COMMAND, Key::Y) {
            commands.push(Command::Redo);
        }
        if pressed(Modifiers::COMMAND, Key::Z) {
            commands.push(Command::Undo);
        }
        if pressed(Modifiers::COMMAND, Key::O) {
            requests.push(Request::Open);
        }
        if pressed(Modifiers::COMMAND, Key::S) {
            requests.push(Request::Save);
        }
        commands
    }

    fn panels(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) -> Vec<Command> {
        let mut ctx = Context {
            lab: &self.lab,
            locale: &self.locale,
            map: ColourMap::default(),
            looks: &self.looks,
            commands: Vec::new(),
            open: None,
        };
        let settings = &mut self.settings;
        let narrow = ui.available_width() < NARROW;
        Panel::top("tabs").exact_size(space::TAB_BAR).frame(frame::bar(ui)).show(ui, |ui| top::top_ui(ui, &mut ctx, settings, requests));
        Panel::top("strip").exact_size(space::PROMPT_STRIP).frame(frame::strip(ui)).show(ui, |ui| strip::strip_ui(ui, &mut ctx, settings));
        Panel::bottom("status")
            .exact_size(space::CONTROL_HEIGHT + space::SMALL)
            .frame(frame::bar(ui))
            .show(ui, |ui| status::status_ui(ui, &mut ctx, &mut self.message));
        if settings.drawer {
            Panel::left("model")
                .resizable(false)
                .exact_size(space::MODEL_DRAWER)
                .frame(frame::side(ui))
                .show(ui, |ui| drawer_ui(ui, &mut ctx, &mut self.drawer));
        }
        let view = settings.view;
        if narrow {
            Panel::bottom("inspector")
                .resizable(false)
                .exact_size(LOW_INSPECTOR)
                .frame(frame::side(ui))
                .show(ui, |ui| inspect_ui(ui, view, &mut ctx, &mut self.views, &mut self.inspector));
        } else {
            Panel::right("inspector")
                .resizable(false)
                .exact_size(space::INSPECTOR)
                .frame(frame::side(ui))
                .show(ui, |ui| inspect_ui(ui, view, &mut ctx, &mut self.views, &mut self.inspector));
        }
        CentralPanel::no_frame().show(ui, |ui| view_ui(ui, view, &mut ctx, &mut self.views));
        settings.view = ctx.open.unwrap_or(settings.view);
        ctx.commands
    }

    /// Opens dialogs, and takes in what was chosen in them.
    fn files(&mut self, ui: &mut Ui, requests: Vec<Request>) {
        for request in requests {
            let name = match self.lab.document().origin() {
                Origin::Preset(name) => format!("{name}.ron"),
                Origin::File(path) => {
                    path.file_name().map_or_else(|| "experiment.ron".to_owned(), |name| name.to_string_lossy().into_owned())
                }
            };
            let wake = ui.ctx().clone();
            let dialog = match request {
                Request::Open => Dialog::Open,
                Request::Save => Dialog::Save { name },
            };
            self.dialogs.ask(dialog, Box::new(move || wake.request_repaint()));
        }
        while let Some((dialog, path)) = self.dialogs.answer() {
            self.carry_out(match dialog {
                Dialog::Open => Command::Open(path),
                Dialog::Save { .. } => Command::Save(path),
            });
        }
        let dropped: Vec<PathBuf> = ui.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_path_buf()).collect());
        for path in dropped {
            self.carry_out(Command::Open(path));
        }
    }
}

/// The theme in which a choice of the user is drawn.
pub fn theme_of(choice: ThemeChoice) -> Theme {
    match choice {
        ThemeChoice::System | ThemeChoice::Light => Theme::Light,
        ThemeChoice::Dark => Theme::Dark,
    }
}
