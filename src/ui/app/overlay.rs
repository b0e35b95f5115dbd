//! What lies over the window until it is dealt with.

use eframe::egui::Ui;

use super::import::{self, Decision, ImportState};
use super::leaving::Leave;
use super::{Action, App, keys, palette, path_field, question, welcome};
use crate::lab::LeftBehind;
use crate::ui::context::Context;

/// What lies over the window.
pub(super) enum Overlay {
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

impl App {
    /// What lies over the window, and what was chosen in it.
    pub(super) fn overlay_ui(&mut self, ui: &mut Ui) -> Option<Action> {
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
}
