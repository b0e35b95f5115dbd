use eframe::egui::{Frame, InnerResponse, Stroke, Ui};

use crate::ui::theme::{palette, space};

/// A framed ground on the stage. A stage has at most one, and a card has no card within.
pub fn card<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    let p = palette(ui);
    Frame::new()
        .fill(p.surface)
        .stroke(Stroke::new(space::LINE, p.divider))
        .corner_radius(space::CARD_RADIUS)
        .inner_margin(space::CARD_MARGIN)
        .show(ui, contents)
}
