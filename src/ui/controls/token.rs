use eframe::egui::{Align2, Rect, Response, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, Widget, WidgetInfo, pos2, vec2};

use super::paint;
use crate::ui::theme::{palette, space, text};

/// A token: its position and its word.
#[must_use = "add it to a ui"]
pub struct TokenChip<'a> {
    position: usize,
    word: &'a str,
    selected: bool,
}

impl<'a> TokenChip<'a> {
    /// The chip of the token `word` at `position`.
    pub fn new(position: usize, word: &'a str, selected: bool) -> Self {
        Self { position, word, selected }
    }
}

/// A token as it is shown: white space has no shape of its own, but a token may be nothing else.
pub fn visible(word: &str) -> String {
    let sign = |c| match c {
        ' ' => '␣',
        '\n' => '⏎',
        '\t' => '⇥',
        c => c,
    };
    word.chars().map(sign).collect()
}

impl Widget for TokenChip<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let p = palette(ui);
        let word = visible(self.word);
        let layout = |font, ink| ui.painter().layout_no_wrap(word.clone(), font, ink);
        let position = ui.painter().layout_no_wrap(self.position.to_string(), text::small_digits(), p.text3);
        // Semibold in either state, so that a choice moves nothing.
        let strong = layout(text::strong(), p.text);
        let word_left = space::SMALL + position.size().x + space::SMALL;
        let size = vec2(word_left + strong.size().x + space::SMALL, space::HIT_TARGET);
        let galley = if self.selected { strong } else { layout(text::body(), p.text) };

        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        response.widget_info(|| {
            let name = format!("{} {}", self.position, self.word);
            WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), self.selected, name)
        });

        if ui.is_rect_visible(rect) {
            let ring = if self.selected { Stroke::new(space::FRAME, p.text) } else { Stroke::new(space::LINE, p.divider) };
            let ground = paint::ground(ui, &response, p.surface);
            ui.painter().rect(rect, space::CONTROL_RADIUS, ground, ring, StrokeKind::Inside);
            let position_rect = Rect::from_min_max(pos2(rect.left() + space::SMALL, rect.top()), rect.max);
            paint::place(ui, position, position_rect, Align2::LEFT_CENTER);
            let word_rect = Rect::from_min_max(pos2(rect.left() + word_left, rect.top()), rect.max - vec2(space::SMALL, 0.0));
            paint::place(ui, galley, word_rect, Align2::CENTER_CENTER);
            paint::focus_ring(ui, &response, rect, space::CONTROL_RADIUS);
        }
        response
    }
}

/// The tokens of a text in a row, with its name before them. A long row scrolls.
#[must_use = "show it"]
pub struct TokenStrip<'a, T> {
    name: &'a str,
    words: &'a [T],
    selected: Option<usize>,
}

/// What was done to a strip of tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenStripResponse {
    /// The position of the token that was clicked.
    pub clicked: Option<usize>,
    /// The position of the token under the pointer.
    pub hovered: Option<usize>,
}

impl<'a, T: AsRef<str>> TokenStrip<'a, T> {
    /// The tokens `words`, of which one may be selected.
    pub fn new(name: &'a str, words: &'a [T], selected: Option<usize>) -> Self {
        Self { name, words, selected }
    }

    /// Draws the strip in one line.
    pub fn show(self, ui: &mut Ui) -> TokenStripResponse {
        let mut done = TokenStripResponse::default();
        ui.horizontal(|ui| {
            let name = ui.painter().layout_no_wrap(self.name.to_owned(), text::small(), palette(ui).text3);
            let (rect, response) = ui.allocate_exact_size(vec2(name.size().x, space::HIT_TARGET), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), self.name));
            paint::place(ui, name, rect, Align2::LEFT_CENTER);
            ui.add_space(space::SMALL);
            ScrollArea::horizontal().id_salt(self.name).show(ui, |ui| {
                ui.horizontal(|ui| {
                    for (position, word) in self.words.iter().enumerate() {
                        let selected = self.selected == Some(position);
                        let chip = ui.add(TokenChip::new(position, word.as_ref(), selected));
                        if chip.clicked() {
                            done.clicked = Some(position);
                        }
                        if chip.hovered() {
                            done.hovered = Some(position);
                        }
                    }
                });
            });
        });
        done
    }
}
