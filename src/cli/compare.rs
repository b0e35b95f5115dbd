//! `compare`: two experiments that differ in one choice, measured side by side.

use std::path::PathBuf;

use super::Status;
use super::experiments::{find, heading, load};
use super::failure::Failure;
use super::named::named;
use super::output::Console;
use super::table::{Flush, TextTable};
use crate::experiment::comparison::{Curve, Measure, PAIRS, Quantity, Side, brief, compare};
use crate::graph::Control;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The first: a file, or the name of a shipped preset
    #[arg(value_name = "A", required_unless_present = "list")]
    a: Option<PathBuf>,
    /// The second
    #[arg(value_name = "B", required_unless_present = "list")]
    b: Option<PathBuf>,
    /// What is measured; where it is not given, what shows most of the choice in which the two differ
    #[arg(long, value_parser = named(Measure::ALL.map(|measure| (measure.name(), measure)).to_vec()))]
    measure: Option<Measure>,
    /// List the pairs that are shipped
    #[arg(long)]
    list: bool,
}

/// Measures both and says what was seen.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status, Failure> {
    let (Some(a), Some(b)) = (&arguments.a, &arguments.b) else {
        for (measure, a, b) in PAIRS {
            writeln!(console.out, "{:<16} {a} {b}", measure.name())?;
        }
        return Ok(Status::Well);
    };
    let (a, b) = (find(a)?, find(b)?);
    let (first, second) = (load(&a)?, load(&b)?);
    let measure = arguments.measure.unwrap_or_else(|| Measure::of(&first, &second));
    let sides = [(&first, a.folder()), (&second, b.folder())];
    let finding = compare(sides, measure, &Control::default()).map_err(Failure::Comparison)?;
    writeln!(console.out, "A  {}", heading(&a, &first))?;
    writeln!(console.out, "B  {}", heading(&b, &second))?;
    writeln!(console.out, "\n{}\n", finding.seen)?;
    let mut whats: Vec<Quantity> = finding.curves.iter().map(|curve| curve.what).collect();
    whats.dedup();
    for what in whats {
        table(finding.along.name(), what, &finding.curves).write(console.out)?;
        writeln!(console.out)?;
    }
    Ok(Status::Well)
}

/// The points of both sides' curves of one quantity.
fn table(along: &str, what: Quantity, curves: &[Curve]) -> TextTable {
    let points = |side: Side| curves.iter().find(|curve| curve.side == side && curve.what == what).map_or(&[][..], |curve| &curve.points);
    let (a, b) = (points(Side::A), points(Side::B));
    let mut table = TextTable::new([Flush::Right, Flush::Right, Flush::Right]);
    table.row([along.to_owned(), format!("{}, A", what.name()), format!("{}, B", what.name())]);
    let mut xs: Vec<f64> = a.iter().chain(b).map(|point| point.0).collect();
    xs.sort_by(f64::total_cmp);
    xs.dedup();
    let at = |points: &[(f64, f64)], x: f64| points.iter().find(|point| point.0 == x).map_or_else(String::new, |point| brief(point.1));
    for x in xs {
        table.row([brief(x), at(a, x), at(b, x)]);
    }
    table
}
