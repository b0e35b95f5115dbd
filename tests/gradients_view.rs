//! Gradients in the window, driven by the names of its widgets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use eframe::egui::vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use transformer_lab::experiment::{Objective, gradients};
use transformer_lab::graph::{Cell, Control, Site};
use transformer_lab::lab::{Command, Lab, SlopeState};
use transformer_lab::ui::app::{App, Settings, ThemeChoice};
use transformer_lab::ui::gradients::digits;
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::numbers;
use transformer_lab::ui::views::View;

const BASE: &str = "hello-world-encoder-30";

fn window(preset: &'static str, site: &str, cell: Cell) -> Harness<'static, App> {
    let mut lab = support::opened(preset);
    lab.apply(Command::Select(self::site(site))).unwrap();
    lab.apply(Command::SelectCell(Some(cell))).unwrap();
    let settings = Settings::plain(Language::English, ThemeChoice::Light, View::Steps);
    let mut harness = support::shown(App::new(lab, settings), vec2(1280.0, 2000.0));
    settle(&mut harness);
    harness
}

/// Lets the window follow: whatever runs comes to its end, and what was asked for is drawn.
fn settle(harness: &mut Harness<'_, App>) {
    for _ in 0..2 {
        harness.run_steps(3);
        harness.state_mut().finish();
    }
    harness.run_steps(3);
}

fn site(text: &str) -> Site {
    text.parse().unwrap()
}

fn click(harness: &mut Harness<'_, App>, label: &str) {
    harness.get_by_label(label).click();
    settle(harness);
}

/// ∂L/∂v and L, as the engine has them, apart from the window.
fn engine(harness: &Harness<'_, App>, objective: Objective, site: &str, cell: Cell) -> (f64, f64) {
    let lab = harness.state().lab();
    let found = gradients(lab.outcome().unwrap(), objective, &Control::default()).unwrap();
    let id = lab.prepared().graph.find(self::site(site)).unwrap();
    (found.matrix(id).unwrap().at(cell), found.loss)
}

#[test]
fn the_steps_show_the_gradients_of_the_engine() {
    let (query, cell) = ("encoder.0.self_attention.query", Cell::new(1, 2));
    let mut harness = window(BASE, query, cell);
    let experiment = harness.state().lab().document().experiment().clone();
    assert!(harness.state().lab().slopes().last().is_none(), "nobody has asked for gradients");
    click(&mut harness, "Gradients");
    assert_eq!(*harness.state().lab().slopes().state(), SlopeState::Done);
    harness.get_by_label("Queries Q: how does L change with each number?");
    let (slope, loss) = engine(&harness, Objective::HalfSquares, query, cell);
    assert!(slope != 0.0);
    harness.get_by_label_contains(&format!("∂L/∂Q[1, 2] = {}", digits(slope)));
    // In the steps and in the inspector.
    assert_eq!(harness.get_all_by_label_contains(&format!(" = {}, where y is", numbers::significant(loss, 5))).count(), 2);
    let strip = harness.get_by_label_contains("Cell ∂L/∂Q[1, 2]:");
    assert!(strip.accesskit_node().label().unwrap().contains(&digits(slope)));
    // Another objective, and the gradients are its.
    harness.state_mut().carry_out(Command::Differentiate(Some(Objective::Sum)));
    settle(&mut harness);
    let (slope, _) = engine(&harness, Objective::Sum, query, cell);
    harness.get_by_label_contains(&format!("∂L/∂Q[1, 2] = {}", digits(slope)));
    // None of it is part of the experiment.
    assert_eq!(*harness.state().lab().document().experiment(), experiment);
    // Q is read by its heads: each sends a part of its gradient back.
    assert!(harness.query_by_label_contains("∂L/∂Q via Q₁").is_some());
    click(&mut harness, "Values");
    harness.get_by_label_contains("Queries Q: what does each token look for?");
}

#[test]
fn the_sentence_tells_what_happens_to_l() {
    let (weight, cell) = ("encoder.0.feed_forward.w_1", Cell::new(1, 0));
    let mut harness = window(BASE, weight, cell);
    click(&mut harness, "Calculate gradients");
    harness.state_mut().carry_out(Command::Differentiate(Some(Objective::HalfSquares)));
    settle(&mut harness);
    let sentence = harness
        .get_by_label_contains("If this number grows by 0.01")
        .accesskit_node()
        .label()
        .or_else(|| harness.get_by_label_contains("If this number grows by 0.01").value());
    let sentence = sentence.unwrap();
    let told = numbers::parse(sentence.trim_end_matches('.').rsplit_once("about ").unwrap().1.trim_start_matches('+')).unwrap();
    // L at the number 0.01 lower and higher: the mean of the two changes is that of the slope, up to the third power of the step.
    let lab = harness.state().lab();
    let id = lab.prepared().graph.find(site(weight)).unwrap();
    let number = lab.outcome().unwrap().values.matrix(id).at(cell);
    let mut at = |step: f64| {
        harness.state_mut().carry_out(Command::SetWeight(site(weight), cell, number + step));
        settle(&mut harness);
        harness.state().lab().slopes().last().unwrap().gradients.loss
    };
    let change = (at(0.01) - at(-0.01)) / 2.0;
    assert!(change != 0.0 && (told - change).abs() <= 0.02 * change.abs(), "told {told}, found {change}");
}

#[test]
fn what_l_is_not_made_from_is_said() {
    let mut harness = window("decoder-only", "output.probabilities", Cell::new(0, 0));
    click(&mut harness, "Gradients");
    assert!(harness.get_all_by_label_contains("L is not calculated from this number").count() >= 1);
}

#[test]
fn a_block_of_the_chart_leads_to_its_output() {
    let mut harness = window("decoder-only", "output.logits", Cell::new(0, 0));
    click(&mut harness, "Calculate gradients");
    let (norms, scope) = {
        let block = &harness.state().lab().slopes().last().unwrap().gradients.blocks[1];
        (format!("norm of y {}, norm of ∂L/∂y {}", digits(block.activation), digits(block.gradient)), block.block)
    };
    let row = format!("Decoder · Block 2: {norms}");
    click(&mut harness, &row);
    let lab = harness.state().lab();
    let (graph, selected) = (&lab.prepared().graph, lab.selection().site.unwrap());
    assert_eq!(graph.find(selected), graph.find(scope.at(transformer_lab::graph::Quantity::Output)));
}

#[test]
fn what_is_only_counted_has_no_gradients() {
    let mut lab = Lab::new(|| {}).unwrap();
    lab.apply(Command::OpenPreset("card-architecture")).unwrap();
    let settings = Settings::plain(Language::Spanish, ThemeChoice::Dark, View::Steps);
    let mut harness = support::shown(App::new(lab, settings), vec2(1280.0, 800.0));
    settle(&mut harness);
    click(&mut harness, "Gradientes");
    assert!(harness.state().lab().slopes().last().is_none());
}

/// The numbers of the matrix that a screen reader calls so, in a power of ten.
fn cells_of(harness: &Harness<'_, App>, name: &str) -> String {
    harness.get_by_label(name).accesskit_node().value().unwrap_or_default()
}

#[test]
fn the_gradient_of_a_product_stands_at_its_own_crossing() {
    // S₁ = Q₁·K₁ᵀ, so that ∂L/∂Q₁ = ∂L/∂S₁·K₁ and ∂L/∂K₁ = (∂L/∂S₁)ᵀ·Q₁.
    let head = "encoder.0.self_attention.head.0";
    for (quantity, title) in [("query", "∂L/∂Q 1 = ∂L/∂S 1·K 1"), ("key", "∂L/∂K 1 = (∂L/∂S 1) T·Q 1")] {
        let (site, cell) = (format!("{head}.{quantity}"), Cell::new(1, 2));
        let mut harness = window(BASE, &site, cell);
        click(&mut harness, "Gradients");
        let result = harness.get_by_label_contains(title);
        let (slope, _) = engine(&harness, Objective::HalfSquares, &site, cell);
        let found = gradients(harness.state().lab().outcome().unwrap(), Objective::HalfSquares, &Control::default()).unwrap();
        let graph = &harness.state().lab().prepared().graph;
        let matrix = |name: &str| graph.find(self::site(&format!("{head}.{name}"))).unwrap();
        let upstream = found.matrix(matrix("scores")).unwrap().to_f64();
        let value = |name: &str| harness.state().lab().outcome().unwrap().values.matrix(matrix(name)).to_f64();
        let product = if quantity == "query" { upstream.dot(&value("key")) } else { upstream.t().dot(&value("query")) };
        assert!((product[[1, 2]] - slope).abs() <= 1e-12 * slope.abs().max(1.0) && slope != 0.0);
        // The number that is written in its cell, in the power of ten of the title.
        let largest = product.iter().fold(0.0, |most: f64, slope| most.max(slope.abs()));
        let unit = transformer_lab::ui::gradients::Unit::of(largest);
        let label = result.accesskit_node().label().unwrap();
        assert!(label.contains(unit.times().trim()), "{label}");
        let written = transformer_lab::ui::gradients::in_cell(slope, unit);
        let said = cells_of(&harness, &label);
        assert!(said.ends_with(&written), "{said}, not {written}");
        // Nothing in the picture can be read as a product of gradients.
        assert!(harness.query_by_label_contains("∂L/∂Q 1·∂L/∂K 1").is_none());
    }
}

#[test]
fn the_gradient_of_a_weight_is_chosen_beside_that_of_the_result() {
    let hidden = "encoder.0.feed_forward.hidden_product";
    let mut harness = window(BASE, hidden, Cell::new(0, 0));
    click(&mut harness, "Gradients");
    click(&mut harness, "∂L/∂W₁");
    assert_eq!(harness.state().lab().selection().site, Some(site("encoder.0.feed_forward.w_1")));
    let (slope, _) = engine(&harness, Objective::HalfSquares, "encoder.0.feed_forward.w_1", Cell::new(0, 0));
    let title = harness.get_by_label_contains(" T·∂L/∂").accesskit_node().label().unwrap();
    assert!(title.starts_with("∂L/∂W 1 = "), "{title}");
    harness.get_by_label_contains(&format!("∂L/∂W1[0, 0] = {}", digits(slope)));
}

#[test]
fn small_gradients_beside_large_ones_are_written_with_their_power() {
    use transformer_lab::ui::gradients::{LONGEST, Unit, in_cell};
    assert_eq!([3.2, -0.0041, 4.2e-7, 0.0, -3e-12].map(|slope| in_cell(slope, Unit::ONE)), ["3.20", "−4e−3", "4e−7", "0.00", "−3e−12"]);
    assert!(in_cell(-9.6e-12, Unit::ONE).chars().count() <= LONGEST);
    assert_eq!(in_cell(4.2e-7, Unit::of(3.2e-5)), "0.04");
}
