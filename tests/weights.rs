//! The view of the weights, driven in the whole window as a user drives it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, OutputCommand, PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use transformer_lab::experiment::{WeightOrigin, WeightSource};
use transformer_lab::graph::{Cell, Site};
use transformer_lab::lab::{Command, Lab};
use transformer_lab::transformer::Initialiser;
use transformer_lab::ui::app::{App, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::views::View;

use support::settle;

const W_Q: &str = "encoder.0.self_attention.w_q";

fn window_of(preset: &'static str, language: Language) -> Harness<'static, App> {
    let lab = support::opened(preset);
    let settings = Settings::plain(language, ThemeChoice::Light, View::Weights);
    let mut harness = support::builder()
        .with_size([1280.0, 800.0])
        // Short enough for two clicks to be a double click.
        .with_step_dt(0.02)
        .build_ui_state(|ui, app: &mut App| app.frame(ui), App::new(lab, settings));
    settle(&mut harness);
    harness
}

/// W_Q of 4 × 6 whole numbers, two heads.
fn window() -> Harness<'static, App> {
    let mut harness = window_of("hello-world-encoder-30", Language::English);
    harness.get_by_label("W_Q, Encoder · Block 1 · Self-attention").click();
    settle(&mut harness);
    harness
}

fn site(text: &str) -> Site {
    text.parse().unwrap()
}

fn numbers(harness: &Harness<'_, App>, text: &str) -> Vec<Vec<f64>> {
    let outcome = harness.state().lab().outcome().unwrap();
    let matrix = outcome.values.matrix(outcome.prepared.graph.find(site(text)).unwrap());
    (0..matrix.shape().rows).map(|row| matrix.row(row)).collect()
}

/// The middle of a cell of the 4 × 6 matrix.
fn cell(harness: &Harness<'_, App>, row: f32, column: f32) -> Pos2 {
    let rect = harness.get_by_role(Role::Grid).rect();
    rect.min + rect.size() * vec2((column + 0.5) / 6.0, (row + 0.5) / 4.0)
}

fn click(harness: &mut Harness<'_, App>, at: Pos2, times: usize, modifiers: Modifiers) {
    for pressed in [true, false].repeat(times) {
        harness.event_modifiers(Event::PointerMoved(at), modifiers);
        harness.event_modifiers(Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers }, modifiers);
    }
    settle(harness);
}

fn paste(harness: &mut Harness<'_, App>, text: &str) {
    harness.event(Event::Paste(text.to_owned()));
    settle(harness);
}

fn press(harness: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    settle(harness);
}

/// What comes to the clipboard in the next frames.
fn copied(harness: &mut Harness<'_, App>) -> Option<String> {
    (0..4).find_map(|_| {
        harness.step();
        harness.output().platform_output.commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    })
}

fn filter(harness: &mut Harness<'_, App>, text: &str) {
    harness.get_by_role_and_label(Role::TextInput, "Filter").focus();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, "Filter").type_text(text);
    settle(harness);
}

#[test]
fn a_number_is_typed_into_a_cell_and_the_model_follows() {
    let mut harness = window();
    let query = numbers(&harness, "encoder.0.self_attention.query");
    let graph = harness.state().lab().prepared().graph.clone();
    let product = graph.node(graph.find(site("encoder.0.self_attention.query")).unwrap());
    let input = numbers(&harness, &graph.node(product.inputs[0]).site.to_string());
    let old = numbers(&harness, W_Q)[2][1];
    let at = cell(&harness, 2.0, 1.0);
    click(&mut harness, at, 2, Modifiers::NONE);
    harness.get_by_label_contains("d2, d1").type_text("2,5");
    harness.run_steps(2);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(numbers(&harness, W_Q)[2][1], 2.5);
    for (row, (before, after)) in query.iter().zip(numbers(&harness, "encoder.0.self_attention.query")).enumerate() {
        assert!((after[1] - before[1] - input[row][2] * (2.5 - old)).abs() < 1e-12);
    }
    // The other views follow the choice.
    let selection = harness.state().lab().selection();
    assert_eq!((selection.site, selection.cell), (Some(site(W_Q)), Some(Cell::new(2, 1))));
    harness.get_by_label_contains("One number has changed");
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(numbers(&harness, W_Q)[2][1], old);
    harness.get_by_label_contains("All numbers are as they were opened");
}

#[test]
fn a_block_is_pasted_at_the_chosen_cell_and_taken_back_at_once() {
    let mut harness = window();
    let before = numbers(&harness, W_Q);
    let at = cell(&harness, 1.0, 2.0);
    click(&mut harness, at, 1, Modifiers::NONE);
    paste(&mut harness, "1,5\t2\n3\t-4\n");
    let after = numbers(&harness, W_Q);
    assert_eq!((after[1][2], after[1][3], after[2][2], after[2][3]), (1.5, 2.0, 3.0, -4.0));
    let same =
        (0..4).flat_map(|row| (0..6).map(move |column| (row, column))).filter(|&(row, column)| after[row][column] == before[row][column]);
    assert!(same.count() >= 20);
    harness.get_by_label("Undo: block of W_Q · Encoder · Block 1 · Self-attention").click();
    settle(&mut harness);
    assert_eq!(numbers(&harness, W_Q), before);
}

#[test]
fn what_cannot_be_pasted_is_said_and_nothing_changes() {
    let mut harness = window();
    let before = numbers(&harness, W_Q);
    let at = cell(&harness, 3.0, 5.0);
    click(&mut harness, at, 1, Modifiers::NONE);
    paste(&mut harness, "[[1, 2], [3, 4]]");
    harness.get_by_label(
        "The block is 2 × 2, but from cell [3, 5] on there is room for 1 × 1 only (Encoder · Block 1 · Self-attention · Weight W_Q).",
    );
    assert_eq!(numbers(&harness, W_Q), before);

    // The text is in the card, to be mended.
    let field = harness.get_by_label("Numbers to paste");
    assert_eq!(field.value().as_deref(), Some("[[1, 2], [3, 4]]"));
    field.focus();
    harness.run_steps(2);
    press(&mut harness, Modifiers::COMMAND, Key::A);
    paste(&mut harness, "1 x");
    harness.get_by_label("Row 1, number 2: “x” is not a number.");
    press(&mut harness, Modifiers::COMMAND, Key::A);
    paste(&mut harness, "np.array([[9.]])");
    harness.get_by_label("1 × 1 numbers, for the cells [3, 5] to [3, 5]");
    harness.get_by_label("Insert").click();
    settle(&mut harness);
    assert_eq!(numbers(&harness, W_Q)[3][5], 9.0);
    assert!(harness.query_by_label("Numbers to paste").is_none());
}

#[test]
fn a_refusal_to_paste_is_said_in_spanish_too() {
    let mut harness = window_of("hello-world-encoder-30", Language::Spanish);
    harness.get_by_label("W_Q, Codificador · Bloque 1 · Autoatención").click();
    settle(&mut harness);
    paste(&mut harness, "1 2\n3");
    harness.get_by_label("La fila 2 tiene 1 número y la fila 1 tiene 2.");
    paste(&mut harness, "1 2");
}

#[test]
fn a_chosen_block_is_copied_and_filled_with_one_number() {
    let mut harness = window();
    let (from, to) = (cell(&harness, 1.0, 1.0), cell(&harness, 2.0, 3.0));
    click(&mut harness, from, 1, Modifiers::NONE);
    click(&mut harness, to, 1, Modifiers::SHIFT);
    harness.event(Event::Copy);
    let copied = copied(&mut harness);
    let expected: Vec<String> =
        (1..3).map(|row| numbers(&harness, W_Q)[row][1..4].iter().map(|x| format!("{x:?}")).collect::<Vec<_>>().join("\t")).collect();
    assert_eq!(copied, Some(expected.join("\n")));
    paste(&mut harness, "0.25");
    let after = numbers(&harness, W_Q);
    assert!((1..3).all(|row| after[row][1..4] == [0.25; 3]));
    assert_eq!(harness.state().lab().document().changed_weights().len(), 1);
}

#[test]
fn all_numbers_are_copied_as_a_python_list() {
    let mut harness = window();
    harness.get_by_label("Copy ▾").click();
    harness.run_steps(2);
    harness.get_by_label("As a Python list").click();
    let list = copied(&mut harness).unwrap();
    assert!(list.starts_with("[["));
    let back = transformer_lab::experiment::matrix_text::parse(&list).unwrap();
    assert_eq!(back.rows(), numbers(&harness, W_Q));
    settle(&mut harness);
    harness.get_by_label("24 numbers copied.");
}

#[test]
fn a_weight_is_filled_with_the_identity_and_goes_back_to_the_preset() {
    let mut harness = window();
    let before = numbers(&harness, W_Q);
    harness.get_by_label("Fill …").click();
    settle(&mut harness);
    harness.get_by_role_and_label(Role::ComboBox, "Numbers").click();
    settle(&mut harness);
    harness.get_by_label("Identity").click();
    settle(&mut harness);
    harness.get_by_label("Fill").click();
    settle(&mut harness);
    let identity: Vec<Vec<f64>> = (0..4).map(|row| (0..6).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    assert_eq!(numbers(&harness, W_Q), identity);
    harness.get_by_label("Identity: w = 1 (i = j), 0 (i ≠ j)");
    harness.get_by_label("Back to the preset").click();
    settle(&mut harness);
    assert_eq!(numbers(&harness, W_Q), before);
    assert!(!harness.state().lab().document().is_changed());
}

#[test]
fn a_drawn_weight_gets_another_seed_and_its_difference_is_shown() {
    let mut harness = window_of("encoder-only-classifier", Language::English);
    harness.get_by_label("W_Q, Encoder · Block 1 · Self-attention").click();
    settle(&mut harness);
    let before = numbers(&harness, W_Q);
    let seed = harness.state().lab().document().experiment().weights.seed;
    harness.get_by_label("New seed").click();
    settle(&mut harness);
    let now = harness.state().lab().document().experiment().weights.origin(site(W_Q));
    assert_eq!(now, WeightOrigin::Drawn { initialiser: Initialiser::XavierUniform, seed: Some(seed + 1) });
    assert_ne!(numbers(&harness, W_Q), before);
    harness.get_by_label("64 numbers have changed since it was opened.");
    harness.get_by_label("Difference").click();
    settle(&mut harness);
    // Double-clicking a difference edits nothing.
    let at = harness.get_by_role(Role::Grid).rect().center();
    click(&mut harness, at, 2, Modifiers::NONE);
    assert!(harness.query_all_by_role(Role::TextInput).count() <= 1, "only the filter");
    harness.get_by_label("All back to the preset").click();
    settle(&mut harness);
    assert_eq!(numbers(&harness, W_Q), before);
}

#[test]
fn the_list_is_filtered_and_walked_with_the_arrows() {
    let mut harness = window();
    let chosen = |harness: &Harness<'_, App>| harness.state().lab().selection().site.unwrap().to_string();
    press(&mut harness, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(chosen(&harness), "encoder.0.self_attention.w_k");
    press(&mut harness, Modifiers::NONE, Key::ArrowUp);
    assert_eq!(chosen(&harness), W_Q);
    filter(&mut harness, "feed");
    assert!(harness.query_by_label("W_Q, Encoder · Block 1 · Self-attention").is_none());
    harness.get_by_label("b_2, Encoder · Block 1 · Feed-forward").click();
    settle(&mut harness);
    assert_eq!(chosen(&harness), "encoder.0.feed_forward.b_2");
    filter(&mut harness, " nothing of the kind");
    harness.get_by_label("No weight is called so.");
}

#[test]
fn the_view_follows_the_choice_of_others_and_leads_to_the_steps() {
    let mut harness = window();
    harness.state_mut().carry_out(Command::Select(site("encoder.0.self_attention.w_o")));
    settle(&mut harness);
    harness.get_by_label_contains("how are the findings of the heads mixed?");
    // A calculated value has no place here: the weight that it is made with is shown.
    harness.state_mut().carry_out(Command::Select(site("encoder.0.self_attention.key")));
    settle(&mut harness);
    harness.get_by_label_contains("what can each token be found by?");
    harness.get_by_label("Keys K ▸").click();
    settle(&mut harness);
    assert_eq!(harness.state().settings().view, View::Steps);
    assert_eq!(harness.state().lab().selection().site, Some(site("encoder.0.self_attention.key")));
}

#[test]
fn what_is_only_counted_or_has_no_weights_is_said_in_a_sentence() {
    let counted = window_of("card-architecture", Language::English);
    counted.get_by_label_contains("its weights have shapes, but no numbers");
    counted.get_by_label_contains("262\u{202F}144 parameters");
    let none = window_of("self-attention", Language::English);
    none.get_by_label_contains("This experiment has no weights");
}

#[test]
fn a_weight_whose_file_is_missing_can_still_be_filled() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.ron");
    let mut lab = Lab::new(|| {}).unwrap();
    lab.apply(Command::OpenPreset("encoder-only-classifier")).unwrap();
    let source = WeightSource::File { file: "nowhere.npy".into(), name: None, transposed: false };
    lab.apply(Command::SetWeightSource(site(W_Q), Some(Box::new(source)))).unwrap();
    lab.apply(Command::Save(path.clone())).unwrap();

    let mut harness = window_of("encoder-only-classifier", Language::English);
    harness.state_mut().carry_out(Command::Open(path));
    harness.state_mut().carry_out(Command::Select(site(W_Q)));
    settle(&mut harness);
    harness.get_by_label_contains("Read from nowhere.npy, entry encoder.0.self_attention.w_q.");
    assert!(harness.query_all_by_label_contains("nowhere.npy").count() > 1, "and why it could not be read");
    harness.get_by_label("Fill …").click();
    settle(&mut harness);
    harness.get_by_label("Fill").click();
    settle(&mut harness);
    assert!(numbers(&harness, W_Q).iter().flatten().all(|number| number.abs() < 1.0));
    harness.get_by_label("Close").click();
    settle(&mut harness);
    harness.get_by_label_contains("nothing to compare with");
}
