//! The page: letters, equations section by section, functions.

use std::sync::Arc;

use eframe::egui::{Color32, FontId, Galley, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::Page;
use super::line::{BRACKET, Columns, Sight, line_ui};
use super::margin::{functions_ui, letters_ui};
use super::outline::{Section, Sublayer};
use super::words;
use crate::graph::{NodeId, Stack};
use crate::ui::context::Context;
use crate::ui::controls::section as head;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::{Math, Typeset};

/// The least width of a column of equations, where they are as large as the body's text; and of the column of functions.
const EQUATIONS: f32 = 500.0;
const FUNCTIONS: f32 = 320.0;
/// How much wider than that a column of equations may be: from an equation to its shape the eye should not have to travel.
const STRETCH: f32 = 1.28;

/// Draws the page.
pub fn page_ui(ui: &mut Ui, ctx: &mut Context<'_>, page: &Page, followed: &mut Option<NodeId>) {
    let chosen = ctx.lab.selection().site.and_then(|site| ctx.prepared().graph.find(site));
    let sight = Sight { chosen, follow: chosen.is_some() && *followed != chosen };
    *followed = chosen;
    letters_ui(ui, ctx, &page.letters);
    ui.add_space(space::LARGE);
    let room = ui.available_width();
    let columns = columns(page, room);
    let equations = EQUATIONS * columns.len() as f32 + space::XXL * columns.len().saturating_sub(1) as f32;
    // Where all of it has room in larger letters, they are larger.
    let larger = text::title().size / text::body().size;
    let beside = |scale: f32| room >= scale * (equations + FUNCTIONS) + space::XXL;
    let (font, scale) = if beside(larger) { (FontId::new(text::title().size, text::body().family), larger) } else { (text::body(), 1.0) };
    let for_functions = if beside(scale) { space::XXL + scale * FUNCTIONS } else { 0.0 };
    let gaps = space::XXL * columns.len().saturating_sub(1) as f32;
    let width = ((room - for_functions - gaps) / columns.len() as f32).min(STRETCH * scale * EQUATIONS);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::XXL;
        for sections in &columns {
            column_ui(ui, width, |ui| sections_ui(ui, ctx, sections, &font, &sight));
        }
        if beside(scale) {
            column_ui(ui, scale * FUNCTIONS, |ui| functions_ui(ui, ctx, &page.functions, &font));
        }
    });
    if !beside(scale) {
        functions_ui(ui, ctx, &page.functions, &font);
    }
}

/// The sections in one column, or where there is room encoder and decoder beside each other.
fn columns(page: &Page, room: f32) -> Vec<Vec<&Section>> {
    let of_decoder = |section: &&Section| matches!(section.scope.stack, Some(Stack::Target | Stack::Decoder | Stack::Head));
    let (decoder, encoder): (Vec<&Section>, Vec<&Section>) = page.sections.iter().partition(of_decoder);
    let has_blocks = |sections: &[&Section]| sections.iter().any(|section| section.blocks.is_some());
    if has_blocks(&encoder) && has_blocks(&decoder) && room >= 2.0 * EQUATIONS + space::XXL {
        vec![encoder, decoder]
    } else {
        vec![page.sections.iter().collect()]
    }
}

fn column_ui(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing = vec2(space::SMALL, 0.0);
        contents(ui);
    });
}

fn sections_ui(ui: &mut Ui, ctx: &mut Context<'_>, sections: &[&Section], font: &FontId, sight: &Sight) {
    let columns = Columns::of(ui, ctx, sections, font);
    for section in sections {
        section_ui(ui, ctx, section, &columns, sight);
        ui.add_space(space::LARGE);
    }
}

fn section_ui(ui: &mut Ui, ctx: &mut Context<'_>, section: &Section, columns: &Columns, sight: &Sight) {
    let (title, counter) = words::section(ctx.locale, section);
    title_ui(ui, &title, counter.as_ref().map(|(words, math)| (words.as_str(), math)));
    for Sublayer { part, lines } in &section.sublayers {
        if let Some(part) = part {
            head(ui, &words::sublayer(ctx.locale, *part));
        }
        // The rows that are told for all heads, as far as they are drawn.
        let mut rows: Option<Rect> = None;
        for line in lines {
            if let (Some(heads), None) = (line.heads, rows) {
                heads_ui(ui, ctx, heads);
            }
            let row = line_ui(ui, ctx, section, line, columns, sight);
            if line.heads.is_some() {
                rows = Some(rows.map_or(row.rect, |rows| rows.union(row.rect)));
            } else if let Some(rows) = rows.take() {
                bracket_ui(ui, rows);
            }
        }
        if let Some(rows) = rows {
            bracket_ui(ui, rows);
        }
        ui.add_space(space::SMALL);
    }
}

/// A title, and the counter of what it is about.
pub fn title_ui(ui: &mut Ui, title: &str, counter: Option<(&str, &Math)>) {
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), space::CONTROL_HEIGHT), Sense::hover());
    response.widget_info(|| {
        let counter = counter.map_or_else(String::new, |(words, math)| format!(", {words} {}", math.text()));
        WidgetInfo::labeled(Role::Heading, true, format!("{title}{counter}"))
    });
    let galley = ui.painter().layout_no_wrap(title.to_owned(), text::strong(), p.text);
    let left = place(ui, galley, rect, rect.left());
    if let Some((words, math)) = counter {
        let words = ui.painter().layout_no_wrap(words.to_owned(), text::body(), p.text2);
        let left = place(ui, words, rect, left + space::MEDIUM);
        Typeset::new(math, text::body().size).paint_in(ui, left + space::XS, rect, &|_| p.text2);
    }
    ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(space::LINE, p.divider));
    ui.add_space(space::XS);
}

/// Draws text from `left` on, and returns where it ends.
pub fn place(ui: &Ui, galley: Arc<Galley>, rect: Rect, left: f32) -> f32 {
    let right = left + galley.size().x;
    ui.painter().galley(pos2(left, rect.center().y - galley.size().y / 2.0), galley, Color32::PLACEHOLDER);
    right
}

/// "for each head", over the lines that are told for all heads.
fn heads_ui(ui: &mut Ui, ctx: &Context<'_>, heads: usize) {
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), space::PROPERTY_ROW), Sense::hover());
    let (words, counter) = words::heads(ctx.locale, heads);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{words} {}", counter.text())));
    let galley = ui.painter().layout_no_wrap(words, text::small(), p.text3);
    let left = place(ui, galley, rect, rect.left() + BRACKET);
    Typeset::new(&counter, text::small().size).paint_in(ui, left + space::XS, rect, &|_| p.text3);
}

/// A bracket beside the lines that are told for all heads.
fn bracket_ui(ui: &Ui, rows: Rect) {
    let (x, stroke) = (rows.left() + BRACKET, Stroke::new(space::BRACKET, palette(ui).line));
    let (top, bottom) = (rows.top() + space::XS, rows.bottom() - space::XS);
    ui.painter().vline(x, top..=bottom, stroke);
    for y in [top, bottom] {
        ui.painter().hline(x..=x + space::XS, y, stroke);
    }
}
