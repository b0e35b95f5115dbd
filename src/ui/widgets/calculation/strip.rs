//! The card under the matrices that spells a number out.

use eframe::egui::text::LayoutJob;
use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, TextFormat, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::shown::{Abridged, abridge, is_written, product};
use super::{Calculation, CalculationLine, Expression, Factor, Term, equality};
use crate::ui::theme::{CellSize, Palette, palette, space, text};
use crate::ui::widgets::count::float;
use crate::ui::widgets::hue::Hue;
use crate::ui::widgets::scale::{Colouring, theme};
use crate::ui::widgets::stroke::{cut_text, ring};

/// Sums up to this length are shown whole.
const WHOLE: usize = 6;
// Heights within the card, from its top.
const TITLE: f32 = 20.0;
const NAMES: f32 = 40.0;
const TILES: f32 = 66.0;
const PRODUCTS: f32 = 96.0;
const NEXT: f32 = 118.0;
const LINES: f32 = 44.0;
const LINE: f32 = 18.0;

/// Draws a [`Calculation`] as a card as wide as there is room.
#[must_use = "nothing is drawn before it is shown"]
pub struct CalculationStrip<'a> {
    calculation: &'a Calculation,
    colouring: Colouring,
    digits: &'a dyn Fn(f64) -> String,
    /// "… 10 more", for the terms left out.
    more: &'a dyn Fn(usize) -> String,
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
                self.tiles(ui, &pen, terms, *value);
            }
            lines => self.lines(&pen, lines),
        }
        if let Some(next) = &self.calculation.next {
            let y = card.bottom() - (space::CALCULATION_STRIP - NEXT);
            pen.line(next.clone(), text::small(), palette.text3, pen.inner.left(), y, Align2::LEFT_CENTER);
        }
        response
    }

    fn tiles(&self, ui: &Ui, pen: &Pen<'_>, terms: &[Term], value: f64) {
        let values: Vec<f64> = terms.iter().map(|term| term.value).collect();
        let room = pen.inner.width();
        let tries = [
            (TileSize::LARGE, WHOLE, 3),
            (TileSize::SMALL, WHOLE, 3),
            (TileSize::LARGE, 4, 3),
            (TileSize::SMALL, 4, 3),
            (TileSize::SMALL, 3, 2),
            (TileSize::SMALL, 2, 1),
        ];
        let sums = tries.iter().map(|&(size, whole, first)| {
            let sum = abridge(&values, whole.max(1), first);
            TileSum::new(self, pen, terms, value, &sum, size)
        });
        let mut narrowest = None;
        for sum in sums {
            if sum.width() <= room {
                return sum.draw(ui, pen);
            }
            narrowest = Some(sum);
        }
        if let Some(sum) = narrowest {
            sum.draw(ui, pen);
        }
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
struct Pen<'p> {
    painter: &'p Painter,
    palette: &'static Palette,
    /// The card without its side margins.
    inner: Rect,
}

impl Pen<'_> {
    fn layout(&self, text: &str, font: FontId, ink: Color32) -> std::sync::Arc<eframe::egui::Galley> {
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

/// How large tiles and the signs between them are.
#[derive(Clone, Copy)]
struct TileSize {
    cell: CellSize,
    least: f32,
    times: f32,
    plus: f32,
}

impl TileSize {
    const LARGE: Self = Self { cell: CellSize::L, least: 48.0, times: 14.0, plus: 26.0 };
    const SMALL: Self = Self { cell: CellSize::M, least: 40.0, times: 12.0, plus: 16.0 };

    fn font(self) -> FontId {
        self.cell.digits().unwrap_or_else(text::small_digits)
    }
}

/// A sum of tiles, laid out for one size.
struct TileSum {
    size: TileSize,
    colouring: Colouring,
    terms: Vec<TileTerm>,
    /// "… 10 more = 0.42" and its width.
    rest: Option<(String, f32)>,
    sign: &'static str,
    value: (f64, String),
    tile: f32,
}

struct TileTerm {
    name: String,
    factors: Vec<(Factor, String)>,
    /// "= 0.21", if there is anything to multiply.
    product: Option<String>,
}

impl TileSum {
    fn new(strip: &CalculationStrip<'_>, pen: &Pen<'_>, terms: &[Term], value: f64, sum: &Abridged, size: TileSize) -> Self {
        let digits = strip.digits;
        let width = |text: &str| pen.layout(text, size.font(), pen.palette.text).size().x;
        let mut shown = Vec::new();
        let mut tile = size.least;
        let mut tile_terms = Vec::new();
        for term in sum.shown.iter().filter_map(|&at| terms.get(at)) {
            let factors: Vec<(Factor, String)> = term.factors.iter().map(|&factor| (factor, digits(factor.value))).collect();
            for (_, text) in &factors {
                tile = tile.max(width(text) + 2.0 * CellSize::PADDING);
            }
            let value = digits(term.value);
            let computed = product(factors.iter().map(|(_, text)| text.as_str()));
            let exact = computed.is_some_and(|computed| is_written(computed, &value));
            tile_terms.push(TileTerm {
                name: term.name.clone(),
                product: (factors.len() > 1).then(|| format!("{} {value}", if exact { "=" } else { "≈" })),
                factors,
            });
            shown.push(value);
        }
        let rest = sum.rest.map(|(count, rest)| {
            let rest = digits(rest);
            let text = format!("{} = {rest}", (strip.more)(count));
            shown.push(rest);
            let width = pen.layout(&text, text::body(), pen.palette.text).size().x;
            (text, width)
        });
        let written = digits(value);
        Self {
            size,
            colouring: strip.colouring,
            terms: tile_terms,
            rest,
            sign: equality(shown.iter().map(String::as_str), &written),
            tile: tile.max(width(&written) + 2.0 * CellSize::PADDING),
            value: (value, written),
        }
    }

    fn term_width(&self, term: &TileTerm) -> f32 {
        let count = float(term.factors.len());
        count * self.tile + (count - 1.0).max(0.0) * self.size.times
    }

    fn width(&self) -> f32 {
        let terms: f32 = self.terms.iter().map(|term| self.term_width(term) + self.size.plus).sum();
        let rest = self.rest.as_ref().map_or(0.0, |(_, width)| width + self.size.plus);
        terms + rest + self.result_width()
    }

    fn result_width(&self) -> f32 {
        self.tile + space::SMALL
    }

    fn draw(&self, ui: &Ui, pen: &Pen<'_>) {
        let y = pen.inner.top() + TILES;
        let height = self.size.cell.size().y;
        let palette = pen.palette;
        let mut x = pen.inner.left();
        let sign = |text: &str, from: f32, width: f32| {
            let at = pos2(from + width / 2.0, y);
            pen.painter.text(at, Align2::CENTER_CENTER, text, text::body(), palette.text2);
        };
        for (index, term) in self.terms.iter().enumerate() {
            if index > 0 {
                sign("+", x, self.size.plus);
                x += self.size.plus;
            }
            let start = x;
            for (index, (factor, text)) in term.factors.iter().enumerate() {
                if index > 0 {
                    sign("×", x, self.size.times);
                    x += self.size.times;
                }
                let rect = Rect::from_min_size(pos2(x, y - height / 2.0), Vec2::new(self.tile, height));
                let (fill, ink) = self.colouring.cell(theme(ui), factor.value);
                let frame = factor.hue.line(palette);
                draw_tile(pen.painter, rect, fill, (text, self.size.font(), ink), frame);
                x += self.tile;
            }
            let centre = f32::midpoint(start, x);
            let name = Pos2::new(centre, pen.inner.top() + NAMES);
            (pen.painter).text(name, Align2::CENTER_CENTER, &term.name, text::small(), palette.text3);
            if let Some(product) = &term.product {
                let at = pos2(centre, pen.inner.top() + PRODUCTS);
                (pen.painter).text(at, Align2::CENTER_CENTER, product, self.size.font(), palette.text);
            }
        }
        if let Some((text, width)) = &self.rest {
            sign("+", x, self.size.plus);
            x += self.size.plus;
            (pen.painter).text(pos2(x, y), Align2::LEFT_CENTER, text, text::body(), palette.text2);
            x += width;
        }
        sign(self.sign, x, self.size.plus);
        x += self.size.plus;
        let rect = Rect::from_min_size(pos2(x, y - height / 2.0), Vec2::new(self.result_width(), height));
        let (fill, ink) = self.colouring.cell(theme(ui), self.value.0);
        let font = FontId::new(self.size.font().size, text::mono_semibold());
        draw_tile(pen.painter, rect, fill, (&self.value.1, font, ink), palette.text);
    }
}

fn draw_tile(painter: &Painter, rect: Rect, fill: Color32, (text, font, ink): (&str, FontId, Color32), frame: Color32) {
    painter.rect_filled(rect, CornerRadius::ZERO, fill);
    ring(painter, rect, frame);
    let right = pos2(rect.right() - CellSize::PADDING, rect.center().y);
    painter.text(right, Align2::RIGHT_CENTER, text, font, ink);
}
