//! Beam search: its tree, and the sequences that have ended.

use std::rc::Rc;
use std::sync::Arc;

use eframe::egui::{Align2, RichText, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::GenerateState;
use super::distribution::{Distribution, Source};
use super::inspector::{Looked, beside, pass_ui, vocabulary_ui, what_ui};
use super::tokens::full_bar;
use crate::lab::Generating;
use crate::transformer::decoding::{Beam, BeamSearch, BeamStep, Candidate, Fate, Hypothesis};
use crate::ui::context::Context;
use crate::ui::controls::{line, prose, section, visible};
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{NodeFate, Tree, TreeLabel, TreeLink};

/// Decimals of logarithms.
const DECIMALS: usize = 3;
/// In nodes, which are small.
const SHORT: usize = 2;
/// So many nodes of a column are to be in sight beside the sequences that have ended.
const LEAST: usize = 3;
/// Sequences that have ended, in sight at a time.
const ENDED: usize = 5;

/// A sequence and its score are no farther apart.
const WIDEST: f32 = 720.0;

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
        self.chosen.filter(there).or_else(|| search.winning_candidates().into_iter().enumerate().next_back())
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
    let name = |token: usize| visible(generating.generated().name(token));
    let prompt = generating.generated().generation.sequence().iter().take(search.prompt_length());
    let root = prompt.map(|&token| name(token)).collect::<Vec<_>>().join(" ");
    let way = search.winning_candidates();
    let links = |step: usize| links(search, &way, step);
    let labels = |step: usize, place: usize| label(ctx, generating, &search.steps()[step].candidates[place]);
    let headings = |step: usize| ctx.locale.with("generate-step", &[("number", (step + 1).to_string().into())]);
    let rows = search.hypotheses().len().min(ENDED) as f32;
    let below = if search.hypotheses().is_empty() { 0.0 } else { 3.0 * space::SMALL + (1.0 + rows) * space::PROPERTY_ROW };
    let nodes = search.steps().iter().map(|step| step.candidates.len()).max().unwrap_or(1).max(1);
    let tallest = Tree::height(nodes);
    let chosen = state.candidate(search);
    let tree = |ui: &mut Ui, area: ScrollArea| {
        let drawn = area.id_salt("tree").auto_shrink(false).stick_to_right(true);
        drawn.show(ui, |ui| Tree::new(&root, search.steps().len(), &links, &labels, &headings).chosen(chosen).show(ui, nodes)).inner
    };
    let clicked = if ui.available_height() < Tree::height(LEAST) + below {
        // Too low for two lists: one scrolls over both.
        let all = ScrollArea::vertical().id_salt("search").auto_shrink(false);
        all.show(ui, |ui| {
            let clicked = tree(ui, ScrollArea::horizontal().max_height(tallest + space::LARGE));
            hypotheses_ui(ui, ctx, generating, search);
            clicked
        })
        .inner
    } else {
        ui.label(RichText::new(ctx.locale.text("beam-legend")).font(text::small()).color(palette(ui).text3));
        let height = (ui.available_height() - below).min(tallest + space::LARGE);
        let clicked = tree(ui, ScrollArea::both().max_height(height));
        ui.add_space(space::SMALL);
        hypotheses_ui(ui, ctx, generating, search);
        clicked
    };
    if clicked.is_some() {
        (state.chosen, state.token) = (clicked, None);
    }
}

/// Which candidate of the step before each candidate of a step continues, and what became of it.
fn links(search: &BeamSearch, way: &[usize], step: usize) -> Vec<TreeLink> {
    let before = step.checked_sub(1).map_or(&[][..], |before| &search.steps()[before].candidates);
    let link = |(place, candidate): (usize, &Candidate)| {
        let continued = |earlier: &Candidate| matches!(earlier.fate, Fate::RunsOn { beam } if beam == candidate.beam);
        let fate = match candidate.fate {
            Fate::RunsOn { .. } => NodeFate::Kept,
            Fate::Ended { .. } => NodeFate::Ended,
            Fate::EndedTooLow | Fate::Dropped => NodeFate::Pruned,
        };
        TreeLink { parent: before.iter().position(continued).unwrap_or(0), fate, on_way: way.get(step) == Some(&place) }
    };
    search.steps()[step].candidates.iter().enumerate().map(link).collect()
}

/// What is written on a candidate.
fn label(ctx: &Context<'_>, generating: &Generating, candidate: &Candidate) -> TreeLabel {
    let word = visible(generating.generated().name(candidate.token));
    let digits = numbers::percent(libm::exp(candidate.log_probability));
    let below = format!("Σ {}", numbers::fixed(candidate.accumulated, SHORT));
    let note = match candidate.fate {
        Fate::RunsOn { .. } => String::new(),
        Fate::Ended { score } => format!("■ {}", numbers::fixed(score, SHORT)),
        Fate::EndedTooLow | Fate::Dropped => ctx.locale.text("beam-pruned"),
    };
    let spoken = format!("{word} {digits}, {below}, {}", fate_words(ctx, generating, candidate));
    TreeLabel { word, digits, below, note, spoken }
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

/// The sequences that have ended, best first, with the arithmetic of their scores.
fn hypotheses_ui(ui: &mut Ui, ctx: &Context<'_>, generating: &Generating, search: &BeamSearch) {
    if search.hypotheses().is_empty() {
        return;
    }
    section(ui, &ctx.locale.text("beam-hypotheses"));
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.set_max_width(ui.available_width().min(WIDEST));
    let list = ScrollArea::vertical().id_salt("ended").max_height(ENDED as f32 * space::PROPERTY_ROW).auto_shrink([false, true]);
    list.show(ui, |ui| {
        for (place, hypothesis) in search.hypotheses().iter().enumerate() {
            let tokens = hypothesis.sequence.iter().skip(search.prompt_length());
            let words = tokens.map(|&token| visible(generating.generated().name(token))).collect::<Vec<_>>().join(" ");
            hypothesis_ui(ui, place, &words, &arithmetic(hypothesis, search.settings().length_penalty));
        }
    });
}

/// A sequence that has ended, and its score; the first one is the winner.
fn hypothesis_ui(ui: &mut Ui, place: usize, words: &str, score: &str) {
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), space::PROPERTY_ROW), Sense::hover());
    let number = (place + 1).to_string();
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{number}. {words}: {score}")));
    let (font, ink) = if place == 0 { (text::strong(), p.text) } else { (text::body(), p.text2) };
    let painter = ui.painter();
    painter.text(rect.left_center() + vec2(space::LARGE, 0.0), Align2::RIGHT_CENTER, number, text::digits(), p.text3);
    let digits = painter.text(rect.right_center(), Align2::RIGHT_CENTER, score, text::digits(), ink);
    let left = rect.left() + space::XL;
    let words = line(ui, words, font, ink, digits.left() - space::SMALL - left);
    painter.galley(pos2(left, rect.center().y - words.size().y / 2.0), words, ink);
    if place == 0 {
        painter.vline(rect.left() + 1.0, rect.y_range().shrink(space::XS), Stroke::new(space::FRAME, p.accent));
    }
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
    let token = state.beams.token.filter(|&token| token < distribution.len()).unwrap_or(candidate.token);
    let full_bar = full_bar(distribution.largest());
    let looked = Looked { generating, step, token, distribution: &distribution, record: None, full_bar };
    let beam = &record.beams[candidate.beam];
    let mut clicked = None;
    beside(
        ui,
        ctx,
        &mut [
            &mut |ui, ctx| what_ui(ui, ctx, &looked),
            &mut |ui, ctx| {
                became_ui(ui, ctx, generating, beam, candidate, token);
                pass_ui(ui, ctx, &looked, &beam.sequence, &mut state.pass);
            },
            &mut |ui, ctx| clicked = vocabulary_ui(ui, ctx, &looked),
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
