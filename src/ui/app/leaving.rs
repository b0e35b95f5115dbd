//! Leaving the open experiment: a question where changes would be lost, and a copy of them meanwhile.

use std::path::Path;

use eframe::egui::{Ui, ViewportCommand};

use super::deed::Then;
use super::overlay::Overlay;
use super::question::Answer;
use super::{Action, App};
use crate::lab::{Command, LeftBehind, Origin, Recovery};

/// What makes an end of the open experiment.
#[derive(Clone, Debug)]
pub(super) enum Leave {
    Open(Command),
    Close,
}

impl App {
    /// Leaves the open experiment, or asks first where changes would be lost.
    pub(super) fn wish(&mut self, leave: Leave) {
        if self.lab.document().is_changed() {
            self.lay_over(Overlay::Unsaved(leave));
        } else {
            self.leave(leave);
        }
    }

    pub(super) fn leave(&mut self, leave: Leave) {
        match leave {
            Leave::Open(command) => self.carry_out(command),
            Leave::Close => self.closing = true,
        }
    }

    pub(super) fn answered(&mut self, ui: &Ui, answer: Answer) {
        match (self.uncover(), answer) {
            (Some(Overlay::Unsaved(leave)), Answer::Keep) => {
                self.after_saving = Some(leave);
                self.act(ui, Action::Save);
            }
            (Some(Overlay::Unsaved(leave)), Answer::Discard) => self.leave(leave),
            // Asked again at the next start.
            (Some(Overlay::LeftBehind(_)), Answer::Stay) => {}
            (Some(Overlay::LeftBehind(left)), answer) => {
                if answer == Answer::Keep {
                    let open = match &left.origin {
                        Some(Origin::Preset(name)) => Some(Command::OpenPreset(name)),
                        Some(Origin::File(path)) => Some(Command::Open(path.clone())),
                        Some(Origin::Exercise { .. }) | None => None,
                    };
                    // What came from nowhere that can be opened takes the place of what is open.
                    let (first, then) = match open {
                        Some(open) => (open, Then::Restore(left)),
                        None => (Command::Replace(Box::new(left.experiment.clone())), Then::Forget(left)),
                    };
                    self.carry_out_then(first, Some(then));
                } else {
                    left.forget();
                }
            }
            _ => self.after_saving = None,
        }
        ui.request_repaint();
    }

    /// Asks before the window is closed on changes, and keeps a copy of them meanwhile.
    pub(super) fn keep_safe(&mut self, ui: &Ui) {
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
            self.lay_over(Overlay::LeftBehind(Box::new(left)));
        }
    }
}
