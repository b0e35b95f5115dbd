//! Exercises: what is asked, fields for the answers, hints, and the way to the steps where the numbers are.

mod answers;
mod given;
mod grid;
mod help;
mod list;
mod sheet;
mod stage;
mod words;

use std::sync::Arc;

use eframe::egui::{Panel, Ui};

use crate::experiment::Texts;
use crate::experiment::exercises::{ExerciseFile, Progress, Variant, exercises};
use crate::lab::Command;
use crate::ui::app::frame;
use crate::ui::context::Context;
use crate::ui::panels::side::Side;
use crate::ui::theme::space;
use crate::ui::widgets::notation::plain;
use sheet::Sheet;

/// From this width on hints and solution have a panel of their own.
const WIDE: f32 = 1100.0;

/// What the view keeps between frames; the progress is kept from start to start.
#[derive(Default)]
pub struct ExercisesState {
    /// What was tried and solved.
    pub progress: Progress,
    /// The exercise that is being worked on.
    sheet: Option<Sheet>,
    /// Sheets that were left with something on them, one for each variant.
    left: Vec<Sheet>,
    /// Exercises that were opened from files.
    files: Vec<Arc<ExerciseFile>>,
    list: list::ListState,
}

impl ExercisesState {
    /// Waits until the answers have been worked out: for tests and pictures.
    pub fn finish(&mut self) {
        if let Some(sheet) = &mut self.sheet {
            sheet.finish();
        }
    }

    /// Follows the lab: another exercise that is open there lies here, too.
    fn follow(&mut self, ui: &Ui, ctx: &mut Context<'_>) {
        let Some(open) = ctx.lab.document().open_exercise() else {
            self.leave();
            return;
        };
        if !self.sheet.as_ref().is_some_and(|sheet| Arc::ptr_eq(&sheet.variant, &open.variant)) {
            let file = &open.variant.file;
            if file.path.is_some() {
                self.files.retain(|other| other.path != file.path);
                self.files.push(Arc::clone(file));
            }
            self.progress.open(&file.name, open.variant.number);
            self.list.reveal(file.exercise.topic);
            if self.sheet.as_ref().is_some_and(|sheet| sheet.variant == open.variant) {
                // The same once more is begun anew.
                self.sheet = None;
            }
            self.leave();
            let found = self.left.iter().position(|sheet| sheet.variant == open.variant).map(|index| self.left.swap_remove(index));
            let taken_up = found.map(|sheet| Sheet { variant: Arc::clone(&open.variant), ..sheet });
            self.sheet = Some(taken_up.unwrap_or_else(|| Sheet::new(ui, &open.variant)));
        }
        let settled = self.progress.is_settled(&open.variant.file.name, open.variant.number);
        if settled && !open.settled {
            ctx.send(Command::SettleExercise);
        }
    }

    /// Lays the sheet aside, to be taken up again with what stands on it.
    fn leave(&mut self) {
        self.left.extend(self.sheet.take().filter(Sheet::is_begun));
    }

    /// All exercises there are.
    fn all(&self) -> impl Iterator<Item = &Arc<ExerciseFile>> {
        exercises().iter().chain(&self.files)
    }
}

/// Draws the view.
pub fn exercises_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut ExercisesState) {
    state.follow(ui, ctx);
    if let Some(sheet) = &mut state.sheet {
        sheet.poll();
    }
    let wide = ui.available_width() >= WIDE;
    let nothing = state.sheet.is_none();
    Side::new("exercises", space::MODEL_DRAWER, frame::side(ui))
        .open_at_first(nothing)
        .show(ui, ctx, |ui, ctx| list::list_ui(ui, ctx, state));
    let ExercisesState { progress, sheet, .. } = state;
    let Some(sheet) = sheet else {
        stage::empty_ui(ui, ctx, progress);
        return;
    };
    if wide {
        Panel::right("help")
            .resizable(false)
            .exact_size(space::INSPECTOR)
            .frame(frame::side(ui))
            .show(ui, |ui| help::panel_ui(ui, ctx, progress, sheet));
    }
    stage::stage_ui(ui, ctx, progress, sheet, !wide);
}

/// A text of an exercise in the language of the window, with its signs as the window writes them: `K_1` as K₁.
fn say(ctx: &Context<'_>, texts: &Texts) -> String {
    plain(&ctx.say(texts))
}

/// Opens a variant in the lab.
fn open(ctx: &mut Context<'_>, file: &Arc<ExerciseFile>, number: u64) {
    ctx.send(Command::OpenExercise(Box::new(Variant { file: Arc::clone(file), number })));
}
