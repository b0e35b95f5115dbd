//! Probabilities laid end to end from 0 to 1, and the number that was drawn.

use eframe::egui::{Align2, CornerRadius, Id, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::count::narrow;
use super::stroke::cut_text;
use crate::ui::theme::{colour, palette, space, text};

const STRIP: f32 = 20.0;
const TICKS: f32 = 16.0;

/// How far neighbours are mixed with the ground, in turn.
const PALE: f32 = 0.8;
const LESS_PALE: f32 = 0.68;

/// A part of the line.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// The token that it belongs to.
    pub name: String,
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// Whether the number fell into it.
    pub picked: bool,
}

/// The line from 0 to 1, cut into the intervals of the tokens.
#[must_use = "nothing is drawn before it is shown"]
pub struct UnitInterval<'a> {
    name: &'a str,
    segments: &'a [Segment],
    draw: f64,
    caption: &'a str,
}

impl<'a> UnitInterval<'a> {
    /// How high it is.
    pub const HEIGHT: f32 = TICKS + STRIP + TICKS;

    /// `draw` is the number that was drawn, `caption` says so.
    pub fn new(name: &'a str, segments: &'a [Segment], draw: f64, caption: &'a str) -> Self {
        Self { name, segments, draw, caption }
    }

    /// Draws the line into a place that the caller has taken.
    pub fn show_at(self, ui: &Ui, rect: Rect, id: Id) {
        let response = ui.interact(rect, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, ui.is_enabled(), format!("{}: {}", self.name, self.caption)));
        let p = palette(ui);
        let painter = ui.painter();
        let strip = Rect::from_min_size(rect.min + vec2(0.0, TICKS), vec2(rect.width(), STRIP));
        let at = |value: f64| strip.left() + strip.width() * narrow(value.clamp(0.0, 1.0));
        // Tokens that are too narrow to be told apart.
        painter.rect_filled(strip, CornerRadius::ZERO, colour::mix(p.probability, p.surface, PALE));
        for (index, segment) in self.segments.iter().enumerate() {
            let mut part = Rect::from_x_y_ranges(at(segment.from)..=at(segment.to), strip.y_range());
            if segment.picked {
                part.max.x = part.max.x.max(part.min.x + space::FRAME);
            }
            let pale = if index % 2 == 0 { PALE } else { LESS_PALE };
            let fill = if segment.picked { p.probability } else { colour::mix(p.probability, p.surface, pale) };
            painter.rect_filled(part, CornerRadius::ZERO, fill);
            let room = part.width() - space::SMALL;
            let word = painter.layout_no_wrap(segment.name.clone(), text::small(), colour::ink(fill));
            if word.size().x <= room {
                painter.galley(part.center() - word.size() / 2.0, word, colour::ink(fill));
            }
        }
        let x = at(self.draw);
        painter.vline(x, strip.expand2(vec2(0.0, space::XS)).y_range(), Stroke::new(space::FRAME, p.text));
        let caption = cut_text(painter, self.caption, text::small_digits(), p.text, rect.width());
        let half = caption.size().x / 2.0;
        let left = (x - half).min(rect.right() - 2.0 * half).max(rect.left());
        painter.galley(pos2(left, strip.top() - space::XS - caption.size().y), caption, p.text);
        for (x, anchor, digits) in [(strip.left(), Align2::LEFT_TOP, "0"), (strip.right(), Align2::RIGHT_TOP, "1")] {
            painter.text(pos2(x, strip.bottom() + 2.0), anchor, digits, text::small_digits(), p.text3);
        }
    }
}
