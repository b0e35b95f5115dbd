//! Distances and sizes, in points.

use eframe::egui::{CornerRadius, Vec2, vec2};

/// The scale of gaps and margins; nothing lies between.
pub const XS: f32 = 4.0;
pub const SMALL: f32 = 8.0;
pub const MEDIUM: f32 = 12.0;
/// Margin of panels.
pub const LARGE: f32 = 16.0;
/// What the stage keeps free at its edges.
pub const XL: f32 = 24.0;
/// Gap between an operand and the result.
pub const XXL: f32 = 32.0;

pub const CONTROL_HEIGHT: f32 = 28.0;
pub const LIST_ROW: f32 = 28.0;
pub const PROPERTY_ROW: f32 = 24.0;
/// Smallest side of anything that is clicked.
pub const HIT_TARGET: f32 = 24.0;

pub const TAB_BAR: f32 = 40.0;
pub const PROMPT_STRIP: f32 = 40.0;
pub const STEP_LIST: f32 = 208.0;
pub const INSPECTOR: f32 = 304.0;
pub const MODEL_DRAWER: f32 = 280.0;
pub const CALCULATION_STRIP: f32 = 132.0;
pub const LEGEND: Vec2 = vec2(160.0, 10.0);

/// Corners of controls.
pub const CONTROL_RADIUS: CornerRadius = CornerRadius::same(4);
/// Corners of cards, menus and dialogs.
pub const CARD_RADIUS: CornerRadius = CornerRadius::same(6);

/// Dividers and frames of controls.
pub const LINE: f32 = 1.0;
/// Brackets of matrices.
pub const BRACKET: f32 = 1.5;
/// Frames that say something: a weight, a result, a selection, a lit row or column.
pub const FRAME: f32 = 2.0;
