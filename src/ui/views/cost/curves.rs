//! What the chart shows, as plain data: the chart, its table and the exported file read the same curves.

use super::counted::{Choice, Counted, Counts};
use super::{CostState, Quantity};
use crate::cost::{Counting, Held, Polynomial, fit};
use crate::ui::context::Context;
use crate::ui::numbers;

/// Whose curve it is, and so how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// What is counted.
    Main,
    /// A part of it.
    Part(usize),
    /// What it is compared with.
    Other(usize),
}

/// A cost as a function of the length.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub role: Role,
    /// The cost.
    pub cost: Polynomial,
    /// What one unit of it is in the chart: 1, or the seconds of an operation.
    pub unit: f64,
}

impl Curve {
    fn new(name: String, role: Role, cost: Polynomial) -> Self {
        Self { name, role, cost, unit: 1.0 }
    }

    /// The value at a length.
    pub fn at(&self, n: f64) -> f64 {
        self.cost.value(n) * self.unit
    }
}

/// The curves of what is chosen. Parts are shown as long as nothing is compared.
pub fn curves(ctx: &Context<'_>, counts: &Counts, state: &CostState) -> Vec<Curve> {
    let Some(counted) = counts.of(state.choice) else { return Vec::new() };
    let text = |key| ctx.locale.text(key);
    let main = |name: String| Curve::new(name, Role::Main, total(counted, state));
    let mut curves = Vec::new();
    if state.quantity == Quantity::Time {
        curves.extend(predicted(ctx, counts, state));
        return curves;
    }
    let others: Vec<Choice> = state.compared.iter().copied().filter(|choice| *choice != state.choice).collect();
    if !others.is_empty() {
        curves.push(main(counts.name(ctx, state.choice)));
        let other = |(index, choice): (usize, Choice)| {
            Some(Curve::new(counts.name(ctx, choice), Role::Other(index), total(counts.of(choice)?, state)))
        };
        curves.extend(others.into_iter().enumerate().filter_map(other));
        return curves;
    }
    let growth = &counted.costs.growth;
    let (name, parts) = match state.quantity {
        Quantity::Scores => ("curve-scores", vec![("curve-per-head", growth.scores_per_head())]),
        Quantity::Operations => {
            let all = growth.total(state.counting);
            ("curve-operations", vec![("curve-square", all.squared_part()), ("curve-linear", all.other_part())])
        }
        Quantity::Memory | Quantity::Time => {
            let held = |held| growth.bytes(held, state.storage);
            let parts = [
                ("curve-weights", Held::Weights),
                ("curve-activations", Held::Activations),
                ("curve-keys-values", Held::KeysAndValues),
                ("curve-score-bytes", Held::Scores),
            ];
            ("curve-memory", parts.map(|(key, part)| (key, held(part))).to_vec())
        }
    };
    curves.push(main(text(name)));
    let parts = parts.into_iter().filter(|(_, cost)| *cost != Polynomial::default() && *cost != curves[0].cost);
    let parts: Vec<Curve> = parts.enumerate().map(|(index, (key, cost))| Curve::new(text(key), Role::Part(index), cost)).collect();
    curves.extend(parts);
    curves.retain(|curve| curve.cost != Polynomial::default());
    curves
}

/// What of an architecture is shown, all of it together.
pub fn total(counted: &Counted, state: &CostState) -> Polynomial {
    let growth = &counted.costs.growth;
    match state.quantity {
        Quantity::Scores => growth.numbers(Held::Scores),
        Quantity::Operations => growth.total(state.counting),
        Quantity::Memory => growth.memory(state.storage),
        Quantity::Time => growth.total(Counting::Everything),
    }
}

/// The operations of the open experiment at the speed of this machine: that of the measured runs, in the mean of logarithms.
fn predicted(ctx: &Context<'_>, counts: &Counts, state: &CostState) -> Option<Curve> {
    let cost = counts.of(Choice::Open)?.costs.growth.total(Counting::Everything);
    let timings = state.measured.timings();
    let logarithms = timings.iter().map(|timing| timing.seconds.ln() - cost.value(timing.n as f64).ln());
    let unit = (logarithms.sum::<f64>() / timings.len() as f64).exp();
    unit.is_finite().then(|| Curve { unit, ..Curve::new(ctx.locale.text("curve-predicted"), Role::Main, cost) })
}

/// The exponent that the operations have between the measured lengths: what time would follow if each took as long.
pub fn predicted_exponent(counts: &Counts, state: &CostState) -> Option<f64> {
    let cost = counts.of(Choice::Open)?.costs.growth.total(Counting::Everything);
    let points: Vec<(f64, f64)> = state.measured.timings().iter().map(|timing| (timing.n as f64, cost.value(timing.n as f64))).collect();
    fit(&points).map(|law| law.exponent)
}

/// A value of a quantity, in three digits.
pub fn rough(quantity: Quantity, value: f64) -> String {
    match quantity {
        Quantity::Scores | Quantity::Operations => numbers::rough_count(whole(value)),
        Quantity::Memory => numbers::bytes(whole(value)),
        Quantity::Time => numbers::seconds(value),
    }
}

/// A value of a quantity at a tick of an axis that ends at `largest`.
pub fn tick(quantity: Quantity, value: f64, largest: f64) -> String {
    match quantity {
        Quantity::Scores | Quantity::Operations => numbers::tick(whole(value)),
        Quantity::Memory => numbers::byte_tick(whole(value)),
        Quantity::Time => numbers::seconds_tick(value, largest),
    }
}

/// A value of a quantity in full, where it is counted.
pub fn full(quantity: Quantity, value: f64) -> String {
    match quantity {
        Quantity::Scores | Quantity::Operations | Quantity::Memory => numbers::count(whole(value)),
        Quantity::Time => numbers::seconds(value),
    }
}

/// A count that went through a chart; too large becomes the largest.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates: negative and NaN become 0")]
pub fn whole(value: f64) -> u64 {
    value.round() as u64
}
