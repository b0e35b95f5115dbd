//! Measured on this machine: runs in the background, the law through their times, and how far each lies from it.

use std::sync::Arc;

use eframe::egui::{ProgressBar, RichText, Ui};

use super::counted::{Choice, Counts};
use super::{CostState, Quantity, curves};
use crate::cost::{PowerLaw, fit};
use crate::experiment::ExperimentError;
use crate::lab::{Task, Timing, measure, sensible_lengths};
use crate::ui::context::Context;
use crate::ui::controls::{Button, Notice, TextField, notice, prose, section};
use crate::ui::numbers;
use crate::ui::refusal;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{Table, TableCell, TableRow};

/// The narrowest and the widest field of lengths, and the width of the bar.
const FIELD: [f32; 2] = [232.0, 320.0];
const BAR: f32 = 64.0;
/// The widest that the table of results becomes.
const RESULTS: f32 = 460.0;

/// What is measured and was.
#[derive(Default)]
pub struct Measured {
    task: Option<Task<Result<Timing, ExperimentError>>>,
    /// The lengths as they are typed.
    typed: String,
    timings: Vec<Timing>,
    /// Whether a measurement has begun of which nothing has come: the one before stands until then.
    begun: bool,
    /// The measurement before, which comes back where this one is refused.
    before: Vec<Timing>,
    trouble: Option<Trouble>,
}

/// Why nothing more is measured.
enum Trouble {
    /// A length that cannot be.
    Length(ExperimentError),
    /// The system gives no thread.
    Thread(std::io::Error),
}

impl Measured {
    /// Leaves what belongs to another experiment behind, and offers lengths for the open one.
    pub fn forget(&mut self, counts: &Counts) {
        let lengths = counts.of(Choice::Open).map_or_else(Vec::new, |counted| sensible_lengths(&counted.costs.growth));
        let typed = lengths.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        *self = Self { typed, ..Self::default() };
    }

    /// Takes in what has been measured.
    pub fn poll(&mut self) {
        while let Some(found) = self.task.as_mut().and_then(Task::poll) {
            match found {
                Ok(timing) => {
                    if std::mem::take(&mut self.begun) {
                        self.before = std::mem::take(&mut self.timings);
                    }
                    self.timings.push(timing);
                }
                Err(error) => {
                    self.trouble = Some(Trouble::Length(error));
                    if !self.before.is_empty() {
                        self.timings = std::mem::take(&mut self.before);
                    }
                }
            }
        }
    }

    /// Measured lengths, in rising order.
    pub fn timings(&self) -> &[Timing] {
        &self.timings
    }

    /// Lengths and seconds.
    pub fn points(&self) -> Vec<(f64, f64)> {
        self.timings.iter().map(|timing| (timing.n as f64, timing.seconds)).collect()
    }

    /// The law through them.
    pub fn law(&self) -> Option<PowerLaw> {
        fit(&self.points())
    }

    fn is_running(&self) -> bool {
        self.task.as_ref().is_some_and(Task::is_running)
    }

    /// The lengths as numbers; `None` where one is none.
    fn lengths(&self) -> Option<Vec<usize>> {
        let words = self.typed.split([',', ';', ' ']).filter(|word| !word.is_empty());
        let lengths: Option<Vec<usize>> = words.map(|word| word.parse().ok().filter(|n| *n > 0)).collect();
        lengths.filter(|lengths| !lengths.is_empty())
    }

    fn start(&mut self, ui: &Ui, ctx: &Context<'_>, lengths: Vec<usize>) {
        let wake = ui.ctx().clone();
        let prepared = Arc::clone(ctx.lab.prepared());
        let mut task = Task::new("measure", Arc::new(move || wake.request_repaint()));
        self.begun = true;
        self.before.clear();
        self.trouble = None;
        match task.start(move |report| measure(report, &prepared, &lengths)) {
            Ok(()) => self.task = Some(task),
            Err(error) => self.trouble = Some(Trouble::Thread(error)),
        }
    }
}

/// Draws the choice of lengths, and what came of them.
pub fn measured_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut CostState) {
    section(ui, &ctx.locale.text("measured-heading"));
    let mut refused = false;
    ui.horizontal_wrapped(|ui| {
        let running = state.measured.is_running();
        let lengths = state.measured.lengths();
        let refusal = ctx.locale.text("measured-refused");
        let name = ctx.locale.text("measured-lengths");
        let width = TextField::fitting(ui, &state.measured.typed).clamp(FIELD[0], FIELD[1]);
        let field = TextField::new(&name, &mut state.measured.typed, width).refused(lengths.is_none().then_some(refusal.as_str()));
        ui.add_enabled(!running, field);
        if running {
            progress_ui(ui, ctx, state);
            return;
        }
        let start = ui.add_enabled(lengths.is_some(), Button::primary(&ctx.locale.text("measured-start")));
        match lengths {
            Some(lengths) if start.clicked() => {
                state.measured.start(ui, ctx, lengths);
                (state.quantity, state.as_table) = (Quantity::Time, false);
            }
            Some(_) => {}
            None => refused = true,
        }
    });
    if refused {
        notice(ui, Notice::Wrong, &ctx.locale.text("measured-refused"));
    }
    match &state.measured.trouble {
        Some(Trouble::Length(error)) => {
            notice(ui, Notice::Wrong, &refusal::sentence(ctx.locale, error));
        }
        Some(Trouble::Thread(error)) => {
            notice(ui, Notice::Wrong, &ctx.locale.with("measured-no-thread", &[("why", error.to_string().into())]));
        }
        None => {}
    }
    if state.measured.timings.is_empty() {
        ui.label(RichText::new(ctx.locale.text("measured-how")).font(text::small()).color(palette(ui).text3));
    } else {
        results_ui(ui, ctx, state);
    }
}

fn progress_ui(ui: &mut Ui, ctx: &Context<'_>, state: &CostState) {
    let Some(task) = &state.measured.task else { return };
    let (done, all) = task.progress();
    let said = ctx.locale.with("measured-progress", &[("done", done.to_string().into()), ("all", all.to_string().into())]);
    let part = done as f32 / all.max(1) as f32;
    ui.add(ProgressBar::new(part).desired_width(BAR).desired_height(space::SMALL)).accessible_name(&said);
    ui.label(RichText::new(said).font(text::body()).color(palette(ui).text2));
    let stopping = task.is_stopping();
    if ui.add_enabled(!stopping, Button::secondary(&ctx.locale.text("measured-stop"))).clicked() {
        task.stop();
    }
}

/// How far a point lies off the law.
fn off(residual: f64) -> String {
    format!("{}\u{202F}%", numbers::difference(100.0 * PowerLaw::part(residual), 1))
}

fn results_ui(ui: &mut Ui, ctx: &Context<'_>, state: &CostState) {
    let law = state.measured.law();
    if let Some(law) = &law {
        let residual = off(law.farthest());
        let mut arguments = vec![("exponent", format!("{:.2}", law.exponent).into()), ("residual", residual.into())];
        if let Some(exponent) = curves::predicted_exponent(&state.counts, state) {
            arguments.push(("predicted", format!("{exponent:.2}").into()));
        }
        prose(ui, &ctx.locale.with("measured-law", &arguments));
    }
    let heads = ["measured-n", "measured-seconds", "measured-of-law", "measured-residual", "measured-runs"].map(|key| ctx.locale.text(key));
    let row = |(index, timing): (usize, &Timing)| {
        let of_law = law.as_ref().map_or(TableCell::Empty, |law| TableCell::Digits(numbers::seconds(law.at(timing.n as f64))));
        let residual =
            law.as_ref().and_then(|law| law.residuals.get(index)).map_or(TableCell::Empty, |residual| TableCell::Digits(off(*residual)));
        let cells = vec![
            TableCell::Words(numbers::count(timing.n as u64)),
            TableCell::Digits(numbers::seconds(timing.seconds)),
            of_law,
            residual,
            TableCell::Digits(timing.runs.to_string()),
        ];
        TableRow { cells, sum: false }
    };
    let rows: Vec<TableRow> = state.measured.timings.iter().enumerate().map(row).collect();
    ui.scope(|ui| {
        ui.set_max_width(RESULTS);
        Table::new(&heads, &rows).show(ui);
    });
}
