//! What the window says of its state, and what lies over it until it is dealt with.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use std::path::PathBuf;

use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Role, pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use transformer_lab::experiment::{Experiment, Input, Sequence, Table};
use transformer_lab::graph::Cell;
use transformer_lab::lab::{Attention, Command, Lab, Origin};
use transformer_lab::transformer::decoding::{DecodingConfig, Strategy};
use transformer_lab::transformer::tokenizer::{TokenizerConfig, VocabularyConfig};
use transformer_lab::transformer::{Mask, Masks};
use transformer_lab::ui::app::{Action, App, Dialog, Dialogs, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::views::View;

const ENCODER: &str = "hello-world-encoder-30";

fn settings() -> Settings {
    Settings::plain(Language::English, ThemeChoice::Light, View::Steps)
}

fn window(app: App) -> support::Acting {
    let mut harness = support::acting(app, [1500.0, 800.0]);
    settle(&mut harness);
    harness
}

fn plain(preset: &'static str) -> support::Acting {
    window(App::new(support::opened(preset), settings()))
}

fn settle(harness: &mut support::Acting) {
    harness.run_steps(3);
    harness.state_mut().0.finish();
    harness.run_steps(3);
}

fn act(harness: &mut support::Acting, action: Action) {
    harness.state_mut().1 = Some(action);
    settle(harness);
}

fn carry_out(harness: &mut support::Acting, command: Command) {
    harness.state_mut().0.carry_out(command);
    settle(harness);
}

fn click(harness: &mut support::Acting, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).click();
    settle(harness);
}

fn click_at(harness: &mut support::Acting, pos: Pos2) {
    let button = |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    for event in [Event::PointerMoved(pos), button(true), button(false)] {
        harness.input_mut().events.push(event);
        harness.step();
    }
    settle(harness);
}

fn lab(harness: &support::Acting) -> &Lab {
    harness.state().0.lab()
}

fn says(harness: &support::Acting, part: &str) -> bool {
    harness.query_all_by_label_contains(part).next().is_some()
}

/// A weight that much depends on, far from what it was.
fn spoil(harness: &mut support::Acting) {
    carry_out(harness, Command::SetWeight("encoder.0.self_attention.w_q".parse().unwrap(), Cell::new(0, 0), 900.0));
}

#[test]
fn the_checks_are_counted_in_words_and_each_leads_to_its_place() {
    let mut harness = plain(ENCODER);
    let all = lab(&harness).checks().len();
    assert!(says(&harness, &format!("Checks: {all} of {all} expected values come out")));
    spoil(&mut harness);
    let failed: Vec<_> = lab(&harness).checks().iter().filter(|check| !check.passed()).cloned().collect();
    assert!(!failed.is_empty() && failed.len() < all, "{failed:?}");
    click(&mut harness, &format!("Checks: {} of {all} expected values come out", all - failed.len()));
    // The list has every check, those that fail first.
    let rows: Vec<String> = (harness.query_all_by_role(Role::Button))
        .filter_map(|node| node.accesskit_node().label())
        .filter(|label| label.starts_with("✕ ") || label.starts_with("✓ "))
        .collect();
    assert!(rows.len() >= all.min(8), "{rows:?}");
    let site = failed[0].site.unwrap();
    let first = rows.first().unwrap().clone();
    assert!(
        first.starts_with("✕ Encoder · Block 1 · Self-attention · Head 1 · Q of the head: values · cell ")
            && first.contains("expected ")
            && first.contains(", got "),
        "{first}"
    );
    act(&mut harness, Action::View(View::Flow));
    click(&mut harness, &first);
    assert_eq!(harness.state().0.settings().view, View::Steps);
    assert_eq!(lab(&harness).selection().site, Some(site));
    assert!(lab(&harness).selection().cell.is_some());
}

#[test]
fn the_hint_of_the_checks_has_three_lines_at_most() {
    let mut harness = plain(ENCODER);
    spoil(&mut harness);
    harness.get_by_label_contains("Checks: ").hover();
    harness.run_steps(8);
    let told = harness.get_by_label_contains("expected values fail.");
    let told = told.value().unwrap();
    assert!(told.lines().count() <= 3 && told.lines().all(|line| line.chars().count() <= 40), "{told}");
}

/// The sentence of something that was done goes by itself; a refusal stays until something else is done.
#[test]
fn what_was_done_is_said_for_some_seconds_and_a_refusal_until_the_next_change() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = plain(ENCODER);
    carry_out(&mut harness, Command::Save(folder.path().join("mine.ron")));
    assert!(says(&harness, "Saved in "));
    // A step of the test is a quarter of a second.
    harness.run_steps(24);
    assert!(!says(&harness, "Saved in "));

    carry_out(&mut harness, Command::Save(folder.path().join("mine.ron")));
    spoil(&mut harness);
    assert!(!says(&harness, "Saved in "));

    carry_out(&mut harness, Command::Open(folder.path().join("not there.ron")));
    harness.run_steps(60);
    assert!(says(&harness, "there is no such file"));
    act(&mut harness, Action::Undo);
    assert!(!says(&harness, "there is no such file"));
}

#[test]
fn a_refusal_and_a_warning_are_both_seen_and_the_refusal_is_closed_by_a_button() {
    let mut harness = plain(ENCODER);
    carry_out(&mut harness, Command::SetWeight("encoder.0.self_attention.w_q".parse().unwrap(), Cell::new(0, 0), f64::NAN));
    assert!(says(&harness, "First NaN: Encoder · Block 1 · Self-attention"));
    carry_out(&mut harness, Command::Open("not there.ron".into()));
    assert!(says(&harness, "there is no such file") && says(&harness, "First NaN: Encoder · Block 1 · Self-attention"));
    let close = harness.get_by_role_and_label(Role::Button, "Close this message").rect();
    assert!(close.width() >= 24.0 && close.height() >= 24.0, "{close}");
    click(&mut harness, "Close this message");
    assert!(!says(&harness, "there is no such file") && says(&harness, "First NaN: Encoder · Block 1 · Self-attention"));
}

#[test]
fn a_long_refusal_is_told_in_full_by_a_click_and_goes_with_the_next_deed() {
    let mut harness = plain(ENCODER);
    let told = |harness: &support::Acting| harness.query_all_by_label_contains("there is no such file").count();
    let name = format!("{}.ron", "a long name ".repeat(16));
    carry_out(&mut harness, Command::Open(name.clone().into()));
    assert_eq!(told(&harness), 1);
    harness.get_by_label_contains("there is no such file").click();
    harness.run_steps(4);
    assert_eq!(told(&harness), 2);
    let whole =
        harness.get_all_by_label_contains("there is no such file").map(|node| node.rect()).max_by(|a, b| a.height().total_cmp(&b.height()));
    assert!(whole.unwrap().height() > 32.0, "it does not stand there in several lines");
    carry_out(&mut harness, Command::Reseed(3));
    assert_eq!(told(&harness), 0);
}

#[test]
fn the_title_of_the_window_names_what_is_open_and_marks_changes() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = plain(ENCODER);
    let title = |harness: &support::Acting| harness.state().0.window_title();
    let preset = title(&harness);
    assert!(preset.ends_with(" – Transformer Lab") && !preset.starts_with('•'), "{preset}");
    carry_out(&mut harness, Command::Reseed(3));
    assert_eq!(title(&harness), format!("• {preset}"));
    carry_out(&mut harness, Command::Save(folder.path().join("mi clase.ron")));
    assert_eq!(title(&harness), "mi clase.ron – Transformer Lab");
    assert!(says(&harness, "mi clase.ron"));
}

/// A system that shows no dialogs, or one that stays open.
struct Odd {
    asked: Vec<Dialog>,
    stays: bool,
}

/// Dialogs in which the same file is chosen, whatever is asked.
struct Chosen(PathBuf, Vec<Dialog>);

impl Dialogs for Chosen {
    fn ask(&mut self, dialog: Dialog, wake: Box<dyn FnOnce() + Send>) {
        self.1.push(dialog);
        wake();
    }

    fn answer(&mut self) -> Option<(Dialog, PathBuf)> {
        self.1.pop().map(|dialog| (dialog, self.0.clone()))
    }
}

/// The table of numbers that are brought in.
fn importing() -> support::Acting {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("numbers.csv");
    std::fs::write(&file, "1,2,3,4,5,6\n".repeat(4)).unwrap();
    let mut harness = window(App::new(support::opened(ENCODER), settings()).with_dialogs(Chosen(file, Vec::new())));
    act(&mut harness, Action::Import);
    let begun = std::time::Instant::now();
    while !says(&harness, "numbers.csv") {
        assert!(begun.elapsed().as_secs() < 60, "the file was not read");
        std::thread::sleep(std::time::Duration::from_millis(10));
        harness.run_steps(1);
    }
    settle(&mut harness);
    harness
}

impl Dialogs for Odd {
    fn ask(&mut self, dialog: Dialog, wake: Box<dyn FnOnce() + Send>) {
        self.asked.push(dialog);
        wake();
    }

    fn answer(&mut self) -> Option<(Dialog, PathBuf)> {
        None
    }

    fn is_open(&self) -> bool {
        self.stays && !self.asked.is_empty()
    }

    fn unshown(&mut self) -> Option<Dialog> {
        if self.stays { None } else { self.asked.pop() }
    }
}

fn odd(stays: bool) -> support::Acting {
    window(App::new(support::opened(ENCODER), settings()).with_dialogs(Odd { asked: Vec::new(), stays }))
}

/// Everything that lies over the window, each opened in its way, with something by which it is known.
fn dialogs() -> Vec<(support::Acting, &'static str)> {
    let mut all = Vec::new();
    let welcome = Settings { welcomed: false, ..settings() };
    all.push((window(App::new(support::opened(ENCODER), welcome)), "A Transformer to take apart"));
    for (action, title) in [(Action::Palette, "Look for"), (Action::Keys, "Everywhere")] {
        let mut harness = plain(ENCODER);
        act(&mut harness, action);
        all.push((harness, title));
    }
    let mut question = plain(ENCODER);
    spoil(&mut question);
    act(&mut question, Action::OpenPreset("layer-norm"));
    all.push((question, "Changes are not saved"));
    let mut path = odd(false);
    act(&mut path, Action::Open);
    all.push((path, "Which file?"));
    all.push((importing(), "numbers.csv"));
    all
}

#[test]
fn what_lies_over_the_window_has_the_keyboard_and_goes_with_esc() {
    for (mut harness, title) in dialogs() {
        assert!(says(&harness, title), "{title}");
        let before = (harness.state().0.settings().view, *lab(&harness).selection(), lab(&harness).history().undoable());
        for (modifiers, key) in [
            (Modifiers::COMMAND, Key::Num1),
            (Modifiers::COMMAND, Key::Num5),
            (Modifiers::COMMAND, Key::Z),
            (Modifiers::NONE, Key::ArrowRight),
            (Modifiers::NONE, Key::F1),
        ] {
            harness.key_press_modifiers(modifiers, key);
            settle(&mut harness);
        }
        let after = (harness.state().0.settings().view, *lab(&harness).selection(), lab(&harness).history().undoable());
        assert_eq!(before, after, "{title}");
        assert!(says(&harness, title), "{title}");
        harness.key_press(Key::Escape);
        settle(&mut harness);
        assert!(!says(&harness, title), "{title}");
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Num1);
        settle(&mut harness);
        assert_eq!(harness.state().0.settings().view, View::Flow, "{title}");
    }
}

#[test]
fn a_click_beside_a_path_that_is_typed_loses_nothing() {
    let mut harness = odd(false);
    act(&mut harness, Action::Open);
    harness.get_by_label("Path").type_text("half a path");
    settle(&mut harness);
    click_at(&mut harness, pos2(20.0, 700.0));
    assert!(harness.get_by_label("Path").value().unwrap().contains("half a path"));
    // Another one is not asked for meanwhile.
    act(&mut harness, Action::SaveAs);
    assert!(harness.get_by_label("Path").value().unwrap().contains("half a path") && says(&harness, "Which file?"));
    assert!(says(&harness, "A file is being asked for already"));
    click(&mut harness, "Cancel");
    assert!(!says(&harness, "Which file?") && !says(&harness, "Where to?"));
}

#[test]
fn one_dialog_of_the_system_is_open_at_a_time() {
    let mut harness = odd(true);
    act(&mut harness, Action::Open);
    assert!(!says(&harness, "asked for already"));
    act(&mut harness, Action::Import);
    assert!(says(&harness, "A file is being asked for already"));
}

#[test]
fn a_question_comes_before_a_path_and_gives_it_back() {
    let mut harness = odd(false);
    spoil(&mut harness);
    act(&mut harness, Action::Open);
    harness.get_by_label("Path").type_text("half a path");
    settle(&mut harness);
    act(&mut harness, Action::OpenPreset("layer-norm"));
    assert!(says(&harness, "Changes are not saved"));
    click(&mut harness, "Stay here");
    assert!(harness.get_by_label("Path").value().unwrap().contains("half a path"));
}

/// Saving that was given up does not leave the experiment at the next saving.
#[test]
fn a_save_given_up_is_not_followed_by_leaving() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = odd(false);
    spoil(&mut harness);
    act(&mut harness, Action::OpenPreset("layer-norm"));
    click(&mut harness, "Save");
    assert!(says(&harness, "Where to?"));
    click(&mut harness, "Cancel");
    carry_out(&mut harness, Command::Save(folder.path().join("mine.ron")));
    assert_eq!(*lab(&harness).document().origin(), Origin::File(folder.path().join("mine.ron")));
}

/// The drawer open on a model that reads a text.
fn drawer(preset: &'static str) -> support::Acting {
    window(App::new(support::opened(preset), Settings { drawer: Some(true), ..settings() }))
}

fn type_in(harness: &mut support::Acting, field: &str, text: &str) {
    for letter in text.chars() {
        harness.get_by_role_and_label(Role::TextInput, field).type_text(&letter.to_string());
        settle(harness);
    }
}

fn source(harness: &support::Acting) -> String {
    lab(harness).prepared().source_labels.join(" ")
}

#[test]
fn a_text_is_read_as_it_is_typed_taken_back_at_once_and_restored_by_esc() {
    let mut harness = drawer("hello-world-hola-mundo");
    let before = source(&harness);
    harness.get_by_role_and_label(Role::TextInput, "Source text").focus();
    settle(&mut harness);
    harness.key_press(Key::End);
    settle(&mut harness);
    type_in(&mut harness, "Source text", " how how");
    assert_eq!(source(&harness), format!("{before} how how"));
    act(&mut harness, Action::Undo);
    assert_eq!(source(&harness), before, "one text typed in one go is one change");

    harness.get_by_role_and_label(Role::TextInput, "Source text").focus();
    settle(&mut harness);
    type_in(&mut harness, "Source text", " zebra");
    // What cannot be is marked as not applied, also once the field is left.
    harness.get_by_label_contains("Not applied: the model still reads");
    click_at(&mut harness, pos2(750.0, 110.0));
    harness.get_by_label_contains("Not applied: the model still reads");
    harness.get_by_role_and_label(Role::TextInput, "Source text").focus();
    settle(&mut harness);
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(!says(&harness, "Not applied"));
    let shown = harness.get_by_role_and_label(Role::TextInput, "Source text").value().unwrap();
    assert_eq!((source(&harness), shown.trim()), (before.clone(), before.as_str()));
}

#[test]
fn what_is_copied_from_the_equations_is_told() {
    for (language, button, told) in [
        (Language::English, "Copy as LaTeX", "The equations are on the clipboard, as LaTeX."),
        (Language::Spanish, "Copiar como LaTeX", "Las ecuaciones están en el portapapeles, en LaTeX."),
    ] {
        let mut harness = window(App::new(support::opened(ENCODER), Settings { language, view: View::Equations, ..settings() }));
        click(&mut harness, button);
        harness.get_by_label(told);
    }
}

/// "hello" is a text that can be, on the way to one that cannot.
#[test]
fn a_refused_text_leaves_the_experiment_as_it_was_before_the_typing_began() {
    let mut harness = drawer("hello-world-hola-mundo");
    let before = source(&harness);
    harness.get_by_role_and_label(Role::TextInput, "Source text").focus();
    settle(&mut harness);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    settle(&mut harness);
    type_in(&mut harness, "Source text", "hello");
    assert_eq!(source(&harness), "hello");
    type_in(&mut harness, "Source text", " wor");
    assert_eq!(source(&harness), before);
    harness.get_by_label_contains(&format!("the model still reads “{before}”"));
    click_at(&mut harness, pos2(750.0, 110.0));
    assert_eq!(source(&harness), before);
    assert_eq!(lab(&harness).history().undoable(), None);
    let shown = |harness: &support::Acting| harness.get_by_role_and_label(Role::TextInput, "Source text").value().unwrap();
    assert_eq!(shown(&harness), "hello wor");

    // What is refused on the way to a text that can be is no step of its own.
    harness.get_by_role_and_label(Role::TextInput, "Source text").focus();
    settle(&mut harness);
    harness.key_press(Key::End);
    settle(&mut harness);
    type_in(&mut harness, "Source text", "ld hello");
    assert_eq!(source(&harness), "hello world hello");
    act(&mut harness, Action::Undo);
    assert_eq!(source(&harness), before);
}

#[test]
fn a_size_that_is_no_whole_number_is_refused_in_words_and_stays() {
    let mut harness = window(App::new(support::opened(ENCODER), settings()));
    let width = |harness: &support::Acting| lab(harness).document().experiment().model.d_model;
    let before = width(&harness);
    for (typed, said) in [
        ("2.5", "d_model: a whole number in digits is needed; “2.5” is not one."),
        ("abc", "d_model: a whole number in digits is needed; “abc” is not one."),
        ("1e21", "d_model: 1e21 is too large; the field takes at most"),
        ("100000000", "d_model: 100000000 is too large; the field takes at most"),
    ] {
        harness.get_by_role_and_label(Role::SpinButton, "d_model").focus();
        settle(&mut harness);
        harness.get_by_role_and_label(Role::SpinButton, "d_model").type_text(typed);
        settle(&mut harness);
        harness.key_press(Key::Enter);
        settle(&mut harness);
        harness.get_by_label_contains(said);
        assert_eq!(width(&harness), before);
    }
}

#[test]
fn tokens_are_typed_with_their_spaces_and_restored_by_esc() {
    let mut harness = drawer("hello-world-hola-mundo");
    harness.get_by_role_and_label(Role::TextInput, "Target text").focus();
    settle(&mut harness);
    type_in(&mut harness, "Target text", " hola");
    assert_eq!(lab(&harness).prepared().target_labels, ["SOS", "hola"]);
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert_eq!(lab(&harness).prepared().target_labels, ["SOS"]);
}

#[test]
fn a_number_that_is_left_is_applied_and_esc_restores_it() {
    let mut harness = drawer(ENCODER);
    let seed = |harness: &support::Acting| lab(harness).document().experiment().weights.seed;
    let before = seed(&harness);
    let typed = |harness: &mut support::Acting, digits: &str| {
        harness.get_by_role_and_label(Role::SpinButton, "Seed").focus();
        settle(harness);
        harness.get_by_label("Seed").type_text(digits);
        settle(harness);
    };
    typed(&mut harness, "205");
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert_eq!(seed(&harness), before);
    typed(&mut harness, "205218");
    assert_eq!(seed(&harness), before);
    click_at(&mut harness, pos2(750.0, 110.0));
    assert_eq!(seed(&harness), 205_218);
}

/// Changes of every kind, and what undoing each is called in both languages.
fn changes(experiment: &Experiment) -> Vec<(Command, [&'static str; 2])> {
    let site = |site: &str| site.parse().unwrap();
    let (query, head) = (site("encoder.0.self_attention.w_q"), site("encoder.0.self_attention.head.1.output"));
    let cell = Cell::new(0, 1);
    let with = |change: &dyn Fn(&mut Experiment)| {
        let mut other = experiment.clone();
        change(&mut other);
        other
    };
    let model = with(&|experiment| experiment.model.residual = !experiment.model.residual).model;
    let input = Input { source: Some(Sequence::Text("world hello".to_owned())), ..experiment.input.clone() };
    let renamed = with(&|experiment| "Another".clone_into(&mut experiment.title.en));
    let numbers = with(&|experiment| experiment.weights.seed += 5);
    let block = Table(ndarray::array![[1.5, 2.5], [3.5, 4.5]]);
    let tokens = (TokenizerConfig::Words, with(&|experiment| experiment.vocabulary.tokens.push("nueva".to_owned())).vocabulary);
    let decoding = DecodingConfig::new(Strategy::Greedy, 3);
    vec![
        (Command::SetModel(Box::new(model)), ["choice of the model", "elección del modelo"]),
        (
            Command::SetMasks(Attention::Encoder, vec![Mask::Causal]),
            ["mask of the encoder’s self-attention", "máscara de la autoatención del codificador"],
        ),
        (Command::SetInput(Box::new(input)), ["input", "entrada"]),
        (Command::SetTokens(Box::new(tokens)), ["way of cutting texts", "manera de cortar los textos"]),
        (Command::SetDecoding(Some(decoding)), ["way of choosing tokens", "forma de elegir tokens"]),
        (
            Command::SetWeight(query, cell, 7.5),
            ["number of W_Q · Encoder · Block 1 · Self-attention", "número de W_Q · Codificador · Bloque 1 · Autoatención"],
        ),
        (
            Command::SetCells(query, cell, Box::new(block)),
            ["block of W_Q · Encoder · Block 1 · Self-attention", "bloque de W_Q · Codificador · Bloque 1 · Autoatención"],
        ),
        (
            Command::SetWeightSource(query, None),
            ["fill of W_Q · Encoder · Block 1 · Self-attention", "relleno de W_Q · Codificador · Bloque 1 · Autoatención"],
        ),
        (Command::Reseed(9), ["seed", "semilla"]),
        (
            Command::SetOverride(site("encoder.0.self_attention.query"), cell, Some(4.0)),
            ["number put into Q · Encoder · Block 1 · Self-attention", "número puesto en Q · Codificador · Bloque 1 · Autoatención"],
        ),
        (
            Command::SetZero(head, true),
            [
                "Encoder · Block 1 · Self-attention · Head 2, switched off or on",
                "Codificador · Bloque 1 · Autoatención · Cabeza 2, apagada o encendida",
            ],
        ),
        (
            Command::SetOverrides(std::collections::BTreeMap::from([(head, transformer_lab::experiment::Change::Zero)])),
            ["numbers put in place", "números puestos en su lugar"],
        ),
        (Command::Replace(Box::new(numbers)), ["numbers from a file", "números de un archivo"]),
        (Command::Replace(Box::new(renamed)), ["whole experiment", "experimento entero"]),
    ]
}

#[test]
fn every_change_is_taken_back_and_done_again_by_its_name() {
    for (language, index, undo, redo) in [(Language::English, 0, "Undo: ", "Redo: "), (Language::Spanish, 1, "Deshacer: ", "Rehacer: ")] {
        let mut harness = window(App::new(support::opened(ENCODER), Settings { language, ..settings() }));
        let before = lab(&harness).document().experiment().clone();
        for (command, names) in changes(&before) {
            let name = names[index];
            carry_out(&mut harness, command);
            let after = lab(&harness).document().experiment().clone();
            assert_ne!(before, after, "{name}");
            click(&mut harness, &format!("{undo}{name}"));
            assert_eq!(before, *lab(&harness).document().experiment(), "{name}");
            click(&mut harness, &format!("{redo}{name}"));
            assert_eq!(after, *lab(&harness).document().experiment(), "{name}");
            act(&mut harness, Action::Undo);
        }
    }
}

#[test]
fn a_mask_painted_in_one_drag_is_one_change() {
    let mut harness = drawer("self-attention");
    harness.get_by_label("Paint by hand").scroll_to_me();
    settle(&mut harness);
    click(&mut harness, "Paint by hand");
    harness.get_by_label_contains("Mask painted by hand").scroll_to_me();
    settle(&mut harness);
    let masks = |harness: &support::Acting| lab(harness).document().experiment().model.masks.clone();
    let before = masks(&harness);
    let grid = harness.get_by_label_contains("Mask painted by hand").rect();
    let (from, to) = (grid.left_top() + vec2(6.0, 6.0), grid.right_top() + vec2(-6.0, 6.0));
    let button = |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    for event in [Event::PointerMoved(from), button(from, true)] {
        harness.input_mut().events.push(event);
        harness.step();
    }
    for step in 1..=8_u8 {
        harness.input_mut().events.push(Event::PointerMoved(from + (to - from) * (f32::from(step) / 8.0)));
        harness.step();
        harness.state_mut().0.finish();
    }
    harness.input_mut().events.push(button(to, false));
    harness.step();
    settle(&mut harness);
    let painted = |masks: &Masks| {
        let rows = masks.encoder_self.iter().find_map(|mask| if let Mask::Painted(rows) = mask { Some(rows.clone()) } else { None });
        rows.unwrap().concat().matches('.').count()
    };
    assert!(painted(&masks(&harness)) >= 2, "{:?}", masks(&harness));
    act(&mut harness, Action::Undo);
    assert_eq!(masks(&harness), before);
}

/// Byte pairs learned from so many words that it takes minutes.
fn learned_from(words: u64, merges: usize) -> Command {
    let words: Vec<String> = (0..words).map(|word| format!("{:x}", word.wrapping_mul(0x9E37_79B9_7F4A_7C15))).collect();
    let config = TokenizerConfig::BytePair { text: format!("lowest bajo newer nuevísimo {}", words.join(" ")), merges };
    Command::SetTokens(Box::new((config, VocabularyConfig::default())))
}

#[test]
fn what_takes_long_is_shown_beside_what_was_there_and_can_be_stopped() {
    let mut harness = plain("byte-pair");
    let before = lab(&harness).document().experiment().clone();
    harness.state_mut().0.carry_out(learned_from(200_000, 50_000));
    harness.run_steps(3);
    harness.get_by_label("Preparing …");
    // The window goes on drawing, and what is chosen is chosen.
    harness.state_mut().0.carry_out(Command::SelectCell(Some(Cell::new(1, 1))));
    harness.run_steps(2);
    assert_eq!(lab(&harness).selection().cell, Some(Cell::new(1, 1)));
    harness.get_by_role_and_label(Role::Button, "Stop").click();
    settle(&mut harness);
    harness.get_by_label("Stopped: everything is as it was.");
    assert!(harness.query_by_label("Preparing …").is_none());
    assert_eq!(*lab(&harness).document().experiment(), before);
}

#[test]
fn a_refusal_that_comes_late_is_told_like_one_that_comes_at_once() {
    let mut harness = plain("byte-pair");
    let mut told = Vec::new();
    for repeated in [1, 100_000] {
        let config = TokenizerConfig::BytePair { text: "low ".repeat(repeated), merges: 3 };
        let tokens = Box::new((config, VocabularyConfig::default()));
        let now = &mut harness.state_mut().0;
        now.carry_out(Command::SetTokens(tokens));
        assert_eq!(now.lab().preparing().is_some(), repeated > 1);
        settle(&mut harness);
        told.push(harness.get_by_label_contains("is not in the vocabulary").accesskit_node().label());
        harness.get_by_role_and_label(Role::Button, "Close this message").click();
        settle(&mut harness);
    }
    assert_eq!(told[0], told[1]);
}

#[test]
fn the_checks_are_counted_whatever_became_of_the_model() {
    let mut harness = plain("hello-world-hola-mundo");
    let all = lab(&harness).document().experiment().expect.len();
    let chip = |harness: &support::Acting| {
        let passed = lab(harness).checks().iter().filter(|check| check.passed()).count();
        says(harness, &format!("Checks: {passed} of {all} expected values")) && lab(harness).checks().len() == all
    };
    assert!(chip(&harness));
    let model = |heads| {
        let mut model = lab(&harness).document().experiment().model.clone();
        model.heads = heads;
        Command::SetModel(Box::new(model))
    };
    // Values of the second head are expected, and there is none.
    let one = model(1);
    carry_out(&mut harness, one);
    assert!(chip(&harness));
    act(&mut harness, Action::Undo);
    carry_out(&mut harness, Command::SetWeight("encoder.0.self_attention.w_q".parse().unwrap(), Cell::new(0, 0), f64::NAN));
    assert!(chip(&harness));
}
