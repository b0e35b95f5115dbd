//! Mathematics, typeset: drawn from outlines, as crisp as text at any size, in the colours of the theme.

mod math;
mod placed;
mod table;

use eframe::egui::{Color32, FontId, Pos2, Rect, Response, Role, Sense, Ui, Widget, WidgetInfo, vec2};

use super::Hue;
use crate::ui::theme::{palette, text};
use placed::Placed;

pub use math::Math;

/// Points of an em for a point of the text around: the letters of the mathematics are smaller in their em than those of the text.
const EM: f32 = 1.15;

/// A line of mathematics as large as text, its baseline where that of text is.
#[must_use = "add it to a ui"]
pub struct Formula<'a> {
    math: &'a Math,
    size: f32,
    ink: Option<Color32>,
}

impl<'a> Formula<'a> {
    /// The line at the size of the body's text.
    pub fn new(math: &'a Math) -> Self {
        Self { math, size: text::body().size, ink: None }
    }

    /// As large as text of this font.
    pub fn font(self, font: &FontId) -> Self {
        Self { size: font.size, ..self }
    }

    /// In this colour where no role has its hue.
    pub fn ink(self, ink: Color32) -> Self {
        Self { ink: Some(ink), ..self }
    }
}

impl Widget for Formula<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let line = Typeset::new(self.math, self.size);
        let (above, below) = line.heights(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(line.width(), above + below), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), self.math.text()));
        if ui.is_rect_visible(rect) {
            let p = palette(ui);
            let plain = self.ink.unwrap_or(p.text);
            line.paint(ui, rect.left_top() + vec2(0.0, above), &|hue| if hue == Hue::Plain { plain } else { hue.ink(p) });
        }
        response
    }
}

/// A line of mathematics with its measures, for those who place it themselves. Lengths are in points.
pub struct Typeset {
    placed: Placed,
    size: f32,
}

impl Typeset {
    /// The line, as large as text of `size` points.
    pub fn new(math: &Math, size: f32) -> Self {
        Self { placed: Placed::of(math), size }
    }

    fn em(&self) -> f32 {
        EM * self.size
    }

    /// How wide it is.
    pub fn width(&self) -> f32 {
        self.placed.width * self.em()
    }

    /// How far from its start the first equals sign stands.
    pub fn equals(&self) -> Option<f32> {
        self.placed.equals.map(|x| x * self.em())
    }

    /// How far it reaches above and below its baseline, at least as far as text does.
    pub fn heights(&self, ui: &Ui) -> (f32, f32) {
        let (above, below) = text_heights(ui, self.size);
        (above.max((self.placed.ascent * self.em()).ceil()), below.max((self.placed.descent * self.em()).ceil()))
    }

    /// Draws it from `origin` on, a point of its baseline.
    pub fn paint(&self, ui: &Ui, origin: Pos2, ink: &dyn Fn(Hue) -> Color32) {
        self.placed.paint(ui, origin, self.em(), ink);
    }

    /// Draws it from `left` on, with its letters halfway between `rect`'s top and bottom.
    pub fn paint_in(&self, ui: &Ui, left: f32, rect: Rect, ink: &dyn Fn(Hue) -> Color32) {
        let (above, below) = text_heights(ui, self.size);
        self.paint(ui, Pos2::new(left, rect.center().y + (above - below) / 2.0), ink);
    }
}

/// How far a line of text reaches above and below its baseline.
fn text_heights(ui: &Ui, size: f32) -> (f32, f32) {
    let font = FontId::new(size, text::body().family);
    let galley = ui.painter().layout_no_wrap("x".to_owned(), font, Color32::PLACEHOLDER);
    let baseline = galley.rows.first().and_then(|row| Some(row.pos.y + row.glyphs.first()?.pos.y));
    let above = baseline.unwrap_or(size);
    (above, galley.size().y - above)
}

#[cfg(test)]
mod tests;
