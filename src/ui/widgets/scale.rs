//! From the value of a cell to its fill.

use eframe::egui::{Color32, Theme, Ui};

use super::count::narrow;
use crate::ui::theme::{ColourMap, Ramp};

/// What the fills of a view mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// Signed values, from −limit to limit; matrices shown together share it.
    Signed {
        /// The value of the last fill.
        limit: f64,
    },
    /// Probabilities, from 0 to 1.
    Probability,
    /// Probabilities by their logarithm, from `floor` (and whatever is less) to 1.
    LogProbability {
        /// The probability of the first fill.
        floor: f64,
    },
}

impl Scale {
    /// A signed scale that holds every finite number of `values`; ±1 where there is none but zeros.
    pub fn signed(values: impl IntoIterator<Item = f64>) -> Self {
        let largest = (values.into_iter().map(f64::abs)).filter(|magnitude| magnitude.is_finite()).fold(0.0, f64::max);
        Self::Signed { limit: if largest > 0.0 { largest } else { 1.0 } }
    }

    /// Where `value` lies on the ramp: −1 to 1 if signed, else 0 to 1.
    fn position(self, value: f64) -> f32 {
        let position = match self {
            Self::Signed { limit } => value / limit,
            Self::Probability => value,
            Self::LogProbability { floor } => 1.0 - (value.ln() / floor.ln()).min(1.0),
        };
        narrow(position)
    }

    /// The value at `t` of the way along the scale, the inverse of the fill.
    pub fn value_at(self, t: f64) -> f64 {
        match self {
            Self::Signed { limit } => limit * (2.0 * t - 1.0),
            Self::Probability => t,
            Self::LogProbability { floor } => floor.powf(1.0 - t),
        }
    }

    /// The two ends of the scale.
    pub fn ends(self) -> [f64; 2] {
        [self.value_at(0.0), self.value_at(1.0)]
    }
}

/// A scale and the family of fills it is shown with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colouring {
    /// From values to positions on a ramp.
    pub scale: Scale,
    /// From positions to colours.
    pub map: ColourMap,
}

impl Colouring {
    /// The fill of a value and the ink of the digits on it.
    pub fn cell(&self, theme: Theme, value: f64) -> (Color32, Color32) {
        self.ramp(theme).cell(self.scale.position(value))
    }

    /// The fill of a value.
    pub fn fill(&self, theme: Theme, value: f64) -> Color32 {
        self.ramp(theme).color(self.scale.position(value))
    }

    fn ramp(&self, theme: Theme) -> &'static Ramp {
        match self.scale {
            Scale::Signed { .. } => Ramp::diverging(theme, self.map),
            Scale::Probability | Scale::LogProbability { .. } => Ramp::sequential(theme, self.map),
        }
    }
}

impl From<Scale> for Colouring {
    fn from(scale: Scale) -> Self {
        Self { scale, map: ColourMap::default() }
    }
}

/// The theme that is on.
pub(super) fn theme(ui: &Ui) -> Theme {
    Theme::from_dark_mode(ui.visuals().dark_mode)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_ignores_what_is_not_finite() {
        let scale = Scale::signed([0.5, -2.0, f64::NAN, f64::NEG_INFINITY]);
        assert_eq!(scale, Scale::Signed { limit: 2.0 });
        assert_eq!(Scale::signed([0.0, f64::NAN]), Scale::Signed { limit: 1.0 });
    }

    #[test]
    fn fills_follow_the_scale() {
        let fill = |scale: Scale, value| Colouring::from(scale).fill(Theme::Light, value);
        let signed = Scale::Signed { limit: 4.0 };
        let ramp = Ramp::diverging(Theme::Light, ColourMap::Colour);
        assert_eq!(fill(signed, 2.0), ramp.color(0.5));
        assert_eq!(fill(signed, -9.0), ramp.color(-1.0));

        let log = Scale::LogProbability { floor: 1e-4 };
        let ramp = Ramp::sequential(Theme::Light, ColourMap::Colour);
        assert_eq!(fill(log, 1.0), ramp.color(1.0));
        assert_eq!(fill(log, 1e-2), ramp.color(0.5));
        assert_eq!(fill(log, 1e-9), ramp.color(0.0));
        assert_eq!(fill(log, 0.0), ramp.color(0.0));
    }

    #[test]
    fn value_at_inverts_the_position() {
        let scales = [Scale::Signed { limit: 3.0 }, Scale::Probability, Scale::LogProbability { floor: 1e-3 }];
        for scale in scales {
            for t in [0.0, 0.25, 1.0] {
                let back = match scale {
                    Scale::Signed { .. } => f64::midpoint(f64::from(scale.position(scale.value_at(t))), 1.0),
                    _ => f64::from(scale.position(scale.value_at(t))),
                };
                assert!((back - t).abs() < 1e-6, "{scale:?} at {t}: {back}");
            }
        }
    }
}
