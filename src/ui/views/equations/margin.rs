//! What stands beside the equations: how large their letters are, and what their functions mean.

use eframe::egui::{FontId, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::functions::{Function, Letter};
use super::page::title_ui;
use crate::ui::context::Context;
use crate::ui::formula::formula_ui;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::Typeset;

/// The letters with their sizes, on as many lines as they need.
pub fn letters_ui(ui: &mut Ui, ctx: &Context<'_>, letters: &[Letter]) {
    let p = palette(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::XL, 0.0);
        for letter in letters {
            let line = Typeset::new(&letter.math, text::body().size);
            let words = ui.painter().layout_no_wrap(ctx.locale.text(letter.words), text::small(), p.text3);
            let size = vec2(line.width() + space::SMALL + words.size().x, space::PROPERTY_ROW);
            let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{}, {}", letter.math.text(), words.text())));
            line.paint_in(ui, rect.left(), rect, &|hue| hue.ink(p));
            let at = pos2(rect.right() - words.size().x, rect.center().y - words.size().y / 2.0);
            ui.painter().galley(at, words, p.text3);
        }
    });
}

/// The functions, each with its formulas.
pub fn functions_ui(ui: &mut Ui, ctx: &Context<'_>, functions: &[Function], font: &FontId) {
    if functions.is_empty() {
        return;
    }
    let p = palette(ui);
    title_ui(ui, &ctx.locale.text("equations-functions"), None);
    ui.label(RichText::new(ctx.locale.text("equations-cells")).font(text::small()).color(p.text3));
    for Function { call, formulas, note } in functions {
        ui.add_space(space::MEDIUM);
        formula_ui(ui, ctx.locale, call, font, p.text2);
        ui.add_space(space::XS);
        ui.indent(call.text(), |ui| {
            ui.spacing_mut().item_spacing.y = space::SMALL;
            for formula in formulas {
                formula_ui(ui, ctx.locale, formula, font, p.text);
            }
            if let Some((sign, words)) = note {
                ui.horizontal(|ui| {
                    formula_ui(ui, ctx.locale, sign, &text::small(), p.text3);
                    ui.label(RichText::new(ctx.locale.text(words)).font(text::small()).color(p.text3));
                });
            }
        });
    }
}
