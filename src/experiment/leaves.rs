//! The numbers of the leaves: weights, inputs and positions.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use ndarray::Array2;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::document::Sequence;
use super::error::ExperimentError;
use super::matrix_file;
use super::prepare::Prepared;
use super::table::Table;
use super::weights::WeightOrigin;
use crate::graph::{Element, Leaf, Leaves, NodeId, Op, Patch, Quantity, Shape, Site, Stack};
use crate::transformer::{Initialiser, Positions, position_vectors};

/// Where the numbers of a leaf come from, and what was changed in them by hand: as long as it is the same, so are the numbers.
#[derive(Clone, Debug, PartialEq)]
struct Recipe {
    origin: Origin,
    edits: Patch,
    shape: Shape,
}

#[derive(Clone, Debug, PartialEq)]
enum Origin {
    Rows(Table),
    Drawn(Initialiser, u64),
    File { file: PathBuf, name: String, transposed: bool },
    Positions(Positions),
}

/// The numbers of all leaves, kept from run to run: what did not change is the same memory, and so nothing that depends on it alone
/// is calculated again.
#[derive(Debug, Default)]
pub struct LeafStore<T> {
    values: HashMap<Site, (Recipe, Arc<Array2<T>>)>,
}

impl<T: Element> LeafStore<T> {
    /// The leaves of an experiment.
    ///
    /// # Errors
    /// A weight that cannot be read from its file, or has another shape there.
    pub fn leaves(&mut self, prepared: &Prepared) -> Result<Leaves<T>, ExperimentError> {
        let mut values = HashMap::new();
        let mut leaves: Leaves<T> = HashMap::new();
        for (id, node, _) in prepared.graph.leaves() {
            let recipe = recipe(prepared, id);
            let value = match self.values.remove(&node.site) {
                Some((old, value)) if old == recipe => value,
                _ => Arc::new(numbers(prepared, node.site, &recipe)?),
            };
            leaves.insert(id, Arc::clone(&value));
            values.insert(node.site, (recipe, value));
        }
        self.values = values;
        Ok(leaves)
    }
}

/// The numbers of one weight in double precision, as they are before any run.
///
/// # Errors
/// A weight that the model does not have, or that cannot be read from its file.
pub fn weight(prepared: &Prepared, site: Site) -> Result<Array2<f64>, ExperimentError> {
    let id = prepared.graph.find(site).ok_or(ExperimentError::NoWeight(site))?;
    numbers(prepared, site, &recipe(prepared, id))
}

fn recipe(prepared: &Prepared, id: NodeId) -> Recipe {
    let node = prepared.graph.node(id);
    let edits = prepared.experiment.weights.edits.get(&node.site).cloned().unwrap_or_default();
    Recipe { origin: origin(prepared, id), edits, shape: node.shape }
}

/// Where the numbers of a leaf come from.
fn origin(prepared: &Prepared, id: NodeId) -> Origin {
    let node = prepared.graph.node(id);
    let (site, experiment) = (node.site, &prepared.experiment);
    let weights = &experiment.weights;
    if weights.values.contains_key(&site) || matches!(node.op, Op::Leaf(Leaf::Weight(_))) {
        return match weights.origin(site) {
            WeightOrigin::Rows(rows) => Origin::Rows(rows.clone()),
            WeightOrigin::Drawn { initialiser, seed } => Origin::Drawn(initialiser, seed.unwrap_or_default()),
            WeightOrigin::File { file, name, transposed } => Origin::File {
                file: prepared.folder.as_deref().map_or_else(|| file.to_owned(), |folder| folder.join(file)),
                name: name.map_or_else(|| site.to_string(), str::to_owned),
                transposed,
            },
        };
    }
    let input = &experiment.input;
    let table = match (site.scope.stack, site.quantity) {
        (None, Quantity::Query) => input.query.as_ref(),
        (None, Quantity::Key) => input.key.as_ref(),
        (None, Quantity::Value) => input.value.as_ref(),
        (None, Quantity::Input) | (Some(Stack::Source), Quantity::Embeddings) => rows(input.source.as_ref()),
        (Some(Stack::Target), Quantity::Embeddings) => rows(input.target.as_ref()),
        (None, Quantity::Memory) | (Some(Stack::Encoder), Quantity::Output) => rows(input.memory.as_ref()),
        _ => None,
    };
    match (table, site.quantity) {
        (Some(rows), _) => Origin::Rows(rows.clone()),
        (None, Quantity::Positions) => Origin::Positions(experiment.model.positions),
        (None, Quantity::Embeddings | Quantity::Input | Quantity::Memory | Quantity::Output) => {
            Origin::Drawn(Initialiser::Normal(1.0), weights.seed)
        }
        (None, quantity) => Origin::Drawn(weights.initialisers.of(quantity), weights.seed),
    }
}

fn rows(sequence: Option<&Sequence>) -> Option<&Table> {
    match sequence {
        Some(Sequence::Vectors { rows, .. }) => Some(rows),
        _ => None,
    }
}

/// The numbers of a leaf.
fn numbers<T: Element>(prepared: &Prepared, site: Site, recipe: &Recipe) -> Result<Array2<T>, ExperimentError> {
    let shape = recipe.shape;
    let mut values = match &recipe.origin {
        Origin::Rows(rows) => rows.0.mapv(T::of),
        Origin::Drawn(initialiser, seed) => initialiser.draw(shape, *seed, site),
        Origin::Positions(kind) => {
            let positions: Vec<usize> = (0..shape.rows).map(|row| row + prepared.feeds.past).collect();
            position_vectors(*kind, &positions, shape.columns).mapv(T::of)
        }
        Origin::File { file, name, transposed } => {
            let matrix = matrix_file::read(file, name).map_err(|error| ExperimentError::WeightFile { site, error })?;
            let matrix = if *transposed { matrix.reversed_axes() } else { matrix };
            let got = Shape::new(matrix.nrows(), matrix.ncols());
            if got != shape {
                return Err(ExperimentError::WeightShape { site, got, expected: shape });
            }
            matrix.mapv(T::of).as_standard_layout().into_owned()
        }
    };
    recipe.edits.apply(&mut values);
    Ok(values)
}

/// `count` tokens of a vocabulary of `size`, drawn from the seed.
pub(super) fn drawn_tokens(seed: u64, side: &str, count: usize, size: usize) -> Vec<usize> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(side.len() as u64);
    let below = size.max(1) as u64;
    // The bias of the remainder is below 2⁻⁴⁰ for any vocabulary of less than 2²⁴ tokens.
    (0..count).map(|_| usize::try_from(generator.next_u64() % below).unwrap_or(0)).collect()
}
