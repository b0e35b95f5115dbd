//! How texts become tokens: the way of cutting, the vocabulary, and the tokens with a task of their own.

use eframe::egui::{Key, ScrollArea, TextEdit, Ui};

use super::{hint, pick};
use crate::lab::Command;
use crate::transformer::tokenizer::{SpecialTokens, TokenizerConfig, VocabularyConfig};
use crate::ui::context::Context;
use crate::ui::controls::{IntegerField, TextField, section};
use crate::ui::numbers;
use crate::ui::theme::{space, text};

/// Merges of a byte-pair encoding that is new.
const MERGES: usize = 16;
/// Height that the text to learn from takes at most.
const TRAINING: f32 = 160.0;
/// More tokens than these are not listed in a field.
const LISTED: usize = 64;

/// What is being typed.
#[derive(Default)]
pub struct TokensState {
    typed: Option<(TokenizerConfig, VocabularyConfig)>,
    /// What the experiment says, to which the typed belongs.
    from: Option<(TokenizerConfig, VocabularyConfig)>,
    /// The list of tokens as it is typed, spaces and all.
    listed: Option<String>,
    refusal: Option<String>,
}

/// Draws the choices; for models that read tokens.
pub fn tokens_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut TokensState) {
    let prepared = ctx.lab.prepared().clone();
    let Some(tokenizer) = &prepared.tokenizer else { return };
    let now = (prepared.experiment.tokenizer.clone(), prepared.experiment.vocabulary.clone());
    if state.from.as_ref() != Some(&now) {
        *state = TokensState { typed: Some(now.clone()), from: Some(now), ..TokensState::default() };
    }
    let TokensState { typed: Some((config, vocabulary)), listed: written, .. } = state else { return };
    let before = (config.clone(), vocabulary.clone());
    section(ui, &ctx.locale.text("drawer-tokens"));
    kind_ui(ui, ctx, config, vocabulary);
    let mut done = false;
    if let TokenizerConfig::BytePair { text: training, merges } = config {
        ui.add(IntegerField::new(&ctx.locale.text("drawer-merges"), merges, 0..=100_000));
        let name = ctx.locale.text("drawer-training");
        // A long text is scrolled in its field, so that the choices below stay near.
        let field = ScrollArea::vertical().id_salt(&name).max_height(TRAINING).show(ui, |ui| {
            let field = TextEdit::multiline(training).desired_rows(3).desired_width(ui.available_width()).font(text::body());
            ui.add(field.hint_text(&name)).accessible_name(name)
        });
        let field = field.inner;
        // A long text is learned from when it is finished, not letter by letter.
        done |= field.lost_focus();
    } else if vocabulary.tokens.len() <= LISTED {
        let mut listed = written.clone().unwrap_or_else(|| vocabulary.tokens.join(" "));
        let field = ui.add(TextField::new(&ctx.locale.text("drawer-listed"), &mut listed, space::MODEL_DRAWER / 2.0));
        if field.changed() {
            vocabulary.tokens = listed.split(' ').filter(|token| !token.is_empty()).map(str::to_owned).collect();
            *written = Some(listed);
        }
        done |= field.lost_focus();
    }
    done |= special_ui(ui, ctx, &mut vocabulary.special);
    hint(ui, &ctx.locale.with("drawer-vocabulary", &[("count", numbers::count(tokenizer.vocabulary().len() as u64).into())]));
    if let Some(refusal) = &state.refusal {
        crate::ui::controls::notice(ui, crate::ui::controls::Notice::Wrong, refusal);
    }
    if done && ui.input(|input| input.key_pressed(Key::Escape)) {
        *state = TokensState::default();
        return;
    }
    let typed = (config.clone(), vocabulary.clone());
    // Kinds and counts act at once, what is typed when it is finished.
    let kinds = std::mem::discriminant(&before.0) != std::mem::discriminant(&typed.0) || merges(&before.0) != merges(&typed.0);
    if (kinds || done) && state.from.as_ref() != Some(&typed) {
        let command = Command::SetTokens(Box::new(typed));
        state.refusal = ctx.lab.would(&command).err().map(|refusal| crate::ui::refusal::sentence(ctx.locale, &refusal));
        if state.refusal.is_none() {
            ctx.send(command);
        }
    } else if state.from.as_ref() != Some(&typed) && ctx.lab.preparing().is_none() {
        hint(ui, &ctx.locale.text("tokens-not-applied"));
    }
    ui.add_space(space::SMALL);
}

fn merges(config: &TokenizerConfig) -> Option<usize> {
    match config {
        TokenizerConfig::BytePair { merges, .. } => Some(*merges),
        TokenizerConfig::Words | TokenizerConfig::Characters => None,
    }
}

fn kind_ui(ui: &mut Ui, ctx: &Context<'_>, config: &mut TokenizerConfig, vocabulary: &mut VocabularyConfig) {
    let now = match config {
        TokenizerConfig::Words => 0,
        TokenizerConfig::Characters => 1,
        TokenizerConfig::BytePair { .. } => 2,
    };
    let mut kind = now;
    pick(ui, ctx, "drawer-tokenizer", &mut kind, &[(0, "tokenizer-words"), (1, "tokenizer-characters"), (2, "tokenizer-byte-pair")]);
    if kind == now {
        return;
    }
    // The old list is of another kind of piece.
    vocabulary.tokens.clear();
    *config = match kind {
        0 => TokenizerConfig::Words,
        1 => TokenizerConfig::Characters,
        _ => TokenizerConfig::BytePair { text: ctx.lab.prepared().source_labels.join(" "), merges: MERGES },
    };
}

/// The tokens that steer; whether one was finished.
fn special_ui(ui: &mut Ui, ctx: &Context<'_>, special: &mut SpecialTokens) -> bool {
    let mut done = false;
    let fields = [
        ("drawer-start", &mut special.start),
        ("drawer-end", &mut special.end),
        ("drawer-padding", &mut special.padding),
        ("drawer-unknown", &mut special.unknown),
    ];
    for (name, token) in fields {
        let mut typed = token.clone().unwrap_or_default();
        let field = ui.add(TextField::new(&ctx.locale.text(name), &mut typed, space::MODEL_DRAWER / 2.0));
        if field.changed() {
            *token = (!typed.is_empty()).then_some(typed);
        }
        done |= field.lost_focus();
    }
    done
}
