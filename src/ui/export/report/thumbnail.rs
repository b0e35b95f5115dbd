//! A large matrix as a small picture.

use eframe::egui::Theme;
use image::{Rgba, RgbaImage};

use super::Shown;
use crate::graph::Cell;
use crate::ui::export::png;
use crate::ui::picture::PictureError;

/// The longest side, in pixels.
const LONGEST: usize = 384;
/// A cell of a small matrix is so many pixels wide at most.
const WIDEST: usize = 8;

/// The bytes of a PNG: a square a cell, and where there are more cells than pixels, each pixel the cell of largest magnitude in it.
pub(super) fn thumbnail(shown: &Shown) -> Result<Vec<u8>, PictureError> {
    let shape = shown.matrix.shape();
    let longest = shape.rows.max(shape.columns).max(1);
    let size = (LONGEST / longest).clamp(1, WIDEST);
    let step = longest.div_ceil(LONGEST);
    let side = |cells: usize| u32::try_from(cells.div_ceil(step) * size).unwrap_or(u32::MAX);
    let mut picture = RgbaImage::new(side(shape.columns).max(1), side(shape.rows).max(1));
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let [row, column] = [y, x].map(|at| at as usize / size * step);
        let cells = (row..(row + step).min(shape.rows))
            .flat_map(|row| (column..(column + step).min(shape.columns)).map(move |column| (row, column)));
        let values = cells.map(|(row, column)| shown.matrix.at(Cell::new(row, column)));
        let largest = values.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
        let fill = shown.colouring.fill(Theme::Light, largest);
        *pixel = Rgba(fill.to_array());
    }
    png(&picture)
}
