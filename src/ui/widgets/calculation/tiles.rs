//! A sum of products as framed tiles in the hues of their matrices.

use eframe::egui::{Align2, Color32, CornerRadius, FontId, Pos2, Rect, Ui, Vec2, pos2};

use super::shown::{Abridged, abridge, is_written, product};
use super::strip::{CalculationStrip, Pen, WHOLE};
use super::{Factor, Term, equality};
use crate::ui::theme::{CellSize, space, text};
use crate::ui::widgets::count::float;
use crate::ui::widgets::scale::{Colouring, theme};
use crate::ui::widgets::stroke::ring;

// Heights within the card, from its top.
const NAMES: f32 = 40.0;
const TILES: f32 = 66.0;
const PRODUCTS: f32 = 96.0;

/// Draws a sum with the largest tiles that fit; where none do, fewer terms are shown.
pub(super) fn draw(ui: &Ui, pen: &Pen<'_>, strip: &CalculationStrip<'_>, terms: &[Term], value: f64) {
    let values: Vec<f64> = terms.iter().map(|term| term.value).collect();
    // Size, terms up to which the sum is shown whole, and terms at the beginning of a longer one.
    let tries = [
        (TileSize::LARGE, WHOLE, 3),
        (TileSize::SMALL, WHOLE, 3),
        (TileSize::LARGE, 4, 3),
        (TileSize::SMALL, 4, 3),
        (TileSize::SMALL, 3, 2),
        (TileSize::SMALL, 2, 1),
    ];
    let mut narrowest = None;
    for (size, whole, first) in tries {
        let sum = TileSum::new(strip, pen, terms, value, &abridge(&values, whole, first), size);
        let fits = sum.width() <= pen.inner.width();
        narrowest = Some(sum);
        if fits {
            break;
        }
    }
    if let Some(sum) = narrowest {
        sum.draw(ui, pen);
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
                self.tile(ui, pen, rect, (factor.value, text), self.size.font(), factor.hue.line(palette));
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
        let font = FontId::new(self.size.font().size, text::mono_semibold());
        self.tile(ui, pen, rect, (self.value.0, &self.value.1), font, palette.text);
    }

    fn tile(&self, ui: &Ui, pen: &Pen<'_>, rect: Rect, (value, written): (f64, &str), font: FontId, frame: Color32) {
        let (fill, ink) = if value.is_nan() { (pen.palette.surface, pen.palette.wrong) } else { self.colouring.cell(theme(ui), value) };
        pen.painter.rect_filled(rect, CornerRadius::ZERO, fill);
        ring(pen.painter, rect, frame);
        let right = pos2(rect.right() - CellSize::PADDING, rect.center().y);
        pen.painter.text(right, Align2::RIGHT_CENTER, written, font, ink);
    }
}
