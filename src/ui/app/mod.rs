//! The window as a whole: what is kept, what is drawn where, and what is asked of the lab.

mod acting;
mod action;
mod deed;
mod dialogs;
mod drop_target;
mod exports;
pub mod frame;
mod import;
mod keys;
mod leaving;
mod native;
mod overlay;
mod palette;
mod path_field;
mod question;
mod request;
mod settings;
mod takeaway;
mod welcome;

use eframe::egui::{CentralPanel, Context as Egui, Id, Panel, Theme, ThemePreference, Ui, Vec2, ViewportCommand};

use super::context::{Context, Looks};
use super::controls::Misread;
use super::copied;
use super::export::PictureOrder;
use super::locale::Locale;
use super::panels::drawer::{DrawerState, drawer_ui};
use super::panels::inspector::InspectorState;
use super::panels::{status, strip, top};
use super::refusal;
use super::theme::{self, space};
use super::views::steps::Showing;
use super::views::{View, ViewStates, inspect_ui, view_ui};
use crate::experiment::exercises::Progress;
use crate::experiment::{ExperimentError, Objective};
use crate::lab::{Command, Lab, Origin, Recovery};
use deed::Deed;
use dialogs::SystemDialogs;
use exports::Exports;
use import::Imports;
use leaving::Leave;
use overlay::Overlay;

pub use action::Action;
pub use dialogs::{Dialog, Dialogs};
pub use native::{NoWindow, has_display, open};
pub use request::{NoPicture, PictureRequest, picture};
pub use settings::{Settings, ThemeChoice, Zoom};
pub use takeaway::Takeaway;

/// A sentence at the bottom of the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The sentence.
    pub text: String,
    /// Whether something was refused; then it stays until it is closed, or something else is done.
    pub refusal: bool,
    /// When it was first seen, in seconds since the start.
    pub since: Option<f64>,
}

impl Message {
    /// For how long it is seen: what is done is soon read, and a long sentence takes longer.
    fn seconds(&self) -> f64 {
        const LEAST: f64 = 4.0;
        const EACH_LETTER: f64 = 0.06;
        LEAST + EACH_LETTER * self.text.chars().count() as f64
    }

    /// How many seconds it has left at a time; `None` where it stays.
    pub fn left(&mut self, now: f64) -> Option<f64> {
        let since = *self.since.get_or_insert(now);
        (!self.refusal).then(|| since + self.seconds() - now)
    }
}

/// Pixels a point of pictures that are kept.
pub const PIXELS: f32 = 2.0;
/// Height of the inspector at the bottom.
const LOW_INSPECTOR: f32 = 132.0;
/// What it takes of a short window, where it is open because it was asked for.
const OPEN_SHARE: f32 = 0.45;
/// The drawer stands beside a view that has so much width left.
const LEAST_STAGE: f32 = 320.0;

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
    /// What the system writes over the window.
    entitled: String,
    /// The room that the open view has.
    stage: Vec2,
    overlay: Option<Overlay>,
    /// What it covers and comes back after it.
    covered: Vec<Overlay>,
    /// Whether the press of the pointer that goes on has edited something.
    dragging: bool,
    /// What is done once the changes are saved.
    after_saving: Option<Leave>,
    /// What follows when the lab has prepared what was asked for last.
    under_way: Option<Deed>,
    /// Keeps what is not saved, where there is a place for it.
    recovery: Option<Recovery>,
    /// Nothing is asked any more.
    closing: bool,
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
            covered: Vec::new(),
            dragging: false,
            after_saving: None,
            under_way: None,
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
            entitled: String::new(),
            stage: Vec2::ZERO,
        }
    }

    /// The same window, drawn on while numbers that a large run did not keep are calculated again.
    pub fn never_waiting(self, egui: &Egui) -> Self {
        Self { looks: Looks::in_background(egui), ..self }
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

    /// Shows the gradients of the usual objective where the values are.
    pub fn show_gradients(&mut self) {
        let usual = Objective::usual(self.lab.prepared());
        self.views.steps.show(Showing::Gradients);
        self.carry_out(Command::Differentiate(Some(usual)));
    }

    /// Waits until the run under way has come to its end, and what else is worked out beside the window.
    pub fn finish(&mut self) {
        self.lab.finish();
        self.land();
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
        self.message = Some(Message { text, refusal, since: None });
    }

    /// Draws the whole window and carries out what was asked for.
    pub fn frame(&mut self, ui: &mut Ui) {
        self.lab.poll();
        self.land();
        self.follow_settings(ui);
        let typed = self.withhold_keys(ui);
        let mut actions = Action::pressed(ui);
        let Asked { commands, continued, actions: asked, done, pictures } = self.panels(ui);
        actions.extend(asked);
        if done {
            self.message = None;
        }
        ui.input_mut(|input| input.events.extend(typed));
        actions.extend(self.overlay_ui(ui));
        if !commands.is_empty() || !actions.is_empty() {
            ui.request_repaint();
        }
        // Edits of one press of the pointer after the first are one movement with it.
        let (down, begun) = ui.input(|input| (input.pointer.any_down(), input.pointer.any_pressed()));
        self.dragging &= down && !begun;
        for command in commands {
            if command.opens() {
                self.wish(Leave::Open(command));
                continue;
            }
            self.lab.continue_edit(continued || self.dragging);
            self.dragging |= down && command.edits();
            self.carry_out(command);
        }
        self.lab.continue_edit(false);
        if let Some(told) = copied::take(ui) {
            self.tell(told, false);
        }
        if let Some(misread) = Misread::take(ui) {
            self.tell(misread.sentence(&self.locale), true);
        }
        for action in actions {
            self.act(ui, action);
        }
        for order in pictures {
            self.offer(ui, order);
        }
        self.files(ui);
        drop_target::drop_target_ui(ui, &self.locale);
        self.keep_safe(ui);
        self.entitle(ui);
        if self.lab.works() {
            ui.request_repaint_after(std::time::Duration::from_millis(100));
        }
    }

    /// The title of the window: what is open, and whether it is changed.
    pub fn window_title(&self) -> String {
        let document = self.lab.document();
        let name = match document.origin() {
            Origin::File(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Origin::Preset(_) | Origin::Exercise { .. } => {
                Context::new(&self.lab, &self.locale, &self.settings, &self.looks).title(document.experiment())
            }
        };
        let mark = if document.is_changed() { "• " } else { "" };
        format!("{mark}{name} – {}", native::TITLE)
    }

    fn entitle(&mut self, ctx: &Egui) {
        let title = self.window_title();
        if title != self.entitled {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.entitled = title;
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

    fn panels(&mut self, ui: &mut Ui) -> Asked {
        let mut ctx = Context::new(&self.lab, &self.locale, &self.settings, &self.looks);
        let settings = &self.settings;
        let window = ui.available_size();
        let width = window.x;
        // In a short window the bars are as low as their buttons allow.
        let bar = |usual: f32| if window.y < space::SHORT_WINDOW { space::LOW_BAR } else { usual };
        Panel::top("tabs").exact_size(bar(space::TAB_BAR)).frame(frame::bar(ui)).show(ui, |ui| top::top_ui(ui, &mut ctx));
        Panel::top("strip").exact_size(bar(space::PROMPT_STRIP)).frame(frame::strip(ui)).show(ui, |ui| strip::strip_ui(ui, &mut ctx));
        Panel::bottom("status")
            .exact_size(space::LOW_BAR)
            .frame(frame::bar(ui))
            .show(ui, |ui| status::status_ui(ui, &mut ctx, &mut self.message));
        if settings.drawer_in(width) && width - space::MODEL_DRAWER < LEAST_STAGE {
            // Beside it nothing could be worked with: until it is closed again it has the window to itself.
            frame::side(ui).show(ui, |ui| drawer_ui(ui, &mut ctx, &mut self.drawer));
            return Asked::of(ctx);
        }
        if settings.drawer_in(width) {
            Panel::left("model")
                .resizable(false)
                .exact_size(space::MODEL_DRAWER)
                .frame(frame::side(ui))
                .show(ui, |ui| drawer_ui(ui, &mut ctx, &mut self.drawer));
        }
        let view = if ctx.hides(settings.view) { View::Exercises } else { settings.view };
        if !view.has_inspector() || !settings.inspector_in(window) {
            // The view has the room to itself.
        } else if !Settings::inspector_beside(width) {
            let height = if window.y < space::SHORT_WINDOW { OPEN_SHARE * ui.available_height() } else { 0.0 };
            Panel::bottom("inspector")
                .resizable(false)
                .exact_size(height.max(LOW_INSPECTOR))
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
        Asked::of(ctx)
    }
}

/// What was asked for in a frame.
struct Asked {
    commands: Vec<Command>,
    continued: bool,
    actions: Vec<Action>,
    done: bool,
    pictures: Vec<PictureOrder>,
}

impl Asked {
    fn of(ctx: Context<'_>) -> Self {
        Self { commands: ctx.commands, continued: ctx.continued, actions: ctx.actions, done: ctx.done, pictures: ctx.pictures }
    }
}

/// The theme in which a choice of the user is drawn.
pub fn theme_of(choice: ThemeChoice) -> Theme {
    match choice {
        ThemeChoice::System | ThemeChoice::Light => Theme::Light,
        ThemeChoice::Dark => Theme::Dark,
    }
}
