//! Filling a weight by an initialiser.

use eframe::egui::{RichText, Ui};

use super::initialisers::{Kind, formula};
use super::{Task, WeightsState};
use crate::experiment::{WeightOrigin, WeightSource};
use crate::graph::{NodeId, Site};
use crate::lab::Command;
use crate::transformer::Initialiser;
use crate::ui::context::Context;
use crate::ui::controls::{Button, IntegerField, NumberField, choice};
use crate::ui::theme::{palette, space, text};

/// Width of the column of choices.
const CHOICES: f32 = 312.0;

/// Width of the digits of a seed.
const SEED: f32 = 96.0;

/// How the weight is to be filled.
pub struct FillState {
    kind: Kind,
    /// σ of a normal distribution, a of a uniform one.
    spread: f64,
    low: f64,
    high: f64,
    seed: u64,
}

impl Default for FillState {
    fn default() -> Self {
        Self { kind: Kind::XavierUniform, spread: 0.1, low: 0.0, high: 1.0, seed: 0 }
    }
}

impl FillState {
    /// Begins with the way in which the weight was made.
    pub fn of(ctx: &Context<'_>, site: Site) -> Self {
        let weights = &ctx.lab.document().experiment().weights;
        let begun = Self { seed: weights.seed, ..Self::default() };
        let WeightOrigin::Drawn { initialiser, seed } = weights.origin(site) else { return begun };
        let begun = Self { kind: Kind::of(initialiser), seed: seed.unwrap_or(weights.seed), ..begun };
        match initialiser {
            Initialiser::Normal(spread) | Initialiser::Uniform(spread) => Self { spread, ..begun },
            Initialiser::Between(low, high) => Self { low, high, ..begun },
            _ => begun,
        }
    }

    fn initialiser(&self) -> Initialiser {
        match self.kind {
            Kind::Normal => Initialiser::Normal(self.spread),
            Kind::Uniform => Initialiser::Uniform(self.spread),
            Kind::Between => Initialiser::Between(self.low, self.high),
            Kind::XavierUniform => Initialiser::XavierUniform,
            Kind::XavierNormal => Initialiser::XavierNormal,
            Kind::KaimingUniform => Initialiser::KaimingUniform,
            Kind::KaimingNormal => Initialiser::KaimingNormal,
            Kind::Zeros => Initialiser::Zeros,
            Kind::Ones => Initialiser::Ones,
            Kind::Identity => Initialiser::Identity,
        }
    }
}

/// The command that makes a weight by an initialiser. The common seed is not written down, so that the weight follows it.
pub fn drawn(ctx: &Context<'_>, site: Site, initialiser: Initialiser, seed: u64) -> Command {
    let own = initialiser.is_random() && seed != ctx.lab.document().experiment().weights.seed;
    Command::SetWeightSource(site, Some(Box::new(WeightSource::Drawn { initialiser, seed: own.then_some(seed) })))
}

/// Draws the card; whether it is done with.
pub fn fill_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut WeightsState, id: NodeId) -> bool {
    let Task::Fill(fill) = &mut state.task else { return true };
    let node = ctx.prepared().graph.node(id).clone();
    let mut done = false;
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(CHOICES.min(0.55 * ui.available_width()));
            ui.spacing_mut().item_spacing.y = space::XS;
            choices_ui(ui, ctx, fill);
        });
        ui.add_space(space::LARGE);
        ui.vertical(|ui| {
            let p = palette(ui);
            let initialiser = fill.initialiser();
            ui.label(RichText::new(formula(initialiser, node.shape)).font(text::digits()).color(p.text));
            ui.label(RichText::new(ctx.locale.text(about(fill.kind))).font(text::body()).color(p.text2));
            ui.add_space(space::SMALL);
            ui.horizontal(|ui| {
                if ui.add(Button::primary(&ctx.locale.text("fill-do"))).clicked() {
                    ctx.send(drawn(ctx, node.site, initialiser, fill.seed));
                    ctx.send(Command::Select(node.site));
                }
                done = ui.add(Button::secondary(&ctx.locale.text("weights-close"))).clicked();
            });
        });
    });
    done
}

fn choices_ui(ui: &mut Ui, ctx: &Context<'_>, fill: &mut FillState) {
    let names = Kind::ALL.map(|kind| kind.name(ctx.locale));
    let options: Vec<(Kind, &str)> = Kind::ALL.into_iter().zip(names.iter().map(String::as_str)).collect();
    choice(ui, &ctx.locale.text("fill-kind"), &mut fill.kind, &options);
    let largest = f64::from(f32::MAX);
    match fill.kind {
        Kind::Normal => {
            ui.add(NumberField::new("σ", &mut fill.spread, 0.0..=largest));
        }
        Kind::Uniform => {
            ui.add(NumberField::new("a", &mut fill.spread, 0.0..=largest));
        }
        Kind::Between => {
            ui.add(NumberField::new("a", &mut fill.low, -largest..=largest));
            ui.add(NumberField::new("b", &mut fill.high, -largest..=largest));
        }
        _ => {}
    }
    if fill.initialiser().is_random() {
        let mut seed = usize::try_from(fill.seed).unwrap_or(usize::MAX);
        if ui.add(IntegerField::new(&ctx.locale.text("drawer-seed"), &mut seed, 0..=usize::MAX).digits(SEED)).changed() {
            fill.seed = seed as u64;
        }
    }
}

/// The key of the sentence that says what an initialiser is good for.
fn about(kind: Kind) -> &'static str {
    match kind {
        Kind::Normal | Kind::Uniform | Kind::Between => "fill-about-given",
        Kind::XavierUniform | Kind::XavierNormal => "fill-about-xavier",
        Kind::KaimingUniform | Kind::KaimingNormal => "fill-about-kaiming",
        Kind::Zeros => "fill-about-zeros",
        Kind::Ones => "fill-about-ones",
        Kind::Identity => "fill-about-identity",
    }
}
