//! What is drawn for a character that none of the shipped fonts has: a box with its code point, 小 as `5C` over `0F`.
//!
//! The text itself stays as it is, so a token is copied and read aloud as it was typed.

use eframe::egui::epaint::text::{GlyphBitmap, GlyphRasterizer, GlyphRasterizerRequest, RasterizedGlyph};
use eframe::egui::{Color32, ColorImage, Context, vec2};

/// The digits of a code point: rows from top to bottom, three pixels each.
const DIGITS: [[u8; 5]; 16] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b011, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b010, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
    [0b010, 0b101, 0b111, 0b101, 0b101],
    [0b110, 0b101, 0b110, 0b101, 0b110],
    [0b011, 0b100, 0b100, 0b100, 0b011],
    [0b110, 0b101, 0b101, 0b101, 0b110],
    [0b111, 0b100, 0b110, 0b100, 0b111],
    [0b111, 0b100, 0b110, 0b100, 0b100],
];
const DIGIT: [usize; 2] = [3, 5];
/// The frame, and the ground between it and the digits.
const EDGE: usize = 2;
/// Height of the box: two rows of digits.
const HEIGHT: usize = 2 * DIGIT[1] + 1 + 2 * EDGE;
/// Points of text to which one pixel of a digit belongs.
const POINTS_A_PIXEL: f32 = 14.0;

/// Has a context draw boxes for characters without a glyph.
///
/// It is for texts of users. Tests of what the window itself says leave it out, so that a sign without a glyph is found.
pub fn install(ctx: &Context) {
    ctx.add_glyph_rasterizer(GlyphRasterizer::new("code points", rasterize));
}

fn rasterize(request: &GlyphRasterizerRequest<'_>) -> Option<RasterizedGlyph> {
    let codes: Vec<u32> = request.cluster.chars().filter(|letter| !letter.is_control()).map(u32::from).collect();
    let boxes: Vec<Bits> = codes.into_iter().map(Bits::of).collect();
    let width: usize = boxes.iter().map(|bits| bits.width + 1).sum();
    if boxes.is_empty() {
        return None;
    }
    let scale = scale(request.font_size_px);
    let mut image = ColorImage::filled([width * scale, HEIGHT * scale], Color32::TRANSPARENT);
    let mut left = 0;
    for bits in &boxes {
        for y in 0..HEIGHT * scale {
            for x in 0..bits.width * scale {
                if bits.is_set(x / scale, y / scale) {
                    image[(left + x, y)] = Color32::WHITE;
                }
            }
        }
        left += (bits.width + 1) * scale;
    }
    let [width, height] = image.size.map(|side| side as f32);
    // Its middle is that of the letters beside it.
    let top = -(height / 2.0 + 0.36 * request.font_size_px).round();
    Some(RasterizedGlyph { bitmap: GlyphBitmap { image, offset_px: vec2(0.0, top), is_color: false }, advance_px: width })
}

/// Pixels a side of a digit's pixel.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates, and text is at most some hundred pixels high")]
fn scale(font_size: f32) -> usize {
    ((font_size / POINTS_A_PIXEL).round() as usize).max(1)
}

/// The box of a code point.
struct Bits {
    /// Its digits, at least four, as many above as below.
    digits: Vec<usize>,
    width: usize,
}

impl Bits {
    fn of(code: u32) -> Self {
        let count = if code > 0xFFFF { 6 } else { 4 };
        let digits: Vec<usize> = (0..count).rev().map(|place| (code >> (4 * place)) as usize & 0xF).collect();
        let columns = count / 2;
        Self { digits, width: columns * DIGIT[0] + columns - 1 + 2 * EDGE }
    }

    fn is_set(&self, x: usize, y: usize) -> bool {
        if x == 0 || y == 0 || x == self.width - 1 || y == HEIGHT - 1 {
            return true;
        }
        let (Some(x), Some(y)) = (x.checked_sub(EDGE), y.checked_sub(EDGE)) else { return false };
        let columns = self.digits.len() / 2;
        let (column, row) = (x / (DIGIT[0] + 1), y / (DIGIT[1] + 1));
        let (x, y) = (x % (DIGIT[0] + 1), y % (DIGIT[1] + 1));
        let inside = column < columns && row < 2 && x < DIGIT[0] && y < DIGIT[1];
        inside && DIGITS[self.digits[row * columns + column]][y] >> (DIGIT[0] - 1 - x) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::{FontFamily, Theme};

    use super::*;
    use crate::ui::picture::Picture;
    use crate::ui::theme;

    fn drawn(code: u32) -> Vec<String> {
        let bits = Bits::of(code);
        (0..HEIGHT).map(|y| (0..bits.width).map(|x| if bits.is_set(x, y) { '#' } else { '.' }).collect()).collect()
    }

    #[test]
    fn the_code_point_is_written_in_the_box() {
        let expected = [
            "###########",
            "#.........#",
            "#.###..##.#",
            "#.#...#...#",
            "#.###.#...#",
            "#...#.#...#",
            "#.###..##.#",
            "#.........#",
            "#.###.###.#",
            "#.#.#.#...#",
            "#.#.#.##..#",
            "#.#.#.#...#",
            "#.###.#...#",
            "#.........#",
            "###########",
        ];
        assert_eq!(drawn('小'.into()), expected);
        assert_eq!(drawn(0x1_F600)[0].len(), 15);
    }

    #[test]
    fn it_stands_for_what_no_font_has_and_for_nothing_else() {
        let request =
            |cluster| GlyphRasterizerRequest { cluster, family: &FontFamily::Proportional, font_size_px: 13.0, subpixel_offset_px: 0.0 };
        let width = |cluster| rasterize(&request(cluster)).map(|glyph| glyph.advance_px);
        assert_eq!((width("\u{0E17}"), width("\u{0E17}\u{0E35}"), width("\n")), (Some(12.0), Some(24.0), None));

        let picture = |text: &'static str, boxes: bool| {
            let ctx = Context::default();
            theme::install(&ctx);
            if boxes {
                install(&ctx);
            }
            Picture::new(vec2(120.0, 40.0), Theme::Light).draw_in(&ctx, |ui| drop(ui.label(text))).unwrap()
        };
        assert_ne!(picture("a\u{0E17}", true), picture("a\u{0E17}", false));
        assert_ne!(picture("a\u{0E17}", true), picture("a\u{0E18}", true));
        assert_eq!(picture("niño 小狗 😀 שלום", true), picture("niño 小狗 😀 שלום", false));
    }
}
