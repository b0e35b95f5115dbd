//! Rows and columns that several matrices have in common, and which are therefore windowed together.

use super::{Arrangement, MatrixView};
use crate::ui::widgets::cells::Block;
use crate::ui::widgets::grid::Span;

/// The axes of all matrices of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axes {
    /// Length of each axis.
    pub totals: Vec<usize>,
    /// The row axis and the column axis of each matrix.
    pub of: Vec<[usize; 2]>,
}

impl Axes {
    /// In a product the inner dimension is one axis; otherwise rows are one axis where they are equally many, and
    /// columns likewise.
    pub fn of(views: &[MatrixView<'_>], arrangement: &Arrangement<'_>) -> Self {
        let shapes: Vec<[usize; 2]> = views.iter().map(|view| [view.cells.rows(), view.cells.columns()]).collect();
        match (arrangement, shapes.as_slice()) {
            (Arrangement::Crossing, [left, right, result]) => Self {
                totals: vec![left[0].min(result[0]), left[1].min(right[0]), right[1].min(result[1])],
                of: vec![[0, 1], [1, 2], [0, 2]],
            },
            _ => Self::by_length(&shapes),
        }
    }

    fn by_length(shapes: &[[usize; 2]]) -> Self {
        let mut totals = Vec::new();
        let mut known: [Vec<(usize, usize)>; 2] = Default::default();
        let of = shapes
            .iter()
            .map(|shape| {
                [0, 1].map(|side| {
                    let found = known[side].iter().find(|(total, _)| *total == shape[side]);
                    if let Some(&(_, axis)) = found {
                        return axis;
                    }
                    totals.push(shape[side]);
                    known[side].push((shape[side], totals.len() - 1));
                    totals.len() - 1
                })
            })
            .collect();
        Self { totals, of }
    }

    /// Which rows and columns of a matrix are shown. Missing entries of `first` count as 0.
    pub fn spans(&self, index: usize, first: &[usize], shown: &[usize]) -> [Span; 2] {
        self.of[index].map(|axis| {
            let first = first.get(axis).copied().unwrap_or(0);
            Span::window(first, shown[axis], self.totals[axis])
        })
    }

    /// Moves windows as little as shows `block` of a matrix, along the axes where it is a single row or column.
    pub fn reveal(&self, index: usize, block: &Block, shown: &[usize], first: &mut [usize]) {
        let Some(axes) = self.of.get(index) else { return };
        for (axis, range) in axes.iter().zip([&block.rows, &block.columns]) {
            if range.len() == 1 {
                let span = Span::window(first[*axis], shown[*axis], self.totals[*axis]);
                first[*axis] = span.revealing(range.start).first();
            }
        }
    }
}

/// `span` moved by a whole number of cells, given as the wheel gives it.
pub fn moved(span: Span, steps: f32) -> Span {
    use crate::ui::widgets::count::whole;
    let size = isize::try_from(whole(steps.abs())).unwrap_or(isize::MAX);
    span.moved(if steps < 0.0 { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lengths_share_an_axis() {
        // Heads 6 × 4 and 6 × 4 joined into 6 × 8.
        let axes = Axes::by_length(&[[6, 4], [6, 4], [6, 8]]);
        assert_eq!(axes.totals, [6, 4, 8]);
        assert_eq!(axes.of, [[0, 1], [0, 1], [0, 2]]);
        // Rows and columns of the same length stay apart.
        let axes = Axes::by_length(&[[6, 6]]);
        assert_eq!(axes.totals, [6, 6]);
    }

    #[test]
    fn only_single_rows_and_columns_are_revealed() {
        let axes = Axes::by_length(&[[100, 200]]);
        let mut first = [0, 0];
        let row = Block { rows: 50..51, columns: 0..200 };
        axes.reveal(0, &row, &[10, 10], &mut first);
        assert_eq!(first, [41, 0]);
    }
}
