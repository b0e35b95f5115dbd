//! A scene as SVG: rectangles, lines and curves as such, text as text, textures and shaded surfaces as pictures within.
//!
//! Text names the fonts of the window and, for machines that lack them, their kind; every run keeps its length, so that nothing
//! moves. Shadows (blurred rectangles) and what only a graphics card can draw are left out.

mod image;
mod shapes;
mod text;

use std::fmt::{self, Display, Write as _};

use eframe::egui::emath::TSTransform;
use eframe::egui::epaint::ClippedShape;
use eframe::egui::{Color32, Pos2, Rect, Shape, Vec2};

use crate::ui::picture::{PictureError, Scene};

/// The text of an SVG file.
///
/// # Errors
/// A part that has to be drawn as a picture and cannot be.
pub fn svg(scene: &mut Scene) -> Result<String, PictureError> {
    let whole = Rect::from_min_size(Pos2::ZERO, scene.size());
    let shapes: Vec<ClippedShape> = scene.shapes().to_vec();
    let mut file = File { whole, body: String::new(), clips: Vec::new(), open: None };
    file.element("rect").rect(whole).fill(scene.ground()).close();
    for ClippedShape { clip_rect, mut shape, transform_after_tessellation } in shapes {
        if transform_after_tessellation != TSTransform::IDENTITY {
            shape.transform(transform_after_tessellation);
        }
        file.clip(clip_rect);
        file.shape(scene, clip_rect, &shape)?;
    }
    file.clip(Rect::EVERYTHING);
    Ok(file.finish())
}

/// A file in the making.
struct File {
    whole: Rect,
    body: String,
    /// The rectangles that groups of shapes are cut to.
    clips: Vec<Rect>,
    /// The one that is open.
    open: Option<usize>,
}

impl File {
    /// From here on, shapes are cut to a rectangle.
    fn clip(&mut self, clip: Rect) {
        let wanted = (!clip.contains_rect(self.whole)).then(|| {
            self.clips.iter().position(|known| *known == clip).unwrap_or_else(|| {
                self.clips.push(clip);
                self.clips.len() - 1
            })
        });
        if wanted == self.open {
            return;
        }
        if self.open.is_some() {
            self.body.push_str("</g>\n");
        }
        if let Some(index) = wanted {
            self.write(format_args!("<g clip-path=\"url(#clip{index})\">\n"));
        }
        self.open = wanted;
    }

    fn shape(&mut self, scene: &mut Scene, clip: Rect, shape: &Shape) -> Result<(), PictureError> {
        if let Shape::Vec(shapes) = shape {
            return shapes.iter().try_for_each(|shape| self.shape(scene, clip, shape));
        }
        if !shape.visual_bounding_rect().intersects(clip.intersect(self.whole)) {
            return Ok(());
        }
        match shape {
            Shape::Text(text) => self.text(text),
            Shape::Mesh(mesh) => return self.mesh(scene, clip, mesh),
            Shape::Rect(rect) if rect.brush.is_some() => return self.drawn(scene, clip, shape),
            other => self.plain(other),
        }
        Ok(())
    }

    fn element(&mut self, name: &str) -> Element<'_> {
        self.body.push('<');
        self.body.push_str(name);
        Element(&mut self.body)
    }

    fn write(&mut self, written: fmt::Arguments<'_>) {
        // A text takes whatever is written to it.
        let _ = self.body.write_fmt(written);
    }

    fn finish(self) -> String {
        let Vec2 { x: width, y: height } = self.whole.size();
        let mut file = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n",
            w = Number(width),
            h = Number(height)
        );
        if !self.clips.is_empty() {
            file.push_str("<defs>\n");
            for (index, clip) in self.clips.iter().enumerate() {
                let _ = write!(file, "<clipPath id=\"clip{index}\"><rect");
                Element(&mut file).rect(clip.intersect(self.whole)).close();
                file.truncate(file.trim_end().len());
                file.push_str("</clipPath>\n");
            }
            file.push_str("</defs>\n");
        }
        file.push_str(&self.body);
        file.push_str("</svg>\n");
        file
    }
}

/// An element whose attributes are being written.
struct Element<'a>(&'a mut String);

impl Element<'_> {
    /// An attribute, whose name comes with its "=".
    fn attribute(self, name: &str, value: impl Display) -> Self {
        let _ = write!(self.0, " {name}\"{value}\"");
        self
    }

    fn number(self, name: &str, value: f32) -> Self {
        self.attribute(name, Number(value))
    }

    fn rect(self, rect: Rect) -> Self {
        let size = rect.size().max(Vec2::ZERO);
        self.number("x=", rect.left()).number("y=", rect.top()).number("width=", size.x).number("height=", size.y)
    }

    fn fill(self, colour: Color32) -> Self {
        self.colour("fill", colour)
    }

    /// A colour, and how much is seen through it.
    fn colour(self, name: &str, colour: Color32) -> Self {
        let [red, green, blue, alpha] = colour.to_srgba_unmultiplied();
        if alpha == 0 {
            return self.attribute(&format!("{name}="), "none");
        }
        let painted = self.attribute(&format!("{name}="), format_args!("#{red:02x}{green:02x}{blue:02x}"));
        if alpha == u8::MAX { painted } else { painted.number(&format!("{name}-opacity="), f32::from(alpha) / f32::from(u8::MAX)) }
    }

    fn close(self) {
        self.0.push_str("/>\n");
    }
}

/// A length in at most two decimals.
struct Number(f32);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Adding zero turns −0 into 0.
        write!(f, "{}", rounded + 0.0)
    }
}
