//! Holding what came out against what must come out.

use std::fmt;
use std::sync::Arc;

use ndarray::Array2;

use super::document::Experiment;
use super::error::ExperimentError;
use super::expectation::Expectation;
use super::generation::generate;
use super::outcome::{Outcome, RunError, Runner};
use super::prepare::Prepared;
use crate::graph::{Cell, Control, Graph, Leaf, NodeId, Op, Site, Trouble};
use crate::transformer::Precision;

/// How one expectation fared.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// What was expected, in a few words.
    pub what: String,
    /// The precision it was checked in.
    pub precision: Precision,
    /// The value it speaks of.
    pub site: Option<Site>,
    /// How it fared.
    pub verdict: Verdict,
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// All within tolerance; the largest difference met, where numbers were compared.
    Passed {
        /// Largest difference.
        largest: f64,
    },
    /// The first cell outside the tolerance.
    Cell {
        /// Which.
        cell: Cell,
        /// The number expected.
        expected: f64,
        /// The number found.
        got: f64,
    },
    /// The first row that is outside the tolerance as a whole.
    Row {
        /// Which, from 0.
        row: usize,
        /// The number expected of it.
        expected: f64,
        /// The number found.
        got: f64,
    },
    /// The experiment, changed since this was written, has no such value, or none that could be compared.
    Gone,
    /// Something else than the numbers of cells or rows.
    Other {
        /// What was expected.
        expected: String,
        /// What was found.
        got: String,
    },
}

impl Checked {
    /// Whether it held.
    pub const fn passed(&self) -> bool {
        matches!(self.verdict, Verdict::Passed { .. })
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let precision = match self.precision {
            Precision::F32 => "f32",
            Precision::F64 => "f64",
        };
        match &self.verdict {
            Verdict::Passed { largest } => write!(f, "ok    {:<56} {precision}  largest difference {largest:.1e}", self.what),
            Verdict::Cell { cell, expected, got } => {
                write!(f, "FAIL  {} {precision}: cell {cell}: expected {expected}, got {got}", self.what)
            }
            Verdict::Row { row, expected, got } => write!(f, "FAIL  {} {precision}: row {row}: expected {expected}, got {got}", self.what),
            Verdict::Gone => write!(f, "FAIL  {} {precision}: there is no such value", self.what),
            Verdict::Other { expected, got } => write!(f, "FAIL  {} {precision}: expected {expected}, got {got}", self.what),
        }
    }
}

/// Runs an experiment in every precision it names and checks all its expectations.
///
/// # Errors
/// An experiment that cannot be run.
pub fn check(experiment: &Arc<Experiment>, folder: Option<&std::path::Path>) -> Result<Vec<Checked>, RunError> {
    let own = [experiment.model.precision];
    let precisions = if experiment.check_in.is_empty() { &own[..] } else { &experiment.check_in };
    let mut all = Vec::new();
    for &precision in precisions {
        let mut variant = Experiment::clone(experiment);
        variant.model.precision = precision;
        let prepared = Arc::new(Prepared::new(Arc::new(variant), folder)?);
        let outcome = if experiment.count_only { None } else { Some(Runner::default().run(&prepared, &Control::default())?) };
        all.extend(check_outcome(&prepared, outcome.as_ref())?);
    }
    Ok(all)
}

/// Checks the expectations of an experiment that was run, or of one that is only counted.
///
/// # Errors
/// A site that the model does not have, or numbers of a shape that it does not have.
pub fn check_outcome(prepared: &Prepared, outcome: Option<&Outcome>) -> Result<Vec<Checked>, ExperimentError> {
    let checker = Checker { prepared, outcome };
    prepared.experiment.expect.iter().map(|expectation| checker.check(expectation)).collect()
}

/// Checks the expectations of an experiment that may have been changed since they were written: what cannot be checked any more does
/// not hold.
pub fn check_changed(prepared: &Prepared, outcome: &Outcome) -> Vec<Checked> {
    let checker = Checker { prepared, outcome: Some(outcome) };
    let precision = prepared.experiment.model.precision;
    let gone = |expectation: &Expectation| {
        let what = expectation.site().map_or_else(String::new, |site| site.to_string());
        Checked { what, precision, site: None, verdict: Verdict::Gone }
    };
    prepared.experiment.expect.iter().map(|expectation| checker.check(expectation).unwrap_or_else(|_| gone(expectation))).collect()
}

struct Checker<'a> {
    prepared: &'a Prepared,
    outcome: Option<&'a Outcome>,
}

impl Checker<'_> {
    fn graph(&self) -> &Graph {
        &self.prepared.graph
    }

    fn node(&self, site: Site) -> Result<NodeId, ExperimentError> {
        self.graph().find(site).ok_or(ExperimentError::NoSite(site))
    }

    fn outcome(&self) -> Result<&Outcome, ExperimentError> {
        self.outcome.ok_or(ExperimentError::CountOnly)
    }

    fn values(&self, site: Site) -> Result<Array2<f64>, ExperimentError> {
        Ok(self.outcome()?.values.matrix(self.node(site)?).to_f64())
    }

    fn check(&self, expectation: &Expectation) -> Result<Checked, ExperimentError> {
        let (what, verdict) = match expectation {
            Expectation::Values { site, first, values, tolerance, relative } => {
                let got = self.values(*site)?;
                let verdict = compare_rows(&got, *first, &values.0, *tolerance, *relative);
                (site.to_string(), verdict)
            }
            Expectation::RowMeans { site, values, tolerance } => {
                let got: Vec<f64> = self.values(*site)?.rows().into_iter().map(|row| row.mean().unwrap_or(f64::NAN)).collect();
                (format!("{site}, row means"), compare_each_row(&got, values, *tolerance))
            }
            Expectation::RowDeviations { site, values, tolerance } => {
                let got: Vec<f64> = self.values(*site)?.rows().into_iter().map(|row| row.std(0.0)).collect();
                (format!("{site}, row deviations"), compare_each_row(&got, values, *tolerance))
            }
            Expectation::Cosine { site, rows: (a, b), value, tolerance } => {
                let got = self.cosine(*site, *a, *b)?;
                (format!("{site}, cosine of rows {a} and {b}"), compare_number(got, *value, *tolerance))
            }
            Expectation::Angle { site, rows: (a, b), degrees, tolerance } => {
                let got = self.cosine(*site, *a, *b)?.clamp(-1.0, 1.0).acos().to_degrees();
                (format!("{site}, degrees between rows {a} and {b}"), compare_number(got, *degrees, *tolerance))
            }
            Expectation::Largest { site, value, tolerance, relative } => {
                let allowed = tolerance + relative * value.abs();
                (format!("{site}, largest"), compare_largest(&self.values(*site)?, *value, allowed))
            }
            Expectation::Shape { site, rows, columns } => {
                let got = self.graph().node(self.node(*site)?).shape;
                let expected = crate::graph::Shape::new(*rows, *columns);
                (format!("{site}, shape"), equal(&expected.to_string(), &got.to_string()))
            }
            Expectation::Count { site, value } => {
                let got = self.graph().node(self.node(*site)?).shape.cells();
                (format!("{site}, count"), equal(&value.to_string(), &got.to_string()))
            }
            Expectation::Parameters { of, value } => {
                let got = parameters(self.graph(), of);
                let name = if of.is_empty() { "all parameters".to_owned() } else { format!("parameters of {of}") };
                (name, equal(&value.to_string(), &got.to_string()))
            }
            Expectation::FirstNaN { site } => ("first NaN".to_owned(), self.first_trouble(*site, is_nan)?),
            Expectation::FirstInfinity { site } => ("first infinity".to_owned(), self.first_trouble(*site, is_infinite)?),
            Expectation::Finite { site } => {
                let bad = self.values(*site)?.indexed_iter().find(|(_, value)| !value.is_finite()).map(|(at, value)| (at, *value));
                let verdict = bad.map_or(Verdict::Passed { largest: 0.0 }, |((row, column), value)| Verdict::Other {
                    expected: "finite numbers".to_owned(),
                    got: format!("{value} at {}", Cell::new(row, column)),
                });
                (format!("{site}, finite"), verdict)
            }
            Expectation::SourceTokens { tokens } => {
                let got = &self.prepared.source_labels;
                ("source tokens".to_owned(), equal(&tokens.join(" "), &got.join(" ")))
            }
            Expectation::Generated { tokens } => {
                let got = generate(self.outcome()?)?.tokens();
                ("generated tokens".to_owned(), equal(&tokens.join(" "), &got.join(" ")))
            }
        };
        Ok(Checked { what, precision: self.prepared.experiment.model.precision, site: expectation.site(), verdict })
    }

    fn cosine(&self, site: Site, a: usize, b: usize) -> Result<f64, ExperimentError> {
        let values = self.values(site)?;
        let row = |index: usize| if index < values.nrows() { values.row(index).to_vec() } else { Vec::new() };
        Ok(cosine(&row(a), &row(b)))
    }

    fn first_trouble(&self, expected: Site, kind: fn(&Trouble) -> bool) -> Result<Verdict, ExperimentError> {
        let expected = self.graph().node(self.node(expected)?).site;
        let found = self.outcome()?.values.warnings().iter().find(|warning| kind(&warning.trouble)).map(|warning| warning.site);
        Ok(equal(&expected.to_string(), &found.map_or_else(|| "none".to_owned(), |site| site.to_string())))
    }
}

const fn is_nan(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::NotANumber(_))
}

const fn is_infinite(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::Infinite(_))
}

/// Numbers in the weights whose sites begin with `of`.
pub fn parameters(graph: &Graph, of: &str) -> usize {
    let belongs = |site: Site| {
        let text = site.to_string();
        of.is_empty() || text == of || text.strip_prefix(of).is_some_and(|rest| rest.starts_with('.'))
    };
    let weights = graph.nodes().filter(|(_, node)| matches!(node.op, Op::Leaf(Leaf::Weight(_))));
    weights.filter(|(_, node)| belongs(node.site)).map(|(_, node)| node.shape.cells()).sum()
}

fn equal(expected: &str, got: &str) -> Verdict {
    if expected == got { Verdict::Passed { largest: 0.0 } } else { Verdict::Other { expected: expected.to_owned(), got: got.to_owned() } }
}

/// How far a number is from the one expected, unless it is too far: NaN equals NaN, and infinities must be equal.
#[expect(clippy::float_cmp, reason = "an infinity has no neighbours that would do")]
fn within(got: f64, expected: f64, tolerance: f64) -> Option<f64> {
    if got == expected || (got.is_nan() && expected.is_nan()) {
        return Some(0.0);
    }
    // Written so that a NaN, which compares as false, fails.
    Some((got - expected).abs()).filter(|difference| *difference <= tolerance)
}

fn compare_number(got: f64, expected: f64, tolerance: f64) -> Verdict {
    match within(got, expected, tolerance) {
        Some(largest) => Verdict::Passed { largest },
        None => Verdict::Other { expected: expected.to_string(), got: got.to_string() },
    }
}

/// Compares a number of each row.
fn compare_each_row(got: &[f64], expected: &[f64], tolerance: f64) -> Verdict {
    if got.len() != expected.len() {
        return equal(&format!("{} rows", expected.len()), &format!("{} rows", got.len()));
    }
    let mut largest = 0.0_f64;
    for (row, (&got, &expected)) in got.iter().zip(expected).enumerate() {
        match within(got, expected, tolerance) {
            Some(difference) => largest = largest.max(difference),
            None => return Verdict::Row { row, expected, got },
        }
    }
    Verdict::Passed { largest }
}

/// Compares the largest absolute value, which is NaN where any value is; told with the cell where it stands.
fn compare_largest(values: &Array2<f64>, expected: f64, tolerance: f64) -> Verdict {
    let mut found = (Cell::new(0, 0), 0.0_f64);
    for ((row, column), value) in values.indexed_iter() {
        if !found.1.is_nan() && (value.abs() > found.1 || value.is_nan()) {
            found = (Cell::new(row, column), value.abs());
        }
    }
    let (cell, got) = found;
    within(got, expected, tolerance).map_or(Verdict::Cell { cell, expected, got }, |largest| Verdict::Passed { largest })
}

/// Compares rows `first …` of `got` with `expected`.
fn compare_rows(got: &Array2<f64>, first: usize, expected: &Array2<f64>, tolerance: f64, relative: f64) -> Verdict {
    let fits = first.saturating_add(expected.nrows()) <= got.nrows() && expected.ncols() == got.ncols();
    if !fits {
        let shape = |values: &Array2<f64>| format!("{} × {}", values.nrows(), values.ncols());
        let from = if first == 0 { String::new() } else { format!(" from row {first} on") };
        return Verdict::Other { expected: format!("numbers of shape {}{from}", shape(expected)), got: shape(got) };
    }
    let mut largest = 0.0_f64;
    for ((row, column), &want) in expected.indexed_iter() {
        let value = got[(first + row, column)];
        match within(value, want, tolerance + relative * want.abs()) {
            Some(difference) => largest = largest.max(difference),
            None => return Verdict::Cell { cell: Cell::new(first + row, column), expected: want, got: value },
        }
    }
    Verdict::Passed { largest }
}

/// The cosine of the angle between two vectors; NaN where one is zero.
pub fn cosine(a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::from_text;

    /// What is said of expectations of the rows [1, 3], [2, 8], [−9, 5].
    fn told(expectation: &str) -> String {
        let text = format!(
            "(version: 1,
                model: (subject: Norm, d_model: 2, norm: (kind: None), precision: F64),
                input: (source: Vectors(rows: [[1, 3], [2, 8], [-9, 5]])),
                expect: [{expectation}])"
        );
        let experiment = Arc::new(from_text(&text, "rows.ron").unwrap());
        let [checked] = &check(&experiment, None).unwrap()[..] else { panic!() };
        checked.to_string()
    }

    #[test]
    fn a_row_that_is_wrong_is_named() {
        let means = told(r#"RowMeans(site: "norm.input", values: [2, 5, -1])"#);
        assert_eq!(means, "FAIL  norm.input, row means f64: row 2: expected -1, got -2");
        let deviations = told(r#"RowDeviations(site: "norm.input", values: [1, 4, 7])"#);
        assert_eq!(deviations, "FAIL  norm.input, row deviations f64: row 1: expected 4, got 3");
        assert!(told(r#"RowMeans(site: "norm.input", values: [2, 5, -2])"#).starts_with("ok"));
        assert!(told(r#"RowMeans(site: "norm.input", values: [2, 5])"#).ends_with("expected 2 rows, got 3 rows"));
    }

    #[test]
    fn the_largest_is_named_where_it_stands() {
        let largest = told(r#"Largest(site: "norm.input", value: 8)"#);
        assert_eq!(largest, "FAIL  norm.input, largest f64: cell [2, 0]: expected 8, got 9");
        assert!(told(r#"Largest(site: "norm.input", value: 9)"#).starts_with("ok"));
        let nan = compare_largest(&ndarray::array![[1.0, f64::NAN], [f64::NAN, 2.0]], 2.0, 0.0);
        assert!(matches!(nan, Verdict::Cell { cell: Cell { row: 0, column: 1 }, .. }), "{nan:?}");
    }

    #[test]
    fn a_number_of_two_rows_belongs_to_no_cell() {
        let cosine = told(r#"Cosine(site: "norm.input", rows: (0, 1), value: 2)"#);
        assert!(cosine.starts_with("FAIL  norm.input, cosine of rows 0 and 1 f64: expected 2, got 0.9"), "{cosine}");
        assert!(told(r#"Values(site: "norm.input", first: 1, values: [[2, 8], [-9, 4]])"#).contains("cell [2, 1]: expected 4, got 5"));
    }
}
