//! What SVG cannot shade: textures and surfaces whose colour runs, as pictures within.

use std::sync::Arc;

use ::image::RgbaImage;
use ::image::imageops::crop_imm;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use eframe::egui::epaint::{ClippedShape, Mesh, Vertex};
use eframe::egui::{Color32, Pos2, Rect, Shape};

use super::File;
use crate::ui::export::png;
use crate::ui::picture::{PictureError, Scene, Texels};

impl File {
    /// A texture that fills a rectangle keeps its texels; any other mesh is drawn.
    pub(super) fn mesh(&mut self, scene: &mut Scene, clip: Rect, mesh: &Arc<Mesh>) -> Result<(), PictureError> {
        let Some((rect, uv)) = as_picture(mesh) else { return self.drawn(scene, clip, &Shape::Mesh(Arc::clone(mesh))) };
        match scene.texture(mesh.texture_id).and_then(|texels| part(texels, uv)) {
            Some(picture) => self.picture(rect, &picture),
            None => Ok(()),
        }
    }

    /// Draws a shape, and puts the picture where it stood.
    pub(super) fn drawn(&mut self, scene: &mut Scene, clip: Rect, shape: &Shape) -> Result<(), PictureError> {
        let bounds = shape.visual_bounding_rect().intersect(clip).intersect(self.whole);
        let place = Rect::from_min_max(bounds.min.floor(), bounds.max.ceil());
        if !place.is_positive() {
            return Ok(());
        }
        let alone = vec![ClippedShape::new(clip, shape.clone())];
        let mut picture = scene.draw_part(alone, place)?;
        for pixel in picture.pixels_mut() {
            let [red, green, blue, alpha] = pixel.0;
            pixel.0 = Color32::from_rgba_premultiplied(red, green, blue, alpha).to_srgba_unmultiplied();
        }
        self.picture(place, &picture)
    }

    fn picture(&mut self, rect: Rect, picture: &RgbaImage) -> Result<(), PictureError> {
        let encoded = BASE64_STANDARD.encode(png(picture)?);
        let element = self.element("image").rect(rect).attribute("preserveAspectRatio=", "none").attribute("image-rendering=", "pixelated");
        element.attribute("href=", format_args!("data:image/png;base64,{encoded}")).close();
        Ok(())
    }
}

/// The rectangle of the screen and the part of the texture of a mesh that is nothing but a picture.
fn as_picture(mesh: &Mesh) -> Option<(Rect, Rect)> {
    let corners: &[Vertex; 4] = mesh.vertices.as_slice().try_into().ok()?;
    let untouched = corners.iter().all(|corner| corner.color == Color32::WHITE);
    let bounds = |point: fn(&Vertex) -> Pos2| Rect::from_points(&corners.each_ref().map(point));
    let (rect, uv) = (bounds(|corner| corner.pos), bounds(|corner| corner.uv));
    let in_corner = |point: Pos2, rect: Rect| {
        (point.x == rect.left() || point.x == rect.right()) && (point.y == rect.top() || point.y == rect.bottom())
    };
    let upright = corners.iter().all(|corner| {
        in_corner(corner.pos, rect)
            && in_corner(corner.uv, uv)
            && (corner.pos.x == rect.left()) == (corner.uv.x == uv.left())
            && (corner.pos.y == rect.top()) == (corner.uv.y == uv.top())
    });
    (untouched && upright && mesh.indices.len() == 6 && uv.is_positive()).then_some((rect, uv))
}

/// The texels of a part of a texture.
fn part(texels: Texels<'_>, uv: Rect) -> Option<RgbaImage> {
    let (width, height) = (u32::try_from(texels.width).ok()?, u32::try_from(texels.height).ok()?);
    let pixels = texels.pixels.iter().flat_map(Color32::to_srgba_unmultiplied).collect();
    let whole = RgbaImage::from_raw(width, height, pixels)?;
    let [left, right] = [uv.left(), uv.right()].map(|u| edge(u, width));
    let [top, bottom] = [uv.top(), uv.bottom()].map(|v| edge(v, height));
    (left < right && top < bottom).then(|| crop_imm(&whole, left, top, right - left, bottom - top).to_image())
}

/// The edge between two texels that is nearest to a part of the whole.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates, and no texture has more than 2^24 texels a side"
)]
fn edge(part: f32, count: u32) -> u32 {
    ((part * count as f32).round() as u32).min(count)
}
