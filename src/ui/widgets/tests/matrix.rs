//! One matrix: size, pointer, arrows, windows.

use std::cell::Cell as Counter;
use std::rc::Rc;

use eframe::egui::{Key, MouseWheelSource, MouseWheelUnit, OutputCommand, Pos2, Role, TouchPhase, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::*;
use crate::ui::theme::CellSize;

#[derive(Default)]
struct Shown {
    grid: GridState,
    chosen: Option<Cell>,
    output: Option<MatrixOutput>,
}

impl Shown {
    fn take(&mut self, output: MatrixOutput) {
        if let Some(cell) = output.chosen {
            self.chosen = Some(cell);
        }
        if output.released {
            self.chosen = None;
        }
        self.output = Some(output);
    }
}

/// A matrix whose cells hold 100 · row + column.
fn numbered<'a>(size: Vec2, rows: usize, columns: usize) -> Harness<'a, Shown> {
    window(size, Shown::default(), move |ui, shown| {
        let cells = Cells::new(rows, columns, |row, column| (100 * row + column) as f64).revision(1);
        let view = MatrixView::new("numbers", "X_1", cells).row_labels(Labels::words(&TOKENS)).column_labels(Labels::Numbered("d"));
        let output = view.chosen(shown.chosen).map_name("part of X").show(ui, &mut shown.grid);
        shown.take(output);
    })
}

fn output<'h>(harness: &'h Harness<'_, Shown>) -> &'h MatrixOutput {
    harness.state().output.as_ref().unwrap()
}

fn centre(harness: &Harness<'_, Shown>, row: usize, column: usize) -> Pos2 {
    output(harness).geometry.cell_rect(Cell::new(row, column)).unwrap().center()
}

#[test]
fn cells_are_as_large_as_there_is_room() {
    let size = |width, height| output(&numbered(vec2(width, height), 6, 8)).geometry.pitch.size;
    assert_eq!(size(768.0, 500.0), CellSize::L);
    assert_eq!(size(450.0, 500.0), CellSize::M);
    assert_eq!(size(768.0, 200.0), CellSize::M);
    assert_eq!(size(250.0, 500.0), CellSize::S);
}

#[test]
fn the_cell_under_the_pointer_is_reported() {
    let mut harness = numbered(vec2(768.0, 500.0), 6, 8);
    harness.hover_at(centre(&harness, 4, 7));
    harness.run();
    assert_eq!(output(&harness).hovered, Some(Cell::new(4, 7)));
    assert_eq!(harness.state().chosen, None);
    harness.hover_at(output(&harness).geometry.outer.min);
    harness.run();
    assert_eq!(output(&harness).hovered, None);
}

#[test]
fn a_click_chooses_and_arrows_go_on_from_there() {
    let mut harness = numbered(vec2(768.0, 500.0), 6, 8);
    click(centre(&harness, 1, 2), &mut harness);
    assert_eq!(harness.state().chosen, Some(Cell::new(1, 2)));
    let node = harness.get_by_role(Role::Grid);
    assert!(node.is_focused());
    assert_eq!(node.accesskit_node().label().as_deref(), Some("X 1, 6 × 8"));
    assert_eq!(node.value().as_deref(), Some("cat, d2: 102"));

    for key in [Key::ArrowDown, Key::ArrowRight, Key::ArrowRight] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(harness.state().chosen, Some(Cell::new(2, 4)));
    harness.key_press(Key::End);
    harness.key_press(Key::PageDown);
    harness.run();
    assert_eq!(harness.state().chosen, Some(Cell::new(5, 7)));
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().chosen, None);
    assert!(harness.get_by_role(Role::Grid).is_focused());
}

#[test]
fn the_chosen_number_is_copied_in_full() {
    let mut harness = window(vec2(400.0, 200.0), GridState::default(), |ui, state| {
        let cells = Cells::new(2, 2, |_, _| -1.0 / 3.0);
        MatrixView::new("third", "X", cells).chosen(Some(Cell::new(0, 1))).show(ui, state);
    });
    harness.get_by_role(Role::Grid).focus();
    harness.run();
    harness.event(Event::Copy);
    harness.step();
    let copied: Vec<OutputCommand> = harness.output().platform_output.commands.clone();
    assert!(copied.contains(&OutputCommand::CopyText("-0.3333333333333333".to_owned())), "{copied:?}");
}

#[test]
fn arrows_start_at_the_first_cell() {
    let mut harness = numbered(vec2(768.0, 500.0), 6, 8);
    harness.get_by_role(Role::Grid).focus();
    harness.run();
    harness.key_press(Key::ArrowLeft);
    harness.run();
    assert_eq!(harness.state().chosen, Some(Cell::new(0, 0)));
}

#[test]
fn cells_without_digits_say_their_value_beside_the_pointer() {
    let mut harness = numbered(vec2(768.0, 500.0), 8, 32);
    assert_eq!(output(&harness).geometry.pitch.size, CellSize::S);
    harness.hover_at(centre(&harness, 2, 30));
    harness.run();
    harness.get_by_label_contains("X₁[2, 30]\nsat, d30: 230");
}

#[test]
fn of_two_million_cells_only_the_shown_are_read() {
    let reads = Rc::new(Counter::new(0_usize));
    let count = Rc::clone(&reads);
    let mut harness = window(vec2(768.0, 500.0), Shown::default(), move |ui, shown| {
        let cells = Cells::new(1000, 2048, |row, column| {
            count.set(count.get() + 1);
            (row as f64).sin() * (column as f64).cos()
        });
        let output = MatrixView::new("large", "A", cells.revision(7)).show(ui, &mut shown.grid);
        shown.take(output);
    });
    let geometry = output(&harness).geometry.clone();
    assert_eq!(geometry.pitch.size, CellSize::M);
    assert!(geometry.rows.shown() <= 16 && geometry.columns.shown() <= 16);
    reads.set(0);
    harness.run_steps(1);
    let shown = geometry.rows.shown() * geometry.columns.shown();
    assert!((shown..=2 * shown).contains(&reads.get()), "{} reads for {shown} cells", reads.get());
}

#[test]
fn a_window_follows_the_chosen_cell() {
    let mut harness = numbered(vec2(768.0, 500.0), 1000, 2048);
    click(centre(&harness, 0, 0), &mut harness);
    harness.key_press(Key::End);
    harness.run();
    assert_eq!(harness.state().chosen, Some(Cell::new(0, 2047)));
    assert!(output(&harness).geometry.cell_rect(Cell::new(0, 2047)).is_some());
    assert_eq!(output(&harness).geometry.rows.first(), 0);
}

#[test]
fn the_mini_map_moves_the_window() {
    let mut harness = numbered(vec2(768.0, 500.0), 1000, 2048);
    let map = harness.get_by_label("part of X").rect();
    click(map.center(), &mut harness);
    let geometry = &output(&harness).geometry;
    assert!(geometry.rows.range().contains(&500));
    assert!(geometry.columns.range().contains(&1024));

    let before = geometry.columns.first();
    let page = geometry.columns.shown();
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(output(&harness).geometry.columns.first(), before + 1);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    harness.run();
    assert_eq!(output(&harness).geometry.columns.first(), before + 1 + page);

    press(&harness, map.center(), true);
    harness.run();
    press(&harness, map.left_top() - vec2(40.0, 40.0), false);
    harness.run();
    assert_eq!(output(&harness).geometry.rows.first(), 0);
    assert_eq!(output(&harness).geometry.columns.first(), 0);
}

#[test]
fn the_wheel_moves_the_window() {
    let mut harness = numbered(vec2(768.0, 500.0), 1000, 8);
    harness.hover_at(centre(&harness, 3, 3));
    let delta = vec2(0.0, -10.5 * output(&harness).geometry.pitch.cell.y);
    let (source, phase) = (MouseWheelSource::Wheel, TouchPhase::Move);
    harness.event(Event::MouseWheel { unit: MouseWheelUnit::Point, delta, source, phase, modifiers: Modifiers::NONE });
    harness.run_ok();
    harness.run_steps(20);
    assert_eq!(output(&harness).geometry.rows.first(), 10);
    assert_eq!(output(&harness).geometry.columns.first(), 0);
}

#[test]
fn what_is_no_number_is_drawn_and_named() {
    for theme in [Theme::Light, Theme::Dark] {
        for width in [500.0, 200.0, 120.0] {
            let harness = themed_window(theme, vec2(width, 400.0), GridState::default(), |ui, state| {
                let row = [1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, 0.0];
                let cells = Cells::new(6, 6, |_, column| row[column]).masked(|_, column| column == 5);
                let view = MatrixView::new("signs", "S", cells).chosen(Some(Cell::new(0, 5)));
                let masked = MaskedText { written: "−∞", spoken: "masked" };
                assert_eq!(view.text_of(Cell::new(0, 1)), "NaN");
                assert_eq!(view.text_of(Cell::new(0, 2)), "+∞");
                let sizes = Sizes { whole: CellSize::XS..=CellSize::L, part: CellSize::S, ..Sizes::default() };
                view.masked(masked).sizes(sizes).show(ui, state);
            });
            assert_eq!(harness.get_by_role(Role::Grid).value().as_deref(), Some("0, 5: masked"));
        }
    }
}

#[test]
fn an_empty_matrix_is_no_trouble() {
    for (rows, columns) in [(0, 0), (0, 5), (5, 0)] {
        let mut harness = numbered(vec2(400.0, 300.0), rows, columns);
        harness.get_by_role(Role::Grid).focus();
        harness.run();
        harness.key_press(Key::ArrowDown);
        harness.key_press(Key::Enter);
        harness.run();
        assert_eq!(harness.state().chosen, None);
    }
}
