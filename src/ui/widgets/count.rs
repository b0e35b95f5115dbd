//! Between counts of cells and points on the screen; the only casts of the widgets are here.

/// A count as a length or a factor; exact up to 2²⁴, far above what a screen holds.
#[expect(clippy::cast_precision_loss, reason = "counts of cells on a screen stay far below 2^24")]
pub(super) fn float(count: usize) -> f32 {
    count as f32
}

/// How many whole units lie below `x`; 0 for negative numbers and NaN.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates: negative and NaN become 0")]
pub(super) fn whole(x: f32) -> usize {
    x as usize
}

/// A number of the model as a position on a colour ramp, where f32 is plenty.
#[expect(clippy::cast_possible_truncation, reason = "a fill has 8 bits a channel; too large becomes infinite, which the ramp clamps")]
pub(super) fn narrow(x: f64) -> f32 {
    x as f32
}
