//! `run --dump`: values as a file that other programs read.

use std::io::Write;
use std::path::Path;

use super::failure::Failure;
use crate::experiment::Outcome;
use crate::experiment::export::matrix::{self, MatrixKind};
use crate::experiment::export::values;
use crate::graph::{NodeId, Site};

/// Writes the chosen value, or all that the run kept, each under its site.
pub(super) fn dump(outcome: &Outcome, chosen: Option<(Site, NodeId)>, path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    match (MatrixKind::of(path), chosen) {
        (Some(kind), Some((site, id))) => {
            matrix::save(&outcome.values.matrix(id), kind, path)?;
            writeln!(out, "{site} was written to {}", path.display())?;
        }
        (Some(_), None) => return Err(Failure::OneMatrix(path.to_owned())),
        (None, _) => {
            let written = values::save(outcome, chosen, path)?;
            let rest = match written.left_out {
                0 => String::new(),
                left_out => format!("; {left_out} values of this large run were not kept"),
            };
            writeln!(out, "{} matrices were written to {}{rest}", written.matrices, path.display())?;
        }
    }
    Ok(())
}
