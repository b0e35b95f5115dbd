//! Both sides beside each other: title, headline, and the choices in which they differ.

use std::sync::Arc;

use eframe::egui::{Align, Label, Layout, Rect, RichText, Sense, Stroke, Ui, UiBuilder, pos2, vec2};

use super::chart::{SAMPLE, sample};
use super::comparing::{Found, Question};
use super::differing::Differing;
use super::{names, sides};
use crate::experiment::Experiment;
use crate::experiment::comparison::{Measure, Seen, Side};
use crate::transformer::Precision;
use crate::ui::context::Context;
use crate::ui::controls::{Button, Property, TokenChip, card, properties, prose};
use crate::ui::describe;
use crate::ui::theme::{palette, space, text};

/// So many choices are listed at least, and one more for so much height of the stage above the least.
const CHOICES: usize = 2;
const CHOICE_HEIGHT: f32 = 48.0;
const LOW: f32 = 690.0;
/// From this width on there is room for a title and a button beside each other.
const BESIDE: f32 = 260.0;
/// So many tokens are shown of a side.
const TOKENS: usize = 64;

/// Both sides, as far as they are known.
pub struct Sides<'a> {
    /// What is asked.
    pub question: &'a Question,
    /// A and B.
    pub experiments: &'a [Arc<Experiment>; 2],
    /// What was found.
    pub found: Option<&'a Found>,
    /// The choices in which they differ.
    pub choices: &'a [Differing],
}

/// Draws both sides on one card, in a stage so high.
pub fn sides_ui(ui: &mut Ui, ctx: &mut Context<'_>, sides: &Sides<'_>, height: f32, all: &mut bool) {
    let Sides { question, experiments, found, choices } = *sides;
    let mut listed = CHOICES;
    while LOW + CHOICE_HEIGHT * (listed - CHOICES) as f32 <= height {
        listed += 1;
    }
    // A line that says "one more" is no shorter than the one it stands for.
    let listed = if *all || choices.len() <= listed + 1 { choices.len() } else { listed };
    let outer = ui.available_width();
    card(ui, |ui| {
        ui.set_width(outer - 2.0 * f32::from(space::CARD_MARGIN.left));
        let top = ui.cursor().top();
        both(ui, &mut |ui, side| title_ui(ui, ctx, question, experiments, side));
        if let Some(found) = found {
            both(ui, &mut |ui, side| headline_ui(ui, ctx, found, side));
            if let Seen::Decoding { tokens, .. } = &found.finding.seen {
                both(ui, &mut |ui, side| tokens_ui(ui, &tokens[index(side)]));
            }
        } else {
            // What is still to be found has its line already, so that what is under it stands still.
            ui.add_space(ui.fonts_mut(|fonts| fonts.row_height(&text::answer())) + ui.spacing().item_spacing.y);
        }
        ui.add_space(space::XS);
        both(ui, &mut |ui, side| {
            let rows = choices[..listed].iter().map(|choice| Property::text(&choice.name, &choice.values[index(side)]));
            properties(ui, &rows.collect::<Vec<_>>());
        });
        let middle = ui.min_rect().center().x;
        ui.painter().vline(middle, top..=ui.min_rect().bottom(), Stroke::new(space::LINE, palette(ui).divider));
        if choices.is_empty() {
            ui.add_space(space::SMALL);
            prose(ui, &ctx.locale.text("compare-alike"));
        } else if choices.len() > listed {
            ui.add_space(space::XS);
            let more = ctx.locale.with("compare-more", &[("count", (choices.len() - listed).to_string().into())]);
            if ui.add(Button::secondary(&more)).clicked() {
                *all = true;
            }
        }
    });
}

/// A's and B's part of a row, beside each other.
fn both(ui: &mut Ui, contents: &mut dyn FnMut(&mut Ui, Side)) {
    let start = ui.cursor().min;
    let width = (ui.available_width() - space::XXL) / 2.0;
    let mut row = Rect::from_min_size(start, vec2(ui.available_width(), 0.0));
    for side in [Side::A, Side::B] {
        let left = start.x + index(side) as f32 * (width + space::XXL);
        let room = Rect::from_min_size(pos2(left, start.y), vec2(width, f32::INFINITY));
        let mut column = ui.new_child(UiBuilder::new().max_rect(room).layout(Layout::top_down(Align::LEFT)));
        column.set_width(width);
        contents(&mut column, side);
        row.set_bottom(row.bottom().max(column.min_rect().bottom()));
    }
    ui.advance_cursor_after_rect(row);
}

const fn index(side: Side) -> usize {
    match side {
        Side::A => 0,
        Side::B => 1,
    }
}

/// Line and letter of a side, its title, and a button that opens it; the button under the title where that would leave no room for it.
fn title_ui(ui: &mut Ui, ctx: &mut Context<'_>, question: &Question, experiments: &[Arc<Experiment>; 2], side: Side) {
    let p = palette(ui);
    let source = &question.sides[index(side)];
    let title = sides::title(ctx, source, &experiments[index(side)]);
    let beside = ui.available_width() >= BESIDE;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(SAMPLE, space::CONTROL_HEIGHT), Sense::hover());
        sample(ui.painter(), p, side, rect);
        ui.label(RichText::new(names::letter(side)).font(text::strong()).color(p.text));
        let title = Label::new(RichText::new(title).font(text::strong()).color(p.text)).wrap();
        if beside {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                open_ui(ui, ctx, source, side);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.add(title));
            });
        } else {
            ui.add(title);
        }
    });
    if !beside {
        open_ui(ui, ctx, source, side);
    }
}

/// A button that opens a side, unless it is open.
fn open_ui(ui: &mut Ui, ctx: &mut Context<'_>, source: &sides::Source, side: Side) {
    if *source == sides::Source::Open {
        ui.label(RichText::new(ctx.locale.text("compare-is-open")).font(text::small()).color(palette(ui).text3));
        return;
    }
    let open = ctx.locale.with("compare-open", &[("side", names::letter(side).into())]);
    if ui.add(Button::secondary(&open)).clicked() {
        source.open(ctx);
    }
}

/// The number of a side, and what it counts. The difference of two runs is of neither side.
fn headline_ui(ui: &mut Ui, ctx: &Context<'_>, found: &Found, side: Side) {
    let p = palette(ui);
    let finding = &found.finding;
    if finding.measure == Measure::Differences && side == Side::A {
        return;
    }
    let number = finding.headline[index(side)];
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(names::value(finding.counts, number)).font(text::answer()).color(p.text));
        ui.label(RichText::new(names::headline(ctx.locale, finding)).font(text::small()).color(p.text3));
    });
}

fn tokens_ui(ui: &mut Ui, tokens: &[String]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::XS, space::XS);
        for (position, word) in tokens.iter().take(TOKENS).enumerate() {
            ui.add(TokenChip::new(position, word, false));
        }
        if tokens.len() > TOKENS {
            ui.label(RichText::new("…").font(text::body()).color(palette(ui).text2));
        }
    });
}

/// A button for each side that overflows in its own precision: it opens the experiment where that happens.
pub fn overflows_ui(ui: &mut Ui, ctx: &mut Context<'_>, question: &Question, seen: &Seen, experiments: &[Arc<Experiment>; 2]) {
    let Seen::Overflow(sides) = seen else { return };
    let place = |index: usize| {
        let precision = usize::from(experiments[index].model.precision == Precision::F64);
        sides[index][precision].first
    };
    let places = [(Side::A, place(0)), (Side::B, place(1))];
    if places.iter().all(|(_, place)| place.is_none()) {
        return;
    }
    ui.add_space(space::XS);
    ui.horizontal_wrapped(|ui| {
        for (index, (side, place)) in places.into_iter().enumerate() {
            let Some(site) = place else { continue };
            let words = [("side", names::letter(side).into()), ("site", describe::absent_name(ctx.locale, site).into())];
            if ui.add(Button::secondary(&ctx.locale.with("compare-show-overflow", &words))).clicked() {
                question.sides[index].open_at(ctx, site);
            }
        }
    });
}
