//! What enters, as text.

use eframe::egui::Ui;

use crate::experiment::{Input, Sequence};
use crate::lab::Command;
use crate::ui::context::Context;
use crate::ui::controls::{TextField, section};
use crate::ui::theme::space;

/// What is being typed.
#[derive(Default)]
pub struct InputState {
    source: Typed,
    target: Typed,
}

#[derive(Default)]
struct Typed {
    /// What the experiment says, as text.
    from: String,
    text: String,
    refusal: Option<String>,
}

/// Draws the fields for source and target, where they are texts.
pub fn input_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut InputState) {
    let input = ctx.lab.document().experiment().input.clone();
    if written(input.source.as_ref()).is_none() && written(input.target.as_ref()).is_none() {
        return;
    }
    section(ui, &ctx.locale.text("drawer-input"));
    if let Some(text) = field_ui(ui, ctx, "drawer-source", input.source.as_ref(), &mut state.source) {
        send(ctx, Input { source: Some(text), ..input.clone() }, &mut state.source);
    }
    if let Some(text) = field_ui(ui, ctx, "drawer-target", input.target.as_ref(), &mut state.target) {
        send(ctx, Input { target: Some(text), ..input.clone() }, &mut state.target);
    }
    ui.add_space(space::SMALL);
}

fn written(sequence: Option<&Sequence>) -> Option<String> {
    match sequence {
        Some(Sequence::Text(text)) => Some(text.clone()),
        Some(Sequence::Tokens(tokens)) => Some(tokens.join(" ")),
        Some(Sequence::Vectors { .. } | Sequence::Length(_)) | None => None,
    }
}

fn field_ui(ui: &mut Ui, ctx: &Context<'_>, name: &str, sequence: Option<&Sequence>, typed: &mut Typed) -> Option<Sequence> {
    let text = written(sequence)?;
    if typed.from != text {
        *typed = Typed { from: text.clone(), text, refusal: None };
    }
    let width = ui.available_width();
    let field = ui.add(TextField::new(&ctx.locale.text(name), &mut typed.text, width).refused(typed.refusal.as_deref()));
    if !field.changed() {
        return None;
    }
    Some(match sequence {
        Some(Sequence::Tokens(_)) => Sequence::Tokens(typed.text.split_whitespace().map(str::to_owned).collect()),
        _ => Sequence::Text(typed.text.clone()),
    })
}

/// Sends what was typed if it can be; else the sentence stands under the field and the experiment stays as it was.
fn send(ctx: &mut Context<'_>, input: Input, typed: &mut Typed) {
    match ctx.lab.would(&Command::SetInput(Box::new(input.clone()))) {
        Ok(()) => {
            typed.refusal = None;
            typed.from = typed.text.clone();
            ctx.send(Command::SetInput(Box::new(input)));
        }
        Err(refusal) => typed.refusal = Some(crate::ui::refusal::sentence(ctx.locale, &refusal)),
    }
}
