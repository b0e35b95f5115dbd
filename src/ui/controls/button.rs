use eframe::egui::{Align2, Color32, Response, Role, Sense, Stroke, StrokeKind, Ui, Widget, WidgetInfo, vec2};

use super::paint;
use crate::ui::theme::{Palette, colour, palette, space, text};

/// A button of 28 points.
#[must_use = "add it to a ui"]
pub struct Button<'a> {
    text: &'a str,
    name: &'a str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Primary,
    Secondary,
    Icon,
    /// Framed like the others, for a sign that must be seen.
    Sign,
    Verdict(bool),
}

impl<'a> Button<'a> {
    /// What the view is for; a view has one.
    pub fn primary(text: &'a str) -> Self {
        Self { text, name: text, kind: Kind::Primary }
    }

    /// Everything else that can be done.
    pub fn secondary(text: &'a str) -> Self {
        Self { text, name: text, kind: Kind::Secondary }
    }

    /// A sign alone that must be seen, such as what closes something; `name` says what it does, to screen readers and on pointing.
    pub fn sign(sign: &'a str, name: &'a str) -> Self {
        Self { text: sign, name, kind: Kind::Sign }
    }

    /// A count of what holds, in the colour of whether all of it does; `name` says it in words to screen readers.
    pub fn verdict(text: &'a str, name: &'a str, passed: bool) -> Self {
        Self { text, name, kind: Kind::Verdict(passed) }
    }

    /// A sign alone, without a frame; `name` says what it does, to screen readers and on pointing.
    pub fn icon(sign: &'a str, name: &'a str) -> Self {
        Self { text: sign, name, kind: Kind::Icon }
    }
}

impl Widget for Button<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let p = palette(ui);
        let (font, ink) = match self.kind {
            Kind::Primary => (text::strong(), p.accent_ink),
            Kind::Secondary => (text::body(), p.text),
            Kind::Icon => (text::body(), p.text2),
            Kind::Sign => (text::strong(), p.text),
            Kind::Verdict(passed) => (text::body(), if passed { p.right } else { p.wrong }),
        };
        let enabled = ui.is_enabled();
        let galley = ui.painter().layout_no_wrap(self.text.to_owned(), font, if enabled { ink } else { p.disabled_ink() });
        let is_sign = matches!(self.kind, Kind::Icon | Kind::Sign | Kind::Verdict(_));
        let padding = if is_sign { space::XS } else { space::MEDIUM };
        let width = (galley.size().x + 2.0 * padding).max(space::CONTROL_HEIGHT);

        let (rect, response) = ui.allocate_exact_size(vec2(width, space::CONTROL_HEIGHT), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), self.name));

        if ui.is_rect_visible(rect) {
            let (fill, frame) = if enabled { self.ground(ui, &response) } else { self.disabled_ground(p) };
            let mut painter = ui.painter().clone();
            if !enabled {
                // What is disabled has colours of its own, which can be read; faded ones cannot.
                painter.set_opacity(1.0);
            }
            painter.rect(rect, space::CONTROL_RADIUS, fill, frame, StrokeKind::Inside);
            painter.galley(Align2::CENTER_CENTER.align_size_within_rect(galley.size(), rect).min, galley, Color32::PLACEHOLDER);
            paint::focus_ring(ui, &response, rect, space::CONTROL_RADIUS);
        }
        if matches!(self.kind, Kind::Icon | Kind::Sign) { response.on_hover_text(self.name) } else { response }
    }
}

impl Button<'_> {
    fn ground(&self, ui: &Ui, response: &Response) -> (Color32, Stroke) {
        let p = palette(ui);
        let fill = match self.kind {
            Kind::Primary if response.is_pointer_button_down_on() => colour::mix(p.accent, p.text, 0.25),
            Kind::Primary if response.hovered() => colour::mix(p.accent, p.text, 0.12),
            Kind::Primary => p.accent,
            Kind::Secondary | Kind::Sign => paint::ground(ui, response, p.surface),
            Kind::Icon | Kind::Verdict(_) => paint::ground(ui, response, Color32::TRANSPARENT),
        };
        let frame = match self.kind {
            Kind::Secondary | Kind::Sign => Stroke::new(space::LINE, p.line),
            Kind::Primary | Kind::Icon | Kind::Verdict(_) => Stroke::NONE,
        };
        (fill, frame)
    }

    fn disabled_ground(&self, p: &Palette) -> (Color32, Stroke) {
        match self.kind {
            Kind::Primary | Kind::Secondary | Kind::Sign => (p.disabled(), Stroke::new(space::LINE, p.divider)),
            Kind::Icon | Kind::Verdict(_) => (Color32::TRANSPARENT, Stroke::NONE),
        }
    }
}
