//! What the window does with a command beside carrying it out: it tells what came of it, and goes on from there.

use super::App;
use crate::experiment::ExperimentError;
use crate::graph::Site;
use crate::lab::{Command, LeftBehind, Origin, Refusal};
use crate::ui::describe;
use crate::ui::views::View;

/// A command that was given, as far as something follows upon it.
pub(super) struct Deed {
    saving: bool,
    /// It opens or saves a file.
    filed: bool,
    /// What was open before it opens something.
    opening: Option<Origin>,
    then: Option<Then>,
}

/// What follows upon a command, well or badly.
pub(super) enum Then {
    /// What was left behind is put in the place of what was opened.
    Restore(Box<LeftBehind>),
    /// What was left behind is not needed any more.
    Forget(Box<LeftBehind>),
}

impl App {
    /// Carries out a command, and tells why where it cannot be.
    pub fn carry_out(&mut self, command: Command) {
        self.carry_out_then(command, None);
    }

    /// Carries out a command, and what follows upon it: at once, or when it was prepared.
    pub(super) fn carry_out_then(&mut self, command: Command, then: Option<Then>) {
        if !matches!(command, Command::Select(_) | Command::SelectCell(_) | Command::SelectHead(_) | Command::Stop) {
            // What was said, was said of an earlier state.
            self.message = None;
        }
        let deed = Deed {
            saving: matches!(command, Command::Save(_)),
            filed: matches!(command, Command::Save(_) | Command::Open(_)),
            opening: command.opens().then(|| self.lab.document().origin().clone()),
            then,
        };
        let prepares = command.prepares();
        let answer = self.lab.apply(command);
        if prepares && answer.is_ok() && self.lab.preparing().is_some() {
            self.under_way = Some(deed);
        } else {
            self.done(deed, answer);
        }
    }

    /// Goes on from what the lab has prepared meanwhile.
    pub(super) fn land(&mut self) {
        if let Some(answer) = self.lab.landed()
            && let Some(deed) = self.under_way.take()
        {
            self.done(deed, answer);
        }
    }

    fn done(&mut self, deed: Deed, answer: Result<Vec<Site>, Refusal>) {
        let Deed { saving, filed, opening, then } = deed;
        let well = answer.is_ok();
        if let (true, true, Origin::File(path) | Origin::Exercise { file: Some(path), .. }) = (filed, well, self.lab.document().origin()) {
            self.settings.remember(path.clone());
        }
        if let Some(before) = opening.filter(|_| well) {
            if before != *self.lab.document().origin() {
                self.views.compare.opened(before);
            }
            if self.lab.document().open_exercise().is_some() {
                self.settings.view = View::Exercises;
            }
        }
        let stopped = matches!(answer, Err(ExperimentError::Cancelled(_)));
        match answer {
            Ok(_) if saving => self.tell_saved(&self.lab.document().origin().to_string()),
            Ok(gone) if !gone.is_empty() => {
                let first = describe::absent_name(&self.locale, gone[0]);
                let arguments = [("count", gone.len().into()), ("first", first.into())];
                self.tell(self.locale.with("edit-gone", &arguments), false);
            }
            Ok(_) => {}
            Err(_) if stopped => self.tell(self.locale.text("status-unprepared"), false),
            Err(error) => self.refuse(&error),
        }
        match then {
            Some(Then::Restore(left)) => {
                let restore = Command::Replace(Box::new(left.experiment.clone()));
                self.carry_out_then(restore, Some(Then::Forget(left)));
            }
            // What was stopped is offered again at the next start.
            Some(Then::Forget(left)) if !stopped => left.forget(),
            _ => {}
        }
        if saving
            && well
            && let Some(leave) = self.after_saving.take()
        {
            self.leave(leave);
        }
    }
}
