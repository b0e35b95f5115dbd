//! How large activations and gradients are, block by block: what tells whether a deep stack can be trained.

use ndarray::Array2;

use crate::graph::{Element, Gradients, Leaf, Op, Quantity, Run, Scope, Site};

/// The norms of one block; all are L2, ‖X‖ = √(Σᵢⱼ xᵢⱼ²).
#[derive(Clone, Debug, PartialEq)]
pub struct BlockNorms {
    /// The block, such as `encoder.3`.
    pub block: Scope,
    /// ‖y‖ of the block's output y.
    pub activation: f64,
    /// ‖∂L/∂y‖; 0 where L does not depend on the block.
    pub gradient: f64,
    /// ‖∂L/∂W‖ of each of the block's weights, in the order of the calculation.
    pub weights: Vec<(Site, f64)>,
}

impl BlockNorms {
    /// ‖∂L/∂W‖ of several weights taken as one: √(Σ ‖∂L/∂W‖²) over those that `belongs` names.
    pub fn of_weights(&self, belongs: impl Fn(Site) -> bool) -> f64 {
        self.weights.iter().filter(|(site, _)| belongs(*site)).fold(0.0, |sum: f64, (_, norm)| sum.hypot(*norm))
    }
}

/// The norms of each block of a run, in the order of the calculation.
///
/// At the start of training, with the norms after the sublayers the gradients of the last blocks are large whatever the depth; with
/// the norms before them they shrink with it (Xiong et al., 2020, "On Layer Normalization in the Transformer Architecture", section 3).
pub fn block_norms<T: Element>(run: &Run<T>, gradients: &Gradients<T>) -> Vec<BlockNorms> {
    let graph = run.graph();
    let mut all: Vec<BlockNorms> = Vec::new();
    for (id, node) in graph.nodes() {
        let Some(block) = block_of(node.site) else { continue };
        if !all.iter().any(|norms| norms.block == block) {
            let output = graph.find(block.at(Quantity::Output));
            all.push(BlockNorms {
                block,
                activation: output.map_or(0.0, |id| norm(&run.value(id))),
                gradient: output.and_then(|id| gradients.of(id)).map_or(0.0, |gradient| norm(gradient)),
                weights: Vec::new(),
            });
        }
        if matches!(node.op, Op::Leaf(Leaf::Weight(_)))
            && let Some(norms) = all.iter_mut().find(|norms| norms.block == block)
        {
            norms.weights.push((node.site, gradients.of(id).map_or(0.0, |gradient| norm(gradient))));
        }
    }
    all
}

/// The block that a value belongs to.
fn block_of(site: Site) -> Option<Scope> {
    let Scope { stack: Some(stack), block: Some(block), .. } = site.scope else { return None };
    Some(Scope::stack(stack).block(block))
}

/// √(Σᵢⱼ xᵢⱼ²), in f64 whatever the precision.
fn norm<T: Element>(values: &Array2<T>) -> f64 {
    values.iter().map(|value| value.wide() * value.wide()).sum::<f64>().sqrt()
}
