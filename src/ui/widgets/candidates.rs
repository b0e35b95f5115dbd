//! The most probable tokens of a step as bars, and what is left of the vocabulary in a line.

use eframe::egui::{Align2, Color32, CornerRadius, FontId, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::count::{float, narrow};
use super::stroke::cut_text;
use crate::ui::theme::{colour, palette, space, text};

/// From one bar to the next, and the height of a bar.
pub const LINE: f32 = 20.0;
const BAR: f32 = 12.0;
/// Width of a column of percentages.
const DIGITS: f32 = 60.0;
const NAMES: f32 = 0.24;
const WIDEST_NAME: f32 = 144.0;

/// A token and its probability.
#[derive(Clone, Debug, PartialEq)]
pub struct CandidateToken {
    /// The token.
    pub name: String,
    /// From 0 to 1.
    pub value: f64,
    /// What it was before the filters, where there are any.
    pub before: Option<f64>,
    /// Whether this one was picked.
    pub picked: bool,
    /// Whether a filter removed it.
    pub removed: bool,
}

/// A line of the chart.
#[derive(Clone, Debug, PartialEq)]
pub enum CandidateLine {
    /// The names of the columns of digits: before the filters, and after; and how the bars tell the two apart.
    Heading {
        /// Over the bars.
        bars: String,
        /// Over the probabilities of the model.
        before: String,
        /// Over those that are left.
        after: String,
    },
    /// A token and its probability.
    Token(CandidateToken),
    /// Between the tokens that are kept and those that a filter removed, with the filter.
    Cut(String),
    /// Tokens that have no line of their own.
    Rest {
        /// How many they are, in words.
        text: String,
        /// Their probability together.
        value: f64,
        /// The same before the filters, where there are any.
        before: Option<f64>,
    },
}

impl CandidateLine {
    /// Whether it has a number from before the filters.
    fn has_before(&self) -> bool {
        match self {
            Self::Heading { .. } | Self::Rest { before: Some(_), .. } => true,
            Self::Token(token) => token.before.is_some(),
            Self::Cut(_) | Self::Rest { before: None, .. } => false,
        }
    }
}

/// Bars of probabilities, the picked one in full.
#[must_use = "nothing is drawn before it is shown"]
pub struct Candidates<'a> {
    name: &'a str,
    lines: &'a [CandidateLine],
    largest: f64,
    chosen: Option<usize>,
    digits: &'a dyn Fn(f64) -> String,
}

impl<'a> Candidates<'a> {
    /// `name` goes before the names of the bars for a screen reader; `largest` is the probability of a bar of full length.
    pub fn new(name: &'a str, lines: &'a [CandidateLine], largest: f64, digits: &'a dyn Fn(f64) -> String) -> Self {
        Self { name, lines, largest, chosen: None, digits }
    }

    /// The line that is chosen.
    pub fn chosen(self, chosen: Option<usize>) -> Self {
        Self { chosen, ..self }
    }

    /// How high so many lines are.
    pub fn height(lines: usize) -> f32 {
        LINE * float(lines)
    }

    /// Draws the chart into a place that the caller has taken; returns the line of the token that was clicked.
    pub fn show_at(&self, ui: &Ui, rect: Rect, id: Id) -> Option<usize> {
        let two = self.lines.iter().any(CandidateLine::has_before);
        let columns = if two { 2.0 * DIGITS } else { DIGITS };
        let left = rect.left() + (rect.width() * NAMES).min(WIDEST_NAME) + space::SMALL;
        let bars = left..=(rect.right() - columns).max(left + space::XXL);
        let mut clicked = None;
        for (index, line) in self.lines.iter().enumerate() {
            let top = rect.top() + LINE * float(index);
            let row = Rect::from_x_y_ranges(rect.x_range(), top..=top + LINE);
            let bar = Rect::from_x_y_ranges(bars.clone(), row.center().y - BAR / 2.0..=row.center().y + BAR / 2.0);
            match line {
                CandidateLine::Token(token) => {
                    let response = ui.interact(row, id.with(index), Sense::click());
                    response.widget_info(|| {
                        let spoken = format!("{} · {}: {}", self.name, token.name, (self.digits)(token.value));
                        WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), self.chosen == Some(index), spoken)
                    });
                    if response.clicked() {
                        clicked = Some(index);
                    }
                    self.token(ui, row, bar, token, response.hovered() || response.has_focus());
                    if self.chosen == Some(index) {
                        let ring = Stroke::new(space::FRAME, palette(ui).text);
                        let around = row.expand2(vec2(space::XS, 0.0));
                        ui.painter().rect_stroke(around, space::CONTROL_RADIUS, ring, StrokeKind::Inside);
                    }
                }
                other => self.other(ui, row, bar, other),
            }
        }
        clicked
    }

    fn token(&self, ui: &Ui, row: Rect, bar: Rect, token: &CandidateToken, hovered: bool) {
        let p = palette(ui);
        let painter = ui.painter();
        if hovered {
            painter.rect_filled(row.expand2(vec2(space::XS, 0.0)), space::CONTROL_RADIUS, p.hover());
        }
        let (font, digits, ink) = match (token.picked, token.removed) {
            (true, _) => (text::strong(), text::strong_digits(), p.text),
            (false, false) => (text::body(), text::digits(), p.text2),
            (false, true) => (text::body(), text::digits(), p.text3),
        };
        let name = cut_text(painter, token.name.as_str(), font, ink, bar.left() - space::SMALL - row.left());
        let at = pos2(bar.left() - space::SMALL - name.size().x, row.center().y - name.size().y / 2.0);
        painter.galley(at, name, ink);

        let along = |value: f64| bar.left() + bar.width() * narrow((value / self.largest).clamp(0.0, 1.0));
        let length = |value: f64| Rect::from_x_y_ranges(bar.left()..=along(value), bar.y_range());
        let fill = if token.picked { p.probability } else { colour::mix(p.probability, p.bg, 0.35) };
        painter.vline(bar.left(), row.y_range(), Stroke::new(space::LINE, p.divider));
        painter.rect_filled(length(token.value), CornerRadius::ZERO, fill);
        if let Some(before) = token.before {
            if before > token.value {
                painter.rect_stroke(length(before), CornerRadius::ZERO, Stroke::new(space::LINE, fill), StrokeKind::Inside);
            } else {
                // Within the bar: where it ended before.
                painter.vline(along(before), bar.expand(2.0).y_range(), Stroke::new(space::BRACKET, p.text));
            }
            self.digits_at(ui, row.right() - DIGITS, row, before, text::digits(), p.text3);
        }
        let ink = if token.removed { p.text3 } else { p.text };
        self.digits_at(ui, row.right(), row, token.value, digits, ink);
    }

    fn digits_at(&self, ui: &Ui, right: f32, row: Rect, value: f64, font: FontId, ink: Color32) {
        ui.painter().text(pos2(right, row.center().y), Align2::RIGHT_CENTER, (self.digits)(value), font, ink);
    }

    fn other(&self, ui: &Ui, row: Rect, bar: Rect, line: &CandidateLine) {
        let p = palette(ui);
        let painter = ui.painter();
        match line {
            CandidateLine::Heading { bars, before, after } => {
                let words = cut_text(painter, bars.as_str(), text::small(), p.text3, bar.width());
                painter.galley(pos2(bar.left() + space::XS, row.center().y - words.size().y / 2.0), words, p.text3);
                for (right, heading) in [(row.right() - DIGITS, before), (row.right(), after)] {
                    painter.text(pos2(right, row.center().y), Align2::RIGHT_CENTER, heading, text::small(), p.text3);
                }
            }
            CandidateLine::Cut(caption) => {
                let caption = cut_text(painter, caption.as_str(), text::small(), p.text2, row.width());
                let size = caption.size();
                let y = row.center().y;
                let from = (bar.left() + space::SMALL).min(row.right() - size.x).max(row.left());
                let line = Stroke::new(space::BRACKET, p.line);
                painter.hline(row.left()..=(from - space::SMALL).max(row.left()), y, line);
                if from + size.x + space::SMALL < row.right() {
                    painter.hline(from + size.x + space::SMALL..=row.right(), y, line);
                }
                painter.galley(pos2(from, y - size.y / 2.0), caption, p.text2);
            }
            CandidateLine::Rest { text: rest, value, before } => {
                let width = row.right() - if before.is_some() { 2.0 } else { 1.0 } * DIGITS - row.left();
                let galley = cut_text(painter, rest.as_str(), text::small(), p.text3, width);
                let start = if galley.size().x <= bar.left() - space::SMALL - row.left() {
                    bar.left() - space::SMALL - galley.size().x
                } else {
                    row.left()
                };
                painter.galley(pos2(start, row.center().y - galley.size().y / 2.0), galley, p.text3);
                if let Some(before) = before {
                    self.digits_at(ui, row.right() - DIGITS, row, *before, text::digits(), p.text3);
                }
                self.digits_at(ui, row.right(), row, *value, text::digits(), p.text3);
            }
            CandidateLine::Token(_) => {}
        }
    }
}
