//! The fonts that are shipped, and in which order a family asks them for a glyph.
//!
//! Fonts of the system are never used, so a picture is the same on every machine.

use std::collections::BTreeMap;
use std::sync::Arc;

use eframe::egui::{FontData, FontDefinitions, FontFamily};

use super::text;

macro_rules! font {
    ($file:literal) => {
        ($file, include_bytes!(concat!("../../../assets/fonts/", $file)).as_slice())
    };
}

const REGULAR: (&str, &[u8]) = font!("Inter-Regular.otf");
const SEMIBOLD: (&str, &[u8]) = font!("Inter-SemiBold.otf");
const MONO: (&str, &[u8]) = font!("JetBrainsMono-Regular.ttf");
const MONO_SEMIBOLD: (&str, &[u8]) = font!("JetBrainsMono-SemiBold.ttf");

/// Asked in this order for what the first font of a family lacks: mathematics and Hebrew, then emoji, then Chinese,
/// Japanese and Korean.
const FALLBACKS: [(&str, &[u8]); 3] = [font!("DejaVuSans.ttf"), font!("NotoEmoji-Regular.ttf"), font!("DroidSansFallbackFull.ttf")];

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
            .map(|(family, first)| (family, std::iter::once(first).chain(FALLBACKS).map(names).collect()))
            .collect::<BTreeMap<_, _>>(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use eframe::egui::FontId;
    use eframe::egui::epaint::text::{Fonts, TextOptions};

    use super::*;

    const SIGNS: &str = "√×·÷Σ∑∏αβγδεζηθικλμνξοπρστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ≤≥≈≠≡∝∞−±∂∇∈∀∘⊙⊕⊗⊤ᵀ‖⟨⟩⌊⌋⌈⌉ℝ½\
        →←↑↓↔⇒↦₀₁₂₃₄₅₆₇₈₉ₙₖᵢⱼᵥ⁰¹²³⁴⁵⁶⁷⁸⁹⁻ⁿ✓✗✕▶◀▲▼▾▸⏸⏮⏭⚠●○■□✎…–—‘’“”«»¿¡áéíóúüñÁÉÍÓÚÜÑ⌘⇧⏎⇥␣";
    const TOKENS: &str = "niño ¿qué? 小狗 😀 שלום";
    const SPACES: &str = "\u{2009}\u{202F}";
    /// What the window shows comes from here: its sentences, its presets, its signs, and the formulas of the operations.
    const SOURCES: [&str; 7] = [
        "assets/locales",
        "presets",
        "src/graph/ops",
        "src/graph/expression.rs",
        "src/ui/describe.rs",
        "src/ui/equation",
        "src/ui/numbers/mod.rs",
    ];

    /// All characters of a file, or of the files of a folder.
    fn characters(path: &Path) -> std::io::Result<BTreeSet<char>> {
        if path.is_dir() {
            let mut found = BTreeSet::new();
            for entry in std::fs::read_dir(path)? {
                found.extend(characters(&entry?.path())?);
            }
            return Ok(found);
        }
        Ok(std::fs::read_to_string(path)?.chars().filter(|letter| !letter.is_control()).collect())
    }

    fn missing(signs: impl IntoIterator<Item = char>) -> Vec<String> {
        let definitions = definitions();
        let families: Vec<FontFamily> = definitions.families.keys().cloned().collect();
        assert_eq!(families.len(), 4);
        let signs: Vec<char> = signs.into_iter().collect();
        let mut fonts = Fonts::new(TextOptions::default(), definitions);
        let mut missing = Vec::new();
        for family in families {
            let font = FontId::new(13.0, family.clone());
            let without = signs.iter().filter(|&&sign| !fonts.has_glyph(&font, sign));
            missing.extend(without.map(|&sign| format!("{family}: {sign} (U+{:04X})", sign as u32)));
        }
        missing
    }

    #[test]
    fn every_sign_has_a_glyph_in_every_family() {
        assert_eq!(missing([SIGNS, TOKENS, SPACES].iter().flat_map(|signs| signs.chars())), [""; 0]);
        assert_eq!(missing(['\u{10FFFD}']).len(), 4, "a private sign is drawn, so the test says nothing");
    }

    #[test]
    fn all_that_the_window_says_has_a_glyph() -> std::io::Result<()> {
        for source in SOURCES {
            let signs = characters(&Path::new(env!("CARGO_MANIFEST_DIR")).join(source))?;
            assert!(signs.len() > 20, "{source} has but {} characters", signs.len());
            assert_eq!(missing(signs), [""; 0], "{source}");
        }
        Ok(())
    }
}
