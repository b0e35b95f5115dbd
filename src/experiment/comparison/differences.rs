//! Any two experiments: the largest difference at every value that both have.

use super::{Along, Bench, ComparisonError, Finding, Measure, Quantity, Seen};
use crate::experiment::Outcome;
use crate::graph::{Cell, Graph, Op, Site};

/// How far two runs are apart at one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SiteDifference {
    /// Where.
    pub site: Site,
    /// The cell where they differ most.
    pub cell: Cell,
    /// By how much; infinite where one side is finite and the other is not.
    pub largest: f64,
}

/// The largest difference at every value that both have in the same shape, in the order of the first.
pub fn differences(a: &Outcome, b: &Outcome) -> Vec<SiteDifference> {
    let (first, second) = (&a.prepared.graph, &b.prepared.graph);
    let mut all = Vec::new();
    for (id, node) in first.nodes() {
        let Some(other) = second.find(node.site).filter(|&other| second.node(other).shape == node.shape) else { continue };
        let (x, y) = (a.values.matrix(id), b.values.matrix(other));
        let mut most = SiteDifference { site: node.site, cell: Cell::new(0, 0), largest: 0.0 };
        for row in 0..node.shape.rows {
            for (column, (x, y)) in x.row(row).into_iter().zip(y.row(row)).enumerate() {
                let apart = apart(x, y);
                if apart > most.largest {
                    most = SiteDifference { cell: Cell::new(row, column), largest: apart, ..most };
                }
            }
        }
        all.push(most);
    }
    all
}

/// Whether a value is calculated, and not given: as weights are, and what enters.
pub fn is_calculated(graph: &Graph, site: Site) -> bool {
    graph.find(site).is_some_and(|id| !matches!(graph.node(id).op, Op::Leaf(_)))
}

/// |x − y|; two numbers that are the same, infinite or no numbers both, are not apart.
fn apart(x: f64, y: f64) -> f64 {
    if x == y || (x.is_nan() && y.is_nan()) {
        return 0.0;
    }
    let difference = (x - y).abs();
    if difference.is_nan() { f64::INFINITY } else { difference }
}

/// Two runs, and how far they are apart.
#[derive(Clone, Debug)]
pub struct Apart {
    /// What was found.
    pub finding: Finding,
    /// The largest difference at every value that both have.
    pub sites: Vec<SiteDifference>,
    /// The runs.
    pub runs: [Outcome; 2],
}

pub(super) fn measure(sides: &mut [Bench<'_>; 2]) -> Result<Apart, ComparisonError> {
    let [a, b] = sides;
    let (a, b) = (a.outcome()?, b.outcome()?);
    let all = differences(&a, &b);
    let graph = &a.prepared.graph;
    let values: Vec<&SiteDifference> = all.iter().filter(|difference| is_calculated(graph, difference.site)).collect();
    let first = values.iter().find(|difference| difference.largest > 0.0).map(|difference| difference.site);
    let last = values.last().map(|difference| (difference.site, difference.largest));
    let points = super::numbered(values.iter().map(|difference| difference.largest).collect(), 1);
    let curves = vec![super::Curve { side: super::Side::B, what: Quantity::Difference, points }];
    let only = |own: &Outcome, other: &Outcome| {
        let own = &own.prepared.graph;
        own.nodes().filter(|(_, node)| is_calculated(own, node.site) && other.prepared.graph.find(node.site).is_none()).count()
    };
    let seen = Seen::Differences { common: values.len(), first, last, only: [only(&a, &b), only(&b, &a)] };
    let headline = [0.0, last.map_or(f64::NAN, |(_, largest)| largest)];
    let finding = Finding { measure: Measure::Differences, counts: Quantity::Difference, headline, along: Along::Step, curves, seen };
    Ok(Apart { finding, sites: all, runs: [a, b] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_on_both_sides_is_the_same() {
        assert_eq!(apart(f64::NAN, f64::NAN), 0.0);
        assert_eq!(apart(f64::NEG_INFINITY, f64::NEG_INFINITY), 0.0);
        assert_eq!(apart(f64::NAN, 1.0), f64::INFINITY);
        assert_eq!(apart(1.0, 3.5), 2.5);
    }
}
