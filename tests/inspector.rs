//! The inspector and the view of the attention, driven by the names of their widgets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use eframe::egui::{Key, Modifiers, OutputCommand, Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use transformer_lab::experiment::Change;
use transformer_lab::graph::{Cell, Site};
use transformer_lab::lab::Command;
use transformer_lab::ui::app::{App, Dialog, Dialogs, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::numbers;
use transformer_lab::ui::views::View;

use support::settle;

const BASE: &str = "hello-world-encoder-30";

fn settings(view: View) -> Settings {
    Settings::plain(Language::English, ThemeChoice::Light, view)
}

/// A window high enough for the whole inspector, on one cell of an experiment.
fn window(preset: &'static str, view: View, site: &str, cell: Cell) -> Harness<'static, App> {
    let mut lab = support::opened(preset);
    lab.apply(Command::Select(self::site(site))).unwrap();
    lab.apply(Command::SelectCell(Some(cell))).unwrap();
    shown(App::new(lab, settings(view)), vec2(1280.0, 2000.0))
}

fn shown(app: App, size: eframe::egui::Vec2) -> Harness<'static, App> {
    let mut harness = support::shown(app, size);
    settle(&mut harness);
    harness
}

fn site(text: &str) -> Site {
    text.parse().unwrap()
}

fn value(harness: &Harness<'_, App>, site: &str, cell: Cell) -> f64 {
    let lab = harness.state().lab();
    let id = lab.prepared().graph.find(self::site(site)).unwrap();
    lab.outcome().unwrap().values.matrix(id).at(cell)
}

fn selected(harness: &Harness<'_, App>) -> (String, Option<Cell>) {
    let selection = harness.state().lab().selection();
    (selection.site.unwrap().to_string(), selection.cell)
}

fn click(harness: &mut Harness<'_, App>, label: &str) {
    harness.get_by_label(label).click();
    settle(harness);
}

#[test]
fn the_sum_that_is_written_is_the_cell() {
    let cell = Cell::new(0, 1);
    let harness = window(BASE, View::Steps, "encoder.0.self_attention.head.0.scores", cell);
    let number = value(&harness, "encoder.0.self_attention.head.0.scores", cell);
    harness.get_by_label(&format!("Exact: {}", numbers::shortest(number)));
    harness.get_by_label(&format!("Σ = {}", numbers::fixed(number, 4)));
    // And it is the sum of the terms that stand over it, as far as their digits say.
    let terms = harness.query_all_by_label_contains(" × ").filter(|node| node.accesskit_node().role() == Role::Button);
    let written: Vec<f64> = terms
        .map(|node| {
            let label = node.accesskit_node().label().unwrap();
            numbers::parse(label.rsplit_once("= ").unwrap().1).unwrap()
        })
        .collect();
    assert_eq!(written.len(), 3);
    assert!((written.iter().sum::<f64>() - number).abs() < 2e-4, "{written:?} give {number}");
}

#[test]
fn a_long_sum_is_cut_and_still_gives_the_cell() {
    let cell = Cell::new(2, 5);
    let mut harness = window("decoder-only", View::Steps, "decoder.1.feed_forward.output_product", cell);
    let number = value(&harness, "decoder.1.feed_forward.output_product", cell);
    let total = |harness: &Harness<'_, App>| harness.get_by_label_contains("Σ ").value().unwrap();
    assert!(total(&harness).ends_with(&numbers::fixed(number, 4)), "{}", total(&harness));
    harness.get_by_label_contains("… 56 more");
    let terms = |harness: &Harness<'_, App>| -> Vec<(String, f64)> {
        let buttons = harness.query_all_by_label_contains(" × ").filter(|node| node.accesskit_node().role() == Role::Button);
        let labels = buttons.map(|node| node.accesskit_node().label().unwrap());
        labels
            .map(|label| (label.split(':').next().unwrap().to_owned(), numbers::parse(label.rsplit_once("= ").unwrap().1).unwrap()))
            .collect()
    };
    let sizes: Vec<f64> = terms(&harness).iter().map(|(_, product)| product.abs()).collect();
    assert!(sizes.len() == 8 && sizes.is_sorted_by(|a, b| a >= b), "{sizes:?}");
    click(&mut harness, "in order");
    let names: Vec<String> = terms(&harness).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, (0..8).map(|index| format!("d{index}")).collect::<Vec<_>>());
    assert!(total(&harness).ends_with(&numbers::fixed(number, 4)));
}

#[test]
fn a_number_is_drawn_as_a_neuron_and_followed_into_it() {
    let cell = Cell::new(0, 3);
    let mut harness = window("hello-world-hola-mundo", View::Steps, "encoder.0.feed_forward.activated", cell);
    click(&mut harness, "Neuron");
    let drawing = harness.get_by_role_and_label(Role::Group, "Neuron");
    let output = value(&harness, "encoder.0.feed_forward.activated", cell);
    assert_eq!(drawing.value().as_deref(), Some(numbers::fixed(output, 2).as_str()));
    let weight = value(&harness, "encoder.0.feed_forward.w_1", Cell::new(2, 3));
    click(&mut harness, &format!("weight of d2 {}", numbers::fixed(weight, 2)));
    assert_eq!(selected(&harness), ("encoder.0.feed_forward.w_1".to_owned(), Some(Cell::new(2, 3))));
}

#[test]
fn a_number_is_walked_to_its_source_and_to_its_reader_and_back() {
    let mut harness = window(BASE, View::Steps, "encoder.0.self_attention.head.1.scores", Cell::new(1, 0));
    click(&mut harness, "← Q₂ · Q of the head");
    assert_eq!(selected(&harness), ("encoder.0.self_attention.head.1.query".to_owned(), Some(Cell::new(1, 0))));
    click(&mut harness, "← Q · Queries Q");
    // The second head begins at the column 3.
    assert_eq!(selected(&harness), ("encoder.0.self_attention.query".to_owned(), Some(Cell::new(1, 3))));
    click(&mut harness, "→ Q₂ · Q of the head");
    assert_eq!(selected(&harness), ("encoder.0.self_attention.head.1.query".to_owned(), Some(Cell::new(1, 0))));
    click(&mut harness, "Back to Q[1, 3] (Alt + ←)");
    assert_eq!(selected(&harness).0, "encoder.0.self_attention.query");
    harness.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    settle(&mut harness);
    assert_eq!(selected(&harness).0, "encoder.0.self_attention.head.1.query");
    harness.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    settle(&mut harness);
    assert_eq!(selected(&harness), ("encoder.0.self_attention.head.1.scores".to_owned(), Some(Cell::new(1, 0))));
    assert!(harness.query_by_label_contains("Back to").is_none());
}

#[test]
fn a_number_put_in_place_is_found_downstream_and_taken_back() {
    let (place, cell) = ("encoder.0.self_attention.head.0.scores", Cell::new(0, 1));
    let mut harness = window(BASE, View::Steps, place, cell);
    let (before, output) = (value(&harness, place, cell), value(&harness, "encoder.output", Cell::new(0, 0)));
    let history = |harness: &Harness<'_, App>| harness.state().lab().history().undoable().is_some();
    assert!(!history(&harness));

    let field = harness.get_by_role_and_label(Role::SpinButton, "Number");
    field.click();
    settle(&mut harness);
    for digit in ["-", "5", "0"] {
        harness.get_by_label("Number").type_text(digit);
        harness.run_steps(2);
        // Typing is no change yet, and does not lose the field.
        assert!(!history(&harness));
        assert!(harness.get_by_label("Number").accesskit_node().is_focused());
    }
    harness.key_press(Key::Enter);
    settle(&mut harness);
    assert_eq!(value(&harness, place, cell), -50.0);
    harness.get_by_label(&format!("Calculated: {}", numbers::exact(before)));
    harness.get_by_label("Put in place: −50.000000");
    assert_ne!(value(&harness, "encoder.output", Cell::new(0, 0)), output);
    harness.get_by_label_contains("Largest change of the output");

    // One step of undo, and no more.
    harness.state_mut().carry_out(Command::Undo);
    settle(&mut harness);
    assert_eq!(value(&harness, place, cell), before);
    assert!(!history(&harness));
    harness.state_mut().carry_out(Command::Redo);
    settle(&mut harness);
    click(&mut harness, "Back to the calculated number");
    assert_eq!(value(&harness, place, cell), before);
    assert_eq!(value(&harness, "encoder.output", Cell::new(0, 0)), output);
}

#[test]
fn a_click_elsewhere_enters_the_number_where_it_was_typed() {
    let (place, cell) = ("encoder.0.self_attention.head.0.scores", Cell::new(0, 1));
    let mut harness = window(BASE, View::Steps, place, cell);
    harness.get_by_role_and_label(Role::SpinButton, "Number").click();
    settle(&mut harness);
    harness.get_by_label("Number").type_text("7");
    harness.run_steps(2);
    click(&mut harness, "← Q₁ · Q of the head");
    assert_eq!(value(&harness, place, cell), 7.0);
    let overrides = harness.state().lab().document().experiment().overrides.clone();
    assert_eq!(overrides.len(), 1);
    assert_eq!(overrides.get(&site(place)), Some(&Change::Cells([(Cell::new(0, 1), 7.0)].into_iter().collect())));
}

#[test]
fn what_is_no_number_is_left_alone_until_one_is_put_there() {
    let (place, cell) = ("attention.masked", Cell::new(0, 3));
    let mut harness = window("causal-mask", View::Steps, place, cell);
    assert_eq!(value(&harness, place, cell), f64::NEG_INFINITY);
    settle(&mut harness);
    assert!(harness.state().lab().document().experiment().overrides.is_empty());
    click(&mut harness, "Put 0 here");
    assert_eq!(value(&harness, place, cell), 0.0);
    // The number that stands there now is no longer hidden.
    harness.get_by_label("5 masked cells are left out.");
    click(&mut harness, "Back to the calculated number");
    assert_eq!(value(&harness, place, cell), f64::NEG_INFINITY);
}

#[test]
fn a_drag_is_one_step_of_undo() {
    let (place, cell) = ("encoder.0.self_attention.head.0.scores", Cell::new(0, 1));
    let mut harness = window(BASE, View::Steps, place, cell);
    let before = value(&harness, place, cell);
    let at = harness.get_by_role_and_label(Role::SpinButton, "Number").rect().center();
    harness.drag_at(at);
    harness.run_steps(1);
    for step in 1_u8..=6 {
        harness.hover_at(at + vec2(10.0 * f32::from(step), 0.0));
        harness.run_steps(1);
        assert!(harness.state().lab().history().undoable().is_none());
    }
    harness.drop_at(at + vec2(60.0, 0.0));
    settle(&mut harness);
    assert!(value(&harness, place, cell) > before);
    harness.state_mut().carry_out(Command::Undo);
    settle(&mut harness);
    assert_eq!(value(&harness, place, cell), before);
    assert!(harness.state().lab().history().undoable().is_none());
}

#[test]
fn a_head_is_switched_off_alone_or_with_all_others_and_on_again() {
    let mut harness = window(BASE, View::Attention, "encoder.0.self_attention.head.0.weights", Cell::new(0, 0));
    let output = |harness: &Harness<'_, App>, head: usize| {
        let site = format!("encoder.0.self_attention.head.{head}.output");
        (0..3).map(|column| value(harness, &site, Cell::new(0, column)).abs()).sum::<f64>()
    };
    assert!(output(&harness, 0) > 0.0 && output(&harness, 1) > 0.0);
    harness.get_by_role_and_label(Role::Switch, "This head takes part").click();
    settle(&mut harness);
    assert_eq!(output(&harness, 0), 0.0);
    harness.get_by_label("This head is switched off: it gives zeros.");
    harness.get_by_role_and_label(Role::Switch, "This head takes part").click();
    settle(&mut harness);
    assert!(output(&harness, 0) > 0.0);

    click(&mut harness, "Only this head of its layer");
    assert!(output(&harness, 0) > 0.0);
    assert_eq!(output(&harness, 1), 0.0);
    harness.get_by_label("Also switched off: 2");
    click(&mut harness, "All heads of the layer on");
    assert!(output(&harness, 0) > 0.0 && output(&harness, 1) > 0.0);
    assert!(harness.state().lab().document().experiment().overrides.is_empty());
}

#[test]
fn all_changes_are_taken_back_at_once() {
    let mut harness = window(BASE, View::Steps, "encoder.0.self_attention.query", Cell::new(0, 0));
    for column in 0..3 {
        harness.state_mut().carry_out(Command::SetOverride(site("encoder.0.self_attention.query"), Cell::new(0, column), Some(1.0)));
    }
    harness.state_mut().carry_out(Command::SetZero(site("encoder.0.self_attention.head.1.output"), true));
    settle(&mut harness);
    click(&mut harness, "Take back all 4 changes");
    assert!(harness.state().lab().document().experiment().overrides.is_empty());
    harness.state_mut().carry_out(Command::Undo);
    settle(&mut harness);
    assert_eq!(harness.state().lab().document().experiment().overrides.len(), 2);
}

#[test]
fn the_distribution_leaves_masked_cells_out_and_says_so() {
    let harness = window("causal-mask", View::Steps, "attention.masked", Cell::new(1, 1));
    harness.get_by_label("6 masked cells are left out.");
    harness.get_by_label_contains("Distribution: ");
}

/// A weight that was typed as no number, or as ∞, did not come from a calculation; what follows from it did.
#[test]
fn what_was_typed_is_said_to_be_typed() {
    let weight = "encoder.0.self_attention.w_k";
    let mut harness = window("hello-world-hola-mundo", View::Steps, weight, Cell::new(1, 2));
    for (number, sign) in [(f64::NAN, "NaN"), (f64::INFINITY, "∞")] {
        harness.state_mut().carry_out(Command::SetWeight(site(weight), Cell::new(1, 2), number));
        harness.state_mut().finish();
        settle(&mut harness);
        harness.get_by_label(&format!("{sign} is what was typed here, or came with the file: it was not calculated."));
    }
    harness.state_mut().carry_out(Command::SetWeight(site(weight), Cell::new(1, 2), f64::NAN));
    harness.state_mut().carry_out(Command::Select(site("encoder.0.self_attention.key")));
    harness.state_mut().carry_out(Command::SelectCell(Some(Cell::new(0, 2))));
    harness.state_mut().finish();
    settle(&mut harness);
    harness.get_by_label_contains("it comes from something that has no answer");
}

/// What was copied when this was clicked.
fn copied(harness: &mut Harness<'_, App>, label: &str) -> String {
    harness.get_by_label(label).click();
    for _ in 0..4 {
        harness.step();
        let copied = harness.output().platform_output.commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        if let Some(copied) = copied {
            return copied;
        }
    }
    panic!("nothing was copied")
}

#[test]
fn the_numbers_of_a_map_are_copied_in_full() {
    let weights = "encoder.0.self_attention.head.0.weights";
    let mut harness = window(BASE, View::Attention, weights, Cell::new(0, 0));
    click(&mut harness, "Copy, save ▾");
    let table = copied(&mut harness, "Copy the numbers");
    let rows: Vec<Vec<f64>> = table.lines().map(|line| line.split('\t').map(|number| number.parse().unwrap()).collect()).collect();
    let labels = harness.state().lab().prepared().source_labels.clone();
    assert_eq!((rows.len(), rows[0].len()), (labels.len(), labels.len()));
    for (row, numbers) in rows.iter().enumerate() {
        for (column, number) in numbers.iter().enumerate() {
            assert_eq!(*number, value(&harness, weights, Cell::new(row, column)));
        }
    }
    settle(&mut harness);
    click(&mut harness, "Copy, save ▾");
    let table = copied(&mut harness, "Copy the numbers with the tokens");
    let heads: Vec<&str> = table.lines().next().unwrap().split('\t').skip(1).collect();
    assert_eq!(heads, labels);
    assert!(table.lines().skip(1).zip(&labels).all(|(line, label)| line.starts_with(&format!("{label}\t"))));
}

#[test]
fn two_heads_are_compared_and_the_mean_is_shown() {
    let mut harness = window("decoder-only", View::Attention, "decoder.0.self_attention.head.0.weights", Cell::new(2, 0));
    harness.get_by_label("Layer 1 · Head 1: where does each token look?, 3 × 3");
    click(&mut harness, "A − B");
    harness.get_by_label("L1 H1 − L1 H2: where does the first look more?, 3 × 3");
    harness.get_by_label("L2 H3").click_modifiers(Modifiers::SHIFT);
    settle(&mut harness);
    click(&mut harness, "Copy, save ▾");
    let table = copied(&mut harness, "Copy the numbers");
    let first: f64 = table.lines().nth(2).unwrap().split('\t').next().unwrap().parse().unwrap();
    let at = |harness: &Harness<'_, App>, site: &str| value(harness, site, Cell::new(2, 0));
    let difference = at(&harness, "decoder.0.self_attention.head.0.weights") - at(&harness, "decoder.1.self_attention.head.2.weights");
    assert!((first - difference).abs() < 1e-12, "{first} is not {difference}");
    click(&mut harness, "Mean");
    harness.get_by_label("Layer 1 · Mean of the heads: where does each token look?, 3 × 3");
}

#[test]
fn arrows_walk_heads_and_cells() {
    let mut harness = window("decoder-only", View::Attention, "decoder.0.self_attention.head.0.weights", Cell::new(2, 0));
    harness.get_by_label("L1 H1").click();
    settle(&mut harness);
    for key in [Key::ArrowRight, Key::ArrowDown] {
        harness.key_press(key);
        settle(&mut harness);
    }
    assert_eq!(selected(&harness).0, "decoder.1.self_attention.head.1.weights");
    harness.get_by_label_contains("Layer 2 · Head 2: where does each token look?, 3 × 3").focus();
    settle(&mut harness);
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    assert_eq!(selected(&harness), ("decoder.1.self_attention.head.1.weights".to_owned(), Some(Cell::new(2, 1))));
}

/// Says the same path whatever it is asked.
struct Answering {
    path: PathBuf,
    asked: Vec<Dialog>,
}

impl Dialogs for Answering {
    fn ask(&mut self, dialog: Dialog, wake: Box<dyn FnOnce() + Send>) {
        self.asked.push(dialog);
        wake();
    }

    fn answer(&mut self) -> Option<(Dialog, PathBuf)> {
        self.asked.pop().map(|dialog| (dialog, self.path.clone()))
    }
}

/// Saves what an entry of a menu saves, and waits until the window says that it is done.
fn saved(view: View, path: PathBuf, menu: &str, entry: &str) {
    let lab = support::opened(BASE);
    let app = App::new(lab, settings(view)).with_dialogs(Answering { path, asked: Vec::new() });
    let mut harness = shown(app, vec2(1280.0, 800.0));
    harness.get_by_label_contains(menu).click();
    settle(&mut harness);
    click(&mut harness, entry);
    let begun = Instant::now();
    while harness.query_by_label_contains("The picture is saved").is_none() {
        assert!(begun.elapsed() < Duration::from_mins(1), "no picture came");
        std::thread::sleep(Duration::from_millis(20));
        harness.run_steps(1);
    }
}

#[test]
fn a_map_is_saved_with_its_tokens_and_digits() {
    let folder = tempfile::tempdir().unwrap();
    // The end of the name is added where it is missing.
    saved(View::Attention, folder.path().join("map"), "Copy, save", "Save the map (SVG) …");
    let file = std::fs::read_to_string(folder.path().join("map.svg")).unwrap();
    let document = roxmltree::Document::parse(&file).unwrap();
    let texts: Vec<&str> = document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
    for expected in ["hello", "world", "1.00", "keys (looked at) →", "weight"] {
        assert!(texts.contains(&expected), "{expected} is not among {texts:?}");
    }
    saved(View::Attention, folder.path().join("map.png"), "Copy, save", "Save the map (PNG) …");
    let picture = image::open(folder.path().join("map.png")).unwrap();
    let width: f32 = document.root_element().attribute("width").unwrap().parse().unwrap();
    // Two pixels a point.
    assert!((picture.width() as f32 - 2.0 * width).abs() <= 2.0, "{} for {width}", picture.width());
}

#[test]
fn any_view_is_saved_as_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    saved(View::Steps, folder.path().join("steps.svg"), "Experiment: ", "Save a picture of this view (SVG) …");
    let file = std::fs::read_to_string(folder.path().join("steps.svg")).unwrap();
    let document = roxmltree::Document::parse(&file).unwrap();
    let texts: Vec<&str> = document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
    assert!(texts.contains(&"Next step ▶"), "{texts:?}");
    assert!(!texts.contains(&"Selected cell".to_uppercase().as_str()), "the view alone");
}

#[test]
fn a_small_window_has_the_map_the_lines_and_the_inspector() {
    let mut lab = support::opened("decoder-only");
    lab.apply(Command::Select(site("decoder.0.self_attention.head.0.weights"))).unwrap();
    lab.apply(Command::SelectCell(Some(Cell::new(2, 1)))).unwrap();
    let mut harness = shown(App::new(lab, settings(View::Attention)), vec2(960.0, 600.0));
    let within = |harness: &Harness<'_, App>, label: &str| {
        let rect = harness.get_by_label_contains(label).rect();
        assert!(rect.min.x >= 0.0 && rect.max.x <= 960.0 && rect.max.y <= 600.0 && rect.height() > 8.0, "{label}: {rect:?}");
    };
    assert!(harness.query_by_label("How it is calculated").is_none());
    click(&mut harness, "▴ Details");
    for label in
        ["Layer 1 · Head 1: where does each token look?, 3 × 3", "Lines from the chosen query", "How it is calculated", "Comes from"]
    {
        within(&harness, label);
    }
    assert!(harness.query_by_label("All heads").is_none());
    click(&mut harness, "▸ All heads");
    within(&harness, "L1 H1");
    click(&mut harness, "Hide all heads");
    assert!(harness.query_by_label("L1 H1").is_none());
}
