//! Matrices as textures: cells without digits, and pictures of whole matrices.

use std::sync::Arc;

use eframe::egui::{Color32, ColorImage, Id, Rect, TextureOptions, Theme, Ui, Vec2, pos2};

use super::cells::{Cell, Cells, Reading};
use super::count::{float, whole};
use super::grid::{Geometry, MatrixView};
use super::scale::{Colouring, Scale, theme};
use super::stroke::HATCH_STEP;
use crate::ui::theme::{CellSize, ColourMap, Palette, colour, palette};

/// Texels along a side of the smallest cells, enough for a sign each.
const SIGN_TEXELS: usize = 4;
/// Cells that pictures may read in one frame; the rest is read in the next.
const CELLS_A_FRAME: usize = 4_000_000;

/// Paints the fills of the cells that are shown as one texture. `recolour` has the last word on numbers.
pub(super) fn fills(ui: &Ui, view: &MatrixView<'_>, grid: &Geometry, recolour: &dyn Fn(Cell, Color32) -> Color32) {
    let side = if grid.pitch.size == CellSize::XS { SIGN_TEXELS } else { 1 };
    let (rows, columns) = (grid.rows.shown(), grid.columns.shown());
    if rows == 0 || columns == 0 {
        return;
    }
    let inks = Inks::of(ui, view.colouring);
    let width = columns * side;
    let mut pixels = vec![Color32::TRANSPARENT; rows * width * side];
    for (band, row) in pixels.chunks_exact_mut(width * side).zip(grid.rows.range()) {
        for (start, column) in (0..width).step_by(side).zip(grid.columns.range()) {
            let cell = Cell::new(row, column);
            let reading = view.cells.read(cell);
            let fill = recolour(cell, inks.fill(reading));
            for (y, line) in band.chunks_exact_mut(width).enumerate() {
                let texels = &mut line[start..start + side];
                if side == 1 {
                    texels.fill(fill);
                } else {
                    texels.iter_mut().enumerate().for_each(|(x, texel)| *texel = inks.texel(reading, fill, x, y));
                }
            }
        }
    }
    let image = ColorImage::new([width, rows * side], pixels);
    show(ui, view.id(ui).with("fills"), Arc::new(image), grid.cells);
}

/// What there is to know of a picture beside its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Picture {
    pub has_nan: bool,
}

/// Paints a whole matrix into `rect`, a texel a cell or a block of cells, with at most a texel for each point of `fineness`. `None`
/// where it has to wait: the first pictures of many large matrices are spread over several frames.
pub(super) fn picture(ui: &Ui, id: Id, cells: &Cells<'_>, colouring: Colouring, rect: Rect, fineness: Vec2) -> Option<Picture> {
    if cells.is_empty() {
        return None;
    }
    let size = [fineness.x, fineness.y].map(|points| whole(points).max(1));
    let size = [size[0].min(cells.columns()), size[1].min(cells.rows())];
    let hatch = hatch_texels(rect, size);
    let key = Key::of(ui, cells, colouring, size, hatch);
    let kept = (ui.data(|data| data.get_temp::<(Key, Reduced)>(id))).filter(|(kept, _)| key.revision.is_some() && *kept == key);
    let reduced = if let Some((_, reduced)) = kept {
        reduced
    } else {
        if !may_read(ui, cells.rows() * cells.columns()) {
            ui.request_repaint();
            return None;
        }
        let made = reduced(cells, &Inks::of(ui, colouring), size, hatch);
        ui.data_mut(|data| data.insert_temp(id, (key, made.clone())));
        made
    };
    show(ui, id, reduced.image, rect);
    Some(reduced.picture)
}

fn show(ui: &Ui, id: Id, image: Arc<ColorImage>, rect: Rect) {
    let texture = ui.load_texture_cached("matrix", id, image, TextureOptions::NEAREST);
    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(texture.id(), rect, uv, Color32::WHITE);
}

/// A matrix of any size as a picture of a few texels.
#[derive(Clone)]
struct Reduced {
    image: Arc<ColorImage>,
    picture: Picture,
}

/// What a kept picture was made from.
#[derive(Clone, PartialEq)]
struct Key {
    revision: Option<u64>,
    shape: [usize; 2],
    size: [usize; 2],
    hatch: usize,
    colouring: Colouring,
    theme: Theme,
}

impl Key {
    fn of(ui: &Ui, cells: &Cells<'_>, colouring: Colouring, size: [usize; 2], hatch: usize) -> Self {
        Self { revision: cells.current_revision(), shape: [cells.rows(), cells.columns()], size, hatch, colouring, theme: theme(ui) }
    }
}

/// Takes `cells` from what this frame may still read. The first picture of a frame is always made.
fn may_read(ui: &Ui, cells: usize) -> bool {
    let id = Id::unique("cells read for pictures");
    let frame = ui.cumulative_frame_nr();
    ui.data_mut(|data| {
        let (last, read) = data.get_temp::<(u64, usize)>(id).unwrap_or_default();
        let read = if last == frame { read } else { 0 };
        let may = read == 0 || read + cells <= CELLS_A_FRAME;
        if may {
            data.insert_temp(id, (frame, read + cells));
        }
        may
    })
}

/// Texels from one line of a hatch to the next, so that it looks as it does where it is drawn with lines.
fn hatch_texels(rect: Rect, [width, _]: [usize; 2]) -> usize {
    whole((HATCH_STEP * float(width) / rect.width().max(1.0)).round()).max(2)
}

/// One texel a block of cells, filled by the most extreme of them, so that a lone peak is never lost. What is hidden throughout
/// is hatched, a line every `hatch` texels.
fn reduced(cells: &Cells<'_>, inks: &Inks, [width, height]: [usize; 2], hatch: usize) -> Reduced {
    let mut pixels = Vec::with_capacity(width * height);
    let mut has_nan = false;
    for y in 0..height {
        let rows = y * cells.rows() / height..(y + 1) * cells.rows() / height;
        for x in 0..width {
            let columns = x * cells.columns() / width..(x + 1) * cells.columns() / width;
            let block = (rows.clone()).flat_map(|row| columns.clone().map(move |column| Cell::new(row, column)));
            let most = (block.map(|cell| cells.read(cell))).max_by(|&a, &b| weight(a).total_cmp(&weight(b))).unwrap_or(Reading::Masked);
            has_nan |= most == Reading::NotANumber;
            pixels.push(match most {
                Reading::Masked if (x + y).is_multiple_of(hatch) => inks.palette.line,
                Reading::Masked => inks.palette.sunken,
                seen => inks.fill(seen),
            });
        }
    }
    Reduced { image: Arc::new(ColorImage::new([width, height], pixels)), picture: Picture { has_nan } }
}

/// What prevails in a block: NaN, then infinities, then the largest magnitude; a mask only where there is nothing else.
fn weight(reading: Reading) -> f64 {
    match reading {
        Reading::Masked => -1.0,
        Reading::Number(value) => value.abs(),
        Reading::Infinite { .. } => f64::MAX,
        Reading::NotANumber => f64::INFINITY,
    }
}

/// The fill of whatever may stand in a cell.
struct Inks {
    colouring: Colouring,
    theme: Theme,
    palette: &'static Palette,
}

impl Inks {
    fn of(ui: &Ui, colouring: Colouring) -> Self {
        Self { colouring, theme: theme(ui), palette: palette(ui) }
    }

    fn fill(&self, reading: Reading) -> Color32 {
        match reading {
            Reading::Number(value) => self.colouring.fill(self.theme, value),
            Reading::Masked => colour::mix(self.palette.sunken, self.palette.divider, 0.5),
            Reading::Infinite { positive: true } => self.colouring.fill(self.theme, f64::INFINITY),
            Reading::Infinite { positive: false } => self.colouring.fill(self.theme, f64::NEG_INFINITY),
            Reading::NotANumber => self.not_a_number(),
        }
    }

    /// Red is the sign of what went wrong, but beside orange it would pass for a negative number.
    fn not_a_number(&self) -> Color32 {
        match (self.colouring.scale, self.colouring.map) {
            (Scale::Signed { .. }, ColourMap::Colour) => self.palette.text,
            _ => self.palette.wrong,
        }
    }

    /// The signs of cells that are nothing but 4 × 4 texels: a hatch, a dot, a chequer.
    fn texel(&self, reading: Reading, fill: Color32, x: usize, y: usize) -> Color32 {
        match reading {
            Reading::Masked if (x + y).is_multiple_of(SIGN_TEXELS) => self.palette.divider,
            Reading::Masked => self.palette.sunken,
            Reading::Infinite { .. } if (1..3).contains(&x) && (1..3).contains(&y) => colour::ink(fill),
            Reading::Number(_) | Reading::Infinite { .. } => fill,
            Reading::NotANumber if (x / 2 + y / 2).is_multiple_of(2) => self.palette.wrong,
            Reading::NotANumber => self.palette.surface,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::palette::LIGHT;

    fn inks() -> Inks {
        Inks { colouring: Scale::Signed { limit: 1.0 }.into(), theme: Theme::Light, palette: &LIGHT }
    }

    #[test]
    fn a_lone_peak_survives_the_reduction() {
        let cells = Cells::new(1000, 1000, |row, column| if (row, column) == (777, 321) { -1.0 } else { 0.1 });
        let image = reduced(&cells, &inks(), [100, 100], 6).image;
        let peak = inks().fill(Reading::Number(-1.0));
        let at: Vec<usize> = (0..10_000).filter(|&at| image.pixels[at] == peak).collect();
        assert_eq!(at, [77 * 100 + 32]);
    }

    #[test]
    fn nan_prevails_and_a_mask_gives_way() {
        let row = [f64::NAN, 5.0, 0.5, 9.0];
        let cells = Cells::new(1, 4, |_, column| row[column]).masked(|_, column| column == 3);
        let Reduced { image, picture } = reduced(&cells, &inks(), [2, 1], 6);
        assert!(picture.has_nan);
        assert_eq!(image.pixels[0], inks().fill(Reading::NotANumber));
        assert_eq!(image.pixels[1], inks().fill(Reading::Number(0.5)));
    }

    #[test]
    fn what_is_hidden_is_hatched_at_every_size() {
        let cells = Cells::new(400, 400, |_, _| 0.1).masked(|row, column| column > row);
        let image = reduced(&cells, &inks(), [96, 96], 6).image;
        let row = &image.pixels[..96];
        let lines: Vec<usize> = (0..96).filter(|&at| row[at] == LIGHT.line).collect();
        assert_eq!(lines[..3], [6, 12, 18]);
        assert!(row[1..].iter().all(|&texel| texel == LIGHT.line || texel == LIGHT.sunken));
        assert_eq!(image.pixels[95 * 96], inks().fill(Reading::Number(0.1)));
        let thumb = Rect::from_min_size(pos2(0.0, 0.0), eframe::egui::vec2(96.0, 96.0));
        assert_eq!([96, 32, 16, 4].map(|texels| hatch_texels(thumb, [texels, texels])), [6, 2, 2, 2]);
    }

    #[test]
    fn every_sign_differs_from_every_number() {
        let inks = inks();
        for reading in [Reading::Masked, Reading::NotANumber] {
            let signs: Vec<Color32> = (0..16).map(|at| inks.texel(reading, inks.fill(reading), at % 4, at / 4)).collect();
            assert!(signs.iter().any(|&texel| texel != signs[0]), "{reading:?}");
        }
    }
}
