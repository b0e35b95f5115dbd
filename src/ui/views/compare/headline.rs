//! Both sides beside each other: title, headline, and the choices in which they differ.

use std::sync::Arc;

use eframe::egui::{Align, Label, Layout, RichText, Sense, Stroke, Ui, UiBuilder, vec2};

use super::chart::{SAMPLE, sample};
use super::comparing::{Found, Question};
use super::differing::{Differing, differing};
use super::{names, sides};
use crate::experiment::Experiment;
use crate::experiment::comparison::{Measure, Seen, Side};
use crate::transformer::Precision;
use crate::ui::context::Context;
use crate::ui::controls::{Button, Property, TokenChip, card, properties, prose};
use crate::ui::theme::{palette, space, text};

/// So many choices are listed.
const CHOICES: usize = 6;
/// So many tokens are shown of a side.
const TOKENS: usize = 64;

/// Draws both sides on one card.
pub fn sides_ui(ui: &mut Ui, ctx: &mut Context<'_>, question: &Question, experiments: &[Arc<Experiment>; 2], found: Option<&Found>) {
    let choices = differing(ctx.locale, &experiments[0], &experiments[1]);
    let outer = ui.available_width();
    card(ui, |ui| {
        ui.set_width(outer - 2.0 * f32::from(space::CARD_MARGIN.left));
        let start = ui.cursor().min;
        let width = (ui.available_width() - space::XXL) / 2.0;
        let mut bottom = start.y;
        for (index, side) in [Side::A, Side::B].into_iter().enumerate() {
            let left = start.x + if index == 0 { 0.0 } else { width + space::XXL };
            let rect = eframe::egui::Rect::from_min_size(eframe::egui::pos2(left, start.y), vec2(width, f32::INFINITY));
            let mut column = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(index).layout(Layout::top_down(Align::LEFT)));
            column.set_width(width);
            side_ui(&mut column, ctx, question, &experiments[index], side, &choices, found);
            bottom = bottom.max(column.min_rect().bottom());
        }
        let x = start.x + width + space::XXL / 2.0;
        ui.painter().vline(x, start.y..=bottom, Stroke::new(space::LINE, palette(ui).divider));
        ui.advance_cursor_after_rect(eframe::egui::Rect::from_min_max(start, eframe::egui::pos2(start.x + ui.available_width(), bottom)));
        if choices.is_empty() {
            ui.add_space(space::SMALL);
            prose(ui, &ctx.locale.text("compare-alike"));
        } else if choices.len() > CHOICES {
            ui.add_space(space::XS);
            let more = ctx.locale.with("compare-more", &[("count", (choices.len() - CHOICES).to_string().into())]);
            let rest: Vec<String> =
                choices[CHOICES..].iter().map(|choice| format!("{}: {} / {}", choice.name, choice.values[0], choice.values[1])).collect();
            let small = RichText::new(more).font(text::small()).color(palette(ui).text3);
            ui.add(Label::new(small).sense(Sense::hover())).on_hover_text(rest.join("\n"));
        }
    });
}

fn side_ui(
    ui: &mut Ui,
    ctx: &mut Context<'_>,
    question: &Question,
    experiment: &Experiment,
    side: Side,
    choices: &[Differing],
    found: Option<&Found>,
) {
    let p = palette(ui);
    let index = usize::from(side == Side::B);
    let source = &question.sides[index];
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(SAMPLE, space::CONTROL_HEIGHT), Sense::hover());
        sample(ui.painter(), p, side, rect);
        ui.label(RichText::new(names::letter(side)).font(text::strong()).color(p.text));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if *source == sides::Source::Open {
                ui.label(RichText::new(ctx.locale.text("compare-is-open")).font(text::small()).color(p.text3));
            } else {
                let open = ctx.locale.with("compare-open", &[("side", names::letter(side).into())]);
                if ui.add(Button::secondary(&open)).clicked() {
                    source.open(ctx);
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let title = RichText::new(sides::title(ctx, source, experiment)).font(text::strong()).color(p.text);
                ui.add(Label::new(title).truncate());
            });
        });
    });
    if let Some(found) = found {
        headline_ui(ui, ctx, found, side);
        if let Seen::Decoding { tokens, .. } = &found.finding.seen {
            tokens_ui(ui, &tokens[index]);
        }
    }
    ui.add_space(space::XS);
    let rows: Vec<Property<'_>> = choices.iter().take(CHOICES).map(|choice| Property::text(&choice.name, &choice.values[index])).collect();
    properties(ui, &rows);
}

/// The number of a side, and what it counts. The difference of two runs is of neither side.
fn headline_ui(ui: &mut Ui, ctx: &Context<'_>, found: &Found, side: Side) {
    let p = palette(ui);
    let finding = &found.finding;
    if finding.measure == Measure::Differences && side == Side::A {
        ui.add_space(text::answer().size + space::MEDIUM);
        return;
    }
    let number = finding.headline[usize::from(side == Side::B)];
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(names::value(finding.counts, number)).font(text::answer()).color(p.text));
        ui.label(RichText::new(names::headline(ctx.locale, finding.measure)).font(text::small()).color(p.text3));
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
            let words = [("side", names::letter(side).into()), ("site", site.to_string().into())];
            if ui.add(Button::secondary(&ctx.locale.with("compare-show-overflow", &words))).clicked() {
                question.sides[index].open_at(ctx, site);
            }
        }
    });
}
