//! Text sizes. No others are drawn; none is under 11 pt.

use eframe::egui::{FontFamily, FontId};

/// From line to line in a paragraph.
pub const LINE_HEIGHT: f32 = 20.0;

/// The family of titles and of whatever is chosen.
pub fn semibold() -> FontFamily {
    FontFamily::Name("semibold".into())
}

/// The semibold companion of the digits.
pub fn mono_semibold() -> FontFamily {
    FontFamily::Name("mono semibold".into())
}

/// 20 semibold: the value that answers.
pub fn answer() -> FontId {
    FontId::new(20.0, semibold())
}

/// 16 semibold: the title of a view.
pub fn title() -> FontId {
    FontId::new(16.0, semibold())
}

/// 13: prose, labels, controls.
pub fn body() -> FontId {
    FontId::new(13.0, FontFamily::Proportional)
}

/// 13 semibold: names of matrices and tokens in prose, selected rows, the main button.
pub fn strong() -> FontId {
    FontId::new(13.0, semibold())
}

/// 12 mono: the digits of cells, values of properties.
pub fn digits() -> FontId {
    FontId::new(12.0, FontFamily::Monospace)
}

/// 20 mono: the digits of cells that have a large stage to themselves.
pub fn large_digits() -> FontId {
    FontId::new(20.0, FontFamily::Monospace)
}

/// 12 mono semibold: the digits of a result.
pub fn strong_digits() -> FontId {
    FontId::new(12.0, mono_semibold())
}

/// 11: ticks, hints, row and column names.
pub fn small() -> FontId {
    FontId::new(11.0, FontFamily::Proportional)
}

/// 11 semibold: section heads, the lit row and column names.
pub fn small_strong() -> FontId {
    FontId::new(11.0, semibold())
}

/// 11 mono: shapes, indices, digits of smaller cells.
pub fn small_digits() -> FontId {
    FontId::new(11.0, FontFamily::Monospace)
}
