//! Choosing blocks of cells, copying and pasting them, and bands over columns.

use eframe::egui::{Key, OutputCommand, Shape, vec2};
use egui_kittest::Harness;

use super::*;

#[derive(Default)]
struct Weights {
    grid: GridState,
    chosen: Option<Cell>,
    corner: Option<Cell>,
    geometry: Option<grid::Geometry>,
    copied: Vec<Block>,
    pasted: Vec<String>,
    edits: Vec<Edit>,
}

fn weights<'a>(columns: usize) -> Harness<'a, Weights> {
    window(vec2(500.0, 300.0), Weights::default(), move |ui, weights| {
        let cells = Cells::new(4, columns, |row, column| (row * 10 + column) as f64);
        let band = |head: usize, range| Band { range, name: format!("columns of head {head}"), short: head.to_string() };
        let view = MatrixView::new("weights", "W_Q", cells)
            .kind(MatrixKind::Weights)
            .column_labels(Labels::Numbered("d"))
            .column_bands(vec![band(1, 0..3), band(2, 3..6)])
            .editable("not a number")
            .chosen(weights.chosen)
            .corner(weights.corner);
        let output = view.show(ui, &mut weights.grid);
        if output.chosen.is_some() {
            (weights.chosen, weights.corner) = (output.chosen, None);
        }
        weights.corner = output.extended.or(weights.corner);
        weights.copied.extend(output.copied);
        weights.pasted.extend(output.pasted);
        weights.edits.extend(output.edit);
        weights.geometry = Some(output.geometry);
    })
}

fn centre(harness: &Harness<'_, Weights>, row: usize, column: usize) -> Pos2 {
    harness.state().geometry.as_ref().unwrap().cell_rect(Cell::new(row, column)).unwrap().center()
}

fn chosen(harness: &Harness<'_, Weights>) -> Option<Block> {
    let state = harness.state();
    state.chosen.map(|cell| Block::between(cell, state.corner.unwrap_or(cell)))
}

fn drag(harness: &mut Harness<'_, Weights>, from: Pos2, to: Pos2) {
    press(harness, from, true);
    harness.run();
    for share in [0.5, 1.0] {
        harness.event(Event::PointerMoved(from + (to - from) * share));
        harness.run();
    }
    press(harness, to, false);
    harness.run();
}

#[test]
fn a_drag_chooses_the_cells_between_its_ends() {
    let mut harness = weights(6);
    let (from, to) = (centre(&harness, 2, 4), centre(&harness, 1, 1));
    drag(&mut harness, from, to);
    assert_eq!(chosen(&harness), Some(Block { rows: 1..3, columns: 1..5 }));
    assert_eq!(harness.state().chosen, Some(Cell::new(2, 4)));
    // Out of the matrix it goes on to its edge.
    let (from, to) = (centre(&harness, 0, 0), centre(&harness, 3, 5) + vec2(80.0, 60.0));
    drag(&mut harness, from, to);
    assert_eq!(chosen(&harness), Some(Block { rows: 0..4, columns: 0..6 }));
    click(centre(&harness, 1, 1), &mut harness);
    assert_eq!(chosen(&harness), Some(Block::cell(Cell::new(1, 1))));
}

#[test]
fn shift_draws_the_choice_out_and_arrows_alone_give_it_up() {
    let mut harness = weights(6);
    click(centre(&harness, 1, 1), &mut harness);
    for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowDown] {
        harness.key_press_modifiers(Modifiers::SHIFT, key);
        harness.run();
    }
    assert_eq!(chosen(&harness), Some(Block { rows: 1..3, columns: 1..4 }));
    let at = centre(&harness, 0, 0);
    for pressed in [true, false] {
        harness.event(Event::PointerMoved(at));
        harness.event_modifiers(
            Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::SHIFT },
            Modifiers::SHIFT,
        );
    }
    harness.run();
    assert_eq!(chosen(&harness), Some(Block { rows: 0..2, columns: 0..2 }));
    harness.key_press(Key::ArrowDown);
    harness.run();
    assert_eq!(chosen(&harness), Some(Block::cell(Cell::new(2, 1))));
}

#[test]
fn the_caller_hears_what_is_copied_and_pasted() {
    let mut harness = weights(6);
    click(centre(&harness, 0, 0), &mut harness);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    harness.run();
    harness.event(Event::Copy);
    harness.step();
    assert_eq!(harness.state().copied, [Block { rows: 0..1, columns: 0..2 }]);
    let commands = &harness.output().platform_output.commands;
    assert!(!commands.iter().any(|command| matches!(command, OutputCommand::CopyText(_))), "the caller copies");
    harness.event(Event::Paste("1\t2".to_owned()));
    harness.run();
    assert_eq!(harness.state().pasted, ["1\t2"]);

    // While a number is typed, the clipboard is that of its field.
    double_click(centre(&harness, 1, 1), &mut harness);
    harness.event(Event::Paste("7".to_owned()));
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().pasted.len(), 1);
    assert_eq!(harness.state().edits, [Edit::Accepted { cell: Cell::new(1, 1), value: 7.0 }]);
}

/// What is written in the window.
fn written(harness: &Harness<'_, Weights>) -> Vec<String> {
    let shapes = harness.output().shapes.iter().map(|clipped| &clipped.shape);
    let texts = shapes.filter_map(|shape| match shape {
        Shape::Text(text) => Some(text.galley.text().to_owned()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn bands_are_named_as_far_as_they_are_shown_and_there_is_room() {
    let names = |harness: &Harness<'_, Weights>| {
        let known = ["columns of head 1", "columns of head 2", "1", "2"];
        written(harness).into_iter().filter(|text| known.contains(&text.as_str())).collect::<Vec<_>>()
    };
    let mut wide = weights(60);
    assert_eq!(names(&wide), ["columns of head 1", "columns of head 2"]);
    wide.state_mut().chosen = Some(Cell::new(0, 59));
    wide.run();
    assert!(names(&wide).is_empty(), "the last columns belong to no band");
    // Only one column of the first band is in view: too narrow for the name.
    wide.state_mut().chosen = Some(Cell::new(0, 2));
    wide.run();
    assert_eq!(names(&wide), ["1", "columns of head 2"]);
}
