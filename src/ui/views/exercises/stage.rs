//! The middle: title, statement, what is given, the answers, and the buttons.

use std::sync::Arc;

use eframe::egui::{Align, CentralPanel, Layout, ProgressBar, RichText, ScrollArea, Ui};

use super::sheet::{Sheet, Work};
use super::{answers, given, help};
use crate::experiment::exercises::{Lock, Progress, Screen, Standing, Variant, exercises};
use crate::ui::app::frame;
use crate::ui::context::Context;
use crate::ui::controls::{Button, IntegerField, Notice, notice, prose};
use crate::ui::describe;
use crate::ui::numbers;
use crate::ui::refusal;
use crate::ui::theme::{palette, space, text};
use crate::ui::views::View;
use crate::ui::widgets::ValueLegend;

/// Variants that can be reached by their number.
const VARIANTS: usize = 999_999;

/// Below this width the choice of a variant has a row of its own.
const ONE_ROW: f32 = 560.0;

/// What stands where no exercise is open: how it goes, and a way to begin.
pub fn empty_ui(ui: &mut Ui, ctx: &mut Context<'_>, progress: &Progress) {
    CentralPanel::no_frame().show(ui, |ui| {
        frame::stage(ui).show(ui, |ui| {
            ui.take_available_space();
            ui.label(RichText::new(ctx.locale.text("exercises-heading")).font(text::title()).color(palette(ui).text));
            ui.add_space(space::SMALL);
            prose(ui, &ctx.locale.text("exercises-empty"));
            ui.add_space(space::MEDIUM);
            for way in ["exercises-way-answers", "exercises-way-check", "exercises-way-variants"] {
                ui.horizontal_top(|ui| {
                    ui.label(RichText::new("▸").font(text::body()).color(palette(ui).text3));
                    ui.vertical(|ui| prose(ui, &ctx.locale.text(way)));
                });
                ui.add_space(space::XS);
            }
            ui.add_space(space::MEDIUM);
            let unsolved = exercises().iter().find(|file| progress.standing(&file.name) != Standing::Solved);
            if let Some(file) = unsolved.or_else(|| exercises().first()) {
                let begun = exercises().iter().any(|file| progress.standing(&file.name) != Standing::NotTried);
                let key = if begun { "exercises-go-on" } else { "exercises-begin" };
                let title = super::say(ctx, &file.exercise.title);
                if ui.add(Button::primary(&ctx.locale.with(key, &[("title", title.into())]))).clicked() {
                    super::open(ctx, file, progress.of(&file.name).map_or(0, |record| record.variant));
                }
            }
        });
    });
}

/// Draws the stage; where there is no panel for them, hints and solution stand under the answers.
pub fn stage_ui(ui: &mut Ui, ctx: &mut Context<'_>, progress: &mut Progress, sheet: &mut Sheet, with_help: bool) {
    CentralPanel::no_frame().show(ui, |ui| {
        frame::stage(ui).show(ui, |ui| {
            ui.take_available_space();
            heading_ui(ui, ctx, sheet);
            let narrow = ui.available_width() < ONE_ROW;
            let rows = if narrow { 2.0 } else { 1.0 };
            let below = rows * (space::CONTROL_HEIGHT + space::XL) + space::XL + space::SMALL;
            let mut submitted = false;
            ScrollArea::vertical().id_salt("sheet").auto_shrink(false).max_height(ui.available_height() - below).show(
                ui,
                |ui| match &sheet.work {
                    Work::UnderWay(_) => under_way_ui(ui, ctx, sheet),
                    Work::Failed(why) => {
                        notice(ui, Notice::Wrong, &refusal::exercise(ctx.locale, why));
                    }
                    Work::NoThread(why) => {
                        notice(ui, Notice::Wrong, &ctx.locale.with("refusal-thread", &[("why", why.to_string().into())]));
                    }
                    Work::Stopped => {
                        notice(ui, Notice::Hint, &ctx.locale.text("exercise-stopped"));
                        if ui.add(Button::secondary(&ctx.locale.text("exercise-again"))).clicked() {
                            sheet.again(ui);
                        }
                    }
                    Work::Done(worked) => {
                        for paragraph in super::say(ctx, &worked.statement).split("\n\n") {
                            prose(ui, paragraph);
                            ui.add_space(space::SMALL);
                        }
                        limits_ui(ui, ctx);
                        ui.add_space(space::SMALL);
                        given::given_ui(ui, ctx, sheet);
                        ui.add_space(space::SMALL);
                        submitted = answers::answers_ui(ui, ctx, sheet);
                        if with_help {
                            help::help_ui(ui, ctx, progress, sheet);
                        }
                    }
                },
            );
            ui.add_space(space::SMALL);
            outcome_ui(ui, ctx, progress, sheet);
            let variant = Arc::clone(&sheet.variant);
            ui.horizontal(|ui| {
                check_ui(ui, ctx, progress, sheet, submitted);
                if !narrow {
                    ui.add_space(space::LARGE);
                    variant_ui(ui, ctx, &variant);
                }
            });
            if narrow {
                ui.add_space(space::SMALL);
                ui.horizontal(|ui| variant_ui(ui, ctx, &variant));
            }
        });
    });
}

fn heading_ui(ui: &mut Ui, ctx: &Context<'_>, sheet: &Sheet) {
    let exercise = &sheet.variant.file.exercise;
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.label(RichText::new(super::say(ctx, &exercise.title)).font(text::title()).color(palette(ui).text));
            let source = super::say(ctx, &exercise.source);
            if !source.is_empty() {
                ui.label(RichText::new(source).font(text::small()).color(palette(ui).text3));
            }
        });
        legend_ui(ui, ctx, sheet);
    });
    ui.add_space(space::MEDIUM);
}

fn under_way_ui(ui: &mut Ui, ctx: &Context<'_>, sheet: &Sheet) {
    let Work::UnderWay(task) = &sheet.work else { return };
    notice(ui, Notice::Hint, &ctx.locale.text("exercise-working"));
    ui.add(ProgressBar::new(0.0).animate(!ctx.settings.still).desired_width(space::MODEL_DRAWER).desired_height(space::SMALL));
    if !task.is_stopping() && ui.add(Button::secondary(&ctx.locale.text("exercise-stop"))).clicked() {
        task.stop();
    }
}

/// What is hidden and held fast until the exercise is settled.
fn limits_ui(ui: &mut Ui, ctx: &Context<'_>) {
    let Some(open) = ctx.lab.document().open_exercise().filter(|open| !open.settled) else { return };
    let exercise = &open.variant.file.exercise;
    let views = View::ALL.into_iter().filter(|view| view.screens().iter().any(|screen| exercise.hide.contains(screen)));
    let tokens = exercise.hide.contains(&Screen::Tokens).then(|| ctx.locale.text("exercise-tokens"));
    let views: Vec<String> = views.map(|view| view.title(ctx.locale)).chain(tokens).collect();
    let locks: Vec<String> = exercise.lock.iter().map(|lock: &Lock| refusal::lock(ctx.locale, *lock)).collect();
    for (key, list) in [("exercise-hides", views), ("exercise-locks", locks)] {
        if !list.is_empty() {
            let sentence = ctx.locale.with(key, &[("list", list.join(", ").into())]);
            ui.label(RichText::new(sentence).font(text::small()).color(palette(ui).text3));
        }
    }
}

/// How the whole fared.
fn outcome_ui(ui: &mut Ui, ctx: &Context<'_>, progress: &Progress, sheet: &Sheet) {
    if sheet.is_right() {
        let shown = progress.of(&sheet.variant.file.name).is_some_and(|record| record.shown.contains(&sheet.variant.number));
        notice(ui, Notice::Right, &ctx.locale.text(if shown { "exercise-solved-after-solution" } else { "exercise-solved" }));
    } else if sheet.was_checked() {
        let right = sheet.marked.iter().flatten().filter(|marked| marked.is_right()).count();
        let counts = [("right", right.to_string().into()), ("all", sheet.marked.len().to_string().into())];
        notice(ui, Notice::Hint, &ctx.locale.with("exercise-so-far", &counts));
    } else {
        ui.add_space(space::HIT_TARGET + ui.spacing().item_spacing.y);
    }
}

fn check_ui(ui: &mut Ui, ctx: &mut Context<'_>, progress: &mut Progress, sheet: &mut Sheet, submitted: bool) {
    let ready = matches!(sheet.work, Work::Done(_));
    let check = ui.add_enabled(ready, Button::primary(&ctx.locale.text("exercise-check"))).clicked();
    if ready && (check || submitted) {
        ctx.note_deed();
        let written = !sheet.is_empty();
        let right = sheet.check();
        if written {
            progress.tried(&sheet.variant.file.name, sheet.variant.number, right);
        }
    }
    if ui.add(Button::secondary(&ctx.locale.text("exercise-reset"))).clicked() {
        super::open(ctx, &sheet.variant.file, sheet.variant.number);
    }
}

/// Another variant of the same, drawn or by its number.
fn variant_ui(ui: &mut Ui, ctx: &mut Context<'_>, variant: &Variant) {
    if variant.file.exercise.variables.is_empty() {
        ui.label(RichText::new(ctx.locale.text("exercise-one-variant")).font(text::small()).color(palette(ui).text3));
        return;
    }
    if ui.add(Button::secondary(&ctx.locale.text("exercise-new-variant"))).clicked()
        && let Some(next) = variant.next()
    {
        super::open(ctx, &variant.file, next.number);
    }
    let before = usize::try_from(variant.number).unwrap_or(VARIANTS).min(VARIANTS);
    let mut number = before;
    ui.add(IntegerField::new(&ctx.locale.text("exercise-variant"), &mut number, 0..=VARIANTS));
    if number != before {
        super::open(ctx, &variant.file, number as u64);
    }
}

/// What the fills of the matrices that are given mean, where there is room to say it.
fn legend_ui(ui: &mut Ui, ctx: &Context<'_>, sheet: &Sheet) {
    let Work::Done(worked) = &sheet.work else { return };
    if worked.given.is_empty() || ui.available_width() < space::LEGEND.x + space::XXL + space::LARGE {
        return;
    }
    let probability = worked.given.iter().all(|shown| shown.site.is_some_and(describe::is_probability));
    let limit = given::largest(worked.given.iter().flat_map(|shown| shown.numbers.iter()));
    let colouring = if probability { ctx.probability() } else { ctx.signed(limit) };
    let label = ctx.locale.text(if probability { "legend-weight" } else { "legend-value" });
    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
        ValueLegend::new(colouring, &label, &|value| numbers::fixed(value, numbers::DECIMALS)).show(ui);
    });
}
