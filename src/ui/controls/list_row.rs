use eframe::egui::{Align2, Color32, Rect, Response, Role, Sense, Ui, Widget, WidgetInfo, pos2, vec2};

use super::paint;
use crate::ui::theme::{palette, space, text};

/// Radius of the dot of a marked row.
const MARK: f32 = 2.5;

/// A row of a list from which one is chosen, as wide as the list.
#[must_use = "add it to a ui"]
pub struct ListRow<'a> {
    text: &'a str,
    number: Option<usize>,
    note: &'a str,
    beneath: &'a str,
    depth: u8,
    selected: bool,
    ahead: bool,
    heading: Option<bool>,
    mark: Option<&'a str>,
    is_sign: bool,
    spoken: Option<&'a str>,
}

impl<'a> ListRow<'a> {
    /// Where the number ends and the text begins.
    const NUMBER_RIGHT: f32 = 24.0;
    const TEXT_LEFT: f32 = 36.0;
    /// Height of a row with a line beneath.
    pub const TALL: f32 = space::LIST_ROW + space::LARGE;

    /// A row that reads `text`.
    pub fn new(text: &'a str, selected: bool) -> Self {
        Self {
            text,
            number: None,
            note: "",
            beneath: "",
            depth: 0,
            selected,
            ahead: false,
            heading: None,
            mark: None,
            is_sign: false,
            spoken: None,
        }
    }

    /// The row's number, before the text.
    pub fn number(mut self, number: usize) -> Self {
        self.number = Some(number);
        self
    }

    /// A row that has others under it: whether they are shown.
    pub fn heading(mut self, open: bool) -> Self {
        self.heading = Some(open);
        self
    }

    /// A shape or a count at the right end.
    pub fn note(mut self, note: &'a str) -> Self {
        self.note = note;
        self
    }

    /// A line under the text, for what else it is called; the row is then [`ListRow::TALL`].
    pub fn beneath(mut self, words: &'a str) -> Self {
        self.beneath = words;
        self
    }

    /// How deep in a tree the row lies.
    pub fn depth(mut self, depth: u8) -> Self {
        self.depth = depth;
        self
    }

    /// The text is a sign of mathematics: `_` lowers and `^` raises what follows.
    pub fn sign(mut self) -> Self {
        self.is_sign = true;
        self
    }

    /// What a screen reader calls the row, if not by its text.
    pub fn spoken(mut self, spoken: &'a str) -> Self {
        self.spoken = Some(spoken);
        self
    }

    /// A dot before the text; a screen reader says what it means.
    pub fn mark(mut self, meaning: Option<&'a str>) -> Self {
        self.mark = meaning;
        self
    }

    /// Whether the row comes after the one that is chosen, and so steps back a little.
    pub fn ahead(mut self, ahead: bool) -> Self {
        self.ahead = ahead;
        self
    }
}

impl Widget for ListRow<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let p = palette(ui);
        let height = if self.beneath.is_empty() { space::LIST_ROW } else { Self::TALL };
        let (whole, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
        let rect = Rect::from_min_size(whole.min, vec2(whole.width(), space::LIST_ROW));
        let role = if self.heading.is_some() { Role::TreeItem } else { Role::ListBoxOption };
        response.widget_info(|| {
            let mut info = WidgetInfo::selected(role, ui.is_enabled(), self.selected, self.spoken.unwrap_or(self.text));
            info.current_text_value = self.mark.map(str::to_owned);
            info
        });
        if !ui.is_rect_visible(whole) {
            return response;
        }

        let fill = if self.selected { p.accent } else { paint::ground(ui, &response, Color32::TRANSPARENT) };
        ui.painter().rect_filled(whole, space::CONTROL_RADIUS, fill);

        let (font, ink, aside) = match (self.selected, self.ahead) {
            (true, _) => (text::strong(), p.accent_ink, p.accent_ink),
            (false, true) => (text::body(), p.text2, p.text3),
            (false, false) if self.heading.is_some() => (text::strong(), p.text, p.text3),
            (false, false) => (text::body(), p.text, p.text3),
        };
        let small = |ui: &Ui, note: &str| ui.painter().layout_no_wrap(note.to_owned(), text::small_digits(), aside);
        let indent = f32::from(self.depth) * space::LARGE;
        let mut left = rect.left() + indent + space::MEDIUM;
        if let Some(number) = self.number {
            let number_rect = Rect::from_min_max(rect.min, pos2(rect.left() + indent + Self::NUMBER_RIGHT, rect.bottom()));
            paint::place(ui, small(ui, &number.to_string()), number_rect, Align2::RIGHT_CENTER);
            left = rect.left() + indent + Self::TEXT_LEFT;
        }
        if let Some(open) = self.heading {
            let sign_rect = Rect::from_min_max(rect.min, pos2(rect.left() + indent + space::LARGE, rect.bottom()));
            let sign = ui.painter().layout_no_wrap(if open { "▾" } else { "▸" }.to_owned(), text::body(), p.text2);
            paint::place(ui, sign, sign_rect, Align2::CENTER_CENTER);
            left = rect.left() + indent + space::LARGE + space::XS;
        }
        let note = small(ui, self.note);
        let right = rect.right() - space::SMALL;
        let text_right = if self.note.is_empty() { right } else { right - note.size().x - space::SMALL };
        let text_rect = Rect::from_min_max(pos2(left, rect.top()), pos2(text_right, rect.bottom()));
        let width = text_rect.width();
        let written =
            if self.is_sign { paint::sign(ui, self.text, &font, ink, width) } else { paint::line(ui, self.text, font, ink, width) };
        paint::place(ui, written, text_rect, Align2::LEFT_CENTER);
        if !self.beneath.is_empty() {
            let line_rect = Rect::from_min_max(pos2(left, rect.bottom() - space::XS), pos2(right, whole.bottom() - space::XS));
            let line = paint::line(ui, self.beneath, text::small(), aside, line_rect.width());
            paint::place(ui, line, line_rect, Align2::LEFT_CENTER);
        }
        if self.mark.is_some() {
            let centre = pos2(rect.left() + indent + space::MEDIUM / 2.0, rect.center().y);
            ui.painter().circle_filled(centre, MARK, ink);
        }
        paint::place(ui, note, rect.shrink2(vec2(space::SMALL, 0.0)), Align2::RIGHT_CENTER);
        paint::focus_ring(ui, &response, whole, space::CONTROL_RADIUS);
        response
    }
}
