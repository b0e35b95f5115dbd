use eframe::egui::{
    Align2, Color32, Response, Role, Sense, Stroke, StrokeKind, Ui, Widget, WidgetInfo, vec2,
};

use super::paint;
use crate::ui::theme::{colour, palette, space, text};

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
}

impl<'a> Button<'a> {
    /// What the view is for; a view has one.
    pub fn primary(text: &'a str) -> Self {
        Self {
            text,
            name: text,
            kind: Kind::Primary,
        }
    }

    /// Everything else that can be done.
    pub fn secondary(text: &'a str) -> Self {
        Self {
            text,
            name: text,
            kind: Kind::Secondary,
        }
    }

    /// A sign alone, without a frame; `name` says what it does, to screen readers and on pointing.
    pub fn icon(sign: &'a str, name: &'a str) -> Self {
        Self {
            text: sign,
            name,
            kind: Kind::Icon,
        }
    }
}

impl Widget for Button<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let p = palette(ui);
        let (font, ink) = match self.kind {
            Kind::Primary => (text::strong(), p.accent_ink),
            Kind::Secondary => (text::body(), p.text),
            Kind::Icon => (text::body(), p.text2),
        };
        let galley = ui.painter().layout_no_wrap(self.text.to_owned(), font, ink);
        let padding = if self.kind == Kind::Icon {
            space::XS
        } else {
            space::MEDIUM
        };
        let width = (galley.size().x + 2.0 * padding).max(space::CONTROL_HEIGHT);

        let (rect, response) =
            ui.allocate_exact_size(vec2(width, space::CONTROL_HEIGHT), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), self.name));

        if ui.is_rect_visible(rect) {
            let fill = match self.kind {
                Kind::Primary if response.is_pointer_button_down_on() => {
                    colour::mix(p.accent, p.text, 0.25)
                }
                Kind::Primary if response.hovered() => colour::mix(p.accent, p.text, 0.12),
                Kind::Primary => p.accent,
                Kind::Secondary => paint::ground(ui, &response, p.surface),
                Kind::Icon => paint::ground(ui, &response, Color32::TRANSPARENT),
            };
            let frame = match self.kind {
                Kind::Secondary => Stroke::new(space::LINE, p.line),
                Kind::Primary | Kind::Icon => Stroke::NONE,
            };
            ui.painter()
                .rect(rect, space::CONTROL_RADIUS, fill, frame, StrokeKind::Inside);
            paint::place(ui, galley, rect, Align2::CENTER_CENTER);
            paint::focus_ring(ui, &response, rect, space::CONTROL_RADIUS);
        }
        if self.kind == Kind::Icon {
            response.on_hover_text(self.name)
        } else {
            response
        }
    }
}
