//! Typing numbers into cells.

use eframe::egui::{Key, Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::*;

#[derive(Default)]
struct Weights {
    values: Vec<Vec<f64>>,
    grid: GridState,
    chosen: Option<Cell>,
    output: Option<MatrixOutput>,
    refused: Vec<String>,
}

fn weights<'a>() -> Harness<'a, Weights> {
    let state = Weights { values: vec![vec![0.25, -0.5], vec![1.0, 2.0]], ..Weights::default() };
    window(vec2(500.0, 300.0), state, |ui, weights| {
        let values = weights.values.clone();
        let cells = Cells::new(2, 2, |row, column| values[row][column]);
        let view = MatrixView::new("weights", "W_Q", cells).kind(MatrixKind::Weights).editable("not a number");
        let output = view.chosen(weights.chosen).show(ui, &mut weights.grid);
        weights.chosen = output.chosen.or(weights.chosen);
        match &output.edit {
            Some(Edit::Accepted { cell, value }) => weights.values[cell.row][cell.column] = *value,
            Some(Edit::Refused { text, .. }) => weights.refused.push(text.clone()),
            None => {}
        }
        weights.output = Some(output);
    })
}

fn open(harness: &mut Harness<'_, Weights>, row: usize, column: usize) {
    let grid = harness.state().output.as_ref().unwrap().geometry.clone();
    double_click(grid.cell_rect(Cell::new(row, column)).unwrap().center(), harness);
}

fn type_over(harness: &mut Harness<'_, Weights>, text: &str) {
    harness.get_by_role(Role::TextInput).type_text(text);
    harness.run();
}

#[test]
fn a_number_replaces_the_old_one_on_enter() {
    let mut harness = weights();
    open(&mut harness, 1, 0);
    assert_eq!(harness.get_by_role(Role::TextInput).value().as_deref(), Some("1"));
    type_over(&mut harness, "−3,5");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().values[1][0], -3.5);
    assert!(harness.query_by_role(Role::TextInput).is_none());
    assert!(harness.get_by_role(Role::Grid).is_focused());
}

#[test]
fn tab_accepts_and_goes_on_to_the_next_cell() {
    let mut harness = weights();
    open(&mut harness, 0, 0);
    type_over(&mut harness, "7");
    harness.key_press(Key::Tab);
    harness.run();
    assert_eq!(harness.state().values[0][0], 7.0);
    type_over(&mut harness, "8");
    harness.key_press(Key::Tab);
    harness.run();
    assert_eq!(harness.state().values[0], [7.0, 8.0]);
    assert!(harness.query_by_role(Role::TextInput).is_none());
}

#[test]
fn escape_keeps_the_old_number() {
    let mut harness = weights();
    open(&mut harness, 0, 1);
    type_over(&mut harness, "9");
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().values[0][1], -0.5);
    assert!(harness.query_by_role(Role::TextInput).is_none());
}

#[test]
fn what_is_no_number_is_refused_in_words() {
    let mut harness = weights();
    open(&mut harness, 0, 1);
    type_over(&mut harness, "abc");
    assert!(harness.query_by_label_contains("not a number").is_none());
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().values[0][1], -0.5);
    assert_eq!(harness.state().refused, ["abc"]);
    harness.get_by_label_contains("not a number");

    // The field stays open, so the number can be put right.
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    type_over(&mut harness, "4");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().values[0][1], 4.0);
    assert!(harness.query_by_label_contains("not a number").is_none());
}

#[test]
fn the_keyboard_alone_is_enough() {
    let mut harness = weights();
    harness.get_by_role(Role::Grid).focus();
    harness.run();
    harness.key_press(Key::ArrowDown);
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(harness.state().chosen, Some(Cell::new(0, 1)));
    harness.event(Event::Text("6".to_owned()));
    harness.run();
    type_over(&mut harness, "5");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().values[0][1], 65.0);
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.get_by_role(Role::TextInput).value().as_deref(), Some("65"));
}

#[test]
fn a_click_elsewhere_accepts() {
    let mut harness = weights();
    open(&mut harness, 0, 0);
    type_over(&mut harness, "0.125");
    let grid = harness.state().output.as_ref().unwrap().geometry.clone();
    click(grid.cell_rect(Cell::new(1, 1)).unwrap().center(), &mut harness);
    assert_eq!(harness.state().values[0][0], 0.125);
    assert_eq!(harness.state().chosen, Some(Cell::new(1, 1)));
}
