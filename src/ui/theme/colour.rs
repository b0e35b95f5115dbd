//! Arithmetic of colours: mixing them, and how far apart they are to the eye.
//! Source: Web Content Accessibility Guidelines 2.2, "relative luminance" and "contrast ratio".

use eframe::egui::Color32;

/// A colour as it is usually written: `rgb(0x3B5BDB)`.
pub const fn rgb(hex: u32) -> Color32 {
    let [_, red, green, blue] = hex.to_be_bytes();
    Color32::from_rgb(red, green, blue)
}

/// Relative luminance of an opaque colour: 0 for black, 1 for white.
pub fn luminance(colour: Color32) -> f32 {
    let linear = |channel: u8| {
        let c = f32::from(channel) / 255.0;
        if c <= 0.040_45 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
}

/// Contrast ratio of two opaque colours, from 1 (equal) to 21 (black on white).
pub fn ratio(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Black or white, whichever is easier to read on `fill`; one of them always reaches 4.58.
pub fn ink(fill: Color32) -> Color32 {
    if ratio(Color32::BLACK, fill) >= ratio(Color32::WHITE, fill) {
        Color32::BLACK
    } else {
        Color32::WHITE
    }
}

/// The colour `t` of the way from `a` to `b`, both opaque, as the eye counts it (in sRGB).
pub fn mix(a: Color32, b: Color32, t: f32) -> Color32 {
    a.lerp_to_gamma(b, t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratio_of_the_extremes() {
        assert!((ratio(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 1e-4);
        assert!((ratio(Color32::WHITE, Color32::WHITE) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn ink_is_readable_on_every_grey() {
        for grey in 0..=255 {
            let fill = Color32::from_gray(grey);
            assert!(ratio(ink(fill), fill) >= 4.5, "grey {grey}");
        }
    }
}
