//! What stands between scores and the attention weights that softmax makes of them.

use crate::ui::context::Look;
use crate::ui::widgets::{Block, Cell};

/// What softmax makes of the scores on its way to the weights.
#[derive(Clone, Copy)]
pub enum Between {
    /// Less the row's maximum.
    Shifted,
    /// Their exponentials.
    Exponentials {
        /// Of the scores less the maximum.
        stable: bool,
    },
    /// The sum of each row of those.
    Sums {
        /// Of the scores less the maximum.
        stable: bool,
    },
}

impl Between {
    /// A number of it.
    pub fn at(self, look: &Look, row: usize, column: usize) -> f64 {
        let score = |column| look.matrix.at(crate::graph::Cell::new(row, column));
        let maximum = || look.matrix.row(row).iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let less = |stable: bool| if stable { maximum() } else { 0.0 };
        // Of a row that sees nothing softmax makes zeros.
        let exponential = |score: f64, less: f64| if score == f64::NEG_INFINITY { 0.0 } else { (score - less).exp() };
        match self {
            Self::Shifted => score(column) - maximum(),
            Self::Exponentials { stable } => exponential(score(column), less(stable)),
            Self::Sums { stable } => {
                let less = less(stable);
                look.matrix.row(row).iter().map(|&score| exponential(score, less)).sum()
            }
        }
    }

    /// Whether a weight is made from it directly.
    pub const fn is_last(self) -> bool {
        !matches!(self, Self::Shifted)
    }

    /// What of it a weight comes from.
    pub fn block(self, cell: Cell, columns: usize) -> Block {
        match self {
            Self::Exponentials { .. } => Block::cell(cell),
            Self::Shifted => Block { rows: cell.row..cell.row + 1, columns: 0..columns },
            Self::Sums { .. } => Block::cell(Cell::new(cell.row, 0)),
        }
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Shifted => "S − max",
            Self::Exponentials { .. } => "exp",
            Self::Sums { .. } => "Σ",
        }
    }
}
