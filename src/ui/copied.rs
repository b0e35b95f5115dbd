//! What is put on the clipboard from within a view, and the word that it is there.

use eframe::egui::{Context as Egui, Id, Ui};

/// What was copied, to be told in the line at the bottom.
#[derive(Clone)]
struct Copied(String);

/// Puts a text on the clipboard, and has `told` said of it.
pub fn copy(ui: &Ui, text: String, told: String) {
    ui.copy_text(text);
    ui.data_mut(|data| data.insert_temp(Id::NULL, Some(Copied(told))));
}

/// What is to be said of what was copied since it was last asked.
pub fn take(egui: &Egui) -> Option<String> {
    egui.data_mut(|data| data.remove_temp::<Option<Copied>>(Id::NULL)).flatten().map(|Copied(told)| told)
}
