//! Which cell size, and how many rows and columns, for the room there is.

use std::ops::RangeInclusive;

use eframe::egui::{Vec2, vec2};

use crate::ui::theme::CellSize;

/// The rows or columns of a window, at least. Fewer say little, but more than fills without digits.
const SMALLEST_WINDOWS: [usize; 3] = [3, 2, 1];
/// Sides of the fills of a whole matrix that is too large for [`CellSize::S`].
const TINY_SIDES: [f32; 6] = [12.0, 10.0, 8.0, 6.0, 5.0, 4.0];
/// Cells with digits do not grow beyond this, nor fills without.
const LARGEST_CELL: Vec2 = vec2(288.0, 216.0);
const LARGEST_FILL: f32 = 32.0;
/// The least height of a stage on which matrices grow.
const STAGE: f32 = 380.0;
/// Halvings of an interval after which a cell is as large as it becomes.
const HALVINGS: usize = 12;

/// The size class of a cell and its sides, gap included. Digits may need more width than the class has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pitch {
    /// The class, which decides whether there are digits.
    pub size: CellSize,
    /// From one cell to the next.
    pub cell: Vec2,
}

impl Pitch {
    /// `digits_width` is what the longest number needs, padding included.
    pub fn new(size: CellSize, digits_width: impl Fn(CellSize) -> f32) -> Self {
        let least = size.size();
        let width = if size.digits().is_some() { digits_width(size).ceil() } else { 0.0 };
        Self { size, cell: vec2(least.x.max(width), least.y) }
    }
}

/// The sizes a matrix may take.
#[derive(Clone, Debug, PartialEq)]
pub struct Sizes {
    /// Those at which the whole is tried, the largest first.
    pub whole: RangeInclusive<CellSize>,
    /// The one at which a part is shown if the whole does not fit.
    pub part: CellSize,
    /// Rows or columns of such a part, at most, if it has digits.
    pub window: usize,
    /// Whether cells of the size that is taken grow into what room is left.
    pub grow: bool,
}

impl Sizes {
    /// For matrices that have the stage to themselves: up to the largest size, and grown.
    pub fn stage() -> Self {
        Self { whole: CellSize::S..=CellSize::XL, grow: true, ..Self::default() }
    }

    /// For matrices in so much room: as on a stage, but of the usual sizes where a low window makes them scroll.
    pub fn in_room(height: f32) -> Self {
        if height < STAGE { Self::default() } else { Self::stage() }
    }
}

impl Default for Sizes {
    /// Down to S, then a part with digits, not larger than one can read.
    fn default() -> Self {
        Self { whole: CellSize::S..=CellSize::L, part: CellSize::M, window: 16, grow: false }
    }
}

/// The outcome: cells of `pitch`, and how many of each axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The size of the cells.
    pub pitch: Pitch,
    /// How many rows or columns of each axis are shown.
    pub shown: Vec<usize>,
}

/// The largest cells at which all of the axes `totals` fit into `room`, else a part of each. `extent` says what room a
/// pitch and a number of cells along each axis need.
pub fn fit(
    totals: &[usize],
    sizes: &Sizes,
    room: Vec2,
    digits_width: impl Fn(CellSize) -> f32,
    extent: impl Fn(Pitch, &[usize]) -> Vec2,
) -> Fit {
    let fits = |need: Vec2| need.x <= room.x && need.y <= room.y;
    for size in CellSize::ALL {
        if !sizes.whole.contains(&size) {
            continue;
        }
        let pitch = Pitch::new(size, &digits_width);
        let tiny = TINY_SIDES.map(|side| Pitch { size, cell: Vec2::splat(side) });
        let pitches = if size == CellSize::XS { &tiny[..] } else { std::slice::from_ref(&pitch) };
        if let Some(&pitch) = pitches.iter().find(|&&pitch| fits(extent(pitch, totals))) {
            let pitch = if sizes.grow { grown(pitch, |pitch| fits(extent(pitch, totals))) } else { pitch };
            return Fit { pitch, shown: totals.to_vec() };
        }
    }

    let part = Pitch::new(sizes.part, &digits_width);
    if sizes.part.digits().is_none() {
        return Fit { pitch: part, shown: reduced(totals, usize::MAX, 1, room, |shown| extent(part, shown)) };
    }
    for at_least in SMALLEST_WINDOWS {
        let shown = reduced(totals, sizes.window, at_least, room, |shown| extent(part, shown));
        if fits(extent(part, &shown)) {
            if !sizes.grow {
                return Fit { pitch: part, shown };
            }
            let here = |pitch: Pitch| fits(extent(pitch, &shown));
            let larger = CellSize::ALL.into_iter().filter(|size| *size > sizes.part && sizes.whole.contains(size));
            let pitch = larger.map(|size| Pitch::new(size, &digits_width)).find(|&pitch| here(pitch)).unwrap_or(part);
            return Fit { pitch: grown(pitch, here), shown };
        }
    }
    let pitch = Pitch::new(CellSize::S, digits_width);
    let shown = reduced(totals, usize::MAX, 1, room, |shown| extent(pitch, shown));
    Fit { pitch, shown }
}

/// Cells as large as `fits` allows: first in their proportion, then, if wider than high, higher.
fn grown(pitch: Pitch, fits: impl Fn(Pitch) -> bool) -> Pitch {
    let at_most = match pitch.size.digits() {
        Some(_) => LARGEST_CELL,
        None => Vec2::splat(LARGEST_FILL),
    };
    let scaled = |by: Vec2| Pitch { cell: (pitch.cell * by).floor(), ..pitch };
    let largest = |most: f32, by: &dyn Fn(f32) -> Vec2| {
        let (mut low, mut high) = (1.0, most.max(1.0));
        if fits(scaled(by(high))) {
            return high;
        }
        for _ in 0..HALVINGS {
            let middle = f32::midpoint(low, high);
            if fits(scaled(by(middle))) { low = middle } else { high = middle }
        }
        low
    };
    let both = largest((at_most / pitch.cell).min_elem(), &Vec2::splat);
    let most = (at_most.y / pitch.cell.y).min(both * (pitch.cell.x / pitch.cell.y).max(1.0));
    let higher = largest((most / both).max(1.0), &|by| vec2(both, both * by));
    scaled(vec2(both, both * higher))
}

/// The first of these sides at which square cells without digits fit whole; else a part at the last of them.
pub fn fit_squares(totals: &[usize], sides: &[f32], room: Vec2, extent: impl Fn(Pitch, &[usize]) -> Vec2) -> (Pitch, Vec<usize>) {
    let square = |side: f32| Pitch { size: CellSize::S, cell: Vec2::splat(side) };
    let mut pitch = square(CellSize::S.size().x);
    for &side in sides {
        pitch = square(side);
        let need = extent(pitch, totals);
        if need.x <= room.x && need.y <= room.y {
            return (pitch, totals.to_vec());
        }
    }
    let shown = reduced(totals, usize::MAX, 1, room, |shown| extent(pitch, shown));
    (pitch, shown)
}

/// Takes cells away, always along the axis that shows most of those that matter, until the rest fits or every axis is
/// at `at_least`.
fn reduced(totals: &[usize], at_most: usize, at_least: usize, room: Vec2, extent: impl Fn(&[usize]) -> Vec2) -> Vec<usize> {
    let mut shown: Vec<usize> = totals.iter().map(|&total| total.min(at_most)).collect();
    for across in [true, false] {
        let length = |shown: &[usize]| {
            let need = extent(shown);
            if across { need.x } else { need.y }
        };
        let limit = if across { room.x } else { room.y };
        while length(&shown) > limit {
            let longest =
                (0..shown.len()).filter(|&axis| shown[axis] > at_least && matters(&shown, axis, &length)).max_by_key(|&axis| shown[axis]);
            let Some(axis) = longest else { break };
            shown[axis] = fewer(&shown, axis, at_least, limit, &length);
        }
    }
    shown
}

/// Whether showing much less of `axis` saves length. (One cell less may not: dots in its place need room, too.)
fn matters(shown: &[usize], axis: usize, length: &impl Fn(&[usize]) -> f32) -> bool {
    let mut less = shown.to_vec();
    less[axis] /= 2;
    length(&less) < length(shown)
}

/// Halves a long axis as long as that is not enough, so a thousand rows take ten steps; a short one loses one cell.
fn fewer(shown: &[usize], axis: usize, at_least: usize, limit: f32, length: &impl Fn(&[usize]) -> f32) -> usize {
    let count = shown[axis];
    let mut half = shown.to_vec();
    half[axis] = (count / 2).max(at_least);
    if length(&half) > limit { half[axis] } else { count - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(rows: usize, columns: usize, room: Vec2) -> Fit {
        let extent = |pitch: Pitch, shown: &[usize]| pitch.cell * vec2(shown[1] as f32, shown[0] as f32);
        fit(&[rows, columns], &Sizes::default(), room, |_| 0.0, extent)
    }

    #[test]
    fn the_largest_size_that_fits_whole() {
        let stage = vec2(720.0, 420.0);
        assert_eq!(plain(6, 8, stage).pitch.size, CellSize::L);
        assert_eq!(plain(6, 16, stage).pitch.size, CellSize::M);
        assert_eq!(plain(8, 32, stage).pitch.size, CellSize::S);
        assert_eq!(plain(8, 32, stage).shown, [8, 32]);
    }

    #[test]
    fn a_part_with_digits_where_the_whole_does_not_fit() {
        let fit = plain(6, 512, vec2(720.0, 420.0));
        assert_eq!(fit.pitch.size, CellSize::M);
        assert_eq!(fit.shown, [6, 16]);
        let fit = plain(1000, 2048, vec2(500.0, 300.0));
        assert_eq!(fit.pitch.size, CellSize::M);
        assert_eq!(fit.shown, [13, 11]);
    }

    #[test]
    fn digits_are_given_up_where_not_one_fits() {
        let fit = plain(1000, 1000, vec2(60.0, 80.0));
        assert_eq!((fit.pitch.size, fit.shown), (CellSize::M, vec![3, 1]));
        let fit = plain(1000, 1000, vec2(40.0, 80.0));
        assert_eq!((fit.pitch.size, fit.shown), (CellSize::S, vec![5, 2]));
    }

    #[test]
    fn wide_digits_need_wide_cells() {
        let extent = |pitch: Pitch, shown: &[usize]| pitch.cell * vec2(shown[0] as f32, 1.0);
        let room = vec2(52.0 * 4.0, 100.0);
        let size = |width| fit(&[4], &Sizes::default(), room, |_| width, extent).pitch.size;
        assert_eq!(size(50.0), CellSize::L);
        assert_eq!(size(60.0), CellSize::S);
    }

    #[test]
    fn cells_grow_into_the_room_that_is_left() {
        let extent = |pitch: Pitch, shown: &[usize]| pitch.cell * vec2(shown[1] as f32, shown[0] as f32);
        let pitch = |rows: usize, columns: usize, room: Vec2| fit(&[rows, columns], &Sizes::stage(), room, |_| 0.0, extent).pitch;
        // As high as the room, and in the proportion of the size.
        assert_eq!((pitch(6, 6, vec2(1200.0, 420.0)).size, pitch(6, 6, vec2(1200.0, 420.0)).cell), (CellSize::XL, vec2(131.0, 70.0)));
        // As wide as the room, and then higher, but not higher than wide.
        assert_eq!(pitch(6, 6, vec2(720.0, 900.0)).cell, vec2(120.0, 120.0));
        assert_eq!(pitch(1, 1, vec2(2000.0, 2000.0)).cell, LARGEST_CELL);
        assert_eq!(pitch(40, 40, vec2(1000.0, 1000.0)).cell, vec2(25.0, 25.0));
        // A part grows, too.
        assert_eq!(pitch(100, 100, vec2(1000.0, 1000.0)).cell, vec2(62.0, 62.0));
    }

    #[test]
    fn tiny_cells_grow_into_the_room() {
        let sizes = Sizes { whole: CellSize::XS..=CellSize::L, part: CellSize::S, ..Sizes::default() };
        let extent = |pitch: Pitch, shown: &[usize]| pitch.cell * vec2(shown[1] as f32, shown[0] as f32);
        let fit = |n: usize| fit(&[n, n], &sizes, Vec2::splat(600.0), |_| 0.0, extent);
        assert_eq!(fit(100).pitch.cell, Vec2::splat(6.0));
        assert_eq!(fit(150).pitch.cell, Vec2::splat(4.0));
        assert_eq!(fit(1000).pitch.size, CellSize::S);
        assert_eq!(fit(1000).shown, [37, 37]);
    }
}
