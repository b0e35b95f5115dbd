//! The list at the left: exercises by topic, and how far one is with each.

use std::collections::HashSet;
use std::sync::Arc;

use eframe::egui::{RichText, ScrollArea, Ui};

use super::ExercisesState;
use crate::experiment::exercises::{ExerciseFile, Standing, Topic};
use crate::ui::context::Context;
use crate::ui::controls::{ListRow, TextField};
use crate::ui::theme::{palette, space, text};

/// What the list keeps between frames.
pub struct ListState {
    /// What is looked for.
    filter: String,
    /// Topics whose exercises are shown.
    open: HashSet<Topic>,
}

impl Default for ListState {
    fn default() -> Self {
        Self { filter: String::new(), open: HashSet::from([Topic::ALL[0]]) }
    }
}

impl ListState {
    /// Shows the exercises of a topic.
    pub fn reveal(&mut self, topic: Topic) {
        self.open.insert(topic);
    }
}

/// Draws the list; whether an exercise was chosen.
pub fn list_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &mut ExercisesState) -> bool {
    let mut clicked = false;
    let width = ui.available_width();
    let hint = ctx.locale.text("exercises-find-hint");
    ui.add(TextField::new("", &mut state.list.filter, width).hint(&hint)).accessible_name(ctx.locale.text("exercises-find"));
    let all: Vec<Arc<ExerciseFile>> = state.all().cloned().collect();
    let count = |standing| all.iter().filter(|file| state.progress.standing(&file.name) == standing).count().to_string();
    let counts =
        [("solved", count(Standing::Solved).into()), ("tried", count(Standing::Tried).into()), ("all", all.len().to_string().into())];
    ui.label(RichText::new(ctx.locale.with("exercises-solved-of", &counts)).font(text::small()).color(palette(ui).text3));
    ui.add_space(space::XS);
    ui.spacing_mut().item_spacing.y = 0.0;
    let wanted = state.list.filter.to_lowercase();
    let words: Vec<&str> = wanted.split_whitespace().collect();
    ScrollArea::vertical().id_salt("exercises").auto_shrink(false).show(ui, |ui| {
        for topic in Topic::ALL {
            let name = ctx.locale.text(topic_key(topic));
            let title = |file: &ExerciseFile| super::say(ctx, &file.exercise.title);
            let found = |file: &&Arc<ExerciseFile>| {
                let own = format!("{} {name} {}", title(file), file.name).to_lowercase();
                // The one that is open is shown, whatever is looked for.
                file.exercise.topic == topic && (words.iter().all(|word| own.contains(word)) || is_open(ctx, file))
            };
            let files: Vec<&Arc<ExerciseFile>> = all.iter().filter(found).collect();
            if files.is_empty() {
                continue;
            }
            let solved = files.iter().filter(|file| state.progress.standing(&file.name) == Standing::Solved).count();
            let open = !words.is_empty() || state.list.open.contains(&topic);
            if ui.add(ListRow::new(&name, false).heading(open).note(&format!("{solved}/{}", files.len()))).clicked()
                && !state.list.open.remove(&topic)
            {
                state.list.open.insert(topic);
            }
            if open {
                for file in files {
                    clicked |= row_ui(ui, ctx, state, file);
                }
            }
        }
    });
    clicked
}

fn is_open(ctx: &Context<'_>, file: &ExerciseFile) -> bool {
    ctx.lab.document().open_exercise().is_some_and(|open| open.variant.file.name == file.name)
}

fn row_ui(ui: &mut Ui, ctx: &mut Context<'_>, state: &ExercisesState, file: &Arc<ExerciseFile>) -> bool {
    let chosen = is_open(ctx, file);
    let standing = state.progress.standing(&file.name);
    let (sign, said) = match standing {
        Standing::NotTried => ("", "exercises-not-tried"),
        Standing::Tried => ("○", "exercises-tried"),
        Standing::Solved => ("✓", "exercises-solved"),
    };
    let title = super::say(ctx, &file.exercise.title);
    let row = ui.add(ListRow::new(&title, chosen).depth(1).note(sign));
    let row = row.on_hover_text(format!("{title}\n{}", ctx.locale.text(said)));
    if row.clicked() && !chosen {
        let number = state.progress.of(&file.name).map_or(0, |record| record.variant);
        super::open(ctx, file, number);
    }
    row.clicked()
}

fn topic_key(topic: Topic) -> &'static str {
    match topic {
        Topic::Tokens => "topic-tokens",
        Topic::Positions => "topic-positions",
        Topic::Projections => "topic-projections",
        Topic::Scores => "topic-scores",
        Topic::Scaling => "topic-scaling",
        Topic::Softmax => "topic-softmax",
        Topic::Masks => "topic-masks",
        Topic::Heads => "topic-heads",
        Topic::FeedForward => "topic-feed-forward",
        Topic::Residual => "topic-residual",
        Topic::Norms => "topic-norms",
        Topic::Decoder => "topic-decoder",
        Topic::CrossAttention => "topic-cross-attention",
        Topic::Decoding => "topic-decoding",
        Topic::Parameters => "topic-parameters",
        Topic::Cost => "topic-cost",
        Topic::Errors => "topic-errors",
    }
}
