//! Looking for a number among all values of a run.

use crate::experiment::Outcome;
use crate::graph::{Cell, NodeId};

/// Numbers that are looked through for one that was typed; of a larger run those that were calculated first.
const LOOKED_THROUGH: usize = 1 << 22;

/// A number as it was typed, which stands for all that are rounded to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sought {
    value: f64,
    /// Half a unit of the last decimal that was typed; 0 where there are none, so that 68 is 68 alone.
    half: f64,
}

impl Sought {
    /// Reads a number with a decimal point or comma, and a minus of either kind; `None` for anything else.
    pub fn parse(typed: &str) -> Option<Self> {
        let text = typed.trim().replace('−', "-").replace(',', ".");
        let value: f64 = text.parse().ok().filter(|value: &f64| value.is_finite())?;
        if !text.ends_with(|last: char| last.is_ascii_digit()) {
            return None;
        }
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
        let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let exponent: i32 = exponent.parse().ok()?;
        let half = if decimals == 0 { 0.0 } else { 0.5 * 10_f64.powi(exponent - i32::try_from(decimals).ok()?) };
        Some(Self { value, half })
    }

    /// Whether a number is rounded to the one that was typed. The rounding of binary numbers is allowed for.
    pub fn is(self, number: f64) -> bool {
        (number - self.value).abs() <= self.half + 1e-12 * self.value.abs()
    }

    /// Where it stands, in the order of the calculation, and what stands there; at most `most`, and of each value the first cell.
    pub fn places(self, outcome: &Outcome, most: usize) -> Vec<(NodeId, Cell, f64)> {
        let mut left = LOOKED_THROUGH;
        let mut places = Vec::new();
        for (id, node) in outcome.prepared.graph.nodes() {
            let cells = node.shape.cells();
            if places.len() == most || cells > left {
                break;
            }
            if !outcome.values.holds(id) {
                continue;
            }
            left -= cells;
            let matrix = outcome.values.matrix(id);
            let columns = node.shape.columns;
            let at = |index: usize| Cell::new(index / columns, index % columns);
            places.extend((0..cells).map(at).find(|&cell| self.is(matrix.at(cell))).map(|cell| (id, cell, matrix.at(cell))));
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{Command, Lab};

    #[test]
    fn a_number_stands_for_what_is_rounded_to_it() {
        let is = |typed: &str, number: f64| Sought::parse(typed).unwrap().is(number);
        assert!(is("2.27", 2.266_666_7) && is("2,27", 2.274_9) && !is("2.27", 2.276));
        assert!(is("68", 68.0) && !is("68", 68.2));
        assert!(is("−1.6e-4", -0.000_160_4) && !is("-1.6e-4", -0.000_17));
        for word in ["head", "1.", "head.1", "", "inf", "nan", "1e", "1 2"] {
            assert_eq!(Sought::parse(word), None, "{word}");
        }
    }

    #[test]
    fn the_number_of_the_document_is_found_where_it_stands() {
        let mut lab = Lab::new(|| {}).unwrap();
        lab.apply(Command::OpenPreset("hello-world-hola-mundo")).unwrap();
        lab.finish();
        let outcome = lab.outcome().unwrap();
        let found = Sought::parse("11.46394285").unwrap().places(outcome, 10);
        let graph = &outcome.prepared.graph;
        let sites: Vec<String> = found.iter().map(|(id, cell, _)| format!("{} {cell}", graph.node(*id).site)).collect();
        assert_eq!(sites, ["encoder.0.self_attention.output [0, 0]"]);
        assert_eq!(Sought::parse("1").unwrap().places(outcome, 3).len(), 3);
    }
}
