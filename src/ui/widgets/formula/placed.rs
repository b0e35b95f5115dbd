//! Where each sign of a line stands, and the picture of it.

use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use eframe::egui::cache::{ComputerMut, FrameCache};
use eframe::egui::epaint::FontColorTransferFunction;
use eframe::egui::load::SizeHint;
use eframe::egui::util::hash;
use eframe::egui::{Color32, ColorImage, Id, Pos2, Rect, TextureOptions, Ui, pos2, vec2};

use super::Math;
use super::math::Atom;
use super::table::Sign;
use crate::ui::widgets::Hue;

/// Units of an em.
const EM: f32 = 1000.0;
/// Pixels around a line for what leans out of its width.
const FREE: f32 = 1.0;

/// A line whose signs have their places, in em.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    signs: Vec<(f32, &'static Sign, Hue)>,
    pub width: f32,
    /// How far it reaches above the baseline.
    pub ascent: f32,
    /// How far it reaches below.
    pub descent: f32,
    /// Where the first equals sign begins.
    pub equals: Option<f32>,
}

impl Placed {
    pub fn of(math: &Math) -> Self {
        let mut placed = Self { signs: Vec::new(), width: 0.0, ascent: 0.0, descent: 0.0, equals: None };
        let equals = math.equals();
        for (at, atom) in math.atoms.iter().enumerate() {
            if Some(at) == equals {
                placed.equals = Some(placed.width);
            }
            placed.add(atom);
        }
        placed
    }

    /// Puts an atom at the end: what stands below its sign begins where the sign leaves room, what stands above where it ends.
    fn add(&mut self, atom: &Atom) {
        let start = self.width;
        self.put(start, atom.base, atom.hue);
        let mut end = start + atom.base.width / EM;
        for (first, signs) in [(atom.base.index, &atom.below), (atom.base.width, &atom.above)] {
            let mut x = start + first / EM;
            for sign in signs {
                self.put(x, sign, atom.hue);
                x += sign.width / EM;
            }
            if !signs.is_empty() {
                end = end.max(x);
            }
        }
        self.width = end;
    }

    fn put(&mut self, x: f32, sign: &'static Sign, hue: Hue) {
        self.ascent = self.ascent.max(-sign.top / EM);
        self.descent = self.descent.max(sign.bottom / EM);
        self.signs.push((x, sign, hue));
    }

    /// Draws the line from `origin` on, a point of its baseline, with `em` points an em.
    pub fn paint(&self, ui: &Ui, origin: Pos2, em: f32, ink: &dyn Fn(Hue) -> Color32) {
        let scale = ui.pixels_per_point();
        let pixel = |at: f32| (at * scale).round() / scale;
        let origin = pos2(pixel(origin.x), pixel(origin.y));
        let whole = |length: f32| (length * em * scale).ceil() + FREE;
        let (above, below, width) = (whole(self.ascent), whole(self.descent), whole(self.width) + FREE);
        let picture = Picture {
            em: (em * scale).to_bits(),
            size: [width, above + below].map(pixels),
            baseline: pixels(above),
            transfer: Transfer(ui.visuals().text_options.color_transfer_function),
            signs: self.signs.iter().map(|&(x, sign, hue)| (x.to_bits(), sign, ink(hue))).collect(),
        };
        let image = ui.memory_mut(|memory| Arc::clone(memory.caches.cache::<Pictures>().get(&picture)));
        let texture = ui.load_texture_cached("formula", Id::unique(("formula", hash(&picture))), image, TextureOptions::NEAREST);
        let place = Rect::from_min_size(origin - vec2(FREE, above) / scale, vec2(width, above + below) / scale);
        ui.painter().image(texture.id(), place, Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)), Color32::WHITE);
    }
}

type Pictures = FrameCache<Arc<ColorImage>, Painter>;

/// All that the pixels of a line follow from. Lengths are in pixels, fractions of one as their bits.
#[derive(Hash)]
struct Picture {
    em: u32,
    size: [u32; 2],
    baseline: u32,
    transfer: Transfer,
    /// Where each sign begins, in em, and its colour.
    signs: Vec<(u32, &'static Sign, Color32)>,
}

/// How the share of a pixel that is inked becomes its opacity, as in the text around.
struct Transfer(FontColorTransferFunction);

impl Hash for Transfer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_gamma().to_bits().hash(state);
    }
}

/// Makes the pixels of lines that were not shown in the last frame.
#[derive(Default)]
struct Painter;

impl ComputerMut<&Picture, Arc<ColorImage>> for Painter {
    fn compute(&mut self, picture: &Picture) -> Arc<ColorImage> {
        Arc::new(picture.pixels())
    }
}

impl Picture {
    fn pixels(&self) -> ColorImage {
        let [width, height] = self.size;
        let hint = SizeHint::Size { width, height, maintain_aspect_ratio: false };
        #[expect(clippy::default_trait_access, reason = "the options are of a crate that this one knows only by their use")]
        let drawn = egui_extras::image::load_svg_bytes_with_size(self.svg().as_bytes(), hint, &Default::default());
        // Outlines that are no SVG are found by a test; a line that is not seen does less harm than a window that closes.
        let mut image = drawn.unwrap_or_else(|_| ColorImage::filled([width as usize, height as usize], Color32::TRANSPARENT));
        for pixel in &mut image.pixels {
            *pixel = self.transfer.opacity(*pixel);
        }
        image
    }

    /// The line as a picture in SVG, in which a pixel is a unit. One pixel is free at the left for what leans out.
    fn svg(&self) -> String {
        let ([width, height], em) = (self.size, f32::from_bits(self.em));
        let mut svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">"#);
        for (x, sign, ink) in &self.signs {
            let (x, [red, green, blue, _]) = (FREE + f32::from_bits(*x) * em, ink.to_array());
            // Writing to a string cannot fail.
            let _ = write!(
                svg,
                r##"<path transform="translate({x} {}) scale({})" fill="#{red:02x}{green:02x}{blue:02x}" d="{}"/>"##,
                self.baseline,
                em / EM,
                sign.outline
            );
        }
        svg.push_str("</svg>");
        svg
    }
}

impl Transfer {
    /// A pixel of a picture, as opaque as text is where it inks as much.
    fn opacity(&self, pixel: Color32) -> Color32 {
        let coverage = f32::from(pixel.a()) / 255.0;
        if coverage == 0.0 { pixel } else { pixel.gamma_multiply(self.0.alpha_from_coverage(coverage) / coverage) }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates, and no line is as long as that")]
fn pixels(length: f32) -> u32 {
    length as u32
}
