//! The panel at the left: how tokens are chosen, where a sequence ends, what is kept; each with what it does.

use eframe::egui::{ComboBox, RichText, ScrollArea, Ui};

use super::draft::{Draft, Kind};
use crate::experiment::room_for_tokens;
use crate::lab::{Command, decoding};
use crate::transformer::decoding::{DecodingConfig, End, Filter, SettingError};
use crate::ui::context::Context;
use crate::ui::controls::{IntegerField, Notice, NumberField, notice, section, toggle, visible};
use crate::ui::panels::drawer::pick;
use crate::ui::refusal;
use crate::ui::theme::{palette, space, text};

/// Of larger vocabularies not every token is offered as the end.
const OFFERED: usize = 64;
/// No table of positions limits the length.
const LONGEST: usize = 10_000;
const MOST_BEAMS: usize = 64;

/// What is kept between frames.
#[derive(Default)]
pub struct SettingsState {
    from: Option<DecodingConfig>,
    draft: Draft,
    refused: Option<SettingError>,
}

/// Draws the panel.
pub fn settings_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut SettingsState) {
    let set = decoding(ctx.lab.prepared());
    if state.from.as_ref() != Some(&set) {
        state.draft.take(&set);
        state.refused = None;
        state.from = Some(set.clone());
    }
    let before = state.draft.clone();
    ScrollArea::vertical().id_salt("settings").auto_shrink(false).show(ui, |ui| {
        strategy_ui(ui, ctx, state);
        ui.add_space(space::SMALL);
        end_ui(ui, ctx, &mut state.draft);
        ui.add_space(space::SMALL);
        section(ui, &ctx.locale.text("settings-work"));
        toggle(ui, &ctx.locale.text("settings-cache"), &mut state.draft.cache);
        says(ui, ctx, if state.draft.cache { "settings-cache-on" } else { "settings-cache-off" });
    });
    if state.draft == before {
        return;
    }
    match state.draft.config() {
        Ok(config) => {
            state.refused = None;
            if config != set {
                state.from = Some(config.clone());
                ctx.send(Command::SetDecoding(Some(config)));
            }
        }
        Err(error) => state.refused = Some(error),
    }
}

fn strategy_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut SettingsState) {
    section(ui, &ctx.locale.text("settings-choosing"));
    let kinds = [(Kind::Greedy, "strategy-greedy"), (Kind::Sample, "strategy-sample"), (Kind::Beam, "strategy-beam")];
    pick(ui, ctx, "settings-strategy", &mut state.draft.kind, &kinds);
    match state.draft.kind {
        Kind::Greedy => says(ui, ctx, "strategy-greedy-says"),
        Kind::Sample => sample_ui(ui, ctx, state),
        Kind::Beam => beam_ui(ui, ctx, &mut state.draft),
    }
}

fn sample_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut SettingsState) {
    let SettingsState { draft, refused, .. } = state;
    says(ui, ctx, "strategy-sample-says");
    ui.add(IntegerField::new(&ctx.locale.text("settings-seed"), &mut draft.seed, 0..=usize::MAX));
    says(ui, ctx, "settings-seed-says");
    let refused = refused.map(|error| refusal::setting(ctx.locale, error));
    let refusal = |kind: Filter| -> Option<&str> {
        // Only one number at a time is wrong: the one that was typed last.
        let wrong = kind.check().is_err();
        refused.as_deref().filter(|_| wrong)
    };
    for (usual, name, key) in FILTERS {
        let kind = std::mem::discriminant(&usual);
        let there = draft.filters.iter().find(|filter| std::mem::discriminant(*filter) == kind).copied();
        let mut on = there.is_some();
        if toggle(ui, &ctx.locale.text(name), &mut on).changed() {
            draft.switch(usual, on);
        }
        let Some(place) = draft.filters.iter().position(|filter| std::mem::discriminant(filter) == kind) else { continue };
        let refusal = refusal(draft.filters[place]);
        number_ui(ui, ctx, &mut draft.filters[place], refusal);
        if let Some(sentence) = refusal {
            notice(ui, Notice::Wrong, sentence);
        }
        says(ui, ctx, key);
    }
}

/// The filters with what they begin at, in the order in which they are offered.
const FILTERS: [(Filter, &str, &str); 5] = [
    (Filter::Temperature(0.8), "filter-temperature", "filter-temperature-says"),
    (Filter::TopK(5), "filter-top-k", "filter-top-k-says"),
    (Filter::TopP(0.9), "filter-top-p", "filter-top-p-says"),
    (Filter::MinP(0.05), "filter-min-p", "filter-min-p-says"),
    (Filter::RepetitionPenalty(1.2), "filter-penalty", "filter-penalty-says"),
];

fn number_ui(ui: &mut Ui, ctx: &Context<'_>, filter: &mut Filter, refusal: Option<&str>) {
    let number = |ui: &mut Ui, key: &str, value: &mut f64, largest: f64| {
        ui.add(NumberField::new(&ctx.locale.text(key), value, 0.0..=largest).refused(refusal));
    };
    match filter {
        Filter::Temperature(value) => number(ui, "filter-temperature-value", value, 1000.0),
        Filter::TopP(value) => number(ui, "filter-top-p-value", value, 1.0),
        Filter::MinP(value) => number(ui, "filter-min-p-value", value, 1.0),
        Filter::RepetitionPenalty(value) => number(ui, "filter-penalty-value", value, 1000.0),
        Filter::TopK(value) => {
            ui.add(IntegerField::new(&ctx.locale.text("filter-top-k-value"), value, 0..=usize::MAX).refused(refusal));
        }
    }
}

fn beam_ui(ui: &mut Ui, ctx: &Context<'_>, draft: &mut Draft) {
    says(ui, ctx, "strategy-beam-says");
    let most = MOST_BEAMS.max(draft.beams);
    ui.add(IntegerField::new(&ctx.locale.text("settings-beams"), &mut draft.beams, 1..=most));
    says(ui, ctx, "settings-beams-says");
    ui.add(NumberField::new(&ctx.locale.text("settings-length-penalty"), &mut draft.length_penalty, -100.0..=100.0));
    says(ui, ctx, "settings-length-penalty-says");
    toggle(ui, &ctx.locale.text("settings-early"), &mut draft.early_stopping);
    says(ui, ctx, if draft.early_stopping { "settings-early-on" } else { "settings-early-off" });
}

fn end_ui(ui: &mut Ui, ctx: &Context<'_>, draft: &mut Draft) {
    section(ui, &ctx.locale.text("settings-end"));
    let prepared = ctx.lab.prepared();
    let room = room_for_tokens(prepared);
    let longest = room.unwrap_or(LONGEST).max(draft.max_new_tokens).max(1);
    ui.add(IntegerField::new(&ctx.locale.text("settings-length"), &mut draft.max_new_tokens, 1..=longest));
    match room {
        Some(room) => {
            let sentence = ctx.locale.with("settings-length-positions", &[("count", room.to_string().into())]);
            sentence_ui(ui, sentence);
        }
        None => says(ui, ctx, "settings-length-says"),
    }
    let vocabulary = prepared.tokenizer.as_ref().map(|tokenizer| tokenizer.vocabulary());
    let usual = vocabulary.and_then(|vocabulary| vocabulary.token(vocabulary.end()?)).map(visible);
    let named = |end: &End| match (end, &usual) {
        (End::Vocabulary, Some(usual)) => ctx.locale.with("settings-end-usual", &[("token", usual.clone().into())]),
        (End::Vocabulary, None) => ctx.locale.text("settings-end-unnamed"),
        (End::Never, _) => ctx.locale.text("settings-end-never"),
        (End::Token(name), _) => visible(name),
    };
    let label = ui.label(RichText::new(ctx.locale.text("settings-end-token")).font(text::body()).color(palette(ui).text2));
    ComboBox::from_id_salt("end")
        .width(ui.available_width())
        .truncate()
        .selected_text(RichText::new(named(&draft.end)).font(text::body()))
        .show_ui(ui, |ui| {
            let tokens = vocabulary.map_or(&[][..], |vocabulary| vocabulary.tokens());
            let tokens = tokens.iter().take(OFFERED).map(|name| End::Token(name.clone()));
            for end in [End::Vocabulary, End::Never].into_iter().chain(tokens) {
                let name = named(&end);
                ui.selectable_value(&mut draft.end, end, name);
            }
        })
        .response
        .labelled_by(label.id);
    says(ui, ctx, "settings-end-says");
}

/// What a choice does, in a sentence under it.
fn says(ui: &mut Ui, ctx: &Context<'_>, key: &str) {
    sentence_ui(ui, ctx.locale.text(key));
}

fn sentence_ui(ui: &mut Ui, sentence: String) {
    ui.label(RichText::new(sentence).font(text::small()).color(palette(ui).text3));
    ui.add_space(space::SMALL);
}
