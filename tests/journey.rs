//! One long sitting at the real window, by the names of its widgets: the ways through it that a user takes first.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test that cannot go on has failed")]
#![cfg(feature = "gui")]

mod support;

use eframe::egui::{Key, Modifiers, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use transformer_lab::graph::Cell;
use transformer_lab::lab::{Lab, Origin};
use transformer_lab::transformer::Mask;
use transformer_lab::ui::app::{App, Settings, ThemeChoice};
use transformer_lab::ui::locale::Language;
use transformer_lab::ui::views::View;

use support::settle;

fn window(settings: Settings) -> Harness<'static, App> {
    let mut lab = Lab::new(|| {}).unwrap();
    lab.finish();
    let mut harness = support::shown(App::new(lab, settings), [1600.0, 2000.0]);
    settle(&mut harness);
    harness
}

fn click(harness: &mut Harness<'_, App>, label: &str) {
    harness.get_by_label(label).click();
    settle(harness);
}

fn number(harness: &Harness<'_, App>, site: &str, row: usize, column: usize) -> f64 {
    let lab = harness.state().lab();
    let id = lab.prepared().graph.find(site.parse().unwrap()).unwrap();
    lab.outcome().unwrap().values.matrix(id).at(Cell::new(row, column))
}

const OUTPUT: &str = "encoder.0.self_attention.output";

#[test]
fn where_a_printed_number_comes_from_is_three_clicks_from_the_start() {
    let mut harness = window(Settings::plain(Language::English, ThemeChoice::Light, View::Steps));
    click(&mut harness, "Encoder · Block 1");
    click(&mut harness, "Join the heads, W_O");
    // The third click is on the cell; the grid says which cell it holds the focus on.
    let grid = harness.get_all_by_role(Role::Grid).last().unwrap().rect();
    let first = grid.min + (grid.size() * eframe::egui::vec2(0.5 / 4.0, 0.5 / 2.0));
    harness.hover_at(first);
    harness.drag_at(first);
    harness.drop_at(first);
    settle(&mut harness);
    let selection = *harness.state().lab().selection();
    assert_eq!((selection.site.unwrap().to_string(), selection.cell), (OUTPUT.to_owned(), Some(Cell::new(0, 0))));
    // Document C prints 11.46394285; the inspector shows all digits, and a sum that is the cell.
    assert!((number(&harness, OUTPUT, 0, 0) - 11.463_942_85).abs() < 5e-9);
    assert!(harness.query_all_by_label_contains("11.4639428").count() > 0);
    let lab = harness.state().lab();
    let id = lab.prepared().graph.find(OUTPUT.parse().unwrap()).unwrap();
    let explained = lab.outcome().unwrap().values.explain(id, Cell::new(0, 0)).result.value();
    // The sum of the written terms is the cell, but for the rounding of another order.
    assert!((explained - number(&harness, OUTPUT, 0, 0)).abs() < 1e-13);
}

#[test]
fn a_sitting_from_the_first_preset_to_a_changed_head() {
    let mut harness = window(Settings::plain(Language::English, ThemeChoice::Light, View::Steps));

    // Another preset, by the palette, and back.
    for (typed, preset) in [("causal mask", "causal-mask"), ("hello world hola example", "hello-world-hola-mundo")] {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
        harness.run_steps(3);
        harness.get_by_role_and_label(Role::TextInput, "Look for").type_text(typed);
        harness.run_steps(3);
        harness.key_press(Key::Enter);
        settle(&mut harness);
        assert_eq!(*harness.state().lab().document().origin(), Origin::Preset(preset));
    }
    let before = number(&harness, OUTPUT, 0, 0);

    // A weight: chosen in the list of the weights, its number typed in the inspector.
    click(&mut harness, "Weights");
    harness.get_by_role_and_label(Role::TextInput, "Filter").focus();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, "Filter").type_text("encoder.0.self_attention.w_o");
    settle(&mut harness);
    harness.get_all_by_role(Role::ListBoxOption).find(|node| node.rect().max.x < 260.0 && node.rect().min.y > 100.0).unwrap().click();
    settle(&mut harness);
    let w_o = "encoder.0.self_attention.w_o";
    assert_eq!(harness.state().lab().selection().site.unwrap().to_string(), w_o);
    harness.get_by_role_and_label(Role::SpinButton, "Number").click();
    settle(&mut harness);
    harness.get_by_label("Number").type_text("3");
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    settle(&mut harness);
    assert_eq!(number(&harness, w_o, 0, 0), 3.0);
    assert!((number(&harness, OUTPUT, 0, 0) - before).abs() > 1.0);
    click(&mut harness, "Undo: number of W_O · Encoder · Block 1 · Self-attention");
    assert_eq!(number(&harness, OUTPUT, 0, 0), before);

    // A mask painted by hand with the keyboard: the first query no longer sees the first key.
    click(&mut harness, "▸ Model");
    harness.get_all_by_label("Paint by hand").next().unwrap().click();
    settle(&mut harness);
    harness.get_by_label_contains("Mask painted by hand").focus();
    harness.run_steps(2);
    harness.key_press(Key::ArrowDown);
    harness.key_press(Key::ArrowUp);
    harness.key_press(Key::Space);
    settle(&mut harness);
    let masks = harness.state().lab().document().experiment().model.masks.encoder_self.clone();
    let Some(Mask::Painted(rows)) = masks.first() else { panic!("no mask was painted: {masks:?}") };
    assert_eq!(rows.concat().matches('.').count(), 1, "{rows:?}");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert!(harness.state().lab().document().experiment().model.masks.encoder_self.is_empty());
    click(&mut harness, "◂ Model");

    // The other language and back, with everything as it was.
    click(&mut harness, "Switch to Español");
    harness.get_by_label("Atención");
    harness.get_by_label_contains("English").click();
    settle(&mut harness);

    // Generate to the end token.
    click(&mut harness, "Generate");
    click(&mut harness, "Run to the end ▶");
    assert_eq!(harness.state().lab().generating().unwrap().generated().tokens().join(" "), "hola mundo EOS");

    // A number in the place of a computed one is found downstream, and taken back.
    click(&mut harness, "Steps");
    let query = "encoder.0.self_attention.query";
    let lab = harness.state_mut();
    lab.carry_out(transformer_lab::lab::Command::Select(query.parse().unwrap()));
    lab.carry_out(transformer_lab::lab::Command::SelectCell(Some(Cell::new(0, 0))));
    settle(&mut harness);
    harness.get_by_role_and_label(Role::SpinButton, "Number").click();
    settle(&mut harness);
    harness.get_by_label("Number").type_text("0");
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    settle(&mut harness);
    // Q[0, 0] was 8 and met K[0, 0] = 4: the score loses 32.
    assert_eq!(number(&harness, query, 0, 0), 0.0);
    assert!((number(&harness, "encoder.0.self_attention.head.0.scores", 0, 0) - (68.0 - 32.0)).abs() < 1e-12);
    click(&mut harness, "Back to the calculated number");
    assert!((number(&harness, "encoder.0.self_attention.head.0.scores", 0, 0) - 68.0).abs() < 1e-12);
    assert_eq!(number(&harness, OUTPUT, 0, 0), before);
}
