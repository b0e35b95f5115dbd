//! One step: the tokens so far and the one picked, the bars, and why.

use std::sync::Arc;

use eframe::egui::{Align2, Galley, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::super::distribution::{Distribution, Rest, Shown};
use super::words;
use crate::lab::Generating;
use crate::transformer::decoding::{Interval, Reason, TokenByToken, TokenStep};
use crate::ui::context::Context;
use crate::ui::controls::{prose_lines, visible};
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{CandidateLine, CandidateToken, Candidates, Segment, UnitInterval, word_row};

/// Bars of a row that is in full, and of the others.
const MANY: usize = 12;
const FEW: usize = 3;
/// For the number of the step.
const GUTTER: f32 = 32.0;
/// The line with the tokens.
const HEAD: f32 = 24.0;
/// From this width on the reasons stand beside the bars, which then take this part of it.
const WIDE: f32 = 560.0;
const CHART: f32 = 0.6;
/// Lines of reasons under the bars of a row that is not in full.
const FEW_REASONS: usize = 2;
/// The tokens so far are cut where no line could hold them.
const LAST_TOKENS: usize = 64;
/// Intervals narrower than this are not drawn.
const NARROWEST: f64 = 1.0 / 400.0;
/// Where no probability is larger, a tenth of a percent says too little.
const SMALL: f64 = 0.01;

/// What was done with a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// The step was chosen.
    Step(usize),
    /// A token of it was chosen.
    Token(usize, usize),
}

/// What all rows have in common.
pub struct Rows<'a> {
    /// The context of the view.
    pub ctx: &'a Context<'a>,
    /// What is shown.
    pub generating: &'a Generating,
    /// Its steps.
    pub steps: &'a TokenByToken,
    /// The probability of a bar of full length.
    pub full_bar: f64,
    /// The step that is looked at.
    pub chosen: Option<usize>,
    /// The token of it that is looked at.
    pub token: Option<usize>,
    /// The width of a row.
    pub width: f32,
}

/// How a row is to be drawn, known before it is.
pub struct Plan {
    /// Its height.
    pub height: f32,
    step: usize,
    /// Whether all its reasons and many of its bars are shown.
    in_full: bool,
    shown: Shown,
}

impl Rows<'_> {
    /// Measures a row.
    pub fn plan(&self, ui: &Ui, distribution: &Distribution, step: usize, in_full: bool) -> Plan {
        let record = self.record(step);
        let shown = distribution.shown(Some(record.pick.token), if in_full { MANY } else { FEW });
        let chart = Candidates::height(line_count(distribution, &shown, in_full));
        let reasons = if in_full { self.reasons(ui, step, usize::MAX).size().y } else { 0.0 };
        let body = match (self.is_wide(), in_full) {
            (true, _) => chart.max(reasons),
            (false, true) => chart + space::SMALL + reasons,
            (false, false) => chart + space::SMALL + FEW_REASONS as f32 * text::LINE_HEIGHT,
        };
        let draw = if in_full && draw(record).is_some() { space::MEDIUM + UnitInterval::HEIGHT } else { 0.0 };
        Plan { height: 2.0 * space::SMALL + HEAD + space::SMALL + body + draw, step, in_full, shown }
    }

    /// Draws a row.
    pub fn show(&self, ui: &Ui, plan: &Plan, distribution: &Distribution, rect: Rect) -> Option<Action> {
        let p = palette(ui);
        let (step, record) = (plan.step, self.record(plan.step));
        let generated = self.generating.generated();
        let chosen = self.chosen == Some(step);
        let id = ui.make_persistent_id(("row", step));
        let response = ui.interact(rect, id, Sense::click());
        let number = self.ctx.locale.with("generate-step", &[("number", (step + 1).to_string().into())]);
        response.widget_info(|| {
            let name = visible(generated.name(record.pick.token));
            let probability = digits(record.filtered.probabilities[record.pick.token], self.full_bar);
            WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), chosen, format!("{number}: {name} {probability}"))
        });
        let painter = ui.painter();
        if chosen {
            painter.rect(rect, space::CARD_RADIUS, p.surface, Stroke::new(space::LINE, p.divider), StrokeKind::Inside);
        } else {
            if response.hovered() {
                painter.rect_filled(rect, space::CARD_RADIUS, p.hover());
            }
            painter.hline(rect.x_range().shrink(space::MEDIUM), rect.bottom(), Stroke::new(space::LINE, p.divider));
        }
        if response.has_focus() {
            painter.rect_stroke(rect, space::CARD_RADIUS, Stroke::new(space::FRAME, p.accent), StrokeKind::Inside);
        }
        let inner = rect.shrink2(vec2(space::MEDIUM, space::SMALL));
        let right = self.head(ui, step, inner);
        let body = Rect::from_min_max(pos2(inner.left() + GUTTER, right), inner.max);
        let clicked = self.body(ui, plan, distribution, body, id, &number);
        if plan.in_full
            && let Some(value) = draw(record)
        {
            let place = Rect::from_min_max(pos2(body.left(), inner.bottom() - UnitInterval::HEIGHT), inner.max);
            self.draw(ui, record, value, place, id);
        }
        match clicked {
            Some(token) => Some(Action::Token(step, token)),
            None => response.clicked().then_some(Action::Step(step)),
        }
    }

    /// The number, the tokens so far and the picked one with its probability; returns where the rest of the row begins.
    fn head(&self, ui: &Ui, step: usize, inner: Rect) -> f32 {
        let p = palette(ui);
        let (record, generated) = (self.record(step), self.generating.generated());
        let head = Rect::from_min_size(inner.min, vec2(inner.width(), HEAD));
        let number = (step + 1).to_string();
        ui.painter().text(
            pos2(head.left() + GUTTER - space::MEDIUM, head.center().y),
            Align2::RIGHT_CENTER,
            number,
            text::digits(),
            p.text3,
        );
        let probability = digits(record.filtered.probabilities[record.pick.token], self.full_bar);
        let digits = ui.painter().text(head.right_center(), Align2::RIGHT_CENTER, probability, text::strong_digits(), p.probability);
        let length = generated.prompt + step + 1;
        let sequence = &self.steps.sequence()[length.saturating_sub(LAST_TOKENS)..length];
        let words: Vec<String> = sequence.iter().map(|&token| visible(generated.name(token))).collect();
        let room = Rect::from_min_max(pos2(head.left() + GUTTER, head.top()), pos2(digits.left() - space::SMALL, head.bottom()));
        word_row(ui, room, &words);
        head.bottom() + space::SMALL
    }

    /// Bars and reasons; returns the token that was clicked.
    fn body(&self, ui: &Ui, plan: &Plan, distribution: &Distribution, body: Rect, id: Id, number: &str) -> Option<usize> {
        let (lines, tokens) = self.lines(plan, distribution);
        let height = Candidates::height(lines.len());
        let width = if self.is_wide() { (body.width() * CHART).floor() } else { body.width() };
        let chart = Rect::from_min_size(body.min, vec2(width, height));
        let chosen = self.token.filter(|_| self.chosen == Some(plan.step));
        let line = chosen.and_then(|token| tokens.iter().position(|other| *other == Some(token)));
        let clicked = Candidates::new(number, &lines, self.full_bar, &|p| digits(p, self.full_bar)).chosen(line).show_at(ui, chart, id);
        let (corner, at_most) = match (self.is_wide(), plan.in_full) {
            (true, true) => (pos2(chart.right() + space::XL, body.top()), usize::MAX),
            (true, false) => (pos2(chart.right() + space::XL, body.top()), lines.len()),
            (false, true) => (pos2(body.left(), chart.bottom() + space::SMALL), usize::MAX),
            (false, false) => (pos2(body.left(), chart.bottom() + space::SMALL), FEW_REASONS),
        };
        let reasons = self.reasons(ui, plan.step, at_most);
        ui.painter().galley(corner, reasons, palette(ui).text2);
        clicked.and_then(|line| tokens.get(line).copied().flatten())
    }

    /// The lines of the chart, and the tokens of those that have one.
    fn lines(&self, plan: &Plan, distribution: &Distribution) -> (Vec<CandidateLine>, Vec<Option<usize>>) {
        let (record, generated) = (self.record(plan.step), self.generating.generated());
        let filtered = distribution.is_filtered();
        let token = |token: usize| {
            CandidateLine::Token(CandidateToken {
                name: visible(generated.name(token)),
                value: distribution.after(token),
                before: filtered.then(|| distribution.before(token)),
                picked: token == record.pick.token,
                removed: distribution.after(token) <= 0.0,
            })
        };
        let rest = |key: &str, rest: Rest| CandidateLine::Rest {
            text: self.ctx.locale.with(key, &[("count", numbers::count(rest.count as u64).into())]),
            value: rest.after,
            before: filtered.then_some(rest.before),
        };
        let shown = &plan.shown;
        let mut lines = Vec::new();
        if filtered && plan.in_full {
            let [bars, before, after] = ["generate-outline", "generate-before", "generate-after"].map(|key| self.ctx.locale.text(key));
            lines.push((CandidateLine::Heading { bars, before, after }, None));
        }
        lines.extend(shown.kept.iter().map(|&id| (token(id), Some(id))));
        if shown.kept_rest.count > 0 {
            lines.push((rest("generate-more", shown.kept_rest), None));
        }
        if distribution.kept < distribution.len() {
            lines.push((CandidateLine::Cut(words::cut(self.ctx, record)), None));
            lines.extend(shown.removed.iter().map(|&id| (token(id), Some(id))));
            if shown.removed_rest.count > 0 {
                lines.push((rest("generate-removed", shown.removed_rest), None));
            }
        }
        lines.into_iter().unzip()
    }

    fn reasons(&self, ui: &Ui, step: usize, at_most: usize) -> Arc<Galley> {
        let record = self.record(step);
        let generated = self.generating.generated();
        let mut sentences = words::reasons(self.ctx, generated, self.generating.config(), record, self.full_bar);
        if step + 1 == self.steps.steps().len()
            && let Some(stop) = generated.stop
        {
            sentences.push(words::stop(self.ctx, generated, stop, self.generating.config().max_new_tokens));
        }
        let body = self.width - 2.0 * space::MEDIUM - GUTTER;
        let width = if self.is_wide() { body - (body * CHART).floor() - space::XL } else { body };
        prose_lines(ui, &sentences.join("\n"), width, at_most)
    }

    /// The line from 0 to 1 with the number that was drawn.
    fn draw(&self, ui: &Ui, record: &TokenStep, value: f64, place: Rect, id: Id) {
        let generated = self.generating.generated();
        let wide = |interval: &Interval| interval.to - interval.from >= NARROWEST || interval.token == record.pick.token;
        let intervals = record.filtered.intervals().filter(wide);
        let segments: Vec<Segment> = intervals
            .map(|interval| Segment {
                name: visible(generated.name(interval.token)),
                from: interval.from,
                to: interval.to,
                picked: interval.token == record.pick.token,
            })
            .collect();
        let caption = self.ctx.locale.with("generate-draw", &[("draw", numbers::fixed(value, words::FINE).into())]);
        UnitInterval::new(&self.ctx.locale.text("generate-interval"), &segments, value, &caption).show_at(ui, place, id.with("draw"));
    }

    fn record(&self, step: usize) -> &TokenStep {
        &self.steps.steps()[step]
    }

    fn is_wide(&self) -> bool {
        self.width >= WIDE
    }
}

/// How many lines a chart has.
fn line_count(distribution: &Distribution, shown: &Shown, in_full: bool) -> usize {
    usize::from(in_full && distribution.is_filtered())
        + shown.kept.len()
        + usize::from(shown.kept_rest.count > 0)
        + usize::from(distribution.kept < distribution.len())
        + shown.removed.len()
        + usize::from(shown.removed_rest.count > 0)
}

/// A probability; where all tokens have small ones, with digits that tell them apart.
pub fn digits(probability: f64, full_bar: f64) -> String {
    let tell_apart = full_bar <= SMALL && probability <= 10.0 * SMALL;
    if tell_apart { format!("{}\u{202F}%", numbers::fixed(100.0 * probability, 3)) } else { numbers::percent(probability) }
}

fn draw(record: &TokenStep) -> Option<f64> {
    match record.pick.reason {
        Reason::Drawn { draw, .. } => Some(draw),
        Reason::Highest { .. } => None,
    }
}
