//! `run --gradients`: how a number L at the end changes with the values of an experiment.

use std::io::Write;

use super::failure::Failure;
use super::numbers::short;
use super::run::{first_values, numbers_of};
use super::table::{Flush, TextTable};
use crate::experiment::{Gradients, Objective, Outcome, gradients};
use crate::graph::{Control, Matrix, NodeId, Site};
use crate::lab::{Origin, Statistics};
use crate::transformer::BlockNorms;

/// The names of the objectives.
pub(super) const OBJECTIVES: [(&str, Objective); 3] =
    [("cross-entropy", Objective::CrossEntropy), ("sum", Objective::Sum), ("half-squares", Objective::HalfSquares)];

/// L, and its derivatives: of one value all numbers, else a line for each and the norms of the blocks.
pub(super) fn show(
    origin: &Origin,
    outcome: &Outcome,
    objective: Option<Objective>,
    chosen: Option<(Site, NodeId)>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let objective = objective.unwrap_or_else(|| Objective::usual(&outcome.prepared));
    let found =
        gradients(outcome, objective, &Control::default()).map_err(|error| Failure::Gradients { experiment: origin.to_string(), error })?;
    let graph = &outcome.prepared.graph;
    writeln!(out, "{} = {}, where y is {}", objective.formula(), short(found.loss), graph.node(found.output).site)?;
    if let Some((site, node)) = chosen {
        return one_gradient(outcome, &found, site, node, out);
    }
    all_gradients(outcome, &found, out)?;
    if !found.blocks.is_empty() {
        writeln!(out, "\nnorms, block by block; y is the output of the block")?;
        block_norms(&found.blocks, out)?;
    }
    Ok(())
}

fn one_gradient(outcome: &Outcome, found: &Gradients, site: Site, node: NodeId, out: &mut dyn Write) -> Result<(), Failure> {
    match found.matrix(node) {
        Some(matrix) => {
            writeln!(out, "∂L/∂{site}: {}", matrix.shape())?;
            numbers_of(outcome, node, &matrix, out)
        }
        None => Ok(writeln!(out, "∂L/∂{site} is 0: L is not calculated from it")?),
    }
}

fn all_gradients(outcome: &Outcome, found: &Gradients, out: &mut dyn Write) -> Result<(), Failure> {
    let graph = &outcome.prepared.graph;
    let mut table = TextTable::new([Flush::Left, Flush::Right, Flush::Right, Flush::Right, Flush::Right, Flush::Left]);
    table.row(["∂L/∂", "shape", "least", "greatest", "norm", "first values"]);
    let (mut left_out, mut unreached) = (0_usize, 0_usize);
    for (id, node) in graph.nodes() {
        if !found.holds(id) {
            left_out += 1;
            continue;
        }
        match found.matrix(id) {
            Some(matrix) => table.row(line(node.site, &matrix)),
            None => unreached += 1,
        }
    }
    table.write(out)?;
    if left_out > 0 {
        writeln!(out, "{left_out} gradients of this large run were not kept; --site finds one of them again")?;
    }
    if unreached > 0 {
        writeln!(out, "L is not calculated from {unreached} of the {} values; their gradients are 0", graph.len())?;
    }
    Ok(())
}

fn line(site: Site, matrix: &Matrix) -> [String; 6] {
    let Statistics { least, greatest, norm, .. } = Statistics::of(matrix);
    [site.to_string(), matrix.shape().to_string(), short(least), short(greatest), short(norm), first_values(matrix)]
}

fn block_norms(blocks: &[BlockNorms], out: &mut dyn Write) -> Result<(), Failure> {
    let mut table = TextTable::new([Flush::Left, Flush::Right]);
    table.row(["block", "‖y‖", "‖∂L/∂y‖", "‖∂L/∂W‖ of all its weights"]);
    for norms in blocks {
        table.row([norms.block.to_string(), short(norms.activation), short(norms.gradient), short(norms.of_weights(|_| true))]);
    }
    Ok(table.write(out)?)
}
