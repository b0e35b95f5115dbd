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
    // A single row or column is a strip that can be seen.
    let [tall, wide] = [shape.rows, shape.columns].map(|cells| size.max(WIDEST.div_ceil(cells.max(1))));
    let side = |cells: usize, size: usize| u32::try_from(cells.div_ceil(step) * size).unwrap_or(u32::MAX).max(1);
    let mut picture = RgbaImage::new(side(shape.columns, wide), side(shape.rows, tall));
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let (row, column) = (y as usize / tall * step, x as usize / wide * step);
        let cells = (row..(row + step).min(shape.rows))
            .flat_map(|row| (column..(column + step).min(shape.columns)).map(move |column| (row, column)));
        let values = cells.map(|(row, column)| shown.matrix.at(Cell::new(row, column)));
        let largest = values.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
        let fill = shown.colouring.fill(Theme::Light, largest);
        *pixel = Rgba(fill.to_array());
    }
    png(&picture)
}
