//! The view Cost, driven as a user drives it: the ledger, the chart, and times measured on this machine.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use std::time::{Duration, Instant};

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use transformer_lab::ui::app::{App, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::views::View;

fn window(preset: &'static str, language: Language) -> Harness<'static, App> {
    let lab = support::opened(preset);
    let mut harness = support::shown(App::new(lab, Settings::plain(language, ThemeChoice::Light, View::Cost)), [1280.0, 800.0]);
    harness.run_steps(4);
    harness
}

fn click(harness: &mut Harness<'_, App>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_steps(4);
}

/// Whether a text is anywhere in the window.
fn says(harness: &Harness<'_, App>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

/// The count in a text: its digits, whatever stands between their groups.
fn digits(text: &str) -> u64 {
    text.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap()
}

/// What the chart says of itself to those who do not see it.
fn chart(harness: &Harness<'_, App>) -> String {
    harness.get_by_role(Role::Image).accesskit_node().label().unwrap()
}

fn press_at(harness: &mut Harness<'_, App>, at: Pos2) {
    harness.event(Event::PointerMoved(at));
    harness.run_steps(1);
    for pressed in [true, false] {
        harness.event(Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE });
    }
    harness.run_steps(4);
}

#[test]
fn the_card_is_counted_part_by_part() {
    let harness = window("card-architecture", Language::English);
    harness.get_by_label("37\u{202F}748\u{202F}736 parameters");
    harness.get_by_label("12 encoder blocks of 3\u{202F}145\u{202F}728 each");
    let row = |name: &str| {
        let found = harness.get_all_by_role(Role::Row).filter_map(|row| row.accesskit_node().label()).find(|row| row.starts_with(name));
        found.unwrap_or_else(|| panic!("no row of {name}"))
    };
    assert!(row("W Q,").contains("d model · h · d k = 512 · 8 · 64") && row("W Q,").contains("262\u{202F}144"), "{}", row("W Q,"));
    let network = row("feed-forward,");
    assert!(network.contains("2 · 512 · 2048") && network.contains("2\u{202F}097\u{202F}152") && network.contains("66.7"), "{network}");
    assert!(row("sum,").contains("37\u{202F}748\u{202F}736"));
    // 16 heads of 32 cost what 8 of 64 do; 16 of 64 do not.
    assert!(row("16,").contains("parameters 37.7\u{202F}M") && row("16,").contains("d_k = 64 50.3\u{202F}M"), "{}", row("16,"));
}

#[test]
fn a_point_is_chosen_on_a_logarithmic_scale_and_its_double_told() {
    let mut harness = window("card-architecture", Language::English);
    assert!(says(&harness, "1\u{A0}000\u{A0}000 scores a head; the 96 heads together: 96\u{A0}000\u{A0}000."));
    assert!(says(&harness, "4\u{A0}000\u{A0}000 and 384\u{A0}000\u{A0}000, four times as many"));
    click(&mut harness, "logarithmic");
    let before = chart(&harness);
    let plot = harness.get_by_role(Role::Image).rect();
    press_at(&mut harness, plot.lerp_inside(vec2(0.5, 0.5)));
    assert_ne!(chart(&harness), before, "the click chose no other length");
    let sentence = harness.query_all_by_label_contains("four times as many").next().unwrap().accesskit_node().value().unwrap();
    let n = digits(sentence.split(" positions").next().unwrap());
    // The middle of a logarithmic axis from 1 to 100 000 lies far below the middle of a linear one.
    assert!((100..2000).contains(&n), "{n}");
    let calculated = digits(sentence.split("positions:").nth(1).unwrap().split("scores").next().unwrap());
    let double = digits(sentence.split("positions:").nth(2).unwrap().split(" and ").next().unwrap());
    assert_eq!((calculated, double), (n * n, 4 * n * n), "{sentence}");
}

#[test]
fn the_crossing_is_told_and_operations_never_double_or_quadruple() {
    let mut harness = window("card-architecture", Language::English);
    harness.get_all_by_label("Operations").last().unwrap().click();
    harness.run_steps(4);
    assert!(says(&harness, "From n = 3\u{A0}072 on, what grows with n²"));
    assert!(says(
        &harness,
        "1\u{A0}000 positions: 100\u{A0}G operations. Twice the length, 2\u{A0}000 positions: 249\u{A0}G, 2.49 times as many."
    ));
    click(&mut harness, "table");
    let rows: Vec<String> = harness.get_all_by_role(Role::Row).filter_map(|row| row.accesskit_node().label()).collect();
    // The table has in full what the chart draws.
    assert!(rows.iter().any(|row| row.starts_with("1\u{202F}000, all 100\u{202F}073\u{202F}472\u{202F}000")), "{rows:?}");
    assert!(rows.iter().any(|row| row.starts_with("2\u{202F}000, all 249\u{202F}298\u{202F}944\u{202F}000")), "{rows:?}");
}

#[test]
fn a_published_architecture_is_counted_and_compared() {
    let mut harness = window("card-architecture", Language::English);
    harness.get_by_role(Role::ComboBox).click();
    harness.run_steps(4);
    click(&mut harness, "GPT-2 small");
    harness.get_by_label("124\u{202F}439\u{202F}808 parameters");
    assert!(says(
        &harness,
        "Published: 117\u{A0}000\u{A0}000 (Radford et al., 2019, table 2). Counted here: +7\u{A0}439\u{A0}808 (+6.4\u{A0}%)."
    ));
    assert!(says(&harness, "One of its own would add 38\u{A0}597\u{A0}376"));
    click(&mut harness, "Compare with ▾");
    click(&mut harness, "BERT base");
    assert!(
        chart(&harness).contains("GPT-2 small 144\u{202F}M") && chart(&harness).contains("BERT base 144\u{202F}M"),
        "{}",
        chart(&harness)
    );
    click(&mut harness, "BERT large");
    // Sixteen heads in 24 blocks.
    assert!(chart(&harness).contains("BERT large 384\u{202F}M"), "{}", chart(&harness));
}

#[test]
fn biases_and_norms_can_be_left_out() {
    let mut harness = window("base-model", Language::English);
    harness.get_by_label("63\u{202F}045\u{202F}632 parameters");
    for switch in ["Biases", "Norms"] {
        harness.get_by_role_and_label(Role::Switch, switch).click();
        harness.run_steps(4);
    }
    // 37 000 · 512, six blocks of 3 145 728 and six of 4 194 304.
    harness.get_by_label("62\u{202F}984\u{202F}192 parameters");
}

fn type_lengths(harness: &mut Harness<'_, App>, lengths: &str) {
    harness.get_by_role_and_label(Role::TextInput, "Lengths n").focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, "Lengths n").type_text(lengths);
    harness.run_steps(2);
}

/// Draws until something is so.
fn wait(harness: &mut Harness<'_, App>, otherwise: &str, so: impl Fn(&Harness<'_, App>) -> bool) {
    let start = Instant::now();
    while !so(harness) {
        assert!(start.elapsed() < Duration::from_mins(2), "{otherwise}");
        std::thread::sleep(Duration::from_millis(20));
        harness.run_steps(2);
    }
}

#[test]
fn two_lengths_are_measured_to_the_end() {
    let mut harness = window("hello-world-hola-mundo", Language::English);
    let before = harness.state().lab().document().experiment().clone();
    type_lengths(&mut harness, "4, 16");
    click(&mut harness, "Measure");
    wait(&mut harness, "two lengths were not measured", |harness| {
        says(harness, "16, measured") && harness.query_by_label("Stop").is_none()
    });
    assert!(says(&harness, "The measured time grows like n^"));
    let rows: Vec<String> = harness.get_all_by_role(Role::Row).filter_map(|row| row.accesskit_node().label()).collect();
    for n in ["4, measured ", "16, measured "] {
        assert!(rows.iter().any(|row| row.starts_with(n) && row.contains("by the law")), "{rows:?}");
    }
    assert!(says(&harness, "The operations alone would grow like n^"));
    assert!(chart(&harness).starts_with("seconds for one pass"), "{}", chart(&harness));
    assert_eq!(*harness.state().lab().document().experiment(), before, "the open experiment was touched");
}

#[test]
fn lengths_that_are_none_are_refused_and_a_measurement_can_be_stopped() {
    let mut harness = window("hello-world-hola-mundo", Language::English);
    type_lengths(&mut harness, "4, many");
    assert!(harness.get_by_label("Measure").accesskit_node().is_disabled(), "what is no length can be measured");
    assert!(says(&harness, "Lengths are whole numbers from 1"), "nothing says why");
    type_lengths(&mut harness, "512, 1024, 2048, 4096");
    click(&mut harness, "Measure");
    click(&mut harness, "Stop");
    wait(&mut harness, "the measurement did not end", |harness| harness.query_by_label("Measure").is_some());
    assert!(harness.query_by_label("Stop").is_none() && !says(&harness, "4\u{202F}096, measured"));
}

#[test]
fn a_refused_measurement_says_how_much_it_needs_and_leaves_the_last_one() {
    let mut harness = window("hello-world-hola-mundo", Language::English);
    type_lengths(&mut harness, "2, 4");
    click(&mut harness, "Measure");
    wait(&mut harness, "two lengths were not measured", |harness| says(harness, "4, measured") && harness.query_by_label("Stop").is_none());
    // n² scores of 8 bytes and a mask of n² bytes: with n = 1e11 they are 90 ZB.
    let said = |harness: &Harness<App>| {
        harness.query_all_by_role(Role::Alert).filter_map(|node| node.accesskit_node().label()).collect::<Vec<_>>()
    };
    for (lengths, needed) in [("100000000000", "90.0\u{202F}ZB"), ("2, 999999999999", "9.00\u{202F}YB")] {
        type_lengths(&mut harness, lengths);
        click(&mut harness, "Measure");
        wait(&mut harness, "the length was not refused", |harness| !said(harness).is_empty() && harness.query_by_label("Stop").is_none());
        assert!(said(&harness).concat().contains(needed), "{:?}", said(&harness));
        assert!(says(&harness, "4, measured") && says(&harness, "The measured time grows like n^"), "the measurement is gone");
    }
    type_lengths(&mut harness, "8, 16");
    click(&mut harness, "Measure");
    wait(&mut harness, "two lengths were not measured", |harness| {
        says(harness, "16, measured") && harness.query_by_label("Stop").is_none()
    });
    assert!(!says(&harness, "4, measured"), "what was measured before is mixed with it");
}

#[test]
fn it_speaks_spanish() {
    let harness = window("card-exercise", Language::Spanish);
    assert!(says(&harness, "100 posiciones: 10\u{A0}000 puntuaciones por cabeza; las "));
    assert!(says(&harness, "multiplicadas por cuatro"));
    assert!(says(&harness, "Las cabezas más estrechas se reparten la anchura"));
}
