//! The questions, each with a field for its answer and a word on how it fared.

use eframe::egui::{Align, Key, RichText, Ui, vec2};

use super::grid::{self, Names};
use super::sheet::{Draft, Sheet, Work, fared};
use super::words;
use crate::experiment::exercises::{Asked, Kind, Marked, Worked};
use crate::lab::{Axis, axes};
use crate::ui::context::Context;
use crate::ui::controls::{AnswerField, Notice, Radio, notice};
use crate::ui::theme::{palette, space, text};

/// Widths of fields of one line.
const NUMBER: f32 = 144.0;
const WORDS: f32 = 320.0;

/// Draws all questions; whether Enter asked to look at the answers.
pub fn answers_ui(ui: &mut Ui, ctx: &Context<'_>, sheet: &mut Sheet) -> bool {
    let Work::Done(worked) = &sheet.work else { return false };
    let mut submitted = false;
    for (number, ((asked, draft), marked)) in (1..).zip(worked.asked.iter().zip(&mut sheet.drafts).zip(&mut sheet.marked)) {
        let label =
            if worked.asked.len() > 1 { format!("{number}. {}", super::say(ctx, &asked.label)) } else { super::say(ctx, &asked.label) };
        ui.label(RichText::new(&label).font(text::strong()).color(palette(ui).text));
        let convention = super::say(ctx, &asked.convention);
        if !convention.is_empty() {
            ui.label(RichText::new(convention).font(text::small()).color(palette(ui).text3));
        }
        let done = field_ui(ui, ctx, worked, asked, &label, draft, marked.as_ref());
        submitted |= done.1;
        if done.0 {
            // What was said of an answer is not true of another one.
            *marked = None;
        }
        if let Some(marked) = marked {
            let verdict = ui.scope(|ui| verdict_ui(ui, ctx, worked, asked, draft, marked)).response;
            if sheet.reveal == Some(number - 1) {
                sheet.reveal = None;
                verdict.scroll_to_me(Some(Align::Max));
            }
        }
        ui.add_space(space::LARGE);
    }
    submitted
}

/// The field of one answer; whether it was changed, and whether Enter was pressed in it.
fn field_ui(
    ui: &mut Ui,
    ctx: &Context<'_>,
    worked: &Worked,
    asked: &Asked,
    label: &str,
    draft: &mut Draft,
    marked: Option<&Marked>,
) -> (bool, bool) {
    match draft {
        Draft::Cells(cells) => {
            let (rows, columns) = axis_names(worked, asked);
            let single = asked.kind == Kind::Vector;
            let row = |row: usize| if single { String::new() } else { rows(row) };
            let output = grid::grid_ui(ui, &Names { grid: label, row: &row, column: &columns }, cells, marked);
            (output.changed, output.submitted)
        }
        Draft::Line(line) => {
            let words = asked.kind != Kind::Number;
            let hint = match asked.kind {
                Kind::Token => ctx.locale.text("exercise-token-hint"),
                Kind::Tokens => ctx.locale.text("exercise-tokens-hint"),
                _ => String::new(),
            };
            let line_is_empty = line.trim().is_empty();
            let name = ctx.locale.with("exercise-answer", &[("question", label.to_owned().into())]);
            let field = AnswerField::new(&name, line, ui.make_persistent_id(("answer", label)));
            let looked_at = marked.filter(|marked| !marked.is_incomplete() || (!words && !line_is_empty));
            let field = field.right(looked_at.map(Marked::is_right));
            let field = if words { field.words(&hint) } else { field };
            let response = field.show(ui, vec2(if words { WORDS } else { NUMBER }, space::CONTROL_HEIGHT));
            (response.changed(), response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)))
        }
        Draft::Choice(chosen) => {
            let mut changed = false;
            ui.scope(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for (index, option) in asked.options.iter().enumerate() {
                    let selected = *chosen == Some(index);
                    let right = if selected { fared(marked, 0, 0) } else { None };
                    if ui.add(Radio::new(&super::say(ctx, option), selected).right(right)).clicked() && !selected {
                        *chosen = Some(index);
                        changed = true;
                    }
                }
            });
            (changed, false)
        }
    }
}

/// What is said of an answer that was looked at.
fn verdict_ui(ui: &mut Ui, ctx: &Context<'_>, worked: &Worked, asked: &Asked, draft: &Draft, marked: &Marked) {
    if marked.is_right() {
        notice(ui, Notice::Right, &ctx.locale.text("exercise-right"));
        return;
    }
    let (rows, columns) = axis_names(worked, asked);
    let kind = if marked.is_incomplete() { Notice::Warning } else { Notice::Wrong };
    notice(ui, kind, &words::what_differs(ctx, asked, marked, draft, &rows, &columns));
    if let Some(remark) = &marked.remark {
        notice(ui, Notice::Hint, &words::remark(ctx, remark));
    }
}

/// What rows and columns of an answer are called: as those of its site, or else by number.
pub fn axis_names<'a>(worked: &'a Worked, asked: &Asked) -> (impl Fn(usize) -> String + 'a, impl Fn(usize) -> String + 'a) {
    let prepared = &worked.prepared;
    let found = asked.site.and_then(|site| prepared.graph.find(site)).map(|id| axes(prepared, id));
    let named = move |axis: Option<Axis>| {
        move |index: usize| match axis {
            Some(axis) if axis != Axis::Single => axis.label(prepared, index),
            _ => index.to_string(),
        }
    };
    (named(found.map(|(rows, _)| rows)), named(found.map(|(_, columns)| columns)))
}
