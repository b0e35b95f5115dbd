//! What a file that is held over the window would do.

use std::path::Path;

use eframe::egui::{Align2, Area, CornerRadius, LayerId, Order, RichText, Stroke, StrokeKind, Ui, Vec2};

use super::dialogs::Dialog;
use super::{Id, frame};
use crate::ui::locale::Locale;
use crate::ui::theme::{palette, space, text};

/// Rings the window and says what letting go does, as long as files are held over it.
pub fn drop_target_ui(ui: &Ui, locale: &Locale) {
    let held = ui.input(|input| input.raw.hovered_files.clone());
    if held.is_empty() {
        return;
    }
    let ring = ui.ctx().layer_painter(LayerId::new(Order::Foreground, Id::unique("drop").with("ring")));
    let inside = ui.content_rect().shrink(space::FRAME);
    ring.rect_stroke(inside, CornerRadius::ZERO, Stroke::new(space::FRAME, palette(ui).accent), StrokeKind::Inside);
    // Some systems tell no names before a file is dropped.
    let sentences: Vec<String> = match held.iter().filter_map(|file| file.path.as_deref()).collect::<Vec<_>>().as_slice() {
        [] => vec![locale.text("drop-unknown")],
        paths => paths.iter().map(|path| sentence(locale, path)).collect(),
    };
    Area::new(Id::unique("drop")).order(Order::Tooltip).anchor(Align2::CENTER_CENTER, Vec2::ZERO).interactable(false).show(
        ui.ctx(),
        |ui| {
            frame::over(ui).show(ui, |ui| {
                for sentence in sentences {
                    ui.label(RichText::new(sentence).font(text::title()).color(palette(ui).text));
                }
            });
        },
    );
}

fn sentence(locale: &Locale, path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let key = if Dialog::meant_by(path) == Dialog::Import { "drop-import" } else { "drop-open" };
    locale.with(key, &[("name", name.into())])
}
