//! Distances and sizes, in points.

use eframe::egui::{CornerRadius, Margin, Vec2, vec2};

/// 4, the smallest step of the scale; no gap or margin lies between two steps.
pub const XS: f32 = 4.0;
/// 8, between widgets.
pub const SMALL: f32 = 8.0;
/// 12, beside the text of a control.
pub const MEDIUM: f32 = 12.0;
/// 16, the margin of panels.
pub const LARGE: f32 = 16.0;
/// 24, what the stage keeps free at its edges.
pub const XL: f32 = 24.0;
/// 32, between an operand and the result.
pub const XXL: f32 = 32.0;

/// Height of buttons, fields and choices.
pub const CONTROL_HEIGHT: f32 = 28.0;
/// Height of a row to choose.
pub const LIST_ROW: f32 = 28.0;
/// Height of a row to read.
pub const PROPERTY_ROW: f32 = 24.0;
/// Smallest side of anything that is clicked.
pub const HIT_TARGET: f32 = 24.0;

/// Height of the tabs.
pub const TAB_BAR: f32 = 40.0;
/// Height of the tokens under the tabs.
pub const PROMPT_STRIP: f32 = 40.0;
/// Height of the line at the bottom, and of every bar in a window lower than [`SHORT_WINDOW`].
pub const LOW_BAR: f32 = CONTROL_HEIGHT + SMALL;
/// Below this height, that of a small window with large letters, every line counts.
pub const SHORT_WINDOW: f32 = 520.0;
/// Below this width a view has no room for a list beside its stage.
pub const SLIM: f32 = 800.0;
/// Width of the list of steps.
pub const STEP_LIST: f32 = 208.0;
/// Width of the inspector.
pub const INSPECTOR: f32 = 304.0;
/// Width of the drawer where the model is set.
pub const MODEL_DRAWER: f32 = 280.0;
/// Height of the card that spells out a cell.
pub const CALCULATION_STRIP: f32 = 132.0;
/// Size of the bar that explains the fills.
pub const LEGEND: Vec2 = vec2(160.0, 10.0);

/// Corners of controls.
pub const CONTROL_RADIUS: CornerRadius = CornerRadius::same(4);
/// Corners of cards, menus and dialogs.
pub const CARD_RADIUS: CornerRadius = CornerRadius::same(6);

/// Between the frame of a card and what it holds.
pub const CARD_MARGIN: Margin = Margin::same(16);

/// Dividers and frames of controls.
pub const LINE: f32 = 1.0;
/// Brackets of matrices.
pub const BRACKET: f32 = 1.5;
/// Frames that say something: a weight, a result, a selection, a lit row or column.
pub const FRAME: f32 = 2.0;
