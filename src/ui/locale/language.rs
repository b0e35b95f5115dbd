use serde::{Deserialize, Serialize};
use unic_langid::LanguageIdentifier;

/// A language of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Spanish.
    Spanish,
}

impl Language {
    /// Every language there is.
    pub const ALL: [Self; 2] = [Self::English, Self::Spanish];

    /// The first language of the system's list that the window speaks, or else English.
    pub fn of_system() -> Self {
        Self::first_of(sys_locale::get_locales())
    }

    fn first_of(tags: impl Iterator<Item = String>) -> Self {
        let mut tags = tags;
        tags.find_map(|tag| Self::from_tag(&tag))
            .unwrap_or_default()
    }

    /// The language of a tag such as `es`, `es-MX` or `es_ES.UTF-8`.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_', '.']).next().unwrap_or(tag);
        Self::ALL
            .into_iter()
            .find(|language| language.code().eq_ignore_ascii_case(primary))
    }

    /// Its code by ISO 639-1.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
        }
    }

    /// What its speakers call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Spanish => "Español",
        }
    }

    pub(super) fn id(self) -> LanguageIdentifier {
        // Codes are well formed; a test says so.
        self.code().parse().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_identifiers() {
        for language in Language::ALL {
            assert_eq!(language.id().to_string(), language.code());
        }
    }

    #[test]
    fn tags_of_systems() {
        assert_eq!(Language::from_tag("es-MX"), Some(Language::Spanish));
        assert_eq!(Language::from_tag("es_ES.UTF-8"), Some(Language::Spanish));
        assert_eq!(Language::from_tag("EN"), Some(Language::English));
        assert_eq!(Language::from_tag("eo"), None);
        assert_eq!(Language::from_tag(""), None);
    }

    #[test]
    fn the_first_that_is_spoken() {
        let first = |tags: &[&str]| Language::first_of(tags.iter().map(|&tag| tag.to_owned()));
        assert_eq!(first(&["ca-ES", "es-ES", "en-GB"]), Language::Spanish);
        assert_eq!(first(&["ja-JP"]), Language::English);
        assert_eq!(first(&[]), Language::English);
    }
}
