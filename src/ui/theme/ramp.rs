//! From a number to the fill of its cell.

#![expect(clippy::unreadable_literal, reason = "a colour is written as three pairs of digits run together")]

use eframe::egui::{Color32, Theme};

use super::colour::{self, rgb};

/// Which family of fills the user has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ColourMap {
    /// Orange to blue for signed values, white to violet for probabilities; told apart with red-green blindness.
    #[default]
    Colour,
    /// Lightness alone, for black-and-white print and total colour blindness.
    Grey,
}

impl ColourMap {
    /// All families.
    pub const ALL: [Self; 2] = [Self::Colour, Self::Grey];
}

/// Five colours at equal distances, and what lies between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ramp {
    stops: [Color32; 5],
    signed: bool,
}

impl Ramp {
    /// For embeddings, weights, scores and activations, over −1..=1: 0 is the neutral, so limits must be symmetric.
    pub fn diverging(theme: Theme, map: ColourMap) -> &'static Self {
        match (map, theme) {
            (ColourMap::Colour, Theme::Light) => &DIVERGING_LIGHT,
            (ColourMap::Colour, Theme::Dark) => &DIVERGING_DARK,
            (ColourMap::Grey, _) => &DIVERGING_GREY,
        }
    }

    /// For probabilities, over 0..=1, and for nothing else.
    pub fn sequential(theme: Theme, map: ColourMap) -> &'static Self {
        match (map, theme) {
            (ColourMap::Colour, Theme::Light) => &SEQUENTIAL_LIGHT,
            (ColourMap::Colour, Theme::Dark) => &SEQUENTIAL_DARK,
            (ColourMap::Grey, Theme::Light) => &SEQUENTIAL_GREY_LIGHT,
            (ColourMap::Grey, Theme::Dark) => &SEQUENTIAL_GREY_DARK,
        }
    }

    /// Where the ramp begins: −1 for signed values, 0 for probabilities. It ends at 1.
    pub fn start(&self) -> f32 {
        if self.signed { -1.0 } else { 0.0 }
    }

    /// The fill of `t`; beyond its ends the ramp stays at its last colour. NaN gets the first: give it a sign of its own.
    pub fn color(&self, t: f32) -> Color32 {
        let along = (t - self.start()) / (1.0 - self.start());
        let position = if along.is_nan() { 0.0 } else { along.clamp(0.0, 1.0) * 4.0 };
        let (from, to) = match position {
            p if p < 1.0 => (0, 1),
            p if p < 2.0 => (1, 2),
            p if p < 3.0 => (2, 3),
            _ => (3, 4),
        };
        colour::mix(self.stops[from], self.stops[to], position - position.floor().min(3.0))
    }

    /// The fill of `t` and the colour of the digits on it.
    pub fn cell(&self, t: f32) -> (Color32, Color32) {
        let fill = self.color(t);
        (fill, colour::ink(fill))
    }
}

const fn ramp(signed: bool, stops: [u32; 5]) -> Ramp {
    let [a, b, c, d, e] = stops;
    Ramp { stops: [rgb(a), rgb(b), rgb(c), rgb(d), rgb(e)], signed }
}

static DIVERGING_LIGHT: Ramp = ramp(true, [0xB9500F, 0xE3B797, 0xF4F5F7, 0x9DBAE0, 0x1F63B5]);
static DIVERGING_DARK: Ramp = ramp(true, [0xF0914F, 0x7A5038, 0x1F262F, 0x3A5C86, 0x63A4F5]);
static DIVERGING_GREY: Ramp = ramp(true, [0x202020, 0x606060, 0xA0A0A0, 0xD0D0D0, 0xFFFFFF]);
static SEQUENTIAL_LIGHT: Ramp = ramp(false, [0xFFFFFF, 0xD9CCF5, 0xA98BE6, 0x6D3FC0, 0x3B1A85]);
static SEQUENTIAL_DARK: Ramp = ramp(false, [0x171C23, 0x35275C, 0x5E3FA6, 0x9A78E8, 0xDCCBFF]);
static SEQUENTIAL_GREY_LIGHT: Ramp = ramp(false, [0xFFFFFF, 0xD0D0D0, 0x989898, 0x585858, 0x181818]);
static SEQUENTIAL_GREY_DARK: Ramp = ramp(false, [0x181818, 0x404040, 0x747474, 0xACACAC, 0xF0F0F0]);

#[cfg(test)]
mod tests {
    use super::*;
    use colour::{luminance, ratio};

    const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

    fn samples(ramp: &Ramp) -> impl Iterator<Item = f32> {
        let start = ramp.start();
        (0_u8..=100).map(move |i| start + (1.0 - start) * f32::from(i) / 100.0)
    }

    fn strictly_monotone(ramp: &Ramp) -> bool {
        let luminances: Vec<f32> = samples(ramp).map(|t| luminance(ramp.color(t))).collect();
        let steps = || luminances.windows(2).map(|pair| pair[1] - pair[0]);
        steps().all(|step| step > 0.0) || steps().all(|step| step < 0.0)
    }

    #[test]
    fn digits_are_readable_on_every_fill() {
        for theme in THEMES {
            for map in ColourMap::ALL {
                for ramp in [Ramp::diverging(theme, map), Ramp::sequential(theme, map)] {
                    for t in samples(ramp) {
                        let (fill, ink) = ramp.cell(t);
                        assert!(ratio(ink, fill) >= 4.5, "{theme:?} {map:?} at {t}: {:.2}", ratio(ink, fill));
                    }
                }
            }
        }
    }

    #[test]
    fn more_is_always_darker_or_always_lighter() {
        for theme in THEMES {
            for map in ColourMap::ALL {
                assert!(strictly_monotone(Ramp::sequential(theme, map)), "{theme:?} {map:?}");
            }
        }
        assert!(strictly_monotone(Ramp::diverging(Theme::Light, ColourMap::Grey)));
    }

    #[test]
    fn zero_is_the_neutral_and_the_ends_hold() {
        let ramp = Ramp::diverging(Theme::Light, ColourMap::Colour);
        assert_eq!(ramp.color(0.0), ramp.stops[2]);
        assert_eq!(ramp.color(-0.5), ramp.stops[1]);
        assert_eq!(ramp.color(f32::NEG_INFINITY), ramp.stops[0]);
        assert_eq!(ramp.color(1.0), ramp.stops[4]);
        assert_eq!(ramp.color(7.0), ramp.stops[4]);
        assert_eq!(ramp.color(f32::NAN), ramp.stops[0]);
    }
}
