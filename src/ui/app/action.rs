//! What can be asked of the window: menus, keys and the palette read this one table.

use std::path::PathBuf;

use eframe::egui::{Context as Egui, Key, KeyboardShortcut, Modifiers};

use super::Takeaway;
use crate::experiment::export::matrix::MatrixKind;
use crate::graph::{Cell, Site};
use crate::ui::export::PictureKind;
use crate::ui::locale::{Language, Locale};
use crate::ui::theme::ColourMap;
use crate::ui::views::View;

/// Something that concerns the window, or that the window knows how to ask of the lab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Ask for a file and open it.
    Open,
    /// Save to the file that is open; where there is none, ask.
    Save,
    /// Ask where, and save.
    SaveAs,
    /// Ask where, and save a picture of the open view.
    Picture(PictureKind),
    /// Ask where, and save a text.
    SaveText {
        /// The name of the file that is offered.
        name: String,
        /// The text.
        text: String,
    },
    /// Ask for a file of matrices and bring them in.
    Import,
    /// Ask where, and save numbers or a script.
    TakeAway(Takeaway),
    /// Put a value on the clipboard.
    Copy(Site, MatrixKind),
    /// Open a shipped preset.
    OpenPreset(&'static str),
    /// Open a shipped exercise, by name.
    OpenExercise(String),
    /// Open a file.
    OpenFile(PathBuf),
    /// Take back the last change.
    Undo,
    /// Do it again.
    Redo,
    /// Stop what runs.
    Stop,
    /// Open a view.
    View(View),
    /// Show a number of a value in its step.
    Show(Site, Cell),
    /// Open or close the model drawer.
    Drawer,
    /// Open or close what is said of the chosen value, where it stands at the bottom.
    Inspector,
    /// The other theme.
    Theme,
    /// A language.
    Language(Language),
    /// Other fills.
    Fills(ColourMap),
    /// Allow or stop movement.
    Motion,
    /// Everything larger.
    Larger,
    /// Everything smaller.
    Smaller,
    /// The usual size.
    UsualSize,
    /// Find anything by its name.
    Palette,
    /// The list of keys.
    Keys,
    /// What can be done here.
    Welcome,
}

impl Action {
    /// Those that are always there, in the order of the palette.
    pub fn all() -> Vec<Self> {
        let views = View::ALL.map(Self::View);
        let languages = Language::ALL.map(Self::Language);
        let fills = ColourMap::ALL.map(Self::Fills);
        let first = [Self::Palette, Self::Open, Self::Save, Self::SaveAs, Self::Import, Self::Undo, Self::Redo, Self::Stop];
        let pictures = PictureKind::ALL.map(Self::Picture);
        let sizes = [Self::Larger, Self::Smaller, Self::UsualSize];
        let last = [Self::Motion, Self::Keys, Self::Welcome];
        let looks = [Self::Drawer, Self::Inspector, Self::Theme];
        first
            .into_iter()
            .chain(pictures)
            .chain(Takeaway::WHOLE.map(Self::TakeAway))
            .chain(views)
            .chain(looks)
            .chain(languages)
            .chain(fills)
            .chain(sizes)
            .chain(last)
            .collect()
    }

    /// The name that menus, palette and the list of keys show.
    pub fn name(&self, locale: &Locale) -> String {
        let named = |key: &str, name: String| locale.with(key, &[("name", name.into())]);
        match self {
            Self::Open => locale.text("file-open"),
            Self::Save => locale.text("file-save"),
            Self::SaveAs => locale.text("file-save-as"),
            Self::Picture(kind) => locale.with("file-picture", &[("kind", kind.extension().to_uppercase().into())]),
            Self::SaveText { name, .. } => named("action-save-text", name.clone()),
            Self::Import => locale.text("import-action"),
            Self::TakeAway(what) => what.name(locale),
            Self::Copy(_, kind) => locale.text(copy_name(*kind)),
            Self::OpenPreset(name) => named("action-preset", (*name).to_owned()),
            Self::OpenExercise(name) => named("action-exercise", name.clone()),
            Self::OpenFile(path) => named("action-file", path.display().to_string()),
            Self::Undo => locale.text("action-undo"),
            Self::Redo => locale.text("action-redo"),
            Self::Stop => locale.text("action-stop"),
            Self::View(view) => named("action-view", view.title(locale)),
            Self::Show(site, cell) => format!("{site} {cell}"),
            Self::Drawer => locale.text("action-drawer"),
            Self::Inspector => locale.text("action-inspector"),
            Self::Theme => locale.text("action-theme"),
            Self::Language(language) => named("top-language", language.name().to_owned()),
            Self::Fills(ColourMap::Colour) => locale.text("action-fills-colour"),
            Self::Fills(ColourMap::Grey) => locale.text("action-fills-grey"),
            Self::Motion => locale.text("action-motion"),
            Self::Larger => locale.text("action-larger"),
            Self::Smaller => locale.text("action-smaller"),
            Self::UsualSize => locale.text("action-usual-size"),
            Self::Palette => locale.text("action-palette"),
            Self::Keys => locale.text("action-keys"),
            Self::Welcome => locale.text("action-welcome"),
        }
    }

    /// The keys that ask for it; the first is the one that is shown.
    pub fn shortcuts(&self) -> Vec<KeyboardShortcut> {
        const CTRL: Modifiers = Modifiers::COMMAND;
        const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
        const DIGITS: [Key; 9] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
        let keys: &[(Modifiers, Key)] = match self {
            Self::Open => &[(CTRL, Key::O)],
            Self::Save => &[(CTRL, Key::S)],
            Self::SaveAs => &[(CTRL_SHIFT, Key::S)],
            Self::Undo => &[(CTRL, Key::Z)],
            Self::Redo => &[(CTRL_SHIFT, Key::Z), (CTRL, Key::Y)],
            Self::View(view) => {
                let at = View::ALL.iter().filter(|other| other.tab() == **other).position(|other| other == view);
                return at.and_then(|at| DIGITS.get(at)).map(|&key| KeyboardShortcut::new(CTRL, key)).into_iter().collect();
            }
            Self::Drawer => &[(CTRL, Key::B)],
            Self::Inspector => &[(CTRL, Key::I)],
            Self::Theme => &[(CTRL, Key::D)],
            Self::Larger => &[(CTRL, Key::Plus), (CTRL, Key::Equals)],
            Self::Smaller => &[(CTRL, Key::Minus)],
            Self::UsualSize => &[(CTRL, Key::Num0)],
            Self::Palette => &[(CTRL, Key::K), (CTRL, Key::P)],
            Self::Keys => &[(Modifiers::NONE, Key::F1)],
            Self::Picture(_)
            | Self::SaveText { .. }
            | Self::Import
            | Self::TakeAway(_)
            | Self::Copy(..)
            | Self::OpenPreset(_)
            | Self::OpenExercise(_)
            | Self::OpenFile(_)
            | Self::Stop
            | Self::Show(..)
            | Self::Language(_)
            | Self::Fills(_)
            | Self::Motion
            | Self::Welcome => &[],
        };
        keys.iter().map(|&(modifiers, key)| KeyboardShortcut::new(modifiers, key)).collect()
    }

    /// Whether it does something, rather than show something or change how it looks.
    pub(super) const fn is_deed(&self) -> bool {
        matches!(
            self,
            Self::Open
                | Self::Save
                | Self::SaveAs
                | Self::Picture(_)
                | Self::SaveText { .. }
                | Self::Import
                | Self::TakeAway(_)
                | Self::Copy(..)
                | Self::OpenPreset(_)
                | Self::OpenExercise(_)
                | Self::OpenFile(_)
                | Self::Undo
                | Self::Redo
        )
    }

    /// How its key is written, where it has one.
    pub fn shortcut_text(&self, ctx: &Egui, locale: &Locale) -> Option<String> {
        self.shortcuts().first().map(|shortcut| keys_in_words(locale, &ctx.format_shortcut(shortcut)))
    }

    /// Those whose keys were pressed. While something is typed, its own undo comes first.
    pub fn pressed(ctx: &Egui) -> Vec<Self> {
        let typing = ctx.text_edit_focused();
        let mut keys: Vec<(KeyboardShortcut, Self)> = Self::all()
            .into_iter()
            .filter(|action| !(typing && matches!(action, Self::Undo | Self::Redo)))
            .flat_map(|action| action.shortcuts().into_iter().map(move |keys| (keys, action.clone())))
            .collect();
        // Ctrl+Shift+Z is not to be taken for Ctrl+Z.
        keys.sort_by_key(|(keys, _)| std::cmp::Reverse(keys.modifiers.shift));
        keys.into_iter().filter(|(keys, _)| ctx.input_mut(|input| input.consume_shortcut(keys))).map(|(_, action)| action).collect()
    }
}

/// Keys as they are labelled: signs are signs, and names are those of the language.
pub(super) fn keys_in_words(locale: &Locale, keys: &str) -> String {
    let word = |key: &str| match key {
        "Plus" => "+".to_owned(),
        "Minus" => "−".to_owned(),
        "Shift" => locale.text("key-shift"),
        "Space" => locale.text("key-space"),
        "Enter" => locale.text("key-enter"),
        other => other.to_owned(),
    };
    keys.split('+').map(word).collect::<Vec<_>>().join("+")
}

fn copy_name(kind: MatrixKind) -> &'static str {
    match kind {
        MatrixKind::Tabs | MatrixKind::Npy => "takeaway-copy-tabs",
        MatrixKind::Csv => "takeaway-copy-csv",
        MatrixKind::PythonList => "takeaway-copy-list",
        MatrixKind::NumPyArray => "takeaway-copy-array",
        MatrixKind::Latex => "takeaway-copy-latex",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_key_asks_for_two_things() {
        let mut seen = HashSet::new();
        for action in Action::all() {
            for keys in action.shortcuts() {
                assert!(seen.insert((keys.modifiers, keys.logical_key)), "{action:?}: {keys:?} is taken");
            }
        }
    }

    #[test]
    fn keys_are_written_as_they_are_labelled() {
        let ctx = Egui::default();
        for (language, told) in
            [(Language::English, ["Ctrl++", "Ctrl+−", "Ctrl+Shift+S"]), (Language::Spanish, ["Ctrl++", "Ctrl+−", "Ctrl+Mayús+S"])]
        {
            ctx.set_os(eframe::egui::os::OperatingSystem::Nix);
            let locale = Locale::new(language);
            let written = [Action::Larger, Action::Smaller, Action::SaveAs].map(|action| action.shortcut_text(&ctx, &locale).unwrap());
            assert_eq!(written, told);
        }
    }

    #[test]
    fn every_action_has_a_name_of_its_own() {
        for language in Language::ALL {
            let locale = Locale::new(language);
            let names: Vec<String> = Action::all().iter().map(|action| action.name(&locale)).collect();
            let different: HashSet<&String> = names.iter().collect();
            assert_eq!(different.len(), names.len(), "{names:?}");
        }
    }
}
