//! `run --dump`: values as a file that other programs read.

use std::io::Write;
use std::path::Path;

use super::failure::Failure;
use crate::experiment::Outcome;
use crate::experiment::export::matrix::{self, MatrixKind};
use crate::experiment::matrix_file::{self, NamedMatrix};
use crate::graph::{NodeId, Site};
use crate::transformer;

/// Writes the chosen value, or all that the run kept, each under its site.
pub(super) fn dump(outcome: &Outcome, chosen: Option<(Site, NodeId)>, path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let precision = match outcome.prepared.experiment.model.precision {
        transformer::Precision::F32 => matrix_file::Precision::F32,
        transformer::Precision::F64 => matrix_file::Precision::F64,
    };
    let graph = &outcome.prepared.graph;
    if let (Some((site, id)), Some(kind)) = (chosen, MatrixKind::of(path)) {
        matrix::save(&outcome.values.matrix(id), kind, path)?;
        writeln!(out, "{site} was written to {}", path.display())?;
        return Ok(());
    }
    if MatrixKind::of(path).is_some() {
        return Err(Failure::OneMatrix(path.to_owned()));
    }
    let named = |site: Site, id| NamedMatrix { name: site.to_string(), values: outcome.values.matrix(id).to_f64().into(), precision };
    let matrices: Vec<NamedMatrix<'_>> = if let Some((site, id)) = chosen {
        vec![named(site, id)]
    } else {
        let kept = graph.nodes().map(|(id, _)| id).filter(|&id| outcome.values.holds(id));
        kept.flat_map(|id| graph.sites(id).map(move |site| (site, id))).map(|(site, id)| named(site, id)).collect()
    };
    matrix_file::write(path, &matrices)?;
    let left_out = if chosen.is_some() { 0 } else { graph.nodes().filter(|(id, _)| !outcome.values.holds(*id)).count() };
    let rest = if left_out == 0 { String::new() } else { format!("; {left_out} values of this large run were not kept") };
    writeln!(out, "{} matrices were written to {}{rest}", matrices.len(), path.display())?;
    Ok(())
}
