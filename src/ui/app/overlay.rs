//! What lies over the window until it is dealt with.

use eframe::egui::{Event, Ui};

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

impl Overlay {
    /// Whether nothing is lost where something else takes its place.
    const fn gives_way(&self) -> bool {
        matches!(self, Self::Palette(_) | Self::Keys | Self::Welcome)
    }
}

impl App {
    /// Lays something over the window. What lies there and holds something typed, chosen or not yet answered comes back after it;
    /// only the question before changes are lost is not asked twice.
    pub(super) fn lay_over(&mut self, overlay: Overlay) {
        let again = matches!((&self.overlay, &overlay), (Some(Overlay::Unsaved(_)), Overlay::Unsaved(_)));
        if let Some(covered) = self.overlay.replace(overlay).filter(|covered| !again && !covered.gives_way()) {
            self.covered.push(covered);
        }
    }

    /// Takes away what lies over the window; what it covered is seen again.
    pub(super) fn uncover(&mut self) -> Option<Overlay> {
        let beneath = self.covered.pop();
        std::mem::replace(&mut self.overlay, beneath)
    }

    /// Whether a file is being asked for.
    pub(super) fn is_asking(&self) -> bool {
        let fields = self.overlay.iter().chain(&self.covered);
        self.dialogs.is_open() || fields.into_iter().any(|overlay| matches!(overlay, Overlay::Path(_)))
    }

    /// What was typed, taken from those who listen: as long as something lies over the window, nothing beneath hears a key.
    pub(super) fn withhold_keys(&self, ui: &Ui) -> Vec<Event> {
        if self.overlay.is_some() { ui.input_mut(|input| std::mem::take(&mut input.events)) } else { Vec::new() }
    }

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
            if let (Some(Overlay::Import(state)), Decision::Apply) = (self.uncover(), decision) {
                let wake = ui.ctx().clone();
                self.imports.apply(*state, move || wake.request_repaint());
            }
            return None;
        }
        if let Some(Overlay::Path(state)) = &mut self.overlay {
            let (entered, open) = path_field::path_field_ui(ui, &ctx, state);
            if !open {
                self.uncover();
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
            self.uncover();
            ui.request_repaint();
        }
        picked
    }
}
