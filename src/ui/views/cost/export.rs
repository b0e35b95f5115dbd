//! What is shown, as comma-separated values.

use super::curves::{Curve, whole};
use crate::lab::Timing;
use crate::ui::app::Action;
use crate::ui::export::line;
use crate::ui::numbers::MINUS;
use crate::ui::widgets::{TableCell, TableRow};

/// Rows of a file of curves.
const ROWS: u32 = 64;

/// Asks where to save a file of this name.
pub fn action(name: &str, text: String) -> Action {
    Action::SaveText { name: format!("{name}.csv"), text }
}

/// A table with its heads; digits without their thin spaces, shares as numbers from 0 to 1.
pub fn table(heads: &[String], rows: &[TableRow]) -> String {
    let cell = |cell: &TableCell| match cell {
        TableCell::Words(words) | TableCell::Aside(words) => words.replace(['{', '}'], ""),
        TableCell::Digits(digits) => plain(digits),
        TableCell::Share(share, _) => format!("{share}"),
        TableCell::Empty => String::new(),
    };
    let lines = rows.iter().map(|row| line(row.cells.iter().map(cell)));
    [line(heads.iter().cloned())].into_iter().chain(lines).collect()
}

/// The curves over the lengths of the chart, then what was measured: a column each, a row a length.
pub fn curves(axis: &str, curves: &[Curve], measured: &str, timings: &[Timing], longest: f64, logarithmic: bool) -> String {
    let step = |row: u32| {
        let part = f64::from(row) / f64::from(ROWS);
        if logarithmic { longest.powf(part) } else { longest * part }
    };
    let mut lengths: Vec<u64> = (0..=ROWS).map(|row| whole(step(row)).max(1)).chain(timings.iter().map(|timing| timing.n as u64)).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let names = [axis.to_owned()].into_iter().chain(curves.iter().map(|curve| curve.name.clone()));
    let with_times = !timings.is_empty();
    let mut text = line(names.chain(with_times.then(|| measured.to_owned())));
    for n in lengths {
        let counted = curves.iter().map(|curve| {
            let value = curve.at(n as f64);
            if curve.unit == 1.0 { whole(value).to_string() } else { format!("{value:e}") }
        });
        let timed = timings.iter().find(|timing| timing.n as u64 == n).map_or_else(String::new, |timing| format!("{:e}", timing.seconds));
        text.push_str(&line([n.to_string()].into_iter().chain(counted).chain(with_times.then_some(timed))));
    }
    text
}

/// Digits as every program reads them.
fn plain(digits: &str) -> String {
    digits.chars().filter(|letter| *letter != '\u{202F}').map(|letter| if letter == MINUS { '-' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::curves::Role;
    use super::*;
    use crate::cost::Polynomial;

    #[test]
    fn a_table_is_written_as_every_program_reads_it() {
        let heads = ["part, of all".to_owned(), "all".to_owned(), "share".to_owned()];
        let cells = vec![
            TableCell::Words("W_{Q}".to_owned()),
            TableCell::Digits("37\u{202F}748\u{202F}736".to_owned()),
            TableCell::Share(0.25, "25 %".to_owned()),
        ];
        let rows = [TableRow { cells, sum: false }, TableRow { cells: vec![TableCell::Empty; 3], sum: true }];
        assert_eq!(table(&heads, &rows), "\"part, of all\",all,share\nW_Q,37748736,0.25\n,,\n");
    }

    #[test]
    fn curves_have_a_row_for_each_length() {
        let curve = Curve { name: "scores".to_owned(), role: Role::Main, cost: Polynomial::square(3), unit: 1.0 };
        let timings = [Timing { n: 100, seconds: 0.5, runs: 3 }];
        let text = curves("n", &[curve], "seconds", &timings, 64.0, false);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..3], ["n,scores,seconds", "1,3,", "2,12,"]);
        assert_eq!(lines.last(), Some(&"100,30000,5e-1"));
        assert_eq!(lines.len(), 1 + 64 + 1);
    }
}
