//! The bar at the top: tabs, the open experiment, checks, undo, language, theme.

use eframe::egui::{Align, Button as PlainButton, Layout, RichText, ScrollArea, Ui};

use crate::experiment::presets;
use crate::lab::{Change, Command, Origin};
use crate::ui::app::{Request, Settings, ThemeChoice};
use crate::ui::context::Context;
use crate::ui::controls::{Button, Tab};
use crate::ui::locale::Language;
use crate::ui::theme::{palette, space, text};
use crate::ui::views::View;

/// Draws the bar.
pub fn top_ui(ui: &mut Ui, ctx: &mut Context<'_>, settings: &mut Settings, requests: &mut Vec<Request>) {
    ui.horizontal_centered(|ui| {
        ui.label(RichText::new("Transformer Lab").font(text::strong()).color(palette(ui).text));
        ui.add_space(space::XL);
        for view in View::ALL {
            if ui.add(Tab::new(&view.title(ctx.locale), settings.view == view)).clicked() {
                settings.view = view;
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            experiment_ui(ui, ctx, requests);
            checks_ui(ui, ctx);
            language_ui(ui, ctx, settings);
            theme_ui(ui, ctx, settings);
            history_ui(ui, ctx);
        });
    });
}

/// The name of the open experiment; a click offers the presets and files.
fn experiment_ui(ui: &mut Ui, ctx: &mut Context<'_>, requests: &mut Vec<Request>) {
    let document = ctx.lab.document();
    let title = ctx.title(document.experiment());
    let shown = if document.is_changed() { format!("● {title} ▾") } else { format!("{title} ▾") };
    let name = ctx.locale.with("top-experiment", &[("name", title.into())]);
    let button = PlainButton::new(RichText::new(shown).font(text::body())).truncate().frame(false);
    let mut wanted = None;
    let menu = eframe::egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
        ui.set_min_width(space::INSPECTOR);
        if ui.button(ctx.locale.text("file-open")).clicked() {
            requests.push(Request::Open);
        }
        if ui.button(ctx.locale.text("file-save")).clicked() {
            requests.push(Request::Save);
        }
        ui.separator();
        ScrollArea::vertical().max_height(480.0).show(ui, |ui| {
            for preset in presets() {
                let open = *ctx.lab.document().origin() == Origin::Preset(preset.name);
                let label = preset.experiment().map_or_else(|_| preset.name.to_owned(), |experiment| ctx.title(&experiment));
                if ui.selectable_label(open, label).clicked() {
                    wanted = Some(preset.name);
                    ui.close();
                }
            }
        });
    });
    menu.0.accessible_name(name);
    if let Some(name) = wanted {
        ctx.send(Command::OpenPreset(name));
    }
}

/// How many of the expectations hold.
fn checks_ui(ui: &mut Ui, ctx: &Context<'_>) {
    let checks = ctx.lab.checks();
    if checks.is_empty() {
        return;
    }
    let passed = checks.iter().filter(|check| check.passed()).count();
    let p = palette(ui);
    let (sign, ink) = if passed == checks.len() { ("✓", p.right) } else { ("✕", p.wrong) };
    let label = RichText::new(format!("{sign} {passed}/{}", checks.len())).font(text::digits()).color(ink);
    let list: Vec<String> = checks.iter().filter(|check| !check.passed()).map(ToString::to_string).collect();
    let hint = if list.is_empty() { ctx.locale.text("top-checks") } else { list.join("\n") };
    ui.label(label).on_hover_text(hint);
}

fn language_ui(ui: &mut Ui, ctx: &Context<'_>, settings: &mut Settings) {
    let other = match settings.language {
        Language::English => Language::Spanish,
        Language::Spanish => Language::English,
    };
    let (short, name) = match other {
        Language::English => ("EN", "English"),
        Language::Spanish => ("ES", "Español"),
    };
    let hint = ctx.locale.with("top-language", &[("name", name.into())]);
    if ui.add(Button::icon(short, &hint)).clicked() {
        settings.language = other;
    }
}

fn theme_ui(ui: &mut Ui, ctx: &Context<'_>, settings: &mut Settings) {
    let dark = ui.visuals().dark_mode;
    let name = ctx.locale.text(if dark { "top-light" } else { "top-dark" });
    if ui.add(Button::icon(if dark { "○" } else { "●" }, &name)).clicked() {
        settings.theme = if dark { ThemeChoice::Light } else { ThemeChoice::Dark };
    }
}

fn history_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let history = ctx.lab.history();
    let (undo, redo) = (history.undoable(), history.redoable());
    let named = |key: &str, change: Option<Change>| {
        let what = change.map_or_else(String::new, |change| ctx.locale.text(change_name(change)));
        ctx.locale.with(key, &[("what", what.into())])
    };
    let (undo_name, redo_name) = (named("top-undo", undo), named("top-redo", redo));
    if ui.add_enabled(redo.is_some(), Button::icon("↷", &redo_name)).clicked() {
        ctx.send(Command::Redo);
    }
    if ui.add_enabled(undo.is_some(), Button::icon("↶", &undo_name)).clicked() {
        ctx.send(Command::Undo);
    }
}

fn change_name(change: Change) -> &'static str {
    match change {
        Change::Model => "change-model",
        Change::Mask => "change-mask",
        Change::Input => "change-input",
        Change::Weight => "change-weight",
        Change::Block => "change-block",
        Change::Source => "change-source",
        Change::Restored => "change-restored",
        Change::Seed => "change-seed",
        Change::Override => "change-override",
        Change::Decoding => "change-decoding",
    }
}
