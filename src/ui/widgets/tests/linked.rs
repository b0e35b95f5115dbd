//! Operands and results.

use eframe::egui::{Key, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::*;
use crate::ui::theme::CellSize;

struct Shown {
    dims: [usize; 3],
    grid: GridState,
    chosen: Option<Cell>,
    output: Option<LinkedOutput>,
    asked: Vec<Cell>,
}

/// Q [rows × inner] · Kᵀ [inner × columns].
fn product<'a>(size: Vec2, dims: [usize; 3]) -> Harness<'a, Shown> {
    let state = Shown { dims, grid: GridState::default(), chosen: None, output: None, asked: Vec::new() };
    window(size, state, |ui, shown| {
        let [rows, inner, columns] = shown.dims;
        let tokens = tokens();
        let q = MatrixView::new("q", "Q", Cells::new(rows, inner, |row, column| (row + column) as f64 / 100.0));
        let k = MatrixView::new("k", "K^T", Cells::new(inner, columns, |row, column| (row + column) as f64 / 100.0));
        let s = MatrixView::new("s", "S", Cells::new(rows, columns, |row, column| (row * column) as f64 / 100.0));
        let q = q.hue(Hue::Query).row_labels(Labels::words(&tokens)).column_labels(Labels::Numbered("d")).map_name("part of Q");
        let k = k.hue(Hue::Key).row_labels(Labels::Numbered("d")).column_labels(Labels::words(&tokens)).map_name("part of K");
        let s = s.title_place(TitlePlace::Below).chosen(shown.chosen).map_name("part of S");
        let asked = std::cell::RefCell::new(Vec::new());
        let output = Linked::new(vec![q, k], s, Arrangement::Crossing)
            .sources(|cell| {
                asked.borrow_mut().push(cell);
                vec![
                    Source::new(0, Block { rows: cell.row..cell.row + 1, columns: 0..inner }),
                    Source::new(1, Block { rows: 0..inner, columns: cell.column..cell.column + 1 }),
                ]
            })
            .show(ui, &mut shown.grid);
        shown.asked = asked.into_inner();
        shown.chosen = output.result.chosen.or(shown.chosen);
        if output.result.released {
            shown.chosen = None;
        }
        shown.output = Some(output);
    })
}

fn output<'h>(harness: &'h Harness<'_, Shown>) -> &'h LinkedOutput {
    harness.state().output.as_ref().unwrap()
}

#[test]
fn operands_and_result_cross() {
    let harness = product(vec2(736.0, 460.0), [6, 4, 6]);
    let output = output(&harness);
    let [q, k] = [0, 1].map(|index| output.operands[index].geometry.body());
    let s = output.result.geometry.body();
    assert_eq!(output.pitch.size, CellSize::L);
    assert_eq!((q.top(), q.bottom()), (s.top(), s.bottom()));
    assert_eq!((k.left(), k.right()), (s.left(), s.right()));
    assert_eq!(s.left() - q.right(), 32.0);
    assert_eq!(s.top() - k.bottom(), 32.0);
    assert!(output.rect.width() <= 736.0 && output.rect.height() <= 460.0);
}

/// The steps of a small model fit the stage of a window of 1280 × 800 without scrolling.
#[test]
fn small_models_fit_their_stage() {
    let stage = vec2(720.0, 450.0);
    let size = |dims| {
        let harness = product(stage, dims);
        let output = output(&harness);
        assert!(output.rect.width() <= stage.x && output.rect.height() <= stage.y, "{dims:?} needs {}", output.rect.size());
        assert!(!output.result.geometry.rows.is_cut() && !output.result.geometry.columns.is_cut());
        output.pitch.size
    };
    assert_eq!(size([6, 8, 4]), CellSize::M);
    assert_eq!(size([6, 4, 6]), CellSize::L);
    assert_eq!(size([6, 8, 32]), CellSize::S);
}

#[test]
fn what_is_pointed_at_is_explained_in_the_same_frame() {
    let mut harness = product(vec2(736.0, 460.0), [6, 4, 6]);
    assert!(harness.state().asked.is_empty());
    let at = output(&harness).result.geometry.cell_rect(Cell::new(5, 1)).unwrap().center();
    harness.hover_at(at);
    harness.run_steps(1);
    assert_eq!(output(&harness).shown, Some(Cell::new(5, 1)));
    assert_eq!(harness.state().asked, [Cell::new(5, 1)]);
}

/// Rule 20 of the looks: what is said of a cell lies beside its row and its column, 12 points off.
#[test]
fn a_tooltip_covers_neither_the_row_nor_the_column_of_its_cell() {
    let mut harness = window(vec2(500.0, 400.0), None, |ui, output: &mut Option<MatrixOutput>| {
        let cells = Cells::new(6, 6, |row, column| (row * 6 + column) as f64);
        let view = MatrixView::new("W", "W", cells).tooltip(|cell| format!("W{}{}\nbefore", cell.row, cell.column));
        *output = Some(view.show(ui, &mut GridState::default()));
    });
    for (row, column) in [(0, 0), (2, 3), (5, 5), (0, 5), (5, 0)] {
        let grid = harness.state().as_ref().unwrap().geometry.clone();
        let cell = grid.cell_rect(Cell::new(row, column)).unwrap();
        harness.hover_at(cell.center());
        harness.run_steps(4);
        let told = harness.get_by_label_contains(&format!("W{row}{column}")).rect();
        let beside = |low: f32, high: f32, from: f32, to: f32| high <= from - 11.0 || low >= to + 11.0;
        assert!(beside(told.top(), told.bottom(), cell.top(), cell.bottom()), "{told} {cell}");
        assert!(beside(told.left(), told.right(), cell.left(), cell.right()), "{told} {cell}");
    }
}

#[test]
fn a_click_pins_and_escape_frees() {
    let mut harness = product(vec2(736.0, 460.0), [6, 4, 6]);
    let at =
        |harness: &Harness<'_, Shown>, row, column| output(harness).result.geometry.cell_rect(Cell::new(row, column)).unwrap().center();
    click(at(&harness, 2, 3), &mut harness);
    harness.hover_at(at(&harness, 0, 0));
    harness.run();
    assert_eq!(output(&harness).shown, Some(Cell::new(0, 0)));
    harness.remove_cursor();
    harness.run();
    assert_eq!(output(&harness).shown, Some(Cell::new(2, 3)));
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(output(&harness).shown, None);
}

#[test]
fn shared_axes_move_together() {
    let mut harness = product(vec2(736.0, 460.0), [6, 512, 2048]);
    let spans = |harness: &Harness<'_, Shown>| {
        let output = output(harness);
        let [q, k] = [0, 1].map(|index| output.operands[index].geometry.clone());
        let s = output.result.geometry.clone();
        assert_eq!(q.columns, k.rows);
        assert_eq!(k.columns, s.columns);
        assert_eq!(q.rows, s.rows);
        (q.columns, s.columns)
    };
    let (inner, columns) = spans(&harness);
    assert!(inner.is_cut() && columns.is_cut());
    let map = harness.get_by_label("part of K").rect();
    click(map.right_bottom() - vec2(0.01, 0.01), &mut harness);
    let (inner, columns) = spans(&harness);
    assert_eq!(inner.range().end, 512);
    assert_eq!(columns.range().end, 2048);
}

struct Joined {
    grid: GridState,
    chosen: Option<Cell>,
    output: Option<LinkedOutput>,
}

/// Two heads 6 × 40 side by side give 6 × 80: none of it fits whole.
#[test]
fn the_sources_of_a_chosen_cell_come_into_view() {
    let state = Joined { grid: GridState::default(), chosen: None, output: None };
    let mut harness = window(vec2(736.0, 460.0), state, |ui, joined| {
        let head = |index| MatrixView::new(("head", index), "H", Cells::new(6, 40, |_, column| column as f64));
        let result = MatrixView::new("joined", "J", Cells::new(6, 80, |_, column| column as f64)).chosen(joined.chosen);
        let signs = vec![Sign::Written(","), Sign::Arrow("join")];
        let output = Linked::new(vec![head(1), head(2)], result, Arrangement::Row(signs))
            .sources(|cell| {
                let from = Cell::new(cell.row, cell.column % 40);
                vec![Source::new(cell.column / 40, Block::cell(from))]
            })
            .show(ui, &mut joined.grid);
        joined.output = Some(output);
    });
    harness.state_mut().chosen = Some(Cell::new(3, 79));
    harness.run();
    let output = harness.state().output.as_ref().unwrap();
    assert!(output.result.geometry.cell_rect(Cell::new(3, 79)).is_some());
    assert!(output.operands[1].geometry.cell_rect(Cell::new(3, 39)).is_some());
}

#[test]
fn wide_operands_go_under_each_other() {
    let state = Joined { grid: GridState::default(), chosen: None, output: None };
    let harness = window(vec2(736.0, 460.0), state, |ui, joined| {
        let matrix = |name| MatrixView::new(name, name, Cells::new(6, 12, |_, column| column as f64 / 10.0));
        let signs = vec![Sign::Arrow("softmax")];
        let output = Linked::new(vec![matrix("X")], matrix("Y"), Arrangement::Row(signs)).show(ui, &mut joined.grid);
        joined.output = Some(output);
    });
    let output = harness.state().output.as_ref().unwrap();
    assert_eq!(output.pitch.size, CellSize::L);
    assert!(output.result.geometry.body().top() > output.operands[0].geometry.body().bottom());
}
