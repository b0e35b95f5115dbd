use std::sync::Arc;

use eframe::egui::{Align2, Color32, Galley, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use super::{field, paint};
use crate::ui::theme::{palette, space, text};

/// One of a few, all in sight. Marks its response as changed when another is chosen.
pub fn segmented<T: Copy + PartialEq>(ui: &mut Ui, name: &str, chosen: &mut T, options: &[(T, &str)]) -> Response {
    field::named(ui, name, |ui, _| segments(ui, chosen, options))
}

/// One of a few where a heading says already what is chosen.
pub fn segments<T: Copy + PartialEq>(ui: &mut Ui, chosen: &mut T, options: &[(T, &str)]) -> Response {
    let p = palette(ui);
    // Semibold in either state, so that a choice moves nothing.
    let widths: Vec<f32> = options
        .iter()
        .map(|(_, text)| {
            let strong: Arc<Galley> = ui.painter().layout_no_wrap((*text).to_owned(), text::strong(), p.text);
            strong.size().x + 2.0 * space::MEDIUM
        })
        .collect();
    let size = vec2(widths.iter().sum(), space::CONTROL_HEIGHT);
    let (rect, mut whole) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().rect_filled(rect, space::CONTROL_RADIUS, p.sunken);

    let mut left = rect.left();
    for (i, (&(option, text), width)) in options.iter().zip(widths).enumerate() {
        let segment = Rect::from_min_size(rect.min + vec2(left - rect.left(), 0.0), vec2(width, rect.height()));
        left += width;
        let response = ui.interact(segment, whole.id.with(i), Sense::click());
        let selected = *chosen == option;
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), selected, text));
        if response.clicked() && !selected {
            *chosen = option;
            whole.mark_changed();
        }
        let (fill, frame, font, ink) = if selected {
            (p.surface, Stroke::new(space::LINE, p.line), text::strong(), p.text)
        } else {
            (paint::ground(ui, &response, Color32::TRANSPARENT), Stroke::NONE, text::body(), p.text2)
        };
        ui.painter().rect(segment, space::CONTROL_RADIUS, fill, frame, StrokeKind::Inside);
        let galley = ui.painter().layout_no_wrap(text.to_owned(), font, ink);
        paint::place(ui, galley, segment, Align2::CENTER_CENTER);
        paint::focus_ring(ui, &response, segment, space::CONTROL_RADIUS);
    }
    whole
}
