use eframe::egui::{Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::*;
use crate::ui::theme::space;

fn rows() -> Vec<TableRow> {
    let row = |name: &str, formula: &str, digits: &str, part: f64, sum| {
        let share = if sum { TableCell::Empty } else { TableCell::Share(part, format!("{:.0} %", 100.0 * part)) };
        let cells =
            vec![TableCell::Words(name.to_owned()), TableCell::Aside(formula.to_owned()), TableCell::Digits(digits.to_owned()), share];
        TableRow { cells, sum }
    };
    vec![row("W_Q", "d_{model} · h · d_k = 512 · 8 · 64", "262 144", 0.25, false), row("sum", "", "1 048 576", 1.0, true)]
}

#[test]
fn a_row_says_its_cells_with_their_heads() {
    let heads = ["part", "formula", "numbers", "share"].map(str::to_owned);
    let harness = window(vec2(480.0, 120.0), rows(), |ui, rows| Table::new(&heads, rows).yielding(1).show(ui));
    let said: Vec<String> = harness.get_all_by_role(Role::Row).filter_map(|row| row.accesskit_node().label()).collect();
    assert_eq!(said[0], "W Q, formula d model · h · d k = 512 · 8 · 64, numbers 262 144, share 25 %");
    assert!(said[1].starts_with("sum") && said[1].ends_with("numbers 1 048 576"), "{}", said[1]);
}

#[test]
fn a_formula_without_room_goes_on_in_further_lines_and_is_whole() {
    let heads = ["part", "formula", "numbers", "share"].map(str::to_owned);
    let height = |width: f32| {
        let harness = window(vec2(width, 160.0), rows(), |ui, rows| Table::new(&heads, rows).yielding(1).show(ui));
        harness.get_all_by_role(Role::Row).next().unwrap().rect().height()
    };
    assert_eq!(height(560.0), space::PROPERTY_ROW);
    assert!(height(280.0) >= space::PROPERTY_ROW + 12.0, "{}", height(280.0));
}
