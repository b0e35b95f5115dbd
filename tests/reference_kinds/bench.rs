//! A graph on the bench: written by the parts of the engine, given its numbers, evaluated.

use std::collections::HashMap;
use std::sync::Arc;

use ndarray::Array2;
use transformer_lab::graph::{
    Control, Element, Gradients, Graph, GraphBuilder, Keep, Leaves, NodeId, Overrides, Quantity, Run, Scope, Site,
};
use transformer_lab::transformer::{HeadMask, Model, Parts};

use super::manifest::Result;
use super::masking::Masking;

/// The numbers of what enters a graph, by site.
pub type Given = HashMap<Site, Array2<f64>>;

/// A graph in the making, with the numbers of what enters it.
pub struct Bench<'a> {
    pub parts: Parts<'a>,
    pub given: Given,
}

impl<'a> Bench<'a> {
    /// An empty bench for the choices of `model`.
    pub fn new(model: &'a Model) -> Result<Self> {
        let dims = model.dims().map_err(|error| error.to_string())?;
        Ok(Self { parts: Parts::new(model, dims), given: Given::new() })
    }

    /// The graph in the making.
    pub fn g(&mut self) -> &mut GraphBuilder {
        &mut self.parts.g
    }

    /// An input and its numbers.
    pub fn input(&mut self, values: Array2<f64>, site: Site) -> NodeId {
        let node = self.g().input(values.nrows(), values.ncols(), site);
        self.given.insert(site, values);
        node
    }

    /// A mask, the finite numbers of which enter at the scope's score bias.
    pub fn mask(&mut self, masking: Masking, scope: Scope) -> HeadMask {
        let bias = masking.bias.map(|bias| self.input(bias, scope.at(Quantity::ScoreBias)));
        HeadMask { visible: masking.visible, bias }
    }

    /// Evaluates a graph without weights.
    pub fn run<T: Element>(self) -> Result<Run<T>> {
        self.run_with(|site| Err(format!("there is no weight for {site}")))
    }

    /// Evaluates the graph with weights by site.
    pub fn run_with<T: Element>(self, weight: impl Fn(Site) -> Result<Array2<f64>>) -> Result<Run<T>> {
        let graph = self.parts.g.finish().map_err(|error| error.to_string())?;
        evaluate(graph, &self.given, weight)
    }
}

/// Evaluates a graph with given inputs, and weights by site.
pub fn evaluate<T: Element>(graph: Graph, given: &Given, weight: impl Fn(Site) -> Result<Array2<f64>>) -> Result<Run<T>> {
    let mut leaves = Leaves::new();
    for (id, node, _) in graph.leaves() {
        let values = given.get(&node.site).map_or_else(|| weight(node.site), |values| Ok(values.clone()))?;
        if values.dim() != (node.shape.rows, node.shape.columns) {
            return Err(format!("{} is {}, but its numbers are {:?}", node.site, node.shape, values.dim()));
        }
        leaves.insert(id, Arc::new(values.mapv(T::of)));
    }
    Run::new(Arc::new(graph), leaves, Overrides::new(), Keep::Everything, None, &Control::default()).map_err(|error| error.to_string())
}

/// The value at a site.
pub fn value_at<T: Element>(run: &Run<T>, site: Site) -> Result<Arc<Array2<T>>> {
    let id = run.graph().find(site).ok_or_else(|| format!("the graph has no {site}"))?;
    Ok(run.value(id))
}

/// The gradients of all values, from that of the value at a site.
pub fn gradients<T: Element>(run: &Run<T>, site: Site, seed: &Array2<f64>) -> Result<Gradients<T>> {
    let id = run.graph().find(site).ok_or_else(|| format!("the graph has no {site}"))?;
    Gradients::new(run, [(id, seed.mapv(T::of))], Keep::Everything, &Control::default()).map_err(|error| error.to_string())
}

/// The gradient at a site.
pub fn gradient_at<T: Element>(run: &Run<T>, gradients: &Gradients<T>, site: Site) -> Result<Arc<Array2<T>>> {
    let id = run.graph().find(site).ok_or_else(|| format!("the graph has no {site}"))?;
    gradients.of(id).cloned().ok_or_else(|| format!("there is no gradient at {site}"))
}
