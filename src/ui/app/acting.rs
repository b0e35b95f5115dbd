//! What is asked of the window is done: actions, files that were chosen, and what is taken away.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{CentralPanel, Ui};

use super::dialogs::Dialog;
use super::exports::{self, Done};
use super::import::Came;
use super::leaving::Leave;
use super::overlay::Overlay;
use super::settings::{ThemeChoice, Zoom};
use super::takeaway::{NotTaken, Takeaway};
use super::{Action, App, PIXELS, palette, path_field};
use crate::experiment::ExperimentError;
use crate::experiment::exercises::{self as shipped, Variant};
use crate::experiment::export::matrix::{self, MatrixKind};
use crate::graph::Site;
use crate::lab::{Command, Origin};
use crate::ui::context::{Context, hides};
use crate::ui::export::{PictureKind, PictureOrder, save};
use crate::ui::locale::Locale;
use crate::ui::picture::Picture;
use crate::ui::refusal;
use crate::ui::theme;
use crate::ui::views::{View, view_ui};

impl App {
    /// Asks where a picture is to be kept.
    pub(super) fn offer(&mut self, ui: &Ui, PictureOrder { name, kind, scene }: PictureOrder) {
        if self.is_asking() {
            return self.refuse_another();
        }
        let mut scene = match scene {
            Ok(scene) => scene,
            Err(error) => {
                let why = refusal::picture(&self.locale, &error);
                return self.tell(self.locale.with("picture-refused", &[("why", why.into())]), true);
            }
        };
        let language = self.settings.language;
        let write = move |path: &Path| save(&mut scene, kind, path).map_err(|error| refusal::drawing(&Locale::new(language), &error));
        self.exports.hold(exports::Kind::Picture, Box::new(write));
        self.ask(ui, Dialog::Export { name: format!("{name}.{}", kind.extension()), extension: kind.extension() });
    }

    /// Asks where something is to be taken.
    pub(super) fn take_away(&mut self, ui: &Ui, what: Takeaway) {
        if self.is_asking() {
            return self.refuse_another();
        }
        let Some(outcome) = self.lab.outcome().cloned() else {
            return self.tell(self.locale.text("takeaway-no-run"), true);
        };
        let (name, language) = (self.file_name(), self.settings.language);
        let name = what.file_name(name.strip_suffix(".ron").unwrap_or(&name));
        let write = move |path: &Path| {
            what.write(&outcome, language, path).map_err(|error| {
                let locale = Locale::new(language);
                match error {
                    NotTaken::Numbers(error) => refusal::export(&locale, &error),
                    NotTaken::Report(error) => refusal::drawing(&locale, &error),
                    NotTaken::Gone(site) => refusal::sentence(&locale, &ExperimentError::NoSite(site)),
                }
            })
        };
        self.exports.hold(exports::Kind::Numbers, Box::new(write));
        self.ask(ui, Dialog::Export { name, extension: what.extension() });
    }

    /// Puts a value on the clipboard as text.
    pub(super) fn copy(&self, ui: &Ui, site: Site, kind: MatrixKind) {
        let Some(outcome) = self.lab.outcome().cloned() else { return };
        let wake = ui.ctx().clone();
        let text = move || matrix::text(&outcome.values.matrix(outcome.prepared.graph.find(site)?), kind);
        self.exports.copy(text, move || wake.request_repaint());
    }

    /// Asks where a picture of the open view is to be kept, as large as it stands in the window.
    pub(super) fn offer_view(&mut self, ui: &Ui, kind: PictureKind) {
        let picture = Picture { pixels_per_point: PIXELS, ..Picture::new(self.stage, theme::current(ui)) };
        let (view, views) = (self.settings.view, &mut self.views);
        let mut ctx = Context::new(&self.lab, &self.locale, &self.settings, &self.looks);
        let scene = picture.scene(|ui| {
            CentralPanel::no_frame().show(ui, |ui| view_ui(ui, view, &mut ctx, views));
        });
        self.offer(ui, PictureOrder { name: view.title(&self.locale).to_lowercase(), kind, scene });
    }

    /// The name that is offered for the file of the experiment.
    pub(super) fn file_name(&self) -> String {
        match self.lab.document().origin() {
            Origin::Preset(name) => format!("{name}.ron"),
            Origin::Exercise { name, variant, .. } => format!("{name}.{variant}.ron"),
            Origin::File(path) => path.file_name().map_or_else(|| "experiment.ron".to_owned(), |name| name.to_string_lossy().into_owned()),
        }
    }

    /// Does what was asked of the window.
    pub fn act(&mut self, ui: &Ui, action: Action) {
        if action.is_deed() {
            // What was refused before is past.
            self.message = None;
        }
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
            // A file would show what the exercise hides, too.
            Action::Show(..) | Action::TakeAway(_) | Action::Copy(..) if hides(&self.lab, View::Steps) => self.hidden(View::Steps),
            Action::TakeAway(what) => self.take_away(ui, what),
            Action::Copy(site, kind) => self.copy(ui, site, kind),
            Action::OpenPreset(name) => self.wish(Leave::Open(Command::OpenPreset(name))),
            Action::OpenExercise(name) => match shipped::exercise(&name) {
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
            Action::Show(site, cell) => {
                self.settings.view = View::Steps;
                self.carry_out(Command::Select(site));
                self.carry_out(Command::SelectCell(Some(cell)));
            }
            Action::Drawer => self.settings.drawer = Some(!self.settings.drawer_in(ui.content_rect().width())),
            Action::Inspector => self.settings.inspector = Some(!self.settings.inspector_in(ui.content_rect().size())),
            Action::Theme => {
                self.settings.theme = if ui.visuals().dark_mode { ThemeChoice::Light } else { ThemeChoice::Dark };
            }
            Action::Language(language) => {
                self.settings.language = language;
                // What was said, was said in the other one.
                self.message = None;
            }
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
                let state = palette::PaletteState::new(ui, &ctx);
                self.lay_over(Overlay::Palette(state));
            }
            Action::Keys => self.lay_over(Overlay::Keys),
            Action::Welcome => self.lay_over(Overlay::Welcome),
        }
    }

    /// A view that the open exercise hides was asked for.
    pub(super) fn hidden(&mut self, view: View) {
        let name = view.title(&self.locale);
        self.tell(self.locale.with("exercise-hidden", &[("name", name.into())]), true);
    }

    /// Asks for a file, unless one is being asked for: what is typed there would be lost.
    pub(super) fn ask(&mut self, ui: &Ui, dialog: Dialog) {
        if self.is_asking() {
            return self.refuse_another();
        }
        let wake = ui.ctx().clone();
        self.dialogs.ask(dialog, Box::new(move || wake.request_repaint()));
    }

    fn refuse_another(&mut self) {
        self.after_saving = None;
        self.tell(self.locale.text("path-already"), true);
    }

    /// Takes in what was chosen in dialogs, and files that were dropped on the window.
    pub(super) fn files(&mut self, ui: &Ui) {
        let asking = self.is_asking();
        while let Some((dialog, path)) = self.dialogs.answer() {
            self.chosen(ui, dialog, path);
        }
        if let Some(dialog) = self.dialogs.unshown() {
            self.lay_over(Overlay::Path(path_field::PathField::new(dialog)));
        }
        while let Some(came) = self.imports.answer() {
            match came {
                Came::Plan(state) => self.lay_over(Overlay::Import(state)),
                Came::Experiment(experiment) => self.carry_out(Command::Replace(experiment)),
                Came::Refused(error) => {
                    self.tell(self.locale.with("import-refused", &[("why", refusal::import(&self.locale, &error).into())]), true);
                }
            }
        }
        while let Some(done) = self.exports.done() {
            self.exported(ui, done);
        }
        if !asking && !self.is_asking() {
            // Where nothing was saved, nothing follows upon it.
            self.after_saving = None;
        }
        let dropped: Vec<PathBuf> = ui.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_path_buf()).collect());
        for path in dropped {
            self.chosen(ui, Dialog::meant_by(&path), path);
        }
    }

    /// Does what a file was asked for.
    pub(super) fn chosen(&mut self, ui: &Ui, dialog: Dialog, path: PathBuf) {
        // The question whether a file is to be replaced was asked of the name as it was given.
        let path = match dialog.completed(&path) {
            Some(completed) if completed.exists() => {
                let arguments = [("path", completed.display().to_string().into())];
                return self.tell(self.locale.with("file-exists", &arguments), true);
            }
            Some(completed) => completed,
            None => path,
        };
        if let Some(ending) = dialog.wrong_ending(&path) {
            let arguments = [("path", path.display().to_string().into()), ("ending", ending.to_owned().into())];
            return self.tell(self.locale.with("file-ending", &arguments), true);
        }
        match dialog {
            Dialog::Open => self.wish(Leave::Open(Command::Open(path))),
            Dialog::SaveText { text, .. } => match std::fs::write(&path, text) {
                Ok(()) => self.tell_saved(&path.display().to_string()),
                Err(error) => self.refuse(&ExperimentError::Write { path, error }),
            },
            Dialog::Import => {
                let wake = ui.ctx().clone();
                let (prepared, chosen) = (Arc::clone(self.lab.prepared()), self.lab.selection().site);
                self.imports.read(path, prepared, chosen, move || wake.request_repaint());
            }
            Dialog::Save { .. } => self.carry_out(Command::Save(path)),
            Dialog::Export { extension, .. } => {
                let wake = ui.ctx().clone();
                self.exports.write(extension, path, move || wake.request_repaint());
            }
        }
    }

    /// Tells where something was saved.
    pub(super) fn tell_saved(&mut self, path: &str) {
        self.tell(self.locale.with("takeaway-saved", &[("path", path.to_owned().into())]), false);
    }

    /// Tells what came of what was taken away.
    pub(super) fn exported(&mut self, ui: &Ui, done: Done) {
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
}
