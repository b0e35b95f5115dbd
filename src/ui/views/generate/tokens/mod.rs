//! One sequence: a row a step.

mod row;
pub mod words;

use std::rc::Rc;
use std::sync::Arc;

use eframe::egui::{Align, ScrollArea, Sense, Ui, vec2};

use super::distribution::{Distribution, Source};
use crate::lab::Generating;
use crate::transformer::decoding::TokenByToken;
use crate::ui::context::Context;
use crate::ui::numbers;
use crate::ui::theme::space;

pub use row::digits;
use row::{Action, Plan, Rows};

/// How long a step is brought into sight.
const FRAMES: u8 = 2;
/// So few rows are all shown in full where there is room.
const SHORT: usize = 8;

/// What is kept between frames.
#[derive(Default)]
pub struct TokensState {
    /// The step that was chosen; none: the last one, as steps come.
    chosen: Option<usize>,
    /// The token of it that was chosen; none: the one that was picked.
    token: Option<usize>,
    /// Brings the step that is looked at into sight, for so many frames: the first may not know yet how much room there is.
    reveal: u8,
    /// How many steps there were in the last frame.
    seen: usize,
    known: Vec<Rc<Distribution>>,
}

impl TokensState {
    /// The step that is looked at.
    pub fn step(&self, steps: &TokenByToken) -> Option<usize> {
        let last = steps.steps().len().checked_sub(1)?;
        Some(self.chosen.map_or(last, |chosen| chosen.min(last)))
    }

    /// The token of it that is looked at.
    pub fn token(&self, steps: &TokenByToken) -> Option<usize> {
        let step = steps.steps().get(self.step(steps)?)?;
        Some(self.token.filter(|&token| token < step.logits.len()).unwrap_or(step.pick.token))
    }

    /// Chooses a step, and of it the token that was picked.
    pub fn choose(&mut self, step: usize) {
        (self.chosen, self.token, self.reveal) = (Some(step), None, FRAMES);
    }

    /// Chooses a token of a step.
    pub fn choose_token(&mut self, step: usize, token: usize) {
        (self.chosen, self.token) = (Some(step), Some(token));
    }

    /// Follows the steps as they come.
    pub fn follow(&mut self) {
        *self = Self { known: std::mem::take(&mut self.known), ..Self::default() };
    }

    /// The probability of a bar of full length.
    pub fn full_bar(&mut self, steps: &TokenByToken) -> f64 {
        full_bar(self.distributions(steps).iter().map(|distribution| distribution.largest()).fold(0.0, f64::max))
    }

    /// The distribution of a step.
    pub fn distribution(&mut self, steps: &TokenByToken, step: usize) -> Option<Rc<Distribution>> {
        self.distributions(steps).get(step).cloned()
    }

    /// Those of all steps, each sorted once.
    fn distributions(&mut self, steps: &TokenByToken) -> &[Rc<Distribution>] {
        let steps = steps.steps();
        self.known.truncate(steps.len());
        for (index, step) in steps.iter().enumerate() {
            let source = Source::Token(Arc::clone(step));
            match self.known.get(index) {
                Some(known) if known.source().is(&source) => {}
                Some(_) => self.known[index] = Rc::new(Distribution::new(source)),
                None => self.known.push(Rc::new(Distribution::new(source))),
            }
        }
        &self.known
    }
}

/// What a bar of full length means, in words.
pub fn scale(ctx: &Context<'_>, steps: &TokenByToken, state: &mut TokensState) -> String {
    // One digit, so that rounding brings it back from what the product leaves.
    let largest = numbers::shortest((state.full_bar(steps) * 1e8).round() / 1e6);
    ctx.locale.with("generate-full-bar", &[("largest", largest.into())])
}

/// The probability of a bar of full length: the largest, rounded up to one digit.
pub fn full_bar(largest: f64) -> f64 {
    let unit = 10_f64.powf(largest.max(1e-12).log10().floor());
    // A little less than the next digit is that digit, whatever the division leaves.
    ((largest / unit - 1e-9).ceil().max(1.0) * unit).min(1.0)
}

/// Draws the rows of all steps.
pub fn tokens_ui(ui: &mut Ui, ctx: &Context<'_>, generating: &Generating, steps: &TokenByToken, state: &mut TokensState) {
    let count = steps.steps().len();
    let distributions = state.distributions(steps).to_vec();
    let full_bar = state.full_bar(steps);
    let (chosen, token) = (state.step(steps), state.token(steps));
    let width = ui.available_width() - space::SMALL;
    let rows = Rows { ctx, generating, steps, full_bar, chosen, token, width };
    let plans = plans(ui, &rows, &distributions);
    if std::mem::replace(&mut state.seen, count) != count && state.chosen.is_none() {
        state.reveal = FRAMES;
    }
    let reveal = state.reveal > 0;
    state.reveal = state.reveal.saturating_sub(1);
    let mut done = None;
    ScrollArea::vertical().id_salt("rows").auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (step, (plan, distribution)) in plans.iter().zip(&distributions).enumerate() {
            let (rect, _) = ui.allocate_exact_size(vec2(width, plan.height), Sense::hover());
            if reveal && chosen == Some(step) {
                // Of a row that is too high its beginning is shown.
                ui.scroll_to_rect(rect, (rect.height() > ui.clip_rect().height()).then_some(Align::TOP));
            }
            if ui.is_rect_visible(rect) {
                done = rows.show(ui, plan, distribution, rect).or(done);
            }
        }
    });
    match done {
        Some(Action::Step(step)) => (state.chosen, state.token) = (Some(step), None),
        Some(Action::Token(step, token)) => state.choose_token(step, token),
        None => {}
    }
}

/// The chosen row is in full; of a few that have room for it, all are.
fn plans(ui: &Ui, rows: &Rows<'_>, distributions: &[Rc<Distribution>]) -> Vec<Plan> {
    let plan = |in_full: &dyn Fn(usize) -> bool| -> Vec<Plan> {
        let measured = distributions.iter().enumerate();
        measured.map(|(step, distribution)| rows.plan(ui, distribution, step, in_full(step))).collect()
    };
    if distributions.len() <= SHORT {
        let all = plan(&|_| true);
        if all.iter().map(|plan| plan.height).sum::<f32>() <= ui.available_height() {
            return all;
        }
    }
    plan(&|step| rows.chosen == Some(step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_of_small_probabilities_have_a_scale_of_their_own() {
        for (largest, full) in [(1.0, 1.0), (0.93, 1.0), (0.51, 0.6), (0.5, 0.5), (0.2, 0.2), (0.06, 0.06), (0.031, 0.04), (3.2e-5, 4e-5)] {
            assert!((full_bar(largest) / full - 1.0).abs() < 1e-9, "{largest}: {}", full_bar(largest));
        }
        assert!(full_bar(0.0) > 0.0);
    }
}
