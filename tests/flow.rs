//! The drawing of the model, driven as a user drives it: by the names of its boxes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use eframe::egui::{Key, Modifiers, Rect, Shape, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use transformer_lab::lab::{Command, RunState};
use transformer_lab::ui::app::{App, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::views::View;

const ATTENTION: &str = "Encoder · Block 1 · Self-attention, 2 × 4";
const FEED_FORWARD: &str = "Encoder · Block 1 · Feed-forward, 2 × 4";
const SCORES: &str = "Encoder · Block 1 · Self-attention · Head 1 · Scores Q·Kᵀ, 2 × 2";

fn window(preset: &'static str) -> Harness<'static, App> {
    let lab = support::opened(preset);
    let settings = Settings::plain(Language::English, ThemeChoice::Light, View::Flow);
    let mut harness = support::builder()
        .with_size([1280.0, 800.0])
        // Two clicks are to be a double click, and a movement is to end while the window settles.
        .with_step_dt(0.05)
        .build_ui_state(|ui, app: &mut App| app.frame(ui), App::new(lab, settings));
    settle(&mut harness);
    harness
}

/// Lets the window follow: whatever runs comes to its end, and what moves arrives.
fn settle(harness: &mut Harness<'_, App>) {
    harness.run_steps(3);
    harness.state_mut().finish();
    harness.run_steps(6);
}

fn click(harness: &mut Harness<'_, App>, name: &str) {
    harness.get_by_label(name).click();
    settle(harness);
}

fn press(harness: &mut Harness<'_, App>, key: Key) {
    harness.key_press(key);
    settle(harness);
}

fn chosen(harness: &Harness<'_, App>) -> String {
    harness.state().lab().selection().site.map_or_else(String::new, |site| site.to_string())
}

fn is_chosen(harness: &Harness<'_, App>, name: &str) -> bool {
    harness.get_by_label(name).accesskit_node().is_selected() == Some(true)
        || harness.get_by_label(name).accesskit_node().toggled() == Some(eframe::egui::accesskit::Toggled::True)
}

#[test]
fn a_click_on_a_box_chooses_what_it_gives() {
    let mut harness = window("hello-world-hola-mundo");
    assert_eq!(chosen(&harness), "");
    click(&mut harness, ATTENTION);
    assert_eq!(chosen(&harness), "encoder.0.self_attention.output");
    assert!(is_chosen(&harness, ATTENTION) && !is_chosen(&harness, FEED_FORWARD));
    assert_eq!(harness.state().settings().view, View::Flow);
    click(&mut harness, "Encoder · Block 1 · Self-attention · Add the residual, 2 × 4");
    assert_eq!(chosen(&harness), "encoder.0.self_attention.residual");
}

#[test]
fn a_double_click_leads_to_the_steps() {
    let mut harness = window("hello-world-hola-mundo");
    harness.get_by_label(FEED_FORWARD).click();
    harness.get_by_label(FEED_FORWARD).click();
    settle(&mut harness);
    assert_eq!(chosen(&harness), "encoder.0.feed_forward.output");
    assert_eq!(harness.state().settings().view, View::Steps);
}

#[test]
fn the_keyboard_walks_chooses_and_leads_to_the_steps() {
    let mut harness = window("hello-world-hola-mundo");
    harness.get_by_label(ATTENTION).focus();
    settle(&mut harness);
    press(&mut harness, Key::ArrowRight);
    press(&mut harness, Key::Enter);
    assert_eq!(chosen(&harness), "encoder.0.feed_forward.output");
    assert_eq!(harness.state().settings().view, View::Flow);
    press(&mut harness, Key::Enter);
    assert_eq!(harness.state().settings().view, View::Steps);
}

#[test]
fn tab_leads_from_the_first_box_to_the_last() {
    let mut harness = window("hello-world-encoder-30");
    harness.get_by_label("Source · Embedding, 2 × 4").focus();
    settle(&mut harness);
    let mut reached = 0;
    for _ in 0..16 {
        press(&mut harness, Key::Tab);
        press(&mut harness, Key::Enter);
        reached += usize::from(chosen(&harness) == "encoder.0.feed_forward_norm.output");
    }
    assert!(reached > 0, "Tab never came to the last box");
}

#[test]
fn a_sublayer_is_unfolded_in_place_head_by_head() {
    let mut harness = window("hello-world-hola-mundo");
    assert!(harness.query_by_label(SCORES).is_none());
    click(&mut harness, "Open: Encoder · Block 1 · Self-attention");
    click(&mut harness, SCORES);
    assert_eq!(chosen(&harness), "encoder.0.self_attention.head.0.scores");
    click(&mut harness, "Open: Head 2");
    assert_eq!(chosen(&harness), "encoder.0.self_attention.head.1.scores");
    assert_eq!(harness.state().lab().selection().head, 1);
    click(&mut harness, "Close: Self-attention");
    assert!(is_chosen(&harness, ATTENTION), "the sublayer stands for what is chosen in it");
}

#[test]
fn blocks_are_opened_one_at_a_time() {
    let mut harness = window("hello-world-hola-mundo");
    click(&mut harness, "Open: Decoder · Blocks 2–6");
    harness.get_by_label("Decoder · Block 2 · Cross-attention, 1 × 4");
    harness.get_by_label("Decoder · Block 1, 1 × 4");
    harness.get_by_label("Decoder · Blocks 3–6, 1 × 4");
    assert!(harness.query_by_label("Decoder · Block 1 · Cross-attention, 1 × 4").is_none());
    harness.get_by_label(ATTENTION);
}

#[test]
fn what_another_view_chooses_is_opened_and_ringed() {
    let mut harness = window("hello-world-hola-mundo");
    let site = "decoder.4.cross_attention.head.1.weights".parse().unwrap();
    harness.state_mut().carry_out(Command::Select(site));
    settle(&mut harness);
    assert!(is_chosen(&harness, "Decoder · Block 5 · Cross-attention, 1 × 4"));
    // A weight belongs to the box that reads it.
    harness.state_mut().carry_out(Command::Select("encoder.2.feed_forward.w_1".parse().unwrap()));
    settle(&mut harness);
    assert!(is_chosen(&harness, "Encoder · Block 3 · Feed-forward, 2 × 4"));
}

#[test]
fn another_model_is_another_figure() {
    let mut harness = window("hello-world-hola-mundo");
    let mut model = harness.state().lab().prepared().experiment.model.clone();
    model.residual = false;
    harness.state_mut().carry_out(Command::SetModel(Box::new(model)));
    settle(&mut harness);
    assert!(harness.query_all_by_label_contains("Add the residual").next().is_none());
    harness.get_by_label(ATTENTION);
}

#[test]
fn what_is_only_counted_is_drawn() {
    let mut harness = window("card-architecture");
    assert_eq!(*harness.state().lab().run_state(), RunState::Counted);
    harness.get_by_label("Counted, not run: shapes without values.");
    click(&mut harness, "Encoder · Block 1 · Self-attention, 1\u{202F}000 × 512");
    assert_eq!(chosen(&harness), "encoder.0.self_attention.output");
    click(&mut harness, "Open: Encoder · Blocks 2–12");
    harness.get_by_label("Encoder · Block 2 · Self-attention, 1\u{202F}000 × 512");
}

#[test]
fn the_figure_is_magnified_and_fitted_again() {
    let mut harness = window("hello-world-hola-mundo");
    let width = |harness: &Harness<'_, App>| harness.get_by_label(ATTENTION).rect().width();
    let fitted = width(&harness);
    click(&mut harness, "Larger");
    assert!((width(&harness) / fitted - 1.25).abs() < 0.01);
    let place = harness.get_by_label(ATTENTION).rect().center();
    harness.get_by_label(ATTENTION).hover();
    harness.event(eframe::egui::Event::MouseWheel {
        unit: eframe::egui::MouseWheelUnit::Point,
        delta: vec2(0.0, 40.0),
        phase: eframe::egui::TouchPhase::Move,
        source: eframe::egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    settle(&mut harness);
    harness.run_steps(8);
    let moved = harness.get_by_label(ATTENTION).rect().center() - place;
    assert!(moved.x.abs() < 1.0 && moved.y > 20.0, "it moved by {moved:?}");
    click(&mut harness, "Fit");
    assert!((width(&harness) / fitted - 1.0).abs() < 0.01);
}

/// All that is written in the window, and where.
fn written(harness: &Harness<'_, App>) -> Vec<(String, Rect)> {
    fn texts(shape: &Shape, found: &mut Vec<(String, Rect)>) {
        match shape {
            Shape::Text(text) => found.push((text.galley.text().to_owned(), text.visual_bounding_rect())),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    harness.output().shapes.iter().for_each(|clipped| texts(&clipped.shape, &mut found));
    found
}

/// The numbers of a value as cells write them.
fn numbers_of(harness: &Harness<'_, App>, site: &str) -> Vec<String> {
    let lab = harness.state().lab();
    let id = lab.prepared().graph.find(site.parse().unwrap()).unwrap();
    let values = lab.outcome().unwrap().values.matrix(id).to_f64();
    values.iter().map(|&value| transformer_lab::ui::numbers::fixed(value, 2)).collect()
}

#[test]
fn a_box_is_magnified_until_its_numbers_can_be_read() {
    let mut harness = window("hello-world-hola-mundo");
    let numbers = numbers_of(&harness, "encoder.0.feed_forward.output");
    assert!(numbers.len() == 8 && numbers.iter().all(|number| number.contains('.')));
    let inside = |harness: &Harness<'_, App>, number: &String| {
        let place = harness.get_by_label(FEED_FORWARD).rect();
        written(harness).iter().any(|(text, at)| text == number && place.contains_rect(*at))
    };
    click(&mut harness, FEED_FORWARD);
    assert!(!numbers.iter().any(|number| inside(&harness, number)), "digits in cells that are too small for them");
    click(&mut harness, "Read numbers");
    for number in &numbers {
        assert!(inside(&harness, number), "{number} is not written");
    }
    // Two words name the rows of what is made of two tokens.
    assert!(["hello", "world"].iter().all(|token| inside(&harness, &(*token).to_owned())));
    // A number is chosen like any other.
    let place = harness.get_by_label(FEED_FORWARD).rect();
    let last = numbers[7].clone();
    let (_, at) = written(&harness).into_iter().rev().find(|(text, at)| *text == last && place.contains_rect(*at)).unwrap();
    harness.event(eframe::egui::Event::PointerMoved(at.center()));
    for pressed in [true, false] {
        let button = eframe::egui::PointerButton::Primary;
        harness.event(eframe::egui::Event::PointerButton { pos: at.center(), button, pressed, modifiers: Modifiers::NONE });
    }
    settle(&mut harness);
    assert_eq!(harness.state().lab().selection().cell, Some(transformer_lab::graph::Cell::new(1, 3)));
    click(&mut harness, "Fit");
    assert!(!numbers.iter().any(|number| inside(&harness, number)));
}

#[test]
fn a_small_attention_shows_its_numbers_where_there_is_room() {
    let settings = Settings::plain(Language::Spanish, ThemeChoice::Dark, View::Flow);
    let mut harness = support::shown(App::new(support::opened("causal-mask"), settings), vec2(2000.0, 1200.0));
    settle(&mut harness);
    let written: Vec<String> = written(&harness).into_iter().map(|(text, _)| text).collect();
    for number in ["1.2000", "0.4568", "0.5432", "−∞"] {
        assert!(written.iter().any(|text| text == number), "{number} is not written");
    }
    // A weight that a mask hides is nothing.
    assert_eq!(written.iter().filter(|text| *text == "−∞").count(), 6);
}

#[test]
fn of_a_large_matrix_only_what_is_seen_is_written() {
    let mut harness = window("hello-world-hola-mundo");
    let lab = harness.state().lab();
    let model = transformer_lab::transformer::Model { d_ff: 512, ..lab.document().experiment().model.clone() };
    harness.state_mut().carry_out(Command::SetModel(Box::new(model)));
    settle(&mut harness);
    click(&mut harness, "Open: Encoder · Block 1 · Feed-forward");
    let hidden = "Encoder · Block 1 · Feed-forward · Hidden layer, W₁, 2 × 512";
    click(&mut harness, hidden);
    let before = written(&harness).len();
    click(&mut harness, "Read numbers");
    let after = written(&harness);
    assert!(
        after.iter().any(|(text, _)| text == "d0")
            && after.iter().any(|(text, _)| text == "d9")
            && !after.iter().any(|(text, _)| text == "d500")
    );
    assert!(after.len() < before + 200, "{} texts", after.len());
}

/// Where the numbers of a value stand in a box, one after the other; `None` for those that are not written.
fn places(harness: &Harness<'_, App>, frame: &str, numbers: &[String]) -> Vec<Option<Rect>> {
    let frame = harness.get_by_label(frame).rect();
    let written = written(harness);
    let place = |number: &String| written.iter().find(|(text, at)| text == number && frame.contains_rect(*at)).map(|(_, at)| *at);
    numbers.iter().map(place).collect()
}

#[test]
fn the_number_under_the_pointer_stays_there_and_all_of_them_are_seen_at_the_largest_scale() {
    let mut harness = window("hello-world-hola-mundo");
    let numbers = numbers_of(&harness, "encoder.0.self_attention.head.0.weights");
    let stage = Rect::from_min_max(eframe::egui::pos2(0.0, 100.0), eframe::egui::pos2(978.0, 740.0));
    click(&mut harness, ATTENTION);
    click(&mut harness, "Read numbers");
    // In the middle of the last weight, where its digits stand.
    let pointer = places(&harness, ATTENTION, &numbers)[3].unwrap().center();
    harness.event(eframe::egui::Event::PointerMoved(pointer));
    let mut width = 0.0;
    for _ in 0..20 {
        harness.event(eframe::egui::Event::Zoom(1.2));
        settle(&mut harness);
        let places = places(&harness, ATTENTION, &numbers);
        let place = places[3].unwrap();
        // Digits lie at the right of their cell, so that they move by at most half of it.
        assert!((place.center().y - pointer.y).abs() < 3.0 && (place.center().x - pointer.x).abs() < 80.0, "{place:?}, {pointer:?}");
        for (number, place) in numbers.iter().zip(&places) {
            assert!(place.is_some_and(|place| stage.contains_rect(place)), "{number} lies at {place:?}");
        }
        width = harness.get_by_label(ATTENTION).rect().width();
    }
    harness.event(eframe::egui::Event::Zoom(1.2));
    settle(&mut harness);
    assert!((harness.get_by_label(ATTENTION).rect().width() - width).abs() < 0.5, "it grows on and on");
}

#[test]
fn numbers_are_read_at_the_least_scale_with_all_of_the_box_in_sight() {
    let mut harness = window("hello-world-hola-mundo");
    click(&mut harness, ATTENTION);
    click(&mut harness, "Read numbers");
    let stage = Rect::from_min_max(eframe::egui::pos2(0.0, 100.0), eframe::egui::pos2(978.0, 740.0));
    assert!(stage.contains_rect(harness.get_by_label(ATTENTION).rect()), "{:?}", harness.get_by_label(ATTENTION).rect());
    for site in ["encoder.0.self_attention.head.0.weights", "encoder.0.self_attention.output"] {
        let numbers = numbers_of(&harness, site);
        assert!(places(&harness, ATTENTION, &numbers).iter().all(Option::is_some), "{site}");
    }
    click(&mut harness, "Smaller");
    let output = numbers_of(&harness, "encoder.0.self_attention.output");
    assert!(places(&harness, ATTENTION, &output).iter().all(Option::is_none), "a smaller scale would have done");
}
