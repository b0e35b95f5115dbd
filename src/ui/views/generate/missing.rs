//! What stands where there is nothing to show yet, or nothing to show at all.

use std::cell::OnceCell;
use std::sync::Arc;

use eframe::egui::{RichText, ScrollArea, Sense, Ui, vec2};

use super::tokens::{digits, full_bar};
use crate::experiment::{Experiment, presets};
use crate::graph::{Quantity, Scope, Site, Stack};
use crate::lab::Command;
use crate::transformer::Subject;
use crate::transformer::tokenizer::TokenizerConfig;
use crate::ui::context::{Context, Look};
use crate::ui::controls::{Button, Notice, TokenChip, notice, prose, visible};
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{CandidateLine, CandidateToken, Candidates};

const PROBABILITIES: Site = Scope::stack(Stack::Head).at(Quantity::Probabilities);
/// What a generation does, step by step.
const HOW: [&str; 4] = ["generate-how-read", "generate-how-scores", "generate-how-pick", "generate-how-again"];
/// Bars of what a first step would choose from.
const TOP: usize = 12;
const WIDEST: f32 = 640.0;

/// What is kept between frames: examples, looked up once, and what a first step would choose from.
#[derive(Default)]
pub struct MissingState {
    generating: OnceCell<Vec<Example>>,
    byte_pair: OnceCell<Option<Example>>,
    preview: Option<Preview>,
}

/// A preset that has what is missing here.
type Example = (&'static str, Arc<Experiment>);

/// The first preset of each of two kinds that generates.
fn generating() -> Vec<Example> {
    let first = |subject: Subject| first(|experiment| experiment.decoding.is_some() && experiment.model.subject == subject);
    [Subject::EncoderDecoder, Subject::Decoder].into_iter().filter_map(first).collect()
}

fn first(wanted: impl Fn(&Experiment) -> bool) -> Option<Example> {
    let mut read = presets().iter().filter_map(|preset| Some((preset.name, preset.experiment().ok()?)));
    read.find(|(_, experiment)| wanted(experiment))
}

/// Says in a sentence what is missing, and offers experiments that have it.
pub fn missing_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &MissingState, why: &str) {
    notice(ui, Notice::Hint, why);
    ui.add_space(space::SMALL);
    prose(ui, &ctx.locale.text("generate-needs"));
    ui.add_space(space::SMALL);
    ui.horizontal_wrapped(|ui| {
        for example in state.generating.get_or_init(generating) {
            open_ui(ui, ctx, example);
        }
    });
}

/// Under a text that is cut into words or characters: where it is cut into learned pieces.
pub fn byte_pair_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &MissingState) {
    let learned = |experiment: &Experiment| matches!(experiment.tokenizer, TokenizerConfig::BytePair { .. });
    if let Some(example) = state.byte_pair.get_or_init(|| first(learned)) {
        prose(ui, &ctx.locale.text("pieces-learned"));
        ui.add_space(space::XS);
        open_ui(ui, ctx, example);
    }
}

fn open_ui(ui: &mut Ui, ctx: &mut Context<'_>, (name, experiment): &Example) {
    let open = ctx.locale.with("generate-open", &[("name", ctx.title(experiment).into())]);
    if ui.add(Button::secondary(&open)).clicked() {
        ctx.send(Command::OpenPreset(name));
    }
}

/// The last row of the probabilities of the open run: what a first step would choose from.
struct Preview {
    /// The values that it was taken from.
    revision: u64,
    top: Vec<(usize, f64)>,
    /// How many tokens are not among them, and their probability.
    rest: (usize, f64),
}

impl Preview {
    fn new(look: &Look) -> Self {
        let shape = look.matrix.shape();
        let row = look.matrix.row(shape.rows.saturating_sub(1));
        let mut top: Vec<(usize, f64)> = row.iter().copied().enumerate().collect();
        top.sort_by(|a, b| b.1.total_cmp(&a.1));
        let shown = if top.len() <= TOP + 1 { top.len() } else { TOP };
        let rest = (top.len() - shown, top[shown..].iter().map(|(_, p)| p).sum());
        top.truncate(shown);
        Self { revision: look.revision, top, rest }
    }

    fn lines(&self, ctx: &Context<'_>) -> Vec<CandidateLine> {
        let tokenizer = ctx.prepared().tokenizer.as_ref();
        let name = |token| visible(tokenizer.and_then(|tokenizer| tokenizer.token(token)).unwrap_or_default());
        let bar = |&(token, value): &(usize, f64)| {
            CandidateLine::Token(CandidateToken { name: name(token), value, before: None, picked: false, removed: false })
        };
        let mut lines: Vec<CandidateLine> = self.top.iter().map(bar).collect();
        if self.rest.0 > 0 {
            let text = ctx.locale.with("generate-more", &[("count", numbers::count(self.rest.0 as u64).into())]);
            lines.push(CandidateLine::Rest { text, value: self.rest.1, before: None });
        }
        lines
    }
}

/// Before the first step: the tokens that it begins with, what the run says of the next one, and what will be done.
pub fn beginning_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut MissingState) {
    let p = palette(ui);
    ScrollArea::vertical().id_salt("beginning").auto_shrink(false).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for (position, word) in ctx.lab.prepared().target_labels.iter().enumerate() {
                ui.add(TokenChip::new(position, word, false));
            }
            ui.label(RichText::new("→  ?").font(text::body()).color(p.text3));
        });
        ui.add_space(space::SMALL);
        if let Some(look) = ctx.prepared().graph.find(PROBABILITIES).and_then(|id| ctx.look(id)) {
            let known = state.preview.take().filter(|known| known.revision == look.revision);
            let preview = state.preview.insert(known.unwrap_or_else(|| Preview::new(&look)));
            ui.label(RichText::new(ctx.locale.text("generate-preview")).font(text::body()).color(p.text2));
            let lines = preview.lines(ctx);
            let full_bar = full_bar(preview.top.first().map_or(0.0, |(_, p)| *p));
            let size = vec2(ui.available_width().min(WIDEST), Candidates::height(lines.len()));
            let (rect, chart) = ui.allocate_exact_size(size, Sense::hover());
            let name = ctx.locale.text("generate-next");
            Candidates::new(&name, &lines, full_bar, &|p| digits(p, full_bar)).show_at(ui, rect, chart.id);
            ui.add_space(space::LARGE);
        }
        for (number, key) in HOW.into_iter().enumerate() {
            ui.horizontal(|ui| {
                ui.set_min_height(space::PROPERTY_ROW);
                ui.label(RichText::new((number + 1).to_string()).font(text::digits()).color(p.text3));
                ui.label(RichText::new(ctx.locale.text(key)).font(text::body()).color(p.text2));
            });
        }
        ui.add_space(space::SMALL);
        ui.label(RichText::new(ctx.locale.text("generate-begin")).font(text::strong()).color(p.text));
    });
}
