//! What several controls draw alike.

use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{Align2, Color32, CornerRadius, FontId, Galley, Rect, Response, Stroke, StrokeKind, Ui};

use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::notation;

/// One line of text, cut with `…` where it is wider than `width`.
pub fn line(ui: &Ui, text: &str, font: FontId, colour: Color32, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::single_section(text.to_owned(), TextFormat::simple(font, colour));
    job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// A sign such as `W_Q`, its index lowered, cut like a [line].
pub(super) fn sign(ui: &Ui, sign: &str, font: &FontId, colour: Color32, width: f32) -> Arc<Galley> {
    let mut job = notation::layout(sign, font, colour);
    job.wrap = TextWrapping::truncate_at_width(width.max(0.0));
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// A text on as many lines of `width` as it needs.
pub(super) fn lines(ui: &Ui, text: &str, font: FontId, colour: Color32, width: f32) -> Arc<Galley> {
    let format = TextFormat { line_height: Some(text::LINE_HEIGHT), ..TextFormat::simple(font, colour) };
    let mut job = LayoutJob::single_section(text.to_owned(), format);
    job.wrap = TextWrapping::wrap_at_width(width.max(0.0));
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// Draws a galley in `rect`, aligned by its lines, whose middle is the middle of the capitals.
pub(super) fn place(ui: &Ui, galley: Arc<Galley>, rect: Rect, align: Align2) {
    let position = align.align_size_within_rect(galley.size(), rect).min;
    ui.painter().galley(position, galley, Color32::PLACEHOLDER);
}

/// The frame around what the keyboard acts on.
pub(super) fn focus_ring(ui: &Ui, response: &Response, rect: Rect, radius: CornerRadius) {
    if response.has_focus() {
        let ring = Stroke::new(space::FRAME, palette(ui).accent);
        ui.painter().rect_stroke(rect.expand(1.0), radius + 1, ring, StrokeKind::Outside);
    }
}

/// The ground of a control: at rest, under the pointer, held down.
pub(super) fn ground(ui: &Ui, response: &Response, at_rest: Color32) -> Color32 {
    let p = palette(ui);
    if response.is_pointer_button_down_on() {
        p.pressed()
    } else if response.hovered() {
        p.hover()
    } else {
        at_rest
    }
}
