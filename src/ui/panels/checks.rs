//! How the expectations fared: a count in the bar at the top, and under it each of them with the way to its place.

use eframe::egui::{Popup, PopupCloseBehavior, RectAlign, Response, RichText, ScrollArea, Ui};

use crate::experiment::{Checked, Expectation, Verdict};
use crate::graph::Cell;
use crate::lab::Command;
use crate::ui::context::Context;
use crate::ui::controls::{Button, VerdictRow};
use crate::ui::describe;
use crate::ui::locale::Locale;
use crate::ui::numbers;
use crate::ui::theme::{palette, space, text};
use crate::ui::views::View;

const WIDTH: f32 = 560.0;
const HEIGHT: f32 = 420.0;

/// The room that the word before the count takes.
pub fn word_width(ui: &Ui, ctx: &Context<'_>) -> f32 {
    let word = ctx.locale.with("checks-chip", &[("passed", "".into()), ("all", "".into())]);
    ui.painter().layout_no_wrap(word, text::body(), palette(ui).text).size().x
}

/// Draws the count, with its name where there is room for it, and the list while it is open.
pub fn checks_ui(ui: &mut Ui, ctx: &mut Context<'_>, named: bool) {
    let Some(list) = List::of(ctx) else { return };
    let all = list.rows.len();
    let passed = all - list.failed();
    let sign = if passed == all { "✓" } else { "✕" };
    let counts = [("passed", passed.to_string().into()), ("all", all.to_string().into())];
    let count = if named { ctx.locale.with("checks-chip", &counts) } else { format!("{passed}/{all}") };
    let name = ctx.locale.with("checks-name", &counts);
    let chip = ui.add(Button::verdict(&format!("{sign} {count}"), &name, passed == all));
    Popup::from_toggle_button_response(&chip)
        .align(RectAlign::BOTTOM_END)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .accessible_name(&name)
        .show(|ui| list_ui(ui, ctx, &list, &name));
    hint_ui(ctx.locale, &list, chip);
}

/// At most three short lines.
fn hint_ui(locale: &Locale, list: &List, chip: Response) {
    if Popup::is_id_open(&chip.ctx, Popup::default_response_id(&chip)) {
        return;
    }
    let told = match list.failed() {
        0 => locale.text("top-checks"),
        failed => locale.with("checks-failed", &[("count", failed.into())]),
    };
    chip.on_hover_text(format!("{told}\n{}", locale.text("checks-open")));
}

fn list_ui(ui: &mut Ui, ctx: &mut Context<'_>, list: &List, name: &str) {
    let width = WIDTH.min(ui.content_rect().width() - space::XXL);
    ui.set_width(width);
    ui.label(RichText::new(name).font(text::strong()).color(palette(ui).text));
    ui.add_space(space::XS);
    let height = HEIGHT.min(ui.content_rect().bottom() - ui.cursor().top() - space::XXL);
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show_rows(
        ui,
        VerdictRow::HEIGHT,
        list.rows.len(),
        |ui, range| {
            for row in &list.rows[range] {
                if ui.add(VerdictRow::new(row.passed, &row.place, &row.told)).clicked() {
                    row.lead(ctx);
                    ui.close();
                }
            }
        },
    );
}

/// All expectations, those that do not hold first.
struct List {
    rows: Vec<Row>,
}

struct Row {
    passed: bool,
    place: String,
    told: String,
    commands: Vec<Command>,
    view: View,
}

impl Row {
    /// Shows the place of which it speaks.
    fn lead(&self, ctx: &mut Context<'_>) {
        for command in &self.commands {
            ctx.send(command.clone());
        }
        ctx.open(self.view);
    }
}

impl List {
    /// `None` where nothing is expected.
    fn of(ctx: &Context<'_>) -> Option<Self> {
        let checks = ctx.lab.checks();
        // Each expectation was checked in its turn, of the run that the checks belong to.
        let expected = &ctx.lab.outcome()?.prepared.experiment.expect;
        let mut rows: Vec<Row> = checks.iter().zip(expected).map(|(check, expected)| row(ctx.locale, check, expected)).collect();
        rows.sort_by_key(|row| row.passed);
        (!rows.is_empty()).then_some(Self { rows })
    }

    fn failed(&self) -> usize {
        self.rows.iter().filter(|row| !row.passed).count()
    }
}

fn row(locale: &Locale, check: &Checked, expected: &Expectation) -> Row {
    let kind = kind(locale, expected);
    let place = expected.site().map_or_else(|| kind.clone(), |site| describe::absent_name(locale, site));
    let verdict = match (&check.verdict, expected) {
        (Verdict::Gone, Expectation::Generated { .. }) => locale.text("checks-not-generated"),
        (other, _) => verdict(locale, other),
    };
    let told = if expected.site().is_some() { format!("{kind} · {verdict}") } else { verdict };
    let mut commands: Vec<Command> = check.site.map(Command::Select).into_iter().collect();
    let cell = match check.verdict {
        Verdict::Cell { cell, .. } => Some(cell),
        Verdict::Row { row, .. } => Some(Cell::new(row, 0)),
        Verdict::Passed { .. } | Verdict::Gone | Verdict::Other { .. } => None,
    };
    commands.extend(cell.map(|cell| Command::SelectCell(Some(cell))));
    let view = match expected {
        Expectation::Parameters { .. } => View::Cost,
        Expectation::Generated { .. } => View::Generate,
        _ => View::Steps,
    };
    Row { passed: check.passed(), place, told, commands, view }
}

/// What is expected, in a few words.
fn kind(locale: &Locale, expected: &Expectation) -> String {
    let rows = |key: &str, (a, b): (usize, usize)| locale.with(key, &[("a", a.to_string().into()), ("b", b.to_string().into())]);
    match expected {
        Expectation::Values { .. } => locale.text("checks-values"),
        Expectation::RowMeans { .. } => locale.text("checks-row-means"),
        Expectation::RowDeviations { .. } => locale.text("checks-row-deviations"),
        Expectation::Cosine { rows: pair, .. } => rows("checks-cosine", *pair),
        Expectation::Angle { rows: pair, .. } => rows("checks-angle", *pair),
        Expectation::Largest { .. } => locale.text("checks-largest"),
        Expectation::Shape { .. } => locale.text("checks-shape"),
        Expectation::Count { .. } => locale.text("checks-count"),
        Expectation::Parameters { of, .. } if of.is_empty() => locale.text("checks-parameters"),
        Expectation::Parameters { of, .. } => locale.with("checks-parameters-of", &[("of", of.clone().into())]),
        Expectation::FirstNaN { .. } => locale.text("checks-first-nan"),
        Expectation::FirstInfinity { .. } => locale.text("checks-first-infinity"),
        Expectation::Finite { .. } => locale.text("checks-finite"),
        Expectation::SourceTokens { .. } => locale.text("checks-source-tokens"),
        Expectation::Generated { .. } => locale.text("checks-generated"),
    }
}

fn verdict(locale: &Locale, verdict: &Verdict) -> String {
    let differs = |expected: String, got: String| locale.with("checks-differs", &[("expected", expected.into()), ("got", got.into())]);
    let numbers = |expected: f64, got: f64| {
        let (short, other) = (six_decimals(expected), six_decimals(got));
        // A difference in a later decimal than are written is to be seen all the same.
        if short == other { differs(numbers::shortest(expected), numbers::shortest(got)) } else { differs(short, other) }
    };
    match verdict {
        Verdict::Passed { largest } if *largest == 0.0 => locale.text("checks-exactly"),
        Verdict::Passed { largest } => locale.with("checks-nearly", &[("largest", numbers::significant(*largest, 2).into())]),
        Verdict::Cell { cell, expected, got } => {
            locale.with("checks-cell", &[("cell", cell.to_string().into()), ("differs", numbers(*expected, *got).into())])
        }
        Verdict::Row { row, expected, got } => {
            locale.with("checks-row", &[("row", row.to_string().into()), ("differs", numbers(*expected, *got).into())])
        }
        Verdict::Gone => locale.text("checks-gone"),
        Verdict::Other { expected, got } => match (real(expected), real(got)) {
            (Some(expected), Some(got)) => numbers(expected, got),
            _ => differs(expected.clone(), got.clone()),
        },
    }
}

/// At most six decimals, and no more than the number has.
fn six_decimals(x: f64) -> String {
    let exact = numbers::exact(x);
    if exact.contains('e') || !exact.contains('.') {
        return exact;
    }
    exact.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number that is written with a point; a count or a word is none.
fn real(text: &str) -> Option<f64> {
    text.parse().ok().filter(|_| text.contains('.'))
}
