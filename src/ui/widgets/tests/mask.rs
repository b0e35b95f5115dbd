//! Drawing a mask.

use eframe::egui::{Key, Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::*;

struct Mask {
    visible: Vec<Vec<bool>>,
    painter: MaskPainterState,
    output: Option<MaskPainterOutput>,
    strokes: usize,
}

/// Everything visible, and the last column hidden by another mask.
fn mask<'a>(n: usize, size: Vec2) -> Harness<'a, Mask> {
    let state = Mask { visible: vec![vec![true; n]; n], painter: MaskPainterState::default(), output: None, strokes: 0 };
    window(size, state, move |ui, mask| {
        let visible = mask.visible.clone();
        let state_of = |cell: Cell| match (cell.column + 1 == n, visible[cell.row][cell.column]) {
            (true, _) => MaskCell::Fixed,
            (false, true) => MaskCell::Visible,
            (false, false) => MaskCell::Hidden,
        };
        let words = MaskWords {
            name: "mask",
            queries: "← queries (look)",
            keys: "keys",
            visible: "visible",
            hidden: "hidden",
            fixed: "hidden by padding",
            part: "part of the mask",
        };
        let labels = || Labels::Numbered("t");
        let output = MaskPainter::new("mask", [n, n], state_of, labels(), labels(), words).show(ui, &mut mask.painter);
        for &(cell, visible) in &output.changes {
            mask.visible[cell.row][cell.column] = visible;
        }
        mask.strokes += usize::from(output.finished);
        mask.output = Some(output);
    })
}

fn centre(harness: &Harness<'_, Mask>, row: usize, column: usize) -> eframe::egui::Pos2 {
    let geometry = &harness.state().output.as_ref().unwrap().geometry;
    geometry.cell_rect(Cell::new(row, column)).unwrap().center()
}

fn hidden(harness: &Harness<'_, Mask>) -> Vec<[usize; 2]> {
    let rows = harness.state().visible.iter().enumerate();
    rows.flat_map(|(row, cells)| cells.iter().enumerate().filter(|(_, visible)| !**visible).map(move |(column, _)| [row, column])).collect()
}

#[test]
fn the_legend_is_seen_whole_in_a_narrow_drawer() {
    let width = 248.0;
    let harness = mask(2, vec2(width, 400.0));
    // Half of the upright name of the rows reaches below their middle: a letter of 11 points is at least 5 wide.
    let low = harness.state().output.as_ref().unwrap().geometry.cells.center().y + 5.0 * "← queries (look)".chars().count() as f32 / 2.0;
    for word in ["visible", "hidden", "hidden by padding"] {
        let rect = harness.get_by_label(word).rect();
        assert!(rect.right() <= width + MARGIN && rect.top() >= low, "{word}: {rect}, {low}");
    }
}

#[test]
fn a_click_hides_and_another_shows() {
    let mut harness = mask(6, vec2(400.0, 400.0));
    click(centre(&harness, 1, 2), &mut harness);
    assert_eq!(hidden(&harness), [[1, 2]]);
    click(centre(&harness, 1, 2), &mut harness);
    assert!(hidden(&harness).is_empty());
    assert_eq!(harness.state().strokes, 2);
}

#[test]
fn a_drag_paints_all_it_passes_in_one_stroke() {
    let mut harness = mask(8, vec2(400.0, 400.0));
    press(&harness, centre(&harness, 0, 0), true);
    harness.run();
    // A fast pointer leaves cells out.
    harness.hover_at(centre(&harness, 0, 4));
    harness.run();
    harness.hover_at(centre(&harness, 2, 4));
    harness.run();
    press(&harness, centre(&harness, 2, 4), false);
    harness.run();
    let expected = [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [1, 4], [2, 4]];
    assert_eq!(hidden(&harness), expected);
    assert_eq!(harness.state().strokes, 1);
}

#[test]
fn a_stroke_does_not_touch_what_another_mask_hides() {
    let mut harness = mask(4, vec2(400.0, 400.0));
    press(&harness, centre(&harness, 2, 1), true);
    harness.run();
    harness.hover_at(centre(&harness, 2, 3));
    harness.run();
    press(&harness, centre(&harness, 2, 3), false);
    harness.run();
    assert_eq!(hidden(&harness), [[2, 1], [2, 2]]);
    click(centre(&harness, 0, 3), &mut harness);
    assert_eq!(hidden(&harness), [[2, 1], [2, 2]]);
}

#[test]
fn arrows_and_space_paint_too() {
    let mut harness = mask(6, vec2(400.0, 400.0));
    harness.get_by_role(Role::Grid).focus();
    harness.run();
    for key in [Key::ArrowDown, Key::ArrowDown, Key::ArrowRight, Key::Space] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(hidden(&harness), [[1, 1]]);
    assert_eq!(harness.get_by_role(Role::Grid).value().as_deref(), Some("t1, t1: hidden"));
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    harness.run();
    assert_eq!(hidden(&harness), [[1, 1], [1, 2]]);
    let name = harness.get_by_role(Role::Grid).accesskit_node().label();
    assert_eq!(name.as_deref(), Some("mask, 6 × 6"));
}

#[test]
fn a_large_mask_is_shown_in_part() {
    let mut harness = mask(300, vec2(400.0, 400.0));
    let map = harness.get_by_label("part of the mask").rect();
    click(map.center(), &mut harness);
    let geometry = harness.state().output.as_ref().unwrap().geometry.clone();
    assert!(geometry.rows.range().contains(&150) && geometry.columns.range().contains(&150));
}
