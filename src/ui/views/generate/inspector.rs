//! The panel at the right: the token that is looked at, why it was picked or not, and the whole vocabulary beside it.

use eframe::egui::{Align, Align2, Layout, Response, RichText, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use super::distribution::Distribution;
use super::tokens::digits;
use super::tokens::words::{self, FINE};
use super::{GenerateState, Section};
use crate::experiment::generates;
use crate::lab::{Command, Generating};
use crate::transformer::decoding::{Generation, Reason, TokenByToken, TokenStep};
use crate::ui::context::Context;
use crate::ui::controls::{Button, Notice, Property, line, notice, properties, prose, section, visible};
use crate::ui::numbers;
use crate::ui::refusal;
use crate::ui::theme::{palette, space, text};

/// The list of the vocabulary is at least so high.
const LIST: f32 = 240.0;
/// Width of a column of probabilities.
const DIGITS: f32 = 64.0;
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
    state.follow(ctx);
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
    let record = steps.steps().get(step)?;
    let looked = Looked {
        generating,
        step,
        token: state.tokens.token(steps)?,
        distribution: &*state.tokens.distribution(steps, step)?,
        record: Some(record),
        full_bar: state.tokens.full_bar(steps),
    };
    let read = &steps.sequence()[..generating.generated().prompt + step];
    let mut clicked = None;
    beside(
        ui,
        ctx,
        &mut [
            &mut |ui, ctx| what_ui(ui, ctx, &looked),
            &mut |ui, ctx| {
                why_ui(ui, ctx, &looked, record);
                pass_ui(ui, ctx, &looked, read, &mut state.pass);
            },
            &mut |ui, ctx| clicked = vocabulary_ui(ui, ctx, &looked),
        ],
    );
    if let Some(token) = clicked {
        state.tokens.choose_token(step, token);
    }
    Some(())
}

/// The token that is looked at, and the step that it belongs to.
pub struct Looked<'a> {
    /// The generation.
    pub generating: &'a Generating,
    /// The step.
    pub step: usize,
    /// The token.
    pub token: usize,
    /// What the step chose from.
    pub distribution: &'a Distribution,
    /// The record of a step of one sequence.
    pub record: Option<&'a TokenStep>,
    /// The probability of a bar of full length, which decides how many digits there are.
    pub full_bar: f64,
}

impl Looked<'_> {
    fn name(&self, token: usize) -> String {
        visible(self.generating.generated().name(token))
    }

    fn digits(&self, probability: f64) -> String {
        digits(probability, self.full_bar)
    }
}

/// Draws parts under each other, or where the panel is low and wide, beside each other.
pub fn beside(ui: &mut Ui, ctx: &mut Context<'_>, parts: &mut [&mut dyn FnMut(&mut Ui, &mut Context<'_>)]) {
    if ui.available_width() < WIDE {
        for part in parts {
            part(ui, ctx);
        }
        return;
    }
    let room = ui.available_rect_before_wrap();
    let width = (room.width() + space::XXL) / parts.len() as f32;
    let mut left = room.left();
    let mut bottom = room.top();
    for part in parts {
        let column = room.with_min_x(left).with_max_x(left + width - space::XXL);
        let drawn = ui.scope_builder(UiBuilder::new().max_rect(column).layout(Layout::top_down(Align::Min)), |ui| part(ui, ctx));
        bottom = drawn.response.rect.bottom().max(bottom);
        left += width;
    }
    ui.allocate_rect(room.with_max_y(bottom), Sense::hover());
}

/// The token: its name, its probability and what else is known of it.
pub fn what_ui(ui: &mut Ui, ctx: &Context<'_>, looked: &Looked<'_>) {
    let p = palette(ui);
    section(ui, &ctx.locale.text("generate-token"));
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(looked.name(looked.token)).font(text::answer()).color(p.text));
        let probability = looked.digits(looked.distribution.after(looked.token));
        ui.label(RichText::new(probability).font(text::answer()).color(p.probability));
    });
    ui.add_space(space::XS);
    numbers_ui(ui, ctx, looked);
    ui.add_space(space::LARGE);
}

/// The numbers of the token, in full.
fn numbers_ui(ui: &mut Ui, ctx: &Context<'_>, looked: &Looked<'_>) {
    let Looked { step, token, distribution, record, .. } = *looked;
    let count = |number: usize| numbers::count(number as u64);
    let rank = [("rank", count(distribution.rank(token)).into()), ("count", count(distribution.len()).into())];
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
        && matches!(record.pick.reason, Reason::Drawn { .. })
        && let Some(interval) = record.filtered.intervals().find(|interval| interval.token == token)
    {
        let [from, to] = [interval.from, interval.to].map(|end| numbers::fixed(end, FINE));
        rows.push(("generate-interval-name", format!("[{from}, {to})")));
    }
    properties_ui(ui, &rows.into_iter().map(|(key, value)| (ctx.locale.text(key), value)).collect::<Vec<_>>());
}

/// Names and numbers.
fn properties_ui(ui: &mut Ui, rows: &[(String, String)]) {
    let rows: Vec<Property<'_>> = rows.iter().map(|(name, value)| Property::number(name, value)).collect();
    properties(ui, &rows);
}

fn why_ui(ui: &mut Ui, ctx: &Context<'_>, looked: &Looked<'_>, record: &TokenStep) {
    if looked.distribution.is_filtered() {
        stages_ui(ui, ctx, looked, record);
    }
    section(ui, &ctx.locale.text("generate-why"));
    if looked.token == record.pick.token {
        prose(ui, &words::choice(ctx, looked.generating.generated(), looked.generating.config(), record));
    } else {
        let possible = looked.distribution.after(looked.token) > 0.0;
        let names = [("token", looked.name(looked.token).into()), ("picked", looked.name(record.pick.token).into())];
        prose(ui, &ctx.locale.with(if possible { "generate-not-picked" } else { "generate-filtered-out" }, &names));
    }
    ui.add_space(space::LARGE);
}

/// The probability of the token after each filter.
fn stages_ui(ui: &mut Ui, ctx: &Context<'_>, looked: &Looked<'_>, record: &TokenStep) {
    section(ui, &ctx.locale.text("generate-filters"));
    let after = |p: f64| if p > 0.0 { looked.digits(p) } else { ctx.locale.text("generate-gone") };
    let first = (ctx.locale.text("generate-before"), looked.digits(record.probabilities[looked.token]));
    let stages = record.filtered.stages.iter();
    let stages = stages.map(|stage| (words::filter_name(ctx, stage.filter), after(stage.probabilities[looked.token])));
    properties_ui(ui, &std::iter::once(first).chain(stages).collect::<Vec<_>>());
    ui.add_space(space::LARGE);
}

/// The pass in which the model read these tokens: what it cost, and the way to see it in every view.
pub fn pass_ui(ui: &mut Ui, ctx: &mut Context<'_>, looked: &Looked<'_>, read: &[usize], state: &mut PassState) {
    section(ui, &ctx.locale.text("generate-pass"));
    let generated = looked.generating.generated();
    if let Some(&rows) = generated.rows.get(looked.step) {
        let counts = [("rows", rows.into()), ("length", read.len().to_string().into())];
        let key = if looked.generating.config().cache { "generate-rows-kept" } else { "generate-rows-all" };
        prose(ui, &ctx.locale.with(key, &counts));
    }
    let button = ui.add(Button::secondary(&ctx.locale.text("generate-apply")));
    let target = || read.iter().map(|&token| looked.name(token)).collect::<Vec<_>>().join(" ");
    let button = button.on_hover_ui(|ui| {
        ui.label(ctx.locale.with("generate-apply-hint", &[("target", target().into())]));
    });
    if button.clicked() {
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
pub fn vocabulary_ui(ui: &mut Ui, ctx: &Context<'_>, looked: &Looked<'_>) -> Option<usize> {
    let count = numbers::count(looked.distribution.len() as u64);
    section(ui, &ctx.locale.with("generate-vocabulary", &[("count", count.into())]));
    let order = looked.distribution.order();
    let mut clicked = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    let list = ScrollArea::vertical().id_salt("vocabulary").max_height(ui.available_height().max(LIST)).auto_shrink(false);
    list.show_rows(ui, space::PROPERTY_ROW, order.len(), |ui, rows| {
        for (place, &token) in order.iter().enumerate().take(rows.end).skip(rows.start) {
            if entry_ui(ui, looked, place, token).clicked() {
                clicked = Some(token);
            }
        }
    });
    clicked
}

/// A token of the list: its place, its name, its probability before and after the filters.
fn entry_ui(ui: &mut Ui, looked: &Looked<'_>, place: usize, token: usize) -> Response {
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width() - space::SMALL, space::PROPERTY_ROW), Sense::click());
    let (name, chosen) = (looked.name(token), token == looked.token);
    let [before, after] = [looked.distribution.before(token), looked.distribution.after(token)];
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), chosen, format!("{name} {}", looked.digits(after))));
    let painter = ui.painter();
    if chosen || response.hovered() {
        painter.rect_filled(rect, space::CONTROL_RADIUS, if chosen { p.marked() } else { p.hover() });
    }
    let rect = rect.shrink2(vec2(space::XS, 0.0));
    let ink = if after > 0.0 { p.text } else { p.text3 };
    let mut right = rect.right();
    let columns = [(after, ink), (before, p.text3)];
    for &(probability, ink) in &columns[..if looked.distribution.is_filtered() { 2 } else { 1 }] {
        painter.text(pos2(right, rect.center().y), Align2::RIGHT_CENTER, looked.digits(probability), text::digits(), ink);
        right -= DIGITS;
    }
    let number = rect.left_center() + vec2(space::XXL, 0.0);
    painter.text(number, Align2::RIGHT_CENTER, (place + 1).to_string(), text::small_digits(), p.text3);
    let left = number.x + space::SMALL;
    let name = line(ui, &name, text::body(), ink, right - left);
    painter.galley(pos2(left, rect.center().y - name.size().y / 2.0), name, ink);
    response
}
