//! The view Compare, driven as a user drives it: a question, two experiments of one's own, a stop.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use eframe::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _, by};
use transformer_lab::experiment::Preset;
use transformer_lab::experiment::comparison::{Finding, Measure, Seen, compare, follows};
use transformer_lab::graph::Control;
use transformer_lab::lab::{Command, Lab};
use transformer_lab::ui::app::{App, Dialog, Dialogs, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::views::View;

fn lab(open: Command) -> Lab {
    let mut lab = Lab::new(|| {}).unwrap();
    lab.apply(open).unwrap();
    lab.finish();
    lab
}

fn shown(app: App) -> Harness<'static, App> {
    let mut harness = support::shown(app, [1280.0, 1000.0]);
    harness.run_steps(4);
    harness
}

fn window(open: &'static str) -> Harness<'static, App> {
    let settings = Settings::plain(Language::English, ThemeChoice::Light, View::Compare);
    shown(App::new(lab(Command::OpenPreset(open)), settings))
}

fn click(harness: &mut Harness<'_, App>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_steps(4);
}

/// Whether a text is anywhere in the window.
fn says(harness: &Harness<'_, App>, text: &str) -> bool {
    let mut nodes = harness.query_all(by().predicate(|_| true)).map(|node| node.accesskit_node());
    nodes.any(|node| [node.label(), node.value()].into_iter().flatten().any(|said| said.contains(text)))
}

/// Draws until the comparison has come to its end.
fn settle(harness: &mut Harness<'_, App>) {
    let start = Instant::now();
    harness.run_steps(2);
    while harness.query_by_label("Stop").is_some() || harness.query_by_label("Parar").is_some() {
        assert!(start.elapsed() < Duration::from_mins(2), "the comparison did not end");
        std::thread::sleep(Duration::from_millis(10));
        harness.run_steps(2);
    }
    harness.run_steps(2);
}

/// Apart from the window, the engine alone.
fn found(measure: Measure, a: &str, b: &str) -> Finding {
    let [a, b] = [a, b].map(|name| Preset::find(name).unwrap().experiment().unwrap());
    compare([(&a, None), (&b, None)], measure, &Control::default()).unwrap()
}

fn on_screen(sentence: &str) -> String {
    sentence.replace("e-", "e−")
}

#[test]
fn a_question_is_chosen_and_the_sentence_has_the_numbers_of_the_engine() {
    let mut harness = window("hello-world-hola-mundo");
    assert!(says(&harness, "Choose a question at the left."));
    click(&mut harness, "Positions before attention, or after it?");
    settle(&mut harness);
    let finding = found(Measure::Permutation, "compare-positions-before", "compare-positions-after");
    let Seen::Permutation { distance: [a, b] } = finding.seen else { panic!("{:?}", finding.seen) };
    assert!(!follows(a) && follows(b));
    assert!(says(&harness, &on_screen(&finding.seen.to_string())), "{}", finding.seen);
    // What differs, on both sides.
    harness.get_by_label("Positions · Added: before attention");
    harness.get_by_label("Positions · Added: after it (an error)");
    let chart = harness.get_by_role(Role::Image).accesskit_node().label().unwrap();
    assert!(chart.starts_with("distance. A: position 0 1.68"), "{chart}");
    click(&mut harness, "table");
    let rows: Vec<String> = harness.get_all_by_role(Role::Row).filter_map(|row| row.accesskit_node().label()).collect();
    assert_eq!(rows.len(), finding.curves[0].points.len());
    assert!(rows[0].starts_with("0, distance, A 1.68, distance, B "), "{rows:?}");
}

#[test]
fn another_language_says_the_same_numbers() {
    let mut harness = window("hello-world-hola-mundo");
    click(&mut harness, "Can a row see later positions?");
    settle(&mut harness);
    assert!(says(&harness, "0 of 3 earlier rows move in A and 3 of 3 in B"));
    click(&mut harness, "Switch to Español");
    harness.run_steps(2);
    assert!(says(&harness, "en A cambian 0 de 3 filas anteriores y en B 3 de 3"));
    assert!(says(&harness, "¿Puede una fila ver lo que sigue?"));
}

fn pick(harness: &mut Harness<'_, App>, side: &str, name: &str) {
    harness.get_by_role_and_label(Role::ComboBox, side).click();
    harness.run_steps(4);
    let row = harness.get_by_role_and_label(Role::ListBoxOption, name);
    row.scroll_to_me();
    harness.run_steps(4);
    harness.get_by_role_and_label(Role::ListBoxOption, name).click();
    harness.run_steps(4);
}

#[test]
fn any_two_are_compared_value_by_value_and_lead_to_their_steps() {
    let mut harness = window("hello-world-encoder-30");
    click(&mut harness, "Any two experiments");
    pick(&mut harness, "B", "The first encoder block, scores over √3");
    harness.get_by_role_and_label(Role::ComboBox, "Measured").click();
    harness.run_steps(4);
    click(&mut harness, "every value");
    press(&mut harness, "Compare");
    settle(&mut harness);
    let finding = found(Measure::Differences, "hello-world-encoder-30", "hello-world-encoder-root-3");
    let site = "encoder.0.self_attention.head.0.scaled";
    let norm = "encoder.0.feed_forward_norm.output";
    let name = "Encoder · Block 1 · Self-attention · Head 1 · Scale";
    // In the window values are called by their names.
    let named = finding.seen.to_string().replace(site, name).replace(norm, "Encoder · Block 1 · Norm of the feed-forward · Normalize");
    assert!(says(&harness, &on_screen(&named)), "{named}");
    let Seen::Differences { common, .. } = finding.seen else { panic!("{:?}", finding.seen) };
    // Every calculated value has its point on the curve; those that are not 0 are listed.
    let differing = finding.curves[0].points.iter().filter(|(_, difference)| *difference > 0.0).count();
    assert!(finding.curves[0].points.len() == common && differing < common);
    assert!(says(&harness, &format!("Differing: {differing} calculated, 0 given (weights, what enters)")));
    click(&mut harness, "Scale · Encoder · Block 1 · Self-attention · Head 1");
    assert!(says(&harness, &format!("{name}: they differ most in row")));
    harness.get_by_label("B − A, 2 × 2");
    press(&mut harness, "Show in A ▸");
    assert_eq!(harness.state().settings().view, View::Steps);
    assert_eq!(harness.state().lab().selection().site.unwrap().to_string(), site);
}

/// A button, where a tab or a field has the same name.
fn press(harness: &mut Harness<'_, App>, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).click();
    harness.run_steps(4);
}

#[test]
fn a_change_of_the_open_experiment_makes_what_was_measured_stale() {
    let mut harness = window("compare-positions-before");
    click(&mut harness, "Any two experiments");
    press(&mut harness, "Compare");
    settle(&mut harness);
    let stale = "One of the two has changed since this was measured.";
    assert!(!says(&harness, stale) && says(&harness, "its attention cannot tell the order."));
    harness.state_mut().carry_out(Command::Reseed(99));
    harness.run_steps(4);
    assert!(says(&harness, stale));
    let before = sentence(&harness);
    press(&mut harness, "Compare");
    settle(&mut harness);
    assert!(!says(&harness, stale));
    assert_ne!(sentence(&harness), before, "other weights gave the same numbers");
}

/// The sentence of a permutation.
fn sentence(harness: &Harness<'_, App>) -> String {
    let mut all = harness.query_all(by().predicate(|_| true)).filter_map(|node| node.accesskit_node().value());
    all.find(|said| said.contains("its attention cannot tell the order.")).unwrap()
}

#[test]
fn the_first_overflow_leads_to_its_step() {
    let mut harness = window("hello-world-hola-mundo");
    click(&mut harness, "Does a stable softmax stop the overflow?");
    settle(&mut harness);
    let site = "encoder.2.self_attention.head.0.weights";
    press(&mut harness, "A overflows at Encoder · Block 3 · Self-attention · Head 1 · Softmax ▸");
    let lab = harness.state().lab();
    assert_eq!(lab.document().origin().to_string(), "hello-world-six-blocks-explode");
    assert_eq!(lab.selection().site.unwrap().to_string(), site);
    assert_eq!(harness.state().settings().view, View::Steps);
}

#[test]
fn what_is_only_counted_or_does_not_fit_is_said_in_a_sentence() {
    let mut harness = window("card-architecture");
    click(&mut harness, "Any two experiments");
    press(&mut harness, "Compare");
    settle(&mut harness);
    assert!(says(&harness, "A: this model is only counted, not run"));
}

#[test]
fn a_long_comparison_is_stopped_and_can_be_begun_again() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/twelve-blocks.ron");
    let settings = Settings { recent: vec![path.clone()], ..Settings::plain(Language::English, ThemeChoice::Light, View::Compare) };
    let mut harness = shown(App::new(lab(Command::OpenPreset("compare-post-norm")), settings));
    click(&mut harness, "Any two experiments");
    pick(&mut harness, "A", "twelve-blocks.ron");
    press(&mut harness, "Compare");
    click(&mut harness, "Stop");
    settle(&mut harness);
    assert!(says(&harness, "Stopped before the end."));
    harness.get_by_role_and_label(Role::Button, "Compare");
}

/// Dialogs that note what is to be saved.
#[derive(Clone, Default)]
struct Noted(Rc<RefCell<Vec<Dialog>>>);

impl Dialogs for Noted {
    fn ask(&mut self, dialog: Dialog, _wake: Box<dyn FnOnce() + Send>) {
        self.0.borrow_mut().push(dialog);
    }

    fn answer(&mut self) -> Option<(Dialog, PathBuf)> {
        None
    }
}

#[test]
fn all_points_are_saved_as_comma_separated_values() {
    let noted = Noted::default();
    let settings = Settings::plain(Language::English, ThemeChoice::Light, View::Compare);
    let mut harness = shown(App::new(lab(Command::OpenPreset("self-attention")), settings).with_dialogs(noted.clone()));
    click(&mut harness, "Greedy, or beam search?");
    settle(&mut harness);
    press(&mut harness, "CSV …");
    let finding = found(Measure::Decoding, "compare-greedy", "beam-search");
    let asked = noted.0.borrow();
    let [Dialog::SaveText { name, text }] = asked.as_slice() else { panic!("{asked:?}") };
    assert_eq!(name, "decoding.csv");
    let points: usize = finding.curves.iter().map(|curve| curve.points.len()).sum();
    assert_eq!(text.lines().count(), 1 + points);
    for (x, y) in &finding.curves[1].points {
        assert!(text.contains(&format!(",B,token,{x},{y}\n")), "{text}");
    }
}

/// B was the open experiment: it stays that one when another is opened, and the window says so.
#[test]
fn b_stays_what_was_chosen_when_another_experiment_is_opened() {
    let mut harness = window("self-attention");
    click(&mut harness, "Any two experiments");
    harness.get_by_role_and_label(Role::ComboBox, "B").click();
    harness.run_steps(4);
    harness.get_all_by_label_contains("Open now: ").last().unwrap().click();
    harness.run_steps(4);
    let named = |harness: &Harness<'_, App>, side: &str| harness.get_by_role_and_label(Role::ComboBox, side).value().unwrap();
    assert!(named(&harness, "B").starts_with("Open now"), "{}", named(&harness, "B"));
    harness.state_mut().carry_out(Command::OpenPreset("layer-norm"));
    harness.run_steps(4);
    let title = Preset::find("self-attention").unwrap().experiment().unwrap().title.en.clone();
    assert_eq!(named(&harness, "B"), title);
    assert!(says(&harness, &format!("B stays {title}")));
    // A pair and back: the two are still those that were chosen.
    click(&mut harness, "Greedy, or beam search?");
    click(&mut harness, "Any two experiments");
    assert_eq!(named(&harness, "B"), title);
}
