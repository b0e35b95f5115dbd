//! Which matrix a title, a frame or a band speaks of.

use eframe::egui::Color32;

use crate::ui::theme::Palette;

/// The role of a matrix in attention. The hue never stands alone: the letter is always printed too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hue {
    /// Queries, Q.
    Query,
    /// Keys, K.
    Key,
    /// Values, V.
    Value,
    /// Attention weights and other probabilities.
    Probability,
    /// No role: everything outside attention.
    #[default]
    Plain,
}

impl Hue {
    /// For titles and words.
    pub fn ink(self, palette: &Palette) -> Color32 {
        self.role(palette).unwrap_or(palette.text)
    }

    /// For rings, tiles and bands; without a role quieter than the ring of a selection.
    pub fn line(self, palette: &Palette) -> Color32 {
        self.role(palette).unwrap_or(palette.text2)
    }

    fn role(self, palette: &Palette) -> Option<Color32> {
        match self {
            Self::Query => Some(palette.query),
            Self::Key => Some(palette.key),
            Self::Value => Some(palette.value),
            Self::Probability => Some(palette.probability),
            Self::Plain => None,
        }
    }
}
