//! The list at the left: all weights, part by part.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use eframe::egui::{Align, Id, Key, Label, Layout, Modifiers, Rect, RichText, ScrollArea, Ui, vec2};

use crate::experiment::Prepared;
use crate::graph::{NodeId, Scope, Site};
use crate::lab::{Command, Origin, is_weight};
use crate::ui::context::Context;
use crate::ui::controls::{Button, IntegerField, ListRow, TextField, section};
use crate::ui::locale::Language;
use crate::ui::search::Query;
use crate::ui::theme::{palette, space, text};
use crate::ui::{describe, numbers};

/// What the list keeps between frames.
#[derive(Default)]
pub struct ListState {
    filter: String,
    rows: Option<(RowsKey, Rc<[Row]>)>,
    /// The weight that was brought into view last.
    revealed: Option<NodeId>,
}

/// What rows were made for.
struct RowsKey {
    prepared: Arc<Prepared>,
    language: Language,
    filter: String,
}

enum Row {
    /// What follows belongs to a stack or block.
    Block(String),
    /// What follows belongs to a sublayer.
    Sublayer(String),
    Weight {
        id: NodeId,
        site: Site,
        sign: String,
        shape: String,
        spoken: String,
    },
}

impl Row {
    fn is(&self, weight: NodeId) -> bool {
        matches!(self, Self::Weight { id, .. } if *id == weight)
    }
}

/// Draws the list.
pub fn list_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut ListState, id: NodeId) {
    section(ui, &ctx.locale.text("view-weights"));
    filter_ui(ui, ctx, state);
    ui.add_space(space::SMALL);
    let rows = state.rows(ctx);
    if rows.is_empty() {
        ui.label(RichText::new(ctx.locale.text("weights-none-found")).font(text::body()).color(palette(ui).text2));
    }
    let led_to = keys(ui, &rows, id);
    let mut picked = led_to.map(|(site, _)| site);
    let in_view = led_to.map_or(id, |(_, id)| id);
    let reveal = (state.revealed != Some(in_view)).then(|| rows.iter().position(|row| row.is(in_view))).flatten();
    state.revealed = Some(in_view);
    let foot = 2.0 * space::CONTROL_HEIGHT + 3.0 * space::SMALL;
    let height = (ui.available_height() - foot).max(2.0 * space::LIST_ROW);
    let mark = ctx.locale.text("weights-changed-mark");
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let list = ScrollArea::vertical().id_salt("weights").auto_shrink(false).max_height(height);
        list.show_rows(ui, space::LIST_ROW, rows.len(), |ui, shown| {
            if let Some(at) = reveal {
                let y = ui.max_rect().top() + (at as f32 - shown.start as f32) * space::LIST_ROW;
                let around = Rect::from_x_y_ranges(ui.max_rect().x_range(), y - space::LIST_ROW..=y + 2.0 * space::LIST_ROW);
                ui.scroll_to_rect(around, None);
            }
            for row in &rows[shown] {
                row_ui(ui, row, id, ctx.lab.document().changed_weights(), &mark, &mut picked);
            }
        });
    });
    if let Some(site) = picked {
        ctx.send(Command::Select(site));
    }
    ui.add_space(space::SMALL);
    foot_ui(ui, ctx);
}

fn filter_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut ListState) {
    ui.horizontal(|ui| {
        let name = ctx.locale.text("weights-filter");
        let label = ui.painter().layout_no_wrap(name.clone(), text::body(), palette(ui).text2).size().x;
        let width = ui.available_width() - label - ui.spacing().item_spacing.x;
        ui.add(TextField::new(&name, &mut state.filter, width).hint("W_Q"));
    });
}

impl ListState {
    /// The rows that the filter leaves.
    fn rows(&mut self, ctx: &Context<'_>) -> Rc<[Row]> {
        let key =
            RowsKey { prepared: Arc::clone(ctx.prepared()), language: ctx.locale.language(), filter: self.filter.trim().to_lowercase() };
        match &self.rows {
            Some((kept, rows)) if kept.same(&key) => Rc::clone(rows),
            _ => {
                let rows: Rc<[Row]> = make_rows(ctx, &key.filter).into();
                self.rows = Some((key, Rc::clone(&rows)));
                rows
            }
        }
    }
}

impl RowsKey {
    fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.prepared, &other.prepared) && self.language == other.language && self.filter == other.filter
    }
}

fn make_rows(ctx: &Context<'_>, filter: &str) -> Vec<Row> {
    let prepared = ctx.prepared();
    let query = Query::new(filter);
    // Weights of a sublayer stand together, also where the calculation reads another between them.
    let mut sublayers: Vec<(Scope, Vec<Row>)> = Vec::new();
    for (id, node) in prepared.graph.nodes().filter(|(id, _)| is_weight(prepared, *id)) {
        let scope = node.site.scope;
        let sign = describe::sign(prepared, id);
        let spoken = format!("{sign}, {}", describe::place(ctx.locale, scope));
        if !query.finds(&spoken, &node.site.to_string()) {
            continue;
        }
        let row = Row::Weight { id, site: node.site, sign, shape: numbers::shape(node.shape.rows, node.shape.columns), spoken };
        match sublayers.iter_mut().find(|(other, _)| *other == scope) {
            Some((_, rows)) => rows.push(row),
            None => sublayers.push((scope, vec![row])),
        }
    }
    let mut rows = Vec::new();
    let mut last = None;
    for (scope, weights) in sublayers {
        let block = Scope { part: None, ..scope };
        if block != Scope::default() && last != Some(block) {
            rows.push(Row::Block(describe::place(ctx.locale, block)));
        }
        last = Some(block);
        if scope.part.is_some() {
            rows.push(Row::Sublayer(describe::place(ctx.locale, Scope { stack: None, block: None, ..scope })));
        }
        rows.extend(weights);
    }
    rows
}

fn row_ui(ui: &mut Ui, row: &Row, chosen: NodeId, changed: &BTreeSet<Site>, changed_mark: &str, picked: &mut Option<Site>) {
    match row {
        Row::Block(block) => {
            ui.add_space(space::LIST_ROW - space::PROPERTY_ROW);
            section(ui, block);
        }
        Row::Sublayer(sublayer) => {
            ui.add_space(space::LIST_ROW - space::PROPERTY_ROW);
            ui.allocate_ui_with_layout(vec2(ui.available_width(), space::PROPERTY_ROW), Layout::left_to_right(Align::Center), |ui| {
                let name = RichText::new(sublayer).font(text::small()).color(palette(ui).text2);
                ui.add(Label::new(name).truncate());
            });
        }
        Row::Weight { id, site, sign, shape, spoken } => {
            let mark = changed.contains(site).then_some(changed_mark);
            ui.push_id(row_id(*id), |ui| {
                let response = ui.add(ListRow::new(sign, *id == chosen).sign().spoken(spoken).note(shape).mark(mark));
                if response.clicked() {
                    *picked = Some(*site);
                }
            });
        }
    }
}

fn row_id(id: NodeId) -> Id {
    Id::unique("weight").with(id.index())
}

/// The weight to which the arrow keys lead, as long as nothing else needs them.
fn keys(ui: &Ui, rows: &[Row], id: NodeId) -> Option<(Site, NodeId)> {
    if ui.egui_wants_keyboard_input() || ui.memory(|memory| memory.focused().is_some()) {
        return None;
    }
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let (up, down) = (pressed(Key::ArrowUp), pressed(Key::ArrowDown));
    if !up && !down {
        return None;
    }
    let weight = |row: &Row| match row {
        Row::Weight { id, site, .. } => Some((*site, *id)),
        Row::Block(_) | Row::Sublayer(_) => None,
    };
    let weights: Vec<(Site, NodeId)> = rows.iter().filter_map(weight).collect();
    let at = weights.iter().position(|(_, other)| *other == id);
    let next = match at {
        Some(at) if down => at + 1,
        Some(at) => at.checked_sub(1)?,
        None => 0,
    };
    weights.get(next).copied()
}

/// What concerns all weights: the seed, and the way back.
fn foot_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let mut seed = usize::try_from(ctx.lab.document().experiment().weights.seed).unwrap_or(usize::MAX);
    let name = ctx.locale.text("drawer-seed");
    let label = ui.painter().layout_no_wrap(name.clone(), text::body(), palette(ui).text2).size().x;
    let digits = ui.available_width() - label - space::SMALL - 2.0 * space::CONTROL_HEIGHT;
    let field = ui.add(IntegerField::new(&name, &mut seed, 0..=usize::MAX).digits(digits));
    if field.on_hover_text(ctx.locale.text("weights-seed-hint")).changed() {
        ctx.send(Command::Reseed(seed as u64));
    }
    let any = !ctx.lab.document().changed_weights().is_empty();
    let name = ctx.locale.text(match ctx.lab.document().origin() {
        Origin::Preset(_) | Origin::Exercise { .. } => "weights-all-preset",
        Origin::File(_) => "weights-all-file",
    });
    ui.with_layout(Layout::top_down_justified(Align::Min), |ui| {
        if ui.add_enabled(any, Button::secondary(&name)).clicked() {
            ctx.send(Command::RestoreAllWeights);
        }
    });
}
