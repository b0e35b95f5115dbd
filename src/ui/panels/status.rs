//! The line at the bottom: what ran, how long, in which precision, and what is wrong.

use std::time::Duration;

use eframe::egui::{Align, Layout, Popup, ProgressBar, RichText, Ui, vec2};

use crate::graph::{Trouble, Warning};
use crate::lab::{Command, RunState, SlopeState};
use crate::transformer::Precision;
use crate::ui::app::{Action, Message, Settings};
use crate::ui::context::Context;
use crate::ui::controls::{Button, Notice, notice_line};
use crate::ui::describe;
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::views::View;

/// Between the parts of the line.
const SEPARATOR: &str = " · ";
/// The part of the room that a sentence gets beside a warning.
const TOLD: f32 = 0.55;

/// Width of a sentence that is told in full over the line.
const WHOLE: f32 = 640.0;

/// Draws the line.
pub fn status_ui(ui: &mut Ui, ctx: &mut Context<'_>, message: &mut Option<Message>) {
    ui.horizontal_centered(|ui| {
        run_ui(ui, ctx);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            inspector_ui(ui, ctx);
            let warned = ctx.lab.outcome().is_some_and(|outcome| !outcome.values.warnings().is_empty());
            if let Some(told) = message {
                // Neither hides the other.
                let room = ui.available_width() * if warned { TOLD } else { 1.0 };
                let size = vec2(room, ui.available_height());
                let layout = Layout::right_to_left(Align::Center);
                let closed = ui.allocate_ui_with_layout(size, layout, |ui| told_ui(ui, ctx, told)).inner;
                if closed {
                    *message = None;
                }
            }
            warnings_ui(ui, ctx);
        });
    });
}

/// Draws a sentence and the button that closes it; whether it goes.
fn told_ui(ui: &mut Ui, ctx: &Context<'_>, told: &mut Message) -> bool {
    let kind = if told.refusal { Notice::Wrong } else { Notice::Hint };
    let closed = ui.add(Button::sign("✕", &ctx.locale.text("status-close"))).clicked();
    let line = notice_line(ui, kind, &told.text);
    // What does not fit into the line is told in full over it.
    Popup::from_toggle_button_response(&line).show(|ui| {
        ui.set_max_width(WHOLE.min(ui.content_rect().width() - space::XXL));
        ui.label(RichText::new(&told.text).font(text::body()).color(palette(ui).text));
    });
    let over = told.left(ui.input(|input| input.time)).is_some_and(|left| {
        ui.request_repaint_after(Duration::from_secs_f64(left.max(0.0)));
        left <= 0.0
    });
    closed || over
}

/// Folds what is said of the chosen value, where it stands at the bottom.
fn inspector_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let window = ui.content_rect().size();
    if Settings::inspector_beside(window.x) || !ctx.settings.view.has_inspector() {
        return;
    }
    let open = ctx.settings.inspector_in(window);
    if ui.add(Button::secondary(&ctx.locale.text(if open { "status-close-inspector" } else { "status-open-inspector" }))).clicked() {
        ctx.act(Action::Inspector);
    }
}

fn run_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let p = palette(ui);
    let say = |ui: &mut Ui, text_: String| ui.label(RichText::new(text_).font(text::small()).color(p.text3));
    if let Some(progress) = ctx.lab.preparing() {
        if ctx.lab.is_stopping() {
            say(ui, ctx.locale.text("status-stopping"));
            return;
        }
        say(ui, ctx.locale.text("status-preparing"));
        return progress_ui(ui, ctx, progress);
    }
    match ctx.lab.run_state().clone() {
        RunState::Running => {
            say(ui, ctx.locale.text("status-running"));
            progress_ui(ui, ctx, ctx.lab.progress());
            if ctx.lab.outcome().is_some() {
                notice_line(ui, Notice::Warning, &ctx.locale.text("status-stale"));
            }
        }
        RunState::Done if *ctx.lab.slopes().state() == SlopeState::Running => {
            say(ui, ctx.locale.text("gradient-running"));
            progress_ui(ui, ctx, ctx.lab.progress());
        }
        RunState::Done => {
            let Some(outcome) = ctx.lab.outcome() else { return };
            let precision = match outcome.prepared.experiment.model.precision {
                Precision::F32 => "f32",
                Precision::F64 => "f64",
            };
            let milliseconds = outcome.duration.as_secs_f64() * 1e3;
            let nodes = outcome.prepared.graph.len() as u64;
            let done = ctx.locale.with(
                "status-done",
                &[
                    ("nodes", numbers::count(nodes).into()),
                    ("time", numbers::fixed(milliseconds, if milliseconds < 10.0 { 2 } else { 0 }).into()),
                    ("precision", precision.into()),
                ],
            );
            let parts: Vec<String> = [done].into_iter().chain(parameters(ctx)).collect();
            say(ui, parts.join(SEPARATOR));
        }
        RunState::Stopped => {
            notice_line(ui, Notice::Warning, &ctx.locale.text("status-stopped"));
        }
        RunState::Failed(why) => {
            notice_line(ui, Notice::Wrong, &why);
        }
        RunState::Counted => {
            let parts: Vec<String> = parameters(ctx).into_iter().chain([ctx.locale.text("status-counted")]).collect();
            say(ui, parts.join(SEPARATOR));
        }
    }
}

/// How many parameters the model has; an exercise on what it costs asks for it.
fn parameters(ctx: &Context<'_>) -> Option<String> {
    let count = ctx.prepared().graph.parameters() as u64;
    (!ctx.hides(View::Cost)).then(|| ctx.locale.with("status-parameters", &[("parameters", numbers::count(count).into())]))
}

/// How far it is, and the way to stop it.
fn progress_ui(ui: &mut Ui, ctx: &mut Context<'_>, (done, all): (usize, usize)) {
    ui.add(ProgressBar::new(done as f32 / all.max(1) as f32).desired_width(space::MODEL_DRAWER / 2.0).desired_height(space::SMALL));
    if ui.add(Button::secondary(&ctx.locale.text("status-stop"))).clicked() {
        ctx.send(Command::Stop);
    }
}

/// What is wrong in the run, each a way to its place.
fn warnings_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let Some(outcome) = ctx.lab.outcome().cloned() else { return };
    let warnings = outcome.values.warnings();
    let Some(first) = warnings.first() else { return };
    let all: Vec<String> = warnings.iter().map(|warning| sentence(ctx, warning)).collect();
    // The first is the one that the others follow from.
    let more = warnings.len() - 1;
    let told = if more == 0 {
        all[0].clone()
    } else {
        ctx.locale.with("warning-more", &[("first", all[0].clone().into()), ("count", more.into())])
    };
    if notice_line(ui, Notice::Warning, &told).on_hover_text(all.join("\n")).clicked() {
        ctx.send(Command::Select(first.site));
        if let Trouble::NotANumber(cell) | Trouble::Infinite(cell) = first.trouble {
            ctx.send(Command::SelectCell(Some(cell)));
        }
        ctx.open(View::Steps);
    }
}

fn sentence(ctx: &Context<'_>, warning: &Warning) -> String {
    let site = describe::full_name(ctx.locale, ctx.prepared(), warning.site);
    match &warning.trouble {
        Trouble::NotANumber(cell) => ctx.locale.with("warning-nan", &[("site", site.into()), ("cell", cell.to_string().into())]),
        Trouble::Infinite(cell) => ctx.locale.with("warning-infinite", &[("site", site.into()), ("cell", cell.to_string().into())]),
        Trouble::BlindQueries(rows) => {
            let count = rows.len();
            let rows: Vec<String> = rows.iter().take(4).map(ToString::to_string).collect();
            ctx.locale.with("warning-blind", &[("site", site.into()), ("count", count.into()), ("rows", rows.join(", ").into())])
        }
    }
}
