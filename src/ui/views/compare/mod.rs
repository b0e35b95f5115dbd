//! Compare: two experiments side by side, what was measured of both, and what was seen.

mod chart;
mod comparing;
mod curves;
mod differing;
mod headline;
mod names;
mod pairs;
mod sentences;
mod sides;
mod stage;
mod toolbar;
mod values;

use std::sync::Arc;

use eframe::egui::{CentralPanel, ScrollArea, Ui};

use crate::experiment::comparison::{Measure, Quantity};
use crate::graph::Site;
use crate::lab::{Lab, Origin};
use crate::ui::app::frame;
use crate::ui::context::Context;
use crate::ui::panels::side::Side;
use crate::ui::theme::space;
use crate::ui::widgets::{Cell, GridState};
use comparing::{Comparisons, Question};
use sides::{Files, Source};

/// What is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Asked {
    /// Which of the shipped pairs, if it is one.
    pair: Option<usize>,
    sides: [Source; 2],
    /// What is measured; where it is not chosen, what shows most of the choice in which the two differ.
    measure: Option<Measure>,
}

/// What became of B, where it was the open experiment and another one was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// It is what it was.
    Same,
    /// It is the one that is open now.
    Other,
}

/// How what was found is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Form {
    /// As a chart.
    #[default]
    Chart,
    /// As a table; value by value where all values were compared.
    Table,
}

/// What the view keeps between frames.
#[derive(Default)]
pub struct CompareState {
    asked: Option<Asked>,
    /// The two that were chosen last, to which the choice of any two comes back.
    own: Option<Asked>,
    /// What is said after another experiment was opened.
    told: Option<Kept>,
    files: Files,
    comparisons: Comparisons,
    /// What the chart shows, where another quantity than the first was chosen.
    quantity: Option<Quantity>,
    /// Whether equal distances are equal ratios, where that was chosen.
    logarithmic: Option<bool>,
    form: Option<Form>,
    differing: differing::Last,
    /// Whether all choices are listed in which the two differ.
    all_choices: bool,
    /// The value that is looked into, where all were compared.
    site: Option<Site>,
    /// The cell of it that is chosen; else the one where the two differ most.
    cell: Option<Cell>,
    grid: GridState,
}

impl CompareState {
    fn ask(&mut self, asked: Option<Asked>) {
        if let Some(own) = asked.as_ref().filter(|asked| asked.pair.is_none()) {
            self.own = Some(own.clone());
        }
        self.told = None;
        self.asked = asked;
        self.quantity = None;
        self.logarithmic = None;
        self.form = None;
        self.all_choices = false;
        self.site = None;
        self.cell = None;
        self.grid = GridState::default();
        self.comparisons.halt = None;
    }

    /// Keeps B what was chosen when another experiment takes the place of the open one, which came from `before`.
    pub fn opened(&mut self, before: Origin) {
        let Some(mut asked) = self.asked.clone().filter(|asked| asked.sides[1] == Source::Open) else { return };
        asked.sides[1] = before.into();
        let kept = if asked.sides[1] == Source::Open { Kept::Other } else { Kept::Same };
        self.ask(Some(asked));
        self.told = Some(kept);
    }

    /// Compares the open experiment with another one; without it, the first pair that the open one is of.
    pub fn compare_open(&mut self, lab: &Lab, other: Option<Origin>) {
        let open = lab.document().origin();
        let asked = match (other, open) {
            (Some(other), _) => Some(Asked { pair: None, sides: [Source::Open, other.into()], measure: None }),
            (None, Origin::Preset(name)) => pairs::with(name).and_then(pairs::asked),
            (None, Origin::File(_) | Origin::Exercise { .. }) => None,
        };
        self.ask(asked);
        if let Some((question, experiments)) = self.question(lab) {
            self.comparisons.start(lab, question, experiments, Arc::new(|| {}));
        }
    }

    /// Waits until the comparison under way has come to its end: for pictures.
    pub fn finish(&mut self) {
        self.comparisons.finish();
    }

    /// What is asked, and both experiments as they are now; `None` where one cannot be had.
    fn question(&mut self, lab: &Lab) -> Option<(Question, [Arc<crate::experiment::Experiment>; 2])> {
        let Asked { sides, measure, .. } = self.asked.clone()?;
        let a = self.files.experiment(lab, &sides[0]).ok()?;
        let b = self.files.experiment(lab, &sides[1]).ok()?;
        let measure = measure.unwrap_or_else(|| Measure::of(&a, &b));
        Some((Question { sides, measure }, [a, b]))
    }
}

/// Draws the view.
pub fn compare_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut CompareState) {
    state.comparisons.poll();
    let margin = frame::side(ui).inner_margin(eframe::egui::Margin::from(eframe::egui::vec2(space::SMALL, space::MEDIUM)));
    let nothing = state.asked.is_none();
    Side::new("pairs", space::INSPECTOR, margin).open_at_first(nothing).show(ui, ctx, |ui, ctx| pairs::pairs_ui(ui, ctx, state));
    CentralPanel::no_frame().show(ui, |ui| {
        frame::stage(ui).show(ui, |ui| {
            let height = ui.available_height();
            ScrollArea::vertical().id_salt("comparison").auto_shrink(false).show(ui, |ui| stage::stage_ui(ui, ctx, state, height));
        });
    });
}
