//! Where one token looks: lines from it to the others, as wide as the weight.

use eframe::egui::epaint::CubicBezierShape;
use eframe::egui::{
    Align, Align2, AsIdSalt, Color32, EventFilter, IdSalt, Key, Modifiers, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::count::{float, narrow};
use super::hue::Hue;
use crate::ui::theme::{colour, palette, space, text};

/// Weights below this are not drawn.
const LEAST: f64 = 0.05;
/// The width of a line of weight 1.
const WIDEST: f32 = 12.0;
const CHIP_HEIGHT: f32 = 24.0;
const CHIP_LEAST: f32 = 40.0;
/// Over the keys, for the weights in digits.
const DIGITS_LINE: f32 = 20.0;
/// How far the arc to the farthest token hangs down, and between the two rows of cross-attention.
const DEPTH: f32 = 72.0;

/// The weights of one query over the keys.
#[must_use = "nothing is drawn before it is shown"]
pub struct TokenArcs<'a> {
    salt: IdSalt,
    name: &'a str,
    keys: &'a [String],
    /// The queries of cross-attention, which are other tokens than the keys.
    queries: Option<&'a [String]>,
    query: usize,
    reveal: bool,
    within: f32,
    weights: &'a dyn Fn(usize) -> f64,
    digits: &'a dyn Fn(f64) -> String,
}

/// What the user did in this frame.
pub struct TokenArcsOutput {
    /// The row of tokens.
    pub response: Response,
    /// The query that was chosen now.
    pub chosen: Option<usize>,
    /// The key under the pointer.
    pub hovered: Option<usize>,
}

impl<'a> TokenArcs<'a> {
    /// `weights` are those of query `query` by key.
    pub fn new(
        id_salt: impl AsIdSalt,
        name: &'a str,
        keys: &'a [String],
        query: usize,
        weights: &'a dyn Fn(usize) -> f64,
        digits: &'a dyn Fn(f64) -> String,
    ) -> Self {
        Self { salt: IdSalt::new(id_salt), name, keys, queries: None, query, reveal: false, within: 0.0, weights, digits }
    }

    /// Cross-attention: the queries are a row of their own, under the keys.
    pub fn queries(self, queries: &'a [String]) -> Self {
        Self { queries: Some(queries), ..self }
    }

    /// Brings the query into view, where the row is longer than there is room.
    pub fn reveal(self, reveal: bool) -> Self {
        Self { reveal, ..self }
    }

    /// A width in the middle of which a shorter row stands.
    pub fn within(self, within: f32) -> Self {
        Self { within, ..self }
    }

    /// Draws tokens and lines, as wide as the tokens are.
    pub fn show(self, ui: &mut Ui) -> TokenArcsOutput {
        let keys = chips(ui, self.keys);
        let queries = self.queries.map(|queries| chips(ui, queries));
        let right = |chips: &[Rect]| chips.last().map_or(0.0, Rect::right);
        let content = right(&keys).max(queries.as_deref().map_or(0.0, right));
        let width = content.max(self.within);
        let below = if queries.is_some() { CHIP_HEIGHT } else { 0.0 };
        let size = vec2(width, DIGITS_LINE + CHIP_HEIGHT + DEPTH + below);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let id = ui.make_persistent_id(self.salt);
        let response = ui.interact(rect, id, Sense::click());

        let down = vec2(((width - content) / 2.0).floor(), DIGITS_LINE);
        let place = |chips: Vec<Rect>, offset: Vec2| -> Vec<Rect> {
            chips.into_iter().map(|chip| chip.translate(rect.min.to_vec2() + offset)).collect()
        };
        let keys = place(keys, down);
        let queries = queries.map(|chips| place(chips, down + vec2(0.0, CHIP_HEIGHT + DEPTH)));
        let asking = queries.as_deref().unwrap_or(&keys);
        let at = |chips: &[Rect], point: Pos2| chips.iter().position(|chip| chip.contains(point));
        let pointed = response.interact_pointer_pos().and_then(|point| at(asking, point));
        let clicked = pointed.filter(|_| response.clicked());
        if clicked.is_some() {
            response.request_focus();
        }
        let chosen = self.walked(ui, &response, asking.len()).or(clicked);
        let hovered = response.hover_pos().and_then(|point| at(&keys, point));

        if let Some(&from) = asking.get(self.query) {
            if self.reveal {
                ui.scroll_to_rect(from.with_max_y(rect.bottom()), Some(Align::Center));
            }
            self.lines(ui, from, &keys, queries.is_some());
        }
        let names = self.queries.unwrap_or(self.keys);
        self.tokens(ui, self.keys, &keys, queries.is_none());
        if let Some(queries) = &queries {
            self.tokens(ui, names, queries, true);
        }
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Group, ui.is_enabled(), self.name);
            info.current_text_value = Some(self.spoken(names));
            info
        });
        TokenArcsOutput { response, chosen, hovered }
    }

    fn drawn(&self) -> impl Iterator<Item = (usize, f64)> {
        (0..self.keys.len()).map(|key| (key, (self.weights)(key))).filter(|&(_, weight)| weight >= LEAST)
    }

    fn lines(&self, ui: &Ui, from: Rect, keys: &[Rect], crosses: bool) {
        let palette = palette(ui);
        let ink = Hue::Probability.line(palette);
        let span = keys.last().map_or(1.0, |last| last.right() - keys[0].left()).max(1.0);
        for (key, weight) in self.drawn() {
            let Some(to) = keys.get(key) else { continue };
            let width = WIDEST * narrow(weight.min(1.0));
            // Thin lines keep their hue but give way to thick ones.
            let ink = colour::mix(palette.bg, ink, 0.4 + 0.6 * narrow(weight.min(1.0)));
            let points = if crosses {
                let (start, end) = (from.center_top(), to.center_bottom());
                let bend = vec2(0.0, (start.y - end.y) / 2.0);
                [start, start - bend, end + bend, end]
            } else {
                arc(from, *to, span)
            };
            let stroke = Stroke::new(width.max(space::LINE), ink);
            let shape = CubicBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, stroke);
            ui.painter().add(shape);
            let digits = (self.digits)(weight);
            let at = to.center_top() - vec2(0.0, space::SMALL);
            (ui.painter()).text(at, Align2::CENTER_CENTER, digits, text::small_digits(), palette.text2);
        }
    }

    /// Chips of tokens; those that ask can be chosen, and the one that asks has a ring.
    fn tokens(&self, ui: &Ui, words: &[String], chips: &[Rect], ask: bool) {
        let palette = palette(ui);
        for (index, (word, chip)) in words.iter().zip(chips).enumerate() {
            let chosen = ask && index == self.query;
            let (font, edge) = if chosen {
                (text::strong(), Stroke::new(space::FRAME, palette.text))
            } else {
                (text::body(), Stroke::new(space::LINE, palette.divider))
            };
            let painter = ui.painter();
            painter.rect(*chip, space::CONTROL_RADIUS, palette.surface, edge, StrokeKind::Inside);
            painter.text(chip.center(), Align2::CENTER_CENTER, word, font, palette.text);
        }
    }

    /// Left and right choose the query.
    fn walked(&self, ui: &Ui, response: &Response, count: usize) -> Option<usize> {
        if !response.has_focus() || count == 0 {
            return None;
        }
        let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if pressed(Key::ArrowLeft) {
            Some(self.query.saturating_sub(1))
        } else if pressed(Key::ArrowRight) {
            Some((self.query + 1).min(count - 1))
        } else {
            None
        }
    }

    fn spoken(&self, queries: &[String]) -> String {
        let query = queries.get(self.query).map_or("", String::as_str);
        let looks: Vec<String> = (self.drawn()).map(|(key, weight)| format!("{} {}", self.keys[key], (self.digits)(weight))).collect();
        format!("{query} → {}", looks.join(", "))
    }
}

/// The places of chips of these words in a row, from the origin.
fn chips(ui: &Ui, words: &[String]) -> Vec<Rect> {
    let mut x = 0.0;
    let mut places = Vec::with_capacity(words.len());
    for word in words {
        let ink = ui.visuals().text_color();
        let galley = ui.fonts_mut(|fonts| fonts.layout_no_wrap(word.clone(), text::strong(), ink));
        let width = (galley.size().x + 2.0 * space::SMALL).ceil().max(CHIP_LEAST);
        places.push(Rect::from_min_size(pos2(x, 0.0), vec2(width, CHIP_HEIGHT)));
        x += width + space::SMALL;
    }
    places
}

/// An arc under the row, deeper the farther it goes; to the token itself a loop.
fn arc(from: Rect, to: Rect, span: f32) -> [Pos2; 4] {
    let (start, end) = (from.center_bottom(), to.center_bottom());
    let distance = (end.x - start.x).abs();
    // A cubic curve reaches three quarters of the way to its control points.
    let reach = 4.0 / 3.0 * (DEPTH - WIDEST);
    if distance == 0.0 {
        let half = from.width().min(CHIP_LEAST) / 2.0;
        let low = vec2(0.0, reach / float(4));
        let (left, right) = (start - vec2(half / 2.0, 0.0), start + vec2(half / 2.0, 0.0));
        let out = vec2(half, 0.0);
        return [left, left - out + 2.0 * low, right + out + 2.0 * low, right];
    }
    let depth = vec2(0.0, reach * (0.25 + 0.75 * distance / span));
    [start, start + depth, end + depth, end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_hang_within_their_room() {
        let chip = |x: f32| Rect::from_min_size(pos2(x, 0.0), vec2(40.0, CHIP_HEIGHT));
        for x in [0.0, 48.0, 480.0] {
            let [a, b, c, d] = arc(chip(0.0), chip(x), 520.0);
            let lowest = 0.125 * a.y + 0.375 * b.y + 0.375 * c.y + 0.125 * d.y;
            assert!(lowest > CHIP_HEIGHT && lowest <= CHIP_HEIGHT + DEPTH - WIDEST / 2.0);
        }
    }
}
