//! Beam search: its tree, and the sequences that have ended.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use eframe::egui::{Align2, RichText, ScrollArea, Sense, Ui, vec2};

use super::GenerateState;
use super::distribution::{Distribution, Source};
use super::inspector::{beside, pass_ui, vocabulary_ui, what_ui};
use crate::lab::Generating;
use crate::transformer::decoding::{Beam, BeamSearch, BeamStep, Candidate, Fate, Hypothesis};
use crate::ui::context::Context;
use crate::ui::controls::{prose, section, visible};
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{NodeFate, Tree, TreeNode};

/// Decimals of logarithms.
const DECIMALS: usize = 3;
/// Sequences that have ended, in sight at a time.
const ENDED: usize = 4;

/// What is kept between frames.
#[derive(Default)]
pub struct BeamsState {
    /// The step and the candidate that were chosen; none: the last on the way to the winner.
    chosen: Option<(usize, usize)>,
    /// The token of its beam's vocabulary that was chosen; none: the candidate's own.
    token: Option<usize>,
    known: Option<Rc<Distribution>>,
}

impl BeamsState {
    fn candidate(&self, search: &BeamSearch) -> Option<(usize, usize)> {
        let there = |&(step, place): &(usize, usize)| search.steps().get(step).is_some_and(|step| place < step.candidates.len());
        self.chosen.filter(there).or_else(|| search.winning_candidates().into_iter().enumerate().last())
    }

    fn distribution(&mut self, step: &Arc<BeamStep>, beam: usize) -> Rc<Distribution> {
        let source = Source::Beam(Arc::clone(step), beam);
        match &self.known {
            Some(known) if known.source().is(&source) => Rc::clone(known),
            _ => Rc::clone(self.known.insert(Rc::new(Distribution::new(source)))),
        }
    }
}

/// Draws the tree and, under it, what has ended.
pub fn beams_ui(ui: &mut Ui, ctx: &Context<'_>, generating: &Generating, search: &BeamSearch, state: &mut BeamsState) {
    let columns = columns(ctx, generating, search);
    let prompt = generating.generated().generation.sequence().iter().take(search.prompt_length());
    let root = prompt.map(|&token| visible(generating.generated().name(token))).collect::<Vec<_>>().join(" ");
    let headings = |step: usize| ctx.locale.with("generate-step", &[("number", (step + 1).to_string().into())]);
    legend_ui(ui, ctx);
    let rows = search.hypotheses().len().clamp(1, ENDED) as f32;
    let below = if search.hypotheses().is_empty() { 0.0 } else { space::SMALL + (2.0 + rows) * space::PROPERTY_ROW };
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(1);
    let height = (ui.available_height() - below).max(Tree::height(2)).min(Tree::height(tallest) + space::LARGE);
    let chosen = state.candidate(search);
    let mut clicked = None;
    ScrollArea::both().id_salt("tree").auto_shrink(false).max_height(height).stick_to_right(true).show(ui, |ui| {
        clicked = Tree::new(&root, &columns, &headings).chosen(chosen).show(ui);
    });
    if clicked.is_some() {
        (state.chosen, state.token) = (clicked, None);
    }
    if !search.hypotheses().is_empty() {
        ui.add_space(space::SMALL);
        hypotheses_ui(ui, ctx, generating, search);
    }
}

/// The candidates of each step as nodes.
fn columns(ctx: &Context<'_>, generating: &Generating, search: &BeamSearch) -> Vec<Vec<TreeNode>> {
    let way = search.winning_candidates();
    let node = |step: usize, place: usize, candidate: &Candidate| {
        let runs_there = |earlier: &Candidate| matches!(earlier.fate, Fate::RunsOn { beam } if beam == candidate.beam);
        let before = step.checked_sub(1).map(|before| &search.steps()[before]);
        let parent = before.and_then(|before| before.candidates.iter().position(runs_there)).unwrap_or(0);
        let word = visible(generating.generated().name(candidate.token));
        let (fate, note) = fate(ctx, candidate);
        let digits = numbers::percent(libm::exp(candidate.log_probability));
        let below = format!("Σ {}", numbers::fixed(candidate.accumulated, DECIMALS));
        let spoken = format!("{word} {digits}, {below}, {}", fate_words(ctx, generating, candidate));
        TreeNode { word, digits, below, note, parent, fate, on_way: way.get(step) == Some(&place), spoken }
    };
    let column = |(step, record): (usize, &Arc<BeamStep>)| -> Vec<TreeNode> {
        record.candidates.iter().enumerate().map(|(place, candidate)| node(step, place, candidate)).collect()
    };
    search.steps().iter().enumerate().map(column).collect()
}

fn fate(ctx: &Context<'_>, candidate: &Candidate) -> (NodeFate, String) {
    match candidate.fate {
        Fate::RunsOn { .. } => (NodeFate::Kept, String::new()),
        Fate::Ended { score } => (NodeFate::Ended, format!("■ {}", numbers::fixed(score, DECIMALS))),
        Fate::EndedTooLow | Fate::Dropped => (NodeFate::Pruned, ctx.locale.text("beam-pruned")),
    }
}

/// What became of a candidate, in a sentence.
fn fate_words(ctx: &Context<'_>, generating: &Generating, candidate: &Candidate) -> String {
    match candidate.fate {
        Fate::RunsOn { beam } => ctx.locale.with("beam-runs-on", &[("beam", (beam + 1).to_string().into())]),
        Fate::Ended { score } => {
            let token = visible(generating.generated().name(candidate.token));
            ctx.locale.with("beam-ended", &[("token", token.into()), ("score", numbers::fixed(score, DECIMALS).into())])
        }
        Fate::EndedTooLow => ctx.locale.text("beam-ended-low"),
        Fate::Dropped => ctx.locale.text("beam-dropped"),
    }
}

/// What the nodes say, and what their frames mean.
fn legend_ui(ui: &mut Ui, ctx: &Context<'_>) {
    ui.label(RichText::new(ctx.locale.text("beam-legend")).font(text::small()).color(palette(ui).text3));
}

/// The sequences that have ended, best first, with the arithmetic of their scores.
fn hypotheses_ui(ui: &mut Ui, ctx: &Context<'_>, generating: &Generating, search: &BeamSearch) {
    let p = palette(ui);
    section(ui, &ctx.locale.text("beam-hypotheses"));
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().id_salt("ended").max_height(ENDED as f32 * space::PROPERTY_ROW).auto_shrink([false, true]).show(ui, |ui| {
        for (place, hypothesis) in search.hypotheses().iter().enumerate() {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), space::PROPERTY_ROW), Sense::hover());
            let tokens = hypothesis.sequence.iter().skip(search.prompt_length());
            let words = tokens.map(|&token| visible(generating.generated().name(token))).collect::<Vec<_>>().join(" ");
            let score = arithmetic(hypothesis, search.settings().length_penalty);
            response.widget_info(|| {
                eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Label, ui.is_enabled(), format!("{}. {words}: {score}", place + 1))
            });
            let (font, ink) = if place == 0 { (text::strong(), p.text) } else { (text::body(), p.text2) };
            let painter = ui.painter();
            painter.text(
                rect.left_center() + vec2(space::LARGE, 0.0),
                Align2::RIGHT_CENTER,
                (place + 1).to_string(),
                text::digits(),
                p.text3,
            );
            let digits = painter.text(rect.right_center(), Align2::RIGHT_CENTER, score, text::digits(), ink);
            let room = eframe::egui::Rect::from_x_y_ranges(rect.left() + space::XL..=digits.left() - space::SMALL, rect.y_range());
            painter.with_clip_rect(room.intersect(ui.clip_rect())).text(room.left_center(), Align2::LEFT_CENTER, words, font, ink);
            if place == 0 {
                painter.vline(rect.left() + 1.0, rect.y_range().shrink(space::XS), eframe::egui::Stroke::new(space::FRAME, p.accent));
            }
        }
    });
}

/// `−3.99 / 3^1 = −1.33`: Σ ln p over the length to the power of the penalty.
fn arithmetic(hypothesis: &Hypothesis, penalty: f64) -> String {
    let fixed = |value| numbers::fixed(value, DECIMALS);
    let length = hypothesis.log_probabilities.len();
    let power = if penalty == 1.0 { length.to_string() } else { format!("{length}^{}", numbers::shortest(penalty)) };
    format!("{} / {power} = {}", fixed(hypothesis.log_probability()), fixed(hypothesis.score))
}

/// The panel at the right: the chosen candidate, and the distribution that it was taken from.
pub fn inspector_ui(
    ui: &mut Ui,
    ctx: &mut Context<'_>,
    generating: &Generating,
    search: &BeamSearch,
    state: &mut GenerateState,
) -> Option<()> {
    let (step, place) = state.beams.candidate(search)?;
    let record = search.steps().get(step)?;
    let candidate = record.candidates.get(place)?;
    let distribution = state.beams.distribution(record, candidate.beam);
    let token = state.beams.token.unwrap_or(candidate.token);
    let beam = &record.beams[candidate.beam];
    let rows = generating.generated().rows.get(step).copied();
    let mut clicked = None;
    let shared = RefCell::new(ctx);
    beside(
        ui,
        &mut [
            &mut |ui| what_ui(ui, &shared.borrow(), generating, step, token, &distribution, None),
            &mut |ui| {
                became_ui(ui, &shared.borrow(), generating, beam, candidate, token);
                pass_ui(ui, &mut shared.borrow_mut(), generating, &beam.sequence, rows, &mut state.pass);
            },
            &mut |ui| clicked = vocabulary_ui(ui, &shared.borrow(), generating, &distribution, token),
        ],
    );
    if clicked.is_some() {
        (state.beams.chosen, state.beams.token) = (Some((step, place)), clicked);
    }
    Some(())
}

/// What became of the candidate, with its sum.
fn became_ui(ui: &mut Ui, ctx: &Context<'_>, generating: &Generating, beam: &Beam, candidate: &Candidate, token: usize) {
    section(ui, &ctx.locale.text("beam-fate"));
    if token == candidate.token {
        let fixed = |value| numbers::fixed(value, DECIMALS);
        let sum = [
            ("before", fixed(beam.accumulated).into()),
            ("own", fixed(candidate.log_probability).into()),
            ("sum", fixed(candidate.accumulated).into()),
        ];
        prose(ui, &ctx.locale.with("beam-sum", &sum));
        prose(ui, &fate_words(ctx, generating, candidate));
    } else {
        prose(ui, &ctx.locale.text("beam-not-candidate"));
    }
    ui.add_space(space::LARGE);
}
