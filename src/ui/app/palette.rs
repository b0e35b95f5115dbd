//! The palette: anything by its name — actions, presets, recent files, and every value of the model by its site.

use eframe::egui::{Key, Modal, Modifiers, RichText, ScrollArea, Ui, vec2};

use super::{Action, Id, frame};
use crate::experiment::{exercises, presets};
use crate::graph::{Cell, Leaf, Op};
use crate::lab::Sought;
use crate::ui::context::Context;
use crate::ui::controls::{ListRow, TextField};
use crate::ui::describe;
use crate::ui::numbers;
use crate::ui::search::Query;
use crate::ui::theme::{palette, space, text};
use crate::ui::views::View;

/// Rows that are shown, at most.
const ROWS: usize = 60;
const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 420.0;
/// Room for the title and the field above the list.
const AROUND: f32 = 112.0;

/// The palette while it is open.
pub struct PaletteState {
    entries: Vec<Entry>,
    /// Where the number stands that is looked for.
    numbers: Vec<Entry>,
    query: String,
    chosen: usize,
}

struct Entry {
    name: String,
    note: String,
    /// Where it belongs, for what is there several times.
    place: String,
    action: Action,
}

impl Entry {
    fn new(name: String, note: String, action: Action) -> Self {
        Self { name, note, place: String::new(), action }
    }

    /// What it is and where, in the words of the window.
    fn shown(&self) -> String {
        if self.place.is_empty() { self.name.clone() } else { format!("{} · {}", self.name, self.place) }
    }

    /// Whether it opens something else than what is open.
    fn leaves(&self) -> bool {
        matches!(self.action, Action::OpenPreset(_) | Action::OpenExercise(_) | Action::OpenFile(_))
    }

    fn answers(&self, query: &Query) -> bool {
        match &self.action {
            Action::Show(..) => query.finds(&self.shown(), &self.note),
            _ => query.finds(&format!("{} {}", self.name, self.note), ""),
        }
    }
}

impl PaletteState {
    /// All that can be found from here.
    pub fn new(ui: &Ui, ctx: &Context<'_>) -> Self {
        let mut entries: Vec<Entry> = Action::all()
            .into_iter()
            .filter(|action| *action != Action::Palette && !matches!(action, Action::View(view) if ctx.hides(*view)))
            .map(|action| Entry::new(in_full(ctx, &action), action.shortcut_text(ui.ctx(), ctx.locale).unwrap_or_default(), action))
            .collect();
        for preset in presets() {
            let title = preset.experiment().map_or_else(|_| preset.name.to_owned(), |experiment| ctx.title(&experiment));
            entries.push(Entry::new(title, ctx.locale.text("palette-preset"), Action::OpenPreset(preset.name)));
        }
        for file in exercises::exercises() {
            let title = ctx.say(&file.exercise.title);
            entries.push(Entry::new(title, ctx.locale.text("palette-exercise"), Action::OpenExercise(file.name.clone())));
        }
        for path in &ctx.settings.recent {
            let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
            entries.push(Entry::new(name, ctx.locale.text("palette-recent"), Action::OpenFile(path.clone())));
        }
        let prepared = ctx.prepared();
        let values = prepared.graph.nodes().filter(|_| !ctx.hides(View::Steps));
        for (id, node) in values {
            if matches!(node.op, Op::Leaf(Leaf::Input(_) | Leaf::Constant(_))) {
                continue;
            }
            let place = describe::place(ctx.locale, node.site.scope);
            let entry =
                Entry::new(describe::name(ctx.locale, prepared, id), node.site.to_string(), Action::Show(node.site, Cell::new(0, 0)));
            entries.push(Entry { place, ..entry });
        }
        Self { entries, numbers: Vec::new(), query: String::new(), chosen: 0 }
    }

    /// What answers the query: those that begin with it first, and before others what stays in this experiment. A number is looked
    /// for among all values.
    fn found(&self) -> Vec<&Entry> {
        if Sought::parse(&self.query).is_some() {
            return self.numbers.iter().collect();
        }
        let query = Query::new(&self.query);
        let mut found: Vec<&Entry> = self.entries.iter().filter(|entry| entry.answers(&query)).collect();
        found.sort_by_key(|entry| (!query.begins(&entry.name), entry.leaves()));
        found.truncate(ROWS);
        found
    }

    /// Looks for the number that is typed, if it is one.
    fn look_for_number(&mut self, ctx: &Context<'_>) {
        self.numbers.clear();
        let Some(sought) = Sought::parse(&self.query).filter(|_| !ctx.hides(View::Steps)) else { return };
        let Some(outcome) = ctx.lab.outcome() else { return };
        let prepared = &outcome.prepared;
        self.numbers.extend(sought.places(outcome, ROWS).into_iter().map(|(id, cell, number)| {
            let site = prepared.graph.node(id).site;
            let name = format!("{} {cell} = {}", describe::name(ctx.locale, prepared, id), numbers::exact(number));
            Entry { place: describe::place(ctx.locale, site.scope), ..Entry::new(name, site.to_string(), Action::Show(site, cell)) }
        }));
    }
}

/// The name of an action outside its menu.
fn in_full(ctx: &Context<'_>, action: &Action) -> String {
    let name = action.name(ctx.locale);
    match action {
        Action::TakeAway(_) => ctx.locale.with("takeaway-named", &[("what", name.into())]),
        _ => name,
    }
}

/// Draws the palette; what was chosen in it, and whether it stays open.
pub fn palette_ui(ui: &mut Ui, ctx: &Context<'_>, state: &mut PaletteState) -> (Option<Action>, bool) {
    let mut picked = None;
    let modal = Modal::new(Id::unique("palette")).frame(frame::over(ui)).show(ui.ctx(), |ui| {
        let room = frame::room_over(ui, vec2(WIDTH, HEIGHT + AROUND));
        ui.set_width(room.x);
        let moved = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (down, up, enter) = (moved(Key::ArrowDown), moved(Key::ArrowUp), moved(Key::Enter));
        ui.label(RichText::new(ctx.locale.text("palette-title")).font(text::title()).color(palette(ui).text));
        let address = Query::new(&state.query).counts_from_zero() && Sought::parse(&state.query).is_none();
        let hint = if address { "search-from-zero" } else { "palette-hint" };
        ui.label(RichText::new(ctx.locale.text(hint)).font(text::body()).color(palette(ui).text2));
        let name = ctx.locale.text("palette-field");
        let field = ui.horizontal(|ui| ui.add(TextField::new(&name, &mut state.query, room.x - space::INSPECTOR / 3.0))).inner;
        if field.changed() {
            state.chosen = 0;
            state.look_for_number(ctx);
        }
        field.request_focus();
        ui.add_space(space::XS);
        let found = state.found();
        let last = found.len().saturating_sub(1);
        let chosen = if down { state.chosen + 1 } else { state.chosen.saturating_sub(usize::from(up)) }.min(last);
        ScrollArea::vertical().auto_shrink(false).max_height(room.y - AROUND).min_scrolled_height(room.y - AROUND).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            if found.is_empty() {
                ui.label(RichText::new(ctx.locale.text("palette-nothing")).font(text::body()).color(palette(ui).text2));
            }
            for (index, entry) in found.iter().enumerate() {
                let row = ui.add(ListRow::new(&entry.shown(), index == chosen).note(&entry.note));
                let row = if matches!(entry.action, Action::Show(..)) { row.on_hover_text(ctx.locale.text("address-hint")) } else { row };
                if (down || up) && index == chosen {
                    row.scroll_to_me(None);
                }
                if row.clicked() || (enter && index == chosen) {
                    picked = Some(entry.action.clone());
                }
            }
        });
        state.chosen = chosen;
    });
    let open = picked.is_none() && !modal.should_close();
    (picked, open)
}
