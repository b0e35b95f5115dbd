//! The panel at the right: the token that is looked at, why it was picked or not, and the whole vocabulary beside it.

use eframe::egui::{Align2, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::distribution::{Distribution, Source};
use super::tokens::words::{self, FINE};
use super::{GenerateState, Section};
use crate::experiment::generates;
use crate::lab::{Command, Generating};
use crate::transformer::decoding::{Generation, TokenByToken, TokenStep};
use crate::ui::context::Context;
use crate::ui::controls::{Button, Notice, Property, notice, properties, prose, section, visible};
use crate::ui::numbers;
use crate::ui::refusal;
use crate::ui::theme::{palette, space, text};

/// The list of the vocabulary is at least so high.
const LIST: f32 = 240.0;
/// From this width on the parts stand beside each other.
const WIDE: f32 = 560.0;

/// What is kept between frames.
#[derive(Default)]
pub struct PassState {
    /// Why a pass could not be shown in the other views.
    refused: Option<String>,
}

/// Draws the panel.
pub fn inspector_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut GenerateState) {
    match state.section(ctx) {
        Section::Tokens => generation_ui(ui, ctx, state),
        Section::Embeddings => super::embeddings::inspector_ui(ui, ctx, &mut state.embeddings),
        Section::Pieces => super::pieces::inspector_ui(ui, ctx),
    }
}

fn generation_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut GenerateState) {
    let lab = ctx.lab;
    ScrollArea::vertical().id_salt("inspector").auto_shrink(false).show(ui, |ui| {
        let shown = lab.generating().is_some_and(|generating| match &generating.generated().generation {
            Generation::TokenByToken(steps) => token_ui(ui, ctx, generating, steps, state).is_some(),
            Generation::Beam(search) => super::beams::inspector_ui(ui, ctx, generating, search, state).is_some(),
        });
        if !shown {
            section(ui, &ctx.locale.text("generate-token"));
            let hint = if generates(lab.prepared()).is_ok() { "generate-token-none" } else { "generate-token-never" };
            ui.label(RichText::new(ctx.locale.text(hint)).font(text::body()).color(palette(ui).text2));
        }
    });
}

fn token_ui(ui: &mut Ui, ctx: &mut Context<'_>, generating: &Generating, steps: &TokenByToken, state: &mut GenerateState) -> Option<()> {
    let step = state.tokens.step(steps)?;
    let token = state.tokens.token(steps)?;
    let distribution = state.tokens.distribution(steps, step)?;
    let record = steps.steps().get(step)?;
    let generated = generating.generated();
    let read = &steps.sequence()[..generated.prompt + step];
    let rows = generated.rows.get(step).copied();
    let mut clicked = None;
    let shared = std::cell::RefCell::new(ctx);
    beside(
        ui,
        &mut [
            &mut |ui| what_ui(ui, &shared.borrow(), generating, step, token, &distribution, Some(record)),
            &mut |ui| {
                why_ui(ui, &shared.borrow(), generating, record, token, &distribution);
                pass_ui(ui, &mut shared.borrow_mut(), generating, read, rows, &mut state.pass);
            },
            &mut |ui| clicked = vocabulary_ui(ui, &shared.borrow(), generating, &distribution, token),
        ],
    );
    if let Some(token) = clicked {
        state.tokens.choose_token(step, token);
    }
    Some(())
}

/// Draws parts under each other, or where the panel is low and wide, beside each other.
pub fn beside(ui: &mut Ui, parts: &mut [&mut dyn FnMut(&mut Ui)]) {
    if ui.available_width() < WIDE {
        parts.iter_mut().for_each(|part| part(ui));
        return;
    }
    ui.spacing_mut().item_spacing.x = space::XXL;
    ui.columns(parts.len(), |columns| {
        for (part, ui) in parts.iter_mut().zip(columns) {
            ui.spacing_mut().item_spacing.x = space::SMALL;
            part(ui);
        }
    });
}

/// The token: its name, its probability and what else is known of it.
pub fn what_ui(
    ui: &mut Ui,
    ctx: &Context<'_>,
    generating: &Generating,
    step: usize,
    token: usize,
    distribution: &Distribution,
    record: Option<&TokenStep>,
) {
    let p = palette(ui);
    section(ui, &ctx.locale.text("generate-token"));
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(visible(generating.generated().name(token))).font(text::answer()).color(p.text));
        ui.label(RichText::new(numbers::percent(distribution.after(token))).font(text::answer()).color(p.probability));
    });
    ui.add_space(space::XS);
    token_properties(ui, ctx, step, token, distribution, record);
    ui.add_space(space::LARGE);
}

fn why_ui(ui: &mut Ui, ctx: &Context<'_>, generating: &Generating, record: &TokenStep, token: usize, distribution: &Distribution) {
    if distribution.is_filtered() {
        stages_ui(ui, ctx, record, token);
    }
    section(ui, &ctx.locale.text("generate-why"));
    let generated = generating.generated();
    if token == record.pick.token {
        prose(ui, &words::choice(ctx, generated, generating.config(), record));
    } else {
        let key = if distribution.after(token) > 0.0 { "generate-not-picked" } else { "generate-filtered-out" };
        let [name, picked] = [token, record.pick.token].map(|token| visible(generated.name(token)));
        prose(ui, &ctx.locale.with(key, &[("token", name.into()), ("picked", picked.into())]));
    }
    ui.add_space(space::LARGE);
}

/// The probability of a token after each filter.
fn stages_ui(ui: &mut Ui, ctx: &Context<'_>, record: &TokenStep, token: usize) {
    section(ui, &ctx.locale.text("generate-filters"));
    let after = |p: f64| if p > 0.0 { numbers::percent(p) } else { ctx.locale.text("generate-gone") };
    let first = (ctx.locale.text("generate-before"), numbers::percent(record.probabilities[token]));
    let stages = record.filtered.stages.iter().map(|stage| (words::filter_name(ctx, stage.filter), after(stage.probabilities[token])));
    let rows: Vec<(String, String)> = std::iter::once(first).chain(stages).collect();
    let rows: Vec<Property<'_>> = rows.iter().map(|(name, value)| Property::number(name, value)).collect();
    properties(ui, &rows);
    ui.add_space(space::LARGE);
}

fn token_properties(ui: &mut Ui, ctx: &Context<'_>, step: usize, token: usize, distribution: &Distribution, record: Option<&TokenStep>) {
    let all = distribution.len();
    let rank = [("rank", numbers::count(distribution.rank(token) as u64).into()), ("count", numbers::count(all as u64).into())];
    let mut rows = vec![
        ("generate-step-name", (step + 1).to_string()),
        ("generate-id", token.to_string()),
        ("generate-rank", ctx.locale.with("inspector-rank-of", &rank)),
        ("generate-logit", numbers::exact(distribution.logit(token))),
        ("generate-probability", numbers::exact(distribution.before(token))),
    ];
    if let Some(record) = record.filter(|_| distribution.is_filtered()) {
        rows.push(("generate-filtered-logit", numbers::exact(record.filtered.logits[token])));
        rows.push(("generate-filtered-probability", numbers::exact(distribution.after(token))));
    }
    rows.push(("generate-log-probability", numbers::exact(distribution.log_probability(token))));
    if let Some(record) = record
        && matches!(record.pick.reason, crate::transformer::decoding::Reason::Drawn { .. })
        && let Some(interval) = record.filtered.intervals().find(|interval| interval.token == token)
    {
        let ends = [interval.from, interval.to].map(|end| numbers::fixed(end, FINE));
        rows.push(("generate-interval-name", format!("[{}, {})", ends[0], ends[1])));
    }
    let rows: Vec<(String, String)> = rows.into_iter().map(|(key, value)| (ctx.locale.text(key), value)).collect();
    let rows: Vec<Property<'_>> = rows.iter().map(|(name, value)| Property::number(name, value)).collect();
    properties(ui, &rows);
}

/// The pass in which the model read these tokens: what it cost, and the way to see it in every view.
pub fn pass_ui(ui: &mut Ui, ctx: &mut Context<'_>, generating: &Generating, read: &[usize], rows: Option<usize>, state: &mut PassState) {
    section(ui, &ctx.locale.text("generate-pass"));
    let generated = generating.generated();
    if let Some(rows) = rows {
        let counts = [("rows", rows.into()), ("length", read.len().to_string().into())];
        prose(ui, &ctx.locale.with(if generating.config().cache { "generate-rows-kept" } else { "generate-rows-all" }, &counts));
    }
    let target = read.iter().map(|&token| visible(generated.name(token))).collect::<Vec<_>>().join(" ");
    let button = ui.add(Button::secondary(&ctx.locale.text("generate-apply")));
    if button.on_hover_text(ctx.locale.with("generate-apply-hint", &[("target", target.into())])).clicked() {
        state.refused = None;
        match generated.with_target(read) {
            Ok(input) => ctx.send(Command::SetInput(Box::new(input))),
            Err(why) => state.refused = Some(refusal::generation(ctx.locale, &why)),
        }
    }
    if let Some(refused) = &state.refused {
        notice(ui, Notice::Wrong, refused);
    }
    ui.add_space(space::LARGE);
}

/// Every token of the vocabulary with its probability, the most probable first; returns the one that was clicked.
pub fn vocabulary_ui(ui: &mut Ui, ctx: &Context<'_>, generating: &Generating, distribution: &Distribution, chosen: usize) -> Option<usize> {
    let p = palette(ui);
    section(ui, &ctx.locale.with("generate-vocabulary", &[("count", numbers::count(distribution.len() as u64).into())]));
    let order = distribution.order();
    let filtered = matches!(distribution.source(), Source::Token(_)) && distribution.is_filtered();
    let mut clicked = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    let height = ui.available_height().max(LIST);
    ScrollArea::vertical().id_salt("vocabulary").max_height(height).auto_shrink(false).show_rows(
        ui,
        space::PROPERTY_ROW,
        order.len(),
        |ui, rows| {
            for (place, &token) in order.iter().enumerate().take(rows.end).skip(rows.start) {
                let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width() - space::SMALL, space::PROPERTY_ROW), Sense::CLICK);
                let name = visible(generating.generated().name(token));
                let digits = numbers::percent(distribution.after(token));
                response.widget_info(|| {
                    WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), token == chosen, format!("{name} {digits}"))
                });
                if response.clicked() {
                    clicked = Some(token);
                }
                let painter = ui.painter();
                if response.hovered() || token == chosen {
                    painter.rect_filled(rect, space::CONTROL_RADIUS, if token == chosen { p.marked() } else { p.hover() });
                }
                let rect = rect.shrink2(vec2(space::XS, 0.0));
                let gone = distribution.after(token) <= 0.0;
                let ink = if gone { p.text3 } else { p.text };
                let number = rect.left_center() + vec2(space::XXL, 0.0);
                painter.text(number, Align2::RIGHT_CENTER, (place + 1).to_string(), text::small_digits(), p.text3);
                painter.text(rect.right_center(), Align2::RIGHT_CENTER, digits, text::digits(), ink);
                let before = if filtered { 64.0 } else { 0.0 };
                if filtered {
                    let at = rect.right_center() - vec2(before, 0.0);
                    painter.text(at, Align2::RIGHT_CENTER, numbers::percent(distribution.before(token)), text::digits(), p.text3);
                }
                let words = eframe::egui::Rect::from_min_max(
                    number + vec2(space::SMALL, -space::PROPERTY_ROW / 2.0),
                    rect.max - vec2(64.0 + before, 0.0),
                );
                painter.with_clip_rect(words.intersect(ui.clip_rect())).text(
                    words.left_center(),
                    Align2::LEFT_CENTER,
                    name,
                    text::body(),
                    ink,
                );
            }
        },
    );
    clicked
}
