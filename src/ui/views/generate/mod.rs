//! Generate: token by token, with what was likely and what was picked; and what the vocabulary is made of.

mod answer;
mod beams;
mod distribution;
mod draft;
mod embeddings;
mod foot;
mod inspector;
mod missing;
mod pieces;
mod settings;
mod tokens;

use std::sync::{Arc, Weak};

use eframe::egui::{Align, CentralPanel, Frame, Layout, Panel, RichText, Ui};

use crate::experiment::{Outcome, generates};
use crate::lab::decoding;
use crate::transformer::decoding::{Generation, Strategy};
use crate::ui::app::frame;
use crate::ui::context::Context;
use crate::ui::controls::{Notice, notice, segmented};
use crate::ui::panels::side::Side;
use crate::ui::refusal;
use crate::ui::theme::{palette, space, text};

pub use inspector::inspector_ui;

/// Width of the panel at the left.
const SIDE: f32 = 264.0;
/// Where the stage is lower than this, what explains itself is left out.
const LOW: f32 = 440.0;

/// What the view is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The generation.
    Tokens,
    /// The vectors of the vocabulary.
    Embeddings,
    /// How text is cut.
    Pieces,
}

/// What the view keeps between frames.
#[derive(Default)]
pub struct GenerateState {
    /// What the user chose to see; before, what there is.
    section: Option<Section>,
    /// The run whose generation is shown.
    outcome: Weak<Outcome>,
    settings: settings::SettingsState,
    tokens: tokens::TokensState,
    beams: beams::BeamsState,
    embeddings: embeddings::EmbeddingsState,
    pieces: pieces::PiecesState,
    missing: missing::MissingState,
    pass: inspector::PassState,
}

impl GenerateState {
    /// Gives up what was chosen of the steps of another generation.
    fn follow(&mut self, ctx: &Context<'_>) {
        let outcome = ctx.lab.generating().map_or_else(Weak::new, |generating| Arc::downgrade(generating.outcome()));
        if !outcome.ptr_eq(&self.outcome) {
            self.outcome = outcome;
            self.tokens = tokens::TokensState::default();
            self.beams = beams::BeamsState::default();
            self.pass = inspector::PassState::default();
        }
    }

    /// The section that is shown: the one chosen here, else the first that has something. What is chosen in another view leads to no
    /// other section: who opens the view wants to generate.
    fn section(&self, ctx: &Context<'_>) -> Section {
        let prepared = ctx.lab.prepared();
        self.section.unwrap_or(match (generates(prepared), &prepared.tokenizer) {
            (Err(_), Some(_)) => Section::Pieces,
            _ => Section::Tokens,
        })
    }
}

/// Draws the view.
pub fn generate_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut GenerateState) {
    state.follow(ctx);
    let section = state.section(ctx);
    let missing = match section {
        Section::Tokens => generates(ctx.lab.prepared()).err(),
        Section::Embeddings | Section::Pieces => None,
    };
    if missing.is_none() {
        side_ui(ui, ctx, state, section);
    }
    CentralPanel::no_frame().show(ui, |ui| {
        frame::stage(ui).show(ui, |ui| {
            ui.take_available_space();
            heading_ui(ui, ctx, state, section);
            match section {
                Section::Tokens => match missing {
                    Some(why) => missing::missing_ui(ui, ctx, &state.missing, &refusal::generation(ctx.locale, &why)),
                    None => generation_ui(ui, ctx, state),
                },
                Section::Embeddings => embeddings::embeddings_ui(ui, ctx, state),
                Section::Pieces => pieces::pieces_ui(ui, ctx, state),
            }
        });
    });
}

fn side_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut GenerateState, section: Section) {
    Side::new("choices", SIDE, frame::side(ui)).show(ui, ctx, |ui, ctx| {
        match section {
            Section::Tokens => settings::settings_ui(ui, ctx, &mut state.settings),
            Section::Embeddings => embeddings::side_ui(ui, ctx, &mut state.embeddings),
            Section::Pieces => pieces::side_ui(ui, ctx, &mut state.pieces),
        }
        false
    });
}

/// The question, and the switch between the sections; one under the other where the stage is narrow.
fn heading_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut GenerateState, section: Section) {
    let p = palette(ui);
    let (title, about) = match section {
        Section::Tokens if matches!(decoding(ctx.lab.prepared()).strategy, Strategy::Beam { .. }) => {
            ("generate-title", "generate-about-beams")
        }
        Section::Tokens => ("generate-title", "generate-about"),
        Section::Embeddings => ("embeddings-title", "embeddings-about"),
        Section::Pieces => ("pieces-title", "pieces-about"),
    };
    let title = ctx.locale.text(title);
    let byte_pair = ctx.lab.prepared().tokenizer.as_ref().is_some_and(|tokenizer| tokenizer.byte_pair().is_some());
    let names = ["section-tokens", "section-embeddings", if byte_pair { "section-byte-pairs" } else { "section-text" }];
    let names = names.map(|key| ctx.locale.text(key));
    let options = [(Section::Tokens, &*names[0]), (Section::Embeddings, &*names[1]), (Section::Pieces, &*names[2])];
    let wide = |words: &str, font| ui.painter().layout_no_wrap(words.to_owned(), font, p.text).size().x;
    let switch: f32 = names.iter().map(|name| wide(name, text::strong()) + 2.0 * space::MEDIUM).sum();
    let beside = wide(&title, text::title()) + switch + space::XL <= ui.available_width();

    let mut chosen = section;
    if !beside {
        switch_ui(ui, &mut chosen, &options);
        ui.add_space(space::XS);
    }
    ui.horizontal(|ui| {
        ui.label(RichText::new(&title).font(text::title()).color(p.text));
        if beside {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| switch_ui(ui, &mut chosen, &options));
        }
    });
    if chosen != section {
        state.section = Some(chosen);
    }
    if ui.available_height() > LOW {
        ui.label(RichText::new(ctx.locale.text(about)).font(text::body()).color(p.text2));
    }
    ui.add_space(space::SMALL);
}

/// The sections speak for themselves, so that no name stands before them.
fn switch_ui(ui: &mut Ui, chosen: &mut Section, options: &[(Section, &str)]) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        segmented(ui, "", chosen, options);
    });
}

/// What was generated so far, the steps or the tree, and the buttons.
fn generation_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut GenerateState) {
    foot::keys(ui, ctx, state);
    Panel::bottom("foot").frame(Frame::new()).show_separator_line(false).show(ui, |ui| {
        ui.add_space(space::MEDIUM);
        foot::foot_ui(ui, ctx);
    });
    let lab = ctx.lab;
    let Some(generating) = lab.generating() else {
        missing::beginning_ui(ui, ctx, &mut state.missing);
        return;
    };
    let note = match &generating.generated().generation {
        Generation::TokenByToken(steps) => tokens::scale(ctx, steps, &mut state.tokens),
        Generation::Beam(_) => String::new(),
    };
    answer::answer_ui(ui, ctx, generating, &note, state);
    if !lab.generating_is_current() {
        notice(ui, Notice::Warning, &ctx.locale.text("generate-stale"));
    }
    if let Some(trouble) = generating.trouble() {
        notice(ui, Notice::Wrong, &refusal::generation(ctx.locale, trouble));
    }
    match &generating.generated().generation {
        Generation::TokenByToken(steps) => tokens::tokens_ui(ui, ctx, generating, steps, &mut state.tokens),
        Generation::Beam(search) => beams::beams_ui(ui, ctx, generating, search, &mut state.beams),
    }
}
