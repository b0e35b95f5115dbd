//! The bar at the top: tabs, the open experiment, checks, undo, language, theme.

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::{Align, Button as PlainButton, Layout, Response, RichText, ScrollArea, Ui};

use crate::experiment::{Family, presets};
use crate::graph::Site;
use crate::lab::{Attention, Change, Origin};
use crate::ui::app::{Action, Takeaway};
use crate::ui::context::Context;
use crate::ui::controls::{Button, Tab, section};
use crate::ui::describe;
use crate::ui::export::PictureKind;
use crate::ui::locale::Language;
use crate::ui::panels::checks;
use crate::ui::theme::{ColourMap, palette, space, text};
use crate::ui::views::View;
use crate::ui::widgets::notation;

/// Room for what stands between the tabs and the name of the experiment, and the least that the name gets.
const OTHERS: f32 = 260.0;
const NARROWEST: f32 = 72.0;
/// Where the name of the experiment would have less than this, the word before the count of checks is left out.
const NAME: f32 = 136.0;

/// From this height on the presets scroll for themselves, under what can be done with the open experiment.
const BOTH: f32 = 720.0;

/// From this width on there is room for the name of the program, which the system writes over the window as well.
const NAMED: f32 = 1400.0;

/// What a tab takes beside its word.
const TAB: f32 = 2.0 * space::MEDIUM + space::SMALL;
/// A name so long has its place beside the tabs; of a longer one the end gives way.
const LONGEST: f32 = 200.0;

/// Draws the bar.
pub fn top_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    ui.horizontal_centered(|ui| {
        // In a narrow window the tabs need the room.
        if ui.available_width() >= NAMED {
            ui.label(RichText::new("Transformer Lab").font(text::strong()).color(palette(ui).text));
            ui.add_space(space::XL);
        }
        tabs_ui(ui, ctx);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // A long name gives way, so that everything else of the bar has its place beside the tabs.
            let room = ui.available_width() - OTHERS;
            let word = checks::word_width(ui, ctx);
            let named = room >= word + NAME;
            let width = (if named { room - word } else { room }).max(NARROWEST);
            let size = eframe::egui::vec2(width, ui.available_height());
            ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| experiment_ui(ui, ctx));
            checks::checks_ui(ui, ctx, named);
            language_ui(ui, ctx);
            theme_ui(ui, ctx);
            history_ui(ui, ctx);
            more_ui(ui, ctx);
        });
    });
}

fn tabs_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let views: Vec<View> = View::ALL.into_iter().filter(|view| view.tab() == *view && !ctx.hides(*view)).collect();
    let open = ctx.settings.view.tab();
    // In a small window, or with large letters, one menu holds them: else no room would be left for the name of the experiment.
    let wide = |words: String, font| ui.painter().layout_no_wrap(words, font, palette(ui).text).size().x;
    let tabs: f32 = views.iter().map(|view| wide(view.title(ctx.locale), text::strong()) + TAB).sum();
    let title = wide(ctx.title(ctx.lab.document().experiment()), text::body()) + space::XXL;
    if ui.available_width() >= tabs + OTHERS + title.min(LONGEST) {
        for view in views {
            if ui.add(Tab::new(&view.title(ctx.locale), open == view)).clicked() {
                ctx.open(view);
            }
        }
        return;
    }
    ui.menu_button(RichText::new(format!("{} ▾", open.title(ctx.locale))).font(text::strong()), |ui| {
        for view in views {
            if ui.selectable_label(open == view, view.title(ctx.locale)).clicked() {
                ctx.open(view);
                ui.close();
            }
        }
    });
}

/// The name of the open experiment; a click offers the presets and files.
fn experiment_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let document = ctx.lab.document();
    let title = ctx.title(document.experiment());
    let shown = if document.is_changed() { format!("● {title} ▾") } else { format!("{title} ▾") };
    let name = ctx.locale.with("top-experiment", &[("name", title.clone().into())]);
    let button = PlainButton::new(RichText::new(shown).font(text::body())).truncate().frame(false);
    let menu = menu_ui(ui, button, space::INSPECTOR, |ui| {
        let pictures = PictureKind::ALL.map(Action::Picture);
        for action in [Action::Open, Action::Save, Action::SaveAs, Action::Import].into_iter().chain(pictures) {
            action_ui(ui, ctx, action);
        }
        let words = ctx.locale.text("takeaway-menu");
        ui.menu_button(words, |ui| {
            for action in Takeaway::WHOLE.map(Action::TakeAway) {
                action_ui(ui, ctx, action);
            }
        });
        if !ctx.settings.recent.is_empty() {
            ui.separator();
            section(ui, &ctx.locale.text("file-recent"));
            for path in ctx.settings.recent.clone() {
                let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
                if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                    ctx.act(Action::OpenFile(path));
                    ui.close();
                }
            }
        }
        ui.separator();
        if ui.content_rect().height() < BOTH {
            presets_ui(ui, ctx);
        } else {
            let room = (ui.content_rect().bottom() - ui.cursor().top() - space::XXL).max(space::INSPECTOR);
            ScrollArea::vertical().id_salt("presets").max_height(room).min_scrolled_height(room).show(ui, |ui| presets_ui(ui, ctx));
        }
    });
    let told = match document.origin() {
        Origin::File(path) | Origin::Exercise { file: Some(path), .. } => format!("{title}\n{}", path.display()),
        Origin::Preset(_) | Origin::Exercise { file: None, .. } => title,
    };
    menu.on_hover_text(told).accessible_name(name);
}

fn presets_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let mut family = None;
    for preset in presets() {
        if family != Some(preset.family) {
            family = Some(preset.family);
            section(ui, &ctx.locale.text(family_name(preset.family)));
        }
        let open = *ctx.lab.document().origin() == Origin::Preset(preset.name);
        let label = preset.experiment().map_or_else(|_| preset.name.to_owned(), |experiment| ctx.title(&experiment));
        if ui.selectable_label(open, label).clicked() {
            ctx.act(Action::OpenPreset(preset.name));
            ui.close();
        }
    }
}

/// A menu, which scrolls where it is higher than the window.
fn menu_ui(ui: &mut Ui, button: PlainButton<'_>, width: f32, contents: impl FnOnce(&mut Ui)) -> Response {
    let room = ui.content_rect().height() - space::TAB_BAR - space::XXL;
    let (button, _) = MenuButton::from_button(button).ui(ui, |ui| {
        ui.set_min_width(width);
        ScrollArea::vertical().max_height(room).min_scrolled_height(room).show(ui, contents);
    });
    button
}

/// An action in a menu, with its keys.
fn action_ui(ui: &mut Ui, ctx: &mut Context<'_>, action: Action) {
    let button = PlainButton::new(action.name(ctx.locale));
    let button = match action.shortcut_text(ui, ctx.locale) {
        Some(keys) => button.shortcut_text(keys),
        None => button,
    };
    if ui.add(button).clicked() {
        ctx.act(action);
        ui.close();
    }
}

/// All that has no place of its own in the bar.
fn more_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let button = PlainButton::new(RichText::new("…").font(text::strong())).frame(false);
    let menu = menu_ui(ui, button, space::MODEL_DRAWER, |ui| {
        let other = match ctx.settings.fills {
            ColourMap::Colour => ColourMap::Grey,
            ColourMap::Grey => ColourMap::Colour,
        };
        action_ui(ui, ctx, Action::Palette);
        ui.separator();
        for action in [Action::Drawer, Action::Inspector, Action::Theme, Action::Fills(other), Action::Motion] {
            action_ui(ui, ctx, action);
        }
        ui.separator();
        for action in [Action::Larger, Action::Smaller, Action::UsualSize] {
            action_ui(ui, ctx, action);
        }
        ui.separator();
        for action in [Action::Keys, Action::Welcome] {
            action_ui(ui, ctx, action);
        }
    });
    menu.accessible_name(ctx.locale.text("top-more"));
}

fn language_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let other = match ctx.settings.language {
        Language::English => Language::Spanish,
        Language::Spanish => Language::English,
    };
    let action = Action::Language(other);
    if ui.add(Button::icon(&other.code().to_uppercase(), &action.name(ctx.locale))).clicked() {
        ctx.act(action);
    }
}

fn theme_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let dark = ui.visuals().dark_mode;
    let name = ctx.locale.text(if dark { "top-light" } else { "top-dark" });
    if ui.add(Button::icon(if dark { "○" } else { "●" }, &name)).clicked() {
        ctx.act(Action::Theme);
    }
}

fn history_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let history = ctx.lab.history();
    let (undo, redo) = (history.undoable(), history.redoable());
    let named = |key: &str, change: Option<Change>| {
        let what = change.map_or_else(String::new, |change| change_name(ctx, change));
        ctx.locale.with(key, &[("what", what.into())])
    };
    let (undo_name, redo_name) = (named("top-undo", undo), named("top-redo", redo));
    if ui.add_enabled(redo.is_some(), Button::icon("↷", &redo_name)).clicked() {
        ctx.act(Action::Redo);
    }
    if ui.add_enabled(undo.is_some(), Button::icon("↶", &undo_name)).clicked() {
        ctx.act(Action::Undo);
    }
}

fn family_name(family: Family) -> &'static str {
    match family {
        Family::HelloWorld => "family-hello-world",
        Family::Exercises => "family-exercises",
        Family::Card => "family-card",
        Family::ByHand => "family-by-hand",
        Family::Comparisons => "family-comparisons",
        Family::Architectures => "family-architectures",
    }
}

fn change_name(ctx: &Context<'_>, change: Change) -> String {
    let of = |key: &str, what: String| ctx.locale.with(key, &[("what", what.into())]);
    let lone = !ctx.lab.prepared().experiment.model.subject.has_encoder();
    ctx.locale.text(match change {
        Change::Mask(Attention::Encoder) if !lone => "change-mask-encoder",
        Change::Mask(Attention::Encoder) => "change-mask",
        Change::Mask(Attention::Decoder) => "change-mask-decoder",
        Change::Mask(Attention::Cross) => "change-mask-cross",
        Change::Weight(site) => return of("change-weight", value(ctx, site)),
        Change::Block(site) => return of("change-block", value(ctx, site)),
        Change::Source(site) => return of("change-source", value(ctx, site)),
        Change::Restored(Some(site)) => return of("change-restored-one", value(ctx, site)),
        Change::Override(site) => return of("change-override", value(ctx, site)),
        Change::Head(site) => return of("change-head", describe::place(ctx.locale, site.scope)),
        Change::Experiment => "change-experiment",
        Change::Model => "change-model",
        Change::Input => "change-input",
        Change::Restored(None) => "change-restored",
        Change::Seed => "change-seed",
        Change::Overrides => "change-overrides",
        Change::Imported => "change-imported",
        Change::Tokens => "change-tokens",
        Change::Decoding => "change-decoding",
    })
}

/// A value by its sign and its place: `W_Q · Encoder · Block 1 · Self-attention`.
fn value(ctx: &Context<'_>, site: Site) -> String {
    let prepared = ctx.lab.prepared();
    let Some(id) = prepared.graph.find(site) else { return describe::absent_name(ctx.locale, site) };
    let parts = [notation::plain(&describe::sign(prepared, id)), describe::place(ctx.locale, site.scope)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
