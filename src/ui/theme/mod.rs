//! The look of the window in one place: colours, fonts, distances, sizes.
//!
//! Views and widgets take every colour, distance and text size from here and write none of their own.

pub mod cell;
pub mod code_point;
pub mod colour;
pub mod fonts;
pub mod palette;
pub mod ramp;
pub mod space;
mod style;
pub mod text;

use eframe::egui::{Context, Theme};

pub use cell::CellSize;
pub use palette::{Palette, current, palette};
pub use ramp::{ColourMap, Ramp};

/// Seconds an element takes to move.
const MOVE: f32 = 0.2;

/// Gives a context its fonts and the styles of both themes. Call it before the first pass.
pub fn install(ctx: &Context) {
    ctx.set_fonts(fonts::definitions());
    for theme in [Theme::Light, Theme::Dark] {
        ctx.style_mut_of(theme, |style| style::apply(style, theme));
    }
}

/// Stops or allows movement, for those whom it disturbs.
pub fn reduce_motion(ctx: &Context, reduced: bool) {
    ctx.all_styles_mut(|style| style.animation_time = if reduced { 0.0 } else { MOVE });
}
