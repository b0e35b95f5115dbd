//! Pasting a block of numbers.

use eframe::egui::{Event, Ui, vec2};

use super::background::Background;
use super::grid::Subject;
use super::{Task, WeightsState};
use crate::experiment::Table;
use crate::experiment::matrix_text::{PasteError, parse};
use crate::graph::{Cell, Shape};
use crate::lab::Command;
use crate::ui::context::Context;
use crate::ui::controls::{Button, Notice, TextArea, notice, prose};
use crate::ui::locale::Locale;
use crate::ui::refusal;
use crate::ui::theme::space;

/// A longer text is read without being shown: laying it out would take longer than reading it.
const LONGEST_SHOWN: usize = 1 << 16;

/// The text that is to be pasted.
#[derive(Default)]
pub struct PasteState {
    text: String,
    /// What became of it, read once.
    read: Option<Result<Table, PasteError>>,
    /// Why it was refused.
    refusal: Option<String>,
    /// Whether the field was given the keyboard.
    focused: bool,
}

/// A long text that is being read.
pub struct Reading {
    work: Background<Result<Table, PasteError>>,
    corner: Cell,
}

/// Puts a pasted text into the weight, its first number at the first chosen cell. What cannot be read, or does not fit, goes to
/// the card, with the reason beside it.
pub fn insert(ui: &Ui, ctx: &mut Context<'_>, state: &mut WeightsState, subject: &Subject, text: &str) {
    if text.len() <= LONGEST_SHOWN {
        finish(ctx, state, subject, corner(subject), parse(text), text.to_owned());
    } else {
        let text = text.to_owned();
        state.reading = Background::start(ui, move || parse(&text)).map(|work| Reading { work, corner: corner(subject) });
    }
}

/// Puts a long text into the weight once it has been read.
pub fn poll(ctx: &mut Context<'_>, state: &mut WeightsState, subject: &Subject) {
    let Some(Reading { work, corner }) = &state.reading else { return };
    let corner = *corner;
    if let Some(result) = work.poll() {
        state.reading = None;
        if let Ok(read) = result {
            finish(ctx, state, subject, corner, read, String::new());
        }
    }
}

fn finish(ctx: &mut Context<'_>, state: &mut WeightsState, subject: &Subject, corner: Cell, read: Result<Table, PasteError>, text: String) {
    let refusal = match &read {
        Ok(table) => put(ctx, state, subject, corner, table).err(),
        Err(error) => Some(sentence(ctx.locale, error)),
    };
    if refusal.is_some() {
        state.task = Task::Paste(PasteState { text, read: Some(read), refusal, focused: false });
        state.reveal_card = true;
    }
}

/// Asks for the block, and chooses it; or says why it cannot be.
fn put(ctx: &mut Context<'_>, state: &mut WeightsState, subject: &Subject, corner: Cell, table: &Table) -> Result<(), String> {
    let site = ctx.prepared().graph.node(subject.id).site;
    let block = subject.block().filter(|_| table.shape().cells() == 1);
    // One number is meant for every chosen cell.
    let table = block
        .map_or_else(|| table.clone(), |block| Table(ndarray::Array2::from_elem((block.rows.len(), block.columns.len()), table.0[(0, 0)])));
    let Shape { rows, columns } = table.shape();
    let command = Command::SetCells(site, corner, Box::new(table));
    ctx.lab.would(&command).map_err(|error| refusal::sentence(ctx.locale, &error))?;
    ctx.send(command);
    ctx.send(Command::Select(site));
    ctx.send(Command::SelectCell(Some(corner)));
    let last = Cell::new(corner.row + rows - 1, corner.column + columns - 1);
    state.corner = Some((site, corner, last)).filter(|_| last != corner);
    Ok(())
}

/// Where a block begins: at the first chosen cell.
fn corner(subject: &Subject) -> Cell {
    let chosen = subject.chosen.unwrap_or(Cell::new(0, 0));
    subject.corner.map_or(chosen, |corner| Cell::new(chosen.row.min(corner.row), chosen.column.min(corner.column)))
}

/// Draws the card; whether it is done with.
pub fn paste_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut WeightsState, subject: &Subject) -> bool {
    if let Some(text) = long_paste(ui) {
        insert(ui, ctx, state, subject, &text);
    }
    let Task::Paste(paste) = &mut state.task else { return true };
    let (mut wanted, mut done) = (None, false);
    let corner = corner(subject);
    ui.horizontal_top(|ui| {
        let width = ((ui.available_width() - space::LARGE) / 2.0).floor();
        let size = vec2(width, ui.available_height());
        let (name, hint) = (ctx.locale.text("paste-name"), ctx.locale.text("paste-hint"));
        let field = ui.add(TextArea::new(&name, &mut paste.text, size).hint(&hint).refused(paste.refusal.is_some()));
        if !std::mem::replace(&mut paste.focused, true) {
            field.request_focus();
        }
        if field.changed() {
            paste.read = (!paste.text.trim().is_empty()).then(|| parse(&paste.text));
            paste.refusal = match &paste.read {
                Some(Err(error)) => Some(sentence(ctx.locale, error)),
                // One number is meant for every chosen cell; a block must have its room.
                Some(Ok(table)) if table.shape().cells() > 1 => {
                    let site = ctx.prepared().graph.node(subject.id).site;
                    let command = Command::SetCells(site, corner, Box::new(table.clone()));
                    ctx.lab.would(&command).err().map(|error| refusal::sentence(ctx.locale, &error))
                }
                _ => None,
            };
        }
        ui.add_space(space::LARGE);
        ui.vertical(|ui| {
            // Over what is said of the text, which may be of any height.
            ui.horizontal(|ui| {
                let ready = paste.read.as_ref().and_then(|read| read.as_ref().ok());
                if ui.add_enabled(ready.is_some(), Button::primary(&ctx.locale.text("paste-insert"))).clicked() {
                    wanted = ready.cloned();
                }
                done = ui.add(Button::secondary(&ctx.locale.text("weights-close"))).clicked();
            });
            ui.add_space(space::SMALL);
            match (&paste.refusal, &paste.read) {
                (Some(refusal), _) => drop(notice(ui, Notice::Wrong, refusal)),
                (None, Some(Ok(table))) => drop(notice(ui, Notice::Right, &found(ctx.locale, table.shape(), corner))),
                _ => drop(prose(ui, &ctx.locale.text("paste-forms"))),
            }
        });
    });
    if let Some(table) = wanted {
        match put(ctx, state, subject, corner, &table) {
            Ok(()) => done = true,
            Err(why) => {
                if let Task::Paste(paste) = &mut state.task {
                    paste.refusal = Some(why);
                }
            }
        }
    }
    done
}

/// Takes a long text away from the field it would be pasted into.
fn long_paste(ui: &Ui) -> Option<String> {
    ui.input_mut(|input| {
        let long = |event: &Event| matches!(event, Event::Paste(text) if text.len() > LONGEST_SHOWN);
        let at = input.events.iter().position(long)?;
        match input.events.remove(at) {
            Event::Paste(text) => Some(text),
            _ => None,
        }
    })
}

/// How large the block is, and where it goes.
fn found(locale: &Locale, shape: Shape, corner: Cell) -> String {
    let to = Cell::new(corner.row + shape.rows - 1, corner.column + shape.columns - 1);
    let arguments = [("shape", shape.to_string().into()), ("from", corner.to_string().into()), ("to", to.to_string().into())];
    locale.with("paste-found", &arguments)
}

/// Why a text is not a matrix, in the language of the window.
fn sentence(locale: &Locale, error: &PasteError) -> String {
    let place = |row: &usize, number: &usize| [("row", row.to_string().into()), ("number", number.to_string().into())];
    let quoting = |key: &str, row: &usize, number: &usize, text: &String| {
        let [row, number] = place(row, number);
        locale.with(key, &[row, number, ("text", text.clone().into())])
    };
    match error {
        PasteError::Empty => locale.text("paste-empty"),
        PasteError::Ragged { row, got, expected } => locale
            .with("paste-ragged", &[("row", row.to_string().into()), ("got", (*got).into()), ("expected", expected.to_string().into())]),
        PasteError::NotANumber { row, number, text } => quoting("paste-not-a-number", row, number, text),
        PasteError::Missing { row, number } => locale.with("paste-missing", &place(row, number)),
        PasteError::MixedDecimals { row, number, text } => quoting("paste-mixed-decimals", row, number, text),
        PasteError::Stray { text } => locale.with("paste-stray", &[("text", text.clone().into())]),
        PasteError::Unclosed(bracket) => locale.with("paste-unclosed", &[("bracket", bracket.to_string().into())]),
        PasteError::Abbreviated => locale.text("paste-abbreviated"),
        PasteError::Several(count) => locale.with("paste-several", &[("count", count.to_string().into())]),
    }
}
