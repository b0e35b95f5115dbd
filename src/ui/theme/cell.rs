//! How large a matrix is drawn: five sizes, and the largest that fits is taken.

use eframe::egui::{FontId, Vec2, vec2};

use super::text;

/// The size of a matrix cell, the gap to its neighbour included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CellSize {
    /// 4 × 4, a fill; the whole matrix is one texture, which may be drawn larger.
    XS,
    /// 16 × 16, a fill.
    S,
    /// 44 × 22 with digits of 11 pt.
    M,
    /// 52 × 28 with digits of 12 pt.
    L,
    /// 96 × 52 with digits of 20 pt: where a matrix has a large stage to itself.
    XL,
}

impl CellSize {
    /// From the largest to the smallest.
    pub const ALL: [Self; 5] = [Self::XL, Self::L, Self::M, Self::S, Self::XS];
    /// Ground left free between two cells, within their size.
    pub const GAP: f32 = 1.0;
    /// Between the digits and the right edge of the cell.
    pub const PADDING: f32 = 6.0;

    /// Width and height in points.
    pub fn size(self) -> Vec2 {
        match self {
            Self::XL => vec2(96.0, 52.0),
            Self::L => vec2(52.0, 28.0),
            Self::M => vec2(44.0, 22.0),
            Self::S => vec2(16.0, 16.0),
            Self::XS => vec2(4.0, 4.0),
        }
    }

    /// The font of the digits, where the cell has room for them.
    pub fn digits(self) -> Option<FontId> {
        match self {
            Self::XL => Some(text::large_digits()),
            Self::L => Some(text::digits()),
            Self::M => Some(text::small_digits()),
            Self::S | Self::XS => None,
        }
    }

    /// The font of the names of its row and column, and that of those that stand out.
    pub fn labels(self) -> [FontId; 2] {
        if self == Self::XL { [text::body(), text::strong()] } else { [text::small(), text::small_strong()] }
    }

    /// The largest size at which `fits`, or else the smallest.
    pub fn largest(fits: impl Fn(Self) -> bool) -> Self {
        Self::ALL.into_iter().find(|&size| fits(size)).unwrap_or(Self::XS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_that_fits() {
        let six_by_eight_in =
            |width: f32, height: f32| CellSize::largest(|cell| 8.0 * cell.size().x <= width && 6.0 * cell.size().y <= height);
        assert_eq!(six_by_eight_in(768.0, 312.0), CellSize::XL);
        assert_eq!(six_by_eight_in(416.0, 168.0), CellSize::L);
        assert_eq!(six_by_eight_in(415.0, 168.0), CellSize::M);
        assert_eq!(six_by_eight_in(400.0, 100.0), CellSize::S);
        assert_eq!(six_by_eight_in(1.0, 1.0), CellSize::XS);
    }
}
