//! The card under the matrices that spells a number out.

use eframe::egui::text::LayoutJob;
use eframe::egui::{
    Align2, Color32, FontId, Painter, Rect, Response, Role, Sense, Stroke, StrokeKind, TextFormat, Ui, WidgetInfo, pos2, vec2,
};

use super::shown::{abridge, is_written};
use super::{Calculation, CalculationLine, Expression, Factor, Term, equality, tiles};
use crate::ui::theme::{Palette, palette, space, text};
use crate::ui::widgets::count::float;
use crate::ui::widgets::hue::Hue;
use crate::ui::widgets::scale::Colouring;
use crate::ui::widgets::stroke::cut_text;

/// Sums up to this length are shown whole.
pub(super) const WHOLE: usize = 6;
// Heights within the card, from its top.
const TITLE: f32 = 20.0;
const NEXT: f32 = 118.0;
const LINES: f32 = 44.0;
const LINE: f32 = 18.0;

/// Draws a [`Calculation`] as a card as wide as there is room.
#[must_use = "nothing is drawn before it is shown"]
pub struct CalculationStrip<'a> {
    calculation: &'a Calculation,
    pub(super) colouring: Colouring,
    pub(super) digits: &'a dyn Fn(f64) -> String,
    /// "… 10 more", for the terms left out.
    pub(super) more: &'a dyn Fn(usize) -> String,
}

impl<'a> CalculationStrip<'a> {
    /// `digits` writes every number of the card.
    pub fn new(
        calculation: &'a Calculation,
        colouring: impl Into<Colouring>,
        digits: &'a dyn Fn(f64) -> String,
        more: &'a dyn Fn(usize) -> String,
    ) -> Self {
        Self { calculation, colouring: colouring.into(), digits, more }
    }

    /// Draws the card over the width there is.
    pub fn show(self, ui: &mut Ui) -> Response {
        let lines = &self.calculation.lines;
        let written = LINES + LINE * float(lines.len()) + TITLE;
        let height = space::CALCULATION_STRIP.max(if lines.len() > 1 { written } else { 0.0 });
        let size = vec2(ui.available_width(), height);
        let (card, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Group, ui.is_enabled(), self.spoken()));

        let palette = palette(ui);
        let painter = ui.painter_at(card.expand(space::LINE));
        let edge = Stroke::new(space::LINE, palette.divider);
        painter.rect(card, space::CARD_RADIUS, palette.surface, edge, StrokeKind::Inside);
        let pen = Pen { painter: &painter, palette, inner: card.shrink2(vec2(space::LARGE, 0.0)) };
        pen.title(self.calculation);
        match lines.as_slice() {
            [CalculationLine { expression: Expression::Terms(terms), value, .. }] => {
                tiles::draw(ui, &pen, &self, terms, *value);
            }
            lines => self.lines(&pen, lines),
        }
        if let Some(next) = &self.calculation.next {
            let y = card.bottom() - (space::CALCULATION_STRIP - NEXT);
            pen.line(next.clone(), text::small(), palette.text3, pen.inner.left(), y, Align2::LEFT_CENTER);
        }
        response
    }

    fn lines(&self, pen: &Pen<'_>, lines: &[CalculationLine]) {
        let name = |line: &CalculationLine| pen.layout(&line.name, text::strong(), pen.palette.text);
        let names = lines.iter().map(|line| name(line).size().x).fold(0.0, f32::max);
        for (index, line) in lines.iter().enumerate() {
            let y = pen.inner.top() + LINES + LINE * float(index);
            let (arithmetic, sign) = self.written(line);
            let left = pen.inner.left();
            let ink = pen.palette.text;
            pen.line(line.name.clone(), text::strong(), ink, left, y, Align2::LEFT_CENTER);
            let value = format!("{sign} {}", (self.digits)(line.value));
            let value_width = pen.layout(&value, text::strong_digits(), ink).size().x;
            let start = left + names + space::SMALL;
            let room = pen.inner.right() - start - value_width - space::SMALL;
            let ink2 = pen.palette.text2;
            let arithmetic = format!("= {arithmetic}");
            let galley = cut_text(pen.painter, arithmetic, text::digits(), ink2, room);
            let end = start + galley.size().x + space::SMALL;
            pen.painter.galley(pos2(start, y - galley.size().y / 2.0), galley, ink2);
            pen.line(value, text::strong_digits(), ink, end, y, Align2::LEFT_CENTER);
        }
    }

    /// The arithmetic of a line as text, and the sign before its value.
    fn written(&self, line: &CalculationLine) -> (String, &'static str) {
        let value = (self.digits)(line.value);
        match &line.expression {
            Expression::Written { text, gives } => {
                let sign = if is_written(*gives, &value) { "=" } else { "≈" };
                (text.clone(), sign)
            }
            Expression::Terms(terms) => {
                let values: Vec<f64> = terms.iter().map(|term| term.value).collect();
                let sum = abridge(&values, WHOLE, 3);
                let (mut parts, mut shown) = (Vec::new(), Vec::new());
                for &at in &sum.shown {
                    parts.push(self.term_text(&terms[at]));
                    shown.push((self.digits)(terms[at].value));
                }
                if let Some((count, rest)) = sum.rest {
                    let rest = (self.digits)(rest);
                    parts.push(format!("({} = {rest})", (self.more)(count)));
                    shown.push(rest);
                }
                let sign = equality(shown.iter().map(String::as_str), &value);
                (parts.join(" + "), sign)
            }
        }
    }

    fn term_text(&self, term: &Term) -> String {
        let factor = |factor: &Factor| {
            let text = (self.digits)(factor.value);
            if factor.value < 0.0 && term.factors.len() > 1 { format!("({text})") } else { text }
        };
        let factors: Vec<String> = term.factors.iter().map(factor).collect();
        factors.join(" × ")
    }

    /// All of it in words, for a screen reader.
    fn spoken(&self) -> String {
        let words: String = self.calculation.words.iter().map(|word| word.text.as_str()).collect();
        let mut spoken = format!("{} {words}", self.calculation.title);
        for line in &self.calculation.lines {
            let (arithmetic, sign) = self.written(line);
            let value = (self.digits)(line.value);
            spoken.extend(["\n", &line.name, " = ", &arithmetic, " ", sign, " ", &value]);
        }
        if let Some(next) = &self.calculation.next {
            spoken.push('\n');
            spoken.push_str(next);
        }
        spoken
    }
}

/// Paints text into the card.
pub(super) struct Pen<'p> {
    pub painter: &'p Painter,
    pub palette: &'static Palette,
    /// The card without its side margins.
    pub inner: Rect,
}

impl Pen<'_> {
    pub fn layout(&self, text: &str, font: FontId, ink: Color32) -> std::sync::Arc<eframe::egui::Galley> {
        self.painter.layout_no_wrap(text.to_owned(), font, ink)
    }

    /// One line of text, cut at the end of the card.
    fn line(&self, text: String, font: FontId, ink: Color32, x: f32, y: f32, anchor: Align2) {
        let galley = cut_text(self.painter, text, font, ink, self.inner.width());
        let rect = anchor.anchor_size(pos2(x, y), galley.size());
        self.painter.galley(rect.min, galley, ink);
    }

    fn title(&self, calculation: &Calculation) {
        let mut job = LayoutJob::default();
        let title = TextFormat::simple(text::strong(), self.palette.text);
        job.append(&calculation.title, 0.0, title);
        for (index, word) in calculation.words.iter().enumerate() {
            let format = match word.hue {
                Hue::Plain => TextFormat::simple(text::body(), self.palette.text2),
                hue => TextFormat::simple(text::strong(), hue.ink(self.palette)),
            };
            let gap = if index == 0 { space::MEDIUM } else { 0.0 };
            job.append(&word.text, gap, format);
        }
        job.wrap = eframe::egui::text::TextWrapping::truncate_at_width(self.inner.width());
        let galley = self.painter.layout_job(job);
        let at = pos2(self.inner.left(), self.inner.top() + TITLE - galley.size().y / 2.0);
        self.painter.galley(at, galley, self.palette.text);
    }
}
