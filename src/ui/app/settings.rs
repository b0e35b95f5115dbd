//! What is remembered from one start to the next.

use std::path::PathBuf;

use eframe::egui::Vec2;
use serde::{Deserialize, Serialize};

use crate::ui::locale::Language;
use crate::ui::theme::ColourMap;
use crate::ui::views::View;

/// Which theme the user wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// The system's.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How large everything is drawn, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zoom(u16);

impl Zoom {
    const STEPS: [u16; 6] = [75, 100, 125, 150, 175, 200];

    /// The next size.
    pub fn larger(self) -> Self {
        Self(Self::STEPS.into_iter().find(|&step| step > self.0).unwrap_or(200))
    }

    /// The size before.
    pub fn smaller(self) -> Self {
        Self(Self::STEPS.into_iter().rev().find(|&step| step < self.0).unwrap_or(75))
    }

    /// As a factor.
    pub fn factor(self) -> f32 {
        f32::from(self.0.clamp(75, 200)) / 100.0
    }
}

impl Default for Zoom {
    fn default() -> Self {
        Self(100)
    }
}

/// What is remembered from one start to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language; the system's at the first start.
    pub language: Language,
    /// The theme.
    pub theme: ThemeChoice,
    /// The open view.
    pub view: View,
    /// Whether the model drawer is open; where the user never said, as the window's width has it.
    pub drawer: Option<bool>,
    /// Whether what is said of the chosen value is open, in a window where it does not stand at the right; where the user never said, as
    /// the window's height has it.
    pub inspector: Option<bool>,
    /// How fills are coloured.
    pub fills: ColourMap,
    /// Whether nothing moves.
    pub still: bool,
    /// How large everything is.
    pub zoom: Zoom,
    /// Files that were open, the last one first.
    pub recent: Vec<PathBuf>,
    /// Whether it was said what can be done here.
    pub welcomed: bool,
}

impl Settings {
    /// Recent files that are remembered.
    const RECENT: usize = 8;
    /// From this width on there is room for the model drawer.
    const DRAWER_FROM: f32 = 1500.0;

    /// From this width on the inspector stands at the right.
    const BESIDE_FROM: f32 = 1100.0;
    /// From this height on there is room for it at the bottom.
    const UNDER_FROM: f32 = 680.0;

    /// Those of pictures and tests: nothing lies over the window.
    pub fn plain(language: Language, theme: ThemeChoice, view: View) -> Self {
        Self { language, theme, view, drawer: Some(false), welcomed: true, ..Self::default() }
    }

    /// Whether the model drawer is open in a window so wide.
    pub fn drawer_in(&self, width: f32) -> bool {
        self.drawer.unwrap_or(width >= Self::DRAWER_FROM)
    }

    /// Whether the inspector stands at the right of a window so wide, or else at its bottom, where it can be folded.
    pub fn inspector_beside(width: f32) -> bool {
        width >= Self::BESIDE_FROM
    }

    /// Whether the inspector is open in a window of this size.
    pub fn inspector_in(&self, window: Vec2) -> bool {
        Self::inspector_beside(window.x) || self.inspector.unwrap_or(window.y >= Self::UNDER_FROM)
    }

    /// Puts a file at the head of those that were open.
    pub fn remember(&mut self, path: PathBuf) {
        self.recent.retain(|other| *other != path);
        self.recent.insert(0, path);
        self.recent.truncate(Self::RECENT);
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: Language::of_system(),
            theme: ThemeChoice::System,
            view: View::Steps,
            drawer: None,
            inspector: None,
            fills: ColourMap::default(),
            still: false,
            zoom: Zoom::default(),
            recent: Vec::new(),
            welcomed: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_go_up_and_down_and_stop_at_the_ends() {
        let usual = Zoom::default();
        assert_eq!(usual.larger().smaller(), usual);
        assert_eq!((0..9).fold(usual, |zoom, _| zoom.larger()).factor(), 2.0);
        assert_eq!((0..9).fold(usual, |zoom, _| zoom.smaller()).factor(), 0.75);
    }

    #[test]
    fn a_file_opened_again_moves_to_the_head() {
        let mut settings = Settings::default();
        for name in ["a", "b", "a"] {
            settings.remember(PathBuf::from(name));
        }
        assert_eq!(settings.recent, [PathBuf::from("a"), PathBuf::from("b")]);
    }
}
