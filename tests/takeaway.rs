//! Taking numbers away from the window: its menus, the clipboard and the files, driven by the names of the widgets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use eframe::egui::{Event, HoveredFile, Key, Modifiers, OutputCommand, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use transformer_lab::experiment::matrix_file::MatrixFile;
use transformer_lab::experiment::{Table, WeightSource, from_text};
use transformer_lab::lab::{Command, Lab};
use transformer_lab::ui::app::{App, Dialog, Dialogs, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::views::View;

const VALUE: &str = "encoder.0.self_attention.head.0.value";

/// Dialogs in which the user always chooses the same folder, and the name that is offered.
struct Into(PathBuf, Vec<Dialog>);

impl Dialogs for Into {
    fn ask(&mut self, dialog: Dialog, wake: Box<dyn FnOnce() + Send>) {
        self.1.push(dialog);
        wake();
    }

    fn answer(&mut self) -> Option<(Dialog, PathBuf)> {
        let dialog = self.1.pop()?;
        let path = match &dialog {
            Dialog::Export { name, .. } => self.0.join(name),
            // Numbers are brought in from the one file that the folder stands for.
            Dialog::Import => self.0.clone(),
            _ => return None,
        };
        Some((dialog, path))
    }
}

/// A system that shows no dialogs.
#[derive(Default)]
struct Unshown(Vec<Dialog>);

impl Dialogs for Unshown {
    fn ask(&mut self, dialog: Dialog, wake: Box<dyn FnOnce() + Send>) {
        self.0.push(dialog);
        wake();
    }

    fn answer(&mut self) -> Option<(Dialog, PathBuf)> {
        None
    }

    fn unshown(&mut self) -> Option<Dialog> {
        self.0.pop()
    }
}

fn window(folder: &Path) -> Harness<'static, App> {
    window_with(Into(folder.to_owned(), Vec::new()))
}

fn window_with(dialogs: impl Dialogs + 'static) -> Harness<'static, App> {
    let mut lab = support::opened("hello-world-encoder-30");
    lab.apply(Command::Select(VALUE.parse().unwrap())).unwrap();
    let app = App::new(lab, Settings::plain(Language::English, ThemeChoice::Light, View::Steps));
    let app = app.with_dialogs(dialogs);
    let mut harness = support::shown(app, vec2(1280.0, 2000.0));
    harness.run_steps(3);
    harness
}

fn press(harness: &mut Harness<'_, App>, menus: &[&str]) {
    for (index, label) in menus.iter().enumerate() {
        harness.get_by_label_contains(label).click();
        // What the last one does is followed frame by frame.
        if index + 1 < menus.len() {
            harness.run_steps(3);
        }
    }
}

/// Goes on until the window says what it did; the text that went to the clipboard by then.
fn told(harness: &mut Harness<'_, App>, sentence: &str) -> Option<String> {
    let begun = Instant::now();
    let mut copied = None;
    loop {
        harness.step();
        let commands = &harness.output().platform_output.commands;
        copied = copied.or(commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        }));
        if harness.query_by_label_contains(sentence).is_some() {
            return copied;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "the window did not say {sentence:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_matrix_goes_to_the_clipboard_and_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(folder.path());
    press(&mut harness, &["Copy as ▾", "Copy as CSV"]);
    let csv = told(&mut harness, "The matrix is on the clipboard").unwrap();
    press(&mut harness, &["Save as ▾", "Save as .csv"]);
    told(&mut harness, "Saved in");
    assert_eq!(std::fs::read_to_string(folder.path().join(format!("{VALUE}.csv"))).unwrap(), csv);
    let outcome = harness.state().lab().outcome().unwrap().clone();
    let expected = outcome.values.matrix(outcome.prepared.graph.find(VALUE.parse().unwrap()).unwrap()).to_f64();
    let read: Vec<f64> = csv.split([',', '\n']).filter(|cell| !cell.is_empty()).map(|cell| cell.parse().unwrap()).collect();
    assert_eq!(read, expected.iter().copied().collect::<Vec<_>>());
}

#[test]
fn where_no_dialog_is_shown_a_path_is_typed_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window_with(Unshown::default());
    press(&mut harness, &["Save as ▾", "Save as .csv"]);
    harness.run_steps(4);
    let path = folder.path().join("typed.csv");
    // Nothing is clicked: the field has the keyboard.
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.event(Event::Text(path.display().to_string()));
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    told(&mut harness, "Saved in");
    assert_eq!(std::fs::read_to_string(path).unwrap().lines().count(), 2, "a row for each of two tokens");
}

#[test]
fn all_matrices_and_the_script_are_saved_from_the_menu_of_the_experiment() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(folder.path());
    for (entry, file) in
        [("All matrices as .npz", "hello-world-encoder-30.npz"), ("All matrices as .safetensors", "hello-world-encoder-30.safetensors")]
    {
        press(&mut harness, &["Experiment: ", "Export", entry]);
        told(&mut harness, file);
        let outcome = harness.state().lab().outcome().unwrap().clone();
        let values = outcome.values.matrix(outcome.prepared.graph.find(VALUE.parse().unwrap()).unwrap());
        assert_eq!(MatrixFile::open(&folder.path().join(file)).unwrap().matrix(VALUE).unwrap(), values.to_f64());
    }
    press(&mut harness, &["Experiment: ", "Export", "Python script (NumPy)"]);
    told(&mut harness, "hello_world_encoder_30.py");
    let script = std::fs::read_to_string(folder.path().join("hello_world_encoder_30.py")).unwrap();
    assert!(script.contains(&format!("check(\"{VALUE}\"")));
}

/// `torch.nn.TransformerEncoder` as `tests/data/make.py` has it, waiting for its weights.
const ENCODER: &str = "(version: 1, model: (subject: Encoder, d_model: 4, heads: 2, d_ff: 8, encoder_blocks: 2, attention_bias: true, \
    feed_forward_bias: true, positions: None, final_norm: false, output: None, precision: F64), input: (source: Length(3)))";

fn importing() -> Harness<'static, App> {
    let mut lab = Lab::new(|| {}).unwrap();
    lab.apply(Command::Replace(Box::new(from_text(ENCODER, "test").unwrap()))).unwrap();
    lab.finish();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/torch_encoder.safetensors");
    let app = App::new(lab, Settings::plain(Language::English, ThemeChoice::Light, View::Steps)).with_dialogs(Into(file, Vec::new()));
    let mut harness = support::shown(app, vec2(1280.0, 800.0));
    harness.run_steps(3);
    harness
}

#[test]
fn weights_of_torch_are_taken_over_in_one_step_that_can_be_undone() {
    let mut harness = importing();
    let before = harness.state().lab().document().experiment().clone();
    press(&mut harness, &["Experiment: ", "Import numbers"]);
    told(&mut harness, "32 of 33 places get their numbers from this file");
    // The table has found its place. The input, which is called x there, stays as it is.
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("layers.0.self_attn.in_proj_weight (first third, transposed)").is_some());
    press(&mut harness, &["Import"]);
    let begun = Instant::now();
    while *harness.state().lab().document().experiment() == before {
        assert!(begun.elapsed() < Duration::from_mins(1), "nothing was taken over");
        std::thread::sleep(Duration::from_millis(10));
        harness.step();
    }
    let taken = harness.state().lab().document().experiment().clone();
    let file = MatrixFile::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/torch_encoder.safetensors")).unwrap();
    let gamma = &taken.weights.values[&"encoder.1.self_attention_norm.gamma".parse().unwrap()];
    assert_eq!(*gamma, WeightSource::Rows(Table(file.matrix("layers.1.norm1.weight").unwrap())));
    harness.state_mut().carry_out(Command::Undo);
    assert_eq!(*harness.state().lab().document().experiment(), before);
}

#[test]
fn a_file_held_over_the_window_is_told_what_it_would_do() {
    let mut harness = window_with(Unshown::default());
    let hold = |harness: &mut Harness<'_, App>, name: &str| {
        harness.input_mut().hovered_files = vec![HoveredFile { path: Some(name.into()), ..HoveredFile::default() }];
        harness.run_steps(2);
    };
    hold(&mut harness, "some/weights.npz");
    harness.get_by_label("Drop it to import numbers from weights.npz");
    hold(&mut harness, "some/experiment.ron");
    harness.get_by_label("Drop it to open experiment.ron");
    harness.input_mut().hovered_files.clear();
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("Drop it").is_none());
}
