//! Hints, one after the other, and the solution with the way to its numbers.

use eframe::egui::{RichText, ScrollArea, Ui, Vec2, vec2};

use super::given;
use super::sheet::{Sheet, Work};
use crate::experiment::exercises::{Answer, Asked, Kind, Progress, Shown, Value, Worked};
use crate::graph::Cell;
use crate::ui::app::Action;
use crate::ui::context::Context;
use crate::ui::controls::{Button, ListRow, Notice, notice, prose, section};
use crate::ui::describe;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::GridState;

/// Height of a matrix of the solution, at most.
const MATRIX: f32 = 320.0;

/// Draws both in a panel of their own.
pub fn panel_ui(ui: &mut Ui, ctx: &mut Context<'_>, progress: &mut Progress, sheet: &mut Sheet) {
    ScrollArea::vertical().id_salt("help").auto_shrink(false).show(ui, |ui| help_ui(ui, ctx, progress, sheet));
}

/// Draws both.
pub fn help_ui(ui: &mut Ui, ctx: &mut Context<'_>, progress: &mut Progress, sheet: &mut Sheet) {
    let Sheet { work: Work::Done(worked), variant, hints, solution, grids, measured, .. } = sheet else { return };
    section(ui, &ctx.locale.text("exercise-hints"));
    for (number, hint) in (1..).zip(worked.hints.iter().take(*hints)) {
        prose(ui, &format!("{number}. {}", super::say(ctx, hint)));
        ui.add_space(space::SMALL);
    }
    let all = worked.hints.len();
    if *hints < all {
        let counts = [("number", (*hints + 1).to_string().into()), ("all", all.to_string().into())];
        if ui.add(Button::secondary(&ctx.locale.with("exercise-hint", &counts))).clicked() {
            *hints += 1;
        }
    } else {
        let said = if all == 0 { "exercise-no-hints" } else { "exercise-no-more-hints" };
        ui.label(RichText::new(ctx.locale.text(said)).font(text::small()).color(palette(ui).text3));
    }
    ui.add_space(space::XL);
    section(ui, &ctx.locale.text("exercise-solution"));
    if *solution {
        solution_ui(ui, ctx, worked, grids, measured);
    } else {
        if ui.add(Button::secondary(&ctx.locale.text("exercise-show-solution"))).clicked() {
            *solution = true;
            progress.shown(&variant.file.name, variant.number);
        }
        ui.add_space(space::XS);
        let solved = progress.of(&variant.file.name).is_some_and(|record| record.solved.contains(&variant.number));
        if !solved {
            ui.label(RichText::new(ctx.locale.text("exercise-solution-counts")).font(text::small()).color(palette(ui).text3));
        }
    }
}

fn solution_ui(ui: &mut Ui, ctx: &mut Context<'_>, worked: &Worked, grids: &mut [GridState], measured: &mut [Option<Vec2>]) {
    prose(ui, &super::say(ctx, &worked.solution));
    ui.add_space(space::MEDIUM);
    let first = worked.given.len();
    for (index, asked) in worked.asked.iter().enumerate() {
        ui.label(RichText::new(super::say(ctx, &asked.label)).font(text::small()).color(palette(ui).text3));
        match &asked.answer {
            Answer::Numbers(numbers) if asked.kind != Kind::Number => {
                if let (Some(grid), Some(measured)) = (grids.get_mut(first + index), measured.get_mut(first + index)) {
                    let shown = Shown { name: String::new(), numbers: numbers.clone(), site: asked.site };
                    let limit = given::largest(numbers.iter());
                    let room = vec2(ui.available_width(), MATRIX);
                    ui.push_id(index, |ui| given::matrix_ui(ui, given::matrix_view(ctx, worked, &shown, limit), grid, measured, room));
                }
            }
            _ => {
                ui.label(RichText::new(in_words(ctx, asked)).font(text::strong()).color(palette(ui).text));
            }
        }
        ui.add_space(space::SMALL);
    }
    if worked.sites.is_empty() {
        return;
    }
    ui.add_space(space::SMALL);
    section(ui, &ctx.locale.text("exercise-where"));
    if ctx.lab.document().is_changed() {
        notice(ui, Notice::Warning, &ctx.locale.text("exercise-changed"));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    for site in &worked.sites {
        let Some(id) = worked.prepared.graph.find(*site) else { continue };
        let name = describe::words(ctx.locale, &worked.prepared, id).name;
        let place = describe::place(ctx.locale, worked.prepared.graph.node(id).site.scope);
        if ui.add(ListRow::new(&format!("▸ {name}"), false)).on_hover_text(format!("{place}\n{site}")).clicked() {
            ctx.act(Action::Show(*site, Cell::new(0, 0)));
        }
    }
}

fn in_words(ctx: &Context<'_>, asked: &Asked) -> String {
    match &asked.answer {
        Answer::Choice(choice) => asked.options.get(*choice).map_or_else(String::new, |option| super::say(ctx, option)),
        answer => Value::from(answer.clone()).written(None),
    }
}
