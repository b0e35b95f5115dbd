//! Text in columns.

use std::io::{self, Write};

/// On which side the text of a column is flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flush {
    Left,
    Right,
}

/// Rows of text in columns, two spaces apart. The last alignment holds for all further columns.
pub(super) struct TextTable {
    alignment: Vec<Flush>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    pub(super) fn new(alignment: impl Into<Vec<Flush>>) -> Self {
        Self { alignment: alignment.into(), rows: Vec::new() }
    }

    pub(super) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut widths = vec![0; columns];
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().max(*width);
            }
        }
        for row in &self.rows {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let gap = if column == 0 { "" } else { "  " };
                let padded = match self.alignment.get(column).or(self.alignment.last()) {
                    Some(Flush::Right) => format!("{gap}{cell:>width$}"),
                    Some(Flush::Left) | None => format!("{gap}{cell:<width$}"),
                };
                line.push_str(&padded);
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = TextTable::new([Flush::Left, Flush::Right]);
        table.row(["", "0", "1"]);
        table.row(["niño", "8.25", "3"]);
        table.row(["a", "-1", ""]);
        let mut text = Vec::new();
        table.write(&mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "         0  1\nniño  8.25  3\na       -1\n");
    }
}
