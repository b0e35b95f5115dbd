//! The curves of a finding: which are shown, as a chart, as a table, and as a file.

use eframe::egui::{RichText, Ui, vec2};

use super::chart::Chart;
use super::comparing::Found;
use super::{CompareState, Form, names, toolbar};
use crate::experiment::comparison::{Along, Curve, Finding, Quantity, Side};
use crate::ui::context::Context;
use crate::ui::export::line;
use crate::ui::locale::Locale;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{Table, TableCell, TableRow};

/// Height of the chart.
const LOWEST: f32 = 176.0;
const HIGHEST: f32 = 640.0;
/// The widest that the table becomes.
const TABLE: f32 = 560.0;
/// From so many times the smallest value on, values are shown by their logarithms.
const DECADES: f64 = 1e2;

/// What is shown of a finding.
pub struct Shown<'a> {
    /// All quantities that there are.
    pub quantities: Vec<Quantity>,
    /// The one that is shown.
    pub quantity: Quantity,
    /// Its curves.
    pub curves: Vec<&'a Curve>,
}

/// The curves of the chosen quantity, or of the first.
pub fn of(finding: &Finding, chosen: Option<Quantity>) -> Shown<'_> {
    let mut quantities: Vec<Quantity> = finding.curves.iter().map(|curve| curve.what).collect();
    quantities.dedup();
    let chosen = chosen.filter(|chosen| quantities.contains(chosen));
    let quantity = chosen.or_else(|| quantities.first().copied()).unwrap_or(finding.counts);
    Shown { quantities, quantity, curves: finding.curves.iter().filter(|curve| curve.what == quantity).collect() }
}

impl Shown<'_> {
    fn values(&self) -> impl Iterator<Item = f64> + '_ {
        self.curves.iter().flat_map(|curve| &curve.points).map(|point| point.1).filter(|value| value.is_finite())
    }

    /// Whether the values have logarithms, as far as they are not zero.
    pub fn has_logarithms(&self) -> bool {
        self.values().all(|value| value >= 0.0) && self.values().any(|value| value > 0.0)
    }

    /// Whether they are shown by their logarithms if nothing is chosen: where all have one, and they lie decades apart.
    pub fn spans_decades(&self) -> bool {
        let least = self.values().fold(f64::INFINITY, f64::min);
        let most = self.values().fold(0.0, f64::max);
        least > 0.0 && most >= DECADES * least
    }

    /// The x of all points, in their order.
    fn xs(&self) -> Vec<f64> {
        let mut xs: Vec<f64> = self.curves.iter().flat_map(|curve| &curve.points).map(|point| point.0).collect();
        xs.sort_by(f64::total_cmp);
        xs.dedup();
        xs
    }

    fn at(&self, side: Side, x: f64) -> Option<f64> {
        let curve = self.curves.iter().find(|curve| curve.side == side)?;
        curve.points.iter().find(|point| point.0 == x).map(|point| point.1)
    }
}

/// Draws the curves in a room so high.
pub fn curves_ui(ui: &mut Ui, ctx: &Context<'_>, state: &CompareState, found: &Found, shown: &Shown<'_>, room: f32) {
    let finding = &found.finding;
    let (quantity, along) = (names::quantity(ctx.locale, shown.quantity), names::along(ctx.locale, finding.along, shown.quantity));
    if toolbar::form(state, found) == Form::Table {
        ui.scope(|ui| {
            ui.set_max_width(TABLE);
            let (heads, rows) = table(&quantity, &along, shown);
            Table::new(&heads, &rows).show(ui);
        });
        return;
    }
    let p = palette(ui);
    ui.label(RichText::new(&quantity).font(text::small()).color(p.text3));
    let logarithmic = toolbar::logarithmic(state, shown);
    let not_finite = |side: Side| ctx.locale.with("compare-not-finite", &[("side", names::letter(side).into())]);
    let chart = Chart {
        name: spoken(ctx.locale, &quantity, &along, shown),
        curves: &shown.curves,
        quantity: shown.quantity,
        wide: matches!(finding.along, Along::Heads | Along::KeyWidth | Along::Spread),
        logarithmic,
        axis: along,
        not_finite: [not_finite(Side::A), not_finite(Side::B)],
    };
    let note = logarithmic && shown.values().any(|value| value == 0.0);
    let beneath = if note { text::LINE_HEIGHT } else { 0.0 };
    chart.show(ui, vec2(ui.available_width(), (room - text::LINE_HEIGHT - beneath - space::SMALL).clamp(LOWEST, HIGHEST)));
    if note {
        ui.label(RichText::new(ctx.locale.text("compare-zeros")).font(text::small()).color(palette(ui).text3));
    }
}

/// What the chart says to those who do not see it: its ends.
fn spoken(locale: &Locale, quantity: &str, along: &str, shown: &Shown<'_>) -> String {
    let ends = |curve: &&Curve| {
        let (first, last) = (curve.points.first()?, curve.points.last()?);
        let value = |value: f64| names::value(shown.quantity, value);
        let ends = [
            ("side", names::letter(curve.side).into()),
            ("along", along.to_owned().into()),
            ("first", names::brief(first.0).into()),
            ("from", value(first.1).into()),
            ("last", names::brief(last.0).into()),
            ("to", value(last.1).into()),
        ];
        Some(locale.with("compare-chart-ends", &ends))
    };
    let ends: Vec<String> = shown.curves.iter().filter_map(ends).collect();
    format!("{quantity}. {}", ends.join(" "))
}

/// A row for each x, a column for each side.
fn table(quantity: &str, along: &str, shown: &Shown<'_>) -> (Vec<String>, Vec<TableRow>) {
    let head = |side: Side| format!("{quantity}, {}", names::letter(side));
    let there: Vec<Side> = [Side::A, Side::B].into_iter().filter(|side| shown.curves.iter().any(|curve| curve.side == *side)).collect();
    let heads = [along.to_owned()].into_iter().chain(there.iter().map(|side| head(*side))).collect();
    let row = |x: f64| {
        let cell =
            |side: &Side| shown.at(*side, x).map_or(TableCell::Empty, |value| TableCell::Digits(names::value(shown.quantity, value)));
        let cells = [TableCell::Words(names::brief(x))].into_iter().chain(there.iter().map(cell)).collect();
        TableRow { cells, sum: false }
    };
    (heads, shown.xs().into_iter().map(row).collect())
}

/// All points of all curves, one a line, as comma-separated values.
pub fn file(locale: &Locale, finding: &Finding) -> String {
    let heads = ["compare-quantity", "compare-side", "compare-along", "compare-x", "compare-value"];
    let mut text = line(heads.map(|key| locale.text(key)));
    for curve in &finding.curves {
        let (quantity, along) = (names::quantity(locale, curve.what), names::along(locale, finding.along, curve.what));
        for (x, y) in &curve.points {
            text.push_str(&line([quantity.clone(), names::letter(curve.side).to_owned(), along.clone(), x.to_string(), y.to_string()]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::comparison::{Measure, Seen};
    use crate::ui::locale::Language;

    fn finding(a: &[f64], b: &[f64]) -> Finding {
        let curve = |side, values: &[f64]| Curve {
            side,
            what: Quantity::Distance,
            points: values.iter().enumerate().map(|(x, &y)| (x as f64, y)).collect(),
        };
        Finding {
            measure: Measure::Permutation,
            counts: Quantity::Distance,
            headline: [1.0, 2.0],
            along: Along::Position,
            curves: vec![curve(Side::A, a), curve(Side::B, b)],
            seen: Seen::Permutation { distance: [1.0, 2.0] },
        }
    }

    #[test]
    fn values_that_lie_decades_apart_are_shown_by_their_logarithms() {
        let far = finding(&[1.5, 2.0], &[1e-15, 2e-15]);
        assert!(of(&far, None).spans_decades() && of(&far, None).has_logarithms());
        let near = finding(&[1.5, 2.0], &[1.0, f64::NAN]);
        assert!(!of(&near, None).spans_decades());
        let zero = finding(&[1.5, 2.0], &[0.0, 1e-9]);
        assert!(!of(&zero, None).spans_decades() && of(&zero, None).has_logarithms());
        assert!(!of(&finding(&[-1.0], &[2.0]), None).has_logarithms());
    }

    #[test]
    fn a_file_has_a_line_for_each_point() {
        let text = file(&Locale::new(Language::English), &finding(&[1.5, 0.1], &[1e-15]));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[1].ends_with(",A,position,0,1.5") && lines[3].ends_with(",B,position,0,0.000000000000001"), "{text}");
    }

    #[test]
    fn a_table_leaves_free_what_one_side_has_not() {
        let finding = finding(&[1.5, 2.5], &[4.0]);
        let (heads, rows) = table("distance", "position", &of(&finding, None));
        assert_eq!(heads, ["position", "distance, A", "distance, B"]);
        assert_eq!(rows[1].cells[1..], [TableCell::Digits("2.50".to_owned()), TableCell::Empty]);
    }
}
