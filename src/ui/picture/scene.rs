use eframe::egui::epaint::ClippedShape;
use eframe::egui::{Color32, Context, Rect, TextureId, Theme, Vec2};
use image::RgbaImage;

use super::rasteriser::{PixelSize, Rasteriser};
use super::{PictureError, Texels};
use crate::ui::theme::Palette;

/// A picture before it is drawn: its shapes in the order of painting, and the textures that they use. It can be taken to another
/// thread, to be drawn there or written as a file of another kind.
pub struct Scene {
    pub(super) ctx: Context,
    pub(super) rasteriser: Rasteriser,
    pub(super) shapes: Vec<ClippedShape>,
    pub(super) size: Vec2,
    pub(super) pixels_per_point: f32,
    pub(super) theme: Theme,
}

impl Scene {
    /// The shapes, each with the rectangle that it is cut to.
    pub fn shapes(&self) -> &[ClippedShape] {
        &self.shapes
    }

    /// Width and height in points.
    pub fn size(&self) -> Vec2 {
        self.size
    }

    /// The ground behind all shapes.
    pub fn ground(&self) -> Color32 {
        Palette::of(self.theme).bg
    }

    /// Keeps the top left corner of this size.
    ///
    /// # Errors
    /// [`PictureError::Size`] for a size that no picture can have.
    pub fn cropped(self, size: Vec2) -> Result<Self, PictureError> {
        PixelSize::of(size * self.pixels_per_point)?;
        Ok(Self { size, ..self })
    }

    /// The texels of a texture.
    pub fn texture(&self, id: TextureId) -> Option<Texels<'_>> {
        self.rasteriser.texture(id)
    }

    /// Draws the scene.
    ///
    /// # Errors
    /// As [`Picture::draw`](super::Picture::draw).
    pub fn draw(&mut self) -> Result<RgbaImage, PictureError> {
        let primitives = self.ctx.tessellate(self.shapes.clone(), self.pixels_per_point);
        let ground = self.ground();
        self.rasteriser.draw(&primitives, self.size, self.pixels_per_point, ground)
    }

    /// Draws some shapes alone, without a ground, as much of them as lies in `part`.
    ///
    /// # Errors
    /// As [`Self::draw`].
    pub fn draw_part(&mut self, shapes: Vec<ClippedShape>, part: Rect) -> Result<RgbaImage, PictureError> {
        let moved = shapes.into_iter().map(|mut shape| {
            shape.shape.translate(-part.min.to_vec2());
            shape.clip_rect = shape.clip_rect.translate(-part.min.to_vec2());
            shape
        });
        let primitives = self.ctx.tessellate(moved.collect(), self.pixels_per_point);
        self.rasteriser.draw(&primitives, part.size(), self.pixels_per_point, Color32::TRANSPARENT)
    }
}
