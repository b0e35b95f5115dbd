//! Tokens in one line, to be read: of a long line the last ones.

use std::sync::Arc;

use eframe::egui::{Galley, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::ui::theme::{palette, space, text};

const CHIP: f32 = 20.0;

/// Draws chips from the left end of `rect`; the last of `words` follows an arrow and stands out. Where not all fit, `…` stands for
/// the first ones.
pub fn word_row(ui: &Ui, rect: Rect, words: &[String]) {
    let p = palette(ui);
    let painter = ui.painter();
    let Some((last, before)) = words.split_last() else { return };
    let last = painter.layout_no_wrap(last.clone(), text::strong(), p.text);
    let arrow = painter.layout_no_wrap("→".to_owned(), text::body(), p.text3);
    let dots = painter.layout_no_wrap("…".to_owned(), text::body(), p.text3);
    let mut left_over = rect.width() - padded(&last) - arrow.size().x - space::SMALL - dots.size().x - space::XS;
    let mut shown = Vec::new();
    for word in before.iter().rev() {
        let galley = painter.layout_no_wrap(word.clone(), text::body(), p.text2);
        left_over -= padded(&galley) + space::XS;
        if left_over < 0.0 {
            break;
        }
        shown.push(galley);
    }
    let mut x = rect.left();
    let y = rect.center().y;
    if shown.len() < before.len() {
        painter.galley(pos2(x, y - dots.size().y / 2.0), Arc::clone(&dots), p.text3);
        x += dots.size().x + space::XS;
    }
    for galley in shown.into_iter().rev() {
        x = chip(ui, x, y, galley, Stroke::new(space::LINE, p.divider)) + space::XS;
    }
    painter.galley(pos2(x, y - arrow.size().y / 2.0), Arc::clone(&arrow), p.text3);
    x += arrow.size().x + space::XS;
    chip(ui, x, y, last, Stroke::new(space::BRACKET, p.probability));
}

/// Draws chips from the left end of `rect`; where not all fit, `…` stands for the last ones.
pub fn word_flow(ui: &Ui, rect: Rect, words: &[String]) {
    let p = palette(ui);
    let y = rect.center().y;
    let mut x = rect.left();
    for (index, word) in words.iter().enumerate() {
        let galley = ui.painter().layout_no_wrap(word.clone(), text::body(), p.text);
        let more = if index + 1 < words.len() { space::XL } else { 0.0 };
        if x + padded(&galley) + more > rect.right() {
            ui.painter().text(pos2(x, y), eframe::egui::Align2::LEFT_CENTER, "…", text::body(), p.text3);
            return;
        }
        x = chip(ui, x, y, galley, Stroke::new(space::LINE, p.divider)) + space::XS;
    }
}

fn padded(galley: &Galley) -> f32 {
    galley.size().x + 2.0 * space::SMALL
}

/// Draws a chip; returns where it ends.
fn chip(ui: &Ui, x: f32, y: f32, galley: Arc<Galley>, edge: Stroke) -> f32 {
    let p = palette(ui);
    let place = Rect::from_min_size(pos2(x, y - CHIP / 2.0), vec2(padded(&galley), CHIP));
    ui.painter().rect(place, space::CONTROL_RADIUS, p.surface, edge, StrokeKind::Inside);
    ui.painter().galley(place.center() - galley.size() / 2.0, galley, p.text);
    place.right()
}
