//! Colour roles. Every colour of the window is one of these, or comes from a ramp.

#![expect(clippy::unreadable_literal, reason = "a colour is written as three pairs of digits run together")]

use eframe::egui::{Color32, Theme, Ui};

use super::colour::{self, rgb};

/// The colours of one theme, by what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Ground of the stage.
    pub bg: Color32,
    /// Ground of panels and cards.
    pub surface: Color32,
    /// Ground of inputs and of masked cells.
    pub sunken: Color32,
    /// Separates without meaning anything.
    pub divider: Color32,
    /// Brackets, arrows, frames of controls.
    pub line: Color32,
    /// Titles, values, whatever is chosen.
    pub text: Color32,
    /// Prose, and the frame of learned weights.
    pub text2: Color32,
    /// Ticks and hints.
    pub text3: Color32,
    /// Selection in lists, and the one main button of a view.
    pub accent: Color32,
    /// Text on `accent`.
    pub accent_ink: Color32,
    /// Queries, Q.
    pub query: Color32,
    /// Keys, K.
    pub key: Color32,
    /// Values, V.
    pub value: Color32,
    /// Attention weights and other probabilities.
    pub probability: Color32,
    /// A passed check; always beside a tick mark.
    pub right: Color32,
    /// A failed check or a warning; always beside a sign.
    pub wrong: Color32,
}

/// The palette of light rooms and projectors.
pub static LIGHT: Palette = Palette {
    bg: rgb(0xF6F7F9),
    surface: rgb(0xFFFFFF),
    sunken: rgb(0xECEFF3),
    divider: rgb(0xD5DAE1),
    line: rgb(0x7F8998),
    text: rgb(0x16202E),
    text2: rgb(0x4A5667),
    text3: rgb(0x616B7B),
    accent: rgb(0x3B5BDB),
    accent_ink: rgb(0xFFFFFF),
    query: rgb(0x07586A),
    key: rgb(0xB5357F),
    value: rgb(0x4A7310),
    probability: rgb(0x6D3FC0),
    right: rgb(0x18794E),
    wrong: rgb(0xB42318),
};

/// The palette of dark rooms.
pub static DARK: Palette = Palette {
    bg: rgb(0x0F1318),
    surface: rgb(0x171C23),
    sunken: rgb(0x0A0D11),
    divider: rgb(0x2B333E),
    line: rgb(0x6A7584),
    text: rgb(0xE7EBF0),
    text2: rgb(0xAEB8C4),
    text3: rgb(0x8793A1),
    accent: rgb(0x7C9CFF),
    accent_ink: rgb(0x0B1020),
    query: rgb(0x8DE3F2),
    key: rgb(0xE874B4),
    value: rgb(0xA9D25E),
    probability: rgb(0xB79BF5),
    right: rgb(0x5FCB94),
    wrong: rgb(0xF58A80),
};

/// The theme that is on.
pub fn current(ui: &Ui) -> Theme {
    if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light }
}

/// The palette of the theme that is on.
pub fn palette(ui: &Ui) -> &'static Palette {
    Palette::of(current(ui))
}

impl Palette {
    /// The palette of a theme.
    pub fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// Ground of a control or a list row under the pointer.
    pub fn hover(&self) -> Color32 {
        colour::mix(self.surface, self.line, 0.12)
    }

    /// Ground of a control that is held down.
    pub fn pressed(&self) -> Color32 {
        colour::mix(self.surface, self.line, 0.22)
    }

    /// Ground of a button that cannot be pressed now.
    pub fn disabled(&self) -> Color32 {
        self.sunken
    }

    /// Its text: it steps back, and can still be read.
    pub fn disabled_ink(&self) -> Color32 {
        self.text3
    }

    /// Ground of text that is marked, to be copied or written over.
    pub fn marked(&self) -> Color32 {
        colour::mix(self.surface, self.accent, 0.3)
    }

    /// The band that joins an operand's row or column to the result: 16 % of a role's hue over the stage.
    pub fn band(&self, role: Color32) -> Color32 {
        colour::mix(self.bg, role, 0.16)
    }

    /// The fill of a cell that steps back while another is explained; its digits go `text3`.
    pub fn faded(&self, fill: Color32) -> Color32 {
        colour::mix(fill, self.surface, 0.65)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use colour::ratio;

    const THEMES: [(&str, &Palette); 2] = [("light", &LIGHT), ("dark", &DARK)];

    fn grounds(p: &Palette) -> [(&'static str, Color32); 4] {
        [("bg", p.bg), ("surface", p.surface), ("sunken", p.sunken), ("hover", p.hover())]
    }

    #[test]
    fn text_is_readable_on_every_ground() {
        for (theme, p) in THEMES {
            let texts = [
                ("text", p.text),
                ("text2", p.text2),
                ("text3", p.text3),
                ("accent", p.accent),
                ("query", p.query),
                ("key", p.key),
                ("value", p.value),
                ("probability", p.probability),
                ("right", p.right),
                ("wrong", p.wrong),
            ];
            for (ground, on) in grounds(p) {
                for (role, colour) in texts {
                    let measured = ratio(colour, on);
                    assert!(measured >= 4.5, "{theme}: {role} on {ground} is {measured:.2}");
                }
            }
            // A button without a frame has its disabled text on the ground that it stands on.
            for (ground, on) in [("disabled", p.disabled()), ("bg", p.bg), ("surface", p.surface)] {
                let measured = ratio(p.disabled_ink(), on);
                assert!(measured >= 4.5, "{theme}: disabled text on {ground} is {measured:.2}");
            }
            let measured = ratio(p.text, p.marked());
            assert!(measured >= 4.5, "{theme}: text on marked is {measured:.2}");
            let measured = ratio(p.accent_ink, p.accent);
            assert!(measured >= 4.5, "{theme}: accent_ink on accent is {measured:.2}");
        }
    }

    #[test]
    fn lines_with_meaning_are_seen_on_every_ground() {
        for (theme, p) in THEMES {
            for (ground, on) in [("bg", p.bg), ("surface", p.surface), ("sunken", p.sunken)] {
                let measured = ratio(p.line, on);
                assert!(measured >= 3.0, "{theme}: line on {ground} is {measured:.2}");
            }
        }
    }
}
