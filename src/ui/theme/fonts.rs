//! The fonts that are shipped, and in which order a family asks them for a glyph.
//!
//! Fonts of the system are never used, so a picture is the same on every machine.

use std::collections::BTreeMap;
use std::sync::Arc;

use eframe::egui::{FontData, FontDefinitions, FontFamily};

use super::text;

macro_rules! font {
    ($file:literal) => {
        (
            $file,
            include_bytes!(concat!("../../../assets/fonts/", $file)).as_slice(),
        )
    };
}

const REGULAR: (&str, &[u8]) = font!("Inter-Regular.otf");
const SEMIBOLD: (&str, &[u8]) = font!("Inter-SemiBold.otf");
const MONO: (&str, &[u8]) = font!("JetBrainsMono-Regular.ttf");
const MONO_SEMIBOLD: (&str, &[u8]) = font!("JetBrainsMono-SemiBold.ttf");

/// Asked in this order for what the first font of a family lacks: mathematics and Hebrew, then emoji, then Chinese,
/// Japanese and Korean.
const FALLBACKS: [(&str, &[u8]); 3] = [
    font!("DejaVuSans.ttf"),
    font!("NotoEmoji-Regular.ttf"),
    font!("DroidSansFallbackFull.ttf"),
];

pub(super) fn definitions() -> FontDefinitions {
    let families = [
        (FontFamily::Proportional, REGULAR),
        (text::semibold(), SEMIBOLD),
        (FontFamily::Monospace, MONO),
        (text::mono_semibold(), MONO_SEMIBOLD),
    ];
    let names = |(name, _): (&str, &[u8])| name.to_owned();
    FontDefinitions {
        font_data: (families.iter().map(|&(_, first)| first).chain(FALLBACKS))
            .map(|(name, data)| (name.to_owned(), Arc::new(FontData::from_static(data))))
            .collect(),
        families: (families.iter().cloned())
            .map(|(family, first)| {
                (
                    family,
                    std::iter::once(first).chain(FALLBACKS).map(names).collect(),
                )
            })
            .collect::<BTreeMap<_, _>>(),
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::FontId;
    use eframe::egui::epaint::text::{Fonts, TextOptions};

    use super::*;

    const SIGNS: &str = "√×·÷Σ∑∏αβγδεζηθικλμνξοπρστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ≤≥≈≠≡∝∞−±∂∇∈∀∘⊙⊕⊗⊤ᵀ‖⟨⟩⌊⌋⌈⌉ℝ½\
        →←↑↓↔⇒↦₀₁₂₃₄₅₆₇₈₉ₙₖᵢⱼᵥ⁰¹²³⁴⁵⁶⁷⁸⁹⁻ⁿ✓✗✕▶◀▲▼▾▸⏸⏮⏭⚠●○■□✎…–—‘’“”«»¿¡áéíóúüñÁÉÍÓÚÜÑ⌘⇧⏎⇥␣";
    const TOKENS: &str = "niño ¿qué? 小狗 😀 שלום";
    const SPACES: &str = "\u{2009}\u{202F}";

    #[test]
    fn every_sign_has_a_glyph_in_every_family() {
        let definitions = definitions();
        let families: Vec<FontFamily> = definitions.families.keys().cloned().collect();
        assert_eq!(families.len(), 4);
        let mut fonts = Fonts::new(TextOptions::default(), definitions);
        for family in families {
            let font = FontId::new(13.0, family.clone());
            for sign in SIGNS.chars().chain(TOKENS.chars()).chain(SPACES.chars()) {
                assert!(
                    fonts.has_glyph(&font, sign),
                    "{family}: {sign} (U+{:04X})",
                    sign as u32
                );
            }
            assert!(
                !fonts.has_glyph(&font, '\u{10FFFD}'),
                "a private sign is drawn, so the test says nothing"
            );
        }
    }
}
