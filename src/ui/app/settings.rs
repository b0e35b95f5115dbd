//! What is remembered from one start to the next.

use serde::{Deserialize, Serialize};

use crate::ui::locale::Language;
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
    /// Whether the model drawer is open.
    pub drawer: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { language: Language::of_system(), theme: ThemeChoice::System, view: View::Steps, drawer: false }
    }
}
