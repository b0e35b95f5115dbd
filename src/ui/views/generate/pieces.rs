//! How text is cut into tokens: any text, the merges of byte-pair encoding, and a word on its way through them.

use std::sync::Arc;

use eframe::egui::{Align2, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use super::GenerateState;
use super::inspector::beside;
use crate::experiment::{Experiment, Sequence};
use crate::transformer::tokenizer::{BytePair, END_OF_WORD, Tokenizer, TokenizerConfig, TokenizerError};
use crate::ui::context::Context;
use crate::ui::controls::{
    IntegerSlider, ListRow, Notice, Property, TextField, TokenChip, line, notice, properties, prose, section, visible,
};
use crate::ui::numbers;
use crate::ui::refusal;
use crate::ui::theme::{palette, space, text};
use crate::ui::widgets::word_flow;

/// A text longer than this is cut, but shown up to here.
const MOST: usize = 400;
/// Training words that are shown, at most.
const WORDS: usize = 200;
/// For the names of the steps of a word.
const NAMES: f32 = 136.0;

/// What is kept between frames.
#[derive(Default)]
pub struct PiecesState {
    /// The text of the experiment that was taken over.
    from: Option<String>,
    text: String,
    /// Which word of the text is followed through the merges.
    word: usize,
    /// After so many merges the training words are shown; none: after all.
    merges: Option<usize>,
    cut: Option<Cut>,
    trained: Option<Trained>,
}

/// A text that was cut into tokens.
struct Cut {
    tokenizer: Arc<Tokenizer>,
    text: String,
    ids: Result<Vec<usize>, TokenizerError>,
}

/// The training words after some merges: how often each occurs, and its symbols.
struct Trained {
    tokenizer: Arc<Tokenizer>,
    merges: usize,
    words: Vec<(usize, Vec<String>)>,
    /// Symbols of the whole text.
    total: usize,
}

impl PiecesState {
    /// Takes over the text of the experiment when it is another.
    fn follow(&mut self, experiment: &Experiment) {
        let written = |sequence: &Option<Sequence>| match sequence {
            Some(Sequence::Text(text)) => Some(text.clone()),
            Some(Sequence::Tokens(tokens)) => Some(tokens.join(" ")),
            Some(Sequence::Vectors { .. } | Sequence::Length(_)) | None => None,
        };
        let text = written(&experiment.input.source).or_else(|| written(&experiment.input.target)).unwrap_or_default();
        if self.from.as_ref() != Some(&text) {
            *self = Self { from: Some(text.clone()), text, ..Self::default() };
        }
    }

    fn cut(&mut self, tokenizer: &Arc<Tokenizer>) -> &Cut {
        let known = self.cut.take().filter(|cut| Arc::ptr_eq(&cut.tokenizer, tokenizer) && cut.text == self.text);
        self.cut.insert(known.unwrap_or_else(|| Cut {
            tokenizer: Arc::clone(tokenizer),
            ids: tokenizer.encode(&self.text),
            text: self.text.clone(),
        }))
    }

    fn trained(&mut self, tokenizer: &Arc<Tokenizer>, byte_pair: &BytePair, merges: usize) -> &Trained {
        let known = self.trained.take().filter(|known| Arc::ptr_eq(&known.tokenizer, tokenizer) && known.merges == merges);
        self.trained.insert(known.unwrap_or_else(|| {
            let words = byte_pair.words_after(merges);
            let total = words.iter().map(|word| word.count * word.symbols().count()).sum();
            let shown = words.iter().take(WORDS).map(|word| (word.count, word.symbols().map(visible).collect()));
            Trained { tokenizer: Arc::clone(tokenizer), merges, words: shown.collect(), total }
        }))
    }
}

/// Draws the panel at the left: how the tokenizer cuts, and the merges that it has learned.
pub fn side_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut PiecesState) {
    let prepared = ctx.lab.prepared();
    let Some(tokenizer) = &prepared.tokenizer else { return };
    let p = palette(ui);
    section(ui, &ctx.locale.text("pieces-how"));
    let says = match prepared.experiment.tokenizer {
        TokenizerConfig::Words => "pieces-words",
        TokenizerConfig::Characters => "pieces-characters",
        TokenizerConfig::BytePair { .. } => "pieces-byte-pair",
    };
    ui.label(RichText::new(ctx.locale.text(says)).font(text::body()).color(p.text2));
    ui.add_space(space::MEDIUM);
    if let Some(byte_pair) = tokenizer.byte_pair() {
        let count = byte_pair.merges().len();
        section(ui, &ctx.locale.with("pieces-merges", &[("count", count.to_string().into())]));
        merges_ui(ui, byte_pair, state);
    }
}

/// The merges in order; a click shows the training words after that many.
fn merges_ui(ui: &mut Ui, byte_pair: &BytePair, state: &mut PiecesState) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let merges = byte_pair.merges();
    let now = state.merges.unwrap_or(merges.len());
    ScrollArea::vertical().id_salt("merges").auto_shrink(false).show_rows(ui, space::LIST_ROW, merges.len(), |ui, rows| {
        for (index, merge) in merges.iter().enumerate().take(rows.end).skip(rows.start) {
            let pair = format!("{} + {} → {}", visible(&merge.left), visible(&merge.right), visible(&merge.symbol()));
            let count = format!("{}×", merge.count);
            let row = ListRow::new(&pair, now == index + 1).number(index + 1).note(&count).ahead(index >= now);
            if ui.add(row).clicked() {
                state.merges = Some(index + 1);
            }
        }
    });
}

/// Draws the text, its tokens, and the way to them.
pub fn pieces_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut GenerateState) {
    let prepared = ctx.lab.prepared().clone();
    let Some(tokenizer) = &prepared.tokenizer else {
        super::missing::missing_ui(ui, ctx, &state.missing, &ctx.locale.text("pieces-none"));
        return;
    };
    let GenerateState { pieces: state, missing, .. } = state;
    state.follow(&prepared.experiment);
    let p = palette(ui);
    let name = ctx.locale.text("pieces-text");
    ui.label(RichText::new(&name).font(text::body()).color(p.text2));
    let width = ui.available_width();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add(TextField::new("", &mut state.text, width)).accessible_name(name);
    });
    ui.add_space(space::SMALL);
    ScrollArea::vertical().id_salt("pieces").auto_shrink(false).show(ui, |ui| {
        tokens_ui(ui, ctx, state.cut(tokenizer));
        if let Some(byte_pair) = tokenizer.byte_pair() {
            ui.add_space(space::LARGE);
            word_ui(ui, ctx, byte_pair, state);
            ui.add_space(space::LARGE);
            training_ui(ui, ctx, tokenizer, byte_pair, state);
        } else {
            ui.add_space(space::LARGE);
            super::missing::byte_pair_ui(ui, ctx, missing);
        }
    });
}

/// The tokens of the text with their ids, or why it has none.
fn tokens_ui(ui: &mut Ui, ctx: &Context<'_>, cut: &Cut) {
    let p = palette(ui);
    match &cut.ids {
        Ok(ids) => {
            let counts = [("tokens", ids.len().to_string().into()), ("characters", cut.text.chars().count().to_string().into())];
            section(ui, &ctx.locale.with("pieces-tokens", &counts));
            ui.horizontal_wrapped(|ui| {
                for &id in ids.iter().take(MOST) {
                    ui.add(TokenChip::new(id, cut.tokenizer.token(id).unwrap_or_default(), false));
                }
                if ids.len() > MOST {
                    let more = (ids.len() - MOST).to_string();
                    ui.label(RichText::new(ctx.locale.with("strip-more", &[("count", more.into())])).font(text::small()).color(p.text3));
                }
            });
            ui.label(RichText::new(ctx.locale.text("pieces-ids")).font(text::small()).color(p.text3));
        }
        Err(error) => {
            section(ui, &ctx.locale.text("pieces-refused"));
            notice(ui, Notice::Wrong, &refusal::tokenizer(ctx.locale, error));
        }
    }
}

/// A word of the text, from its characters through the merges that find a pair in it.
fn word_ui(ui: &mut Ui, ctx: &Context<'_>, byte_pair: &BytePair, state: &mut PiecesState) {
    section(ui, &ctx.locale.text("pieces-word"));
    let words: Vec<&str> = state.text.split_whitespace().take(MOST).collect();
    let Some(last) = words.len().checked_sub(1) else { return };
    state.word = state.word.min(last);
    let mut chosen = state.word;
    ui.horizontal_wrapped(|ui| {
        for (index, word) in words.iter().enumerate() {
            if ui.add(TokenChip::new(index, word, index == chosen)).clicked() {
                chosen = index;
            }
        }
    });
    ui.add_space(space::SMALL);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        for split in byte_pair.splits(words[state.word]) {
            let (number, name) = match split.merge.and_then(|merge| Some((merge + 1, byte_pair.merges().get(merge)?))) {
                Some((number, merge)) => (number.to_string(), format!("{} + {}", visible(&merge.left), visible(&merge.right))),
                None => (String::new(), ctx.locale.text("pieces-characters-first")),
            };
            let symbols: Vec<String> = split.symbols.iter().map(|symbol| visible(symbol)).collect();
            split_ui(ui, &number, &name, NAMES, &symbols);
        }
    });
    state.word = chosen;
}

/// A line of symbols after a number and a name that has `names` points.
fn split_ui(ui: &mut Ui, number: &str, name: &str, names: f32, symbols: &[String]) {
    let p = palette(ui);
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, space::PROPERTY_ROW), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{number} {name}: {}", symbols.join(" "))));
    if !ui.is_rect_visible(rect) {
        return;
    }
    let end = rect.left_center() + vec2(space::XL, 0.0);
    ui.painter().text(end, Align2::RIGHT_CENTER, number, text::digits(), p.text3);
    let room = rect.with_min_x(end.x + space::MEDIUM).with_max_x(end.x + names);
    let name = line(ui, name, text::body(), p.text2, room.width());
    ui.painter().galley(pos2(room.left(), room.center().y - name.size().y / 2.0), name, p.text2);
    word_flow(ui, rect.with_min_x(end.x + space::MEDIUM + names), symbols);
}

/// The words that the merges were learned from, as they stood after some of them.
fn training_ui(ui: &mut Ui, ctx: &Context<'_>, tokenizer: &Arc<Tokenizer>, byte_pair: &BytePair, state: &mut PiecesState) {
    section(ui, &ctx.locale.text("pieces-training"));
    let all = byte_pair.merges().len();
    let before = state.merges.unwrap_or(all).min(all);
    let mut merges = before;
    ui.horizontal(|ui| ui.add(IntegerSlider::new(&ctx.locale.text("pieces-after"), &mut merges, 0..=all)));
    if merges != before {
        state.merges = Some(merges);
    }
    let trained = state.trained(tokenizer, byte_pair, merges);
    prose(ui, &ctx.locale.with("pieces-symbols", &[("count", numbers::count(trained.total as u64).into())]));
    ui.spacing_mut().item_spacing.y = space::XS;
    for (count, symbols) in &trained.words {
        split_ui(ui, &format!("{count}×"), "", 0.0, symbols);
    }
}

/// The panel at the right: every token of the vocabulary with its id, and those that have a task of their own.
pub fn inspector_ui(ui: &mut Ui, ctx: &mut Context<'_>) {
    let Some(tokenizer) = ctx.lab.prepared().tokenizer.clone() else {
        section(ui, &ctx.locale.text("pieces-vocabulary"));
        return;
    };
    beside(ui, ctx, &mut [&mut |ui, ctx| roles_ui(ui, ctx, &tokenizer), &mut |ui, _| list_ui(ui, &tokenizer)]);
}

/// How many tokens there are, and which have a task of their own.
fn roles_ui(ui: &mut Ui, ctx: &Context<'_>, tokenizer: &Tokenizer) {
    let vocabulary = tokenizer.vocabulary();
    section(ui, &ctx.locale.text("pieces-vocabulary"));
    let special = vocabulary.special();
    let roles = [
        ("pieces-start", &special.start),
        ("pieces-end", &special.end),
        ("pieces-padding", &special.padding),
        ("pieces-unknown", &special.unknown),
    ];
    let mut rows = vec![(ctx.locale.text("pieces-count"), numbers::count(vocabulary.len() as u64))];
    rows.extend(roles.into_iter().filter_map(|(key, token)| Some((ctx.locale.text(key), visible(token.as_ref()?)))));
    if tokenizer.byte_pair().is_some() {
        rows.push((ctx.locale.text("pieces-end-of-word"), END_OF_WORD.to_owned()));
    }
    let rows: Vec<Property<'_>> = rows.iter().map(|(name, value)| Property::text(name, value)).collect();
    properties(ui, &rows);
    ui.add_space(space::SMALL);
}

/// All tokens with their ids.
fn list_ui(ui: &mut Ui, tokenizer: &Tokenizer) {
    let p = palette(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    let tokens = tokenizer.vocabulary().tokens();
    ScrollArea::vertical().id_salt("tokens").auto_shrink(false).show_rows(ui, space::PROPERTY_ROW, tokens.len(), |ui, rows| {
        for (id, token) in tokens.iter().enumerate().take(rows.end).skip(rows.start) {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), space::PROPERTY_ROW), Sense::hover());
            let token = visible(token);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{id} {token}")));
            let number = rect.left_center() + vec2(space::XXL, 0.0);
            ui.painter().text(number, Align2::RIGHT_CENTER, id.to_string(), text::digits(), p.text3);
            ui.painter().text(number + vec2(space::MEDIUM, 0.0), Align2::LEFT_CENTER, token, text::body(), p.text);
        }
    });
}
