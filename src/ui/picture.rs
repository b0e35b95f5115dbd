//! Pictures of the window without a window: no display, no driver, the same pixels on every machine.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use dream_soft_render::{ClipRect, Color, MAX_SURFACE_PIXELS, Mesh, SoftwareRenderer, Vertex};
use eframe::egui::epaint::{ClippedPrimitive, ImageData, ImageDelta, Primitive, textures::TexturesDelta};
use eframe::egui::{Color32, Context, Event, Pos2, RawInput, Rect, TextureId, Theme, Ui, Vec2};
use image::RgbaImage;

use super::theme::{self, Palette};

/// Sides longer than this, in pixels, are refused.
const MAX_SIDE: f32 = 16_384.0;
/// A tile is at most this wide; its height follows from what one surface may hold.
const TILE_WIDTH: usize = 1280;
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
    /// The file could not be written.
    #[error("the picture cannot be written to {}: {source}", path.display())]
    #[expect(missing_docs, reason = "the sentence says it")]
    Write { path: PathBuf, source: image::ImageError },
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
        let ctx = Context::default();
        theme::install(&ctx);
        egui_extras::install_image_loaders(&ctx);
        self.draw_in(&ctx, contents)
    }

    /// Like [`Self::draw`], in a context that the caller has prepared.
    ///
    /// # Errors
    /// As [`Self::draw`].
    pub fn draw_in(&self, ctx: &Context, mut contents: impl FnMut(&mut Ui)) -> Result<RgbaImage, PictureError> {
        let pixels = PixelSize::of(self.size * self.pixels_per_point)?;
        ctx.set_theme(self.theme);
        let mut rasteriser = Rasteriser::default();
        let mut pass = 0;
        loop {
            let mut output = ctx.run_ui(self.input(pass), &mut contents);
            rasteriser.apply(&mut output.textures_delta)?;
            pass += 1;
            // An image that is still being decoded asks for a repaint at once, a blinking cursor for one later.
            let settled = output.viewport_output.values().all(|viewport| !viewport.repaint_delay.is_zero());
            if (pass > 1 && settled) || pass == MAX_PASSES {
                let primitives = ctx.tessellate(output.shapes, output.pixels_per_point);
                let ground = Palette::of(self.theme).bg;
                return rasteriser.draw_pixels(&primitives, pixels, output.pixels_per_point, ground);
            }
        }
    }

    fn input(&self, pass: u32) -> RawInput {
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(f64::from(pass) * PASS),
            events: self.pointer.map(Event::PointerMoved).into_iter().collect(),
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
    picture
        .save_with_format(path, image::ImageFormat::Png)
        .map_err(|source| PictureError::Write { path: path.to_owned(), source })
}

/// Draws what egui has tessellated, keeping its textures from frame to frame.
#[derive(Default)]
pub struct Rasteriser {
    renderer: SoftwareRenderer,
    textures: HashMap<TextureId, Texture>,
}

/// A texture, and its place in the renderer while it has one there.
struct Texture {
    width: usize,
    height: usize,
    pixels: Vec<Color32>,
    loaded: Option<dream_soft_render::TextureId>,
}

impl Rasteriser {
    /// Takes over the textures that a pass has made, changed or dropped, and empties the list.
    ///
    /// # Errors
    /// [`PictureError::Draw`] where the renderer does not know a texture that it was given.
    pub fn apply(&mut self, delta: &mut TexturesDelta) -> Result<(), PictureError> {
        let applied = self.apply_changes(delta);
        delta.clear();
        applied
    }

    fn apply_changes(&mut self, delta: &TexturesDelta) -> Result<(), PictureError> {
        for (&id, changes) in &delta.set {
            for change in changes {
                self.change(id, change)?;
            }
        }
        for id in &delta.free {
            if let Some(loaded) = self.textures.remove(id).and_then(|texture| texture.loaded) {
                self.renderer.free_texture(loaded)?;
            }
        }
        Ok(())
    }

    fn change(&mut self, id: TextureId, change: &ImageDelta) -> Result<(), PictureError> {
        let ImageData::Color(image) = &change.image;
        let [width, height] = image.size;
        let previous = self.textures.remove(&id);
        if let Some(loaded) = previous.as_ref().and_then(|texture| texture.loaded) {
            self.renderer.free_texture(loaded)?;
        }
        let texture = match (change.pos, previous) {
            (Some([left, top]), Some(mut whole)) => {
                for (y, row) in image.pixels.chunks_exact(width.max(1)).enumerate() {
                    let start = (top + y) * whole.width + left;
                    if let Some(target) = whole.pixels.get_mut(start..start + width) {
                        target.copy_from_slice(row);
                    }
                }
                Texture { loaded: None, ..whole }
            }
            _ => Texture { width, height, pixels: image.pixels.clone(), loaded: None },
        };
        self.textures.insert(id, texture);
        Ok(())
    }

    /// Draws a frame of `size` points over `ground`.
    ///
    /// # Errors
    /// As [`Picture::draw`].
    pub fn draw(
        &mut self,
        primitives: &[ClippedPrimitive],
        size: Vec2,
        pixels_per_point: f32,
        ground: Color32,
    ) -> Result<RgbaImage, PictureError> {
        self.draw_pixels(primitives, PixelSize::of(size * pixels_per_point)?, pixels_per_point, ground)
    }

    /// The renderer's surface is smaller than a window, so the picture is put together from tiles.
    fn draw_pixels(
        &mut self,
        primitives: &[ClippedPrimitive],
        size: PixelSize,
        pixels_per_point: f32,
        ground: Color32,
    ) -> Result<RgbaImage, PictureError> {
        let mut picture = RgbaImage::new(size.width, size.height);
        let (width, height) = (size.width as usize, size.height as usize);
        let tile_width = width.min(TILE_WIDTH);
        let tile_height = height.min(MAX_SURFACE_PIXELS / tile_width);
        for top in (0..height).step_by(tile_height) {
            for left in (0..width).step_by(tile_width) {
                let tile = Tile {
                    left,
                    top,
                    width: tile_width.min(width - left),
                    height: tile_height.min(height - top),
                };
                self.draw_tile(primitives, &tile, pixels_per_point, ground)?;
                let frame = self.renderer.begin_frame(tile.width, tile.height)?;
                let rows = frame.surface().pixels.chunks_exact(4 * tile.width);
                for (row, y) in rows.zip(top..) {
                    let start = 4 * (y * width + left);
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
            let Some(clip) = tile.clip(*clip_rect * pixels_per_point) else { continue };
            // A callback draws with the graphics card, and this program has none.
            let Primitive::Mesh(mesh) = primitive else { continue };
            let Some(texture) = self.load(mesh.texture_id)? else { continue };
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

    /// Makes sure that the renderer has a texture. It holds only a few megabytes of them, so the others may have to go.
    fn load(&mut self, name: TextureId) -> Result<Option<Loaded>, PictureError> {
        let Some(texture) = self.textures.get(&name) else { return Ok(None) };
        let (width, height) = (texture.width, texture.height);
        if let Some(id) = texture.loaded {
            return Ok(Some(Loaded { id, width, height }));
        }
        let pixels: Vec<u8> = texture.pixels.iter().flat_map(Color32::to_array).collect();
        let id = match self.renderer.create_texture(width, height, &pixels) {
            Err(dream_soft_render::Error::TextureBudget { .. }) => {
                self.unload_all()?;
                self.renderer.create_texture(width, height, &pixels)?
            }
            created => created?,
        };
        if let Some(texture) = self.textures.get_mut(&name) {
            texture.loaded = Some(id);
        }
        Ok(Some(Loaded { id, width, height }))
    }

    fn unload_all(&mut self) -> Result<(), PictureError> {
        for texture in self.textures.values_mut() {
            if let Some(loaded) = texture.loaded.take() {
                self.renderer.free_texture(loaded)?;
            }
        }
        Ok(())
    }
}

/// A texture that the renderer has.
struct Loaded {
    id: dream_soft_render::TextureId,
    width: usize,
    height: usize,
}

impl Loaded {
    /// The renderer takes texel `round(u · (n − 1))`, egui means `floor(u · n)`: this turns the one into the other.
    fn coordinate(&self, uv: Pos2) -> [f32; 2] {
        let along = |u: f32, texels: usize| {
            let n = texels as f32;
            if texels > 1 { (u * n - 0.5) / (n - 1.0) } else { 0.0 }
        };
        [along(uv.x, self.width), along(uv.y, self.height)]
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

#[derive(Clone, Copy)]
struct PixelSize {
    width: u32,
    height: u32,
}

impl PixelSize {
    fn of(size: Vec2) -> Result<Self, PictureError> {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use eframe::egui::{ColorImage, Id, TextureOptions, pos2, vec2};

    use super::*;

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
