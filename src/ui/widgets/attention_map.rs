//! One head's attention, large: queries down, keys across.

use std::rc::Rc;

use eframe::egui::{Align, AsIdSalt, Layout, Ui, Vec2, vec2};

use super::cells::{Cell, Cells, Reading};
use super::grid::{Labels, MaskedText, MatrixOutput, MatrixView, Sizes};
use super::legend::ValueLegend;
use super::linked::GridState;
use super::scale::{Colouring, Scale};
use crate::ui::theme::{CellSize, space};

/// The words on the map, in the user's language.
#[derive(Clone, Copy, Debug)]
pub struct AttentionWords<'a> {
    /// The name of the whole for a screen reader.
    pub name: &'a str,
    /// What goes down: "queries (look)".
    pub queries: &'a str,
    /// What goes across: "keys (looked at)".
    pub keys: &'a str,
    /// Over the sums of the rows.
    pub sum: &'a str,
    /// Beside the bar of fills.
    pub legend: &'a str,
    /// What the hatch means: "masked".
    pub masked: &'a str,
    /// What a screen reader calls the mini-map.
    pub part: &'a str,
}

/// Attention weights with tokens on both sides, both axes named, the sum of every row, and what the fills mean.
#[must_use = "nothing is drawn before it is shown"]
pub struct AttentionMap<'a> {
    view: MatrixView<'a>,
    words: AttentionWords<'a>,
    colouring: Colouring,
    digits: Rc<dyn Fn(f64) -> String + 'a>,
    legend: bool,
}

impl<'a> AttentionMap<'a> {
    /// Weights by query (row) and key (column). `digits` writes a weight, in cells, sums and legend.
    pub fn new(
        id_salt: impl AsIdSalt,
        cells: Cells<'a>,
        queries: Labels<'a>,
        keys: Labels<'a>,
        words: AttentionWords<'a>,
        digits: impl Fn(f64) -> String + 'a,
    ) -> Self {
        let digits: Rc<dyn Fn(f64) -> String + 'a> = Rc::new(digits);
        let (in_cells, in_sums) = (Rc::clone(&digits), Rc::clone(&digits));
        let summed = cells.clone();
        let masked = MaskedText { written: "", spoken: words.masked };
        let sizes = Sizes { whole: CellSize::XS..=CellSize::XL, part: CellSize::S, ..Sizes::stage() };
        let view = MatrixView::new(id_salt, "", cells)
            .row_labels(queries)
            .column_labels(keys)
            .axes(words.queries, words.keys)
            .totals(words.sum, move |row| in_sums(row_sum(&summed, row)))
            .digits(move |value| in_cells(value))
            .masked(masked)
            .spoken(words.name)
            .map_name(words.part)
            .sizes(sizes);
        Self { view, words, colouring: Scale::Probability.into(), digits, legend: true }
    }

    /// Leaves the sums of the rows out: those of a difference are all 0.
    pub fn without_sums(self) -> Self {
        Self { view: self.view.without_totals(), ..self }
    }

    /// Leaves the legend to the caller.
    pub fn without_legend(self) -> Self {
        Self { legend: false, ..self }
    }

    /// A linear or logarithmic scale of probabilities; linear if not set.
    pub fn colouring(self, colouring: impl Into<Colouring>) -> Self {
        Self { colouring: colouring.into(), ..self }
    }

    /// The selected pair of query and key.
    pub fn chosen(self, chosen: Option<Cell>) -> Self {
        Self { view: self.view.chosen(chosen), ..self }
    }

    /// Weights that differ from what was calculated get a dot.
    pub fn changed(self, changed: impl Fn(Cell) -> bool + 'a) -> Self {
        Self { view: self.view.changed(changed), ..self }
    }

    /// What is said beside the cell under the pointer, in at most three lines.
    pub fn tooltip(self, tooltip: impl Fn(Cell) -> String + 'a) -> Self {
        Self { view: self.view.tooltip(tooltip), ..self }
    }

    /// The sizes of cells that are tried.
    pub fn sizes(self, sizes: Sizes) -> Self {
        Self { view: self.view.sizes(sizes), ..self }
    }

    /// Draws the map as large as there is room, and the legend under it.
    pub fn show(self, ui: &mut Ui, state: &mut GridState) -> MatrixOutput {
        let legend = vec2(0.0, if self.legend { space::CONTROL_HEIGHT + space::LARGE } else { 0.0 });
        let room = (ui.available_size() - legend).max(Vec2::ZERO);
        let view = self.view.colouring(self.colouring);
        let has_mask = view.cells.has_mask();
        let output = view.show_within(ui, state, room);
        if !self.legend {
            return output;
        }
        ui.add_space(space::SMALL);
        ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
            let legend = ValueLegend::new(self.colouring, self.words.legend, &*self.digits);
            if has_mask { legend.masked(self.words.masked) } else { legend }.show(ui);
        });
        output
    }
}

/// What a query gives to all keys together: 1, or 0 where it may see none.
fn row_sum(cells: &Cells<'_>, row: usize) -> f64 {
    (0..cells.columns())
        .map(|column| match cells.read(Cell::new(row, column)) {
            Reading::Masked => 0.0,
            _ => cells.value(Cell::new(row, column)),
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masked_cells_do_not_count() {
        let cells = Cells::new(2, 3, |row, _| if row == 0 { 0.5 } else { 0.25 }).masked(|row, column| row == 0 && column == 2);
        assert!((row_sum(&cells, 0) - 1.0).abs() < 1e-12);
        assert!((row_sum(&cells, 1) - 0.75).abs() < 1e-12);
    }
}
