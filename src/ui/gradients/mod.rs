//! Gradients in the window: how they are written, where each came from, and what is said while there are none.

mod origin;
mod unit;

pub use origin::{Came, Told, calculation, magnitude, told};
pub use unit::Unit;

use eframe::egui::{Label, RichText, Ui};

use super::context::Context;
use super::controls::{Notice, choice, notice};
use super::describe;
use super::numbers;
use super::theme::{palette, space, text};
use super::widgets::notation::plain;
use crate::experiment::{Objective, Prepared};
use crate::graph::NodeId;
use crate::lab::{Command, SlopeState};

/// Digits of a gradient in arithmetic.
const DIGITS: usize = 3;

/// A gradient in arithmetic.
pub fn digits(value: f64) -> String {
    numbers::significant(value, DIGITS)
}

/// A gradient in its cell, in a unit: with the decimals of all others, or as one digit and a power of ten where these would show
/// nothing of it.
pub fn in_cell(value: f64, unit: Unit) -> String {
    let measured = unit.measure(value);
    let fixed = numbers::fixed(measured, numbers::DECIMALS);
    if fixed == numbers::NEARLY_ZERO { numbers::power(measured) } else { fixed }
}

/// The name of a matrix whose numbers stand in a unit.
pub fn in_unit(title: &str, unit: Unit) -> String {
    if unit == Unit::ONE { title.to_owned() } else { format!("{title} ({})", unit.times().trim_start()) }
}

/// The signs of the longest number of a gradient in its cell: `−4e−12`.
pub const LONGEST: usize = 6;

/// Below this width the formula of L stands in a line of its own.
const NARROW: f32 = 400.0;

/// ∂L/∂v in the notation of titles, with the sign of v.
pub fn title(prepared: &Prepared, id: NodeId) -> String {
    format!("∂L/∂{}", describe::sign(prepared, id))
}

/// ∂L/∂v in a line of plain text.
pub fn sign(prepared: &Prepared, id: NodeId) -> String {
    plain(&title(prepared, id))
}

/// What L is: a choice, its formula and its value; and whether it is of the values shown.
pub fn objective_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let Some(wish) = ctx.lab.slopes().wish() else { return };
    let shown = ctx.lab.slopes().last().map_or(wish, |last| last.gradients.objective);
    let mut wanted = shown;
    let all = Objective::ALL.into_iter().filter(|objective| objective.applies(ctx.prepared()));
    let named: Vec<(Objective, String)> = all.map(|objective| (objective, ctx.locale.text(name(objective)))).collect();
    let options: Vec<(Objective, &str)> = named.iter().map(|(objective, name)| (*objective, name.as_str())).collect();
    let narrow = ui.available_width() < NARROW;
    let value_ui = |ui: &mut Ui| {
        if let Some(value) = value(ctx) {
            ui.add(Label::new(RichText::new(value).font(text::body()).color(palette(ui).text2)).wrap());
        }
    };
    ui.horizontal_wrapped(|ui| {
        choice(ui, &ctx.locale.text("gradient-objective"), &mut wanted, &options);
        if !narrow {
            value_ui(ui);
        }
    });
    if narrow {
        ui.add_space(space::XS);
        value_ui(ui);
    }
    state_ui(ui, ctx);
    if wanted != shown {
        ctx.send(Command::Differentiate(Some(wanted)));
    }
}

/// L, in its formula and as the number that it is.
fn value(ctx: &Context<'_>) -> Option<String> {
    let last = ctx.lab.slopes().last()?;
    let output = describe::words(ctx.locale, &last.outcome.prepared, last.gradients.output).name;
    let (formula, value) = (last.gradients.objective.formula(), numbers::significant(last.gradients.loss, 5));
    Some(ctx.locale.with("gradient-loss", &[("formula", formula.into()), ("value", value.into()), ("output", output.into())]))
}

/// Why there are no gradients of the values shown, if there are none.
fn state_ui(ui: &mut Ui, ctx: &Context<'_>) {
    let stale = ctx.lab.outcome().is_some_and(|outcome| ctx.lab.slopes().is_stale(outcome));
    match ctx.lab.slopes().state() {
        SlopeState::Failed(why) => drop(notice(ui, Notice::Wrong, why)),
        SlopeState::Stopped => drop(notice(ui, Notice::Warning, &ctx.locale.text("gradient-stopped"))),
        SlopeState::Waiting | SlopeState::Running if stale => drop(notice(ui, Notice::Warning, &ctx.locale.text("gradient-stale"))),
        SlopeState::Running => drop(notice(ui, Notice::Hint, &ctx.locale.text("gradient-running"))),
        // What it waits for is said where the values would be.
        SlopeState::Waiting | SlopeState::Off | SlopeState::Done => {}
    }
}

/// What stands where a gradient would be that a large run did not hold on to, until it is found.
pub fn coming_ui(ui: &mut Ui, ctx: &Context<'_>) {
    if *ctx.lab.slopes().state() == SlopeState::Done {
        notice(ui, Notice::Hint, &ctx.locale.text("gradient-coming"));
    }
}

const fn name(objective: Objective) -> &'static str {
    match objective {
        Objective::CrossEntropy => "gradient-cross-entropy",
        Objective::Sum => "gradient-sum",
        Objective::HalfSquares => "gradient-half-squares",
    }
}
