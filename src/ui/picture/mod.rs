//! Pictures of the window without a window: no display, no driver, the same pixels on every machine.

mod rasteriser;
mod scene;
mod textures;

use std::path::{Path, PathBuf};

use eframe::egui::{Context, Event, Pos2, RawInput, Rect, Theme, Ui, Vec2};
use image::RgbaImage;

pub use rasteriser::Rasteriser;
pub use scene::Scene;
pub use textures::Texels;

use super::theme;
use rasteriser::{MAX_SIDE, PixelSize};

/// Sizes are known after one pass, popups are placed by the second, tooltips wait until the pointer has rested.
const MIN_PASSES: u32 = 4;
/// A layout that has not settled after so many passes never will.
const MAX_PASSES: u32 = 16;
/// Time that passes between two passes, in seconds: longer than any movement takes.
const PASS: f64 = 0.5;

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// No picture has this size in pixels.
    #[error("a picture of {width} × {height} pixels cannot be drawn: each side must lie between 1 and {MAX_SIDE}")]
    #[expect(missing_docs, reason = "the sentence says it")]
    Size { width: f32, height: f32 },
    /// The shapes or textures are not such as can be drawn.
    #[error("the picture could not be drawn: {0}")]
    Draw(#[from] dream_soft_render::Error),
    /// The pixels could not be put into the form of a file.
    #[error("the picture could not be encoded: {0}")]
    Encode(#[from] image::ImageError),
    /// The file could not be written.
    #[error("the picture cannot be written to {}: {}", path.display(), unwritten(source))]
    #[expect(missing_docs, reason = "the sentence says it")]
    Write { path: PathBuf, source: image::ImageError },
}

fn unwritten(error: &image::ImageError) -> String {
    match error {
        image::ImageError::IoError(error) => crate::experiment::SystemError::of_writing(error).to_string(),
        other => other.to_string(),
    }
}

/// How large a picture is and which theme it wears.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picture {
    /// Width and height in points.
    pub size: Vec2,
    /// How fine the picture is: 1, or 2 for screens of double density.
    pub pixels_per_point: f32,
    /// Light or dark.
    pub theme: Theme,
    /// Where the pointer rests, in points, if it is in the picture.
    pub pointer: Option<Pos2>,
}

impl Picture {
    /// A picture at one pixel a point, without a pointer.
    pub fn new(size: Vec2, theme: Theme) -> Self {
        Self { size, pixels_per_point: 1.0, theme, pointer: None }
    }

    /// Draws `contents` on the ground of the stage, after as many passes as its layout needs to settle.
    ///
    /// # Errors
    /// [`PictureError::Size`] for a size that no picture can have, [`PictureError::Draw`] for shapes that cannot be drawn
    /// (a NaN among their coordinates, say).
    pub fn draw(&self, contents: impl FnMut(&mut Ui)) -> Result<RgbaImage, PictureError> {
        self.scene(contents)?.draw()
    }

    /// Like [`Self::draw`], in a context that the caller has prepared.
    ///
    /// # Errors
    /// As [`Self::draw`].
    pub fn draw_in(&self, ctx: &Context, contents: impl FnMut(&mut Ui)) -> Result<RgbaImage, PictureError> {
        self.scene_in(ctx, contents)?.draw()
    }

    /// What [`Self::draw`] would draw, without drawing it yet.
    ///
    /// # Errors
    /// As [`Self::draw`].
    pub fn scene(&self, contents: impl FnMut(&mut Ui)) -> Result<Scene, PictureError> {
        let ctx = Context::default();
        theme::install(&ctx);
        egui_extras::install_image_loaders(&ctx);
        self.scene_in(&ctx, contents)
    }

    fn scene_in(&self, ctx: &Context, mut contents: impl FnMut(&mut Ui)) -> Result<Scene, PictureError> {
        PixelSize::of(self.size * self.pixels_per_point)?;
        ctx.set_theme(self.theme);
        Rasteriser::prepare(ctx);
        let mut rasteriser = Rasteriser::default();
        let mut pass = 0;
        loop {
            let mut output = ctx.run_ui(self.input(pass), &mut contents);
            rasteriser.apply(&mut output.textures_delta)?;
            pass += 1;
            // An image that is still being decoded asks for a repaint at once, a blinking cursor for one later.
            let settled = output.viewport_output.values().all(|viewport| !viewport.repaint_delay.is_zero());
            if (pass >= MIN_PASSES && settled) || pass == MAX_PASSES {
                let (shapes, pixels_per_point) = (output.shapes, output.pixels_per_point);
                return Ok(Scene { ctx: ctx.clone(), rasteriser, shapes, size: self.size, pixels_per_point, theme: self.theme });
            }
        }
    }

    fn input(&self, pass: u32) -> RawInput {
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(f64::from(pass) * PASS),
            events: (self.pointer.filter(|_| pass == 0).map(Event::PointerMoved)).into_iter().collect(),
            ..RawInput::default()
        };
        for viewport in input.viewports.values_mut() {
            viewport.native_pixels_per_point = Some(self.pixels_per_point);
        }
        input
    }
}

/// Writes a picture as PNG.
///
/// # Errors
/// [`PictureError::Write`] with the path and the reason.
pub fn save_png(picture: &RgbaImage, path: &Path) -> Result<(), PictureError> {
    picture.save_with_format(path, image::ImageFormat::Png).map_err(|source| PictureError::Write { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use eframe::egui::{Color32, ColorImage, Id, TextureId, TextureOptions, pos2, vec2};

    use super::*;
    use crate::ui::theme::Palette;

    const WHOLE: Rect = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));

    fn pixel(picture: &RgbaImage, x: u32, y: u32) -> Color32 {
        let [r, g, b, a] = picture.get_pixel(x, y).0;
        Color32::from_rgba_premultiplied(r, g, b, a)
    }

    /// A texture of `width × height` texels, the texel (x, y) red by x and green by y.
    fn chart(ctx: &Context, name: &str, width: u8, height: u8) -> TextureId {
        let texels = (0..height).flat_map(|y| (0..width).map(move |x| Color32::from_rgb(x, y, 200)));
        let image = ColorImage::new([width.into(), height.into()], texels.collect());
        ctx.load_texture_cached(name, Id::unique(name), Arc::new(image), TextureOptions::NEAREST).id()
    }

    #[test]
    fn a_texel_covers_its_share_of_the_pixels() -> Result<(), PictureError> {
        let picture = Picture::new(vec2(40.0, 20.0), Theme::Light).draw(|ui| {
            let chart = chart(ui.ctx(), "chart", 3, 2);
            ui.painter().image(chart, Rect::from_min_size(pos2(4.0, 2.0), vec2(30.0, 10.0)), WHOLE, Color32::WHITE);
        })?;
        for (x, y) in [(0, 0), (9, 4), (10, 5), (19, 9), (20, 0), (29, 9)] {
            let texel = pixel(&picture, 4 + x, 2 + y);
            assert_eq!((u32::from(texel.r()), u32::from(texel.g())), (x / 10, y / 5), "at ({x}, {y})");
        }
        assert_eq!(pixel(&picture, 3, 2), Palette::of(Theme::Light).bg);
        assert_eq!(pixel(&picture, 34, 11), Palette::of(Theme::Light).bg);
        Ok(())
    }

    #[test]
    fn tiles_leave_no_seam() -> Result<(), PictureError> {
        let size = vec2(1300.0, 1500.0);
        let picture = Picture::new(size, Theme::Dark).draw(|ui| {
            ui.painter().rect_filled(Rect::from_min_size(Pos2::ZERO, size), 0.0, Color32::GOLD);
        })?;
        assert_eq!(picture.dimensions(), (1300, 1500));
        assert!(picture.pixels().all(|pixel| pixel.0 == Color32::GOLD.to_array()));
        Ok(())
    }

    /// Round corners make triangles of all slopes, which the edges of tiles cut anywhere.
    #[test]
    fn tiles_leave_no_seam_in_a_card() -> Result<(), PictureError> {
        let card = Rect::from_min_max(pos2(24.0, 168.0), pos2(1671.0, 1147.0));
        let picture = Picture::new(vec2(2000.0, 1200.0), Theme::Dark).draw(|ui| {
            ui.painter().rect_filled(card, 6.0, Color32::GOLD);
        })?;
        let inside = |x: u32, y: u32| card.shrink(8.0).contains(pos2(x as f32, y as f32));
        let other = picture.enumerate_pixels().find(|&(x, y, pixel)| inside(x, y) && pixel.0 != Color32::GOLD.to_array());
        assert_eq!(other, None);
        Ok(())
    }

    #[test]
    fn more_textures_than_the_renderer_holds() -> Result<(), PictureError> {
        let names: Vec<String> = (0..200).map(|i| format!("chart {i}")).collect();
        let picture = Picture::new(vec2(200.0, 10.0), Theme::Light).draw(|ui| {
            for (x, name) in (0_u8..).zip(&names) {
                let chart = chart(ui.ctx(), name, 128, 128);
                let place = Rect::from_min_size(pos2(x.into(), 0.0), vec2(1.0, 128.0));
                ui.painter().image(chart, place, WHOLE, Color32::WHITE);
            }
        })?;
        for x in 0..200 {
            assert_eq!(pixel(&picture, x, 7).g(), 7, "at {x}");
        }
        Ok(())
    }

    #[test]
    fn text_is_drawn_the_same_twice() -> Result<(), PictureError> {
        let draw = || {
            Picture { pixels_per_point: 2.0, ..Picture::new(vec2(120.0, 30.0), Theme::Light) }.draw(|ui| {
                ui.label("Σ niño 小狗");
            })
        };
        let picture = draw()?;
        assert_eq!(picture.dimensions(), (240, 60));
        let ground = Palette::of(Theme::Light).bg.to_array();
        let inked = picture.pixels().filter(|pixel| pixel.0 != ground).count();
        assert!(inked > 500, "{inked} pixels are inked");
        assert_eq!(picture, draw()?);
        Ok(())
    }

    #[test]
    fn impossible_sizes_are_refused() {
        for size in [vec2(0.0, 10.0), vec2(10.0, -1.0), vec2(f32::NAN, 10.0), vec2(10.0, 1e9)] {
            let drawn = Picture::new(size, Theme::Light).draw(|_| {});
            assert!(matches!(drawn, Err(PictureError::Size { .. })), "{size:?}");
        }
    }
}
