//! Exercises in the window: answered wrong and right, with hints, in both languages, and repeated from a number.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use eframe::egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use transformer_lab::experiment::exercises::{Progress, Standing, Variant, exercise, exercises};
use transformer_lab::graph::Cell;
use transformer_lab::lab::{Command, Lab, Origin};
use transformer_lab::ui::app::{Action, App, Settings, Takeaway, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::views::View;

use support::Acting as Window;

fn window(language: Language) -> Window {
    let mut lab = Lab::new(|| {}).unwrap();
    lab.finish();
    let app = App::new(lab, Settings::plain(language, ThemeChoice::Light, View::Exercises));
    let mut harness = support::acting(app, [1280.0, 1200.0]);
    settle(&mut harness);
    harness
}

/// Lets the window follow: runs and answers come to their end, and what was asked for is drawn.
fn settle(harness: &mut Window) {
    for _ in 0..2 {
        harness.run_steps(3);
        harness.state_mut().0.finish();
    }
    harness.run_steps(3);
}

fn opened(name: &str, number: u64, language: Language) -> Window {
    let mut harness = window(language);
    let file = exercise(name).unwrap();
    harness.state_mut().0.carry_out(Command::OpenExercise(Box::new(Variant { file, number })));
    settle(&mut harness);
    harness
}

fn act(harness: &mut Window, action: Action) {
    harness.state_mut().1 = Some(action);
    settle(harness);
}

fn click(harness: &mut Window, label: &str) {
    harness.get_by_label(label).click();
    settle(harness);
}

/// Puts a text into a field, in the place of what stands there.
fn fill(harness: &mut Window, field: &str, text: &str) {
    harness.get_by_role_and_label(Role::TextInput, field).focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, field).type_text(text);
    settle(harness);
}

fn standing(harness: &Window, name: &str) -> Standing {
    harness.state().0.progress().standing(name)
}

fn view(harness: &Window) -> View {
    harness.state().0.settings().view
}

#[test]
fn the_cards_exercise_is_found_answered_wrong_and_then_right() {
    let mut harness = window(Language::English);
    harness.get_by_role_and_label(Role::TreeItem, "Heads").click();
    settle(&mut harness);
    harness.get_by_role_and_label(Role::ListBoxOption, "256 dimensions, 4 heads").click();
    settle(&mut harness);
    let origin = harness.state().0.lab().document().origin().clone();
    assert_eq!(origin, Origin::Exercise { name: "heads-card".to_owned(), file: None, variant: 0 });
    harness.get_by_label_contains("A Transformer of width 256 has 4 heads.");

    let (key, scores) = ("Answer to: 1. Dimensions of a head's key", "Answer to: 2. Scores of one head");
    fill(&mut harness, key, "256");
    fill(&mut harness, scores, "100");
    click(&mut harness, "Check");
    harness.get_by_label("It differs by 192.");
    harness.get_by_label_contains("the heads share it out");
    harness.get_by_label("0 of 2 right.");
    assert_eq!(standing(&harness, "heads-card"), Standing::Tried);

    fill(&mut harness, key, "64");
    assert!(harness.query_by_label("It differs by 192.").is_none(), "what was said of another answer still stands there");
    fill(&mut harness, scores, "10,000");
    harness.key_press(Key::Enter);
    settle(&mut harness);
    harness.get_by_label_contains("Solved.");
    assert_eq!(standing(&harness, "heads-card"), Standing::Solved);
    harness.get_by_label_contains(&format!("1 of {} solved", exercises().len()));
}

#[test]
fn a_matrix_is_filled_in_cell_by_cell_and_its_wrong_cell_is_named() {
    let mut harness = opened("scores-hello-world", 0, Language::Spanish);
    let cell = |row: &str, column: &str| format!("1. Puntuaciones S = Q₁·K₁ᵀ, {row} {column}");
    for (row, column, number) in
        [("hello", "hello", "68"), ("hello", "world", "105,21"), ("world", "hello", "87.88"), ("world", "world", "135")]
    {
        fill(&mut harness, &cell(row, column), number);
    }
    click(&mut harness, "Comprobar");
    harness.get_by_label("Difiere uno de 4 números: [world, world] en 0.5517.");
    harness.get_by_label_contains("redondeado a enteros");
    harness.get_by_label_contains("Quedan 4 huecos vacíos.");
    fill(&mut harness, &cell("world", "world"), "135.55");
    click(&mut harness, "Comprobar");
    harness.get_by_label("Correcto.");
    harness.get_by_label("1 de 2 correctas.");

    // What is no number is named with its cell; what nothing stands in is another matter.
    fill(&mut harness, &cell("world", "world"), "hola");
    click(&mut harness, "Comprobar");
    harness.get_by_label("Esto no es un número: «hola» en [world, world].");
}

#[test]
fn of_many_wrong_numbers_the_first_are_named_and_the_others_counted() {
    let mut harness = opened("masks-causal", 0, Language::Spanish);
    let label = exercise("masks-causal").unwrap().exercise.questions[0].label.es.clone();
    let cells: Vec<String> = harness
        .get_all_by_role(Role::TextInput)
        .filter_map(|field| field.accesskit_node().label())
        .filter(|name| name.contains(&label))
        .collect();
    assert!(cells.len() > 4, "{cells:?}");
    for cell in &cells {
        fill(&mut harness, cell, "7");
    }
    click(&mut harness, "Comprobar");
    let more = format!("; y {} más.", cells.len() - 4);
    let told = harness.query_all_by_label_contains(&more).count();
    assert_eq!(told, 1, "nothing ends in {more}");
    assert_eq!(harness.query_all_by_label_contains("…; …").count() + harness.query_all_by_label_contains("….").count(), 0);
}

#[test]
fn a_count_is_answered_with_the_prefix_it_is_written_with() {
    let mut harness = opened("parameters-card", 0, Language::Spanish);
    let field = |harness: &Window, number: &str| {
        let names = harness.get_all_by_role(Role::TextInput).filter_map(|field| field.accesskit_node().label());
        names.into_iter().find(|name| name.starts_with(&format!("Respuesta a: {number}."))).unwrap()
    };
    let (first, last) = (field(&harness, "1"), field(&harness, "5"));
    fill(&mut harness, &first, "muchos");
    fill(&mut harness, &last, "37,7 M");
    click(&mut harness, "Comprobar");
    harness.get_by_label("Esto no es un número: «muchos».");
    harness.get_by_label("1 de 5 correctas.");
}

#[test]
fn words_and_options_are_answered() {
    let mut harness = opened("decoding-loop", 0, Language::English);
    fill(&mut harness, "Answer to: 1. Tokens that are generated", "mundo, hola, EOS");
    harness.get_by_role_and_label(Role::RadioButton, "3").click();
    fill(&mut harness, "Answer to: 3. Rows of the map when the last word is chosen", "3");
    click(&mut harness, "Check");
    harness.get_by_label("The right tokens, but in another order.");
    harness.get_by_label("The source does not change while the answer grows.");
    fill(&mut harness, "Answer to: 1. Tokens that are generated", "hola mundo EOS");
    harness.get_by_role_and_label(Role::RadioButton, "1").click();
    settle(&mut harness);
    click(&mut harness, "Check");
    assert_eq!(standing(&harness, "decoding-loop"), Standing::Solved);
}

#[test]
fn hints_open_one_by_one_and_the_solution_leads_to_the_step() {
    let mut harness = opened("scores-hello-world", 0, Language::English);
    assert!(harness.query_by_label_contains("1. S[0, 1] is row 0").is_none());
    click(&mut harness, "Open hint 1 of 2");
    harness.get_by_label_contains("1. S[0, 1] is row 0");
    assert!(harness.query_by_label_contains("2. √3 is").is_none());
    click(&mut harness, "Open hint 2 of 2");
    harness.get_by_label_contains("2. √3 is");

    click(&mut harness, "Show the solution");
    harness.get_by_label_contains("divided by 1.732");
    harness.get_by_role_and_label(Role::ListBoxOption, "▸ Scores Q·Kᵀ").click();
    settle(&mut harness);
    assert_eq!(view(&harness), View::Steps);
    let chosen = harness.state().0.lab().selection().site.unwrap().to_string();
    assert_eq!(chosen, "encoder.0.self_attention.head.0.scores");
    // Having looked, one has not solved it.
    assert_eq!(standing(&harness, "scores-hello-world"), Standing::Tried);
}

#[test]
fn a_variant_is_repeated_from_its_number() {
    let mut harness = opened("heads-card", 0, Language::English);
    let experiment = |harness: &Window| harness.state().0.lab().document().experiment().clone();
    let number = |harness: &Window| match harness.state().0.lab().document().origin() {
        Origin::Exercise { variant, .. } => *variant,
        other => panic!("{other}"),
    };
    let of_the_document = experiment(&harness);
    click(&mut harness, "New variant");
    let (first, drawn) = (number(&harness), experiment(&harness));
    assert!(first > 0 && drawn.model != of_the_document.model);
    harness.get_by_label("− Variant").click();
    settle(&mut harness);
    harness.get_by_role_and_label(Role::SpinButton, "Variant").focus();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::SpinButton, "Variant").type_text(&first.to_string());
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    settle(&mut harness);
    assert_eq!((number(&harness), experiment(&harness)), (first, drawn));
    // Another window, another day.
    let again = opened("heads-card", first, Language::English);
    assert_eq!(experiment(&again), experiment(&harness));
}

#[test]
fn what_an_exercise_hides_and_holds_fast_comes_back_with_its_solution() {
    let mut harness = opened("hand-cheating-unmasked", 0, Language::English);
    let weight = "decoder.0.self_attention.w_q".parse().unwrap();
    let before = harness.state().0.lab().document().experiment().clone();
    harness.state_mut().0.carry_out(Command::SetWeight(weight, Cell::new(0, 0), 5.0));
    settle(&mut harness);
    assert_eq!(*harness.state().0.lab().document().experiment(), before);
    harness.get_by_label_contains("holds the weights fast");
    click(&mut harness, "Show the solution");
    harness.state_mut().0.carry_out(Command::SetWeight(weight, Cell::new(0, 0), 5.0));
    settle(&mut harness);
    assert_ne!(*harness.state().0.lab().document().experiment(), before);

    let mut harness = opened("masks-causal", 0, Language::English);
    let tab = |harness: &Window| harness.query_by_role_and_label(Role::Tab, "Steps").is_some();
    assert!(!tab(&harness));
    act(&mut harness, Action::View(View::Steps));
    assert_eq!(view(&harness), View::Exercises);
    harness.get_by_label("The exercise hides Steps until it is solved or its solution is shown.");
    click(&mut harness, "Show the solution");
    assert!(tab(&harness));
    act(&mut harness, Action::View(View::Steps));
    assert_eq!(view(&harness), View::Steps);

    // An exercise on parameters does not count them in the status line or beside the sizes.
    let mut harness = opened("parameters-card", 0, Language::English);
    act(&mut harness, Action::Drawer);
    let counts = |harness: &Window| harness.query_all_by_label_contains("parameters").count();
    let tab = |harness: &Window| harness.query_by_role_and_label(Role::Tab, "Cost").is_some();
    let hidden = counts(&harness);
    assert!(!tab(&harness));
    click(&mut harness, "Show the solution");
    assert!(tab(&harness) && counts(&harness) >= hidden + 2, "{hidden}, then {}", counts(&harness));
}

#[test]
fn changes_are_asked_about_before_an_exercise_takes_their_place() {
    let mut harness = window(Language::English);
    harness.state_mut().0.carry_out(Command::Reseed(99));
    act(&mut harness, Action::OpenExercise("heads-card".to_owned()));
    click(&mut harness, "Stay here");
    assert_eq!(*harness.state().0.lab().document().origin(), Origin::Preset("hello-world-hola-mundo"));
    act(&mut harness, Action::OpenExercise("heads-card".to_owned()));
    click(&mut harness, "Discard them");
    assert!(harness.state().0.lab().document().open_exercise().is_some());
}

#[test]
fn what_was_typed_stays_while_one_looks_at_other_views() {
    let mut harness = opened("heads-card", 0, Language::English);
    let field = "Answer to: 2. Scores of one head";
    fill(&mut harness, field, "10000");
    act(&mut harness, Action::View(View::Steps));
    act(&mut harness, Action::View(View::Exercises));
    let value = harness.get_by_role_and_label(Role::TextInput, field).value();
    assert_eq!(value.as_deref(), Some("10000"));
}

#[test]
fn answers_and_hints_are_kept_for_each_variant_and_exercise_until_reset() {
    let mut harness = opened("heads-card", 0, Language::English);
    let field = "Answer to: 2. Scores of one head";
    let typed = |harness: &Window| harness.get_by_role_and_label(Role::TextInput, field).value();
    fill(&mut harness, field, "10000");
    click(&mut harness, "Check");
    click(&mut harness, "Open hint 1 of 2");
    click(&mut harness, "+ Variant");
    assert_eq!(typed(&harness).as_deref(), Some(""));
    fill(&mut harness, field, "7");
    click(&mut harness, "− Variant");
    assert_eq!(typed(&harness).as_deref(), Some("10000"));
    harness.get_by_label("1 of 2 right.");
    harness.get_by_label("Open hint 2 of 2");
    click(&mut harness, "+ Variant");
    assert_eq!(typed(&harness).as_deref(), Some("7"));
    click(&mut harness, "− Variant");

    act(&mut harness, Action::OpenExercise("parameters-card".to_owned()));
    act(&mut harness, Action::OpenPreset("layer-norm"));
    act(&mut harness, Action::OpenExercise("heads-card".to_owned()));
    assert_eq!(typed(&harness).as_deref(), Some("10000"));

    click(&mut harness, "Reset");
    assert_eq!(typed(&harness).as_deref(), Some(""));
    harness.get_by_label("Open hint 1 of 2");
    click(&mut harness, "+ Variant");
    click(&mut harness, "− Variant");
    assert_eq!(typed(&harness).as_deref(), Some(""), "what was reset does not come back");
}

#[test]
fn progress_is_kept_from_window_to_window() {
    let mut harness = opened("heads-card", 0, Language::English);
    fill(&mut harness, "Answer to: 1. Dimensions of a head's key", "64");
    fill(&mut harness, "Answer to: 2. Scores of one head", "10000");
    click(&mut harness, "Check");
    let stored = ron::to_string(harness.state().0.progress()).unwrap();

    let mut next = window(Language::Spanish);
    next.state_mut().0.set_progress(ron::from_str::<Progress>(&stored).unwrap());
    settle(&mut next);
    assert_eq!(standing(&next, "heads-card"), Standing::Solved);
    next.get_by_label_contains(&format!("1 de {} resueltos", exercises().len()));
    next.get_by_label("Seguir: De palabras a filas");
}

#[test]
fn a_teachers_file_is_opened_and_its_errors_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    let text = include_str!("../exercises/heads-card.ron");
    std::fs::write(&path, text.replace("256 dimensions, 4 heads", "My exercise")).unwrap();
    let mut harness = window(Language::English);
    act(&mut harness, Action::OpenFile(path.clone()));
    assert_eq!(view(&harness), View::Exercises);
    harness.get_by_role_and_label(Role::ListBoxOption, "My exercise");

    std::fs::write(&path, text.replace("Heads(\"heads\")", "Heads(\"haeds\")")).unwrap();
    act(&mut harness, Action::OpenFile(path));
    harness.get_by_label_contains("mine.ron, line 11, column 40: there is no variable or value “haeds”");
}

#[test]
fn every_exercise_draws_in_both_languages() {
    for file in exercises() {
        let mut harness = opened(&file.name, 1, Language::English);
        for (language, title, check) in
            [(Language::English, &file.exercise.title.en, "Check"), (Language::Spanish, &file.exercise.title.es, "Comprobar")]
        {
            act(&mut harness, Action::Language(language));
            assert!(harness.query_all_by_label_contains(title).count() > 0, "{}: {title}", file.name);
            harness.get_by_role_and_label(Role::Button, check);
        }
    }
}

#[test]
fn where_cutting_is_asked_for_no_token_is_shown() {
    let mut harness = opened("tokens-pieces", 0, Language::English);
    act(&mut harness, Action::Drawer);
    let pieces = harness.state().0.lab().prepared().source_labels.clone();
    let chips: Vec<String> = pieces.iter().enumerate().map(|(position, piece)| format!("{position} {piece}")).collect();
    let shown = |harness: &Window| chips.iter().filter(|chip| harness.query_by_role_and_label(Role::ListBoxOption, chip).is_some()).count();
    // as and cas are learned: cas, o, s, </w>.
    assert_eq!((chips.len(), shown(&harness)), (4, 0));
    harness.get_by_label_contains("Compare, the tokens.");
    act(&mut harness, Action::TakeAway(Takeaway::WHOLE[0]));
    harness.get_by_label("The exercise hides Steps until it is solved or its solution is shown.");
    click(&mut harness, "Show the solution");
    assert_eq!(shown(&harness), chips.len());
}

#[test]
fn a_refusal_goes_when_an_answer_is_looked_at() {
    let mut harness = opened("heads-card", 0, Language::Spanish);
    harness.state_mut().0.carry_out(Command::Open("no está.ron".into()));
    settle(&mut harness);
    assert!(harness.query_by_label_contains("no está.ron").is_some());
    click(&mut harness, "Comprobar");
    assert!(harness.query_by_label_contains("no está.ron").is_none());
}

#[test]
fn the_open_exercise_stands_in_the_list_whatever_is_looked_for() {
    let mut harness = opened("heads-card", 0, Language::English);
    fill(&mut harness, "Find an exercise", "residual");
    harness.get_by_role_and_label(Role::ListBoxOption, "256 dimensions, 4 heads");
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Tokens").is_none());
}
