//! What the large map shows: one head, the mean of a layer's heads, or one head less another.

use std::fmt::Write as _;
use std::rc::Rc;

use super::Maps;
use crate::graph::{Cell, Matrix};
use crate::ui::context::{Context, Look};
use crate::ui::widgets::{Cells, Head};

/// Which numbers the large map shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The weights of one head, A.
    #[default]
    Head,
    /// The mean over the heads of A's layer.
    Mean,
    /// The weights of A less those of another head, B.
    Difference,
}

/// The numbers of the large map.
#[derive(Clone)]
pub struct Numbers {
    mode: Mode,
    /// A first.
    looks: Rc<[Rc<Look>]>,
}

impl Numbers {
    /// Those of `head`, with `other` where it is compared.
    pub fn of(ctx: &Context<'_>, maps: &Maps, mode: Mode, head: Head, other: Head) -> Option<Self> {
        let look = |head: Head| maps.node(head).and_then(|id| ctx.look(id));
        let looks: Vec<Rc<Look>> = match mode {
            Mode::Head => vec![look(head)?],
            Mode::Mean => maps.layer(head.layer).iter().map(|&id| ctx.look(id)).collect::<Option<_>>()?,
            Mode::Difference => vec![look(head)?, look(other)?],
        };
        (!looks.is_empty()).then(|| Self { mode, looks: looks.into() })
    }

    /// The weights of A.
    pub fn look(&self) -> &Rc<Look> {
        &self.looks[0]
    }

    /// The number of a query (row) and a key (column).
    pub fn at(&self, cell: Cell) -> f64 {
        let value = |look: &Rc<Look>| look.matrix.at(cell);
        match (self.mode, &*self.looks) {
            (Mode::Difference, [a, b]) => value(a) - value(b),
            (Mode::Mean, looks) => looks.iter().map(value).sum::<f64>() / looks.len() as f64,
            (_, looks) => looks.first().map_or(f64::NAN, value),
        }
    }

    /// The numbers for a map; hidden where A's are.
    pub fn cells(&self) -> Cells<'static> {
        if self.mode == Mode::Head {
            return self.look().kept_cells();
        }
        let (numbers, hidden) = (self.clone(), self.clone());
        let shape = self.look().matrix.shape();
        // A picture of the mean or of a difference is another than that of any of the heads.
        let revision = self.looks.iter().fold(self.mode as u64 + 1, |all, look| all.rotate_left(21) ^ look.revision);
        let cells = Cells::new(shape.rows, shape.columns, move |row, column| numbers.at(Cell::new(row, column))).revision(revision);
        if self.look().has_mask() { cells.masked(move |row, column| hidden.look().is_hidden(Cell::new(row, column))) } else { cells }
    }

    /// The largest magnitude of a difference, and what it was measured of.
    pub fn limit(&self, known: &mut Option<([u64; 2], f64)>) -> f64 {
        let key = [self.look().revision, self.looks.last().map_or(0, |look| look.revision)];
        if let Some((_, limit)) = known.filter(|(of, _)| *of == key) {
            return limit;
        }
        let shape = self.look().matrix.shape();
        let cells = (0..shape.rows).flat_map(|row| (0..shape.columns).map(move |column| Cell::new(row, column)));
        let limit = cells.map(|cell| self.at(cell).abs()).filter(|size| size.is_finite()).fold(0.0, f64::max);
        *known = Some((key, limit));
        limit
    }

    /// All numbers in full, a line a query and a tab between two keys; with names, those of the keys above and of the queries before.
    pub fn table(&self, names: Option<(&dyn Fn(usize) -> String, &dyn Fn(usize) -> String)>) -> String {
        let shape = self.look().matrix.shape();
        let mut table = String::new();
        if let Some((_, key)) = names {
            for column in 0..shape.columns {
                let _ = write!(table, "\t{}", in_line(&key(column)));
            }
            table.push('\n');
        }
        for row in 0..shape.rows {
            if let Some((query, _)) = names {
                let _ = write!(table, "{}\t", in_line(&query(row)));
            }
            for column in 0..shape.columns {
                if column > 0 {
                    table.push('\t');
                }
                table.push_str(&self.written(Cell::new(row, column)));
            }
            table.push('\n');
        }
        table
    }

    /// A number in as few digits as say exactly which it is, in the precision in which it was calculated.
    fn written(&self, cell: Cell) -> String {
        match (&self.look().matrix, self.mode) {
            (Matrix::F32(values), Mode::Head) => values.get((cell.row, cell.column)).map_or_else(String::new, ToString::to_string),
            _ => self.at(cell).to_string(),
        }
    }
}

/// A token may be a tab or the end of a line, which here would be another cell.
fn in_line(token: &str) -> String {
    token.replace(['\t', '\n', '\r'], " ")
}
