use std::collections::HashMap;

use dream_soft_render::{Error, SoftwareRenderer};
use eframe::egui::epaint::{ImageData, ImageDelta, textures::TexturesDelta};
use eframe::egui::{Color32, Pos2, TextureId};

/// The textures of a context. The renderer holds only a few megabytes, so they are kept here and lent to it.
#[derive(Default)]
pub(super) struct Textures {
    all: HashMap<TextureId, Texture>,
}

struct Texture {
    width: usize,
    height: usize,
    pixels: Vec<Color32>,
    lent: Option<dream_soft_render::TextureId>,
}

impl Textures {
    /// Takes over what a pass has made, changed or dropped.
    pub fn apply(&mut self, delta: &TexturesDelta, renderer: &mut SoftwareRenderer) -> Result<(), Error> {
        for (&id, changes) in &delta.set {
            for change in changes {
                self.change(id, change, renderer)?;
            }
        }
        for id in &delta.free {
            if let Some(lent) = self.all.remove(id).and_then(|texture| texture.lent) {
                renderer.free_texture(lent)?;
            }
        }
        Ok(())
    }

    fn change(&mut self, id: TextureId, change: &ImageDelta, renderer: &mut SoftwareRenderer) -> Result<(), Error> {
        let ImageData::Color(image) = &change.image;
        let [width, height] = image.size;
        let previous = self.all.remove(&id);
        if let Some(lent) = previous.as_ref().and_then(|texture| texture.lent) {
            renderer.free_texture(lent)?;
        }
        let texture = match (change.pos, previous) {
            (Some([left, top]), Some(mut whole)) => {
                for (row, y) in image.pixels.chunks_exact(width.max(1)).zip(top..) {
                    let start = y * whole.width + left;
                    if let Some(place) = whole.pixels.get_mut(start..start + width) {
                        place.copy_from_slice(row);
                    }
                }
                Texture { lent: None, ..whole }
            }
            _ => Texture { width, height, pixels: image.pixels.clone(), lent: None },
        };
        self.all.insert(id, texture);
        Ok(())
    }

    /// The texels of a texture.
    pub fn texels(&self, id: TextureId) -> Option<Texels<'_>> {
        self.all.get(&id).map(|texture| Texels { width: texture.width, height: texture.height, pixels: &texture.pixels })
    }

    /// Sees to it that the renderer has a texture, even if all others have to go.
    pub fn lend(&mut self, id: TextureId, renderer: &mut SoftwareRenderer) -> Result<Option<Lent>, Error> {
        let Some(texture) = self.all.get(&id) else {
            return Ok(None);
        };
        let (width, height) = (texture.width, texture.height);
        if let Some(id) = texture.lent {
            return Ok(Some(Lent { id, width, height }));
        }
        let pixels: Vec<u8> = texture.pixels.iter().flat_map(Color32::to_array).collect();
        let lent = match renderer.create_texture(width, height, &pixels) {
            Err(Error::TextureBudget { .. }) => {
                self.take_back(renderer)?;
                renderer.create_texture(width, height, &pixels)?
            }
            created => created?,
        };
        if let Some(texture) = self.all.get_mut(&id) {
            texture.lent = Some(lent);
        }
        Ok(Some(Lent { id: lent, width, height }))
    }

    fn take_back(&mut self, renderer: &mut SoftwareRenderer) -> Result<(), Error> {
        for texture in self.all.values_mut() {
            if let Some(lent) = texture.lent.take() {
                renderer.free_texture(lent)?;
            }
        }
        Ok(())
    }
}

/// The texels of a texture, row after row.
#[derive(Clone, Copy, Debug)]
pub struct Texels<'a> {
    /// Texels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// All of them.
    pub pixels: &'a [Color32],
}

/// A texture that the renderer has.
pub(super) struct Lent {
    pub id: dream_soft_render::TextureId,
    width: usize,
    height: usize,
}

impl Lent {
    /// The renderer takes texel `round(u · (n − 1))`, egui means `floor(u · n)`: this turns the one into the other.
    pub fn coordinate(&self, uv: Pos2) -> [f32; 2] {
        let along = |u: f32, texels: usize| {
            let n = texels as f32;
            if texels > 1 { (u * n - 0.5) / (n - 1.0) } else { 0.0 }
        };
        [along(uv.x, self.width), along(uv.y, self.height)]
    }
}
