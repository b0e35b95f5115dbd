//! All values of a run in one file, each under its site.

use std::path::Path;

use super::ExportError;
use crate::experiment::Outcome;
use crate::experiment::matrix_file::{self, NamedMatrix};
use crate::graph::{Matrix, NodeId, Site};

/// A file of named matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValuesKind {
    /// NumPy's archive.
    Npz,
    /// The format of Hugging Face.
    Safetensors,
    /// An object of lists of rows.
    Json,
}

impl ValuesKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Npz, Self::Safetensors, Self::Json];

    /// The end of the name of such a file.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Npz => "npz",
            Self::Safetensors => "safetensors",
            Self::Json => "json",
        }
    }
}

/// How many matrices were written, and how many a large run had not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Matrices in the file.
    pub matrices: usize,
    /// Nodes that are not in it.
    pub left_out: usize,
}

/// Writes one value, or all that the run kept, each under all its sites and in its own precision.
///
/// # Errors
/// As [`matrix_file::write`].
pub fn save(outcome: &Outcome, chosen: Option<(Site, NodeId)>, path: &Path) -> Result<Written, ExportError> {
    let graph = &outcome.prepared.graph;
    let named = |site: Site, id| {
        let matrix = outcome.values.matrix(id);
        let precision = match matrix {
            Matrix::F32(_) => matrix_file::Precision::F32,
            Matrix::F64(_) => matrix_file::Precision::F64,
        };
        NamedMatrix { name: site.to_string(), values: matrix.to_f64().into(), precision }
    };
    let matrices: Vec<NamedMatrix<'_>> = if let Some((site, id)) = chosen {
        vec![named(site, id)]
    } else {
        let kept = graph.nodes().map(|(id, _)| id).filter(|&id| outcome.values.holds(id));
        kept.flat_map(|id| graph.sites(id).map(move |site| (site, id))).map(|(site, id)| named(site, id)).collect()
    };
    matrix_file::write(path, &matrices)?;
    let left_out = if chosen.is_some() { 0 } else { graph.nodes().filter(|(id, _)| !outcome.values.holds(*id)).count() };
    Ok(Written { matrices: matrices.len(), left_out })
}
