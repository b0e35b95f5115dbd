//! The stage: the question, both sides, what was seen, and the numbers that it was seen from.

use std::sync::Arc;
use std::time::Duration;

use eframe::egui::{RichText, Spinner, Ui};

use super::comparing::{Comparison, Found, Halt, Question};
use super::headline::Sides;
use super::sides::{self, Source};
use super::{Asked, CompareState, Kept, curves, headline, pairs, sentences, toolbar, values};
use crate::experiment::Experiment;
use crate::experiment::comparison::Measure;
use crate::ui::context::Context;
use crate::ui::controls::{Button, Notice, choice, notice, prose};
use crate::ui::refusal;
use crate::ui::theme::{palette, space, text};

/// So often a comparison under way is looked at.
const GLANCE: Duration = Duration::from_millis(100);

/// From this width on the choice of the measure stands beside the question.
const ONE_LINE: f32 = 860.0;
/// What the choice of a side takes beside its text: its letter, and its margins.
const PICKER: f32 = 80.0;

/// Draws the stage, which is `height` high where it does not scroll.
pub fn stage_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut CompareState, height: f32) {
    let Some(asked) = state.asked.clone() else {
        empty_ui(ui, ctx);
        return;
    };
    let top = ui.cursor().top();
    let title = asked.pair.map_or_else(|| ctx.locale.text("compare-any-two"), |pair| pairs::question(ctx, pair));
    let both = asked.sides.each_ref().map(|source| state.files.experiment(ctx.lab, source).ok());
    let heading = RichText::new(title).font(text::title()).color(palette(ui).text);
    if ui.available_width() >= ONE_LINE {
        ui.horizontal(|ui| {
            ui.label(heading);
            ui.add_space(space::XL);
            measure_ui(ui, ctx, state, &both);
        });
    } else {
        ui.label(heading);
        ui.add_space(space::XS);
        ui.horizontal(|ui| measure_ui(ui, ctx, state, &both));
    }
    ui.add_space(space::XS);
    if asked.pair.is_none() {
        pickers_ui(ui, ctx, state);
        told_ui(ui, ctx, state, &both);
    }
    for (source, letter) in asked.sides.iter().zip(["A", "B"]) {
        if let Err(error) = state.files.experiment(ctx.lab, source) {
            let sentence = format!("{letter}: {}", refusal::sentence(ctx.locale, error));
            notice(ui, Notice::Wrong, &sentence);
        }
    }
    let Some((question, experiments)) = state.question(ctx.lab) else { return };
    let known = state.comparisons.known(&question);
    // A pair answers as soon as it is chosen; what two others take is not known.
    let at_once = asked.pair.is_some() && known.is_none() && state.comparisons.halt.is_none();
    if at_once && state.comparisons.progress(&question).is_none() {
        start(ui, ctx, state, question.clone(), experiments.clone());
    }
    ui.add_space(space::SMALL);
    let choices = state.differing.of(ctx.locale, &experiments);
    // A number measured of others does not stand under these names.
    let current = known.as_deref().filter(|known| known.is_of(&experiments));
    let found = current.and_then(|known| known.found.as_ref().ok());
    let sides = Sides { question: &question, experiments: &experiments, found, choices: &choices };
    headline::sides_ui(ui, ctx, &sides, height, &mut state.all_choices);
    ui.add_space(space::MEDIUM);
    progress_ui(ui, ctx, state, &question, &experiments, known.as_deref());
    let Some(known) = known else { return };
    match &known.found {
        Ok(found) => found_ui(ui, ctx, state, &question, &known, found, (top, height)),
        Err(error) => {
            notice(ui, Notice::Wrong, &sentences::refused(ctx.locale, error));
        }
    }
}

fn empty_ui(ui: &mut Ui, ctx: &Context<'_>) {
    ui.label(RichText::new(ctx.locale.text("compare-heading")).font(text::title()).color(palette(ui).text));
    ui.add_space(space::SMALL);
    for key in ["compare-empty", "compare-empty-two"] {
        prose(ui, &ctx.locale.text(key));
        ui.add_space(space::SMALL);
    }
}

/// The choice of both sides.
fn pickers_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut CompareState) {
    let Some(asked) = &mut state.asked else { return };
    let offered = sides::offered(ctx, &asked.sides);
    let options: Vec<(usize, &str)> = offered.iter().enumerate().map(|(index, (_, name))| (index, name.as_str())).collect();
    let mut changed: Option<[Source; 2]> = None;
    let mut pick = |ui: &mut Ui, side: usize, letter: &str| {
        let mut index = offered.iter().position(|(source, _)| *source == asked.sides[side]).unwrap_or(0);
        if choice(ui, letter, &mut index, &options).changed()
            && let Some((source, _)) = offered.get(index)
        {
            let mut sides = asked.sides.clone();
            sides[side] = source.clone();
            changed = Some(sides);
        }
    };
    let width = |name: &str| ui.painter().layout_no_wrap(name.to_owned(), text::strong(), palette(ui).text).size().x;
    let widest = offered.iter().map(|(_, name)| width(name)).fold(0.0, f32::max);
    if ui.available_width() >= 2.0 * (widest + PICKER) {
        ui.horizontal(|ui| {
            pick(ui, 0, "A");
            ui.add_space(space::MEDIUM);
            pick(ui, 1, "B");
        });
    } else {
        ui.horizontal(|ui| pick(ui, 0, "A"));
        ui.horizontal(|ui| pick(ui, 1, "B"));
    }
    if let Some(sides) = changed {
        // A measure chosen for two others may not fit.
        state.ask(Some(Asked { pair: None, sides, measure: None }));
    }
}

/// What became of B when another experiment was opened.
fn told_ui(ui: &mut Ui, ctx: &Context<'_>, state: &CompareState, both: &[Option<Arc<Experiment>>; 2]) {
    let (Some(kept), Some(asked), [_, Some(b)]) = (state.told, &state.asked, both) else { return };
    let name = sides::title(ctx, &asked.sides[1], b);
    let said = match kept {
        Kept::Same => ctx.locale.with("compare-pinned", &[("name", name.into())]),
        Kept::Other => ctx.locale.text("compare-not-pinned"),
    };
    notice(ui, Notice::Hint, &said);
}

/// The choice of what is measured.
fn measure_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut CompareState, both: &[Option<Arc<Experiment>>; 2]) {
    let (Some(asked), [Some(a), Some(b)]) = (&state.asked, both) else { return };
    let fitting = super::names::measure(ctx.locale, Measure::of(a, b));
    let automatic = ctx.locale.with("compare-automatic", &[("measure", fitting.into())]);
    let named = Measure::ALL.map(|measure| (Some(measure), super::names::measure(ctx.locale, measure)));
    let options: Vec<(Option<Measure>, &str)> =
        [(None, automatic.as_str())].into_iter().chain(named.iter().map(|(measure, name)| (*measure, name.as_str()))).collect();
    let mut measure = asked.measure;
    let name = ctx.locale.text("compare-measured");
    if choice(ui, &name, &mut measure, &options).changed() {
        let asked = Asked { measure, ..asked.clone() };
        state.ask(Some(asked));
    }
}

fn start(ui: &Ui, ctx: &Context<'_>, state: &mut CompareState, question: Question, experiments: [Arc<Experiment>; 2]) {
    let wake = ui.ctx().clone();
    state.comparisons.start(ctx.lab, question, experiments, Arc::new(move || wake.request_repaint()));
}

/// What is under way, or what can be done.
fn progress_ui(
    ui: &mut Ui,
    ctx: &Context<'_>,
    state: &mut CompareState,
    question: &Question,
    experiments: &[Arc<Experiment>; 2],
    known: Option<&Comparison>,
) {
    if let Some((values, stopping)) = state.comparisons.progress(question) {
        ui.ctx().request_repaint_after(GLANCE);
        ui.horizontal(|ui| {
            let said = ctx.locale.with("compare-running", &[("values", crate::ui::numbers::count(values as u64).into())]);
            ui.add(Spinner::new().size(space::LARGE)).accessible_name(&said);
            ui.label(RichText::new(said).font(text::body()).color(palette(ui).text2));
            if ui.add_enabled(!stopping, Button::secondary(&ctx.locale.text("compare-stop"))).clicked() {
                state.comparisons.stop();
            }
        });
        return;
    }
    let stale = known.is_some_and(|known| !known.is_of(experiments));
    if stale {
        notice(ui, Notice::Warning, &ctx.locale.text("compare-stale"));
    }
    if state.comparisons.was_stopped(question) {
        notice(ui, Notice::Hint, &ctx.locale.text("compare-stopped"));
    }
    if let Some(Halt::Thread(error)) = &state.comparisons.halt {
        notice(ui, Notice::Wrong, &ctx.locale.with("measured-no-thread", &[("why", error.to_string().into())]));
    }
    if stale || known.is_none() {
        if ui.add(Button::primary(&ctx.locale.text("compare-start"))).clicked() {
            state.files.forget();
            start(ui, ctx, state, question.clone(), experiments.clone());
        }
        ui.add_space(space::SMALL);
    }
}

fn found_ui(
    ui: &mut Ui,
    ctx: &mut Context<'_>,
    state: &mut CompareState,
    question: &Question,
    known: &Comparison,
    found: &Found,
    within: (f32, f32),
) {
    prose(ui, &sentences::seen(ctx.locale, &found.finding.seen));
    headline::overflows_ui(ui, ctx, question, &found.finding.seen, &known.experiments);
    ui.add_space(space::SMALL);
    let curves = curves::of(&found.finding, state.quantity);
    toolbar::toolbar_ui(ui, ctx, state, found, &curves);
    ui.add_space(space::SMALL);
    let room = within.1 - (ui.cursor().top() - within.0);
    match &found.values {
        Some(both) if toolbar::form(state, found) == super::Form::Table => values::values_ui(ui, ctx, state, question, both, room),
        _ => curves::curves_ui(ui, ctx, state, found, &curves, room),
    }
}
