//! What enters: texts with their tokens as they are typed, or so many drawn positions.

use eframe::egui::{Key, RichText, Ui};

use super::pick;
use crate::experiment::{Input, Sequence};
use crate::lab::{Change, Command};
use crate::transformer::Subject;
use crate::ui::context::Context;
use crate::ui::controls::{IntegerField, Notice, Stops, TextField, notice, section};
use crate::ui::theme::{palette, space, text};

/// Positions on the rail.
const LENGTHS: [usize; 10] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
/// Positions that are typed, at most.
const LONGEST: usize = 100_000;

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
    /// What stood there when the field was entered, to which Esc goes back.
    entered: Option<String>,
    /// Whether an edit was sent since: all typing in one go is taken back together.
    edited: bool,
    /// Whether what stands there was sent.
    sent: bool,
    refusal: Option<String>,
}

/// Draws what enters each side.
pub fn input_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut InputState) {
    let subject = ctx.lab.document().experiment().model.subject;
    // Queries, keys and values that are given are matrices of their own: they are edited where they are shown.
    if subject == Subject::Attention {
        return;
    }
    section(ui, &ctx.locale.text("drawer-input"));
    if !subject.has_decoder() || subject.has_encoder() {
        let name = if subject.has_decoder() { "drawer-source" } else { "drawer-text" };
        side_ui(ui, ctx, name, Side::Source, &mut state.source);
    }
    if subject.has_decoder() {
        side_ui(ui, ctx, "drawer-target", Side::Target, &mut state.target);
    }
    if subject == Subject::DecoderWithMemory {
        side_ui(ui, ctx, "drawer-memory", Side::Memory, &mut Typed::default());
    }
    ui.add_space(space::SMALL);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Source,
    Target,
    Memory,
}

impl Side {
    fn of(self, input: &Input) -> Option<&Sequence> {
        match self {
            Self::Source => input.source.as_ref(),
            Self::Target => input.target.as_ref(),
            Self::Memory => input.memory.as_ref(),
        }
    }

    fn set(self, input: &mut Input, sequence: Sequence) {
        let place = match self {
            Self::Source => &mut input.source,
            Self::Target => &mut input.target,
            Self::Memory => &mut input.memory,
        };
        *place = Some(sequence);
    }
}

fn side_ui(ui: &mut Ui, ctx: &mut Context<'_>, name: &str, side: Side, typed: &mut Typed) {
    let prepared = ctx.lab.prepared().clone();
    let Some(sequence) = side.of(&prepared.experiment.input) else { return };
    let reads_tokens =
        side != Side::Memory && (prepared.experiment.model.subject.has_encoder() || prepared.experiment.model.subject.has_decoder());
    let mut kinds = vec![(3, "input-drawn")];
    if reads_tokens {
        kinds.extend([(0, "input-text"), (1, "input-tokens")]);
    }
    let now = match sequence {
        Sequence::Text(_) => 0,
        Sequence::Tokens(_) => 1,
        Sequence::Vectors { .. } => 2,
        Sequence::Length(_) => 3,
    };
    if now == 2 {
        kinds.push((2, "input-vectors"));
    }
    kinds.sort_by_key(|&(kind, _)| kind);
    let mut kind = now;
    pick(ui, ctx, name, &mut kind, &kinds);
    let labels = match side {
        Side::Source => &prepared.source_labels,
        Side::Target => &prepared.target_labels,
        Side::Memory => &prepared.memory_labels,
    };
    let mut wanted = (kind != now).then(|| match kind {
        0 => Sequence::Text(labels.join(" ")),
        1 => Sequence::Tokens(labels.clone()),
        _ => Sequence::Length(labels.len()),
    });
    match sequence {
        Sequence::Text(_) | Sequence::Tokens(_) => wanted = wanted.or_else(|| text_ui(ui, ctx, name, sequence, typed)),
        &Sequence::Length(length) => {
            let mut count = length;
            let label = ctx.locale.text("input-positions");
            ui.add(IntegerField::new(&label, &mut count, 1..=LONGEST));
            ui.add(Stops::new(&label, &mut count, &LENGTHS));
            wanted = wanted.or_else(|| (count != length).then_some(Sequence::Length(count)));
        }
        Sequence::Vectors { .. } => {}
    }
    if let Some(sequence) = wanted {
        let mut input = prepared.experiment.input.clone();
        side.set(&mut input, sequence);
        send(ctx, input, side, typed);
    }
    if let Some(refusal) = &typed.refusal {
        notice(ui, Notice::Wrong, refusal);
        notice(ui, Notice::Hint, &ctx.locale.with("input-not-applied", &[("text", typed.from.clone().into())]));
    } else if side != Side::Memory && prepared.tokenizer.is_some() {
        ids_ui(ui, ctx, labels);
    }
}

fn written(sequence: &Sequence) -> String {
    match sequence {
        Sequence::Text(text) => text.clone(),
        Sequence::Tokens(tokens) => tokens.join(" "),
        Sequence::Vectors { .. } | Sequence::Length(_) => String::new(),
    }
}

fn text_ui(ui: &mut Ui, ctx: &Context<'_>, name: &str, sequence: &Sequence, typed: &mut Typed) -> Option<Sequence> {
    let text = written(sequence);
    // What is being prepared stays as it was typed.
    if typed.from != text && !(typed.sent && ctx.lab.preparing().is_some()) {
        *typed = Typed { from: text.clone(), text, entered: typed.entered.take(), ..Typed::default() };
    }
    let width = ui.available_width();
    let field = TextField::new("", &mut typed.text, width).refused(typed.refusal.as_deref());
    let field = ui.add(field).accessible_name(ctx.locale.text(name));
    if field.gained_focus() {
        (typed.entered, typed.edited) = (Some(typed.from.clone()), false);
    }
    let escaped = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
    if let Some(entered) = typed.entered.take_if(|_| escaped) {
        typed.refusal = None;
        typed.text = entered;
    }
    (field.changed() || escaped).then(|| match sequence {
        Sequence::Tokens(_) => Sequence::Tokens(typed.text.split_whitespace().map(str::to_owned).collect()),
        _ => Sequence::Text(typed.text.clone()),
    })
}

/// The tokens with their ids, as they are.
fn ids_ui(ui: &mut Ui, ctx: &Context<'_>, labels: &[String]) {
    /// More are not read in a drawer.
    const SHOWN: usize = 24;
    let Some(tokenizer) = &ctx.lab.prepared().tokenizer else { return };
    let id = |token: &String| tokenizer.vocabulary().id(token).map_or_else(String::new, |id| id.to_string());
    let mut told: Vec<String> = labels.iter().take(SHOWN).map(|token| format!("{token} {}", id(token))).collect();
    if labels.len() > SHOWN {
        told.push(ctx.locale.with("strip-more", &[("count", (labels.len() - SHOWN).to_string().into())]));
    }
    let told = ctx.locale.with("input-ids", &[("tokens", told.join(" · ").into())]);
    ui.label(RichText::new(told).font(text::small()).color(palette(ui).text3));
    ui.add_space(space::XS);
}

/// Sends what was typed if it can be; else the sentence stands under the field, and the experiment is as it was before the typing began.
fn send(ctx: &mut Context<'_>, input: Input, side: Side, typed: &mut Typed) {
    // As it is written afterwards, so that a space that is typed after a token stays.
    let written = side.of(&input).map_or_else(String::new, written);
    let command = Command::SetInput(Box::new(input));
    match ctx.lab.would(&command) {
        Ok(()) => {
            typed.refusal = None;
            typed.from = written;
            typed.sent = true;
            if std::mem::replace(&mut typed.edited, typed.entered.is_some()) {
                ctx.continue_edit();
            }
            ctx.send(command);
        }
        Err(refusal) => {
            typed.refusal = Some(crate::ui::refusal::sentence(ctx.locale, &refusal));
            // What stood there half typed on the way to it was never meant.
            if std::mem::take(&mut typed.edited) && ctx.lab.history().undoable() == Some(Change::Input) && ctx.lab.preparing().is_none() {
                ctx.send(Command::Undo);
                typed.from = typed.entered.clone().unwrap_or_default();
            }
        }
    }
}
