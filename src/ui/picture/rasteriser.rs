use dream_soft_render::{ClipRect, Color, MAX_SURFACE_PIXELS, Mesh, SoftwareRenderer, Vertex};
use eframe::egui::epaint::{ClippedPrimitive, Primitive, textures::TexturesDelta};
use eframe::egui::{Color32, Context, Rect, TextureId, Vec2};
use image::RgbaImage;

use super::PictureError;
use super::textures::{Texels, Textures};

/// Sides longer than this, in pixels, are refused.
pub(super) const MAX_SIDE: f32 = 16_384.0;
/// A tile is at most this wide; its height follows from what one surface may hold.
const TILE_WIDTH: usize = 1280;
/// Pixels that a tile shares with the one before it: the renderer leaves gaps between triangles that a tile cuts off there.
const OVERLAP: usize = 1;

/// Draws what egui has tessellated, keeping its textures from frame to frame.
#[derive(Default)]
pub struct Rasteriser {
    renderer: SoftwareRenderer,
    textures: Textures,
}

impl Rasteriser {
    /// Has a context draw its discs as shapes: as textures they would come out angular, for want of interpolation.
    pub fn prepare(ctx: &Context) {
        ctx.tessellation_options_mut(|options| options.prerasterized_discs = false);
    }

    /// Takes over the textures that a pass has made, changed or dropped, and empties the list.
    ///
    /// # Errors
    /// [`PictureError::Draw`] where the renderer does not know a texture that it was given.
    pub fn apply(&mut self, delta: &mut TexturesDelta) -> Result<(), PictureError> {
        let applied = self.textures.apply(delta, &mut self.renderer);
        delta.clear();
        Ok(applied?)
    }

    /// The texels of a texture.
    pub fn texture(&self, id: TextureId) -> Option<Texels<'_>> {
        self.textures.texels(id)
    }

    /// Draws a frame of `size` points over `ground`. The renderer's surface is smaller than a window, so the picture is
    /// put together from tiles.
    ///
    /// # Errors
    /// [`PictureError::Size`] and [`PictureError::Draw`].
    pub fn draw(
        &mut self,
        primitives: &[ClippedPrimitive],
        size: Vec2,
        pixels_per_point: f32,
        ground: Color32,
    ) -> Result<RgbaImage, PictureError> {
        let size = PixelSize::of(size * pixels_per_point)?;
        let mut picture = RgbaImage::new(size.width, size.height);
        let (width, height) = (size.width as usize, size.height as usize);
        let tile_width = width.min(TILE_WIDTH - OVERLAP);
        let tile_height = height.min(MAX_SURFACE_PIXELS / (tile_width + OVERLAP) - OVERLAP);
        for top in (0..height).step_by(tile_height) {
            for left in (0..width).step_by(tile_width) {
                let (before, above) = (left.min(OVERLAP), top.min(OVERLAP));
                let size = (tile_width.min(width - left) + before, tile_height.min(height - top) + above);
                let tile = Tile { left: left - before, top: top - above, width: size.0, height: size.1 };
                self.draw_tile(primitives, &tile, pixels_per_point, ground)?;
                let frame = self.renderer.begin_frame(tile.width, tile.height)?;
                let rows = frame.surface().pixels.chunks_exact(4 * tile.width).skip(above);
                for (row, y) in rows.zip(top..) {
                    let (start, row) = (4 * (y * width + left), &row[4 * before..]);
                    picture.as_mut()[start..start + row.len()].copy_from_slice(row);
                }
            }
        }
        Ok(picture)
    }

    /// Leaves the tile on the renderer's surface, which keeps its pixels from one frame of this size to the next.
    fn draw_tile(
        &mut self,
        primitives: &[ClippedPrimitive],
        tile: &Tile,
        pixels_per_point: f32,
        ground: Color32,
    ) -> Result<(), PictureError> {
        self.renderer.begin_frame(tile.width, tile.height)?.clear(color(ground));
        for ClippedPrimitive { clip_rect, primitive } in primitives {
            let Some(clip) = tile.clip(*clip_rect * pixels_per_point) else {
                continue;
            };
            // A callback draws with the graphics card, and this program has none.
            let Primitive::Mesh(mesh) = primitive else {
                continue;
            };
            let Some(texture) = self.textures.lend(mesh.texture_id, &mut self.renderer)? else {
                continue;
            };
            let origin = Vec2::new(tile.left as f32, tile.top as f32);
            let vertices: Vec<Vertex> = mesh
                .vertices
                .iter()
                .map(|vertex| {
                    let position = vertex.pos * pixels_per_point - origin;
                    Vertex::new(position.into(), texture.coordinate(vertex.uv), color(vertex.color))
                })
                .collect();
            let mesh = Mesh { vertices: &vertices, indices: &mesh.indices, texture: Some(texture.id) };
            self.renderer.begin_frame(tile.width, tile.height)?.mesh(mesh, clip)?;
        }
        Ok(())
    }
}

/// Part of a picture, in pixels.
struct Tile {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Tile {
    /// What of `clip` (pixels of the picture) lies in the tile, in pixels of the tile.
    fn clip(&self, clip: Rect) -> Option<ClipRect> {
        let along = |from: f32, to: f32, start: usize, length: usize| {
            let inside = |x: f32| pixels((x.round() - start as f32).clamp(0.0, length as f32));
            (inside(from), inside(to))
        };
        let (min_x, max_x) = along(clip.min.x, clip.max.x, self.left, self.width);
        let (min_y, max_y) = along(clip.min.y, clip.max.y, self.top, self.height);
        (min_x < max_x && min_y < max_y).then(|| ClipRect::new(min_x, min_y, max_x, max_y))
    }
}

/// The size of a picture that can be drawn.
#[derive(Clone, Copy)]
pub(super) struct PixelSize {
    width: u32,
    height: u32,
}

impl PixelSize {
    pub fn of(size: Vec2) -> Result<Self, PictureError> {
        let Vec2 { x: width, y: height } = size.round();
        let possible = 1.0..=MAX_SIDE;
        if possible.contains(&width) && possible.contains(&height) {
            Ok(Self { width: pixels(width), height: pixels(height) })
        } else {
            Err(PictureError::Size { width, height })
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "lengths lie between 0 and MAX_SIDE")]
fn pixels(length: f32) -> u32 {
    length as u32
}

fn color(color: Color32) -> Color {
    let [r, g, b, a] = color.to_array();
    Color::from_rgba_premultiplied(r, g, b, a)
}
