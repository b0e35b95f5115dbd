//! The window as a whole: what is kept, what is drawn where, and what is asked of the lab.

mod action;
mod dialogs;
mod exports;
pub mod frame;
mod import;
mod keys;
mod native;
mod palette;
mod path_field;
mod question;
mod request;
mod settings;
mod takeaway;
mod welcome;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{CentralPanel, Context as Egui, Id, Panel, Theme, ThemePreference, Ui, Vec2, ViewportCommand};

use super::context::{Context, Looks, hides};
use super::export::{PictureKind, PictureOrder, save};
use super::locale::Locale;
use super::panels::drawer::{DrawerState, drawer_ui};
use super::panels::inspector::InspectorState;
use super::panels::{status, strip, top};
use super::picture::Picture;
use super::refusal;
use super::theme::{self, space};
use super::views::steps::Showing;
use super::views::{View, ViewStates, inspect_ui, view_ui};
use crate::experiment::exercises::{self, Progress, Variant};
use crate::experiment::export::matrix::{self, MatrixKind};
use crate::experiment::{ExperimentError, Objective};
use crate::graph::{Cell, Site};
use crate::lab::{Command, Lab, LeftBehind, Origin, Recovery};
use dialogs::SystemDialogs;
use exports::{Done, Exports};
use import::{Came, Decision, ImportState, Imports};
use question::Answer;

pub use action::Action;
pub use dialogs::{Dialog, Dialogs};
pub use native::{NoWindow, open};
pub use request::{NoPicture, PictureRequest, picture};
pub use settings::{Settings, ThemeChoice, Zoom};
pub use takeaway::Takeaway;

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
/// Pixels a point of pictures that are kept.
pub const PIXELS: f32 = 2.0;
/// Height of the inspector at the bottom.
const LOW_INSPECTOR: f32 = 132.0;

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
    exports: Exports,
    imports: Imports,
    /// The room that the open view has.
    stage: Vec2,
    overlay: Option<Overlay>,
    /// Whether the press of the pointer that goes on has edited something.
    dragging: bool,
    /// What is done once the changes are saved.
    after_saving: Option<Leave>,
    /// Keeps what is not saved, where there is a place for it.
    recovery: Option<Recovery>,
    /// Nothing is asked any more.
    closing: bool,
}

/// What lies over the window.
enum Overlay {
    Palette(palette::PaletteState),
    Keys,
    Welcome,
    /// Changes would be lost by what is to be done.
    Unsaved(Leave),
    /// Something was left behind by a crash.
    LeftBehind(Box<LeftBehind>),
    /// The system has no dialog for a file.
    Path(path_field::PathField),
    /// Numbers that are brought in.
    Import(Box<ImportState>),
}

/// What makes an end of the open experiment.
#[derive(Clone, Debug)]
enum Leave {
    Open(Command),
    Close,
}

impl App {
    /// A window on a lab.
    pub fn new(lab: Lab, settings: Settings) -> Self {
        let locale = Locale::new(settings.language);
        let overlay = (!settings.welcomed).then_some(Overlay::Welcome);
        Self {
            lab,
            settings,
            overlay,
            dragging: false,
            after_saving: None,
            recovery: None,
            closing: false,
            locale,
            views: ViewStates::default(),
            drawer: DrawerState::default(),
            inspector: InspectorState::default(),
            looks: Looks::default(),
            message: None,
            dialogs: Box::new(SystemDialogs::default()),
            exports: Exports::default(),
            imports: Imports::default(),
            stage: Vec2::ZERO,
        }
    }

    /// The same window with other dialogs than the system's.
    pub fn with_dialogs(self, dialogs: impl Dialogs + 'static) -> Self {
        Self { dialogs: Box::new(dialogs), ..self }
    }

    /// The state.
    pub fn lab(&self) -> &Lab {
        &self.lab
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Other settings.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Carries out a command, and tells why where it cannot be.
    pub fn carry_out(&mut self, command: Command) {
        let saving = matches!(command, Command::Save(_));
        let opening = command.opens();
        let filed = matches!(command, Command::Save(_) | Command::Open(_));
        let answer = self.lab.apply(command);
        if let (true, true, Origin::File(path) | Origin::Exercise { file: Some(path), .. }) =
            (filed, answer.is_ok(), self.lab.document().origin())
        {
            self.settings.remember(path.clone());
        }
        if opening && answer.is_ok() && self.lab.document().open_exercise().is_some() {
            self.settings.view = View::Exercises;
        }
        let saved = saving && answer.is_ok();
        match answer {
            Ok(_) if saving => self.tell(self.locale.text("file-saved"), false),
            Ok(gone) if !gone.is_empty() => {
                let sites: Vec<String> = gone.iter().map(ToString::to_string).collect();
                let arguments = [("count", sites.len().to_string().into()), ("first", sites[0].clone().into())];
                self.tell(self.locale.with("edit-gone", &arguments), false);
            }
            Ok(_) => {}
            Err(error) => self.refuse(&error),
        }
        if saved && let Some(leave) = self.after_saving.take() {
            self.leave(leave);
        }
    }

    /// Shows the gradients of the usual objective where the values are.
    pub fn show_gradients(&mut self) {
        let usual = Objective::usual(self.lab.prepared());
        self.views.steps.show(Showing::Gradients);
        self.carry_out(Command::Differentiate(Some(usual)));
    }

    /// Waits until the run under way has come to its end, and what else is worked out beside the window.
    pub fn finish(&mut self) {
        self.lab.finish();
        self.views.exercises.finish();
    }

    /// What was tried and solved in exercises.
    pub fn progress(&self) -> &Progress {
        &self.views.exercises.progress
    }

    /// Other progress, as it was kept.
    pub fn set_progress(&mut self, progress: Progress) {
        self.views.exercises.progress = progress;
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
        let mut actions = Action::pressed(ui);
        let (commands, asked, pictures) = self.panels(ui);
        actions.extend(asked);
        actions.extend(self.overlay_ui(ui));
        if !commands.is_empty() || !actions.is_empty() {
            ui.request_repaint();
        }
        if commands.iter().any(Command::edits) {
            self.message = None;
        }
        // Edits of one press of the pointer after the first are one movement with it.
        let pressed = ui.input(|input| input.pointer.any_down() && !input.pointer.any_pressed());
        for command in commands {
            if command.opens() {
                self.wish(Leave::Open(command));
                continue;
            }
            self.lab.continue_edit(pressed && self.dragging);
            self.dragging |= pressed && command.edits();
            self.carry_out(command);
        }
        self.dragging &= pressed;
        self.lab.continue_edit(false);
        for action in actions {
            self.act(ui, action);
        }
        for order in pictures {
            self.offer(ui, order);
        }
        self.files(ui);
        self.keep_safe(ui);
        if self.lab.works() {
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
        if ctx.options(|options| options.zoom_with_keyboard) {
            // Sizes are actions of ours, so that they are remembered.
            ctx.options_mut(|options| options.zoom_with_keyboard = false);
            theme::reduce_motion(ctx, self.settings.still);
        }
        ctx.set_zoom_factor(self.settings.zoom.factor());
    }

    fn panels(&mut self, ui: &mut Ui) -> (Vec<Command>, Vec<Action>, Vec<PictureOrder>) {
        let mut ctx = Context::new(&self.lab, &self.locale, &self.settings, &self.looks);
        let settings = &self.settings;
        let width = ui.available_width();
        let narrow = width < NARROW;
        Panel::top("tabs").exact_size(space::TAB_BAR).frame(frame::bar(ui)).show(ui, |ui| top::top_ui(ui, &mut ctx));
        Panel::top("strip").exact_size(space::PROMPT_STRIP).frame(frame::strip(ui)).show(ui, |ui| strip::strip_ui(ui, &mut ctx));
        Panel::bottom("status")
            .exact_size(space::CONTROL_HEIGHT + space::SMALL)
            .frame(frame::bar(ui))
            .show(ui, |ui| status::status_ui(ui, &mut ctx, &mut self.message));
        if settings.drawer_in(width) {
            Panel::left("model")
                .resizable(false)
                .exact_size(space::MODEL_DRAWER)
                .frame(frame::side(ui))
                .show(ui, |ui| drawer_ui(ui, &mut ctx, &mut self.drawer));
        }
        let view = if ctx.hides(settings.view) { View::Exercises } else { settings.view };
        if !view.has_inspector() {
            // The view has the room to itself.
        } else if narrow {
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
        CentralPanel::no_frame().show(ui, |ui| {
            self.stage = ui.available_size();
            view_ui(ui, view, &mut ctx, &mut self.views);
        });
        (ctx.commands, ctx.actions, ctx.pictures)
    }

    /// Asks where a picture is to be kept.
    fn offer(&mut self, ui: &Ui, PictureOrder { name, kind, scene }: PictureOrder) {
        let mut scene = match scene {
            Ok(scene) => scene,
            Err(error) => return self.tell(self.locale.with("picture-refused", &[("why", error.to_string().into())]), true),
        };
        self.exports.hold(exports::Kind::Picture, Box::new(move |path| save(&mut scene, kind, path).map_err(|error| error.to_string())));
        self.ask(ui, Dialog::Export { name: format!("{name}.{}", kind.extension()), extension: kind.extension() });
    }

    /// Asks where something is to be taken.
    fn take_away(&mut self, ui: &Ui, what: Takeaway) {
        let Some(outcome) = self.lab.outcome().cloned() else {
            return self.tell(self.locale.text("takeaway-no-run"), true);
        };
        let (name, language) = (self.file_name(), self.settings.language);
        let name = what.file_name(name.strip_suffix(".ron").unwrap_or(&name));
        self.exports
            .hold(exports::Kind::Numbers, Box::new(move |path| what.write(&outcome, language, path).map_err(|error| error.to_string())));
        self.ask(ui, Dialog::Export { name, extension: what.extension() });
    }

    /// Puts a value on the clipboard as text.
    fn copy(&self, ui: &Ui, site: Site, kind: MatrixKind) {
        let Some(outcome) = self.lab.outcome().cloned() else { return };
        let wake = ui.ctx().clone();
        let text = move || matrix::text(&outcome.values.matrix(outcome.prepared.graph.find(site)?), kind);
        self.exports.copy(text, move || wake.request_repaint());
    }

    /// Asks where a picture of the open view is to be kept, as large as it stands in the window.
    fn offer_view(&mut self, ui: &Ui, kind: PictureKind) {
        let picture = Picture { pixels_per_point: PIXELS, ..Picture::new(self.stage, theme::current(ui)) };
        let (view, views) = (self.settings.view, &mut self.views);
        let mut ctx = Context::new(&self.lab, &self.locale, &self.settings, &self.looks);
        let scene = picture.scene(|ui| {
            CentralPanel::no_frame().show(ui, |ui| view_ui(ui, view, &mut ctx, views));
        });
        self.offer(ui, PictureOrder { name: view.title(&self.locale).to_lowercase(), kind, scene });
    }

    /// The name that is offered for the file of the experiment.
    fn file_name(&self) -> String {
        match self.lab.document().origin() {
            Origin::Preset(name) => format!("{name}.ron"),
            Origin::Exercise { name, variant, .. } => format!("{name}.{variant}.ron"),
            Origin::File(path) => path.file_name().map_or_else(|| "experiment.ron".to_owned(), |name| name.to_string_lossy().into_owned()),
        }
    }

    /// What lies over the window, and what was chosen in it.
    fn overlay_ui(&mut self, ui: &mut Ui) -> Option<Action> {
        let ctx = Context::new(&self.lab, &self.locale, &self.settings, &self.looks);
        let name = ctx.title(self.lab.document().experiment());
        let answered = match self.overlay.as_ref()? {
            Overlay::Unsaved(_) => question::question_ui(ui, &ctx, &question::UNSAVED, &name),
            Overlay::LeftBehind(left) => question::question_ui(ui, &ctx, &question::LEFT_BEHIND, &ctx.title(&left.experiment)),
            _ => None,
        };
        if let Some(answer) = answered {
            self.answered(ui, answer);
            return None;
        }
        if let Some(Overlay::Import(state)) = &mut self.overlay {
            let decision = import::import_ui(ui, &ctx, state)?;
            if let (Some(Overlay::Import(state)), Decision::Apply) = (self.overlay.take(), decision) {
                let wake = ui.ctx().clone();
                self.imports.apply(*state, move || wake.request_repaint());
            }
            return None;
        }
        if let Some(Overlay::Path(state)) = &mut self.overlay {
            let (entered, open) = path_field::path_field_ui(ui, &ctx, state);
            if !open {
                self.overlay = None;
            }
            if let Some((dialog, path)) = entered {
                self.chosen(ui, dialog, path);
            }
            return None;
        }
        let (picked, open) = match self.overlay.as_mut()? {
            Overlay::Unsaved(_) | Overlay::LeftBehind(_) | Overlay::Import(_) | Overlay::Path(_) => return None,
            Overlay::Palette(state) => palette::palette_ui(ui, &ctx, state),
            Overlay::Keys => (None, keys::keys_ui(ui, &ctx)),
            Overlay::Welcome => welcome::welcome_ui(ui, &ctx),
        };
        if !open {
            if matches!(self.overlay, Some(Overlay::Welcome)) {
                self.settings.welcomed = true;
            }
            self.overlay = None;
            ui.request_repaint();
        }
        picked
    }

    /// Does what was asked of the window.
    pub fn act(&mut self, ui: &Ui, action: Action) {
        match action {
            Action::Open => self.ask(ui, Dialog::Open),
            Action::Save => match self.lab.document().origin().clone() {
                Origin::File(path) => self.carry_out(Command::Save(path)),
                Origin::Preset(_) | Origin::Exercise { .. } => self.act(ui, Action::SaveAs),
            },
            Action::SaveAs => self.ask(ui, Dialog::Save { name: self.file_name() }),
            Action::Picture(kind) => self.offer_view(ui, kind),
            Action::SaveText { name, text } => self.ask(ui, Dialog::SaveText { name, text }),
            Action::Import => self.ask(ui, Dialog::Import),
            Action::TakeAway(what) => self.take_away(ui, what),
            Action::Copy(site, kind) => self.copy(ui, site, kind),
            Action::OpenPreset(name) => self.wish(Leave::Open(Command::OpenPreset(name))),
            Action::OpenExercise(name) => match exercises::exercise(&name) {
                Ok(file) => {
                    let number = self.progress().of(&name).map_or(0, |record| record.variant);
                    self.wish(Leave::Open(Command::OpenExercise(Box::new(Variant { file, number }))));
                }
                Err(error) => self.refuse(&error.into()),
            },
            Action::OpenFile(path) => self.wish(Leave::Open(Command::Open(path))),
            Action::Undo => self.carry_out(Command::Undo),
            Action::Redo => self.carry_out(Command::Redo),
            Action::Stop => self.carry_out(Command::Stop),
            Action::View(view) if hides(&self.lab, view) => self.hidden(view),
            Action::View(view) => self.settings.view = view,
            Action::Show(_) if hides(&self.lab, View::Steps) => self.hidden(View::Steps),
            Action::Show(site) => {
                self.settings.view = View::Steps;
                self.carry_out(Command::Select(site));
                self.carry_out(Command::SelectCell(Some(Cell::new(0, 0))));
            }
            Action::Drawer => self.settings.drawer = Some(!self.settings.drawer_in(ui.content_rect().width())),
            Action::Theme => {
                self.settings.theme = if ui.visuals().dark_mode { ThemeChoice::Light } else { ThemeChoice::Dark };
            }
            Action::Language(language) => self.settings.language = language,
            Action::Fills(map) => self.settings.fills = map,
            Action::Motion => {
                self.settings.still = !self.settings.still;
                theme::reduce_motion(ui, self.settings.still);
            }
            Action::Larger => self.settings.zoom = self.settings.zoom.larger(),
            Action::Smaller => self.settings.zoom = self.settings.zoom.smaller(),
            Action::UsualSize => self.settings.zoom = Zoom::default(),
            Action::Palette => {
                let ctx = Context::new(&self.lab, &self.locale, &self.settings, &self.looks);
                self.overlay = Some(Overlay::Palette(palette::PaletteState::new(ui, &ctx)));
            }
            Action::Keys => self.overlay = Some(Overlay::Keys),
            Action::Welcome => self.overlay = Some(Overlay::Welcome),
        }
    }

    /// A view that the open exercise hides was asked for.
    fn hidden(&mut self, view: View) {
        let name = view.title(&self.locale);
        self.tell(self.locale.with("exercise-hidden", &[("name", name.into())]), true);
    }

    fn ask(&mut self, ui: &Ui, dialog: Dialog) {
        let wake = ui.ctx().clone();
        self.dialogs.ask(dialog, Box::new(move || wake.request_repaint()));
    }

    /// Takes in what was chosen in dialogs, and files that were dropped on the window.
    fn files(&mut self, ui: &Ui) {
        while let Some((dialog, path)) = self.dialogs.answer() {
            self.chosen(ui, dialog, path);
        }
        if let Some(dialog) = self.dialogs.unshown() {
            self.overlay = Some(Overlay::Path(path_field::PathField::new(dialog)));
        }
        while let Some(came) = self.imports.answer() {
            match came {
                Came::Plan(state) => self.overlay = Some(Overlay::Import(state)),
                Came::Experiment(experiment) => self.carry_out(Command::Replace(experiment)),
                Came::Refused(error) => self.tell(self.locale.with("import-refused", &[("why", error.to_string().into())]), true),
            }
        }
        while let Some(done) = self.exports.done() {
            self.exported(ui, done);
        }
        let dropped: Vec<PathBuf> = ui.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_path_buf()).collect());
        for path in dropped {
            self.wish(Leave::Open(Command::Open(path)));
        }
    }

    /// Does what a file was asked for.
    fn chosen(&mut self, ui: &Ui, dialog: Dialog, path: PathBuf) {
        match dialog {
            Dialog::Open => self.wish(Leave::Open(Command::Open(path))),
            Dialog::SaveText { text, .. } => match std::fs::write(&path, text) {
                Ok(()) => self.tell(self.locale.text("file-saved"), false),
                Err(error) => self.refuse(&ExperimentError::Write { path, error }),
            },
            Dialog::Import => {
                let wake = ui.ctx().clone();
                self.imports.read(path, Arc::clone(self.lab.prepared()), move || wake.request_repaint());
            }
            Dialog::Save { .. } => self.carry_out(Command::Save(path)),
            Dialog::Export { extension, .. } => {
                let wake = ui.ctx().clone();
                self.exports.write(extension, path, move || wake.request_repaint());
            }
        }
    }

    /// Tells what came of what was taken away.
    fn exported(&mut self, ui: &Ui, done: Done) {
        match done {
            Done::Saved(kind, path) => {
                let key = if kind == exports::Kind::Picture { "picture-saved" } else { "takeaway-saved" };
                self.tell(self.locale.with(key, &[("path", path.display().to_string().into())]), false);
            }
            Done::Refused(kind, why) => {
                let key = if kind == exports::Kind::Picture { "picture-refused" } else { "takeaway-refused" };
                self.tell(self.locale.with(key, &[("why", why.into())]), true);
            }
            Done::Text(text) => {
                ui.copy_text(text);
                self.tell(self.locale.text("takeaway-copied"), false);
            }
        }
    }

    /// Leaves the open experiment, or asks first where changes would be lost.
    fn wish(&mut self, leave: Leave) {
        if self.lab.document().is_changed() {
            self.overlay = Some(Overlay::Unsaved(leave));
        } else {
            self.leave(leave);
        }
    }

    fn leave(&mut self, leave: Leave) {
        match leave {
            Leave::Open(command) => self.carry_out(command),
            Leave::Close => self.closing = true,
        }
    }

    fn answered(&mut self, ui: &Ui, answer: Answer) {
        match (self.overlay.take(), answer) {
            (Some(Overlay::Unsaved(leave)), Answer::Keep) => {
                self.after_saving = Some(leave);
                self.act(ui, Action::Save);
            }
            (Some(Overlay::Unsaved(leave)), Answer::Discard) => self.leave(leave),
            (Some(Overlay::LeftBehind(left)), answer) => {
                if answer == Answer::Keep {
                    let open = match &left.origin {
                        Some(Origin::Preset(name)) => Some(Command::OpenPreset(name)),
                        Some(Origin::File(path)) => Some(Command::Open(path.clone())),
                        Some(Origin::Exercise { .. }) | None => None,
                    };
                    if let Some(open) = open {
                        self.carry_out(open);
                    }
                    self.carry_out(Command::Replace(Box::new(left.experiment.clone())));
                }
                left.forget();
            }
            _ => self.after_saving = None,
        }
        ui.request_repaint();
    }

    /// Asks before the window is closed on changes, and keeps a copy of them meanwhile.
    fn keep_safe(&mut self, ui: &Ui) {
        let changed = self.lab.document().is_changed();
        if ui.input(|input| input.viewport().close_requested()) && changed && !self.closing {
            ui.send_viewport_cmd(ViewportCommand::CancelClose);
            self.wish(Leave::Close);
        }
        if self.closing {
            ui.send_viewport_cmd(ViewportCommand::Close);
        }
        if let Some(recovery) = &mut self.recovery {
            if changed {
                recovery.keep(self.lab.document().origin(), self.lab.document().experiment());
            } else {
                recovery.forget();
            }
        }
    }

    /// Keeps what is not saved in a folder, and offers what was left behind there.
    pub fn guard(&mut self, folder: &Path) {
        // Where there is no place for copies, the program works without them.
        self.recovery = Recovery::start(folder).ok();
        if let Some(left) = LeftBehind::find(folder) {
            self.overlay = Some(Overlay::LeftBehind(Box::new(left)));
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
