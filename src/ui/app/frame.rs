//! The grounds of the parts of the window: told apart by ground and one line.

use eframe::egui::{Frame, Key, Margin, ModalResponse, Modifiers, Stroke, Ui, Vec2};

use crate::ui::theme::{palette, space};

fn margin(x: f32, y: f32) -> Margin {
    Margin::from(eframe::egui::vec2(x, y))
}

/// A bar across the window.
pub fn bar(ui: &Ui) -> Frame {
    Frame::new().fill(palette(ui).surface).inner_margin(margin(space::LARGE, 0.0))
}

/// The strip of tokens.
pub fn strip(ui: &Ui) -> Frame {
    Frame::new().fill(palette(ui).bg).inner_margin(margin(space::LARGE, 0.0))
}

/// A panel at a side.
pub fn side(ui: &Ui) -> Frame {
    Frame::new().fill(palette(ui).surface).inner_margin(margin(space::LARGE, space::MEDIUM)).stroke(Stroke::NONE)
}

/// The stage; in a small window it needs its edges.
pub fn stage(ui: &Ui) -> Frame {
    let window = ui.content_rect().size();
    let x = if window.x < space::SLIM { space::LARGE } else { space::XL };
    let y = if window.y < space::SHORT_WINDOW { space::SMALL } else { space::LARGE };
    Frame::new().fill(palette(ui).bg).inner_margin(margin(x, y))
}

/// What lies over the window until it is dealt with.
pub fn over(ui: &Ui) -> Frame {
    let around = if ui.content_rect().height() < space::SHORT_WINDOW { space::LARGE } else { space::XL };
    Frame::popup(ui.style()).inner_margin(margin(around, around))
}

/// The width and height that it may have of what it wants.
pub fn room_over(ui: &Ui, wanted: Vec2) -> Vec2 {
    wanted.min(ui.content_rect().size() - Vec2::splat(2.0 * (space::XL + space::SMALL)))
}

/// Whether Esc was pressed on what lies over the window, and not on a menu of it. A click beside it does not close what holds
/// something typed or chosen: that would be lost by a slip of the hand.
pub fn escaped<R>(modal: &ModalResponse<R>) -> bool {
    let top = modal.is_top_modal && !modal.any_popup_open;
    top && modal.response.ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
}
