use eframe::egui::{
    CornerRadius, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, lerp,
    pos2, vec2,
};

use super::{field, paint};
use crate::ui::theme::{colour, palette, space};

const TRACK: Vec2 = vec2(32.0, 18.0);
const KNOB: f32 = 6.0;

/// A switch with its name.
pub fn toggle(ui: &mut Ui, name: &str, on: &mut bool) -> Response {
    field::named(ui, name, |ui, label| {
        let (rect, mut response) =
            ui.allocate_exact_size(vec2(TRACK.x, space::CONTROL_HEIGHT), Sense::click());
        if response.clicked() {
            *on = !*on;
            response.mark_changed();
        }
        response.widget_info(|| WidgetInfo::selected(Role::Switch, ui.is_enabled(), *on, name));

        if ui.is_rect_visible(rect) {
            let p = palette(ui);
            let way = ui.ctx().animate_bool_responsive(response.id, *on);
            let track = Rect::from_center_size(rect.center(), TRACK);
            let radius = CornerRadius::same(9);
            let frame = Stroke::new(space::LINE, colour::mix(p.line, p.accent, way));
            ui.painter().rect(
                track,
                radius,
                colour::mix(p.sunken, p.accent, way),
                frame,
                StrokeKind::Inside,
            );
            let ends = track.left() + track.height() / 2.0..=track.right() - track.height() / 2.0;
            let knob = pos2(lerp(ends, way), track.center().y);
            ui.painter()
                .circle_filled(knob, KNOB, colour::mix(p.line, p.accent_ink, way));
            paint::focus_ring(ui, &response, track, radius);
        }
        response.labelled_by(label)
    })
}
