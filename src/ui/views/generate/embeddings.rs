//! The vectors of the vocabulary: which point the same way, and where they lie.

use std::rc::Rc;
use std::sync::{Arc, Weak};

use eframe::egui::{Align, Layout, RichText, ScrollArea, Ui, Vec2, vec2};
use ndarray::Array2;

use super::GenerateState;
use super::inspector::beside;
use crate::experiment::{Outcome, Prepared};
use crate::graph::{Matrix, Quantity, Scope, Site, Stack};
use crate::lab::{Directions, Plane};
use crate::transformer::Feed;
use crate::transformer::tokenizer::{Tokenizer, TokenizerError};
use crate::ui::context::Context;
use crate::ui::controls::{Notice, Property, TextField, notice, properties, section, section_of_token, visible};
use crate::ui::numbers;
use crate::ui::panels::drawer::formula;
use crate::ui::refusal;
use crate::ui::theme::{CellSize, palette, space, text};
use crate::ui::widgets::{
    Bar, Bars, Cell, Cells, Colouring, GridState, Labels, Math, MatrixView, Scale, Scatter, ScatterPoint, Sizes, ValueLegend,
};

const TABLE: Site = Scope::stack(Stack::Vocabulary).at(Quantity::EmbeddingTable);
/// Tokens that are compared at a time, at most.
const MOST: usize = 48;
/// Bars of the nearest tokens.
const NEAREST: usize = 8;
/// From this width on the map and the plane stand beside each other.
const WIDE: f32 = 1000.0;
/// What the two need to be read.
const LEAST_MAP: f32 = 260.0;
const LEAST_PLANE: f32 = 200.0;
/// The plane is no higher than this part of its width.
const HIGHEST_PLANE: f32 = 0.8;
/// Decimals of angles.
const ANGLE: usize = 1;

/// What is kept between frames.
#[derive(Default)]
pub struct EmbeddingsState {
    typed: String,
    read: Option<Read>,
    compared: Option<Rc<Compared>>,
    /// Counts the comparisons, for pictures that are kept.
    revision: u64,
    pair: Option<Cell>,
    grid: GridState,
}

/// What was typed, as a tokenizer reads it.
struct Read {
    tokenizer: Arc<Tokenizer>,
    typed: String,
    /// Empty: the tokens that are there by themselves.
    tokens: Result<Vec<usize>, TokenizerError>,
}

/// Some rows of the table, compared.
struct Compared {
    /// The run that the rows were taken from.
    outcome: Weak<Outcome>,
    revision: u64,
    tokens: Vec<usize>,
    names: Vec<String>,
    /// The first two tokens of the input among them, or else the first two of all.
    first: Option<Cell>,
    directions: Directions,
    plane: Option<Plane>,
}

impl EmbeddingsState {
    /// The tokens that are typed, if they can be read with the vocabulary of the values shown.
    fn read(&mut self, tokenizer: &Arc<Tokenizer>) -> &Read {
        let known = self.read.take().filter(|read| Arc::ptr_eq(&read.tokenizer, tokenizer) && read.typed == self.typed);
        self.read.insert(known.unwrap_or_else(|| {
            let tokens = if self.typed.trim().is_empty() { Ok(Vec::new()) } else { tokenizer.encode(&self.typed).map(distinct) };
            Read { tokenizer: Arc::clone(tokenizer), typed: self.typed.clone(), tokens }
        }))
    }

    fn compared(&mut self, ctx: &Context<'_>) -> Option<Rc<Compared>> {
        let outcome = ctx.lab.outcome()?;
        let prepared = &outcome.prepared;
        let table = prepared.graph.find(TABLE)?;
        let tokens = match &self.read(prepared.tokenizer.as_ref()?).tokens {
            Ok(tokens) if !tokens.is_empty() => tokens.clone(),
            Ok(_) | Err(_) => usual(prepared),
        };
        let same = |known: &Rc<Compared>| std::ptr::eq(known.outcome.as_ptr(), Arc::as_ptr(outcome)) && known.tokens == tokens;
        if let Some(known) = self.compared.as_ref().filter(|known| same(known)) {
            return Some(Rc::clone(known));
        }
        self.grid = GridState::default();
        self.revision += 1;
        let compared = Compared::new(outcome, &outcome.values.matrix(table), tokens, self.revision);
        Some(Rc::clone(self.compared.insert(Rc::new(compared))))
    }

    /// The chosen pair; before one was chosen, the first two tokens of the input.
    fn pair(&self, compared: &Compared) -> Option<Cell> {
        let count = compared.tokens.len();
        self.pair.filter(|pair| pair.row < count && pair.column < count).or(compared.first)
    }
}

impl Compared {
    fn new(outcome: &Arc<Outcome>, table: &Matrix, tokens: Vec<usize>, revision: u64) -> Self {
        let prepared = &outcome.prepared;
        let width = table.shape().columns;
        let value = |(row, column): (usize, usize)| table.at(crate::graph::Cell::new(tokens[row], column));
        let rows = Array2::from_shape_fn((tokens.len(), width), value);
        let name = |&token: &usize| prepared.tokenizer.as_ref().and_then(|tokenizer| tokenizer.token(token)).map(visible);
        let names = tokens.iter().map(|token| name(token).unwrap_or_default()).collect();
        let place = |token: usize| tokens.iter().position(|&other| other == token);
        let mut places: Vec<usize> = of_input(prepared).into_iter().filter_map(place).chain(0..tokens.len()).collect();
        places.dedup();
        let first = match places[..] {
            [a, b, ..] => Some(Cell::new(a, b)),
            [a] => Some(Cell::new(a, a)),
            [] => None,
        };
        Self {
            outcome: Arc::downgrade(outcome),
            revision,
            first,
            names,
            directions: Directions::of(&rows),
            plane: Plane::of(&rows),
            tokens,
        }
    }
}

/// The whole vocabulary where it is small, else the tokens of the input and then the first ones.
fn usual(prepared: &Prepared) -> Vec<usize> {
    let all = prepared.tokenizer.as_ref().map_or(0, |tokenizer| tokenizer.vocabulary().len());
    if all <= MOST {
        return (0..all).collect();
    }
    let mut tokens = distinct(of_input(prepared).into_iter().chain(0..MOST));
    tokens.truncate(MOST / 2);
    tokens
}

/// The first ones of these that differ, as many as are compared.
fn distinct(ids: impl IntoIterator<Item = usize>) -> Vec<usize> {
    let mut distinct = Vec::new();
    for id in ids {
        if distinct.len() < MOST && !distinct.contains(&id) {
            distinct.push(id);
        }
    }
    distinct
}

fn of_input(prepared: &Prepared) -> Vec<usize> {
    let ids = |feed: &Option<Feed>| match feed {
        Some(Feed::Tokens(ids)) => ids.clone(),
        _ => Vec::new(),
    };
    [ids(&prepared.feeds.source), ids(&prepared.feeds.target)].concat()
}

/// Draws the panel at the left.
pub fn side_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut EmbeddingsState) {
    let p = palette(ui);
    let says = |ui: &mut Ui, sentence: String| {
        ui.label(RichText::new(sentence).font(text::small()).color(p.text3));
        ui.add_space(space::SMALL);
    };
    ScrollArea::vertical().id_salt("compared").auto_shrink(false).show(ui, |ui| {
        section(ui, &ctx.locale.text("embeddings-compared"));
        if let Some(tokenizer) = &ctx.prepared().tokenizer {
            let name = ctx.locale.text("embeddings-tokens");
            ui.label(RichText::new(&name).font(text::body()).color(p.text2));
            let width = ui.available_width();
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                let hint = ctx.locale.text("embeddings-hint");
                ui.add(TextField::new("", &mut state.typed, width).hint(&hint)).accessible_name(name);
            });
            if let Err(error) = &state.read(tokenizer).tokens {
                notice(ui, Notice::Wrong, &refusal::tokenizer(ctx.locale, error));
            }
            let all = tokenizer.vocabulary().len();
            let shown = state.compared.as_ref().map_or(0, |compared| compared.tokens.len());
            let counts = [("shown", numbers::count(shown as u64).into()), ("all", numbers::count(all as u64).into())];
            says(ui, ctx.locale.with("embeddings-count", &counts));
        }
        section(ui, &ctx.locale.text("embeddings-cosine"));
        formula(ui, ctx, Math::named("cosine"));
        says(ui, ctx.locale.text("embeddings-cosine-says"));
        section(ui, &ctx.locale.text("embeddings-plane"));
        formula(ui, ctx, Math::named("principal_components"));
        says(ui, ctx.locale.text("embeddings-plane-says"));
    });
}

/// Draws the map and the plane.
pub fn embeddings_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut GenerateState) {
    let Some(compared) = state.embeddings.compared(ctx) else {
        if ctx.prepared().graph.find(TABLE).is_some() {
            crate::ui::views::waiting_ui(ui, ctx);
        } else {
            super::missing::missing_ui(ui, ctx, &state.missing, &ctx.locale.text("embeddings-none"));
        }
        return;
    };
    let state = &mut state.embeddings;
    let wide = ui.available_width() >= WIDE;
    ScrollArea::vertical().id_salt("embeddings").auto_shrink(false).show(ui, |ui| {
        let all = ui.available_size();
        if wide {
            let map = vec2((all.x / 2.0).floor(), all.y.max(LEAST_MAP));
            let width = all.x - map.x - space::XL;
            let plane = vec2(width, map.y.min(width * HIGHEST_PLANE));
            ui.horizontal_top(|ui| {
                ui.allocate_ui_with_layout(map, Layout::top_down(Align::Min), |ui| map_ui(ui, ctx, &compared, state, map));
                ui.add_space(space::MEDIUM);
                ui.allocate_ui_with_layout(plane, Layout::top_down(Align::Min), |ui| plane_ui(ui, ctx, &compared, state, plane));
            });
        } else {
            let map = vec2(all.x, (all.y * 0.58).max(LEAST_MAP));
            let top = ui.cursor().top();
            map_ui(ui, ctx, &compared, state, map);
            ui.add_space(space::SMALL);
            let plane = vec2(all.x, (all.y - (ui.cursor().top() - top)).max(LEAST_PLANE));
            plane_ui(ui, ctx, &compared, state, plane);
        }
    });
}

fn map_ui(ui: &mut Ui, ctx: &Context<'_>, compared: &Compared, state: &mut EmbeddingsState, room: Vec2) {
    let names = &compared.names;
    let cosines = &compared.directions.cosines;
    let cells = Cells::new(names.len(), names.len(), |row, column| cosines[(row, column)]).revision(compared.revision);
    let colouring = Colouring { scale: Scale::Signed { limit: 1.0 }, map: ctx.map };
    let decimals = ctx.decimals();
    let digits = move |value: f64| numbers::fixed(value, decimals);
    let (name, part) = (ctx.locale.text("embeddings-map"), ctx.locale.text("grid-part"));
    let pair = state.pair(compared);
    let output = ui
        .allocate_ui(room, |ui| {
            let legend = space::CONTROL_HEIGHT + space::SMALL;
            MatrixView::new("cosines", "cos", cells)
                .row_labels(Labels::words(names))
                .column_labels(Labels::words(names))
                .colouring(colouring)
                .digits(digits)
                .chosen(pair)
                .spoken(&name)
                .map_name(&part)
                .sizes(Sizes { whole: CellSize::XS..=CellSize::L, part: CellSize::S, ..Sizes::default() })
                .show_within(ui, &mut state.grid, room - vec2(0.0, legend))
        })
        .inner;
    if let Some(cell) = output.chosen {
        state.pair = Some(cell);
    }
    ui.add_space(space::SMALL);
    ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
        ValueLegend::new(colouring, &ctx.locale.text("embeddings-legend"), &|value| numbers::fixed(value, 0)).show(ui);
    });
}

fn plane_ui(ui: &mut Ui, ctx: &Context<'_>, compared: &Compared, state: &mut EmbeddingsState, room: Vec2) {
    let Some(plane) = &compared.plane else {
        notice(ui, Notice::Hint, &ctx.locale.text("embeddings-no-plane"));
        return;
    };
    let points: Vec<ScatterPoint> =
        compared.names.iter().zip(&plane.points).map(|(name, &at)| ScatterPoint { name: name.clone(), at }).collect();
    let axis = |key: &str, share: f64| ctx.locale.with(key, &[("share", numbers::percent(share).into())]);
    let axes = [axis("embeddings-first", plane.shares[0]), axis("embeddings-second", plane.shares[1])];
    let pair = state.pair(compared);
    let chosen: Vec<usize> = pair.map_or_else(Vec::new, |pair| vec![pair.row, pair.column]);
    let name = ctx.locale.text("embeddings-scatter");
    let (_, clicked) = Scatter::new(&name, &points, [&axes[0], &axes[1]], &chosen).show(ui, room - vec2(0.0, space::XS));
    // The clicked token is compared with the one that was clicked before.
    if let Some(clicked) = clicked {
        state.pair = Some(Cell::new(pair.map_or(0, |pair| pair.column), clicked));
    }
}

/// The panel at the right: the chosen pair, and what is nearest to its first token.
pub fn inspector_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut EmbeddingsState) {
    ScrollArea::vertical().id_salt("pair").auto_shrink(false).show(ui, |ui| {
        let Some((compared, pair)) = state.compared(ctx).and_then(|compared| Some((Rc::clone(&compared), state.pair(&compared)?))) else {
            section(ui, &ctx.locale.text("embeddings-pair"));
            ui.label(RichText::new(ctx.locale.text("embeddings-pair-none")).font(text::body()).color(palette(ui).text2));
            return;
        };
        beside(
            ui,
            ctx,
            &mut [&mut |ui, ctx| pair_ui(ui, ctx, &compared, pair), &mut |ui, ctx| nearest_ui(ui, ctx, &compared, pair, state)],
        );
    });
}

fn pair_ui(ui: &mut Ui, ctx: &Context<'_>, compared: &Compared, pair: Cell) {
    section(ui, &ctx.locale.text("embeddings-pair"));
    let found = &compared.directions;
    let (a, b) = (pair.row, pair.column);
    let angle = numbers::fixed(found.angle(a, b), ANGLE);
    let pair = format!("{} ↔ {}   {angle}°", compared.names[a], compared.names[b]);
    ui.label(RichText::new(pair).font(text::answer()).color(palette(ui).text));
    ui.add_space(space::XS);
    let rows = [
        (ctx.locale.text("embeddings-pair-cosine"), numbers::exact(found.cosines[(a, b)])),
        (ctx.locale.text("embeddings-pair-angle"), format!("{}°", numbers::exact(found.angle(a, b)))),
        ("a·b".to_owned(), numbers::exact(found.products[(a, b)])),
        (format!("‖{}‖", compared.names[a]), numbers::exact(found.norms[a])),
        (format!("‖{}‖", compared.names[b]), numbers::exact(found.norms[b])),
    ];
    let rows: Vec<Property<'_>> = rows.iter().map(|(name, value)| Property::number(name, value)).collect();
    properties(ui, &rows);
    if found.cosines[(a, b)].is_nan() {
        notice(ui, Notice::Hint, &ctx.locale.text("embeddings-zero"));
    }
    ui.add_space(space::LARGE);
}

fn nearest_ui(ui: &mut Ui, ctx: &Context<'_>, compared: &Compared, pair: Cell, state: &mut EmbeddingsState) {
    let found = &compared.directions;
    let (a, b) = (pair.row, pair.column);
    let token = &compared.names[a];
    section_of_token(ui, &ctx.locale.with("embeddings-nearest", &[("token", token.clone().into())]), token);
    let nearest: Vec<usize> = found.nearest(a).into_iter().take(NEAREST).collect();
    let bars: Vec<Bar> =
        nearest.iter().map(|&other| Bar { name: compared.names[other].clone(), value: Some(found.cosines[(a, other)]) }).collect();
    let decimals = ctx.decimals();
    let digits = move |value: f64| numbers::fixed(value, decimals);
    let name = ctx.locale.text("embeddings-nearest-bars");
    let chosen = nearest.iter().position(|&other| other == b);
    let output = Bars::new(&name, &bars, ctx.signed(1.0), &digits, numbers::MASKED).chosen(chosen).show(ui);
    if let Some(&other) = output.clicked.and_then(|bar| nearest.get(bar)) {
        state.pair = Some(Cell::new(a, other));
    }
}
