//! Formulas as the window shows them: typeset, and with a menu for copying.

use eframe::egui::{Color32, FontId, Response, Sense, Ui};

use super::copied;
use super::locale::Locale;
use super::widgets::{Formula, Math};

/// Draws a formula as large as text of this font.
pub fn formula_ui(ui: &mut Ui, locale: &Locale, math: &Math, font: &FontId, ink: Color32) -> Response {
    // A click opens the menu; there is nothing for the keyboard to press.
    let response = ui.add(Formula::new(math).font(font).ink(ink)).interact(Sense::CLICK);
    copy_menu(&response, locale, math);
    response
}

/// Offers a formula for copying, where the second button is pressed.
pub fn copy_menu(response: &Response, locale: &Locale, math: &Math) {
    response.context_menu(|ui| {
        for (key, copy) in [("formula-copy-text", math.text()), ("formula-copy-latex", math.latex())] {
            if ui.button(locale.text(key)).clicked() {
                copied::copy(ui, copy, locale.text("formula-copied"));
                ui.close();
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use eframe::egui::OutputCommand;
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::ui::locale::Language;
    use crate::ui::theme::{self, palette, text};

    #[test]
    fn its_menu_copies_it_as_text_and_as_latex() {
        let (locale, math) = (Locale::new(Language::English), Math::written("A = softmax ( S )"));
        let copied = |entry: &str| {
            let contents = |ui: &mut Ui| drop(formula_ui(ui, &locale, &math, &text::body(), palette(ui).text));
            let mut harness = egui_kittest::Harness::builder().with_context_setup(theme::install).build_ui(contents);
            harness.get_by_label("A = softmax(S)").click_secondary();
            harness.run();
            harness.get_by_label(entry).click();
            harness.step();
            let commands = &harness.output().platform_output.commands;
            commands.iter().find_map(|command| if let OutputCommand::CopyText(text) = command { Some(text.clone()) } else { None })
        };
        assert_eq!(copied("Copy as text").as_deref(), Some("A = softmax(S)"));
        assert_eq!(copied("Copy as LaTeX").as_deref(), Some(r"A = \mathrm{softmax} ( S )"));
    }
}
